/* Porter's algorithm (Porter 1980, with its author's own revisions) as ROUGE-1.5.5 changed it.

   A word is a buffer and its end. Any byte is a letter; those that are no vowels are consonants. No step makes a
   word longer than it came. */

#include "kernel.h"

#include <string.h>

typedef struct {
    char *text;
    size_t end;
} Word;

typedef struct {
    const char *suffix, *replacement;
} Rule;

static bool is_vowel(char letter)
{
    return letter == 'a' || letter == 'e' || letter == 'i' || letter == 'o' || letter == 'u';
}

/* Whether the letter is a consonant, given whether the one before it is (at the start: no). */
static bool is_consonant(char letter, bool after_consonant)
{
    return letter == 'y' ? !after_consonant : !is_vowel(letter);
}

/* The m of [C](VC)^m[V], of the first `end` letters; the last three letters in `ending` (bit 0: the last one is a
   consonant), and whether there is a vowel. */
static size_t measure(const char *text, size_t end, unsigned *ending, bool *vowel)
{
    size_t m = 0;
    unsigned shape = 0;
    bool consonant = false, any_vowel = false;
    for (size_t i = 0; i < end; i++) {
        bool was_vowel = i && !consonant;
        consonant = is_consonant(text[i], i && consonant);
        m += was_vowel && consonant;
        any_vowel |= !consonant;
        shape = shape << 1 | consonant;
    }
    if (ending)
        *ending = shape & 7;
    if (vowel)
        *vowel = any_vowel;
    return m;
}

static size_t m_of(const char *text, size_t end)
{
    return measure(text, end, NULL, NULL);
}

static bool has_vowel(const char *text, size_t end)
{
    bool vowel;
    measure(text, end, NULL, &vowel);
    return vowel;
}

/* Ends in consonant, vowel, consonant, the last of which is not w, x or y. */
static bool ends_cvc(const char *text, size_t end)
{
    unsigned ending;
    measure(text, end, &ending, NULL);
    return end >= 3 && ending == 5 && !memchr("wxy", text[end - 1], 3);
}

static bool ends(const Word *word, const char *suffix, size_t *rest)
{
    size_t length = strlen(suffix);
    if (word->end < length || memcmp(word->text + word->end - length, suffix, length) != 0)
        return false;
    *rest = word->end - length;
    return true;
}

static void replace(Word *word, size_t rest, const char *replacement)
{
    size_t length = strlen(replacement);
    memcpy(word->text + rest, replacement, length);
    word->end = rest + length;
}

/* The first rule whose suffix stands, if what is before it has a measure above `m`; no other is tried. */
static void apply(Word *word, const Rule *rules, size_t m)
{
    size_t rest;
    for (; rules->suffix; rules++)
        if (ends(word, rules->suffix, &rest)) {
            if (m_of(word->text, rest) > m)
                replace(word, rest, rules->replacement);
            return;
        }
}

static void step_1a(Word *word)
{
    size_t rest;
    if (ends(word, "sses", &rest) || ends(word, "ies", &rest))
        word->end -= 2;
    else if (!ends(word, "ss", &rest) && ends(word, "s", &rest))
        word->end--;
}

/* What the end becomes once `ed` or `ing` is gone. */
static void mend(Word *word)
{
    size_t rest;
    char last = word->text[word->end - 1];
    unsigned ending;
    size_t m = measure(word->text, word->end, &ending, NULL);
    if (ends(word, "at", &rest) || ends(word, "bl", &rest) || ends(word, "iz", &rest))
        replace(word, word->end, "e");
    /* Deliberate: a final `yy` is not undoubled. */
    else if (word->end >= 2 && word->text[word->end - 2] == last && ending & 1 && last != 'y') {
        if (!memchr("lsz", last, 3))
            word->end--;
    } else if (m == 1 && ends_cvc(word->text, word->end))
        replace(word, word->end, "e");
}

static void step_1b(Word *word)
{
    size_t rest;
    if (ends(word, "eed", &rest)) {
        if (m_of(word->text, rest) > 0)
            word->end--;
    } else if ((ends(word, "ed", &rest) || ends(word, "ing", &rest)) && has_vowel(word->text, rest)) {
        word->end = rest;
        mend(word);
    }
}

static void step_1c(Word *word)
{
    size_t rest;
    if (ends(word, "y", &rest) && has_vowel(word->text, rest))
        word->text[rest] = 'i';
}

static void step_2(Word *word)
{
    static const Rule rules[] = {
        {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},   {"izer", "ize"},
        {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"},   {"eli", "e"},       {"ousli", "ous"},
        {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"},
        {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"},
        {"logi", "log"},    {NULL, NULL},
    };
    apply(word, rules, 0);
}

static void step_3(Word *word)
{
    static const Rule rules[] = {
        {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
        {"ical", "ic"},  {"ful", ""},   {"ness", ""},    {NULL, NULL},
    };
    apply(word, rules, 0);
}

/* Deliberate: three rounds, each on the result of the one before, so that `agreement` becomes `agreem`. */
static void step_4(Word *word)
{
    static const Rule first[] = {
        {"al", ""},  {"ance", ""}, {"ence", ""}, {"er", ""},  {"ic", ""},  {"able", ""}, {"ible", ""}, {"ant", ""},
        {"ement", ""}, {"ou", ""}, {"ism", ""},  {"ate", ""}, {"iti", ""}, {"ous", ""},  {"ive", ""},  {"ize", ""},
        {NULL, NULL},
    };
    static const Rule second[] = {{"ment", ""}, {NULL, NULL}};
    static const Rule third[] = {{"ent", ""}, {NULL, NULL}};
    static const Rule instead[] = {{"ion", ""}, {NULL, NULL}};
    size_t rest;
    apply(word, first, 1);
    apply(word, second, 1);
    if (ends(word, "sion", &rest) || ends(word, "tion", &rest))
        apply(word, instead, 1);
    else
        apply(word, third, 1);
}

static void step_5(Word *word)
{
    size_t rest;
    if (ends(word, "e", &rest)) {
        size_t m = m_of(word->text, rest);
        if (m > 1 || (m == 1 && !ends_cvc(word->text, rest)))
            word->end--;
    }
    if (ends(word, "ll", &rest) && m_of(word->text, word->end - 1) > 1)
        word->end--;
}

size_t porter(char *text, size_t length)
{
    Word word = {text, length};
    if (length > 2) {
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
