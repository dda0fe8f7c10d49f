/* Batches of texts: to the numbers of their tokens and their traits, and to columns of counts and figures. */

#include "workspace.h"

Workspace *workspace_new(const Plan *plan, const WordTable *words)
{
    Workspace *workspace = calloc(1, sizeof *workspace);
    if (!workspace)
        return NULL;
    workspace->plan = plan;
    workspace->reader.lowering = plan->lowering;
    workspace->reader.block = BLOCK_OF_TEXT;
    workspace->pieces.reader = &workspace->reader;
    workspace->pieces.cutting = plan->cutting;
    workspace->pieces.plain_ascii = plan->plain_ascii;
    if (table_copy(&workspace->reader.table, words) == DONE)
        return workspace;
    workspace_free(workspace);
    return NULL;
}

void workspace_free(Workspace *workspace)
{
    if (!workspace)
        return;
    table_free(&workspace->reader.table);
    table_free(&workspace->pieces.table.pieces);
    RELEASE_ALL(workspace->pieces.table.ends, workspace->pieces.table.tokens);
    RELEASE(workspace->pieces.items);
    free(workspace->letters);
    RELEASE_ALL(workspace->reader.tokens, workspace->reader.letters);
    RELEASE(workspace->indices.slots);
    RELEASE(workspace->grams.table.slots);
    RELEASE_ALL(workspace->lines, workspace->weights);
    RELEASE_ALL(workspace->grams.grams, workspace->grams.used);
    RELEASE_ALL(workspace->skips.numbers, workspace->skips.peer.tokens);
    RELEASE_ALL(workspace->copying.first, workspace->copying.next);
    RELEASE_ALL(workspace->lcs.marks, workspace->lcs.longest);
    RELEASE_ALL(workspace->lcs.lattice.first, workspace->lcs.lattice.states);
    RELEASE_ALL(workspace->many.starts, workspace->many.pairs);
    RELEASE_ALL(workspace->extract.chosen, workspace->extract.letters);
    for (size_t i = 0; i < SETS; i++)
        RELEASE_ALL(workspace->extract.sets[i].grams, workspace->extract.sets[i].flags);
    free(workspace);
}

/* The texts of a batch to the numbers of their tokens, and their traits. */

typedef struct {
    const Span *items;
    size_t count;
} Sentences;

/* Return the place of the next separator, or the length of the text. */
static size_t next_separator(Span text, size_t from, Span separator)
{
    while (separator.length > 0 && separator.length <= text.length - from) {
        const unsigned char *first =
            memchr(text.bytes + from, separator.bytes[0], text.length - from - (separator.length - 1));
        if (!first)
            break;
        if (separator.length == 1 || memcmp(first, separator.bytes, separator.length) == 0)
            return (size_t)(first - text.bytes);
        from = (size_t)(first - text.bytes) + 1;
    }
    return text.length;
}

/* Find the sentences of a text: the items of its list, or its lines. Empty lines are no sentences. */
static Status find_sentences(Workspace *workspace, const Batch *batch, const BatchText *text, Sentences *sentences)
{
    const Span lines = text->lines; /* none where the text is in sentences */
    workspace->lines.size = 0;
    for (size_t from = 0, end; from < lines.length; from = end + text->separator.length) {
        end = next_separator(lines, from, text->separator);
        if (end > from)
            NEED(APPEND(workspace->lines, (Span){lines.bytes + from, end - from}));
    }
    *sentences = text->is_in_sentences ? (Sentences){batch->sentences.items + text->first, text->sentences}
                                       : (Sentences){workspace->lines.items, workspace->lines.size};
    return DONE;
}

/* Read a text within a limit. `apart`: the text is read for ROUGE-L and ROUGE-W, whose limit in bytes differs. */
static Status read_text(Workspace *workspace, Sentences sentences, bool stem, bool apart)
{
    const Plan *plan = workspace->plan;
    Limit limit = plan->limit;
    TextReader *reader = &workspace->reader;
    PieceReader *pieces = &workspace->pieces;
    bool is_last = false, is_full = false;
    reader->stem = stem;
    reader->start = reader->tokens.size;
    pieces->left = plan->max_tokens;
    if (plan->cutting == NO_PIECES)
        for (size_t s = 0; s < sentences.count && !is_last; s++)
            TRY(read_sentence(reader, cut_sentence(sentences.items[s], &limit, apart, &is_last)));
    else if (pieces->is_scanning) {
        for (size_t s = 0; s < sentences.count && !is_last && !is_full; s++)
            TRY(scan_sentence(pieces, cut_sentence(sentences.items[s], &limit, apart, &is_last), &is_full));
        return append_number(&pieces->items, END_OF_TEXT);
    } else
        TRY(read_items(pieces));
    /* With SPACES a text without tokens has an empty one. */
    const bool lacks_empty_token = reader->lowering == SPACES && reader->tokens.size == reader->start;
    return lacks_empty_token ? read_sentence(reader, (Span){(const unsigned char *)"", 0}) : DONE;
}

static Status read_document(Workspace *workspace, const Reading *reading, Sentences sentences, DocumentPlaces *places)
{
    const Plan *plan = workspace->plan;
    const NumberList *tokens = &workspace->reader.tokens, *ends = &workspace->reader.ends;
    places->tokens = places->words = tokens->size;
    places->ends = ends->size;
    TRY(read_text(workspace, sentences, reading->stem, false));
    places->size = tokens->size - places->tokens;
    if (plan->limit.max_bytes || reading->stem != reading->stem_sentences) {
        places->words = tokens->size;
        places->ends = ends->size;
        TRY(read_text(workspace, sentences, reading->stem_sentences, true));
    }
    places->word_count = tokens->size - places->words;
    places->sentences = ends->size - places->ends;
    return DONE;
}

/* Find the traits of a text, and its words if it has split and whole ones. A text that is not in UTF-8 is read as
   Latin-1. */
static Status find_traits(Workspace *workspace, Sentences sentences, bool is_empty, BatchText *text, Task *task)
{
    const bool has_several = sentences.count == 1 && has_several_sentences(sentences.items[0]);
    bool is_ascii = true, is_utf8 = true, was_utf8;
    text->traits = (char)((is_empty ? EMPTY : 0) | (has_several ? ON_ONE_LINE : 0));
    for (size_t s = 0; s < sentences.count; s++) {
        const Span sentence = sentences.items[s];
        is_ascii = is_ascii && skip_ascii(sentence, 0) == sentence.length;
        text->traits |= has_mark(sentence) ? MARKED : 0;
    }
    if (is_ascii)
        return DONE;
    WordCounts found;
    do { /* once more where the text turns out not to be in UTF-8 */
        was_utf8 = is_utf8;
        found = (WordCounts){0, 0};
        for (size_t s = 0; s < sentences.count && is_utf8 == was_utf8; s++)
            TRY(count_split_words(&workspace->letters, sentences.items[s], &found, &is_utf8, task));
    } while (is_utf8 != was_utf8);
    text->traits |= is_utf8 ? 0 : NOT_UTF8;
    if (found.split == 0)
        return DONE;
    text->traits |= SPLIT_WORDS;
    for (size_t s = 0; s < sentences.count; s++)
        found.words += count_ascii_words(sentences.items[s]);
    if (!is_empty)
        text->words = found;
    return DONE;
}

/* Have the beginning of a text of the next pair fetched: the texts of a program may lie anywhere in memory. */
static void prefetch(Span lines)
{
    enum { LINE_OF_CACHE = 64, MOST_FETCHED = 512 };
    for (size_t i = 0; i < lines.length && i < MOST_FETCHED; i += LINE_OF_CACHE)
        PREFETCH(lines.bytes + i);
}

Status read_batch_texts(Workspace *workspace, const Batch *batch, Task *task)
{
    const Plan *plan = workspace->plan;
    PieceReader *pieces = &workspace->pieces;
    workspace->reader.task = task;
    workspace->reader.tokens.size = workspace->reader.ends.size = 0;
    NEED(RESERVE(workspace->places, batch->text_count * plan->reading_count));
    pieces->items.size = pieces->next_item = pieces->pending_count = pieces->window_count = 0;
    /* Texts in pieces are read twice: cut into pieces first, whose tokens are then asked for together. */
    for (int pass = plan->cutting == NO_PIECES; pass < 2; pass++) {
        pieces->is_scanning = pass == 0;
        if (!pieces->is_scanning && pieces->table.ends.size < pieces->table.pieces.entries.size)
            TRY(task->host->find_tokens(task, pieces, plan->function));
        for (size_t t = 0; t < batch->text_count; t++) {
            DocumentPlaces *places = workspace->places.items + t * plan->reading_count;
            Sentences sentences;
            bool is_empty = true;
            if (t + 2 < batch->text_count)
                prefetch(batch->texts[t + 2].lines);
            TRY(find_sentences(workspace, batch, &batch->texts[t], &sentences));
            for (size_t r = 0; r < plan->reading_count; r++) {
                TRY(read_document(workspace, &plan->readings[r], sentences, &places[r]));
                is_empty &= places[r].size == 0;
            }
            if (plan->reading_count > 0 && !pieces->is_scanning)
                TRY(find_traits(workspace, sentences, is_empty, &batch->texts[t], task));
            TRY(task_did(task, 64)); /* An empty text takes as long as many units. */
        }
    }
    return DONE;
}

/* Documents to the hits of measures. */

/* Return the side of a measure that a document is on: models come before peers. */
static const Side *side_of(const Workspace *workspace, const Measure *measure, size_t document)
{
    return document < workspace->evaluation.model_count ? &measure->model : &measure->peer;
}

DocumentPlaces *places_of(const Workspace *workspace, const Measure *measure, size_t i)
{
    const int32_t text = workspace->evaluation.places[i];
    const size_t reading = side_of(workspace, measure, i)->reading;
    return &workspace->places.items[(size_t)text * workspace->plan->reading_count + reading];
}

/* Return whether a document has the same tokens across sentence ends and in its sentences. Words that stand behind no
   tokens begin where these do, too. */
static bool has_one_text(const DocumentPlaces *places)
{
    return places->words == places->tokens && places->word_count == places->size;
}

static void renumber(StampedTable *table, const int32_t *tokens, size_t size, int32_t *indices)
{
    StampedTable local = *table; /* which stays in registers while indices are written */
    for (size_t i = 0; i < size; i++)
        indices[i] = stamped_number(&local, (uint32_t)tokens[i]) - 1;
    table->count = local.count;
}

void set_texts(Workspace *workspace, Texts texts)
{
    workspace->texts = texts;
    workspace->measure = NULL;
    workspace->grams.n = 0;
}

Status make_texts(Workspace *workspace, const Measure *measure, Task *task)
{
    const Evaluation *evaluation = &workspace->evaluation;
    size_t documents = evaluation->model_count + evaluation->peer_count, all = 0;
    for (size_t i = 0; i < documents; i++) {
        const DocumentPlaces *places = places_of(workspace, measure, i);
        all += places->size + (has_one_text(places) ? 0 : places->word_count);
    }
    StampedTable *table = &workspace->indices;
    NEED(RESERVE(workspace->numbers, all) && RESERVE(workspace->documents, documents) && stamped_begin(table, all));
    int32_t *numbers = workspace->numbers.items;
    for (size_t i = 0; i < documents; i++) {
        const DocumentPlaces *places = places_of(workspace, measure, i);
        Document *document = &workspace->documents.items[i];
        *document = (Document){numbers, places->size, numbers, places->size, NULL, 0};
        renumber(table, workspace->reader.tokens.items + places->tokens, places->size, numbers);
        numbers += places->size;
        if (!has_one_text(places)) {
            document->words = numbers;
            document->word_count = places->word_count;
            renumber(table, workspace->reader.tokens.items + places->words, places->word_count, numbers);
            numbers += places->word_count;
        }
    }
    set_texts(workspace, (Texts){workspace->documents.items, workspace->documents.items + evaluation->model_count,
                                 evaluation->model_count, evaluation->peer_count, (size_t)table->count});
    return task_did(task, 4 * all);
}

void set_sentences(Workspace *workspace, const Measure *measure)
{
    for (size_t i = 0; i < workspace->evaluation.model_count + workspace->evaluation.peer_count; i++) {
        const DocumentPlaces *places = places_of(workspace, measure, i);
        const bool whole = side_of(workspace, measure, i)->whole;
        workspace->documents.items[i].ends = whole ? NULL : workspace->reader.ends.items + places->ends;
        workspace->documents.items[i].sentences = whole ? 1 : places->sentences;
    }
}

/* Make the weights of runs of 0, 1, 2 … up to the longest text. */
static Status make_weights(Workspace *workspace, const Measure *measure)
{
    const size_t count = longest_document(workspace->texts.models, workspace->texts.model_count) + 2;
    if (workspace->weight != measure->weight)
        workspace->weights.size = 0;
    workspace->weight = measure->weight;
    NEED(RESERVE(workspace->weights, count));
    for (; workspace->weights.size < count; workspace->weights.size++)
        workspace->weights.items[workspace->weights.size] = pow((double)workspace->weights.size, measure->weight);
    return DONE;
}

Status count_hits(Workspace *workspace, const Measure *measure, Task *task)
{
    const Texts *texts = &workspace->texts;
    const size_t models = texts->model_count, cells = models * texts->peer_count;
    NEED(RESERVE(workspace->hits, 2 * cells) && RESERVE(workspace->kinds, models + texts->peer_count));
    double *hits = workspace->hits.items, *others = hits + cells;
    const Measure *last = workspace->measure;
    workspace->measure = measure;
    GramCounting counting = {.n = (size_t)measure->number};
    /* ROUGE-SU goes on from the hits of ROUGE-S where that was the measure before it, and DENSITY from COVERAGE. */
    if (measure->kind == SKIP_BIGRAMS && last && last->kind == SKIP_BIGRAMS && last->number == measure->number &&
        !last->unigrams && measure->unigrams)
        return gram_hits(&workspace->grams, texts, (GramCounting){.n = 1, .dropped = 1}, hits, NULL, task);
    if (measure->kind == DENSITY && last && last->kind == COVERAGE) {
        memmove(hits, others, cells * sizeof *hits);
        return DONE;
    }
    memset(hits, 0, 2 * cells * sizeof *hits);
    memset(workspace->kinds.items, 0, (models + texts->peer_count) * sizeof *workspace->kinds.items);
    switch (measure->kind) {
    case NGRAMS:
    case SIGNED_NGRAMS:
        return gram_hits(&workspace->grams, texts, counting, hits, NULL, task);
    case SKIP_BIGRAMS:
        TRY(skip_bigram_hits(&workspace->skips, texts, measure->number, hits, task));
        counting = (GramCounting){.n = 1, .dropped = 1};
        return measure->unigrams ? gram_hits(&workspace->grams, texts, counting, hits, NULL, task) : DONE;
    case LCS:
        return lcs_hits(&workspace->lcs, texts, NULL, hits, task);
    case WEIGHTED_LCS:
        TRY(make_weights(workspace, measure));
        return lcs_hits(&workspace->lcs, texts, workspace->weights.items, hits, task);
    case LONGEST_LCS:
        return longest_lcs_hits(&workspace->lcs, texts, hits, others, task);
    case LCS_OF_PAIRS:
        return longest_lcs_hits(&workspace->lcs, texts, hits, NULL, task);
    case WEIGHTED_LENGTH:
        TRY(make_weights(workspace, measure));
        return weighted_lengths(&workspace->lcs, texts, workspace->weights.items, hits, task);
    case DISTINCT_NGRAMS:
        counting.units = OF_DOCUMENTS;
        counting.once = true;
        return gram_hits(&workspace->grams, texts, counting, hits, workspace->kinds.items, task);
    case DISTINCT_LCS:
        return distinct_lcs_hits(&workspace->lcs, texts, workspace->kinds.items, hits, task);
    case COVERAGE:
    case DENSITY:
        return copied_tokens(&workspace->copying, texts, measure->kind == DENSITY ? others : hits,
                             measure->kind == DENSITY ? hits : others, task);
    case COMPRESSION:
    case LENGTH:
    case SENTENCES:
        for (size_t cell = 0; cell < cells; cell++) {
            const Document *model = &texts->models[cell % models], *peer = &texts->peers[cell / models];
            hits[cell] = (double)(measure->kind == COMPRESSION ? model->size
                                  : measure->kind == LENGTH    ? peer->size
                                                               : peer->sentences);
        }
        return DONE;
    default:
        counting.units = OF_PAIRS;
        counting.once = measure->kind != NOVEL_TOKENS && measure->kind != REPEATED_TOKENS;
        counting.dropped = measure->kind == NOVEL_PRESUMM || measure->kind == REPEATED_PRESUMM;
        counting.repeated = measure->kind >= REPEATED_TYPES;
        return gram_hits(&workspace->grams, texts, counting, hits, others, task);
    }
}

bool tokens_are_alike(const Measure *one, const Measure *other)
{
    return one->model.reading == other->model.reading && one->peer.reading == other->peer.reading;
}

Status count_batch(Workspace *workspace, const Batch *batch, char *block, Task *task)
{
    const size_t column = 8 * batch->row_count;
    TRY(read_batch_texts(workspace, batch, task));
    for (size_t e = 0; e < batch->evaluation_count; e++) {
        workspace->evaluation = batch->evaluations[e];
        for (size_t i = 0; i < workspace->plan->measure_count; i++) {
            const Measure *measure = &workspace->plan->measures[i];
            if (i == 0 || !tokens_are_alike(measure - 1, measure)) /* else they share the texts */
                TRY(make_texts(workspace, measure, task));
            set_sentences(workspace, measure);
            TRY(count_hits(workspace, measure, task));
            write_rows(workspace, block + i * COLUMNS * column, batch->row_count);
            TRY(task_did(task, 20 * workspace->texts.model_count * workspace->texts.peer_count + 1));
        }
    }
    return DONE;
}
