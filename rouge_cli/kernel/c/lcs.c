/* The LCS of ROUGE-L and the weighted one of ROUGE-W, with the original's clipping. */

#include "lattice.h"

#include <stdlib.h>
#include <string.h>

struct LcsMemory {
    Lattice lattice;
    LatticeRows rows;
    char *start; /* the state of a lattice before its first row */
    char *marks; /* of the words of all models, one model behind the other */
    int32_t *in_peer; /* of each token: how often it stands in the peer; zero between calls */
    int32_t *may_score; /* of each token: how often it may still score; zero between calls */
    int64_t *longest; /* of each model sentence: the length of the longest LCS so far */
    size_t longest_room;
    size_t first_room, next_room, places_room, match_room, matches_room, state_room, start_room, marks_room;
    size_t in_peer_room, may_score_room;
};

LcsMemory *lcs_new(void)
{
    return zeroed(1, sizeof(LcsMemory));
}

void lcs_free(LcsMemory *memory)
{
    if (memory) {
        free(memory->lattice.first);
        free(memory->lattice.next);
        free(memory->lattice.places);
        free(memory->lattice.match);
        free(memory->lattice.matches);
        free(memory->lattice.state);
        free(memory->start);
        free(memory->marks);
        free(memory->in_peer);
        free(memory->may_score);
        free(memory->longest);
        free(memory->rows.left);
        free(memory->rows.positions);
        free(memory->rows.states);
    }
    free(memory);
}

/* Lay out the lattice for a peer sentence, which has a word at least. */
static void begin_sentence(LcsMemory *memory, const int32_t *peer, size_t width)
{
    Lattice *lattice = &memory->lattice;
    lattice_lay_out(lattice, width, memory->start);
    lattice->peer = peer;
    if (is_in_one_word(lattice))
        for (size_t j = 0; j < width; j++)
            lattice->places[peer[j]] |= UINT64_C(1) << j;
    else
        for (size_t j = width; j--;) {
            lattice->next[j] = lattice->first[peer[j]];
            lattice->first[peer[j]] = (int32_t)j;
        }
}

static void end_sentence(LcsMemory *memory)
{
    Lattice *lattice = &memory->lattice;
    if (is_in_one_word(lattice))
        for (size_t j = 0; j < lattice->width; j++)
            lattice->places[lattice->peer[j]] = 0;
    else
        for (size_t j = 0; j < lattice->width; j++)
            lattice->first[lattice->peer[j]] = ABSENT;
}

/* Mark what one model sentence has in common with the lattice's peer sentence. */
static Status mark_sentence(LcsMemory *memory, const int32_t *words, size_t size, char *marks, Task *task)
{
    for (size_t i = 0; i < size; i++)
        if (lattice_has(&memory->lattice, words[i]))
            return lattice_mark(&memory->lattice, words, size, memory->start, &memory->rows, marks, task);
    return task_did(task, size + 1);
}

/* Mark what one peer sentence has in common with all sentences of the models. */
static Status mark_models(LcsMemory *memory, const Texts *texts, const int32_t *peer, size_t width, Task *task)
{
    begin_sentence(memory, peer, width);
    Status status = DONE;
    char *marks = memory->marks;
    for (size_t model = 0; model < texts->model_count && status == DONE; marks += texts->models[model++].word_count) {
        const Document *document = &texts->models[model];
        for (size_t sentence = 0, from = 0; sentence < document->sentences && status == DONE;
             from = end_of(document, sentence++))
            status = mark_sentence(memory, document->words + from, end_of(document, sentence) - from, marks + from,
                                   task);
    }
    end_sentence(memory);
    return status;
}

/* Return how many marks of a model score. There is no branch where a mark does, because nothing foretells that. */
static double score_marks(int32_t *may_score, const Document *model, const char *marks)
{
    size_t hits = 0;
    for (size_t i = 0; i < model->word_count; i++) {
        bool scores = marks[i] & (may_score[model->words[i]] > 0);
        may_score[model->words[i]] -= scores;
        hits += scores;
    }
    return (double)hits;
}

/* Return the sum of the weights of the runs of marks that score. */
static double score_runs(int32_t *may_score, const Document *model, const char *marks, const double *weights)
{
    double hits = 0;
    for (size_t sentence = 0, from = 0; sentence < model->sentences; from = end_of(model, sentence++)) {
        size_t run = 0;
        for (size_t i = from; i < end_of(model, sentence); i++) {
            if (!marks[i] || may_score[model->words[i]] == 0)
                continue;
            may_score[model->words[i]]--;
            run++;
            /* ROUGE-1.5.5 quirk: a run whose last mark is clipped does not end there; it goes on in the next mark
               that scores, and is lost at the end of the sentence. */
            if (i + 1 == end_of(model, sentence) || !marks[i + 1]) {
                hits += weights[run];
                run = 0;
            }
        }
    }
    return hits;
}

/* Return what the marks of a model score: no token scores more often than it stands in both documents. */
static double score(LcsMemory *memory, const Document *model, const char *marks)
{
    int32_t *may_score = memory->may_score;
    const double *weights = memory->lattice.weights;
    for (size_t i = 0; i < model->size; i++)
        may_score[model->tokens[i]] += may_score[model->tokens[i]] < memory->in_peer[model->tokens[i]];
    double hits = weights ? score_runs(may_score, model, marks, weights) : score_marks(may_score, model, marks);
    for (size_t i = 0; i < model->size; i++)
        may_score[model->tokens[i]] = 0;
    return hits;
}

/* Compare all models with one peer. */
static Status lcs_hits_of_peer(LcsMemory *memory, const Texts *texts, const Document *peer, size_t all_words,
                               double *hits, Task *task)
{
    Status status = DONE;
    memset(memory->marks, 0, all_words);
    for (size_t sentence = 0, from = 0; sentence < peer->sentences && status == DONE; from = end_of(peer, sentence++))
        if (end_of(peer, sentence) > from)
            status = mark_models(memory, texts, peer->words + from, end_of(peer, sentence) - from, task);
    for (size_t i = 0; i < peer->size; i++)
        memory->in_peer[peer->tokens[i]]++;
    const char *marks = memory->marks;
    for (size_t model = 0; model < texts->model_count && status == DONE; marks += texts->models[model++].word_count) {
        hits[model] = score(memory, &texts->models[model], marks);
        status = task_did(task, texts->models[model].size + texts->models[model].word_count + 1);
    }
    for (size_t i = 0; i < peer->size; i++)
        memory->in_peer[peer->tokens[i]] = 0;
    return status == DONE ? task_did(task, peer->size + peer->sentences + 1) : status;
}

static size_t longest_sentence(const Document *documents, size_t count)
{
    size_t longest = 0;
    for (const Document *document = documents; document < documents + count; document++)
        for (size_t sentence = 0, from = 0; sentence < document->sentences; from = end_of(document, sentence++))
            if (end_of(document, sentence) - from > longest)
                longest = end_of(document, sentence) - from;
    return longest;
}

static bool lcs_reserve(LcsMemory *memory, const Texts *texts, size_t width, size_t all_words)
{
    Lattice *lattice = &memory->lattice;
    /* The state of a plain lattice has a bit for each column, rounded up to a word of bits. That of a weighted one has
       a cell, a match and a run for each column, one cell more, and a flag. BITS columns more hold all of this. */
    size_t column = lattice->weights ? sizeof *lattice->cells + sizeof *lattice->matched + sizeof *lattice->run : 1;
    size_t state = width <= SIZE_MAX / column - BITS ? (width + BITS) * column : SIZE_MAX;
    size_t known = lattice->first ? memory->first_room : 0;
    if (!reserve((void **)&lattice->first, &memory->first_room, texts->kinds, sizeof *lattice->first))
        return false;
    for (size_t kind = known; kind < memory->first_room; kind++)
        lattice->first[kind] = ABSENT;
    return reserve((void **)&lattice->next, &memory->next_room, width, sizeof *lattice->next) &&
           reserve((void **)&lattice->places, &memory->places_room, texts->kinds, sizeof *lattice->places) &&
           reserve((void **)&lattice->match, &memory->match_room, width / BITS + 1, sizeof *lattice->match) &&
           reserve((void **)&lattice->matches, &memory->matches_room, lattice->weights ? width : 0,
                   sizeof *lattice->matches) &&
           reserve((void **)&lattice->state, &memory->state_room, state, 1) &&
           reserve((void **)&memory->start, &memory->start_room, state, 1) &&
           reserve((void **)&memory->marks, &memory->marks_room, all_words, 1) &&
           reserve((void **)&memory->in_peer, &memory->in_peer_room, texts->kinds, sizeof *memory->in_peer) &&
           reserve((void **)&memory->may_score, &memory->may_score_room, texts->kinds, sizeof *memory->may_score);
}

Status lcs_hits(LcsMemory *memory, const Texts *texts, const double *weights, double *hits, Task *task)
{
    size_t all_words = 0;
    for (size_t model = 0; model < texts->model_count; model++)
        all_words += texts->models[model].word_count;
    memory->lattice.weights = weights;
    size_t width = longest_sentence(texts->peers, texts->peer_count);
    Status status = lcs_reserve(memory, texts, width, all_words) ? DONE : NO_MEMORY;
    for (size_t peer = 0; peer < texts->peer_count && status == DONE; peer++)
        status = lcs_hits_of_peer(memory, texts, &texts->peers[peer], all_words, hits + peer * texts->model_count,
                                  task);
    return status;
}

/* Find the LCS of one peer sentence with all sentences of the models, and keep the longest of either. */
static Status find_longest(LcsMemory *memory, const Texts *texts, const int32_t *peer, size_t width, int64_t *peer_hits,
                           Task *task)
{
    int64_t *longest = memory->longest;
    Status status = DONE;
    begin_sentence(memory, peer, width);
    for (size_t model = 0; model < texts->model_count && status == DONE; model++) {
        const Document *document = &texts->models[model];
        int64_t longest_of_peer = 0;
        for (size_t sentence = 0, from = 0; sentence < document->sentences && status == DONE;
             from = end_of(document, sentence++), longest++) {
            double value;
            status = lattice_value(&memory->lattice, document->words + from, end_of(document, sentence) - from,
                                   memory->start, &value, task);
            if ((int64_t)value > *longest)
                *longest = (int64_t)value;
            if ((int64_t)value > longest_of_peer)
                longest_of_peer = (int64_t)value;
        }
        peer_hits[model] += longest_of_peer;
        if (status == DONE)
            status = task_did(task, document->sentences + 1);
    }
    end_sentence(memory);
    return status;
}

/* Compare all models with one peer; `sentences` are those of the models. */
static Status longest_of_peer(LcsMemory *memory, const Texts *texts, const Document *peer, size_t sentences,
                              int64_t *model_hits, int64_t *peer_hits, Task *task)
{
    Status status = DONE;
    memset(memory->longest, 0, sentences * sizeof *memory->longest);
    for (size_t model = 0; model < texts->model_count; model++)
        model_hits[model] = peer_hits[model] = 0;
    for (size_t sentence = 0, from = 0; sentence < peer->sentences && status == DONE; from = end_of(peer, sentence++))
        if (end_of(peer, sentence) > from)
            status = find_longest(memory, texts, peer->words + from, end_of(peer, sentence) - from, peer_hits, task);
    const int64_t *longest = memory->longest;
    for (size_t model = 0; model < texts->model_count; model++)
        for (size_t sentence = 0; sentence < texts->models[model].sentences; sentence++)
            model_hits[model] += *longest++;
    return status == DONE ? task_did(task, sentences + peer->sentences + 1) : status;
}

Status longest_lcs_hits(LcsMemory *memory, const Texts *texts, int64_t *model_hits, int64_t *peer_hits, Task *task)
{
    size_t sentences = 0;
    for (size_t model = 0; model < texts->model_count; model++)
        sentences += texts->models[model].sentences;
    memory->lattice.weights = NULL;
    if (!lcs_reserve(memory, texts, longest_sentence(texts->peers, texts->peer_count), 0) ||
        !reserve((void **)&memory->longest, &memory->longest_room, sentences + 1, sizeof *memory->longest))
        return NO_MEMORY;
    Status status = DONE;
    for (size_t peer = 0; peer < texts->peer_count && status == DONE; peer++) {
        size_t cell = peer * texts->model_count;
        status = longest_of_peer(memory, texts, &texts->peers[peer], sentences, model_hits + cell, peer_hits + cell,
                                 task);
    }
    return status;
}

Status weighted_lengths(LcsMemory *memory, const Texts *texts, const double *weights, double *lengths, Task *task)
{
    size_t width = 0;
    for (size_t peer = 0; peer < texts->peer_count; peer++)
        if (texts->peers[peer].size > width)
            width = texts->peers[peer].size;
    memory->lattice.weights = weights;
    Status status = lcs_reserve(memory, texts, width, 0) ? DONE : NO_MEMORY;
    for (size_t p = 0; p < texts->peer_count && status == DONE; p++) {
        const Document *peer = &texts->peers[p];
        double *of_peer = lengths + p * texts->model_count;
        memset(of_peer, 0, texts->model_count * sizeof *of_peer); /* All bits of the double 0 are 0. */
        if (peer->size == 0)
            continue;
        begin_sentence(memory, peer->tokens, peer->size);
        for (size_t model = 0; model < texts->model_count && status == DONE; model++)
            status = lattice_value(&memory->lattice, texts->models[model].tokens, texts->models[model].size,
                                   memory->start, &of_peer[model], task);
        end_sentence(memory);
        if (status == DONE)
            status = task_did(task, peer->size + texts->model_count);
    }
    return status;
}
