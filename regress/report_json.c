/* report_json.c - a regression as one JSON object. */
#include <limits.h>

#include "base/json.h"
#include "coverage/total.h"
#include "regress/report_formats.h"
#include "regress/shrink.h"

static void add_counts(cJSON *o, uint64_t jobs, const size_t count[ASSAY_JOB_STATUSES])
{
    assay_json_add_u64(o, "jobs", jobs);
    assay_json_add_u64(o, "passed", count[ASSAY_JOB_PASS]);
    assay_json_add_u64(o, "failed", count[ASSAY_JOB_FAIL]);
    assay_json_add_u64(o, "timeouts", count[ASSAY_JOB_TIMEOUT]);
    assay_json_add_u64(o, "errors", count[ASSAY_JOB_ERROR]);
    assay_json_add_u64(o, "not_run", count[ASSAY_JOB_NOT_RUN]);
}

static void add_groups(cJSON *o, const struct assay_summary *s)
{
    cJSON *list = cJSON_AddArrayToObject(o, "groups");

    for (size_t i = 0; i < s->n_groups; ++i) {
        const struct assay_group *g = &s->group[i];
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "block", g->block);
        cJSON_AddStringToObject(item, "params", g->params);
        cJSON_AddStringToObject(item, "backend", g->backend);
        if (*g->rtl)
            cJSON_AddStringToObject(item, "rtl", g->rtl);
        if (*g->fault)
            cJSON_AddStringToObject(item, "fault", g->fault);
        add_counts(item, g->jobs, g->count);
        assay_json_add_u64(item, "cycles", g->cycles);
        assay_json_add_u64(item, "transactions", g->transactions);
        cJSON_AddNumberToObject(item, "seconds", g->seconds);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_coverage(cJSON *o, const struct assay_summary *s)
{
    cJSON *list = cJSON_AddArrayToObject(o, "coverage");

    for (size_t i = 0; i < s->n_blocks; ++i) {
        struct assay_cover_total t;
        cJSON *item;

        if (!s->cover[i].block)
            continue;
        t = assay_cover_sum(&s->cover[i]);
        item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "block", s->cover[i].block->model->name);
        assay_json_add_u64(item, "possible", t.possible);
        assay_json_add_u64(item, "hit", t.hit);
        assay_json_add_u64(item, "excluded", t.excluded);
        assay_json_add_u64(item, "excluded_hit", t.refuted);
        cJSON_AddNumberToObject(item, "percent", assay_cover_percent(t));
        cJSON_AddItemToArray(list, item);
    }
}

static void add_code(cJSON *o, const struct assay_summary *s)
{
    static const char *const names[ASSAY_CODE_KINDS] = {"line", "toggle"};
    cJSON *code;

    if (s->code.n == 0)
        return;
    code = cJSON_AddObjectToObject(o, "code");
    for (int k = 0; k < ASSAY_CODE_KINDS; ++k) {
        const struct assay_code_total t =
            assay_codecov_total(&s->code, (enum assay_code_kind)k, NULL);
        cJSON *item = cJSON_AddObjectToObject(code, names[k]);

        assay_json_add_u64(item, "possible", t.possible);
        assay_json_add_u64(item, "hit", t.hit);
        assay_json_add_u64(item, "excluded", t.excluded);
        cJSON_AddNumberToObject(item, "percent", assay_codecov_percent(t));
    }
}

static void add_failures(cJSON *o, const struct assay_summary *s)
{
    cJSON *list = cJSON_AddArrayToObject(o, "failures");

    for (size_t i = 0; i < s->n_failures; ++i) {
        const struct assay_store_job *j = &s->failure[i].job;
        cJSON *item = cJSON_CreateObject();
        char line[2 * ASSAY_SAID_LINE];

        assay_json_add_u64(item, "job", (uint64_t)j->id);
        cJSON_AddStringToObject(item, "block", j->block);
        cJSON_AddStringToObject(item, "params", j->params);
        cJSON_AddStringToObject(item, "scenario", j->scenario);
        cJSON_AddStringToObject(item, "backend", j->backend);
        cJSON_AddStringToObject(item, "knobs", j->knobs);
        assay_json_add_u64(item, "seed", j->seed);
        cJSON_AddStringToObject(item, "status", assay_status_name(j->status));
        cJSON_AddStringToObject(item, "verdict", j->verdict);
        cJSON_AddNumberToObject(item, "exit", j->exit);
        if (j->fail_cycle >= 0)
            assay_json_add_u64(item, "fail_cycle", (uint64_t)j->fail_cycle);
        cJSON_AddStringToObject(item, "port", j->port);
        assay_said_line(j, &s->failure[i].said, line, sizeof line);
        cJSON_AddStringToObject(item, "line", line);
        cJSON_AddStringToObject(item, "message", s->failure[i].said.message);
        cJSON_AddStringToObject(item, "headline", s->failure[i].said.headline);
        cJSON_AddStringToObject(item, "simulation", s->failure[i].said.simulation);
        if (*j->known)
            cJSON_AddStringToObject(item, "known", j->known);
        cJSON_AddBoolToObject(item, "new", s->failure[i].new);
        cJSON_AddStringToObject(item, "reproduce", j->reproduce);
        cJSON_AddStringToObject(item, "out", j->out);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_buckets(cJSON *o, const struct assay_summary *s)
{
    cJSON *list = cJSON_AddArrayToObject(o, "buckets");

    for (size_t i = 0; i < s->n_buckets; ++i) {
        const struct assay_store_job *j = &s->failure[s->bucket[i].best].job;
        cJSON *item = cJSON_CreateObject();
        char path[PATH_MAX];

        cJSON_AddStringToObject(item, "block", j->block);
        cJSON_AddStringToObject(item, "verdict", j->verdict);
        cJSON_AddStringToObject(item, "port", s->bucket[i].ports);
        assay_json_add_u64(item, "failures", s->bucket[i].n);
        assay_json_add_u64(item, "job", (uint64_t)j->id);
        cJSON_AddStringToObject(item, "reproduce", j->reproduce);
        assay_failure_replay(s->out, j, "min.", path, sizeof path);
        if (*path)
            cJSON_AddStringToObject(item, "shrunk", path);
        cJSON_AddItemToArray(list, item);
    }
}

static void add_facts(cJSON *o, const struct assay_summary *s)
{
    cJSON *facts = cJSON_AddObjectToObject(o, "facts");

    for (size_t i = 0; i < s->n_facts; ++i)
        cJSON_AddStringToObject(facts, s->fact[i].name, s->fact[i].value);
}

static void add_change(cJSON *o, const struct assay_summary *s)
{
    cJSON *change;

    if (!s->change.any)
        return;
    change = cJSON_AddObjectToObject(o, "change");
    cJSON_AddStringToObject(change, "against", s->change.started);
    assay_json_add_u64(change, "broken", s->change.broken);
    assay_json_add_u64(change, "mended", s->change.mended);
    assay_json_add_u64(change, "still", s->change.still);
    assay_json_add_u64(change, "added", s->change.added);
    assay_json_add_u64(change, "gone", s->change.gone);
}

void assay_report_as_json(FILE *f, const struct assay_summary *s)
{
    cJSON *o = cJSON_CreateObject();

    cJSON_AddStringToObject(o, "list", s->run.list);
    cJSON_AddStringToObject(o, "started", s->run.started);
    if (s->run.finished)
        cJSON_AddStringToObject(o, "finished", s->run.finished);
    assay_json_add_u64(o, "seed_base", s->run.seed_base);
    cJSON_AddStringToObject(o, "host", s->run.host);
    cJSON_AddStringToObject(o, "system", s->run.system);
    assay_json_add_u64(o, "cores", (uint64_t)s->run.cores);
    cJSON_AddStringToObject(o, "version", s->run.version);
    add_counts(o, s->jobs, s->count);
    assay_json_add_u64(o, "compared_nothing", s->model_only);
    add_facts(o, s);
    add_change(o, s);
    add_groups(o, s);
    add_coverage(o, s);
    add_code(o, s);
    add_buckets(o, s);
    add_failures(o, s);
    assay_json_print(f, o, ASSAY_JSON_PAGE);
}
