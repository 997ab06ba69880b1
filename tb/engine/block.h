/*
 * block.h - what the engine knows of a block: parameters, pins, golden model, scenarios, coverage.
 *
 * tb/<block>/block.c fills one struct assay_block. What block.yaml describes and the golden model are in
 * the struct assay_model_block that it points to (api/model_block.h), which assay-generate writes.
 * Everything else (backends, reports, replay, regressions) works on these and names no block.
 */
#ifndef ASSAY_BLOCK_H
#define ASSAY_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "api/model_block.h"
#include "base/rng.h"
#include "engine/cover_group.h"

struct assay_cover;

/* How stimulus is to be shaped; each 0..100. */
struct assay_knobs {
    uint32_t stall;   /* share of the phases in which a stream stalls at all */
    uint32_t illegal; /* share of malformed requests */
    uint32_t corner;  /* share of corner operands */
    uint32_t resets;  /* 0: reset at the start only; else also at random moments */
};

struct assay_block;

struct assay_stim_env {
    const struct assay_params *params;
    uint64_t seed;
    struct assay_knobs knobs;
    void *user; /* for scenarios that are not random: their data */
    const struct assay_block *block;
    void *state; /* of the model, for the hooks of a block that has them */
};

/*
 * A source of transactions. The engine keeps the streams' protocol (valid, hold, stalls); a scenario
 * only says what is sent.
 *
 *   begin    once, on zeroed memory of ctx_size bytes
 *   next     write the next payload of a sink stream and return true, or false when there is none
 *            now. It is asked again in a later cycle. Streams are asked in any interleaving.
 *   outputs  in a cycle with a transfer: the model's outputs, which stay where they are while `observe` is called. May be
 *            NULL.
 *   observe  each transfer, of sinks and sources, after the cycle in which it happened. May be NULL.
 *   moves    in a cycle without a transfer: true if the model's outputs show that something has come to an end or begun all
 *            the same, so that the silence is no hang. At level `cycle`. NULL: transfers alone count.
 *   restart  the block was reset: transfers under way are lost. NULL: no resets during this scenario.
 *   plain    drive the pins outside streams, every cycle; it may also take a source's ready back. May be NULL.
 *   done     true ends the run. NULL: as long as the caller asks for cycles.
 *   failed   asked after each transfer: true when the scenario's own oracle disagrees with what the
 *            model put out. Ends the run as a failed check. NULL: no oracle.
 *   last     the model's outputs of the last cycle, once, at the end of the run. May be NULL.
 *   report   lines for the end of the summary: what was found, or how the oracle disagrees. May be
 *            NULL.
 *   json     the same for --json: members of the run's object. May be NULL.
 *   end      release what begin took. May be NULL.
 */
struct cJSON;

struct assay_scenario {
    const char *name;
    const char *summary;
    struct assay_knobs knobs; /* used where the command line does not say otherwise */
    size_t ctx_size;
    void (*begin)(void *ctx, const struct assay_stim_env *env);
    bool (*next)(void *ctx, unsigned stream, void *payload);
    void (*outputs)(void *ctx, const void *out);
    void (*observe)(void *ctx, unsigned stream, const void *payload);
    bool (*moves)(const void *ctx, const void *out);
    void (*restart)(void *ctx);
    void (*plain)(void *ctx, void *in);
    bool (*done)(const void *ctx);
    bool (*failed)(const void *ctx);
    void (*last)(void *ctx, const void *out);
    void (*report)(const void *ctx, FILE *f);
    void (*json)(const void *ctx, struct cJSON *run);
    void (*end)(void *ctx);
    bool plain_at_start; /* `plain` is also called before the first cycle, which is in reset */
};

struct assay_program_choice {
    const char *path;
    const struct assay_params *params;
    bool as_written;        /* without what usually improves it */
    uint32_t groups, warps; /* to launch it with; 0: nothing is said */
    uint64_t hang;          /* cycles after which it is taken not to end */
    const void *launch;     /* what a command has for the block's own reader; NULL: nothing */
};

/*
 * For `assay run --program FILE`, with blocks that run programs.
 *
 *   read    what the file holds, as the scenario's user pointer; NULL with a message in `why`
 *   failed  after the run: true with a message in `why` when the program itself went wrong
 */
struct assay_program {
    const struct assay_scenario *scenario;
    void *(*read)(const struct assay_program_choice *c, char *why, size_t why_size);
    bool (*failed)(const void *program, char *why, size_t why_size);
    void (*free)(void *program);
};

struct assay_figures;
struct assay_plots;
struct assay_block_folder;

/* What the golden model says of the block, and so what is compared. */
enum assay_compare_level {
    ASSAY_COMPARE_CYCLE,     /* all outputs of each cycle: `step` */
    ASSAY_COMPARE_TRANSFERS, /* which transfers follow from which: `hooks` */
    ASSAY_COMPARE_NONE       /* nothing */
};

/* How a stream is judged at level `transfers`. All zero: transfers come in the order in which they
 * are expected, within the block's timeout. */
struct assay_stream_rules {
    uint32_t match,
        match_size;   /* a source's field in its payload whose value identifies a response,
                                 * if they come out of order; size 0: they come in order */
    uint64_t timeout; /* cycles in which an expected transfer has to come (transfers.h says which
                             * cycles count); 0: the block's */
    bool unused;      /* a run passes even if nothing was compared on it */
    bool valid_never_waits; /* a source claims to raise valid without waiting for ready: checked */
    bool adapter;           /* it has no valid and ready: `drive` or `sample` makes its transfers */
    bool no_ready;          /* it has no back-pressure: ready is 1 in every cycle */
    bool always; /* a sink whose valid is the enable of the design: it continues while the run
                       * drains */
    bool
        every_cycle; /* a sink that takes a payload in every cycle outside reset; a source that has one */
    uint32_t
        outstanding; /* of a sink: how many transfers of its group may be offered or wait for their
                             * responses, including the next one; 0: any */
    uint32_t group;  /* sinks with the same number share one limit; 0: a limit for each */
    uint32_t
        join; /* sinks with the same number reach the model together, by `on_join`; 0: separately */
};

/* How the random scenario drives an input outside streams, and when an output outside streams is compared. */
enum assay_plain_drive {
    ASSAY_PLAIN_PER_CYCLE, /* a value that changes occasionally */
    ASSAY_PLAIN_PER_RUN,   /* one value from the first cycle to the last */
    ASSAY_PLAIN_CONSTANT   /* `low` */
};
struct assay_plain_rules {
    enum assay_plain_drive drive;
    uint64_t low, high; /* both 0: any value of the pin's width */
    uint32_t
        when; /* of an output at level `transfers`: the port that is 1 in the cycles in which it is
                    * compared; 0: it is not */
};

/* Takes the transfers that a model expects. A stream that is not a source, or a payload with bits above
 * the width of a field, ends the run. */
struct assay_emit;
void assay_emit(struct assay_emit *emit, unsigned stream, const void *payload);

/*
 * An untimed model. `init` is called on zeroed memory, at the start and at each reset.
 *
 *   on      a transfer on a sink was accepted: passes its responses to `emit`, for any source streams
 *   on_join all sinks of a join have had one more transfer: their payloads, in the order of the table. NULL if
 *           there is no join.
 *   legal   may change a random payload of a sink; returns false to offer none now. May be NULL: all are legal.
 *   accept  whether a payload is as good as the expected one. May be NULL: equal bits.
 *   plain   drives the pins outside streams, before each cycle. May be NULL.
 *   drive   for a sink of kind `adapter`, in each cycle: sets pins of `in`. `payload` is the offered payload,
 *           or NULL. Returns whether it was taken. NULL if there is no such sink.
 *   sample  for a source of kind `adapter`, in each cycle: reads pins of `out`. Returns whether there was a
 *           transfer, which it writes to `payload`. NULL if there is no such source.
 *   expect  writes the outputs outside streams that are compared now, after the transfers of the cycle, to
 *           `out`, which is zero before. NULL if no output has a condition.
 */
struct assay_transfer_hooks {
    void (*on)(void *state, unsigned stream, const void *payload, struct assay_emit *emit);
    void (*on_join)(void *state, unsigned join, const void *const *payload,
                    struct assay_emit *emit);
    bool (*legal)(const void *state, unsigned stream, void *payload);
    bool (*accept)(const void *state, unsigned stream, const void *expected, const void *actual);
    void (*plain)(void *state, void *in);
    bool (*drive)(void *state, unsigned stream, const void *payload, void *in);
    bool (*sample)(void *state, unsigned stream, const void *out, void *payload);
    void (*expect)(const void *state, void *out);
};

/* Replaces exit and similar functions in a model: the run ends, as after a crash, but not the program. */
_Noreturn void assay_model_exit(int status);

/* Version of this struct and those it points to. Each compiled block has it; change it with them. */
enum { ASSAY_BLOCK_INTERFACE = 8 };

struct assay_block {
    uint32_t interface; /* ASSAY_BLOCK_INTERFACE */
    uint32_t size;      /* of this struct */

    const struct assay_model_block *model; /* name, parameters, pins, functions */

    const struct assay_scenario *scenarios; /* the first is the default */
    size_t n_scenarios;

    const struct assay_program *program; /* NULL: it runs no programs */

    /* Functional coverage. `flow` is that of the streams, whose handshakes the model counts. `groups` are the
     * block's own groups; it and `cover` may be NULL. */
    const struct assay_cover_group *flow; /* NULL: it has none */
    const struct assay_cover_group *groups;
    size_t n_groups;
    size_t cover_ctx_size;
    void (*cover_begin)(void *ctx, const struct assay_params *);
    /* Each cycle outside reset. */
    void (*cover)(void *ctx, struct assay_cover *db, const void *in, const void *out,
                  uint64_t transfers);
    /* The block is reset: transfers under way are lost. May be NULL. */
    void (*cover_restart)(void *ctx);

    /* For shrinking a failing run: how many transfers on each sink stream belong to a transfer of
     * `payload` on the first stream of the table, that one included. A stream takes them in the order
     * of the first stream's. NULL: transfers are independent. */
    void (*needs)(const struct assay_params *, const void *payload, uint32_t *count);
    /* Also for shrinking: transfers on sinks that write the memory contents of the model's `state` into a block that was just reset,
     * to replace the transfers that led there. Each call returns one; *at is 0 for the first call, and then private to the
     * function; false: there are no more. At level `cycle`; NULL: there is no such memory. */
    bool (*rewrite)(const void *state, size_t *at, unsigned *stream, void *payload);

    /* The block's headline figures for `assay bench`; may be NULL. An enum assay_error, with a message
     * in `why`. */
    int (*figures)(struct assay_figures *f, char *why, size_t why_size);
    /* Its curves and bars for `assay bench --plots` and the report of a regression (plot.h); as above. */
    int (*plots)(struct assay_plots *list, char *why, size_t why_size);

    enum assay_compare_level level;
    /* For level `transfers`: the model has no `step` and `steps`, and `init` is called at each reset. */
    const struct assay_transfer_hooks *hooks;
    const struct assay_stream_rules *rules; /* one for each stream; NULL: all zero */
    uint64_t timeout;                       /* cycles; 0: ASSAY_DEFAULT_HANG */
    const struct assay_plain_rules *plain;  /* one for each port; NULL: all zero */
    /* The handshakes of at most 64 cycles, one bit for each: of stream i its valid in word[2 * i] and its
     * ready in word[2 * i + 1]. Returns whether rst is high in one of them. May be NULL. */
    bool (*pins)(const void *in, const void *out, size_t n, uint64_t *word);
    uint32_t
        reset_cycles; /* that rst is high, at the start and at each later reset; 0: ASSAY_RESET_CYCLES */

    /* Corner values of the sinks' fields are counted as coverage (corners.h): for a block without groups
     * of its own. */
    bool corners;
    /* The model may keep data outside `state`. Runs that must be identical get a process each. */
    bool apart;

    const struct assay_block_folder *folder; /* attached.h; NULL: a built-in block */
};

/* The begin of a built-in block: ASSAY_BLOCK(dpas), in the braces of its struct. */
#define ASSAY_BLOCK(name)                                                   \
    .interface = ASSAY_BLOCK_INTERFACE, .size = sizeof(struct assay_block), \
    .model = &assay_model_block_##name

/* Whether a loaded descriptor matches this program, and is within the limits of
 * api/model_block.h. False with a message. */
bool assay_block_sound(const struct assay_block *b, char *why, size_t why_size);

/* All blocks, NULL-terminated: those of the tree (tb/blocks.c), and what has been added. */
extern const struct assay_block *const *assay_blocks;

const struct assay_block *assay_block_find(const char *name);
const struct assay_scenario *assay_scenario_find(const struct assay_block *b, const char *name);
/* What is said of a name that these do not find (base/unknown.h). Return false. */
const char *assay_block_at(const void *blocks, size_t i); /* of an array like assay_blocks */
bool assay_block_unknown(const char *name, char *why, size_t why_size);
bool assay_scenario_unknown(const struct assay_block *b, const char *name, char *why,
                            size_t why_size);
/* The page that says what the block has to do, model/<block>/README.md or the block.yaml of an attached one, as a path to open from the
 * working folder. Returns `path`. */
const char *assay_block_contract(const struct assay_block *b, char *path, size_t size);
/* Index of a stream; -1 if there is none of the name. */
int assay_stream_find(const struct assay_block *b, const char *name);

/*
 * Read a parameter choice: NULL or "" is the set `default`, a set's name is that set, key=value,...
 * starts from `default`, and SET,key=value,... from that set. Returns false with a message in `why` (unknown name, not a
 * number, illegal combination).
 */
bool assay_params_parse(const struct assay_block *b, const char *text, struct assay_params *params,
                        char *why, size_t why_size);
/* "lanes=8,depth=4", in ASSAY_PARAMS_TEXT bytes */
void assay_params_print(const struct assay_block *b, const struct assay_params *params, char *text,
                        size_t size);
/* "dpas (lanes=8,depth=4)", in ASSAY_BLOCK_TEXT bytes; the name alone of a block without parameters. */
void assay_block_print(const struct assay_block *b, const struct assay_params *params, char *text,
                       size_t size);
/* The set that a command takes unless told another: `smallest`, or `default` of a block that has none. */
const char *assay_params_first(const struct assay_block *b);
/* Name of the set with these values, or NULL. */
const char *assay_params_set_name(const struct assay_block *b, const struct assay_params *params);

#endif
