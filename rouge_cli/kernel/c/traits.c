/* What may be doubtful about a text. */

#include "text.h"

static bool is_space(unsigned char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_one_of(unsigned char byte, const char *set)
{
    return byte && strchr(set, byte);
}

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
    return next > i + 1 && next < text.length && is_between(text.bytes[next] | 0x20, 'a', 'z');
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
    if (word == text.length || !is_between(text.bytes[word], 'A', 'Z'))
        return false;
    size_t end = i;
    while (end > 0 && is_one_of(text.bytes[end - 1], "\"')]"))
        end--;
    size_t start = end;
    while (start > 0 && (is_between(text.bytes[start - 1], 'a', 'z') || is_between(text.bytes[start - 1], '0', '9')))
        start--;
    if (end - start < 2 || (start > 0 && (is_between(text.bytes[start - 1], 'A', 'Z') || text.bytes[start - 1] == '.')))
        return false;
    return memcmp(text.bytes + start, "vs.", 3) != 0; /* There are two letters at least, and the full stop. */
}

static bool has_at(Span text, size_t i, const char *characters)
{
    const size_t length = strlen(characters);
    return text.length - i >= length && memcmp(text.bytes + i, characters, length) == 0;
}

/* Return whether a separator of sentences that is in use stands at `i`, before other text. */
static bool separates(Span text, size_t i)
{
    static const char *const separators[] = {"<q>", "</s>", "</t>", "\\n"};
    for (size_t s = 0; s < sizeof separators / sizeof *separators; s++)
        if (has_at(text, i, separators[s]) && skip_spaces(text, i + strlen(separators[s])) < text.length)
            return true;
    return false;
}

/* Return whether a full stop of another script stands at `i`, as `kernel/python/words.py` has them: from 0xD6 on. */
static bool is_other_full_stop(Span text, size_t i)
{
    const unsigned char *bytes = text.bytes + i;
    const size_t left = text.length - i;
    const uint32_t two = left < 2 ? 0 : (uint32_t)bytes[0] << 8 | bytes[1];
    switch (two < 0xE000 || left < 3 ? two : two << 8 | bytes[2]) {
    case 0xD689: case 0xD89F: case 0xDB94: /* Armenian, the Arabic question mark, Urdu */
    case 0xE0A5A4: case 0xE0A5A5: case 0xE1818B: case 0xE18DA2: case 0xE18DA7: /* India, Burma, Ethiopia */
    case 0xE38082: case 0xEFBC81: case 0xEFBC9F: case 0xEFBDA1: /* Chinese and Japanese, full-width forms */
        return true;
    default:
        return false;
    }
}

/* Return bits for up to 64 bytes: whether a sentence may end at each. Most windows of a text have no such byte. Each loop
   asks one question, so that compilers ask it of many bytes at once. */
static uint64_t possible_ends(const unsigned char *bytes, size_t length)
{
    static const unsigned char ends[] = {'.', '!', '?', '<', '\\'};
    unsigned char padded[64] = {0}, flags[64];
    uint64_t any = 0;
    if (length < 64)
        bytes = memcpy(padded, bytes, length);
    for (size_t i = 0; i < 64; i++) /* 0xE2 begins typographic punctuation, which has no full stop. */
        flags[i] = (bytes[i] >= 0xD6) & (bytes[i] != 0xE2);
    for (size_t e = 0; e < sizeof ends; e++)
        for (size_t i = 0; i < 64; i++)
            flags[i] |= bytes[i] == ends[e];
    for (size_t i = 0; i < 64; i += 8)
        any |= read_eight(flags + i);
    return any ? packed_flags(flags) : 0;
}

/* Return whether a letter follows, by the rule of `kernel/python/words.py`, behind full stops. */
static bool has_letter(Span text, size_t from)
{
    for (size_t i = from; i < text.length; i++) {
        const unsigned char byte = text.bytes[i];
        const bool begins_other_letter = byte >= 0xC3 && byte <= 0xED && byte != 0xE2 && !has_at(text, i, "\xE3\x80");
        if ((byte < 0x80 ? is_letter_or_digit(byte) : begins_other_letter) && !is_other_full_stop(text, i))
            return true;
    }
    return false;
}

bool has_several_sentences(Span line)
{
    for (size_t from = 0; from < line.length; from += 64) {
        const size_t left = line.length - from;
        for (uint64_t ends = possible_ends(line.bytes + from, left < 64 ? left : 64); ends; ends &= ends - 1) {
            const size_t i = from + lowest_bit(ends);
            switch (line.bytes[i]) {
            case '.': case '!': case '?':
                if (stands_alone(line, i) || ends_sentence(line, i))
                    return true;
                break;
            case '<': case '\\':
                if (separates(line, i))
                    return true;
                break;
            default:
                if (is_other_full_stop(line, i))
                    return has_letter(line, i + 1); /* All that ends a sentence of its own has a letter behind it. */
            }
        }
    }
    return false;
}

bool has_mark(Span sentence)
{
    const unsigned char *at = sentence.bytes, *const end = at + sentence.length;
    while ((at = memchr(at, '"', (size_t)(end - at))) && ++at < end)
        if (*at == ':')
            return true;
    return memchr(sentence.bytes, '<', sentence.length) || memchr(sentence.bytes, '&', sentence.length);
}

size_t decode_character(const unsigned char *bytes, size_t length, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* by the number of bytes */
    const unsigned char first = bytes[0];
    const size_t size = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 0;
    if (size == 0 || size > length)
        return 0;
    uint32_t found = size == 1 ? first : first & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((bytes[i] & 0xC0) != 0x80)
            return 0;
        found = found << 6 | (bytes[i] & 0x3F);
    }
    const bool is_surrogate = found >= 0xD800 && found < 0xE000;
    *character = found;
    return found < least[size] || found >= CHARACTERS || is_surrogate ? 0 : size;
}

/* Find the kind of a character. The host is asked about it and its neighbours when the first of them is met. */
static Status find_kind(unsigned char **kinds, uint32_t character, CharacterKind *kind, Task *task)
{
    NEED(*kinds || (*kinds = calloc(CHARACTERS, 1)));
    if ((*kinds)[character] == UNASKED)
        TRY(task->host->find_kinds(task, *kinds, character / ASKED_AT_ONCE * ASKED_AT_ONCE));
    *kind = (CharacterKind)(*kinds)[character];
    return DONE;
}

static bool is_of_word(unsigned char byte)
{
    return is_letter_or_digit(byte) || byte == '_';
}

int64_t count_ascii_words(Span text)
{
    int64_t words = 0;
    uint64_t before = 0; /* whether the byte before belongs to a word */
    for (size_t from = 0; from < text.length; from += 64) {
        const size_t left = text.length - from, length = left < 64 ? left : 64;
        unsigned char flags[64] = {0};
        for (size_t i = 0; i < length; i++)
            flags[i] = is_of_word(text.bytes[from + i]);
        const uint64_t bits = packed_flags(flags);
        for (uint64_t starts = bits & ~(bits << 1 | before); starts; starts &= starts - 1)
            words++;
        before = bits >> 63;
    }
    return words;
}

Status count_split_words(unsigned char **kinds, Span sentence, WordCounts *counts, bool *is_utf8, Task *task)
{
    const bool is_latin_1 = !*is_utf8;
    size_t open_end = sentence.length;  /* of the last character that belongs to a word */
    size_t split_end = sentence.length; /* of the last split word, as far as it has been looked at */
    for (size_t i = 0, size; (i = skip_ascii(sentence, i)) < sentence.length; i += size) {
        uint32_t character = sentence.bytes[i];
        CharacterKind kind;
        size = is_latin_1 ? 1 : decode_character(sentence.bytes + i, sentence.length - i, &character);
        if (size == 0) {
            *is_utf8 = false;
            return DONE;
        }
        TRY(find_kind(kinds, character, &kind, task));
        if (kind == SIGN)
            continue;
        const bool goes_on = open_end == i || (i > 0 && is_of_word(sentence.bytes[i - 1]));
        counts->words += !goes_on;
        counts->words -= i + size < sentence.length && is_of_word(sentence.bytes[i + size]);
        while (split_end < i && is_of_word(sentence.bytes[split_end]))
            split_end++;
        const bool is_split = split_end == i;
        counts->split += kind == LETTER && !is_split;
        open_end = i + size;
        if (kind == LETTER || is_split)
            split_end = open_end;
    }
    return task_did(task, sentence.length);
}
