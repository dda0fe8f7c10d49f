/* Clipped n-grams: equal n-grams get equal numbers, so that two documents can be compared number by number.

   The number of an n-gram is found by the numbers of its first n - 1 tokens and of its last token. */

#include "hits.h"

enum { ABSENT = 0 }; /* No model has the n-gram. The numbers of the others begin with 1. */

static const Document *document_at(const Texts *texts, size_t i)
{
    return i < texts->model_count ? &texts->models[i] : &texts->peers[i - texts->model_count];
}

static size_t gram_count(const Document *document, size_t n)
{
    return document->size < n ? 0 : document->size - n + 1;
}

/* Begin with single tokens, which have numbers already. */
static Status begin_with_tokens(GramMemory *memory, const Texts *texts)
{
    size_t documents = texts->model_count + texts->peer_count, all = 0;
    for (size_t i = 0; i < documents; i++)
        all += document_at(texts, i)->size;
    NEED(RESERVE(memory->grams, all));
    int32_t *grams = memory->grams.items;
    for (size_t i = 0; i < documents; i++) {
        const Document *document = document_at(texts, i);
        for (size_t token = 0; token < document->size; token++)
            grams[token] = document->tokens[token] + 1;
        grams += document->size;
    }
    memory->n = 1;
    memory->kinds = texts->kinds;
    return DONE;
}

/* Make the n-grams of a document longer by one token each; `are_new`: they get numbers, if they have none. Texts can be
   made up whose n-grams all have the same slot, so few are looked up at a time. */
static Status lengthen_document(StampedTable *table, const Document *document, int32_t *grams, size_t n, bool are_new,
                                Task *task)
{
    enum { SOME = 256 };
    for (size_t i = 0, end, size = gram_count(document, n); i < size; i = end) {
        const size_t start = i, passed = table->passed;
        StampedTable local = *table; /* which stays in registers while n-grams are written */
        for (end = size - i < SOME ? size : i + SOME; i < end; i++) {
            const uint64_t key = (uint64_t)(uint32_t)grams[i] << 32 | (uint32_t)document->tokens[i + n - 1];
            if (grams[i] != ABSENT)
                grams[i] = are_new ? stamped_number(&local, key) : stamped_find(&local, key);
        }
        *table = local;
        TRY(task_did(task, 4 * (end - start) + table->passed - passed));
    }
    return DONE;
}

static Status lengthen_grams(GramMemory *memory, const Texts *texts, Task *task)
{
    const size_t n = memory->n + 1;
    const size_t documents = texts->model_count + texts->peer_count;
    const size_t numbered = memory->has_all ? documents : texts->model_count;
    size_t most = 0;
    for (size_t i = 0; i < numbered; i++)
        most += gram_count(document_at(texts, i), n);
    NEED(stamped_begin(&memory->table, most));
    int32_t *grams = memory->grams.items;
    for (size_t i = 0; i < documents; i++) {
        const Document *document = document_at(texts, i);
        TRY(lengthen_document(&memory->table, document, grams, n, i < numbered, task));
        grams += document->size;
    }
    memory->kinds = (size_t)memory->table.count;
    memory->n = n;
    return DONE;
}

Status number_grams(GramMemory *memory, const Texts *texts, size_t n, bool with_all, Task *task)
{
    if (memory->n == 0 || memory->n > n || (with_all && !memory->has_all)) {
        TRY(begin_with_tokens(memory, texts));
        memory->has_all = with_all;
    }
    while (memory->n < n)
        TRY(lengthen_grams(memory, texts, task));
    /* What is absent has a place, too. */
    return RESERVE(memory->in_model, memory->kinds + 1) && RESERVE(memory->used, memory->kinds + 1) ? DONE : NO_MEMORY;
}

/* Return the clipped number of n-grams that the model and a peer share. `in_model` has how often each n-gram stands in the
   model, and `used` is zero before and after; so it is below. */
static double count_shared(const GramMemory *memory, const int32_t *grams, size_t size)
{
    int32_t *in_model = memory->in_model.items, *used = memory->used.items;
    int64_t shared = 0;
    for (size_t i = 0; i < size; i++) /* What is absent is in no model. */
        shared += used[grams[i]]++ < in_model[grams[i]];
    for (size_t i = 0; i < size; i++)
        used[grams[i]] = 0;
    return (double)shared;
}

/* Return the number of n-grams of a peer that the model lacks, or that the peer repeats; `all` gets the number of all. */
static double count_novel(const GramMemory *memory, const int32_t *grams, size_t size, GramCounting counting, double *all)
{
    int32_t *counts = memory->used.items;
    int64_t novel = 0, units = 0;
    for (size_t i = 0; i < size; i++)
        counts[grams[i]]++;
    for (size_t i = 0; i < size; i++) {
        const int32_t count = counts[grams[i]]; /* 0: it has been counted at an earlier place. */
        const int64_t weight = counting.once ? count > 0 : count;
        counts[grams[i]] = 0;
        units += weight;
        if (counting.repeated ? count > 1 : !memory->in_model.items[grams[i]])
            novel += weight;
    }
    *all = (double)units;
    return (double)novel;
}

Status gram_hits(GramMemory *memory, const Texts *texts, GramCounting counting, double *hits, double *units, Task *task)
{
    const size_t of_models = longest_document(texts->models, texts->model_count), wanted = counting.n + counting.dropped;
    const size_t of_peers = longest_document(texts->peers, texts->peer_count);
    const bool counts_all = counting.units != BY_LENGTH;
    if ((of_models < wanted && !counts_all) || (of_peers < wanted && (of_models < wanted || counting.units != OF_DOCUMENTS)))
        return DONE;
    TRY(number_grams(memory, texts, counting.n, counts_all, task));
    const int32_t *model = memory->grams.items, *peers = model, *grams = model;
    for (size_t d = 0; counting.units == OF_DOCUMENTS && d < texts->model_count + texts->peer_count; d++) {
        count_novel(memory, grams, gram_count(document_at(texts, d), counting.n), counting, &units[d]);
        grams += document_at(texts, d)->size;
    }
    int32_t *in_model = memory->in_model.items;
    for (size_t m = 0; m < texts->model_count; m++)
        peers += texts->models[m].size;
    for (size_t m = 0; m < texts->model_count; model += texts->models[m++].size) {
        const size_t model_size = gram_count(&texts->models[m], wanted);
        for (size_t i = 0; i < model_size; i++)
            in_model[model[i]] = counting.once ? 1 : in_model[model[i]] + 1;
        const int32_t *peer = peers;
        for (size_t p = 0; p < texts->peer_count; peer += texts->peers[p++].size) {
            const size_t cell = p * texts->model_count + m, size = gram_count(&texts->peers[p], wanted);
            if (counting.units == OF_PAIRS)
                hits[cell] = count_novel(memory, peer, size, counting, &units[cell]);
            else
                hits[cell] += count_shared(memory, peer, size);
            TRY(task_did(task, model_size + 2 * size));
        }
        for (size_t i = 0; i < model_size; i++)
            in_model[model[i]] = 0;
    }
    return DONE;
}

/* Clipped skip-bigrams: for two documents, a table of pairs of the tokens that both have.

   A row holds how often each token stands before the row's token, within the gap. Tokens of natural texts repeat, so
   that takes far less work than to list and sort the pairs. The table is made in blocks of rows to bound its memory. */

enum { CELLS_OF_A_BLOCK = LARGE(1 << 16) }; /* Two such blocks fit into a processor's second cache. */

/* Fill rows [from, to) with the pairs of a document whose second token is the row's. */
static Status count_skip_pairs(const SkipMemory *memory, const CommonTokens *document, int64_t gap, size_t from, size_t to,
                          uint64_t *rows, Task *task)
{
    const size_t kinds = memory->kinds;
    const int32_t *tokens = document->tokens.items;
    const size_t *places = document->places.items;
    uint64_t *window = memory->window.items;
    size_t start = 0 /* of the window */, work = document->tokens.size;
    memset(rows, 0, (to - from) * kinds * sizeof *rows);
    memset(window, 0, kinds * sizeof *window);
    for (size_t i = 0; i < document->tokens.size; i++) {
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
    common->tokens.size = 0;
    for (size_t place = 0; place < document->size; place++) {
        int32_t number = numbers[document->tokens[place]];
        /* Written in any case and kept by the size alone, because a branch would often be mispredicted. */
        common->places.items[common->tokens.size] = place;
        common->tokens.items[common->tokens.size] = number - 1;
        common->tokens.size += number > 0;
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

static Status count_shared_pairs(SkipMemory *memory, int64_t gap, double *hits, Task *task)
{
    uint64_t *of_model = memory->rows[0].items, *of_peer = memory->rows[1].items, shared = 0;
    for (size_t from = 0, to; from < memory->kinds; from = to) {
        size_t rows = memory->cells / memory->kinds; /* at least one: there are never more kinds than cells */
        to = memory->kinds - from < rows ? memory->kinds : from + rows;
        TRY(count_skip_pairs(memory, &memory->model, gap, from, to, of_model, task));
        TRY(count_skip_pairs(memory, &memory->peer, gap, from, to, of_peer, task));
        for (size_t cell = 0; cell < (to - from) * memory->kinds; cell++)
            shared += of_model[cell] < of_peer[cell] ? of_model[cell] : of_peer[cell];
    }
    *hits = (double)shared;
    return DONE;
}

static bool reserve_common(CommonTokens *common, size_t longest)
{
    /* One more than there are tokens: a token that is not kept is written, too. */
    return RESERVE(common->places, longest + 1) && RESERVE(common->tokens, longest + 1);
}

Status skip_bigram_hits(SkipMemory *memory, const Texts *texts, int64_t gap, double *hits, Task *task)
{
    const size_t of_models = longest_document(texts->models, texts->model_count);
    const size_t of_peers = longest_document(texts->peers, texts->peer_count);
    const size_t longest = of_models < of_peers ? of_peers : of_models;
    const size_t kinds = longest < texts->kinds ? longest : texts->kinds; /* the most that one document can have */
    /* A block holds the whole table if that fits, and at least one row. The square of more kinds need not fit. */
    memory->cells = kinds >= CELLS_OF_A_BLOCK             ? kinds
                    : kinds * kinds < CELLS_OF_A_BLOCK ? kinds * kinds
                                                       : CELLS_OF_A_BLOCK;
    NEED(RESERVE(memory->numbers, texts->kinds) && RESERVE(memory->window, kinds) &&
         RESERVE(memory->rows[0], memory->cells) && RESERVE(memory->rows[1], memory->cells) &&
         reserve_common(&memory->model, longest) && reserve_common(&memory->peer, longest));
    for (size_t p = 0; p < texts->peer_count; p++)
        for (size_t m = 0; m < texts->model_count; m++) {
            find_common(memory, &texts->models[m], &texts->peers[p]);
            TRY(count_shared_pairs(memory, gap, &hits[p * texts->model_count + m], task));
            TRY(task_did(task, texts->models[m].size + texts->peers[p].size));
        }
    return DONE;
}

/* The fragments that a summary copies from its source, as Newsroom finds them. */

enum { NOWHERE = -1 };

static Status add_fragments(CopyingMemory *memory, const Document *summary, const Document *source, size_t kinds,
                            double *tokens, double *squares, Task *task)
{
    NEED(RESERVE(memory->first, kinds) && RESERVE(memory->next, source->size));
    memset(memory->first.items, NOWHERE, kinds * sizeof *memory->first.items);
    for (size_t i = source->size; i--;) {
        memory->next.items[i] = memory->first.items[source->tokens[i]];
        memory->first.items[source->tokens[i]] = (int32_t)i;
    }
    TRY(task_did(task, source->size + kinds));
    for (size_t i = 0, length; i < summary->size; i += length ? length : 1) {
        size_t behind = 0, work = 0;
        length = 0;
        for (int32_t j = memory->first.items[summary->tokens[i]]; j != NOWHERE; j = memory->next.items[j]) {
            work++;
            if ((size_t)j < behind)
                continue;
            const int32_t *one = summary->tokens + i, *other = source->tokens + j;
            const size_t in_summary = summary->size - i, in_source = source->size - (size_t)j;
            const size_t most = in_summary < in_source ? in_summary : in_source;
            size_t run = 1;
            while (run < most && one[run] == other[run])
                run++;
            behind = (size_t)j + run; /* Newsroom quirk: no run is sought that begins within another. */
            work += run;
            length = run > length ? run : length;
        }
        *tokens += (double)length;
        *squares += (double)length * (double)length;
        TRY(task_did(task, 2 * work + 1));
    }
    return DONE;
}

Status copied_tokens(CopyingMemory *memory, const Texts *texts, double *tokens, double *squares, Task *task)
{
    for (size_t cell = 0; cell < texts->peer_count * texts->model_count; cell++)
        TRY(add_fragments(memory, &texts->peers[cell / texts->model_count], &texts->models[cell % texts->model_count],
                          texts->kinds, &tokens[cell], &squares[cell], task));
    return DONE;
}
