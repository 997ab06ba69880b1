/* arena.h - memory that is all freed at once. */
#ifndef PROVE_ARENA_H
#define PROVE_ARENA_H

#include <stddef.h>

struct arena {
    void **block;
    size_t n, used, size; /* number of blocks; bytes used in the last one, and its size */
};

/* Zeroed memory, aligned for any type. Running out of memory ends the program. */
void *arena_get(struct arena *a, size_t n, size_t size);
char *arena_text(struct arena *a, const char *text, size_t n);
/* Room for one more element in a list of n: returns `old` itself, or a copy with twice the room. */
void *arena_grow(struct arena *a, void *old, size_t n, size_t size);
void arena_free(struct arena *a);

#endif
