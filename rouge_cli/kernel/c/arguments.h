/* Python's arguments of a batch to C's memory (arguments.c). Functions return -1 with an exception set if they fail. */

#ifndef ROUGE_ARGUMENTS_H
#define ROUGE_ARGUMENTS_H

#include "convert.h"
#include "counting.h"

/* Read a plan; its measures must be freed in any case. */
int read_plan(Plan *plan, PyObject *object);

/* A batch, and what keeps its memory alive. */
typedef struct {
    Batch batch;
    PyObject *held; /* a list of the objects that texts are parts of */
    int32_t *places;
    size_t place_room, sentence_room;
} BatchArguments;

/* Read the arguments of a call; documents are put into the workspace. They must be released in any case. `separators`
   may be NULL. */
int read_batch(BatchArguments *arguments, Workspace *workspace, const Plan *plan, PyObject *texts,
               PyObject *const places[5], PyObject *separators);
void release_batch(BatchArguments *arguments);

#endif
