/* The documents of an evaluation, with tokens renumbered from 0. */

#include "counting.h"

#include <string.h>

typedef struct IndexSlot {
    int32_t number, index;
    uint32_t stamp; /* of the table that wrote it; in any other table the slot is empty */
} IndexSlot;

typedef struct {
    IndexSlot *slots;
    size_t count; /* a power of two, at least four times the number of tokens, so that searches are short */
    int shift;
    uint32_t stamp;
    int32_t kinds;
} IndexTable;

/* Return the index of a number; new numbers get the next one. `work` counts the slots looked at. */
static inline int32_t index_of(IndexTable *table, int32_t number, size_t *work)
{
    /* Fibonacci hashing (Knuth, TAOCP 6.4): neighbours, as numbers of words often are, get slots far apart. */
    size_t slot = ((uint32_t)number * UINT32_C(0x9E3779B1)) >> table->shift;
    const IndexSlot *found = &table->slots[slot];
    /* One branch goes on where another number is there; none tells new numbers, because nothing foretells them. */
    while ((found->number != number) > (found->stamp ^ table->stamp)) {
        slot = (slot + 1) & (table->count - 1);
        found = &table->slots[slot];
        ++*work;
    }
    const int32_t is_new = found->stamp != table->stamp;
    const int32_t index = found->index ^ ((found->index ^ table->kinds) & -is_new);
    table->kinds += is_new;
    table->slots[slot] = (IndexSlot){number, index, table->stamp};
    return index;
}

static Status renumber(IndexTable *table, const int32_t *tokens, size_t size, int32_t *indices, Task *task)
{
    /* Small, because tokens that all fall into one slot make each search as long as the table is full. */
    enum { TOKENS_BETWEEN_LOOKS = LARGE(1 << 10) };
    Status status = DONE;
    IndexTable local = *table; /* which stays in registers while indices are written */
    for (size_t i = 0; i < size && status == DONE;) {
        size_t stop = size - i < TOKENS_BETWEEN_LOOKS ? size : i + TOKENS_BETWEEN_LOOKS, work = stop - i;
        for (; i < stop; i++)
            indices[i] = index_of(&local, tokens[i], &work);
        status = task_did(task, work);
    }
    table->kinds = local.kinds;
    return status;
}

static const DocumentPlaces *places_of(const Workspace *workspace, const Plan *plan, const Evaluation *evaluation,
                                       const Measure *measure, size_t i)
{
    bool is_model = i < evaluation->model_count;
    int32_t text = is_model ? evaluation->models[i] : evaluation->peers[i - evaluation->model_count];
    const Reading *reading = &plan->readings[is_model ? measure->model_reading : measure->peer_reading];
    return &workspace->places[(size_t)text * plan->reading_count + reading->first_alike];
}

/* Return whether a document has the same tokens across sentence ends and in its sentences. Words that stand behind no
   tokens begin where these do, too. */
static bool has_one_text(const DocumentPlaces *places)
{
    return places->words == places->tokens && places->word_count == places->size;
}

/* Make an empty table for so many numbers. */
static bool make_index_table(Workspace *workspace, IndexTable *table, size_t numbers)
{
    *table = (IndexTable){NULL, 16, 28, ++workspace->stamp, 0}; /* 2**(32 - 28) slots */
    while (table->count < 4 * numbers && table->shift > 0)
        table->count *= 2, table->shift--;
    if (!reserve((void **)&workspace->slots, &workspace->slot_room, table->count, sizeof *workspace->slots))
        return false;
    if (table->stamp == 0) { /* All stamps have been used. */
        memset(workspace->slots, 0, workspace->slot_room * sizeof *workspace->slots);
        table->stamp = workspace->stamp = 1;
    }
    table->slots = workspace->slots;
    return true;
}

Status make_texts(Workspace *workspace, const Plan *plan, const Evaluation *evaluation, const Measure *measure,
                         Texts *texts, Task *task)
{
    size_t documents = evaluation->model_count + evaluation->peer_count, all = 0;
    for (size_t i = 0; i < documents; i++) {
        const DocumentPlaces *places = places_of(workspace, plan, evaluation, measure, i);
        all += places->size + (has_one_text(places) ? 0 : places->word_count);
    }
    IndexTable table;
    if (!reserve((void **)&workspace->numbers, &workspace->number_room, all, sizeof *workspace->numbers) ||
        !reserve((void **)&workspace->documents, &workspace->document_room, documents, sizeof(Document)) ||
        !make_index_table(workspace, &table, all))
        return NO_MEMORY;
    Status status = DONE;
    int32_t *numbers = workspace->numbers;
    for (size_t i = 0; i < documents && status == DONE; i++) {
        const DocumentPlaces *places = places_of(workspace, plan, evaluation, measure, i);
        Document *document = &workspace->documents[i];
        *document = (Document){numbers, places->size, numbers, places->size, NULL, 0};
        status = renumber(&table, workspace->tokens.numbers + places->tokens, places->size, numbers, task);
        numbers += places->size;
        if (!has_one_text(places) && status == DONE) {
            document->words = numbers;
            document->word_count = places->word_count;
            status = renumber(&table, workspace->tokens.numbers + places->words, places->word_count, numbers, task);
            numbers += places->word_count;
        }
    }
    *texts = (Texts){workspace->documents, workspace->documents + evaluation->model_count, evaluation->model_count,
                     evaluation->peer_count, (size_t)table.kinds};
    return status;
}

void set_sentences(Workspace *workspace, const Plan *plan, const Evaluation *evaluation, const Measure *measure)
{
    for (size_t i = 0; i < evaluation->model_count + evaluation->peer_count; i++) {
        const DocumentPlaces *places = places_of(workspace, plan, evaluation, measure, i);
        size_t reading = i < evaluation->model_count ? measure->model_reading : measure->peer_reading;
        bool whole = plan->readings[reading].whole;
        workspace->documents[i].ends = workspace->ends.numbers + (whole ? places->whole_end : places->ends);
        workspace->documents[i].sentences = whole ? 1 : places->sentences;
    }
}
