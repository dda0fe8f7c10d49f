/* Batches of texts to columns of counts and figures. */

#include "counting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Workspace *workspace_new(const WordTable *words)
{
    Workspace *workspace = zeroed(1, sizeof *workspace);
    if (!workspace)
        return NULL;
    workspace->reader.table = &workspace->table;
    workspace->reader.tokens = &workspace->tokens;
    workspace->reader.ends = &workspace->ends;
    workspace->pieces.reader = &workspace->reader;
    workspace->grams = grams_new();
    workspace->skips = skip_new();
    workspace->lcs = lcs_new();
    if (table_copy(&workspace->table, words) == DONE && workspace->grams && workspace->skips && workspace->lcs)
        return workspace;
    workspace_free(workspace);
    return NULL;
}

void workspace_free(Workspace *workspace)
{
    table_free(&workspace->table);
    free(workspace->reader.letters);
    pieces_free(&workspace->pieces);
    free(workspace->tokens.numbers);
    free(workspace->ends.numbers);
    free(workspace->places);
    free(workspace->numbers);
    free(workspace->documents);
    free(workspace->slots);
    free(workspace->hits);
    free(workspace->real_hits);
    free(workspace->figures);
    free(workspace->weights);
    grams_free(workspace->grams);
    skip_free(workspace->skips);
    lcs_free(workspace->lcs);
    free(workspace);
}

/* Return the length of the longest sequence of the models' words: a sentence or, in the ROUGE-W of the paper, a text. */
static size_t longest_sequence(const Measure *measure, const Texts *texts)
{
    size_t longest = 0;
    for (size_t m = 0; m < texts->model_count; m++) {
        const Document *model = &texts->models[m];
        if (measure->kind == WEIGHTED_LENGTH && model->size > longest)
            longest = model->size;
        for (size_t s = 0, from = 0; measure->kind == WEIGHTED_LCS && s < model->sentences; from = end_of(model, s++))
            if (end_of(model, s) - from > longest)
                longest = end_of(model, s) - from;
    }
    return longest;
}

/* Make the weights of runs of 0, 1, 2 … up to the longest that there may be. */
static Status make_weights(Workspace *workspace, const Measure *measure, const Texts *texts)
{
    size_t longest = longest_sequence(measure, texts);
    if (workspace->weight != measure->weight)
        workspace->weight_count = 0;
    workspace->weight = measure->weight;
    if (!reserve((void **)&workspace->weights, &workspace->weight_room, longest + 2, sizeof *workspace->weights))
        return NO_MEMORY;
    for (; workspace->weight_count < longest + 2; workspace->weight_count++)
        workspace->weights[workspace->weight_count] = pow((double)workspace->weight_count, measure->weight);
    return DONE;
}

/* Count the hits of a measure. Whole numbers go to the workspace's hits, others to its real hits. */
static Status count_hits(Workspace *workspace, const Measure *measure, const Texts *texts, Task *task)
{
    size_t cells = texts->model_count * texts->peer_count;
    if (!reserve((void **)&workspace->hits, &workspace->hit_room, 2 * cells, sizeof *workspace->hits) ||
        !reserve((void **)&workspace->real_hits, &workspace->real_hit_room, cells, sizeof *workspace->real_hits))
        return NO_MEMORY;
    const Measure *last = workspace->counted;
    Status status = DONE;
    workspace->counted = measure;
    switch (measure->kind) {
    case NGRAMS:
        return ngram_hits(workspace->grams, texts, (size_t)measure->number, workspace->hits, task);
    case SKIP_BIGRAMS:
        /* ROUGE-SU goes on from the hits of ROUGE-S where that was the measure before it. */
        if (!last || last->kind != SKIP_BIGRAMS || last->number != measure->number || last->unigrams)
            status = skip_bigram_hits(workspace->skips, texts, measure->number, workspace->hits, task);
        if (status == DONE && measure->unigrams)
            status = add_unigram_hits(workspace->grams, texts, workspace->hits, task);
        return status;
    case LCS:
        status = lcs_hits(workspace->lcs, texts, NULL, workspace->real_hits, task);
        for (size_t cell = 0; cell < cells && status == DONE; cell++)
            workspace->hits[cell] = (int64_t)workspace->real_hits[cell];
        return status;
    case WEIGHTED_LCS:
        status = make_weights(workspace, measure, texts);
        return status == DONE ? lcs_hits(workspace->lcs, texts, workspace->weights, workspace->real_hits, task) : status;
    case LONGEST_LCS:
        return longest_lcs_hits(workspace->lcs, texts, workspace->hits, workspace->hits + cells, task);
    case WEIGHTED_LENGTH:
        status = make_weights(workspace, measure, texts);
        return status == DONE ? weighted_lengths(workspace->lcs, texts, workspace->weights, workspace->real_hits, task)
                              : status;
    }
    return status;
}

/* Count a measure, and write its columns. */
static Status count_measure(Workspace *workspace, const Plan *plan, const Measure *measure, const Texts *texts,
                            const Evaluation *evaluation, char *columns, size_t rows, Task *task)
{
    Status status = count_hits(workspace, measure, texts, task);
    if (status == DONE && is_inexact(measure, workspace, texts))
        return INEXACT;
    return status == DONE ? write_rows(workspace, plan, measure, texts, evaluation->rows, columns, rows, task) : status;
}

/* Return whether two measures count the same tokens. */
static bool tokens_are_alike(const Plan *plan, const Measure *one, const Measure *other)
{
    const Reading *readings = plan->readings;
    return readings[one->model_reading].first_alike == readings[other->model_reading].first_alike &&
           readings[one->peer_reading].first_alike == readings[other->peer_reading].first_alike;
}

/* Count an evaluation. Measures of the same tokens, one behind the other, share the texts. */
static Status count_evaluation(Workspace *workspace, const Plan *plan, const Evaluation *evaluation, char *block,
                               size_t rows, Task *task)
{
    Texts texts;
    Status status = DONE;
    size_t columns = 0;
    for (size_t i = 0; i < plan->measure_count && status == DONE; i++) {
        const Measure *measure = &plan->measures[i], *before = i ? measure - 1 : NULL;
        if (!before || !tokens_are_alike(plan, before, measure)) {
            status = make_texts(workspace, plan, evaluation, measure, &texts, task);
            grams_begin(workspace->grams);
            workspace->counted = NULL;
        }
        if (status == DONE) {
            set_sentences(workspace, plan, evaluation, measure);
            status = count_measure(workspace, plan, measure, &texts, evaluation, block + columns * rows * 8, rows, task);
            columns += count_columns(measure) + 3;
        }
    }
    return status;
}

Status count_batch(Workspace *workspace, const Plan *plan, const Batch *batch, char *block, char *traits, Task *task)
{
    workspace->reader.lowers_unicode = plan->lowers_unicode;
    workspace->pieces.cutting = plan->cutting;
    workspace->pieces.plain_ascii = plan->plain_ascii;
    workspace->pieces.max_tokens = plan->max_tokens;
    Status status = read_batch_texts(workspace, plan, batch, traits, task);
    size_t model = 0, peer = 0;
    for (size_t e = 0; e < batch->evaluations && status == DONE; e++) {
        size_t model_end = (size_t)batch->model_ends[e], peer_end = (size_t)batch->peer_ends[e];
        Evaluation evaluation = {batch->models + model, batch->peers + peer, batch->rows + peer, model_end - model,
                                 peer_end - peer};
        status = count_evaluation(workspace, plan, &evaluation, block, batch->row_count, task);
        model = model_end;
        peer = peer_end;
    }
    return status;
}
