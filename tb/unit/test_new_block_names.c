/* test_new_block_names.c - what new-block infers from numbers and names: widths as expressions,
 * clocks, resets, streams. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "new_block/fit.h"
#include "new_block/plan.h"

/* --- widths --- */

static const uint32_t values[ASSAY_NEW_POINTS] = {16, 32, 48, 64};

static void fits(const char *expected, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t width[ASSAY_NEW_POINTS] = {a, b, c, d};
    char text[200];

    if (!assay_new_fit("n", values, width, text, sizeof text))
        snprintf(text, sizeof text, "none");
    assert_string_equal(text, expected);
}

static void test_widths(void **state)
{
    (void)state;
    fits("n", 16, 32, 48, 64);
    fits("2 * n", 32, 64, 96, 128);
    fits("n + 1", 17, 33, 49, 65);
    fits("3 * n - 2", 46, 94, 142, 190);
    fits("n / 8", 2, 4, 6, 8);
    fits("(n + 2) / 3", 6, 11, 16, 22);
    fits("clog2(n)", 4, 5, 6, 6);
    fits("clog2(n + 1)", 5, 6, 6, 7);
    fits("clog2(n) + 1", 5, 6, 7, 7);
    fits("n * n", 256, 1024, 2304, 4096);
    fits("none", 8, 9, 7, 8);
}

static void test_powers(void **state)
{
    const uint32_t value[ASSAY_NEW_POINTS] = {3, 6, 9, 12}, width[] = {16, 128, 1024, 8192};
    char text[200];

    (void)state;
    assert_true(assay_new_fit("w", value, width, text, sizeof text));
    assert_string_equal(text, "2 << w");
}

/* --- names --- */

/* Makes a design with these ports: "i name" and "o name" have one bit, "I name" and "O name" eight.
 * NULL ends the list. */
static void read_ports(struct assay_new_design *d, struct assay_new_plan *p,
                       const char *const *port)
{
    memset(d, 0, sizeof *d);
    while (port[d->ports.n])
        ++d->ports.n;
    d->ports.v = calloc(d->ports.n + 1, sizeof *d->ports.v);
    assert_non_null(d->ports.v);
    for (size_t i = 0; i < d->ports.n; ++i) {
        const char what = port[i][0];

        snprintf(d->ports.v[i].name, sizeof d->ports.v[i].name, "%s", port[i] + 2);
        d->ports.v[i].direction = what == 'i' || what == 'I' ? ASSAY_RTL_INPUT : ASSAY_RTL_OUTPUT;
        d->ports.v[i].width = what == 'i' || what == 'o' ? 1 : 8;
    }
    assert_true(assay_new_plan_begin(p, d));
}

static void done(struct assay_new_design *d, struct assay_new_plan *p)
{
    assay_new_plan_free(p);
    assay_new_design_free(d);
}

/* Asserts that the streams are these, one per line as "name sink valid/ready field field". */
static void streams_are(const char *const *port, const char *expected)
{
    struct assay_new_design d;
    struct assay_new_plan p;
    char text[2000] = "";

    read_ports(&d, &p, port);
    assert_true(assay_new_find_streams(&p));
    assay_new_name_pins(&p);
    for (size_t i = 0; i < p.n_streams; ++i) {
        const struct assay_new_stream *s = &p.stream[i];
        size_t n = strlen(text);

        snprintf(text + n, sizeof text - n, "%s %s %s/%s%s", s->name, s->sink ? "sink" : "source",
                 p.pin[s->valid].port->name, s->inverted ? "!" : "",
                 s->ready == ASSAY_NEW_NONE ? "" : p.pin[s->ready].port->name);
        for (size_t k = 0; k < p.n_pins; ++k)
            if (p.pin[k].role == ASSAY_NEW_FIELD && p.pin[k].stream == (int)i) {
                n = strlen(text);
                snprintf(text + n, sizeof text - n, " %s", p.pin[k].name);
            }
        n = strlen(text);
        snprintf(text + n, sizeof text - n, "\n");
    }
    assert_string_equal(text, expected);
    done(&d, &p);
}

static void test_handshakes(void **state)
{
    (void)state;
    streams_are((const char *[]){"i in_vld", "o in_rdy", "I in_x", "o invalid", "O interval", NULL},
                "in sink in_vld/in_rdy x\n");
    streams_are((const char *[]){"o o_valid", "i i_ready", "O o_data", "i i_valid", "o o_ready",
                                 "I i_data", NULL},
                "out source o_valid/i_ready data\nin sink i_valid/o_ready data\n");
    streams_are((const char *[]){"i valid_a", "o ready_a", "I data_a", "i valid_b", "o ready_b",
                                 "I data_b", NULL},
                "a sink valid_a/ready_a data\nb sink valid_b/ready_b data\n");
    streams_are((const char *[]){"i a_valid", "o a_ready", "I a_x", "i a_b_valid", "o a_b_ready",
                                 "I a_b_x", NULL},
                "a sink a_valid/a_ready x\na_b sink a_b_valid/a_b_ready x\n");
    streams_are((const char *[]){"I req", "O grant", "i reg_req", "o other_ack", NULL}, "");
    streams_are((const char *[]){"i model_valid", "I model_x", NULL},
                "model_ sink model_valid/ x\n");
    streams_are((const char *[]){"i tvalid", "o tready", "I tdata", "i tlast", NULL},
                "in sink tvalid/tready data last\n");
}

static void test_fifos(void **state)
{
    (void)state;
    streams_are((const char *[]){"i push", "I data_in", "o full", "i pop", "O data_out", "o empty",
                                 "o almost_full", NULL},
                "push sink push/!full data\npop source empty/!pop data\n");
    streams_are(
        (const char *[]){"i winc", "I wdata", "o wfull", "i rinc", "O rdata", "o rempty", NULL},
        "push sink winc/!wfull data\npop source rempty/!rinc data\n");
    streams_are((const char *[]){"i wr", "I din", "o full_n", "i rd", "O dout", "o empty_n", NULL},
                "push sink wr/full_n data\npop source empty_n/rd data\n");
    streams_are((const char *[]){"i wr_en", "I wr_data", "i wr_last", "o almost_full", NULL}, "");
}

static void test_pins(void **state)
{
    struct assay_new_design d;
    struct assay_new_plan p;

    (void)state;
    read_ports(&d, &p,
               (const char *[]){"i clk_i", "i first", "i burst", "i preset", "i sys_rst_n",
                                "i test_mode", "i rst", NULL});
    assay_new_find_clocks(&p);
    assay_new_find_reset(&p);
    assay_new_name_pins(&p);
    assert_int_equal(p.pin[0].role, ASSAY_NEW_CLOCK);
    assert_int_equal(p.pin[1].role, ASSAY_NEW_PLAIN);
    assert_int_equal(p.pin[2].role, ASSAY_NEW_PLAIN);
    assert_int_equal(p.pin[3].role, ASSAY_NEW_PLAIN);
    assert_int_equal(p.reset, 4);
    assert_int_equal(p.pin[4].role, ASSAY_NEW_RESET);
    assert_int_equal(p.pin[5].role, ASSAY_NEW_IDLE);
    assert_int_equal(p.pin[6].role, ASSAY_NEW_IDLE);
    assert_string_equal(p.pin[6].name, "rst_");
    assert_true(assay_new_is_low("aresetn"));
    assert_true(assay_new_is_low("nreset"));
    assert_true(assay_new_is_low("rst_ni"));
    assert_false(assay_new_is_low("areset"));
    done(&d, &p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),     cmocka_unit_test(test_powers),
        cmocka_unit_test(test_handshakes), cmocka_unit_test(test_fifos),
        cmocka_unit_test(test_pins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
