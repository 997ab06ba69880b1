/*
 * flow.h - the loops of a function, and an order for executing its blocks.
 *
 * Blocks are executed in lexicographic order of their keys. A key holds, for each loop around the
 * block, the place of the loop and the iteration, and then the block's own place. In this order,
 * everything that leads to a block in some iteration is executed before it. Places are positions in
 * a reverse postorder. Each loop must have a single entry.
 */
#ifndef PROVE_FLOW_H
#define PROVE_FLOW_H

#include "prove/ir.h"

enum { FLOW_MOST_LOOPS = 12 }; /* nesting depth */

struct flow_block {
    uint32_t place;                 /* UINT32_MAX: unreachable from the entry */
    uint32_t loop[FLOW_MOST_LOOPS]; /* the heads of the enclosing loops, outermost first */
    uint32_t n_loops;
};

struct flow {
    struct flow_block *block;
};

/* Analyse `f` and set f->flow. */
void flow_find(struct ir_module *m, struct ir_function *f);

#endif
