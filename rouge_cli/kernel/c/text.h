/* Text to the numbers of its tokens (text.c, pieces.c), and what may be doubtful about it (traits.c). */

#ifndef ROUGE_TEXT_H
#define ROUGE_TEXT_H

#include "words.h"

/* Bytes that are not the reader's own: a sentence, or a text. */
typedef struct {
    const unsigned char *bytes;
    size_t length;
} Span;

typedef VECTOR(int32_t) NumberList;

enum { MOST_PENDING = 32, BLOCK_OF_TEXT = LARGE(1 << 12) };

/* The letters that are lowered: those of ASCII; others, too, whose lower case begins with one of ASCII; none, where
   blanks of Unicode alone separate tokens, with an empty one in a sentence of blanks or without; none, where each blank
   of ASCII separates two tokens. */
typedef enum { ASCII_LETTERS, UNICODE_LETTERS, NO_LETTERS, BLANKS, SPACES, LOWERINGS } Lowering;

typedef struct {
    WordTable table;
    bool stem;
    Lowering lowering;
    size_t start; /* where the tokens of the text begin, from which its ends are counted */
    Task *task;
    size_t block; /* the most bytes that are looked at together: as many as the longest word has, at least */
    NumberList tokens, ends; /* of all texts of a batch */
    VECTOR(char) lowered;   /* a block of the text, lowered */
    VECTOR(uint32_t) edges; /* the places in it where words begin and end, in turn */
    VECTOR(unsigned char) letters; /* a sentence whose letters beyond ASCII are lowered, or blanks replaced */
} TextReader;

Status make_room(NumberList *list, size_t more);

static inline Status append_number(NumberList *list, int32_t number)
{
    if (list->size == list->room || !list->items)
        TRY(make_room(list, 1));
    list->items[list->size++] = number;
    return DONE;
}

/* Report that so many bytes have been read, and how often the words of a table were searched for in the next slot:
   words made to fall into one slot make each search as long as the table is full. */
static inline Status report_bytes(WordTable *table, size_t bytes, Task *task)
{
    enum { WORK_OF_A_BYTE = 16 };
    size_t passed = table->passed;
    table->passed = 0;
    return task_did(task, WORK_OF_A_BYTE * bytes + 4 * passed);
}

static inline size_t lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (size_t)__builtin_ctzll(bits);
#else
    size_t place = 0;
    for (; !(bits & 1); bits >>= 1)
        place++;
    return place;
#endif
}

/* Return 64 flags, which are 0 or 1, as bits. The product brings the bits of eight bytes together in the highest one. */
static inline uint64_t packed_flags(const unsigned char flags[64])
{
    uint64_t bits = 0;
    for (size_t i = 0; i < 64; i += 8)
        bits |= (read_eight(flags + i) * UINT64_C(0x0102040810204080) >> 56) << i;
    return bits;
}

/* Return the place of the first byte beyond ASCII from `i` on, or the length of the text. */
size_t skip_ascii(Span text, size_t i);
/* Copy up to 64 bytes, and write 64; bit i says whether byte i belongs to a token. `lowers`: capitals become small, and
   only letters and digits belong to tokens. */
uint64_t copy_bytes(const unsigned char *bytes, size_t length, char *copy, bool lowers);

static inline bool is_between(unsigned char byte, char first, char last)
{
    return byte >= first && byte <= last;
}

static inline bool is_letter_or_digit(unsigned char byte)
{
    return is_between(byte | 0x20, 'a', 'z') || is_between(byte, '0', '9'); /* 0x20 makes a capital a small letter. */
}

/* Return whether a byte is one of the blanks of Unicode that are in ASCII. */
static inline bool is_unicode_blank(unsigned char byte)
{
    return ((unsigned char)(byte - '\t') < 5) | ((unsigned char)(byte - 0x1C) < 5);
}

/* Return the length of the blank of Unicode that begins here, as Python's `str.isspace` knows them; 0 if none does. */
static inline size_t blank_length(const unsigned char *bytes, size_t left)
{
    if (is_unicode_blank(bytes[0]))
        return 1;
    if (left >= 2 && bytes[0] == 0xC2)
        return bytes[1] == 0x85 || bytes[1] == 0xA0 ? 2 : 0;
    if (left < 3 || bytes[0] < 0xE1 || bytes[0] > 0xE3)
        return 0;
    const uint32_t three = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
    const bool is_blank = (three >= 0xE28080 && three <= 0xE2808A) || three == 0xE280A8 || three == 0xE280A9 ||
                          three == 0xE280AF || three == 0xE2819F || three == 0xE38080 || three == 0xE19A80;
    return is_blank ? 3 : 0;
}

/* Find the number of a word, or of its stem where the reader stems; UNKNOWN for a stop word. */
static inline Status find_token(TextReader *reader, const Word *word, int32_t *number)
{
    enum { LONGEST_UNSTEMMED = 3 }; /* The original stems tokens of four bytes and more. */
    WordTable *table = &reader->table;
    WordSlot *slot;
    TRY(table_find(table, word, &slot));
    *number = UNKNOWN;
    if (slot->stop)
        return DONE;
    const bool is_stemmed = reader->stem & (word->length > LONGEST_UNSTEMMED);
    *number = is_stemmed ? slot->stem : slot->number;
    return *number == UNKNOWN ? table_stem(table, slot->number, number) : DONE;
}

Status read_sentence(TextReader *reader, Span sentence);

static inline bool is_blank(unsigned char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* A limit of the length of texts, in words or in bytes; 0 is none. */
typedef struct {
    double max_words, max_bytes;
} Limit;

/* Return what a limit leaves of a sentence, and take that off the limit. `is_last` is set where nothing more fits.
   `apart`: the sentence is for ROUGE-L and ROUGE-W. */
Span cut_sentence(Span sentence, Limit *limit, bool apart, bool *is_last);
/* Return the bytes of the character in UTF-8 at the beginning of a text that is not empty; 0 where that is no UTF-8. */
size_t decode_character(const unsigned char *bytes, size_t length, uint32_t *character);

/* The traits of a text, as bits, as plan.py has them. */
enum { EMPTY = 1, SPLIT_WORDS = 2, ON_ONE_LINE = 4, NOT_UTF8 = 8, MARKED = 16 };

/* Return whether a line seems to hold more than one sentence, as the pattern of kernel/python/words.py says. */
bool has_several_sentences(Span line);
/* Return whether a sentence has a sign with which a tag, an entity or a value in JSON begins. */
bool has_mark(Span sentence);

/* SIGN: no part of a word; DIGIT: a part of a word, and no letter. */
typedef enum { UNASKED, SIGN, DIGIT, LETTER } CharacterKind;

enum { CHARACTERS = 0x110000, ASKED_AT_ONCE = 64 };

/* The words of a text as Python's `\w+` finds them, and how many of them have letters beyond ASCII. */
typedef struct {
    int64_t words, split;
} WordCounts;

/* Return the number of words of a text whose bytes beyond ASCII belong to none. */
int64_t count_ascii_words(Span text);
/* Add the split words of a sentence in UTF-8, or in Latin-1 unless `is_utf8`, which is cleared where the bytes are no
   UTF-8; and to its words, how many more there are than of ASCII. `kinds`, at first NULL, gets memory for what the host
   says of each character, so that letters are those of its version of Unicode. */
Status count_split_words(unsigned char **kinds, Span sentence, WordCounts *counts, bool *is_utf8, Task *task);

/* Where sentences are cut; NO_PIECES: the kernel makes tokens of a-z and 0-9 itself. */
typedef enum { NO_PIECES, BLANK_PIECES, IDEOGRAPH_PIECES, SENTENCE_PIECES, LOOSE_PIECES, CUTTINGS } Cutting;

typedef struct {
    int32_t number, stem; /* in the table of words; UNKNOWN: it is a stop word */
} PieceToken;

/* Pieces and their tokens. Pieces are numbered in the order they appear, and asked for together, so that the first
   pieces have tokens: they are known. */
typedef struct {
    WordTable pieces;
    VECTOR(size_t) ends; /* of the tokens of each known piece */
    VECTOR(PieceToken) tokens;
} PieceTable;

/* An item that is no word. Numbers of words are 0 or more, and UNKNOWN is a stop word; FIRST_PIECE - i is piece i. */
enum { END_OF_SENTENCE = -2, END_OF_TEXT = -3, FIRST_PIECE = -4 };

/* A word or a piece that is about to be looked up. */
typedef struct {
    Word word;
    bool is_plain; /* whether it is a word, and no piece */
} PendingItem;

enum { WINDOW = 64 /* bytes that are looked at together */, WINDOWS = 32 };

typedef struct PieceReader {
    TextReader *reader; /* for words and their stems, and for the tokens */
    PieceTable table;
    Cutting cutting;
    bool plain_ascii;    /* whether a plain word of ASCII needs no function */
    int64_t left;        /* the tokens that the text may still have, at most */
    NumberList items;
    size_t next_item;    /* that becomes tokens */
    bool is_scanning;    /* whether texts are being cut into items */
    PendingItem pending[MOST_PENDING];
    size_t pending_count;
    size_t window_count; /* of the windows whose words may be pending */
    char lowered_windows[WINDOW * WINDOWS + HEAD_SIZE];
} PieceReader;

/* Cut a sentence into items. `is_last` is set where the limit is reached, whatever tokens unknown pieces have. */
Status scan_sentence(PieceReader *pieces, Span sentence, bool *is_last);
/* Make the tokens of the next text of its items, within the limit. */
Status read_items(PieceReader *pieces);
/* Give the next unknown piece its tokens, one by one with their stems, and then end it. */
Status add_token(PieceReader *pieces, Span token, Span stem);
Status end_piece(PieceReader *pieces);
/* Return whether the table is so large that it should be forgotten. */
bool is_large(const PieceTable *table, size_t most_pieces);

#endif
