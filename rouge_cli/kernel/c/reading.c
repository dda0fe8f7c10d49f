/* The texts of a batch to the numbers of their tokens, and their traits. */

#include "workspace.h"

typedef struct {
    const Batch *batch;
    const BatchText *text;
    size_t at; /* a byte of lines, or a sentence */
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

static bool next_sentence(Sentences *sentences, Span *sentence)
{
    const BatchText *text = sentences->text;
    if (text->is_in_sentences) {
        if (sentences->at == text->sentences)
            return false;
        *sentence = sentences->batch->sentences.items[text->first + sentences->at++];
        return true;
    }
    size_t from = sentences->at, end = from;
    while (from < text->lines.length && (end = next_separator(text->lines, from, text->separator)) == from)
        from += text->separator.length; /* Empty lines are no sentences. */
    if (from == text->lines.length)
        return false;
    *sentence = (Span){text->lines.bytes + from, end - from};
    sentences->at = end;
    return true;
}

/* Read a text within a limit. `apart`: the text is read for ROUGE-L and ROUGE-W, whose limit in bytes is another one. */
static Status read_text(Workspace *workspace, const Batch *batch, const BatchText *text, bool stem, bool apart)
{
    const Plan *plan = workspace->plan;
    Limit limit = plan->limit;
    TextReader *reader = &workspace->reader;
    reader->stem = stem;
    reader->start = workspace->tokens.size;
    Sentences sentences = {batch, text, 0};
    Span sentence;
    bool is_last = false;
    if (plan->cutting != NO_PIECES && !workspace->pieces.is_scanning)
        return read_items(&workspace->pieces);
    if (plan->cutting != NO_PIECES) {
        bool is_full = false;
        workspace->pieces.left = plan->max_tokens;
        while (!is_last && !is_full && next_sentence(&sentences, &sentence))
            TRY(scan_sentence(&workspace->pieces, cut_sentence(sentence, &limit, apart, &is_last), &is_full));
        return append_number(&workspace->pieces.items, END_OF_TEXT);
    }
    while (!is_last && next_sentence(&sentences, &sentence))
        TRY(read_sentence(reader, cut_sentence(sentence, &limit, apart, &is_last)));
    return DONE;
}

static Status read_document(Workspace *workspace, const Reading *reading, const Batch *batch,
                            const BatchText *text, DocumentPlaces *places)
{
    const Plan *plan = workspace->plan;
    NumberList *tokens = &workspace->tokens, *ends = &workspace->ends;
    places->tokens = places->words = tokens->size;
    places->ends = ends->size;
    TRY(read_text(workspace, batch, text, reading->stem, false));
    places->size = tokens->size - places->tokens;
    if (plan->limit.max_bytes || reading->stem != reading->stem_sentences) {
        places->words = tokens->size;
        places->ends = ends->size;
        TRY(read_text(workspace, batch, text, reading->stem_sentences, true));
    }
    places->word_count = tokens->size - places->words;
    places->sentences = ends->size - places->ends;
    return DONE;
}

/* Find the traits of a text, and its words if some are split and others are not. A text that is not in UTF-8 is read as
   Latin-1. */
static Status find_traits(Workspace *workspace, const Batch *batch, size_t place, bool is_empty, Task *task)
{
    const BatchText *text = &batch->texts[place];
    const Sentences start = {batch, text, 0};
    Sentences sentences = start;
    Span first, second;
    bool has_one = next_sentence(&sentences, &first) && !next_sentence(&sentences, &second), is_utf8 = true, was_utf8;
    char *traits = &batch->traits[place];
    *traits = (char)((is_empty ? EMPTY : 0) | (has_one && has_several_sentences(first) ? ON_ONE_LINE : 0));
    if (text->is_in_sentences || has_tag(text->lines)) /* A tag may be a separator, which belongs to no sentence. */
        for (sentences = start; !(*traits & TAGGED) && next_sentence(&sentences, &first);)
            *traits |= has_tag(first) ? TAGGED : 0;
    if (!text->is_in_sentences && skip_ascii(text->lines, 0) == text->lines.length)
        return DONE;
    WordCounts found;
    do { /* once more where the text turns out not to be in UTF-8 */
        was_utf8 = is_utf8;
        found = (WordCounts){0, 0};
        for (sentences = start; is_utf8 == was_utf8 && next_sentence(&sentences, &first);)
            TRY(count_split_words(&workspace->letters, first, &found, &is_utf8, task));
    } while (is_utf8 != was_utf8);
    *traits |= is_utf8 ? 0 : NOT_UTF8;
    if (found.split == 0)
        return DONE;
    *traits |= SPLIT_WORDS;
    for (sentences = start; !is_empty && next_sentence(&sentences, &first);)
        found.words += count_ascii_words(first);
    if (!is_empty)
        batch->counts[place] = found;
    return DONE;
}

/* Read a text in all ways that are wanted; `is_empty` is set where there is no token in it. */
static Status read_documents(Workspace *workspace, const Batch *batch, size_t place, bool *is_empty)
{
    const Plan *plan = workspace->plan;
    const BatchText *text = &batch->texts[place];
    *is_empty = true;
    for (size_t r = 0; r < plan->reading_count; r++) {
        const Reading *reading = &plan->readings[r];
        if ((text->is_model && reading->for_models) || (text->is_peer && reading->for_peers)) {
            DocumentPlaces *places = &workspace->places.items[place * plan->reading_count + r];
            TRY(read_document(workspace, reading, batch, text, places));
            *is_empty &= places->size == 0;
        }
    }
    return DONE;
}

Status read_batch_texts(Workspace *workspace, const Batch *batch, Task *task)
{
    const Plan *plan = workspace->plan;
    enum { LINE_OF_CACHE = 64, MOST_FETCHED = 512 };
    workspace->reader.lowering = plan->lowering;
    workspace->reader.task = task;
    workspace->pieces.cutting = plan->cutting;
    workspace->pieces.plain_ascii = plan->plain_ascii;
    workspace->pieces.max_tokens = plan->max_tokens;
    workspace->tokens.size = workspace->ends.size = 0;
    if (!RESERVE(workspace->places, batch->text_count * plan->reading_count))
        return NO_MEMORY;
    bool is_empty;
    if (plan->cutting != NO_PIECES) {
        begin_items(&workspace->pieces);
        for (size_t t = 0; t < batch->text_count; t++)
            TRY(read_documents(workspace, batch, t, &is_empty));
        workspace->pieces.is_scanning = false;
        TRY(ask_pieces(&workspace->pieces, plan->function, task));
    }
    for (size_t t = 0; t < batch->text_count; t++) {
        if (t + 2 < batch->text_count && !batch->texts[t + 2].is_in_sentences) {
            /* The beginning of a text of the next pair is fetched: the texts of a program may lie anywhere in memory. */
            const Span lines = batch->texts[t + 2].lines;
            for (size_t i = 0; i < lines.length && i < MOST_FETCHED; i += LINE_OF_CACHE)
                PREFETCH(lines.bytes + i);
        }
        if (batch->traits) {
            batch->traits[t] = 0;
            batch->counts[t] = (WordCounts){0, 0};
        }
        if (plan->reading_count == 0)
            continue;
        TRY(read_documents(workspace, batch, t, &is_empty));
        if (batch->traits)
            TRY(find_traits(workspace, batch, t, is_empty, task));
        TRY(task_did(task, 64)); /* An empty text takes as long as many units. */
    }
    return DONE;
}
