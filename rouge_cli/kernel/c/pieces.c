/* The table of pieces, and items to the numbers of tokens. */

#include "pieces.h"

#include <stdlib.h>

bool is_large(const PieceTable *table, size_t most_pieces)
{
    enum { BYTES_OF_PIECE = 128 }; /* Few are longer, unless they are whole sentences. */
    return table->pieces.count > most_pieces || table->pieces.text_size > most_pieces * BYTES_OF_PIECE;
}

void pieces_free(PieceReader *pieces)
{
    PieceTable *table = &pieces->table;
    table_free(&table->pieces);
    free(table->ends);
    free(table->tokens);
    free(pieces->items.numbers);
    *table = (PieceTable){.known = 0};
    pieces->items = (NumberList){NULL, 0, 0};
}

Status add_token(PieceReader *pieces, Span token, Span stem)
{
    PieceTable *table = &pieces->table;
    WordTable *words = pieces->reader->table;
    PieceToken *tokens = with_room(table->tokens, &table->token_room, table->token_count + 1, sizeof *tokens);
    if (!tokens)
        return NO_MEMORY;
    table->tokens = tokens;
    WordSlot *slot;
    Status status = table_find_bytes(words, (const char *)token.bytes, token.length, &slot);
    PieceToken added = {UNKNOWN, UNKNOWN};
    if (status == DONE && !slot->stop) {
        added.number = slot->number;
        if (stem.bytes != token.bytes)
            status = table_find_bytes(words, (const char *)stem.bytes, stem.length, &slot);
        if (status == DONE)
            added.stem = slot->number;
    }
    tokens[table->token_count++] = added;
    return status;
}

Status end_piece(PieceTable *table)
{
    size_t *ends = with_room(table->ends, &table->end_room, table->known + 1, sizeof *ends);
    if (!ends)
        return NO_MEMORY;
    table->ends = ends;
    ends[table->known++] = table->token_count;
    return DONE;
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
    bool stem = pieces->reader->stem;
    Status status = DONE;
    for (size_t i = piece ? table->ends[piece - 1] : 0; i < table->ends[piece] && status == DONE; i++)
        status = append_token(pieces, stem ? table->tokens[i].stem : table->tokens[i].number);
    return status;
}

Status read_items(PieceReader *pieces)
{
    TextReader *reader = pieces->reader;
    const NumberList *items = &pieces->items;
    bool is_full = false;
    Status status = DONE;
    pieces->left = pieces->max_tokens;
    while (status == DONE && items->numbers[pieces->next_item] != END_OF_TEXT) {
        int32_t item = items->numbers[pieces->next_item++];
        if (is_full)
            continue;
        if (item == END_OF_SENTENCE) {
            status = append_number(reader->ends, (int32_t)(reader->tokens->size - reader->start));
            is_full = pieces->max_tokens && pieces->left <= 0;
        } else
            status = item > END_OF_SENTENCE ? append_token(pieces, item)
                                            : append_tokens(pieces, (size_t)(FIRST_PIECE - item));
        if (status == DONE && pieces->next_item % 1024 == 0)
            status = table_did(reader->table, 1024, reader->task);
    }
    pieces->next_item++;
    return status;
}
