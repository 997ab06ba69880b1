/*
 * vacuity.h - which output bits no comparison looks at.
 *
 * Each output bit of a DUT is inverted in turn, in every cycle of a run that otherwise passes. A bit with
 * which the run passes still is not noticed: a real fault in it would not be either. Runs are short; a bit
 * that goes unnoticed is tried in longer ones before it is listed.
 *
 * A file may list bits that cannot be noticed, with the reason. Lines are `PIN REASON`, `PIN[BIT] REASON` or
 * `PIN[HIGH:LOW] REASON`; # begins a comment. A line of which every bit is noticed is wrong.
 */
#ifndef ASSAY_VACUITY_H
#define ASSAY_VACUITY_H

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
    struct assay_config config; /* a run, DUT included; its length is not used */
    const char *list;           /* file of bits that cannot be noticed; NULL, or not there: none */
    bool (*progress)(void *arg, uint64_t done); /* after each bit; false stops. May be NULL */
    void *progress_arg;

    /* What came out. */
    size_t bits;                   /* that were inverted */
    struct assay_vacuity_bit *bit; /* those that were not noticed, in the order of the pins */
    size_t n;
    size_t unlisted; /* how many of them are not in the file */
    bool stopped;    /* by progress */
};

/* Anything but DONE comes with a message in `why`. */
enum assay_vacuity_end {
    ASSAY_VACUITY_DONE,
    ASSAY_VACUITY_FAILS, /* the run fails as it is */
    ASSAY_VACUITY_LIST,  /* something is wrong with the file */
    ASSAY_VACUITY_STOPPED,
    ASSAY_VACUITY_ERROR /* memory */
};
enum assay_vacuity_end assay_vacuity_run(struct assay_vacuity *v, char *why, size_t why_size);
void assay_vacuity_free(struct assay_vacuity *v);

/* Mark the bits of a run that ended which v->list names, and count the others; `width` is of the block's
 * ports. Part of assay_vacuity_run (vacuity_list.c). False with FILE:LINE in `why`. */
bool assay_vacuity_read_list(struct assay_vacuity *v, const unsigned *width, char *why,
                             size_t why_size);

/* How many bits a run inverts. */
size_t assay_vacuity_bits(const struct assay_block *b, const struct assay_params *params);

/* "rsp_data[7:4], rsp_tag": the unnoticed bits that are, or are not, in the file. */
void assay_vacuity_names(const struct assay_vacuity *v, bool listed, struct assay_text *t);

#endif
