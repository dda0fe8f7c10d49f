/* The hits of a measure to rows of counts and figures, with several models put together. */

#include "workspace.h"

#include <stdio.h>

/* The counts of a peer with a model, or with all models, followed by recall, precision and F. */
typedef struct {
    double values[COLUMNS];
} Row;

enum { MODEL, PEER, HIT, PEER_HIT, FIGURES };

static bool has_weights(const Measure *measure)
{
    return measure->kind == WEIGHTED_LCS || measure->kind == WEIGHTED_LENGTH;
}

/* Return the base whose power by the weight is the units of a model: the sum of the weights of its sentences or,
   in the ROUGE-W of the paper, its words. */
static double base_of(const Workspace *workspace, const Document *model)
{
    double base = 0;
    if (workspace->measure->kind == WEIGHTED_LENGTH)
        return (double)model->size;
    for (size_t s = 0, from = 0; s < model->sentences; from = end_of(model, s++))
        base += workspace->weights.items[end_of(model, s) - from];
    return base;
}

/* Return the units of a document. */
static double units_of(const Workspace *workspace, const Document *document, bool is_model)
{
    const Measure *measure = workspace->measure;
    int64_t size = (int64_t)document->size, reach;
    switch (measure->kind) {
    case NGRAMS:
        return size < measure->number ? 0 : (double)(size - measure->number + 1);
    case SIGNED_NGRAMS:
        return (double)(size - measure->number + 1);
    case SKIP_BIGRAMS:
        reach = measure->number < 0 || measure->number >= size - 1 ? size - 1 : measure->number + 1;
        if (reach <= 0)
            return 0;
        return (double)(reach * size - reach * (reach + 1) / 2 + (measure->unigrams ? size - 1 : 0));
    case WEIGHTED_LCS:
    case WEIGHTED_LENGTH:
        return pow(is_model ? base_of(workspace, document) : (double)size, measure->weight);
    case LONGEST_LCS:
        return (double)document->word_count;
    case DISTINCT_NGRAMS:
    case DISTINCT_LCS:
        return workspace->kinds.items[document - workspace->documents.items];
    case LENGTH:
    case SENTENCES:
        return is_model ? (double)size : 1;
    default:
        return (double)(is_model && measure->kind <= LCS_OF_PAIRS ? document->word_count : document->size);
    }
}

static Row counts_of(const Workspace *workspace, size_t p, size_t m)
{
    const Kind kind = workspace->measure->kind;
    const Texts *texts = &workspace->texts;
    const size_t cell = p * texts->model_count + m;
    const double hit = workspace->hits.items[cell];
    const double second = workspace->hits.items[texts->model_count * texts->peer_count + cell];
    return (Row){{units_of(workspace, &texts->models[m], true),
                  counts_novelty(kind) ? second : units_of(workspace, &texts->peers[p], false), hit,
                  kind == LONGEST_LCS ? second : hit}};
}

/* Return the value rounded to five decimals, as decimal arithmetic does; halves go to the even digit. */
static double rounded(double value)
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
        fraction = distance < 0 || (distance == 0 && fmod(floored, 2) == 0) ? 0 : 1;
    }
    /* Both are whole numbers that doubles hold, so the quotient is the double nearest to the decimal number. */
    return copysign((floored + (fraction < 0.5 ? 0 : 1)) / 1e5, value);
}

static double ratio(const Measure *measure, double hit, double units)
{
    if (units == 0)
        return 0;
    return measure->weight != 1 ? pow(hit / units, 1 / measure->weight) : hit / units;
}

/* Return the weighted harmonic mean, `alpha` being the weight of precision; 0 where it is undefined. Where `alpha` is
   not a number, it is 1/(1+β²) with precision / recall for β. */
static double f_measure(double recall, double precision, double alpha)
{
    if (isnan(alpha)) {
        double beta = recall != 0 ? precision / recall : INFINITY;
        alpha = 1 / (1 + beta * beta);
    }
    double denominator = (1 - alpha) * precision + alpha * recall;
    return fabs(denominator) > 0 ? precision * recall / denominator : 0;
}

/* Write the figures of a row's counts. */
static void set_figures(const Workspace *workspace, Row *row)
{
    const Plan *plan = workspace->plan;
    const Measure *measure = workspace->measure;
    const double *counts = row->values;
    double recall = ratio(measure, counts[HIT], counts[MODEL]), f;
    double precision = ratio(measure, counts[PEER_HIT], counts[PEER]);
    const double weighed = recall + plan->alpha * precision; /* alpha is β² with SQUARED_BETA */
    if (measure->kind == LONGEST_LCS)
        f = counts[MODEL] + counts[PEER] != 0 ? (counts[HIT] + counts[PEER_HIT]) / (counts[MODEL] + counts[PEER]) : 0;
    else if (plan->rounding == SMOOTHED)
        f = 2 * (precision * recall / (precision + recall + 1e-8));
    else if (plan->rounding == SQUARED_BETA)
        f = weighed != 0 ? (1 + plan->alpha) * precision * recall / weighed : 0;
    else if (measure->kind == WEIGHTED_LENGTH || plan->rounding != DECIMALS)
        f = f_measure(recall, precision, plan->alpha);
    else /* ROUGE-1.5.5 quirk: F is made of rounded figures. */
        f = f_measure(rounded(recall), rounded(precision), plan->alpha);
    if (plan->rounding == PRECISION)
        recall = f = precision;
    double *figures = row->values + FIGURES;
    figures[0] = recall;
    figures[1] = precision;
    figures[2] = f;
    for (size_t i = 0; i < COLUMNS - FIGURES; i++)
        if (plan->rounding == DECIMALS)
            figures[i] = rounded(figures[i]);
        else if (plan->rounding == FLOATS)
            figures[i] = (float)figures[i];
}

/* Return the figure by which a model is chosen, as `best_model` of kernel/python/rouge.py has it. */
static double choosing_figure(const Workspace *workspace, const Document *model, Row *row)
{
    const Measure *measure = workspace->measure;
    if (workspace->plan->combination == BEST_F) {
        set_figures(workspace, row);
        return row->values[FIGURES + 2];
    }
    if (workspace->plan->combination == HIGHEST_RECALL)
        return row->values[MODEL] == 0 ? 0 : row->values[HIT] / row->values[MODEL];
    /* ROUGE-1.5.5 quirk: in ROUGE-W the power is applied to the model only once. */
    const double units = measure->kind == WEIGHTED_LCS ? base_of(workspace, model) : row->values[MODEL];
    const double recall = ratio(measure, row->values[HIT], units);
    /* ROUGE-1.5.5 quirk: only n-grams and skip-bigrams round the recall that chooses the best model. */
    return measure->kind == LCS || measure->kind == LONGEST_LCS || has_weights(measure) ? recall : rounded(recall);
}

/* Take the counts of a model, or of the peer, where their ratio is the highest. */
static void take_higher_side(const Workspace *workspace, Row *row, const Row *with_model, size_t side, double *highest)
{
    const double figure = ratio(workspace->measure, with_model->values[side + HIT], with_model->values[side]);
    if (figure > *highest) {
        *highest = figure;
        row->values[side] = with_model->values[side];
        row->values[side + HIT] = with_model->values[side + HIT];
    }
}

/* Return the row of a peer with the models [from, to). Of equal models the first is the best. */
static Row row_of(const Workspace *workspace, size_t peer, size_t from, size_t to)
{
    Row row = {{0}};
    double highest = -INFINITY, precision = -INFINITY; /* F is below 0 where alpha is. */
    for (size_t m = from; m < to; m++) {
        Row with_model = counts_of(workspace, peer, m);
        if (workspace->plan->combination == POOLED) {
            for (size_t i = MODEL; i < COUNTS; i++)
                row.values[i] += with_model.values[i];
            continue;
        }
        if (workspace->plan->combination == BEST_OF_EACH) {
            take_higher_side(workspace, &row, &with_model, MODEL, &highest);
            take_higher_side(workspace, &row, &with_model, PEER, &precision);
            continue;
        }
        const double figure = choosing_figure(workspace, &workspace->texts.models[m], &with_model);
        if (figure > highest) {
            highest = figure;
            row = with_model;
        }
    }
    set_figures(workspace, &row);
    return row;
}

double figure_with(const Workspace *workspace, size_t peer, size_t from, size_t to, size_t figure)
{
    return row_of(workspace, peer, from, to).values[FIGURES + figure];
}

void write_rows(const Workspace *workspace, char *columns, size_t rows)
{
    for (size_t p = 0; p < workspace->texts.peer_count; p++) {
        const Row row = row_of(workspace, p, 0, workspace->texts.model_count);
        char *cell = columns + 8 * (workspace->evaluation.row + p);
        for (size_t i = 0; i < COLUMNS; i++, cell += 8 * rows)
            if (i < COUNTS && !has_weights(workspace->measure))
                memcpy(cell, &(int64_t){(int64_t)row.values[i]}, 8);
            else
                memcpy(cell, &row.values[i], 8);
    }
}
