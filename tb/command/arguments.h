/* arguments.h - what the parsers of the subcommands share. */
#ifndef ASSAY_ARGUMENTS_H
#define ASSAY_ARGUMENTS_H

#include <argp.h>

/* For the default of a command's parser: the one argument that it takes, such as its only "file", and
 * what is expected where there is none, such as "a replay file". */
error_t assay_one_argument(int key, char *arg, struct argp_state *state, const char **value,
                           const char *what, const char *expected);
/* The same for a block. */
error_t assay_block_argument(int key, char *arg, struct argp_state *state, const char **value);

#endif
