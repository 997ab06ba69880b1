/* run_vacuity.c - `assay run BLOCK --vacuity`: output bits that no comparison looks at. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/home.h"
#include "base/json.h"
#include "base/message.h"
#include "base/progress.h"
#include "base/signals.h"
#include "cli/cli.h"
#include "diagnose/vacuity.h"

static bool on_bit(void *arg, uint64_t done)
{
    assay_progress_update(arg, done);
    return !assay_interrupted();
}

static bool on_cycles(void *arg, uint64_t cycle)
{
    (void)arg;
    (void)cycle;
    return !assay_interrupted();
}

static void add_names(cJSON *o, const char *name, const struct assay_vacuity *v, bool listed)
{
    struct assay_text t = {0};

    assay_vacuity_names(v, listed, &t);
    cJSON_AddStringToObject(o, name, assay_text_get(&t));
    assay_text_free(&t);
}

static void tell_json(const struct assay_vacuity *v, const char *values)
{
    const struct assay_config *c = &v->config;
    cJSON *o = cJSON_CreateObject();

    cJSON_AddStringToObject(o, "block", c->block->model->name);
    cJSON_AddStringToObject(o, "params", values);
    cJSON_AddStringToObject(o, "scenario", c->scenario->name);
    cJSON_AddStringToObject(o, "backend", c->backend);
    assay_json_add_u64(o, "seed", c->seed);
    cJSON_AddStringToObject(o, "verdict", v->unlisted ? "unnoticed" : "pass");
    assay_json_add_u64(o, "bits", v->bits);
    assay_json_add_u64(o, "unnoticed", v->unlisted);
    add_names(o, "names", v, false);
    assay_json_add_u64(o, "listed", v->n - v->unlisted);
    add_names(o, "listed_names", v, true);
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

static void tell(const struct assay_vacuity *v, const char *values)
{
    const struct assay_config *c = &v->config;
    struct assay_text unlisted = {0}, listed = {0};

    assay_vacuity_names(v, false, &unlisted);
    assay_vacuity_names(v, true, &listed);
    printf("%s (%s), scenario %s, backend %s: %zu output bits inverted, one at a time: ",
           c->block->model->name, values, c->scenario->name, c->backend, v->bits);
    if (v->unlisted)
        printf("%zu NOT NOTICED\nunnoticed:  %s\n", v->unlisted, assay_text_get(&unlisted));
    else
        printf("%s\n", v->n ? "all others noticed" : "all noticed");
    if (v->n > v->unlisted)
        printf("listed:     %s (%s)\n", assay_text_get(&listed), v->list);
    assay_text_free(&unlisted);
    assay_text_free(&listed);
}

static int status_of(enum assay_vacuity_end end, const struct assay_vacuity *v)
{
    switch (end) {
    case ASSAY_VACUITY_DONE:
        return v->unlisted ? EXIT_MISMATCH : EXIT_EQUAL;
    case ASSAY_VACUITY_FAILS:
        return EXIT_MISMATCH;
    case ASSAY_VACUITY_LIST:
        return EXIT_USAGE;
    case ASSAY_VACUITY_STOPPED:
        return assay_interrupted_status();
    case ASSAY_VACUITY_ERROR:
        break;
    }
    return EXIT_FAULT;
}

int assay_cli_vacuity_of(const struct assay_config *c, const char *list, bool json)
{
    struct assay_vacuity v = {.config = *c, .list = list};
    struct assay_progress progress;
    enum assay_vacuity_end end;
    char why[PATH_MAX + 512], values[128];
    int status;

    v.progress = on_bit;
    v.progress_arg = &progress;
    v.config.progress = on_cycles;
    v.config.progress_every = 4096;
    assay_progress_begin(&progress, "bit", assay_vacuity_bits(c->block, &c->params));
    end = assay_vacuity_run(&v, why, sizeof why);
    assay_progress_end(&progress);
    assay_params_print(c->block, &c->params, values, sizeof values);
    status = status_of(end, &v);
    if (end != ASSAY_VACUITY_DONE)
        assay_print_error("%s", why);
    else if (json)
        tell_json(&v, values);
    else
        tell(&v, values);
    assay_vacuity_free(&v);
    return status;
}

int assay_cli_vacuity(struct assay_config *c, const struct assay_variant *variant,
                      enum assay_backend backend, bool json)
{
    struct assay_cli_dut dut;
    char relative[128], list[PATH_MAX];
    int status = assay_cli_dut_open(backend, variant, &dut);

    if (status)
        return status;
    snprintf(relative, sizeof relative, "model/%.64s/vacuity.txt", c->block->model->name);
    c->ops = dut.ops;
    c->catch_crashes = backend != ASSAY_ICARUS;
    assay_catch_signals();
    status = assay_cli_vacuity_of(c, assay_source_shown(list, sizeof list, relative), json);
    assay_cli_dut_close(&dut);
    return status;
}
