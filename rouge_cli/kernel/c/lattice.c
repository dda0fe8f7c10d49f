/* The rows of an LCS and the walk back. */

#include "hits.h"

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

/* Return the number of bits set: of each two bits, each four, each byte, and of all bytes (Warren, Hacker's Delight). */
static size_t count_bits(uint64_t bits)
{
    bits -= (bits >> 1) & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (size_t)((bits * UINT64_C(0x0101010101010101)) >> 56);
}

bool lattice_reserve(Lattice *lattice, size_t width, size_t kinds)
{
    /* The state of a plain lattice has a bit for each column, rounded up to a word of bits. The state of a weighted one
       has a cell, a match and a run for each column, one cell more, and a flag. BITS columns more hold all of this. */
    size_t column = lattice->weights ? sizeof *lattice->cells + sizeof *lattice->matched + sizeof *lattice->run : 1;
    size_t state = width <= SIZE_MAX / column - BITS ? (width + BITS) * column : SIZE_MAX;
    return RESERVE(lattice->first, kinds) && RESERVE(lattice->next, width) && RESERVE(lattice->places, kinds) &&
           RESERVE(lattice->match, width / BITS + 1) && RESERVE(lattice->matches, lattice->weights ? width : 0) &&
           RESERVE(lattice->state, state) && RESERVE(lattice->start, state);
}

static inline bool is_in_one_word(const Lattice *lattice)
{
    return !lattice->weights && lattice->bit_words == 1;
}

void lattice_begin(Lattice *lattice, const int32_t *peer, size_t width)
{
    char *state = lattice->state.items, *start = lattice->start.items;
    lattice->peer = peer;
    lattice->width = width;
    lattice->bit_words = (width + BITS - 1) / BITS;
    if (!lattice->weights) {
        lattice->row = (uint64_t *)state;
        lattice->state_size = lattice->bit_words * sizeof *lattice->row;
        memset(start, 0xFF, lattice->state_size);
    } else {
        lattice->cells = (double *)state;
        lattice->matched = (size_t *)(lattice->cells + width + 1);
        lattice->run = lattice->matched + width;
        lattice->rises = (bool *)(lattice->run + width);
        lattice->state_size = (size_t)((char *)(lattice->rises + 1) - state);
        memset(start, 0, lattice->state_size);            /* All bits of the double 0 are 0. */
        start[lattice->state_size - sizeof(bool)] = true; /* A row of zeros rises. */
    }
    if (is_in_one_word(lattice))
        for (size_t j = 0; j < width; j++)
            lattice->places.items[peer[j]] |= UINT64_C(1) << j;
    else
        for (size_t j = width; j--;) {
            lattice->next.items[j] = lattice->first.items[peer[j]];
            lattice->first.items[peer[j]] = (int32_t)j + 1;
        }
}

void lattice_end(Lattice *lattice)
{
    if (is_in_one_word(lattice))
        for (size_t j = 0; j < lattice->width; j++)
            lattice->places.items[lattice->peer[j]] = 0;
    else
        for (size_t j = 0; j < lattice->width; j++)
            lattice->first.items[lattice->peer[j]] = 0;
}

/* Make the next plain row (Hyyrö 2004): addition carries a match over to where the length grows next. The difference
   of two rows as numbers has the bits of the columns where the lower row is longer. `left` may be NULL.

   Both functions below return false if the row repeats the one above, through which the walk back goes up. */
static bool advance_plain(Lattice *lattice, int32_t token, uint64_t *left)
{
    uint64_t *matches = lattice->match.items;
    if (is_in_one_word(lattice))
        *matches = lattice->places.items[token];
    else
        for (int32_t j = lattice->first.items[token]; j; j = lattice->next.items[j - 1])
            matches[(j - 1) / BITS] |= UINT64_C(1) << (j - 1) % BITS;
    if (is_in_one_word(lattice) ? !*matches : !lattice->first.items[token])
        return false;
    uint64_t carry = 0, borrow = 0;
    for (size_t word = 0; word < lattice->bit_words; word++) {
        uint64_t row = lattice->row[word], match = matches[word], kept = row & match;
        uint64_t sum = row + kept, carried = sum + carry;
        carry = (sum < row) | (carried < sum);
        uint64_t lower = carried | (row & ~match);
        if (left) {
            left[word] = (lower - row - borrow) & ~match;
            borrow = lower < row || (lower == row && borrow);
        }
        lattice->row[word] = lower;
        matches[word] = 0;
    }
    return true;
}

/* Collect the matches of a row, with their values from the row above. */
static size_t find_matches(Lattice *lattice, size_t position, int32_t token)
{
    const int32_t *next = lattice->next.items;
    const double *weights = lattice->weights;
    LatticeMatch *matches = lattice->matches.items, *match = matches;
    for (int32_t place = lattice->first.items[token]; place; place = next[place - 1]) {
        size_t j = (size_t)place - 1;
        size_t run = position && j && lattice->matched[j - 1] == position ? lattice->run[j - 1] : 0;
        /* The order of these operations matters, because ties between doubles decide the path. */
        *match++ = (LatticeMatch){j, run + 1, lattice->cells[j] + weights[run + 1] - weights[run]};
    }
    return (size_t)(match - matches);
}

/* Make the next weighted row. A match takes the diagonal even where a neighbour holds more, so a row may fall. Below a
   row that does not, a value spreads to the right only until the row above reaches it; the other cells stay.

   Infinite weights may make values that are not numbers. No comparison with them holds, so such a match counts as a
   fall, and the cells to its right take its value, as in the Python body. */
static bool advance_weighted(Lattice *lattice, size_t position, int32_t token, uint64_t *left)
{
    if (!lattice->first.items[token] && *lattice->rises)
        return false;
    if (left)
        memset(left, 0, lattice->bit_words * sizeof *left);
    const LatticeMatch *matches = lattice->matches.items;
    size_t count = find_matches(lattice, position, token), column = 0;
    double *cells = lattice->cells + 1, before = 0;
    bool falls = false;
    for (size_t i = 0; i <= count; i++) {
        size_t end = i < count ? matches[i].column : lattice->width;
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
            falls |= !(matches[i].value >= before);
            before = cells[column] = matches[i].value;
            lattice->matched[column] = position + 1;
            lattice->run[column++] = matches[i].run;
        }
    }
    *lattice->rises = !falls;
    return true;
}

/* Make the rows of the positions [from, to). If `kept` is not NULL, the rows that change are kept in the lattice, and
   their number is written there. */
static Status make_rows(Lattice *lattice, const int32_t *model, size_t from, size_t to, size_t *kept, Task *task)
{
    /* A long lattice is interrupted between rows, a short one after its last row. */
    const size_t block = WORK_BETWEEN_LOOKS / lattice->width + 1;
    size_t rows = 0;
    while (from < to) {
        size_t stop = to - from < block ? to : from + block, made = stop - from;
        for (; from < stop; from++) {
            uint64_t *left = kept ? lattice->left.items + rows * lattice->bit_words : NULL;
            bool changed = lattice->weights ? advance_weighted(lattice, from, model[from], left)
                                            : advance_plain(lattice, model[from], left);
            if (kept && changed)
                lattice->positions.items[rows++] = from;
        }
        TRY(task_did(task, made * lattice->width));
    }
    if (kept)
        *kept = rows;
    return DONE;
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
static void walk_back(const Lattice *lattice, const int32_t *model, size_t kept, size_t *column, char *marks)
{
    while (kept-- && *column) {
        const uint64_t *left = lattice->left.items + kept * lattice->bit_words;
        size_t word = (*column - 1) / BITS, bit = (*column - 1) % BITS, position = lattice->positions.items[kept];
        uint64_t stops = ~left[word] & (~UINT64_C(0) >> (BITS - 1 - bit));
        while (!stops && word)
            stops = ~left[--word];
        *column = stops ? word * BITS + top_bit(stops) + 1 : 0;
        if (*column && lattice->peer[*column - 1] == model[position]) {
            marks[position] = 1;
            --*column;
        }
    }
}

/* Make all rows and walk back from a column, as below, where each row is in one word of bits. A row that repeats the one above is
   written, but the next one takes its place: which rows repeat is unpredictable, so there is no branch. */
static void mark_in_words(Lattice *lattice, const int32_t *model, size_t size, size_t column, char *marks)
{
    const uint64_t *places = lattice->places.items;
    uint64_t row = ~UINT64_C(0), *left = lattice->left.items;
    size_t kept = 0, *positions = lattice->positions.items;
    for (size_t i = 0; i < size; i++) {
        uint64_t match = places[model[i]], lower = (row + (row & match)) | (row & ~match);
        left[kept] = (lower - row) & ~match;
        positions[kept] = i;
        kept += match != 0;
        row = lower;
    }
    uint64_t above = ~UINT64_C(0) >> (BITS - column); /* the columns that the walk has not passed */
    while (kept-- && above) {
        uint64_t stops = ~left[kept] & above;
        size_t position = positions[kept];
        if (!stops)
            break;
        uint64_t stop = UINT64_C(1) << top_bit(stops);
        bool is_match = places[model[position]] & stop;
        marks[position] |= is_match;
        above = is_match ? stop - 1 : stop | (stop - 1);
    }
}

/* Return whether the sentences share a word: many pairs of sentences share none, and need no rows. */
static bool has_any(const Lattice *lattice, const int32_t *model, size_t size)
{
    const bool in_one_word = is_in_one_word(lattice);
    size_t i = 0;
    while (i < size && !(in_one_word ? lattice->places.items[model[i]] != 0 : lattice->first.items[model[i]] != 0))
        i++;
    return i < size;
}

Status lattice_mark(Lattice *lattice, const int32_t *model, size_t size, char *marks, Task *task)
{
    size_t column = lattice->width;
    /* The walk back begins with the tokens that both sentences end with. */
    while (size && column && model[size - 1] == lattice->peer[column - 1]) {
        marks[--size] = 1;
        column--;
    }
    if (!column || !has_any(lattice, model, size))
        return DONE;
    size_t between = rows_between_states(lattice, size);
    size_t states = (size - 1) / between; /* There is none before the first row. */
    /* The products fit a size_t of 64 bits; one of 32 bits may be too small. */
    if (between > SIZE_MAX / lattice->bit_words || states > SIZE_MAX / lattice->state_size ||
        !RESERVE(lattice->left, between * lattice->bit_words) || !RESERVE(lattice->positions, between) ||
        !RESERVE(lattice->states, states * lattice->state_size))
        return NO_MEMORY;
    if (is_in_one_word(lattice) && states == 0) {
        mark_in_words(lattice, model, size, column, marks);
        return DONE;
    }
    memcpy(lattice->state.items, lattice->start.items, lattice->state_size);
    for (size_t block = 0; block < states; block++) {
        memcpy(lattice->states.items + block * lattice->state_size, lattice->state.items, lattice->state_size);
        TRY(make_rows(lattice, model, block * between, (block + 1) * between, NULL, task));
    }
    /* The state is now the one before the last block; the blocks above it begin with the states kept. */
    for (size_t block = states + 1; block-- && column;) {
        size_t from = block * between, kept = 0;
        if (block < states)
            memcpy(lattice->state.items, lattice->states.items + block * lattice->state_size, lattice->state_size);
        TRY(make_rows(lattice, model, from, block < states ? from + between : size, &kept, task));
        walk_back(lattice, model, kept, &column, marks);
    }
    return DONE;
}

Status lattice_value(Lattice *lattice, const int32_t *model, size_t size, double *value, Task *task)
{
    if (is_in_one_word(lattice)) {
        const uint64_t *places = lattice->places.items;
        uint64_t row = ~UINT64_C(0);
        for (size_t i = 0; i < size; i++) {
            const uint64_t match = places[model[i]];
            row = (row + (row & match)) | (row & ~match);
        }
        *value = (double)count_bits(~row & (~UINT64_C(0) >> (BITS - lattice->width)));
        return task_did(task, size);
    }
    memcpy(lattice->state.items, lattice->start.items, lattice->state_size);
    if (lattice->weights) {
        TRY(make_rows(lattice, model, 0, size, NULL, task));
        *value = lattice->cells[lattice->width];
        return DONE;
    }
    /* An LCS has all tokens that both sentences begin or end with. The length grows at columns whose bits are 0. */
    size_t first = 0, width = lattice->width, length = 0;
    for (; first < size && first < width && model[first] == lattice->peer[first]; first++)
        lattice->row[first / BITS] &= ~(UINT64_C(1) << first % BITS);
    for (; first < size && first < width && model[size - 1] == lattice->peer[width - 1]; size--, width--)
        length++;
    if (first < width)
        TRY(make_rows(lattice, model, first, size, NULL, task));
    for (size_t column = 0; column < width; column += BITS) {
        const uint64_t grows = ~lattice->row[column / BITS];
        length += count_bits(width - column < BITS ? grows & ~(~UINT64_C(0) << (width - column)) : grows);
    }
    *value = (double)length;
    return DONE;
}
