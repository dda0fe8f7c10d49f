/* A table of words: each gets a number, from 0 in the order they appear (table.c). */

#ifndef ROUGE_TABLE_H
#define ROUGE_TABLE_H

#include "kernel.h"

#define UNKNOWN (-1)

enum { HEAD = 18 };

/* What a text needs to know of a word, in half a line of a processor's cache: looking words up is waiting for
   memory. */
typedef struct {
    uint32_t hash;
    int32_t number; /* UNKNOWN: the slot is empty */
    int32_t stem; /* the number of its stem, or UNKNOWN */
    uint8_t length; /* HEAD + 1 where it is longer than HEAD */
    bool stop; /* a stop word */
    char head[HEAD]; /* its first bytes */
} Slot;

typedef struct {
    size_t start; /* of its bytes in the table's text */
    size_t length;
    uint32_t hash;
} Entry;

typedef struct {
    char *text; /* the bytes of all words, and room for one more */
    size_t text_size, text_room;
    Entry *entries; /* by number */
    size_t count, room;
    Slot *slots; /* a hash table, no more than half full */
    size_t slot_count;
    size_t steps; /* since the last look for Ctrl-C */
} Table;

/* All of these return NULL or -1 with an exception set where there is no memory, or no number left. */

/* The items, moved to where there is double the room until `wanted` fit; where there is no memory they are still
   where they were. */
void *with_room(void *items, size_t *room, size_t wanted, size_t size);

/* Makes room for so many bytes behind the table's text, where a word is put before it is looked up. */
int table_room(Table *table, size_t more);

static const uint32_t hash_start = UINT32_C(2166136261); /* FNV-1a */

static inline uint32_t hash_on(uint32_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * UINT32_C(16777619);
}

/* The slot of the word behind the table's text, which becomes part of it if it is new; slots move when it grows. */
Slot *table_find(Table *table, size_t length, uint32_t hash);

/* The same of any bytes. */
Slot *table_find_bytes(Table *table, const char *bytes, size_t length);

/* The slot of a word that has a number. */
Slot *table_slot(Table *table, int32_t number);

/* The number of the stem of a word that has a number. */
int32_t table_stem(Table *table, int32_t number);

void table_free(Table *table);

#endif
