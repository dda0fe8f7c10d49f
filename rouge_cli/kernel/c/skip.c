/* Clipped skip-bigrams: for two documents, a table of pairs of the tokens that both have.

   A row holds how often each token stands before the row's token, within the gap. Tokens of natural texts repeat,
   so that takes far less work than to list and sort the pairs. The table is made in blocks of rows to bound its
   memory. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_OF_A_BLOCK = LARGE(1 << 16) }; /* Two such blocks fit into a processor's second cache. */

/* A document without the tokens that the other document lacks. */
typedef struct {
    size_t *places; /* of each token in the whole document */
    int32_t *tokens; /* renumbered from 0 */
    size_t size;
    size_t place_room, token_room;
} CommonTokens;

struct SkipMemory {
    int32_t *numbers; /* of each token: 0; -1 once the model has it; from 1 once the peer has it, too */
    CommonTokens model, peer;
    size_t kinds; /* of tokens that both documents have */
    uint64_t *window; /* of each token: how often it stands within the gap */
    uint64_t *rows[2]; /* a block for each document */
    size_t cells; /* of a block */
    size_t number_room, window_room, row_room[2];
};

SkipMemory *skip_new(void)
{
    return zeroed(1, sizeof(SkipMemory));
}

void skip_free(SkipMemory *memory)
{
    if (memory) {
        free(memory->numbers);
        free(memory->window);
        free(memory->rows[0]);
        free(memory->rows[1]);
        free(memory->model.places);
        free(memory->model.tokens);
        free(memory->peer.places);
        free(memory->peer.tokens);
    }
    free(memory);
}

/* Fill rows [from, to) with the pairs of a document whose second token is the row's. */
static Status count_pairs(const SkipMemory *memory, const CommonTokens *document, int64_t gap, size_t from, size_t to,
                          uint64_t *rows, Task *task)
{
    const size_t kinds = memory->kinds, block = WORK_BETWEEN_LOOKS / kinds + 1; /* A token takes up to `kinds` work. */
    const int32_t *tokens = document->tokens;
    uint64_t *window = memory->window;
    size_t start = 0; /* of the window */
    Status status = DONE;
    memset(rows, 0, (to - from) * kinds * sizeof *rows);
    memset(window, 0, kinds * sizeof *window);
    for (size_t i = 0; i < document->size && status == DONE;) {
        size_t stop = document->size - i < block ? document->size : i + block, work = stop - i;
        for (; i < stop; i++) {
            while (gap >= 0 && document->places[i] - document->places[start] > (uint64_t)gap + 1)
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
        status = task_did(task, work);
    }
    return status;
}

/* Keep the tokens of a document that both documents have. */
static void keep_common(CommonTokens *common, const Document *document, const int32_t *numbers)
{
    common->size = 0;
    for (size_t place = 0; place < document->size; place++) {
        int32_t number = numbers[document->tokens[place]];
        /* Written in any case and kept by the size alone, because a branch would often be mispredicted. */
        common->places[common->size] = place;
        common->tokens[common->size] = number - 1;
        common->size += number > 0;
    }
}

/* Find the tokens that both documents have; `numbers` is zero before and after. */
static void find_common(SkipMemory *memory, const Document *model, const Document *peer)
{
    int32_t *numbers = memory->numbers, kinds = 0;
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

/* Count the skip-bigrams that two documents share, block by block. */
static Status count_shared_pairs(SkipMemory *memory, int64_t gap, int64_t *hits, Task *task)
{
    Status status = DONE;
    *hits = 0;
    for (size_t from = 0, to; from < memory->kinds && status == DONE; from = to) {
        size_t rows = memory->cells / memory->kinds; /* at least one: there are never more kinds than cells */
        to = memory->kinds - from < rows ? memory->kinds : from + rows;
        size_t cells = (to - from) * memory->kinds;
        status = count_pairs(memory, &memory->model, gap, from, to, memory->rows[0], task);
        if (status == DONE)
            status = count_pairs(memory, &memory->peer, gap, from, to, memory->rows[1], task);
        for (size_t cell = 0; cell < cells && status == DONE; cell++) {
            uint64_t in_model = memory->rows[0][cell], in_peer = memory->rows[1][cell];
            *hits += (int64_t)(in_model < in_peer ? in_model : in_peer);
        }
        if (status == DONE)
            status = task_did(task, cells);
    }
    return status;
}

static bool reserve_common(CommonTokens *common, size_t longest)
{
    /* One more than there are tokens: those that are not kept are written, too. */
    return reserve((void **)&common->places, &common->place_room, longest + 1, sizeof *common->places) &&
           reserve((void **)&common->tokens, &common->token_room, longest + 1, sizeof *common->tokens);
}

/* Return the number of cells for so many kinds: a whole table if it fits, and at least one row. */
static size_t cells_for(size_t kinds)
{
    if (kinds >= CELLS_OF_A_BLOCK) /* The square of greater numbers does not fit 32 bits. */
        return kinds;
    return kinds * kinds < CELLS_OF_A_BLOCK ? kinds * kinds : CELLS_OF_A_BLOCK;
}

static size_t longest_document(const Texts *texts)
{
    size_t longest = 0;
    for (size_t m = 0; m < texts->model_count; m++)
        if (texts->models[m].size > longest)
            longest = texts->models[m].size;
    for (size_t p = 0; p < texts->peer_count; p++)
        if (texts->peers[p].size > longest)
            longest = texts->peers[p].size;
    return longest;
}

static bool reserve_all(SkipMemory *memory, const Texts *texts)
{
    size_t longest = longest_document(texts);
    size_t kinds = longest < texts->kinds ? longest : texts->kinds; /* the most that one document can have */
    memory->cells = cells_for(kinds);
    return reserve((void **)&memory->numbers, &memory->number_room, texts->kinds, sizeof *memory->numbers) &&
           reserve((void **)&memory->window, &memory->window_room, kinds, sizeof *memory->window) &&
           reserve((void **)&memory->rows[0], &memory->row_room[0], memory->cells, sizeof *memory->rows[0]) &&
           reserve((void **)&memory->rows[1], &memory->row_room[1], memory->cells, sizeof *memory->rows[1]) &&
           reserve_common(&memory->model, longest) && reserve_common(&memory->peer, longest);
}

Status skip_bigram_hits(SkipMemory *memory, const Texts *texts, int64_t gap, int64_t *hits, Task *task)
{
    Status status = reserve_all(memory, texts) ? DONE : NO_MEMORY;
    for (size_t p = 0; p < texts->peer_count && status == DONE; p++)
        for (size_t m = 0; m < texts->model_count && status == DONE; m++) {
            const Document *model = &texts->models[m], *peer = &texts->peers[p];
            find_common(memory, model, peer);
            status = count_shared_pairs(memory, gap, &hits[p * texts->model_count + m], task);
            if (status == DONE)
                status = task_did(task, model->size + peer->size + 1);
        }
    return status;
}
