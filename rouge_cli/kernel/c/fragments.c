/* The fragments of a summary for Python, by tokens that are read from strings or lists. */

#include "arguments.h"

/* The tokens of a summary, and behind them those of its source. */
typedef struct {
    WordTable table;
    NumberList tokens;
    VECTOR(unsigned char) lowered;
    PyObject *held; /* a list of the objects that texts are parts of */
} TokenArguments;

/* Replace a text by a copy whose letters of ASCII are small, in memory for one text at a time. */
static int lower_ascii(TokenArguments *arguments, Span *text)
{
    if (!RESERVE(arguments->lowered, text->length))
        return no_memory();
    unsigned char *lowered = arguments->lowered.items;
    for (size_t i = 0; i < text->length; i++) {
        const unsigned char byte = text->bytes[i];
        lowered[i] = (unsigned char)(byte - 'A') < 26 ? byte | 0x20 : byte;
    }
    text->bytes = lowered;
    return 0;
}

/* Append the tokens of a string: what stands between blanks of Unicode. */
static Status append_words(TokenArguments *arguments, Span text, Task *task)
{
    NumberList *tokens = &arguments->tokens, ends = {.size = 0};
    const size_t before = tokens->size;
    TextReader reader = {
        .table = &arguments->table, .lowering = NO_LETTERS, .tokens = tokens, .ends = &ends, .start = before, .task = task};
    const Status status = read_sentence(&reader, text);
    /* Without any word, a sentence has an empty one, but a text has none. */
    if (status == DONE && arguments->table.entries.items[tokens->items[before]].length == 0)
        tokens->size = before;
    free(reader.letters.items);
    free(ends.items);
    return status;
}

static int append_text(TokenArguments *arguments, PyObject *object, bool as_written)
{
    if (PyUnicode_Check(object)) {
        Span text;
        Task task;
        if (read_string(arguments->held, object, "surrogatepass", &text) < 0 ||
            (!as_written && lower_ascii(arguments, &text) < 0))
            return -1;
        return WORK(&task, NULL, append_words(arguments, text, &task));
    }
    if (!PyList_Check(object) && !PyTuple_Check(object))
        return refuse_text(object, false);
    PyObject *items = held_tuple(arguments->held, object);
    for (Py_ssize_t i = 0; items && i < PyTuple_Size(items); i++) {
        PyObject *item = PyTuple_GetItem(items, i);
        Span token;
        WordSlot *slot;
        if (!PyUnicode_Check(item))
            return refuse_text(item, true);
        if (read_string(arguments->held, item, "surrogatepass", &token) < 0 ||
            (!as_written && lower_ascii(arguments, &token) < 0) ||
            raised(table_find_bytes(&arguments->table, (const char *)token.bytes, token.length, &slot)) < 0 ||
            raised(append_number(&arguments->tokens, slot->number)) < 0 || (i % 1024 == 1023 && give_turns() < 0))
            return -1;
    }
    return items ? 0 : -1;
}

/* Return whether all letters beyond ASCII are small ones of Latin-1, or signs from U+2000 to U+203F. */
static bool has_only_small_letters(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char *bytes = (const unsigned char *)word + i;
        if (bytes[0] == 0xC3 && bytes[1] >= 0xA0)
            i++;
        else if (bytes[0] == 0xE2 && bytes[1] == 0x80)
            i += 2;
        else if (bytes[0] >= 0x80)
            return false;
    }
    return true;
}

/* Return the number of the lower case of a word, as Python lowers it; -1 with an exception set. */
static int32_t number_of_lower(WordTable *table, size_t number)
{
    const WordEntry *entry = &table->entries.items[number];
    const char *bytes = table->text.items + entry->start;
    if (has_only_small_letters(bytes, entry->length))
        return (int32_t)number;
    PyObject *word = PyUnicode_DecodeUTF8(bytes, (Py_ssize_t)entry->length, "surrogatepass");
    PyObject *lower = word ? PyObject_CallMethod(word, "lower", NULL) : NULL;
    PyObject *encoded = lower ? PyUnicode_AsEncodedString(lower, "utf-8", "surrogatepass") : NULL;
    const int32_t lowered = encoded ? number_of_word(table, encoded) : -1;
    Py_XDECREF(word);
    Py_XDECREF(lower);
    Py_XDECREF(encoded);
    return lowered;
}

/* Replace tokens, whose letters of ASCII are small, by their lower case. */
static int lower_tokens(WordTable *table, NumberList *tokens)
{
    const size_t words = table->count;
    int32_t *lowered = allocated(words, sizeof *lowered);
    int status = lowered ? 0 : no_memory();
    for (size_t i = 0; status == 0 && i < words; i++)
        status = (lowered[i] = number_of_lower(table, i)) < 0 || (i % 1024 == 1023 && give_turns() < 0) ? -1 : 0;
    for (size_t i = 0; status == 0 && i < tokens->size; i++)
        tokens->items[i] = lowered[tokens->items[i]];
    free(lowered);
    return status;
}

static PyObject *make_fragments(const CopyingMemory *memory)
{
    PyObject *list = PyList_New((Py_ssize_t)memory->count);
    for (size_t i = 0; list && i < memory->count; i++) {
        const Fragment *found = &memory->found.items[i];
        PyObject *fragment = Py_BuildValue("(nnn)", (Py_ssize_t)found->summary, (Py_ssize_t)found->source,
                                           (Py_ssize_t)found->length);
        if (!fragment || PyList_SetItem(list, (Py_ssize_t)i, fragment) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* Tokens are strings, or lists and tuples of tokens; they are in lower case or as written. */
PyObject *py_fragments(PyObject *module, PyObject *arguments)
{
    PyObject *of_summary, *of_source, *result = NULL;
    int as_written;
    if (!PyArg_ParseTuple(arguments, "OOp:fragments", &of_summary, &of_source, &as_written))
        return NULL;
    CopyingMemory memory = {.count = 0};
    TokenArguments read = {.held = PyList_New(0)};
    const NumberList *tokens = &read.tokens;
    if (read.held && append_text(&read, of_summary, as_written) == 0) {
        const size_t size = tokens->size;
        if (append_text(&read, of_source, as_written) == 0 && (as_written || lower_tokens(&read.table, &read.tokens) == 0)) {
            const Document summary = {.tokens = tokens->items, .size = size};
            const Document source = {.tokens = tokens->items + size, .size = tokens->size - size};
            Task task;
            if (WORK(&task, NULL, find_fragments(&memory, &summary, &source, read.table.count, &task)) == 0)
                result = Py_BuildValue("(Nnn)", make_fragments(&memory), (Py_ssize_t)size, (Py_ssize_t)source.size);
        }
    }
    FREE_ALL(memory.first.items, memory.next.items, memory.found.items, read.tokens.items, read.lowered.items);
    table_free(&read.table);
    Py_XDECREF(read.held);
    return result;
}
