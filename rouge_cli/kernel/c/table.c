/* The table of words. */

#include "table.h"

#include <stdlib.h>
#include <string.h>

void *with_room(void *items, size_t *room, size_t wanted, size_t size)
{
    if (wanted <= *room)
        return items;
    size_t more = *room ? *room : 64;
    while (more < wanted && more <= SIZE_MAX / 2)
        more *= 2;
    void *grown = more >= wanted && more <= PTRDIFF_MAX / size ? realloc(items, more * size) : NULL;
    if (grown)
        *room = more;
    else
        PyErr_NoMemory();
    return grown;
}

int table_room(Table *table, size_t more)
{
    if (more >= SIZE_MAX - table->text_size) {
        PyErr_NoMemory();
        return -1;
    }
    /* One byte more, so that there is memory even for no bytes. */
    char *text = with_room(table->text, &table->text_room, table->text_size + more + 1, 1);
    if (!text)
        return -1;
    table->text = text;
    return 0;
}

/* The first slot from the hash's own on that is empty. */
static Slot *empty_slot(Slot *slots, size_t count, uint32_t hash)
{
    size_t slot = hash & (count - 1);
    while (slots[slot].number != UNKNOWN)
        slot = (slot + 1) & (count - 1);
    return &slots[slot];
}

static int grow(Table *table)
{
    size_t count = table->slot_count ? 2 * table->slot_count : 1024;
    Slot *slots = unset(count, sizeof *slots);
    if (!slots) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t slot = 0; slot < count; slot++)
        slots[slot].number = UNKNOWN;
    for (size_t slot = 0; slot < table->slot_count; slot++)
        if (table->slots[slot].number != UNKNOWN)
            *empty_slot(slots, count, table->slots[slot].hash) = table->slots[slot];
    free(table->slots);
    table->slots = slots;
    table->slot_count = count;
    return 0;
}

static bool is_word(const Table *table, const Slot *slot, const char *word, size_t length, uint32_t hash)
{
    if (slot->hash != hash)
        return false;
    if (length <= HEAD)
        return slot->length == length && memcmp(slot->head, word, length) == 0;
    const Entry *entry = &table->entries[slot->number];
    return entry->length == length && memcmp(table->text + entry->start, word, length) == 0;
}

/* Makes the word behind the text part of it. */
static Slot *add(Table *table, Slot *slot, size_t length, uint32_t hash)
{
    if (table->count == INT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 different words");
        return NULL;
    }
    Entry *entries = with_room(table->entries, &table->room, table->count + 1, sizeof *entries);
    if (!entries)
        return NULL;
    size_t head = length < HEAD ? length : HEAD;
    *slot = (Slot){hash, (int32_t)table->count, UNKNOWN, (uint8_t)(length > HEAD ? HEAD + 1 : length), false, {0}};
    memcpy(slot->head, table->text + table->text_size, head);
    table->entries = entries;
    entries[table->count++] = (Entry){table->text_size, length, hash};
    table->text_size += length;
    return slot;
}

Slot *table_find(Table *table, size_t length, uint32_t hash)
{
    if (2 * (table->count + 1) > table->slot_count && grow(table) < 0)
        return NULL;
    const char *word = table->text + table->text_size;
    size_t slot = hash & (table->slot_count - 1);
    for (; table->slots[slot].number != UNKNOWN; slot = (slot + 1) & (table->slot_count - 1)) {
        if (is_word(table, &table->slots[slot], word, length, hash))
            return &table->slots[slot];
        table->steps += STEPS_OF_A_MISS;
    }
    return add(table, &table->slots[slot], length, hash);
}

/* As `table_find`, for a word that is not hashed yet. */
static Slot *find_last(Table *table, size_t length)
{
    uint32_t hash = hash_start;
    for (size_t i = 0; i < length; i++)
        hash = hash_on(hash, table->text[table->text_size + i]);
    return table_find(table, length, hash);
}

Slot *table_find_bytes(Table *table, const char *bytes, size_t length)
{
    if (table_room(table, length) < 0)
        return NULL;
    memcpy(table->text + table->text_size, bytes, length);
    return find_last(table, length);
}

Slot *table_slot(Table *table, int32_t number)
{
    size_t slot = table->entries[number].hash & (table->slot_count - 1);
    while (table->slots[slot].number != number)
        slot = (slot + 1) & (table->slot_count - 1);
    return &table->slots[slot];
}

int32_t table_stem(Table *table, int32_t number)
{
    int32_t known = table_slot(table, number)->stem;
    if (known != UNKNOWN)
        return known;
    size_t length = table->entries[number].length;
    if (table_room(table, length) < 0)
        return -1;
    char *copy = table->text + table->text_size;
    memcpy(copy, table->text + table->entries[number].start, length);
    const Slot *stem = find_last(table, porter(copy, length));
    if (!stem)
        return -1;
    int32_t found = stem->number;
    table_slot(table, number)->stem = found;
    return found;
}

void table_free(Table *table)
{
    free(table->text);
    free(table->entries);
    free(table->slots);
}
