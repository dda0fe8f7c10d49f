/* Where a sentence may be cut, so that its pieces have, one after the other, just the tokens of the whole. */

#include "pieces.h"

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

static bool continues(Span text, size_t i)
{
    return i < text.length && (text.bytes[i] & 0xC0) == 0x80;
}

/* Return the sides of the character at `i` and its length. All that are in the table have three bytes or four; what is
   not UTF-8 counts as characters of one byte. */
static unsigned sides_at(Span text, size_t i, size_t *length)
{
    const unsigned char *bytes = text.bytes + i;
    *length = 1;
    if (bytes[0] < 0x80)
        return SAFE;
    if (bytes[0] < 0xE0 || bytes[0] >= 0xF8 || !continues(text, i + 1) || !continues(text, i + 2))
        return 0;
    uint32_t character = (bytes[0] & 0x0Fu) << 12 | (bytes[1] & 0x3Fu) << 6 | (bytes[2] & 0x3Fu);
    if (bytes[0] < 0xF0) {
        *length = 3;
        return sides_of(character);
    }
    if (!continues(text, i + 3))
        return 0;
    *length = 4;
    return sides_of((character & 0x7FFF) << 6 | (bytes[3] & 0x3Fu));
}

size_t first_piece(Span run, Cutting cutting)
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

bool has_plain_word(Span piece, Span *word)
{
    size_t start = 0, end, i;
    while (start < piece.length && piece.bytes[start] < 0x80 && piece.bytes[start] != '_' &&
           !is_letter_or_digit(piece.bytes[start]))
        start++;
    end = start;
    while (end < piece.length && is_letter_or_digit(piece.bytes[end]))
        end++;
    for (i = end; i < piece.length; i++)
        if (piece.bytes[i] >= 0x80 || piece.bytes[i] == '_' || is_letter_or_digit(piece.bytes[i]))
            return false;
    *word = (Span){piece.bytes + start, end - start};
    return end > start;
}
