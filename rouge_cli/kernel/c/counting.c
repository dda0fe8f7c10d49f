/* Batches of texts to columns of counts and figures. */

#include "counting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Workspace *workspace_new(const WordTable *words)
{
    Workspace *workspace = zeroed(1, sizeof *workspace);
    if (!workspace)
        return NULL;
    workspace->reader.table = &workspace->table;
    workspace->reader.tokens = &workspace->tokens;
    workspace->reader.ends = &workspace->ends;
    workspace->grams = grams_new();
    workspace->skips = skip_new();
    workspace->lcs = lcs_new();
    if (table_copy(&workspace->table, words) == DONE && workspace->grams && workspace->skips && workspace->lcs)
        return workspace;
    workspace_free(workspace);
    return NULL;
}

void workspace_free(Workspace *workspace)
{
    table_free(&workspace->table);
    free(workspace->reader.letters);
    free(workspace->tokens.numbers);
    free(workspace->ends.numbers);
    free(workspace->places);
    free(workspace->numbers);
    free(workspace->documents);
    free(workspace->slots);
    free(workspace->hits);
    free(workspace->real_hits);
    free(workspace->figures);
    free(workspace->weights);
    grams_free(workspace->grams);
    skip_free(workspace->skips);
    lcs_free(workspace->lcs);
    free(workspace);
}

/* Sentences of a text, one after the other. */
typedef struct {
    const Batch *batch;
    const BatchText *text;
    size_t at; /* a byte of lines, or a sentence */
} Sentences;

static bool next_sentence(Sentences *sentences, Span *sentence)
{
    const BatchText *text = sentences->text;
    if (text->form == SENTENCES) {
        if (sentences->at == text->sentences)
            return false;
        *sentence = sentences->batch->sentences[text->first + sentences->at++];
        return true;
    }
    const unsigned char *bytes = text->lines.bytes;
    size_t from = sentences->at, length = text->lines.length;
    while (from < length && bytes[from] == '\n') /* Empty lines are no sentences. */
        from++;
    if (from == length)
        return false;
    const unsigned char *end = memchr(bytes + from, '\n', length - from);
    *sentence = (Span){bytes + from, end ? (size_t)(end - bytes) - from : length - from};
    sentences->at = from + sentence->length;
    return true;
}

/* Read a text within a limit; `apart`: as for the sentences of ROUGE-L and ROUGE-W. */
static Status read_text(Workspace *workspace, const Batch *batch, const BatchText *text, Limit limit, bool stem,
                        bool apart, Task *task)
{
    TextReader *reader = &workspace->reader;
    reader->stem = stem;
    reader->start = workspace->tokens.size;
    reader->task = task;
    Sentences sentences = {batch, text, 0};
    Span sentence;
    bool is_last = false;
    Status status = DONE;
    while (!is_last && status == DONE && next_sentence(&sentences, &sentence))
        status = read_sentence(reader, cut_sentence(sentence, &limit, apart, &is_last));
    return status;
}

Status add_whole_end(Workspace *workspace, DocumentPlaces *places)
{
    places->whole_end = workspace->ends.size;
    return append_number(&workspace->ends, (int32_t)places->word_count);
}

/* Read a text as a plan's reading wants it. */
static Status read_document(Workspace *workspace, const Plan *plan, const Reading *reading, const Batch *batch,
                            const BatchText *text, DocumentPlaces *places, Task *task)
{
    NumberList *tokens = &workspace->tokens, *ends = &workspace->ends;
    places->tokens = places->words = tokens->size;
    places->ends = ends->size;
    Status status = read_text(workspace, batch, text, plan->limit, reading->stem, false, task);
    places->size = tokens->size - places->tokens;
    if (status == DONE && (plan->limit.max_bytes || reading->stem != reading->stem_sentences)) {
        places->words = tokens->size;
        places->ends = ends->size;
        status = read_text(workspace, batch, text, plan->limit, reading->stem_sentences, true, task);
    }
    places->word_count = tokens->size - places->words;
    places->sentences = ends->size - places->ends;
    return status == DONE ? add_whole_end(workspace, places) : status;
}

static char traits_of(const Batch *batch, const BatchText *text, bool is_empty)
{
    Sentences sentences = {batch, text, 0};
    Span sentence, first = {NULL, 0};
    size_t count = 0;
    char traits = is_empty ? EMPTY : 0;
    while (next_sentence(&sentences, &sentence)) {
        if (count++ == 0)
            first = sentence;
        if (!(traits & NOT_ASCII) && !is_ascii(sentence))
            traits |= NOT_ASCII;
    }
    if (count == 1 && has_several_sentences(first))
        traits |= ON_ONE_LINE;
    return traits;
}

static Status read_texts(Workspace *workspace, const Plan *plan, const Batch *batch, char *traits, Task *task)
{
    Status status = DONE;
    for (size_t t = 0; t < batch->text_count && status == DONE; t++) {
        const BatchText *text = &batch->texts[t];
        bool is_empty = true;
        traits[t] = 0;
        if (text->form == DOCUMENT || plan->reading_count == 0)
            continue;
        for (size_t r = 0; r < plan->reading_count && status == DONE; r++) {
            const Reading *reading = &plan->readings[r];
            if (reading->first_alike == r &&
                ((text->is_model && reading->for_models) || (text->is_peer && reading->for_peers))) {
                DocumentPlaces *places = &workspace->places[t * plan->reading_count + r];
                status = read_document(workspace, plan, reading, batch, text, places, task);
                is_empty &= places->size == 0;
            }
        }
        traits[t] = traits_of(batch, text, is_empty);
        if (status == DONE)
            status = task_did(task, 64); /* An empty text takes as long as many units. */
    }
    return status;
}

typedef struct IndexSlot {
    int32_t number;
    int32_t index_plus_1; /* 0: the slot is empty */
} IndexSlot;

typedef struct {
    IndexSlot *slots;
    size_t count; /* a power of two, at least twice the number of tokens, so that searches are short */
    int shift;
    int32_t kinds;
} IndexTable;

/* Return the index of a number; new numbers get the next one. `work` counts the slots looked at. */
static inline int32_t index_of(IndexTable *table, int32_t number, size_t *work)
{
    /* Fibonacci hashing (Knuth, TAOCP 6.4): neighbours, as numbers of words often are, get slots far apart. */
    size_t slot = ((uint32_t)number * UINT32_C(0x9E3779B1)) >> table->shift;
    for (; table->slots[slot].index_plus_1 && table->slots[slot].number != number;
         slot = (slot + 1) & (table->count - 1))
        ++*work;
    if (!table->slots[slot].index_plus_1)
        table->slots[slot] = (IndexSlot){number, ++table->kinds};
    return table->slots[slot].index_plus_1 - 1;
}

static Status renumber(IndexTable *table, const int32_t *tokens, size_t size, int32_t *indices, Task *task)
{
    /* Small, because tokens that all fall into one slot make each search as long as the table is full. */
    enum { TOKENS_BETWEEN_LOOKS = LARGE(1 << 10) };
    Status status = DONE;
    for (size_t i = 0; i < size && status == DONE;) {
        size_t stop = size - i < TOKENS_BETWEEN_LOOKS ? size : i + TOKENS_BETWEEN_LOOKS, work = stop - i;
        for (; i < stop; i++)
            indices[i] = index_of(table, tokens[i], &work);
        status = task_did(task, work);
    }
    return status;
}

/* An evaluation, as places in its batch. */
typedef struct {
    const int32_t *models, *peers, *rows;
    size_t model_count, peer_count;
} Evaluation;

static const DocumentPlaces *places_of(const Workspace *workspace, const Plan *plan, const Evaluation *evaluation,
                                       const Measure *measure, size_t i)
{
    bool is_model = i < evaluation->model_count;
    int32_t text = is_model ? evaluation->models[i] : evaluation->peers[i - evaluation->model_count];
    const Reading *reading = &plan->readings[is_model ? measure->model_reading : measure->peer_reading];
    return &workspace->places[(size_t)text * plan->reading_count + reading->first_alike];
}

/* Return whether a document has the same tokens across sentence ends and in its sentences. Words that stand behind no
   tokens begin where these do, too. */
static bool has_one_text(const DocumentPlaces *places)
{
    return places->words == places->tokens && places->word_count == places->size;
}

/* Make an empty table for so many numbers. */
static bool make_index_table(Workspace *workspace, IndexTable *table, size_t numbers)
{
    *table = (IndexTable){NULL, 16, 28, 0}; /* 2**(32 - 28) slots */
    while (table->count < 2 * numbers && table->shift > 0)
        table->count *= 2, table->shift--;
    if (!reserve((void **)&workspace->slots, &workspace->slot_room, table->count, sizeof *workspace->slots))
        return false;
    table->slots = workspace->slots;
    memset(table->slots, 0, table->count * sizeof *table->slots);
    return true;
}

/* Make the documents of an evaluation as a measure reads them, with tokens renumbered from 0 without gaps, but without
   their sentences. */
static Status make_texts(Workspace *workspace, const Plan *plan, const Evaluation *evaluation, const Measure *measure,
                         Texts *texts, Task *task)
{
    size_t documents = evaluation->model_count + evaluation->peer_count, all = 0;
    for (size_t i = 0; i < documents; i++) {
        const DocumentPlaces *places = places_of(workspace, plan, evaluation, measure, i);
        all += places->size + (has_one_text(places) ? 0 : places->word_count);
    }
    IndexTable table;
    if (!reserve((void **)&workspace->numbers, &workspace->number_room, all, sizeof *workspace->numbers) ||
        !reserve((void **)&workspace->documents, &workspace->document_room, documents, sizeof(Document)) ||
        !make_index_table(workspace, &table, all))
        return NO_MEMORY;
    Status status = task_did(task, table.count);
    int32_t *numbers = workspace->numbers;
    for (size_t i = 0; i < documents && status == DONE; i++) {
        const DocumentPlaces *places = places_of(workspace, plan, evaluation, measure, i);
        Document *document = &workspace->documents[i];
        *document = (Document){numbers, places->size, numbers, places->size, NULL, 0};
        status = renumber(&table, workspace->tokens.numbers + places->tokens, places->size, numbers, task);
        numbers += places->size;
        if (!has_one_text(places) && status == DONE) {
            document->words = numbers;
            document->word_count = places->word_count;
            status = renumber(&table, workspace->tokens.numbers + places->words, places->word_count, numbers, task);
            numbers += places->word_count;
        }
    }
    *texts = (Texts){workspace->documents, workspace->documents + evaluation->model_count, evaluation->model_count,
                     evaluation->peer_count, (size_t)table.kinds};
    return status;
}

/* Set the sentences of the documents as a measure reads them. */
static void set_sentences(Workspace *workspace, const Plan *plan, const Evaluation *evaluation, const Measure *measure)
{
    for (size_t i = 0; i < evaluation->model_count + evaluation->peer_count; i++) {
        const DocumentPlaces *places = places_of(workspace, plan, evaluation, measure, i);
        size_t reading = i < evaluation->model_count ? measure->model_reading : measure->peer_reading;
        bool whole = plan->readings[reading].whole;
        workspace->documents[i].ends = workspace->ends.numbers + (whole ? places->whole_end : places->ends);
        workspace->documents[i].sentences = whole ? 1 : places->sentences;
    }
}

/* Return the length of the longest sequence of the models' words: a sentence or, in the ROUGE-W of the paper, a text. */
static size_t longest_sequence(const Measure *measure, const Texts *texts)
{
    size_t longest = 0;
    for (size_t m = 0; m < texts->model_count; m++) {
        const Document *model = &texts->models[m];
        if (measure->kind == WEIGHTED_LENGTH && model->size > longest)
            longest = model->size;
        for (size_t s = 0, from = 0; measure->kind == WEIGHTED_LCS && s < model->sentences; from = end_of(model, s++))
            if (end_of(model, s) - from > longest)
                longest = end_of(model, s) - from;
    }
    return longest;
}

/* Make the weights of runs of 0, 1, 2 … up to the longest that there may be. */
static Status make_weights(Workspace *workspace, const Measure *measure, const Texts *texts)
{
    size_t longest = longest_sequence(measure, texts);
    if (workspace->weight != measure->weight)
        workspace->weight_count = 0;
    workspace->weight = measure->weight;
    if (!reserve((void **)&workspace->weights, &workspace->weight_room, longest + 2, sizeof *workspace->weights))
        return NO_MEMORY;
    for (; workspace->weight_count < longest + 2; workspace->weight_count++)
        workspace->weights[workspace->weight_count] = pow((double)workspace->weight_count, measure->weight);
    return DONE;
}

/* Count the hits of a measure. Whole numbers go to the workspace's hits, others to its real hits. */
static Status count_hits(Workspace *workspace, const Measure *measure, const Texts *texts, Task *task)
{
    size_t cells = texts->model_count * texts->peer_count;
    if (!reserve((void **)&workspace->hits, &workspace->hit_room, 2 * cells, sizeof *workspace->hits) ||
        !reserve((void **)&workspace->real_hits, &workspace->real_hit_room, cells, sizeof *workspace->real_hits))
        return NO_MEMORY;
    const Measure *last = workspace->counted;
    Status status = DONE;
    workspace->counted = measure;
    switch (measure->kind) {
    case NGRAMS:
        return ngram_hits(workspace->grams, texts, (size_t)measure->number, workspace->hits, task);
    case SKIP_BIGRAMS:
        /* ROUGE-SU goes on from the hits of ROUGE-S where that was the measure before it. */
        if (!last || last->kind != SKIP_BIGRAMS || last->number != measure->number || last->unigrams)
            status = skip_bigram_hits(workspace->skips, texts, measure->number, workspace->hits, task);
        if (status == DONE && measure->unigrams)
            status = add_unigram_hits(workspace->grams, texts, workspace->hits, task);
        return status;
    case LCS:
        status = lcs_hits(workspace->lcs, texts, NULL, workspace->real_hits, task);
        for (size_t cell = 0; cell < cells && status == DONE; cell++)
            workspace->hits[cell] = (int64_t)workspace->real_hits[cell];
        return status;
    case WEIGHTED_LCS:
        status = make_weights(workspace, measure, texts);
        return status == DONE ? lcs_hits(workspace->lcs, texts, workspace->weights, workspace->real_hits, task) : status;
    case LONGEST_LCS:
        return longest_lcs_hits(workspace->lcs, texts, workspace->hits, workspace->hits + cells, task);
    case WEIGHTED_LENGTH:
        status = make_weights(workspace, measure, texts);
        return status == DONE ? weighted_lengths(workspace->lcs, texts, workspace->weights, workspace->real_hits, task)
                              : status;
    }
    return status;
}

/* The units of a document in a measure that counts whole numbers. */
static int64_t units_of(const Measure *measure, const Document *document, bool is_model)
{
    int64_t size = (int64_t)document->size, reach;
    switch (measure->kind) {
    case NGRAMS:
        return size < measure->number ? 0 : size - measure->number + 1;
    case SKIP_BIGRAMS:
        reach = measure->number < 0 || measure->number >= size - 1 ? size - 1 : measure->number + 1;
        if (reach <= 0)
            return 0;
        return reach * size - reach * (reach + 1) / 2 + (measure->unigrams ? size - 1 : 0);
    case LONGEST_LCS:
        return (int64_t)document->word_count;
    default:
        return is_model ? (int64_t)document->word_count : size;
    }
}

/* The counts of a peer with a model, or with all of them; in `real` where they are no whole numbers. The peer's hit
   is 0 where it is not counted apart. */
typedef union {
    struct {
        int64_t model, peer, hit, peer_hit;
    } whole;
    struct {
        double model, peer, hit;
    } real;
} Counts;

static bool counts_doubles(const Measure *measure)
{
    return measure->kind == WEIGHTED_LCS || measure->kind == WEIGHTED_LENGTH;
}

/* Return the number of columns of counts. */
static size_t count_columns(const Measure *measure)
{
    return measure->kind == LONGEST_LCS ? 4 : 3;
}

size_t columns_of_plan(const Plan *plan)
{
    size_t columns = 0;
    for (size_t i = 0; i < plan->measure_count; i++)
        columns += count_columns(&plan->measures[i]) + 3;
    return columns;
}

static double ratio(const Measure *measure, double hit, double units)
{
    if (units == 0)
        return 0;
    return counts_doubles(measure) ? pow(hit / units, 1 / measure->weight) : hit / units;
}

/* Return what is raised to the power of the weight to make a model's units: the sum of the weights of its sentences or,
   in the ROUGE-W of the paper, its words. */
static double base_of(const Workspace *workspace, const Measure *measure, const Document *model)
{
    double base = 0;
    if (measure->kind == WEIGHTED_LENGTH)
        return (double)model->size;
    for (size_t s = 0, from = 0; s < model->sentences; from = end_of(model, s++))
        base += workspace->weights[end_of(model, s) - from];
    return base;
}

/* Return the counts of a peer with one model; `cell` is theirs among the hits. */
static Counts counts_of(const Workspace *workspace, const Measure *measure, const Texts *texts, const Document *model,
                        const Document *peer, size_t cell)
{
    if (counts_doubles(measure))
        return (Counts){.real = {pow(base_of(workspace, measure, model), measure->weight),
                                 pow((double)peer->size, measure->weight), workspace->real_hits[cell]}};
    int64_t peer_hit =
        measure->kind == LONGEST_LCS ? workspace->hits[texts->model_count * texts->peer_count + cell] : 0;
    return (Counts){.whole = {units_of(measure, model, true), units_of(measure, peer, false), workspace->hits[cell],
                              peer_hit}};
}

static void add_counts(const Measure *measure, Counts *sums, const Counts *counts)
{
    if (counts_doubles(measure)) {
        sums->real.model += counts->real.model;
        sums->real.peer += counts->real.peer;
        sums->real.hit += counts->real.hit;
    } else {
        sums->whole.model += counts->whole.model;
        sums->whole.peer += counts->whole.peer;
        sums->whole.hit += counts->whole.hit;
        sums->whole.peer_hit += counts->whole.peer_hit;
    }
}

typedef struct {
    double recall, precision, f;
} Figures;

static Figures figures_of(const Plan *plan, const Measure *measure, const Counts *counts)
{
    double model, peer, hit, peer_hit;
    if (counts_doubles(measure)) {
        model = counts->real.model, peer = counts->real.peer, hit = peer_hit = counts->real.hit;
    } else {
        model = (double)counts->whole.model, peer = (double)counts->whole.peer, hit = (double)counts->whole.hit;
        peer_hit = measure->kind == LONGEST_LCS ? (double)counts->whole.peer_hit : hit;
    }
    double recall = ratio(measure, hit, model), precision = ratio(measure, peer_hit, peer), f;
    if (measure->kind == LONGEST_LCS)
        f = ratio(measure, hit + peer_hit, model + peer);
    else if (measure->kind == WEIGHTED_LENGTH || plan->rounding != DECIMALS)
        f = f_measure(recall, precision, plan->alpha);
    else /* ROUGE-1.5.5 quirk: F is made of rounded figures. */
        f = f_measure(rounded(recall), rounded(precision), plan->alpha);
    switch (plan->rounding) {
    case DECIMALS:
        return (Figures){rounded(recall), rounded(precision), rounded(f)};
    case FLOATS:
        return (Figures){(float)recall, (float)precision, (float)f};
    default:
        return (Figures){recall, precision, f};
    }
}

/* Return the figure of which the best model has the most. */
static double choosing_figure(const Workspace *workspace, const Plan *plan, const Measure *measure,
                              const Document *model, const Counts *counts)
{
    if (plan->combination == BEST_F)
        return figures_of(plan, measure, counts).f;
    switch (measure->kind) {
    case WEIGHTED_LCS: /* ROUGE-1.5.5 quirk: it is not rounded, and the power is applied to the model only once. */
        return ratio(measure, counts->real.hit, base_of(workspace, measure, model));
    case WEIGHTED_LENGTH:
        return ratio(measure, counts->real.hit, counts->real.model);
    case LCS:
    case LONGEST_LCS:
        return ratio(measure, (double)counts->whole.hit, (double)counts->whole.model);
    default: /* ROUGE-1.5.5 quirk: the recall by which the best is chosen is rounded in all measures but ROUGE-L. */
        return rounded(ratio(measure, (double)counts->whole.hit, (double)counts->whole.model));
    }
}

/* Combine the counts of a peer with all models; `cell` is that of the first. Of equal models the first is the best. */
static Counts combine(const Workspace *workspace, const Plan *plan, const Measure *measure, const Texts *texts,
                      const Document *peer, size_t cell)
{
    Counts combined = {.whole = {0, 0, 0, 0}}; /* As doubles these are zero, too. */
    double highest = -1;
    for (size_t m = 0; m < texts->model_count; m++) {
        Counts counts = counts_of(workspace, measure, texts, &texts->models[m], peer, cell + m);
        if (plan->combination == POOLED || plan->combination == MEAN_OF_FLOATS) {
            add_counts(measure, &combined, &counts);
            continue;
        }
        double figure = choosing_figure(workspace, plan, measure, &texts->models[m], &counts);
        if (figure > highest) {
            highest = figure;
            combined = counts;
        }
    }
    return combined;
}

/* Set the means of the figures of a peer with each model. */
static Status mean_figures(Workspace *workspace, const Plan *plan, const Measure *measure, const Texts *texts,
                           const Document *peer, size_t cell, Figures *means)
{
    size_t models = texts->model_count;
    if (!reserve((void **)&workspace->figures, &workspace->figure_room, 3 * models, sizeof *workspace->figures))
        return NO_MEMORY;
    float *recalls = workspace->figures, *precisions = recalls + models, *fs = precisions + models;
    for (size_t m = 0; m < models; m++) {
        Counts counts = counts_of(workspace, measure, texts, &texts->models[m], peer, cell + m);
        Figures figures = figures_of(plan, measure, &counts);
        recalls[m] = (float)figures.recall;
        precisions[m] = (float)figures.precision;
        fs[m] = (float)figures.f;
    }
    *means =
        (Figures){mean_of_floats(recalls, models), mean_of_floats(precisions, models), mean_of_floats(fs, models)};
    return DONE;
}

/* Write the counts and figures of a peer to its row of the measure's columns. */
static void write_row(const Measure *measure, const Counts *counts, const Figures *figures, char *columns, size_t rows,
                      size_t row)
{
    size_t count = count_columns(measure);
    for (size_t i = 0; i < count; i++)
        memcpy(columns + 8 * (i * rows + row), (const char *)counts + 8 * i, 8);
    for (size_t i = 0; i < 3; i++)
        memcpy(columns + 8 * ((i + count) * rows + row), (const char *)figures + 8 * i, 8);
}

/* Return whether whole numbers among the weights and counts are not all below 2**53, up to which doubles hold them. */
static bool is_inexact(const Measure *measure, const Workspace *workspace, const Texts *texts)
{
    const double exact = 9007199254740992.0;
    double all = 0;
    if (!counts_doubles(measure) || measure->weight != floor(measure->weight))
        return false;
    for (size_t m = 0; m < texts->model_count; m++) {
        size_t runs = 1; /* The definition makes weights up to a power of two. */
        while (runs <= (measure->kind == WEIGHTED_LCS ? texts->models[m].word_count : texts->models[m].size))
            runs *= 2;
        if (!(pow((double)runs, measure->weight) < exact))
            return true;
        all += pow(base_of(workspace, measure, &texts->models[m]), measure->weight);
    }
    for (size_t p = 0; p < texts->peer_count; p++)
        if (!((double)texts->model_count * pow((double)texts->peers[p].size, measure->weight) < exact))
            return true;
    return !(all < exact);
}

static Status count_measure(Workspace *workspace, const Plan *plan, const Measure *measure, const Texts *texts,
                            const Evaluation *evaluation, char *columns, size_t rows, Task *task)
{
    Status status = count_hits(workspace, measure, texts, task);
    if (status == DONE && is_inexact(measure, workspace, texts))
        return INEXACT;
    for (size_t p = 0; p < texts->peer_count && status == DONE; p++) {
        const Document *peer = &texts->peers[p];
        size_t cell = p * texts->model_count;
        Counts counts = combine(workspace, plan, measure, texts, peer, cell);
        Figures figures = figures_of(plan, measure, &counts);
        if (plan->combination == MEAN_OF_FLOATS)
            status = mean_figures(workspace, plan, measure, texts, peer, cell, &figures);
        write_row(measure, &counts, &figures, columns, rows, (size_t)evaluation->rows[p]);
        if (status == DONE)
            status = task_did(task, 20 * texts->model_count);
    }
    return status;
}

/* Return whether two measures count the same tokens. */
static bool tokens_are_alike(const Plan *plan, const Measure *one, const Measure *other)
{
    const Reading *readings = plan->readings;
    return readings[one->model_reading].first_alike == readings[other->model_reading].first_alike &&
           readings[one->peer_reading].first_alike == readings[other->peer_reading].first_alike;
}

/* Count an evaluation. Measures of the same tokens, one behind the other, share the texts. */
static Status count_evaluation(Workspace *workspace, const Plan *plan, const Evaluation *evaluation, char *block,
                               size_t rows, Task *task)
{
    Texts texts;
    Status status = DONE;
    size_t columns = 0;
    for (size_t i = 0; i < plan->measure_count && status == DONE; i++) {
        const Measure *measure = &plan->measures[i], *before = i ? measure - 1 : NULL;
        if (!before || !tokens_are_alike(plan, before, measure)) {
            status = make_texts(workspace, plan, evaluation, measure, &texts, task);
            grams_begin(workspace->grams);
            workspace->counted = NULL;
        }
        if (status == DONE) {
            set_sentences(workspace, plan, evaluation, measure);
            status = count_measure(workspace, plan, measure, &texts, evaluation, block + columns * rows * 8, rows, task);
            columns += count_columns(measure) + 3;
        }
    }
    return status;
}

Status count_batch(Workspace *workspace, const Plan *plan, const Batch *batch, char *block, char *traits, Task *task)
{
    workspace->reader.lowers_unicode = plan->lowers_unicode;
    Status status = read_texts(workspace, plan, batch, traits, task);
    size_t model = 0, peer = 0;
    for (size_t e = 0; e < batch->evaluations && status == DONE; e++) {
        size_t model_end = (size_t)batch->model_ends[e], peer_end = (size_t)batch->peer_ends[e];
        Evaluation evaluation = {batch->models + model, batch->peers + peer, batch->rows + peer, model_end - model,
                                 peer_end - peer};
        status = count_evaluation(workspace, plan, &evaluation, block, batch->row_count, task);
        model = model_end;
        peer = peer_end;
    }
    return status;
}
