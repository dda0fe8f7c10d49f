/* Clipped skip-bigrams: for two documents, a table of pairs of the tokens that both have.

   A row holds how often each token stands before the row's token, within the gap. Tokens of natural texts repeat,
   so that takes far less work than to list and sort the pairs. The table is made in blocks of rows to bound its
   memory. */

#include "hits.h"

enum { CELLS_OF_A_BLOCK = LARGE(1 << 16) }; /* Two such blocks fit into a processor's second cache. */

/* Fill rows [from, to) with the pairs of a document whose second token is the row's. */
static Status count_pairs(const SkipMemory *memory, const CommonTokens *document, int64_t gap, size_t from, size_t to,
                          uint64_t *rows, Task *task)
{
    const size_t kinds = memory->kinds;
    const int32_t *tokens = document->tokens.items;
    const size_t *places = document->places.items;
    uint64_t *window = memory->window.items;
    size_t start = 0 /* of the window */, work = document->size;
    memset(rows, 0, (to - from) * kinds * sizeof *rows);
    memset(window, 0, kinds * sizeof *window);
    for (size_t i = 0; i < document->size; i++) {
        while (gap >= 0 && places[i] - places[start] > (uint64_t)gap + 1)
            window[tokens[start++]]--;
        size_t token = (size_t)tokens[i];
        if (from <= token && token < to) {
            uint64_t *row = rows + (token - from) * kinds;
            if (i - start < kinds) /* Fewer tokens stand before this one than there are kinds. */
                for (size_t before = start; before < i; before++)
                    row[tokens[before]]++;
            else
                for (size_t kind = 0; kind < kinds; kind++)
                    row[kind] += window[kind];
            work += i - start < kinds ? i - start : kinds;
        }
        window[token]++;
    }
    return task_did(task, work);
}

/* Keep the tokens of a document that both documents have. */
static void keep_common(CommonTokens *common, const Document *document, const int32_t *numbers)
{
    common->size = 0;
    for (size_t place = 0; place < document->size; place++) {
        int32_t number = numbers[document->tokens[place]];
        /* Written in any case and kept by the size alone, because a branch would often be mispredicted. */
        common->places.items[common->size] = place;
        common->tokens.items[common->size] = number - 1;
        common->size += number > 0;
    }
}

/* Find the tokens that both documents have; all numbers are zero before and after. */
static void find_common(SkipMemory *memory, const Document *model, const Document *peer)
{
    int32_t *numbers = memory->numbers.items, kinds = 0;
    for (size_t i = 0; i < model->size; i++)
        numbers[model->tokens[i]] = -1;
    for (size_t i = 0; i < peer->size; i++)
        if (numbers[peer->tokens[i]] < 0)
            numbers[peer->tokens[i]] = ++kinds;
    keep_common(&memory->model, model, numbers);
    keep_common(&memory->peer, peer, numbers);
    for (size_t i = 0; i < model->size; i++)
        numbers[model->tokens[i]] = 0;
    memory->kinds = (size_t)kinds;
}

static Status count_shared_pairs(SkipMemory *memory, int64_t gap, int64_t *hits, Task *task)
{
    uint64_t *of_model = memory->rows[0].items, *of_peer = memory->rows[1].items;
    *hits = 0;
    for (size_t from = 0, to; from < memory->kinds; from = to) {
        size_t rows = memory->cells / memory->kinds; /* at least one: there are never more kinds than cells */
        to = memory->kinds - from < rows ? memory->kinds : from + rows;
        TRY(count_pairs(memory, &memory->model, gap, from, to, of_model, task));
        TRY(count_pairs(memory, &memory->peer, gap, from, to, of_peer, task));
        for (size_t cell = 0; cell < (to - from) * memory->kinds; cell++)
            *hits += (int64_t)(of_model[cell] < of_peer[cell] ? of_model[cell] : of_peer[cell]);
    }
    return DONE;
}

static bool reserve_common(CommonTokens *common, size_t longest)
{
    /* One more than there are tokens: a token that is not kept is written, too. */
    return RESERVE(common->places, longest + 1) && RESERVE(common->tokens, longest + 1);
}

Status skip_bigram_hits(SkipMemory *memory, const Texts *texts, int64_t gap, int64_t *hits, Task *task)
{
    const size_t of_models = longest_document(texts->models, texts->model_count);
    const size_t of_peers = longest_document(texts->peers, texts->peer_count);
    const size_t longest = of_models < of_peers ? of_peers : of_models;
    const size_t kinds = longest < texts->kinds ? longest : texts->kinds; /* the most that one document can have */
    /* A block holds the whole table if that fits, and at least one row. The square of more kinds need not fit. */
    memory->cells = kinds >= CELLS_OF_A_BLOCK             ? kinds
                    : kinds * kinds < CELLS_OF_A_BLOCK ? kinds * kinds
                                                       : CELLS_OF_A_BLOCK;
    if (!RESERVE(memory->numbers, texts->kinds) || !RESERVE(memory->window, kinds) ||
        !RESERVE(memory->rows[0], memory->cells) || !RESERVE(memory->rows[1], memory->cells) ||
        !reserve_common(&memory->model, longest) || !reserve_common(&memory->peer, longest))
        return NO_MEMORY;
    for (size_t p = 0; p < texts->peer_count; p++)
        for (size_t m = 0; m < texts->model_count; m++) {
            find_common(memory, &texts->models[m], &texts->peers[p]);
            TRY(count_shared_pairs(memory, gap, &hits[p * texts->model_count + m], task));
            TRY(task_did(task, texts->models[m].size + texts->peers[p].size));
        }
    return DONE;
}
