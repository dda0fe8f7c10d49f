/* Clipped skip-bigrams: for two texts, a table of pairs of the tokens that both have.

   A row holds how often each token stands before the row's token, within the gap. Where tokens repeat, as those of
   natural texts do, that is far less work than to list and sort the pairs; blocks of rows bound the memory. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS = LARGE(1 << 16) }; /* of a block; two of them fit a processor's cache */

/* A text without the tokens that the other one lacks. */
typedef struct {
    size_t *places; /* where each token stood */
    int32_t *tokens; /* renumbered from 0 */
    size_t size;
} Common;

typedef struct {
    int32_t *in_model; /* of each token: whether the model has it; -1, or its new number once the peer has it, too */
    Common model, peer;
    size_t kinds;
    uint64_t *window; /* of each token: how often it stands within the gap */
    uint64_t *rows[2];
    size_t block;
} Work;

/* Fills rows [from, to) with the pairs of a text whose second token is the row's. */
static Status fill(const Work *work, const Common *text, int64_t gap, size_t from, size_t to, uint64_t *rows,
                   Task *task)
{
    size_t start = 0; /* of the window */
    Status status = DONE;
    memset(rows, 0, (to - from) * work->kinds * sizeof *rows);
    memset(work->window, 0, work->kinds * sizeof *work->window);
    for (size_t i = 0; i < text->size && status == DONE; i++) {
        while (gap >= 0 && text->places[i] - text->places[start] > (uint64_t)gap + 1)
            work->window[text->tokens[start++]]--;
        size_t token = (size_t)text->tokens[i];
        if (from <= token && token < to) {
            uint64_t *row = rows + (token - from) * work->kinds;
            if (i - start < work->kinds)
                for (size_t before = start; before < i; before++)
                    row[text->tokens[before]]++;
            else
                for (size_t kind = 0; kind < work->kinds; kind++)
                    row[kind] += work->window[kind];
            status = task_tick(task, i - start < work->kinds ? i - start : work->kinds);
        }
        work->window[token]++;
    }
    return status == DONE ? task_tick(task, text->size) : status;
}

static void keep(Common *common, const Text *text, const int32_t *numbers)
{
    common->size = 0;
    for (size_t place = 0; place < text->size; place++) {
        int32_t number = numbers[text->tokens[place]];
        common->places[common->size] = place;
        common->tokens[common->size] = number - 1;
        common->size += number > 0;
    }
}

/* The tokens that both texts have; `numbers` is zero before and after. */
static void restrict_to_common(Work *work, const Text *model, const Text *peer)
{
    int32_t *numbers = work->in_model, kinds = 0;
    for (size_t i = 0; i < model->size; i++)
        numbers[model->tokens[i]] = -1;
    for (size_t i = 0; i < peer->size; i++)
        if (numbers[peer->tokens[i]] < 0)
            numbers[peer->tokens[i]] = ++kinds;
    keep(&work->model, model, numbers);
    keep(&work->peer, peer, numbers);
    for (size_t i = 0; i < model->size; i++)
        numbers[model->tokens[i]] = 0;
    work->kinds = (size_t)kinds;
}

static Status compare(Work *work, int64_t gap, int64_t *hits, Task *task)
{
    Status status = DONE;
    size_t block = work->kinds ? work->block / work->kinds : 1;
    if (!block)
        block = 1;
    *hits = 0;
    for (size_t from = 0; from < work->kinds && status == DONE; from += block) {
        size_t to = from + block < work->kinds ? from + block : work->kinds;
        status = fill(work, &work->model, gap, from, to, work->rows[0], task);
        if (status == DONE)
            status = fill(work, &work->peer, gap, from, to, work->rows[1], task);
        if (status == DONE)
            status = task_tick(task, (to - from) * work->kinds);
        for (size_t cell = 0; cell < (to - from) * work->kinds && status == DONE; cell++) {
            uint64_t ours = work->rows[0][cell], theirs = work->rows[1][cell];
            *hits += (int64_t)(ours < theirs ? ours : theirs);
        }
    }
    return status == DONE ? task_tick(task, 1) : status;
}

static Status compare_all(const Batch *batch, Work *work, int64_t gap, int64_t *hits, Task *task)
{
    Status status = DONE;
    for (size_t peer = 0; peer < batch->peers; peer++)
        for (size_t model = 0; model < batch->models && status == DONE; model++) {
            restrict_to_common(work, &batch->texts[model], &batch->texts[batch->models + peer]);
            task->steps += batch->texts[model].size + batch->texts[batch->models + peer].size;
            status = compare(work, gap, &hits[peer * batch->models + model], task);
        }
    return status;
}

static bool reserve(Common *common, size_t longest)
{
    common->places = unset(longest, sizeof *common->places);
    common->tokens = unset(longest, sizeof *common->tokens);
    return common->places && common->tokens;
}

Status skip_bigram_hits(const Batch *batch, int64_t gap, int64_t *hits, Task *task)
{
    size_t longest = 0;
    for (size_t text = 0; text < batch->models + batch->peers; text++)
        if (batch->texts[text].size > longest)
            longest = batch->texts[text].size;
    Work work = {0};
    size_t kinds = longest < batch->kinds ? longest : batch->kinds; /* at most, in one text */
    work.block = kinds <= CELLS / (kinds ? kinds : 1) ? kinds * kinds : kinds < CELLS ? CELLS : kinds;
    work.in_model = zeroed(batch->kinds, sizeof *work.in_model);
    work.window = unset(kinds, sizeof *work.window);
    work.rows[0] = unset(work.block, sizeof *work.rows[0]);
    work.rows[1] = unset(work.block, sizeof *work.rows[1]);
    bool reserved = reserve(&work.model, longest + 1) & reserve(&work.peer, longest + 1);
    Status status = NO_MEMORY;
    if (reserved && work.in_model && work.window && work.rows[0] && work.rows[1])
        status = compare_all(batch, &work, gap, hits, task);
    free(work.in_model);
    free(work.window);
    free(work.rows[0]);
    free(work.rows[1]);
    free(work.model.places);
    free(work.model.tokens);
    free(work.peer.places);
    free(work.peer.tokens);
    return status;
}
