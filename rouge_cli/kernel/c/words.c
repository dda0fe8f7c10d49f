/* The table of words, and their stems. */

#include "words.h"

/* Porter's algorithm (Porter 1980, with its author's own revisions) as ROUGE-1.5.5 changed it, and as NLTK extends it.

   A word is a buffer and its end. Any byte is a letter; all but the vowels are consonants. No step makes a word longer
   than it came, so the buffer need not grow. */

/* What Porter's conditions ask of the letters of a word. */
typedef struct {
    size_t m;        /* the m of [C](VC)^m[V] */
    unsigned ending; /* bits 0 to 2: whether the last letter, the one before it and the one before that are consonants */
    bool vowel;      /* whether there is a vowel */
} Form;

typedef struct {
    char *text;
    size_t end;
    Stemmer stemmer;
} StemWord;

typedef struct {
    const char *suffix, *replacement;
} StemRule;

#define RULES(...) ((const StemRule[]){__VA_ARGS__, {NULL, NULL}})

/* Return whether a letter is a consonant; `after_consonant` is false at the start of a word. */
static bool is_consonant(char letter, bool after_consonant)
{
    return letter == 'y' ? !after_consonant
                         : letter != 'a' && letter != 'e' && letter != 'i' && letter != 'o' && letter != 'u';
}

/* Return the form of the letters of a word before `end`. */
static Form form_of(const StemWord *word, size_t end)
{
    Form form = {0};
    for (size_t i = 0; i < end; i++) {
        bool after_consonant = form.ending & 1, after_vowel = i && !after_consonant;
        bool consonant = is_consonant(word->text[i], after_consonant);
        form.m += after_vowel && consonant;
        form.vowel |= !consonant;
        form.ending = (form.ending << 1 | consonant) & 7;
    }
    return form;
}

/* Return whether the word ends in consonant, vowel, consonant, and not in w, x or y. In NLTK a vowel and
   any consonant are enough where they are the whole word. */
static bool ends_cvc(const StemWord *word, size_t end)
{
    unsigned ending = form_of(word, end).ending;
    if (end == 2 && word->stemmer == PORTER_NLTK)
        return ending == 1;
    return end >= 3 && ending == 5 && !memchr("wxy", word->text[end - 1], 3);
}

static bool ends_with(const StemWord *word, const char *suffix, size_t *rest)
{
    size_t length = strlen(suffix);
    if (word->end < length || memcmp(word->text + word->end - length, suffix, length) != 0)
        return false;
    *rest = word->end - length;
    return true;
}

static void replace_end(StemWord *word, size_t rest, const char *replacement)
{
    size_t length = strlen(replacement);
    memcpy(word->text + rest, replacement, length);
    word->end = rest + length;
}

/* Apply the first rule whose suffix the word has, if the rest has a measure above `m`; try no other rule. Return
   whether a rule has the word's suffix. */
static bool apply_rules(StemWord *word, const StemRule *rules, size_t m)
{
    size_t rest;
    for (; rules->suffix; rules++)
        if (ends_with(word, rules->suffix, &rest)) {
            if (form_of(word, rest).m > m)
                replace_end(word, rest, rules->replacement);
            return true;
        }
    return false;
}

static void step_1a(StemWord *word)
{
    size_t rest;
    if (word->stemmer == PORTER_NLTK && word->end == 4 && ends_with(word, "ies", &rest))
        word->end--;
    else if (ends_with(word, "sses", &rest) || ends_with(word, "ies", &rest))
        word->end -= 2;
    else if (!ends_with(word, "ss", &rest) && ends_with(word, "s", &rest))
        word->end--;
}

/* Restore the end of a stem that lost `ed` or `ing`. */
static void mend_stem(StemWord *word)
{
    size_t rest;
    char last = word->text[word->end - 1];
    const Form whole = form_of(word, word->end);
    if (ends_with(word, "at", &rest) || ends_with(word, "bl", &rest) || ends_with(word, "iz", &rest))
        replace_end(word, word->end, "e");
    /* ROUGE-1.5.5 quirk: a final `yy` stays double. */
    else if (word->end >= 2 && word->text[word->end - 2] == last && whole.ending & 1 &&
             (last != 'y' || word->stemmer == PORTER_NLTK)) {
        if (!memchr("lsz", last, 3))
            word->end--;
    } else if (whole.m == 1 && ends_cvc(word, word->end))
        replace_end(word, word->end, "e");
}

static void step_1b(StemWord *word)
{
    size_t rest;
    if (word->stemmer == PORTER_NLTK && ends_with(word, "ied", &rest))
        word->end -= word->end == 4 ? 1 : 2;
    else if (ends_with(word, "eed", &rest)) {
        if (form_of(word, rest).m > 0)
            word->end--;
    } else if ((ends_with(word, "ed", &rest) || ends_with(word, "ing", &rest)) && form_of(word, rest).vowel) {
        word->end = rest;
        mend_stem(word);
    }
}

static void step_1c(StemWord *word)
{
    size_t rest;
    if (!ends_with(word, "y", &rest))
        return;
    const Form form = form_of(word, rest);
    if (word->stemmer == PORTER_NLTK ? rest > 1 && form.ending & 1 : form.vowel)
        word->text[rest] = 'i';
}

static void step_2(StemWord *word)
{
    static const StemRule rules[] = {
        {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},   {"izer", "ize"},
        {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"},   {"eli", "e"},       {"ousli", "ous"},
        {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"},
        {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"},
        {NULL, NULL},
    };
    size_t rest;
    bool is_nltk = word->stemmer == PORTER_NLTK;
    if (is_nltk && ends_with(word, "alli", &rest) && form_of(word, rest).m > 0)
        replace_end(word, rest, "al"); /* The step begins again. */
    if (apply_rules(word, rules, 0) || apply_rules(word, is_nltk ? RULES({"fulli", "ful"}) : RULES({"logi", "log"}), 0))
        return;
    if (is_nltk && ends_with(word, "logi", &rest) && form_of(word, rest + 1).m > 0)
        replace_end(word, rest, "log");
}

static void step_3(StemWord *word)
{
    static const StemRule rules[] = {
        {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
        {"ical", "ic"},  {"ful", ""},   {"ness", ""},    {NULL, NULL},
    };
    apply_rules(word, rules, 0);
}

/* In Porter's algorithm the longest suffix alone is tried: his `agreement` stays, as `agre` is too short.

   ROUGE-1.5.5 quirk: there are three rounds, each on the result of the one before. Here `ent` is tried, too, and leaves
   `agreem`. */
static void step_4(StemWord *word)
{
    static const StemRule first[] = {
        {"al", ""},  {"ance", ""}, {"ence", ""}, {"er", ""},  {"ic", ""},  {"able", ""}, {"ible", ""}, {"ant", ""},
        {"ement", ""}, {"ou", ""}, {"ism", ""},  {"ate", ""}, {"iti", ""}, {"ous", ""},  {"ive", ""},  {"ize", ""},
        {NULL, NULL},
    };
    size_t rest;
    bool one_round = word->stemmer == PORTER_NLTK;
    if ((apply_rules(word, first, 1) && one_round) || (apply_rules(word, RULES({"ment", ""}), 1) && one_round))
        return;
    const bool has_ion = ends_with(word, "sion", &rest) || ends_with(word, "tion", &rest);
    apply_rules(word, has_ion ? RULES({"ion", ""}) : RULES({"ent", ""}), 1);
}

static void step_5(StemWord *word)
{
    size_t rest;
    if (ends_with(word, "e", &rest)) {
        size_t m = form_of(word, rest).m;
        if (m > 1 || (m == 1 && !ends_cvc(word, rest)))
            word->end--;
    }
    if (ends_with(word, "ll", &rest) && form_of(word, word->end - 1).m > 1)
        word->end--;
}

/* Stem one of the words that NLTK has by heart; return false for all others. */
static bool stem_irregular(StemWord *word)
{
    static const StemRule words[] = {
        {"sky", "sky"},         {"skies", "sky"},      {"dying", "die"},       {"lying", "lie"},      {"tying", "tie"},
        {"news", "news"},       {"inning", "inning"},  {"innings", "inning"},  {"outing", "outing"},  {"outings", "outing"},
        {"canning", "canning"}, {"cannings", "canning"}, {"howe", "howe"},     {"proceed", "proceed"}, {"exceed", "exceed"},
        {"succeed", "succeed"}, {NULL, NULL},
    };
    size_t rest;
    for (const StemRule *known = words; known->suffix; known++)
        if (ends_with(word, known->suffix, &rest) && rest == 0) {
            replace_end(word, 0, known->replacement);
            return true;
        }
    return false;
}

size_t porter(char *text, size_t length, Stemmer stemmer)
{
    StemWord word = {text, length, stemmer};
    if (length > 2 && !(stemmer == PORTER_NLTK && stem_irregular(&word))) {
        step_1a(&word);
        step_1b(&word);
        step_1c(&word);
        step_2(&word);
        step_3(&word);
        step_4(&word);
        step_5(&word);
    }
    return word.end;
}

/* The table of words. */

static Status reserve_text(WordTable *table, size_t more)
{
    return more < SIZE_MAX - table->text.size && RESERVE(table->text, table->text.size + more) ? DONE : NO_MEMORY;
}

/* Return the first slot from the hash's own on that has a number, or is empty if that is UNKNOWN. */
static WordSlot *slot_with(WordSlot *slots, size_t count, uint32_t hash, int32_t number)
{
    size_t slot = hash & (count - 1);
    while (slots[slot].number != number)
        slot = (slot + 1) & (count - 1);
    return &slots[slot];
}

static Status double_slots(WordTable *table)
{
    size_t count = table->slot_count ? 2 * table->slot_count : LARGE(1024);
    WordSlot *slots = allocated(count, sizeof *slots);
    NEED(slots);
    for (size_t slot = 0; slot < count; slot++)
        slots[slot].number = UNKNOWN;
    for (size_t slot = 0; slot < table->slot_count; slot++)
        if (table->slots[slot].number != UNKNOWN)
            *slot_with(slots, count, table->slots[slot].hash, UNKNOWN) = table->slots[slot];
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
    NEED(APPEND(table->entries, (WordEntry){table->text.size, word->length, hash}));
    *slot = slot_with(table->slots, table->slot_count, hash, UNKNOWN);
    **slot = (WordSlot){hash, number, UNKNOWN, short_length(word), false, {word->head[0], word->head[1]}};
    memmove(table->text.items + table->text.size, word->bytes, word->length);
    table->text.size += word->length;
    return DONE;
}

uint64_t hash_bytes(uint64_t hash, const char *word, size_t length)
{
    size_t i = HEAD_SIZE;
    for (; length - i >= 8; i += 8)
        hash = hash_eight(hash, read_eight(word + i));
    char rest[8] = {0};
    if (i < length)
        hash = hash_eight(hash, read_eight(memcpy(rest, word + i, length - i)));
    return hash;
}

Word word_of(const char *bytes, size_t length)
{
    char head[HEAD_SIZE] = {0};
    if (length >= HEAD_SIZE)
        return padded_word(bytes, length);
    Word word = padded_word(memcpy(head, bytes, length), length);
    word.bytes = bytes;
    return word;
}

Status table_find_bytes(WordTable *table, const char *bytes, size_t length, WordSlot **slot)
{
    Word word = word_of(bytes, length);
    return table_find(table, &word, slot);
}

WordSlot *table_slot(const WordTable *table, int32_t number)
{
    return slot_with(table->slots, table->slot_count, table->entries.items[number].hash, number);
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
    RELEASE_ALL(table->text, table->entries);
    free(table->slots);
    *table = (WordTable){.stemmer = table->stemmer};
}
