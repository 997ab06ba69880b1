#include "core/anything.h"

#include <inttypes.h>
#include <string.h>

#include "core/raw.h"
#include "predicate/predicate.h"

enum { REGISTERS = 40, WRITTEN = 8 };

static uint32_t below(struct core_anything *a, uint32_t n)
{
    return assay_rng_below(&a->r, n);
}

static bool percent(struct core_anything *a, uint32_t n)
{
    return assay_rng_percent(&a->r, n);
}

/* --- requests seen so far --- */

static void ask(struct core_anything_asked *q, uint32_t what)
{
    if (q->n == CORE_ANYTHING_ASKED) {
        --q->n;
        memmove(q->what, q->what + 1, q->n * sizeof q->what[0]);
    }
    q->what[q->n++] = what;
}

/* Usually returns a recorded request and forgets it; otherwise any number below `n`. */
static uint32_t answer(struct core_anything *a, struct core_anything_asked *q, uint32_t n)
{
    uint32_t i, what;

    if (q->n == 0 || percent(a, 40))
        return below(a, n);
    i = below(a, q->n);
    what = q->what[i];
    q->what[i] = q->what[--q->n];
    return what;
}

static uint32_t warp(struct core_anything *a)
{
    return below(a, percent(a, 95) ? a->params.warps : 16);
}

static uint8_t error(struct core_anything *a, uint32_t values)
{
    return (uint8_t)(percent(a, a->errors) ? below(a, values) : 0);
}

static void words(struct core_anything *a, uint32_t *x, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
        x[i] = (uint32_t)assay_rng_u64(&a->r);
}

static uint8_t tag(struct core_anything *a, struct core_anything_asked *q)
{
    return (uint8_t)(percent(a, 3) ? below(a, 256) : answer(a, q, 8 * a->params.warps));
}

/* --- the host: first the program, then the starts --- */

static void start_again(struct core_anything *a)
{
    a->starts = 2 + below(a, 3 * a->params.warps);
    a->errors = percent(a, 50) ? 0 : below(a, 30);
    a->identifiers = 1u << below(a, 5);
    ++a->launches;
}

static void new_launch(struct core_anything *a)
{
    const struct core_program_limits limits = {.lanes = a->params.lanes,
                                               .warps = a->params.warps,
                                               .words = 256,
                                               .threads = 1,
                                               .barriers = 1,
                                               .offload = true};

    core_program_draw(&a->r, &limits, &a->program);
    core_raw_code(&a->r, a->params.lanes, percent(a, a->illegal), &a->program);
    a->at = percent(a, 50) ? 0 : below(a, a->params.imem - a->program.length);
    a->next = 0;
    a->operations = a->program.length + REGISTERS + PREDICATE_REGS;
    start_again(a);
}

static uint32_t small(struct core_anything *a)
{
    switch (below(a, 4)) {
    case 0:
        return 4 * below(a, 64);
    case 1:
        return UINT32_C(1) << 29 | below(a, 16);
    default:
        return below(a, 4);
    }
}

static bool host(struct core_anything *a, struct core_host *h)
{
    const uint32_t i = a->next, n = i - a->program.length;
    static const uint8_t spaces[] = {PREDICATE_AT_R, PREDICATE_AT_R, PREDICATE_AT_U,
                                     PREDICATE_AT_U, PREDICATE_AT_P, PREDICATE_AT_UP};

    if (i == a->operations)
        return false;
    ++a->next;
    memset(h, 0, sizeof *h);
    h->op = PREDICATE_WRITE;
    if (i < a->program.length) {
        h->space = PREDICATE_AT_CODE;
        h->addr = (uint16_t)(a->at + i);
        h->data = a->program.code[i];
    } else if (n < PREDICATE_REGS) {
        h->space = PREDICATE_AT_C;
        h->addr = (uint16_t)n;
        h->data = a->program.c[n];
    } else {
        h->op = (uint8_t)(percent(a, 70)   ? PREDICATE_WRITE
                          : percent(a, 70) ? PREDICATE_READ
                                           : below(a, 16));
        h->space = percent(a, 95) ? spaces[below(a, 6)] : (uint8_t)(1 + below(a, 7));
        h->addr = (uint16_t)below(a, 4096);
        h->warp = (uint8_t)warp(a);
        h->lane = (uint8_t)below(a, 32);
        h->data = h->space < PREDICATE_AT_P ? small(a) : assay_rng_u64(&a->r);
    }
    return true;
}

/* Draws a group from the full range of every field. It may be refused. */
static bool start(struct core_anything *a, struct core_start *s)
{
    const uint32_t end = a->at + a->program.length, n = a->params.warps;

    if (a->next < a->operations || a->starts == 0 || percent(a, 80))
        return false;
    memset(s, 0, sizeof *s);
    s->first = (uint8_t)below(a, percent(a, 95) ? n : 16);
    s->warps = (uint8_t)(percent(a, 95) ? 1 + below(a, n) : below(a, 32));
    s->entry = (uint16_t)(percent(a, 80)   ? a->at
                          : percent(a, 90) ? a->at + below(a, a->program.length)
                                           : below(a, 4096));
    s->length = (uint16_t)(percent(a, 80) ? end : below(a, 8192));
    s->sense = percent(a, 50);
    s->limit = 1 + below(a, percent(a, 80) ? 400 : 8);
    s->group = (uint32_t)assay_rng_u64(&a->r);
    s->groups = (uint32_t)assay_rng_u64(&a->r);
    s->local_base = (uint16_t)below(a, 1024);
    s->local_lines = (uint16_t)(percent(a, 70) ? 2047 : below(a, 2048));
    s->row_base = (uint16_t)below(a, 512);
    s->rows = (uint16_t)(percent(a, 70) ? 1023 : below(a, 1024));
    s->bar_base = (uint8_t)(a->identifiers == 16 ? below(a, 16) : 0);
    s->bars = (uint8_t)(percent(a, 80) ? a->identifiers : below(a, 32));
    --a->starts;
    return true;
}

/* --- the gateway --- */

static void write_back(struct core_anything *a, struct core_wb *wb)
{
    const uint32_t what = answer(a, &a->barrier, a->identifiers << 4);

    memset(wb, 0, sizeof *wb);
    wb->id = (uint8_t)(what >> 4);
    wb->beat = (uint8_t)(percent(a, 90) ? 0 : below(a, 8));
    wb->mask = (uint32_t)(assay_rng_u64(&a->r) | 1u << (what & 15));
    wb->result = assay_rng_u64(&a->r);
    wb->sum = (uint16_t)below(a, 1 << 14);
    wb->status = error(a, 16);
    wb->last = percent(a, 50);
    /* The same message may be refused at the same time. */
    a->refuse = wb->status && !wb->beat && percent(a, 40);
    a->refused = what;
}

static void refuse(struct core_anything *a, struct core_reply *r)
{
    memset(r, 0, sizeof *r);
    r->status = (uint8_t)(1 + below(a, 7));
    r->thread = (uint8_t)(a->refused & 15);
    r->id = (uint8_t)(a->refused >> 4);
    a->refuse = false;
}

static void reply(struct core_anything *a, struct core_reply *r)
{
    uint32_t what;

    memset(r, 0, sizeof *r);
    r->data = (uint32_t)assay_rng_u64(&a->r);
    r->status = WRITTEN;
    if (percent(a, 90)) {
        what = answer(a, &a->write, a->params.warps << 8);
        r->thread = (uint8_t)(what >> 8);
        r->reg = (uint8_t)what;
        return;
    }
    r->status = (uint8_t)below(a, 16);
    r->thread = (uint8_t)(percent(a, 90) ? warp(a) : below(a, 256));
    r->id = (uint8_t)below(a, a->identifiers);
    r->reg = (uint8_t)below(a, 256);
}

/* --- memories and other units --- */

static void answer_mem(struct core_anything *a, struct core_mem_rsp *r)
{
    words(a, r->data, 16);
    r->status = error(a, 8);
    r->tag = tag(a, &a->mem);
}

static void answer_local(struct core_anything *a, struct core_local_rsp *r)
{
    const uint32_t lanes = UINT32_MAX >> (32 - a->params.lanes);

    memset(r, 0, sizeof *r);
    words(a, r->data, a->params.lanes);
    r->error = percent(a, a->errors) ? (uint32_t)assay_rng_u64(&a->r) & lanes : 0;
    r->tag = tag(a, &a->local);
}

static void ask_fence(struct core_anything *a, struct core_fence *f)
{
    f->id = (uint8_t)below(a, a->identifiers);
    f->scope = (uint8_t)below(a, 4);
}

static void send_note(struct core_anything *a, struct core_note *n)
{
    const uint32_t what = answer(a, &a->note, a->params.warps << 4);

    n->pr = (uint8_t)(percent(a, 98) ? what >> 4 : warp(a));
    n->tag = (uint8_t)(percent(a, 98) ? what & 15 : below(a, 256));
    n->status = error(a, 16);
}

static void send_value(struct core_anything *a, struct core_value *v)
{
    memset(v, 0, sizeof *v);
    words(a, v->data, a->params.lanes);
    v->pr = (uint8_t)answer(a, &a->value, percent(a, 90) ? a->params.warps : 16);
    v->status = error(a, 16);
}

/* --- all streams --- */

bool core_anything_next(void *any, unsigned stream, void *payload)
{
    struct core_anything *a = any;

    if (stream == core_stream_host)
        return host(a, payload);
    if (stream == core_stream_start)
        return start(a, payload);
    if (stream == core_stream_reply && a->refuse) {
        refuse(a, payload);
        return true;
    }
    if (percent(a, stream == core_stream_fence ? 90 : 60))
        return false;
    switch (stream) {
    case core_stream_mem_rsp:
        answer_mem(a, payload);
        return true;
    case core_stream_local_rsp:
        answer_local(a, payload);
        return true;
    case core_stream_wb:
        write_back(a, payload);
        return true;
    case core_stream_reply:
        reply(a, payload);
        return true;
    case core_stream_fence:
        ask_fence(a, payload);
        return true;
    case core_stream_note:
        send_note(a, payload);
        return true;
    case core_stream_value:
        send_value(a, payload);
        return true;
    default:
        return false;
    }
}

void core_anything_observe(void *any, unsigned stream, const void *payload)
{
    struct core_anything *a = any;
    const struct core_off *off = payload;
    const struct core_gate *gate = payload;

    switch (stream) {
    case core_stream_start: /* after the last one: the host is ready once all groups have ended */
        if (a->starts == 0)
            new_launch(a);
        break;
    case core_stream_mem:
        ask(&a->mem, ((const struct core_mem *)payload)->tag);
        break;
    case core_stream_local:
        ask(&a->local, ((const struct core_local *)payload)->tag);
        break;
    case core_stream_gate:
        if (gate->kind)
            ask(&a->write, gate->data[1] << 8 | (gate->data[2] & 255));
        else
            ask(&a->barrier, (gate->data[2] >> 24 & 15) << 4 | (gate->sender & 15));
        break;
    case core_stream_off:
        if (off->kind == CORE_MOVE || (off->kind == CORE_DPAS && !(off->a >> CORE_KEEP & 1)))
            ask(&a->note, (uint32_t)off->warp << 4 | off->tag);
        else if (off->kind == CORE_GET || off->kind == CORE_PACK)
            ask(&a->value, off->warp);
        break;
    default:
        break;
    }
}

void core_anything_restart(void *any)
{
    struct core_anything *a = any;

    a->refuse = false;
    a->mem.n = a->local.n = a->note.n = a->value.n = a->write.n = a->barrier.n = 0;
    /* The program may still be there: then it can start at once. */
    if (a->next == a->operations && percent(a, 50))
        start_again(a);
    else
        new_launch(a);
}

void core_anything_begin(void *any, const struct assay_stim_env *env)
{
    struct core_anything *a = any;

    memcpy(&a->params, env->params->v, sizeof a->params);
    assay_rng_init(&a->r, env->seed, "core.anything");
    a->illegal = env->knobs.illegal;
    new_launch(a);
}

void core_anything_report(const void *any, FILE *f)
{
    fprintf(f, "launches:   %" PRIu64 " begun\n", ((const struct core_anything *)any)->launches);
}
