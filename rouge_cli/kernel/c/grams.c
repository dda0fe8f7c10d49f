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
    if (!RESERVE(memory->grams, all))
        return NO_MEMORY;
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
    if (!stamped_begin(&memory->table, most))
        return NO_MEMORY;
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

/* How the n-grams of a model and a peer are counted. */
typedef struct {
    bool once;     /* whether n-grams count once */
    bool repeated; /* whether novelty is of n-grams that the peer repeats, and not of n-grams that the model lacks */
    int64_t *all;  /* of novelty: the n-grams of each peer with each model; NULL: shared n-grams are counted */
} Counting;

/* Return the clipped number of n-grams that the model and a peer share. `in_model` has how often each n-gram stands in the
   model, and `used` is zero before and after; so it is below. */
static int64_t count_shared(const GramMemory *memory, const int32_t *grams, size_t size)
{
    int32_t *in_model = memory->in_model.items, *used = memory->used.items;
    int64_t shared = 0;
    for (size_t i = 0; i < size; i++) /* What is absent is in no model. */
        shared += used[grams[i]]++ < in_model[grams[i]];
    for (size_t i = 0; i < size; i++)
        used[grams[i]] = 0;
    return shared;
}

/* Return the number of n-grams of a peer that the model lacks, or that the peer repeats; `all` gets the number of all. */
static int64_t count_novel(const GramMemory *memory, const int32_t *grams, size_t size, const Counting *counting,
                           int64_t *all)
{
    int32_t *counts = memory->used.items;
    int64_t novel = 0;
    *all = 0;
    for (size_t i = 0; i < size; i++)
        counts[grams[i]]++;
    for (size_t i = 0; i < size; i++) {
        const int32_t count = counts[grams[i]]; /* 0: it has been counted at an earlier place. */
        const int64_t weight = counting->once ? count > 0 : count;
        counts[grams[i]] = 0;
        *all += weight;
        if (counting->repeated ? count > 1 : !memory->in_model.items[grams[i]])
            novel += weight;
    }
    return novel;
}

/* Count the n-grams of each peer with each model, without the last `dropped` tokens of each document. */
static Status count_pairs(GramMemory *memory, const Texts *texts, size_t dropped, Counting counting, int64_t *hits,
                          Task *task)
{
    int32_t *in_model = memory->in_model.items;
    const int32_t *model = memory->grams.items, *peers = memory->grams.items;
    for (size_t m = 0; m < texts->model_count; m++)
        peers += texts->models[m].size;
    for (size_t m = 0; m < texts->model_count; model += texts->models[m++].size) {
        size_t model_size = gram_count(&texts->models[m], memory->n + dropped);
        for (size_t i = 0; i < model_size; i++)
            in_model[model[i]] = counting.once ? 1 : in_model[model[i]] + 1;
        const int32_t *peer = peers;
        for (size_t p = 0; p < texts->peer_count; peer += texts->peers[p++].size) {
            const size_t cell = p * texts->model_count + m, size = gram_count(&texts->peers[p], memory->n + dropped);
            if (counting.all)
                hits[cell] = count_novel(memory, peer, size, &counting, &counting.all[cell]);
            else
                hits[cell] += count_shared(memory, peer, size);
            TRY(task_did(task, model_size + 2 * size));
        }
        for (size_t i = 0; i < model_size; i++)
            in_model[model[i]] = 0;
    }
    return DONE;
}

Status ngram_hits(GramMemory *memory, const Texts *texts, size_t n, int64_t *hits, Task *task)
{
    memset(hits, 0, texts->model_count * texts->peer_count * sizeof *hits);
    if (longest_document(texts->models, texts->model_count) < n || longest_document(texts->peers, texts->peer_count) < n)
        return DONE;
    TRY(number_grams(memory, texts, n, false, task));
    return count_pairs(memory, texts, 0, (Counting){.once = false}, hits, task);
}

Status distinct_ngram_hits(GramMemory *memory, const Texts *texts, size_t n, int64_t *kinds, int64_t *hits, Task *task)
{
    const size_t models = texts->model_count, documents = models + texts->peer_count;
    memset(hits, 0, models * texts->peer_count * sizeof *hits);
    memset(kinds, 0, documents * sizeof *kinds);
    if (longest_document(texts->models, models) < n && longest_document(texts->peers, texts->peer_count) < n)
        return DONE;
    TRY(number_grams(memory, texts, n, true, task));
    const Counting counting = {.once = true};
    const int32_t *grams = memory->grams.items;
    for (size_t d = 0; d < documents; grams += document_at(texts, d++)->size)
        count_novel(memory, grams, gram_count(document_at(texts, d), n), &counting, &kinds[d]);
    return count_pairs(memory, texts, 0, counting, hits, task);
}

Status add_unigram_hits(GramMemory *memory, const Texts *texts, int64_t *hits, Task *task)
{
    TRY(number_grams(memory, texts, 1, false, task));
    return count_pairs(memory, texts, 1, (Counting){.once = false}, hits, task);
}

Status novel_grams(GramMemory *memory, const Texts *texts, size_t n, bool types, size_t dropped, bool repeated,
                   int64_t *hits, int64_t *all, Task *task)
{
    const size_t cells = texts->peer_count * texts->model_count;
    memset(hits, 0, cells * sizeof *hits);
    memset(all, 0, cells * sizeof *all);
    if (longest_document(texts->peers, texts->peer_count) < n + dropped)
        return DONE;
    TRY(number_grams(memory, texts, n, true, task));
    return count_pairs(memory, texts, dropped, (Counting){.once = types, .repeated = repeated, .all = all}, hits, task);
}
