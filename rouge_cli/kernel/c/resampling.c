/* Resamples of the evaluations: drand48's draws, sums in the order drawn, sorted samples. */

#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MULTIPLIER UINT64_C(0x5DEECE66D)
#define INCREMENT UINT64_C(0xB)
#define SEED_TAIL UINT64_C(0x330E)
#define MASK ((UINT64_C(1) << 48) - 1)

/* The values of all series side by side, so that a draw adds up neighbours. */
static void transpose(const double *values, size_t series, size_t n, double *rows)
{
    for (size_t s = 0; s < series; s++)
        for (size_t i = 0; i < n; i++)
            rows[i * series + s] = values[s * n + i];
}

Status resample(const double *values, size_t series, size_t n, size_t resamples, double divisor, double *sums,
                Task *task)
{
    Status status = DONE;
    double *rows = unset(series * n, sizeof *rows), *totals = unset(series, sizeof *totals);
    if (!rows || !totals)
        status = NO_MEMORY;
    else
        transpose(values, series, n, rows);
    for (size_t resample = 0; resample < resamples && status == DONE; resample++) {
        uint64_t state = ((uint64_t)resample << 16 | SEED_TAIL) & MASK;
        for (size_t s = 0; s < series; s++)
            totals[s] = 0;
        for (size_t draw = 0; draw < n && status == DONE; draw++) {
            state = (MULTIPLIER * state + INCREMENT) & MASK;
            const double *row = rows + (size_t)((double)state * 0x1p-48 * (double)n) * series;
            for (size_t s = 0; s < series; s++)
                totals[s] += row[s];
            status = task_tick(task, series);
        }
        for (size_t s = 0; s < series; s++)
            sums[s * resamples + resample] = totals[s] / divisor;
        if (status == DONE)
            status = task_tick(task, series + 1);
    }
    free(rows);
    free(totals);
    return status;
}

enum { MERGED_AT_A_TIME = LARGE(1 << 20) };

/* Merges the sorted [from, middle) and [middle, to). */
static Status merge(const double *from, const double *middle, const double *to, double *merged, Task *task)
{
    const double *left = from, *right = middle;
    Status status = DONE;
    while (left < middle && right < to && status == DONE) {
        const double *left_stop = middle - left > MERGED_AT_A_TIME ? left + MERGED_AT_A_TIME : middle;
        const double *right_stop = to - right > MERGED_AT_A_TIME ? right + MERGED_AT_A_TIME : to;
        const double *start = merged;
        while (left < left_stop && right < right_stop) {
            bool take = *right < *left;
            *merged++ = take ? *right : *left;
            right += take;
            left += !take;
        }
        status = task_tick(task, (size_t)(merged - start));
    }
    memcpy(merged, left, (size_t)(middle - left) * sizeof *left);
    memcpy(merged + (middle - left), right, (size_t)(to - right) * sizeof *right);
    return status;
}

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
        for (size_t from = 0; from < size && status == DONE; from += 2 * width) {
            size_t middle = from + width < size ? from + width : size;
            size_t to = middle + width < size ? middle + width : size;
            status = merge(source + from, source + middle, source + to, target + from, task);
        }
        double *swapped = source;
        source = target;
        target = swapped;
    }
    if (source != samples)
        memcpy(samples, source, size * sizeof *samples);
    *sum = 0;
    for (size_t i = 0; i < size; i++)
        *sum += samples[i];
    free(merged);
    return status;
}
