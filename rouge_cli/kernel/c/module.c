/* The module and its functions: each reads its arguments, works without the GIL and makes Python's objects. */

#include "arguments.h"

static PyObject *py_stem(PyObject *module, PyObject *arguments)
{
    PyObject *word;
    int is_nltk;
    if (!PyArg_ParseTuple(arguments, "Sp:stem", &word, &is_nltk))
        return NULL;
    const size_t length = (size_t)PyBytes_Size(word);
    char *stem = allocated(length, 1);
    if (!stem)
        return PyErr_NoMemory();
    memcpy(stem, PyBytes_AsString(word), length);
    const size_t end = porter(stem, length, is_nltk ? PORTER_NLTK : PORTER_155);
    PyObject *result = PyBytes_FromStringAndSize(stem, (Py_ssize_t)end);
    free(stem);
    return result;
}

static PyMethodDef module_functions[] = {
    {"rows", py_rows, METH_O, "Copy series in their orders for threads that resample them."},
    {"resample", py_resample, METH_VARARGS, "Return for each series in the rows the divided sum of each resample."},
    {"sort_samples", py_sort_samples, METH_O, "Sort in place and return the sum in that order."},
    {"scan_row", scan_row, METH_VARARGS, "Return the values of fields in a row of JSON Lines, or None for rare rows."},
    {"fragments", py_fragments, METH_VARARGS, "Return what a summary copies from its source."},
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
    PyObject *counter = batch_counter_type(module);
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

/* Builds that are not on the stable ABI have the headers' own values, which must be the same. */
#ifdef Py_mod_multiple_interpreters
_Static_assert(Py_mod_multiple_interpreters == MULTIPLE_INTERPRETERS_SLOT, "the number of a slot");
#endif
#ifdef Py_mod_gil
_Static_assert(Py_mod_gil == GIL_SLOT, "the number of a slot");
#endif

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
