/* The compiled body of the kernel. What it must return is defined in Python: by the modules beside this folder, and for
   whole batches by the measures and profiles.

   It is written by hand instead of in Cython because one small library on the stable ABI serves every Python from
   3.11 on and loads in a fraction of a millisecond. Python's objects are dealt with in convert.c, arguments.c,
   counter.c, asking.c, words.c, files.c and module.c; the other files know C types only.

   Arguments are copied, or held on to where they cannot change, while the GIL is held. The long loops work without the
   GIL, so that other threads go on meanwhile and cannot change the loops' data. */

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
    INEXACT,         /* there are whole numbers that doubles may not hold */
} Status;

/* Work that answers signals (task.c). They are looked for after every WORK_BETWEEN_LOOKS units of work. A unit is an
   operation of about a nanosecond. Callers report their work in portions: a pair of sentences, a pair of documents, a
   resample, and blocks of these where one of them could take a second. */
typedef struct {
    PyThreadState *thread; /* NULL: the work holds the GIL, but for a moment when signals are looked for */
    const char *stop;      /* set by another thread where the work is no longer wanted; may be NULL */
    size_t work;           /* since the last look for signals */
} Task;

enum { WORK_BETWEEN_LOOKS = LARGE(1 << 25) };

/* Begin work without the GIL. */
void task_begin(Task *task, const char *stop);

/* Let Python handle signals; INTERRUPTED if a handler raised an exception, or the work is no longer wanted. */
Status task_look(Task *task);

/* Take the GIL in the middle of work, and go on without it. */
void task_hold(Task *task);
void task_go_on(Task *task);

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

/* Memory for `count` zeroed items of `size` bytes, not NULL even for none; NULL if there is no memory. */
void *zeroed(size_t count, size_t size);
/* The same without zeroing. */
void *unset(size_t count, size_t size);

/* Return the items, moved to where there is at least double the room if `wanted` do not fit. If there is no memory,
   return NULL; the old items stay valid. */
void *with_room(void *items, size_t *room, size_t wanted, size_t size);

/* Make room for `wanted` items that need not be kept. The new ones are zeroed. */
bool reserve(void **items, size_t *room, size_t wanted, size_t size);

/* A summary as token numbers, in memory that is not its own. */
typedef struct {
    const int32_t *tokens; /* across sentence ends */
    size_t size;
    const int32_t *words; /* the tokens for ROUGE-L and ROUGE-W, sentence after sentence */
    size_t word_count;
    const int32_t *ends; /* of each sentence in `words` */
    size_t sentences;
} Document;

/* Return the index in `words` after the last word of a sentence. */
static inline size_t end_of(const Document *document, size_t sentence)
{
    return (size_t)document->ends[sentence];
}

/* The documents of an evaluation. */
typedef struct {
    const Document *models, *peers;
    size_t model_count, peer_count;
    size_t kinds; /* the number of different tokens, which are below it */
} Texts;

/* The memory of counting, which grows with the texts and serves all evaluations of a thread. After an interrupt or a
   lack of memory it must be freed. */
typedef struct GramMemory GramMemory;   /* grams.c */
typedef struct SkipMemory SkipMemory;   /* skip.c */
typedef struct LcsMemory LcsMemory;     /* lcs.c */
GramMemory *grams_new(void);
SkipMemory *skip_new(void);
LcsMemory *lcs_new(void);
void grams_free(GramMemory *memory);
void skip_free(SkipMemory *memory);
void lcs_free(LcsMemory *memory);

/* Forget the n-grams of the last texts. */
void grams_begin(GramMemory *memory);

/* The hits of all models and peers: hits[peer * model_count + model]. */
/* N-grams are made of shorter ones: calls for the same texts, with rising n, share them. */
Status ngram_hits(GramMemory *memory, const Texts *texts, size_t n, int64_t *hits, Task *task);
/* Add the tokens that are shared when each document has lost its last one. */
Status add_unigram_hits(GramMemory *memory, const Texts *texts, int64_t *hits, Task *task);
Status skip_bigram_hits(SkipMemory *memory, const Texts *texts, int64_t gap, int64_t *hits, Task *task);
/* `weights` is NULL for ROUGE-L; else there are more weights than words in any model sentence. */
Status lcs_hits(LcsMemory *memory, const Texts *texts, const double *weights, double *hits, Task *task);
/* The sums over the sentences of the models of the longest LCS with any sentence of the peer, and the other way round. */
Status longest_lcs_hits(LcsMemory *memory, const Texts *texts, int64_t *model_hits, int64_t *peer_hits, Task *task);
/* The weights of the weighted LCS of whole texts. There are more weights than tokens in any model. */
Status weighted_lengths(LcsMemory *memory, const Texts *texts, const double *weights, double *lengths, Task *task);

/* Columns that are resampled: the value of series s that is drawn as number i is columns[s][orders[s][i]], or
   columns[s][i] where there is no order. Other threads may write to them meanwhile, but not move them. */
typedef struct {
    const double *const *columns;
    const size_t *sizes;
    const int32_t *const *orders;
    size_t series, n;
} Columns;

/* The words of NumPy's legacy generator; in its state, the place of the next one stands behind them. */
enum { LEGACY_WORDS = 624 };
/* Draw the next indices below n (legacy.c). */
void legacy_draw(uint32_t *state, size_t n, size_t draws, uint32_t *indices);

/* Copies of columns, side by side in their orders (resampling.c): several threads resample them at once. */
typedef struct Rows Rows;
Status rows_new(const Columns *columns, Rows **rows, Task *task);
void rows_free(Rows *rows);
size_t series_of_rows(const Rows *rows);

/* The divided sums of the resamples (resampling.c): sums[series * resamples + resample]. drand48 is seeded with
   `first` for the first of them; with the state of NumPy's legacy generator, that draws instead and moves on. */
Status resample(const Rows *rows, uint32_t *legacy, uint64_t first, size_t resamples, double divisor, double *sums,
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

/* The stemmers: Porter's algorithm as ROUGE-1.5.5 changed it, and as NLTK extends it by default. */
typedef enum { PORTER_155, PORTER_NLTK } Stemmer;

/* Stem a word in place and return the length of its stem. `start` may be what has been read of it already, up to
   LONGEST_ENDING letters from its end. */
size_t porter(char *word, size_t length, WordStart start, Stemmer stemmer);

/* Make the types Vocabulary (words.c) and BatchCounter (counter.c); NULL with an exception set. */
PyObject *vocabulary_type(PyObject *module);
PyObject *batch_counter_type(PyObject *module);

/* The module's function that reads files (files.c). */
PyObject *read_files(PyObject *module, PyObject *paths);

#endif
