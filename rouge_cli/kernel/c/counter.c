/* The type BatchCounter: batches of texts to columns of counts and figures, by the plan of a run; prepared texts to the
   figures of all pairs. */

#include "python.h"

/* Several threads may use one counter. The GIL protects it, and where there is none, a critical section, which Python
   suspends just where it would release the GIL. */
#ifdef Py_GIL_DISABLED
#define BEGIN_LOCKED(object) Py_BEGIN_CRITICAL_SECTION(object)
#define END_LOCKED() Py_END_CRITICAL_SECTION()
#else
#define BEGIN_LOCKED(object) {
#define END_LOCKED() }
#endif

typedef struct {
    PyObject_HEAD
    Plan plan;
    WordTable words; /* the stop words and the exceptions; it is never written once the counter is made */
    Workspace *idle; /* the workspaces that no thread uses, as a list */
} BatchCounter;

/* The most words in a workspace's table that is kept, so that streams of any length are counted in bounded memory. */
enum { MOST_WORDS = LARGE(1 << 18) };

static Workspace *take_workspace(BatchCounter *self)
{
    Workspace *workspace;
    BEGIN_LOCKED((PyObject *)self);
    workspace = self->idle;
    if (workspace)
        self->idle = workspace->next;
    END_LOCKED();
    if (workspace && (workspace->reader.table.entries.size > self->words.entries.size + MOST_WORDS ||
                      is_large(&workspace->pieces.table, MOST_WORDS))) {
        workspace_free(workspace);
        workspace = NULL;
    }
    return workspace ? workspace : workspace_new(&self->plan, &self->words);
}

typedef struct {
    BatchCounter *counter;
    Workspace *workspace;
    Batch batch;
    Py_buffer stop;
    Task task;
    Status status;
} Call;

/* Begin a call, which is zero before and must be ended in any case. `stop` is None, or has the byte by which another thread
   says that the work is not wanted: while there is a view of it, nobody can move the memory of a bytearray. */
static int begin_call(Call *call, PyObject *self, PyObject *stop)
{
    call->counter = (BatchCounter *)self;
    call->status = INTERRUPTED;
    if (stop != Py_None && (!PyByteArray_Check(stop) || PyByteArray_Size(stop) == 0))
        return refuse(PyExc_TypeError, "stop must be a bytearray of a byte at least");
    if (stop != Py_None && PyObject_GetBuffer(stop, &call->stop, PyBUF_SIMPLE) < 0)
        return -1;
    call->workspace = take_workspace(call->counter);
    return raised(call->workspace ? DONE : NO_MEMORY);
}

/* Work without the GIL by an expression that makes a status, which the call keeps; false with an exception set. */
#define HAS_WORKED(call, work) (WORK(&(call)->task, (call)->stop.buf, (call)->status = (work)) == 0)

/* Give the workspace back, unless its work was not finished, and all that the call holds. */
static void end_call(Call *call)
{
    BatchCounter *counter = call->counter;
    release_batch(&call->batch);
    PyBuffer_Release(&call->stop); /* A view without an object is left alone. */
    if (call->status != DONE) {
        workspace_free(call->workspace);
        return;
    }
    BEGIN_LOCKED((PyObject *)counter);
    call->workspace->next = counter->idle;
    counter->idle = call->workspace;
    END_LOCKED();
}

static PyObject *pack(const void *items, size_t bytes)
{
    return PyBytes_FromStringAndSize(items, (Py_ssize_t)bytes);
}

static PyObject *counter_count(PyObject *self, PyObject *arguments)
{
    PyObject *evaluations, *stop = Py_None, *separators = NULL, *block_object = NULL, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "O|OO:count", &evaluations, &stop, &separators))
        return NULL;
    Call call = {.counter = NULL};
    Batch *batch = &call.batch;
    if (begin_call(&call, self, stop) == 0 && read_evaluations(batch, &call.workspace->indices, evaluations, separators) == 0) {
        const size_t row_bytes = 8 * COLUMNS * call.counter->plan.measure_count;
        const size_t bytes = batch->row_count <= PY_SSIZE_T_MAX / (row_bytes + 1) ? batch->row_count * row_bytes : SIZE_MAX;
        char *block = new_bytes(&block_object, bytes);
        if (block) {
            memset(block, 0, bytes);
            if (HAS_WORKED(&call, count_batch(call.workspace, batch, block, &call.task)))
                result = Py_BuildValue("ONN", block_object, pack_traits(batch), pack_words(batch));
        }
    }
    Py_XDECREF(block_object);
    end_call(&call);
    return result;
}

/* Search the peer of an evaluation by measures, whose numbers are bytes; without measures, by sets. */
static PyObject *counter_extract(PyObject *self, PyObject *arguments)
{
    const Plan *plan = &((BatchCounter *)self)->plan;
    PyObject *evaluations, *measures, *result = NULL;
    Py_ssize_t most;
    if (!PyArg_ParseTuple(arguments, "OSn:extract", &evaluations, &measures, &most))
        return NULL;
    const size_t count = (size_t)PyBytes_Size(measures);
    const unsigned char *numbers = (const unsigned char *)PyBytes_AsString(measures);
    bool are_known = plan->measure_count > 0 && most >= 0;
    for (size_t i = 0; i < count; i++)
        are_known &= numbers[i] < plan->measure_count;
    if (!are_known)
        return refuse(PyExc_ValueError, "there is no such measure, or number of sentences"), NULL;
    Call call = {.counter = NULL};
    Batch *batch = &call.batch;
    if (begin_call(&call, self, Py_None) == 0 && read_evaluations(batch, &call.workspace->indices, evaluations, NULL) == 0) {
        const size_t models = batch->use_count - 1;
        if (batch->evaluation_count != 1 || batch->row_count != 1 || models == 0 ||
            !batch->texts[batch->places[models]].is_in_sentences ||
            (count == 0 && (models > 1 || batch->texts[0].sentences != 1 || batch->text_count != 2)))
            refuse(PyExc_ValueError,
                   "models and the sentences of a document are wanted; by sets, one model in one sentence");
        else {
            const ExtractMemory *memory = &call.workspace->extract;
            if (HAS_WORKED(&call, count ? find_extract(call.workspace, batch, numbers, count, (size_t)most, &call.task)
                                        : find_by_sets(call.workspace, batch, (size_t)most, &call.task)))
                result = Py_BuildValue("Nd", pack(memory->chosen.items, 4 * memory->chosen.size), memory->value);
        }
    }
    end_call(&call);
    if (!result && !PyErr_Occurred())
        Py_RETURN_NONE; /* It is left to Python. */
    return result;
}

/* Give the tokens of a batch the numbers that a dictionary has for their bytes; new ones get the next numbers. */
static int number_tokens(Workspace *workspace, PyObject *vocabulary)
{
    NumberList *tokens = &workspace->reader.tokens;
    StampedTable *table = &workspace->indices;
    if (!stamped_begin(table, tokens->size) || !RESERVE(workspace->numbers, tokens->size))
        return raised(NO_MEMORY);
    int32_t *numbers = workspace->numbers.items;
    for (size_t i = 0; i < tokens->size; i++) {
        const int32_t known = table->count, place = stamped_number(table, (uint32_t)tokens->items[i]) - 1;
        if (table->count > known) { /* The token is the first of its kind. */
            const WordEntry *entry = &workspace->reader.table.entries.items[tokens->items[i]];
            PyObject *word = pack(workspace->reader.table.text.items + entry->start, entry->length);
            PyObject *number = word ? PyDict_GetItemWithError(vocabulary, word) : NULL;
            Py_XINCREF(number);
            if (word && !number && !PyErr_Occurred()) {
                number = PyLong_FromSsize_t(PyDict_Size(vocabulary));
                if (number && PyDict_SetItem(vocabulary, word, number) < 0)
                    Py_CLEAR(number);
            }
            numbers[place] = number ? (int32_t)PyLong_AsLong(number) : -1;
            Py_XDECREF(number);
            Py_XDECREF(word);
            if (PyErr_Occurred())
                return -1;
        }
        tokens->items[i] = numbers[place];
        if (i % 4096 == 4095 && give_turns() < 0)
            return -1;
    }
    return 0;
}

/* Make the bytes of the places of all texts, where so many tokens and ends stand before them. */
static PyObject *pack_places(const Workspace *workspace, const Batch *batch, uint64_t tokens, uint64_t ends)
{
    PyObject *object;
    const size_t readings = workspace->plan->reading_count, count = batch->use_count * readings;
    char *bytes = new_bytes(&object, count * sizeof(DocumentPlaces));
    for (size_t i = 0; bytes && i < count; i++) {
        DocumentPlaces places = workspace->places.items[(size_t)batch->places[i / readings] * readings + i % readings];
        places.tokens += tokens;
        places.words += tokens;
        places.ends += ends;
        memcpy(bytes + i * sizeof places, &places, sizeof places);
    }
    return object;
}

static PyObject *counter_read(PyObject *self, PyObject *arguments)
{
    PyObject *evaluations, *vocabulary, *result = NULL;
    long long tokens, ends;
    if (!PyArg_ParseTuple(arguments, "OO!LL:read", &evaluations, &PyDict_Type, &vocabulary, &tokens, &ends))
        return NULL;
    if (tokens < 0 || ends < 0 || tokens > PTRDIFF_MAX / 2 || ends > PTRDIFF_MAX / 2)
        return refuse(PyExc_ValueError, "no pool of texts has so many tokens or ends"), NULL;
    Call call = {.counter = NULL};
    Batch *batch = &call.batch;
    if (begin_call(&call, self, Py_None) == 0 && read_evaluations(batch, &call.workspace->indices, evaluations, NULL) == 0) {
        const TextReader *read = &call.workspace->reader;
        if (HAS_WORKED(&call, read_batch_texts(call.workspace, batch, &call.task)) &&
            number_tokens(call.workspace, vocabulary) == 0)
            result = Py_BuildValue("NNNNN", pack(read->tokens.items, 4 * read->tokens.size),
                                   pack(read->ends.items, 4 * read->ends.size),
                                   pack_places(call.workspace, batch, (uint64_t)tokens, (uint64_t)ends), pack_traits(batch),
                                   pack_words(batch));
    }
    end_call(&call);
    return result;
}

enum { PREPARED_VIEWS = 3 };

/* View prepared texts, a tuple of arrays. The views, whose `obj` must be NULL before, must be released in any case. */
static int view_prepared(Py_buffer views[PREPARED_VIEWS], const Plan *plan, PyObject *object, Py_ssize_t kinds,
                         Prepared *prepared)
{
    if (!PyTuple_Check(object) || PyTuple_Size(object) != PREPARED_VIEWS)
        return refuse(PyExc_TypeError, "prepared texts must be a tuple of arrays");
    for (Py_ssize_t i = 0; i < PREPARED_VIEWS; i++) /* the tokens, the ends and the places */
        if (view_array(PyTuple_GetItem(object, i), "iiq"[i], 0, &views[i]) < 0)
            return -1;
    const size_t bytes = plan->reading_count * sizeof(DocumentPlaces);
    *prepared = (Prepared){views[0].buf, views[1].buf, views[2].buf, (size_t)views[0].len / sizeof(int32_t),
                           (size_t)views[1].len / sizeof(int32_t), bytes ? (size_t)views[2].len / bytes : 0, (size_t)kinds};
    return kinds >= 0 && kinds <= INT32_MAX && prepared->texts <= INT32_MAX ? 0 : raised(NOT_PREPARED);
}

typedef struct {
    Call call;
    Tile tile;
    Prepared peers, models;
    Py_buffer views[2 * PREPARED_VIEWS], matrix;
} TileCall;

/* Read the tuple that describes a tile. The call must be ended in any case. */
static int begin_tile_call(TileCall *call, PyObject *self, PyObject *tile)
{
    PyObject *peers, *models, *stop;
    Py_ssize_t kinds, ends[4], measure, figure;
    const Plan *plan = &((BatchCounter *)self)->plan;
    *call = (TileCall){.call = {.status = INTERRUPTED}};
    if (!PyArg_ParseTuple(tile, "OOnnnnnnnO:tile", &peers, &models, &kinds, &ends[0], &ends[1], &ends[2], &ends[3],
                          &measure, &figure, &stop) ||
        begin_call(&call->call, self, stop) < 0 || view_prepared(call->views, plan, peers, kinds, &call->peers) < 0 ||
        view_prepared(call->views + PREPARED_VIEWS, plan, models, kinds, &call->models) < 0)
        return -1;
    if (ends[0] < 0 || ends[1] < ends[0] || (size_t)ends[1] > call->peers.texts || ends[2] < 0 || ends[3] < ends[2] ||
        (size_t)ends[3] > call->models.texts || measure < 0 || (size_t)measure >= plan->measure_count || figure < 0 ||
        figure > 2)
        return refuse(PyExc_ValueError, "there is no such text, measure or figure");
    call->tile = (Tile){&call->peers,    &call->models,   (size_t)ends[0],          (size_t)ends[1],
                        (size_t)ends[2], (size_t)ends[3], &plan->measures[measure], (size_t)figure};
    return 0;
}

static void end_tile_call(TileCall *call)
{
    end_call(&call->call);
    for (size_t i = 0; i < 2 * PREPARED_VIEWS; i++)
        PyBuffer_Release(&call->views[i]);
    PyBuffer_Release(&call->matrix);
}

static PyObject *counter_tile(PyObject *self, PyObject *arguments)
{
    PyObject *tile, *matrix;
    int is_mirrored;
    if (!PyArg_ParseTuple(arguments, "O!Op:tile", &PyTuple_Type, &tile, &matrix, &is_mirrored))
        return NULL;
    TileCall read;
    Call *call = &read.call;
    if (begin_tile_call(&read, self, tile) == 0 && view_array(matrix, 'd', PyBUF_WRITABLE, &read.matrix) == 0) {
        const size_t cells = (size_t)read.matrix.len / sizeof(double), columns = read.models.texts;
        if ((columns ? cells % columns || cells / columns != read.peers.texts : cells) ||
            (is_mirrored && columns != read.peers.texts))
            refuse(PyExc_ValueError, "a matrix must have a cell for each row and column, and be a square if mirrored");
        else
            (void)HAS_WORKED(call, fill_tile(call->workspace, &read.tile, read.matrix.buf, is_mirrored, &call->task));
    }
    end_tile_call(&read);
    return call->status == DONE ? Py_NewRef(Py_None) : NULL;
}

static PyObject *counter_pairs(PyObject *self, PyObject *arguments)
{
    PyObject *tile, *result = NULL;
    double at_least;
    int later;
    if (!PyArg_ParseTuple(arguments, "O!dp:pairs", &PyTuple_Type, &tile, &at_least, &later))
        return NULL;
    TileCall read;
    Call *call = &read.call;
    if (begin_tile_call(&read, self, tile) == 0) {
        const ManyMemory *memory = &call->workspace->many;
        if (HAS_WORKED(call, find_pairs(call->workspace, &read.tile, at_least, later, &call->task)))
            result = pack(memory->pairs.items, memory->pairs.size * sizeof *memory->pairs.items);
    }
    end_tile_call(&read);
    return result;
}

static PyObject *counter_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    PyObject *plan, *words = NULL, *function = NULL;
    char *names[] = {"", "", "", NULL}; /* Arguments have no names. */
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO:BatchCounter", names, &plan, &words, &function))
        return NULL;
    PyObject *self = ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0); /* Its memory is zeroed. */
    if (!self)
        return NULL;
    BatchCounter *counter = (BatchCounter *)self;
    int status = read_plan(&counter->plan, plan);
    if (status == 0 && counter->plan.cutting != NO_PIECES) {
        if (function && PyCallable_Check(function))
            counter->plan.function = Py_NewRef(function);
        else
            status = refuse(PyExc_TypeError, "a plan with pieces needs a function that makes their tokens");
    }
    counter->words.stemmer = counter->plan.stemmer;
    if (status < 0 || (words && read_words(&counter->words, words) < 0))
        Py_CLEAR(self);
    return self;
}

static void counter_dealloc(PyObject *self)
{
    BatchCounter *counter = (BatchCounter *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(counter->plan.function);
    for (Workspace *workspace = counter->idle, *next; workspace; workspace = next) {
        next = workspace->next;
        workspace_free(workspace);
    }
    free(counter->plan.measures);
    table_free(&counter->words);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type); /* An object of a type made at run time holds a reference to it. */
}

static int counter_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((BatchCounter *)self)->plan.function);
    return 0;
}

static int counter_clear(PyObject *self)
{
    Py_CLEAR(((BatchCounter *)self)->plan.function);
    return 0;
}

static PyMethodDef counter_methods[] = {
    {"count", counter_count, METH_VARARGS, "Return the columns of a batch, the traits of its texts and their words."},
    {"read", counter_read, METH_VARARGS, "Return the tokens, ends and places of texts, their traits and their words."},
    {"extract", counter_extract, METH_VARARGS, "Return the sentences that score best with a model, and their value."},
    {"tile", counter_tile, METH_VARARGS, "Write the figures of a tile of prepared texts to a matrix."},
    {"pairs", counter_pairs, METH_VARARGS, "Return the pairs of a tile whose figure is high enough."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot counter_slots[] = {
    {Py_tp_doc, "Counts batches by a plan; several threads may use one counter at once."},
    {Py_tp_new, counter_new},
    {Py_tp_dealloc, counter_dealloc},
    {Py_tp_traverse, counter_traverse},
    {Py_tp_clear, counter_clear},
    {Py_tp_methods, counter_methods},
    {0, NULL},
};

PyType_Spec counter_spec = {
    "rouge_cli.kernel.compiled.BatchCounter", sizeof(BatchCounter), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    counter_slots,
};
