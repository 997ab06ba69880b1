#include "core/coverage.h"

#include <string.h>

#include "core/coverage_groups.h"
#include "predicate/instructions.h"

static bool moved(uint64_t transfers, unsigned stream)
{
    return transfers >> stream & 1;
}

/* bins: none, one, two, three or four, more */
static uint32_t running_bin(uint32_t mask)
{
    const uint32_t n = (uint32_t)__builtin_popcount(mask);

    return n <= 2 ? n : n <= 4 ? 3 : 4;
}

void core_cover_begin(void *any, const struct assay_params *params)
{
    struct core_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
    core_cover_restart(c);
}

void core_cover_restart(void *any)
{
    struct core_cover_ctx *c = any;

    memset(c->slots, 0, sizeof c->slots);
    memset(c->gen, 0, sizeof c->gen);
    memset(c->out, 0, sizeof c->out);
    memset(c->wanted, 0, sizeof c->wanted);
    memset(c->waits, 0, sizeof c->waits);
    memset(c->scope, 0, sizeof c->scope);
    memset(c->lost, 0, sizeof c->lost);
    c->last = (uint8_t)(c->params.warps - 1);
    c->served = c->running = 0;
    c->off_waited = false;
}

/* --- issue --- */

static const struct predicate_decoded *fetch(struct core_cover_ctx *c, uint32_t pc)
{
    const uint32_t i = pc % c->params.imem;

    if (!c->known[i]) {
        predicate_decode_any(c->code[i], &c->decoded[i]);
        c->known[i] = true;
    }
    return &c->decoded[i];
}

static void lines(struct core_cover_ctx *c, struct assay_cover *db)
{
    const uint32_t n = c->served;

    if (n)
        assay_cover_hit(db, LINES,
                        c->access * (uint32_t)LINE_BINS + (n <= 2   ? n - 1
                                                           : n <= 4 ? 2
                                                           : n <= 8 ? 3
                                                                    : 4));
    c->served = 0;
}

static bool is_global(const struct predicate_word *w)
{
    switch (w->op) {
    case PREDICATE_LD:
        return !(w->ci & PREDICATE_LOCAL);
    case PREDICATE_ST:
        return !(w->di & PREDICATE_LOCAL);
    case PREDICATE_ATOM:
        return !(w->imm & PREDICATE_ATOM_LOCAL);
    default:
        return false;
    }
}

static void one_issued(struct core_cover_ctx *c, struct assay_cover *db, uint32_t pc)
{
    const struct predicate_word *w = &fetch(c, pc)->w;

    assay_cover_hit(db, ISSUED, (w->op - 1u) * 5 + w->gk);
    if (is_global(w) || w->op == PREDICATE_LDU) {
        lines(c, db);
        c->access = w->op == PREDICATE_ATOM ? 2 : w->op == PREDICATE_ST;
    }
}

static void issued(struct core_cover_ctx *c, struct assay_cover *db, const struct core_outputs *out)
{
    const uint32_t running = running_bin(c->running | 1u << out->issue_warp);
    const uint32_t apart = (out->issue_warp + c->params.warps - c->last) % c->params.warps;

    assay_cover_hit(db, TURNS, (apart <= 1 ? apart : 2) * RUNNING_BINS + running);
    assay_cover_hit(db, KINDS, (out->issue - 1u) * RUNNING_BINS + running);
    assay_cover_hit(db, DEPTH, out->issue_depth);
    one_issued(c, db, out->issue_pc);
    if (out->issue == (PREDICATE_SCALAR | PREDICATE_VECTOR))
        one_issued(c, db, out->issue_pc + 1u);
    c->last = out->issue_warp;
}

static void lost(struct core_cover_ctx *c, struct assay_cover *db, const struct core_outputs *out)
{
    const uint32_t now[5] = {out->n_none, out->n_memory, out->n_barrier, out->n_array,
                             out->n_hazard};

    for (uint32_t i = 0; i < 5; ++i)
        if (now[i] == c->lost[i] + 1)
            assay_cover_hit(db, LOST, i * RUNNING_BINS + running_bin(c->running));
    memcpy(c->lost, now, sizeof now);
}

/* --- memory --- */

static void requested(struct core_cover_ctx *c, struct assay_cover *db, uint32_t port, uint8_t tag)
{
    struct core_cover_slots *s = &c->slots[port][tag >> 3 & 15];
    uint32_t busy = 0;

    for (uint32_t i = 0; i < CORE_SLOTS; ++i)
        busy += s->number[i] != 0;
    assay_cover_hit(db, SLOTS, port * CORE_SLOTS + (busy < CORE_SLOTS ? busy : CORE_SLOTS - 1));
    s->number[tag & 7] = ++c->requests;
}

/* Takes an answer and returns whether its tag had a request under way. */
static bool answered(struct core_cover_ctx *c, struct assay_cover *db, uint32_t port, uint8_t tag)
{
    struct core_cover_slots *s = &c->slots[port][tag >> 3 & 15];
    const uint64_t number = s->number[tag & 7];
    bool younger = false;

    if (tag >> 7 || !number)
        return false;
    for (uint32_t i = 0; i < CORE_SLOTS; ++i)
        younger = younger || (s->number[i] && s->number[i] < number);
    assay_cover_hit(db, ORDER, port * 2 + younger);
    s->number[tag & 7] = 0;
    return true;
}

static void answer(struct core_cover_ctx *c, struct assay_cover *db, const struct core_inputs *in,
                   uint64_t transfers)
{
    const uint32_t valid = in->mem_rsp_valid + in->local_rsp_valid * 2u + in->value_valid * 4u;
    uint32_t port, outcome = STRAY;

    if (moved(transfers, core_stream_mem_rsp)) {
        port = 0;
        if (answered(c, db, 0, in->mem_rsp.tag))
            outcome = in->mem_rsp.status ? ERROR : GOOD;
    } else if (moved(transfers, core_stream_local_rsp)) {
        port = 1;
        if (answered(c, db, 1, in->local_rsp.tag))
            outcome = in->local_rsp.error ? ERROR : GOOD;
    } else if (moved(transfers, core_stream_value)) {
        port = 2;
        if (in->value.pr < c->params.warps) {
            if (c->wanted[in->value.pr])
                outcome = in->value.status ? ERROR : GOOD;
            c->wanted[in->value.pr] = false;
        }
    } else {
        return;
    }
    assay_cover_hit(db, PORTS, valid * 3 + port);
    assay_cover_hit(db, ANSWERS, port * OUTCOMES + outcome);
}

static void memory(struct core_cover_ctx *c, struct assay_cover *db, const struct core_outputs *out,
                   uint64_t transfers)
{
    if (moved(transfers, core_stream_mem)) {
        assay_cover_hit(db, GLOBALS, out->mem.op);
        requested(c, db, 0, out->mem.tag);
        ++c->served;
    }
    if (moved(transfers, core_stream_local)) {
        assay_cover_hit(db, LOCALS, out->local.op * 3u + out->local.size);
        requested(c, db, 1, out->local.tag);
    }
}

/* --- the gateway --- */

static void gate(struct core_cover_ctx *c, struct assay_cover *db, const struct core_inputs *in,
                 const struct core_outputs *out, uint64_t transfers)
{
    const uint32_t *data = out->gate.data;

    if (moved(transfers, core_stream_wb)) {
        assay_cover_hit(db, RELEASES,
                        in->wb.beat     ? RELEASE_OTHER_BEAT
                        : in->wb.status ? RELEASE_ABORTED
                                        : RELEASE_DONE);
        for (uint32_t i = 0; i < c->params.warps && !in->wb.beat; ++i)
            c->waits[i] = c->waits[i] && !(in->wb.mask >> i & 1);
    }
    if (moved(transfers, core_stream_gate) && !out->gate.kind) {
        assay_cover_hit(db, BARRIERS, (data[2] & 15) * 4 + (data[0] & 3));
        assay_cover_hit(db, TYPES, (data[2] >> 4 & 15) * 2 + (data[1] != 0));
        c->waits[out->gate.sender % CORE_MAX_WARPS] = true;
    }
}

static void reply(struct core_cover_ctx *c, struct assay_cover *db, const struct core_reply *r)
{
    const bool there = r->thread < c->params.warps;
    uint32_t bin = REPLY_IGNORED;

    if (there && r->status == 8) {
        bin = r->reg >> 4 == (c->gen[r->thread] & 15) ? REPLY_WRITES : REPLY_STALE;
    } else if (there && c->waits[r->thread]) {
        bin = REPLY_REFUSES;
        c->waits[r->thread] = false;
    }
    assay_cover_hit(db, REPLIES, bin);
}

/* The earliest acknowledgement comes two cycles after the fence. */
static void fences(struct core_cover_ctx *c, struct assay_cover *db, const struct core_inputs *in,
                   const struct core_outputs *out, uint64_t transfers)
{
    const uint32_t id = out->ack.id % CORE_IDS;

    if (out->ack_valid && c->scope[id]) {
        assay_cover_hit(db, FENCES, ((c->scope[id] & 3u) - 1) * 2 + (c->scope[id] > 2 << 2));
        c->scope[id] = 0;
    }
    for (uint32_t i = 0; i < CORE_IDS; ++i)
        if (c->scope[i] && c->scope[i] < 12)
            c->scope[i] = (uint8_t)(c->scope[i] + 4);
    if (moved(transfers, core_stream_fence) && in->fence.scope)
        c->scope[in->fence.id] = in->fence.scope;
}

/* --- other units --- */

static void units(struct core_cover_ctx *c, struct assay_cover *db, const struct core_inputs *in,
                  const struct core_outputs *out, uint64_t transfers)
{
    const struct core_note *note = &in->note;
    const uint32_t pr = note->pr, tag = note->tag;

    if (moved(transfers, core_stream_note)) {
        const bool good = pr < c->params.warps && tag < 16 && (c->out[pr] >> tag & 1);

        assay_cover_hit(db, NOTES, !good ? STRAY : note->status ? ERROR : GOOD);
        if (good)
            c->out[pr] &= (uint16_t) ~(1u << tag);
    }
    if (moved(transfers, core_stream_off)) {
        assay_cover_hit(db, MESSAGES, out->off.kind * 2u + c->off_waited);
        if (out->off.kind == 1 || (out->off.kind == 0 && !(out->off.a >> CORE_KEEP & 1))) {
            uint16_t *const sent = &c->out[out->off.warp];

            *sent |= (uint16_t)(1u << (out->off.tag & 15));
            assay_cover_hit(db, UNDER_WAY, *sent == UINT16_MAX ? 2 : (*sent & (*sent - 1)) != 0);
        }
        if (out->off.kind == 2 || out->off.kind == 4)
            c->wanted[out->off.warp] = true;
    }
    c->off_waited = out->off_valid && !in->off_ready;
}

/* --- groups --- */

static uint32_t judge(const struct core_cover_ctx *c, const struct core_start *s, uint32_t in_use)
{
    uint32_t step = 1;

    if (s->warps == 0)
        return START_NONE;
    if ((uint32_t)s->first + s->warps > c->params.warps)
        return START_BEYOND;
    while (step < s->warps)
        step *= 2;
    if (s->first % step)
        return START_PLACE;
    return (in_use >> s->first & ((1u << s->warps) - 1)) ? START_IN_USE : START_GOOD;
}

static void groups(struct core_cover_ctx *c, struct assay_cover *db, const struct core_inputs *in,
                   const struct core_outputs *out, uint64_t transfers)
{
    if (moved(transfers, core_stream_end))
        assay_cover_hit(db, TRAPS, out->end.trap * 2u + (c->group[out->end.first] > 1));
    if (moved(transfers, core_stream_start)) {
        const uint32_t bin = judge(c, &in->start, out->in_use);

        assay_cover_hit(db, STARTS, bin);
        for (uint32_t i = 0; bin == START_GOOD && i < in->start.warps; ++i) {
            ++c->gen[in->start.first + i];
            c->group[in->start.first + i] = in->start.warps;
        }
    }
}

void core_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                uint64_t transfers)
{
    struct core_cover_ctx *c = any;
    const struct core_inputs *in = any_in;
    const struct core_outputs *out = any_out;

    if (out->issue)
        issued(c, db, out);
    lost(c, db, out);
    memory(c, db, out, transfers);
    answer(c, db, in, transfers);
    gate(c, db, in, out, transfers);
    if (moved(transfers, core_stream_reply))
        reply(c, db, &in->reply);
    fences(c, db, in, out, transfers);
    units(c, db, in, out, transfers);
    groups(c, db, in, out, transfers);
    if (c->running || out->rv_valid || out->rs_valid || out->rm_valid)
        assay_cover_hit(db, RETIRED, out->rv_valid * 4u + out->rs_valid * 2u + out->rm_valid);
    if (moved(transfers, core_stream_host) && in->host.op == PREDICATE_WRITE &&
        in->host.space == PREDICATE_AT_CODE) {
        c->code[in->host.addr % c->params.imem] = in->host.data;
        c->known[in->host.addr % c->params.imem] = false;
    }
    c->running = out->running;
}
