/* Sentences to the numbers of their tokens, with stop words left out and words stemmed, and limits. */

#include "text.h"

Status make_room(NumberList *list, size_t more)
{
    if (more > INT32_MAX - list->size)
        return TOO_MANY_TOKENS;
    return RESERVE(*list, list->size + more) ? DONE : NO_MEMORY;
}

static inline uint64_t copied_bytes(const unsigned char *bytes, size_t length, char *copy, bool lowers)
{
    unsigned char rest[64], tokens[64];
    if (length < 64) {
        memset(rest, ' ', sizeof rest);
        bytes = memcpy(rest, bytes, length);
    }
    for (size_t i = 0; i < 64; i++) { /* Compilers make this of operations on many bytes at once. */
        const unsigned char small = bytes[i] | 0x20; /* 0x20 makes a capital a small letter. */
        const bool is_letter = (unsigned char)(small - 'a') < 26, is_digit = (unsigned char)(bytes[i] - '0') < 10;
        copy[i] = (char)(lowers && is_letter ? small : bytes[i]);
        tokens[i] = lowers ? is_letter | is_digit : !is_unicode_blank(bytes[i]);
    }
    return packed_flags(tokens);
}

uint64_t copy_bytes(const unsigned char *bytes, size_t length, char *copy, bool lowers)
{
    return lowers ? copied_bytes(bytes, length, copy, true) : copied_bytes(bytes, length, copy, false);
}

/* Find where the words of a block begin and end. The end of the block is none of the places if a word reaches it. */
static size_t find_edges(TextReader *reader, Span block)
{
    const bool lowers = reader->lowering < NO_LETTERS;
    uint32_t *edges = reader->edges.items;
    uint64_t before = 0; /* whether the byte before belongs to a token */
    size_t count = 0;
    for (size_t from = 0; from < block.length; from += 64) {
        size_t left = block.length - from;
        uint64_t bits = copy_bytes(block.bytes + from, left < 64 ? left : 64, reader->lowered.items + from, lowers);
        for (uint64_t changes = bits ^ (bits << 1 | before); changes; changes &= changes - 1)
            edges[count++] = (uint32_t)(from + lowest_bit(changes));
        before = bits >> 63;
    }
    return count;
}

static Status append_words(TextReader *reader, const Word *words, size_t count)
{
    NumberList *tokens = &reader->tokens;
    TRY(make_room(tokens, count));
    for (size_t i = 0; i < count; i++) {
        int32_t number;
        TRY(find_token(reader, &words[i], &number));
        tokens->items[tokens->size] = number;
        tokens->size += number != UNKNOWN;
    }
    return DONE;
}

/* Append the words of the block, whose edges these are. They are looked up some at a time: most of the time that it
   takes is spent on waiting for memory, and the slots of several are fetched at once. */
static Status append_block(TextReader *reader, const uint32_t *edges, size_t count)
{
    Word words[MOST_PENDING];
    while (count > 0) {
        size_t some = count < MOST_PENDING ? count : MOST_PENDING;
        for (size_t i = 0; i < some; i++) {
            words[i] = padded_word(reader->lowered.items + edges[2 * i], (size_t)(edges[2 * i + 1] - edges[2 * i]));
            table_prefetch(&reader->table, words[i].hash);
        }
        TRY(append_words(reader, words, some));
        edges += 2 * some;
        count -= some;
    }
    return DONE;
}

size_t skip_ascii(Span text, size_t i)
{
    while (text.length - i >= 8 && !(read_eight(text.bytes + i) & UINT64_C(0x8080808080808080)))
        i += 8;
    while (i < text.length && text.bytes[i] < 0x80)
        i++;
    return i;
}

/* Replace blanks beyond ASCII where these separate tokens, else the two letters beyond ASCII whose lower case begins with
   one of ASCII: a sentence that may have them is replaced by a copy in the reader's memory. */
static Status replace_letters(TextReader *reader, Span *sentence)
{
    if (skip_ascii(*sentence, 0) == sentence->length)
        return DONE;
    NEED(RESERVE(reader->letters, sentence->length));
    unsigned char *copy = reader->letters.items;
    size_t size = 0;
    for (size_t i = 0, left; (left = sentence->length - i) > 0;) {
        const unsigned char *bytes = sentence->bytes + i;
        const size_t blank = reader->lowering >= NO_LETTERS ? blank_length(bytes, left) : 0;
        if (blank) {
            copy[size++] = ' ';
            i += blank;
        } else if (reader->lowering < NO_LETTERS && left >= 2 && memcmp(bytes, "\xC4\xB0", 2) == 0) {
            copy[size++] = 'i'; /* U+0130: i and a dot, which separates */
            copy[size++] = ' ';
            i += 2;
        } else if (reader->lowering < NO_LETTERS && left >= 3 && memcmp(bytes, "\xE2\x84\xAA", 3) == 0) {
            copy[size++] = 'k'; /* U+212A, the sign of Kelvin */
            i += 3;
        } else {
            copy[size++] = *bytes;
            i++;
        }
    }
    *sentence = (Span){copy, size};
    return DONE;
}

/* Append the words between single blanks of ASCII, which may be empty, as the sentence itself may be. */
static Status read_spaces(TextReader *reader, Span sentence)
{
    Word words[MOST_PENDING];
    size_t count = 0, start = 0;
    NEED(RESERVE(reader->lowered, sentence.length + 64 + HEAD_SIZE));
    char *copy = reader->lowered.items;
    memcpy(copy, sentence.bytes, sentence.length);
    memset(copy + sentence.length, 0, 64);
    copy[sentence.length] = ' '; /* It ends the last word. */
    for (size_t from = 0; from <= sentence.length; from += 64) {
        unsigned char blanks[64];
        for (size_t i = 0; i < 64; i++)
            blanks[i] = copy[from + i] == ' ';
        for (uint64_t bits = packed_flags(blanks); bits; bits &= bits - 1) {
            const size_t end = from + lowest_bit(bits);
            words[count] = padded_word(copy + start, end - start);
            table_prefetch(&reader->table, words[count++].hash);
            start = end + 1;
            if (count == MOST_PENDING) {
                TRY(append_words(reader, words, count));
                count = 0;
            }
        }
    }
    TRY(append_words(reader, words, count));
    TRY(append_number(&reader->ends, (int32_t)(reader->tokens.size - reader->start)));
    return report_bytes(&reader->table, sentence.length + 1, reader->task);
}

Status read_sentence(TextReader *reader, Span sentence)
{
    const size_t tokens = reader->tokens.size;
    if (reader->lowering == SPACES)
        return read_spaces(reader, sentence);
    if (reader->lowering != ASCII_LETTERS)
        TRY(replace_letters(reader, &sentence));
    for (size_t i = 0; i < sentence.length;) {
        const size_t left = sentence.length - i;
        const Span block = {sentence.bytes + i, left < reader->block ? left : reader->block};
        NEED(RESERVE(reader->lowered, block.length + 64 + HEAD_SIZE) && RESERVE(reader->edges, block.length + 1));
        size_t count = find_edges(reader, block);
        if (count % 2 && block.length == left) /* The sentence ends with the word. */
            reader->edges.items[count++] = (uint32_t)block.length;
        const size_t length = count % 2 ? reader->edges.items[count - 1] : block.length; /* up to a word that is cut off */
        if (length == 0) /* A word fills the block. */
            reader->block *= 2;
        TRY(append_block(reader, reader->edges.items, count / 2));
        TRY(report_bytes(&reader->table, block.length, reader->task));
        i += length;
    }
    if (reader->lowering == NO_LETTERS && reader->tokens.size == tokens) {
        Word empty = word_of("", 0);
        TRY(append_words(reader, &empty, 1));
    }
    TRY(append_number(&reader->ends, (int32_t)(reader->tokens.size - reader->start)));
    return task_did(reader->task, 1);
}

/* Return the number of words between blanks, at most the first whole number from `most` on, and where the last of them
   ends.

   ROUGE-1.5.5 quirk: leading blanks make an empty first word, which counts. */
static int64_t count_words(Span text, double most, size_t *end)
{
    int64_t words = 0;
    size_t i = 0;
    *end = 0;
    while (i < text.length && is_blank(text.bytes[i]))
        i++;
    words += i > 0 && i < text.length;
    while (i < text.length && (double)words < most) {
        while (i < text.length && !is_blank(text.bytes[i]))
            i++;
        *end = i;
        words++;
        while (i < text.length && is_blank(text.bytes[i]))
            i++;
    }
    return words;
}

/* ROUGE-1.5.5 quirk: under a limit of 2.7 a sentence is cut only if it has more than two units. A cut leaves a whole
   number of them, but never less than one word. */
Span cut_sentence(Span sentence, Limit *limit, bool apart, bool *is_last)
{
    *is_last = false;
    if (limit->max_bytes) {
        *is_last = (double)sentence.length >= limit->max_bytes;
        if (*is_last)
            sentence.length = (size_t)limit->max_bytes;
        else if (!apart) /* ROUGE-1.5.5 quirk: sentences of ROUGE-L and ROUGE-W are measured each alone. */
            limit->max_bytes -= (double)sentence.length;
    } else if (limit->max_words) {
        size_t end;
        int64_t words = count_words(sentence, limit->max_words, &end);
        *is_last = (double)words >= limit->max_words;
        if (*is_last) {
            count_words(sentence, fmax(floor(limit->max_words), 1), &end);
            sentence.length = end;
        } else {
            limit->max_words -= (double)words;
        }
    }
    return sentence;
}
