/* internal.h - declarations shared by the source files of zcache. */
#ifndef ZCACHE_INTERNAL_H
#define ZCACHE_INTERNAL_H

#include "type/bits.h"
#include "zcache/zcache.h"

/* The outcome of a cycle for the request in LOOK. */
enum zcache_found {
    ZCACHE_WAIT,
    ZCACHE_JOIN,
    ZCACHE_HIT,
    ZCACHE_QUICK, /* a miss that needs nothing from memory */
    ZCACHE_MISS,
    ZCACHE_ANSWER, /* no access; it can be answered */
    ZCACHE_STEP    /* a flush or disabling in progress */
};

/* The action of the head of ORDER in a cycle. */
enum zcache_head {
    ZCACHE_HEAD_WAIT,
    ZCACHE_HEAD_FETCH,
    ZCACHE_HEAD_DROP, /* the victim is zero */
    ZCACHE_HEAD_BACK, /* the victim is written */
    ZCACHE_HEAD_SERVE,
    ZCACHE_HEAD_READ
};

enum zcache_prefetch { ZCACHE_PREFETCH_WAIT, ZCACHE_PREFETCH_DROP, ZCACHE_PREFETCH_READ };

/* Everything that happens at an edge, determined by the state before it. */
struct zcache_edge {
    enum zcache_found found;
    uint8_t status;
    bool zero;           /* for QUICK: metadata marks the line as zero */
    uint32_t slot, mshr; /* of the line; for JOIN and MISS */
    bool look_wants, look_answers, look_leaves;

    bool serve_wants, serve_answers, finishes;

    enum zcache_head head;
    bool head_zero;      /* for SERVE: metadata marks the line as zero */
    int head_meta;       /* the metadata line that has the entry the head needs; -1: not present */
    uint32_t head_entry; /* that entry, if one is needed */

    enum zcache_prefetch prefetch;
    bool mem_free, quiet;
    bool reply; /* a reply is taken, and its tag is outstanding */
};

/* True while memory owes the metadata line a reply. */
static inline bool zcache_under_way(const struct zcache_meta_line *m)
{
    return m->state == ZCACHE_META_FETCHING || m->state == ZCACHE_META_WRITING;
}

/* --- lines.c --- */

bool zcache_full_store(const struct zcache_state *s, const struct zcache_req *q);

const struct zcache_surface *zcache_owner_of(const struct zcache_state *s, uint32_t addr);

/* The slot that holds the line; -1: none. */
int zcache_find(const struct zcache_state *s, uint32_t addr);
/* The slot to be replaced by the line `addr`; -1: all are pending. */
int zcache_find_victim(const struct zcache_state *s, uint32_t addr);

/* How a good access changes the line. */
enum zcache_done { ZCACHE_READ_ONLY, ZCACHE_WRITES, ZCACHE_MARKS };

/* Performs an access on a line, and fills in its answer. */
enum zcache_done zcache_apply(const struct zcache_state *s, const struct zcache_req *q,
                              uint32_t *data, uint8_t *zero, uint8_t *dirty,
                              struct zcache_rsp *rsp);

/* --- look.c --- */

/* Determines everything except answers, which are arbitrated afterwards. */
void zcache_look_at(const struct zcache_state *s, struct zcache_edge *e);
/* Called once it is known whether SERVE finishes. */
void zcache_look_again(const struct zcache_state *s, struct zcache_edge *e);
void zcache_look_edge(struct zcache_state *s, const struct zcache_edge *e);
/* Handles one line of a flush; false if it must wait. */
bool zcache_scan(struct zcache_state *s, uint32_t slot);

/* --- steps.c: flush, disabling, surfaces --- */

uint8_t zcache_check_surface(const struct zcache_state *s, const struct zcache_req *q);
void zcache_step_edge(struct zcache_state *s, const struct zcache_edge *e);
/* Answers a request in LOOK that is not an access, and applies its effect. */
void zcache_change(struct zcache_state *s, uint8_t status);

/* --- behind.c: metadata, the head of ORDER, replies --- */

/* The valid line of the metadata cache that holds an entry; -1: not present. */
int zcache_at_hand(const struct zcache_state *s, uint32_t entry);
/* The four bits of an entry. */
uint32_t zcache_get_entry(const struct zcache_state *s, int meta, uint32_t entry);
void zcache_put_bit(struct zcache_state *s, int meta, uint32_t entry, uint32_t bit, uint32_t value);
/* Requires mem_free, and that MEM is not otherwise used. */
void zcache_fetch(struct zcache_state *s, uint32_t entry);
/* If data is NULL, zeros are sent. */
void zcache_send(struct zcache_state *s, enum zcache_kind kind, uint32_t addr, const uint32_t *data,
                 enum zcache_what what, uint32_t index);
void zcache_write_meta(struct zcache_state *s, uint32_t meta);

void zcache_behind(const struct zcache_state *s, const struct zcache_inputs *in,
                   struct zcache_edge *e);
void zcache_behind_edge(struct zcache_state *s, const struct zcache_edge *e);
bool zcache_is_asked(const struct zcache_state *s, uint32_t tag);
void zcache_reply(struct zcache_state *s, const struct zcache_fill *f);

#endif
