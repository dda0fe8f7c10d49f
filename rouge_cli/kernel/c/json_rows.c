/* Rows of JSON Lines: the values of the fields that are asked for, where a row is of the usual kind. */

#include "python.h"

enum { MOST_FIELDS = 32, DEEPEST = 16, MOST_DIGITS = 18 };

typedef struct {
    const unsigned char *at, *end;
    char *scratch;  /* room for the longest string */
    bool is_kept;   /* whether strings are; otherwise each is empty */
    bool is_wanted; /* whether the value is */
} Scanner;

/* The functions that return objects return NULL, without an exception, for what is left to Python: JSON that is wrong
   or rare. What nobody asked for is None. */

static void skip_blanks(Scanner *scanner)
{
    while (scanner->at < scanner->end && memchr(" \t\r\n", *scanner->at, 4))
        scanner->at++;
}

/* Pass over blanks and, if it is there, the byte behind them. */
static bool take(Scanner *scanner, char byte)
{
    skip_blanks(scanner);
    const bool is_there = scanner->at < scanner->end && *scanner->at == (unsigned char)byte;
    scanner->at += is_there;
    return is_there;
}

/* Read the four digits behind `\u`. */
static bool read_unit(Scanner *scanner, uint32_t *unit)
{
    if (scanner->end - scanner->at < 6 || scanner->at[0] != '\\' || scanner->at[1] != 'u')
        return false;
    *unit = 0;
    for (int i = 2; i < 6; i++) {
        const unsigned char byte = scanner->at[i], letter = byte | 0x20;
        if (!(byte >= '0' && byte <= '9') && !(letter >= 'a' && letter <= 'f'))
            return false;
        *unit = *unit << 4 | (uint32_t)(byte <= '9' ? byte - '0' : letter - 'a' + 10);
    }
    scanner->at += 6;
    return true;
}

/* Write the character of an escape in UTF-8, and return the end of it; NULL for half of a character. */
static char *unescape(Scanner *scanner, char *to)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *found = scanner->end - scanner->at < 2 ? NULL : memchr(escapes, scanner->at[1], sizeof escapes - 1);
    if (found) {
        scanner->at += 2;
        *to++ = meanings[found - escapes];
        return to;
    }
    uint32_t character, low;
    if (!read_unit(scanner, &character) || (character >= 0xDC00 && character < 0xE000))
        return NULL;
    if (character >= 0xD800 && character < 0xDC00) {
        if (!read_unit(scanner, &low) || low < 0xDC00 || low >= 0xE000)
            return NULL;
        character = 0x10000 + ((character - 0xD800) << 10 | (low - 0xDC00));
    }
    const int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3; /* bytes */
    static const unsigned char first[] = {0, 0xC0, 0xE0, 0xF0};
    *to++ = (char)(first[more] | character >> 6 * more);
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6)
        *to++ = (char)(0x80 | (character >> shift & 0x3F));
    return to;
}

/* Return where the ASCII ends that stands for itself: at a quotation mark, a backslash, a control or a byte beyond. */
static const unsigned char *skip_plain(const unsigned char *at, const unsigned char *end)
{
    const uint64_t ones = UINT64_MAX / 0xFF, tops = ones << 7;
    for (; end - at >= 8; at += 8) {
        const uint64_t eight = read_eight(at), quotes = eight ^ ones * '"', escapes = eight ^ ones * '\\';
        /* A top bit that is set tells of a byte beyond ASCII, of a control, or of a mark, which has become 0. */
        const uint64_t found = (eight | (eight - ones * ' ') | (quotes - ones) | (escapes - ones)) & tops;
        if (found)
            return at + lowest_bit(found) / 8; /* A byte behind it may be told of in error. */
    }
    while (at < end && *at >= ' ' && *at < 0x80 && *at != '"' && *at != '\\')
        at++;
    return at;
}

/* Return the bytes of a string, behind whose first quotation mark the scanner is. */
static PyObject *scan_string(Scanner *scanner)
{
    const unsigned char *run = scanner->at, *at = run, *const end = scanner->end;
    char *to = scanner->scratch;
    uint32_t character;
    for (;;) {
        at = skip_plain(at, end);
        if (at == end || *at < ' ')
            return NULL;
        if (*at >= 0x80) {
            const size_t size = decode_character(at, (size_t)(end - at), &character);
            if (size == 0)
                return NULL;
            at += size;
            continue;
        }
        if (scanner->is_wanted && scanner->is_kept)
            memcpy(to, run, (size_t)(at - run));
        to += at - run;
        scanner->at = at;
        if (*at == '"') {
            scanner->at++;
            if (!scanner->is_wanted)
                return Py_NewRef(Py_None);
            return PyBytes_FromStringAndSize(scanner->scratch, scanner->is_kept ? to - scanner->scratch : 0);
        }
        if (!(to = unescape(scanner, to)))
            return NULL;
        run = at = scanner->at;
    }
}

static size_t skip_digits(Scanner *scanner)
{
    const unsigned char *start = scanner->at;
    while (scanner->at < scanner->end && *scanner->at >= '0' && *scanner->at <= '9')
        scanner->at++;
    return (size_t)(scanner->at - start);
}

/* Return a whole number; a number of another kind only where it is not wanted. */
static PyObject *scan_number(Scanner *scanner)
{
    const bool is_negative = take(scanner, '-');
    const unsigned char *start = scanner->at;
    const size_t digits = skip_digits(scanner);
    if (digits == 0 || (digits > 1 && *start == '0') || digits > MOST_DIGITS)
        return NULL;
    long long number = 0;
    for (const unsigned char *digit = start; digit < scanner->at; digit++)
        number = 10 * number + (*digit - '0');
    const unsigned char *whole_end = scanner->at;
    if (scanner->at < scanner->end && *scanner->at == '.') {
        scanner->at++;
        if (skip_digits(scanner) == 0)
            return NULL;
    }
    if (scanner->at < scanner->end && (*scanner->at | 0x20) == 'e') {
        scanner->at++;
        scanner->at += scanner->at < scanner->end && (*scanner->at == '+' || *scanner->at == '-');
        if (skip_digits(scanner) == 0)
            return NULL;
    }
    if (!scanner->is_wanted)
        return Py_NewRef(Py_None);
    return scanner->at == whole_end ? PyLong_FromLongLong(is_negative ? -number : number) : NULL;
}

static bool take_word(Scanner *scanner, const char *word)
{
    const size_t size = strlen(word);
    const bool is_there = (size_t)(scanner->end - scanner->at) >= size && memcmp(scanner->at, word, size) == 0;
    scanner->at += is_there ? size : 0;
    return is_there;
}

static PyObject *scan_value(Scanner *scanner, unsigned depth);

/* Return the items of a list, behind whose bracket the scanner is. */
static PyObject *scan_list(Scanner *scanner, unsigned depth)
{
    PyObject *list = PyList_New(0);
    if (!list || take(scanner, ']'))
        return list;
    do {
        PyObject *item = scan_value(scanner, depth + 1);
        if (!item || PyList_Append(list, item) < 0)
            Py_CLEAR(list);
        Py_XDECREF(item);
    } while (list && take(scanner, ','));
    if (list && !take(scanner, ']'))
        Py_CLEAR(list);
    return list;
}

static PyObject *scan_value(Scanner *scanner, unsigned depth)
{
    if (take(scanner, '"'))
        return scan_string(scanner);
    if (take(scanner, '['))
        return depth < DEEPEST ? scan_list(scanner, depth) : NULL;
    if (take_word(scanner, "null") || (!scanner->is_wanted && (take_word(scanner, "true") || take_word(scanner, "false"))))
        return Py_NewRef(Py_None);
    return scan_number(scanner);
}

/* Scan the name of a field, and the colon behind it. */
static bool scan_name(Scanner *scanner, Span *name)
{
    if (!take(scanner, '"'))
        return false;
    name->bytes = scanner->at;
    scanner->is_wanted = false;
    PyObject *nothing = scan_string(scanner);
    if (!nothing)
        return false;
    Py_DECREF(nothing);
    name->length = (size_t)(scanner->at - name->bytes) - 1;
    return !memchr(name->bytes, '\\', name->length) && take(scanner, ':');
}

static bool is_asked(PyObject *names, Py_ssize_t place, Span name)
{
    PyObject *asked = PyTuple_GetItem(names, place);
    return (size_t)PyBytes_Size(asked) == name.length && memcmp(PyBytes_AsString(asked), name.bytes, name.length) == 0;
}

/* Set the values of the fields that are asked for in an object; false for an object that is left to Python. */
static bool scan_object(Scanner *scanner, PyObject *names, PyObject *values)
{
    const Py_ssize_t asked = PyTuple_Size(names);
    Span known[MOST_FIELDS];
    size_t count = 0;
    do {
        if (count == MOST_FIELDS || !scan_name(scanner, &known[count]))
            return false;
        const Span name = known[count];
        for (size_t i = 0; i < count; i++)
            if (known[i].length == name.length && memcmp(known[i].bytes, name.bytes, name.length) == 0)
                return false; /* It stands twice. */
        count++;
        for (Py_ssize_t i = 0; i < asked; i++)
            scanner->is_wanted |= is_asked(names, i, name);
        PyObject *value = scan_value(scanner, 0);
        for (Py_ssize_t i = 0; value && i < asked; i++)
            if (is_asked(names, i, name))
                PyTuple_SetItem(values, i, Py_NewRef(value));
        Py_XDECREF(value);
        if (!value)
            return false;
    } while (take(scanner, ','));
    return take(scanner, '}');
}

/* Return the values of a row, or None for a row that is left to Python; NULL with an exception set. */
static PyObject *scan_row(PyObject *line, PyObject *names, bool is_kept)
{
    if (!PyBytes_Check(line))
        return refuse(PyExc_TypeError, "a row must be bytes"), NULL;
    const Py_ssize_t size = PyBytes_Size(line), count = PyTuple_Size(names);
    PyObject *values = PyTuple_New(count);
    for (Py_ssize_t i = 0; values && i < count; i++)
        PyTuple_SetItem(values, i, Py_NewRef(Py_Ellipsis));
    const unsigned char *bytes = (const unsigned char *)PyBytes_AsString(line);
    Scanner scanner = {bytes, bytes + size, malloc((size_t)size + 1), is_kept, false};
    if (!scanner.scratch)
        PyErr_NoMemory();
    const bool is_object = values && scanner.scratch && take(&scanner, '{') && scan_object(&scanner, names, values);
    skip_blanks(&scanner);
    free(scanner.scratch);
    if (is_object && scanner.at == scanner.end)
        return values;
    Py_XDECREF(values);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

PyObject *scan_rows(PyObject *module, PyObject *arguments)
{
    PyObject *lines, *names;
    int is_kept;
    if (!PyArg_ParseTuple(arguments, "O!O!p:scan_rows", &PyTuple_Type, &lines, &PyTuple_Type, &names, &is_kept))
        return NULL;
    for (Py_ssize_t i = 0; i < PyTuple_Size(names); i++)
        if (!PyBytes_Check(PyTuple_GetItem(names, i)))
            return refuse(PyExc_TypeError, "a name must be bytes"), NULL;
    PyObject *rows = PyList_New(PyTuple_Size(lines));
    for (Py_ssize_t i = 0; rows && i < PyTuple_Size(lines); i++) {
        PyObject *row = scan_row(PyTuple_GetItem(lines, i), names, is_kept);
        if (!row || PyList_SetItem(rows, i, row) < 0)
            Py_CLEAR(rows);
    }
    return rows;
}
