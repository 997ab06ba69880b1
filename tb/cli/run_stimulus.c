/* run_stimulus.c - `run --stimulus`: a user's inputs or transfers instead of a scenario. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/path.h"
#include "cli/cli.h"
#include "engine/attached.h"
#include "stimulus/table.h"

bool assay_cli_read_once(const char *path)
{
    struct stat st;

    return strcmp(path, "-") == 0 || (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
}

/* Reject options for what the file defines, or does not support. */
static bool check(const struct assay_cli_run *r, const struct assay_block *b, char *why,
                  size_t why_size)
{
    const struct {
        const char *option;
        bool given;
    } none[] = {
        {"--scenario", r->scenario != NULL},
        {"--program", r->program != NULL},
        {"--seed", r->seed_given},
        {"--knobs", r->stall >= 0 || r->illegal >= 0 || r->corner >= 0 || r->resets >= 0},
        {"--allow-partial", r->allow_partial},
        {"--vacuity", r->vacuity},
        {"--cycles", r->cycles && b->level == ASSAY_COMPARE_CYCLE},
    };

    for (size_t i = 0; i < sizeof none / sizeof none[0]; ++i)
        if (none[i].given) {
            snprintf(why, why_size, "%s with --stimulus, whose file is the run: expected one",
                     none[i].option);
            return false;
        }
    if (b->level == ASSAY_COMPARE_NONE) {
        snprintf(why, why_size,
                 "--stimulus: block %s has no model: expected level cycle or transfers",
                 b->model->name);
        return false;
    }
    /* On icarus the program starts again inside vvp. */
    if (r->backend && strcmp(r->backend, "icarus") == 0 && assay_cli_read_once(r->stimulus)) {
        snprintf(why, why_size,
                 "--stimulus %s on backend icarus, which reads it twice: expected a file",
                 r->stimulus);
        return false;
    }
    return true;
}

/* The name for the files of the run: "my.first" for "a/my.first.csv". Another name if a run has
 * already left a replay file with that one. */
static void name_of(const struct assay_cli_run *r, char name[PATH_MAX])
{
    const char *last = strcmp(r->stimulus, "-") == 0 ? "stimulus" : assay_path_last(r->stimulus);
    const size_t n = assay_path_stem(last);
    char replay[PATH_MAX];

    assay_path(replay, sizeof replay, "%s/%.*s.replay", r->out ? r->out : ".", (int)n, last);
    assay_path(name, PATH_MAX, "%.*s", (int)n, last);
    if (access(replay, F_OK) == 0)
        assay_cli_again_name(r->out, last, n, name);
}

/* The number of cycles for the transfers of a script, which does not define cycles. The run
 * continues after them as long as the design takes transfers, or until it hangs. */
static uint64_t cycles_for(const struct assay_script *s)
{
    return 1000 + 64 * (uint64_t)assay_script_items(s);
}

int assay_cli_run_stimulus(const struct assay_cli_run *given)
{
    struct assay_cli_run r = *given;
    const struct assay_block *b;
    struct assay_params params;
    struct assay_script script;
    char why[4096], name[PATH_MAX];
    int status = (int)assay_block_named(r.block, &b, why, sizeof why);

    if (!status && (!check(&r, b, why, sizeof why) ||
                    !assay_params_parse(b, r.params, &params, why, sizeof why) ||
                    !assay_table_read(&script, b, &params, r.stimulus, why, sizeof why)))
        status = EXIT_USAGE;
    if (status) {
        assay_print_error("%s", why);
        return status;
    }
    if (b->level != ASSAY_COMPARE_CYCLE)
        script.cycles = r.cycles ? r.cycles : cycles_for(&script);
    script.bounded = r.cycles != 0;
    name_of(&r, name);
    r.script = &script;
    r.cycles = script.cycles;
    r.name = name;
    if (!r.hang && b->level == ASSAY_COMPARE_CYCLE)
        r.hang = UINT64_MAX; /* the file defines how long silence lasts */
    status = assay_cli_run(&r);
    assay_script_free(&script);
    return status;
}

bool assay_cli_stimulus_taken(const struct assay_script *s, const struct assay_result *result,
                              char *why, size_t why_size)
{
    const struct assay_model_block *m = s->block->model;

    for (size_t i = 0; i < m->n_streams; ++i)
        if (m->streams[i].sink && result->transfers[i] < s->stream[i].n_items) {
            snprintf(why, why_size,
                     "%" PRIu64 " of %zu transfers on %s were taken in %" PRIu64
                     " cycles: expected all, or more --cycles",
                     result->transfers[i], s->stream[i].n_items, m->streams[i].name,
                     result->cycles);
            return false;
        }
    return true;
}
