/* The module and its functions: each reads its arguments, works without the GIL and makes Python's objects. And what the
   core asks of its host: work without the GIL that still answers Ctrl-C, kinds of characters and tokens of pieces. */

#include "python.h"

static Status look(Task *task)
{
    task->work = 0;
    PyEval_RestoreThread(task->thread);
    Status status = PyErr_CheckSignals() < 0 ? INTERRUPTED : DONE;
    /* Volatile, because other threads write it, where there is no GIL even now. */
    if (status == DONE && task->stop && *(const volatile char *)task->stop) {
        PyErr_SetString(PyExc_RuntimeError, "the results are no longer wanted");
        status = INTERRUPTED;
    }
    task->thread = PyEval_SaveThread();
    return status;
}

int task_end(Task *task, Status status)
{
    PyEval_RestoreThread(task->thread);
    return raised(status);
}

/* Ask Python for the kind of a character; INTERRUPTED with an exception set. */
static Status ask(unsigned char *kinds, uint32_t character)
{
    PyObject *string = PyUnicode_FromOrdinal((int)character);
    PyObject *is_word = string ? PyObject_CallMethod(string, "isalnum", NULL) : NULL;
    PyObject *is_letter = is_word ? PyObject_CallMethod(string, "isalpha", NULL) : NULL;
    if (is_letter)
        kinds[character] = is_letter == Py_True ? LETTER : is_word == Py_True ? DIGIT : SIGN;
    Py_XDECREF(string);
    Py_XDECREF(is_word);
    Py_XDECREF(is_letter);
    return is_letter ? DONE : INTERRUPTED;
}

static Status find_kinds(Task *task, unsigned char *kinds, uint32_t first)
{
    Status status = DONE;
    PyEval_RestoreThread(task->thread);
    for (uint32_t i = 0; i < ASKED_AT_ONCE && status == DONE; i++)
        status = ask(kinds, first + i);
    task->thread = PyEval_SaveThread();
    return status;
}

static PyObject *unknown_pieces(const PieceTable *table)
{
    const WordTable *pieces = &table->pieces;
    PyObject *list = PyList_New((Py_ssize_t)(pieces->entries.size - table->ends.size));
    for (size_t i = table->ends.size; list && i < pieces->entries.size; i++) {
        const WordEntry *entry = &pieces->entries.items[i];
        PyObject *bytes = PyBytes_FromStringAndSize(pieces->text.items + entry->start, (Py_ssize_t)entry->length);
        if (!bytes || PyList_SetItem(list, (Py_ssize_t)(i - table->ends.size), bytes) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static int refuse_answer(void)
{
    return refuse(PyExc_TypeError,
                  "for each piece there must be a tuple of its tokens and one of as many stems, all of them bytes");
}

static int read_answer(PieceReader *pieces, PyObject *answer)
{
    PyObject *tokens, *stems;
    if (!PyTuple_Check(answer) || PyTuple_Size(answer) != 2 || !PyTuple_Check(tokens = PyTuple_GetItem(answer, 0)) ||
        !PyTuple_Check(stems = PyTuple_GetItem(answer, 1)) || PyTuple_Size(tokens) != PyTuple_Size(stems))
        return refuse_answer();
    for (Py_ssize_t i = 0; i < PyTuple_Size(tokens); i++) {
        PyObject *token = PyTuple_GetItem(tokens, i), *stem = PyTuple_GetItem(stems, i);
        if (!PyBytes_Check(token) || !PyBytes_Check(stem))
            return refuse_answer();
        if (raised(add_token(pieces, span_of(token), span_of(stem))) < 0)
            return -1;
    }
    return raised(end_piece(pieces));
}

/* Read the answers to as many pieces as were asked for. All of them are in tuples, which nobody can change meanwhile. */
static int read_answers(PieceReader *pieces, PyObject *answers)
{
    size_t asked = pieces->table.pieces.entries.size - pieces->table.ends.size;
    if (!PyTuple_Check(answers) || (size_t)PyTuple_Size(answers) != asked)
        return refuse_answer();
    for (size_t i = 0; i < asked; i++)
        if (read_answer(pieces, PyTuple_GetItem(answers, (Py_ssize_t)i)) < 0 ||
            (i % 1024 == 1023 && PyErr_CheckSignals() < 0))
            return -1;
    return 0;
}

static Status find_tokens(Task *task, PieceReader *pieces, PyObject *function)
{
    PyEval_RestoreThread(task->thread);
    PyObject *asked = unknown_pieces(&pieces->table);
    PyObject *answers = asked ? PyObject_CallFunctionObjArgs(function, asked, NULL) : NULL;
    int status = answers ? read_answers(pieces, answers) : -1;
    Py_XDECREF(answers);
    Py_XDECREF(asked);
    task->thread = PyEval_SaveThread();
    return status < 0 ? INTERRUPTED : DONE;
}

void task_begin(Task *task, const char *stop)
{
    static const Host host = {look, find_kinds, find_tokens};
    *task = (Task){.host = &host, .stop = stop};
    task->thread = PyEval_SaveThread();
}

static PyObject *py_stem(PyObject *module, PyObject *arguments)
{
    PyObject *word, *copy, *result = NULL;
    int is_nltk;
    if (!PyArg_ParseTuple(arguments, "Sp:stem", &word, &is_nltk))
        return NULL;
    const size_t length = (size_t)PyBytes_Size(word);
    char *stem = new_bytes(&copy, length);
    if (stem) {
        memcpy(stem, PyBytes_AsString(word), length);
        result = PyBytes_FromStringAndSize(stem, (Py_ssize_t)porter(stem, length, is_nltk ? PORTER_NLTK : PORTER_155));
    }
    Py_XDECREF(copy);
    return result;
}

static PyMethodDef module_functions[] = {
    {"rows", py_rows, METH_O, "Copy series for threads that resample them."},
    {"resample", py_resample, METH_VARARGS, "Return for each series in the rows the divided sum of each resample."},
    {"sort_samples", py_sort_samples, METH_O, "Sort in place and return the sum in that order."},
    {"differences", py_differences, METH_VARARGS, "Return each value of an array less the value of another."},
    {"in_order", py_in_order, METH_VARARGS, "Return the values of an array at the places in another."},
    {"scan_rows", py_scan_rows, METH_VARARGS, "Return the values of fields in rows of JSON Lines, or None for a rare row."},
    {"stem", py_stem, METH_VARARGS, "Return the stem of a word, of ROUGE-1.5.5's stemmer or of NLTK's."},
    {NULL, NULL, 0, NULL},
};

#ifndef CHECKSUM /* of all sources, which setup.py sets */
#define CHECKSUM 0
#endif

static int module_execute(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "CHECKSUM", CHECKSUM) < 0)
        return -1;
    PyObject *counter = PyType_FromModuleAndSpec(module, &counter_spec, NULL);
    int status = counter ? PyModule_AddObjectRef(module, "BatchCounter", counter) : -1;
    Py_XDECREF(counter);
    return status;
}

/* Two slots tell Python that the module may run in several interpreters, each with a GIL of its own, and without any
   GIL. Both hold: nothing static is ever written, and a counter locks itself (counter.c). Older Pythons refuse slots
   that they do not know, so one library for all of them has to choose by the version it runs on. The headers hide
   the slots from the stable ABI of 3.11; these are their values in Python's documentation and headers. */
enum { MULTIPLE_INTERPRETERS_SLOT = 3 /* since 3.12 */, GIL_SLOT = 4 /* since 3.13 */ };
#define PER_INTERPRETER_GIL_SUPPORTED ((void *)2)
#define GIL_NOT_USED ((void *)1)

static PyModuleDef_Slot slots[] = {
    {GIL_SLOT, GIL_NOT_USED},
    {MULTIPLE_INTERPRETERS_SLOT, PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_exec, module_execute},
    {0, NULL},
};

#define DEFINITION_WITH(slots)                                                                                        \
    {PyModuleDef_HEAD_INIT, "compiled", "The compiled body of the kernel.", 0, module_functions, slots, NULL, NULL, NULL}

/* Each set of slots has a definition, because setting the slots of a single one would write to it while another
   interpreter reads it. */
static struct PyModuleDef since_3_13 = DEFINITION_WITH(slots);
static struct PyModuleDef of_3_12 = DEFINITION_WITH(slots + 1);
static struct PyModuleDef of_3_11 = DEFINITION_WITH(slots + 2);

PyMODINIT_FUNC PyInit_compiled(void)
{
    return PyModuleDef_Init(Py_Version >= 0x030D0000 ? &since_3_13 : Py_Version >= 0x030C0000 ? &of_3_12 : &of_3_11);
}
