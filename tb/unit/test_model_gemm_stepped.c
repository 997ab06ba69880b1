/*
 * test_model_gemm_stepped.c - products of whole matrices against the model of dpas, stepped cycle
 * by cycle.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dpas/dpas.h"
#include "unit/gemm_product.h"

static unsigned ops_of(const struct assay_product *p)
{
    return p->a_type == ASSAY_TYPE_F32                                ? 1
           : assay_type_is_float(p->a_type)                           ? 2
           : p->a_type <= ASSAY_TYPE_S4 && p->b_type <= ASSAY_TYPE_S4 ? 8
                                                                      : 4;
}

/* Runs one command for elements [k, k + length) of K, with at most 8 rows and at most `lanes`
 * columns. d holds C, then D. */
static void step_command(struct dpas_state *s, const struct assay_product *p, size_t k,
                         size_t length, unsigned sd, int null, uint32_t *d)
{
    const unsigned ops = ops_of(p), bits1 = assay_type_bits(p->b_type),
                   bits2 = assay_type_bits(p->a_type);
    const unsigned per = ops * bits1 < 32 ? 32 / (ops * bits1) : 1, rows1 = (sd + per - 1) / per;
    const uint32_t padding = assay_type_is_float(p->a_type) ? 1u << (bits2 - 1) : 0;
    struct dpas_src1 src1[DPAS_MAX_ROWS] = {0};
    struct dpas_src2 src2[DPAS_MAX_RC] = {0};
    unsigned sent = 0, loaded = 0, issued = 0, given = 0, responses = 0;

    for (unsigned e = 0; e < sd * ops; ++e) {
        const unsigned slice = e / ops, at = (slice % per * ops + e % ops) * bits1;

        for (size_t n = 0; n < p->n && e < length; ++n)
            src1[slice / per].data[n] |= element(p->b, p->b_type, (k + e) * p->n + n) << at;
        for (size_t m = 0; m < p->m; ++m)
            src2[m].data[e * bits2 / 32] |=
                (e < length ? element(p->a, p->a_type, m * p->k + k + e) : padding)
                << e * bits2 % 32;
    }
    for (unsigned cycle = 0; !responses; ++cycle) {
        struct dpas_inputs in = {.dst_ready = 1, .rsp_ready = 1};
        struct dpas_outputs out;

        assert_true(cycle < 1000);
        in.cmd_valid = !sent;
        in.cmd.src1_type = (uint8_t)p->b_type;
        in.cmd.src2_type = (uint8_t)p->a_type;
        in.cmd.acc_type = (uint8_t)p->acc_type;
        in.cmd.sd = (uint8_t)sd;
        in.cmd.rc = (uint8_t)p->m;
        in.cmd.exec_size = (uint8_t)p->n;
        in.cmd.saturate = (uint8_t)p->saturate;
        in.cmd.src0_null = (uint8_t)null;
        in.src1_valid = loaded < rows1;
        in.src1 = src1[loaded % DPAS_MAX_ROWS];
        in.src2_valid = in.src0_valid = issued < p->m;
        if (in.src2_valid) {
            in.src2 = src2[issued];
            memcpy(in.src0.data, d + issued * p->n, p->n * sizeof *d);
        }
        dpas_step(s, &in, &out);
        sent += in.cmd_valid && out.cmd_ready;
        loaded += in.src1_valid && out.src1_ready;
        issued += in.src2_valid && out.src2_ready;
        if (out.dst_valid)
            memcpy(d + given++ * p->n, out.dst.data, p->n * sizeof *d);
        if (out.rsp_valid)
            assert_int_equal(out.rsp.status, DPAS_OK);
        responses += out.rsp_valid;
    }
    assert_int_equal(given, p->m);
}

static void test_stepped(void **unused)
{
    static const struct dpas_params arrays[] = {{4, 2, 0, 8}, {8, 4, 0, 8}, {16, 8, 0, 8}};
    static struct dpas_state s;

    (void)unused;
    for (size_t i = 0; i < STEPPED_ROUNDS; ++i) {
        const struct dpas_params *array = &arrays[i % 3];
        const size_t m = 1 + below(8), depth = 1 + below(200), n = 1 + below(array->lanes);
        struct product x = {.p = {.m = m, .k = depth, .n = n}};
        const int with_c = below(4) != 0;
        size_t step;

        draw_types(&x.p);
        x.p.saturate = x.p.acc_type != ASSAY_ACC_F32 && below(4) != 0;
        x.p.systolic_depth = 1u << below(4);
        make(&x, with_c);
        if (with_c)
            memcpy(x.want, x.c, x.p.m * x.p.n * sizeof *x.want);
        dpas_init(&s, array);
        step = (size_t)x.p.systolic_depth * ops_of(&x.p);
        for (size_t k = 0; k < x.p.k; k += step) {
            const size_t length = x.p.k - k < step ? x.p.k - k : step;
            unsigned sd = 1;

            while (sd * ops_of(&x.p) < length)
                sd *= 2;
            step_command(&s, &x.p, k, length, sd, !with_c && k == 0, x.want);
        }
        assert_int_equal(assay_gemm(&x.p), ASSAY_MODEL_OK);
        assert_product(&x, "stepped");
        release(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stepped),
    };

    return cmocka_run_group_tests(tests, seed, NULL);
}
