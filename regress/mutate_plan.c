/* mutate_plan.c - the stimulus of a campaign: the runs that a regression list has of the block. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/home.h"
#include "base/message.h"
#include "regress/list.h"
#include "regress/mutate.h"

/* LONE: for a block that the lists do not contain. */
enum { LONGER_SEED = 1001, LONE_CYCLES = 20000, LONE_SEEDS = 2 };

static bool add(struct assay_campaign *c, const struct assay_mutant_run *run)
{
    const size_t n = c->n_runs + c->n_longer;
    struct assay_mutant_run *bigger = realloc(c->run, (n + 1) * sizeof *bigger);

    if (!bigger) {
        assay_print_error("out of memory");
        return false;
    }
    c->run = bigger;
    c->run[n] = *run;
    return true;
}

static bool has_params(const struct assay_entry *e, const struct assay_params *params,
                       size_t n_params)
{
    for (size_t i = 0; i < e->n_params; ++i)
        if (memcmp(e->params[i].v, params->v, n_params * sizeof params->v[0]) == 0)
            return true;
    return false;
}

/* Whether the entry runs this block in Verilator, with these parameters; `any` accepts all
 * parameters. */
static bool fits(const struct assay_campaign *c, const struct assay_entry *e, bool any)
{
    bool verilator = false;

    if (e->block != c->block || assay_entry_instead(e) || e->code_coverage)
        return false;
    for (size_t i = 0; i < e->n_backends; ++i)
        verilator |= e->backend[i] == ASSAY_VERILATOR;
    return verilator && (any || has_params(e, &c->params, c->block->model->n_params));
}

static bool wanted(const struct assay_campaign *c, const struct assay_entry *e)
{
    return !c->choice->scenario || strcmp(e->scenario->name, c->choice->scenario) == 0;
}

/* Add the runs of an entry that the options ask for. */
static int add_entry(struct assay_campaign *c, const struct assay_entry *e)
{
    const struct assay_mutate_choice *o = c->choice;
    const uint64_t first = e->fixed_seeds ? e->first_seed : 1;
    const uint64_t seeds = o->seeds ? o->seeds : e->n_seeds;

    if (first > UINT64_MAX - (seeds - 1)) {
        assay_print_error("%s: seed '%" PRIu64 "': expected one that leaves room for %" PRIu64
                          " seeds below 2^64",
                          o->list, first, seeds);
        return EXIT_USAGE;
    }
    for (uint64_t i = 0; i < seeds; ++i) {
        const struct assay_mutant_run run = {e->scenario, e->knobs, first + i,
                                             o->cycles ? o->cycles : e->cycles};

        if (!add(c, &run))
            return EXIT_FAULT;
        ++c->n_runs;
    }
    return EXIT_EQUAL;
}

static bool add_longer(struct assay_campaign *c, const struct assay_entry *e)
{
    const struct assay_mutant_run run = {e->scenario, e->knobs, LONGER_SEED, c->choice->more};

    if (!add(c, &run))
        return false;
    ++c->n_longer;
    return true;
}

static bool is_new(const struct assay_campaign *c, const struct assay_entry *e)
{
    for (size_t i = c->n_runs; i < c->n_runs + c->n_longer; ++i)
        if (c->run[i].scenario == e->scenario &&
            memcmp(&c->run[i].knobs, &e->knobs, sizeof e->knobs) == 0)
            return false;
    return true;
}

/* A scenario that the list does not have, with its default settings. */
static int plan_scenario(struct assay_campaign *c)
{
    const struct assay_mutate_choice *o = c->choice;
    const bool attached = c->block->folder != NULL;
    struct assay_entry e = {.block = c->block,
                            .cycles = attached ? LONE_CYCLES : 0,
                            .n_seeds = attached ? LONE_SEEDS : 1};
    char why[512];

    e.scenario = o->scenario ? assay_scenario_find(c->block, o->scenario) : c->block->scenarios;
    if (!e.scenario) {
        assay_scenario_unknown(c->block, o->scenario, why, sizeof why);
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    e.knobs = e.scenario->knobs;
    if (o->own_list || (!o->cycles && !attached)) {
        assay_print_error("%s: no run of %s%s%s in Verilator: expected %s, or another --list",
                          o->list, c->block->model->name, o->scenario ? " with scenario " : "",
                          o->scenario ? o->scenario : "", o->own_list ? "one" : "--cycles");
        return EXIT_USAGE;
    }
    return add_entry(c, &e);
}

/* The longer runs for a block that the nightly list does not contain: the same runs with another
 * seed. */
static bool plan_lone(struct assay_campaign *c)
{
    bool ok = true;

    for (size_t i = 0; ok && i < c->n_runs; ++i) {
        const struct assay_entry e = {
            .block = c->block, .scenario = c->run[i].scenario, .knobs = c->run[i].knobs};

        ok = !is_new(c, &e) || add_longer(c, &e);
    }
    return ok;
}

static int read_list(const char *path, struct assay_list *list)
{
    char why[1024];
    const enum assay_error e = assay_list_read(path, list, why, sizeof why);

    if (e)
        assay_print_error("%s", why);
    return (int)e;
}

/* Searches are left out unless asked for by name: they would take most of the time, and try few
 * transactions. */
static bool is_worth_more(const struct assay_campaign *c, const struct assay_entry *e)
{
    return wanted(c, e) && is_new(c, e) && (c->choice->scenario || !e->scenario->searches);
}

/* For survivors: more cycles, with another seed, of the scenarios that the nightly list has of
 * the block. */
static int plan_longer(struct assay_campaign *c)
{
    struct assay_list list;
    char path[PATH_MAX];
    int status;
    bool ok = true;

    if (!c->choice->more)
        return EXIT_EQUAL;
    status = read_list(assay_source_path(path, sizeof path, "regress/nightly.yaml"), &list);
    if (status)
        return status;
    for (int any = 0; any < 2 && !c->n_longer; ++any)
        for (size_t i = 0; ok && i < list.n; ++i)
            if (fits(c, &list.entry[i], any) && is_worth_more(c, &list.entry[i]))
                ok = add_longer(c, &list.entry[i]);
    assay_list_free(&list);
    if (ok && c->block->folder && !c->n_longer)
        ok = plan_lone(c);
    return ok ? EXIT_EQUAL : EXIT_FAULT;
}

int assay_campaign_plan(struct assay_campaign *c)
{
    struct assay_list list;
    int status = read_list(c->choice->list, &list);

    if (status)
        return status;
    for (int any = 0; any < 2 && !c->n_runs; ++any)
        for (size_t i = 0; !status && i < list.n; ++i)
            if (fits(c, &list.entry[i], any) && wanted(c, &list.entry[i]))
                status = add_entry(c, &list.entry[i]);
    assay_list_free(&list);
    if (!status && !c->n_runs)
        status = plan_scenario(c);
    return status ? status : plan_longer(c);
}
