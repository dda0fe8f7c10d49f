/* The question for the tokens of pieces, to a function in Python. */

#include "pieces.h"

/* Make a list of the bytes of all unknown pieces. */
static PyObject *unknown_pieces(const PieceTable *table)
{
    const WordTable *pieces = &table->pieces;
    PyObject *list = PyList_New((Py_ssize_t)(pieces->count - table->known));
    for (size_t i = table->known; list && i < pieces->count; i++) {
        const WordEntry *entry = &pieces->entries[i];
        PyObject *bytes = PyBytes_FromStringAndSize(pieces->text + entry->start, (Py_ssize_t)entry->length);
        if (!bytes || PyList_SetItem(list, (Py_ssize_t)(i - table->known), bytes) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static int refuse_answer(void)
{
    PyErr_SetString(PyExc_TypeError, "for each piece there must be a tuple of its tokens and one of as many stems, all"
                                     " of them bytes");
    return -1;
}

static int read_bytes(PyObject *object, Span *span)
{
    if (!object || !PyBytes_Check(object))
        return refuse_answer();
    *span = (Span){(const unsigned char *)PyBytes_AsString(object), (size_t)PyBytes_Size(object)};
    return 0;
}

/* Read the tokens of a piece and their stems. */
static int read_answer(PieceReader *pieces, PyObject *answer)
{
    PyObject *tokens = NULL, *stems = NULL;
    if (answer && PyTuple_Check(answer) && PyTuple_Size(answer) == 2) {
        tokens = PyTuple_GetItem(answer, 0);
        stems = PyTuple_GetItem(answer, 1);
    }
    if (!tokens || !PyTuple_Check(tokens) || !PyTuple_Check(stems) || PyTuple_Size(tokens) != PyTuple_Size(stems))
        return refuse_answer();
    for (Py_ssize_t i = 0; i < PyTuple_Size(tokens); i++) {
        Span token, stem;
        if (read_bytes(PyTuple_GetItem(tokens, i), &token) < 0 || read_bytes(PyTuple_GetItem(stems, i), &stem) < 0 ||
            raised(add_token(pieces, token, stem)) < 0)
            return -1;
    }
    return raised(end_piece(&pieces->table));
}

/* Read the answers to as many pieces as were asked for. All of them are in tuples, which nobody can change meanwhile. */
static int read_answers(PieceReader *pieces, PyObject *answers)
{
    size_t asked = pieces->table.pieces.count - pieces->table.known;
    if (!PyTuple_Check(answers) || (size_t)PyTuple_Size(answers) != asked)
        return refuse_answer();
    for (size_t i = 0; i < asked; i++)
        if (read_answer(pieces, PyTuple_GetItem(answers, (Py_ssize_t)i)) < 0 ||
            (i % 1024 == 1023 && PyErr_CheckSignals() < 0))
            return -1;
    return 0;
}

Status ask_pieces(PieceReader *pieces, PyObject *function, Task *task)
{
    if (pieces->table.known == pieces->table.pieces.count)
        return DONE;
    task_hold(task);
    PyObject *asked = unknown_pieces(&pieces->table);
    PyObject *answers = asked ? PyObject_CallFunctionObjArgs(function, asked, NULL) : NULL;
    int status = answers ? read_answers(pieces, answers) : -1;
    Py_XDECREF(answers);
    Py_XDECREF(asked);
    task_go_on(task);
    return status < 0 ? INTERRUPTED : DONE;
}
