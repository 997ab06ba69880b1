#include "prove/arena.h"

#include <stdlib.h>
#include <string.h>

#include "prove/aig.h"

enum { BLOCK = 1 << 20, ALIGNED = 16 };

void *arena_get(struct arena *a, size_t n, size_t size)
{
    const size_t need = (n * size + ALIGNED - 1) / ALIGNED * ALIGNED;
    char *at;

    if (a->n == 0 || a->size - a->used < need) {
        a->block = aig_memory(a->block, a->n + 1, sizeof *a->block);
        a->size = need > BLOCK ? need : BLOCK;
        a->block[a->n++] = aig_memory(NULL, a->size, 1);
        a->used = 0;
    }
    at = (char *)a->block[a->n - 1] + a->used;
    a->used += need;
    memset(at, 0, need);
    return at;
}

char *arena_text(struct arena *a, const char *text, size_t n)
{
    char *const copy = arena_get(a, n + 1, 1);

    memcpy(copy, text, n);
    return copy;
}

void *arena_grow(struct arena *a, void *old, size_t n, size_t size)
{
    void *bigger;

    if (n & (n - 1))
        return old;
    bigger = arena_get(a, n ? 2 * n : 1, size);
    if (n)
        memcpy(bigger, old, n * size);
    return bigger;
}

void arena_free(struct arena *a)
{
    for (size_t i = 0; i < a->n; ++i)
        free(a->block[i]);
    free(a->block);
    *a = (struct arena){0};
}
