#include "command/arguments.h"

error_t assay_one_argument(int key, char *arg, struct argp_state *state, const char **value,
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

error_t assay_block_argument(int key, char *arg, struct argp_state *state, const char **value)
{
    return assay_one_argument(key, arg, state, value, "block", "a block; `assay list` names them");
}
