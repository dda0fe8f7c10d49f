/* The hits of a measure to rows of counts and figures, with several models put together. */

#include "workspace.h"

/* The units of a document in a measure that counts whole numbers. */
static int64_t units_of(const Workspace *workspace, const Document *document, bool is_model)
{
    const Measure *measure = workspace->measure;
    int64_t size = (int64_t)document->size, reach;
    switch (measure->kind) {
    case NGRAMS:
        return size < measure->number ? 0 : size - measure->number + 1;
    case SKIP_BIGRAMS:
        reach = measure->number < 0 || measure->number >= size - 1 ? size - 1 : measure->number + 1;
        if (reach <= 0)
            return 0;
        return reach * size - reach * (reach + 1) / 2 + (measure->unigrams ? size - 1 : 0);
    case LONGEST_LCS:
        return (int64_t)document->word_count;
    case DISTINCT_NGRAMS:
    case DISTINCT_LCS:
        return workspace->kinds.items[document - workspace->documents.items];
    case LENGTH:
    case SENTENCES:
        return is_model ? size : 1;
    default:
        return is_model && measure->kind <= WEIGHTED_LENGTH ? (int64_t)document->word_count : size;
    }
}

/* The counts of a peer with a model, or with all of them; in `real` where they are no whole numbers. */
typedef union {
    int64_t whole[COUNTS];
    double real[COUNTS];
} Counts;

enum { MODEL, PEER, HIT, PEER_HIT };

static bool counts_doubles(const Measure *measure)
{
    return measure->kind == WEIGHTED_LCS || measure->kind == WEIGHTED_LENGTH;
}

static double as_double(const Measure *measure, const Counts *counts, size_t i)
{
    return counts_doubles(measure) ? counts->real[i] : (double)counts->whole[i];
}

static double ratio(const Measure *measure, double hit, double units)
{
    if (units == 0)
        return 0;
    return counts_doubles(measure) ? pow(hit / units, 1 / measure->weight) : hit / units;
}

/* Return what is raised to the power of the weight to make a model's units: the sum of the weights of its sentences or,
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

static Counts counts_of(const Workspace *workspace, size_t p, size_t m)
{
    const Measure *measure = workspace->measure;
    const Texts *texts = &workspace->texts;
    const Document *model = &texts->models[m], *peer = &texts->peers[p];
    const size_t cell = p * texts->model_count + m;
    if (counts_doubles(measure)) {
        const double hit = workspace->real_hits.items[cell];
        return (Counts){.real = {pow(base_of(workspace, model), measure->weight), pow((double)peer->size, measure->weight),
                                 hit, hit}};
    }
    const int64_t *hits = workspace->hits.items, second = hits[texts->model_count * texts->peer_count + cell];
    return (Counts){.whole = {units_of(workspace, model, true),
                              counts_novelty(measure->kind) ? second : units_of(workspace, peer, false), hits[cell],
                              measure->kind == LONGEST_LCS ? second : hits[cell]}};
}

typedef struct {
    double recall, precision, f;
} Figures;

static Figures figures_of(const Workspace *workspace, const Counts *counts)
{
    const Plan *plan = workspace->plan;
    const Measure *measure = workspace->measure;
    const double model = as_double(measure, counts, MODEL), peer = as_double(measure, counts, PEER);
    const double hit = as_double(measure, counts, HIT), peer_hit = as_double(measure, counts, PEER_HIT);
    const double recall = ratio(measure, hit, model), precision = ratio(measure, peer_hit, peer);
    double f;
    if (measure->kind == LONGEST_LCS)
        f = ratio(measure, hit + peer_hit, model + peer);
    else if (plan->rounding == SMOOTHED)
        f = 2 * (precision * recall / (precision + recall + 1e-8));
    else if (measure->kind == WEIGHTED_LENGTH || plan->rounding != DECIMALS)
        f = f_measure(recall, precision, plan->alpha);
    else /* ROUGE-1.5.5 quirk: F is made of rounded figures. */
        f = f_measure(rounded(recall), rounded(precision), plan->alpha);
    switch (plan->rounding) {
    case PRECISION:
        return (Figures){precision, precision, precision};
    case DECIMALS:
        return (Figures){rounded(recall), rounded(precision), rounded(f)};
    case FLOATS:
        return (Figures){(float)recall, (float)precision, (float)f};
    default:
        return (Figures){recall, precision, f};
    }
}

/* Return the figure by which a model is chosen. */
static double choosing_figure(const Workspace *workspace, const Document *model, const Counts *counts)
{
    const Measure *measure = workspace->measure;
    const double units = as_double(measure, counts, MODEL), hit = as_double(measure, counts, HIT);
    if (workspace->plan->combination == BEST_F)
        return figures_of(workspace, counts).f;
    switch (measure->kind) {
    case WEIGHTED_LCS: /* ROUGE-1.5.5 quirk: it is not rounded, and the power is applied to the model only once. */
        return ratio(measure, hit, base_of(workspace, model));
    case WEIGHTED_LENGTH:
    case LCS:
    case LONGEST_LCS:
        return ratio(measure, hit, units);
    default: /* ROUGE-1.5.5 quirk: only n-grams and skip-bigrams round the recall that chooses the best model. */
        return rounded(ratio(measure, hit, units));
    }
}

/* Combine the counts of a peer with the models [from, to). Of equal models the first is the best. */
static Counts combine(const Workspace *workspace, size_t peer, size_t from, size_t to)
{
    const bool adds = workspace->plan->combination == POOLED;
    Counts combined = {.whole = {0}}; /* As doubles these are zero, too. */
    double highest = -1, figure = 0;
    for (size_t m = from; m < to; m++) {
        const Counts counts = counts_of(workspace, peer, m);
        if (adds && m > from) {
            for (size_t i = MODEL; i <= PEER_HIT; i++)
                if (counts_doubles(workspace->measure))
                    combined.real[i] += counts.real[i];
                else
                    combined.whole[i] += counts.whole[i];
        } else if (adds || (figure = choosing_figure(workspace, &workspace->texts.models[m], &counts)) > highest) {
            highest = figure;
            combined = counts;
        }
    }
    return combined;
}

double figure_with(const Workspace *workspace, size_t peer, size_t from, size_t to, size_t figure)
{
    const Counts counts = combine(workspace, peer, from, to);
    const Figures figures = figures_of(workspace, &counts);
    return figure == 0 ? figures.recall : figure == 1 ? figures.precision : figures.f;
}

void write_rows(const Workspace *workspace, char *columns, size_t rows)
{
    for (size_t p = 0; p < workspace->texts.peer_count; p++) {
        const Counts counts = combine(workspace, p, 0, workspace->texts.model_count);
        const Figures figures = figures_of(workspace, &counts);
        char *row = columns + 8 * (workspace->evaluation.row + p);
        for (size_t i = 0; i < COUNTS; i++)
            memcpy(row + 8 * i * rows, (const char *)&counts + 8 * i, 8);
        for (size_t i = COUNTS; i < COLUMNS; i++)
            memcpy(row + 8 * i * rows, (const char *)&figures + 8 * (i - COUNTS), 8);
    }
}
