/* dpas.c - the block, cycle by cycle. */
#include "dpas/dpas.h"

#include <stdbool.h>
#include <string.h>

/*
 * What the oldest queued command could send into the array in this cycle, disregarding its
 * operands.
 */
enum enters {
    NOTHING,
    MARKER,
    FIRST_PASS,     /* takes src2, and src0 unless null */
    FIRST_OF_OCTET, /* a later pass that takes src2 */
    LATER_PASS
};

void dpas_init(struct dpas_state *s, const struct dpas_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
    memset(s->slot, DPAS_EMPTY, sizeof s->slot);
}

void dpas_reset(struct dpas_state *s)
{
    const struct dpas_params p = s->params;

    dpas_init(s, &p);
}

static uint32_t last_slot(const struct dpas_state *s)
{
    return DPAS_LAYER_STAGES * s->params.depth - 1;
}

/* The bank of a slice: octets alternate, starting with the bank of octet 0. */
static uint32_t bank_of(uint8_t first, uint32_t slice)
{
    return first ^ (slice / DPAS_OCTET & 1);
}

static bool is_loaded(const struct dpas_state *s, uint8_t first_bank, uint32_t slice)
{
    return s->loaded[bank_of(first_bank, slice)] >> slice % DPAS_OCTET & 1;
}

/* The highest slot with a starved packet, or -1. There is never a second one: rows arrive in
 * order, and the packets behind the starved one need no later row than it does. */
static int starved_slot(const struct dpas_state *s)
{
    for (uint32_t l = s->params.depth - 1; l >= 1; --l) {
        const uint8_t id = s->slot[2 * l - 1];

        if (id != DPAS_EMPTY) {
            const struct dpas_repeat *r = &s->repeat[id];
            const uint32_t slice = r->pass * s->params.depth + l;

            if (slice < r->sd && !is_loaded(s, r->bank, slice))
                return (int)(2 * l - 1);
        }
    }
    return -1;
}

static enum enters next_packet(const struct dpas_state *s)
{
    const struct dpas_entry *e = &s->queue[0];

    if (s->queued == 0)
        return NOTHING;
    if (e->d.status != DPAS_OK)
        return MARKER;
    if (!is_loaded(s, e->bank, s->issue_pass * s->params.depth))
        return NOTHING;
    if (s->issue_pass > 0) {
        const uint32_t id = (s->issue_first + s->issue_rep) % DPAS_REPEATS;

        if (s->repeat[id].in_array && s->slot[last_slot(s)] != id)
            return NOTHING;
        return s->issue_pass * s->params.depth % DPAS_OCTET ? LATER_PASS : FIRST_OF_OCTET;
    }
    return FIRST_PASS;
}

/* The first slice of the next src1 row. */
static uint32_t next_row_first(const struct dpas_state *s)
{
    return (uint32_t)s->load_row * s->load[0].d.per_row;
}

static uint32_t next_row_bank(const struct dpas_state *s)
{
    return bank_of(s->load[0].bank, next_row_first(s));
}

/* The slices that this row fills, as bits of their bank. */
static uint32_t next_row_slices(const struct dpas_state *s)
{
    const struct dpas_decoded *d = &s->load[0].d;
    const uint32_t first = next_row_first(s), left = d->cmd.sd - first;
    const uint32_t count = left < d->per_row ? left : d->per_row;

    return ((UINT32_C(1) << count) - 1) << first % DPAS_OCTET;
}

static void leave(struct dpas_state *s)
{
    const uint8_t id = s->slot[last_slot(s)];
    struct dpas_repeat *r;

    s->dst_valid = 0;
    s->rsp_valid = 0;
    if (id == DPAS_EMPTY)
        return;
    r = &s->repeat[id];
    r->in_array = 0;
    if (r->sd && r->pass + 1 < r->d.passes)
        return;
    if (r->sd) {
        s->dst_valid = 1;
        s->dst.tag = r->d.cmd.tag;
        s->dst.last = r->last;
        dpas_finish(&s->params, &r->d, r->acc, r->sum, s->dst.data);
    }
    if (r->last) {
        s->rsp_valid = 1;
        s->rsp.tag = r->d.cmd.tag;
        s->rsp.status = r->d.status;
    }
}

/* Layer l takes its products for a packet that moves into slot 2l. */
static void take_products(struct dpas_state *s, uint8_t id, uint32_t l)
{
    struct dpas_repeat *r = &s->repeat[id];
    const uint32_t slice = r->pass * s->params.depth + l;
    uint32_t bank;

    if (slice >= r->sd)
        return;
    bank = bank_of(r->bank, slice);
    dpas_add_slice(&s->params, &r->d, slice, &s->bank[bank], &r->a, r->acc, r->sum);
    if (r->last)
        s->loaded[bank] &= (uint8_t) ~(1u << slice % DPAS_OCTET);
}

static void pop_command(struct dpas_state *s)
{
    s->queue[0] = s->queue[1];
    --s->queued;
    s->issue_pass = 0;
    s->issue_rep = 0;
}

/* Allocates the repeat[] entry of a packet that enters the array for the first time. */
static uint8_t new_repeat(struct dpas_state *s)
{
    const uint8_t id = s->next_repeat;
    struct dpas_repeat *r = &s->repeat[id];

    s->next_repeat = (uint8_t)((id + 1) % DPAS_REPEATS);
    r->d = s->queue[0].d;
    r->bank = s->queue[0].bank;
    r->pass = 0;
    r->in_array = 1;
    return id;
}

static uint8_t enter_marker(struct dpas_state *s)
{
    const uint8_t id = new_repeat(s);

    s->repeat[id].sd = 0;
    s->repeat[id].last = 1;
    pop_command(s);
    return id;
}

static uint8_t enter_packet(struct dpas_state *s, const struct dpas_inputs *in)
{
    const uint8_t rc = s->queue[0].d.cmd.rc;
    const bool last = s->issue_rep + 1 == rc;
    uint8_t id;
    struct dpas_repeat *r;

    if (s->issue_pass == 0) {
        id = new_repeat(s);
        if (s->issue_rep == 0)
            s->issue_first = id;
        r = &s->repeat[id];
        r->sd = r->d.cmd.sd;
        r->last = last;
        dpas_start(&s->params, &r->d, in->src0.data, r->acc);
        memset(r->sum, 0, sizeof r->sum);
    } else {
        id = (uint8_t)((s->issue_first + s->issue_rep) % DPAS_REPEATS);
        r = &s->repeat[id];
        ++r->pass;
        r->in_array = 1;
    }
    if (s->issue_pass * s->params.depth % DPAS_OCTET == 0)
        dpas_unpack_src2(&r->d, s->issue_pass * s->params.depth / DPAS_OCTET, in->src2.data, &r->a);

    if (!last) {
        ++s->issue_rep;
    } else if (s->issue_pass + 1 < r->d.passes) {
        s->issue_rep = 0;
        ++s->issue_pass;
    } else {
        pop_command(s);
    }
    return id;
}

/* A cycle with go: the slots above `starved` advance, and `enters` enters; it is NOTHING if a
 * packet is starved. */
static void move(struct dpas_state *s, int starved, enum enters enters,
                 const struct dpas_inputs *in)
{
    const uint32_t low = (uint32_t)(starved + 1); /* lowest slot that is filled or emptied */
    uint8_t id = DPAS_EMPTY;

    leave(s);
    memmove(s->slot + low + 1, s->slot + low, last_slot(s) - low);
    if (enters == MARKER)
        id = enter_marker(s);
    else if (enters != NOTHING)
        id = enter_packet(s, in);
    s->slot[low] = id;
    for (uint32_t l = low / 2; l < s->params.depth; ++l) {
        if (s->slot[2 * l] != DPAS_EMPTY)
            take_products(s, s->slot[2 * l], l);
    }
}

static void load_row(struct dpas_state *s, const uint32_t *data)
{
    const struct dpas_entry *e = &s->load[0];
    const uint32_t bank = next_row_bank(s);

    dpas_unpack_src1(&s->params, &e->d, s->load_row, data, &s->bank[bank]);
    s->loaded[bank] |= (uint8_t)next_row_slices(s);
    if (++s->load_row == e->d.src1_rows) {
        s->load_row = 0;
        --s->loads;
        memmove(&s->load[0], &s->load[1], s->loads * sizeof s->load[0]);
    }
}

static void accept_command(struct dpas_state *s, const struct dpas_cmd *cmd)
{
    struct dpas_entry *e = &s->queue[s->queued++];

    e->bank = s->next_bank;
    if (dpas_decode(cmd, &s->params, &e->d) == DPAS_OK) {
        s->next_bank ^= e->d.octets & 1;
        s->load[s->loads++] = *e;
    }
}

void dpas_step(struct dpas_state *s, const struct dpas_inputs *in, struct dpas_outputs *out)
{
    const bool go = (!s->dst_valid || in->dst_ready) && (!s->rsp_valid || in->rsp_ready);
    const int starved = starved_slot(s);
    enum enters enters = go && starved < 0 ? next_packet(s) : NOTHING;
    const bool needs_src0 = !s->queue[0].d.cmd.src0_null;

    out->cmd_ready = s->queued < DPAS_QUEUE;
    out->src1_ready = s->loads > 0 && !(s->loaded[next_row_bank(s)] & next_row_slices(s));
    out->src2_ready =
        (enters == FIRST_PASS && (!needs_src0 || in->src0_valid)) || enters == FIRST_OF_OCTET;
    out->src0_ready = enters == FIRST_PASS && needs_src0 && in->src2_valid;
    out->dst_valid = s->dst_valid;
    out->dst = s->dst;
    out->rsp_valid = s->rsp_valid;
    out->rsp = s->rsp;

    if (in->rst) {
        dpas_reset(s);
        return;
    }
    if ((enters == FIRST_PASS || enters == FIRST_OF_OCTET) && !(out->src2_ready && in->src2_valid))
        enters = NOTHING;
    if (go) {
        move(s, starved, enters, in);
    } else {
        /* One register waits; the other may have transferred, and must not be offered again. */
        s->dst_valid = s->dst_valid && !in->dst_ready;
        s->rsp_valid = s->rsp_valid && !in->rsp_ready;
    }
    if (in->src1_valid && out->src1_ready)
        load_row(s, in->src1.data);
    if (in->cmd_valid && out->cmd_ready)
        accept_command(s, &in->cmd);
}
