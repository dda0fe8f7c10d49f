/* The table of an LCS, its lattice, row by row, and the walk back through it (lattice.c).

   There is a row for each model token that changes it. Of a row the walk back needs one bit a column: whether the
   cell to the left is greater than the one above. For long sentences even these are not kept: the lattice's state
   is, every so many rows, and the rows between are made again when the walk comes to them. */

#ifndef ROUGE_LATTICE_H
#define ROUGE_LATTICE_H

#include "kernel.h"

#define ABSENT (-1)

enum { BITS = 64 };

/* A peer sentence, and the last row of its lattice with a model sentence. */
typedef struct {
    const int32_t *peer;
    size_t width, words; /* in tokens, and in words of bits */
    int32_t *first; /* of each token: where it stands first in the peer sentence, or ABSENT */
    int32_t *next; /* of each place: where its token stands next, or ABSENT */
    const double *weights; /* NULL: plain LCS */
    bool finite; /* are all weights */
    char *state; /* all that the next row depends on */
    size_t state_size;
    uint64_t *row, *match; /* plain: bit j is 0 where the length grows from column j to j + 1; the row's matches */
    bool *rises; /* weighted: the row never falls, so that a row without matches repeats it */
    double *cells; /* weighted: cells[j + 1] is that of column j */
    size_t *matched; /* of each column: 1 + the last model position that matched there, */
    size_t *run; /* and the length of the run of matches that ended with it */
    struct Match {
        size_t column, run;
        double value;
    } *matches; /* of the row that is being made */
} Lattice;

/* Memory that grows with the lattices (rows between two states, and these states). */
typedef struct {
    uint64_t *left;
    size_t *positions;
    char *states;
    size_t left_room, position_room, state_room;
} Rows;

/* Lays out a lattice of a width in its memory, and writes the state before the first row to `start`. */
void lattice_lay_out(Lattice *lattice, size_t width, char *start);

/* Marks the positions of the model sentence in one LCS with the peer sentence. */
Status lattice_mark(Lattice *lattice, const int32_t *model, size_t size, const char *start, Rows *rows, char *marks,
                    Task *task);

#endif
