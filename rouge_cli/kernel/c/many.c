/* Figures of many peers with many models, pair by pair, of texts that were read before. */

#include "workspace.h"

static bool is_within(uint64_t from, uint64_t size, size_t limit)
{
    return size <= INT32_MAX && from <= limit && size <= limit - from;
}

/* Return whether ends rise from 0 to the last. */
static bool rise_to(const int32_t *ends, size_t size, size_t last)
{
    int32_t before = 0;
    bool rise = true;
    for (size_t i = 0; i < size; i++) {
        rise &= ends[i] >= before;
        before = ends[i];
    }
    return rise && (size_t)before == last;
}

static bool are_below(const int32_t *numbers, size_t size, size_t limit)
{
    bool below = true;
    for (size_t i = 0; i < size; i++)
        below &= (uint32_t)numbers[i] < limit;
    return below;
}

static const DocumentPlaces *places_of_text(const Workspace *workspace, const Prepared *prepared, size_t reading,
                                            size_t text)
{
    return &prepared->places[text * workspace->plan->reading_count + reading];
}

/* Make a document of the workspace, which has room for it: of a text, as a side of a measure wants it. */
static Status set_document(Workspace *workspace, const Prepared *prepared, const Side *side, size_t text, size_t number)
{
    const DocumentPlaces *places = places_of_text(workspace, prepared, side->reading, text);
    Document *document = &workspace->documents.items[number];
    if (!is_within(places->tokens, places->size, prepared->token_count) ||
        !is_within(places->words, places->word_count, prepared->token_count) ||
        !is_within(places->ends, places->sentences, prepared->end_count))
        return NOT_PREPARED;
    *document = (Document){prepared->tokens + places->tokens, places->size,
                           prepared->tokens + places->words,  places->word_count,
                           prepared->ends + places->ends,     places->sentences};
    if (!are_below(document->tokens, document->size, prepared->kinds) ||
        !are_below(document->words, document->word_count, prepared->kinds) ||
        !rise_to(document->ends, document->sentences, document->word_count))
        return NOT_PREPARED;
    if (side->whole)
        document->ends = NULL, document->sentences = 1;
    return DONE;
}

/* Count the hits of peers with the workspace's first documents, their models. The peers' documents are the next ones. */
static Status count_pairs(Workspace *workspace, const Tile *tile, size_t first_peer, size_t peers, size_t models, Task *task)
{
    for (size_t p = 0; p < peers; p++)
        TRY(set_document(workspace, tile->peers, &tile->measure->peer, first_peer + p, models + p));
    const Document *documents = workspace->documents.items;
    set_texts(workspace, (Texts){documents, documents + models, models, peers, tile->models->kinds});
    TRY(count_hits(workspace, tile->measure, task));
    return task_did(task, 20 * models * peers + 1);
}

Status fill_tile(Workspace *workspace, const Tile *tile, double *matrix, bool is_mirrored, Task *task)
{
    const size_t models = tile->model_end - tile->first_model, peers = tile->peer_end - tile->first_peer;
    NEED(RESERVE(workspace->documents, models + peers));
    for (size_t m = 0; m < models; m++)
        TRY(set_document(workspace, tile->models, &tile->measure->model, tile->first_model + m, m));
    TRY(count_pairs(workspace, tile, tile->first_peer, peers, models, task));
    for (size_t p = 0; p < peers; p++)
        for (size_t m = 0; m < models; m++) {
            const size_t row = tile->first_peer + p, column = tile->first_model + m;
            const double figure = figure_with(workspace, p, m, m + 1, tile->figure);
            matrix[row * tile->models->texts + column] = figure;
            if (is_mirrored)
                matrix[column * tile->models->texts + row] = figure;
        }
    return DONE;
}

/* List the texts that have each token: a text once for each time that it has it. */
static Status list_postings(Workspace *workspace, const Tile *tile, Task *task)
{
    ManyMemory *memory = &workspace->many;
    const Prepared *models = tile->models;
    const Side *side = &tile->measure->model;
    size_t all = 0;
    NEED(RESERVE(memory->starts, models->kinds + 2));
    size_t *starts = memory->starts.items + 1; /* of each token; those of the next one while texts are listed */
    memset(memory->starts.items, 0, (models->kinds + 2) * sizeof *starts);
    for (size_t text = tile->first_model; text < tile->model_end; text++) {
        const Document *document = workspace->documents.items;
        TRY(set_document(workspace, models, side, text, 0));
        for (size_t i = 0; i < document->size; i++)
            starts[document->tokens[i]]++;
        all += document->size;
    }
    NEED(RESERVE(memory->postings, all));
    for (size_t token = 0, start = 0; token <= models->kinds; token++) {
        const size_t count = starts[token];
        starts[token] = start;
        start += count;
    }
    for (size_t text = tile->first_model; text < tile->model_end; text++) {
        const DocumentPlaces *places = places_of_text(workspace, models, side->reading, text);
        for (size_t i = 0; i < places->size; i++)
            memory->postings.items[starts[models->tokens[places->tokens + i]]++] = (int32_t)text;
    }
    return task_did(task, 8 * all);
}

static int compare_rarities(const void *one, const void *other)
{
    const Rarity *a = one, *b = other;
    if (a->texts != b->texts)
        return a->texts < b->texts ? -1 : 1;
    return (a->token > b->token) - (a->token < b->token);
}

/* Return whether F is a harmonic mean of hits that are no more than the tokens that two texts share. */
static bool is_bounded(const Workspace *workspace, const Tile *tile)
{
    const Plan *plan = workspace->plan;
    const Measure *measure = tile->measure;
    const Reading *model = &plan->readings[measure->model.reading], *peer = &plan->readings[measure->peer.reading];
    const bool has_one_text = !plan->limit.max_bytes && model->stem == model->stem_sentences &&
                              peer->stem == peer->stem_sentences;
    return plan->alpha == 0.5 && plan->rounding != PRECISION && plan->rounding != SQUARED_BETA && tile->figure == 2 &&
           measure->weight == 1 && (measure->kind == NGRAMS || (measure->kind == LCS && has_one_text));
}

/* Add a text to the candidates if its length allows an F of `least` with a peer of so many units: 2h / (m + n) is least
   where all units of the shorter text are hits. */
static void add_candidate(ManyMemory *memory, const DocumentPlaces *places, int32_t text, double units, double dropped,
                          double least)
{
    const double other = (double)(int64_t)places->size - dropped;
    if (memory->is_candidate.items[text] || (least > 0 && (other < units ? other : units) * 2 < least * (units + other)))
        return;
    memory->is_candidate.items[text] = 1;
    memory->candidates.items[memory->candidates.size++] = text;
}

/* Collect the models, from `first` on, whose F with a peer may be as high as `least`, after Bayardo et al. (2007).

   F is 2h / (m + n), and m is h at least, so h is n * least / (2 - least) at least. A text that shares h of the peer's
   tokens has one of any that are all but h - 1 of them: of the rarest. */
static Status collect_candidates(Workspace *workspace, const Tile *tile, size_t first, bool has_postings,
                                 const Document *peer, double least, Task *task)
{
    ManyMemory *memory = &workspace->many;
    const size_t reading = tile->measure->model.reading;
    const double dropped = tile->measure->kind == NGRAMS ? (double)(tile->measure->number - 1) : 0;
    const double units = (double)peer->size - dropped, hits = ceil(units * least / (2 - least));
    if (least > 0 && (units <= 0 || hits > units))
        return DONE;
    if (!has_postings) {
        for (size_t text = first; text < tile->model_end; text++)
            add_candidate(memory, places_of_text(workspace, tile->models, reading, text), (int32_t)text, units, dropped, least);
        return task_did(task, tile->model_end - first);
    }
    NEED(RESERVE(memory->rarities, peer->size));
    Rarity *rarities = memory->rarities.items;
    const size_t *ends = memory->starts.items + 1; /* Once texts are listed, the start of a token is the end before it. */
    for (size_t i = 0; i < peer->size; i++)
        rarities[i] = (Rarity){ends[peer->tokens[i]] - ends[peer->tokens[i] - 1], peer->tokens[i]};
    qsort(rarities, peer->size, sizeof *rarities, compare_rarities);
    const size_t rarest = peer->size - (hits > 1 ? (size_t)hits : 1) + 1;
    for (size_t i = 0; i < rarest; i++) {
        if (i && rarities[i].token == rarities[i - 1].token)
            continue;
        const int32_t *texts = memory->postings.items + ends[rarities[i].token - 1];
        for (size_t j = rarities[i].texts; j-- && (size_t)texts[j] >= first;)
            add_candidate(memory, places_of_text(workspace, tile->models, reading, (size_t)texts[j]), texts[j], units, dropped,
                          least);
        TRY(task_did(task, 4 * rarities[i].texts));
    }
    return DONE;
}

/* Keep the pairs of a peer with the candidates whose figure is high enough. The candidates' documents are the models, in as
   many calls as their number needs. */
static Status keep_pairs(Workspace *workspace, const Tile *tile, size_t peer, double at_least, Task *task)
{
    enum { MODELS_AT_ONCE = LARGE(1 << 12) };
    ManyMemory *memory = &workspace->many;
    for (size_t from = 0, count; from < memory->candidates.size; from += count) {
        const int32_t *candidates = memory->candidates.items + from;
        count = memory->candidates.size - from < MODELS_AT_ONCE ? memory->candidates.size - from : MODELS_AT_ONCE;
        NEED(RESERVE(workspace->documents, count + 1));
        for (size_t m = 0; m < count; m++)
            TRY(set_document(workspace, tile->models, &tile->measure->model, (size_t)candidates[m], m));
        TRY(count_pairs(workspace, tile, peer, 1, count, task));
        for (size_t m = 0; m < count; m++) {
            const double figure = figure_with(workspace, 0, m, m + 1, tile->figure);
            if (figure >= at_least)
                NEED(APPEND(memory->pairs, (TextPair){(int32_t)peer, candidates[m], figure}));
        }
    }
    return DONE;
}

Status find_pairs(Workspace *workspace, const Tile *tile, double at_least, bool later, Task *task)
{
    enum { FEW_PEERS = 16 }; /* Lists of postings take longer to make than they save. */
    /* Figures are rounded to five decimals or finer, which moves F by less than this. */
    const double least = is_bounded(workspace, tile) ? at_least - 2e-5 : 0;
    const bool has_postings = least > 0 && tile->peer_end - tile->first_peer > FEW_PEERS;
    ManyMemory *memory = &workspace->many;
    memory->pairs.size = 0;
    NEED(RESERVE(memory->is_candidate, tile->models->texts) && RESERVE(memory->candidates, tile->models->texts) &&
         RESERVE(workspace->documents, 1));
    if (has_postings)
        TRY(list_postings(workspace, tile, task));
    for (size_t peer = tile->first_peer; peer < tile->peer_end; peer++) {
        const size_t first = later && peer >= tile->first_model ? peer + 1 : tile->first_model;
        TRY(set_document(workspace, tile->peers, &tile->measure->peer, peer, 0));
        const Document document = workspace->documents.items[0];
        memory->candidates.size = 0;
        TRY(collect_candidates(workspace, tile, first, has_postings, &document, least, task));
        for (size_t i = 0; i < memory->candidates.size; i++)
            memory->is_candidate.items[memory->candidates.items[i]] = 0;
        TRY(keep_pairs(workspace, tile, peer, at_least, task));
        TRY(task_did(task, memory->candidates.size + document.size));
    }
    return DONE;
}
