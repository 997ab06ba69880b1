/*
 * cmd_mutate.c - how good is the stimulus? Make many small changes to the RTL, and count how many
 * of them the regression notices.
 */
#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/called.h"
#include "base/destination.h"
#include "base/file.h"
#include "base/home.h"
#include "base/message.h"
#include "base/percent.h"
#include "base/process.h"
#include "base/tree.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "mutate/draw.h"
#include "regress/mutate.h"
#include "regress/run.h"
#include "sim/variant_sources.h"

enum {
    KEY_SEEDS = 256,
    KEY_SCENARIO,
    KEY_RTL,
    KEY_LIST,
    KEY_MORE,
    KEY_TRIAGE,
    KEY_RESUME,
    KEY_REQUIRE,
    KEY_SHOW,
    KEY_WAIVERS,
    KEY_UNWAIVED,
    KEY_ALL_WAIVED,
    KEY_JSON,
    MAX_AT_ONCE = 256,
    MAX_SEEDS = 1000,
    MAX_COUNT = 1000000,
};

static const struct argp_option options[] = {
    {"params", 'p', "P", 0,
     "Name of a parameter set, key=value,..., or SET,key=value,... (default smallest, or default "
     "if the block has no such set)",
     0},
    {"rtl", KEY_RTL, "F", 0, "Verilog file list of your own (default: the block's RTL)", 0},
    {"count", 'n', "N", 0, "Number of mutants (default 100)", 0},
    {"seed", 's', "N", 0, "Seed of the choice of mutants (default 1)", 0},
    {"list", KEY_LIST, "FILE", 0, "Regression list with the stimulus (default regress/smoke.yaml)",
     0},
    {"scenario", KEY_SCENARIO, "S", 0, "Only this scenario", 0},
    {"cycles", 'c', "N", 0, "Cycles of each run (default: the list's)", 0},
    {"seeds", KEY_SEEDS, "N", 0, "Stimulus seeds of each run (default: the list's)", 0},
    {"more", KEY_MORE, "N", 0, "Cycles of each longer run for survivors; 0: none (default 200000)",
     0},
    {"triage", KEY_TRIAGE, "SECONDS", 0,
     "Limit of each proof that a survivor changes nothing, or nothing that is compared; 0: no "
     "proofs (default 10)",
     0},
    {"jobs", 'j', "N", 0, "Number of parallel trials (default: one per core)", 0},
    {"out", 'o', "DIR", 0, "Keep the results in DIR (default: remove them)", 0},
    {"resume", KEY_RESUME, NULL, 0, "Continue the campaign in --out", 0},
    {"show", KEY_SHOW, "N", 0, "Run only mutant N, and write a waveform and a replay file", 0},
    {"require", KEY_REQUIRE, "PCT", 0, "Fail if the score is lower", 0},
    {"waivers", KEY_WAIVERS, "FILE", 0,
     "Reasons why survivors do not matter (default: the block's waivers.yaml, if it has one)", 0},
    {"unwaived", KEY_UNWAIVED, "FILE", 0,
     "Write the survivors without a waiver to FILE, with places for the reasons", 0},
    {"require-waivers", KEY_ALL_WAIVED, NULL, 0, "Fail if a survivor has no waiver", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object on the last line", 0},
    {0},
};

static double percent(struct argp_state *state, const char *arg)
{
    double n = 0;

    if (!assay_parse_percent(arg, &n))
        argp_error(state, "--require '%s': expected a percentage from 0 to 100", arg);
    return n;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct assay_mutate_choice *c = state->input;

    switch (key) {
    case 'p':
        c->params = arg;
        break;
    case KEY_RTL:
        c->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case 'n':
        c->count = assay_number_argument(state, "count", arg, 1, MAX_COUNT);
        break;
    case 's':
        c->seed = assay_number_argument(state, "seed", arg, 0, UINT64_MAX);
        break;
    case KEY_LIST:
        c->list = assay_path_argument(state, "--list", arg);
        c->own_list = true;
        break;
    case KEY_SCENARIO:
        c->scenario = arg;
        break;
    case 'c':
        c->cycles = assay_number_argument(state, "cycles", arg, 1, INT64_MAX);
        break;
    case KEY_SEEDS:
        c->seeds = assay_number_argument(state, "seeds", arg, 1, MAX_SEEDS);
        break;
    case KEY_MORE:
        c->more = assay_number_argument(state, "more", arg, 0, INT64_MAX);
        break;
    case KEY_TRIAGE:
        c->triage = assay_number_argument(state, "triage", arg, 0, 86400);
        break;
    case 'j':
        c->jobs = assay_number_argument(state, "jobs", arg, 1, MAX_AT_ONCE);
        break;
    case 'o':
        c->out = assay_folder_argument(state, "--out", arg);
        break;
    case KEY_RESUME:
        c->resume = true;
        break;
    case KEY_SHOW:
        c->show = assay_number_argument(state, "show", arg, 1, MAX_COUNT);
        break;
    case KEY_REQUIRE:
        c->require = percent(state, arg);
        break;
    case KEY_WAIVERS:
        c->waivers = assay_path_argument(state, "--waivers", arg);
        break;
    case KEY_UNWAIVED:
        c->unwaived = assay_path_argument(state, "--unwaived", arg);
        break;
    case KEY_ALL_WAIVED:
        c->all_waived = true;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_END:
        if (c->resume && !c->out)
            argp_error(state, "--resume without --out: expected the folder of the campaign");
        if (c->show && !c->out)
            argp_error(state, "--show without --out: expected a folder for its files");
        if (c->show && (c->resume || c->json || c->require >= 0 || c->unwaived || c->all_waived))
            argp_error(state, "--show with --resume, --json, --require, --unwaived or "
                              "--require-waivers: expected one mutant alone");
        return 0;
    default:
        return assay_block_argument(key, arg, state, &c->block);
    }
    return 0;
}

/* Set the block and the parameters. Returns 0, or an exit status after printing why. */
static int choose(struct assay_campaign *c)
{
    const char *set;
    char why[4096];
    const enum assay_error e = assay_block_named(c->choice->block, &c->block, why, sizeof why);

    if (e) {
        assay_print_error("%s", why);
        return (int)e;
    }
    if (!assay_block_written(c->block, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_MISMATCH;
    }
    if (!assay_params_parse(c->block,
                            c->choice->params ? c->choice->params : assay_params_first(c->block),
                            &c->params, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    set = assay_params_set_name(c->block, &c->params);
    if (set)
        snprintf(c->values, sizeof c->values, "%s", set);
    else
        assay_params_print(c->block, &c->params, c->values, sizeof c->values);
    return EXIT_EQUAL;
}

static int read_text(struct assay_campaign *c)
{
    const struct assay_variant variant = {
        .block = c->block, .params = c->params, .rtl = c->choice->rtl};
    char why[4096];
    const enum assay_error e = assay_variant_text(&variant, &c->text, why, sizeof why);

    if (e == ASSAY_OK && assay_mutants_read(c->text, &c->mutants))
        return EXIT_EQUAL;
    assay_print_error("%s", e ? why : "out of memory");
    return e ? (int)e : EXIT_FAULT;
}

/* Draw the sample from the mutants that are in the design. */
static int draw_from(struct assay_campaign *c, const bool *take)
{
    for (size_t i = 0; i < c->mutants.n; ++i)
        c->candidates += take[i];
    if (!assay_mutants_draw(&c->mutants, take, c->choice->count, c->choice->seed, &c->index,
                            &c->n) ||
        !(c->entry = calloc(c->n + 1, sizeof *c->entry))) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    for (size_t i = 0; i < c->n; ++i)
        c->entry[i].mutant = &c->mutants.v[c->index[i]];
    if (c->n == 0) {
        assay_print_error("%s: nothing in the RTL can be changed (%zu statements were not parsed): "
                          "expected Verilog with expressions",
                          c->block->model->name, c->mutants.n_skip);
        return EXIT_USAGE;
    }
    if (c->choice->show > c->n) {
        assay_print_error("--show %llu: expected a mutant from 1 to %zu",
                          (unsigned long long)c->choice->show, c->n);
        return EXIT_USAGE;
    }
    return EXIT_EQUAL;
}

static int draw(struct assay_campaign *c)
{
    int status = read_text(c);
    bool *take;

    if (status)
        return status;
    take = calloc(c->mutants.n + 1, sizeof *take);
    if (!take) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    status = assay_campaign_filter(c, take);
    if (status == EXIT_EQUAL)
        status = draw_from(c, take);
    free(take);
    return status;
}

/* The digest of this program, which holds the models and the stimulus. */
static bool digest_program(char hex[ASSAY_DIGEST])
{
    FILE *const f = fopen("/proc/self/exe", "rb");
    const bool ok = f && assay_digest_stream(f, hex);

    if (f)
        fclose(f);
    return ok;
}

/* The key of everything that affects the results: the program, the mutated text, the parameters and
 * the runs. */
static int make_key(struct assay_campaign *c)
{
    struct assay_text t = {0};
    char values[ASSAY_PARAMS_TEXT], program[ASSAY_DIGEST];

    if (!digest_program(program)) {
        assay_print_error(
            "/proc/self/exe: expected to read this program, whose digest is part of the "
            "key of the results");
        return EXIT_FAULT;
    }
    assay_params_print(c->block, &c->params, values, sizeof values);
    assay_text_addf(&t, "%s %s %s %s\n", program, c->block->model->name, values,
                    c->block->folder ? c->block->folder->key : "");
    for (size_t i = 0; i < c->n_runs + c->n_longer; ++i)
        assay_text_addf(&t, "%s %u %u %u %u %llu %llu\n", c->run[i].scenario->name,
                        (unsigned)c->run[i].knobs.stall, (unsigned)c->run[i].knobs.illegal,
                        (unsigned)c->run[i].knobs.corner, (unsigned)c->run[i].knobs.resets,
                        (unsigned long long)c->run[i].seed, (unsigned long long)c->run[i].cycles);
    for (size_t i = 0; i < c->n; ++i)
        assay_text_addf(&t, "%zu %zu %s\n", c->entry[i].mutant->from, c->entry[i].mutant->to,
                        c->entry[i].mutant->what);
    assay_text_add(&t, c->text);
    assay_digest(assay_text_get(&t), t.n, c->key);
    assay_text_free(&t);
    return EXIT_EQUAL;
}

static int make_folder(struct assay_campaign *c)
{
    char why[2 * PATH_MAX];
    enum assay_error e;

    if (!c->choice->out) {
        const char *temp = getenv("TMPDIR");

        assay_path(c->folder, sizeof c->folder, "%s/assay-mutate-XXXXXX",
                   temp && *temp ? temp : "/tmp");
        if (mkdtemp(c->folder))
            return EXIT_EQUAL;
        assay_print_error("%s: %s: expected to create a folder there", c->folder, strerror(errno));
        c->folder[0] = '\0'; /* nothing to remove */
        return EXIT_FAULT;
    }
    assay_path(c->folder, sizeof c->folder, "%s", c->choice->out);
    e = assay_destination_make_folder(c->folder, why, sizeof why);
    if (e == ASSAY_OK && !c->choice->show &&
        !assay_regress_lock(c->folder, "campaign", why, sizeof why))
        e = ASSAY_ENVIRONMENT;
    if (e)
        assay_print_error("%s", why);
    return (int)e;
}

static int open_store(struct assay_campaign *c)
{
    char why[2 * PATH_MAX], path[PATH_MAX + 32];

    if (!c->choice->out)
        return EXIT_EQUAL;
    snprintf(path, sizeof path, "%s/mutants.sqlite", c->folder);
    if (c->choice->show && access(path, F_OK) != 0)
        return EXIT_EQUAL; /* its result is not known */
    if (assay_mutate_store_open(c, path, c->choice->resume || c->choice->show, why, sizeof why))
        return EXIT_EQUAL;
    assay_print_error("%s", why);
    return EXIT_USAGE;
}

/* The exit status for the results so far. `status`: why they are incomplete, or 0. */
static int judge(const struct assay_campaign *c, int status)
{
    const struct assay_mutate_score s = assay_campaign_score(c, NULL, NULL);
    const double score = assay_mutate_percent(&s);

    if (status)
        return status;
    if (s.n[ASSAY_MUTANT_BROKEN]) {
        assay_print_error("%zu trials ended without a result: expected each to end with one",
                          s.n[ASSAY_MUTANT_BROKEN]);
        return EXIT_FAULT;
    }
    if (s.n[ASSAY_MUTANT_FOUND] + s.n[ASSAY_MUTANT_SURVIVED] == 0) {
        assay_print_error(
            "no mutant counts, %zu are invalid, the others proved: nothing was measured",
            s.n[ASSAY_MUTANT_INVALID]);
        return EXIT_MISMATCH;
    }
    if (assay_campaign_wrong_waivers(c))
        return EXIT_MISMATCH;
    if (c->choice->require >= 0 && score < c->choice->require) {
        assay_print_error("score %.2f%%: expected %.2f%% or more", score, c->choice->require);
        return EXIT_MISMATCH;
    }
    if (c->choice->all_waived && assay_campaign_waived(c) != s.n[ASSAY_MUTANT_SURVIVED]) {
        const size_t n = s.n[ASSAY_MUTANT_SURVIVED] - assay_campaign_waived(c);

        assay_print_error("%zu survivor%s no waiver: expected one for each", n,
                          n == 1 ? " has" : "s have");
        return EXIT_MISMATCH;
    }
    return EXIT_EQUAL;
}

static bool has_results(const struct assay_campaign *c)
{
    return assay_campaign_score(c, NULL, NULL).n[ASSAY_MUTANT_NOT_RUN] < c->n;
}

static int campaign(struct assay_campaign *c)
{
    int status = assay_campaign_run(c), counted = EXIT_EQUAL, written;

    if (status == EXIT_EQUAL)
        status = assay_campaign_triage(c);
    if (status > EXIT_EQUAL && status < 128 && !has_results(c))
        return status; /* a message was printed */
    if (status == EXIT_EQUAL)
        counted = assay_campaign_infect(c);
    status = judge(c, counted ? counted : status);
    written = assay_campaign_write_unwaived(c);
    assay_campaign_remove(c); /* the reader of the output may end this program */
    if (written && status < 128)
        status = written;
    if (c->choice->json)
        assay_campaign_tell_json(c, status >= 128             ? "interrupted"
                                    : status == EXIT_EQUAL    ? "pass"
                                    : status == EXIT_MISMATCH ? "failed"
                                                              : "broken");
    else
        assay_campaign_tell(c);
    if (status >= 128)
        assay_print_error("interrupted: the score is that of the results so far%s",
                          c->choice->out ? "; the same command with --resume completes them" : "");
    return status;
}

static void clean(struct assay_campaign *c)
{
    assay_mutate_store_close(c);
    assay_campaign_remove(c);
    assay_waivers_free(&c->waivers);
    assay_mutants_free(&c->mutants);
    free(c->entry);
    free(c->index);
    free(c->run);
    free(c->text);
    free(c);
}

int assay_cmd_mutate(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "BLOCK",
        "Measure how good the stimulus of BLOCK is: change its RTL in many small ways, and count "
        "the changes that the regression detects.\vThe score is the percentage that was found. "
        "Exit status: 0 all was measured, 1 the score is lower than --require, a waiver is wrong "
        "or missing (--require-waivers), no mutant counts, or the unchanged design fails, "
        "2 bad usage, 3 a trial could not be run.",
        NULL,
        NULL,
        NULL};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char list[PATH_MAX];
    struct assay_mutate_choice choice = {
        .list = assay_source_path(list, sizeof list, "regress/smoke.yaml"),
        .count = 100,
        .seed = 1,
        .more = 200000,
        .triage = 10,
        .jobs = cores > 0 ? (uint64_t)cores : 1,
        .require = -1};
    struct assay_campaign *c;
    int status;

    assay_arguments_parse(&argp, argc, argv, &choice);
    c = calloc(1, sizeof *c);
    if (!c) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    c->choice = &choice;
    status = assay_campaign_check_unwaived(&choice);
    if (status == EXIT_EQUAL)
        status = choose(c);
    if (status == EXIT_EQUAL)
        status = assay_campaign_plan(c);
    assay_process_guard();
    if (status == EXIT_EQUAL)
        status = make_folder(c);
    if (status == EXIT_EQUAL)
        status = draw(c);
    if (assay_process_interrupted())
        assay_campaign_remove(c); /* the program ends here */
    assay_process_unguard();
    if (status == EXIT_EQUAL)
        status = assay_campaign_read_waivers(c);
    if (status == EXIT_EQUAL)
        status = make_key(c);
    if (status == EXIT_EQUAL)
        status = open_store(c);
    if (status == EXIT_EQUAL)
        status = choice.show ? assay_campaign_show(c, choice.show) : campaign(c);
    clean(c);
    return status;
}
