/* arguments.h - what the parsers of the subcommands share. */
#ifndef ASSAY_ARGUMENTS_H
#define ASSAY_ARGUMENTS_H

#include <argp.h>

/* The argument of an option, such as "--rtl", or of a command, such as "file", that names a file or a
 * folder. Bad usage if it is empty or too long. */
const char *assay_path_argument(struct argp_state *state, const char *option, const char *arg);
const char *assay_folder_argument(struct argp_state *state, const char *option, const char *arg);

/* For the default of a command's parser: the only file that it takes, and what is expected where there
 * is none, such as "a replay file". */
error_t assay_file_argument(int key, char *arg, struct argp_state *state, const char **value,
                            const char *expected);
/* The same for a block. */
error_t assay_block_argument(int key, char *arg, struct argp_state *state, const char **value);

/* Where a command is to write. 0, or an exit status after printing why, if that is one of the files it
 * reads, by whatever name; `input` may be NULL. */
int assay_not_input(const char *output, const char *input);

#endif
