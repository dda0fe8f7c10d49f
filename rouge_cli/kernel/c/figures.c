/* Figures of counts. */

#include "workspace.h"

#include <stdio.h>

double rounded(double value)
{
    /* The scaled value is off by less than one part in 2**52. Where it is nearer to a half than that, the sign of the
       exact distance decides, which a fused operation gives: it rounds once. */
    double scaled = value * 1e5, floored = floor(scaled), fraction = scaled - floored;
    if (!(fabs(scaled) < 1e9)) { /* This is seldom asked for, so the library's slow way will do. */
        char text[400];
        if (!isfinite(value))
            return value;
        snprintf(text, sizeof text, "%.5f", value);
        return strtod(text, NULL);
    }
    if (fabs(fraction - 0.5) < 1e-6) {
        double distance = fma(value, 1e5, -(floored + 0.5));
        if (distance == 0)
            fraction = fmod(floored, 2) == 0 ? 0 : 1;
        else
            fraction = distance < 0 ? 0 : 1;
    }
    /* Both are whole numbers that doubles hold, so the quotient is the double nearest to the decimal number. */
    return (floored + (fraction < 0.5 ? 0 : 1)) / 1e5;
}

/* Floats are added up in lanes, as processors add eight at once, and these in rounds of four: each round to sums that are
   moved to the next level after 16 rounds, and these after 16 moves, and so on, so that small values are not lost in
   large sums. */
enum { LANES = 8, WAYS = 4, LEVELS = 4, ROUNDS = 16 };

/* Add up `count` rows of so many lanes each. */
static void add_rows(const float *values, size_t count, size_t lanes, float sums[LANES])
{
    float levels[LEVELS][WAYS][LANES] = {{{0}}};
    size_t rounds = count / WAYS;
    for (size_t round = 0; round < rounds;) {
        for (size_t way = 0; way < WAYS; way++)
            for (size_t lane = 0; lane < lanes; lane++)
                levels[0][way][lane] += values[(round * WAYS + way) * lanes + lane];
        round++;
        for (size_t level = 1, step = ROUNDS; level < LEVELS && round % step == 0; level++, step *= ROUNDS)
            for (size_t way = 0; way < WAYS; way++)
                for (size_t lane = 0; lane < lanes; lane++) {
                    levels[level][way][lane] += levels[level - 1][way][lane];
                    levels[level - 1][way][lane] = 0;
                }
    }
    for (size_t lane = 0; lane < lanes; lane++) {
        float *ways[WAYS];
        for (size_t way = 0; way < WAYS; way++) {
            ways[way] = &levels[0][way][lane];
            for (size_t level = 1; level < LEVELS; level++)
                *ways[way] += levels[level][way][lane];
        }
        for (size_t row = rounds * WAYS; row < count; row++)
            *ways[0] += values[row * lanes + lane];
        sums[lane] = *ways[0];
        for (size_t way = 1; way < WAYS; way++)
            sums[lane] += *ways[way];
    }
}

float mean_of_floats(const float *values, size_t count)
{
    float sums[LANES], sum = 0;
    if (count < LANES) {
        add_rows(values, count, 1, sums);
        return sums[0] / (float)count;
    }
    size_t rows = count / LANES;
    add_rows(values, rows, LANES, sums);
    for (size_t i = rows * LANES; i < count; i++)
        sum += values[i];
    for (size_t lane = 0; lane < LANES; lane++)
        sum += sums[lane];
    return sum / (float)count;
}

double f_measure(double recall, double precision, double alpha)
{
    if (isnan(alpha)) {
        double beta = recall != 0 ? precision / recall : INFINITY;
        alpha = 1 / (1 + beta * beta);
    }
    double denominator = (1 - alpha) * precision + alpha * recall;
    return denominator > 0 ? precision * recall / denominator : 0;
}
