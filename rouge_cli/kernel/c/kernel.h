/* The compiled body of the kernel. What it must return is defined in Python, by the modules of the folder
   `python`.

   It is written by hand instead of in Cython because one small library on the stable ABI serves every Python from
   3.11 on and loads in a fraction of a millisecond. The files that include python.h deal with Python's objects; the
   others know C types only, and a program without Python can link them: what they ask of their host are functions that
   each task brings along.

   Arguments are copied, or held on to where they cannot change, while the GIL is held. The long loops work without the
   GIL, so that other threads go on meanwhile and cannot change the loops' data. */

#ifndef ROUGE_KERNEL_H
#define ROUGE_KERNEL_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
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
    LEFT_TO_PYTHON,  /* C does not know how; no exception is set */
} Status;

/* Return the status of an expression unless it is done. */
#define TRY(expression)                                                                                               \
    do {                                                                                                              \
        const Status tried = (expression);                                                                            \
        if (tried != DONE)                                                                                            \
            return tried;                                                                                             \
    } while (0)

/* Return NO_MEMORY unless there is the memory that an expression asks for. */
#define NEED(memory) TRY((memory) ? DONE : NO_MEMORY)

/* An object of the host, which is Python's PyObject. */
struct _object;
typedef struct Host Host;

/* Work without the GIL that answers signals. Functions report work in units of about a nanosecond; a look for
   signals follows after every WORK_BETWEEN_LOOKS units. */
typedef struct Task {
    const Host *host;
    void *thread;     /* the host's */
    const char *stop; /* set by another thread where the work is no longer wanted; may be NULL */
    size_t work;      /* since the last look for signals */
} Task;

enum { WORK_BETWEEN_LOOKS = LARGE(1 << 25) };

struct PieceReader;

/* What the core asks of its host. */
struct Host {
    /* Let signals be handled; INTERRUPTED if a handler raised an exception, or the work is no longer wanted. */
    Status (*look)(Task *task);
    /* Find the kinds of ASKED_AT_ONCE characters from `first` on (text.h). */
    Status (*find_kinds)(Task *task, unsigned char *kinds, uint32_t first);
    /* Have a function make the tokens of all unknown pieces (text.h). */
    Status (*find_tokens)(Task *task, struct PieceReader *pieces, struct _object *function);
};

/* Report a portion of work. */
static inline Status task_did(Task *task, size_t work)
{
    task->work += work;
    return task->work < WORK_BETWEEN_LOOKS ? DONE : task->host->look(task);
}

/* Memory for `count` items of `size` bytes, not NULL even for none; NULL if there is no memory. */
static inline void *allocated(size_t count, size_t size)
{
    if (size && count > PTRDIFF_MAX / size)
        return NULL;
    /* An allocation of no bytes may return NULL, which would look like a lack of memory. */
    return malloc(count && size ? count * size : 1);
}

/* Items in memory that grows. `size` is the number of items in use; where nothing counts them it stays 0. */
#define VECTOR(type)                                                                                                  \
    struct {                                                                                                          \
        type *items;                                                                                                  \
        size_t room, size;                                                                                            \
    }

/* Make room for so many items in a vector, whose new items are zeroed; false if there is no memory. */
#define RESERVE(vector, count) reserve((void **)&(vector).items, &(vector).room, count, sizeof *(vector).items)
/* Free the memory of a vector, which is then empty. */
#define RELEASE(vector) (free((vector).items), (vector).items = NULL, (vector).room = (vector).size = 0)
/* Free the memory of vectors that stand one behind the other in a struct, from the first to the last. */
#define RELEASE_ALL(first, last) release_all(&(first), &(last))
/* Append an item to a vector; false if there is no memory. */
#define APPEND(vector, ...)                                                                                           \
    (RESERVE(vector, (vector).size + 1) && ((vector).items[(vector).size++] = (__VA_ARGS__), true))

static inline bool grow(void **items, size_t *room, size_t wanted, size_t size)
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

static inline bool reserve(void **items, size_t *room, size_t wanted, size_t size)
{
    return (wanted <= *room && *items) || grow(items, room, wanted, size);
}

static inline void release_all(void *first, const void *last)
{
    for (VECTOR(void) *vector = first; (const void *)vector <= last; vector++)
        RELEASE(*vector);
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

/* Return the most tokens or words of a document. */
static inline size_t longest_document(const Document *documents, size_t count)
{
    size_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        longest = documents[i].size < longest ? longest : documents[i].size;
        longest = documents[i].word_count < longest ? longest : documents[i].word_count;
    }
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

/* Stem a word in place and return the length of its stem (words.c). */
size_t porter(char *word, size_t length, Stemmer stemmer);

#endif
