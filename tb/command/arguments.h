/* arguments.h - what the argument parsers of the subcommands share. */
#ifndef ASSAY_ARGUMENTS_H
#define ASSAY_ARGUMENTS_H

#include <argp.h>
#include <stdint.h>

/* Parse a command line as argp_parse does without flags. Every command has the options -h, --help,
 * --usage, -V and --version. */
void assay_arguments_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Check the argument of an option, such as "--rtl", or of a command, such as "file", that names a
 * file or a folder. Bad usage if it is empty or too long. Returns `arg`. */
const char *assay_path_argument(struct argp_state *state, const char *option, const char *arg);
const char *assay_folder_argument(struct argp_state *state, const char *option, const char *arg);

/* The index of an option's argument in `words`, which ends with NULL. Bad usage if it is not there.
 * `kind` is the option's name without dashes. */
int assay_word_argument(struct argp_state *state, const char *kind, const char *arg,
                        const char *const *words);

/* The number in an option's argument, from `least` to `most`; UINT64_MAX for no limit. Bad usage if
 * it is out of range or not a number. */
uint64_t assay_number_argument(struct argp_state *state, const char *kind, const char *arg,
                               uint64_t least, uint64_t most);

/* For the default case of the parser of a command that takes exactly one file. `expected` says what
 * is missing without it, such as "a replay file". */
error_t assay_file_argument(int key, char *arg, struct argp_state *state, const char **value,
                            const char *expected);
/* The same for a block. */
error_t assay_block_argument(int key, char *arg, struct argp_state *state, const char **value);

/* Check that `output` is not the same file as `input`, under any name; `input` may be NULL. Returns
 * 0, or an exit status after printing the error. */
int assay_not_input(const char *output, const char *input);

#endif
