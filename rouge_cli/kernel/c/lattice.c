/* The rows of an LCS and the walk back. */

#include "lattice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_KEPT = LARGE(1 << 20) };

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

/* The plain row below: addition carries a match over to where the length grows next (Hyyrö 2004). The difference
   of two rows as numbers has the bits of the columns where the lower row is longer; `left` may be NULL. */
static bool advance_plain(Lattice *lattice, size_t position, int32_t token, uint64_t *left, Task *task)
{
    (void)position;
    if (lattice->first[token] == ABSENT)
        return false; /* The row repeats, and the walk goes up through it. */
    size_t count = 0;
    for (int32_t j = lattice->first[token]; j != ABSENT; j = lattice->next[j], count++)
        lattice->match[j / BITS] |= UINT64_C(1) << j % BITS;
    task->steps += lattice->words + count;
    uint64_t carry = 0, borrow = 0;
    for (size_t word = 0; word < lattice->words; word++) {
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

/* The matches of a row, with their values from the row above. */
static size_t find_matches(Lattice *lattice, size_t position, int32_t token)
{
    size_t count = 0;
    for (int32_t j = lattice->first[token]; j != ABSENT; j = lattice->next[j]) {
        size_t run = position && j && lattice->matched[j - 1] == position ? lattice->run[j - 1] : 0;
        /* In this order of operations: ties between doubles decide the path. */
        double value = lattice->cells[j] + lattice->weights[run + 1] - lattice->weights[run];
        lattice->matches[count++] = (struct Match){(size_t)j, run + 1, value};
    }
    return count;
}

/* The weighted row below. A match takes the diagonal even where a neighbour holds more, so that rows may fall;
   under one that does not, a value spreads only until the row above reaches it. */
static bool advance_weighted(Lattice *lattice, size_t position, int32_t token, uint64_t *left, Task *task)
{
    if (lattice->first[token] == ABSENT && *lattice->rises)
        return false; /* The row repeats, and the walk goes up through it. */
    if (left)
        memset(left, 0, lattice->words * sizeof *left);
    task->steps += lattice->width;
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
    *lattice->rises = lattice->finite && !falls;
    return true;
}

static bool advance(Lattice *lattice, size_t position, int32_t token, uint64_t *left, Task *task)
{
    return (lattice->weights ? advance_weighted : advance_plain)(lattice, position, token, left, task);
}

static bool grow(void **memory, size_t *room, size_t wanted)
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

/* How many rows to keep between two states, so that both take the least memory together. */
static size_t rows_between(const Lattice *lattice, size_t rows)
{
    size_t bytes = lattice->words * sizeof(uint64_t);
    if (rows <= BYTES_KEPT / bytes)
        return rows;
    size_t between = (size_t)sqrt((double)rows * (double)lattice->state_size / (double)bytes) + 1;
    return between < rows ? between : rows;
}

/* Walks from `*column` (counted from 1; 0 is the edge) up through the rows kept, and marks their matches: on a match
   diagonally, else up unless the cell to the left is greater. */
static void walk_back(const Lattice *lattice, const int32_t *model, const Rows *rows, size_t kept, size_t *column,
                      char *marks)
{
    while (kept-- && *column) {
        const uint64_t *left = rows->left + kept * lattice->words;
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

Status lattice_mark(Lattice *lattice, const int32_t *model, size_t size, const char *start, Rows *rows, char *marks,
                    Task *task)
{
    Status status = DONE;
    size_t between = rows_between(lattice, size), blocks = (size + between - 1) / between;
    size_t left_size = between * lattice->words * sizeof *rows->left;
    if (between > SIZE_MAX / (lattice->words * sizeof *rows->left) || blocks > SIZE_MAX / lattice->state_size ||
        !grow((void **)&rows->left, &rows->left_room, left_size) ||
        !grow((void **)&rows->positions, &rows->position_room, between * sizeof *rows->positions) ||
        !grow((void **)&rows->states, &rows->state_room, (blocks - 1) * lattice->state_size))
        return NO_MEMORY;
    memcpy(lattice->state, start, lattice->state_size);
    task->steps += lattice->state_size / sizeof *rows->left;
    for (size_t i = 0; i < (blocks - 1) * between && status == DONE; i++) {
        if (i % between == 0)
            memcpy(rows->states + i / between * lattice->state_size, lattice->state, lattice->state_size);
        advance(lattice, i, model[i], NULL, task);
        status = task_tick(task, 1);
    }
    size_t column = lattice->width;
    for (size_t block = blocks; block-- && column && status == DONE;) {
        size_t from = block * between, to = from + between < size ? from + between : size, kept = 0;
        if (block < blocks - 1)
            memcpy(lattice->state, rows->states + block * lattice->state_size, lattice->state_size);
        for (size_t i = from; i < to && status == DONE; i++) {
            if (advance(lattice, i, model[i], rows->left + kept * lattice->words, task))
                rows->positions[kept++] = i;
            status = task_tick(task, 1);
        }
        walk_back(lattice, model, rows, kept, &column, marks);
    }
    return status;
}

void lattice_lay_out(Lattice *lattice, size_t width, char *start)
{
    char *state = lattice->state;
    lattice->width = width;
    lattice->words = (width + BITS - 1) / BITS;
    lattice->row = (uint64_t *)state;
    lattice->state_size = lattice->words * sizeof *lattice->row;
    memset(start, 0xFF, lattice->state_size);
    if (!lattice->weights)
        return;
    lattice->cells = (double *)state;
    lattice->matched = (size_t *)(lattice->cells + width + 1);
    lattice->run = lattice->matched + width;
    lattice->rises = (bool *)(lattice->run + width);
    lattice->state_size = (size_t)((char *)(lattice->rises + 1) - state);
    memset(start, 0, lattice->state_size);
    start[lattice->state_size - sizeof(bool)] = (char)lattice->finite;
}
