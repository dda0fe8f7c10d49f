/* The module and its functions: each reads its arguments, works without the GIL and makes Python's objects. */

#include "arguments.h"

static PyObject *make_arrays(const double *values, size_t count, size_t size)
{
    PyObject *module = PyImport_ImportModule("array"), *list = module ? PyList_New((Py_ssize_t)count) : NULL;
    for (size_t i = 0; list && i < count; i++) {
        /* The stable ABI has no "#": what is built with Python 3.13 would fail under older ones. */
        PyObject *bytes = PyBytes_FromStringAndSize((const char *)(values + i * size), (Py_ssize_t)(size * sizeof *values));
        PyObject *array = bytes ? PyObject_CallMethod(module, "array", "sO", "d", bytes) : NULL;
        Py_XDECREF(bytes);
        if (!array || PyList_SetItem(list, (Py_ssize_t)i, array) < 0)
            Py_CLEAR(list);
    }
    Py_XDECREF(module);
    return list;
}

/* Copy the next series to the rows: a pair of values and their order, which may be None. */
static int add_series(Rows *rows, PyObject *item)
{
    if (!PyTuple_Check(item) || PyTuple_Size(item) != 2)
        return refuse(PyExc_TypeError, "a series must be a pair of values and an order");
    PyObject *values = PyTuple_GetItem(item, 0), *order = PyTuple_GetItem(item, 1);
    Py_buffer views[2] = {{.obj = NULL}, {.obj = NULL}}; /* Other threads cannot move the arrays meanwhile. */
    int status = -1;
    if (view_array(values, 'd', sizeof(double), 0, &views[0]) == 0 &&
        (order == Py_None || view_array(order, 'i', sizeof(int32_t), 0, &views[1]) == 0)) {
        const size_t size = (size_t)views[0].len / sizeof(double);
        const size_t n = order == Py_None ? size : (size_t)views[1].len / sizeof(int32_t);
        Task task;
        task_begin(&task, NULL);
        status = task_end(&task, rows_add(rows, views[0].buf, size, views[1].buf, n, &task));
    }
    PyBuffer_Release(&views[0]); /* A view that is empty stays so. */
    PyBuffer_Release(&views[1]);
    return status;
}

static const char rows_name[] = "rouge_cli.kernel.compiled.rows";

static void free_capsule(PyObject *capsule)
{
    rows_free(PyCapsule_GetPointer(capsule, rows_name));
}

static PyObject *py_rows(PyObject *module, PyObject *series)
{
    PyObject *items = PySequence_Tuple(series);
    if (!items)
        return NULL;
    Rows *rows = rows_new((size_t)PyTuple_Size(items));
    PyObject *capsule = rows ? PyCapsule_New(rows, rows_name, free_capsule) : PyErr_NoMemory();
    if (!capsule)
        rows_free(rows);
    for (Py_ssize_t i = 0; capsule && i < PyTuple_Size(items); i++)
        if (add_series(rows, PyTuple_GetItem(items, i)) < 0)
            Py_CLEAR(capsule);
    Py_DECREF(items);
    return capsule;
}

/* Resample rows by drand48, or by the state of the legacy generator, which moves on. */
static PyObject *resample_rows(PyObject *capsule, uint64_t first, size_t resamples, double divisor, uint32_t *legacy)
{
    PyObject *result = NULL;
    const Rows *rows = PyCapsule_GetPointer(capsule, rows_name);
    const size_t series = series_of_rows(rows);
    resamples = series ? resamples : 0;
    double *sums = allocated(resamples, series * sizeof *sums);
    Task task;
    task_begin(&task, NULL);
    if (task_end(&task, sums ? resample(rows, legacy, first, resamples, divisor, sums, &task) : NO_MEMORY) == 0)
        result = make_arrays(sums, series, resamples);
    free(sums);
    return result;
}

static PyObject *py_resample(PyObject *module, PyObject *arguments)
{
    PyObject *capsule;
    Py_ssize_t first, resamples;
    double divisor;
    if (!PyArg_ParseTuple(arguments, "Onnd:resample", &capsule, &first, &resamples, &divisor))
        return NULL;
    if (!PyCapsule_IsValid(capsule, rows_name))
        return refuse(PyExc_TypeError, "rows expected, as the function rows returns them"), NULL;
    if (first < 0 || resamples < 0 || (uint64_t)first + (uint64_t)resamples > UINT32_MAX) /* A seed has 32 bits. */
        return refuse(PyExc_ValueError, "resamples must be from 0 to 2**32 - 1"), NULL;
    return resample_rows(capsule, (uint64_t)first, (size_t)resamples, divisor, NULL);
}

/* Resample by a copy of the state, which nobody else can write to, and write it back. */
static PyObject *py_legacy_resample(PyObject *module, PyObject *arguments)
{
    PyObject *series, *state, *capsule, *result = NULL;
    Py_ssize_t resamples;
    double divisor;
    uint32_t legacy[LEGACY_WORDS + 1];
    Py_buffer view;
    if (!PyArg_ParseTuple(arguments, "OOnd:legacy_resample", &series, &state, &resamples, &divisor) ||
        view_array(state, 'I', sizeof(uint32_t), PyBUF_WRITABLE, &view) < 0)
        return NULL;
    if (resamples < 0 || (uint64_t)resamples > UINT32_MAX)
        refuse(PyExc_ValueError, "resamples must be from 0 to 2**32 - 1");
    else if ((size_t)view.len != sizeof legacy)
        refuse(PyExc_ValueError, "a state must have 624 words and the place of the next one");
    else if ((capsule = py_rows(module, series))) {
        memcpy(legacy, view.buf, sizeof legacy);
        if ((result = resample_rows(capsule, 0, (size_t)resamples, divisor, legacy)))
            memcpy(view.buf, legacy, sizeof legacy);
        Py_DECREF(capsule);
    }
    PyBuffer_Release(&view);
    return result;
}

static PyObject *py_sort_samples(PyObject *module, PyObject *samples)
{
    Py_buffer view;
    if (view_array(samples, 'd', sizeof(double), PyBUF_WRITABLE, &view) < 0)
        return NULL;
    PyObject *result = NULL;
    size_t size = (size_t)view.len / sizeof(double);
    double sum, *values = allocated(size, sizeof *values);
    if (values && size) /* The buffer of an empty array may be NULL, which memcpy must not get. */
        memcpy(values, view.buf, size * sizeof *values);
    Task task;
    task_begin(&task, NULL);
    if (task_end(&task, values ? sort_samples(values, size, &sum, &task) : NO_MEMORY) == 0) {
        if (size)
            memcpy(view.buf, values, size * sizeof *values);
        result = PyFloat_FromDouble(sum);
    }
    free(values);
    PyBuffer_Release(&view);
    return result;
}

static PyObject *py_stem(PyObject *module, PyObject *arguments)
{
    PyObject *word;
    char *letters;
    Py_ssize_t length;
    int is_nltk;
    if (!PyArg_ParseTuple(arguments, "Sp:stem", &word, &is_nltk) || PyBytes_AsStringAndSize(word, &letters, &length) < 0)
        return NULL;
    char *stem = allocated((size_t)length, 1);
    if (!stem)
        return PyErr_NoMemory();
    memcpy(stem, letters, (size_t)length);
    length = (Py_ssize_t)porter(stem, (size_t)length, is_nltk ? PORTER_NLTK : PORTER_155);
    PyObject *result = PyBytes_FromStringAndSize(stem, length);
    free(stem);
    return result;
}

/* Make a bytearray whose memory is not written, so that the threads that write to it get its pages. */
static PyObject *py_unwritten(PyObject *module, PyObject *arguments)
{
    Py_ssize_t size;
    if (!PyArg_ParseTuple(arguments, "n:unwritten", &size))
        return NULL;
    if (size < 0)
        return refuse(PyExc_ValueError, "a size must be 0 or more"), NULL;
    return PyByteArray_FromStringAndSize(NULL, size);
}

static PyObject *make_fragments(const CopyingMemory *memory)
{
    PyObject *list = PyList_New((Py_ssize_t)memory->count);
    for (size_t i = 0; list && i < memory->count; i++) {
        const Fragment *found = &memory->found.items[i];
        PyObject *fragment = Py_BuildValue("(nnn)", (Py_ssize_t)found->summary, (Py_ssize_t)found->source,
                                           (Py_ssize_t)found->length);
        if (!fragment || PyList_SetItem(list, (Py_ssize_t)i, fragment) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *py_fragments(PyObject *module, PyObject *arguments)
{
    PyObject *of_summary, *of_source, *result = NULL;
    int as_written;
    TokenArguments read;
    CopyingMemory memory = {.count = 0};
    if (!PyArg_ParseTuple(arguments, "OOp:fragments", &of_summary, &of_source, &as_written))
        return NULL;
    if (read_tokens(&read, of_summary, of_source, as_written) == 0) {
        const Document summary = {.tokens = read.tokens.items, .size = read.summary_size};
        const Document source = {.tokens = summary.tokens + summary.size, .size = read.tokens.size - summary.size};
        Task task;
        task_begin(&task, NULL);
        if (task_end(&task, find_fragments(&memory, &summary, &source, read.table.count, &task)) == 0)
            result = Py_BuildValue("(Nnn)", make_fragments(&memory), (Py_ssize_t)summary.size, (Py_ssize_t)source.size);
    }
    copying_free(&memory);
    release_tokens(&read);
    return result;
}

static PyMethodDef module_functions[] = {
    {"rows", py_rows, METH_O, "Copy series in their orders for threads that resample them."},
    {"resample", py_resample, METH_VARARGS, "Return for each series in the rows the divided sum of each resample."},
    {"legacy_resample", py_legacy_resample, METH_VARARGS, "Do so for series, with NumPy's legacy generator."},
    {"sort_samples", py_sort_samples, METH_O, "Sort in place and return the sum in that order."},
    {"scan_row", scan_row, METH_VARARGS, "Return the values of fields in a row of JSON Lines, or None for rare rows."},
    {"fragments", py_fragments, METH_VARARGS, "Return what a summary copies from its source."},
    {"unwritten", py_unwritten, METH_VARARGS, "Return a bytearray of a size, whose bytes may be any."},
    {"stem", py_stem, METH_VARARGS, "Return the stem of a word, of ROUGE-1.5.5's stemmer or of NLTK's."},
    {NULL, NULL, 0, NULL},
};

static int module_execute(PyObject *module)
{
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
