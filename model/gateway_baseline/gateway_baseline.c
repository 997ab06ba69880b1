/* baseline.c - the conventional reduction, cycle by cycle. */
#include "gateway_baseline/gateway_baseline.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "numerics/numerics.h"

/* Between the last answer of memory and the first read: the barrier's message, its release, and the
 * thread that sees what it read. */
enum { BARRIER = 4 };

const char *gateway_baseline_check_params(const struct gateway_baseline_params *p)
{
    if (p->threads < 4 || p->threads > BASELINE_MAX_THREADS || (p->threads & (p->threads - 1)))
        return "threads has to be a power of two from 4 to 256";
    if (p->latency < 1 || p->latency > 1023)
        return "latency has to be 1 to 1023";
    return NULL;
}

void gateway_baseline_init(struct gateway_baseline_state *s,
                           const struct gateway_baseline_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
}

void gateway_baseline_reset(struct gateway_baseline_state *s)
{
    const struct gateway_baseline_params p = s->params;

    gateway_baseline_init(s, &p);
}

/* Cycles that an atomic keeps its bank. */
static uint32_t atomic_cycles(uint32_t kind)
{
    return kind == BASELINE_ADD_F32 ? 4 : 2;
}

uint32_t gateway_baseline_cycles(const struct gateway_baseline_params *p, uint32_t kind, uint32_t n)
{
    return (n - 1) * atomic_cycles(kind) + 2 * p->latency + BARRIER + n - 1;
}

static bool less(uint64_t a, uint64_t b)
{
    return ((uint32_t)a ^ UINT32_C(0x80000000)) < ((uint32_t)b ^ UINT32_C(0x80000000));
}

/* The first atomic of a group stores: it needs no neutral element. */
static void first_atomic(struct gateway_baseline_state *s, uint32_t x)
{
    s->word[0] = x;
    s->word[1] = s->kind == BASELINE_RANGE ? x : s->kind == BASELINE_VARIANCE ? (uint64_t)x * x : 0;
}

static void atomic(struct gateway_baseline_state *s, uint32_t x)
{
    uint64_t *const w = s->word;

    switch (s->kind) {
    case BASELINE_ADD:
        w[0] = (uint32_t)(w[0] + x);
        break;
    case BASELINE_ADD_F32:
        w[0] = assay_f32_add((uint32_t)w[0], x);
        break;
    case BASELINE_MIN:
        w[0] = less(x, w[0]) ? x : w[0];
        break;
    case BASELINE_MAX:
        w[0] = less(w[0], x) ? x : w[0];
        break;
    case BASELINE_AND:
        w[0] &= x;
        break;
    case BASELINE_OR:
        w[0] |= x;
        break;
    case BASELINE_RANGE:
        w[0] = less(x, w[0]) ? x : w[0];
        w[1] = less(w[1], x) ? x : w[1];
        break;
    default: /* BASELINE_VARIANCE */
        w[0] += x;
        w[1] += (uint64_t)x * x;
        break;
    }
}

static void arrive(struct gateway_baseline_state *s, const struct gateway_baseline_arr *a)
{
    const uint32_t slot = a->sender & (s->params.threads - 1);

    if (s->arrived == 0) {
        s->kind = a->kind;
        s->count = a->count == 0 ? 1 : a->count;
        if (s->count > s->params.threads)
            s->count = (uint16_t)s->params.threads;
        first_atomic(s, a->data);
    } else {
        atomic(s, a->data);
    }
    s->marked[slot / 32] |= UINT32_C(1) << slot % 32;
    s->bank = (uint8_t)(atomic_cycles(s->kind) - 1);
    if (++s->arrived == s->count) {
        s->reading = 1;
        s->wait = 2 * s->params.latency + BARRIER - 1;
    }
}

/* The lowest marked slot; `others`: is there another? */
static uint32_t lowest(const struct gateway_baseline_state *s, bool *others)
{
    uint32_t word = 0, bit = 0, rest;

    while (s->marked[word] == 0)
        ++word;
    rest = s->marked[word];
    *others = (rest & (rest - 1)) != 0;
    for (uint32_t w = word + 1; w < BASELINE_WORDS; ++w)
        *others |= s->marked[w] != 0;
    while (!(rest >> bit & 1))
        ++bit;
    return 32 * word + bit;
}

void gateway_baseline_step(struct gateway_baseline_state *s,
                           const struct gateway_baseline_inputs *in,
                           struct gateway_baseline_outputs *out)
{
    out->arr_ready = !s->reading && s->bank == 0;
    out->rel_valid = s->reading && s->wait == 0;
    memset(&out->rel, 0, sizeof out->rel);
    if (out->rel_valid) {
        bool others;

        out->rel.thread = (uint8_t)lowest(s, &others);
        out->rel.word0 = s->word[0];
        out->rel.word1 = s->word[1];
        out->rel.last = !others;
    }
    if (in->rst) {
        gateway_baseline_reset(s);
        return;
    }
    if (s->bank)
        --s->bank;
    if (s->reading && s->wait) {
        --s->wait;
    } else if (out->rel_valid && in->rel_ready) {
        s->marked[out->rel.thread / 32] &= ~(UINT32_C(1) << out->rel.thread % 32);
        if (out->rel.last) {
            s->reading = 0;
            s->arrived = 0;
            s->bank = 0; /* also after a wait shorter than the last atomic */
        }
    }
    if (in->arr_valid && out->arr_ready)
        arrive(s, &in->arr);
}
