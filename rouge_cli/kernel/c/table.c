/* The table of words. */

#include "table.h"

static Status reserve_text(WordTable *table, size_t more)
{
    return more < SIZE_MAX - table->text.size && RESERVE(table->text, table->text.size + more) ? DONE : NO_MEMORY;
}

/* Return the first empty slot from the hash's own on. */
static WordSlot *empty_slot(WordSlot *slots, size_t count, uint32_t hash)
{
    size_t slot = hash & (count - 1);
    while (slots[slot].number != UNKNOWN)
        slot = (slot + 1) & (count - 1);
    return &slots[slot];
}

static Status double_slots(WordTable *table)
{
    size_t count = table->slot_count ? 2 * table->slot_count : LARGE(1024);
    WordSlot *slots = allocated(count, sizeof *slots);
    if (!slots)
        return NO_MEMORY;
    for (size_t slot = 0; slot < count; slot++)
        slots[slot].number = UNKNOWN;
    for (size_t slot = 0; slot < table->slot_count; slot++)
        if (table->slots[slot].number != UNKNOWN)
            *empty_slot(slots, count, table->slots[slot].hash) = table->slots[slot];
    free(table->slots);
    table->slots = slots;
    table->slot_count = count;
    return DONE;
}

bool table_has_bytes(const WordTable *table, const WordSlot *slot, const Word *word)
{
    const WordEntry *entry = &table->entries.items[slot->number];
    return slot->hash == (uint32_t)word->hash && entry->length == word->length &&
           memcmp(table->text.items + entry->start, word->bytes, word->length) == 0;
}

Status table_add(WordTable *table, const Word *word, WordSlot **slot)
{
    if (table->entries.size == INT32_MAX)
        return TOO_MANY_TOKENS;
    if (2 * (table->entries.size + 1) > table->slot_count)
        TRY(double_slots(table));
    /* A word that stands behind the text has its room, so the text does not move from under it. */
    TRY(reserve_text(table, word->length));
    const uint32_t hash = (uint32_t)word->hash;
    const int32_t number = (int32_t)table->entries.size;
    if (!APPEND(table->entries, (WordEntry){table->text.size, word->length, hash}))
        return NO_MEMORY;
    *slot = empty_slot(table->slots, table->slot_count, hash);
    **slot = (WordSlot){hash, number, UNKNOWN, short_length(word), false, {word->head[0], word->head[1]}};
    memmove(table->text.items + table->text.size, word->bytes, word->length);
    table->text.size += word->length;
    return DONE;
}

uint64_t hash_bytes(uint64_t hash, const char *word, size_t from, size_t to)
{
    const size_t end = from == 0 && to < HEAD_SIZE ? HEAD_SIZE : to;
    for (; to - from >= 8; from += 8)
        hash = hash_eight(hash, read_eight(word + from));
    for (; from < end; from += 8) {
        char rest[8] = {0};
        if (from < to)
            memcpy(rest, word + from, to - from);
        hash = hash_eight(hash, read_eight(rest));
    }
    return hash;
}

Word word_of(const char *bytes, size_t length)
{
    char head[HEAD_SIZE] = {0};
    memcpy(head, bytes, length < HEAD_SIZE ? length : HEAD_SIZE);
    return (Word){bytes, length, {read_eight(head), read_eight(head + 8)}, hash_bytes(hash_start, bytes, 0, length)};
}

Status table_find_bytes(WordTable *table, const char *bytes, size_t length, WordSlot **slot)
{
    Word word = word_of(bytes, length);
    return table_find(table, &word, slot);
}

WordSlot *table_slot(const WordTable *table, int32_t number)
{
    size_t slot = table->entries.items[number].hash & (table->slot_count - 1);
    while (table->slots[slot].number != number)
        slot = (slot + 1) & (table->slot_count - 1);
    return &table->slots[slot];
}

Status table_stem(WordTable *table, int32_t number, int32_t *stem)
{
    *stem = table_slot(table, number)->stem;
    if (*stem != UNKNOWN)
        return DONE;
    const size_t place = table->entries.items[number].start, length = table->entries.items[number].length;
    WordSlot *slot;
    TRY(reserve_text(table, length));
    char *copy = table->text.items + table->text.size;
    memcpy(copy, table->text.items + place, length);
    TRY(table_find_bytes(table, copy, porter(copy, length, table->stemmer), &slot));
    *stem = slot->number;
    table_slot(table, number)->stem = *stem; /* The word's slot may have moved when its stem was added. */
    return DONE;
}

static void *copied(const void *items, size_t count, size_t size)
{
    void *copy = allocated(count, size);
    if (copy && count)
        memcpy(copy, items, count * size);
    return copy;
}

Status table_copy(WordTable *copy, const WordTable *table)
{
    *copy = *table;
    copy->passed = 0;
    copy->text.items = copied(table->text.items, copy->text.room = table->text.size, 1);
    copy->entries.items = copied(table->entries.items, copy->entries.room = table->entries.size, sizeof(WordEntry));
    copy->slots = copied(table->slots, table->slot_count, sizeof *table->slots);
    if (copy->text.items && copy->entries.items && copy->slots)
        return DONE;
    table_free(copy);
    return NO_MEMORY;
}

void table_free(WordTable *table)
{
    FREE_ALL(table->text.items, table->entries.items, table->slots);
    *table = (WordTable){.stemmer = table->stemmer};
}
