/* Documents of Python -> texts of tokens, which are then numbered from 0 without gaps. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = LARGE(1 << 23) }; /* tokens, which are copied in some hundredths of a second */

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

int array_view(PyObject *object, char format, size_t size, int flags, Py_buffer *view)
{
    if (PyObject_GetBuffer(object, view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS | flags) == 0) {
        if (view->ndim == 1 && (size_t)view->itemsize == size && view->format && view->format[0] == format &&
            !view->format[1])
            return 0;
        PyBuffer_Release(view);
    } else if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_BufferError))
        return -1;
    PyErr_Format(PyExc_TypeError, "array('%c') expected, in one piece%s", format,
                 flags & PyBUF_WRITABLE ? " that can be written" : "");
    return -1;
}

/* Copies an array('i') into the pool. */
static int pool_read(Pool *pool, PyObject *object, size_t *place, size_t *size)
{
    Py_buffer view;
    if (array_view(object, 'i', sizeof *pool->numbers, 0, &view) < 0)
        return -1;
    *place = pool->size;
    *size = (size_t)view.len / sizeof *pool->numbers;
    int status = pool_room(pool, *size);
    for (size_t copied = 0; copied < *size && status == 0; copied += PIECE) {
        size_t piece = *size - copied < PIECE ? *size - copied : PIECE;
        memcpy(pool->numbers + *place + copied, (const char *)view.buf + copied * sizeof *pool->numbers,
               piece * sizeof *pool->numbers);
        if (piece == PIECE)
            status = pause_for_others(); /* Who cannot move the array, as long as there is a view of it. */
    }
    if (status == 0)
        pool->size += *size;
    PyBuffer_Release(&view);
    return status;
}

/* Reads the ends of a document's sentences, behind one another in their own pool. */
static int read_ends(Pool *ends, PyObject *object, Places *places)
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

Status batch_renumber(Batch *batch, Task *task)
{
    typedef struct {
        int32_t number, renumbered; /* from 1; 0 is an empty slot */
    } Slot;
    size_t slots = 16;
    int shift = 28;
    while (slots < 2 * batch->size && shift > 0)
        slots *= 2, shift--;
    Slot *table = zeroed(slots, sizeof *table);
    if (!table)
        return NO_MEMORY;
    Status status = DONE;
    int32_t kinds = 0;
    for (size_t place = 0; place < batch->size && status == DONE; place++) {
        int32_t number = batch->numbers[place];
        size_t slot = ((uint32_t)number * UINT32_C(0x9E3779B1)) >> shift;
        for (; table[slot].renumbered && table[slot].number != number; slot = (slot + 1) & (slots - 1))
            task->steps++;
        if (!table[slot].renumbered)
            table[slot] = (Slot){number, ++kinds}; /* of a new number, in the order they appear */
        batch->numbers[place] = table[slot].renumbered - 1;
        status = task_tick(task, STEPS_OF_A_MISS);
    }
    batch->kinds = (size_t)kinds;
    free(table);
    return status;
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
        status = PyErr_CheckSignals();
        if (status == 0)
            status = read_document(document, &pool, &ends, &places[text]);
    }
    batch->numbers = pool.numbers;
    batch->size = pool.size;
    if (status == 0)
        status = settle(batch, places, &ends);
    free(ends.numbers);
    return status;
}

int batch_read(Batch *batch, PyObject *models, PyObject *peers)
{
    *batch = (Batch){0};
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
