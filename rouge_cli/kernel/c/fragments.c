/* The fragments of a summary for Python. */

#include "arguments.h"

/* Append the numbers of tokens, which are strings. */
static int append_tokens(WordTable *table, NumberList *numbers, PyObject *held, PyObject *tokens)
{
    PyObject *items = held_tuple(held, tokens);
    for (Py_ssize_t i = 0; items && i < PyTuple_Size(items); i++) {
        Span token;
        WordSlot *slot;
        if (read_part(held, PyTuple_GetItem(items, i), "surrogatepass", &token) < 0 ||
            raised(table_find_bytes(table, (const char *)token.bytes, token.length, &slot)) < 0 ||
            raised(append_number(numbers, slot->number)) < 0 || (i % 1024 == 1023 && give_turns() < 0))
            return -1;
    }
    return items ? 0 : -1;
}

static PyObject *make_fragments(const CopyingMemory *memory)
{
    PyObject *list = PyList_New((Py_ssize_t)memory->found.size);
    for (size_t i = 0; list && i < memory->found.size; i++) {
        const Fragment *found = &memory->found.items[i];
        PyObject *fragment = Py_BuildValue("(nnn)", (Py_ssize_t)found->summary, (Py_ssize_t)found->source,
                                           (Py_ssize_t)found->length);
        if (!fragment || PyList_SetItem(list, (Py_ssize_t)i, fragment) < 0)
            Py_CLEAR(list);
    }
    return list;
}

PyObject *py_fragments(PyObject *module, PyObject *arguments)
{
    PyObject *of_summary, *of_source, *held, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "OO:fragments", &of_summary, &of_source) || !(held = PyList_New(0)))
        return NULL;
    CopyingMemory memory = {.found.size = 0};
    WordTable table = {.passed = 0};
    NumberList numbers = {.size = 0}; /* of the tokens of the summary, and behind them of its source */
    if (append_tokens(&table, &numbers, held, of_summary) == 0) {
        const size_t size = numbers.size;
        if (append_tokens(&table, &numbers, held, of_source) == 0) {
            const Document summary = {.tokens = numbers.items, .size = size};
            const Document source = {.tokens = numbers.items + size, .size = numbers.size - size};
            Task task;
            if (WORK(&task, NULL, find_fragments(&memory, &summary, &source, table.entries.size, &task)) == 0)
                result = make_fragments(&memory);
        }
    }
    FREE_ALL(memory.first.items, memory.next.items, memory.found.items, numbers.items);
    table_free(&table);
    Py_DECREF(held);
    return result;
}
