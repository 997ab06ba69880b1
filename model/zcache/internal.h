/* internal.h - what the sources of zcache share. */
#ifndef ZCACHE_INTERNAL_H
#define ZCACHE_INTERNAL_H

#include "zcache/zcache.h"

/* What the request in LOOK comes to in a cycle. */
enum zcache_found {
    ZCACHE_WAIT,
    ZCACHE_JOIN,
    ZCACHE_HIT,
    ZCACHE_QUICK, /* a miss that needs nothing of memory */
    ZCACHE_MISS,
    ZCACHE_ANSWER, /* no access; it can be answered */
    ZCACHE_STEP    /* a flush, or disabling, that goes on */
};

/* What the head of ORDER does in a cycle. */
enum zcache_head {
    ZCACHE_HEAD_WAIT,
    ZCACHE_HEAD_FETCH,
    ZCACHE_HEAD_DROP, /* the victim is zero */
    ZCACHE_HEAD_BACK, /* the victim is written */
    ZCACHE_HEAD_SERVE,
    ZCACHE_HEAD_READ
};

enum zcache_prefetch { ZCACHE_PREFETCH_WAIT, ZCACHE_PREFETCH_DROP, ZCACHE_PREFETCH_READ };

/* What happens at an edge. All of it follows from the state before. */
struct zcache_edge {
    enum zcache_found found;
    uint8_t status;
    bool zero;           /* QUICK: the line is zero by metadata */
    uint32_t slot, mshr; /* of the line; of JOIN and MISS */
    bool look_wants, look_answers, look_leaves;

    bool serve_wants, serve_answers, finishes;

    enum zcache_head head;
    bool head_zero;      /* SERVE: the line is zero by metadata */
    int head_meta;       /* the metadata line with the entry that the head needs; -1: not at hand */
    uint32_t head_entry; /* that entry, if it needs one */

    enum zcache_prefetch prefetch;
    bool mem_free, quiet;
    bool reply; /* a reply is taken, and is to something under way */
};

static inline uint64_t zcache_ones(uint32_t n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

static inline uint32_t zcache_lowest(uint64_t mask)
{
    return (uint32_t)__builtin_ctzll(mask);
}

/* --- lines.c --- */

bool zcache_full_store(const struct zcache_state *s, const struct zcache_req *q);

const struct zcache_surface *zcache_owner_of(const struct zcache_state *s, uint32_t addr);

/* The slot with the line; -1: none. */
int zcache_find(const struct zcache_state *s, uint32_t addr);
/* The slot whose line makes place for that of `addr`; -1: all are pending. */
int zcache_find_victim(const struct zcache_state *s, uint32_t addr);

/* What a good access did. */
enum zcache_done { ZCACHE_READ_ONLY, ZCACHE_WRITES, ZCACHE_MARKS };

/* Do an access on a line, and fill in its answer. */
enum zcache_done zcache_apply(const struct zcache_state *s, const struct zcache_req *q,
                              uint32_t *data, uint8_t *zero, uint8_t *dirty,
                              struct zcache_rsp *rsp);

/* --- look.c --- */

/* Without answers: these are arbitrated afterwards. */
void zcache_look_at(const struct zcache_state *s, struct zcache_edge *e);
/* When it is known whether SERVE finishes. */
void zcache_look_again(const struct zcache_state *s, struct zcache_edge *e);
void zcache_look_edge(struct zcache_state *s, const struct zcache_edge *e);
/* One line of a flush. False: it has to wait. */
bool zcache_scan(struct zcache_state *s, uint32_t slot);

/* --- steps.c: flush, disabling, surfaces --- */

uint8_t zcache_check_surface(const struct zcache_state *s, const struct zcache_req *q);
void zcache_step_edge(struct zcache_state *s, const struct zcache_edge *e);
/* The request in LOOK that is no access is answered. */
void zcache_change(struct zcache_state *s, uint8_t status);

/* --- behind.c: metadata, the head of ORDER, replies --- */

/* The line of the metadata cache with an entry, valid; -1: not at hand. */
int zcache_at_hand(const struct zcache_state *s, uint32_t entry);
/* Four bits. */
uint32_t zcache_get_entry(const struct zcache_state *s, int meta, uint32_t entry);
void zcache_put_bit(struct zcache_state *s, int meta, uint32_t entry, uint32_t bit, uint32_t value);
/* With mem_free, and MEM not taken. */
void zcache_fetch(struct zcache_state *s, uint32_t entry);
/* data NULL is zeros. */
void zcache_send(struct zcache_state *s, enum zcache_kind kind, uint32_t addr, const uint32_t *data,
                 enum zcache_what what, uint32_t index);
void zcache_write_meta(struct zcache_state *s, uint32_t meta);

void zcache_behind(const struct zcache_state *s, const struct zcache_inputs *in,
                   struct zcache_edge *e);
void zcache_behind_edge(struct zcache_state *s, const struct zcache_edge *e);
bool zcache_is_asked(const struct zcache_state *s, uint32_t tag);
void zcache_reply(struct zcache_state *s, const struct zcache_fill *f);

#endif
