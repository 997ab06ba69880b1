/* arena.h - memory that is given back all at once. */
#ifndef PROVE_ARENA_H
#define PROVE_ARENA_H

#include <stddef.h>

struct arena {
    void **block;
    size_t n, used, size; /* blocks; bytes taken of the last one, and its size */
};

/* Zeroed and aligned for everything. Memory that runs out ends the program. */
void *arena_get(struct arena *a, size_t n, size_t size);
char *arena_text(struct arena *a, const char *text, size_t n);
/* A list of n things with room for one more: the old one, or a copy with twice the room. */
void *arena_grow(struct arena *a, void *old, size_t n, size_t size);
void arena_free(struct arena *a);

#endif
