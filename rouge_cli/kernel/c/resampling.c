/* Resamples of the evaluations: drand48's draws, sums in the order drawn, sorted samples. */

#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* drand48, as perl's rand has it: a linear congruential generator of 48 bits, seeded with 32 bits and a tail. */
#define DRAND48_MULTIPLIER UINT64_C(0x5DEECE66D)
#define DRAND48_INCREMENT UINT64_C(0xB)
#define DRAND48_SEED_TAIL UINT64_C(0x330E)
#define DRAND48_MASK ((UINT64_C(1) << 48) - 1)

/* Put the values of all series side by side, so that a draw adds up neighbours in memory. */
static void transpose_series(const double *values, size_t series, size_t n, double *rows)
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
        transpose_series(values, series, n, rows);
    for (size_t resample = 0; resample < resamples && status == DONE; resample++) {
        uint64_t state = (uint64_t)resample << 16 | DRAND48_SEED_TAIL;
        for (size_t s = 0; s < series; s++)
            totals[s] = 0;
        for (size_t draw = 0; draw < n; draw++) {
            state = (DRAND48_MULTIPLIER * state + DRAND48_INCREMENT) & DRAND48_MASK;
            const double *row = rows + (size_t)((double)state * 0x1p-48 * (double)n) * series;
            for (size_t s = 0; s < series; s++)
                totals[s] += row[s];
        }
        for (size_t s = 0; s < series; s++)
            sums[s * resamples + resample] = totals[s] / divisor;
        status = task_did(task, (n + 1) * series);
    }
    free(rows);
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
