/* The LCS of ROUGE-L and the weighted one of ROUGE-W, with the original's clipping; the LCS of papers. */

#include "hits.h"

/* A sentence, while one walks through the sentences of a document. */
typedef struct {
    const Document *document;
    size_t number, from, to; /* its words: from the first to behind the last */
} Sentence;

/* Move on to the next sentence that has words, at first to the first; false if there is none. */
static inline bool next_sentence(Sentence *sentence)
{
    sentence->from = sentence->to;
    while (sentence->to == sentence->from && sentence->number < sentence->document->sentences)
        sentence->to = end_of(sentence->document, sentence->number++);
    return sentence->to > sentence->from;
}

static bool is_one_sentence(const Document *document)
{
    return document->sentences == 1 && document->words == document->tokens && document->word_count == document->size;
}

/* Make room for the LCS of any sentences, and for what is counted of the words and sentences of all models. */
static Status reserve_lcs(LcsMemory *memory, const Texts *texts, const double *weights)
{
    memory->all_words = memory->longest.size = 0;
    for (size_t model = 0; model < texts->model_count; model++) {
        memory->all_words += texts->models[model].word_count;
        memory->longest.size += texts->models[model].sentences;
    }
    memory->lattice.weights = weights;
    NEED(lattice_reserve(&memory->lattice, longest_document(texts->peers, texts->peer_count), texts->kinds));
    NEED(RESERVE(memory->marks, memory->all_words) && RESERVE(memory->longest, memory->longest.size));
    NEED(RESERVE(memory->in_peer, texts->kinds) && RESERVE(memory->may_score, texts->kinds));
    return DONE;
}

/* Mark what the sentences of a peer and of the models have in common. `lengths` is NULL unless the peer is one
   sentence and runs are not weighted: then models that are one sentence get the length of their LCS, which no clipping
   makes less, instead of marks. */
static Status mark_models(LcsMemory *memory, const Texts *texts, const Document *peer, double *lengths, Task *task)
{
    for (Sentence of_peer = {.document = peer}; next_sentence(&of_peer);) {
        char *marks = memory->marks.items;
        size_t work = 0;
        lattice_begin(&memory->lattice, peer->words + of_peer.from, of_peer.to - of_peer.from);
        for (size_t model = 0; model < texts->model_count; marks += texts->models[model++].word_count) {
            const Document *document = &texts->models[model];
            work += document->word_count + BITS * document->sentences;
            if (lengths && is_one_sentence(document)) {
                TRY(lattice_value(&memory->lattice, document->tokens, document->size, &lengths[model], task));
                continue;
            }
            for (Sentence one = {.document = document}; next_sentence(&one);)
                TRY(lattice_mark(&memory->lattice, document->words + one.from, one.to - one.from, marks + one.from, task));
        }
        lattice_end(&memory->lattice);
        TRY(task_did(task, work));
    }
    return DONE;
}

/* Return how many marks of a model score. There is no branch where a mark scores, because that is unpredictable. */
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

static double score_runs(int32_t *may_score, const Document *model, const char *marks, const double *weights)
{
    double hits = 0;
    for (Sentence sentence = {.document = model}; next_sentence(&sentence);) {
        size_t run = 0;
        for (size_t i = sentence.from; i < sentence.to; i++) {
            if (!marks[i] || may_score[model->words[i]] == 0)
                continue;
            may_score[model->words[i]]--;
            run++;
            /* ROUGE-1.5.5 quirk: a run whose last mark is clipped does not end there; it goes on in the next mark
               that scores, and is lost at the end of the sentence. */
            if (i + 1 == sentence.to || !marks[i + 1]) {
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
    int32_t *may_score = memory->may_score.items;
    const int32_t *in_peer = memory->in_peer.items;
    const double *weights = memory->lattice.weights;
    for (size_t i = 0; i < model->size; i++)
        may_score[model->tokens[i]] += may_score[model->tokens[i]] < in_peer[model->tokens[i]];
    double hits = weights ? score_runs(may_score, model, marks, weights) : score_marks(may_score, model, marks);
    for (size_t i = 0; i < model->size; i++)
        may_score[model->tokens[i]] = 0;
    return hits;
}

Status lcs_hits(LcsMemory *memory, const Texts *texts, const double *weights, double *hits, Task *task)
{
    TRY(reserve_lcs(memory, texts, weights));
    for (const Document *peer = texts->peers; peer < texts->peers + texts->peer_count; peer++, hits += texts->model_count) {
        double *lengths = !weights && is_one_sentence(peer) && peer->size > 0 ? hits : NULL;
        memset(memory->marks.items, 0, memory->all_words);
        TRY(mark_models(memory, texts, peer, lengths, task));
        for (size_t i = 0; i < peer->size; i++)
            memory->in_peer.items[peer->tokens[i]]++;
        const char *marks = memory->marks.items;
        for (size_t model = 0; model < texts->model_count; marks += texts->models[model++].word_count)
            if (!lengths || !is_one_sentence(&texts->models[model]))
                hits[model] = score(memory, &texts->models[model], marks);
        for (size_t i = 0; i < peer->size; i++)
            memory->in_peer.items[peer->tokens[i]] = 0;
        TRY(task_did(task, 4 * memory->all_words + peer->size + peer->sentences));
    }
    return DONE;
}

/* Find the LCS of one peer sentence with all sentences of the models, and add up the longest of either, or all of them if
   `peer_hits` is NULL. */
static Status add_longest(LcsMemory *memory, const Texts *texts, const int32_t *peer, size_t width, double *model_hits,
                          double *peer_hits, Task *task)
{
    double *longest = memory->longest.items;
    lattice_begin(&memory->lattice, peer, width);
    for (size_t model = 0; model < texts->model_count; model++) {
        const Document *document = &texts->models[model];
        double longest_of_peer = 0;
        for (Sentence one = {.document = document}; next_sentence(&one); longest++) {
            double length;
            TRY(lattice_value(&memory->lattice, document->words + one.from, one.to - one.from, &length, task));
            model_hits[model] += peer_hits ? fmax(length - *longest, 0) : length;
            *longest = fmax(length, *longest);
            longest_of_peer = fmax(length, longest_of_peer);
        }
        if (peer_hits)
            peer_hits[model] += longest_of_peer;
        TRY(task_did(task, document->sentences));
    }
    lattice_end(&memory->lattice);
    return DONE;
}

Status longest_lcs_hits(LcsMemory *memory, const Texts *texts, double *model_hits, double *peer_hits, Task *task)
{
    const size_t models = texts->model_count;
    TRY(reserve_lcs(memory, texts, NULL));
    for (size_t p = 0; p < texts->peer_count; p++) {
        const Document *peer = &texts->peers[p];
        memset(memory->longest.items, 0, memory->longest.size * sizeof *memory->longest.items);
        for (Sentence one = {.document = peer}; next_sentence(&one);)
            TRY(add_longest(memory, texts, peer->words + one.from, one.to - one.from, model_hits + p * models,
                            peer_hits ? peer_hits + p * models : NULL, task));
        TRY(task_did(task, memory->longest.size + peer->sentences));
    }
    return DONE;
}

/* Return the number of different words of a document that are marked, or of all if there are no marks. */
static double count_kinds(int32_t *seen, const Document *document, const char *marks)
{
    int64_t kinds = 0;
    for (size_t i = 0; i < document->word_count; i++)
        if (!marks || marks[i]) {
            kinds += !seen[document->words[i]];
            seen[document->words[i]] = 1;
        }
    for (size_t i = 0; i < document->word_count; i++)
        seen[document->words[i]] = 0;
    return (double)kinds;
}

Status distinct_lcs_hits(LcsMemory *memory, const Texts *texts, double *kinds, double *hits, Task *task)
{
    const size_t models = texts->model_count, peers = texts->peer_count;
    /* Where neighbours are equal, the package's walk is the original's with models and peers changed round. */
    const Texts turned = {texts->peers, texts->models, peers, models, texts->kinds};
    TRY(reserve_lcs(memory, &turned, NULL));
    int32_t *seen = memory->in_peer.items;
    for (size_t model = 0; model < models; model++) {
        const Document *document = &texts->models[model];
        kinds[model] = count_kinds(seen, document, NULL);
        memset(memory->marks.items, 0, memory->all_words);
        TRY(mark_models(memory, &turned, document, NULL, task));
        const char *marks = memory->marks.items;
        for (size_t peer = 0; peer < peers; marks += texts->peers[peer++].word_count)
            hits[peer * models + model] = count_kinds(seen, &texts->peers[peer], marks);
        TRY(task_did(task, 4 * memory->all_words + document->word_count + document->sentences));
    }
    for (size_t peer = 0; peer < peers; peer++)
        kinds[models + peer] = count_kinds(seen, &texts->peers[peer], NULL);
    return DONE;
}

Status weighted_lengths(LcsMemory *memory, const Texts *texts, const double *weights, double *lengths, Task *task)
{
    TRY(reserve_lcs(memory, texts, weights));
    for (const Document *peer = texts->peers; peer < texts->peers + texts->peer_count; peer++, lengths += texts->model_count)
        if (peer->size > 0) {
            lattice_begin(&memory->lattice, peer->tokens, peer->size);
            for (size_t m = 0; m < texts->model_count; m++)
                TRY(lattice_value(&memory->lattice, texts->models[m].tokens, texts->models[m].size, &lengths[m], task));
            lattice_end(&memory->lattice);
            TRY(task_did(task, peer->size + texts->model_count));
        }
    return DONE;
}
