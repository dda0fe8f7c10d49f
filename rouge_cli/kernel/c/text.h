/* Text to the numbers of its tokens (text.c). Functions return -1 with an exception set if they fail. */

#ifndef ROUGE_TEXT_H
#define ROUGE_TEXT_H

#include "table.h"

/* Numbers that are being collected. */
typedef struct {
    int32_t *numbers;
    size_t size, room;
} NumberList;

typedef struct {
    WordTable *table;
    bool stem;
    NumberList tokens, ends;
} TextReader;

/* Read a tuple of sentences as bytes into the reader's tokens and ends. */
int read_sentences(TextReader *reader, PyObject *sentences);

#endif
