/*
 * flow.h - the loops of a function, and an order of its blocks.
 *
 * Blocks are run in the order of their keys, lexicographically: for each loop around a block the loop's
 * place and the iteration, then the block's own place. Then all that leads to a block in an iteration is
 * done before it. Places are those of a reverse postorder. Each loop has to have one entry.
 */
#ifndef PROVE_FLOW_H
#define PROVE_FLOW_H

#include "prove/ir.h"

enum { FLOW_MOST_LOOPS = 12 }; /* one inside the other */

struct flow_block {
    uint32_t place;                 /* UINT32_MAX: not reached from the entry */
    uint32_t loop[FLOW_MOST_LOOPS]; /* the heads of the loops around it, the outermost first */
    uint32_t n_loops;
};

struct flow {
    struct flow_block *block;
};

/* Sets f->flow. */
void flow_find(struct ir_module *m, struct ir_function *f);

#endif
