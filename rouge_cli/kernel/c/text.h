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
    size_t unlooked; /* the bytes read since the last look for signals */
} TextReader;

/* Read a tuple of sentences as bytes into the reader's tokens and ends. */
int read_sentences(TextReader *reader, PyObject *sentences);

/* Count bytes read, and let signals be handled and other threads go on when it is time to. Other code may then use the
   table, so nothing may be half done. */
int after_reading(size_t *unlooked, size_t bytes);

#endif
