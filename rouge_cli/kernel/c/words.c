/* The table of a run's words: text -> tokens as numbers, with stop words left out and words stemmed once. */

#include "table.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST_UNSTEMMED 3

typedef struct {
    PyObject_HEAD
    PyObject *array; /* the type of what `tokens` returns */
    Table table;
} Vocabulary;

/* Numbers that are still being collected. */
typedef struct {
    int32_t *numbers;
    size_t size, room;
} Row;

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

static int32_t number_of(Table *table, PyObject *object)
{
    char *bytes;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(object, &bytes, &length) < 0)
        return -1;
    const Slot *slot = table_find_bytes(table, bytes, (size_t)length);
    return slot ? slot->number : -1;
}

static PyObject *bytes_of(const Table *table, int32_t number)
{
    const Entry *entry = &table->entries[number];
    return PyBytes_FromStringAndSize(table->text + entry->start, (Py_ssize_t)entry->length);
}

/* Looks for Ctrl-C when it is time to. Only where nothing is half done: what runs meanwhile may use the table, too. */
static int look(Table *table)
{
    if (table->steps < STEPS_BETWEEN_LOOKS)
        return 0;
    table->steps = 0;
    return pause_for_others();
}

/* What each byte is in a token: itself, lowered, or 0 where it separates. */
static const char letter_or_digit[256] = {
    ['0'] = '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
    ['A'] = 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
    'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ['a'] = 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
    'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
};

static int read_sentence(Table *table, const unsigned char *bytes, size_t length, bool stem, Row *tokens)
{
    for (size_t i = 0; i < length; i++) {
        uint32_t hash = hash_start;
        size_t size = 0;
        /* Stems and words before this one have taken of the room. */
        if (look(table) < 0 || table_room(table, length - i) < 0)
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
        const Slot *slot = table_find(table, size, hash);
        if (!slot)
            return -1;
        if (slot->stop)
            continue;
        int32_t number = slot->number;
        if (stem && size > LONGEST_UNSTEMMED)
            number = slot->stem != UNKNOWN ? slot->stem : table_stem(table, number);
        if (number < 0 || append(tokens, number) < 0)
            return -1;
    }
    return 0;
}

static PyObject *array_of(Vocabulary *vocabulary, const Row *row)
{
    return PyObject_CallFunction(vocabulary->array, "sy#", "i", row->size ? (const char *)row->numbers : "",
                                 (Py_ssize_t)(row->size * sizeof *row->numbers));
}

static PyObject *tokens(PyObject *self, PyObject *arguments)
{
    Vocabulary *vocabulary = (Vocabulary *)self;
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
            status = read_sentence(&vocabulary->table, (const unsigned char *)bytes, (size_t)length, stem, &row);
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
        PyObject *all = array_of(vocabulary, &row), *of_sentences = all ? array_of(vocabulary, &ends) : NULL;
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
    int32_t number = number_of(&((Vocabulary *)self)->table, token);
    return number < 0 ? NULL : PyLong_FromLong(number);
}

static PyObject *name(PyObject *self, PyObject *argument)
{
    const Table *table = &((Vocabulary *)self)->table;
    Py_ssize_t number = PyNumber_AsSsize_t(argument, PyExc_IndexError);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    if (number < 0 || (size_t)number >= table->count) {
        PyErr_SetString(PyExc_IndexError, "no token has this number");
        return NULL;
    }
    return bytes_of(table, (int32_t)number);
}

static PyObject *stem(PyObject *self, PyObject *token)
{
    Table *table = &((Vocabulary *)self)->table;
    int32_t number = number_of(table, token);
    if (number >= 0)
        number = table_stem(table, number);
    return number < 0 ? NULL : bytes_of(table, number);
}

static int read_stop_words(Table *table, PyObject *words)
{
    words = PySequence_Tuple(words);
    int status = words ? 0 : -1;
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_Size(words); i++) {
        int32_t number = number_of(table, PyTuple_GetItem(words, i));
        if (number >= 0)
            table_slot(table, number)->stop = true;
        status = number < 0 ? -1 : PyErr_CheckSignals();
    }
    Py_XDECREF(words);
    return status;
}

static int read_exceptions(Table *table, PyObject *exceptions)
{
    PyObject *items = PyMapping_Items(exceptions);
    int status = items ? 0 : -1;
    for (Py_ssize_t i = 0; status == 0 && i < PyList_Size(items); i++) {
        PyObject *item = PyList_GetItem(items, i);
        int32_t number = -1, stem = -1;
        if (!PyTuple_Check(item) || PyTuple_Size(item) != 2)
            PyErr_SetString(PyExc_TypeError, "exceptions must be pairs of words and stems");
        else
            number = number_of(table, PyTuple_GetItem(item, 0));
        if (number >= 0)
            stem = number_of(table, PyTuple_GetItem(item, 1));
        if (stem >= 0)
            table_slot(table, number)->stem = stem;
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
    Vocabulary *vocabulary = (Vocabulary *)allocate(type, 0); /* zeroed */
    if (!vocabulary)
        return NULL;
    PyObject *module = PyImport_ImportModule("array");
    vocabulary->array = module ? PyObject_GetAttrString(module, "array") : NULL;
    Py_XDECREF(module);
    if (!vocabulary->array || (stop_words && read_stop_words(&vocabulary->table, stop_words) < 0) ||
        (exceptions && exceptions != Py_None && read_exceptions(&vocabulary->table, exceptions) < 0)) {
        Py_DECREF(vocabulary);
        return NULL;
    }
    return (PyObject *)vocabulary;
}

static void dispose(PyObject *self)
{
    Vocabulary *vocabulary = (Vocabulary *)self;
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(vocabulary->array);
    table_free(&vocabulary->table);
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
