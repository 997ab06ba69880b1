#include "command/arguments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "base/number.h"
#include "base/path.h"
#include "base/unknown.h"

enum { KEY_USAGE = 0x7000 };

static const struct argp_option common_options[] = {
    {"help", 'h', NULL, 0, "Print this help and exit", -1},
    {"usage", KEY_USAGE, NULL, 0, "Print a short usage message and exit", -1},
    {"version", 'V', NULL, 0, "Print the version and exit", -1},
    {0},
};

static error_t parse_common(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    switch (key) {
    case 'h':
        argp_state_help(state, state->out_stream, ARGP_HELP_STD_HELP);
        return 0;
    case KEY_USAGE:
        argp_state_help(state, state->out_stream, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
        return 0;
    case 'V':
        if (argp_program_version_hook)
            argp_program_version_hook(state->out_stream, state);
        exit(EXIT_EQUAL);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void assay_arguments_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    static const struct argp common = {common_options, parse_common, NULL, NULL, NULL, NULL, NULL};
    const struct argp_child children[] = {{&common, 0, NULL, 0}, {0}};
    struct argp own = *argp;
    error_t error;

    own.children = children;
    error = argp_parse(&own, argc, argv, ARGP_NO_HELP, NULL, input);
    if (error) {
        assay_print_error("%s", strerror(error));
        exit(EXIT_FAULT);
    }
}

int assay_word_argument(struct argp_state *state, const char *kind, const char *arg,
                        const char *const *words)
{
    const int found = assay_word_find(words, arg);
    char why[512];

    if (found < 0) {
        assay_unknown_word(why, sizeof why, kind, arg, words);
        argp_error(state, "%s", why);
        exit(EXIT_USAGE);
    }
    return found;
}

uint64_t assay_number_argument(struct argp_state *state, const char *kind, const char *arg,
                               uint64_t least, uint64_t most)
{
    uint64_t n = 0;

    if (!assay_parse_number(arg, &n) || n < least || n > most) {
        if (most < UINT64_MAX)
            argp_error(state, "%s '%s': expected a number from %" PRIu64 " to %" PRIu64, kind, arg,
                       least, most);
        else
            argp_error(state, "%s '%s': %s", kind, arg, assay_number_problem(arg, least));
        exit(EXIT_USAGE);
    }
    return n;
}

const char *assay_path_argument(struct argp_state *state, const char *option, const char *arg)
{
    const char *wrong = assay_path_wrong(arg);

    if (wrong)
        argp_error(state, "%s '%.40s%s': %s", option, arg, strlen(arg) > 40 ? "..." : "", wrong);
    return arg;
}

const char *assay_folder_argument(struct argp_state *state, const char *option, const char *arg)
{
    const char *wrong = assay_folder_wrong(arg);

    if (wrong)
        argp_error(state, "%s '%.40s%s': %s", option, arg, strlen(arg) > 40 ? "..." : "", wrong);
    return arg;
}

static error_t one_argument(int key, char *arg, struct argp_state *state, const char **value,
                            const char *what, const char *expected)
{
    switch (key) {
    case ARGP_KEY_ARG:
        if (*value)
            argp_error(state, "unexpected argument '%s': expected one %s", arg, what);
        *value = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected %s", expected);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

error_t assay_file_argument(int key, char *arg, struct argp_state *state, const char **value,
                            const char *expected)
{
    const error_t e = one_argument(key, arg, state, value, "file", expected);

    if (key == ARGP_KEY_ARG)
        assay_path_argument(state, "file", arg);
    return e;
}

error_t assay_block_argument(int key, char *arg, struct argp_state *state, const char **value)
{
    return one_argument(key, arg, state, value, "block", "a block; `assay list` names them");
}

int assay_not_input(const char *output, const char *input)
{
    if (!input || !assay_same_file(output, input))
        return EXIT_EQUAL;
    assay_print_error("%s: is the input %s: expected another file for the output", output, input);
    return EXIT_USAGE;
}
