/* Text to the numbers of its tokens, with stop words left out and words stemmed. */

#include "text.h"

/* The original stems tokens of four bytes and more. */
#define LONGEST_UNSTEMMED 3

static int append_number(NumberList *list, int32_t number)
{
    if (list->size == list->room) {
        int32_t *numbers = with_room(list->numbers, &list->room, list->size + 1, sizeof number);
        if (!numbers)
            return -1;
        list->numbers = numbers;
    }
    list->numbers[list->size++] = number;
    return 0;
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
static int append_word(TextReader *reader, size_t size, uint32_t hash)
{
    WordTable *table = reader->table;
    const WordSlot *slot = table_find(table, size, hash);
    if (!slot)
        return -1;
    if (slot->stop)
        return 0;
    int32_t number = slot->number;
    if (reader->stem && size > LONGEST_UNSTEMMED)
        number = slot->stem != UNKNOWN ? slot->stem : table_stem(table, number);
    return number < 0 ? -1 : append_number(&reader->tokens, number);
}

/* Return where a block that begins at `from` ends. */
static size_t end_of_block(size_t from, size_t length)
{
    return length - from < BYTES_BETWEEN_LOOKS ? length : from + BYTES_BETWEEN_LOOKS;
}

/* Read a word that fills a block at least. Signals are looked for between its blocks, and handlers may use the table; so
   the word is put behind the table's text only when its end has been found. */
static int read_long_word(TextReader *reader, const unsigned char *bytes, size_t length, size_t *place)
{
    WordTable *table = reader->table;
    const unsigned char *word = bytes + *place;
    uint32_t hash = hash_start;
    char letter = 0;
    do {
        size_t from = *place, stop = end_of_block(from, length);
        for (; *place < stop && (letter = letter_or_digit[bytes[*place]]); ++*place)
            hash = hash_step(hash, letter);
        if (table_did(table, *place - from) < 0)
            return -1;
    } while (*place < length && letter);
    size_t size = (size_t)(bytes + *place - word);
    if (table_make_room(table, size) < 0)
        return -1;
    for (size_t i = 0; i < size; i++)
        table->text[table->text_size + i] = letter_or_digit[word[i]];
    return append_word(reader, size, hash);
}

/* Read the word at bytes[*place], which may be empty, and move on to the byte that ends it. */
static int read_word(TextReader *reader, const unsigned char *bytes, size_t length, size_t *place)
{
    WordTable *table = reader->table;
    size_t stop = end_of_block(*place, length), size = 0, i = *place;
    if (table_make_room(table, stop - i) < 0) /* Words and stems before it have taken some of the room. */
        return -1;
    uint32_t hash = hash_start;
    char *word = table->text + table->text_size, letter;
    for (; i < stop && (letter = letter_or_digit[bytes[i]]); i++) {
        word[size++] = letter;
        hash = hash_step(hash, letter);
    }
    if (size == BYTES_BETWEEN_LOOKS)
        return read_long_word(reader, bytes, length, place);
    *place = i;
    return size ? append_word(reader, size, hash) : 0;
}

static int read_sentence(TextReader *reader, const unsigned char *bytes, size_t length)
{
    WordTable *table = reader->table;
    for (size_t i = 0; i < length;) {
        size_t from = i, stop = end_of_block(i, length);
        do {
            if (read_word(reader, bytes, length, &i) < 0)
                return -1;
        } while (++i < stop && table->unlooked < BYTES_BETWEEN_LOOKS);
        if (table_did(table, i - from) < 0)
            return -1;
    }
    if (reader->tokens.size > INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 tokens in one text");
        return -1;
    }
    if (append_number(&reader->ends, (int32_t)reader->tokens.size) < 0)
        return -1;
    return table_did(table, 1);
}

int read_sentences(TextReader *reader, PyObject *sentences)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(sentences); i++) {
        char *bytes;
        Py_ssize_t length;
        if (PyBytes_AsStringAndSize(PyTuple_GetItem(sentences, i), &bytes, &length) < 0 ||
            read_sentence(reader, (const unsigned char *)bytes, (size_t)length) < 0)
            return -1;
    }
    return 0;
}
