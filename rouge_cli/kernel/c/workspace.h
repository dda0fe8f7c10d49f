/* What a batch is counted by: the plan of a run, and the memory of a thread (counting.c). */

#ifndef ROUGE_WORKSPACE_H
#define ROUGE_WORKSPACE_H

#include "hits.h"
#include "text.h"

enum { MOST_READINGS = 8, COUNTS = 4, COLUMNS = COUNTS + 3 };

/* A way of making tokens of texts. */
typedef struct {
    bool stem, stem_sentences;
} Reading;

/* The documents of a measure: of its models, or of its peers. */
typedef struct {
    size_t reading; /* its place in the plan */
    bool whole;     /* whether a text is one sentence */
} Side;

/* The choices below stand in the order in which plan.py has them. LONGEST_LCS is MEAD's measure, which has hits in the
   model and hits in the peer; WEIGHTED_LENGTH is the ROUGE-W of the paper; the next three are of the package rouge, and
   SIGNED_NGRAMS of py-rouge. Kinds from COVERAGE on are no ROUGE: their model is the source of the peer. */
typedef enum {
    NGRAMS, SKIP_BIGRAMS, LCS, WEIGHTED_LCS, LONGEST_LCS, WEIGHTED_LENGTH,
    DISTINCT_NGRAMS, DISTINCT_LCS, LCS_OF_PAIRS, SIGNED_NGRAMS,
    COVERAGE, DENSITY, COMPRESSION,
    NOVEL_TYPES, NOVEL_TOKENS, NOVEL_PRESUMM, REPEATED_TYPES, REPEATED_TOKENS, REPEATED_PRESUMM,
    LENGTH, SENTENCES, KINDS
} Kind;

static inline bool counts_novelty(Kind kind)
{
    return kind >= NOVEL_TYPES && kind <= REPEATED_PRESUMM;
}

/* How the counts of a peer with several models become one row, and how figures are rounded. */
typedef enum { POOLED, BEST_RECALL, BEST_F, HIGHEST_RECALL, BEST_OF_EACH, COMBINATIONS } Combination;
typedef enum { DECIMALS, DOUBLES, FLOATS, SMOOTHED, PRECISION, SQUARED_BETA, ROUNDINGS } Rounding;

typedef struct {
    Kind kind;
    Side model, peer;
    int64_t number; /* the n of n-grams, the gap of skip-bigrams */
    bool unigrams;
    double weight;
} Measure;

/* The plan of plan.py. */
typedef struct {
    Reading readings[MOST_READINGS];
    size_t reading_count;
    Measure *measures;
    size_t measure_count;
    Limit limit;
    Lowering lowering;
    Stemmer stemmer;
    Combination combination;
    Rounding rounding;
    double alpha;
    Cutting cutting;
    bool plain_ascii;
    int64_t max_tokens; /* of a text; INT64_MAX where there is no limit */
    struct _object *function; /* of the host, which makes the tokens of pieces; NULL where there are none */
} Plan;

/* The place of a text's document in the memory of its batch, or among prepared texts, for one reading. */
typedef struct {
    uint64_t tokens, size, words, word_count, ends, sentences;
} DocumentPlaces;

/* A text of a batch: lines, which a separator ends, or sentences that stand one behind the other in the batch. */
typedef struct {
    Span lines, separator; /* an empty separator ends no line */
    size_t first, sentences;
    bool is_in_sentences;
    char traits;
    WordCounts words; /* if it has split words */
} BatchText;

/* An evaluation: the places of its models and then of its peers in the batch, and the row of its first peer. */
typedef struct {
    const int32_t *places;
    size_t model_count, peer_count, row;
    struct _object *models, *peers; /* of the host */
} Evaluation;

typedef struct {
    BatchText *texts; /* each once */
    size_t text_count;
    VECTOR(Span) sentences, separators;
    Evaluation *evaluations;
    size_t evaluation_count, row_count;
    int32_t *places; /* of the models and then of the peers of each evaluation among the texts */
    size_t use_count;
    struct _object *held; /* of the host: a list of the objects that texts are parts of */
} Batch;

/* A token and the number of texts that it leads to. */
typedef struct {
    size_t texts;
    int32_t token;
} Rarity;

/* A row and a column of a matrix, and the figure in their cell. */
typedef struct {
    int32_t row, column;
    double figure;
} TextPair;

/* The memory of a search for neighbours (many.c). */
typedef struct {
    VECTOR(size_t) starts; /* of each token in the postings, and the end of the last, behind a zero */
    VECTOR(int32_t) postings; /* the texts that have each token */
    VECTOR(char) is_candidate; /* of each text: 0 between calls */
    VECTOR(int32_t) candidates;
    VECTOR(Rarity) rarities; /* of the tokens of a peer */
    VECTOR(TextPair) pairs;
} ManyMemory;

/* The different n-grams of sentences, one sentence behind the other, and what of them is taken. */
typedef struct {
    VECTOR(int32_t) grams;
    VECTOR(size_t) ends; /* of each sentence */
    VECTOR(char) flags;  /* of each n-gram: whether the model has it, and whether it is taken */
    size_t all, size, hits; /* the n-grams of the model, those that are taken, and those that are both */
} GramSets;

enum { SETS = 2 };

/* The memory of a search for an extract (extract.c). */
typedef struct {
    VECTOR(int32_t) chosen; /* sentences */
    VECTOR(double) values;  /* of their extract with each other sentence */
    VECTOR(int32_t) tokens, ends; /* of these extracts */
    VECTOR(unsigned char) letters; /* of all sentences */
    double value; /* of the chosen sentences */
    GramSets sets[SETS];
} ExtractMemory;

/* The memory of a thread, which serves one batch after the other. */
typedef struct Workspace {
    struct Workspace *next;
    const Plan *plan; /* of the counter that it belongs to */
    TextReader reader;
    unsigned char *letters; /* the kinds of all characters (traits.c) */
    PieceReader pieces;
    StampedTable indices;
    Evaluation evaluation;  /* whose documents are made now */
    Texts texts;            /* the documents that are counted now */
    const Measure *measure; /* that has counted them; NULL: none has */
    VECTOR(Span) lines;            /* of a text */
    VECTOR(DocumentPlaces) places; /* of each text and reading: places[text * reading_count + reading] */
    VECTOR(int32_t) numbers;       /* the tokens of an evaluation, renumbered by the table of indices */
    VECTOR(Document) documents;
    VECTOR(double) hits; /* of all peers and models, and behind them other counts of the peers: the hits in them of
                            LONGEST_LCS, their n-grams where these are novel or repeated, or the hits of DENSITY */
    VECTOR(double) kinds;   /* of each document: its different n-grams or words, where these count once */
    VECTOR(double) weights; /* of runs, for the exponent `weight` */
    double weight;
    GramMemory grams;
    SkipMemory skips;
    CopyingMemory copying;
    LcsMemory lcs;
    ManyMemory many;
    ExtractMemory extract;
} Workspace;

/* Make the memory of a thread, with a copy of a table of words; NULL if there is none. */
Workspace *workspace_new(const Plan *plan, const WordTable *words);
void workspace_free(Workspace *workspace);
/* Read the texts of a batch into the workspace's tokens, and find their traits. */
Status read_batch_texts(Workspace *workspace, const Batch *batch, Task *task);
/* Write the counts and figures of the peers, whose hits the workspace has, to their rows of the measure's columns. */
void write_rows(const Workspace *workspace, char *columns, size_t rows);
/* Return recall (0), precision (1) or F (2) of a peer with the models [from, to); their hits are in the workspace. */
double figure_with(const Workspace *workspace, size_t peer, size_t from, size_t to, size_t figure);

/* Have other texts counted next. */
void set_texts(Workspace *workspace, Texts texts);
/* Count the hits of a measure in the workspace's texts. */
Status count_hits(Workspace *workspace, const Measure *measure, Task *task);
/* Return whether two measures read the same tokens. */
bool tokens_are_alike(const Measure *one, const Measure *other);
/* Count a batch. `block` takes, for each measure, the columns model, peer, hit, the peer's hit, recall, precision and F, of
   eight bytes for each row; the counts of WEIGHTED_LCS and WEIGHTED_LENGTH are doubles, others are whole numbers. */
Status count_batch(Workspace *workspace, const Batch *batch, char *block, Task *task);

/* Return the places of a document as a measure reads it: models come before peers. */
DocumentPlaces *places_of(const Workspace *workspace, const Measure *measure, size_t i);
/* Make the workspace's texts: its evaluation as a measure reads it, with tokens renumbered from 0 without gaps, but
   without sentences. */
Status make_texts(Workspace *workspace, const Measure *measure, Task *task);
void set_sentences(Workspace *workspace, const Measure *measure);
/* Search the last text of a batch for the sentences that together score best with the others, one after the other: by the
   sum of F of measures, given by their numbers, or as PreSumm does, by sets of unigrams and bigrams without anything but
   letters and digits, between U+0020. The document is in sentences; for sets, it has one model of one sentence, and the
   plan reads between blanks. The extract is in the workspace. */
Status find_extract(Workspace *workspace, const Batch *batch, const unsigned char *measures, size_t measure_count,
                    size_t most, Task *task);
Status find_by_sets(Workspace *workspace, const Batch *batch, size_t most, Task *task);

/* Texts that were read before, in memory of Python's arrays. */
typedef struct {
    const int32_t *tokens, *ends;
    const DocumentPlaces *places; /* of each text and distinct reading of the plan */
    size_t token_count, end_count, texts;
    size_t kinds; /* all tokens are below it */
} Prepared;

/* The figures of a range of peers with a range of models. */
typedef struct {
    const Prepared *peers, *models;
    size_t first_peer, peer_end, first_model, model_end;
    const Measure *measure;
    size_t figure; /* 0: recall, 1: precision, 2: F */
} Tile;

/* Write a tile to a matrix with a row for each peer and a column for each model. `is_mirrored`: the matrix is symmetric,
   so each figure goes to the opposite cell, too. */
Status fill_tile(Workspace *workspace, const Tile *tile, double *matrix, bool is_mirrored, Task *task);
/* Find the pairs of a tile whose figure is `at_least` so high: the workspace's pairs. `later`: peers and models are the
   same texts, and only models behind the peer count. */
Status find_pairs(Workspace *workspace, const Tile *tile, double at_least, bool later, Task *task);

#endif
