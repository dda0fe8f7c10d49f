/* The compiled body of the kernel. What it must return is defined in Python: by the modules beside this folder, and for
   whole batches by the measures and profiles.

   It is written by hand instead of in Cython because one small library on the stable ABI serves every Python from
   3.11 on and loads in a fraction of a millisecond. Python's objects are dealt with in arguments.c, counter.c,
   json_rows.c, letters.c, pieces.c and module.c; the other files know C types only.

   Arguments are copied, or held on to where they cannot change, while the GIL is held. The long loops work without the
   GIL, so that other threads go on meanwhile and cannot change the loops' data. */

#ifndef ROUGE_KERNEL_H
#define ROUGE_KERNEL_H

#include "task.h"

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

/* The words of NumPy's legacy generator; in its state, the place of the next one stands behind them. */
enum { LEGACY_WORDS = 624 };

/* Values that are drawn in an order: of the places in it, or as they stand where that is NULL. */
typedef struct {
    const double *values;
    size_t size;
    const int32_t *order;
} Series;

/* Copies of series of n values each, side by side in their orders (resampling.c): several threads resample them at
   once. In place of a value that a series does not have there is 0. */
typedef struct Rows Rows;
Status rows_new(const Series *series, size_t count, size_t n, Rows **rows, Task *task);
void rows_free(Rows *rows);
size_t series_of_rows(const Rows *rows);

/* The divided sums of the resamples (resampling.c): sums[series * resamples + resample]. drand48 is seeded with
   `first` for the first of them; with the state of NumPy's legacy generator, that draws instead and moves on. */
Status resample(const Rows *rows, uint32_t *legacy, uint64_t first, size_t resamples, double divisor, double *sums,
                Task *task);
/* Sort the samples and add them up in that order. If one is not a number, `sum` is NaN and the samples stay. */
Status sort_samples(double *samples, size_t size, double *sum, Task *task);

/* The stemmers: Porter's algorithm as ROUGE-1.5.5 changed it, and as NLTK extends it by default. */
typedef enum { PORTER_155, PORTER_NLTK } Stemmer;

/* Stem a word in place and return the length of its stem (porter.c). */
size_t porter(char *word, size_t length, Stemmer stemmer);

/* Make the type BatchCounter (counter.c); NULL with an exception set. */
PyObject *batch_counter_type(PyObject *module);

#endif
