/* Characters beyond ASCII, as Python's strings know them (letters.c). */

#ifndef ROUGE_LETTERS_H
#define ROUGE_LETTERS_H

#include "task.h"

/* SIGN: no part of a word; DIGIT: a part of a word, and no letter. */
typedef enum { UNASKED, SIGN, DIGIT, LETTER } CharacterKind;

/* The kinds of all characters. Python is asked about a character and its neighbours when the first of them is met, so
   that letters are those of its version of Unicode. The memory begins as zeros. */
typedef struct {
    unsigned char *kinds;
} Letters;

/* Return the bytes of the character in UTF-8 at the beginning of a text that is not empty; 0 where that is no UTF-8. */
size_t decode_character(const unsigned char *bytes, size_t length, uint32_t *character);

/* Find the kind of a character. */
Status find_kind(Letters *letters, uint32_t character, CharacterKind *kind, Task *task);

void letters_free(Letters *letters);

#endif
