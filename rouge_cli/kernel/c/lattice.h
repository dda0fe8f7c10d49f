/* The table of an LCS, its lattice, row by row, and the walk back through it (lattice.c).

   A row belongs to a model token, a column to a peer token. Only rows that differ from the one above are kept, and of
   them only what the walk back needs: one bit for each column, which says whether the cell to the left is greater than
   the one above. For long sentences even these bits would fill the memory. There the state of the lattice is kept at
   intervals, and the rows between two states are made again when the walk back reaches them. */

#ifndef ROUGE_LATTICE_H
#define ROUGE_LATTICE_H

#include "kernel.h"

#define ABSENT (-1)

enum { BITS = 64 };

typedef struct {
    size_t column, run;
    double value;
} LatticeMatch;

/* A peer sentence, and the last row of its lattice with a model sentence. */
typedef struct {
    const int32_t *peer;
    size_t width; /* in tokens */
    size_t bit_words; /* the number of 64-bit words that hold a bit for each column */
    int32_t *first; /* of each token: its first place in the peer sentence, or ABSENT */
    int32_t *next; /* of each place: the next place of its token, or ABSENT */
    uint64_t *places; /* in place of both, if a row is in one word of bits: the places of each token as bits */
    const double *weights; /* NULL for the plain LCS */
    char *state; /* all that the next row depends on */
    size_t state_size;
    /* Plain: bit j of the row is 0 where the length grows from column j to j + 1; bit j of `match` is set where column
       j matches the row's token. */
    uint64_t *row, *match;
    /* Weighted: `rises` says that the row never falls, so that a row without matches repeats it; cells[j + 1] is the
       cell of column j; `matched` holds for each column 1 + the last model position that matched there, and `run` the
       length of the run of matches that ended with it. */
    bool *rises;
    double *cells;
    size_t *matched, *run;
    LatticeMatch *matches; /* of the row that is being made */
} Lattice;

/* Memory that grows with the lattices: rows between two states, and these states. */
typedef struct {
    uint64_t *left;
    size_t *positions; /* of the model tokens that the rows belong to */
    char *states;
    size_t left_room, position_room, state_room;
} LatticeRows;

/* Return whether a row is in one word of bits, as those of most sentences are. */
static inline bool is_in_one_word(const Lattice *lattice)
{
    return !lattice->weights && lattice->bit_words == 1;
}

/* Return whether a token is in the peer sentence. */
static inline bool lattice_has(const Lattice *lattice, int32_t token)
{
    return is_in_one_word(lattice) ? lattice->places[token] != 0 : lattice->first[token] != ABSENT;
}

/* Lay out a lattice of a width in its memory, and write the state before the first row to `start`. */
void lattice_lay_out(Lattice *lattice, size_t width, char *start);

/* Mark the positions of the model sentence in one LCS with the peer sentence. */
Status lattice_mark(Lattice *lattice, const int32_t *model, size_t size, const char *start, LatticeRows *rows,
                    char *marks, Task *task);

/* Find the value of the last cell of the lattice of the model sentence with the peer sentence. */
Status lattice_value(Lattice *lattice, const int32_t *model, size_t size, const char *start, double *value, Task *task);

#endif
