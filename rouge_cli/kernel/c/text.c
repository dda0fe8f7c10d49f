/* Text to the numbers of its tokens, with stop words left out and words stemmed. */

#include "text.h"

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

/* Append the word behind the table's text to the tokens, unless it is a stop word. */
static Status append_word(TextReader *reader, size_t size, uint32_t hash)
{
    WordTable *table = reader->table;
    WordSlot *slot;
    Status status = table_find(table, size, hash, &slot);
    if (status != DONE || slot->stop)
        return status;
    int32_t number = slot->number;
    if (reader->stem && size > LONGEST_UNSTEMMED) {
        number = slot->stem;
        if (number == UNKNOWN)
            status = table_stem(table, slot->number, &number, reader->task);
    }
    return status == DONE ? append_number(reader->tokens, number) : status;
}

/* Return where a block that begins at `from` ends. */
static size_t end_of_block(size_t from, size_t length)
{
    return length - from < BYTES_BETWEEN_LOOKS ? length : from + BYTES_BETWEEN_LOOKS;
}

/* Read a word that fills a block at least. Signals are looked for between its blocks, and handlers may use the table; so
   the word is put behind the table's text only when its end has been found. */
static Status read_long_word(TextReader *reader, Span text, size_t *place)
{
    WordTable *table = reader->table;
    const unsigned char *word = text.bytes + *place;
    uint32_t hash = hash_start;
    char letter = 0;
    Status status;
    do {
        size_t from = *place, stop = end_of_block(from, text.length);
        for (; *place < stop && (letter = letter_or_digit[text.bytes[*place]]); ++*place)
            hash = hash_step(hash, letter);
        status = table_did(table, *place - from, reader->task);
    } while (*place < text.length && letter && status == DONE);
    size_t size = (size_t)(text.bytes + *place - word);
    if (status == DONE)
        status = table_make_room(table, size);
    if (status != DONE)
        return status;
    for (size_t i = 0; i < size; i++)
        table->text[table->text_size + i] = letter_or_digit[word[i]];
    return append_word(reader, size, hash);
}

/* Read the word at `*place`, which may be empty, and move on to the byte that ends it. */
static Status read_word(TextReader *reader, Span text, size_t *place)
{
    WordTable *table = reader->table;
    size_t stop = end_of_block(*place, text.length), size = 0, i = *place;
    if (table_make_room(table, stop - i) != DONE) /* Words and stems before it have taken some of the room. */
        return NO_MEMORY;
    uint32_t hash = hash_start;
    char *word = table->text + table->text_size, letter;
    for (; i < stop && (letter = letter_or_digit[text.bytes[i]]); i++) {
        word[size++] = letter;
        hash = hash_step(hash, letter);
    }
    if (size == BYTES_BETWEEN_LOOKS)
        return read_long_word(reader, text, place);
    *place = i;
    return size ? append_word(reader, size, hash) : DONE;
}

Status read_sentence(TextReader *reader, Span sentence)
{
    WordTable *table = reader->table;
    Status status = DONE;
    for (size_t i = 0; i < sentence.length && status == DONE;) {
        size_t from = i, stop = end_of_block(i, sentence.length);
        do
            status = read_word(reader, sentence, &i);
        while (status == DONE && ++i < stop && table->unlooked < BYTES_BETWEEN_LOOKS);
        if (status == DONE)
            status = table_did(table, i - from, reader->task);
    }
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
