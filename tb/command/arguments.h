/* arguments.h - what the parsers of the subcommands share. */
#ifndef ASSAY_ARGUMENTS_H
#define ASSAY_ARGUMENTS_H

#include <argp.h>
#include <stdint.h>

/* Parse a command line as argp_parse does with no flags. -h, --help, --usage, -V and --version are
 * options of every command. */
void assay_arguments_parse(const struct argp *argp, int argc, char **argv, void *input);

/* The argument of an option, such as "--rtl", or of a command, such as "file", that names a file or a
 * folder. Bad usage if it is empty or too long. */
const char *assay_path_argument(struct argp_state *state, const char *option, const char *arg);
const char *assay_folder_argument(struct argp_state *state, const char *option, const char *arg);

/* The index of an option's argument in `words`, which ends with NULL; bad usage if it is none of them.
 * `kind` is the option's name without the dashes. */
int assay_word_argument(struct argp_state *state, const char *kind, const char *arg,
                        const char *const *words);

/* The number in an option's argument, from `least` to `most`, UINT64_MAX for no limit; bad usage if it is another or none. */
uint64_t assay_number_argument(struct argp_state *state, const char *kind, const char *arg,
                               uint64_t least, uint64_t most);

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
