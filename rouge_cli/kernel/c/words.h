/* A table of words: each gets a number, from 0 in the order they appear. */

#ifndef ROUGE_WORDS_H
#define ROUGE_WORDS_H

#include "kernel.h"

#define UNKNOWN (-1)

enum { HEAD_SIZE = 16 };

/* Bytes that are looked up. */
typedef struct {
    const char *bytes;
    size_t length;
    uint64_t head[2]; /* the first HEAD_SIZE bytes, and zeros behind shorter words */
    uint64_t hash;
} Word;

/* What reading a text needs to know of a word, in 32 bytes, half a line of a processor's cache, because most of the
   time that looking up words takes is spent on waiting for memory. */
typedef struct {
    uint32_t hash;
    int32_t number; /* UNKNOWN: the slot is empty */
    int32_t stem;   /* the number of the word's stem, or UNKNOWN */
    uint8_t length; /* HEAD_SIZE + 1 for every word longer than HEAD_SIZE */
    bool stop;      /* whether it is a stop word */
    uint64_t head[2];
} WordSlot;

typedef struct {
    size_t start; /* of its bytes in the table's text */
    size_t length;
    uint32_t hash;
} WordEntry;

typedef struct {
    VECTOR(char) text;         /* the bytes of all words, and room for one more */
    VECTOR(WordEntry) entries; /* by number */
    WordSlot *slots; /* a hash table, no more than half full */
    size_t slot_count;
    Stemmer stemmer;
    size_t passed; /* the slots passed in searches, which readers report as work */
} WordTable;

/* Read eight bytes, the first as the lowest, so that words are the same on all processors. */
static inline uint64_t read_eight(const void *memory)
{
    const unsigned char *bytes = memory;
    return (uint64_t)bytes[0] | (uint64_t)bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[3] << 24 |
           (uint64_t)bytes[4] << 32 | (uint64_t)bytes[5] << 40 | (uint64_t)bytes[6] << 48 | (uint64_t)bytes[7] << 56;
}

/* A hash takes eight bytes at a time, HEAD_SIZE at least; bytes that a word lacks are zero. */
static const uint64_t hash_start = UINT64_C(0x9E3779B97F4A7C15);

static inline uint64_t hash_eight(uint64_t hash, uint64_t eight)
{
    hash = (hash ^ eight) * UINT64_C(0xFF51AFD7ED558CCD);
    return hash ^ hash >> 32;
}

/* Hash the bytes of a word behind its head, which has the given hash. */
uint64_t hash_bytes(uint64_t hash, const char *word, size_t length);

/* Make a word of bytes behind which HEAD_SIZE more can be read. There is no branch for most lengths. */
static inline Word padded_word(const char *bytes, size_t length)
{
    static const unsigned char ones_and_zeros[2 * HEAD_SIZE] = {255, 255, 255, 255, 255, 255, 255, 255,
                                                                255, 255, 255, 255, 255, 255, 255, 255};
    const unsigned char *kept = ones_and_zeros + (length < HEAD_SIZE ? HEAD_SIZE - length : 0);
    Word word = {bytes, length, {read_eight(bytes) & read_eight(kept), read_eight(bytes + 8) & read_eight(kept + 8)}, 0};
    word.hash = hash_eight(hash_eight(hash_start, word.head[0]), word.head[1]);
    if (length > HEAD_SIZE)
        word.hash = hash_bytes(word.hash, bytes, length);
    return word;
}

Word word_of(const char *bytes, size_t length);

/* Have the slot of a word fetched from memory while something else is done. */
static inline void table_prefetch(const WordTable *table, uint64_t hash)
{
    if (table->slot_count)
        PREFETCH(&table->slots[(uint32_t)hash & (table->slot_count - 1)]);
}

/* Give a new word a number and a slot. */
Status table_add(WordTable *table, const Word *word, WordSlot **slot);
/* Return whether a slot, which has the length and the head of a long word, has all its bytes. */
bool table_has_bytes(const WordTable *table, const WordSlot *slot, const Word *word);

/* Return the length of a word as slots have it. */
static inline uint8_t short_length(const Word *word)
{
    return (uint8_t)(word->length > HEAD_SIZE ? HEAD_SIZE + 1 : word->length);
}

/* Find the slot of a word; it gets one if it is new. A pointer to a slot holds until the next word is looked up, which
   may move the slots. */
static inline Status table_find(WordTable *table, const Word *word, WordSlot **slot)
{
    const size_t mask = table->slot_count - 1;
    const uint8_t length = short_length(word);
    if (table->slot_count == 0)
        return table_add(table, word, slot);
    for (size_t place = (uint32_t)word->hash & mask;; place = (place + 1) & mask, table->passed++) {
        WordSlot *found = &table->slots[place];
        if (found->head[0] == word->head[0] && found->head[1] == word->head[1] && found->length == length &&
            found->number != UNKNOWN && (length <= HEAD_SIZE || table_has_bytes(table, found, word))) {
            *slot = found;
            return DONE;
        }
        if (found->number == UNKNOWN)
            return table_add(table, word, slot);
    }
}

Status table_find_bytes(WordTable *table, const char *bytes, size_t length, WordSlot **slot);
WordSlot *table_slot(const WordTable *table, int32_t number);
/* Find the number of the stem of a word that has a number. */
Status table_stem(WordTable *table, int32_t number, int32_t *stem);
Status table_copy(WordTable *copy, const WordTable *table);
void table_free(WordTable *table);

#endif
