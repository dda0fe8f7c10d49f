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

/* A choice among names that Python gives. */
typedef struct {
    const char *what; /* is chosen, as the message for another name says */
    const char *names[8];
} Choices;

/* Read the place of a name in its choices, or -1. */
int read_choice(const char *name, const Choices *choices);

/* The choices that a vocabulary and a plan share: Stemmer, and whether letters beyond ASCII are lowered. */
extern const Choices stemmer_choices, lowering_choices;

/* Copy the doubles of a view. */
double *copy_doubles(const Py_buffer *view, size_t *size);

/* Make an array.array from memory. */
PyObject *make_array(const ModuleState *state, const char *format, const void *items, size_t bytes);

/* Make a list of array('d') of equal size. */
PyObject *make_arrays(const ModuleState *state, const double *values, size_t count, size_t size);

#endif
