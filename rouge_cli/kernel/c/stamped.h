/* A hash table that is emptied at once: a slot counts only if it has the stamp of the table's last filling. Keys get
   numbers from 1 on, in the order they appear. */

#ifndef ROUGE_STAMPED_H
#define ROUGE_STAMPED_H

#include "kernel.h"

typedef struct {
    uint64_t key;
    int32_t number;
    uint32_t stamp;
} StampedSlot;

typedef struct {
    VECTOR(StampedSlot) slots;
    size_t mask; /* the number of slots in use, a power of two, less 1 */
    int shift;   /* leaves as many bits of a hash as the mask has */
    uint32_t stamp;
    int32_t count; /* of the keys */
    size_t passed; /* the slots passed in searches, which callers report as work */
} StampedTable;

/* Empty a table, with room for so many keys, no more than a quarter full, so that searches are short. */
static inline bool stamped_begin(StampedTable *table, size_t keys)
{
    size_t slots = 16;
    table->shift = 60;
    for (; slots < 4 * keys; slots *= 2)
        table->shift--;
    if (!RESERVE(table->slots, slots))
        return false;
    table->mask = slots - 1;
    table->count = 0;
    table->passed = 0;
    if (++table->stamp == 0) { /* All stamps have been used. */
        memset(table->slots.items, 0, table->slots.room * sizeof *table->slots.items);
        table->stamp = 1;
    }
    return true;
}

/* Return the slot of a key, or the empty slot where it would be. */
static inline StampedSlot *stamped_slot(StampedTable *table, uint64_t key)
{
    /* Fibonacci hashing (Knuth, TAOCP 6.4): neighbours, as numbers of words often are, get slots far apart. */
    size_t place = (size_t)(((key ^ key >> 29) * UINT64_C(0x9E3779B97F4A7C15)) >> table->shift);
    StampedSlot *slots = table->slots.items;
    /* Branch only on collisions: whether a key is new is unpredictable, so that is computed without a branch. */
    while ((slots[place].key != key) > (slots[place].stamp ^ table->stamp))
        place = (place + 1) & table->mask, table->passed++;
    return &slots[place];
}

/* Return the number of a key, or 0 if it is not there. */
static inline int32_t stamped_find(StampedTable *table, uint64_t key)
{
    const StampedSlot *slot = stamped_slot(table, key);
    return slot->number & -(int32_t)(slot->stamp == table->stamp);
}

/* Return the number of a key; a new key gets the next number. */
static inline int32_t stamped_number(StampedTable *table, uint64_t key)
{
    StampedSlot *slot = stamped_slot(table, key);
    const int32_t is_new = slot->stamp != table->stamp;
    table->count += is_new;
    const int32_t number = slot->number ^ ((slot->number ^ table->count) & -is_new);
    *slot = (StampedSlot){key, number, table->stamp};
    return number;
}

#endif
