/* The table of words. */

#include "table.h"

#include <stdlib.h>
#include <string.h>

Status table_did(WordTable *table, size_t bytes, Task *task)
{
    table->unlooked += bytes;
    if (table->unlooked < BYTES_BETWEEN_LOOKS)
        return DONE;
    table->unlooked = 0;
    return task_look(task);
}

Status table_make_room(WordTable *table, size_t more)
{
    if (more >= SIZE_MAX - table->text_size)
        return NO_MEMORY;
    /* One byte more keeps the text from being NULL while all words are empty. */
    char *text = with_room(table->text, &table->text_room, table->text_size + more + 1, 1);
    if (!text)
        return NO_MEMORY;
    table->text = text;
    return DONE;
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
    WordSlot *slots = unset(count, sizeof *slots);
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
    const WordEntry *entry = &table->entries[slot->number];
    return slot->hash == (uint32_t)word->hash && entry->length == word->length &&
           memcmp(table->text + entry->start, word->bytes, word->length) == 0;
}

Status table_add(WordTable *table, const Word *word, WordSlot **slot)
{
    if (table->count == INT32_MAX)
        return TOO_MANY_TOKENS;
    if (2 * (table->count + 1) > table->slot_count && double_slots(table) != DONE)
        return NO_MEMORY;
    /* A word that stands behind the text has its room, so the text does not move from under it. */
    if (table_make_room(table, word->length) != DONE)
        return NO_MEMORY;
    WordEntry *entries = with_room(table->entries, &table->entry_room, table->count + 1, sizeof *entries);
    if (!entries)
        return NO_MEMORY;
    const uint32_t hash = (uint32_t)word->hash;
    *slot = empty_slot(table->slots, table->slot_count, hash);
    **slot = (WordSlot){hash, (int32_t)table->count, UNKNOWN, short_length(word), false, {word->head[0], word->head[1]}};
    memmove(table->text + table->text_size, word->bytes, word->length);
    table->entries = entries;
    entries[table->count++] = (WordEntry){table->text_size, word->length, hash};
    table->text_size += word->length;
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

Word word_of(const char *bytes, size_t length, uint64_t hash)
{
    char head[HEAD_SIZE] = {0};
    memcpy(head, bytes, length < HEAD_SIZE ? length : HEAD_SIZE);
    return (Word){bytes, length, {read_eight(head), read_eight(head + 8)}, hash};
}

Status table_find_bytes(WordTable *table, const char *bytes, size_t length, WordSlot **slot)
{
    Word word = word_of(bytes, length, hash_bytes(hash_start, bytes, 0, length));
    return table_find(table, &word, slot);
}

WordSlot *table_slot(const WordTable *table, int32_t number)
{
    size_t slot = table->entries[number].hash & (table->slot_count - 1);
    while (table->slots[slot].number != number)
        slot = (slot + 1) & (table->slot_count - 1);
    return &table->slots[slot];
}

/* Read and hash all blocks of a word but the last, which keeps what stemming may change. A word of one block, as all
   but crafted ones are, is left to its stemming. */
static Status read_blocks(WordTable *table, size_t place, size_t length, WordStart *start, uint64_t *hash, Task *task)
{
    _Static_assert((int)BYTES_BETWEEN_LOOKS >= LONGEST_ENDING, "the last block holds all that stemming changes");
    _Static_assert((int)BYTES_BETWEEN_LOOKS % 8 == 0, "a hash takes eight bytes at a time");
    Status status = DONE;
    while (length - start->letters >= 2 * BYTES_BETWEEN_LOOKS && status == DONE) {
        const char *word = table->text + place; /* The text may have moved while signals were handled. */
        size_t to = start->letters + BYTES_BETWEEN_LOOKS;
        *hash = hash_bytes(*hash, word, start->letters, to);
        *start = porter_read(*start, word, to);
        status = table_did(table, BYTES_BETWEEN_LOOKS, task);
    }
    return status;
}

Status table_stem(WordTable *table, int32_t number, int32_t *stem, Task *task)
{
    *stem = table_slot(table, number)->stem;
    if (*stem != UNKNOWN)
        return DONE;
    const size_t place = table->entries[number].start, length = table->entries[number].length;
    WordStart start = {0};
    uint64_t hash = hash_start;
    Status status = read_blocks(table, place, length, &start, &hash, task);
    if (status == DONE)
        status = table_make_room(table, length);
    if (status != DONE)
        return status;
    char *copy = table->text + table->text_size;
    memcpy(copy, table->text + place, length);
    size_t end = porter(copy, length, start, table->stemmer);
    Word word = word_of(copy, end, hash_bytes(hash, copy, start.letters, end));
    WordSlot *slot;
    status = table_find(table, &word, &slot);
    if (status == DONE) {
        *stem = slot->number;
        table_slot(table, number)->stem = *stem; /* The word's slot may have moved when its stem was added. */
    }
    return status;
}

static void *copied(const void *items, size_t count, size_t size)
{
    void *copy = unset(count, size);
    if (copy && count)
        memcpy(copy, items, count * size);
    return copy;
}

Status table_copy(WordTable *copy, const WordTable *table)
{
    *copy = *table;
    copy->unlooked = 0;
    copy->text = copied(table->text, copy->text_room = table->text_size, 1);
    copy->entries = copied(table->entries, copy->entry_room = table->count, sizeof *table->entries);
    copy->slots = copied(table->slots, table->slot_count, sizeof *table->slots);
    if (copy->text && copy->entries && copy->slots)
        return DONE;
    table_free(copy);
    return NO_MEMORY;
}

void table_free(WordTable *table)
{
    free(table->text);
    free(table->entries);
    free(table->slots);
    *table = (WordTable){.stemmer = table->stemmer};
}
