/* Python's arguments of a batch to C's memory. */

#include "arguments.h"

#include <stdlib.h>
#include <string.h>

/* Check that a part of a plan is a tuple, as PyArg_ParseTuple takes for granted. */
static bool is_tuple(PyObject *object, const char *what)
{
    if (PyTuple_Check(object))
        return true;
    PyErr_Format(PyExc_TypeError, "a %s must be a tuple", what);
    return false;
}

static int read_reading(Reading *reading, PyObject *object)
{
    int stem, stem_sentences, whole;
    if (!is_tuple(object, "reading") || !PyArg_ParseTuple(object, "ppp:reading", &stem, &stem_sentences, &whole))
        return -1;
    *reading = (Reading){.stem = stem, .stem_sentences = stem_sentences, .whole = whole};
    return 0;
}

/* Find the first of the readings that gives the same tokens, so that texts are read once for all of these. */
static size_t first_alike(const Plan *plan, size_t reading)
{
    const Reading *one = &plan->readings[reading];
    size_t first = 0;
    while (plan->readings[first].stem != one->stem || plan->readings[first].stem_sentences != one->stem_sentences)
        first++;
    return first;
}

static int read_measure(Measure *measure, Plan *plan, PyObject *object)
{
    const char *name;
    Py_ssize_t model_reading, peer_reading;
    PyObject *number_object;
    long long number;
    int kind, unigrams;
    static const Choices kinds = {
        "kind of measure",
        {[NGRAMS] = "ngrams",
         [SKIP_BIGRAMS] = "skip_bigrams",
         [LCS] = "lcs",
         [WEIGHTED_LCS] = "weighted_lcs",
         [LONGEST_LCS] = "longest_lcs",
         [WEIGHTED_LENGTH] = "weighted_length"}};
    if (!is_tuple(object, "measure") ||
        !PyArg_ParseTuple(object, "snnOpd:measure", &name, &model_reading, &peer_reading, &number_object, &unigrams,
                          &measure->weight) ||
        (kind = read_choice(name, &kinds)) < 0 || read_whole(number_object, &number) < 0)
        return -1;
    measure->kind = (Kind)kind;
    if (model_reading < 0 || (size_t)model_reading >= plan->reading_count || peer_reading < 0 ||
        (size_t)peer_reading >= plan->reading_count) {
        PyErr_SetString(PyExc_ValueError, "a measure must have readings of the plan");
        return -1;
    }
    if (measure->kind == NGRAMS && number < 1) {
        PyErr_SetString(PyExc_ValueError, "n must be 1 or more");
        return -1;
    }
    /* No document is longer than INT32_MAX tokens. */
    measure->number = number < INT32_MAX ? number : INT32_MAX;
    measure->unigrams = unigrams;
    measure->model_reading = (size_t)model_reading;
    measure->peer_reading = (size_t)peer_reading;
    plan->readings[model_reading].for_models = plan->readings[peer_reading].for_peers = true;
    plan->readings[plan->readings[model_reading].first_alike].for_models = true;
    plan->readings[plan->readings[peer_reading].first_alike].for_peers = true;
    return 0;
}

/* Read all parts of a plan from tuples that are held meanwhile. */
static int read_parts(Plan *plan, PyObject *readings, PyObject *measures)
{
    plan->reading_count = (size_t)PyTuple_Size(readings);
    plan->measure_count = (size_t)PyTuple_Size(measures);
    if (plan->reading_count > MOST_READINGS) {
        PyErr_SetString(PyExc_ValueError, "too many readings");
        return -1;
    }
    plan->measures = zeroed(plan->measure_count, sizeof *plan->measures);
    if (!plan->measures) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < plan->reading_count; i++) {
        if (read_reading(&plan->readings[i], PyTuple_GetItem(readings, (Py_ssize_t)i)) < 0)
            return -1;
        plan->readings[i].first_alike = first_alike(plan, i);
    }
    for (size_t i = 0; i < plan->measure_count; i++)
        if (read_measure(&plan->measures[i], plan, PyTuple_GetItem(measures, (Py_ssize_t)i)) < 0)
            return -1;
    return 0;
}

/* Read the choices of a plan by their names. */
static int read_choices(Plan *plan, const char *lowering_name, const char *stemmer_name, const char *combination_name,
                        const char *rounding_name, const char *pieces_name)
{
    static const Choices combinations = {"combination of models",
                                         {[POOLED] = "pooled",
                                          [BEST_RECALL] = "best_recall",
                                          [BEST_F] = "best_f",
                                          [MEAN_OF_FLOATS] = "mean_of_floats"}};
    static const Choices roundings = {"rounding", {[DECIMALS] = "decimals", [DOUBLES] = "doubles", [FLOATS] = "floats"}};
    static const Choices pieces_choices = {"sort of pieces",
                                           {[NO_PIECES] = "",
                                            [BLANK_PIECES] = "blanks",
                                            [IDEOGRAPH_PIECES] = "ideographs",
                                            [SENTENCE_PIECES] = "sentences"}};
    int lowering = read_choice(lowering_name, &lowering_choices), stemmer, combination, rounding, pieces;
    if (lowering < 0 || (stemmer = read_choice(stemmer_name, &stemmer_choices)) < 0 ||
        (combination = read_choice(combination_name, &combinations)) < 0 ||
        (rounding = read_choice(rounding_name, &roundings)) < 0 ||
        (pieces = read_choice(pieces_name, &pieces_choices)) < 0)
        return -1;
    plan->lowers_unicode = lowering;
    plan->stemmer = (Stemmer)stemmer;
    plan->combination = (Combination)combination;
    plan->rounding = (Rounding)rounding;
    plan->cutting = (Cutting)pieces;
    return 0;
}

int read_plan(Plan *plan, PyObject *object)
{
    PyObject *readings, *measures, *words, *bytes, *tokens;
    long long max_words, max_bytes, max_tokens;
    const char *lowering, *stemmer, *combination, *rounding, *pieces;
    int plain_ascii;
    *plan = (Plan){.measures = NULL};
    if (!is_tuple(object, "plan") ||
        !PyArg_ParseTuple(object, "O!O!OOssssdspO:plan", &PyTuple_Type, &readings, &PyTuple_Type, &measures,
                          &words, &bytes, &lowering, &stemmer, &combination, &rounding, &plan->alpha, &pieces,
                          &plain_ascii, &tokens) ||
        read_choices(plan, lowering, stemmer, combination, rounding, pieces) < 0 ||
        read_whole(words, &max_words) < 0 || read_whole(bytes, &max_bytes) < 0 || read_whole(tokens, &max_tokens) < 0)
        return -1;
    if (max_words < 0 || max_bytes < 0 || max_tokens < 0) {
        PyErr_SetString(PyExc_ValueError, "a limit must be 0 or more");
        return -1;
    }
    plan->limit = (Limit){max_words, max_bytes};
    plan->max_tokens = max_tokens;
    plan->plain_ascii = plain_ascii;
    return read_parts(plan, readings, measures);
}

/* Get the bytes of a text in UTF-8. They live as long as `held` and the object do. */
static int read_string(BatchArguments *arguments, PyObject *object, Span *span)
{
    const char *bytes;
    Py_ssize_t length;
    if (PyBytes_Check(object)) {
        char *own;
        if (PyBytes_AsStringAndSize(object, &own, &length) < 0)
            return -1;
        *span = (Span){(const unsigned char *)own, (size_t)length};
        return 1;
    }
    if (!PyUnicode_Check(object))
        return 0;
    bytes = PyUnicode_AsUTF8AndSize(object, &length);
    if (!bytes && PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) { /* Lone surrogates become question marks. */
        PyErr_Clear();
        PyObject *encoded = PyUnicode_AsEncodedString(object, "utf-8", "replace");
        if (encoded && PyList_Append(arguments->held, encoded) == 0) {
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

/* Raise the error of evaluation.py for what is no text, or no sentence of one. */
static int refuse_text(PyObject *object, bool in_list)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__name__");
    if (name)
        PyErr_Format(PyExc_TypeError, "a text must be a string or a list of strings, not %s%U%s",
                     in_list ? "a list with " : "", name, in_list ? " in it" : "");
    Py_XDECREF(name);
    return -1;
}

static int append_sentence(BatchArguments *arguments, Span sentence)
{
    Batch *batch = &arguments->batch;
    Span *grown = with_room(batch->sentences, &arguments->sentence_room, batch->sentence_count + 1, sizeof *grown);
    if (!grown) {
        PyErr_NoMemory();
        return -1;
    }
    batch->sentences = grown;
    grown[batch->sentence_count++] = sentence;
    return 0;
}

/* Read a text that is a sequence of sentences, which other threads cannot change once it is a tuple. */
static int read_sentences(BatchArguments *arguments, BatchText *text, PyObject *object)
{
    PyObject *sentences = PySequence_Tuple(object);
    int status = sentences ? PyList_Append(arguments->held, sentences) : -1;
    Py_XDECREF(sentences); /* The list holds it. */
    text->form = SENTENCES;
    text->first = arguments->batch.sentence_count;
    for (Py_ssize_t i = 0; status == 0 && i < PyTuple_Size(sentences); i++) {
        PyObject *item = PyTuple_GetItem(sentences, i);
        Span sentence;
        int is_string = read_string(arguments, item, &sentence);
        if (is_string < 0)
            return -1;
        status = is_string ? append_sentence(arguments, sentence) : refuse_text(item, true);
    }
    text->sentences = arguments->batch.sentence_count - text->first;
    return status;
}

static int append_numbers(NumberList *list, PyObject *object, size_t *place, size_t *size)
{
    Py_buffer view;
    if (view_array(object, 'i', sizeof *list->numbers, 0, &view) < 0)
        return -1;
    *place = list->size;
    *size = (size_t)view.len / sizeof *list->numbers;
    int32_t *grown = NULL;
    if (*size > INT32_MAX - list->size)
        raised(TOO_MANY_TOKENS);
    else if (!(grown = with_room(list->numbers, &list->room, list->size + *size, sizeof *grown)))
        PyErr_NoMemory();
    else {
        list->numbers = grown;
        if (*size) /* The buffer of an empty array may be NULL, which memcpy must not get. */
            memcpy(grown + list->size, view.buf, *size * sizeof *grown);
        list->size += *size;
    }
    PyBuffer_Release(&view);
    return grown ? 0 : -1;
}

/* Check the copy of a document's sentence ends, which no other thread can change. */
static int check_ends(const NumberList *ends, const DocumentPlaces *places)
{
    int32_t last = 0;
    bool rise = true;
    for (size_t sentence = 0; sentence < places->sentences; sentence++) {
        int32_t end = ends->numbers[places->ends + sentence];
        rise &= end >= last;
        last = end;
    }
    if (rise && (size_t)last == places->word_count)
        return 0;
    PyErr_SetString(PyExc_ValueError, "sentence ends must rise to the number of words");
    return -1;
}

/* Read a document, which every reading takes as it is. */
static int read_made_document(Workspace *workspace, const Plan *plan, PyObject *document, size_t text)
{
    DocumentPlaces places;
    PyObject *tokens = PyTuple_GetItem(document, 0), *words = PyTuple_GetItem(document, 1);
    if (append_numbers(&workspace->tokens, tokens, &places.tokens, &places.size) < 0)
        return -1;
    places.words = places.tokens;
    places.word_count = places.size;
    if (words != tokens && append_numbers(&workspace->tokens, words, &places.words, &places.word_count) < 0)
        return -1;
    if (append_numbers(&workspace->ends, PyTuple_GetItem(document, 2), &places.ends, &places.sentences) < 0 ||
        check_ends(&workspace->ends, &places) < 0 || raised(add_whole_end(workspace, &places)) < 0)
        return -1;
    for (size_t reading = 0; reading < plan->reading_count; reading++)
        workspace->places[text * plan->reading_count + reading] = places;
    return 0;
}

/* Return whether an object is a tuple of three buffers, as documents are. */
static bool is_document(PyObject *object)
{
    return PyTuple_Check(object) && PyTuple_Size(object) == 3 && PyObject_CheckBuffer(PyTuple_GetItem(object, 0)) &&
           !PyBytes_Check(PyTuple_GetItem(object, 0));
}

/* The flag of types that are mappings (PEP 634); the headers hide it from the stable ABI. */
enum { IS_MAPPING = 1 << 6 };

/* Return whether an object may hold sentences, by the rule of evaluation.py: it has items in an order. A data frame
 * has columns instead. */
static bool may_hold_sentences(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    if (!PyList_CheckExact(object) && PyObject_HasAttrString((PyObject *)type, "columns"))
        return false;
    return PySequence_Check(object) && PyType_GetSlot(type, Py_tp_iter) && !PyByteArray_Check(object) &&
           !(PyType_GetFlags(type) & IS_MAPPING);
}

static int read_text(BatchArguments *arguments, Workspace *workspace, const Plan *plan, PyObject *object,
                     Py_ssize_t place)
{
    BatchText *text = &arguments->batch.texts[place];
    text->form = LINES;
    text->separator = (Span){(const unsigned char *)"\n", 1};
    int is_string = read_string(arguments, object, &text->lines);
    if (is_string)
        return is_string < 0 ? -1 : 0;
    if (is_document(object)) {
        text->form = DOCUMENT;
        return read_made_document(workspace, plan, object, (size_t)place);
    }
    if (!may_hold_sentences(object))
        return refuse_text(object, false);
    return read_sentences(arguments, text, object);
}

static int read_texts(BatchArguments *arguments, Workspace *workspace, const Plan *plan, PyObject *texts)
{
    Batch *batch = &arguments->batch;
    batch->text_count = (size_t)PyTuple_Size(texts);
    batch->texts = zeroed(batch->text_count, sizeof *batch->texts);
    size_t places = batch->text_count * plan->reading_count;
    if (!batch->texts ||
        !reserve((void **)&workspace->places, &workspace->place_room, places, sizeof *workspace->places)) {
        PyErr_NoMemory();
        return -1;
    }
    size_t made = 0;
    for (size_t i = 0; i < batch->text_count; i++) {
        if (i % 1024 == 1023 && PyErr_CheckSignals() < 0)
            return -1;
        if (read_text(arguments, workspace, plan, PyTuple_GetItem(texts, (Py_ssize_t)i), (Py_ssize_t)i) < 0)
            return -1;
        made += batch->texts[i].form == DOCUMENT;
    }
    if (made == 0 || made == batch->text_count)
        return 0;
    PyErr_SetString(PyExc_ValueError, "texts and documents cannot be counted together");
    return -1;
}

static int check_places(const int32_t *places, size_t size, size_t limit, const char *what)
{
    for (size_t i = 0; i < size; i++)
        if (places[i] < 0 || (size_t)places[i] >= limit) {
            PyErr_Format(PyExc_ValueError, "%s: there is no place %d", what, (int)places[i]);
            return -1;
        }
    return 0;
}

/* Check that the ends of evaluations rise to the number of places. */
static int check_rise(const int32_t *ends, size_t evaluations, size_t places)
{
    int32_t last = 0;
    bool rise = true;
    for (size_t i = 0; i < evaluations; i++) {
        rise &= ends[i] >= last;
        last = ends[i];
    }
    if (rise && (size_t)last == places)
        return 0;
    PyErr_SetString(PyExc_ValueError, "the ends of evaluations must rise to the number of places");
    return -1;
}

/* Append an array('i') to the places. */
static int append_places(BatchArguments *arguments, PyObject *object, size_t *all, size_t *size)
{
    Py_buffer view;
    if (view_array(object, 'i', sizeof *arguments->places, 0, &view) < 0)
        return -1;
    *size = (size_t)view.len / sizeof *arguments->places;
    int32_t *grown =
        with_room(arguments->places, &arguments->place_room, *all + *size + 1, sizeof *arguments->places);
    if (grown) {
        arguments->places = grown;
        if (*size) /* The buffer of an empty array may be NULL, which memcpy must not get. */
            memcpy(grown + *all, view.buf, *size * sizeof *grown);
        *all += *size;
    } else
        PyErr_NoMemory();
    PyBuffer_Release(&view);
    return grown ? 0 : -1;
}

static int read_places(BatchArguments *arguments, PyObject *const objects[5])
{
    size_t sizes[5], all = 0;
    const int32_t *starts[5];
    for (size_t i = 0; i < 5; i++)
        if (append_places(arguments, objects[i], &all, &sizes[i]) < 0)
            return -1;
    starts[0] = arguments->places;
    for (size_t i = 1; i < 5; i++)
        starts[i] = starts[i - 1] + sizes[i - 1];
    Batch *batch = &arguments->batch;
    batch->models = starts[0], batch->model_ends = starts[1];
    batch->peers = starts[2], batch->peer_ends = starts[3], batch->rows = starts[4];
    batch->evaluations = sizes[1];
    batch->row_count = sizes[4];
    if (sizes[3] != sizes[1] || sizes[4] != sizes[2]) {
        PyErr_SetString(PyExc_ValueError, "there must be as many ends of peers as of models, and a row for each peer");
        return -1;
    }
    if (check_rise(batch->model_ends, sizes[1], sizes[0]) < 0 || check_rise(batch->peer_ends, sizes[3], sizes[2]) < 0 ||
        check_places(batch->models, sizes[0], batch->text_count, "models") < 0 ||
        check_places(batch->peers, sizes[2], batch->text_count, "peers") < 0 ||
        check_places(batch->rows, sizes[4], sizes[4], "rows") < 0)
        return -1;
    for (size_t i = 0; i < sizes[0]; i++)
        batch->texts[batch->models[i]].is_model = true;
    for (size_t i = 0; i < sizes[2]; i++)
        batch->texts[batch->peers[i]].is_peer = true;
    return 0;
}

/* Read the separators of lines: of as many texts in turn as there are separators. */
static int read_separators(BatchArguments *arguments, PyObject *object)
{
    PyObject *separators = PySequence_Tuple(object);
    int status = separators ? PyList_Append(arguments->held, separators) : -1;
    Py_XDECREF(separators); /* The list holds it. */
    Batch *batch = &arguments->batch;
    size_t count = status == 0 ? (size_t)PyTuple_Size(separators) : 0;
    for (size_t i = 0; i < count; i++) {
        Span separator;
        int is_string = read_string(arguments, PyTuple_GetItem(separators, (Py_ssize_t)i), &separator);
        if (is_string <= 0)
            return is_string < 0 ? -1 : refuse_text(PyTuple_GetItem(separators, (Py_ssize_t)i), true);
        for (size_t text = i; text < batch->text_count; text += count)
            batch->texts[text].separator = separator;
    }
    return status;
}

int read_batch(BatchArguments *arguments, Workspace *workspace, const Plan *plan, PyObject *texts,
               PyObject *const places[5], PyObject *separators)
{
    *arguments = (BatchArguments){.held = PyList_New(0)};
    PyObject *items = arguments->held ? PySequence_Tuple(texts) : NULL;
    int status = items ? PyList_Append(arguments->held, items) : -1;
    Py_XDECREF(items); /* The list holds it. */
    workspace->tokens.size = workspace->ends.size = 0;
    if (status == 0)
        status = read_texts(arguments, workspace, plan, items);
    if (status == 0 && separators)
        status = read_separators(arguments, separators);
    return status == 0 ? read_places(arguments, places) : status;
}

void release_batch(BatchArguments *arguments)
{
    free(arguments->batch.texts);
    free(arguments->batch.sentences);
    free(arguments->places);
    Py_XDECREF(arguments->held);
}
