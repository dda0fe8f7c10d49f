/* The type BatchCounter: batches of texts to columns of counts and figures, by the plan of a run. */

#include "arguments.h"

#include <stdlib.h>
#include <string.h>

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

static void forget_words(Workspace *workspace, const WordTable *words)
{
    WordTable copy;
    bool is_full =
        workspace->table.count > words->count + MOST_WORDS || is_large(&workspace->pieces.table, MOST_WORDS);
    if (is_full && table_copy(&copy, words) == DONE) {
        table_free(&workspace->table);
        workspace->table = copy;
        pieces_free(&workspace->pieces); /* Their tokens are numbers of words. */
    }
}

static Workspace *take_workspace(BatchCounter *self)
{
    Workspace *workspace;
    BEGIN_LOCKED((PyObject *)self);
    workspace = self->idle;
    if (workspace)
        self->idle = workspace->next;
    END_LOCKED();
    if (!workspace)
        workspace = workspace_new(&self->words);
    if (workspace)
        forget_words(workspace, &self->words);
    else
        PyErr_NoMemory();
    return workspace;
}

/* Give a workspace back, unless its work was not finished. */
static void return_workspace(BatchCounter *self, Workspace *workspace, Status status)
{
    if (status != DONE) {
        workspace_free(workspace);
        return;
    }
    BEGIN_LOCKED((PyObject *)self);
    workspace->next = self->idle;
    self->idle = workspace;
    END_LOCKED();
}

/* Make an object of bytes whose memory is written before anyone else sees it. */
static char *new_bytes(PyObject **object, size_t size)
{
    *object = size <= PY_SSIZE_T_MAX ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size) : PyErr_NoMemory();
    return *object ? PyBytes_AsString(*object) : NULL;
}

static Status count_arguments(BatchCounter *self, Workspace *workspace, const BatchArguments *arguments,
                              const char *stop, PyObject **result)
{
    const Batch *batch = &arguments->batch;
    PyObject *block_object = NULL, *traits_object = NULL;
    size_t row_bytes = 8 * columns_of_plan(&self->plan);
    Status status = INTERRUPTED;
    char *traits = new_bytes(&traits_object, batch->text_count);
    size_t bytes = batch->row_count <= PY_SSIZE_T_MAX / (row_bytes + 1) ? batch->row_count * row_bytes : SIZE_MAX;
    char *block = traits ? new_bytes(&block_object, bytes) : NULL;
    if (block) {
        memset(block, 0, bytes);
        Task task;
        task_begin(&task, stop);
        status = count_batch(workspace, &self->plan, batch, block, traits, &task);
        if (task_end(&task, status) == 0)
            *result = PyTuple_Pack(2, block_object, traits_object);
    }
    Py_XDECREF(block_object);
    Py_XDECREF(traits_object);
    return status;
}

static PyObject *counter_count(PyObject *self, PyObject *arguments)
{
    BatchCounter *counter = (BatchCounter *)self;
    PyObject *texts, *places[5], *stop = Py_None, *separators = NULL, *result = NULL;
    if (!PyArg_ParseTuple(arguments, "OOOOOO|OO:count", &texts, &places[0], &places[1], &places[2], &places[3],
                          &places[4], &stop, &separators))
        return NULL;
    if (stop != Py_None && !(PyByteArray_Check(stop) && PyByteArray_Size(stop) > 0))
        return refuse(PyExc_TypeError, "stop must be a bytearray of a byte at least"), NULL;
    Workspace *workspace = take_workspace(counter);
    if (!workspace)
        return NULL;
    BatchArguments batch;
    Py_buffer view; /* While there is a view of it, nobody can move the memory of a bytearray. */
    Status status = INTERRUPTED;
    if (stop == Py_None || PyObject_GetBuffer(stop, &view, PyBUF_SIMPLE) == 0) {
        if (read_batch(&batch, texts, places, separators) == 0)
            status = count_arguments(counter, workspace, &batch, stop == Py_None ? NULL : view.buf, &result);
        release_batch(&batch);
        if (stop != Py_None)
            PyBuffer_Release(&view);
    }
    return_workspace(counter, workspace, status);
    return result;
}

/* Set the function that makes the tokens of pieces, which a plan with pieces needs. */
static int set_function(Plan *plan, PyObject *function)
{
    if (plan->cutting == NO_PIECES)
        return 0;
    if (!function || !PyCallable_Check(function))
        return refuse(PyExc_TypeError, "a plan with pieces needs a function that makes their tokens");
    Py_INCREF(function);
    plan->function = function;
    return 0;
}

static PyObject *counter_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"", "", "", "", NULL}; /* Arguments have no names. */
    PyObject *plan, *stop_words = NULL, *exceptions = NULL, *function = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OOO:BatchCounter", names, &plan, &stop_words, &exceptions,
                                     &function))
        return NULL;
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    PyObject *self = allocate(type, 0); /* Its memory is zeroed. */
    if (!self)
        return NULL;
    BatchCounter *counter = (BatchCounter *)self;
    int status = read_plan(&counter->plan, plan);
    if (status == 0)
        status = set_function(&counter->plan, function);
    counter->words.stemmer = counter->plan.stemmer;
    if (status < 0 || read_word_lists(&counter->words, stop_words, exceptions) < 0)
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
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
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
    {"count", counter_count, METH_VARARGS, "Return the columns of a batch, and the traits of its texts."},
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

static PyType_Spec counter_spec = {
    "rouge_cli.kernel.compiled.BatchCounter", sizeof(BatchCounter), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    counter_slots,
};

PyObject *batch_counter_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &counter_spec, NULL);
}
