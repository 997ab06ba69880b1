/* icarus_args.h - how the program passes its arguments to itself inside vvp. */
#ifndef ASSAY_ICARUS_ARGS_H
#define ASSAY_ICARUS_ARGS_H

#define ASSAY_ARGS_VARIABLE "ASSAY_VVP_ARGS"
#define ASSAY_ARGS_SEPARATOR "\x1f" /* ASCII unit separator: does not occur in typed arguments */

#endif
