/* Text to the numbers of its tokens, with stop words left out and words stemmed. */

#include "text.h"

/* The original stems tokens of four bytes and more. */
#define LONGEST_UNSTEMMED 3

enum { BYTES_BETWEEN_LOOKS = LARGE(1 << 20) }; /* A processor reads them in some hundredths of a second. */

int after_reading(size_t *unlooked, size_t bytes)
{
    *unlooked += bytes;
    if (*unlooked < BYTES_BETWEEN_LOOKS)
        return 0;
    *unlooked = 0;
    return yield_to_others();
}

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

/* Read the word at bytes[*place], which may be empty, and move on to the byte that ends it. */
static int read_word(TextReader *reader, const unsigned char *bytes, size_t length, size_t *place)
{
    WordTable *table = reader->table;
    /* The rest of the sentence bounds the word. Words and stems before it have taken some of the room. */
    if (table_make_room(table, length - *place) < 0)
        return -1;
    uint32_t hash = hash_start;
    size_t size = 0, i = *place;
    char *word = table->text + table->text_size, letter;
    for (; i < length && (letter = letter_or_digit[bytes[i]]); i++) {
        word[size++] = letter;
        hash = hash_step(hash, letter);
    }
    *place = i;
    if (!size)
        return 0;
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

static int read_sentence(TextReader *reader, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t from = i, stop = length - i < BYTES_BETWEEN_LOOKS ? length : i + BYTES_BETWEEN_LOOKS;
        for (; i < stop; i++)
            if (read_word(reader, bytes, length, &i) < 0)
                return -1;
        if (after_reading(&reader->unlooked, i - from) < 0)
            return -1;
    }
    if (reader->tokens.size > INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 tokens in one text");
        return -1;
    }
    if (append_number(&reader->ends, (int32_t)reader->tokens.size) < 0)
        return -1;
    return after_reading(&reader->unlooked, 1);
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
