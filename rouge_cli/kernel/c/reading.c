/* The texts of a batch to the numbers of their tokens, and their traits. */

#include "counting.h"

#include <string.h>

/* Sentences of a text, one after the other. */
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
        if (memcmp(first, separator.bytes, separator.length) == 0)
            return (size_t)(first - text.bytes);
        from = (size_t)(first - text.bytes) + 1;
    }
    return text.length;
}

static bool next_sentence(Sentences *sentences, Span *sentence)
{
    const BatchText *text = sentences->text;
    if (text->form == SENTENCES) {
        if (sentences->at == text->sentences)
            return false;
        *sentence = sentences->batch->sentences[text->first + sentences->at++];
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

Status read_batch_texts(Workspace *workspace, const Plan *plan, const Batch *batch, char *traits, Task *task)
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
