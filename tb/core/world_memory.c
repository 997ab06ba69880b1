/* world_memory.c - memory behind the ports mem and local. */
#include <string.h>

#include "core/interp.h"
#include "core/world_internal.h"

enum { LOAD, STORE, FENCE, FADD = 13 }; /* operations; atomics from 3 to FADD */

/* Contents of memory at addresses that `global` does not cover. */
static uint32_t elsewhere(uint32_t at)
{
    at = (at / 4) * 2654435761u;
    return at ^ at >> 15;
}

/* --- lines --- */

static void perform_store(struct core_world *w, const struct core_mem *q)
{
    for (uint32_t i = 0; i < 64; ++i) {
        uint32_t *word = core_world_word(w, q->addr * 64 + i);
        const uint32_t shift = i % 4 * 8;

        if (word && q->mask >> i & 1)
            *word = (*word & ~(255u << shift)) | (q->data[i / 4] & 255u << shift);
    }
}

static void perform(struct core_world *w, const struct core_mem *q, struct core_mem_rsp *rsp)
{
    uint32_t *word = core_world_word(w, q->addr * 64 + 4u * q->word), old;

    switch (q->op) {
    case LOAD:
        for (uint32_t i = 0; i < 16; ++i) {
            word = core_world_word(w, q->addr * 64 + 4 * i);
            rsp->data[i] = word ? *word : elsewhere(q->addr * 64 + 4 * i);
        }
        break;
    case STORE:
        perform_store(w, q);
        break;
    default:
        old = word ? *word : elsewhere(q->addr * 64 + 4u * q->word);
        rsp->data[0] = old;
        if (word)
            *word = core_interp_update(q->op, old, q->data[0], q->data[1]);
        break;
    }
}

void core_world_take_mem(struct core_world *w, const struct core_mem *mem)
{
    core_world_add(w, &w->mem)->mem = *mem;
    ++w->counts.lines;
    if (mem->op == FENCE || mem->op > FADD)
        w->wrong = "a request to memory that there is not";
}

/* Whether no earlier entry accesses the same line. */
static bool is_first(const struct core_world *w, uint32_t i)
{
    for (uint32_t n = 0; n < i; ++n)
        if (w->mem.wait[n].mem.addr == w->mem.wait[i].mem.addr)
            return false;
    return true;
}

/* Occasionally sets a tag that belongs to nobody: bit 7 is set, or there is no such warp. */
static bool stray_tag(struct core_world *w, uint8_t *tag)
{
    if (!core_world_seldom(w, w->mix.strays))
        return false;
    *tag = (uint8_t)assay_rng_below(&w->r, 256);
    return *tag >> 7 || *tag >> 3 >= w->params.warps;
}

bool core_world_answer_mem(struct core_world *w, struct core_mem_rsp *rsp)
{
    uint32_t i;

    memset(rsp, 0, sizeof *rsp);
    if (stray_tag(w, &rsp->tag))
        return true;
    if (w->now < w->answered + w->mix.apart || !core_world_pick(w, &w->mem, !w->mix.in_order, &i) ||
        !is_first(w, i))
        return false;
    w->answered = w->now;
    perform(w, &w->mem.wait[i].mem, rsp);
    if (w->bounded && !core_world_word(w, w->mem.wait[i].mem.addr * 64))
        rsp->status = 1;
    rsp->tag = w->mem.wait[i].mem.tag;
    if (core_world_seldom(w, w->mix.errors))
        rsp->status = (uint8_t)(1 + assay_rng_below(&w->r, 7));
    core_world_remove(&w->mem, i);
    return true;
}

/* --- words of local memory --- */

static uint32_t perform_lane(struct core_world *w, const struct core_local *q, uint32_t lane,
                             bool *error)
{
    static const uint8_t sizes[4] = {2, 4, 0, 0}; /* unsigned 8 bits, unsigned 16 bits, 32 bits */
    const struct interp_access x = interp_access(q->addr[lane], sizes[q->size]);
    uint32_t old;

    *error =
        q->op > FADD || q->op == FENCE || q->size > 2 || x.at % x.bytes || x.at >= CORE_WORLD_LOCAL;
    if (*error)
        return 0;
    if (q->op == STORE) {
        interp_store(w->local, &x, q->data[lane]);
        return 0;
    }
    old = interp_load(w->local, &x);
    if (q->op != LOAD)
        interp_store(w->local, &x, core_interp_update(q->op, old, q->data[lane], q->compare[lane]));
    return old;
}

void core_world_take_local(struct core_world *w, const struct core_local *local)
{
    struct core_local_rsp *rsp = &core_world_add(w, &w->locals)->local;

    memset(rsp, 0, sizeof *rsp);
    rsp->tag = local->tag;
    ++w->counts.locals;
    for (uint32_t n = 0; n < w->params.lanes; ++n) {
        bool error;

        if (!(local->enable >> n & 1))
            continue;
        rsp->data[n] = perform_lane(w, local, n, &error);
        rsp->error |= (uint32_t)error << n;
        if (error)
            w->wrong = "a request to local memory that there is not";
        if (core_world_seldom(w, w->mix.errors))
            rsp->error |= 1u << n;
    }
}

bool core_world_answer_local(struct core_world *w, struct core_local_rsp *rsp)
{
    uint32_t i;

    memset(rsp, 0, sizeof *rsp);
    if (stray_tag(w, &rsp->tag))
        return true;
    if (!core_world_pick(w, &w->locals, !w->mix.in_order, &i))
        return false;
    *rsp = w->locals.wait[i].local;
    core_world_remove(&w->locals, i);
    return true;
}
