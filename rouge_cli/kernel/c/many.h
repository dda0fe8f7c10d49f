/* Many texts to many: texts that were read before, and the figures of all pairs of them (many.c). */

#ifndef ROUGE_MANY_H
#define ROUGE_MANY_H

#include "counting.h"

/* The place of a text's document in the numbers of prepared texts, for one reading; DocumentPlaces in 64 bits. */
typedef struct {
    int64_t tokens, size, words, word_count, ends, sentences;
} PreparedPlaces;

/* Texts that were read before, in memory of Python's arrays. */
typedef struct {
    const int32_t *tokens, *ends;
    const PreparedPlaces *places; /* of each text and distinct reading of the plan */
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
Status fill_tile(Workspace *workspace, const Plan *plan, const Tile *tile, double *matrix, bool is_mirrored, Task *task);

/* Find the pairs of a tile whose figure is `at_least` so high: the workspace's pairs. `later`: peers and models are the
   same texts, and only models behind the peer count. */
Status find_pairs(Workspace *workspace, const Plan *plan, const Tile *tile, double at_least, bool later, Task *task);

#endif
