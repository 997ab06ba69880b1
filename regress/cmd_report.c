#include <argp.h>
#include <limits.h>
#include <string.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/path.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "regress/report.h"

enum { KEY_JSON = 256, KEY_JUNIT, KEY_HTML, KEY_EXCLUDE };

struct choice {
    const char *out;
    struct assay_report_forms forms;
};

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "Folder of the regression (default assay-regress)", 0},
    {"html", KEY_HTML, "FILE", 0,
     "Write a self-contained HTML page; mutants and proofs get pages of their own beside it", 0},
    {"junit", KEY_JUNIT, "FILE", 0, "Write JUnit XML", 0},
    {"exclude", KEY_EXCLUDE, "FILE", 0,
     "Coverage exclusions with reasons (default tb/coverage.exclude)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case 'o':
        c->out = assay_folder_argument(state, "--out", arg);
        break;
    case KEY_JSON:
        c->forms.json = true;
        break;
    case KEY_HTML:
        c->forms.html = assay_path_argument(state, "--html", arg);
        break;
    case KEY_JUNIT:
        c->forms.junit = assay_path_argument(state, "--junit", arg);
        break;
    case KEY_EXCLUDE:
        c->forms.exclude = assay_path_argument(state, "--exclude", arg);
        break;
    case ARGP_KEY_END:
        if (c->forms.html && c->forms.junit &&
            (strcmp(c->forms.html, c->forms.junit) == 0 ||
             assay_same_file(c->forms.html, c->forms.junit)))
            argp_error(state, "--html and --junit '%s': expected two files", c->forms.html);
        break;
    case ARGP_KEY_ARG:
        argp_error(
            state,
            "unexpected argument '%s': expected options only, --out for a regression's folder",
            arg);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Whether the output file of a report would overwrite one of its inputs; prints a message if so. */
static bool is_input(const struct choice *c, const char *output)
{
    static const char *const stores[] = {"results.db", "coverage.txt", "code.dat"};
    char path[PATH_MAX];

    if (!output)
        return false;
    for (size_t i = 0; i < sizeof stores / sizeof stores[0]; ++i) {
        assay_path(path, sizeof path, "%s/%s", c->out, stores[i]);
        if (assay_not_input(output, path))
            return true;
    }
    return c->forms.exclude && assay_not_input(output, c->forms.exclude);
}

int assay_cmd_report(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        NULL,
        "Print the results of the regression that was begun or continued last in a folder: jobs by "
        "block, parameters and backend, coverage, and each failure with the command that "
        "reproduces it.\vThe exit status tells whether a report was printed, not whether the jobs "
        "passed; for that see `assay regress`.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.out = "assay-regress"};
    char why[PATH_MAX + 256];
    enum assay_error e = ASSAY_OK;

    assay_arguments_parse(&argp, argc, argv, &c);
    if (is_input(&c, c.forms.html) || is_input(&c, c.forms.junit))
        return EXIT_USAGE;
    if (c.forms.html)
        e = assay_destination_file(c.forms.html, why, sizeof why);
    if (!e && c.forms.junit)
        e = assay_destination_file(c.forms.junit, why, sizeof why);
    if (e) {
        assay_print_error("%s", why);
        return (int)e;
    }
    return assay_report_print(c.out, &c.forms);
}
