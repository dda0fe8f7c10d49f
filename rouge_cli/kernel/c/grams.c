/* Clipped n-grams: equal n-grams get equal numbers, so that two documents can be compared number by number. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/* The numbers of a document's n-grams. */
typedef struct {
    const int32_t *grams;
    size_t size;
} DocumentGrams;

/* A hash table of the n-grams found so far, each as the place where it stands first. */
typedef struct {
    const int32_t **first;
    int32_t *number;
    size_t slots; /* a power of two, at least twice the number of n-grams, so that searches are short */
    size_t used, n;
} GramTable;

/* Return the number of an n-gram; `work` counts the tokens compared. */
static int32_t number_of_gram(GramTable *table, const int32_t *gram, size_t *work)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < table->n; i++) /* The high half holds the best bits of a product; slots take low ones. */
        hash = (hash ^ (uint32_t)gram[i]) * UINT64_C(0x9E3779B97F4A7C15), hash ^= hash >> 32;
    size_t slot = hash & (table->slots - 1);
    for (; table->first[slot] && memcmp(table->first[slot], gram, table->n * sizeof *gram) != 0;
         slot = (slot + 1) & (table->slots - 1))
        *work += table->n;
    if (!table->first[slot]) {
        table->first[slot] = gram;
        table->number[slot] = (int32_t)table->used++;
    }
    *work += table->n;
    return table->number[slot];
}

/* Number the n-grams of a document, in blocks because one n-gram may be as long as a document. */
static Status number_document(GramTable *table, const Document *document, size_t size, int32_t *numbers, Task *task)
{
    enum { TOKENS_BETWEEN_LOOKS = LARGE(1 << 20) };
    const size_t block = TOKENS_BETWEEN_LOOKS / table->n + 1;
    Status status = DONE;
    for (size_t from = 0; from < size && status == DONE; from += block) {
        size_t to = size - from < block ? size : from + block, work = 0;
        for (size_t place = from; place < to; place++)
            numbers[place] = number_of_gram(table, document->tokens + place, &work);
        status = task_did(task, work);
    }
    return status;
}

/* Number the n-grams of all documents. Unigrams are numbered already. */
static Status number_documents(const Batch *batch, GramTable *table, int32_t *numbers, DocumentGrams *grams,
                               Task *task)
{
    Status status = DONE;
    for (size_t i = 0; i < batch->models + batch->peers && status == DONE; i++) {
        const Document *document = &batch->documents[i];
        size_t size = document->size < table->n ? 0 : document->size - table->n + 1;
        grams[i] = (DocumentGrams){table->n == 1 ? document->tokens : numbers, size};
        if (table->n > 1) {
            status = number_document(table, document, size, numbers, task);
            numbers += size;
        }
    }
    return status;
}

/* Count the clipped overlap of each model with each peer; `in_model` and `used` are zero before and after. */
static Status count_shared_grams(const Batch *batch, const DocumentGrams *grams, int32_t *in_model, int32_t *used,
                                 int64_t *hits, Task *task)
{
    Status status = DONE;
    for (size_t m = 0; m < batch->models && status == DONE; m++) {
        const DocumentGrams model = grams[m];
        for (size_t i = 0; i < model.size; i++)
            in_model[model.grams[i]]++;
        for (size_t p = 0; p < batch->peers && status == DONE; p++) {
            const DocumentGrams peer = grams[batch->models + p];
            int64_t shared = 0;
            for (size_t i = 0; i < peer.size; i++)
                shared += used[peer.grams[i]]++ < in_model[peer.grams[i]];
            for (size_t i = 0; i < peer.size; i++)
                used[peer.grams[i]] = 0;
            hits[p * batch->models + m] = shared;
            status = task_did(task, peer.size + 1);
        }
        for (size_t i = 0; i < model.size; i++)
            in_model[model.grams[i]] = 0;
        if (status == DONE)
            status = task_did(task, model.size + 1);
    }
    return status;
}

Status ngram_hits(const Batch *batch, size_t n, int64_t *hits, Task *task)
{
    size_t documents = batch->models + batch->peers, all = 0;
    for (size_t document = 0; document < documents; document++)
        if (batch->documents[document].size >= n)
            all += batch->documents[document].size - n + 1;
    GramTable table = {NULL, NULL, 16, 0, n};
    if (n > 1)
        while (table.slots < 2 * all)
            table.slots *= 2;
    table.first = zeroed(table.slots, sizeof *table.first);
    table.number = unset(table.slots, sizeof *table.number);
    int32_t *numbers = unset(n > 1 ? all : 0, sizeof *numbers);
    DocumentGrams *grams = unset(documents, sizeof *grams);
    Status status = NO_MEMORY;
    if (table.first && table.number && numbers && grams)
        status = number_documents(batch, &table, numbers, grams, task);
    size_t kinds = n > 1 ? table.used : batch->kinds;
    int32_t *in_model = zeroed(kinds, sizeof *in_model), *used = zeroed(kinds, sizeof *used);
    if (status == DONE)
        status = in_model && used ? count_shared_grams(batch, grams, in_model, used, hits, task) : NO_MEMORY;
    free(table.first);
    free(table.number);
    free(numbers);
    free(grams);
    free(in_model);
    free(used);
    return status;
}
