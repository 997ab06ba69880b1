/*
 * waivers.h - reads a file of waivers: reasons why surviving mutants do not matter.
 *
 *     waivers:
 *       - file: rtl/lib/fp_div.v
 *         line: 'end else if (busy & ~done) begin'
 *         change: '`busy & ~done` becomes `~done`'
 *         why: an idle divider counts, and the next start resets the count
 *
 *   file    as `assay mutate` prints it; for a design in a folder of its own, relative to that
 *           folder
 *   line    the whole source line, without the blanks at both ends. Its number is not used, so that
 *           a waiver survives changes elsewhere in the file.
 *   change  as `assay mutate` prints it
 *   nth     which of several changes that agree in these three, in the order of the file, from 1
 *   params  the parameters, by name or value, for which the reason holds  [any]
 *   why     the reason, for people
 */
#ifndef ASSAY_MUTATE_WAIVERS_H
#define ASSAY_MUTATE_WAIVERS_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "engine/block.h"

struct assay_waiver {
    char *file, *line, *change, *params, *why; /* params: NULL if it has none */
    uint64_t nth;                              /* 0: there is one */
    unsigned long at;                          /* its line in the file of waivers */
};

struct assay_waivers {
    struct assay_waiver *v;
    size_t n;
};

/* The path of a block's file, whether it exists or not. */
void assay_waivers_path(const struct assay_block *b, char path[PATH_MAX]);

/* Read a file. ASSAY_BAD_INPUT or ASSAY_ENVIRONMENT with a message in `why`. Free it in any
 * case. */
enum assay_error assay_waivers_read(struct assay_waivers *w, const char *path, char *why,
                                    size_t why_size);
void assay_waivers_free(struct assay_waivers *w);

#endif
