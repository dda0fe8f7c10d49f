/* The table of pieces, the question for their tokens to a function in Python, and items to the numbers of tokens. */

#include "text.h"

bool is_large(const PieceTable *table, size_t most_pieces)
{
    enum { BYTES_OF_PIECE = 128 }; /* Few are longer, unless they are whole sentences. */
    return table->pieces.entries.size > most_pieces || table->pieces.text.size > most_pieces * BYTES_OF_PIECE;
}

void pieces_free(PieceReader *pieces)
{
    PieceTable *table = &pieces->table;
    table_free(&table->pieces);
    FREE_ALL(table->ends.items, table->tokens.items, pieces->items.items);
    *table = (PieceTable){.ends.size = 0};
    pieces->items = (NumberList){.size = 0};
}

static Status add_token(PieceReader *pieces, Span token, Span stem)
{
    PieceTable *table = &pieces->table;
    WordTable *words = pieces->reader->table;
    PieceToken added = {UNKNOWN, UNKNOWN};
    WordSlot *slot;
    TRY(table_find_bytes(words, (const char *)token.bytes, token.length, &slot));
    if (!slot->stop) {
        added.number = slot->number;
        TRY(table_find_bytes(words, (const char *)stem.bytes, stem.length, &slot));
        added.stem = slot->number;
    }
    return APPEND(table->tokens, added) ? DONE : NO_MEMORY;
}

static PyObject *unknown_pieces(const PieceTable *table)
{
    const WordTable *pieces = &table->pieces;
    PyObject *list = PyList_New((Py_ssize_t)(pieces->entries.size - table->ends.size));
    for (size_t i = table->ends.size; list && i < pieces->entries.size; i++) {
        const WordEntry *entry = &pieces->entries.items[i];
        PyObject *bytes = PyBytes_FromStringAndSize(pieces->text.items + entry->start, (Py_ssize_t)entry->length);
        if (!bytes || PyList_SetItem(list, (Py_ssize_t)(i - table->ends.size), bytes) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static int refuse_answer(void)
{
    PyErr_SetString(PyExc_TypeError, "for each piece there must be a tuple of its tokens and one of as many stems, all"
                                     " of them bytes");
    return -1;
}

static Span span_of(PyObject *bytes)
{
    return (Span){(const unsigned char *)PyBytes_AsString(bytes), (size_t)PyBytes_Size(bytes)};
}

static int read_answer(PieceReader *pieces, PyObject *answer)
{
    PyObject *tokens, *stems;
    if (!PyTuple_Check(answer) || PyTuple_Size(answer) != 2 || !PyTuple_Check(tokens = PyTuple_GetItem(answer, 0)) ||
        !PyTuple_Check(stems = PyTuple_GetItem(answer, 1)) || PyTuple_Size(tokens) != PyTuple_Size(stems))
        return refuse_answer();
    for (Py_ssize_t i = 0; i < PyTuple_Size(tokens); i++) {
        PyObject *token = PyTuple_GetItem(tokens, i), *stem = PyTuple_GetItem(stems, i);
        if (!PyBytes_Check(token) || !PyBytes_Check(stem))
            return refuse_answer();
        if (raised(add_token(pieces, span_of(token), span_of(stem))) < 0)
            return -1;
    }
    PieceTable *table = &pieces->table;
    return APPEND(table->ends, table->tokens.size) ? 0 : raised(NO_MEMORY);
}

/* Read the answers to as many pieces as were asked for. All of them are in tuples, which nobody can change meanwhile. */
static int read_answers(PieceReader *pieces, PyObject *answers)
{
    size_t asked = pieces->table.pieces.entries.size - pieces->table.ends.size;
    if (!PyTuple_Check(answers) || (size_t)PyTuple_Size(answers) != asked)
        return refuse_answer();
    for (size_t i = 0; i < asked; i++)
        if (read_answer(pieces, PyTuple_GetItem(answers, (Py_ssize_t)i)) < 0 ||
            (i % 1024 == 1023 && PyErr_CheckSignals() < 0))
            return -1;
    return 0;
}

Status ask_pieces(PieceReader *pieces, PyObject *function, Task *task)
{
    if (pieces->table.ends.size == pieces->table.pieces.entries.size)
        return DONE;
    PyEval_RestoreThread(task->thread);
    PyObject *asked = unknown_pieces(&pieces->table);
    PyObject *answers = asked ? PyObject_CallFunctionObjArgs(function, asked, NULL) : NULL;
    int status = answers ? read_answers(pieces, answers) : -1;
    Py_XDECREF(answers);
    Py_XDECREF(asked);
    task->thread = PyEval_SaveThread();
    return status < 0 ? INTERRUPTED : DONE;
}

/* Append a token that is within the limit, unless it is a stop word, which counts for the limit. */
static inline Status append_token(PieceReader *pieces, int32_t number)
{
    if (pieces->max_tokens && pieces->left-- <= 0)
        return DONE;
    return number == UNKNOWN ? DONE : append_number(pieces->reader->tokens, number);
}

static Status append_tokens(PieceReader *pieces, size_t piece)
{
    const PieceTable *table = &pieces->table;
    const PieceToken *tokens = table->tokens.items;
    bool stem = pieces->reader->stem;
    for (size_t i = piece ? table->ends.items[piece - 1] : 0; i < table->ends.items[piece]; i++)
        TRY(append_token(pieces, stem ? tokens[i].stem : tokens[i].number));
    return DONE;
}

Status read_items(PieceReader *pieces)
{
    TextReader *reader = pieces->reader;
    const int32_t *item = pieces->items.items + pieces->next_item;
    bool is_full = false;
    pieces->left = pieces->max_tokens;
    for (; *item != END_OF_TEXT; item++) {
        if (is_full)
            continue;
        if (*item == END_OF_SENTENCE) {
            TRY(append_number(reader->ends, (int32_t)(reader->tokens->size - reader->start)));
            is_full = pieces->max_tokens && pieces->left <= 0;
            TRY(task_did(reader->task, 1));
        } else if (*item > END_OF_SENTENCE)
            TRY(append_token(pieces, *item));
        else
            TRY(append_tokens(pieces, (size_t)(FIRST_PIECE - *item)));
    }
    pieces->next_item = (size_t)(item - pieces->items.items) + 1;
    return DONE;
}
