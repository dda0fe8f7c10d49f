/* Text to the numbers of its tokens, with stop words left out and words stemmed. */

#include "text.h"

#include <stdlib.h>

/* The original stems tokens of four bytes and more. */
#define LONGEST_UNSTEMMED 3

Status append_number(NumberList *list, int32_t number)
{
    if (list->size == list->room || !list->numbers) {
        if (list->size == INT32_MAX)
            return TOO_MANY_TOKENS;
        int32_t *numbers = with_room(list->numbers, &list->room, list->size + 1, sizeof number);
        if (!numbers)
            return NO_MEMORY;
        list->numbers = numbers;
    }
    list->numbers[list->size++] = number;
    return DONE;
}

/* What each byte is in a token: itself, the lower-case letter, or 0 if it separates tokens. */
static const char letter_or_digit[256] = {
    ['0'] = '0', '1', '2', '3', '4', '5', '6', '7', '8', '9',
    ['A'] = 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
    'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
    ['a'] = 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
    'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
};

/* Append a word to the tokens, unless it is a stop word. */
static Status append_word(TextReader *reader, const char *word, size_t length, uint64_t hash)
{
    WordTable *table = reader->table;
    WordSlot *slot;
    Status status = table_find(table, word, length, hash, &slot);
    if (status != DONE || slot->stop)
        return status;
    int32_t number = slot->number;
    if (reader->stem && length > LONGEST_UNSTEMMED) {
        number = slot->stem;
        if (number == UNKNOWN)
            status = table_stem(table, slot->number, &number, reader->task);
    }
    return status == DONE ? append_number(reader->tokens, number) : status;
}

static Status append_pending(TextReader *reader)
{
    Status status = DONE;
    for (size_t i = 0; i < reader->pending_count && status == DONE; i++) {
        const PendingWord *word = &reader->pending[i];
        status = append_word(reader, word->bytes, word->length, word->hash);
    }
    reader->pending_count = 0;
    return status;
}

/* Lower the bytes of a long word into memory of its own, and append it. Signals are looked for between its blocks. */
static Status append_long_word(TextReader *reader, const unsigned char *bytes, size_t length)
{
    char *word = unset(length, 1);
    uint64_t hash = hash_start;
    Status status = word ? DONE : NO_MEMORY;
    for (size_t from = 0, to; from < length && status == DONE; from = to) {
        to = length - from < BYTES_BETWEEN_LOOKS ? length : from + BYTES_BETWEEN_LOOKS;
        for (size_t i = from; i < to; i++)
            word[i] = letter_or_digit[bytes[i]];
        hash = hash_bytes(hash, word, from, to);
        status = table_did(reader->table, to - from, reader->task);
    }
    if (status == DONE)
        status = append_word(reader, word, length, hash);
    free(word);
    return status;
}

/* Read a word that is too long to be pending, and move on to the byte behind it. */
static Status read_long_word(TextReader *reader, Span text, size_t *place)
{
    size_t end = *place;
    Status status = append_pending(reader);
    while (status == DONE && end < text.length && letter_or_digit[text.bytes[end]]) {
        size_t stop = text.length - end < BYTES_BETWEEN_LOOKS ? text.length : end + BYTES_BETWEEN_LOOKS, from = end;
        while (end < stop && letter_or_digit[text.bytes[end]])
            end++;
        status = table_did(reader->table, end - from, reader->task);
    }
    if (status == DONE)
        status = append_long_word(reader, text.bytes + *place, end - *place);
    *place = end;
    return status;
}

/* Read the word at `*place`, and move on to the byte behind it. */
static Status read_word(TextReader *reader, Span text, size_t *place)
{
    PendingWord *word = &reader->pending[reader->pending_count];
    size_t stop = text.length - *place < LONGEST_PENDING ? text.length : *place + LONGEST_PENDING, length = 0;
    char letter;
    memset(word->bytes, 0, HEAD_SIZE);
    for (size_t i = *place; i < stop && (letter = letter_or_digit[text.bytes[i]]); i++)
        word->bytes[length++] = letter;
    if (length == LONGEST_PENDING)
        return read_long_word(reader, text, place);
    memset(word->bytes + length, 0, 8);
    word->length = length;
    word->hash = hash_start;
    for (size_t i = 0; i < length; i += 8)
        word->hash = hash_eight(word->hash, word->bytes + i);
    table_prefetch(reader->table, word->hash);
    *place += length;
    return ++reader->pending_count < MOST_PENDING ? DONE : append_pending(reader);
}

Status read_sentence(TextReader *reader, Span sentence)
{
    WordTable *table = reader->table;
    Status status = DONE;
    for (size_t i = 0; i < sentence.length && status == DONE;) {
        size_t from = i;
        do
            if (letter_or_digit[sentence.bytes[i]])
                status = read_word(reader, sentence, &i);
            else
                i++;
        while (status == DONE && i < sentence.length && i - from + table->unlooked < BYTES_BETWEEN_LOOKS);
        if (status == DONE)
            status = table_did(table, i - from, reader->task);
    }
    if (status == DONE)
        status = append_pending(reader);
    if (status == DONE)
        status = append_number(reader->ends, (int32_t)(reader->tokens->size - reader->start));
    return status == DONE ? table_did(table, 1, reader->task) : status;
}

static bool is_blank(unsigned char byte)
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
