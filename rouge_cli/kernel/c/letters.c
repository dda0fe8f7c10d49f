/* The kinds of characters beyond ASCII, which Python is asked for, and UTF-8. */

#include "letters.h"

#include <stdlib.h>

enum { CHARACTERS = 0x110000, ASKED_AT_ONCE = 64 };

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

/* Ask Python for the kind of a character; INTERRUPTED with an exception set. */
static Status ask(Letters *letters, uint32_t character)
{
    PyObject *string = PyUnicode_FromOrdinal((int)character);
    PyObject *is_word = string ? PyObject_CallMethod(string, "isalnum", NULL) : NULL;
    PyObject *is_letter = is_word ? PyObject_CallMethod(string, "isalpha", NULL) : NULL;
    if (is_letter)
        letters->kinds[character] = is_letter == Py_True ? LETTER : is_word == Py_True ? DIGIT : SIGN;
    Py_XDECREF(string);
    Py_XDECREF(is_word);
    Py_XDECREF(is_letter);
    return is_letter ? DONE : INTERRUPTED;
}

Status find_kind(Letters *letters, uint32_t character, CharacterKind *kind, Task *task)
{
    if (!letters->kinds)
        letters->kinds = calloc(CHARACTERS, sizeof *letters->kinds);
    if (!letters->kinds)
        return NO_MEMORY;
    Status status = DONE;
    if (letters->kinds[character] == UNASKED) {
        const uint32_t first = character / ASKED_AT_ONCE * ASKED_AT_ONCE;
        PyEval_RestoreThread(task->thread);
        for (uint32_t i = 0; i < ASKED_AT_ONCE && status == DONE; i++)
            status = ask(letters, first + i);
        task->thread = PyEval_SaveThread();
    }
    *kind = (CharacterKind)letters->kinds[character];
    return status;
}

void letters_free(Letters *letters)
{
    free(letters->kinds);
}
