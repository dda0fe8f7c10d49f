/* The table of an LCS, its lattice, row by row, and the walk back through it (lattice.c).

   A row belongs to a model token, a column to a peer token. Only rows that differ from the one above are kept, and of
   them only what the walk back needs: one bit for each column, which says whether the cell to the left is greater than
   the one above. For long sentences even these bits would fill the memory. There the state of the lattice is kept at
   intervals, and the rows between two states are made again when the walk back reaches them. */

#ifndef ROUGE_LATTICE_H
#define ROUGE_LATTICE_H

#include "kernel.h"

enum { BITS = 64 };

typedef struct {
    size_t column, run;
    double value;
} LatticeMatch;

/* A peer sentence, and the last row of its lattice with a model sentence. */
typedef struct {
    const int32_t *peer;
    size_t width;          /* in tokens */
    size_t bit_words;      /* the number of 64-bit words that hold a bit for each column */
    VECTOR(int32_t) first; /* of each token: its first place in the peer sentence, from 1; 0 where it is not there */
    VECTOR(int32_t) next;  /* of each place, from 0: the next place of its token, from 1, or 0 */
    VECTOR(uint64_t) places; /* in place of both, if a row is in one word of bits: the places of each token as bits */
    const double *weights; /* NULL for the plain LCS */
    VECTOR(char) state;    /* all that the next row depends on */
    VECTOR(char) start;    /* the state before the first row */
    size_t state_size;
    /* Plain: bit j of the row is 0 where the length grows from column j to j + 1; bit j of `match` is set where column
       j matches the row's token. */
    uint64_t *row;
    VECTOR(uint64_t) match;
    /* Weighted: `rises` says that the row never falls, so that a row without matches repeats it; cells[j + 1] is the
       cell of column j; `matched` holds for each column 1 + the last model position that matched there, and `run` the
       length of the run of matches that ended with it. */
    bool *rises;
    double *cells;
    size_t *matched, *run;
    VECTOR(LatticeMatch) matches; /* of the row that is being made */
    /* The rows between two states, the model positions that they belong to, and these states. */
    VECTOR(uint64_t) left;
    VECTOR(size_t) positions;
    VECTOR(char) states;
} Lattice;

/* Make room for peer sentences up to a width, of tokens below `kinds`. */
bool lattice_reserve(Lattice *lattice, size_t width, size_t kinds);
void lattice_free(Lattice *lattice);

/* Lay out the lattice for a peer sentence, which has a word at least, and forget its places again. */
void lattice_begin(Lattice *lattice, const int32_t *peer, size_t width);
void lattice_end(Lattice *lattice);

/* Mark the positions of the model sentence in one LCS with the peer sentence. */
Status lattice_mark(Lattice *lattice, const int32_t *model, size_t size, char *marks, Task *task);

/* Find the value of the last cell of the lattice of the model sentence with the peer sentence. */
Status lattice_value(Lattice *lattice, const int32_t *model, size_t size, double *value, Task *task);

#endif
