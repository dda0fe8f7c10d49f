/* The rows of an LCS and the walk back. */

#include "lattice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t top_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return 63 - (size_t)__builtin_clzll(bits);
#else
    size_t top = 0;
    while (bits >>= 1)
        top++;
    return top;
#endif
}

/* Make the next plain row (Hyyrö 2004): addition carries a match over to where the length grows next. The difference
   of two rows as numbers has the bits of the columns where the lower row is longer. `left` may be NULL.

   Both functions below return false if the row repeats the one above, through which the walk back goes up. */
static bool advance_plain(Lattice *lattice, int32_t token, uint64_t *left)
{
    if (!lattice_has(lattice, token))
        return false;
    if (is_in_one_word(lattice))
        *lattice->match = lattice->places[token];
    else
        for (int32_t j = lattice->first[token]; j != ABSENT; j = lattice->next[j])
            lattice->match[j / BITS] |= UINT64_C(1) << j % BITS;
    uint64_t carry = 0, borrow = 0;
    for (size_t word = 0; word < lattice->bit_words; word++) {
        uint64_t row = lattice->row[word], match = lattice->match[word], kept = row & match;
        uint64_t sum = row + kept, carried = sum + carry;
        carry = (sum < row) | (carried < sum);
        uint64_t lower = carried | (row & ~match);
        if (left) {
            left[word] = (lower - row - borrow) & ~match;
            borrow = lower < row || (lower == row && borrow);
        }
        lattice->row[word] = lower;
        lattice->match[word] = 0;
    }
    return true;
}

/* Collect the matches of a row, with their values from the row above. */
static size_t find_matches(Lattice *lattice, size_t position, int32_t token)
{
    size_t count = 0;
    for (int32_t j = lattice->first[token]; j != ABSENT; j = lattice->next[j]) {
        size_t run = position && j && lattice->matched[j - 1] == position ? lattice->run[j - 1] : 0;
        /* The order of these operations matters, because ties between doubles decide the path. */
        double value = lattice->cells[j] + lattice->weights[run + 1] - lattice->weights[run];
        lattice->matches[count++] = (LatticeMatch){(size_t)j, run + 1, value};
    }
    return count;
}

/* Make the next weighted row. A match takes the diagonal even where a neighbour holds more, so a row may fall. Below a
   row that does not, a value spreads to the right only until the row above reaches it; the other cells stay.

   Infinite weights may make values that are not numbers. No comparison with them holds, so such a match counts as a
   fall, and the cells to its right take its value, as in the Python body. */
static bool advance_weighted(Lattice *lattice, size_t position, int32_t token, uint64_t *left)
{
    if (lattice->first[token] == ABSENT && *lattice->rises)
        return false;
    if (left)
        memset(left, 0, lattice->bit_words * sizeof *left);
    size_t count = find_matches(lattice, position, token), column = 0;
    double *cells = lattice->cells + 1, before = 0;
    bool falls = false;
    for (size_t i = 0; i <= count; i++) {
        size_t end = i < count ? lattice->matches[i].column : lattice->width;
        for (; column < end; column++) {
            if (cells[column] >= before) {
                before = cells[column];
                if (*lattice->rises) {
                    column = end;
                    before = cells[end - 1];
                    break;
                }
            } else {
                cells[column] = before;
                if (left)
                    left[column / BITS] |= UINT64_C(1) << column % BITS;
            }
        }
        if (i < count) {
            falls |= !(lattice->matches[i].value >= before);
            before = cells[column] = lattice->matches[i].value;
            lattice->matched[column] = position + 1;
            lattice->run[column++] = lattice->matches[i].run;
        }
    }
    *lattice->rises = !falls;
    return true;
}

/* Make the rows of the positions [from, to). If `rows` is not NULL, those that change are kept there, and their number
   is added to `kept`. */
static Status make_rows(Lattice *lattice, const int32_t *model, size_t from, size_t to, LatticeRows *rows,
                        size_t *kept, Task *task)
{
    /* A long lattice is interrupted between rows, a short one after its last row. */
    const size_t block = WORK_BETWEEN_LOOKS / lattice->width + 1;
    Status status = DONE;
    while (from < to && status == DONE) {
        size_t stop = to - from < block ? to : from + block, made = stop - from;
        for (; from < stop; from++) {
            uint64_t *left = rows ? rows->left + *kept * lattice->bit_words : NULL;
            bool changed = lattice->weights ? advance_weighted(lattice, from, model[from], left)
                                            : advance_plain(lattice, model[from], left);
            if (rows && changed)
                rows->positions[(*kept)++] = from;
        }
        status = task_did(task, made * lattice->width);
    }
    return status;
}

static bool make_room(void **memory, size_t *room, size_t wanted)
{
    if (wanted <= *room)
        return true;
    void *grown = realloc(*memory, wanted);
    if (grown) {
        *memory = grown;
        *room = wanted;
    }
    return grown != NULL;
}

/* Return the number of rows between two states. All rows are kept if they take little memory; else the number is the
   one at which rows and states take the least memory together. */
static size_t rows_between_states(const Lattice *lattice, size_t rows)
{
    enum { LITTLE_MEMORY = LARGE(1 << 20) };
    size_t bytes = lattice->bit_words * sizeof(uint64_t);
    if (rows <= LITTLE_MEMORY / bytes)
        return rows;
    size_t between = (size_t)sqrt((double)rows * (double)lattice->state_size / (double)bytes) + 1;
    return between < rows ? between : rows;
}

/* Walk from `*column` (counted from 1; 0 is the edge) up through the rows kept and mark their matches: on a match
   diagonally, else up unless the cell to the left is greater. */
static void walk_back(const Lattice *lattice, const int32_t *model, const LatticeRows *rows, size_t kept,
                      size_t *column, char *marks)
{
    while (kept-- && *column) {
        const uint64_t *left = rows->left + kept * lattice->bit_words;
        size_t word = (*column - 1) / BITS, bit = (*column - 1) % BITS;
        uint64_t stops = ~left[word] & (~UINT64_C(0) >> (BITS - 1 - bit));
        while (!stops && word)
            stops = ~left[--word];
        *column = stops ? word * BITS + top_bit(stops) + 1 : 0;
        if (*column && lattice->peer[*column - 1] == model[rows->positions[kept]]) {
            marks[rows->positions[kept]] = 1;
            --*column;
        }
    }
}

/* Make all rows and walk back, as below, where each row is in one word of bits. A row that repeats the one above is
   written, but the next one takes its place: there is no branch, because nothing foretells which rows do. */
static Status mark_in_words(const Lattice *lattice, const int32_t *model, size_t size, LatticeRows *rows, char *marks,
                            Task *task)
{
    uint64_t row = ~UINT64_C(0), *left = rows->left;
    size_t kept = 0;
    for (size_t i = 0; i < size; i++) {
        uint64_t match = lattice->places[model[i]], lower = (row + (row & match)) | (row & ~match);
        left[kept] = (lower - row) & ~match;
        rows->positions[kept] = i;
        kept += match != 0;
        row = lower;
    }
    uint64_t above = ~UINT64_C(0) >> (BITS - lattice->width); /* the columns that the walk has not passed */
    while (kept-- && above) {
        uint64_t stops = ~left[kept] & above;
        size_t position = rows->positions[kept];
        if (!stops)
            break;
        uint64_t stop = UINT64_C(1) << top_bit(stops);
        bool is_match = lattice->places[model[position]] & stop;
        marks[position] |= is_match;
        above = is_match ? stop - 1 : stop | (stop - 1);
    }
    return task_did(task, size + BITS);
}

Status lattice_mark(Lattice *lattice, const int32_t *model, size_t size, const char *start, LatticeRows *rows,
                    char *marks, Task *task)
{
    size_t row_bytes = lattice->bit_words * sizeof *rows->left, between = rows_between_states(lattice, size);
    size_t states = (size - 1) / between; /* There is none before the first row, where `start` is the state. */
    /* The products fit a size_t of 64 bits; one of 32 bits may be too small. */
    if (between > SIZE_MAX / row_bytes || states > SIZE_MAX / lattice->state_size ||
        !make_room((void **)&rows->left, &rows->left_room, between * row_bytes) ||
        !make_room((void **)&rows->positions, &rows->position_room, between * sizeof *rows->positions) ||
        !make_room((void **)&rows->states, &rows->state_room, states * lattice->state_size))
        return NO_MEMORY;
    if (is_in_one_word(lattice) && states == 0)
        return mark_in_words(lattice, model, size, rows, marks, task);
    Status status = DONE;
    memcpy(lattice->state, start, lattice->state_size);
    for (size_t block = 0; block < states && status == DONE; block++) {
        memcpy(rows->states + block * lattice->state_size, lattice->state, lattice->state_size);
        status = make_rows(lattice, model, block * between, (block + 1) * between, NULL, NULL, task);
    }
    /* The state is now the one before the last block; the blocks above it begin with the states kept. */
    size_t column = lattice->width;
    for (size_t block = states + 1; block-- && column && status == DONE;) {
        size_t from = block * between, kept = 0;
        if (block < states)
            memcpy(lattice->state, rows->states + block * lattice->state_size, lattice->state_size);
        status = make_rows(lattice, model, from, block < states ? from + between : size, rows, &kept, task);
        if (status == DONE)
            walk_back(lattice, model, rows, kept, &column, marks);
    }
    return status;
}

static size_t count_bits(uint64_t bits)
{
#if defined(__GNUC__)
    return (size_t)__builtin_popcountll(bits);
#else
    size_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
#endif
}

Status lattice_value(Lattice *lattice, const int32_t *model, size_t size, const char *start, double *value, Task *task)
{
    memcpy(lattice->state, start, lattice->state_size);
    Status status = make_rows(lattice, model, 0, size, NULL, NULL, task);
    if (lattice->weights) {
        *value = lattice->cells[lattice->width];
        return status;
    }
    size_t length = 0; /* It grows at the columns whose bits are 0. */
    for (size_t word = 0; word < lattice->bit_words; word++) {
        size_t columns = lattice->width - word * BITS;
        uint64_t grows = ~lattice->row[word];
        length += count_bits(columns < BITS ? grows & ~(~UINT64_C(0) << columns) : grows);
    }
    *value = (double)length;
    return status;
}

void lattice_lay_out(Lattice *lattice, size_t width, char *start)
{
    char *state = lattice->state;
    lattice->width = width;
    lattice->bit_words = (width + BITS - 1) / BITS;
    if (!lattice->weights) {
        lattice->row = (uint64_t *)state;
        lattice->state_size = lattice->bit_words * sizeof *lattice->row;
        memset(start, 0xFF, lattice->state_size);
        return;
    }
    lattice->cells = (double *)state;
    lattice->matched = (size_t *)(lattice->cells + width + 1);
    lattice->run = lattice->matched + width;
    lattice->rises = (bool *)(lattice->run + width);
    lattice->state_size = (size_t)((char *)(lattice->rises + 1) - state);
    memset(start, 0, lattice->state_size); /* All bits of the double 0 are 0. */
    start[lattice->state_size - sizeof(bool)] = true; /* A row of zeros rises. */
}
