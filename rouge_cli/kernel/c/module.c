/* What Python sees: arguments are checked and copied, the work is done without the GIL, lists are made of it. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    PyObject *array; /* the type array.array */
} State;

/* The rows of a table as a list of lists; each cell by `item`. */
static PyObject *lists(size_t rows, size_t columns, PyObject *(*item)(const void *, size_t), const void *cells)
{
    PyObject *table = PyList_New((Py_ssize_t)rows);
    for (size_t row = 0; table && row < rows; row++) {
        PyObject *list = PyErr_CheckSignals() < 0 ? NULL : PyList_New((Py_ssize_t)columns);
        for (size_t column = 0; list && column < columns; column++) {
            PyObject *cell = item(cells, row * columns + column);
            if (!cell || PyList_SetItem(list, (Py_ssize_t)column, cell) < 0)
                Py_CLEAR(list);
        }
        if (!list || PyList_SetItem(table, (Py_ssize_t)row, list) < 0)
            Py_CLEAR(table);
    }
    return table;
}

static PyObject *whole(const void *cells, size_t cell)
{
    return PyLong_FromLongLong(((const int64_t *)cells)[cell]);
}

static PyObject *whole_double(const void *cells, size_t cell)
{
    return PyLong_FromDouble(((const double *)cells)[cell]);
}

static PyObject *real(const void *cells, size_t cell)
{
    return PyFloat_FromDouble(((const double *)cells)[cell]);
}

/* A whole number; one that does not fit counts as the largest that does. */
static int read_whole(PyObject *object, long long *value)
{
    int overflow;
    *value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow)
        *value = overflow < 0 ? INT64_MIN : INT64_MAX;
    return *value == -1 && PyErr_Occurred() ? -1 : 0;
}

/* The doubles of a view, in memory of our own. */
static double *copy_of(const Py_buffer *view, size_t *size)
{
    *size = (size_t)view->len / sizeof(double);
    double *values = unset(*size, sizeof *values);
    if (!values)
        PyErr_NoMemory();
    else if (*size)
        memcpy(values, view->buf, *size * sizeof *values);
    return values;
}

/* Reads an array('d') into memory of our own. */
static double *read_doubles(PyObject *object, size_t *size)
{
    Py_buffer view;
    if (array_view(object, 'd', sizeof(double), 0, &view) < 0)
        return NULL;
    double *values = copy_of(&view, size);
    PyBuffer_Release(&view);
    return values;
}

typedef Status Count(const Batch *batch, int64_t parameter, int64_t *hits, Task *task);

static PyObject *count_grams(PyObject *models, PyObject *peers, int64_t parameter, Count *count)
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
            result = lists(batch.peers, batch.models, whole, hits);
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
    return count_grams(models, peers, n < INT32_MAX ? n : INT32_MAX, count_ngrams);
}

static PyObject *py_skip_bigram_hits(PyObject *module, PyObject *arguments)
{
    PyObject *models, *peers, *object;
    long long gap;
    if (!PyArg_ParseTuple(arguments, "OOO:skip_bigram_hits", &models, &peers, &object) ||
        read_whole(object, &gap) < 0)
        return NULL;
    return count_grams(models, peers, gap, skip_bigram_hits);
}

static PyObject *count_lcs(PyObject *models, PyObject *peers, const double *weights, size_t weight_count)
{
    Batch batch;
    PyObject *result = NULL;
    int status = batch_read(&batch, models, peers);
    for (size_t model = 0; status == 0 && weights && model < batch.models; model++)
        for (size_t i = 0, from = 0; i < batch.texts[model].sentences; from = batch.texts[model].ends[i++])
            if (batch.texts[model].ends[i] - from >= weight_count)
                status = -1;
    if (status < 0 && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "more words in a model sentence than weights");
    if (status == 0) {
        double *hits = zeroed(batch.peers, batch.models * sizeof *hits);
        Task task;
        task_begin(&task);
        Status done = hits ? batch_renumber(&batch, &task) : NO_MEMORY;
        if (done == DONE)
            done = lcs_hits(&batch, weights, weight_count, hits, &task);
        if (task_end(&task, done) == 0)
            result = lists(batch.peers, batch.models, weights ? real : whole_double, hits);
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
    return count_lcs(models, peers, NULL, 0);
}

static PyObject *py_weighted_lcs_hits(PyObject *module, PyObject *arguments)
{
    PyObject *models, *peers, *object;
    size_t count;
    if (!PyArg_ParseTuple(arguments, "OOO:weighted_lcs_hits", &models, &peers, &object))
        return NULL;
    double *weights = read_doubles(object, &count);
    if (!weights)
        return NULL;
    PyObject *result = NULL;
    if (count)
        result = count_lcs(models, peers, weights, count);
    else
        PyErr_SetString(PyExc_ValueError, "no weights");
    free(weights);
    return result;
}

/* Reads series of equally many values, behind one another. */
static double *read_series(PyObject *series, size_t *n)
{
    size_t count = (size_t)PyTuple_Size(series);
    double *values = NULL;
    *n = 0;
    for (size_t s = 0; s < count; s++) {
        size_t size;
        double *one = read_doubles(PyTuple_GetItem(series, (Py_ssize_t)s), &size);
        if (one && s == 0) {
            *n = size;
            values = unset(count, size * sizeof *values);
            if (!values)
                PyErr_NoMemory();
        } else if (one && size != *n)
            PyErr_SetString(PyExc_ValueError, "all series must have equally many values");
        bool read = one && values && size == *n;
        if (read)
            memcpy(values + s * *n, one, *n * sizeof *one);
        free(one);
        if (!read) {
            free(values);
            return NULL;
        }
    }
    if (!values && !(values = unset(0, sizeof *values)))
        PyErr_NoMemory();
    return values;
}

static PyObject *arrays_of(PyObject *array_type, const double *sums, size_t series, size_t resamples)
{
    PyObject *list = PyList_New((Py_ssize_t)series);
    for (size_t s = 0; list && s < series; s++) {
        PyObject *array = PyObject_CallFunction(array_type, "sy#", "d", (const char *)(sums + s * resamples),
                                                (Py_ssize_t)(resamples * sizeof *sums));
        if (!array || PyList_SetItem(list, (Py_ssize_t)s, array) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *py_resample(PyObject *module, PyObject *arguments)
{
    PyObject *object, *result = NULL;
    Py_ssize_t resamples;
    double divisor;
    if (!PyArg_ParseTuple(arguments, "Ond:resample", &object, &resamples, &divisor))
        return NULL;
    if (resamples < 0 || (size_t)resamples > UINT32_MAX) {
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
        result = arrays_of(((State *)PyModule_GetState(module))->array, sums, count, size);
    free(values);
    free(sums);
    return result;
}

/* Sorts a copy, and writes it back while the GIL is held. */
static PyObject *py_sort_samples(PyObject *module, PyObject *samples)
{
    Py_buffer view;
    if (array_view(samples, 'd', sizeof(double), PyBUF_WRITABLE, &view) < 0)
        return NULL;
    PyObject *result = NULL;
    size_t size;
    double sum, *values = copy_of(&view, &size);
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

static PyMethodDef functions[] = {
    {"ngram_hits", py_ngram_hits, METH_VARARGS, "For each peer, the clipped n-grams it shares with each model."},
    {"skip_bigram_hits", py_skip_bigram_hits, METH_VARARGS,
     "For each peer, the clipped skip-bigrams it shares with each model."},
    {"lcs_hits", py_lcs_hits, METH_VARARGS, "For each peer, ROUGE-L's hits with each model."},
    {"weighted_lcs_hits", py_weighted_lcs_hits, METH_VARARGS, "For each peer, ROUGE-W's hits with each model."},
    {"resample", py_resample, METH_VARARGS, "For each series, the sum of each resample, divided."},
    {"sort_samples", py_sort_samples, METH_O, "Sorts in place; returns the sum in that order."},
    {NULL, NULL, 0, NULL},
};

static int execute(PyObject *module)
{
    State *state = PyModule_GetState(module);
    PyObject *array = PyImport_ImportModule("array");
    state->array = array ? PyObject_GetAttrString(array, "array") : NULL;
    Py_XDECREF(array);
    PyObject *type = state->array ? vocabulary_type(module) : NULL;
    int status = type ? PyModule_AddObjectRef(module, "Vocabulary", type) : -1;
    Py_XDECREF(type);
    return status;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((State *)PyModule_GetState(module))->array);
    return 0;
}

static int clear(PyObject *module)
{
    Py_CLEAR(((State *)PyModule_GetState(module))->array);
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "compiled", "The compiled body of the kernel.", sizeof(State), functions, slots, traverse,
    clear, NULL,
};

PyMODINIT_FUNC PyInit_compiled(void)
{
    return PyModuleDef_Init(&definition);
}
