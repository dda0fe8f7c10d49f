/* The module and its functions: each reads its arguments, works without the GIL and makes Python's objects. */

#include "convert.h"

#include <stdlib.h>
#include <string.h>

typedef Status CountGrams(const Batch *batch, int64_t parameter, int64_t *hits, Task *task);

static PyObject *run_gram_hits(PyObject *models, PyObject *peers, int64_t parameter, CountGrams *count)
{
    Batch batch;
    PyObject *result = NULL;
    if (batch_read(&batch, models, peers) == 0) {
        int64_t *hits = zeroed(batch.peers, batch.models * sizeof *hits);
        Task task;
        task_begin(&task);
        Status status = hits ? batch_renumber(&batch, &task) : NO_MEMORY;
        if (status == DONE)
            status = count(&batch, parameter, hits, &task);
        if (task_end(&task, status) == 0)
            result = make_lists(batch.peers, batch.models, make_whole, hits);
        free(hits);
    }
    batch_free(&batch);
    return result;
}

static Status count_ngrams(const Batch *batch, int64_t n, int64_t *hits, Task *task)
{
    return ngram_hits(batch, (size_t)n, hits, task);
}

static PyObject *py_ngram_hits(PyObject *module, PyObject *arguments)
{
    PyObject *models, *peers, *object;
    long long n;
    if (!PyArg_ParseTuple(arguments, "OOO:ngram_hits", &models, &peers, &object) || read_whole(object, &n) < 0)
        return NULL;
    if (n < 1) {
        PyErr_SetString(PyExc_ValueError, "n must be 1 or more");
        return NULL;
    }
    /* No document is longer than INT32_MAX tokens, and a size_t may have no more bits. */
    return run_gram_hits(models, peers, n < INT32_MAX ? n : INT32_MAX, count_ngrams);
}

static PyObject *py_skip_bigram_hits(PyObject *module, PyObject *arguments)
{
    PyObject *models, *peers, *object;
    long long gap;
    if (!PyArg_ParseTuple(arguments, "OOO:skip_bigram_hits", &models, &peers, &object) ||
        read_whole(object, &gap) < 0)
        return NULL;
    return run_gram_hits(models, peers, gap, skip_bigram_hits);
}

/* Check that there are more weights than words in any model sentence. */
static int check_weight_count(const Batch *batch, size_t weight_count)
{
    for (size_t model = 0; model < batch->models; model++) {
        const Document *document = &batch->documents[model];
        for (size_t sentence = 0, from = 0; sentence < document->sentences; from = document->ends[sentence++])
            if (document->ends[sentence] - from >= weight_count) {
                PyErr_SetString(PyExc_ValueError, "more words in a model sentence than weights");
                return -1;
            }
    }
    return 0;
}

static PyObject *run_lcs_hits(PyObject *models, PyObject *peers, const double *weights, size_t weight_count)
{
    Batch batch;
    PyObject *result = NULL;
    if (batch_read(&batch, models, peers) == 0 && (!weights || check_weight_count(&batch, weight_count) == 0)) {
        double *hits = zeroed(batch.peers, batch.models * sizeof *hits);
        Task task;
        task_begin(&task);
        Status status = hits ? batch_renumber(&batch, &task) : NO_MEMORY;
        if (status == DONE)
            status = lcs_hits(&batch, weights, hits, &task);
        if (task_end(&task, status) == 0)
            result = make_lists(batch.peers, batch.models, weights ? make_real : make_whole_from_double, hits);
        free(hits);
    }
    batch_free(&batch);
    return result;
}

static PyObject *py_lcs_hits(PyObject *module, PyObject *arguments)
{
    PyObject *models, *peers;
    if (!PyArg_ParseTuple(arguments, "OO:lcs_hits", &models, &peers))
        return NULL;
    return run_lcs_hits(models, peers, NULL, 0);
}

static PyObject *py_weighted_lcs_hits(PyObject *module, PyObject *arguments)
{
    PyObject *models, *peers, *object, *result = NULL;
    size_t count;
    if (!PyArg_ParseTuple(arguments, "OOO:weighted_lcs_hits", &models, &peers, &object))
        return NULL;
    double *weights = read_doubles(object, &count);
    if (!weights)
        return NULL;
    if (count)
        result = run_lcs_hits(models, peers, weights, count);
    else
        PyErr_SetString(PyExc_ValueError, "no weights");
    free(weights);
    return result;
}

static PyObject *py_resample(PyObject *module, PyObject *arguments)
{
    PyObject *object, *result = NULL;
    Py_ssize_t resamples;
    double divisor;
    if (!PyArg_ParseTuple(arguments, "Ond:resample", &object, &resamples, &divisor))
        return NULL;
    if (resamples < 0 || (size_t)resamples > UINT32_MAX) { /* A seed has 32 bits. */
        PyErr_SetString(PyExc_ValueError, "resamples must be from 0 to 2**32 - 1");
        return NULL;
    }
    PyObject *series = PySequence_Tuple(object);
    if (!series)
        return NULL;
    size_t n, count = (size_t)PyTuple_Size(series), size = count ? (size_t)resamples : 0;
    double *values = read_series(series, &n);
    Py_DECREF(series);
    if (!values)
        return NULL;
    double *sums = unset(size, count * sizeof *sums);
    Task task;
    task_begin(&task);
    if (task_end(&task, sums ? resample(values, count, n, size, divisor, sums, &task) : NO_MEMORY) == 0)
        result = make_arrays(PyModule_GetState(module), sums, count, size);
    free(values);
    free(sums);
    return result;
}

/* Sort a copy, because other threads may write to the array meanwhile, and an interrupt must leave it as it was. */
static PyObject *py_sort_samples(PyObject *module, PyObject *samples)
{
    Py_buffer view;
    if (view_array(samples, 'd', sizeof(double), PyBUF_WRITABLE, &view) < 0)
        return NULL;
    PyObject *result = NULL;
    size_t size;
    double sum, *values = copy_doubles(&view, &size);
    if (values) {
        Task task;
        task_begin(&task);
        if (task_end(&task, sort_samples(values, size, &sum, &task)) == 0) {
            if (size)
                memcpy(view.buf, values, size * sizeof *values);
            result = PyFloat_FromDouble(sum);
        }
    }
    free(values);
    PyBuffer_Release(&view);
    return result;
}

static PyMethodDef module_functions[] = {
    {"ngram_hits", py_ngram_hits, METH_VARARGS, "Return for each peer the clipped n-grams shared with each model."},
    {"skip_bigram_hits", py_skip_bigram_hits, METH_VARARGS,
     "Return for each peer the clipped skip-bigrams shared with each model."},
    {"lcs_hits", py_lcs_hits, METH_VARARGS, "Return for each peer the hits of ROUGE-L with each model."},
    {"weighted_lcs_hits", py_weighted_lcs_hits, METH_VARARGS,
     "Return for each peer the hits of ROUGE-W with each model."},
    {"resample", py_resample, METH_VARARGS, "Return for each series the divided sum of each resample."},
    {"sort_samples", py_sort_samples, METH_O, "Sort in place and return the sum in that order."},
    {NULL, NULL, 0, NULL},
};

static int module_execute(PyObject *module)
{
    ModuleState *state = PyModule_GetState(module);
    PyObject *array = PyImport_ImportModule("array");
    state->array = array ? PyObject_GetAttrString(array, "array") : NULL;
    Py_XDECREF(array);
    PyObject *type = state->array ? vocabulary_type(module) : NULL;
    int status = type ? PyModule_AddObjectRef(module, "Vocabulary", type) : -1;
    Py_XDECREF(type);
    return status;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((ModuleState *)PyModule_GetState(module))->array);
    return 0;
}

static int module_clear(PyObject *module)
{
    Py_CLEAR(((ModuleState *)PyModule_GetState(module))->array);
    return 0;
}

static void module_free(void *module)
{
    module_clear(module);
}

/* Two slots tell Python that the module may run in several interpreters, each with a GIL of its own, and without any
   GIL. Both hold: nothing static is ever written, and a vocabulary locks itself (words.c). Older Pythons refuse slots
   that they do not know, so one library for all of them has to choose by the version it runs on. The headers hide
   the slots from the stable ABI of 3.11; these are their values in Python's documentation and headers. */
enum { MULTIPLE_INTERPRETERS_SLOT = 3 /* since 3.12 */, GIL_SLOT = 4 /* since 3.13 */ };
#define PER_INTERPRETER_GIL_SUPPORTED ((void *)2)
#define GIL_NOT_USED ((void *)1)

static PyModuleDef_Slot slots_of_3_11[] = {{Py_mod_exec, module_execute}, {0, NULL}};
static PyModuleDef_Slot slots_of_3_12[] = {
    {Py_mod_exec, module_execute},
    {MULTIPLE_INTERPRETERS_SLOT, PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};
static PyModuleDef_Slot slots_of_3_13[] = {
    {Py_mod_exec, module_execute},
    {MULTIPLE_INTERPRETERS_SLOT, PER_INTERPRETER_GIL_SUPPORTED},
    {GIL_SLOT, GIL_NOT_USED},
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
    {PyModuleDef_HEAD_INIT, "compiled", "The compiled body of the kernel.", sizeof(ModuleState), module_functions,    \
     slots,                 module_traverse, module_clear, module_free}

/* There is one definition for each set of slots, because setting the slots of a single one would write to it while
   another interpreter reads it. */
static struct PyModuleDef definition_for_3_11 = DEFINITION_WITH(slots_of_3_11);
static struct PyModuleDef definition_for_3_12 = DEFINITION_WITH(slots_of_3_12);
static struct PyModuleDef definition_for_3_13 = DEFINITION_WITH(slots_of_3_13);

PyMODINIT_FUNC PyInit_compiled(void)
{
    if (Py_Version >= 0x030D0000)
        return PyModuleDef_Init(&definition_for_3_13);
    if (Py_Version >= 0x030C0000)
        return PyModuleDef_Init(&definition_for_3_12);
    return PyModuleDef_Init(&definition_for_3_11);
}
