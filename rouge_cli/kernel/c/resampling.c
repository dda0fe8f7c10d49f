/* Resamples of the evaluations: draws, sums in the order drawn, sorted samples. */

#define _DEFAULT_SOURCE /* glibc hides madvise from strict C otherwise. */

#include "python.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

/* drand48, as perl's rand has it: a linear congruential generator of 48 bits, seeded with 32 bits and a tail. */
#define DRAND48_MULTIPLIER UINT64_C(0x5DEECE66D)
#define DRAND48_INCREMENT UINT64_C(0xB)
#define DRAND48_SEED_TAIL UINT64_C(0x330E)
#define DRAND48_MASK ((UINT64_C(1) << 48) - 1)

enum {
    WIDTH = 9, /* the most series that are added up at once: their sums stay in registers */
    DRAWS_OF_A_BLOCK = 64, /* so many rows are added up while the next ones are drawn and fetched from memory */
};

typedef struct {
    uint64_t state;
    double scale;
} Drand48;

static inline uint32_t next_index(Drand48 *drand48)
{
    drand48->state = (DRAND48_MULTIPLIER * drand48->state + DRAND48_INCREMENT) & DRAND48_MASK;
    return (uint32_t)((double)(int64_t)drand48->state * drand48->scale);
}

/* NumPy's legacy generator is the Mersenne Twister MT19937 (Matsumoto and Nishimura 1998). A new word is made of two
   neighbours and of the word SHIFT places further on. */
enum { SHIFT = 397, LEGACY_WORDS = 624 /* in its state, the place of the next one stands behind them */ };

#define UPPER_BIT UINT32_C(0x80000000)
#define MATRIX UINT32_C(0x9908b0df)

static inline uint32_t mixed(uint32_t word, uint32_t next, uint32_t shifted)
{
    uint32_t joined = (word & UPPER_BIT) | (next & ~UPPER_BIT);
    return shifted ^ (joined >> 1) ^ ((0 - (joined & 1)) & MATRIX);
}

/* Make the next words of all. Each loop reads what is far enough from what it writes for compilers to do several words
   at once. */
static void twist(uint32_t *words)
{
    for (size_t i = 0; i < LEGACY_WORDS - SHIFT; i++)
        words[i] = mixed(words[i], words[i + 1], words[i + SHIFT]);
    for (size_t i = LEGACY_WORDS - SHIFT; i < LEGACY_WORDS - 1; i++)
        words[i] = mixed(words[i], words[i + 1], words[i - (LEGACY_WORDS - SHIFT)]);
    words[LEGACY_WORDS - 1] = mixed(words[LEGACY_WORDS - 1], words[0], words[SHIFT - 1]);
}

static inline uint32_t tempered(uint32_t word)
{
    word ^= word >> 11;
    word ^= (word << 7) & UINT32_C(0x9d2c5680);
    word ^= (word << 15) & UINT32_C(0xefc60000);
    return word ^ (word >> 18);
}

/* Draw the next indices below n. Words are cut to the bits that n - 1 has, and words that are then too great are passed
   over. A word makes one index at most, so as many words as indices are missing are never too many; the state ends where
   NumPy's does. */
static void legacy_draw(uint32_t *state, size_t n, size_t draws, uint32_t *indices)
{
    uint32_t last = (uint32_t)(n - 1), mask = last, masked[LEGACY_WORDS];
    for (unsigned shift = 1; shift < 32; shift *= 2)
        mask |= mask >> shift;
    size_t drawn = 0;
    while (drawn < draws && last == 0) /* Without a choice NumPy draws nothing. */
        indices[drawn++] = 0;
    while (drawn < draws) {
        if (state[LEGACY_WORDS] >= LEGACY_WORDS) {
            twist(state);
            state[LEGACY_WORDS] = 0;
        }
        const uint32_t *words = state + state[LEGACY_WORDS];
        size_t left = LEGACY_WORDS - state[LEGACY_WORDS], some = draws - drawn < left ? draws - drawn : left;
        for (size_t i = 0; i < some; i++)
            masked[i] = tempered(words[i]) & mask;
        for (size_t i = 0; i < some; i++) { /* no branch, which would be mispredicted up to every other time */
            indices[drawn] = masked[i];
            drawn += masked[i] <= last;
        }
        state[LEGACY_WORDS] += (uint32_t)some;
    }
}

/* Add the rows drawn to the sums, while as many rows ahead are fetched from memory; with `drand48`, they are also drawn
   meanwhile. A row may lie in two lines of the cache. With the width known, compilers keep the sums in registers. */
static inline void add_rows(const double *rows, size_t width, const uint32_t *indices, size_t draws, Drand48 *drand48,
                            uint32_t *ahead, double *sums)
{
    Drand48 local = drand48 ? *drand48 : (Drand48){0, 0};
    double totals[WIDTH];
    for (size_t s = 0; s < width; s++)
        totals[s] = sums[s];
    for (size_t i = 0; i < draws; i++) {
        if (drand48)
            ahead[i] = next_index(&local);
        const double *row = rows + (size_t)indices[i] * width, *later = rows + (size_t)ahead[i] * width;
        PREFETCH(later);
        PREFETCH(later + width - 1);
        for (size_t s = 0; s + 1 < width; s += 2) { /* in pairs, which compilers make one instruction */
            totals[s] += row[s];
            totals[s + 1] += row[s + 1];
        }
        if (width % 2)
            totals[width - 1] += row[width - 1];
    }
    for (size_t s = 0; s < width; s++)
        sums[s] = totals[s];
    if (drand48)
        *drand48 = local;
}

static void add_drawn(const double *rows, size_t width, const uint32_t *indices, size_t draws, Drand48 *drand48,
                      uint32_t *ahead, double *sums)
{
    if (width == 3)
        add_rows(rows, 3, indices, draws, drand48, ahead, sums);
    else if (width == 6)
        add_rows(rows, 6, indices, draws, drand48, ahead, sums);
    else
        add_rows(rows, WIDTH, indices, draws, drand48, ahead, sums);
}

/* Some of the series side by side, so that a draw adds up neighbours in memory. */
typedef struct {
    double *rows;
    size_t width; /* a multiple of three: the last series may be followed by zeros */
} Strip;

/* Make memory that draws jump about in. On large pages it is found faster: a draw of nine
   series takes 15 ns instead of 24 among 287,250 rows. */
static double *new_rows(size_t n, size_t row_bytes)
{
#ifdef __linux__
    const size_t large_page = (size_t)1 << 21;
    if (n <= PTRDIFF_MAX / row_bytes && n * row_bytes >= 2 * large_page) {
        size_t bytes = (n * row_bytes + large_page - 1) / large_page * large_page;
        void *rows = aligned_alloc(large_page, bytes);
        if (rows)
            madvise(rows, bytes, MADV_HUGEPAGE); /* It is no more than advice. */
        return rows;
    }
#endif
    return allocated(n, row_bytes);
}

/* Copies of series, side by side: several threads resample them at once. */
typedef struct {
    size_t series, added, n, strip_count;
    Strip strips[]; /* their memory is never written once all series are there */
} Rows;

/* Draw one resample of all strips; `sums` has a place for each series of each strip. While a block is added up, the next
   one is drawn and fetched; behind the last there is none, but what is drawn is an index all the same. */
static Status draw_resample(const Rows *rows, uint32_t *legacy, uint64_t seed, double *sums, Task *task)
{
    const Strip *strips = rows->strips;
    uint32_t indices[2][DRAWS_OF_A_BLOCK] = {{0}};
    /* A power of two changes no digit, so an index is rounded as (state * 2**-48) * n is. */
    Drand48 drand48 = {seed << 16 | DRAND48_SEED_TAIL, 0x1p-48 * (double)rows->n};
    size_t draws = rows->n < DRAWS_OF_A_BLOCK ? rows->n : DRAWS_OF_A_BLOCK;
    if (legacy)
        legacy_draw(legacy, rows->n, draws, indices[0]);
    else
        for (size_t i = 0; i < draws; i++)
            indices[0][i] = next_index(&drand48);
    for (size_t left = rows->n, side = 0; left > 0; side ^= 1) {
        uint32_t *ahead = indices[side ^ 1];
        left -= draws;
        size_t next = left < DRAWS_OF_A_BLOCK ? left : DRAWS_OF_A_BLOCK;
        if (legacy)
            legacy_draw(legacy, rows->n, next, ahead);
        for (size_t s = 0; s < rows->strip_count; s++)
            add_drawn(strips[s].rows, strips[s].width, indices[side], draws, legacy || s > 0 ? NULL : &drand48, ahead,
                      sums + s * WIDTH);
        TRY(task_did(task, draws * (rows->strip_count * WIDTH / 2 + 2)));
        draws = next;
    }
    return DONE;
}

/* Make the divided sums of the resamples: sums[series * resamples + resample]. drand48 is seeded with `first` for the first
   of them; with the state of NumPy's legacy generator, that draws instead and moves on. */
static Status resample(const Rows *rows, uint32_t *legacy, uint64_t first, size_t resamples, double divisor, double *sums,
                       Task *task)
{
    double *totals = allocated(rows->strip_count, WIDTH * sizeof *totals);
    Status status = totals ? DONE : NO_MEMORY;
    for (size_t resample = 0; resample < resamples && status == DONE; resample++) {
        memset(totals, 0, rows->strip_count * WIDTH * sizeof *totals);
        status = draw_resample(rows, legacy, first + resample, totals, task);
        for (size_t s = 0; s < rows->series; s++)
            sums[s * resamples + resample] = totals[s / WIDTH * WIDTH + s % WIDTH] / divisor;
    }
    free(totals);
    return status;
}

/* Return a number that is ordered as the values are; 0.0 and -0.0 are equal. */
static inline uint64_t sort_key(double value)
{
    uint64_t bits;
    value += 0.0; /* takes the sign from -0.0 */
    memcpy(&bits, &value, sizeof bits);
    return bits ^ (bits >> 63 ? UINT64_MAX : UINT64_C(1) << 63);
}

/* Sort the samples and add them up in that order. If one is not a number, `sum` is NaN and the samples stay. An interrupted
   sort leaves them in some order. A radix sort, because it is stable as Python's sort is: 0.0 and -0.0 stay in their order. */
static Status sort_samples(double *samples, size_t size, double *sum, Task *task)
{
    size_t starts[sizeof *samples][256] = {{0}}; /* by a byte of the key: where the samples of each value begin */
    *sum = NAN;
    for (size_t i = 0; i < size; i++) {
        if (isnan(samples[i]))
            return DONE;
        for (unsigned byte = 0; byte < sizeof *samples; byte++)
            starts[byte][sort_key(samples[i]) >> 8 * byte & 0xFF]++;
    }
    double *const sides[2] = {samples, allocated(size, sizeof *samples)}; /* in turn from byte to byte, back to the first */
    NEED(sides[1]);
    Status status = task_did(task, size);
    for (unsigned byte = 0; byte < sizeof *samples && status == DONE; byte++) { /* of the least weight first */
        for (size_t value = 0, start = 0; value < 256; value++) {
            const size_t count = starts[byte][value];
            starts[byte][value] = start;
            start += count;
        }
        const double *source = sides[byte % 2];
        double *target = sides[1 - byte % 2];
        for (size_t i = 0; i < size; i++)
            target[starts[byte][sort_key(source[i]) >> 8 * byte & 0xFF]++] = source[i];
        status = task_did(task, size);
    }
    *sum = 0;
    for (size_t i = 0; i < size && status == DONE; i++)
        *sum += samples[i];
    free(sides[1]);
    return status;
}

/* Copy the next series to the rows. */
static int add_series(Rows *rows, PyObject *values)
{
    const size_t column = rows->added % WIDTH, left = rows->series - rows->added;
    Strip *strip = &rows->strips[rows->added / WIDTH];
    Py_buffer view; /* Other threads cannot move the array meanwhile. */
    if (view_array(values, 'd', 0, &view) < 0)
        return -1;
    const double *items = view.buf;
    const size_t n = (size_t)view.len / sizeof *items;
    int status = rows->added && n != rows->n ? refuse(PyExc_ValueError, "all series must have equally many values") : 0;
    if (status == 0 && column == 0) {
        rows->n = n;
        strip->width = left < WIDTH ? (left + 2) / 3 * 3 : WIDTH;
        strip->rows = new_rows(n, strip->width * sizeof *strip->rows);
        if (strip->rows && left < strip->width)
            memset(strip->rows, 0, n * strip->width * sizeof *strip->rows);
        status = raised(strip->rows ? DONE : NO_MEMORY);
    }
    for (size_t i = 0; status == 0 && i < n; i++)
        strip->rows[i * strip->width + column] = items[i];
    rows->added++;
    PyBuffer_Release(&view);
    return status;
}

static const char rows_name[] = "rouge_cli.kernel.compiled.rows";

static void free_rows(PyObject *capsule)
{
    Rows *rows = PyCapsule_GetPointer(capsule, rows_name);
    for (size_t s = 0; s < rows->strip_count; s++)
        free(rows->strips[s].rows);
    free(rows);
}

PyObject *py_rows(PyObject *module, PyObject *series)
{
    PyObject *items = PySequence_Tuple(series);
    if (!items)
        return NULL;
    const size_t count = (size_t)PyTuple_Size(items), strip_count = (count + WIDTH - 1) / WIDTH;
    Rows *rows = calloc(1, sizeof *rows + strip_count * sizeof *rows->strips);
    PyObject *capsule = rows ? PyCapsule_New(rows, rows_name, free_rows) : PyErr_NoMemory();
    if (capsule)
        *rows = (Rows){.series = count, .strip_count = strip_count};
    else
        free(rows);
    for (size_t i = 0; capsule && i < count; i++)
        if (add_series(rows, PyTuple_GetItem(items, (Py_ssize_t)i)) < 0)
            Py_CLEAR(capsule);
    Py_DECREF(items);
    return capsule;
}

PyObject *py_resample(PyObject *module, PyObject *arguments)
{
    PyObject *capsule, *state = Py_None, *result = NULL;
    Py_ssize_t first, resamples;
    double divisor;
    Py_buffer view = {.obj = NULL};
    uint32_t words[LEGACY_WORDS + 1], *legacy = NULL; /* a copy, which nobody else can write to */
    if (!PyArg_ParseTuple(arguments, "Onnd|O:resample", &capsule, &first, &resamples, &divisor, &state))
        return NULL;
    if (!PyCapsule_IsValid(capsule, rows_name))
        return refuse(PyExc_TypeError, "rows expected, as the function rows returns them"), NULL;
    if (first < 0 || resamples < 0 || (uint64_t)first + (uint64_t)resamples > UINT32_MAX) /* A seed has 32 bits. */
        return refuse(PyExc_ValueError, "resamples must be from 0 to 2**32 - 1"), NULL;
    if (state != Py_None) {
        if (view_array(state, 'I', PyBUF_WRITABLE, &view) < 0)
            return NULL;
        if ((size_t)view.len != sizeof words) {
            PyBuffer_Release(&view);
            return refuse(PyExc_ValueError, "a state must have 624 words and the place of the next one"), NULL;
        }
        legacy = memcpy(words, view.buf, sizeof words);
    }
    const Rows *rows = PyCapsule_GetPointer(capsule, rows_name);
    const size_t count = rows->series ? (size_t)resamples : 0;
    double *sums = (double *)new_bytes(&result, count <= PTRDIFF_MAX / 8 / (rows->series + 1) ? count * rows->series * 8 : SIZE_MAX);
    Task task;
    if (sums && WORK(&task, NULL, resample(rows, legacy, (uint64_t)first, count, divisor, sums, &task)) < 0)
        Py_CLEAR(result);
    if (result && legacy)
        memcpy(view.buf, legacy, sizeof words);
    PyBuffer_Release(&view); /* A view without an object is left alone. */
    return result;
}

PyObject *py_sort_samples(PyObject *module, PyObject *samples)
{
    Py_buffer view;
    if (view_array(samples, 'd', PyBUF_WRITABLE, &view) < 0)
        return NULL;
    double sum;
    Task task;
    const int status = WORK(&task, NULL, sort_samples(view.buf, (size_t)view.len / sizeof(double), &sum, &task));
    PyBuffer_Release(&view);
    return status < 0 ? NULL : PyFloat_FromDouble(sum);
}

PyObject *py_differences(PyObject *module, PyObject *arguments)
{
    PyObject *arrays[2], *result = NULL;
    Py_buffer views[2] = {{.obj = NULL}, {.obj = NULL}};
    double *differences = NULL;
    if (!PyArg_ParseTuple(arguments, "OO:differences", &arrays[0], &arrays[1]))
        return NULL;
    if (view_array(arrays[0], 'd', 0, &views[0]) == 0 && view_array(arrays[1], 'd', 0, &views[1]) == 0 &&
        (views[0].len == views[1].len || refuse(PyExc_ValueError, "both arrays must have equally many values") == 0))
        differences = (double *)new_bytes(&result, (size_t)views[0].len);
    for (Py_ssize_t i = 0; differences && i < views[0].len / (Py_ssize_t)sizeof *differences; i++)
        differences[i] = ((const double *)views[0].buf)[i] - ((const double *)views[1].buf)[i];
    PyBuffer_Release(&views[0]); /* A view without an object is left alone. */
    PyBuffer_Release(&views[1]);
    return result;
}

PyObject *py_in_order(PyObject *module, PyObject *arguments)
{
    PyObject *values, *order, *result = NULL;
    Py_buffer views[2] = {{.obj = NULL}, {.obj = NULL}};
    double *ordered = NULL;
    if (!PyArg_ParseTuple(arguments, "OO:in_order", &values, &order))
        return NULL;
    if (view_array(values, 'd', 0, &views[0]) == 0 && view_array(order, 'i', 0, &views[1]) == 0)
        ordered = (double *)new_bytes(&result, (size_t)views[1].len / sizeof(int32_t) * sizeof *ordered);
    for (Py_ssize_t i = 0; result && i < views[1].len / (Py_ssize_t)sizeof(int32_t); i++) {
        const int32_t place = ((const int32_t *)views[1].buf)[i];
        if (place >= 0 && place < views[0].len / (Py_ssize_t)sizeof *ordered)
            ordered[i] = ((const double *)views[0].buf)[place];
        else if (refuse(PyExc_IndexError, "a place is beyond the values") < 0)
            Py_CLEAR(result);
    }
    PyBuffer_Release(&views[0]); /* A view without an object is left alone. */
    PyBuffer_Release(&views[1]);
    return result;
}
