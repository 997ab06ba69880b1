/* mutate_report.c - print the results of a campaign, as text and as JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/colour.h"
#include "base/home.h"
#include "base/json.h"
#include "regress/mutate.h"

const char *assay_campaign_file(const struct assay_campaign *c, const struct assay_mutant *v)
{
    const char *const file = assay_mutant_file(&c->mutants, v);
    char home[PATH_MAX], real[PATH_MAX];
    size_t n;

    assay_source_path(home, sizeof home, "");
    if (!realpath(home, real))
        return file;
    n = strlen(real);
    return strncmp(file, real, n) == 0 && file[n] == '/' ? file + n + 1 : file;
}

struct assay_mutate_score assay_campaign_score(const struct assay_campaign *c,
                                               bool (*take)(const struct assay_mutate_entry *e,
                                                            const void *arg),
                                               const void *arg)
{
    struct assay_mutate_score s = {.all = 0};

    for (size_t i = 0; i < c->n; ++i) {
        const struct assay_mutate_entry *e = &c->entry[i];

        if (take && !take(e, arg))
            continue;
        ++s.all;
        ++s.n[e->result.verdict];
        s.late += e->late;
    }
    return s;
}

/* The number of mutants that count for the score. */
static size_t scored(const struct assay_mutate_score *s)
{
    return s->n[ASSAY_MUTANT_FOUND] + s->n[ASSAY_MUTANT_SURVIVED];
}

double assay_mutate_percent(const struct assay_mutate_score *s)
{
    return scored(s) ? 100.0 * (double)s->n[ASSAY_MUTANT_FOUND] / (double)scored(s) : 100;
}

double assay_mutate_shown(double percent)
{
    return floor(percent * 10) / 10;
}

static bool is_control(const struct assay_mutate_entry *e, const void *arg)
{
    (void)arg;
    return e->mutant->control;
}

static bool is_datapath(const struct assay_mutate_entry *e, const void *arg)
{
    (void)arg;
    return !e->mutant->control;
}

static bool is_of_module(const struct assay_mutate_entry *e, const void *arg)
{
    return strcmp(e->mutant->module, arg) == 0;
}

static bool is_of_kind(const struct assay_mutate_entry *e, const void *arg)
{
    const enum assay_mutant_kind *kind = arg;

    return e->mutant->kind == *kind;
}

static void tell_row(const char *name, const struct assay_mutate_score *s)
{
    if (s->all == 0)
        return;
    printf("  %-28s %5zu %7zu %9zu", name, s->all, s->n[ASSAY_MUTANT_FOUND],
           s->n[ASSAY_MUTANT_SURVIVED]);
    if (scored(s))
        printf(" %6.1f%%\n", assay_mutate_shown(assay_mutate_percent(s)));
    else
        printf("       -\n");
}

/* True for the first entry of each module. */
static bool is_first_of_module(const struct assay_campaign *c, size_t i)
{
    for (size_t k = 0; k < i; ++k)
        if (strcmp(c->entry[k].mutant->module, c->entry[i].mutant->module) == 0)
            return false;
    return true;
}

static void tell_tables(const struct assay_campaign *c)
{
    struct assay_mutate_score s;

    printf("\n  %-28s %5s %7s %9s %7s\n", "", "tried", "found", "survived", "score");
    s = assay_campaign_score(c, is_control, NULL);
    tell_row("control", &s);
    s = assay_campaign_score(c, is_datapath, NULL);
    tell_row("datapath", &s);
    for (enum assay_mutant_kind k = 0; k < ASSAY_MUTANT_KINDS; ++k) {
        s = assay_campaign_score(c, is_of_kind, &k);
        tell_row(assay_mutant_kind_name(k), &s);
    }
    for (size_t i = 0; i < c->n; ++i)
        if (is_first_of_module(c, i)) {
            s = assay_campaign_score(c, is_of_module, c->entry[i].mutant->module);
            tell_row(c->entry[i].mutant->module, &s);
        }
}

static void tell_cycles(const struct assay_mutate_entry *e)
{
    printf(" (%llu cycles", (unsigned long long)e->result.cycles);
    if (e->counted && e->infected)
        printf(", differs in up to %llu of them)", (unsigned long long)e->infected);
    else
        printf("%s)", e->counted ? ", never differs" : "");
}

void assay_campaign_tell_one(const struct assay_campaign *c, size_t i)
{
    const struct assay_mutate_entry *e = &c->entry[i];
    const enum assay_mutant_verdict v = e->result.verdict;

    printf("%s:%u: mutant %zu in %s%s%s: %s", assay_campaign_file(c, e->mutant), e->mutant->line,
           i + 1, e->mutant->module, v == ASSAY_MUTANT_NOT_RUN ? "" : " ",
           v == ASSAY_MUTANT_NOT_RUN ? "" : assay_mutant_verdict_name(v), e->mutant->what);
    if (v == ASSAY_MUTANT_SURVIVED)
        tell_cycles(e);
    printf("\n");
    if (v == ASSAY_MUTANT_SURVIVED && e->waiver)
        printf("    waived: %s\n", e->waiver->why);
}

static void tell_survivors(const struct assay_campaign *c)
{
    for (size_t i = 0; i < c->n; ++i) {
        const enum assay_mutant_verdict v = c->entry[i].result.verdict;

        if (v == ASSAY_MUTANT_SURVIVED || v == ASSAY_MUTANT_UNOBSERVABLE ||
            v == ASSAY_MUTANT_INVALID || v == ASSAY_MUTANT_BROKEN)
            assay_campaign_tell_one(c, i);
    }
}

static void tell_knob(const char *name, uint32_t value, uint32_t usual)
{
    if (value != usual)
        printf(", %s %u", name, value);
}

/* Knobs are shown where they differ from those of the scenario. */
static void tell_runs(const struct assay_campaign *c)
{
    for (size_t i = 0; i < c->n_runs + c->n_longer; ++i) {
        const struct assay_mutant_run *const run = &c->run[i];
        const struct assay_knobs *const usual = &run->scenario->knobs;

        printf("  %s %s, seed %llu, %llu cycles", i < c->n_runs ? "run   " : "longer",
               run->scenario->name, (unsigned long long)run->seed, (unsigned long long)run->cycles);
        tell_knob("stall", run->knobs.stall, usual->stall);
        tell_knob("illegal", run->knobs.illegal, usual->illegal);
        tell_knob("corner", run->knobs.corner, usual->corner);
        tell_knob("resets", run->knobs.resets, usual->resets);
        putchar('\n');
    }
}

/* The places that have no mutants since the parser does not understand them, and those of mutants
 * that are no Verilog. */
static void tell_skipped(const struct assay_campaign *c)
{
    const struct assay_mutants *const m = &c->mutants;

    for (size_t i = 0; i < m->n_skip; ++i) {
        const struct assay_mutant at = {.file = m->skip[i].file};

        printf("  not parsed %s:%u\n", assay_campaign_file(c, &at), m->skip[i].line);
    }
    for (size_t i = 0, n; i < m->n; i += n) {
        const struct assay_mutant *const v = &m->v[i];
        size_t refused = 0;

        for (n = 0; i + n < m->n && v[n].file == v->file && v[n].line == v->line; ++n)
            refused += v[n].refused;
        if (refused)
            printf("  refused %s:%u, %zu of %zu mutants\n", assay_campaign_file(c, v), v->line,
                   refused, n);
    }
}

void assay_campaign_tell(const struct assay_campaign *c)
{
    const struct assay_mutate_score s = assay_campaign_score(c, NULL, NULL);
    char text[64];

    printf("%s (%s): %zu mutants of %zu, seed %llu; %zu statements not parsed",
           c->block->model->name, c->values, c->n, c->candidates,
           (unsigned long long)c->choice->seed, c->mutants.n_skip);
    if (c->mutants.n_refused)
        printf(", %zu mutants that Verilator refuses", c->mutants.n_refused);
    printf("\n");
    tell_skipped(c);
    tell_runs(c);
    tell_tables(c);
    printf("\n");
    tell_survivors(c);
    if (scored(&s))
        snprintf(text, sizeof text, "score %s%.1f%%", s.n[ASSAY_MUTANT_NOT_RUN] ? "so far " : "",
                 assay_mutate_shown(assay_mutate_percent(&s)));
    else
        snprintf(text, sizeof text, "score not known");
    if (s.n[ASSAY_MUTANT_SURVIVED] || scored(&s) == 0)
        assay_print_bad(stdout, 0, text);
    else
        assay_print_good(stdout, 0, text);
    printf(": %zu found (%zu of them by the longer runs), %zu survived", s.n[ASSAY_MUTANT_FOUND],
           s.late, s.n[ASSAY_MUTANT_SURVIVED]);
    if (assay_campaign_waived(c))
        printf(" (%zu of them waived)", assay_campaign_waived(c));
    printf(", %zu invalid", s.n[ASSAY_MUTANT_INVALID]);
    if (s.n[ASSAY_MUTANT_EQUIVALENT])
        printf(", %zu equivalent", s.n[ASSAY_MUTANT_EQUIVALENT]);
    if (s.n[ASSAY_MUTANT_UNOBSERVABLE])
        printf(", %zu unobservable", s.n[ASSAY_MUTANT_UNOBSERVABLE]);
    if (s.n[ASSAY_MUTANT_BROKEN] + s.n[ASSAY_MUTANT_NOT_RUN])
        printf(", %zu broken, %zu not run", s.n[ASSAY_MUTANT_BROKEN], s.n[ASSAY_MUTANT_NOT_RUN]);
    printf("\n%.1f s to build, %.1f s to run", c->build_seconds, c->run_seconds);
    if (c->prove_seconds > 0)
        printf(", %.1f s to prove", c->prove_seconds);
    putchar('\n');
}

static void add_counts(cJSON *o, const struct assay_mutate_score *s)
{
    for (int v = 0; v < ASSAY_MUTANT_VERDICTS; ++v)
        cJSON_AddNumberToObject(o, assay_mutant_verdict_name((enum assay_mutant_verdict)v),
                                (double)s->n[v]);
    cJSON_AddNumberToObject(o, "late", (double)s->late);
    if (scored(s))
        cJSON_AddNumberToObject(o, "score", assay_mutate_percent(s));
    else
        cJSON_AddNullToObject(o, "score");
}

static cJSON *mutant_json(const struct assay_campaign *c, size_t i)
{
    const struct assay_mutate_entry *e = &c->entry[i];
    const struct assay_mutant_result *r = &e->result;
    cJSON *o = cJSON_CreateObject();

    cJSON_AddNumberToObject(o, "mutant", (double)(i + 1));
    cJSON_AddStringToObject(o, "file", assay_campaign_file(c, e->mutant));
    cJSON_AddNumberToObject(o, "line", e->mutant->line);
    cJSON_AddStringToObject(o, "module", e->mutant->module);
    cJSON_AddStringToObject(o, "kind", assay_mutant_kind_name(e->mutant->kind));
    cJSON_AddStringToObject(o, "class", e->mutant->control ? "control" : "datapath");
    cJSON_AddStringToObject(o, "change", e->mutant->what);
    cJSON_AddStringToObject(o, "verdict", assay_mutant_verdict_name(r->verdict));
    assay_json_add_u64(o, "cycles", r->cycles);
    if (r->verdict == ASSAY_MUTANT_SURVIVED && e->counted)
        assay_json_add_u64(o, "infected", e->infected);
    if (r->verdict == ASSAY_MUTANT_SURVIVED && e->waiver)
        cJSON_AddStringToObject(o, "waiver", e->waiver->why);
    if (r->verdict == ASSAY_MUTANT_FOUND) {
        cJSON_AddStringToObject(o, "how", assay_verdict_name(r->how));
        cJSON_AddStringToObject(o, "scenario", c->run[r->run].scenario->name);
        assay_json_add_u64(o, "seed", c->run[r->run].seed);
        assay_json_add_u64(o, "cycle", r->cycle);
        cJSON_AddStringToObject(o, "port", r->port);
        cJSON_AddBoolToObject(o, "late", e->late);
    }
    return o;
}

void assay_campaign_tell_json(const struct assay_campaign *c, const char *verdict)
{
    struct assay_mutate_score s = assay_campaign_score(c, NULL, NULL);
    cJSON *o = cJSON_CreateObject(), *list;

    cJSON_AddStringToObject(o, "verdict", verdict);
    cJSON_AddStringToObject(o, "block", c->block->model->name);
    cJSON_AddStringToObject(o, "params", c->values);
    assay_json_add_u64(o, "seed", c->choice->seed);
    cJSON_AddNumberToObject(o, "candidates", (double)c->candidates);
    cJSON_AddNumberToObject(o, "skipped", (double)c->mutants.n_skip);
    cJSON_AddNumberToObject(o, "refused", (double)c->mutants.n_refused);
    cJSON_AddNumberToObject(o, "build_seconds", c->build_seconds);
    cJSON_AddNumberToObject(o, "prove_seconds", c->prove_seconds);
    cJSON_AddNumberToObject(o, "run_seconds", c->run_seconds);
    add_counts(o, &s);
    cJSON_AddNumberToObject(o, "waived", (double)assay_campaign_waived(c));
    s = assay_campaign_score(c, is_control, NULL);
    add_counts(cJSON_AddObjectToObject(o, "control"), &s);
    s = assay_campaign_score(c, is_datapath, NULL);
    add_counts(cJSON_AddObjectToObject(o, "datapath"), &s);
    list = cJSON_AddArrayToObject(o, "mutants");
    for (size_t i = 0; i < c->n; ++i)
        cJSON_AddItemToArray(list, mutant_json(c, i));
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}
