/* Text to the numbers of its tokens, with stop words left out and words stemmed. */

#include "text.h"

#include <stdlib.h>

/* The original stems tokens of four bytes and more. */
#define LONGEST_UNSTEMMED 3

Status make_room(NumberList *list)
{
    if (list->size == INT32_MAX)
        return TOO_MANY_TOKENS;
    int32_t *numbers = with_room(list->numbers, &list->room, list->size + 1, sizeof *numbers);
    if (!numbers)
        return NO_MEMORY;
    list->numbers = numbers;
    return DONE;
}

static inline Status find_token_here(TextReader *reader, const Word *word, int32_t *number)
{
    WordTable *table = reader->table;
    WordSlot *slot;
    Status status = table_find(table, word, &slot);
    *number = UNKNOWN;
    if (status != DONE || slot->stop)
        return status;
    *number = slot->number;
    if (reader->stem && word->length > LONGEST_UNSTEMMED) {
        *number = slot->stem;
        if (*number == UNKNOWN)
            status = table_stem(table, slot->number, number, reader->task);
    }
    return status;
}

Status find_token(TextReader *reader, const Word *word, int32_t *number)
{
    return find_token_here(reader, word, number);
}

/* Append a word to the tokens, unless it is a stop word. */
static Status append_word(TextReader *reader, const Word *word)
{
    int32_t number;
    Status status = find_token_here(reader, word, &number);
    return status == DONE && number != UNKNOWN ? append_number(reader->tokens, number) : status;
}

static Status append_pending(TextReader *reader)
{
    Status status = DONE;
    for (size_t i = 0; i < reader->pending_count && status == DONE; i++)
        status = append_word(reader, &reader->pending[i]);
    reader->pending_count = 0;
    return status;
}

/* Lower eight bytes, and set in `*tokens` the highest bit of each that belongs to a token: of letters and digits of
   ASCII. The ranges are tested by additions that reach the highest bit of a byte from the first byte of a range on. */
static inline uint64_t lower_eight(uint64_t eight, uint64_t *tokens)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = 0x80 * ones, ascii = eight & ~high;
    const uint64_t small = ascii | 0x20 * ones;
    const uint64_t letters = (small + (0x80 - 'a') * ones) & ~(small + (0x7F - 'z') * ones) & ~eight & high;
    const uint64_t digits = (ascii + (0x80 - '0') * ones) & ~(ascii + (0x7F - '9') * ones) & ~eight & high;
    *tokens = letters | digits;
    return eight | letters >> 2; /* 0x20 tells a small letter from a capital. */
}

static inline void write_eight(char *bytes, uint64_t eight)
{
    for (size_t i = 0; i < 8; i++)
        bytes[i] = (char)(eight >> 8 * i);
}

uint64_t lower_bytes(const unsigned char *bytes, size_t length, char *lowered)
{
    uint64_t bits = 0, tokens;
    for (size_t i = 0; i < length; i += 8) {
        unsigned char rest[8] = {0};
        const unsigned char *eight = bytes + i;
        if (length - i < 8)
            eight = memcpy(rest, bytes + i, length - i);
        write_eight(lowered + i, lower_eight(read_eight(eight), &tokens));
        /* The product brings the highest bits of the bytes together in the highest byte. */
        bits |= ((tokens >> 7) * UINT64_C(0x0102040810204080) >> 56) << i;
    }
    return bits;
}

/* Have a word of the block looked up with the next others. */
static inline Status append_soon(TextReader *reader, size_t start, size_t end)
{
    Word *word = &reader->pending[reader->pending_count++];
    *word = padded_word(reader->lowered + start, end - start);
    table_prefetch(reader->table, word->hash);
    return reader->pending_count < MOST_PENDING ? DONE : append_pending(reader);
}

/* Read the words of a block. `*open` is set to the start of a word that reaches the end of the block, else to its
   length. */
static Status read_block(TextReader *reader, Span block, size_t *open)
{
    Status status = DONE;
    uint64_t before = 0; /* whether the byte before belongs to a token */
    size_t start = 0;
    bool inside = false;
    for (size_t from = 0; from < block.length && status == DONE; from += 64) {
        size_t left = block.length - from;
        uint64_t bits = lower_bytes(block.bytes + from, left < 64 ? left : 64, reader->lowered + from);
        for (uint64_t edges = bits ^ (bits << 1 | before); edges && status == DONE; edges &= edges - 1) {
            size_t edge = from + lowest_bit(edges);
            if (inside)
                status = append_soon(reader, start, edge);
            else
                start = edge;
            inside = !inside;
        }
        before = bits >> 63;
    }
    *open = inside ? start : block.length;
    return status;
}

/* Lower the bytes of a long word into memory of its own, and append it. Signals are looked for between its blocks. */
static Status append_long_word(TextReader *reader, const unsigned char *bytes, size_t length)
{
    char *word = unset(length + 8, 1);
    uint64_t hash = hash_start;
    Status status = word ? DONE : NO_MEMORY;
    for (size_t from = 0, to; from < length && status == DONE; from = to) {
        to = length - from < BYTES_BETWEEN_LOOKS ? length : from + BYTES_BETWEEN_LOOKS;
        for (size_t i = from; i < to; i += 64)
            lower_bytes(bytes + i, to - i < 64 ? to - i : 64, word + i);
        hash = hash_bytes(hash, word, from, to);
        status = table_did(reader->table, to - from, reader->task);
    }
    if (status == DONE) {
        Word whole = word_of(word, length, hash);
        status = append_word(reader, &whole);
    }
    free(word);
    return status;
}

/* Read a word that fills a block, and move on to the byte behind it. */
static Status read_long_word(TextReader *reader, Span text, size_t *place)
{
    size_t end = *place;
    uint64_t bits = ~UINT64_C(0);
    Status status = DONE;
    while (status == DONE && end < text.length && bits == ~UINT64_C(0)) {
        size_t left = text.length - end, from = end;
        bits = lower_bytes(text.bytes + end, left < 64 ? left : 64, reader->lowered);
        end += bits == ~UINT64_C(0) ? 64 : lowest_bit(~bits);
        status = table_did(reader->table, end - from, reader->task);
    }
    if (status == DONE)
        status = append_long_word(reader, text.bytes + *place, end - *place);
    *place = end;
    return status;
}

Status read_sentence(TextReader *reader, Span sentence)
{
    Status status = reader->lowers_unicode ? lower_letters(reader, &sentence) : DONE;
    for (size_t i = 0; i < sentence.length && status == DONE;) {
        size_t left = sentence.length - i, from = i, open;
        Span block = {sentence.bytes + i, left < BLOCK_OF_TEXT ? left : BLOCK_OF_TEXT};
        status = read_block(reader, block, &open);
        if (status == DONE && open < block.length && block.length == left) { /* The sentence ends with the word. */
            status = append_soon(reader, open, block.length);
            open = block.length;
        }
        if (status == DONE)
            status = append_pending(reader);
        if (status == DONE && open == 0)
            status = read_long_word(reader, sentence, &i);
        else
            i += open;
        if (status == DONE)
            status = table_did(reader->table, i - from, reader->task);
    }
    if (status == DONE)
        status = append_number(reader->ends, (int32_t)(reader->tokens->size - reader->start));
    return status == DONE ? table_did(reader->table, 1, reader->task) : status;
}

bool is_blank(unsigned char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* Return the number of words between blanks, at most `most`, and where the last of them ends.

   ROUGE-1.5.5 quirk: leading blanks make an empty first word, which counts. */
static int64_t count_words(Span text, int64_t most, size_t *end)
{
    int64_t words = 0;
    size_t i = 0;
    *end = 0;
    while (i < text.length && is_blank(text.bytes[i]))
        i++;
    words += i > 0 && i < text.length;
    while (i < text.length && words < most) {
        while (i < text.length && !is_blank(text.bytes[i]))
            i++;
        *end = i;
        words++;
        while (i < text.length && is_blank(text.bytes[i]))
            i++;
    }
    return words;
}

Span cut_sentence(Span sentence, Limit *limit, bool apart, bool *is_last)
{
    *is_last = false;
    if (limit->max_bytes) {
        *is_last = sentence.length >= (uint64_t)limit->max_bytes;
        if (*is_last)
            sentence.length = (size_t)limit->max_bytes;
        else if (!apart) /* ROUGE-1.5.5 quirk: sentences of ROUGE-L and ROUGE-W are measured each alone. */
            limit->max_bytes -= (int64_t)sentence.length;
    } else if (limit->max_words) {
        size_t end;
        int64_t words = count_words(sentence, limit->max_words, &end);
        *is_last = words >= limit->max_words;
        if (*is_last)
            sentence.length = end;
        else
            limit->max_words -= words;
    }
    return sentence;
}
