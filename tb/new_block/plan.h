/* plan.h - what new-block takes a design for: the part that each port plays. */
#ifndef ASSAY_NEW_PLAN_H
#define ASSAY_NEW_PLAN_H

#include "describe/describe.h"
#include "new_block/design.h"

enum { ASSAY_NEW_NONE = -1, ASSAY_NEW_WIDTH = 320 };

enum assay_new_role {
    ASSAY_NEW_PLAIN,
    ASSAY_NEW_CLOCK,
    ASSAY_NEW_RESET,
    ASSAY_NEW_IDLE, /* a plain input that is held at a value: a second reset, a test mode */
    ASSAY_NEW_VALID,
    ASSAY_NEW_READY,
    ASSAY_NEW_FIELD,
    ASSAY_NEW_DRIVEN /* an input that is high with the valid of its stream */
};

struct assay_new_pin {
    const struct assay_rtl_port *port;
    enum assay_new_role role;
    char base[ASSAY_NEW_NAME];  /* its name without what says its direction: i_, _o, _in */
    char lower[ASSAY_NEW_NAME]; /* the same in lower case */
    char name[ASSAY_NEW_NAME];  /* in block.yaml, of a field or a plain pin */
    char width[ASSAY_NEW_WIDTH];
    const char *width_note; /* NULL, or why the width is no expression */
    int stream;             /* of a field, or of one that is driven */
    bool high;              /* the value of an idle one */
};

struct assay_new_stream {
    char name[ASSAY_NEW_NAME];
    char before[ASSAY_NEW_NAME],
        after[ASSAY_NEW_NAME]; /* what its pins' names have around their own, in lower case */
    bool sink, pull;
    int valid, ready; /* pins; ASSAY_NEW_NONE: none */
    bool inverted;    /* the pin that the design drives of the two says the opposite: full, empty */
    bool fifo;
    bool start;       /* a sink whose valid is a pulse: only when its ready is high */
    bool alone;       /* a sink that takes the next when the one before is answered */
    bool rises;       /* a source whose transfers are the rising edges of its valid */
    bool always;      /* each enabled cycle is a transfer */
    bool never_waits; /* a source of a bus whose valid must not wait for ready */
    const char *word; /* NULL, or the word of its valid, which belongs to its name: start, done */
    const char *sign; /* what the names of its pins are known from */
};

struct assay_new_plan {
    const struct assay_new_design *design;
    struct assay_new_pin *pin; /* in the order of the ports */
    size_t n_pins;
    struct assay_new_stream *stream;
    size_t n_streams;

    enum assay_describe_level level;
    bool level_given, clock_given, reset_given;
    bool
        every_cycle; /* the model is to say all outputs in each cycle: no stream of starts and dones */
    int reset;       /* pin; ASSAY_NEW_NONE: none */
    bool low, async, confirmed;
    char *
        held; /* bits of all outputs while in reset, '0', '1' or 'x', in their order, highest first; NULL: not known */
};

/* The pins of a design, all of them plain. False when memory is out. */
bool assay_new_plan_begin(struct assay_new_plan *p, const struct assay_new_design *d);
void assay_new_plan_free(struct assay_new_plan *p);

/* Whether an input is a test mode, a flush or the like by its name. */
bool assay_new_is_idle(const struct assay_new_pin *pin);

/* The pin of a name; ASSAY_NEW_NONE if there is none. */
int assay_new_pin_find(const struct assay_new_plan *p, const char *name);

/* Whether a pin that belongs to nothing yet is one bit of a direction. */
bool assay_new_is_bit(const struct assay_new_pin *pin, enum assay_rtl_direction direction);

/* A stream of two pins, ASSAY_NEW_NONE where there is none, which belong to it then. NULL when memory is out. */
struct assay_new_stream *assay_new_stream_add(struct assay_new_plan *p, int valid, int ready);

/* Find clocks and resets by edges and names; where there is none, p says so. */
void assay_new_find_clocks(struct assay_new_plan *p);
void assay_new_find_reset(struct assay_new_plan *p);
/* Whether a name that is a reset's says that it is active low: rst_n, aresetn, nreset, resetb. */
bool assay_new_is_low(const char *lower);

/* Find streams among the plain pins. False when memory is out. */
bool assay_new_find_streams(struct assay_new_plan *p);
/* Those of a pipeline without a handshake, if there are none: all inputs, and all outputs. False when memory is out. */
bool assay_new_find_pipeline(struct assay_new_plan *p);
/* Then give the rest their names, and hold what is a second reset or a test mode. */
void assay_new_name_pins(struct assay_new_plan *p);

#endif
