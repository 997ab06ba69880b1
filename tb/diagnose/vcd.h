/*
 * vcd.h - the signals of a waveform as text (VCD), with all their changes.
 *
 * Made for what fst2vcd writes of the simulators' waveforms: one value a signal and time, bits from the most significant on, all of
 * them, each 0, 1, x or z.
 */
#ifndef ASSAY_VCD_H
#define ASSAY_VCD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct assay_vcd_change {
    uint64_t time;
    const char *value; /* bits, without zeros before them */
};

struct assay_vcd_signal {
    char *path; /* "top.u_a.x": scopes and name, with dots between */
    unsigned width;
    size_t value; /* index in values[]: signals that are the same wire have one */
};

struct assay_vcd {
    struct assay_vcd_signal *signal; /* by path */
    size_t n;
    struct assay_vcd_value {
        struct assay_vcd_change *change;
        size_t n, room;
    } * value;
    size_t n_values;
    uint64_t last; /* time */
    char *text;
};

/* Takes over `text`, which it changes. False when memory is out, or if it is no such text. */
bool assay_vcd_read(char *text, struct assay_vcd *v);
void assay_vcd_free(struct assay_vcd *v);

/* By its path; NULL if there is none. */
const struct assay_vcd_signal *assay_vcd_find(const struct assay_vcd *v, const char *path);

/* Its bits at a time; "" before the first change. */
const char *assay_vcd_at(const struct assay_vcd *v, const struct assay_vcd_signal *s,
                         uint64_t time);

#endif
