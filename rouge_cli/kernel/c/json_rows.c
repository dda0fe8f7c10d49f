/* Rows of JSON Lines: the values of the fields that are asked for, where a row is of the usual kind. */

#include "python.h"

enum { MOST_FIELDS = 32, DEEPEST = 16, MOST_DIGITS = 18 };

/* The fields that are asked for, in the order of their names. */
enum { EVALUATION, SYSTEM, PEER, MODELS, SOURCE, FIELDS };

typedef enum { ABSENT, NOTHING, NUMBER, STRING, LIST, REFERENCE } ValueKind;

typedef struct {
    ValueKind kind;
    long long number; /* the number, the bytes of a string, the items of a list, which follow it, or the place of a value */
    size_t start;     /* the place of a string in the text */
} Value;

/* Rows are scanned without the GIL; then their values become objects. */
typedef struct {
    const unsigned char *at, *end; /* of a line */
    Span names[FIELDS];
    VECTOR(char) text; /* the strings */
    VECTOR(Value) values;
    VECTOR(size_t) rows; /* the places of lists of their values; where Python has to read a row, it is NOTHING */
    VECTOR(int64_t) starts;
    bool is_wanted; /* whether the value is */
} Scanner;

/* The functions that scan return false for what is left to Python: JSON that is wrong or rare. */

static void skip_blanks(Scanner *scanner)
{
    while (scanner->at < scanner->end &&
           (*scanner->at == ' ' || *scanner->at == '\t' || *scanner->at == '\r' || *scanner->at == '\n'))
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

static bool add_value(Scanner *scanner, ValueKind kind, long long number, size_t start)
{
    return !scanner->is_wanted || APPEND(scanner->values, (Value){kind, number, start});
}

/* Scan a string, behind whose first quotation mark the scanner is. */
static bool scan_string(Scanner *scanner)
{
    const unsigned char *run = scanner->at, *at = run, *const end = scanner->end;
    const size_t start = scanner->text.size;
    char *to = scanner->text.items + start;
    uint32_t character;
    for (;;) {
        at = skip_plain(at, end);
        if (at == end || *at < ' ')
            return false;
        if (*at >= 0x80) {
            const size_t size = decode_character(at, (size_t)(end - at), &character);
            if (size == 0)
                return false;
            at += size;
            continue;
        }
        if (scanner->is_wanted)
            memcpy(to, run, (size_t)(at - run));
        to += at - run;
        scanner->at = at;
        if (*at == '"')
            break;
        if (!(to = unescape(scanner, to)))
            return false;
        run = at = scanner->at;
    }
    scanner->at++;
    scanner->text.size = scanner->is_wanted ? (size_t)(to - scanner->text.items) : start;
    return add_value(scanner, STRING, (long long)(scanner->text.size - start), start);
}

static bool take_word(Scanner *scanner, const char *word)
{
    const size_t size = strlen(word);
    const bool is_there = (size_t)(scanner->end - scanner->at) >= size && memcmp(scanner->at, word, size) == 0;
    scanner->at += is_there ? size : 0;
    return is_there;
}

static size_t skip_digits(Scanner *scanner)
{
    const unsigned char *start = scanner->at;
    while (scanner->at < scanner->end && *scanner->at >= '0' && *scanner->at <= '9')
        scanner->at++;
    return (size_t)(scanner->at - start);
}

/* Scan a whole number; a number of another kind only where it is not wanted. */
static bool scan_number(Scanner *scanner)
{
    const bool is_negative = take(scanner, '-');
    const unsigned char *start = scanner->at;
    const size_t digits = skip_digits(scanner);
    if (digits == 0 || (digits > 1 && *start == '0') || digits > MOST_DIGITS)
        return false;
    long long number = 0;
    for (const unsigned char *digit = start; digit < scanner->at; digit++)
        number = 10 * number + (*digit - '0');
    const unsigned char *whole_end = scanner->at;
    if (take_word(scanner, ".") && skip_digits(scanner) == 0)
        return false;
    if (take_word(scanner, "e") || take_word(scanner, "E")) {
        (void)(take_word(scanner, "+") || take_word(scanner, "-"));
        if (skip_digits(scanner) == 0)
            return false;
    }
    return (!scanner->is_wanted || scanner->at == whole_end) && add_value(scanner, NUMBER, is_negative ? -number : number, 0);
}

static bool scan_value(Scanner *scanner, unsigned depth);

/* Scan the items of a list, behind whose bracket the scanner is. */
static bool scan_list(Scanner *scanner, unsigned depth)
{
    const size_t place = scanner->values.size;
    long long count = 0;
    if (!add_value(scanner, LIST, 0, 0))
        return false;
    for (; !take(scanner, ']'); count++)
        if ((count && !take(scanner, ',')) || !scan_value(scanner, depth + 1))
            return false;
    if (scanner->is_wanted)
        scanner->values.items[place].number = count;
    return true;
}

static bool scan_value(Scanner *scanner, unsigned depth)
{
    if (take(scanner, '"'))
        return scan_string(scanner);
    if (take(scanner, '['))
        return depth < DEEPEST && scan_list(scanner, depth);
    if (take_word(scanner, "null") || (!scanner->is_wanted && (take_word(scanner, "true") || take_word(scanner, "false"))))
        return add_value(scanner, NOTHING, 0, 0);
    return scan_number(scanner);
}

/* Scan the name of a field, and the colon behind it. */
static bool scan_name(Scanner *scanner, Span *name)
{
    scanner->is_wanted = false;
    if (!take(scanner, '"'))
        return false;
    name->bytes = scanner->at;
    if (!scan_string(scanner))
        return false;
    name->length = (size_t)(scanner->at - name->bytes) - 1;
    return !memchr(name->bytes, '\\', name->length) && take(scanner, ':');
}

static bool are_equal(Span one, Span other)
{
    return one.length == other.length && memcmp(one.bytes, other.bytes, one.length) == 0;
}

/* Scan an object, behind whose brace the scanner is, and find the values of the fields that are asked for. */
static bool scan_object(Scanner *scanner, size_t row)
{
    Span known[MOST_FIELDS];
    size_t count = 0;
    do {
        if (count == MOST_FIELDS || !scan_name(scanner, &known[count]))
            return false;
        for (size_t i = 0; i < count; i++)
            if (are_equal(known[i], known[count]))
                return false; /* It stands twice. */
        for (size_t i = 0; i < FIELDS; i++)
            if (are_equal(scanner->names[i], known[count])) {
                scanner->values.items[row + 1 + i] = (Value){REFERENCE, (long long)scanner->values.size, 0};
                scanner->is_wanted = true;
            }
        if (!scan_value(scanner, 0))
            return false;
        count++;
    } while (take(scanner, ','));
    return take(scanner, '}');
}

/* Scan rows that are parted by line ends; their places are counted on from `place`. */
static Status scan_lines(Scanner *scanner, Span lines, uint64_t place, Task *task)
{
    const size_t size = lines.length;
    NEED(RESERVE(scanner->text, size + 1));
    for (size_t start = 0; start <= size; start = (size_t)(scanner->end - lines.bytes) + 1) {
        const unsigned char *line_end = memchr(lines.bytes + start, '\n', size - start);
        const size_t row = scanner->values.size;
        scanner->at = lines.bytes + start;
        scanner->end = line_end ? line_end : lines.bytes + size;
        NEED(RESERVE(scanner->values, row + 1 + FIELDS) && APPEND(scanner->rows, row));
        NEED(APPEND(scanner->starts, (int64_t)(place + start)));
        scanner->values.items[row] = (Value){LIST, FIELDS, 0}; /* Fields are ABSENT until they are found. */
        scanner->values.size += 1 + FIELDS;
        const bool is_object = take(scanner, '{') && scan_object(scanner, row);
        skip_blanks(scanner);
        if (!is_object || scanner->at < scanner->end)
            scanner->values.items[row].kind = NOTHING;
        TRY(task_did(task, (size_t)(scanner->end - lines.bytes) - start + 1));
    }
    return APPEND(scanner->starts, (int64_t)(place + size + 1)) ? DONE : NO_MEMORY;
}

static PyObject *string_object(const Scanner *scanner, const Value *value)
{
    return PyBytes_FromStringAndSize(scanner->text.items + value->start, (Py_ssize_t)value->number);
}

static PyObject *object_of(const Scanner *scanner, size_t *place)
{
    const Value value = scanner->values.items[(*place)++];
    size_t there = (size_t)value.number;
    if (value.kind == REFERENCE)
        return object_of(scanner, &there);
    if (value.kind == STRING)
        return string_object(scanner, &value);
    if (value.kind == NUMBER)
        return PyLong_FromLongLong(value.number);
    if (value.kind != LIST)
        return Py_NewRef(value.kind == ABSENT ? Py_Ellipsis : Py_None);
    PyObject *list = PyList_New((Py_ssize_t)value.number);
    for (Py_ssize_t i = 0; list && i < value.number; i++) {
        PyObject *item = object_of(scanner, place);
        if (!item || PyList_SetItem(list, i, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* Return the string in a field, alone or in a list; NULL for anything else. */
static const Value *only_string(const Scanner *scanner, Value field)
{
    if (field.kind != REFERENCE)
        return NULL;
    const Value *value = &scanner->values.items[field.number];
    value += value->kind == LIST && value->number == 1;
    return value->kind == STRING ? value : NULL;
}

/* Return a pair of the peer and the model if a row has nothing else, the values of any other row, or None. */
static PyObject *row_object(const Scanner *scanner, size_t place)
{
    const Value *row = &scanner->values.items[place], *fields = row + 1;
    if (row->kind == LIST && !fields[EVALUATION].kind && !fields[SYSTEM].kind && !fields[SOURCE].kind) {
        const Value *peer = only_string(scanner, fields[PEER]), *model = only_string(scanner, fields[MODELS]);
        if (peer && model)
            return Py_BuildValue("NN", string_object(scanner, peer), string_object(scanner, model));
    }
    return object_of(scanner, &place);
}

PyObject *py_scan_rows(PyObject *module, PyObject *arguments)
{
    PyObject *lines, *names, *name[FIELDS], *rows = NULL, *result = NULL;
    Scanner scanner = {.at = NULL};
    long long place;
    if (!PyArg_ParseTuple(arguments, "SLO!:scan_rows", &lines, &place, &PyTuple_Type, &names) ||
        !PyArg_ParseTuple(names, "SSSSS;five names of bytes expected", &name[0], &name[1], &name[2], &name[3], &name[4]))
        return NULL;
    for (size_t i = 0; i < FIELDS; i++)
        scanner.names[i] = span_of(name[i]);
    Task task;
    if (WORK(&task, NULL, scan_lines(&scanner, span_of(lines), (uint64_t)place, &task)) == 0)
        rows = PyList_New((Py_ssize_t)scanner.rows.size);
    for (Py_ssize_t i = 0; rows && i < PyList_Size(rows); i++) {
        PyObject *row = row_object(&scanner, scanner.rows.items[i]);
        if (!row || PyList_SetItem(rows, i, row) < 0)
            Py_CLEAR(rows);
    }
    if (rows)
        result = Py_BuildValue("NN", rows, PyBytes_FromStringAndSize((const char *)scanner.starts.items,
                                                                     (Py_ssize_t)(8 * scanner.starts.size)));
    RELEASE_ALL(scanner.text, scanner.starts);
    return result;
}
