/* What models and peers share: n-grams, skip-bigrams and common subsequences, and the memory of counting them.

   The memory begins as zeros, grows with the texts, and serves all evaluations of a thread. After an interrupt or a lack
   of memory it must be freed. */

#ifndef ROUGE_HITS_H
#define ROUGE_HITS_H

#include "lattice.h"
#include "stamped.h"

typedef struct {
    VECTOR(int32_t) grams; /* the numbers of the n-grams of all documents, each where its document's tokens begin */
    size_t n;              /* 0: there are none yet */
    size_t kinds;          /* the highest number */
    bool has_all;          /* whether n-grams of peers alone have numbers, too */
    StampedTable table;
    VECTOR(int32_t) in_model, used; /* of each n-gram: zero between calls */
} GramMemory;

/* A document without the tokens that the other document lacks. */
typedef struct {
    VECTOR(size_t) places;  /* of each token in the whole document */
    VECTOR(int32_t) tokens; /* renumbered from 0 */
    size_t size;
} CommonTokens;

typedef struct {
    VECTOR(int32_t) numbers; /* of each token: 0; -1 once the model has it; from 1 once the peer has it, too */
    CommonTokens model, peer;
    size_t kinds;             /* of tokens that both documents have */
    VECTOR(uint64_t) window;  /* of each token: how often it stands within the gap */
    VECTOR(uint64_t) rows[2]; /* a block for each document */
    size_t cells;             /* of a block */
} SkipMemory;

typedef struct {
    Lattice lattice;
    VECTOR(char) marks;        /* of the words of all models, one model behind the other */
    VECTOR(int32_t) in_peer;   /* of each token: how often it stands in the peer; zero between calls */
    VECTOR(int32_t) may_score; /* of each token: how often it may still score; zero between calls */
    VECTOR(int64_t) longest;   /* of each model sentence: the length of the longest LCS so far */
} LcsMemory;

void grams_free(GramMemory *memory);
void skip_free(SkipMemory *memory);
void lcs_free(LcsMemory *memory);

/* The hits of all models and peers: hits[peer * model_count + model]. N-grams are made of shorter ones: calls for the
   same texts, with rising n, share them. At first, and for other texts, the memory's n must be 0. */
Status ngram_hits(GramMemory *memory, const Texts *texts, size_t n, int64_t *hits, Task *task);
/* Number the n-grams of all documents, those of peers alone, too; n rises as above. */
Status number_grams(GramMemory *memory, const Texts *texts, size_t n, Task *task);
/* The different n-grams that are shared; `kinds` takes how many each document has, models before peers. */
Status distinct_ngram_hits(GramMemory *memory, const Texts *texts, size_t n, int64_t *kinds, int64_t *hits, Task *task);
/* Add the tokens that are shared when each document has lost its last one. */
Status add_unigram_hits(GramMemory *memory, const Texts *texts, int64_t *hits, Task *task);
/* For each peer with each model as its source: its n-grams that are novel, or that it repeats, and all of them; by types or
   by tokens, without the last n-grams of each document that are `dropped`. Calls share n-grams among themselves, but not
   with the calls above. */
Status novel_grams(GramMemory *memory, const Texts *texts, size_t n, bool types, size_t dropped, bool repeated,
                   int64_t *hits, int64_t *all, Task *task);
Status skip_bigram_hits(SkipMemory *memory, const Texts *texts, int64_t gap, int64_t *hits, Task *task);
/* `weights` is NULL for ROUGE-L; else there are more weights than words in any model sentence. */
Status lcs_hits(LcsMemory *memory, const Texts *texts, const double *weights, double *hits, Task *task);
/* The sums over the sentences of the models of the longest LCS with any sentence of the peer, and the other way round. */
Status longest_lcs_hits(LcsMemory *memory, const Texts *texts, int64_t *model_hits, int64_t *peer_hits, Task *task);
/* The different words of the LCS of all pairs of sentences, as the package rouge walks to them; `kinds` takes how many
   each document has, models before peers. */
Status distinct_lcs_hits(LcsMemory *memory, const Texts *texts, int64_t *kinds, int64_t *hits, Task *task);
/* The summed lengths of the LCS of all pairs of sentences. */
Status lcs_sums(LcsMemory *memory, const Texts *texts, int64_t *hits, Task *task);
/* The weights of the weighted LCS of whole texts. There are more weights than tokens in any model. */
Status weighted_lengths(LcsMemory *memory, const Texts *texts, const double *weights, double *lengths, Task *task);

#endif
