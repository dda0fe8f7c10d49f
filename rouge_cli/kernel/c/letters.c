/* The letters beyond ASCII whose lower case is, or begins with, one of ASCII. */

#include "text.h"

/* Lower the bytes of a block into as much memory; return how many bytes that makes. A letter at the end of a block may
   end in the next one, so `*from` is moved behind what has been read. */
static size_t lower_block(Span text, size_t *from, size_t to, unsigned char *lowered)
{
    size_t size = 0, i = *from;
    while (i < to) {
        const unsigned char *bytes = text.bytes + i;
        size_t left = text.length - i;
        if (left >= 2 && memcmp(bytes, "\xC4\xB0", 2) == 0) { /* U+0130: i and a dot, which separates */
            lowered[size++] = 'i';
            lowered[size++] = ' ';
            i += 2;
        } else if (left >= 3 && memcmp(bytes, "\xE2\x84\xAA", 3) == 0) { /* U+212A, the sign of Kelvin */
            lowered[size++] = 'k';
            i += 3;
        } else {
            lowered[size++] = *bytes;
            i++;
        }
    }
    *from = i;
    return size;
}

Status lower_letters(TextReader *reader, Span *sentence)
{
    if (is_ascii(*sentence))
        return DONE;
    if (!reserve((void **)&reader->letters, &reader->letter_room, sentence->length, 1))
        return NO_MEMORY;
    size_t size = 0, i = 0;
    Status status = DONE;
    while (i < sentence->length && status == DONE) {
        size_t from = i, left = sentence->length - i;
        size += lower_block(*sentence, &i, left < BYTES_BETWEEN_LOOKS ? i + left : i + BYTES_BETWEEN_LOOKS,
                            reader->letters + size);
        status = table_did(reader->table, i - from, reader->task);
    }
    *sentence = (Span){reader->letters, size};
    return status;
}
