/* icarus_args.h - how the program hands its arguments to itself inside vvp. */
#ifndef ASSAY_ICARUS_ARGS_H
#define ASSAY_ICARUS_ARGS_H

#define ASSAY_ARGS_VARIABLE "ASSAY_VVP_ARGS"
#define ASSAY_ARGS_SEPARATOR "\x1f" /* unit separator: no argument that people type has one */

#endif
