/* Memory, and work without the GIL that still answers Ctrl-C (task.c). */

#ifndef ROUGE_TASK_H
#define ROUGE_TASK_H

#include <Python.h>

#include <float.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "this platform keeps doubles with excess precision, so sums would round otherwise than in ROUGE-1.5.5"
#endif

/* The sanitizers' build defines SMALL_BLOCKS, so that small inputs reach the code that is meant for large ones. */
#ifdef SMALL_BLOCKS
#define LARGE(size) 64
#else
#define LARGE(size) (size)
#endif

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

typedef enum {
    DONE,
    NO_MEMORY,
    INTERRUPTED,     /* an exception is set */
    TOO_MANY_TOKENS, /* more than 2**31 - 1 */
    NOT_PREPARED,    /* the numbers of prepared texts do not fit together */
    INEXACT,         /* there are whole numbers that doubles may not hold */
} Status;

/* Return the status of an expression unless it is done. */
#define TRY(expression)                                                                                               \
    do {                                                                                                              \
        const Status tried = (expression);                                                                            \
        if (tried != DONE)                                                                                            \
            return tried;                                                                                             \
    } while (0)

/* Work without the GIL that answers signals. Functions report work in units of about a nanosecond; a look for
   signals follows after every WORK_BETWEEN_LOOKS units. */
typedef struct {
    PyThreadState *thread;
    const char *stop; /* set by another thread where the work is no longer wanted; may be NULL */
    size_t work;      /* since the last look for signals */
} Task;

enum { WORK_BETWEEN_LOOKS = LARGE(1 << 25) };

/* Begin work without the GIL. */
void task_begin(Task *task, const char *stop);

/* Let Python handle signals; INTERRUPTED if a handler raised an exception, or the work is no longer wanted. */
Status task_look(Task *task);

/* Report a portion of work. */
static inline Status task_did(Task *task, size_t work)
{
    task->work += work;
    return task->work < WORK_BETWEEN_LOOKS ? DONE : task_look(task);
}

/* Take the GIL again; 0 if the work is done, else -1 with an exception set. */
int task_end(Task *task, Status status);

/* 0 if the status is DONE, else -1 with its exception set. */
int raised(Status status);

/* Memory for `count` items of `size` bytes, not NULL even for none; NULL if there is no memory. */
void *allocated(size_t count, size_t size);

/* Items in memory that grows. */
#define VECTOR(type)                                                                                                  \
    struct {                                                                                                          \
        type *items;                                                                                                  \
        size_t room;                                                                                                  \
    }

/* Make room for so many items in a vector, whose new items are zeroed; false if there is no memory. */
#define RESERVE(vector, count) reserve((void **)&(vector).items, &(vector).room, count, sizeof *(vector).items)
bool grow(void **items, size_t *room, size_t wanted, size_t size);

static inline bool reserve(void **items, size_t *room, size_t wanted, size_t size)
{
    return (wanted <= *room && *items) || grow(items, room, wanted, size);
}

#endif
