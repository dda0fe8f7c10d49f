/* Searches for the sentences of a document that score best with its models, as its extract. */

#include "workspace.h"

/* Return the number of sentences of the document, which is the last text of the batch. */
static size_t sentences_of_document(const Batch *batch)
{
    return batch->texts[batch->places[batch->use_count - 1]].sentences;
}

/* Begin with no sentences. */
static Status begin_extract(Workspace *workspace, const Batch *batch)
{
    workspace->extract.chosen.size = 0;
    workspace->extract.value = 0;
    workspace->evaluation = batch->evaluations[0];
    return RESERVE(workspace->extract.chosen, sentences_of_document(batch)) ? DONE : NO_MEMORY;
}

static size_t start_of(const Document *document, size_t sentence)
{
    return sentence ? end_of(document, sentence - 1) : 0;
}

/* Make the models, and the document with its sentences, whole or not, as a measure reads them, and room for extracts. */
static Status make_document(Workspace *workspace, const Batch *batch, const Measure *measure, Document *document, Task *task)
{
    const size_t models = workspace->evaluation.model_count;
    TRY(make_texts(workspace, measure, task));
    set_sentences(workspace, measure);
    const DocumentPlaces *of_document = places_of(workspace, measure, models);
    *document = workspace->texts.peers[0];
    document->ends = workspace->reader.ends.items + of_document->ends;
    document->sentences = of_document->sentences;
    /* Extracts are made of tokens: no limit may cut these, or the words, elsewhere. */
    if (document->words != document->tokens || document->sentences != sentences_of_document(batch))
        return LEFT_TO_PYTHON;
    return RESERVE(workspace->documents, models + document->sentences) ? DONE : NO_MEMORY;
}

/* Make an extract of the chosen sentences, which rise, and each other one, in the order of the document. */
static Status make_extracts(ExtractMemory *memory, const Document *document, bool whole, Document *extracts)
{
    const size_t count = memory->chosen.size, others = document->sentences - count;
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += end_of(document, (size_t)memory->chosen.items[i]) - start_of(document, (size_t)memory->chosen.items[i]);
    if (size > (SIZE_MAX - document->size) / (others + 1) || !RESERVE(memory->tokens, size * others + document->size) ||
        !RESERVE(memory->ends, others * (count + 1)))
        return NO_MEMORY;
    int32_t *tokens = memory->tokens.items, *ends = memory->ends.items;
    for (size_t other = 0, before = 0; other < document->sentences; other++) {
        if (before < count && (size_t)memory->chosen.items[before] == other) {
            before++;
            continue;
        }
        size = 0;
        for (size_t i = 0; i <= count; i++) {
            const size_t sentence = i == before ? other : (size_t)memory->chosen.items[i < before ? i : i - 1];
            const size_t from = start_of(document, sentence), words = end_of(document, sentence) - from;
            memcpy(tokens + size, document->tokens + from, words * sizeof *tokens);
            size += words;
            ends[i] = (int32_t)size;
        }
        *extracts++ = (Document){tokens, size, tokens, size, whole ? NULL : ends, whole ? 1 : count + 1};
        tokens += size;
        ends += count + 1;
    }
    return DONE;
}

/* Have the models and the extracts counted; return the place of the extracts. */
static Document *set_extracts(Workspace *workspace, size_t count)
{
    const size_t models = workspace->evaluation.model_count;
    Document *documents = workspace->documents.items;
    set_texts(workspace, (Texts){documents, documents + models, models, count, workspace->texts.kinds});
    return documents + models;
}

/* Add the F of a measure to the value of the extract with each other sentence. The workspace's texts are those of the
   measure before, if there was one. */
static Status add_values(Workspace *workspace, const Batch *batch, const Measure *measure, const Measure *before, Task *task)
{
    if (!before || !tokens_are_alike(before, measure) || before->model.whole != measure->model.whole ||
        before->peer.whole != measure->peer.whole) {
        Document document;
        TRY(make_document(workspace, batch, measure, &document, task));
        Document *extracts = set_extracts(workspace, document.sentences - workspace->extract.chosen.size);
        TRY(make_extracts(&workspace->extract, &document, measure->peer.whole, extracts));
    }
    TRY(count_hits(workspace, measure, task));
    for (size_t p = 0; p < workspace->texts.peer_count; p++)
        workspace->extract.values.items[p] += figure_with(workspace, p, 0, workspace->texts.model_count, 2);
    return task_did(task, 20 * workspace->texts.peer_count);
}

Status find_extract(Workspace *workspace, const Batch *batch, const unsigned char *measures,
                    size_t measure_count, size_t most, Task *task)
{
    ExtractMemory *memory = &workspace->extract;
    const size_t sentences = sentences_of_document(batch);
    TRY(begin_extract(workspace, batch));
    NEED(RESERVE(memory->values, sentences));
    TRY(read_batch_texts(workspace, batch, task));
    while (memory->chosen.size < most && memory->chosen.size < sentences) {
        size_t best = 0, place = 0;
        memset(memory->values.items, 0, sentences * sizeof *memory->values.items);
        for (size_t i = 0; i < measure_count; i++)
            TRY(add_values(workspace, batch, &workspace->plan->measures[measures[i]],
                           i ? &workspace->plan->measures[measures[i - 1]] : NULL, task));
        for (size_t other = 1; other < sentences - memory->chosen.size; other++)
            if (memory->values.items[other] > memory->values.items[best])
                best = other;
        if (!(memory->values.items[best] > memory->value))
            break;
        memory->value = memory->values.items[best];
        for (; place < memory->chosen.size && (size_t)memory->chosen.items[place] <= best; place++)
            best++; /* from a place among the others to one in the document */
        memmove(memory->chosen.items + place + 1, memory->chosen.items + place,
                (memory->chosen.size++ - place) * sizeof *memory->chosen.items);
        memory->chosen.items[place] = (int32_t)best;
    }
    return DONE;
}

/* Replace the sentences of a batch by copies with letters, digits and U+0020 alone. A sentence without words gets empty. */
static Status clean_sentences(ExtractMemory *memory, const Batch *batch)
{
    size_t size = 0;
    for (size_t s = 0; s < batch->sentences.size; s++)
        size += batch->sentences.items[s].length;
    NEED(RESERVE(memory->letters, size));
    unsigned char *to = memory->letters.items;
    for (size_t s = 0; s < batch->sentences.size; s++) {
        Span *sentence = &batch->sentences.items[s];
        const unsigned char *bytes = sentence->bytes, *start = to;
        bool has_words = false;
        for (size_t i = 0; i < sentence->length; i++) {
            const bool is_word = is_letter_or_digit(bytes[i]);
            *to = bytes[i];
            to += is_word | (bytes[i] == ' ');
            has_words |= is_word;
        }
        *sentence = (Span){start, has_words ? (size_t)(to - start) : 0};
    }
    return DONE;
}

enum { WANTED = 1, TAKEN = 2 };

/* Make the sets of the n-grams of a measure: of each sentence of the document, its different n-grams. */
static Status make_sets(Workspace *workspace, const Batch *batch, const Document *document, size_t number, size_t n,
                        Task *task)
{
    const Texts *texts = &workspace->texts;
    GramMemory *grams = &workspace->grams;
    GramSets *sets = &workspace->extract.sets[number];
    TRY(number_grams(grams, texts, n, true, task));
    NEED(RESERVE(sets->grams, document->size) && RESERVE(sets->ends, document->sentences) &&
         RESERVE(sets->flags, grams->kinds + 1));
    const int32_t *gram = grams->grams.items;
    size_t size = 0;
    sets->all = sets->size = sets->hits = 0;
    memset(sets->flags.items, 0, grams->kinds + 1);
    for (size_t i = 0; batch->sentences.items[0].length && i + n <= texts->models[0].size; i++) {
        sets->all += !sets->flags.items[gram[i]];
        sets->flags.items[gram[i]] = WANTED;
    }
    gram += texts->models[0].size;
    for (size_t s = 0; s < texts->peer_count; gram += texts->peers[s++].size) {
        const size_t from = size;
        /* The kernel reads an empty sentence as one empty token. */
        for (size_t i = 0; batch->sentences.items[s + 1].length && i + n <= texts->peers[s].size; i++)
            if (!grams->used.items[gram[i]]++)
                sets->grams.items[size++] = gram[i];
        for (size_t i = from; i < size; i++)
            grams->used.items[sets->grams.items[i]] = 0;
        sets->ends.items[s] = size;
    }
    return DONE;
}

/* Return F of the sets that are taken with those of another sentence; `takes` them, too. */
static double set_value(GramSets *sets, size_t sentence, bool takes)
{
    size_t size = sets->size, hits = sets->hits;
    for (size_t i = sentence ? sets->ends.items[sentence - 1] : 0; i < sets->ends.items[sentence]; i++) {
        char *flags = &sets->flags.items[sets->grams.items[i]];
        size += *flags < TAKEN;
        hits += *flags == WANTED;
        *flags |= takes ? TAKEN : 0;
    }
    if (takes)
        sets->size = size, sets->hits = hits;
    const double precision = size ? (double)hits / (double)size : 0;
    const double recall = sets->all ? (double)hits / (double)sets->all : 0;
    return 2 * (precision * recall / (precision + recall + 1e-8));
}

Status find_by_sets(Workspace *workspace, const Batch *batch, size_t most, Task *task)
{
    ExtractMemory *memory = &workspace->extract;
    const size_t sentences = sentences_of_document(batch);
    Document document;
    TRY(begin_extract(workspace, batch));
    TRY(clean_sentences(memory, batch));
    TRY(read_batch_texts(workspace, batch, task));
    TRY(make_document(workspace, batch, workspace->plan->measures, &document, task));
    for (size_t s = 0; s < sentences; s++) {
        const size_t from = start_of(&document, s), size = end_of(&document, s) - from;
        workspace->documents.items[s + 1] = (Document){.tokens = document.tokens + from, .size = size};
    }
    set_extracts(workspace, sentences);
    for (size_t n = 1; n <= SETS; n++)
        TRY(make_sets(workspace, batch, &document, n - 1, n, task));
    while (memory->chosen.size < most) {
        size_t best = sentences;
        for (size_t s = 0; s < sentences; s++) {
            double value = 0; /* A sentence that is taken has nothing new, so its value is no higher. */
            for (size_t i = 0; i < SETS; i++)
                value += set_value(&memory->sets[i], s, false);
            if (value > memory->value) {
                memory->value = value;
                best = s;
            }
        }
        if (best == sentences)
            break;
        for (size_t i = 0; i < SETS; i++)
            set_value(&memory->sets[i], best, true);
        memory->chosen.items[memory->chosen.size++] = (int32_t)best;
        TRY(task_did(task, 4 * document.size));
    }
    return DONE;
}
