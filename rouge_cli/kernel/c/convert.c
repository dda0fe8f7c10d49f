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

const Choices stemmer_choices = {"stemmer", {[PORTER_155] = "porter-1.5.5", [PORTER_NLTK] = "porter-nltk"}};
const Choices lowering_choices = {"lowering", {[false] = "ascii", [true] = "unicode"}};

int read_choice(const char *name, const Choices *choices)
{
    for (int i = 0; choices->names[i]; i++)
        if (strcmp(name, choices->names[i]) == 0)
            return i;
    PyErr_Format(PyExc_ValueError, "no %s is called %s", choices->what, name);
    return -1;
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
