/* What may be doubtful about a text. */

#include "text.h"

#include <string.h>

bool is_ascii(Span text)
{
    const uint64_t high_bits = UINT64_C(0x8080808080808080);
    size_t i = 0;
    for (; i + 8 <= text.length; i += 8) {
        uint64_t eight;
        memcpy(&eight, text.bytes + i, 8);
        if (eight & high_bits)
            return false;
    }
    for (; i < text.length; i++)
        if (text.bytes[i] & 0x80)
            return false;
    return true;
}

static bool is_space(unsigned char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_capital(unsigned char byte)
{
    return byte >= 'A' && byte <= 'Z';
}

static bool is_small_or_digit(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9');
}

static bool is_one_of(unsigned char byte, const char *set)
{
    return byte && strchr(set, byte);
}

/* Return the index of the first byte from `i` on that is no space. */
static size_t skip_spaces(Span text, size_t i)
{
    while (i < text.length && is_space(text.bytes[i]))
        i++;
    return i;
}

/* Return whether a full stop at `i` stands alone between spaces, before a letter. */
static bool stands_alone(Span text, size_t i)
{
    if (i == 0 || !is_space(text.bytes[i - 1]))
        return false;
    size_t next = skip_spaces(text, i + 1);
    return next > i + 1 && next < text.length && (is_capital(text.bytes[next] & 0xDF) && text.bytes[next] < 0x80);
}

/* Return whether a full stop at `i` ends a word of small letters and digits, and a capital begins the next word. */
static bool ends_sentence(Span text, size_t i)
{
    size_t next = i + 1;
    while (next < text.length && is_one_of(text.bytes[next], "\"')]"))
        next++;
    size_t word = skip_spaces(text, next);
    if (word == next)
        return false;
    while (word < text.length && is_one_of(text.bytes[word], "\"'(["))
        word++;
    if (word == text.length || !is_capital(text.bytes[word]))
        return false;
    size_t end = i;
    while (end > 0 && is_one_of(text.bytes[end - 1], "\"')]"))
        end--;
    size_t start = end;
    while (start > 0 && is_small_or_digit(text.bytes[start - 1]))
        start--;
    if (end - start < 2 || (start > 0 && (is_capital(text.bytes[start - 1]) || text.bytes[start - 1] == '.')))
        return false;
    return memcmp(text.bytes + start, "vs.", 3) != 0; /* There are two letters at least, and the full stop. */
}

/* Return whether a separator of sentences that is in use stands at `i`, before other text. */
static bool separates(Span text, size_t i)
{
    static const char *const separators[] = {"<q>", "</s>", "</t>", "\\n"};
    for (size_t s = 0; s < sizeof separators / sizeof *separators; s++) {
        size_t length = strlen(separators[s]);
        if (text.length - i > length && memcmp(text.bytes + i, separators[s], length) == 0 &&
            skip_spaces(text, i + length) < text.length)
            return true;
    }
    return false;
}

bool has_several_sentences(Span line)
{
    for (size_t i = 0; i < line.length; i++)
        switch (line.bytes[i]) {
        case '.':
        case '!':
        case '?':
            if (stands_alone(line, i) || ends_sentence(line, i))
                return true;
            break;
        case '<':
        case '\\':
            if (separates(line, i))
                return true;
        }
    return false;
}
