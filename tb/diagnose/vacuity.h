/*
 * vacuity.h - finds the output bits that no comparison checks.
 *
 * Each output bit of a DUT is inverted in turn, in every cycle of a run that otherwise passes. If
 * the run still passes, nothing notices that bit: a real fault in it would go unnoticed, too. Runs
 * are short; a bit that goes unnoticed is tried in longer ones before it is listed.
 *
 * A file may list bits that cannot be noticed, with the reason. Its lines are `PIN REASON`,
 * `PIN[BIT] REASON` or `PIN[HIGH:LOW] REASON`; # begins a comment. A line all of whose bits are
 * noticed is an error.
 */
#ifndef ASSAY_VACUITY_H
#define ASSAY_VACUITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "engine/lockstep.h"

struct assay_vacuity_bit {
    const struct assay_port *port;
    unsigned bit;
    bool listed; /* in the file */
};

struct assay_vacuity {
    struct assay_config config; /* of a run, including the DUT; its length is not used */
    const char *list;           /* file of bits that cannot be noticed; NULL or a missing file:
                                 * none */
    bool (*progress)(void *arg, uint64_t done); /* called after each bit; false stops. May be
                                                 * NULL */
    void *progress_arg;

    /* Results. */
    size_t bits;                   /* number of inverted bits */
    struct assay_vacuity_bit *bit; /* unnoticed bits, in the order of the pins */
    size_t n;
    size_t unlisted; /* number of unnoticed bits that are not in the file */
};

/* All but DONE leave a message in `why`. */
enum assay_vacuity_end {
    ASSAY_VACUITY_DONE,
    ASSAY_VACUITY_FAILS, /* the run fails without an inverted bit */
    ASSAY_VACUITY_LIST,  /* something is wrong with the file */
    ASSAY_VACUITY_STOPPED,
    ASSAY_VACUITY_ERROR /* out of memory */
};
enum assay_vacuity_end assay_vacuity_run(struct assay_vacuity *v, char *why, size_t why_size);
void assay_vacuity_free(struct assay_vacuity *v);

/* Marks the unnoticed bits that v->list names, and counts the others, after all bits were tried;
 * `width` holds the widths of the block's ports. Part of assay_vacuity_run (vacuity_list.c). False
 * with FILE:LINE in `why`. */
bool assay_vacuity_read_list(struct assay_vacuity *v, const unsigned *width, char *why,
                             size_t why_size);

/* Set the number of bits that a run inverts. False if out of memory. */
bool assay_vacuity_bits(const struct assay_block *b, const struct assay_params *params, size_t *n);

/* "rsp_data[7:4], rsp_tag": the unnoticed bits that are, or are not, in the file. */
void assay_vacuity_names(const struct assay_vacuity *v, bool listed, struct assay_text *t);

#endif
