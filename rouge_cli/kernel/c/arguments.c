/* Python's objects to C's memory. */

#include "python.h"

int refuse(PyObject *error, const char *message)
{
    PyErr_SetString(error, message);
    return -1;
}

int raised(Status status)
{
    if (status == NO_MEMORY)
        PyErr_NoMemory();
    else if (status == TOO_MANY_TOKENS)
        PyErr_SetString(PyExc_OverflowError, "more than 2**31 - 1 tokens");
    else if (status == NOT_PREPARED)
        PyErr_SetString(PyExc_ValueError, "the numbers of prepared texts do not fit together");
    return status == DONE ? 0 : -1; /* After an interrupt the exception is set already. */
}

Span span_of(PyObject *bytes)
{
    return (Span){(const unsigned char *)PyBytes_AsString(bytes), (size_t)PyBytes_Size(bytes)};
}

int view_array(PyObject *object, char format, int flags, Py_buffer *view)
{
    if (PyObject_GetBuffer(object, view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS | flags) == 0) {
        if (view->ndim == 1 && view->itemsize == (format == 'd' || format == 'q' ? 8 : 4) && view->format && view->format[0] == format &&
            !view->format[1])
            return 0;
        PyBuffer_Release(view);
    } else if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_BufferError))
        return -1;
    PyErr_Format(PyExc_TypeError, "array('%c') expected, in one piece%s", format,
                 flags & PyBUF_WRITABLE ? " that can be written" : "");
    return -1;
}

/* Read how texts become documents. They are read once for all readings that give the same tokens. */
static int read_reading(Plan *plan, Side *side, PyObject *object)
{
    int stem, stem_sentences, whole;
    if (!PyTuple_Check(object) || !PyArg_ParseTuple(object, "ppp:reading", &stem, &stem_sentences, &whole))
        return PyErr_Occurred() ? -1 : refuse(PyExc_TypeError, "a reading must be a tuple");
    size_t i = 0;
    while (i < plan->reading_count && (plan->readings[i].stem != stem || plan->readings[i].stem_sentences != stem_sentences))
        i++;
    if (i == plan->reading_count)
        plan->readings[plan->reading_count++] = (Reading){.stem = stem, .stem_sentences = stem_sentences};
    *side = (Side){i, whole};
    return 0;
}

/* Read a measure, whose readings are given by their numbers among the sides. */
static int read_measure(Plan *plan, Measure *measure, const Side *sides, Py_ssize_t side_count, PyObject *object)
{
    Py_ssize_t model, peer;
    long long number;
    int kind, unigrams;
    double weight;
    if (!PyTuple_Check(object) ||
        !PyArg_ParseTuple(object, "innLpd:measure", &kind, &model, &peer, &number, &unigrams, &weight))
        return PyErr_Occurred() ? -1 : refuse(PyExc_TypeError, "a measure must be a tuple");
    if (kind < 0 || kind >= KINDS)
        return refuse(PyExc_ValueError, "no kind of measure has this number");
    if (model < 0 || model >= side_count || peer < 0 || peer >= side_count)
        return refuse(PyExc_ValueError, "a measure must have readings of the plan");
    if ((kind == NGRAMS || kind == DISTINCT_NGRAMS || kind == SIGNED_NGRAMS || counts_novelty((Kind)kind)) && number < 1)
        return refuse(PyExc_ValueError, "n must be 1 or more");
    number = number < INT32_MAX ? number : INT32_MAX; /* No document is longer. */
    *measure = (Measure){(Kind)kind, sides[model], sides[peer], number, unigrams, weight};
    return 0;
}

int read_plan(Plan *plan, PyObject *object)
{
    PyObject *readings, *measures;
    Side sides[MOST_READINGS];
    double max_words, max_bytes, alpha;
    long long max_tokens;
    int lowering, stemmer, combination, rounding, pieces, plain_ascii;
    if (!PyTuple_Check(object))
        return refuse(PyExc_TypeError, "a plan must be a tuple");
    if (!PyArg_ParseTuple(object, "O!O!ddiiiidipL:plan", &PyTuple_Type, &readings, &PyTuple_Type, &measures,
                          &max_words, &max_bytes, &lowering, &stemmer, &combination, &rounding, &alpha, &pieces,
                          &plain_ascii, &max_tokens))
        return -1;
    const int choices[][2] = {{lowering, LOWERINGS - 1}, {stemmer, PORTER_NLTK}, {combination, COMBINATIONS - 1},
                              {rounding, ROUNDINGS - 1}, {pieces, CUTTINGS - 1}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (choices[i][0] < 0 || choices[i][0] > choices[i][1])
            return refuse(PyExc_ValueError, "no choice has this number");
    if (!(max_words >= 0 && max_bytes >= 0 && max_tokens >= 0))
        return refuse(PyExc_ValueError, "a limit must be 0 or more");
    *plan = (Plan){.limit = {max_words, max_bytes}, .lowering = (Lowering)lowering, .stemmer = (Stemmer)stemmer,
                   .combination = (Combination)combination, .rounding = (Rounding)rounding, .alpha = alpha,
                   .cutting = (Cutting)pieces, .plain_ascii = plain_ascii,
                   .max_tokens = max_tokens ? max_tokens : INT64_MAX, .measure_count = (size_t)PyTuple_Size(measures)};
    const Py_ssize_t side_count = PyTuple_Size(readings);
    if (side_count > MOST_READINGS)
        return refuse(PyExc_ValueError, "too many readings");
    plan->measures = allocated(plan->measure_count, sizeof *plan->measures);
    if (!plan->measures)
        return raised(NO_MEMORY);
    for (Py_ssize_t i = 0; i < side_count; i++)
        if (read_reading(plan, &sides[i], PyTuple_GetItem(readings, i)) < 0)
            return -1;
    for (size_t i = 0; i < plan->measure_count; i++)
        if (read_measure(plan, &plan->measures[i], sides, side_count, PyTuple_GetItem(measures, (Py_ssize_t)i)) < 0)
            return -1;
    return 0;
}

static int32_t number_of_word(WordTable *table, PyObject *object)
{
    char *bytes;
    Py_ssize_t length;
    WordSlot *slot;
    if (PyBytes_AsStringAndSize(object, &bytes, &length) < 0)
        return -1;
    return raised(table_find_bytes(table, bytes, (size_t)length, &slot)) < 0 ? -1 : slot->number;
}

int give_turns(void)
{
    PyEval_RestoreThread(PyEval_SaveThread());
    return PyErr_CheckSignals();
}

/* Read a word and its stem; None: it is a stop word. */
static int read_word(WordTable *table, PyObject *item)
{
    PyObject *word, *stem;
    if (!PyTuple_Check(item) || !PyArg_UnpackTuple(item, "a word", 2, 2, &word, &stem))
        return refuse(PyExc_TypeError, "words must be pairs of a word and its stem");
    const int32_t number = number_of_word(table, word);
    const int32_t number_of_stem = number < 0 || stem == Py_None ? number : number_of_word(table, stem);
    if (number_of_stem < 0)
        return -1;
    WordSlot *slot = table_slot(table, number);
    slot->stop = stem == Py_None;
    slot->stem = number_of_stem;
    return 0;
}

int read_words(WordTable *table, PyObject *words)
{
    PyObject *items = PyMapping_Items(words);
    int status = items ? 0 : -1;
    for (Py_ssize_t i = 0; status == 0 && i < PyList_Size(items); i++)
        if (read_word(table, PyList_GetItem(items, i)) < 0 || (i % 1024 == 1023 && give_turns() < 0))
            status = -1;
    Py_XDECREF(items);
    return status;
}

/* Get the bytes in UTF-8 of a string, which live as long as `held` and the object do; 0 if the object is no string. */
static int read_string(PyObject *held, PyObject *object, Span *span)
{
    Py_ssize_t length;
    if (PyBytes_Check(object)) {
        *span = span_of(object);
        return 1;
    }
    if (!PyUnicode_Check(object))
        return 0;
    const char *bytes = PyUnicode_AsUTF8AndSize(object, &length);
    if (!bytes && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) {
        PyErr_Clear();
        PyObject *encoded = PyUnicode_AsEncodedString(object, "utf-8", "replace");
        if (encoded && PyList_Append(held, encoded) == 0) {
            length = PyBytes_Size(encoded);
            bytes = PyBytes_AsString(encoded);
        }
        Py_XDECREF(encoded);
    }
    if (!bytes)
        return -1;
    *span = (Span){(const unsigned char *)bytes, (size_t)length};
    return 1;
}

/* Make a tuple, which other threads cannot change, and have it held; the caller holds a tuple. */
static PyObject *held_tuple(PyObject *held, PyObject *object)
{
    if (PyTuple_CheckExact(object))
        return object; /* Whoever holds the object holds its items. */
    PyObject *tuple = PySequence_Tuple(object);
    int status = tuple ? PyList_Append(held, tuple) : -1;
    Py_XDECREF(tuple); /* The list holds it. */
    return status < 0 ? NULL : tuple;
}

/* Return the sentences of an object that is neither a string nor a list of strings, as evaluation.py has them, and have
   them held; NULL with its error for what is no text. */
static PyObject *sentences_of(PyObject *held, PyObject *object)
{
    PyObject *module = PyImport_ImportModule("rouge_cli.evaluation");
    PyObject *text = module ? PyObject_CallMethod(module, "text_of", "(O)", object) : NULL;
    PyObject *sentences = text ? PyObject_GetAttrString(text, "sentences") : NULL;
    const int status = sentences ? PyList_Append(held, sentences) : -1;
    Py_XDECREF(module);
    Py_XDECREF(text);
    Py_XDECREF(sentences); /* The list holds them. */
    return status < 0 ? NULL : sentences;
}

static int read_text(Batch *batch, BatchText *text, PyObject *object, Span separator)
{
    *text = (BatchText){.separator = separator};
    int is_string = read_string(batch->held, object, &text->lines);
    if (is_string)
        return is_string < 0 ? -1 : 0;
    const bool is_list = PyList_CheckExact(object) || PyTuple_CheckExact(object);
    PyObject *sentences = is_list ? held_tuple(batch->held, object) : sentences_of(batch->held, object);
    if (!sentences)
        return -1;
    text->is_in_sentences = true;
    text->first = batch->sentences.size;
    text->sentences = (size_t)PyTuple_Size(sentences);
    for (size_t i = 0; i < text->sentences; i++) {
        Span sentence;
        is_string = read_string(batch->held, PyTuple_GetItem(sentences, (Py_ssize_t)i), &sentence);
        if (is_string <= 0)
            return is_string == 0 ? sentences_of(batch->held, sentences), -1 : -1;
        if (!APPEND(batch->sentences, sentence))
            return raised(NO_MEMORY);
    }
    return 0;
}

/* Read the separators of lines. */
static int read_separators(Batch *batch, PyObject *object)
{
    PyObject *separators = object ? held_tuple(batch->held, object) : NULL;
    const Py_ssize_t count = separators ? PyTuple_Size(separators) : 0;
    Span separator = {(const unsigned char *)"\n", 1};
    if (object && !separators)
        return -1;
    for (Py_ssize_t i = 0; i < count || batch->separators.size == 0; i++) {
        const int is_string = i < count ? read_string(batch->held, PyTuple_GetItem(separators, i), &separator) : 1;
        if (is_string <= 0)
            return is_string == 0 ? refuse(PyExc_TypeError, "a separator must be a string") : -1;
        if (!APPEND(batch->separators, separator))
            return raised(NO_MEMORY);
    }
    return 0;
}

/* Read the texts of an evaluation; an object that the batch has already is not read again. */
static int read_texts(Batch *batch, StampedTable *known, const Evaluation *evaluation)
{
    const size_t count = evaluation->model_count + evaluation->peer_count;
    for (size_t i = 0; i < count; i++) {
        const bool is_model = i < evaluation->model_count;
        PyObject *object = is_model ? PyTuple_GetItem(evaluation->models, (Py_ssize_t)i)
                                    : PyTuple_GetItem(evaluation->peers, (Py_ssize_t)(i - evaluation->model_count));
        const size_t place = (size_t)stamped_number(known, (uint64_t)(uintptr_t)object) - 1;
        if (batch->use_count % 1024 == 1023 && PyErr_CheckSignals() < 0)
            return -1;
        batch->places[batch->use_count++] = (int32_t)place;
        if (place < batch->text_count)
            continue;
        if (read_text(batch, &batch->texts[batch->text_count++], object, batch->separators.items[i % batch->separators.size]) < 0)
            return -1;
    }
    return 0;
}

int read_evaluations(Batch *batch, StampedTable *known, PyObject *object, PyObject *separators)
{
    batch->held = PyList_New(0);
    PyObject *items = batch->held ? held_tuple(batch->held, object) : NULL;
    if (!items || read_separators(batch, separators) < 0)
        return -1;
    batch->evaluation_count = (size_t)PyTuple_Size(items);
    batch->evaluations = allocated(batch->evaluation_count, sizeof *batch->evaluations);
    if (!batch->evaluations)
        return raised(NO_MEMORY);
    size_t uses = 0;
    for (size_t e = 0; e < batch->evaluation_count; e++) {
        Evaluation *evaluation = &batch->evaluations[e];
        PyObject *item = PyTuple_GetItem(items, (Py_ssize_t)e);
        if (!PyTuple_Check(item) || PyTuple_Size(item) != 2)
            return refuse(PyExc_TypeError, "an evaluation must be a pair of its models and its peers");
        if (!(evaluation->models = held_tuple(batch->held, PyTuple_GetItem(item, 0))) ||
            !(evaluation->peers = held_tuple(batch->held, PyTuple_GetItem(item, 1))) ||
            (e % 1024 == 1023 && give_turns() < 0))
            return -1;
        evaluation->model_count = (size_t)PyTuple_Size(evaluation->models);
        evaluation->peer_count = (size_t)PyTuple_Size(evaluation->peers);
        evaluation->row = batch->row_count;
        uses += evaluation->model_count + evaluation->peer_count;
        batch->row_count += evaluation->peer_count;
    }
    if (uses > INT32_MAX)
        return raised(NO_MEMORY);
    batch->texts = allocated(uses, sizeof *batch->texts);
    batch->places = allocated(uses, sizeof *batch->places);
    if (!batch->texts || !batch->places || !stamped_begin(known, uses))
        return raised(NO_MEMORY);
    for (size_t e = 0; e < batch->evaluation_count; e++) {
        batch->evaluations[e].places = batch->places + batch->use_count;
        if (read_texts(batch, known, &batch->evaluations[e]) < 0)
            return -1;
    }
    return 0;
}

char *new_bytes(PyObject **object, size_t size)
{
    *object = size <= PY_SSIZE_T_MAX ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size) : PyErr_NoMemory();
    return *object ? PyBytes_AsString(*object) : NULL;
}

PyObject *pack_traits(const Batch *batch)
{
    PyObject *object;
    char *traits = new_bytes(&object, batch->use_count);
    for (size_t i = 0; traits && i < batch->use_count; i++)
        traits[i] = batch->texts[batch->places[i]].traits;
    return object;
}

PyObject *pack_words(const Batch *batch)
{
    PyObject *object;
    WordCounts *words = (WordCounts *)new_bytes(&object, batch->use_count * sizeof *words);
    for (size_t i = 0; words && i < batch->use_count; i++)
        words[i] = batch->texts[batch->places[i]].words;
    return object;
}

void release_batch(Batch *batch)
{
    free(batch->texts);
    free(batch->places);
    free(batch->evaluations);
    RELEASE_ALL(batch->sentences, batch->separators);
    Py_XDECREF(batch->held);
}
