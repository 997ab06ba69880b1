/*
 * vcd.h - reads a waveform as text (VCD): its signals, with all their changes.
 *
 * Meant for what fst2vcd makes of the simulators' waveforms: one value per signal and time, all
 * bits, most significant first, each 0, 1, x or z.
 */
#ifndef ASSAY_VCD_H
#define ASSAY_VCD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct assay_vcd_change {
    uint64_t time;
    const char *value; /* bits, without leading zeros */
};

struct assay_vcd_signal {
    char *path; /* "top.u_a.x": scopes and name, separated by dots */
    unsigned width;
    size_t value; /* index in value[]; signals that are the same wire share one */
};

struct assay_vcd {
    struct assay_vcd_signal *signal; /* sorted by path */
    size_t n;
    struct assay_vcd_value {
        struct assay_vcd_change *change;
        size_t n, room;
    } * value;
    size_t n_values;
    uint64_t last; /* last time in the file */
    char *text;
};

/* Reads `text`, which it takes over and modifies. False if out of memory, or if the
 * text is not VCD. */
bool assay_vcd_read(char *text, struct assay_vcd *v);
void assay_vcd_free(struct assay_vcd *v);

/* The signal with this path; NULL if there is none. */
const struct assay_vcd_signal *assay_vcd_find(const struct assay_vcd *v, const char *path);
/* The first signal whose path begins with `start`; NULL if there is none. */
const struct assay_vcd_signal *assay_vcd_find_start(const struct assay_vcd *v, const char *start);

/* A signal's bits at a time; "" before its first change. */
const char *assay_vcd_at(const struct assay_vcd *v, const struct assay_vcd_signal *s,
                         uint64_t time);

#endif
