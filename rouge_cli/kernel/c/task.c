/* Memory, and work without the GIL that still answers Ctrl-C. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

void task_begin(Task *task, const char *stop)
{
    task->work = 0;
    task->stop = stop;
    task->thread = PyEval_SaveThread();
}

Status task_look(Task *task)
{
    PyThreadState *thread = task->thread ? task->thread : PyEval_SaveThread();
    task->work = 0;
    PyEval_RestoreThread(thread);
    Status status = PyErr_CheckSignals() < 0 ? INTERRUPTED : DONE;
    /* Volatile, because other threads write it, where there is no GIL even now. */
    if (status == DONE && task->stop && *(const volatile char *)task->stop) {
        PyErr_SetString(PyExc_RuntimeError, "the results are no longer wanted");
        status = INTERRUPTED;
    }
    if (task->thread)
        task->thread = PyEval_SaveThread();
    return status;
}

void task_hold(Task *task)
{
    if (task->thread)
        PyEval_RestoreThread(task->thread);
}

void task_go_on(Task *task)
{
    if (task->thread)
        task->thread = PyEval_SaveThread();
}

int task_end(Task *task, Status status)
{
    PyEval_RestoreThread(task->thread);
    return raised(status);
}

int raised(Status status)
{
    if (status == NO_MEMORY)
        PyErr_NoMemory();
    else if (status == TOO_MANY_TOKENS)
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 tokens");
    else if (status == INEXACT)
        PyErr_SetString(PyExc_OverflowError, "whole numbers that doubles may not hold");
    return status == DONE ? 0 : -1; /* After an interrupt the exception is set already. */
}

/* An allocation of no bytes may return NULL, which would look like a lack of memory; so one byte is the least. */

void *zeroed(size_t count, size_t size)
{
    return count && size ? calloc(count, size) : calloc(1, 1);
}

void *unset(size_t count, size_t size)
{
    if (size && count > PTRDIFF_MAX / size)
        return NULL;
    return malloc(count && size ? count * size : 1);
}

void *with_room(void *items, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room && items)
        return items;
    size_t more = *room ? *room : LARGE(64);
    while (more < wanted && more <= SIZE_MAX / 2)
        more *= 2;
    void *grown = more >= wanted && more <= PTRDIFF_MAX / size ? realloc(items, more * size) : NULL;
    if (grown)
        *room = more;
    return grown;
}

bool reserve(void **items, size_t *room, size_t wanted, size_t size)
{
    size_t before = *items ? *room : 0;
    void *grown = with_room(*items, room, wanted, size);
    if (!grown)
        return false;
    *items = grown;
    if (*room > before)
        memset((char *)grown + before * size, 0, (*room - before) * size);
    return true;
}
