/* The LCS of ROUGE-L and the weighted one of ROUGE-W, with the original's clipping. */

#include "lattice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a call works with; all sizes are those of the longest sentences. */
typedef struct {
    Lattice lattice;
    Rows rows;
    char *start; /* the state of a lattice before its first row */
    char *marks; /* of the words of all models, behind one another */
    int32_t *in_peer, *left; /* of each token: how often it stands in the peer; how often it may still score */
} Work;

/* Marks what one peer sentence has in common with all sentences of the models. */
static Status mark_all(Work *work, const Batch *batch, const int32_t *peer, size_t width, Task *task)
{
    Lattice *lattice = &work->lattice;
    Status status = DONE;
    lattice_lay_out(lattice, width, work->start);
    lattice->peer = peer;
    for (size_t j = width; j--;) {
        lattice->next[j] = lattice->first[peer[j]];
        lattice->first[peer[j]] = (int32_t)j;
    }
    char *marks = work->marks;
    for (size_t model = 0; model < batch->models; marks += batch->texts[model++].word_count) {
        const Text *text = &batch->texts[model];
        for (size_t sentence = 0, from = 0; sentence < text->sentences && status == DONE;
             from = text->ends[sentence++]) {
            size_t to = text->ends[sentence], i = from;
            while (i < to && lattice->first[text->words[i]] == ABSENT)
                i++;
            status = task_tick(task, i - from + 1);
            if (status == DONE && i < to)
                status = lattice_mark(lattice, text->words + from, to - from, work->start, &work->rows, marks + from,
                                      task);
        }
    }
    for (size_t j = 0; j < width; j++)
        lattice->first[peer[j]] = ABSENT;
    return status == DONE ? task_tick(task, width + batch->models) : status;
}

/* What the marks of a model score: no token more often than it stands in both texts. */
static double hit(Work *work, const Text *model, const char *marks)
{
    double hit = 0;
    for (size_t i = 0; i < model->size; i++)
        if (work->left[model->tokens[i]] < work->in_peer[model->tokens[i]])
            work->left[model->tokens[i]]++;
    for (size_t sentence = 0, from = 0; sentence < model->sentences; from = model->ends[sentence++]) {
        size_t run = 0;
        for (size_t i = from; i < model->ends[sentence]; i++) {
            if (!marks[i] || work->left[model->words[i]] == 0)
                continue;
            work->left[model->words[i]]--;
            run++;
            /* Deliberate: a run whose last mark is clipped is not closed there; it goes on in the next mark
               that scores and is lost at the end of the sentence. */
            if (work->lattice.weights && (i + 1 == model->ends[sentence] || !marks[i + 1])) {
                hit += work->lattice.weights[run];
                run = 0;
            }
        }
        if (!work->lattice.weights)
            hit += (double)run;
    }
    for (size_t i = 0; i < model->size; i++)
        work->left[model->tokens[i]] = 0;
    return hit;
}

/* All models with one peer. */
static Status compare(Work *work, const Batch *batch, const Text *peer, size_t all_words, double *hits, Task *task)
{
    Status status = DONE;
    memset(work->marks, 0, all_words);
    for (size_t sentence = 0, from = 0; sentence < peer->sentences && status == DONE; from = peer->ends[sentence++])
        if (peer->ends[sentence] > from)
            status = mark_all(work, batch, peer->words + from, peer->ends[sentence] - from, task);
    for (size_t i = 0; i < peer->size; i++)
        work->in_peer[peer->tokens[i]]++;
    const char *marks = work->marks;
    for (size_t model = 0; model < batch->models && status == DONE; marks += batch->texts[model++].word_count) {
        hits[model] = hit(work, &batch->texts[model], marks);
        status = task_tick(task, batch->texts[model].size + batch->texts[model].word_count + 1);
    }
    for (size_t i = 0; i < peer->size; i++)
        work->in_peer[peer->tokens[i]] = 0;
    return status == DONE ? task_tick(task, peer->size + 1) : status;
}

static size_t longest_sentence(const Text *texts, size_t count)
{
    size_t longest = 0;
    for (size_t text = 0; text < count; text++)
        for (size_t sentence = 0, from = 0; sentence < texts[text].sentences; from = texts[text].ends[sentence++])
            if (texts[text].ends[sentence] - from > longest)
                longest = texts[text].ends[sentence] - from;
    return longest;
}

static bool reserve(Work *work, const Batch *batch, size_t width, size_t all_words)
{
    Lattice *lattice = &work->lattice;
    size_t cell = lattice->weights ? sizeof *lattice->cells + sizeof *lattice->matched + sizeof *lattice->run : 1;
    size_t state_size = (width + BITS) * cell; /* one word of bits, or one cell and a flag, more than the width */
    lattice->first = unset(batch->kinds, sizeof *lattice->first);
    lattice->next = unset(width, sizeof *lattice->next);
    lattice->match = zeroed(width / BITS + 1, sizeof *lattice->match);
    lattice->matches = unset(lattice->weights ? width : 0, sizeof *lattice->matches);
    lattice->state = unset(width + BITS, cell);
    work->start = unset(state_size, 1);
    work->marks = unset(all_words, 1);
    work->in_peer = zeroed(batch->kinds, sizeof *work->in_peer);
    work->left = zeroed(batch->kinds, sizeof *work->left);
    for (size_t kind = 0; lattice->first && kind < batch->kinds; kind++)
        lattice->first[kind] = ABSENT;
    return lattice->first && lattice->next && lattice->match && lattice->matches && lattice->state && work->start &&
           work->marks && work->in_peer && work->left;
}

static void release(Work *work)
{
    free(work->lattice.first);
    free(work->lattice.next);
    free(work->lattice.match);
    free(work->lattice.matches);
    free(work->lattice.state);
    free(work->start);
    free(work->marks);
    free(work->in_peer);
    free(work->left);
    free(work->rows.left);
    free(work->rows.positions);
    free(work->rows.states);
}

Status lcs_hits(const Batch *batch, const double *weights, size_t weight_count, double *hits, Task *task)
{
    Work work = {0};
    size_t all_words = 0;
    for (size_t model = 0; model < batch->models; model++)
        all_words += batch->texts[model].word_count;
    work.lattice.weights = weights;
    work.lattice.finite = weights && isfinite(weights[weight_count - 1]);
    size_t width = longest_sentence(batch->texts + batch->models, batch->peers);
    Status status = reserve(&work, batch, width, all_words) ? DONE : NO_MEMORY;
    for (size_t peer = 0; peer < batch->peers && status == DONE; peer++)
        status = compare(&work, batch, &batch->texts[batch->models + peer], all_words, hits + peer * batch->models,
                         task);
    release(&work);
    return status;
}
