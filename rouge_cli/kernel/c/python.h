/* What the files share that know Python: Python's objects to C's memory, and results to Python's objects (arguments.c).
   Functions return NULL or -1 with an exception set if they fail. */

#ifndef ROUGE_PYTHON_H
#define ROUGE_PYTHON_H

#include <Python.h>

#include "workspace.h"

/* Begin work without the GIL (module.c). */
void task_begin(Task *task, const char *stop);
/* Take the GIL again; 0 if the work is done, else -1 with an exception set. */
int task_end(Task *task, Status status);
/* Work without the GIL by an expression that makes a status, with the result of `task_end`. */
#define WORK(task, stop, work) (task_begin(task, stop), task_end(task, work))

/* Get the buffer of a contiguous array whose items have this format: d, q, i or I. `flags` are further demands
   (PyBUF_WRITABLE). Nothing has to be released if it fails. */
int view_array(PyObject *object, char format, int flags, Py_buffer *view);
int refuse(PyObject *error, const char *message);
/* 0 if the status is DONE, else -1 with its exception set. */
int raised(Status status);
Span span_of(PyObject *bytes);
/* Let other threads have their turns, and signals raise their exceptions. */
int give_turns(void);
/* Read a plan; its measures must be freed in any case. */
int read_plan(Plan *plan, PyObject *object);
/* Read a mapping from words to their stems, or None for stop words. */
int read_words(WordTable *table, PyObject *words);

/* Make an object of bytes whose memory is written before anyone else sees it. */
char *new_bytes(PyObject **object, size_t size);
/* Read a batch, which is zero before and must be released in any case: evaluations as pairs of their models and peers, each
   object once. The texts of an evaluation take the separators in turn, which may be NULL. `known` is memory. */
int read_evaluations(Batch *batch, StampedTable *known, PyObject *evaluations, PyObject *separators);
/* Make the bytes of the traits, or of the words, of each text as often as it is used. */
PyObject *pack_traits(const Batch *batch);
PyObject *pack_words(const Batch *batch);
void release_batch(Batch *batch);

/* The type BatchCounter (counter.c). */
extern PyType_Spec counter_spec;
/* Functions of the module (resampling.c, json_rows.c). */
PyObject *py_rows(PyObject *module, PyObject *series);
PyObject *py_resample(PyObject *module, PyObject *arguments);
PyObject *py_sort_samples(PyObject *module, PyObject *samples);
PyObject *py_differences(PyObject *module, PyObject *arguments);
PyObject *py_in_order(PyObject *module, PyObject *arguments);
PyObject *py_scan_rows(PyObject *module, PyObject *arguments);

#endif
