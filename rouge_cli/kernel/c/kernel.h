/* The compiled body of the kernel: the same functions as in the Python modules beside this folder, which define them.

   It is written by hand instead of in Cython because one small library on the stable ABI serves every Python from
   3.11 on and loads in a fraction of a millisecond. Python's objects are dealt with in convert.c, batch.c, document.c,
   words.c and module.c; the other files know C types only.

   Arguments are copied while the GIL is held. The long loops work on the copies without the GIL, so that no other
   thread can change their data. */

#ifndef ROUGE_KERNEL_H
#define ROUGE_KERNEL_H

#define PY_SSIZE_T_CLEAN
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

typedef enum { DONE, NO_MEMORY, INTERRUPTED } Status;

/* Work without the GIL (task.c). Signals are looked for after every WORK_BETWEEN_LOOKS units of work. A unit is an
   operation of about a nanosecond. Callers report their work in portions: a pair of sentences, a pair of documents, a
   resample, and blocks of these where one of them could take a second. */
typedef struct {
    PyThreadState *thread;
    size_t work; /* since the last look for signals */
} Task;

enum { WORK_BETWEEN_LOOKS = LARGE(1 << 25) };

void task_begin(Task *task);

/* Let Python handle signals; INTERRUPTED if a handler raised an exception. */
Status task_look(Task *task);

/* Report a portion of work. */
static inline Status task_did(Task *task, size_t work)
{
    task->work += work;
    return task->work < WORK_BETWEEN_LOOKS ? DONE : task_look(task);
}

/* Take the GIL again; 0 if the work is done, else -1 with an exception set. */
int task_end(Task *task, Status status);

/* Release the GIL for a moment and let Python handle signals; -1 with an exception set if a handler raised one. */
int yield_to_others(void);

/* Memory for `count` zeroed items of `size` bytes, not NULL even for none; NULL if there is no memory. */
void *zeroed(size_t count, size_t size);
/* The same without zeroing. */
void *unset(size_t count, size_t size);

/* A summary as token numbers, in the memory of its batch. */
typedef struct {
    const int32_t *tokens; /* across sentence ends */
    size_t size;
    const int32_t *words; /* the tokens for ROUGE-L and ROUGE-W, sentence after sentence */
    size_t word_count;
    const size_t *ends; /* of each sentence in `words` */
    size_t sentences;
} Document;

/* The summaries of one call (batch.c). */
typedef struct {
    size_t models, peers;
    Document *documents; /* the models, then the peers */
    size_t kinds; /* the number of different tokens, which are below it once they have been renumbered */
    int32_t *numbers; /* the memory that the documents point into */
    size_t size;
    size_t *ends;
} Batch;

/* Read two sequences of documents; 0, or -1 with an exception set. The batch must be freed in both cases. */
int batch_read(Batch *batch, PyObject *models, PyObject *peers);
void batch_free(Batch *batch);

/* Renumber the tokens from 0 without gaps, so that they can be indices. */
Status batch_renumber(Batch *batch, Task *task);

/* The hits of all models and peers: hits[peer * models + model]. */
Status ngram_hits(const Batch *batch, size_t n, int64_t *hits, Task *task); /* grams.c */
Status skip_bigram_hits(const Batch *batch, int64_t gap, int64_t *hits, Task *task); /* skip.c */
/* In lcs.c. `weights` is NULL for ROUGE-L; else there are more weights than words in any model sentence. */
Status lcs_hits(const Batch *batch, const double *weights, double *hits, Task *task);

/* The sums of the resamples, divided (resampling.c): sums[series * resamples + resample]. */
Status resample(const double *values, size_t series, size_t n, size_t resamples, double divisor, double *sums,
                Task *task);
/* Sort the samples and add them up in that order. If one is not a number, `sum` is NaN and the samples stay. */
Status sort_samples(double *samples, size_t size, double *sum, Task *task);

/* What Porter's conditions ask of the first letters of a word (porter.c). All zero: no letter has been read. */
typedef struct {
    size_t letters; /* how many have been read */
    size_t m;
    unsigned ending; /* bits 0 to 2: whether the last letter, the one before it and the one before that are consonants */
    bool vowel; /* whether there is a vowel */
} WordStart;

/* The steps of the algorithm change and remove fewer letters at the end of a word. */
enum { LONGEST_ENDING = 64 };

/* Read on to the first `end` letters of a word. */
WordStart porter_read(WordStart start, const char *word, size_t end);

/* Stem a word in place and return the length of its stem. `start` may be what has been read of it already, up to
   LONGEST_ENDING letters from its end. */
size_t porter(char *word, size_t length, WordStart start);

/* Make the type Vocabulary (words.c); NULL with an exception set. */
PyObject *vocabulary_type(PyObject *module);

#endif
