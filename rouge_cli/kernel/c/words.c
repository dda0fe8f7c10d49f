/* The table of a run's words: text -> tokens as numbers, with stop words left out and words stemmed once. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_UNSTEMMED 3
#define UNKNOWN (-1)
#define NO_ENTRY (-1)

typedef struct {
    size_t start; /* of its bytes in the table's text */
    size_t length;
    uint32_t hash;
    int32_t stem; /* the number of its stem, or UNKNOWN */
    bool stop; /* a stop word */
} Entry;

typedef struct {
    PyObject_HEAD
    PyObject *array; /* the type of what `tokens` returns */
    char *text; /* the bytes of all entries, and room for one more */
    size_t text_size, text_room;
    Entry *entries; /* by number */
    size_t count, room;
    int32_t *slots; /* a hash table of numbers, NO_ENTRY where it is empty; no more than half full */
    size_t slot_count;
    size_t steps; /* since the last look for Ctrl-C */
} Vocabulary;

/* Numbers that are still being collected. */
typedef struct {
    int32_t *numbers;
    size_t size, room;
} Row;

/* The items, moved to where there is double the room until `wanted` fit; NULL with an exception set, and then they
   are still where they were. */
static void *with_room(void *items, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return items;
    size_t more = *room ? *room : 64;
    while (more < wanted && more <= SIZE_MAX / 2)
        more *= 2;
    void *grown = more >= wanted && more <= PTRDIFF_MAX / size ? realloc(items, more * size) : NULL;
    if (grown)
        *room = more;
    else
        PyErr_NoMemory();
    return grown;
}

static int append(Row *row, int32_t number)
{
    if (row->size == row->room) {
        int32_t *numbers = with_room(row->numbers, &row->room, row->size + 1, sizeof number);
        if (!numbers)
            return -1;
        row->numbers = numbers;
    }
    row->numbers[row->size++] = number;
    return 0;
}

static uint32_t hash_on(uint32_t hash, char byte) /* FNV-1a */
{
    return (hash ^ (unsigned char)byte) * UINT32_C(16777619);
}

static const uint32_t hash_start = UINT32_C(2166136261);

static int rehash(Vocabulary *table)
{
    size_t slot_count = table->slot_count ? 2 * table->slot_count : 1024;
    int32_t *slots = unset(slot_count, sizeof *slots);
    if (!slots) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t slot = 0; slot < slot_count; slot++)
        slots[slot] = NO_ENTRY;
    for (size_t number = 0; number < table->count; number++) {
        size_t slot = table->entries[number].hash & (slot_count - 1);
        while (slots[slot] != NO_ENTRY)
            slot = (slot + 1) & (slot_count - 1);
        slots[slot] = (int32_t)number;
    }
    free(table->slots);
    table->slots = slots;
    table->slot_count = slot_count;
    return 0;
}

/* The number of the word that stands at the end of the table's text; -1 with an exception set. */
static int32_t number_of(Vocabulary *table, size_t length, uint32_t hash)
{
    if (2 * (table->count + 1) > table->slot_count && rehash(table) < 0)
        return -1;
    const char *word = table->text + table->text_size;
    size_t slot = hash & (table->slot_count - 1);
    for (; table->slots[slot] != NO_ENTRY; slot = (slot + 1) & (table->slot_count - 1)) {
        const Entry *entry = &table->entries[table->slots[slot]];
        if (entry->hash == hash && entry->length == length && memcmp(table->text + entry->start, word, length) == 0)
            return table->slots[slot];
        table->steps += STEPS_OF_A_MISS;
    }
    if (table->count == INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 different words");
        return -1;
    }
    Entry *entries = with_room(table->entries, &table->room, table->count + 1, sizeof *entries);
    if (!entries)
        return -1;
    table->entries = entries;
    table->slots[slot] = (int32_t)table->count;
    table->entries[table->count] = (Entry){table->text_size, length, hash, UNKNOWN, false};
    table->text_size += length;
    return (int32_t)table->count++;
}

static int text_room(Vocabulary *table, size_t more)
{
    if (more >= SIZE_MAX - table->text_size) {
        PyErr_NoMemory();
        return -1;
    }
    /* One byte more, so that there is memory even for no bytes. */
    char *text = with_room(table->text, &table->text_room, table->text_size + more + 1, 1);
    if (!text)
        return -1;
    table->text = text;
    return 0;
}

/* As `number_of`, for a word that is not hashed yet. */
static int32_t number_of_last(Vocabulary *table, size_t length)
{
    uint32_t hash = hash_start;
    for (size_t i = 0; i < length; i++)
        hash = hash_on(hash, table->text[table->text_size + i]);
    return number_of(table, length, hash);
}

static int32_t number_of_object(Vocabulary *table, PyObject *object)
{
    char *bytes;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(object, &bytes, &length) < 0)
        return -1;
    if (text_room(table, (size_t)length) < 0)
        return -1;
    memcpy(table->text + table->text_size, bytes, (size_t)length);
    return number_of_last(table, (size_t)length);
}

/* Looks for Ctrl-C when it is time to. Only where nothing is half done: what runs meanwhile may use the table, too. */
static int look(Vocabulary *table)
{
    if (table->steps < STEPS_BETWEEN_LOOKS)
        return 0;
    table->steps = 0;
    return pause_for_others();
}

/* The number of a word's stem. */
static int32_t stem_of(Vocabulary *table, int32_t number)
{
    if (table->entries[number].stem != UNKNOWN)
        return table->entries[number].stem;
    if (look(table) < 0)
        return -1;
    size_t length = table->entries[number].length;
    if (text_room(table, length) < 0)
        return -1;
    char *copy = table->text + table->text_size;
    memcpy(copy, table->text + table->entries[number].start, length);
    int32_t stem = number_of_last(table, porter(copy, length));
    if (stem >= 0)
        table->entries[number].stem = stem;
    return stem;
}

/* What each byte is in a token: itself, lowered, or 0 where it separates. */
static const char letter_or_digit[256] = {
    ['0'] = '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
    ['A'] = 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
    'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ['a'] = 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
    'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
};

static int read_sentence(Vocabulary *table, const unsigned char *bytes, size_t length, bool stem, Row *tokens)
{
    for (size_t i = 0; i < length; i++) {
        uint32_t hash = hash_start;
        size_t size = 0;
        if (look(table) < 0)
            return -1;
        /* Stems and words before this one have taken of the room. */
        if (text_room(table, length - i) < 0)
            return -1;
        char *word = table->text + table->text_size, letter;
        for (; i < length && (letter = letter_or_digit[bytes[i]]); i++) {
            word[size++] = letter;
            hash = hash_on(hash, letter);
        }
        table->steps += size + 1;
        if (!size)
            continue;
        table->steps += STEPS_OF_A_MISS;
        int32_t number = number_of(table, size, hash);
        if (number < 0)
            return -1;
        if (table->entries[number].stop)
            continue;
        if (stem && size > LONGEST_UNSTEMMED && (number = stem_of(table, number)) < 0)
            return -1;
        if (append(tokens, number) < 0)
            return -1;
    }
    return 0;
}

static PyObject *array_of(Vocabulary *table, const Row *row)
{
    return PyObject_CallFunction(table->array, "sy#", "i", row->size ? (const char *)row->numbers : "",
                                 (Py_ssize_t)(row->size * sizeof *row->numbers));
}

static PyObject *tokens(PyObject *self, PyObject *arguments)
{
    Vocabulary *table = (Vocabulary *)self;
    PyObject *sentences, *result = NULL;
    int stem, status = 0;
    if (!PyArg_ParseTuple(arguments, "Op:tokens", &sentences, &stem))
        return NULL;
    sentences = PySequence_Tuple(sentences);
    if (!sentences)
        return NULL;
    Row row = {NULL, 0, 0}, ends = {NULL, 0, 0};
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_Size(sentences); i++) {
        char *bytes;
        Py_ssize_t length;
        status = PyBytes_AsStringAndSize(PyTuple_GetItem(sentences, i), &bytes, &length);
        if (status == 0)
            status = read_sentence(table, (const unsigned char *)bytes, (size_t)length, stem, &row);
        if (status == 0 && row.size > INT32_MAX) {
            PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 tokens in one text");
            status = -1;
        }
        if (status == 0)
            status = append(&ends, (int32_t)row.size);
        if (status == 0)
            status = PyErr_CheckSignals();
    }
    Py_DECREF(sentences);
    if (status == 0) {
        PyObject *all = array_of(table, &row), *of_sentences = all ? array_of(table, &ends) : NULL;
        result = of_sentences ? PyTuple_Pack(2, all, of_sentences) : NULL;
        Py_XDECREF(all);
        Py_XDECREF(of_sentences);
    }
    free(row.numbers);
    free(ends.numbers);
    return result;
}

static PyObject *number(PyObject *self, PyObject *token)
{
    int32_t number = number_of_object((Vocabulary *)self, token);
    return number < 0 ? NULL : PyLong_FromLong(number);
}

static PyObject *name(PyObject *self, PyObject *argument)
{
    const Vocabulary *table = (Vocabulary *)self;
    Py_ssize_t number = PyNumber_AsSsize_t(argument, PyExc_IndexError);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    if (number < 0 || (size_t)number >= table->count) {
        PyErr_SetString(PyExc_IndexError, "no token has this number");
        return NULL;
    }
    const Entry *entry = &table->entries[number];
    return PyBytes_FromStringAndSize(table->text + entry->start, (Py_ssize_t)entry->length);
}

static PyObject *stem(PyObject *self, PyObject *token)
{
    Vocabulary *table = (Vocabulary *)self;
    int32_t number = number_of_object(table, token);
    if (number >= 0)
        number = stem_of(table, number);
    if (number < 0)
        return NULL;
    const Entry *entry = &table->entries[number];
    return PyBytes_FromStringAndSize(table->text + entry->start, (Py_ssize_t)entry->length);
}

static int read_stop_words(Vocabulary *table, PyObject *words)
{
    words = PySequence_Tuple(words);
    int status = words ? 0 : -1;
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_Size(words); i++) {
        int32_t number = number_of_object(table, PyTuple_GetItem(words, i));
        if (number >= 0)
            table->entries[number].stop = true;
        status = number < 0 ? -1 : PyErr_CheckSignals();
    }
    Py_XDECREF(words);
    return status;
}

static int read_exceptions(Vocabulary *table, PyObject *exceptions)
{
    PyObject *items = PyMapping_Items(exceptions);
    int status = items ? 0 : -1;
    for (Py_ssize_t i = 0; status == 0 && i < PyList_Size(items); i++) {
        PyObject *item = PyList_GetItem(items, i);
        int32_t number = -1, stem = -1;
        if (!PyTuple_Check(item) || PyTuple_Size(item) != 2)
            PyErr_SetString(PyExc_TypeError, "exceptions must be pairs of words and stems");
        else
            number = number_of_object(table, PyTuple_GetItem(item, 0));
        if (number >= 0)
            stem = number_of_object(table, PyTuple_GetItem(item, 1));
        if (stem >= 0)
            table->entries[number].stem = stem;
        status = stem < 0 ? -1 : PyErr_CheckSignals();
    }
    Py_XDECREF(items);
    return status;
}

static PyObject *create(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"stop_words", "exceptions", NULL};
    PyObject *stop_words = NULL, *exceptions = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OO:Vocabulary", names, &stop_words, &exceptions))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Vocabulary *table = (Vocabulary *)allocate(type, 0); /* zeroed */
    if (!table)
        return NULL;
    PyObject *module = PyImport_ImportModule("array");
    table->array = module ? PyObject_GetAttrString(module, "array") : NULL;
    Py_XDECREF(module);
    if (!table->array || (stop_words && read_stop_words(table, stop_words) < 0) ||
        (exceptions && exceptions != Py_None && read_exceptions(table, exceptions) < 0)) {
        Py_DECREF(table);
        return NULL;
    }
    return (PyObject *)table;
}

static void dispose(PyObject *self)
{
    Vocabulary *table = (Vocabulary *)self;
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(table->array);
    free(table->text);
    free(table->entries);
    free(table->slots);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"tokens", tokens, METH_VARARGS, "The numbers of the tokens of sentences, and where each sentence ends."},
    {"number", number, METH_O, "The number of a token."},
    {"name", name, METH_O, "The token that has this number."},
    {"stem", stem, METH_O, "The stem of a word, of any length."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "The words of a run and their numbers."},
    {Py_tp_new, create},
    {Py_tp_dealloc, dispose},
    {Py_tp_methods, methods},
    {0, NULL},
};

static PyType_Spec spec = {"rouge_cli.kernel.compiled.Vocabulary", sizeof(Vocabulary), 0, Py_TPFLAGS_DEFAULT, slots};

PyObject *vocabulary_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
