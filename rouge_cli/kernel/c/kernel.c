/* Memory. */

#include "kernel.h"

void *allocated(size_t count, size_t size)
{
    if (size && count > PTRDIFF_MAX / size)
        return NULL;
    /* An allocation of no bytes may return NULL, which would look like a lack of memory. */
    return malloc(count && size ? count * size : 1);
}

bool grow(void **items, size_t *room, size_t wanted, size_t size)
{
    size_t more = *room ? *room : LARGE(64);
    while (more < wanted && more <= SIZE_MAX / 2)
        more *= 2;
    char *grown = more >= wanted && more <= PTRDIFF_MAX / size ? realloc(*items, more * size) : NULL;
    if (!grown)
        return false;
    const size_t before = *items ? *room : 0;
    memset(grown + before * size, 0, (more - before) * size);
    *items = grown;
    *room = more;
    return true;
}
