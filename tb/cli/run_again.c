/* run_again.c - the command that repeats a lockstep run, with only the options that affect the
 * run. */
#include <inttypes.h>
#include <string.h>

#include "base/called.h"
#include "cli/cli.h"
#include "engine/against.h"
#include "engine/attached.h"

static void add_path(struct assay_text *t, const char *option, const char *path)
{
    if (!path)
        return;
    assay_text_addf(t, " %s ", option);
    assay_text_add_quoted(t, path);
}

/* If the transactions are written out, the replay file says everything except the backend, and RTL
 * that replaces its own. */
static void add_replay(struct assay_text *t, const struct assay_cli_run *r,
                       const struct assay_config *c)
{
    assay_text_add_command(t, "replay ");
    assay_text_add_quoted(t, r->replay);
    assay_text_addf(t, " --backend %s", c->backend);
}

static void add_stimulus(struct assay_text *t, const struct assay_cli_run *r,
                         const struct assay_config *c)
{
    const struct assay_knobs *k = &c->knobs;

    if (r->program) {
        add_path(t, "--program", r->program);
        if (r->as_written)
            assay_text_add(t, " --as-written");
        if (r->groups)
            assay_text_addf(t, " --groups %" PRIu32, r->groups);
        if (r->warps)
            assay_text_addf(t, " --warps %" PRIu32, r->warps);
        if (k->stall)
            assay_text_addf(t, " --seed %" PRIu64 " --knobs stall=%" PRIu32, c->seed, k->stall);
    } else {
        assay_text_addf(t, " --seed %" PRIu64, c->seed);
    }
    if (c->cycles != UINT64_MAX && (!r->program || r->cycles))
        assay_text_addf(t, " --cycles %" PRIu64, c->cycles);
    if (r->allow_partial && c->scenario->done && r->cycles)
        assay_text_add(t, " --allow-partial");
    if (!r->program && memcmp(k, &c->scenario->knobs, sizeof *k) != 0)
        assay_text_addf(
            t, " --knobs stall=%" PRIu32 ",illegal=%" PRIu32 ",corner=%" PRIu32 ",resets=%" PRIu32,
            k->stall, k->illegal, k->corner, k->resets);
}

static void add_run(struct assay_text *t, const struct assay_cli_run *r,
                    const struct assay_config *c)
{
    const char *set = assay_params_set_name(c->block, &c->params);
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(c->block, &c->params, values, sizeof values);
    assay_text_add_command(t, "run ");
    assay_text_add_quoted(t, assay_block_reference(c->block));
    assay_text_addf(t, " --params %s", set ? set : values);
    if (!r->program && !r->stimulus)
        assay_text_addf(t, " --scenario %s", c->scenario->name);
    assay_text_addf(t, " --backend %s", c->backend);
    add_path(t, "--stimulus", r->stimulus);
    if (r->stimulus && r->script && r->script->bounded)
        assay_text_addf(t, " --cycles %" PRIu64, c->cycles);
    if (!r->stimulus)
        add_stimulus(t, r, c);
    if (r->hang && r->hang != UINT64_MAX)
        assay_text_addf(t, " --hang %" PRIu64, r->hang);
}

void assay_cli_run_again(const struct assay_cli_run *r, const struct assay_config *c,
                         enum assay_verdict verdict, struct assay_text *t)
{
    const bool replays = r->script && r->replay;

    if (r->command) {
        assay_text_add(t, r->command);
        return;
    }
    if (replays)
        add_replay(t, r, c);
    else
        add_run(t, r, c);
    add_path(t, "--rtl", r->rtl);
    add_path(t, "--fault", r->fault);
    if (!replays)
        add_path(t, "--against", r->against);
    if (!replays && r->against)
        assay_text_addf(t, " --level %s", assay_level_name(c->block->level));
    /* The waveform writer and the variant for code coverage may crash by themselves,
     * so repeat their options. */
    if (verdict == ASSAY_CRASHED && r->trace)
        assay_text_addf(t, " --trace %s", r->trace);
    if (verdict == ASSAY_CRASHED)
        add_path(t, "--code-coverage", r->code_coverage);
}
