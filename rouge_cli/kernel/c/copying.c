/* The fragments that a summary copies from its source, as Newsroom finds them. */

#include "hits.h"

enum { NOWHERE = -1 };

Status find_fragments(CopyingMemory *memory, const Document *summary, const Document *source, size_t kinds, Task *task)
{
    if (!RESERVE(memory->first, kinds) || !RESERVE(memory->next, source->size) || !RESERVE(memory->found, summary->size))
        return NO_MEMORY;
    memset(memory->first.items, NOWHERE, kinds * sizeof *memory->first.items);
    for (size_t i = source->size; i--;) {
        memory->next.items[i] = memory->first.items[source->tokens[i]];
        memory->first.items[source->tokens[i]] = (int32_t)i;
    }
    TRY(task_did(task, source->size + kinds));
    memory->found.size = 0;
    for (size_t i = 0, length; i < summary->size; i += length ? length : 1) {
        size_t behind = 0, best = 0, work = 0;
        length = 0;
        for (int32_t j = memory->first.items[summary->tokens[i]]; j != NOWHERE; j = memory->next.items[j]) {
            work++;
            if ((size_t)j < behind)
                continue;
            const int32_t *one = summary->tokens + i, *other = source->tokens + j;
            const size_t in_summary = summary->size - i, in_source = source->size - (size_t)j;
            const size_t most = in_summary < in_source ? in_summary : in_source;
            size_t run = 1;
            while (run < most && one[run] == other[run])
                run++;
            behind = (size_t)j + run; /* Newsroom quirk: no run is sought that begins within another. */
            work += run;
            if (run > length)
                best = (size_t)j, length = run;
        }
        if (length)
            memory->found.items[memory->found.size++] = (Fragment){i, best, length};
        TRY(task_did(task, 2 * work + 1));
    }
    return DONE;
}

Status copied_tokens(CopyingMemory *memory, const Texts *texts, int64_t *tokens, int64_t *squares, Task *task)
{
    for (size_t cell = 0; cell < texts->peer_count * texts->model_count; cell++) {
        TRY(find_fragments(memory, &texts->peers[cell / texts->model_count],
                           &texts->models[cell % texts->model_count], texts->kinds, task));
        tokens[cell] = squares[cell] = 0;
        for (size_t i = 0; i < memory->found.size; i++) {
            const int64_t length = (int64_t)memory->found.items[i].length;
            tokens[cell] += length;
            squares[cell] += length * length;
        }
    }
    return DONE;
}
