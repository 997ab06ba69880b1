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
    uint64_t
        *together; /* of each stream: mask of the sinks of its join; itself alone without one */
    struct assay_expect *waiting; /* of each stream; those without a join have none */
};

/* False when memory is out; closing is right then too. */
bool assay_joins_open(struct assay_joins *j, const struct assay_block *b);
void assay_joins_close(struct assay_joins *j);
/* A reset: what waits is lost. */
void assay_joins_clear(struct assay_joins *j);

/* Whether a transfer of this stream is the last that its join waits for: then it need not be added. */
bool assay_joins_completes(const struct assay_joins *j, unsigned stream);
/* A transfer was accepted. False when memory is out. */
bool assay_joins_add(struct assay_joins *j, unsigned stream, const void *payload);
/* The oldest of each sink of a stream's join, in the order of the table, in `oldest`; of the stream itself `last`,
 * the transfer that completes it, unless that is NULL. False: one has none. */
bool assay_joins_oldest(const struct assay_joins *j, unsigned stream, const void *last,
                        const void *oldest[ASSAY_MAX_STREAMS]);
/* They have reached the model; `completed`: that of the stream itself was not added. */
void assay_joins_take(struct assay_joins *j, unsigned stream, bool completed);

#endif
