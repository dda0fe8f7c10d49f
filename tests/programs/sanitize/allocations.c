/* Stands between the kernel and its memory (ld --wrap): counts what it holds, and fails where it is told to. */

#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);

__attribute__((visibility("default"))) long allocations_held = 0;
/* How many succeed before one fails; negative: all do. */
__attribute__((visibility("default"))) long allocations_before_failure = -1;

static int fails(void)
{
    long left = __atomic_load_n(&allocations_before_failure, __ATOMIC_SEQ_CST);
    if (left >= 0)
        __atomic_store_n(&allocations_before_failure, left - 1, __ATOMIC_SEQ_CST);
    return left == 0;
}

static void *held(void *memory)
{
    if (memory)
        __atomic_add_fetch(&allocations_held, 1, __ATOMIC_SEQ_CST);
    return memory;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : held(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : held(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size)
{
    if (fails())
        return NULL;
    return memory ? __real_realloc(memory, size) : held(__real_realloc(memory, size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : held(__real_aligned_alloc(alignment, size));
}

void __wrap_free(void *memory)
{
    if (memory)
        __atomic_sub_fetch(&allocations_held, 1, __ATOMIC_SEQ_CST);
    __real_free(memory);
}
