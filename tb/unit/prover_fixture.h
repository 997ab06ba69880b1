/*
 * prover_fixture.h - dotmul as the design of a prover, and changes of its text.
 */
#ifndef ASSAY_TEST_PROVER_FIXTURE_H
#define ASSAY_TEST_PROVER_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/text.h"
#include "mutate/prove.h"
#include "sim/variant_sources.h"

enum { WHY = 4096, SECONDS = 10 };

static const char ready[] = "assign op_ready = ~res_valid | res_ready;";

struct fixture {
    const struct assay_block *block;
    struct assay_params params;
    char *text, folder[64];
};

static char *text_of(const struct assay_block *b, struct assay_params *params)
{
    struct assay_variant v = {.block = b, .no_waves = true};
    char *text, why[WHY];

    assert_true(assay_params_parse(b, "smallest", &v.params, why, sizeof why));
    if (assay_variant_text(&v, &text, why, sizeof why))
        fail_msg("%s", why);
    *params = v.params;
    return text;
}

static int set_up(void **state)
{
    static struct fixture f;

    f.block = assay_block_find("dotmul");
    assert_non_null(f.block);
    f.text = text_of(f.block, &f.params);
    snprintf(f.folder, sizeof f.folder, "/tmp/assay-test-hidden-XXXXXX");
    assert_non_null(mkdtemp(f.folder));
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(rmdir(f->folder), 0); /* the prover leaves no files */
    free(f->text);
    return 0;
}

/* Returns in *to the design with one line replaced. */
static void replace(const char *text, const char *line, const char *instead, struct assay_text *to)
{
    const char *const at = strstr(text, line);

    assert_non_null(at);
    assert_null(strstr(at + 1, line));
    assay_text_add_data(to, text, (size_t)(at - text));
    assay_text_add(to, instead);
    assay_text_add(to, at + strlen(line));
    assert_false(to->failed);
}

/* Returns in *to the design with another ready, and something else in place of the end of its
 * module. */
static void replace_top(const char *text, const char *instead, const char *end,
                        struct assay_text *to)
{
    static const char last[] = "endmodule";
    struct assay_text t = {0};
    const char *at;

    replace(text, ready, instead, &t);
    at = strstr(strstr(t.s, instead), last);
    assert_non_null(at);
    assay_text_add_data(to, t.s, (size_t)(at - t.s));
    assay_text_add(to, end);
    assay_text_add(to, at + strlen(last));
    assert_false(to->failed);
    assay_text_free(&t);
}

static struct assay_prover prover_of(const struct fixture *f)
{
    return (struct assay_prover){
        .block = f->block, .params = f->params, .folder = f->folder, .seconds = SECONDS};
}

static void open_prover(struct assay_prover *p, const char *text)
{
    char why[WHY];
    const enum assay_error e = assay_prover_open(p, text, why, sizeof why);

    if (e == ASSAY_ENVIRONMENT && strstr(why, "cannot be run"))
        skip();
    if (e)
        fail_msg("%s", why);
    if (strstr(p->no_contract, "cannot be run"))
        skip();
}

#endif
