/* Documents of Python -> texts of tokens that are numbered from 0 without gaps. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/* Numbers as they are read; they move when they grow, so texts are places in them until all are read. */
typedef struct {
    int32_t *numbers;
    size_t size, room;
} Pool;

typedef struct {
    size_t tokens, size, words, word_count, ends, sentences;
} Places;

static int pool_room(Pool *pool, size_t more)
{
    if (more <= pool->room - pool->size)
        return 0;
    if (more > INT32_MAX - pool->size) {
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 tokens in one evaluation");
        return -1;
    }
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

/* Copies an array('i') into the pool. */
static int pool_read(Pool *pool, PyObject *object, size_t *place, size_t *size)
{
    Py_buffer view;
    if (PyObject_GetBuffer(object, &view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS) < 0)
        return -1;
    int status = -1;
    if (view.ndim != 1 || view.itemsize != sizeof(int32_t) || !view.format || strcmp(view.format, "i") != 0)
        PyErr_SetString(PyExc_TypeError, "tokens and sentence ends must be array('i')");
    else if (pool_room(pool, *size = (size_t)view.len / sizeof(int32_t)) == 0) {
        *place = pool->size;
        if (*size)
            memcpy(pool->numbers + pool->size, view.buf, (size_t)view.len);
        pool->size += *size;
        status = 0;
    }
    PyBuffer_Release(&view);
    return status;
}

/* Reads the ends of a document's sentences, behind one another in their own pool. */
static int read_ends(Pool *ends, PyObject *object, Places *places)
{
    if (pool_read(ends, object, &places->ends, &places->sentences) < 0)
        return -1;
    int32_t last = 0;
    for (size_t sentence = 0; sentence < places->sentences; sentence++) {
        int32_t end = ends->numbers[places->ends + sentence];
        if (end < last)
            last = INT32_MAX; /* which is no end of anything */
        else
            last = end;
    }
    if ((size_t)last != places->word_count) {
        PyErr_SetString(PyExc_ValueError, "sentence ends must rise to the number of words");
        return -1;
    }
    return 0;
}

static int read_document(PyObject *document, Pool *pool, Pool *ends, Places *places)
{
    if (!PyTuple_Check(document) || PyTuple_Size(document) != 3) {
        PyErr_SetString(PyExc_TypeError, "a document must be a tuple of tokens, words and sentence ends");
        return -1;
    }
    PyObject *tokens = PyTuple_GetItem(document, 0), *words = PyTuple_GetItem(document, 1);
    if (pool_read(pool, tokens, &places->tokens, &places->size) < 0)
        return -1;
    if (words == tokens) {
        places->words = places->tokens;
        places->word_count = places->size;
    } else if (pool_read(pool, words, &places->words, &places->word_count) < 0)
        return -1;
    return read_ends(ends, PyTuple_GetItem(document, 2), places);
}

/* Gives equal numbers equal new ones, from 0 in the order they appear; how many there are, or -1. */
static int64_t renumber(Pool *pool)
{
    typedef struct {
        int32_t number, renumbered; /* from 1; 0 is an empty slot */
    } Slot;
    size_t slots = 16;
    int shift = 28;
    while (slots < 2 * pool->size && shift > 0)
        slots *= 2, shift--;
    Slot *table = zeroed(slots, sizeof *table);
    if (!table) {
        PyErr_NoMemory();
        return -1;
    }
    int32_t kinds = 0;
    for (size_t place = 0; place < pool->size; place++) {
        int32_t number = pool->numbers[place];
        size_t slot = ((uint32_t)number * UINT32_C(0x9E3779B1)) >> shift;
        while (table[slot].renumbered && table[slot].number != number)
            slot = (slot + 1) & (slots - 1);
        if (!table[slot].renumbered)
            table[slot] = (Slot){number, ++kinds};
        pool->numbers[place] = table[slot].renumbered - 1;
    }
    free(table);
    return kinds;
}

/* Turns places into the texts and ends of the batch, which they outlive. */
static int settle(Batch *batch, const Places *places, const Pool *ends)
{
    size_t count = batch->models + batch->peers;
    batch->texts = zeroed(count, sizeof *batch->texts);
    batch->ends = unset(ends->size, sizeof *batch->ends);
    if (!batch->texts || !batch->ends) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t place = 0; place < ends->size; place++)
        batch->ends[place] = (size_t)ends->numbers[place];
    for (size_t text = 0; text < count; text++, places++)
        batch->texts[text] = (Text){
            batch->numbers + places->tokens, places->size,
            batch->numbers + places->words,  places->word_count,
            batch->ends + places->ends,      places->sentences,
        };
    return 0;
}

static int read_all(Batch *batch, PyObject *models, PyObject *peers, Places *places)
{
    Pool pool = {NULL, 0, 0}, ends = {NULL, 0, 0};
    int status = pool_room(&pool, 1) < 0 || pool_room(&ends, 1) < 0 ? -1 : 0;
    for (size_t text = 0; status == 0 && text < batch->models + batch->peers; text++) {
        PyObject *document = text < batch->models ? PyTuple_GetItem(models, (Py_ssize_t)text)
                                                  : PyTuple_GetItem(peers, (Py_ssize_t)(text - batch->models));
        status = read_document(document, &pool, &ends, &places[text]);
    }
    if (status == 0) {
        int64_t kinds = renumber(&pool);
        batch->kinds = kinds < 0 ? 0 : (size_t)kinds;
        status = kinds < 0 ? -1 : 0;
    }
    batch->numbers = pool.numbers;
    if (status == 0)
        status = settle(batch, places, &ends);
    free(ends.numbers);
    return status;
}

int batch_read(Batch *batch, PyObject *models, PyObject *peers)
{
    *batch = (Batch){0, 0, NULL, 0, NULL, NULL};
    int status = -1;
    /* Tuples of our own: their items stay, whatever becomes of the caller's lists. */
    models = PySequence_Tuple(models);
    peers = models ? PySequence_Tuple(peers) : NULL;
    if (peers) {
        batch->models = (size_t)PyTuple_Size(models);
        batch->peers = (size_t)PyTuple_Size(peers);
        Places *places = zeroed(batch->models + batch->peers, sizeof *places);
        if (places)
            status = read_all(batch, models, peers, places);
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
    free(batch->texts);
    free(batch->numbers);
    free(batch->ends);
}
