/* Where a sentence may be cut, so that its pieces have, one after the other, just the tokens of the whole. */

#include "pieces.h"

/* What may stand beside a cut. Tokens end on both sides of an IDEOGRAPH, which here is any character that no rule of
   Unicode joins to the one before it, nor to one after it that is SEPARATE. All others may join something: marks and
   joiners what is before them, some signs what is behind them. */
typedef enum { IDEOGRAPH, SEPARATE, JOINING } Side;

typedef struct {
    uint32_t first, last;
    Side side;
} Range;

static Side side_of(uint32_t character)
{
    static const Range ranges[] = {
        {0x3001, 0x3003, SEPARATE},    /* the comma and the full stop of Chinese and Japanese */
        {0x3008, 0x3011, SEPARATE},    /* brackets */
        {0x3014, 0x301B, SEPARATE},    /* more brackets */
        {0x3041, 0x3096, IDEOGRAPH},   /* hiragana without its marks */
        {0x30A1, 0x30FA, SEPARATE},    /* katakana, which join one another alone */
        {0x30FC, 0x30FC, SEPARATE},    /* its sign of length */
        {0x3400, 0x4DBF, IDEOGRAPH},   /* unified ideographs */
        {0x4E00, 0x9FFF, IDEOGRAPH},
        {0xFF01, 0xFF0F, SEPARATE},    /* full-width punctuation */
        {0xFF1A, 0xFF20, SEPARATE},
        {0xFF3B, 0xFF3D, SEPARATE},
        {0xFF5B, 0xFF60, SEPARATE},
        {0x20000, 0x2A6DF, IDEOGRAPH}, /* unified ideographs of the second plane */
        {0x2A700, 0x2EBE0, IDEOGRAPH},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && character >= ranges[i].first; i++)
        if (character <= ranges[i].last)
            return ranges[i].side;
    return JOINING;
}

static bool continues(Span text, size_t i)
{
    return i < text.length && (text.bytes[i] & 0xC0) == 0x80;
}

/* Return the side of the character at `i` and its length. Only characters of three bytes and of four can be ideographs;
   what is not UTF-8 counts as characters of one byte. */
static Side side_at(Span text, size_t i, size_t *length)
{
    const unsigned char *bytes = text.bytes + i;
    *length = 1;
    if (bytes[0] < 0x80)
        return SEPARATE;
    if (bytes[0] >= 0xE0 && bytes[0] < 0xF8 && continues(text, i + 1) && continues(text, i + 2)) {
        uint32_t character = (uint32_t)(bytes[0] & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3Fu);
        *length = 3;
        if (bytes[0] < 0xF0)
            return side_of(character);
        if (continues(text, i + 3)) {
            *length = 4;
            return side_of((character & 0x7FFF) << 6 | (bytes[3] & 0x3Fu));
        }
        *length = 1;
    }
    return JOINING;
}

size_t first_piece(Span run, Cutting cutting)
{
    if (cutting != IDEOGRAPH_PIECES)
        return run.length;
    size_t length, i;
    Side before = side_at(run, 0, &i);
    for (; i < run.length; i += length) {
        Side side = side_at(run, i, &length);
        if (side != JOINING && before != JOINING && (side == IDEOGRAPH || before == IDEOGRAPH))
            return i;
        before = side;
    }
    return run.length;
}

static bool is_letter_or_digit(unsigned char byte)
{
    unsigned char small = byte | 0x20;
    return (small >= 'a' && small <= 'z') || (byte >= '0' && byte <= '9');
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
