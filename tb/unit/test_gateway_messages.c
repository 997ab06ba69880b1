/*
 * test_gateway_messages.c - the golden model of gateway: the status of wrong messages, the priority
 * of errors, and that wrong messages do not affect rounds; the placement of a result; aborts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gateway/gateway.h"
#include "unit/gateway_oracle.h"

enum { ROUNDS = 1000 };

static struct gateway_state work;

static int seed_all(void **unused)
{
    (void)unused;
    random_begin(&rng, 1, "test_gateway_messages");
    return 0;
}

static uint8_t sent_status(struct gateway_state *s, const struct gateway_msg *m)
{
    struct gateway_inputs in;
    struct gateway_outputs out;

    memset(&in, 0, sizeof in);
    in.msg_valid = in.reply_ready = 1;
    in.msg = *m;
    gateway_step(s, &in, &out);
    assert_true(out.msg_ready);
    in.msg_valid = 0;
    gateway_step(s, &in, &out);
    return out.reply_valid ? out.reply.status : GATEWAY_OK;
}

/* Each error together with all errors of lower priority. */
static void test_errors(void **unused)
{
    const struct gateway_params p = {4, 16, 4};
    const struct gateway_fields good = {.op = GATEWAY_ADD, .cen = 1, .cnt = 3};
    struct gateway_fields f = good;
    struct gateway_msg m = gateway_pack(2, &good);

    (void)unused;
    gateway_init(&work, &p);
    assert_int_equal(sent_status(&work, &m), GATEWAY_OK);
    f.fence = 1; /* disagrees */
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_DISAGREES);
    f.cnt = 0; /* 128 */
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_COUNT);
    f.type = 10;
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_OP);
    f.type = GATEWAY_U32;
    f.op = 13;
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_OP);
    f.id = 4;
    m = gateway_pack(3, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_ID);
    m = gateway_pack(2, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_WAITING);
    m = gateway_pack(16, &f);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_SENDER);
    m = gateway_forward(16, 16, 1, 2);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_SENDER);
    m = gateway_forward(2, 16, 1, 2);
    assert_int_equal(sent_status(&work, &m), GATEWAY_BAD_RECIPIENT);
    m = gateway_forward(2, 2, 1, 2);
    assert_int_equal(sent_status(&work, &m), GATEWAY_FORWARDED);
    assert_int_equal(work.round[0].arrived, 1);
}

/* Returns a message with an error that no state of the rounds can make legal. */
static struct gateway_msg malformed(const struct gateway_params *p, const uint8_t *waiting,
                                    uint32_t n_waiting, const struct gateway_fields *round)
{
    struct gateway_fields f = *round;
    uint8_t sender = (uint8_t)assay_rng_below(&rng, p->threads);

    f.mask = (uint32_t)assay_rng_u64(&rng);
    f.value = assay_rng_u64(&rng);
    switch (assay_rng_below(&rng, n_waiting ? 6 : 5)) {
    case 0:
        sender = (uint8_t)(p->threads + assay_rng_below(&rng, 256 - p->threads));
        break;
    case 1:
        f.id = (uint8_t)(p->barriers + assay_rng_below(&rng, 16 - p->barriers));
        break;
    case 2:
        f.type = (uint8_t)(GATEWAY_TYPES + assay_rng_below(&rng, 16 - GATEWAY_TYPES));
        break;
    case 3:
        f.op = (uint8_t)(13 + assay_rng_below(&rng, 3));
        break;
    case 4:
        f.cen = 1;
        f.cnt = 0; /* 128 */
        break;
    default:
        sender = waiting[assay_rng_below(&rng, n_waiting)];
        break;
    }
    return gateway_pack(sender, &f);
}

/* Two rounds at once; malformed messages between theirs do not change their results. */
static void test_malformed(void **unused)
{
    const struct gateway_params p = {4, 16, 4};
    uint32_t refused = 0;

    (void)unused;
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        struct gateway_fields round[2];
        struct group g[2];
        uint64_t expected[2];
        uint32_t ended = 0, sent[2] = {0, 0}, n_waiting = 0;
        uint8_t waiting[16];

        for (uint32_t k = 0; k < 2; ++k) {
            uint32_t op, type;

            draw_kind(&op, &type);
            draw_group(&g[k], 16, type);
            g[k].n = 1 + assay_rng_below(&rng, 8);
            for (uint32_t j = 0; j < g[k].n; ++j) {
                g[k].slot[j] = (uint8_t)(2 * j + k);
                g[k].value[j] = gateway_draw_value(&rng, 20, type);
                g[k].mask[j] = (uint32_t)assay_rng_u64(&rng);
            }
            shuffle(&g[k]);
            expected[k] = oracle(16, op, type, &g[k]);
            round[k] = (struct gateway_fields){.op = (uint8_t)op,
                                               .type = (uint8_t)type,
                                               .id = (uint8_t)k,
                                               .cen = 1,
                                               .cnt = g[k].n & 127};
        }
        gateway_init(&work, &p);
        while (ended < 2) {
            const uint32_t k = assay_rng_below(&rng, 2);
            const bool bad = assay_rng_below(&rng, 2);
            struct gateway_inputs in;
            struct gateway_outputs out;

            memset(&in, 0, sizeof in);
            in.reply_ready = in.wb_ready = 1;
            if (bad && sent[0] < g[0].n && sent[1] < g[1].n) {
                in.msg_valid = 1;
                in.msg = malformed(&p, waiting, n_waiting, &round[k]);
            } else if (sent[k] < g[k].n) {
                struct gateway_fields f = round[k];

                f.value = g[k].value[sent[k]];
                f.mask = g[k].mask[sent[k]];
                in.msg_valid = 1;
                in.msg = gateway_pack(g[k].slot[sent[k]], &f);
                waiting[n_waiting++] = g[k].slot[sent[k]++];
            }
            gateway_step(&work, &in, &out);
            assert_true(out.msg_ready);
            refused += out.reply_valid;
            if (out.wb_valid) {
                assert_int_equal(out.wb.status, GATEWAY_OK);
                assert_true(out.wb.result == expected[out.wb.id]);
                assert_int_equal(out.wb.sum, oracle(16, GATEWAY_PREDICATE, 0, &g[out.wb.id]));
                ++ended;
            }
        }
    }
    assert_true(refused > ROUNDS);
}

/* Configures the group of `id`. If `placed`, its slots begin at `first`. */
static void configure(struct gateway_state *s, uint8_t id, uint16_t count, uint8_t placed,
                      uint8_t first)
{
    struct gateway_inputs in;
    struct gateway_outputs out;

    memset(&in, 0, sizeof in);
    in.cfg_valid = 1;
    in.cfg = (struct gateway_cfg){.id = id, .count = count, .placed = placed, .first = first};
    gateway_step(s, &in, &out);
}

static uint8_t status_of(uint8_t sender, const struct gateway_fields *f)
{
    const struct gateway_msg m = gateway_pack(sender, f);

    return sent_status(&work, &m);
}

static void test_place(void **unused)
{
    const struct gateway_params p = {4, 16, 4};
    struct gateway_fields f = {.op = GATEWAY_ADD, .type = GATEWAY_F32, .id = 1};
    const struct gateway_fields own = {.op = GATEWAY_ADD, .id = 2, .cen = 1, .cnt = 2};

    (void)unused;
    gateway_init(&work, &p);
    configure(&work, 1, 4, 1, 5);
    assert_int_equal(status_of(4, &f), GATEWAY_OUTSIDE);
    assert_int_equal(status_of(9, &f), GATEWAY_OUTSIDE);
    assert_int_equal(status_of(5, &f), GATEWAY_OK);
    assert_int_equal(status_of(8, &f), GATEWAY_OK);
    configure(&work, 1, 2, 0, 0); /* the open round keeps its configuration */
    f.fence = 1;                  /* disagrees as well */
    assert_int_equal(status_of(9, &f), GATEWAY_OUTSIDE);
    assert_int_equal(status_of(6, &f), GATEWAY_DISAGREES);
    f.cen = 1; /* its own count, without a place */
    f.cnt = 2;
    assert_int_equal(status_of(9, &f), GATEWAY_DISAGREES);
    configure(&work, 2, 4, 1, 13); /* the last slot is 16 */
    f = own;
    f.cen = 0;
    assert_int_equal(status_of(14, &f), GATEWAY_BAD_COUNT);
    assert_int_equal(status_of(0, &f), GATEWAY_BAD_COUNT);
    assert_int_equal(status_of(0, &own), GATEWAY_OK); /* has its own count, so it may be anywhere */
    assert_int_equal(status_of(15, &own), GATEWAY_OK);
    configure(&work, 3, 4, 1, 12); /* just fits */
    f.id = 3;
    assert_int_equal(status_of(12, &f), GATEWAY_OK);
    assert_int_equal(status_of(11, &f), GATEWAY_OUTSIDE);
    configure(&work, 3, 4, 0, 12); /* without a place `first` is ignored, from the next round on */
    assert_int_equal(status_of(11, &f), GATEWAY_OUTSIDE);
    configure(&work, 0, 511, 1, 255); /* the sum has ten bits */
    f.id = 0;
    assert_int_equal(status_of(11, &f), GATEWAY_BAD_COUNT);
}

static void test_abort(void **unused)
{
    const struct gateway_params p = {4, 16, 4};
    const struct gateway_fields f = {.op = GATEWAY_ADD, .id = 1, .cen = 1, .cnt = 2, .mask = 1};
    struct gateway_msg m = gateway_pack(5, &f);
    struct gateway_inputs in;
    struct gateway_outputs out;

    (void)unused;
    gateway_init(&work, &p);
    sent_status(&work, &m);
    memset(&in, 0, sizeof in);
    in.abort_valid = in.msg_valid = in.wb_ready = 1;
    in.abort.id = 1;
    in.msg = gateway_pack(6, &f);
    gateway_step(&work, &in, &out);
    assert_false(out.msg_ready); /* the abort takes precedence */
    in.abort_valid = 0;
    gateway_step(&work, &in, &out);
    assert_true(out.abort_done && !out.msg_ready && !out.wb_valid);
    gateway_step(&work, &in, &out);
    assert_true(out.wb_valid && out.wb.status == GATEWAY_ABORTED && out.wb.mask == 1u << 5);
    assert_false(out.msg_ready || out.abort_done);
    gateway_step(&work, &in, &out);
    assert_true(out.msg_ready && !out.wb_valid);
    in.msg_valid = 0;
    in.abort_valid = 1;
    in.abort.id = 2; /* free */
    gateway_step(&work, &in, &out);
    gateway_step(&work, &in, &out);
    assert_false(out.abort_done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_abort),
    };

    return cmocka_run_group_tests(tests, seed_all, NULL);
}
