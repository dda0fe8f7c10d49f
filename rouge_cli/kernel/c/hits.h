/* What models and peers share: n-grams, skip-bigrams and common subsequences, and the memory of counting them.

   The memory begins as zeros, grows with the texts, and serves all evaluations of a thread. After an interrupt or a lack
   of memory it must be freed. */

#ifndef ROUGE_HITS_H
#define ROUGE_HITS_H

#include "kernel.h"

/* A hash table that is emptied at once: a slot counts only if it has the stamp of the table's last filling. Keys get
   numbers from 1 on, in the order they appear. */
typedef struct {
    uint64_t key;
    int32_t number;
    uint32_t stamp;
} StampedSlot;

typedef struct {
    VECTOR(StampedSlot) slots;
    size_t mask; /* the number of slots in use, a power of two, less 1 */
    int shift;   /* leaves as many bits of a hash as the mask has */
    uint32_t stamp;
    int32_t count; /* of the keys */
    size_t passed; /* the slots passed in searches, which callers report as work */
} StampedTable;

/* Empty a table, with room for so many keys, no more than a quarter full, so that searches are short. */
static inline bool stamped_begin(StampedTable *table, size_t keys)
{
    size_t slots = 16;
    table->shift = 60;
    for (; slots < 4 * keys; slots *= 2)
        table->shift--;
    if (!RESERVE(table->slots, slots))
        return false;
    table->mask = slots - 1;
    table->count = 0;
    table->passed = 0;
    if (++table->stamp == 0) { /* All stamps have been used. */
        memset(table->slots.items, 0, table->slots.room * sizeof *table->slots.items);
        table->stamp = 1;
    }
    return true;
}

/* Return the slot of a key, or the empty slot where it would be. */
static inline StampedSlot *stamped_slot(StampedTable *table, uint64_t key)
{
    /* Fibonacci hashing (Knuth, TAOCP 6.4): neighbours, as numbers of words often are, get slots far apart. */
    size_t place = (size_t)(((key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15)) >> table->shift);
    StampedSlot *slots = table->slots.items;
    /* Branch only on collisions: whether a key is new is unpredictable, so that is computed without a branch. */
    while ((slots[place].key != key) > (slots[place].stamp ^ table->stamp))
        place = (place + 1) & table->mask, table->passed++;
    return &slots[place];
}

/* Return the number of a key, or 0 if it is not there. */
static inline int32_t stamped_find(StampedTable *table, uint64_t key)
{
    const StampedSlot *slot = stamped_slot(table, key);
    return slot->number & -(int32_t)(slot->stamp == table->stamp);
}

/* Return the number of a key; a new key gets the next number. */
static inline int32_t stamped_number(StampedTable *table, uint64_t key)
{
    StampedSlot *slot = stamped_slot(table, key);
    const int32_t is_new = slot->stamp != table->stamp;
    table->count += is_new;
    const int32_t number = slot->number ^ ((slot->number ^ table->count) & -is_new);
    *slot = (StampedSlot){key, number, table->stamp};
    return number;
}

enum { BITS = 64 };

typedef struct {
    size_t column, run;
    double value;
} LatticeMatch;

/* A peer sentence, and the last row of its lattice with a model sentence. */
typedef struct {
    VECTOR(int32_t) first; /* of each token: its first place in the peer sentence, from 1; 0 where it is not there */
    VECTOR(int32_t) next;  /* of each place, from 0: the next place of its token, from 1, or 0 */
    VECTOR(uint64_t) places; /* in place of both, if a row is in one word of bits: the places of each token as bits */
    VECTOR(char) state;    /* all that the next row depends on */
    VECTOR(char) start;    /* the state before the first row */
    VECTOR(uint64_t) match;
    VECTOR(LatticeMatch) matches; /* of the row that is being made */
    /* The rows between two states, the model positions that they belong to, and these states. */
    VECTOR(uint64_t) left;
    VECTOR(size_t) positions;
    VECTOR(char) states;
    const int32_t *peer;
    size_t width;          /* in tokens */
    size_t bit_words;      /* the number of 64-bit words that hold a bit for each column */
    const double *weights; /* NULL for the plain LCS */
    size_t state_size;
    /* Plain: bit j of the row is 0 where the length grows from column j to j + 1; bit j of `match` is set where column
       j matches the row's token. */
    uint64_t *row;
    /* Weighted: `rises` says that the row never falls, so that a row without matches repeats it; cells[j + 1] is the
       cell of column j; `matched` holds for each column 1 + the last model position that matched there, and `run` the
       length of the run of matches that ended with it. */
    bool *rises;
    double *cells;
    size_t *matched, *run;
} Lattice;

/* Make room for peer sentences up to a width, of tokens below `kinds`. */
bool lattice_reserve(Lattice *lattice, size_t width, size_t kinds);
/* Lay out the lattice for a peer sentence, which has a word at least, and forget its places again. */
void lattice_begin(Lattice *lattice, const int32_t *peer, size_t width);
void lattice_end(Lattice *lattice);
/* Mark the positions of the model sentence in one LCS with the peer sentence. */
Status lattice_mark(Lattice *lattice, const int32_t *model, size_t size, char *marks, Task *task);
/* Find the value of the last cell of the lattice of the model sentence with the peer sentence. */
Status lattice_value(Lattice *lattice, const int32_t *model, size_t size, double *value, Task *task);

typedef struct {
    VECTOR(int32_t) grams; /* the numbers of the n-grams of all documents, each where its document's tokens begin */
    VECTOR(int32_t) in_model, used; /* of each n-gram: zero between calls */
    StampedTable table;
    size_t n;     /* 0: there are none yet */
    size_t kinds; /* the highest number */
    bool has_all; /* whether n-grams of peers alone have numbers, too; else only n-grams of models */
} GramMemory;

/* A document without the tokens that the other document lacks. */
typedef struct {
    VECTOR(size_t) places;  /* of each token in the whole document */
    VECTOR(int32_t) tokens; /* renumbered from 0 */
} CommonTokens;

typedef struct {
    VECTOR(int32_t) numbers; /* of each token: 0; -1 once the model has it; from 1 once the peer has it, too */
    VECTOR(uint64_t) window;  /* of each token: how often it stands within the gap */
    VECTOR(uint64_t) rows[2]; /* a block for each document */
    CommonTokens model, peer;
    size_t kinds; /* of tokens that both documents have */
    size_t cells; /* of a block */
} SkipMemory;

typedef struct {
    Lattice lattice;
    VECTOR(char) marks;        /* of the words of all models, one model behind the other */
    VECTOR(int32_t) in_peer;   /* of each token: how often it stands in the peer; zero between calls */
    VECTOR(int32_t) may_score; /* of each token: how often it may still score; zero between calls */
    VECTOR(double) longest;    /* of each model sentence: the length of the longest LCS so far */
    size_t all_words; /* of all models */
} LcsMemory;

/* How n-grams are counted, without the last `dropped` tokens of each document. */
typedef struct {
    size_t n, dropped;
    bool once;     /* whether each n-gram counts once in a document */
    bool repeated; /* whether hits are n-grams that the peer repeats, and not n-grams that the model lacks */
    /* BY_LENGTH: hits are shared n-grams. OF_DOCUMENTS: so they are, and the units of each document are counted, too,
       models before peers. OF_PAIRS: hits are novel n-grams of the peer, or repeated ones, and its units are counted. */
    enum { BY_LENGTH, OF_DOCUMENTS, OF_PAIRS } units;
} GramCounting;

/* Number the n-grams of the models, and of the peers where models have them or `with_all`. N-grams are made of shorter
   ones: calls for the same texts, with rising n, share them. At first, and for other texts, the memory's n must be 0. */
Status number_grams(GramMemory *memory, const Texts *texts, size_t n, bool with_all, Task *task);
/* The hits of all models and peers are added to zeros: hits[peer * model_count + model]. */
Status gram_hits(GramMemory *memory, const Texts *texts, GramCounting counting, double *hits, double *units, Task *task);
Status skip_bigram_hits(SkipMemory *memory, const Texts *texts, int64_t gap, double *hits, Task *task);
/* `weights` is NULL for ROUGE-L; else there are more weights than words in any model sentence. */
Status lcs_hits(LcsMemory *memory, const Texts *texts, const double *weights, double *hits, Task *task);
/* The sums over the sentences of the models of the longest LCS with any sentence of the peer, and the other way round; if
   `peer_hits` is NULL, the summed lengths of the LCS of all pairs of sentences. */
Status longest_lcs_hits(LcsMemory *memory, const Texts *texts, double *model_hits, double *peer_hits, Task *task);
/* The different words of the LCS of all pairs of sentences, as the package rouge walks to them; `kinds` takes how many
   each document has, models before peers. */
Status distinct_lcs_hits(LcsMemory *memory, const Texts *texts, double *kinds, double *hits, Task *task);
/* The weights of the weighted LCS of whole texts. There are more weights than tokens in any model. */
Status weighted_lengths(LcsMemory *memory, const Texts *texts, const double *weights, double *lengths, Task *task);

typedef struct {
    VECTOR(int32_t) first; /* of each kind of token: its first place in the source */
    VECTOR(int32_t) next;  /* of each place in the source: the next place of the same token */
} CopyingMemory;

/* For each peer with each model as its source: the tokens in fragments, and the sums of the squares of their lengths. */
Status copied_tokens(CopyingMemory *memory, const Texts *texts, double *tokens, double *squares, Task *task);

#endif
