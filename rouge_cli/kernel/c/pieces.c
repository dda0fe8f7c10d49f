/* Sentences to items: plain words and pieces, and where a sentence may be cut, so that its pieces have, one after the
   other, just the tokens of the whole. */

#include "text.h"

/* The sides of a character that a cut may have. Tokens end on both sides of one that BREAKS, which no rule of Unicode
   joins to the character before it if that is SAFE_BEFORE, nor to the one after it if that is SAFE_AFTER. All other
   characters may join something: marks and joiners what is before them, some signs what is behind them. */
enum { BREAKS = 1, SAFE_BEFORE = 2, SAFE_AFTER = 4, SAFE = SAFE_BEFORE | SAFE_AFTER };

typedef struct {
    uint32_t first, last;
    unsigned sides;
} Range;

static unsigned sides_of(uint32_t character)
{
    static const Range ranges[] = {
        {0x0900, 0x0963, SAFE_BEFORE},     /* Devanagari */
        {0x0964, 0x0965, BREAKS | SAFE},   /* the full stops of many scripts of India */
        {0x0966, 0x09FF, SAFE_BEFORE},     /* digits and Bengali */
        {0x3001, 0x3003, SAFE},            /* the comma and the full stop of Chinese and Japanese */
        {0x3008, 0x3011, SAFE},            /* brackets */
        {0x3014, 0x301B, SAFE},            /* more brackets */
        {0x3041, 0x3096, BREAKS | SAFE},   /* hiragana without its marks */
        {0x30A1, 0x30FA, SAFE},            /* katakana, which join one another alone */
        {0x30FC, 0x30FC, SAFE},            /* its sign of length */
        {0x3400, 0x4DBF, BREAKS | SAFE},   /* unified ideographs */
        {0x4E00, 0x9FFF, BREAKS | SAFE},
        {0xFF01, 0xFF0F, SAFE},            /* full-width punctuation */
        {0xFF1A, 0xFF20, SAFE},
        {0xFF3B, 0xFF3D, SAFE},
        {0xFF5B, 0xFF60, SAFE},
        {0x20000, 0x2A6DF, BREAKS | SAFE}, /* unified ideographs of the second plane */
        {0x2A700, 0x2EBE0, BREAKS | SAFE},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && character >= ranges[i].first; i++)
        if (character <= ranges[i].last)
            return ranges[i].sides;
    return 0;
}

/* Return the sides of the character at `i` and its length. What is not UTF-8 counts as characters of one byte. */
static unsigned sides_at(Span text, size_t i, size_t *length)
{
    uint32_t character;
    *length = 1;
    if (text.bytes[i] < 0x80)
        return SAFE;
    const size_t size = decode_character(text.bytes + i, text.length - i, &character);
    *length = size ? size : 1;
    return size ? sides_of(character) : 0;
}

/* Return the length of the first piece of a sentence, or of a run of bytes without blanks, which is not empty. */
static size_t first_piece(Span run, Cutting cutting)
{
    if (cutting != IDEOGRAPH_PIECES)
        return run.length;
    size_t length, i;
    unsigned before = sides_at(run, 0, &i);
    for (; i < run.length; i += length) {
        unsigned sides = sides_at(run, i, &length);
        if (((before & BREAKS) && (sides & SAFE_AFTER)) || ((sides & BREAKS) && (before & SAFE_BEFORE)))
            return i;
        before = sides;
    }
    return run.length;
}

static Status append_pending_item(PieceReader *pieces, const PendingItem *pending)
{
    const PieceTable *table = &pieces->table;
    if (pending->is_plain) {
        int32_t number;
        TRY(find_token(pieces->reader, &pending->word, &number));
        pieces->left--;
        return append_number(&pieces->items, number);
    }
    WordSlot *slot;
    TRY(table_find(&pieces->table.pieces, &pending->word, &slot));
    size_t piece = (size_t)slot->number;
    if (piece < table->ends.size)
        pieces->left -= (int64_t)(table->ends.items[piece] - (piece ? table->ends.items[piece - 1] : 0));
    return piece <= INT32_MAX + FIRST_PIECE ? append_number(&pieces->items, FIRST_PIECE - (int32_t)piece) : TOO_MANY_TOKENS;
}

static Status append_pending_items(PieceReader *pieces)
{
    for (size_t i = 0; i < pieces->pending_count; i++)
        TRY(append_pending_item(pieces, &pieces->pending[i]));
    pieces->pending_count = 0;
    return DONE;
}

/* Have an item looked up with the next others, while the slots of all are fetched from memory. */
static inline Status look_up_soon(PieceReader *pieces, Word word, bool is_plain)
{
    pieces->pending[pieces->pending_count++] = (PendingItem){word, is_plain};
    table_prefetch(is_plain ? &pieces->reader->table : &pieces->table.pieces, word.hash);
    return pieces->pending_count < MOST_PENDING ? DONE : append_pending_items(pieces);
}

/* Read a whole sentence, or bytes without blanks that are not all in one window, or no plain word. */
static Status scan_run(PieceReader *pieces, Span run)
{
    do {
        const size_t length = first_piece(run, pieces->cutting);
        TRY(look_up_soon(pieces, word_of((const char *)run.bytes, length), false));
        TRY(report_bytes(&pieces->table.pieces, length, pieces->reader->task));
        run = (Span){run.bytes + length, run.length - length};
    } while (run.length > 0);
    return DONE;
}

/* The bytes of a window, by their places as bits. */
typedef struct {
    uint64_t blanks;
    uint64_t others; /* bytes beyond ASCII, and `_`: no plain word may have them beside it */
    uint64_t words;  /* letters and digits */
    const char *lowered;
} Window;

/* Return whether the tokens around the blank at `i` may depend on each other. A number of a telephone has blanks before
   digits. Before a capital, the full stop of a last letter may be a token. */
static bool is_loose(Span sentence, size_t i)
{
    const unsigned char *bytes = sentence.bytes, before = i ? bytes[i - 1] : 0;
    const unsigned char behind = i + 1 < sentence.length ? bytes[i + 1] : 0;
    if (is_between(behind, '0', '9'))
        return before == '.' || before == ')' || is_between(before, '0', '9');
    return before == '.' && is_between(behind, 'A', 'Z') &&
           !(i > 4 && is_between(bytes[i - 2], 'a', 'z') && is_between(bytes[i - 3], 'a', 'z') &&
             is_between(bytes[i - 4], 'a', 'z') && is_between(bytes[i - 5], 'a', 'z'));
}

static Status see_window(PieceReader *pieces, Window *window, Span sentence, size_t from, size_t length)
{
    const unsigned char *bytes = sentence.bytes + from;
    unsigned char whole[WINDOW] = {0}, blanks[WINDOW], others[WINDOW];
    const unsigned char *all = length == WINDOW ? bytes : memcpy(whole, bytes, length);
    for (size_t i = 0; i < WINDOW; i++) { /* Compilers look at many bytes at once. */
        blanks[i] = (all[i] == ' ') | ((unsigned char)(all[i] - '\t') < 5);
        others[i] = (all[i] == '_') | (all[i] >= 0x80);
    }
    window->blanks = packed_flags(blanks);
    if (pieces->cutting == LOOSE_PIECES)
        for (uint64_t left = window->blanks; left; left &= left - 1)
            if (is_loose(sentence, from + lowest_bit(left)))
                window->blanks &= ~(left & -left);
    window->others = packed_flags(others);
    window->words = 0;
    window->lowered = NULL;
    if (!pieces->plain_ascii || (window->others | window->blanks) == ~UINT64_C(0))
        return DONE;
    if (pieces->window_count == WINDOWS)
        TRY(append_pending_items(pieces));
    if (pieces->pending_count == 0)
        pieces->window_count = 0;
    char *lowered = pieces->lowered_windows + WINDOW * pieces->window_count++;
    window->words = copy_bytes(bytes, length, lowered, true);
    window->lowered = lowered;
    return DONE;
}

/* Return the bits of the places [from, to). */
static inline uint64_t bits_between(size_t from, size_t to)
{
    return (to < 64 ? (UINT64_C(1) << to) - 1 : ~UINT64_C(0)) & ~((UINT64_C(1) << from) - 1);
}

/* Have a piece within a window looked up: by its plain word, if it has one. */
static Status scan_piece(PieceReader *pieces, const Window *window, const unsigned char *bytes, size_t from, size_t to)
{
    uint64_t piece = bits_between(from, to), word = window->words & piece;
    if (word && !(window->others & piece)) {
        size_t start = lowest_bit(word);
        uint64_t behind = ~word & bits_between(start, 64);
        size_t end = behind ? lowest_bit(behind) : 64;
        if (word == bits_between(start, end))
            return look_up_soon(pieces, padded_word(window->lowered + start, end - start), true);
    }
    return scan_run(pieces, (Span){bytes + from, to - from});
}

/* Scan a sentence that is cut at blanks at least. A piece that a window cuts off begins the next window; if it is longer
   than a window, the function may be asked for it even where it is plain, because that is rare. */
static Status scan_between_blanks(PieceReader *pieces, Span sentence)
{
    for (size_t i = 0, end; i < sentence.length; i = end) {
        const unsigned char *bytes = sentence.bytes + i;
        const size_t left = sentence.length - i, length = left < WINDOW ? left : WINDOW;
        Window window;
        TRY(see_window(pieces, &window, sentence, i, length));
        const uint64_t blanks = window.blanks | (length < WINDOW ? ~bits_between(0, length) : 0);
        end = i + length;
        for (size_t from = 0, to; from < length; from = to) {
            const uint64_t rest = ~blanks & bits_between(from, WINDOW);
            if (!rest)
                break;
            from = lowest_bit(rest);
            const uint64_t behind = blanks & bits_between(from, WINDOW);
            to = behind ? lowest_bit(behind) : WINDOW;
            if (behind || length == left)
                TRY(scan_piece(pieces, &window, bytes, from, to));
            else if (from > 0)
                end = i + from;
            else {
                while (end < sentence.length && (!is_blank(sentence.bytes[end]) ||
                                                 (pieces->cutting == LOOSE_PIECES && is_loose(sentence, end))))
                    end++;
                TRY(scan_run(pieces, (Span){bytes, end - i}));
            }
        }
        TRY(report_bytes(&pieces->reader->table, end - i, pieces->reader->task));
    }
    return DONE;
}

Status scan_sentence(PieceReader *pieces, Span sentence, bool *is_last)
{
    if (pieces->cutting == SENTENCE_PIECES ||
        (pieces->cutting == LOOSE_PIECES && memchr(sentence.bytes, '<', sentence.length)))
        TRY(scan_run(pieces, sentence));
    else
        TRY(scan_between_blanks(pieces, sentence));
    TRY(append_pending_items(pieces));
    TRY(append_number(&pieces->items, END_OF_SENTENCE));
    *is_last = pieces->left <= 0;
    return report_bytes(&pieces->table.pieces, 1, pieces->reader->task);
}

/* The table of pieces and their tokens, and items to the numbers of tokens. */

bool is_large(const PieceTable *table, size_t most_pieces)
{
    enum { BYTES_OF_PIECE = 128 }; /* Few are longer, unless they are whole sentences. */
    return table->pieces.entries.size > most_pieces || table->pieces.text.size > most_pieces * BYTES_OF_PIECE;
}

Status add_token(PieceReader *pieces, Span token, Span stem)
{
    PieceTable *table = &pieces->table;
    WordTable *words = &pieces->reader->table;
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

Status end_piece(PieceReader *pieces)
{
    return APPEND(pieces->table.ends, pieces->table.tokens.size) ? DONE : NO_MEMORY;
}

/* Append a token that is within the limit, unless it is a stop word, which counts for the limit. */
static inline Status append_token(PieceReader *pieces, int32_t number)
{
    if (pieces->left-- <= 0)
        return DONE;
    return number == UNKNOWN ? DONE : append_number(&pieces->reader->tokens, number);
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
    for (; *item != END_OF_TEXT; item++) {
        if (is_full)
            continue;
        if (*item == END_OF_SENTENCE) {
            TRY(append_number(&reader->ends, (int32_t)(reader->tokens.size - reader->start)));
            is_full = pieces->left <= 0;
            TRY(task_did(reader->task, 1));
        } else if (*item > END_OF_SENTENCE)
            TRY(append_token(pieces, *item));
        else
            TRY(append_tokens(pieces, (size_t)(FIRST_PIECE - *item)));
    }
    pieces->next_item = (size_t)(item - pieces->items.items) + 1;
    return DONE;
}
