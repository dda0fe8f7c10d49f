/* Documents of Python to documents in C's memory, and their tokens to indices. */

#include "convert.h"

#include <stdlib.h>
#include <string.h>

/* The numbers read so far. They move when the pool grows, so documents are kept as places in it until all are read. */
typedef struct {
    int32_t *numbers;
    size_t size, room;
} NumberPool;

/* The place and the size of each part of a document in its pool. */
typedef struct {
    size_t tokens, size, words, word_count, ends, sentences;
} DocumentPlaces;

static int pool_make_room(NumberPool *pool, size_t more)
{
    if (more > INT32_MAX - pool->size) {
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 tokens in one evaluation");
        return -1;
    }
    if (more <= pool->room - pool->size)
        return 0;
    size_t room = 2 * (pool->size + more);
    int32_t *numbers = room <= SIZE_MAX / sizeof *numbers ? realloc(pool->numbers, room * sizeof *numbers) : NULL;
    if (!numbers) {
        PyErr_NoMemory();
        return -1;
    }
    pool->numbers = numbers;
    pool->room = room;
    return 0;
}

/* Copy an array('i') into the pool. */
static int pool_read(NumberPool *pool, PyObject *object, size_t *place, size_t *size)
{
    Py_buffer view;
    if (view_array(object, 'i', sizeof *pool->numbers, 0, &view) < 0)
        return -1;
    *place = pool->size;
    *size = (size_t)view.len / sizeof *pool->numbers;
    int status = pool_make_room(pool, *size);
    if (status == 0 && *size) { /* The buffer of an empty array may be NULL, which memcpy must not get. */
        memcpy(pool->numbers + pool->size, view.buf, *size * sizeof *pool->numbers);
        pool->size += *size;
    }
    PyBuffer_Release(&view);
    return status;
}

/* Copy the ends of a document's sentences, and check the copy, which no other thread can change. */
static int read_ends(NumberPool *ends, PyObject *object, DocumentPlaces *places)
{
    if (pool_read(ends, object, &places->ends, &places->sentences) < 0)
        return -1;
    int32_t last = 0;
    bool rise = true;
    for (size_t sentence = 0; sentence < places->sentences; sentence++) {
        int32_t end = ends->numbers[places->ends + sentence];
        rise &= end >= last;
        last = end;
    }
    if (!rise || (size_t)last != places->word_count) {
        PyErr_SetString(PyExc_ValueError, "sentence ends must rise to the number of words");
        return -1;
    }
    return 0;
}

static int read_document(PyObject *document, NumberPool *pool, NumberPool *ends, DocumentPlaces *places)
{
    if (!PyTuple_Check(document) || PyTuple_Size(document) != 3) {
        PyErr_SetString(PyExc_TypeError, "a document must be a tuple of tokens, words and sentence ends");
        return -1;
    }
    PyObject *tokens = PyTuple_GetItem(document, 0), *words = PyTuple_GetItem(document, 1);
    if (pool_read(pool, tokens, &places->tokens, &places->size) < 0)
        return -1;
    if (words == tokens) { /* This is so unless a limit in bytes clips the two differently; one copy does for both. */
        places->words = places->tokens;
        places->word_count = places->size;
    } else if (pool_read(pool, words, &places->words, &places->word_count) < 0)
        return -1;
    return read_ends(ends, PyTuple_GetItem(document, 2), places);
}

/* Make the documents of the batch, now that the numbers have come to rest. */
static int make_documents(Batch *batch, const DocumentPlaces *places, const NumberPool *ends)
{
    size_t count = batch->models + batch->peers;
    batch->documents = zeroed(count, sizeof *batch->documents);
    batch->ends = unset(ends->size, sizeof *batch->ends);
    if (!batch->documents || !batch->ends) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t place = 0; place < ends->size; place++)
        batch->ends[place] = (size_t)ends->numbers[place];
    for (size_t i = 0; i < count; i++, places++)
        batch->documents[i] = (Document){
            batch->numbers + places->tokens, places->size,
            batch->numbers + places->words,  places->word_count,
            batch->ends + places->ends,      places->sentences,
        };
    return 0;
}

static int read_documents(Batch *batch, PyObject *models, PyObject *peers, DocumentPlaces *places)
{
    NumberPool pool = {NULL, 0, 0}, ends = {NULL, 0, 0};
    /* With room for one number no pool is NULL, from which places must not be counted. */
    int status = pool_make_room(&pool, 1) < 0 || pool_make_room(&ends, 1) < 0 ? -1 : 0;
    for (size_t i = 0; status == 0 && i < batch->models + batch->peers; i++) {
        PyObject *document = i < batch->models ? PyTuple_GetItem(models, (Py_ssize_t)i)
                                               : PyTuple_GetItem(peers, (Py_ssize_t)(i - batch->models));
        status = PyErr_CheckSignals();
        if (status == 0)
            status = read_document(document, &pool, &ends, &places[i]);
    }
    batch->numbers = pool.numbers;
    batch->size = pool.size;
    if (status == 0)
        status = make_documents(batch, places, &ends);
    free(ends.numbers);
    return status;
}

int batch_read(Batch *batch, PyObject *models, PyObject *peers)
{
    *batch = (Batch){0};
    int status = -1;
    /* Tuples of our own keep their items alive, whatever other threads do to the caller's lists. */
    models = PySequence_Tuple(models);
    peers = models ? PySequence_Tuple(peers) : NULL;
    if (peers) {
        batch->models = (size_t)PyTuple_Size(models);
        batch->peers = (size_t)PyTuple_Size(peers);
        DocumentPlaces *places = zeroed(batch->models + batch->peers, sizeof *places);
        if (places)
            status = read_documents(batch, models, peers, places);
        else
            PyErr_NoMemory();
        free(places);
    }
    Py_XDECREF(models);
    Py_XDECREF(peers);
    return status;
}

void batch_free(Batch *batch)
{
    free(batch->documents);
    free(batch->numbers);
    free(batch->ends);
}

typedef struct {
    int32_t number;
    int32_t index_plus_1; /* 0: the slot is empty */
} IndexSlot;

typedef struct {
    IndexSlot *slots;
    size_t count; /* a power of two, at least twice the number of tokens, so that searches are short */
    int shift;
    int32_t kinds;
} IndexTable;

/* Return the index of a number; new numbers get the next one. `work` counts the slots looked at. */
static int32_t index_of(IndexTable *table, int32_t number, size_t *work)
{
    /* Fibonacci hashing (Knuth, TAOCP 6.4): neighbours, as numbers of words often are, get slots far apart. */
    size_t slot = ((uint32_t)number * UINT32_C(0x9E3779B1)) >> table->shift;
    for (; table->slots[slot].index_plus_1 && table->slots[slot].number != number;
         slot = (slot + 1) & (table->count - 1))
        ++*work;
    if (!table->slots[slot].index_plus_1)
        table->slots[slot] = (IndexSlot){number, ++table->kinds};
    return table->slots[slot].index_plus_1 - 1;
}

Status batch_renumber(Batch *batch, Task *task)
{
    /* Small, because tokens that all fall into one slot make each search as long as the table is full. */
    enum { TOKENS_BETWEEN_LOOKS = LARGE(1 << 10) };
    IndexTable table = {NULL, 16, 28, 0}; /* 2**(32 - 28) slots */
    while (table.count < 2 * batch->size && table.shift > 0)
        table.count *= 2, table.shift--;
    table.slots = zeroed(table.count, sizeof *table.slots);
    if (!table.slots)
        return NO_MEMORY;
    Status status = DONE;
    for (size_t from = 0; from < batch->size && status == DONE; from += TOKENS_BETWEEN_LOOKS) {
        size_t to = batch->size - from < TOKENS_BETWEEN_LOOKS ? batch->size : from + TOKENS_BETWEEN_LOOKS;
        size_t work = to - from;
        for (size_t place = from; place < to; place++)
            batch->numbers[place] = index_of(&table, batch->numbers[place], &work);
        status = task_did(task, work);
    }
    batch->kinds = (size_t)table.kinds;
    free(table.slots);
    return status;
}
