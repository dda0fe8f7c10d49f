/* Pieces of sentences, whose tokens a function in Python makes.

   A batch is read in three steps. All its sentences are cut into items: plain words, whose numbers the table of words
   knows, and pieces (scanning.c, cutting.c). The function is asked once for the tokens of all pieces that are new.
   Then the items become tokens (pieces.c). */

#ifndef ROUGE_PIECES_H
#define ROUGE_PIECES_H

#include "text.h"

/* Where sentences are cut; NO_PIECES: the kernel makes tokens of a-z and 0-9 itself. */
typedef enum { NO_PIECES, BLANK_PIECES, IDEOGRAPH_PIECES, SENTENCE_PIECES, CUTTINGS } Cutting;

/* Return the length of the first piece of a run of bytes without blanks. The run is not empty. */
size_t first_piece(Span run, Cutting cutting);

/* Set `word` to the only run of letters and digits in a piece; false if the piece has several, `_` or other letters. */
bool has_plain_word(Span piece, Span *word);

typedef struct {
    int32_t number, stem; /* in the table of words; UNKNOWN: it is a stop word */
} PieceToken;

/* Pieces and their tokens. Pieces are numbered in the order they appear, and asked for together, so that the first
   `known` pieces have tokens. */
typedef struct {
    WordTable pieces;
    size_t known;
    VECTOR(size_t) ends; /* of the tokens of each known piece */
    VECTOR(PieceToken) tokens;
    size_t token_count;
} PieceTable;

/* An item that is no word. Numbers of words are 0 or more, and UNKNOWN is a stop word; FIRST_PIECE - i is piece i. */
enum { END_OF_SENTENCE = -2, END_OF_TEXT = -3, FIRST_PIECE = -4 };

/* A word or a piece that is about to be looked up. */
typedef struct {
    Word word;
    bool is_plain; /* whether it is a word, and no piece */
} PendingItem;

enum { WINDOW = 64 /* bytes that are looked at together */, WINDOWS = 32 };

typedef struct {
    TextReader *reader; /* for words and their stems, and for the tokens */
    PieceTable table;
    Cutting cutting;
    bool plain_ascii;    /* whether a plain word of ASCII needs no function */
    int64_t max_tokens;  /* of a text; 0 is none */
    int64_t left;        /* of them, at most */
    NumberList items;
    size_t next_item;    /* that becomes tokens */
    bool is_scanning;    /* whether texts are being cut into items */
    PendingItem pending[MOST_PENDING];
    size_t pending_count;
    size_t window_count; /* of the windows whose words may be pending */
    char lowered_windows[WINDOW * WINDOWS + HEAD_SIZE];
    char lowered_words[MOST_PENDING][WINDOW + HEAD_SIZE]; /* of pending words that are in no window as a whole */
} PieceReader;

/* Begin to cut the texts of a batch. */
void begin_items(PieceReader *pieces);

/* Cut a sentence into items. `is_last` is set where the limit is reached, whatever tokens unknown pieces have. */
Status scan_sentence(PieceReader *pieces, Span sentence, bool *is_last);

/* Mark the end of a text, and forget how much of the limit is left. */
Status end_items(PieceReader *pieces);

/* Make the tokens of the next text of its items, within the limit. */
Status read_items(PieceReader *pieces);

/* Ask a function in Python for the tokens of all unknown pieces, if there are any. */
Status ask_pieces(PieceReader *pieces, PyObject *function, Task *task);

/* Return whether the table is so large that it should be forgotten. */
bool is_large(const PieceTable *table, size_t most_pieces);

void pieces_free(PieceReader *pieces);

#endif
