/* What all files share: memory, statuses, and work without the GIL that still answers Ctrl-C. */

#include "kernel.h"

void task_begin(Task *task, const char *stop)
{
    *task = (Task){.stop = stop};
    task->thread = PyEval_SaveThread();
}

Status task_look(Task *task)
{
    task->work = 0;
    PyEval_RestoreThread(task->thread);
    Status status = PyErr_CheckSignals() < 0 ? INTERRUPTED : DONE;
    /* Volatile, because other threads write it, where there is no GIL even now. */
    if (status == DONE && task->stop && *(const volatile char *)task->stop) {
        PyErr_SetString(PyExc_RuntimeError, "the results are no longer wanted");
        status = INTERRUPTED;
    }
    task->thread = PyEval_SaveThread();
    return status;
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
    else if (status == NOT_PREPARED)
        PyErr_SetString(PyExc_ValueError, "the numbers of prepared texts do not fit together");
    else if (status == INEXACT)
        PyErr_SetString(PyExc_OverflowError, "whole numbers that doubles may not hold");
    else if (status == UNEQUAL)
        PyErr_SetString(PyExc_ValueError, "all series must have equally many values");
    else if (status == NO_PLACE)
        PyErr_SetString(PyExc_IndexError, "there is no value at a place");
    return status == DONE ? 0 : -1; /* After an interrupt the exception is set already. */
}

void *allocated(size_t count, size_t size)
{
    if (size && count > PTRDIFF_MAX / size)
        return NULL;
    /* An allocation of no bytes may return NULL, which would look like a lack of memory. */
    return malloc(count && size ? count * size : 1);
}

void free_all(void **memory, size_t count)
{
    while (count--)
        free(memory[count]);
}

bool grow(void **items, size_t *room, size_t wanted, size_t size)
{
    size_t more = *room ? *room : LARGE(64);
    while (more < wanted && more <= SIZE_MAX / 2)
        more *= 2;
    char *grown = more >= wanted && more <= PTRDIFF_MAX / size ? realloc(*items, more * size) : NULL;
    if (!grown)
        return false;
    const size_t before = *items ? *room : 0;
    memset(grown + before * size, 0, (more - before) * size);
    *items = grown;
    *room = more;
    return true;
}
