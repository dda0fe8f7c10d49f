/* What a summary copies from its source, and the memory of finding it, which begins as zeros and serves all evaluations of
   a thread. */

#ifndef ROUGE_COPYING_H
#define ROUGE_COPYING_H

#include "kernel.h"

typedef struct {
    size_t summary, source, length;
} Fragment;

typedef struct {
    VECTOR(int32_t) first; /* of each kind of token: its first place in the source */
    VECTOR(int32_t) next;  /* of each place in the source: the next place of the same token */
    const int32_t *source;
    size_t size, kinds;
    VECTOR(Fragment) found; /* in the order of the summary */
    size_t count;
} CopyingMemory;

void copying_free(CopyingMemory *memory);

/* Find the places of the tokens of a source, which stays in its memory. Tokens that are not below `kinds` are in no
   summary. */
Status copying_begin(CopyingMemory *memory, const int32_t *source, size_t size, size_t kinds, Task *task);

/* Find the fragments of a summary, whose tokens are below the kinds of the source. */
Status find_fragments(CopyingMemory *memory, const int32_t *summary, size_t size, Task *task);

/* For each peer with each model as its source: the tokens in fragments, and the sums of the squares of their lengths. */
Status copied_tokens(CopyingMemory *memory, const Texts *texts, int64_t *tokens, int64_t *squares, Task *task);

#endif
