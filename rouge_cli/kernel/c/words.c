/* The type Vocabulary: words and their numbers, with their stems and the stop words. */

#include "convert.h"
#include "text.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    PyObject_HEAD
    WordTable table;
    bool lowers_unicode;
} Vocabulary;

/* A task that holds the GIL. */
static const Task held_task = {NULL, NULL, 0};

/* Return the number of a word, or -1 with an exception set. */
static int32_t number_of_word(WordTable *table, PyObject *object)
{
    char *bytes;
    Py_ssize_t length;
    WordSlot *slot;
    if (PyBytes_AsStringAndSize(object, &bytes, &length) < 0)
        return -1;
    return raised(table_find_bytes(table, bytes, (size_t)length, &slot)) < 0 ? -1 : slot->number;
}

static PyObject *word_with_number(const WordTable *table, int32_t number)
{
    const WordEntry *entry = &table->entries[number];
    return PyBytes_FromStringAndSize(table->text + entry->start, (Py_ssize_t)entry->length);
}

static PyObject *array_of_numbers(PyTypeObject *type, const NumberList *list)
{
    return make_array(PyType_GetModuleState(type), "i", list->numbers, list->size * sizeof *list->numbers);
}

static Status read_sentences(TextReader *reader, PyObject *sentences)
{
    Status status = DONE;
    for (Py_ssize_t i = 0; i < PyTuple_Size(sentences) && status == DONE; i++) {
        char *bytes;
        Py_ssize_t length;
        if (PyBytes_AsStringAndSize(PyTuple_GetItem(sentences, i), &bytes, &length) < 0)
            return INTERRUPTED;
        status = read_sentence(reader, (Span){(const unsigned char *)bytes, (size_t)length});
    }
    return status;
}

static PyObject *vocabulary_tokens(PyObject *self, PyObject *arguments)
{
    PyObject *sentences, *result = NULL;
    int stem;
    Status status;
    if (!PyArg_ParseTuple(arguments, "Op:tokens", &sentences, &stem))
        return NULL;
    sentences = PySequence_Tuple(sentences);
    if (!sentences)
        return NULL;
    NumberList numbers = {NULL, 0, 0}, ends = {NULL, 0, 0};
    Task task = held_task;
    Vocabulary *vocabulary = (Vocabulary *)self;
    TextReader reader = {.table = &vocabulary->table,
                         .stem = stem,
                         .lowers_unicode = vocabulary->lowers_unicode,
                         .tokens = &numbers,
                         .ends = &ends,
                         .task = &task};
    BEGIN_LOCKED(self);
    status = read_sentences(&reader, sentences);
    END_LOCKED();
    Py_DECREF(sentences);
    if (raised(status) == 0) {
        PyObject *tokens = array_of_numbers(Py_TYPE(self), &numbers);
        PyObject *sentence_ends = tokens ? array_of_numbers(Py_TYPE(self), &ends) : NULL;
        result = sentence_ends ? PyTuple_Pack(2, tokens, sentence_ends) : NULL;
        Py_XDECREF(tokens);
        Py_XDECREF(sentence_ends);
    }
    free(numbers.numbers);
    free(ends.numbers);
    free(reader.letters);
    return result;
}

static PyObject *vocabulary_number(PyObject *self, PyObject *token)
{
    int32_t number;
    BEGIN_LOCKED(self);
    number = number_of_word(&((Vocabulary *)self)->table, token);
    END_LOCKED();
    return number < 0 ? NULL : PyLong_FromLong(number);
}

static PyObject *vocabulary_name(PyObject *self, PyObject *argument)
{
    const WordTable *table = &((Vocabulary *)self)->table;
    PyObject *name = NULL;
    Py_ssize_t number = PyNumber_AsSsize_t(argument, PyExc_IndexError);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    BEGIN_LOCKED(self);
    if (number < 0 || (size_t)number >= table->count)
        PyErr_SetString(PyExc_IndexError, "no token has this number");
    else
        name = word_with_number(table, (int32_t)number);
    END_LOCKED();
    return name;
}

static PyObject *vocabulary_stem(PyObject *self, PyObject *token)
{
    WordTable *table = &((Vocabulary *)self)->table;
    PyObject *stem = NULL;
    int32_t number;
    Task task = held_task;
    BEGIN_LOCKED(self);
    number = number_of_word(table, token);
    if (number >= 0 && raised(table_stem(table, number, &number, &task)) == 0)
        stem = word_with_number(table, number);
    END_LOCKED();
    return stem;
}

static int read_stop_words(WordTable *table, PyObject *words)
{
    words = PySequence_Tuple(words);
    int status = words ? 0 : -1;
    Task task = held_task;
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_Size(words); i++) {
        int32_t number = number_of_word(table, PyTuple_GetItem(words, i));
        if (number >= 0)
            table_slot(table, number)->stop = true;
        status = number < 0 ? -1 : raised(table_did(table, table->entries[number].length + 1, &task));
    }
    Py_XDECREF(words);
    return status;
}

static int read_exception(WordTable *table, PyObject *item)
{
    if (!PyTuple_Check(item) || PyTuple_Size(item) != 2) {
        PyErr_SetString(PyExc_TypeError, "exceptions must be pairs of words and stems");
        return -1;
    }
    int32_t number = number_of_word(table, PyTuple_GetItem(item, 0));
    int32_t stem = number < 0 ? -1 : number_of_word(table, PyTuple_GetItem(item, 1));
    if (stem < 0)
        return -1;
    table_slot(table, number)->stem = stem;
    return 0;
}

static int read_exceptions(WordTable *table, PyObject *exceptions)
{
    PyObject *items = PyMapping_Items(exceptions);
    int status = items ? 0 : -1;
    Task task = held_task;
    for (Py_ssize_t i = 0; status == 0 && i < PyList_Size(items); i++) {
        size_t text_size = table->text_size;
        status = read_exception(table, PyList_GetItem(items, i));
        if (status == 0)
            status = raised(table_did(table, table->text_size - text_size + 1, &task));
    }
    Py_XDECREF(items);
    return status;
}

int read_word_lists(WordTable *table, PyObject *stop_words, PyObject *exceptions)
{
    if (stop_words && stop_words != Py_None && read_stop_words(table, stop_words) < 0)
        return -1;
    return exceptions && exceptions != Py_None ? read_exceptions(table, exceptions) : 0;
}

static PyObject *vocabulary_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"stop_words", "exceptions", "stemmer", "lowering", NULL};
    PyObject *stop_words = NULL, *exceptions = NULL;
    const char *stemmer_name = stemmer_choices.names[0], *lowering_name = lowering_choices.names[0];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OOss:Vocabulary", names, &stop_words, &exceptions,
                                     &stemmer_name, &lowering_name))
        return NULL;
    int stemmer = read_choice(stemmer_name, &stemmer_choices);
    int lowering = stemmer < 0 ? -1 : read_choice(lowering_name, &lowering_choices);
    if (lowering < 0)
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0); /* Its memory is zeroed, which is an empty table. */
    if (!self)
        return NULL;
    ((Vocabulary *)self)->table.stemmer = (Stemmer)stemmer;
    ((Vocabulary *)self)->lowers_unicode = lowering;
    if (read_word_lists(&((Vocabulary *)self)->table, stop_words, exceptions) < 0)
        Py_CLEAR(self);
    return self;
}

static void vocabulary_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    table_free(&((Vocabulary *)self)->table);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type); /* An object of a type made at run time holds a reference to it. */
}

static PyMethodDef vocabulary_methods[] = {
    {"tokens", vocabulary_tokens, METH_VARARGS,
     "Return the numbers of the tokens of sentences, and where each sentence ends."},
    {"number", vocabulary_number, METH_O, "Return the number of a token."},
    {"name", vocabulary_name, METH_O, "Return the token that has this number."},
    {"stem", vocabulary_stem, METH_O, "Return the stem of a word, of any length."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot vocabulary_slots[] = {
    {Py_tp_doc, "The words of a run and their numbers."},
    {Py_tp_new, vocabulary_new},
    {Py_tp_dealloc, vocabulary_dealloc},
    {Py_tp_methods, vocabulary_methods},
    {0, NULL},
};

static PyType_Spec vocabulary_spec = {
    "rouge_cli.kernel.compiled.Vocabulary", sizeof(Vocabulary), 0, Py_TPFLAGS_DEFAULT, vocabulary_slots,
};

PyObject *vocabulary_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &vocabulary_spec, NULL);
}
