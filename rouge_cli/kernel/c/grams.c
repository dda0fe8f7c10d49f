/* Clipped n-grams: equal n-grams get equal numbers, so that two documents can be compared number by number.

   The number of an n-gram is found by those of its first n - 1 tokens and of its last token. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum { ABSENT = 0 }; /* No model has the n-gram. The numbers of the others begin with 1. */

typedef struct {
    uint64_t key;
    int32_t number;
    uint32_t stamp; /* of the table that wrote it; in any other table the slot is empty */
} GramSlot;

struct GramMemory {
    int32_t *grams; /* the numbers of the n-grams of all documents, each where its document's tokens begin */
    size_t gram_room;
    size_t n; /* 0: there are none yet */
    size_t kinds; /* the highest number */
    GramSlot *slots;
    size_t slot_room, slot_count;
    uint32_t stamp; /* of the table in the slots */
    int32_t *in_model, *used; /* of each n-gram: zero between calls */
    size_t model_room, used_room;
};

GramMemory *grams_new(void)
{
    return zeroed(1, sizeof(GramMemory));
}

void grams_free(GramMemory *memory)
{
    if (memory) {
        free(memory->grams);
        free(memory->slots);
        free(memory->in_model);
        free(memory->used);
    }
    free(memory);
}

void grams_begin(GramMemory *memory)
{
    memory->n = 0;
}

static const Document *document_at(const Texts *texts, size_t i)
{
    return i < texts->model_count ? &texts->models[i] : &texts->peers[i - texts->model_count];
}

static size_t gram_count(const Document *document, size_t n)
{
    return document->size < n ? 0 : document->size - n + 1;
}

/* Begin with single tokens, whose numbers there are. */
static Status begin_with_tokens(GramMemory *memory, const Texts *texts, Task *task)
{
    size_t documents = texts->model_count + texts->peer_count, all = 0;
    for (size_t i = 0; i < documents; i++)
        all += document_at(texts, i)->size;
    if (!reserve((void **)&memory->grams, &memory->gram_room, all, sizeof *memory->grams))
        return NO_MEMORY;
    int32_t *grams = memory->grams;
    for (size_t i = 0; i < documents; i++) {
        const Document *document = document_at(texts, i);
        for (size_t token = 0; token < document->size; token++)
            grams[token] = document->tokens[token] + 1;
        grams += document->size;
    }
    memory->n = 1;
    memory->kinds = texts->kinds;
    return task_did(task, all + 1);
}

/* Make the table of n-grams empty, with room for all n-grams of the models, no more than a quarter full. */
static bool empty_table(GramMemory *memory, const Texts *texts, size_t n)
{
    size_t all = 0;
    for (size_t m = 0; m < texts->model_count; m++)
        all += gram_count(&texts->models[m], n);
    memory->slot_count = 16;
    while (memory->slot_count < 4 * all)
        memory->slot_count *= 2;
    if (!reserve((void **)&memory->slots, &memory->slot_room, memory->slot_count, sizeof *memory->slots))
        return false;
    if (++memory->stamp == 0) { /* All stamps have been used. */
        memset(memory->slots, 0, memory->slot_room * sizeof *memory->slots);
        memory->stamp = 1;
    }
    memory->kinds = 0;
    return true;
}

/* Return the number of an n-gram; one that is not there gets a number if it is a model's. */
static inline int32_t number_of_gram(GramMemory *memory, int32_t start, int32_t last, bool is_model, size_t *work)
{
    uint64_t key = (uint64_t)(uint32_t)start << 32 | (uint32_t)last;
    uint64_t hash = (key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15); /* The high bits of a product are the best. */
    size_t slot = (size_t)(hash >> 32) & (memory->slot_count - 1);
    GramSlot *slots = memory->slots;
    /* One branch goes on where another n-gram is there; none tells new n-grams, because nothing foretells them. */
    for (; (slots[slot].key != key) > (slots[slot].stamp ^ memory->stamp); slot = (slot + 1) & (memory->slot_count - 1))
        ++*work;
    const int32_t is_new = slots[slot].stamp != memory->stamp;
    if (!is_model)
        return slots[slot].number & -!is_new;
    memory->kinds += (size_t)is_new;
    const int32_t number = slots[slot].number ^ ((slots[slot].number ^ (int32_t)memory->kinds) & -is_new);
    slots[slot] = (GramSlot){key, number, memory->stamp};
    return number;
}

/* Make the n-grams of a document longer by one token, in blocks, because searches may be long. */
static Status lengthen_document(GramMemory *memory, const Document *document, int32_t *grams, size_t n,
                                bool is_model, Task *task)
{
    /* Small, because n-grams that all fall into one slot make each search as long as the table is full. */
    enum { GRAMS_BETWEEN_LOOKS = LARGE(1 << 10) };
    Status status = DONE;
    for (size_t i = 0, size = gram_count(document, n); i < size && status == DONE;) {
        size_t stop = size - i < GRAMS_BETWEEN_LOOKS ? size : i + GRAMS_BETWEEN_LOOKS, work = 4 * (stop - i);
        for (; i < stop; i++)
            if (grams[i] != ABSENT)
                grams[i] = number_of_gram(memory, grams[i], document->tokens[i + n - 1], is_model, &work);
        status = task_did(task, work);
    }
    return status;
}

static Status lengthen_grams(GramMemory *memory, const Texts *texts, Task *task)
{
    const size_t n = memory->n + 1;
    if (!empty_table(memory, texts, n))
        return NO_MEMORY;
    Status status = DONE;
    int32_t *grams = memory->grams;
    for (size_t i = 0; i < texts->model_count + texts->peer_count && status == DONE; i++) {
        const Document *document = document_at(texts, i);
        status = lengthen_document(memory, document, grams, n, i < texts->model_count, task);
        grams += document->size;
    }
    memory->n = n;
    return status;
}

/* Count the clipped overlap of each model with each peer, without the last `dropped` tokens of each document. */
static Status count_shared_grams(GramMemory *memory, const Texts *texts, size_t dropped, int64_t *hits, Task *task)
{
    if (!reserve((void **)&memory->in_model, &memory->model_room, memory->kinds + 1, sizeof *memory->in_model) ||
        !reserve((void **)&memory->used, &memory->used_room, memory->kinds + 1, sizeof *memory->used))
        return NO_MEMORY;
    Status status = DONE;
    int32_t *in_model = memory->in_model, *used = memory->used;
    const int32_t *model = memory->grams, *peers = memory->grams;
    for (size_t m = 0; m < texts->model_count; m++)
        peers += texts->models[m].size;
    for (size_t m = 0; m < texts->model_count && status == DONE; model += texts->models[m++].size) {
        size_t model_size = gram_count(&texts->models[m], memory->n + dropped);
        for (size_t i = 0; i < model_size; i++)
            in_model[model[i]]++;
        const int32_t *peer = peers;
        for (size_t p = 0; p < texts->peer_count && status == DONE; peer += texts->peers[p++].size) {
            size_t peer_size = gram_count(&texts->peers[p], memory->n + dropped);
            int64_t shared = 0;
            for (size_t i = 0; i < peer_size; i++) /* What is absent is in no model. */
                shared += used[peer[i]]++ < in_model[peer[i]];
            for (size_t i = 0; i < peer_size; i++)
                used[peer[i]] = 0;
            hits[p * texts->model_count + m] += shared;
            status = task_did(task, 2 * peer_size + 1);
        }
        for (size_t i = 0; i < model_size; i++)
            in_model[model[i]] = 0;
        if (status == DONE)
            status = task_did(task, model_size + 1);
    }
    return status;
}

static bool any_has(const Document *documents, size_t count, size_t n)
{
    for (size_t i = 0; i < count; i++)
        if (documents[i].size >= n)
            return true;
    return false;
}

Status ngram_hits(GramMemory *memory, const Texts *texts, size_t n, int64_t *hits, Task *task)
{
    memset(hits, 0, texts->model_count * texts->peer_count * sizeof *hits);
    if (!any_has(texts->models, texts->model_count, n) || !any_has(texts->peers, texts->peer_count, n))
        return task_did(task, 1);
    Status status = DONE;
    if (memory->n == 0 || memory->n > n)
        status = begin_with_tokens(memory, texts, task);
    while (memory->n < n && status == DONE)
        status = lengthen_grams(memory, texts, task);
    return status == DONE ? count_shared_grams(memory, texts, 0, hits, task) : status;
}

Status add_unigram_hits(GramMemory *memory, const Texts *texts, int64_t *hits, Task *task)
{
    Status status = begin_with_tokens(memory, texts, task);
    return status == DONE ? count_shared_grams(memory, texts, 1, hits, task) : status;
}
