/* Text to the numbers of its tokens, with stop words left out and words stemmed. */

#include "text.h"

#include <stdlib.h>

/* The original stems tokens of four bytes and more. */
#define LONGEST_UNSTEMMED 3

Status make_room(NumberList *list, size_t more)
{
    if (more > INT32_MAX - list->size)
        return TOO_MANY_TOKENS;
    int32_t *numbers = with_room(list->numbers, &list->room, list->size + more, sizeof *numbers);
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
    const bool is_stemmed = reader->stem & (word->length > LONGEST_UNSTEMMED);
    *number = is_stemmed ? slot->stem : slot->number;
    return *number == UNKNOWN ? table_stem(table, slot->number, number, reader->task) : DONE;
}

Status find_token(TextReader *reader, const Word *word, int32_t *number)
{
    return find_token_here(reader, word, number);
}

/* Lower a window of bytes; compilers make this of operations on many bytes at once. */
static uint64_t lower_window(const unsigned char bytes[64], char lowered[64])
{
    unsigned char tokens[64];
    for (size_t i = 0; i < 64; i++) {
        const unsigned char small = bytes[i] | 0x20; /* 0x20 tells a small letter from a capital. */
        const bool is_letter = (unsigned char)(small - 'a') < 26, is_digit = (unsigned char)(bytes[i] - '0') < 10;
        lowered[i] = (char)(is_letter ? small : bytes[i]);
        tokens[i] = is_letter | is_digit;
    }
    uint64_t bits = 0;
    for (size_t i = 0; i < 64; i += 8) /* The product brings the bits of the bytes together in the highest byte. */
        bits |= (read_eight(tokens + i) * UINT64_C(0x0102040810204080) >> 56) << i;
    return bits;
}

uint64_t lower_bytes(const unsigned char *bytes, size_t length, char *lowered)
{
    unsigned char rest[64];
    if (length == 64)
        return lower_window(bytes, lowered);
    memset(rest, 0, sizeof rest);
    return lower_window(memcpy(rest, bytes, length), lowered);
}

/* Find where the words of a block begin and end. The end of the block is none of the places if a word reaches it. */
static size_t find_edges(TextReader *reader, Span block)
{
    uint64_t before = 0; /* whether the byte before belongs to a token */
    size_t count = 0;
    for (size_t from = 0; from < block.length; from += 64) {
        size_t left = block.length - from;
        uint64_t bits = lower_bytes(block.bytes + from, left < 64 ? left : 64, reader->lowered + from);
        for (uint64_t edges = bits ^ (bits << 1 | before); edges; edges &= edges - 1)
            reader->edges[count++] = (uint16_t)(from + lowest_bit(edges));
        before = bits >> 63;
    }
    return count;
}

/* Append words to the tokens, but for stop words. */
static Status append_words(TextReader *reader, const Word *words, size_t count)
{
    NumberList *tokens = reader->tokens;
    Status status = make_room(tokens, count);
    for (size_t i = 0; i < count && status == DONE; i++) {
        int32_t number;
        status = find_token_here(reader, &words[i], &number);
        tokens->numbers[tokens->size] = number;
        tokens->size += number != UNKNOWN;
    }
    return status;
}

/* Append the words of the block, whose edges these are. They are looked up some at a time: most of the time that it
   takes is spent on waiting for memory, and the slots of several are fetched at once. */
static Status append_block(TextReader *reader, const uint16_t *edges, size_t count)
{
    Word words[MOST_PENDING];
    Status status = DONE;
    while (count > 0 && status == DONE) {
        size_t some = count < MOST_PENDING ? count : MOST_PENDING;
        for (size_t i = 0; i < some; i++) {
            words[i] = padded_word(reader->lowered + edges[2 * i], (size_t)(edges[2 * i + 1] - edges[2 * i]));
            table_prefetch(reader->table, words[i].hash);
        }
        status = append_words(reader, words, some);
        edges += 2 * some;
        count -= some;
    }
    return status;
}

/* Lower the bytes of a long word into memory of its own, and append it. Signals are looked for between its blocks. */
static Status append_long_word(TextReader *reader, const unsigned char *bytes, size_t length)
{
    char *word = unset(length + 64, 1);
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
        status = append_words(reader, &whole, 1);
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
        size_t left = sentence.length - i, from = i;
        Span block = {sentence.bytes + i, left < BLOCK_OF_TEXT ? left : BLOCK_OF_TEXT};
        size_t edges = find_edges(reader, block);
        if (edges % 2 && block.length == left) /* The sentence ends with the word. */
            reader->edges[edges++] = (uint16_t)block.length;
        size_t open = edges % 2 ? reader->edges[edges - 1] : block.length;
        status = append_block(reader, reader->edges, edges / 2);
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
