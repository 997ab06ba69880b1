#include "command/arguments.h"

#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "base/path.h"

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
