/*
 * aig.h - an and-inverter graph: two-input AND gates, with inverters on the edges.
 *
 * A literal is a gate or an input, plain or inverted: twice the node's number, plus 1 if inverted.
 * Equal gates are shared, and no gate is made for what is constant or can be simplified by one look
 * at the operands.
 *
 * Running out of memory ends the program with status 3.
 */
#ifndef PROVE_AIG_H
#define PROVE_AIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t aig_lit;

enum { AIG_FALSE = 0, AIG_TRUE = 1 };

/* The kind of an input. */
enum aig_source {
    AIG_PORT,  /* a bit of a port, common to both sides */
    AIG_FREE,  /* any value: undefined in the RTL */
    AIG_UNDEF, /* undefined in C: no output may depend on it */
};

struct aig_input {
    enum aig_source source;
    char *name; /* of the port's bit; or the origin of the undefined value */
    uint32_t node;
};

struct aig_node {
    aig_lit a, b; /* a >= b; for an input, a is AIG_IS_INPUT and b its number */
};

#define AIG_IS_INPUT UINT32_MAX

struct aig {
    struct aig_node *node; /* the first is the constant false */
    uint32_t n, room;
    uint32_t *bucket, n_buckets; /* hash table of the gates; its size is a power of two */
    struct aig_input *input;
    uint32_t n_inputs, inputs_room;
    uint32_t *port, n_ports, ports_room; /* hash table of the ports' inputs: numbers plus one */
};

void aig_open(struct aig *g);
void aig_close(struct aig *g);

aig_lit aig_add_input(struct aig *g, enum aig_source source, const char *name);
/* The input for a bit of a port, by name. AIG_FALSE if there is none; no input has that literal. */
aig_lit aig_find_port(const struct aig *g, const char *name);

static inline aig_lit aig_not(aig_lit a)
{
    return a ^ 1;
}

aig_lit aig_and(struct aig *g, aig_lit a, aig_lit b);
aig_lit aig_or(struct aig *g, aig_lit a, aig_lit b);
aig_lit aig_xor(struct aig *g, aig_lit a, aig_lit b);
/* c ? a : b */
aig_lit aig_mux(struct aig *g, aig_lit c, aig_lit a, aig_lit b);

static inline bool aig_is_constant(aig_lit a)
{
    return a < 2;
}

static inline bool aig_is_input(const struct aig *g, uint32_t node)
{
    return g->node[node].a == AIG_IS_INPUT;
}

/* Copy the gates of `lit` from `g` to `to`, simplifying what follows from constants. A node with
 * an entry in `map` is replaced by that literal of `to`; nodes with AIG_NONE are copied, and
 * their entries are filled in. All inputs that are reached must have entries. On return, `lit`
 * holds literals of `to`. */
#define AIG_NONE UINT32_MAX
void aig_substitute(const struct aig *g, aig_lit *map, struct aig *to, aig_lit *lit, size_t n);
/* Maps for aig_substitute, to be freed. aig_new_map: no entries. aig_fix: adds all inputs to
 * `to` and maps each to its copy, or to a constant if fixed[] is 0 or 1 instead of negative. */
aig_lit *aig_new_map(const struct aig *g);
aig_lit *aig_fix(const struct aig *g, const signed char *fixed, struct aig *to);

/* An array that marks each node on which one of the literals depends, to be freed. */
bool *aig_cone(const struct aig *g, const aig_lit *lit, size_t n);

/* Simulate 64 patterns at once: compute value[] of all gates from those of the inputs. */
void aig_simulate(const struct aig *g, uint64_t *value);

static inline uint64_t aig_value(const uint64_t *value, aig_lit a)
{
    return value[a >> 1] ^ (a & 1 ? UINT64_MAX : 0);
}

/* Allocate, or end the program if out of memory. */
void *aig_memory(void *old, size_t n, size_t size);
char *aig_copy(const char *text);
/* A copy of n characters, followed by `end`. */
char *aig_copy_with(const char *s, size_t n, const char *end);

/* A hash of n characters. */
uint32_t aig_hash(const char *s, size_t n);

#endif
