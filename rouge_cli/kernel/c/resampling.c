/* Resamples of the evaluations: draws, sums in the order drawn, sorted samples. */

#define _DEFAULT_SOURCE /* glibc hides madvise from strict C otherwise. */

#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/mman.h>
#endif

/* drand48, as perl's rand has it: a linear congruential generator of 48 bits, seeded with 32 bits and a tail. */
#define DRAND48_MULTIPLIER UINT64_C(0x5DEECE66D)
#define DRAND48_INCREMENT UINT64_C(0xB)
#define DRAND48_SEED_TAIL UINT64_C(0x330E)
#define DRAND48_MASK ((UINT64_C(1) << 48) - 1)

enum {
    WIDTH = 9, /* the most series that are added up at once: their sums stay in registers */
    DRAWS_OF_A_BLOCK = 64, /* drawn and fetched from memory together, while those before them are added up */
};

/* Draw the next indices below n by drand48. */
static void draw(uint64_t *state, size_t n, size_t draws, uint32_t *indices)
{
    /* A power of two changes no digit, so this rounds as (state * 2**-48) * n does. */
    const double scale = 0x1p-48 * (double)n;
    uint64_t next = *state;
    for (size_t i = 0; i < draws; i++) {
        next = (DRAND48_MULTIPLIER * next + DRAND48_INCREMENT) & DRAND48_MASK;
        indices[i] = (uint32_t)((double)(int64_t)next * scale);
    }
    *state = next;
}

/* Add the rows drawn to the sums. With the width known, compilers keep the sums in registers. */
static inline void add_rows(const double *rows, size_t width, const uint32_t *indices, size_t draws, double *sums)
{
    double totals[WIDTH];
    for (size_t s = 0; s < width; s++)
        totals[s] = sums[s];
    for (size_t i = 0; i < draws; i++) {
        const double *row = rows + (size_t)indices[i] * width;
        for (size_t s = 0; s < width; s++)
            totals[s] += row[s];
    }
    for (size_t s = 0; s < width; s++)
        sums[s] = totals[s];
}

static void add_drawn(const double *rows, size_t width, const uint32_t *indices, size_t draws, double *sums)
{
    switch (width) {
    case 3:
        add_rows(rows, 3, indices, draws, sums);
        break;
    case 6:
        add_rows(rows, 6, indices, draws, sums);
        break;
    default:
        add_rows(rows, WIDTH, indices, draws, sums);
    }
}

/* Some of the series side by side, so that a draw adds up neighbours in memory. */
typedef struct {
    double *rows;
    size_t first, width; /* a multiple of three: the last series may be followed by zeros */
} Strip;

/* Make memory that draws jump about in. On large pages it is found faster: a draw of nine
   series takes 15 ns instead of 24 among 287,250 rows. */
static double *new_rows(size_t n, size_t row_bytes)
{
#ifdef __linux__
    const size_t large_page = (size_t)1 << 21;
    if (n <= PTRDIFF_MAX / row_bytes && n * row_bytes >= 2 * large_page) {
        size_t bytes = (n * row_bytes + large_page - 1) / large_page * large_page;
        void *rows = aligned_alloc(large_page, bytes);
        if (rows)
            madvise(rows, bytes, MADV_HUGEPAGE); /* It is no more than advice. */
        return rows;
    }
#endif
    return unset(n, row_bytes);
}

static void fill_strip(Strip *strip, const Columns *columns)
{
    for (size_t s = 0; s < strip->width; s++) {
        size_t one = strip->first + s, size = one < columns->series ? columns->sizes[one] : 0;
        const int32_t *order = size ? columns->orders[one] : NULL;
        for (size_t i = 0; i < columns->n; i++) {
            /* Orders were checked, but may have been written to since. */
            size_t place = order ? (uint32_t)order[i] : i;
            strip->rows[i * strip->width + s] = place < size ? columns->columns[one][place] : 0;
        }
    }
}

struct Rows {
    size_t series, n, strip_count;
    Strip strips[]; /* their memory is never written once they are made */
};

void rows_free(Rows *rows)
{
    for (size_t s = 0; rows && s < rows->strip_count; s++)
        free(rows->strips[s].rows);
    free(rows);
}

size_t series_of_rows(const Rows *rows)
{
    return rows->series;
}

Status rows_new(const Columns *columns, Rows **made, Task *task)
{
    size_t strip_count = (columns->series + WIDTH - 1) / WIDTH;
    Rows *rows = zeroed(1, sizeof *rows + strip_count * sizeof *rows->strips);
    if (!rows)
        return NO_MEMORY;
    *rows = (Rows){.series = columns->series, .n = columns->n, .strip_count = strip_count};
    Status status = DONE;
    for (size_t s = 0; s < strip_count && status == DONE; s++) {
        size_t left = columns->series - s * WIDTH;
        Strip *strip = &rows->strips[s];
        *strip = (Strip){NULL, s * WIDTH, left < WIDTH ? (left + 2) / 3 * 3 : WIDTH};
        strip->rows = new_rows(columns->n, strip->width * sizeof *strip->rows);
        if (!strip->rows)
            status = NO_MEMORY;
        else {
            fill_strip(strip, columns);
            status = task_did(task, columns->n * strip->width);
        }
    }
    if (status == DONE)
        *made = rows;
    else
        rows_free(rows);
    return status;
}

/* Have the rows drawn fetched from memory. A row may lie in two lines of the cache. */
static void fetch_rows(const Strip *strip, const uint32_t *indices, size_t draws)
{
    for (size_t i = 0; i < draws; i++) {
        const double *row = strip->rows + (size_t)indices[i] * strip->width;
        PREFETCH(row);
        PREFETCH(row + strip->width - 1);
    }
}

/* Draw the next block of indices, which may be empty. */
static void draw_block(size_t n, uint32_t *legacy, uint64_t *state, size_t draws, uint32_t *indices)
{
    if (legacy)
        legacy_draw(legacy, n, draws, indices);
    else
        draw(state, n, draws, indices);
}

static size_t block_of(size_t left)
{
    return left < DRAWS_OF_A_BLOCK ? left : DRAWS_OF_A_BLOCK;
}

/* Draw one resample of all strips; `sums` has a place for each series of each strip. */
static Status draw_resample(const Rows *rows, uint32_t *legacy, uint64_t seed, double *sums, Task *task)
{
    const Strip *strips = rows->strips;
    uint32_t indices[2][DRAWS_OF_A_BLOCK];
    uint64_t state = seed << 16 | DRAND48_SEED_TAIL;
    size_t draws, next = block_of(rows->n);
    Status status = DONE;
    draw_block(rows->n, legacy, &state, next, indices[0]);
    for (size_t from = 0, side = 0; from < rows->n && status == DONE; from += draws, side ^= 1) {
        draws = next;
        next = block_of(rows->n - from - draws);
        draw_block(rows->n, legacy, &state, next, indices[side ^ 1]);
        for (size_t s = 0; s < rows->strip_count; s++) {
            fetch_rows(&strips[s], indices[side ^ 1], next);
            add_drawn(strips[s].rows, strips[s].width, indices[side], draws, sums + s * WIDTH);
        }
        status = task_did(task, draws * (rows->strip_count * WIDTH / 2 + 2));
    }
    return status;
}

Status resample(const Rows *rows, uint32_t *legacy, uint64_t first, size_t resamples, double divisor, double *sums,
                Task *task)
{
    double *totals = unset(rows->strip_count, WIDTH * sizeof *totals);
    Status status = totals ? DONE : NO_MEMORY;
    for (size_t resample = 0; resample < resamples && status == DONE; resample++) {
        memset(totals, 0, rows->strip_count * WIDTH * sizeof *totals);
        status = draw_resample(rows, legacy, first + resample, totals, task);
        for (size_t s = 0; s < rows->series; s++)
            sums[s * resamples + resample] = totals[s / WIDTH * WIDTH + s % WIDTH] / divisor;
    }
    free(totals);
    return status;
}

/* Merge the sorted [left, middle) and [middle, to). */
static void merge_runs(const double *left, const double *middle, const double *to, double *merged)
{
    const double *right = middle;
    while (left < middle && right < to) {
        bool take_right = *right < *left; /* no branch, which would be mispredicted every other time */
        *merged++ = take_right ? *right : *left;
        right += take_right;
        left += !take_right;
    }
    memcpy(merged, left, (size_t)(middle - left) * sizeof *left);
    memcpy(merged + (middle - left), right, (size_t)(to - right) * sizeof *right);
}

/* A merge sort, because it is stable as Python's sort is: 0.0 and -0.0 stay in their order. */
Status sort_samples(double *samples, size_t size, double *sum, Task *task)
{
    *sum = NAN;
    for (size_t i = 0; i < size; i++)
        if (isnan(samples[i]))
            return DONE;
    double *merged = unset(size, sizeof *merged);
    if (!merged)
        return NO_MEMORY;
    Status status = DONE;
    double *source = samples, *target = merged;
    for (size_t width = 1; width < size && status == DONE; width *= 2) {
        for (size_t from = 0; from < size; from += 2 * width) {
            size_t middle = size - from < width ? size : from + width;
            size_t to = size - middle < width ? size : middle + width;
            merge_runs(source + from, source + middle, source + to, target + from);
        }
        double *swapped = source;
        source = target;
        target = swapped;
        status = task_did(task, size);
    }
    if (status == DONE && source != samples)
        memcpy(samples, source, size * sizeof *samples);
    *sum = 0;
    for (size_t i = 0; i < size && status == DONE; i++)
        *sum += samples[i];
    free(merged);
    return status;
}
