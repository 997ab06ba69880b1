/* memory.h - memory as objects, which are arrays of bytes. */
#ifndef PROVE_MEMORY_H
#define PROVE_MEMORY_H

#include "prove/value.h"

/* Add an object with undefined bytes; `what` describes it for messages. */
uint32_t memory_add(struct execution *x, struct memory *m, uint64_t size, uint32_t align,
                    const char *what);
/* Make the bytes of an object undefined again; its life begins. */
void memory_forget(struct execution *x, struct memory *m, uint32_t object, const char *what);
/* The life of an object is over, on this path: it must not be accessed. */
void memory_end(struct execution *x, struct memory *m, uint32_t object);
/* The same for all variables made since there were `first` objects. */
void memory_end_since(struct execution *x, struct memory *m, uint32_t first);
/* The object of a variable of the module. */
uint32_t memory_of_global(struct execution *x, uint32_t global);
const struct value *memory_pointer(struct execution *x, uint32_t object);

/* A copy for another path, which shares its content with `m` until one of them is written to. */
struct memory memory_share(struct execution *x, struct memory *m);
/* a becomes c ? b : a. */
void memory_merge(struct execution *x, aig_lit c, struct memory *a, const struct memory *b);

/* Access n bytes through pointer `p` on a path with condition `pc`. */
void memory_load(struct execution *x, const struct memory *m, aig_lit pc, const struct value *p,
                 uint32_t n, uint32_t align, struct byte *out);
void memory_store(struct execution *x, struct memory *m, aig_lit pc, const struct value *p,
                  uint32_t n, uint32_t align, const struct byte *bytes);

/* Convert a word of an IR type to bytes, and back. */
void memory_pack(struct execution *x, const struct value *v, uint32_t n, struct byte *out);
const struct value *memory_unpack(struct execution *x, const struct byte *bytes, uint32_t n,
                                  uint32_t bits);

/* The content of an object on this path. */
const struct byte *memory_content(struct execution *x, const struct memory *m, uint32_t object);

#endif
