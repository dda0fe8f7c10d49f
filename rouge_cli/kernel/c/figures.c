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

double f_measure(double recall, double precision, double alpha)
{
    if (isnan(alpha)) {
        double beta = recall != 0 ? precision / recall : INFINITY;
        alpha = 1 / (1 + beta * beta);
    }
    double denominator = (1 - alpha) * precision + alpha * recall;
    return denominator > 0 ? precision * recall / denominator : 0;
}
