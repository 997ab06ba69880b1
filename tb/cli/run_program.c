/* run_program.c - `assay run --program FILE`. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "stimulus/replay.h"

enum { HANG = 1000000 }; /* cycles a program may compute without a transfer */

/* The first option that needs --program; NULL if none is given. */
static const char *without_program(const struct assay_cli_run *r)
{
    return r->as_written ? "--as-written" : r->groups ? "--groups" : r->warps ? "--warps" : NULL;
}

/* A program may compute for a long time without any transfer, so the hang limit is longer. */
bool assay_cli_program(const struct assay_cli_run *r, struct assay_config *c, char *why,
                       size_t why_size)
{
    const struct assay_program *p = c->block->program;
    const char *option = r->program ? NULL : without_program(r);

    c->hang = r->hang || !r->program ? r->hang : HANG;
    if (option)
        snprintf(why, why_size, "%s without --program: expected both", option);
    if (!r->program)
        return !option;
    if (!p) {
        snprintf(why, why_size, "%s runs no programs: --program is for predicate, core and slice",
                 c->block->model->name);
        return false;
    }
    /* On icarus the program starts again inside vvp. */
    if (r->backend && strcmp(r->backend, "icarus") == 0 && assay_cli_read_once(r->program)) {
        snprintf(why, why_size, "%s on backend icarus, which reads it twice: expected a file",
                 r->program);
        return false;
    }
    if (r->scenario) {
        snprintf(why, why_size, "--program and --scenario: expected one of them");
        return false;
    }
    c->scenario = p->scenario;
    c->knobs = p->scenario->knobs;
    c->knobs.stall = r->stall >= 0 ? (uint32_t)r->stall : c->knobs.stall;
    c->user = p->read(&(struct assay_program_choice){.path = r->program,
                                                     .params = &c->params,
                                                     .as_written = r->as_written,
                                                     .groups = r->groups,
                                                     .warps = r->warps,
                                                     .hang = c->hang,
                                                     .launch = r->launch},
                      why, why_size);
    return c->user != NULL;
}

bool assay_cli_program_save(const struct assay_lockstep *ls,
                            const struct assay_replay_origin *origin, const char *path, char *why,
                            size_t why_size)
{
    const struct assay_result *result = assay_lockstep_result(ls);
    struct assay_config config = *assay_lockstep_config(ls);
    char note[ASSAY_REPLAY_TEXT];
    struct assay_script script;
    bool good;

    config.progress = NULL; /* a signal that ended the run must not end the recording */
    if (!assay_script_record(&config, 0, result->cycles - 1, &script, NULL, why, why_size))
        return false;
    assay_replay_note(ls, note, sizeof note);
    good = assay_replay_save_script(&script, origin, note, path, why, why_size);
    assay_script_free(&script);
    return good;
}
