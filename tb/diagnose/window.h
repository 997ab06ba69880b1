/*
 * window.h - what a picture of a failure shows: the last cycles up to the failing one, and the
 * signals in the order in which they are drawn. Common to the text and the SVG picture.
 */
#ifndef ASSAY_WINDOW_H
#define ASSAY_WINDOW_H

#include "engine/lockstep.h"
#include "engine/value.h"

enum {
    ASSAY_WINDOW_PARTS = 4, /* most words drawn of a wide output */
    ASSAY_WINDOW_LABEL = 64,
};

/* A signal, or 32 bits of a wide signal. */
struct assay_window_row {
    const struct assay_port *port;
    unsigned low, width; /* the bits that are drawn */
    bool part;           /* only some bits of the port */
    /* Draw the actual value on a line of its own below the expected one: somewhere in the window it
     * differs, is X where a value is expected, or is valid where it should not be. */
    bool pair;
    unsigned more; /* number of other words of the port that differ */
};

/* A stream, or the pins outside streams. */
struct assay_window_group {
    int stream; /* -1: pins outside streams */
    enum { ASSAY_GROUP_DIFFERS, ASSAY_GROUP_PLAIN, ASSAY_GROUP_ACTIVE, ASSAY_GROUP_QUIET } kind;
    size_t first, n; /* rows */
    bool drawn;      /* false: there was no room */
};

struct assay_window {
    const struct assay_lockstep *ls;
    const struct assay_block *block;
    unsigned width[ASSAY_MAX_PORTS];
    uint64_t first; /* cycle of column 0 */
    unsigned n;     /* columns */
    uint64_t fail;  /* the failing cycle: the last column */
    bool failed;    /* false: nothing is wrong in it, it is just the last cycle */
    struct assay_window_group group[ASSAY_MAX_STREAMS + 1];
    size_t n_groups;
    struct assay_window_row row[ASSAY_MAX_PORTS * ASSAY_WINDOW_PARTS];
    size_t n_rows;
};

/* A row in one cycle. The bits are those of the row, from bit 0 of the words on. */
struct assay_window_cell {
    uint32_t expected[ASSAY_VALUE_WORDS]; /* for an input: its value */
    uint32_t actual[ASSAY_VALUE_WORDS];   /* 0 where unknown */
    uint32_t unknown[ASSAY_VALUE_WORDS];  /* X or Z in the DUT, compared or not */
    uint32_t differ[ASSAY_VALUE_WORDS];   /* under the care mask */
    bool shown, actual_shown;             /* payload without valid is not shown, unless it is X */
    bool unasked;                         /* payload under a valid that is high only in the DUT */
    bool differs, has_unknown;
};

/* Shows at most `cycles` cycles; only the differing words of ports that have more than `digits`
 * digits. False if no cycle is kept. */
bool assay_window_open(struct assay_window *w, const struct assay_lockstep *ls, unsigned cycles,
                       unsigned digits);

/* Selects groups until `lines` lines are used: one for each group's name and each row,
 * and `pair_lines` more for a pair. Streams with a difference and pins outside streams
 * are always selected. */
void assay_window_fit(struct assay_window *w, unsigned lines, unsigned pair_lines);

/* Writes the groups that were left out, and their number of signals: "src1, src2 (6 signals)".
 * False if there are none. */
bool assay_window_left_out(const struct assay_window *w, char *text, size_t size);

void assay_window_cell(const struct assay_window *w, const struct assay_window_row *row,
                       unsigned column, struct assay_window_cell *c);

/* The level of a cell as a wave; for values wider than one bit it only tells whether
 * there is a value. */
enum assay_level { ASSAY_LEVEL_LOW, ASSAY_LEVEL_HIGH, ASSAY_LEVEL_X, ASSAY_LEVEL_ABSENT };
enum assay_level assay_window_level(const struct assay_window_cell *c, bool actual);

/* Single bits are drawn as waves, others as hexadecimal values. */
static inline bool assay_window_is_wave(const struct assay_window_row *row)
{
    return row->width == 1 && !row->part;
}

const char *assay_window_group_name(const struct assay_window *w,
                                    const struct assay_window_group *g);

/* "dst_tag", "dst_data[63:32]" */
void assay_window_label(const struct assay_window_row *row, char label[ASSAY_WINDOW_LABEL]);

/* The length of the longest label that a row of the block can have. */
size_t assay_window_label_max(const struct assay_block *b, const struct assay_params *params);

/* Writes a value in at most `digits` characters, which is at least 5: "12345678", or its ends,
 * "12..78"; "12.x78" if the digits left out contain an x. */
void assay_window_text(const struct assay_window_row *row, const uint32_t *value,
                       const uint32_t *unknown, unsigned digits, char text[ASSAY_VALUE_TEXT]);

#endif
