/* Memory, and work without the GIL that still answers Ctrl-C. */

#include "kernel.h"

#include <stdlib.h>

void task_begin(Task *task)
{
    task->work = 0;
    task->thread = PyEval_SaveThread();
}

Status task_look(Task *task)
{
    task->work = 0;
    PyEval_RestoreThread(task->thread);
    int raised = PyErr_CheckSignals();
    task->thread = PyEval_SaveThread();
    return raised ? INTERRUPTED : DONE;
}

int task_end(Task *task, Status status)
{
    PyEval_RestoreThread(task->thread);
    if (status == NO_MEMORY)
        PyErr_NoMemory();
    return status == DONE ? 0 : -1; /* After an interrupt the exception of the handler is set already. */
}

int yield_to_others(void)
{
    Task task;
    task_begin(&task);
    return task_end(&task, task_look(&task));
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
