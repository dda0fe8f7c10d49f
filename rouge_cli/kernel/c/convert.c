/* Python's objects to C's memory, and results to Python's objects. */

#include "convert.h"

#include <stdlib.h>
#include <string.h>

int view_array(PyObject *object, char format, size_t size, int flags, Py_buffer *view)
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

int read_whole(PyObject *object, long long *value)
{
    int overflow;
    *value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow)
        *value = overflow < 0 ? INT64_MIN : INT64_MAX;
    return *value == -1 && PyErr_Occurred() ? -1 : 0;
}

double *copy_doubles(const Py_buffer *view, size_t *size)
{
    *size = (size_t)view->len / sizeof(double);
    double *values = unset(*size, sizeof *values);
    if (!values)
        PyErr_NoMemory();
    else if (*size) /* The buffer of an empty array may be NULL, which memcpy must not get. */
        memcpy(values, view->buf, *size * sizeof *values);
    return values;
}

double *read_doubles(PyObject *object, size_t *size)
{
    Py_buffer view;
    if (view_array(object, 'd', sizeof(double), 0, &view) < 0)
        return NULL;
    double *values = copy_doubles(&view, size);
    PyBuffer_Release(&view);
    return values;
}

double *read_series(PyObject *series, size_t *n)
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

PyObject *make_lists(size_t rows, size_t columns, MakeCell *make_cell, const void *cells)
{
    PyObject *table = PyList_New((Py_ssize_t)rows);
    for (size_t row = 0; table && row < rows; row++) {
        PyObject *list = PyErr_CheckSignals() < 0 ? NULL : PyList_New((Py_ssize_t)columns);
        for (size_t column = 0; list && column < columns; column++) {
            PyObject *cell = make_cell(cells, row * columns + column);
            if (!cell || PyList_SetItem(list, (Py_ssize_t)column, cell) < 0)
                Py_CLEAR(list);
        }
        if (!list || PyList_SetItem(table, (Py_ssize_t)row, list) < 0)
            Py_CLEAR(table);
    }
    return table;
}

PyObject *make_whole(const void *cells, size_t cell)
{
    return PyLong_FromLongLong(((const int64_t *)cells)[cell]);
}

PyObject *make_whole_from_double(const void *cells, size_t cell)
{
    return PyLong_FromDouble(((const double *)cells)[cell]);
}

PyObject *make_real(const void *cells, size_t cell)
{
    return PyFloat_FromDouble(((const double *)cells)[cell]);
}

PyObject *make_array(const ModuleState *state, const char *format, const void *items, size_t bytes)
{
    /* "y#" turns NULL into None, which array.array does not take. */
    return PyObject_CallFunction(state->array, "sy#", format, bytes ? (const char *)items : "", (Py_ssize_t)bytes);
}

PyObject *make_arrays(const ModuleState *state, const double *values, size_t count, size_t size)
{
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list && i < count; i++) {
        PyObject *array = make_array(state, "d", values + i * size, size * sizeof *values);
        if (!array || PyList_SetItem(list, (Py_ssize_t)i, array) < 0)
            Py_CLEAR(list);
    }
    return list;
}
