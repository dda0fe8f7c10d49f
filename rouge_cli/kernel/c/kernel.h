/* The compiled body of the kernel. What it must return is defined in Python: by the modules beside this folder, and for
   whole batches by the measures and profiles.

   It is written by hand instead of in Cython because one small library on the stable ABI serves every Python from
   3.11 on and loads in a fraction of a millisecond. Python's objects are dealt with in arguments.c, counter.c,
   resampling.c, json_rows.c, fragments.c, traits.c, pieces.c and module.c; the other files know C types only.

   Arguments are copied, or held on to where they cannot change, while the GIL is held. The long loops work without the
   GIL, so that other threads go on meanwhile and cannot change the loops' data. */

#ifndef ROUGE_KERNEL_H
#define ROUGE_KERNEL_H

#include <Python.h>

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
    UNEQUAL,         /* series have different numbers of draws */
    NO_PLACE,        /* an order has a place that its series lacks */
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
/* Work without the GIL by an expression that makes a status, with the result of `task_end`. */
#define WORK(task, stop, work) (task_begin(task, stop), task_end(task, work))
/* 0 if the status is DONE, else -1 with its exception set. */
int raised(Status status);
/* Memory for `count` items of `size` bytes, not NULL even for none; NULL if there is no memory. */
void *allocated(size_t count, size_t size);

/* Free memory by all of these pointers. */
#define FREE_ALL(...) free_all((void *[]){__VA_ARGS__}, sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
void free_all(void **memory, size_t count);

/* Items in memory that grows. `size` is the number of items in use; where nothing counts them it stays 0. */
#define VECTOR(type)                                                                                                  \
    struct {                                                                                                          \
        type *items;                                                                                                  \
        size_t room, size;                                                                                            \
    }

/* Make room for so many items in a vector, whose new items are zeroed; false if there is no memory. */
#define RESERVE(vector, count) reserve((void **)&(vector).items, &(vector).room, count, sizeof *(vector).items)
bool grow(void **items, size_t *room, size_t wanted, size_t size);
/* Append an item to a vector; false if there is no memory. */
#define APPEND(vector, ...)                                                                                           \
    (RESERVE(vector, (vector).size + 1) && ((vector).items[(vector).size++] = (__VA_ARGS__), true))

static inline bool reserve(void **items, size_t *room, size_t wanted, size_t size)
{
    return (wanted <= *room && *items) || grow(items, room, wanted, size);
}

/* A summary as token numbers, in memory that is not its own. */
typedef struct {
    const int32_t *tokens; /* across sentence ends */
    size_t size;
    const int32_t *words; /* the tokens for ROUGE-L and ROUGE-W, sentence after sentence */
    size_t word_count;
    const int32_t *ends; /* of each sentence in `words`; NULL: there is one */
    size_t sentences;
} Document;

/* Return the index in `words` after the last word of a sentence. */
static inline size_t end_of(const Document *document, size_t sentence)
{
    return document->ends ? (size_t)document->ends[sentence] : document->word_count;
}

static inline size_t longest_document(const Document *documents, size_t count)
{
    size_t longest = 0;
    for (size_t i = 0; i < count; i++)
        longest = documents[i].size < longest ? longest : documents[i].size;
    return longest;
}

/* The documents of an evaluation. */
typedef struct {
    const Document *models, *peers;
    size_t model_count, peer_count;
    size_t kinds; /* the number of different tokens, which are below it */
} Texts;

/* The stemmers: Porter's algorithm as ROUGE-1.5.5 changed it, and as NLTK extends it by default. */
typedef enum { PORTER_155, PORTER_NLTK } Stemmer;

/* Stem a word in place and return the length of its stem (porter.c). */
size_t porter(char *word, size_t length, Stemmer stemmer);
/* Make the type BatchCounter (counter.c); NULL with an exception set. */
PyObject *batch_counter_type(PyObject *module);

#endif
