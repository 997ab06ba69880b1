/*
 * join.h - sinks whose transfers reach the model together.
 *
 * A transfer of a sink with `join` waits, in order, until each sink of the join has one.
 */
#ifndef ASSAY_JOIN_H
#define ASSAY_JOIN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/block.h"
#include "engine/expect.h"

struct assay_joins {
    size_t n;
    uint64_t *together; /* per stream: mask of the sinks of its join; only itself without one */
    struct assay_expect *waiting; /* per stream; unused for those without a join */
};

/* False if out of memory; closing is safe then, too. */
bool assay_joins_open(struct assay_joins *j, const struct assay_block *b);
void assay_joins_close(struct assay_joins *j);
/* Called at a reset: waiting transfers are lost. */
void assay_joins_clear(struct assay_joins *j);

/* Whether a transfer of this stream is the only one that its join still needs; it need
 * not be added then. */
bool assay_joins_completes(const struct assay_joins *j, unsigned stream);
/* Adds an accepted transfer. False if out of memory. */
bool assay_joins_add(struct assay_joins *j, unsigned stream, const void *payload);
/* Writes to `oldest` the oldest payload of each sink in a stream's join, in the order of the table.
 * For the stream itself this is `last`, the transfer that completes the join, unless `last` is
 * NULL. False if a sink has none. */
bool assay_joins_oldest(const struct assay_joins *j, unsigned stream, const void *last,
                        const void *oldest[ASSAY_MAX_STREAMS]);
/* Removes them once they have reached the model. `completed`: that of the stream
 * itself was never added. */
void assay_joins_take(struct assay_joins *j, unsigned stream, bool completed);

#endif
