/*
 * aig.h - a graph of two-input AND gates with inverters on its edges.
 *
 * A literal is a gate or an input, plain or inverted: twice the node's number, plus 1 if it is inverted.
 * Equal gates are made once, and what is constant or follows from one look at the operands is no gate.
 *
 * Memory that runs out ends the program with status 3.
 */
#ifndef PROVE_AIG_H
#define PROVE_AIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t aig_lit;

enum { AIG_FALSE = 0, AIG_TRUE = 1 };

/* What an input stands for. */
enum aig_source {
    AIG_PORT,  /* a bit of a port: both sides have it */
    AIG_FREE,  /* any value: what RTL leaves undefined */
    AIG_UNDEF, /* what C leaves undefined: no output may depend on it */
};

struct aig_input {
    enum aig_source source;
    char *name; /* of a port's bit; where an undefined value comes from */
    uint32_t node;
};

struct aig_node {
    aig_lit a, b; /* a >= b; of an input a is AIG_IS_INPUT and b its number */
};

#define AIG_IS_INPUT UINT32_MAX

struct aig {
    struct aig_node *node; /* the first is the constant */
    uint32_t n, room;
    uint32_t *bucket, n_buckets; /* of gates: a power of two */
    struct aig_input *input;
    uint32_t n_inputs, inputs_room;
};

void aig_open(struct aig *g);
void aig_close(struct aig *g);

aig_lit aig_add_input(struct aig *g, enum aig_source source, const char *name);
/* The port's bit of that name; AIG_FALSE if there is none, as no input is. */
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

/* Copy the literals' gates to `to`, where the nodes that `map` knows are these literals of it; AIG_NONE stands for the
 * others. All inputs that are met have to be known. What follows of a constant is no gate there. `lit` is in `to` then. */
#define AIG_NONE UINT32_MAX
void aig_substitute(const struct aig *g, aig_lit *map, struct aig *to, aig_lit *lit, size_t n);
/* A map for it, to be freed, in which no node is known; and one in which the inputs are made in `to`, or
 * are constants where `fixed` is 0 or 1, and not negative. */
aig_lit *aig_new_map(const struct aig *g);
aig_lit *aig_fix(const struct aig *g, const signed char *fixed, struct aig *to);

/* A mark for each node on which one of the literals depends, to be freed. */
bool *aig_cone(const struct aig *g, const aig_lit *lit, size_t n);

/* 64 patterns at a time: value[] of all nodes, of which the caller has set the inputs'. */
void aig_simulate(const struct aig *g, uint64_t *value);

static inline uint64_t aig_value(const uint64_t *value, aig_lit a)
{
    return value[a >> 1] ^ (a & 1 ? UINT64_MAX : 0);
}

/* Memory that is there, or the program ends. */
void *aig_memory(void *old, size_t n, size_t size);
char *aig_copy(const char *text);

#endif
