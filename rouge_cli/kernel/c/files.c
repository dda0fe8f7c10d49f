/* Many small files at once, without the GIL. What cannot simply be read is left to Python, which has the messages. */

#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#ifndef _WIN32
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

/* Files are read in portions, one file behind the other into a block, and become Python's objects when their portion is
   over. So little more memory is held than they take, and signals are handled after each portion. A file that does not
   fit into the block would gain nothing by being read here. */
enum { PORTION = 256, BLOCK = LARGE(1 << 18) };

typedef struct {
    PyObject *names[PORTION];   /* in the encoding of the system; NULL: no file has such a name */
    const char *paths[PORTION]; /* the bytes of the names */
    size_t count;
    size_t sizes[PORTION]; /* of the files that have been read, or LEFT */
} Portion;

/* In place of a size: the file is left to Python, or to the next portion. */
#define LEFT SIZE_MAX
#define NO_ROOM (SIZE_MAX - 1)

#ifdef _WIN32

static size_t read_portion(Portion *portion, char *block)
{
    for (size_t i = 0; i < portion->count; i++)
        portion->sizes[i] = LEFT;
    return portion->count;
}

#else

/* A folder that paths of a portion begin with. It is opened when a second path does: the system finds its files by their
   names then, without a walk from the root. */
typedef struct {
    const char *path; /* NULL: there is none yet */
    size_t length;    /* with the slash behind it */
    int file;         /* AT_FDCWD: it has not been opened */
} Folder;

enum { FOLDERS = 2 /* of models and of peers */, LONGEST_FOLDER = 1024 };

static void open_folder(Folder *folder)
{
    char path[LONGEST_FOLDER];
    if (folder->length >= sizeof path)
        return;
    memcpy(path, folder->path, folder->length);
    path[folder->length] = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    folder->file = file < 0 ? AT_FDCWD : file;
}

static void close_folder(Folder *folder)
{
    if (folder->path && folder->file != AT_FDCWD)
        close(folder->file);
}

/* Return the open folder of a path, of which only the name is left then, or AT_FDCWD. */
static int folder_of(Folder *folders, const char **path)
{
    const char *slash = strrchr(*path, '/');
    size_t length = slash ? (size_t)(slash - *path) + 1 : 0;
    if (!length)
        return AT_FDCWD;
    for (Folder *folder = folders; folder < folders + FOLDERS; folder++) {
        if (!folder->path || folder->length != length || memcmp(folder->path, *path, length) != 0)
            continue;
        if (folder->file == AT_FDCWD)
            open_folder(folder);
        if (folder->file != AT_FDCWD)
            *path += length;
        return folder->file;
    }
    close_folder(&folders[FOLDERS - 1]);
    memmove(folders + 1, folders, (FOLDERS - 1) * sizeof *folders);
    folders[0] = (Folder){*path, length, AT_FDCWD};
    return AT_FDCWD;
}

/* Read a whole file of fewer bytes than there is room for, and return its size. */
static size_t read_file(int folder, const char *path, char *bytes, size_t room)
{
    /* A pipe must not even be opened, because its writer may fail once it is closed again. Some files, such as those in
       /proc, are made while they are read, and said to be empty. */
    struct stat status;
    if (fstatat(folder, path, &status, 0) < 0 || !S_ISREG(status.st_mode) || status.st_size <= 0)
        return LEFT;
    if ((uintmax_t)status.st_size >= room)
        return NO_ROOM;
    /* If a pipe has taken the file's place meanwhile, O_NONBLOCK keeps `openat` from waiting for a writer, and `pread`
       takes nothing out of it. */
    int file = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return LEFT;
    size_t size = (size_t)status.st_size;
    ssize_t got = pread(file, bytes, size + 1, 0);
    close(file);
    return got == status.st_size ? size : LEFT; /* Any other number says that there may be more. */
}

/* Read as many files of a portion as the block has room for, and at least one. Return their number. */
static size_t read_portion(Portion *portion, char *block)
{
    Folder folders[FOLDERS] = {{NULL, 0, AT_FDCWD}, {NULL, 0, AT_FDCWD}};
    size_t used = 0, i = 0;
    for (; i < portion->count; i++) {
        const char *path = portion->paths[i];
        int folder = path ? folder_of(folders, &path) : AT_FDCWD;
        size_t size = path ? read_file(folder, path, block + used, BLOCK - used) : LEFT;
        if (size == NO_ROOM && i > 0)
            break;
        portion->sizes[i] = size == NO_ROOM ? LEFT : size;
        used += portion->sizes[i] == LEFT ? 0 : size;
    }
    for (size_t folder = 0; folder < FOLDERS; folder++)
        close_folder(&folders[folder]);
    return i;
}

#endif

/* Take the names of a portion from the paths. */
static int take_names(Portion *portion, PyObject *paths, size_t start)
{
    size_t rest = (size_t)PyTuple_Size(paths) - start, count = rest < PORTION ? rest : PORTION;
    for (portion->count = 0; portion->count < count; portion->count++) {
        PyObject *path = PyTuple_GetItem(paths, (Py_ssize_t)(start + portion->count)), *name = NULL;
        if (!PyUnicode_FSConverter(path, &name)) {
            if (!PyErr_ExceptionMatches(PyExc_ValueError)) /* for a NUL, or for what the encoding does not have */
                return -1;
            PyErr_Clear();
        }
        portion->names[portion->count] = name;
        portion->paths[portion->count] = name ? PyBytes_AsString(name) : NULL;
    }
    return 0;
}

static void release_names(Portion *portion)
{
    for (size_t i = 0; i < portion->count; i++)
        Py_XDECREF(portion->names[i]);
}

/* Put the files of a portion into the list, and None for those that are left. */
static int put_files(PyObject *list, size_t start, const size_t *sizes, size_t count, const char *block)
{
    for (size_t i = 0; i < count; i++) {
        PyObject *file = sizes[i] == LEFT ? Py_NewRef(Py_None) : PyBytes_FromStringAndSize(block, (Py_ssize_t)sizes[i]);
        block += sizes[i] == LEFT ? 0 : sizes[i];
        if (!file || PyList_SetItem(list, (Py_ssize_t)(start + i), file) < 0)
            return -1;
    }
    return 0;
}

/* Read a portion from `start` on, and return the number of its files, or -1. */
static Py_ssize_t put_portion(PyObject *list, PyObject *paths, size_t start, char *block)
{
    Portion portion;
    size_t count = 0;
    int status = take_names(&portion, paths, start);
    if (status == 0) {
        Py_BEGIN_ALLOW_THREADS
        count = read_portion(&portion, block);
        Py_END_ALLOW_THREADS
        status = put_files(list, start, portion.sizes, count, block);
    }
    release_names(&portion);
    return status < 0 || PyErr_CheckSignals() < 0 ? -1 : (Py_ssize_t)count;
}

PyObject *read_files(PyObject *module, PyObject *paths)
{
    paths = PySequence_Tuple(paths);
    if (!paths)
        return NULL;
    Py_ssize_t size = PyTuple_Size(paths);
    char *block = allocated(BLOCK, 1);
    PyObject *list = block ? PyList_New(size) : PyErr_NoMemory();
    for (Py_ssize_t start = 0, count; list && start < size; start += count) {
        count = put_portion(list, paths, (size_t)start, block);
        if (count < 0)
            Py_CLEAR(list);
    }
    free(block);
    Py_DECREF(paths);
    return list;
}
