/* The LCS of ROUGE-L and the weighted one of ROUGE-W, with the original's walk back and clipping.

   A table is made row by row, a row for each model token that changes it. Of a row the walk back needs one bit a
   column: whether the cell to the left is greater than the one above. For long sentences even these are not kept:
   the table's state is, every so many rows, and the rows between are made again when the walk comes to them. */

#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 64, BYTES_KEPT = LARGE(1 << 20) };

#define ABSENT (-1)

/* A peer sentence, and the last row of its table with a model sentence. */
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
} Table;

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
static bool advance_plain(Table *table, size_t position, int32_t token, uint64_t *left, Task *task)
{
    (void)position;
    if (table->first[token] == ABSENT)
        return false; /* The row repeats, and the walk goes up through it. */
    size_t count = 0;
    for (int32_t j = table->first[token]; j != ABSENT; j = table->next[j], count++)
        table->match[j / BITS] |= UINT64_C(1) << j % BITS;
    task->steps += table->words + count;
    uint64_t carry = 0, borrow = 0;
    for (size_t word = 0; word < table->words; word++) {
        uint64_t row = table->row[word], match = table->match[word], kept = row & match;
        uint64_t sum = row + kept, carried = sum + carry;
        carry = (sum < row) | (carried < sum);
        uint64_t lower = carried | (row & ~match);
        if (left) {
            left[word] = (lower - row - borrow) & ~match;
            borrow = lower < row || (lower == row && borrow);
        }
        table->row[word] = lower;
        table->match[word] = 0;
    }
    return true;
}

/* The matches of a row, with their values from the row above. */
static size_t find_matches(Table *table, size_t position, int32_t token)
{
    size_t count = 0;
    for (int32_t j = table->first[token]; j != ABSENT; j = table->next[j]) {
        size_t run = position && j && table->matched[j - 1] == position ? table->run[j - 1] : 0;
        /* In this order of operations: ties between doubles decide the path. */
        double value = table->cells[j] + table->weights[run + 1] - table->weights[run];
        table->matches[count++] = (struct Match){(size_t)j, run + 1, value};
    }
    return count;
}

/* The weighted row below. A match takes the diagonal even where a neighbour holds more, so that rows may fall;
   under one that does not, a value spreads only until the row above reaches it. */
static bool advance_weighted(Table *table, size_t position, int32_t token, uint64_t *left, Task *task)
{
    if (table->first[token] == ABSENT && *table->rises)
        return false; /* The row repeats, and the walk goes up through it. */
    if (left)
        memset(left, 0, table->words * sizeof *left);
    task->steps += table->width;
    size_t count = find_matches(table, position, token), column = 0;
    double *cells = table->cells + 1, before = 0;
    bool falls = false;
    for (size_t i = 0; i <= count; i++) {
        size_t end = i < count ? table->matches[i].column : table->width;
        for (; column < end; column++) {
            if (cells[column] >= before) {
                before = cells[column];
                if (*table->rises) {
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
            falls |= !(table->matches[i].value >= before);
            before = cells[column] = table->matches[i].value;
            table->matched[column] = position + 1;
            table->run[column++] = table->matches[i].run;
        }
    }
    *table->rises = table->finite && !falls;
    return true;
}

static bool advance(Table *table, size_t position, int32_t token, uint64_t *left, Task *task)
{
    return (table->weights ? advance_weighted : advance_plain)(table, position, token, left, task);
}

/* Memory that grows with the tables (rows between two states, and these states). */
typedef struct {
    uint64_t *left;
    size_t *positions;
    char *states;
    size_t left_room, position_room, state_room;
} Rows;

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
static size_t rows_between(const Table *table, size_t rows)
{
    size_t bytes = table->words * sizeof(uint64_t);
    if (rows <= BYTES_KEPT / bytes)
        return rows;
    size_t between = (size_t)sqrt((double)rows * (double)table->state_size / (double)bytes) + 1;
    return between < rows ? between : rows;
}

/* Walks from `*column` (counted from 1; 0 is the edge) up through the rows kept, and marks their matches: on a match
   diagonally, else up unless the cell to the left is greater. */
static void walk_back(const Table *table, const int32_t *model, const Rows *rows, size_t kept, size_t *column,
                      char *marks)
{
    while (kept-- && *column) {
        const uint64_t *left = rows->left + kept * table->words;
        size_t word = (*column - 1) / BITS, bit = (*column - 1) % BITS;
        uint64_t stops = ~left[word] & (~UINT64_C(0) >> (BITS - 1 - bit));
        while (!stops && word)
            stops = ~left[--word];
        *column = stops ? word * BITS + top_bit(stops) + 1 : 0;
        if (*column && table->peer[*column - 1] == model[rows->positions[kept]]) {
            marks[rows->positions[kept]] = 1;
            --*column;
        }
    }
}

/* Marks the positions of the model sentence in one LCS with the peer sentence. */
static Status mark(Table *table, const int32_t *model, size_t size, const char *start, Rows *rows, char *marks,
                   Task *task)
{
    Status status = DONE;
    size_t between = rows_between(table, size), blocks = (size + between - 1) / between;
    size_t left_size = between * table->words * sizeof *rows->left;
    if (between > SIZE_MAX / (table->words * sizeof *rows->left) || blocks > SIZE_MAX / table->state_size ||
        !grow((void **)&rows->left, &rows->left_room, left_size) ||
        !grow((void **)&rows->positions, &rows->position_room, between * sizeof *rows->positions) ||
        !grow((void **)&rows->states, &rows->state_room, (blocks - 1) * table->state_size))
        return NO_MEMORY;
    memcpy(table->state, start, table->state_size);
    task->steps += table->state_size / sizeof *rows->left;
    for (size_t i = 0; i < (blocks - 1) * between && status == DONE; i++) {
        if (i % between == 0)
            memcpy(rows->states + i / between * table->state_size, table->state, table->state_size);
        advance(table, i, model[i], NULL, task);
        status = task_tick(task, 1);
    }
    size_t column = table->width;
    for (size_t block = blocks; block-- && column && status == DONE;) {
        size_t from = block * between, to = from + between < size ? from + between : size, kept = 0;
        if (block < blocks - 1)
            memcpy(table->state, rows->states + block * table->state_size, table->state_size);
        for (size_t i = from; i < to && status == DONE; i++) {
            if (advance(table, i, model[i], rows->left + kept * table->words, task))
                rows->positions[kept++] = i;
            status = task_tick(task, 1);
        }
        walk_back(table, model, rows, kept, &column, marks);
    }
    return status;
}

/* Lays out a table of a width in its memory, and writes the state before the first row to `start`. */
static void lay_out(Table *table, size_t width, char *start)
{
    char *state = table->state;
    table->width = width;
    table->words = (width + BITS - 1) / BITS;
    table->row = (uint64_t *)state;
    table->state_size = table->words * sizeof *table->row;
    memset(start, 0xFF, table->state_size);
    if (!table->weights)
        return;
    table->cells = (double *)state;
    table->matched = (size_t *)(table->cells + width + 1);
    table->run = table->matched + width;
    table->rises = (bool *)(table->run + width);
    table->state_size = (size_t)((char *)(table->rises + 1) - state);
    memset(start, 0, table->state_size);
    start[table->state_size - sizeof(bool)] = (char)table->finite;
}

/* What a call works with; all sizes are those of the longest sentences. */
typedef struct {
    Table table;
    Rows rows;
    char *start; /* the state of a table before its first row */
    char *marks; /* of the words of all models, behind one another */
    int32_t *in_peer, *left; /* of each token: how often it stands in the peer; how often it may still score */
} Work;

/* Marks what one peer sentence has in common with all sentences of the models. */
static Status mark_all(Work *work, const Batch *batch, const int32_t *peer, size_t width, Task *task)
{
    Table *table = &work->table;
    Status status = DONE;
    lay_out(table, width, work->start);
    table->peer = peer;
    for (size_t j = width; j--;) {
        table->next[j] = table->first[peer[j]];
        table->first[peer[j]] = (int32_t)j;
    }
    char *marks = work->marks;
    for (size_t model = 0; model < batch->models; marks += batch->texts[model++].word_count) {
        const Text *text = &batch->texts[model];
        for (size_t sentence = 0, from = 0; sentence < text->sentences && status == DONE;
             from = text->ends[sentence++]) {
            size_t to = text->ends[sentence], i = from;
            while (i < to && table->first[text->words[i]] == ABSENT)
                i++;
            status = task_tick(task, i - from + 1);
            if (status == DONE && i < to)
                status = mark(table, text->words + from, to - from, work->start, &work->rows, marks + from, task);
        }
    }
    for (size_t j = 0; j < width; j++)
        table->first[peer[j]] = ABSENT;
    return status == DONE ? task_tick(task, width + batch->models) : status;
}

/* What the marks of a model score: no token more often than it stands in both texts. */
static double hit(Work *work, const Text *model, const char *marks)
{
    double hit = 0;
    for (size_t i = 0; i < model->size; i++)
        if (work->left[model->tokens[i]] < work->in_peer[model->tokens[i]])
            work->left[model->tokens[i]]++;
    for (size_t sentence = 0, from = 0; sentence < model->sentences; from = model->ends[sentence++]) {
        size_t run = 0;
        for (size_t i = from; i < model->ends[sentence]; i++) {
            if (!marks[i] || work->left[model->words[i]] == 0)
                continue;
            work->left[model->words[i]]--;
            run++;
            /* Deliberate: a run whose last mark is clipped is not closed there; it goes on in the next mark
               that scores and is lost at the end of the sentence. */
            if (work->table.weights && (i + 1 == model->ends[sentence] || !marks[i + 1])) {
                hit += work->table.weights[run];
                run = 0;
            }
        }
        if (!work->table.weights)
            hit += (double)run;
    }
    for (size_t i = 0; i < model->size; i++)
        work->left[model->tokens[i]] = 0;
    return hit;
}

/* All models with one peer. */
static Status compare(Work *work, const Batch *batch, const Text *peer, size_t all_words, double *hits, Task *task)
{
    Status status = DONE;
    memset(work->marks, 0, all_words);
    for (size_t sentence = 0, from = 0; sentence < peer->sentences && status == DONE; from = peer->ends[sentence++])
        if (peer->ends[sentence] > from)
            status = mark_all(work, batch, peer->words + from, peer->ends[sentence] - from, task);
    for (size_t i = 0; i < peer->size; i++)
        work->in_peer[peer->tokens[i]]++;
    const char *marks = work->marks;
    for (size_t model = 0; model < batch->models && status == DONE; marks += batch->texts[model++].word_count) {
        hits[model] = hit(work, &batch->texts[model], marks);
        status = task_tick(task, batch->texts[model].size + batch->texts[model].word_count + 1);
    }
    for (size_t i = 0; i < peer->size; i++)
        work->in_peer[peer->tokens[i]] = 0;
    return status == DONE ? task_tick(task, peer->size + 1) : status;
}

static size_t longest_sentence(const Text *texts, size_t count)
{
    size_t longest = 0;
    for (size_t text = 0; text < count; text++)
        for (size_t sentence = 0, from = 0; sentence < texts[text].sentences; from = texts[text].ends[sentence++])
            if (texts[text].ends[sentence] - from > longest)
                longest = texts[text].ends[sentence] - from;
    return longest;
}

static bool reserve(Work *work, const Batch *batch, size_t width, size_t all_words)
{
    Table *table = &work->table;
    size_t cell = table->weights ? sizeof *table->cells + sizeof *table->matched + sizeof *table->run : 1;
    size_t state_size = (width + BITS) * cell; /* one word of bits, or one cell and a flag, more than the width */
    table->first = unset(batch->kinds, sizeof *table->first);
    table->next = unset(width, sizeof *table->next);
    table->match = zeroed(width / BITS + 1, sizeof *table->match);
    table->matches = unset(table->weights ? width : 0, sizeof *table->matches);
    table->state = unset(width + BITS, cell);
    work->start = unset(state_size, 1);
    work->marks = unset(all_words, 1);
    work->in_peer = zeroed(batch->kinds, sizeof *work->in_peer);
    work->left = zeroed(batch->kinds, sizeof *work->left);
    for (size_t kind = 0; table->first && kind < batch->kinds; kind++)
        table->first[kind] = ABSENT;
    return table->first && table->next && table->match && table->matches && table->state && work->start &&
           work->marks && work->in_peer && work->left;
}

static void release(Work *work)
{
    free(work->table.first);
    free(work->table.next);
    free(work->table.match);
    free(work->table.matches);
    free(work->table.state);
    free(work->start);
    free(work->marks);
    free(work->in_peer);
    free(work->left);
    free(work->rows.left);
    free(work->rows.positions);
    free(work->rows.states);
}

Status lcs_hits(const Batch *batch, const double *weights, size_t weight_count, double *hits, Task *task)
{
    Work work = {0};
    size_t all_words = 0;
    for (size_t model = 0; model < batch->models; model++)
        all_words += batch->texts[model].word_count;
    work.table.weights = weights;
    work.table.finite = weights && isfinite(weights[weight_count - 1]);
    size_t width = longest_sentence(batch->texts + batch->models, batch->peers);
    Status status = reserve(&work, batch, width, all_words) ? DONE : NO_MEMORY;
    for (size_t peer = 0; peer < batch->peers && status == DONE; peer++)
        status = compare(&work, batch, &batch->texts[batch->models + peer], all_words, hits + peer * batch->models,
                         task);
    release(&work);
    return status;
}
