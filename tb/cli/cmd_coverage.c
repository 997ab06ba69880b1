#include <argp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/home.h"
#include "base/json.h"
#include "base/message.h"
#include "base/outfile.h"
#include "cli/cli.h"
#include "cli/coverage_code.h"
#include "cli/coverage_points.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "coverage/exclude.h"
#include "coverage/store.h"
#include "coverage/total.h"
#include "engine/attached.h"
#include "sim/backend.h"

enum {
    KEY_BLOCK = 256,
    KEY_HOLES,
    KEY_JSON,
    KEY_LCOV,
    KEY_EXCLUDE,
    KEY_REQUIRE,
    DEFAULT_HOLES = 20
};

struct choice {
    char **stores; /* points into argv */
    size_t n_stores;
    const char *block, *lcov, *exclude;
    uint64_t holes, require;
    bool holes_given, require_given, json;
};

static const struct argp_option options[] = {
    {"block", KEY_BLOCK, "B", 0, "Report this block only", 0},
    {"holes", KEY_HOLES, "N", 0,
     "List at most N uncovered points of a group (default 20, with --json all)", 0},
    {"lcov", KEY_LCOV, "FILE", 0, "Write line coverage as an lcov trace file", 0},
    {"exclude", KEY_EXCLUDE, "FILE", 0,
     "Exclusions with reasons; stale ones are reported (default tb/coverage.exclude)", 0},
    {"require", KEY_REQUIRE, "P", 0,
     "Fail if less than P percent of a block's points, or of the RTL's lines and branches, are "
     "covered",
     0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;
    const struct assay_block *b;
    char why[4096];

    switch (key) {
    case KEY_BLOCK:
        if (assay_block_named(arg, &b, why, sizeof why) != ASSAY_OK)
            argp_error(state, "%s", why);
        c->block = b->model->name;
        break;
    case KEY_HOLES:
        c->holes = assay_number_argument(state, "holes", arg, 0, UINT64_MAX);
        c->holes_given = true;
        break;
    case KEY_REQUIRE:
        c->require = assay_number_argument(state, "require", arg, 0, 100);
        c->require_given = true;
        break;
    case KEY_LCOV:
        c->lcov = assay_path_argument(state, "--lcov", arg);
        break;
    case KEY_EXCLUDE:
        c->exclude = assay_path_argument(state, "--exclude", arg);
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_ARGS:
        c->stores = state->argv + state->next;
        c->n_stores = (size_t)(state->argc - state->next);
        for (size_t i = 0; i < c->n_stores; ++i)
            assay_path_argument(state, "store", c->stores[i]);
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state,
                   "expected one or more coverage stores, such as a regression's coverage.txt");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Whether the given stores include one of lines and toggles (`code`) or one of points. */
static bool is_given(const struct choice *c, bool code)
{
    for (size_t i = 0; i < c->n_stores; ++i)
        if (assay_codecov_is(c->stores[i]) == code)
            return true;
    return false;
}

static void print_json(const struct assay_cover *db, size_t n, const struct assay_codecov *code,
                       uint64_t holes)
{
    cJSON *o = cJSON_CreateObject();
    cJSON *blocks = cJSON_AddArrayToObject(o, "blocks");

    for (size_t i = 0; i < n; ++i)
        if (db[i].block)
            cJSON_AddItemToArray(blocks, assay_coverage_points_json(&db[i], holes));
    if (code->n)
        cJSON_AddItemToObject(o, "code", assay_coverage_code_json(code, holes));
    assay_json_print(stdout, o, ASSAY_JSON_PAGE);
}

static bool any_point_hit(const struct assay_cover *db, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        if (db[i].block && assay_cover_sum(&db[i]).hit)
            return true;
    return false;
}

static bool any_code_hit(const struct assay_codecov *code)
{
    for (size_t i = 0; i < code->n; ++i)
        if (code->point[i].count)
            return true;
    return false;
}

/* Check that some run hit something. Otherwise the stores say nothing: prints a
 * message and returns false. */
static bool something(const struct choice *c, const struct assay_cover *db, size_t n,
                      const struct assay_codecov *code)
{
    bool good = true;

    if (is_given(c, false) && !any_point_hit(db, n)) {
        assay_print_error("%s: no coverage stored%s%s: expected a run that hits a point",
                          c->n_stores == 1 ? c->stores[0] : "the stores", c->block ? " of " : "",
                          c->block ? c->block : "");
        good = false;
    }
    if (is_given(c, true) && !any_code_hit(code)) {
        assay_print_error("%s: no coverage stored: expected a run that hits a line or toggle",
                          c->n_stores == 1 ? c->stores[0] : "the stores of lines and toggles");
        good = false;
    }
    return good;
}

/* Check --require. Prints a message for whatever falls short, and returns false then. */
static bool enough(const struct choice *c, const struct assay_cover *db, size_t n,
                   const struct assay_codecov *code)
{
    const double lines = assay_codecov_percent(assay_codecov_total(code, ASSAY_CODE_LINE, NULL));
    bool good = !c->require_given || !is_given(c, true) || lines >= (double)c->require;

    if (!good)
        assay_print_error("lines and branches: %.1f%% covered: expected %" PRIu64 "%%",
                          floor(lines * 10) / 10, c->require);
    for (size_t i = 0; c->require_given && i < n; ++i) {
        double points;

        if (!db[i].block)
            continue;
        points = assay_coverage_points_percent(assay_cover_sum(&db[i]));
        if (points >= (double)c->require)
            continue;
        good = false;
        assay_print_error("%s: %.1f%% of its points covered: expected %" PRIu64 "%%",
                          db[i].block->model->name, floor(points * 10) / 10, c->require);
    }
    return good;
}

/* Read all stores and keep what was asked for. A requested block is included even if no store names
 * it; then all its points are holes. */
static int load(const struct choice *c, struct assay_cover *db, size_t n,
                struct assay_codecov *code)
{
    char why[4608];

    if (c->block && !is_given(c, false)) {
        assay_print_error("--block with stores of lines and toggles alone, which are of no block: "
                          "expected a store of points");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < c->n_stores; ++i) {
        const char *path = c->stores[i];

        if (assay_codecov_is(path) ? !assay_codecov_load(code, path, why, sizeof why)
                                   : !assay_cover_load(db, path, why, sizeof why)) {
            assay_print_error("%s", why);
            return EXIT_USAGE;
        }
    }
    for (size_t i = 0; c->block && i < n; ++i) {
        if (strcmp(assay_blocks[i]->model->name, c->block) != 0) {
            assay_cover_close(&db[i]);
        } else if (!db[i].block && !assay_cover_open(&db[i], assay_blocks[i])) {
            assay_print_error("out of memory");
            return EXIT_FAULT;
        }
    }
    return EXIT_EQUAL;
}

/* Attach the blocks of the stores. This must come first, because there is one database per
 * block. */
static int attach(const struct choice *c)
{
    char why[4608];

    for (size_t i = 0; i < c->n_stores; ++i) {
        enum assay_error e = ASSAY_OK;

        if (!assay_codecov_is(c->stores[i]))
            e = assay_cover_attach(c->stores[i], why, sizeof why);
        if (e != ASSAY_OK) {
            assay_print_error("%s", why);
            return (int)e;
        }
    }
    return EXIT_EQUAL;
}

/* Apply the exclusions, then write the trace file. */
static int finish(const struct choice *c, struct assay_cover *db, struct assay_codecov *code)
{
    char own[4096], sources[4096], why[8192];
    const char *exclude = c->exclude ? c->exclude : own;
    struct assay_outfile o;

    for (size_t i = 0; c->lcov && i <= c->n_stores; ++i)
        if (assay_not_input(c->lcov, i < c->n_stores ? c->stores[i] : c->exclude))
            return EXIT_USAGE;
    if (c->lcov && !is_given(c, true)) {
        assay_print_error("%s: no line coverage: expected what `assay run --code-coverage` wrote",
                          c->lcov);
        return EXIT_USAGE;
    }
    assay_source_path(own, sizeof own, "tb/coverage.exclude");
    assay_source_path(sources, sizeof sources, "");
    sources[strlen(sources) - 1] = '\0';
    if (!c->exclude && access(own, F_OK) != 0)
        exclude = NULL;
    if (exclude && (!assay_cover_exclude(db, exclude, why, sizeof why) ||
                    (code->n && !assay_codecov_exclude(code, exclude, sources, why, sizeof why)))) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    if (!c->lcov || code->n == 0)
        return EXIT_EQUAL;
    if (assay_outfile_open(&o, c->lcov, why, sizeof why)) {
        assay_codecov_lcov(code, sources, o.f);
        if (assay_outfile_close(&o, why, sizeof why))
            return EXIT_EQUAL;
    }
    assay_print_error("%s", why);
    return EXIT_FAULT;
}

int assay_cmd_coverage(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "DB...",
        "Merge coverage stores and list each block's groups and uncovered points. Line and toggle "
        "counts of `assay run --code-coverage` are listed by file.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.holes = DEFAULT_HOLES};
    struct assay_codecov code = {0};
    struct assay_cover *db;
    char why[4608];
    size_t n = 0;
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    if (c.json && !c.holes_given)
        c.holes = UINT64_MAX;
    status = attach(&c);
    if (status != EXIT_EQUAL)
        return status;
    while (assay_blocks[n])
        ++n;
    db = calloc(n + 1, sizeof *db);
    if (!db) {
        assay_print_error("out of memory");
        return EXIT_FAULT;
    }
    status = c.lcov ? (int)assay_destination_file(c.lcov, why, sizeof why) : EXIT_EQUAL;
    if (status)
        assay_print_error("%s", why);
    if (status == EXIT_EQUAL)
        status = load(&c, db, n, &code);
    if (status == EXIT_EQUAL)
        status = finish(&c, db, &code);
    if (status == EXIT_EQUAL && c.json)
        print_json(db, n, &code, c.holes);
    else if (status == EXIT_EQUAL && code.n)
        assay_coverage_code_print(&code, c.holes);
    for (size_t i = 0; status == EXIT_EQUAL && !c.json && i < n; ++i)
        if (db[i].block)
            assay_coverage_points_print(&db[i], c.holes);
    if (status == EXIT_EQUAL) {
        const bool stored = something(&c, db, n, &code);

        if (!enough(&c, db, n, &code) || !stored)
            status = EXIT_MISMATCH;
    }
    for (size_t i = 0; i < n; ++i)
        assay_cover_close(&db[i]);
    assay_codecov_free(&code);
    free(db);
    return status;
}
