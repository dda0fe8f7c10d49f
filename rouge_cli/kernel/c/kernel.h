/* The compiled body of the kernel: the same functions as the Python modules beside this folder, which define them.

   Why C by hand, and not Cython: on the stable ABI one small library serves all Pythons from 3.11 on, it loads in
   a fraction of a millisecond, and the loops below are all there is to it: module.c alone speaks with Python, and
   words.c, whose table is an object.

   Python's objects are read and copied while the GIL is held; the copies are what the long loops work on without
   it, so that nothing can change under them. */

#ifndef ROUGE_KERNEL_H
#define ROUGE_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <float.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "doubles are kept with excess precision here, so that sums would round otherwise than the original's"
#endif

typedef enum { DONE, NO_MEMORY, INTERRUPTED } Status;

/* Work without the GIL (task.c). */
typedef struct {
    PyThreadState *thread;
    size_t steps; /* since the last look for Ctrl-C */
} Task;

/* A size that the sanitizers' build makes small, so that small inputs reach what is for large ones. */
#ifdef SMALL_BLOCKS
#define LARGE(size) 64
#else
#define LARGE(size) (size)
#endif

enum {
    STEPS_BETWEEN_LOOKS = LARGE(1 << 25), /* some hundredths of a second */
    STEPS_OF_A_MISS = 16, /* what a look into a large table costs, out of the processor's caches */
};

void task_begin(Task *task);
Status task_look(Task *task);

/* Counts steps of work, and looks for Ctrl-C when it is time to. */
static inline Status task_tick(Task *task, size_t steps)
{
    task->steps += steps;
    return task->steps < STEPS_BETWEEN_LOOKS ? DONE : task_look(task);
}

/* Takes the GIL again; the exception of a status other than DONE is set, and -1 returned. */
int task_end(Task *task, Status status);

/* Amid work with the GIL: gives it to who waits for it, and looks for Ctrl-C; -1 with the exception set. */
int pause_for_others(void);

/* `count` zeroed items of `size` bytes; NULL where there is no memory, also where the product overflows. */
void *zeroed(size_t count, size_t size);
/* As `zeroed`, but the items are not. */
void *unset(size_t count, size_t size);

/* Gets the buffer of an array of the format, whose items have the size; `flags` of PyBUF are more that it must be.
   0, or -1 with an exception set, where there is nothing to release. (batch.c) */
int array_view(PyObject *object, char format, size_t size, int flags, Py_buffer *view);

/* The texts of one call (batch.c). */
typedef struct {
    const int32_t *tokens; /* across sentence ends */
    size_t size;
    const int32_t *words; /* what L and W see: sentence after sentence */
    size_t word_count;
    const size_t *ends; /* of each sentence, in `words` */
    size_t sentences;
} Text;

typedef struct {
    size_t models, peers;
    Text *texts; /* the models, then the peers */
    size_t kinds; /* different tokens, once they are renumbered */
    int32_t *numbers; /* the memory that the texts point into */
    size_t size;
    size_t *ends;
} Batch;

/* Reads two sequences of documents; 0, or -1 with an exception set. To be freed in either case. */
int batch_read(Batch *batch, PyObject *models, PyObject *peers);
void batch_free(Batch *batch);

/* Renumbers the tokens from 0 without gaps, which all that follows relies on. */
Status batch_renumber(Batch *batch, Task *task);

/* What models and peers have in common: hits[peer * models + model]. */
Status ngram_hits(const Batch *batch, size_t n, int64_t *hits, Task *task); /* grams.c */
Status skip_bigram_hits(const Batch *batch, int64_t gap, int64_t *hits, Task *task); /* skip.c */
/* lcs.c; `weights` are NULL for ROUGE-L, else there are more of them than words in any model sentence. */
Status lcs_hits(const Batch *batch, const double *weights, size_t weight_count, double *hits, Task *task);

/* Sums of resamples, divided (resampling.c): sums[series * resamples + resample]. */
Status resample(const double *values, size_t series, size_t n, size_t resamples, double divisor, double *sums,
                Task *task);
/* Sorts, and adds up in that order; where a sample is not a number all stay in place. */
Status sort_samples(double *samples, size_t size, double *sum, Task *task);

/* The length of what Porter's algorithm leaves of a word, in place (porter.c). */
size_t porter(char *word, size_t length);

/* The type Vocabulary (words.c). */
PyObject *vocabulary_type(PyObject *module);

#endif
