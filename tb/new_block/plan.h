/* plan.h - new-block's interpretation of a design: the role of each port. */
#ifndef ASSAY_NEW_PLAN_H
#define ASSAY_NEW_PLAN_H

#include "describe/describe.h"
#include "new_block/design.h"

enum { ASSAY_NEW_NONE = -1, ASSAY_NEW_WIDTH = 320 };

enum assay_new_role {
    ASSAY_NEW_PLAIN,
    ASSAY_NEW_CLOCK,
    ASSAY_NEW_RESET,
    ASSAY_NEW_IDLE, /* a plain input held at a constant value: a second reset, a test mode */
    ASSAY_NEW_VALID,
    ASSAY_NEW_READY,
    ASSAY_NEW_FIELD,
    ASSAY_NEW_DRIVEN /* an input that is high together with the valid of its stream */
};

struct assay_new_pin {
    const struct assay_rtl_port *port;
    enum assay_new_role role;
    char base[ASSAY_NEW_NAME]; /* its name without the part that tells its direction: i_, _o, _in */
    char lower[ASSAY_NEW_NAME]; /* `base` in lower case */
    char name[ASSAY_NEW_NAME];  /* the name of a field or plain pin in block.yaml */
    char width[ASSAY_NEW_WIDTH];
    const char *width_note; /* why the width is not an expression; NULL: it is */
    int stream;             /* for ASSAY_NEW_FIELD and ASSAY_NEW_DRIVEN */
    bool high;              /* the value of an idle pin */
};

struct assay_new_stream {
    char name[ASSAY_NEW_NAME];
    /* The parts of its pins' names before and after their own words, in lower case. */
    char before[ASSAY_NEW_NAME], after[ASSAY_NEW_NAME];
    bool sink, pull;
    int valid, ready; /* pin indices or ASSAY_NEW_NONE */
    bool inverted;    /* the one of these pins that the design drives is inverted: full, empty */
    bool fifo;
    bool start;       /* a sink whose valid is a pulse, only allowed while its ready is high */
    bool alone;       /* a sink that accepts the next transfer once the previous one is answered */
    bool rises;       /* a source whose transfers are the rising edges of its valid */
    bool always;      /* every enabled cycle is a transfer */
    bool never_waits; /* a source of a bus, whose valid must not wait for ready */
    const char *word; /* the word of its valid if that is part of its name (start, done), or NULL */
    const char *sign; /* the evidence for the stream in the names of its pins */
};

struct assay_new_plan {
    const struct assay_new_design *design;
    struct assay_new_pin *pin; /* in port order */
    size_t n_pins;
    struct assay_new_stream *stream;
    size_t n_streams;

    enum assay_describe_level level;
    bool level_given, clock_given, reset_given;
    bool every_cycle; /* the model has to give all outputs in each cycle; no starts and dones */
    int reset;        /* pin index or ASSAY_NEW_NONE */
    bool low, async, confirmed;
    /* All output bits while in reset, '0', '1' or 'x',
     * in port order, highest first; NULL: unknown. */
    char *held;
};

/* Starts a plan in which all pins of a design are plain. Returns false if out of memory. */
bool assay_new_plan_begin(struct assay_new_plan *p, const struct assay_new_design *d);
void assay_new_plan_free(struct assay_new_plan *p);

/* Whether the name of an input is that of a test mode, a flush or the like. */
bool assay_new_is_idle(const struct assay_new_pin *pin);

/* Returns the index of the pin with that name, or ASSAY_NEW_NONE. */
int assay_new_pin_find(const struct assay_new_plan *p, const char *name);

/* Whether a pin is still plain, one bit wide, and has the given direction. */
bool assay_new_is_bit(const struct assay_new_pin *pin, enum assay_rtl_direction direction);

/* Adds a stream and assigns its two pins to it;
 * either may be ASSAY_NEW_NONE. Returns NULL if out of memory. */
struct assay_new_stream *assay_new_stream_add(struct assay_new_plan *p, int valid, int ready);

/* Find the clocks and the reset by edges and names. If there are none, the plan is left without. */
void assay_new_find_clocks(struct assay_new_plan *p);
void assay_new_find_reset(struct assay_new_plan *p);
/* Whether the name of a reset says that it is active low: rst_n, aresetn, nreset, resetb. */
bool assay_new_is_low(const char *lower);

/* Finds streams among the plain pins. Returns false if out of memory. */
bool assay_new_find_streams(struct assay_new_plan *p);
/* If no streams were found, finds those of a pipeline without a handshake: all inputs, and all
 * outputs. Returns false if out of memory. */
bool assay_new_find_pipeline(struct assay_new_plan *p);
/* Finally names the remaining pins, and holds second resets and test modes constant. */
void assay_new_name_pins(struct assay_new_plan *p);

#endif
