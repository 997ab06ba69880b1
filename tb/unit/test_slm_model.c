/*
 * test_slm_model.c - the golden model of slm against scalar accesses to a flat array of bytes, lane
 * after lane in order of acceptance, in the host's arithmetic; and against a clock that knows only
 * the longest queue of a request, counted here. Random requests, stalls and resets; then explicit
 * cycles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "slm/requests.h"
#include "slm/slm.h"
#include "unit/host_words.h"
#include "unit/random.h"

enum { MOST = 65536, UNDER_WAY = 2 };

/* --- scalar accesses --- */

static uint32_t get(const uint8_t *at, unsigned n)
{
    uint32_t x = 0;

    while (n-- > 0)
        x = x * 256 + at[n];
    return x;
}

static void put(uint8_t *at, unsigned n, uint32_t x)
{
    for (unsigned i = 0; i < n; ++i) {
        at[i] = (uint8_t)(x & 0xFF);
        x >>= 8;
    }
}

static uint32_t atomic(uint32_t op, uint32_t old, uint32_t data, uint32_t compare)
{
    const int64_t a = with_sign(old), b = with_sign(data);

    switch (op) {
    case SLM_EXCH:
        return data;
    case SLM_ADD:
        return (uint32_t)((uint64_t)old + data);
    case SLM_AND:
        return ~(~old | ~data);
    case SLM_OR:
        return ~(~old & ~data);
    case SLM_XOR:
        return (old | data) - (old & data);
    case SLM_SMIN:
        return a <= b ? old : data;
    case SLM_SMAX:
        return a >= b ? old : data;
    case SLM_UMIN:
        return old <= data ? old : data;
    case SLM_UMAX:
        return old >= data ? old : data;
    case SLM_CAS:
        return old != compare ? old : data;
    default:
        assert_int_equal(op, SLM_FADD);
        return host_add(old, data);
    }
}

static bool is_bad(const struct slm_params *p, uint32_t op, uint32_t size, uint32_t addr)
{
    static const unsigned bytes[4] = {1, 2, 4, 0};

    if (op > 13 || bytes[size] == 0 || (op > 2 && bytes[size] != 4))
        return true;
    return addr % bytes[size] != 0 || addr / 1024 >= p->kb;
}

/* Performs a lane's access. Returns its answer. */
static uint32_t access_lane(uint8_t *memory, const struct slm_req *q, unsigned lane)
{
    const unsigned n = 1u << q->size;
    uint8_t *at = memory + q->addr[lane];
    const uint32_t old = get(at, n);

    if (q->op == SLM_STORE)
        put(at, n, q->data[lane]);
    else if (q->op != SLM_LOAD)
        put(at, n, atomic(q->op, old, q->data[lane], q->compare[lane]));
    return q->op == SLM_STORE ? 0 : old;
}

/* Returns the lanes that make an access, as a mask. */
static uint32_t good_lanes(const struct slm_params *p, const struct slm_req *q)
{
    uint32_t good = 0;

    for (unsigned i = 0; i < p->lanes; ++i)
        if (q->op != SLM_FENCE && (q->enable >> i & 1) && !is_bad(p, q->op, q->size, q->addr[i]))
            good |= UINT32_C(1) << i;
    return good;
}

/* --- queues --- */

static uint32_t hold(const struct slm_req *q)
{
    return q->op == SLM_FADD ? 4 : 1;
}

/* Returns the number of accesses that a bank makes for lanes 0..lane. */
static uint32_t queue(const struct slm_params *p, const struct slm_req *q, uint32_t bank,
                      unsigned lane)
{
    const uint32_t good = good_lanes(p, q);
    bool seen[MOST / 4] = {false};
    uint32_t n = 0;

    for (unsigned i = 0; i <= lane; ++i) {
        const uint32_t word = q->addr[i] >> 2;

        if (!(good >> i & 1) || word % p->banks != bank)
            continue;
        n += q->op != SLM_LOAD || !seen[word];
        seen[word] = true;
    }
    return n;
}

static uint32_t longest(const struct slm_params *p, const struct slm_req *q)
{
    uint32_t most = 0;

    for (uint32_t bank = 0; bank < p->banks; ++bank) {
        const uint32_t n = queue(p, q, bank, p->lanes - 1);

        most = n > most ? n : most;
    }
    return most ? most * hold(q) : 1;
}

/* --- the reference --- */

struct reference {
    struct slm_params p;
    uint8_t memory[MOST], before[MOST]; /* before the request in service */
    bool busy, valid[2];
    unsigned port, turn; /* 0: vector */
    uint64_t accepted, length;
    struct slm_req req;
    struct slm_line line;
    struct slm_rsp rsp[UNDER_WAY]; /* expected, the next one first */
    struct slm_line_rsp line_rsp[UNDER_WAY];
    unsigned n[2];
    uint64_t ops[16], cut, answers[2], longest, errors; /* what has been covered */
};

static void reference_req(struct reference *r, const struct slm_req *q)
{
    const uint32_t good = good_lanes(&r->p, q);
    struct slm_rsp *a = &r->rsp[r->n[0]++];

    memset(a, 0, sizeof *a);
    a->tag = q->tag;
    a->error = q->op == SLM_FENCE ? 0 : q->enable & ~good;
    for (unsigned i = 0; i < r->p.lanes; ++i)
        if (good >> i & 1)
            a->data[i] = access_lane(r->memory, q, i);
    r->length = longest(&r->p, q);
    r->longest = r->length > r->longest ? r->length : r->longest;
    r->errors += a->error != 0;
    ++r->ops[q->op];
}

static bool line_is_bad(const struct reference *r, const struct slm_line *q)
{
    return (q->addr & 63) || q->addr / 1024 >= r->p.kb;
}

static void write_bytes(struct reference *r, const struct slm_line *q, unsigned n)
{
    for (unsigned i = 0; i < n; ++i)
        if (q->mask >> i & 1)
            r->memory[q->addr + i] = (uint8_t)(q->data[i / 4] >> i % 4 * 8);
}

static void reference_line(struct reference *r, const struct slm_line *q)
{
    struct slm_line_rsp *a = &r->line_rsp[r->n[1]++];

    memset(a, 0, sizeof *a);
    a->tag = q->tag;
    a->error = line_is_bad(r, q);
    r->length = r->p.banks == 8 && !a->error ? 2 : 1;
    if (!a->error && q->write)
        write_bytes(r, q, 64);
    else if (!a->error)
        for (unsigned i = 0; i < 16; ++i)
            a->data[i] = get(r->memory + q->addr + 4 * i, 4);
}

/* A reset cuts off the request in service in cycle t: only the accesses before t count. None of
 * them is of its last cycle, because the request would have left then. */
static void reference_cut(struct reference *r, uint64_t t)
{
    const uint64_t cycles = t - 1 - r->accepted;
    const uint32_t good = good_lanes(&r->p, &r->req);

    memcpy(r->memory, r->before, sizeof r->memory);
    if (r->port == 1) {
        if (r->length == 2 && cycles >= 1 && r->line.write)
            write_bytes(r, &r->line, 32);
        return;
    }
    for (unsigned i = 0; i < r->p.lanes; ++i) {
        const uint64_t at =
            hold(&r->req) * queue(&r->p, &r->req, (r->req.addr[i] >> 2) % r->p.banks, i);

        if ((good >> i & 1) && at < r->length && at <= cycles) {
            access_lane(r->memory, &r->req, i);
            ++r->cut;
        }
    }
}

static void reference_accept(struct reference *r, unsigned port, const struct slm_inputs *in,
                             uint64_t t)
{
    memcpy(r->before, r->memory, sizeof r->before);
    r->busy = true;
    r->port = port;
    r->turn = !port;
    r->accepted = t;
    r->req = in->req;
    r->line = in->line;
    if (port == 0)
        reference_req(r, &in->req);
    else
        reference_line(r, &in->line);
}

static void reference_taken(struct reference *r, unsigned port)
{
    r->valid[port] = false;
    r->rsp[0] = port == 0 ? r->rsp[1] : r->rsp[0];
    r->line_rsp[0] = port == 1 ? r->line_rsp[1] : r->line_rsp[0];
    --r->n[port];
    ++r->answers[port];
}

/* Checks the outputs of cycle t and advances. */
static void reference_cycle(struct reference *r, const struct slm_inputs *in,
                            const struct slm_outputs *out, uint64_t t)
{
    const bool ready[2] = {in->rsp_ready, in->line_rsp_ready};
    const bool last = r->busy && t >= r->accepted + r->length;
    const bool leaves = last && (!r->valid[r->port] || ready[r->port]);
    const bool room = !r->busy || leaves;

    assert_int_equal(out->req_ready, room && !(in->line_valid && r->turn == 1));
    assert_int_equal(out->line_ready, room && !(in->req_valid && r->turn == 0));
    assert_int_equal(out->rsp_valid, r->valid[0]);
    assert_int_equal(out->line_rsp_valid, r->valid[1]);
    if (r->valid[0]) {
        assert_memory_equal(out->rsp.data, r->rsp[0].data, 4 * r->p.lanes);
        assert_int_equal(out->rsp.error, r->rsp[0].error);
        assert_int_equal(out->rsp.tag, r->rsp[0].tag);
    }
    if (r->valid[1]) {
        assert_memory_equal(out->line_rsp.data, r->line_rsp[0].data, 64);
        assert_int_equal(out->line_rsp.error, r->line_rsp[0].error);
        assert_int_equal(out->line_rsp.tag, r->line_rsp[0].tag);
    }
    if (in->rst) {
        if (r->busy)
            reference_cut(r, t);
        r->busy = r->valid[0] = r->valid[1] = false;
        r->n[0] = r->n[1] = r->turn = 0;
        return;
    }
    for (unsigned port = 0; port < 2; ++port)
        if (r->valid[port] && ready[port])
            reference_taken(r, port);
    if (leaves) {
        r->valid[r->port] = true;
        r->busy = false;
    }
    if (in->req_valid && out->req_ready)
        reference_accept(r, 0, in, t);
    else if (in->line_valid && out->line_ready)
        reference_accept(r, 1, in, t);
}

/* --- random runs --- */

static struct slm_state state;
static struct reference reference;
static struct slm_draw requests;

static void drive(struct slm_inputs *in, const struct slm_outputs *out, uint32_t stall)
{
    if (!in->req_valid || out->req_ready)
        in->req_valid = draw(100) >= stall && slm_draw_req(&requests, &in->req);
    if (!in->line_valid || out->line_ready)
        in->line_valid = draw(100) >= stall && slm_draw_line(&requests, &in->line);
    in->rsp_ready = draw(100) >= stall;
    in->line_rsp_ready = draw(100) >= stall;
}

static void run(const struct slm_params *p, const struct slm_mix *mix, uint64_t cycles)
{
    struct slm_inputs in = {.rst = 1};
    struct slm_outputs out;
    uint32_t stall = 0;

    assert_null(slm_check_params(p));
    slm_init(&state, p);
    memset(&reference, 0, sizeof reference);
    reference.p = *p;
    slm_draw_begin(&requests, p, mix, draw(1u << 30));
    for (uint64_t t = 0; t < cycles; ++t) {
        slm_step(&state, &in, &out);
        reference_cycle(&reference, &in, &out, t);
        if (t % 64 == 0)
            stall = draw(4) * 25;
        drive(&in, &out, stall);
        in.rst = draw(200) == 0;
    }
    in = (struct slm_inputs){.rsp_ready = 1, .line_rsp_ready = 1};
    for (uint64_t t = cycles; reference.busy; ++t) { /* the request in service finishes */
        slm_step(&state, &in, &out);
        reference_cycle(&reference, &in, &out, t);
    }
}

/* Compares the array with the model's words; nothing may be in service. */
static void compare_memory(void)
{
    for (uint32_t i = 0; i < reference.p.kb * 256; ++i)
        assert_int_equal(state.word[i], get(reference.memory + 4 * i, 4));
}

static const struct slm_params sets[] = {{4, 8, 4},   {16, 16, 8}, {64, 32, 32}, {8, 8, 32},
                                         {32, 32, 4}, {4, 32, 16}, {64, 8, 16}};

static void test_random(void **unused)
{
    static const struct slm_mix mixes[3] = {
        {40, 40, 30, 20, 40, 10, 5, 5, 20},
        {5, 40, 0, 90, 90, 30, 0, 0, 90},
        {10, 60, 50, 10, 20, 10, 20, 30, 10},
    };

    (void)unused;
    rng_begin(1);
    for (unsigned set = 0; set < sizeof sets / sizeof sets[0]; ++set)
        for (unsigned mix = 0; mix < 3; ++mix) {
            run(&sets[set], &mixes[mix], 10000);
            compare_memory();
            for (unsigned op = 0; op < 16 && mix == 0; ++op)
                assert_true(reference.ops[op] > 0);
            assert_true(reference.answers[0] > 100 && reference.answers[1] > 20);
            assert_true(reference.errors > 0);
            assert_true(reference.cut > 0 || mix != 1);
            assert_true(reference.longest == 4 * sets[set].lanes || mix != 1);
        }
}

/* --- explicit cycles --- */

static const struct slm_params smallest = {4, 8, 4};

static struct slm_req request(uint32_t op, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return (struct slm_req){.op = (uint8_t)op,
                            .size = SLM_WORD,
                            .enable = 15,
                            .addr = {a, b, c, d},
                            .data = {1, 2, 3, 4},
                            .tag = 7};
}

/* Returns the cycles from acceptance to the answer when both ports take their answers. */
static uint32_t latency(const struct slm_req *q)
{
    struct slm_inputs in = {.req_valid = 1, .req = *q, .rsp_ready = 1, .line_rsp_ready = 1};
    struct slm_outputs out;
    uint32_t t = 0;

    slm_step(&state, &in, &out);
    assert_int_equal(out.req_ready, 1);
    in.req_valid = 0;
    do {
        ++t;
        assert_true(t < 1000);
        slm_step(&state, &in, &out);
    } while (!out.rsp_valid);
    return t;
}

static void test_latency(void **unused)
{
    struct slm_req q;

    (void)unused;
    slm_init(&state, &smallest);
    q = request(SLM_LOAD, 0, 4, 8, 12);
    assert_int_equal(latency(&q), 2);
    q = request(SLM_LOAD, 32, 32, 32, 32);
    assert_int_equal(latency(&q), 2);
    q = request(SLM_LOAD, 32, 64, 32, 64);
    assert_int_equal(latency(&q), 3);
    q = request(SLM_STORE, 32, 32, 32, 36);
    assert_int_equal(latency(&q), 4);
    q = request(SLM_FADD, 0, 4, 8, 12);
    assert_int_equal(latency(&q), 5);
    q = request(SLM_FADD, 0, 32, 64, 96);
    assert_int_equal(latency(&q), 17);
    q = request(SLM_FADD, 4096, 1, 2, 3); /* all lanes in error */
    assert_int_equal(latency(&q), 2);
    q = request(SLM_FENCE, 0, 0, 0, 0);
    assert_int_equal(latency(&q), 2);
}

/* Two atomics whose answers nobody takes: the second waits in service and blocks both ports. */
static void test_back_pressure(void **unused)
{
    struct slm_inputs in = {.req_valid = 1, .req = request(SLM_ADD, 0, 4, 8, 12)};
    struct slm_outputs out;

    (void)unused;
    slm_init(&state, &smallest);
    for (unsigned t = 0; t < 10; ++t) {
        slm_step(&state, &in, &out);
        assert_int_equal(out.req_ready, t < 2);
        assert_int_equal(out.line_ready,
                         t == 1); /* earlier it is not its turn; later there is no room */
        assert_int_equal(out.rsp_valid, t >= 2);
        in.line_valid = t >= 2;
    }
    assert_int_equal(state.word[3], 4); /* only the first: the second has not left */
    in.req_valid = 0;
    in.rsp_ready = 1;
    slm_step(&state, &in, &out);
    assert_int_equal(out.line_ready, 1);
    assert_int_equal(state.word[3], 8);
    slm_step(&state, &in, &out);
    assert_int_equal(out.rsp_valid, 1);
    assert_int_equal(out.rsp.data[3], 4);
}

/* Both ports always offer a request: they alternate, one request per cycle. */
static void test_turns(void **unused)
{
    const struct slm_params p = {16, 16, 8};
    struct slm_inputs in = {.req_valid = 1,
                            .req = request(SLM_LOAD, 0, 4, 8, 12),
                            .line_valid = 1,
                            .rsp_ready = 1,
                            .line_rsp_ready = 1};
    struct slm_outputs out;

    (void)unused;
    slm_init(&state, &p);
    for (unsigned t = 0; t < 20; ++t) {
        slm_step(&state, &in, &out);
        assert_int_equal(out.req_ready, t % 2 == 0);
        assert_int_equal(out.line_ready, t % 2 == 1);
        assert_int_equal(out.rsp_valid, t >= 2 && t % 2 == 0);
        assert_int_equal(out.line_rsp_valid, t >= 3 && t % 2 == 1);
    }
}

static void test_params(void **unused)
{
    (void)unused;
    for (uint32_t x = 0; x < 130; ++x) {
        const struct slm_params kb = {x, 8, 4}, banks = {4, x, 4}, lanes = {4, 8, x};
        const bool power = x != 0 && (x & (x - 1)) == 0;

        assert_int_equal(!slm_check_params(&kb), power && x >= 4 && x <= 64);
        assert_int_equal(!slm_check_params(&banks), power && x >= 8 && x <= 32);
        assert_int_equal(!slm_check_params(&lanes), power && x >= 4 && x <= 32);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_back_pressure), cmocka_unit_test(test_turns),
        cmocka_unit_test(test_params),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
