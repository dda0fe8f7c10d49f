/* Python's objects to C's memory, and results to Python's objects (convert.c).

   Functions return NULL or -1 with an exception set if they fail. */

#ifndef ROUGE_CONVERT_H
#define ROUGE_CONVERT_H

#include "kernel.h"

/* What the module keeps, one for each interpreter that imports it. */
typedef struct {
    PyObject *array; /* the type array.array */
} ModuleState;

/* Get the buffer of a contiguous array whose items have this format and size. `flags` are further demands
   (PyBUF_WRITABLE). Nothing has to be released if it fails. */
int view_array(PyObject *object, char format, size_t size, int flags, Py_buffer *view);

/* Read a whole number; one that does not fit counts as the greatest or smallest that does. */
int read_whole(PyObject *object, long long *value);

/* Copy the doubles of a view. */
double *copy_doubles(const Py_buffer *view, size_t *size);

/* Copy an array('d'). */
double *read_doubles(PyObject *object, size_t *size);

/* Copy a tuple of equally long array('d'), one behind the other. */
double *read_series(PyObject *series, size_t *n);

/* Make a list of rows, each a list of cells that `make_cell` makes. */
typedef PyObject *MakeCell(const void *cells, size_t cell);
PyObject *make_lists(size_t rows, size_t columns, MakeCell *make_cell, const void *cells);
MakeCell make_whole, make_whole_from_double, make_real;

/* Make an array.array from memory. */
PyObject *make_array(const ModuleState *state, const char *format, const void *items, size_t bytes);

/* Make a list of array('d') of equal size. */
PyObject *make_arrays(const ModuleState *state, const double *values, size_t count, size_t size);

#endif
