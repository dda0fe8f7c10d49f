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
    VECTOR(Fragment) found; /* in the order of the summary */
    size_t count;
} CopyingMemory;

void copying_free(CopyingMemory *memory);

/* Find the fragments of a summary. All tokens are below `kinds`. */
Status find_fragments(CopyingMemory *memory, const Document *summary, const Document *source, size_t kinds, Task *task);

/* For each peer with each model as its source: the tokens in fragments, and the sums of the squares of their lengths. */
Status copied_tokens(CopyingMemory *memory, const Texts *texts, int64_t *tokens, int64_t *squares, Task *task);

#endif
