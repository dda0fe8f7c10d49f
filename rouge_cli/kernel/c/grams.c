/* Clipped n-grams: equal n-grams get equal numbers, and two texts then compare number by number. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const int32_t *grams;
    size_t size;
} Grams;

/* The n-grams found so far: a hash table of where each stands first. */
typedef struct {
    const int32_t **first;
    int32_t *number;
    size_t slots, used, n;
} Table;

static int32_t number_of(Table *table, const int32_t *gram, Task *task)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < table->n; i++)
        hash = (hash ^ (uint32_t)gram[i]) * UINT64_C(0x9E3779B97F4A7C15), hash ^= hash >> 32;
    size_t slot = hash & (table->slots - 1);
    for (; table->first[slot] && memcmp(table->first[slot], gram, table->n * sizeof *gram) != 0;
         slot = (slot + 1) & (table->slots - 1))
        task->steps += table->n;
    if (!table->first[slot]) {
        table->first[slot] = gram;
        table->number[slot] = (int32_t)table->used++;
    }
    return table->number[slot];
}

/* Numbers the n-grams of all texts; unigrams are numbered already. */
static Status number_grams(const Batch *batch, Table *table, int32_t *numbers, Grams *grams, Task *task)
{
    Status status = DONE;
    for (size_t text = 0; text < batch->models + batch->peers && status == DONE; text++) {
        const Text *here = &batch->texts[text];
        size_t size = here->size < table->n ? 0 : here->size - table->n + 1;
        grams[text] = (Grams){table->n == 1 ? here->tokens : numbers, size};
        if (table->n == 1)
            continue;
        for (size_t place = 0; place < size && status == DONE; place++) {
            *numbers++ = number_of(table, here->tokens + place, task);
            status = task_tick(task, table->n + STEPS_OF_A_MISS);
        }
    }
    return status;
}

/* The clipped overlap of every model with every peer; `in_model` and `used` are zero before and after. */
static Status compare(const Batch *batch, const Grams *grams, int32_t *in_model, int32_t *used, int64_t *hits,
                      Task *task)
{
    Status status = DONE;
    for (size_t model = 0; model < batch->models && status == DONE; model++) {
        const Grams ours = grams[model];
        for (size_t i = 0; i < ours.size; i++)
            in_model[ours.grams[i]]++;
        status = task_tick(task, ours.size);
        for (size_t peer = 0; peer < batch->peers && status == DONE; peer++) {
            const Grams theirs = grams[batch->models + peer];
            int64_t shared = 0;
            for (size_t i = 0; i < theirs.size; i++)
                shared += used[theirs.grams[i]]++ < in_model[theirs.grams[i]];
            for (size_t i = 0; i < theirs.size; i++)
                used[theirs.grams[i]] = 0;
            hits[peer * batch->models + model] = shared;
            status = task_tick(task, theirs.size + 1);
        }
        for (size_t i = 0; i < ours.size; i++)
            in_model[ours.grams[i]] = 0;
    }
    return status;
}

Status ngram_hits(const Batch *batch, size_t n, int64_t *hits, Task *task)
{
    size_t texts = batch->models + batch->peers, all = 0;
    for (size_t text = 0; text < texts; text++)
        if (batch->texts[text].size >= n)
            all += batch->texts[text].size - n + 1;
    Table table = {NULL, NULL, 16, 0, n};
    if (n > 1)
        while (table.slots < 2 * all)
            table.slots *= 2;
    table.first = zeroed(table.slots, sizeof *table.first);
    table.number = unset(table.slots, sizeof *table.number);
    int32_t *numbers = unset(n > 1 ? all : 0, sizeof *numbers);
    Grams *grams = unset(texts, sizeof *grams);
    Status status = NO_MEMORY;
    if (table.first && table.number && numbers && grams)
        status = number_grams(batch, &table, numbers, grams, task);
    size_t kinds = n > 1 ? table.used : batch->kinds;
    int32_t *in_model = zeroed(kinds, sizeof *in_model), *used = zeroed(kinds, sizeof *used);
    if (status == DONE)
        status = in_model && used ? compare(batch, grams, in_model, used, hits, task) : NO_MEMORY;
    free(table.first);
    free(table.number);
    free(numbers);
    free(grams);
    free(in_model);
    free(used);
    return status;
}
