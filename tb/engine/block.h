/*
 * block.h - what the engine knows about a block: parameters, pins, golden model, scenarios,
 * coverage.
 *
 * tb/<block>/block.c fills one struct assay_block. The description in block.yaml and the golden
 * model are in the struct assay_model_block that it points to (api/model_block.h), which
 * assay-generate writes. Everything else (backends, reports, replay, regressions) works on these
 * structs and names no block.
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

/* How stimulus is shaped; each value is 0..100. */
struct assay_knobs {
    uint32_t stall;   /* share of the phases in which a stream stalls at all */
    uint32_t illegal; /* share of malformed requests */
    uint32_t corner;  /* share of corner operands */
    uint32_t resets;  /* 0: reset only at the start; else also at random moments */
};

struct assay_block;

struct assay_stim_env {
    const struct assay_params *params;
    uint64_t seed;
    struct assay_knobs knobs;
    void *user; /* data of a scenario that is not random */
    const struct assay_block *block;
    void *state; /* of the model, for blocks with hooks */
    bool shared; /* two designs take the transactions, each at its own time */
};

struct cJSON;

/*
 * A source of transactions. The engine keeps the streams' protocol (valid, hold, stalls); a
 * scenario only supplies the payloads.
 *
 *   begin    called once, on zeroed memory of ctx_size bytes
 *   next     write the next payload of a sink stream and return true, or return false if there is
 *            none now. It is asked again in a later cycle. Streams are asked in any interleaving.
 *   outputs  called in a cycle with a transfer, with the model's outputs; they stay valid while
 *            `observe` is called. May be NULL.
 *   observe  called for each transfer, of sinks and sources, after the cycle in which it happened.
 *            May be NULL.
 *   moves    called in a cycle without a transfer; true if the model's outputs show that work has
 *            finished or begun nevertheless, so that the silence is not a hang. Only at level
 *            `cycle`. NULL: only transfers count as progress.
 *   restart  the block was reset: transfers in flight are lost. NULL: no resets during this
 *            scenario.
 *   plain    drive the pins outside streams, in every cycle; it may also lower a source's ready.
 *            May be NULL.
 *   done     true ends the run. NULL: the run lasts for as many cycles as the caller asks for.
 *   failed   called after each transfer; true if the scenario's own oracle disagrees with the
 *            model's output. Ends the run as a failed check. NULL: no oracle.
 *   last     called once at the end of the run, with the model's outputs of the last cycle. May be
 *            NULL.
 *   report   print lines for the end of the summary: what was found, or how the oracle disagrees.
 *            May be NULL.
 *   json     the same for --json: add members to the run's object. May be NULL.
 *   end      release what begin allocated. May be NULL.
 */
struct assay_scenario {
    const char *name;
    const char *summary;
    struct assay_knobs knobs; /* used unless the command line sets others */
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
    bool searches;       /* spends its time on looking for stimulus, not on the design */
};

struct assay_program_choice {
    const char *path;
    const struct assay_params *params;
    bool as_written;        /* without the usual optimizations */
    uint32_t groups, warps; /* size of the launch; 0: not given */
    uint64_t hang;          /* cycles after which the program is taken not to end */
    const void *launch;     /* passed from a command to the block's own reader; NULL: nothing */
};

/*
 * For `assay run --program FILE`, with blocks that run programs.
 *
 *   read    read the file and return it as the scenario's user pointer; NULL with a message in
 *           `why`
 *   failed  called after the run; true with a message in `why` if the program itself went wrong
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

/* What the golden model predicts of the block, and so what is compared. */
enum assay_compare_level {
    ASSAY_COMPARE_CYCLE,     /* all outputs of each cycle: `step` */
    ASSAY_COMPARE_TRANSFERS, /* which transfers lead to which responses: `hooks` */
    ASSAY_COMPARE_NONE       /* nothing */
};

/* How a stream is judged at level `transfers`. All zero: transfers come in the order in which they
 * are expected, within the block's timeout. */
struct assay_stream_rules {
    uint32_t match, match_size; /* source: payload field that identifies a response when responses
                                 * come out of order; size 0: they come in order */
    uint64_t timeout;       /* cycles within which an expected transfer must come (transfers.h says
                             * which cycles count); 0: the block's timeout */
    bool unused;            /* a run passes even if nothing was compared on it */
    bool valid_never_waits; /* claims to raise valid without waiting for ready: checked */
    bool adapter;           /* no valid and ready pins: `drive` or `sample` makes its transfers */
    bool no_ready;          /* no back-pressure: ready is 1 in every cycle */
    bool always; /* a sink whose valid is the design's enable: it continues while the run drains */
    bool every_cycle;     /* it has a transfer in every cycle outside reset */
    uint32_t outstanding; /* sink: most transfers of its group that may be offered or awaiting
                           * responses, including the next one; 0: no limit */
    uint32_t group;       /* sinks with the same number share one limit; 0: a limit of its own */
    uint32_t join;        /* sinks with the same number reach the model together, through
                           * `on_join`; 0: separately */
};

/* How the random scenario drives an input outside streams, and when an output outside
 * streams is compared. */
enum assay_plain_drive {
    ASSAY_PLAIN_PER_CYCLE, /* a value that changes occasionally */
    ASSAY_PLAIN_PER_RUN,   /* one value from the first cycle to the last */
    ASSAY_PLAIN_CONSTANT   /* `low` */
};
struct assay_plain_rules {
    enum assay_plain_drive drive;
    uint64_t low, high; /* both 0: any value of the pin's width */
    uint32_t when;      /* output at level `transfers`: index of the port that is 1 in the cycles in
                         * which the output is compared; 0: never compared */
};

/* Called by a model for each transfer that it expects. A stream that is not a source, or a payload
 * with bits above the width of a field, ends the run. */
struct assay_emit;
void assay_emit(struct assay_emit *emit, unsigned stream, const void *payload);

/*
 * An untimed model. `init` is called on zeroed memory, at the start and at each reset.
 *
 *   on      a transfer on a sink was accepted: passes the responses, on any sources, to `emit`
 *   on_join every sink of a join has had one more transfer: gets their payloads, in the order of
 *           the table. NULL if there is no join.
 *   legal   may change a random payload of a sink; returns false to offer none now. May be NULL:
 *           all payloads are legal.
 *   accept  whether a payload is as good as the expected one. May be NULL: the bits must be equal.
 *   plain   drives the pins outside streams, before each cycle. May be NULL.
 *   drive   for a sink of kind `adapter`, in each cycle: sets pins of `in`. `payload` is the
 *           offered payload, or NULL. Returns whether it was taken. NULL if there is no such sink.
 *   sample  for a source of kind `adapter`, in each cycle: reads pins of `out`. Returns whether
 *           there was a transfer, whose payload it writes to `payload`. NULL if there is no such
 *           source.
 *   expect  writes the outputs outside streams that are compared now to `out`, which is zeroed
 *           before; called after the cycle's transfers. NULL if no output has a condition.
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

/* Replaces exit and similar functions in a model: ends the run as a crash does, but
 * not the program. */
_Noreturn void assay_model_exit(int status);

/* Version of this struct and of those it points to. Each compiled block records it; change it
 * whenever they change. */
enum { ASSAY_BLOCK_INTERFACE = 9 };
enum { ASSAY_RESET_CYCLES = 2 }; /* length of the first reset, unless the block sets its own */

struct assay_block {
    uint32_t interface; /* ASSAY_BLOCK_INTERFACE */
    uint32_t size;      /* bytes of this struct */

    const struct assay_model_block *model; /* name, parameters, pins, functions */

    const struct assay_scenario *scenarios; /* the first is the default */
    size_t n_scenarios;

    const struct assay_program *program; /* NULL: the block runs no programs */

    /* Functional coverage. `flow` covers the streams, whose handshakes the model counts. `groups`
     * are the block's own groups; `groups` and `cover` may be NULL. */
    const struct assay_cover_group *flow; /* NULL: the block has none */
    const struct assay_cover_group *groups;
    size_t n_groups;
    size_t cover_ctx_size;
    void (*cover_begin)(void *ctx, const struct assay_params *);
    /* Called in each cycle outside reset. */
    void (*cover)(void *ctx, struct assay_cover *db, const void *in, const void *out,
                  uint64_t transfers);
    /* The block is reset: transfers in flight are lost. May be NULL. */
    void (*cover_restart)(void *ctx);

    /* For shrinking a failing run: writes to `count` how many transfers on each sink stream belong
     * to a transfer of `payload` on the first stream of the table, including that one. Each stream
     * takes them in the order of the first stream's transfers. NULL: transfers are independent. */
    void (*needs)(const struct assay_params *, const void *payload, uint32_t *count);
    /* Also for shrinking: lists the transfers on sinks that write the memory contents of the
     * model's `state` into a block that was just reset; they replace the transfers that led to
     * that state. Each call returns one. *at is 0 for the first call and private to the function
     * afterwards. False: there are no more. Only at level `cycle`; NULL: there is no such
     * memory. */
    bool (*rewrite)(const void *state, size_t *at, unsigned *stream, void *payload);

    /* The block's headline figures for `assay bench`; may be NULL. Returns an enum assay_error,
     * with a message in `why`. */
    int (*figures)(struct assay_figures *f, char *why, size_t why_size);
    /* The block's plots for `assay bench --plots` and the report of a regression
     * (plot.h); as above. */
    int (*plots)(struct assay_plots *list, char *why, size_t why_size);

    enum assay_compare_level level;
    /* For level `transfers`: the model has no `step` or `steps`, and `init` is called
     * at each reset. */
    const struct assay_transfer_hooks *hooks;
    const struct assay_stream_rules *rules; /* one for each stream; NULL: all zero */
    uint64_t timeout;                       /* cycles; 0: ASSAY_DEFAULT_HANG */
    const struct assay_plain_rules *plain;  /* one for each port; NULL: all zero */
    /* The handshakes of up to 64 cycles, one bit per cycle: the valid of stream i is word 2i, its
     * ready word 2i + 1. Returns whether rst is high in any of the cycles. May be NULL. */
    bool (*pins)(const void *in, const void *out, size_t n, uint64_t *word);
    /* Length of the first reset, and of the shortest later one. 0: ASSAY_RESET_CYCLES for the
     * first, and one cycle for the shortest later one. */
    uint32_t reset_cycles;

    /* Corner values of the sinks' fields are counted as coverage (corners.h). For blocks without
     * groups of their own. */
    bool corners;
    /* The model may keep data outside `state`, so runs that must be identical get a process
     * each. */
    bool apart;

    const struct assay_block_folder *folder; /* attached.h; NULL: a built-in block */
};

/* The first members of a built-in block's struct: write ASSAY_BLOCK(dpas) inside its braces. */
#define ASSAY_BLOCK(name)                                                   \
    .interface = ASSAY_BLOCK_INTERFACE, .size = sizeof(struct assay_block), \
    .model = &assay_model_block_##name

/* Whether a loaded descriptor matches this program and is within the limits of api/model_block.h.
 * False with a message. */
bool assay_block_sound(const struct assay_block *b, char *why, size_t why_size);

/* All blocks, NULL-terminated: those of the tree (tb/blocks.c), then those added later. */
extern const struct assay_block *const *assay_blocks;
size_t assay_block_count(void);

const struct assay_block *assay_block_find(const char *name);
const struct assay_scenario *assay_scenario_find(const struct assay_block *b, const char *name);
/* For a name that the two functions above do not find. assay_block_unknown and
 * assay_scenario_unknown write the message (base/unknown.h) and return false. */
const char *assay_block_at(const void *blocks, size_t i); /* name of block i of an array like
                                                           * assay_blocks; NULL past its end */
bool assay_block_unknown(const char *name, char *why, size_t why_size);
bool assay_scenario_unknown(const struct assay_block *b, const char *name, char *why,
                            size_t why_size);
/* The page that specifies the block: model/<block>/README.md, or the block.yaml of an attached
 * block. The path can be opened from the working folder. Returns `path`. */
const char *assay_block_contract(const struct assay_block *b, char *path, size_t size);
/* Index of a stream; -1 if no stream has this name. */
int assay_stream_find(const struct assay_block *b, const char *name);
/* Name of a payload pin within its stream: "data" for src1_data. */
const char *assay_field_name(const struct assay_model_block *m, const struct assay_port *p);

/*
 * Reads a parameter choice. NULL or "" is the set `default`; a set's name is that set;
 * key=value,... starts from `default`, and SET,key=value,... from that set. False with a message in
 * `why` (unknown name, not a number, illegal combination).
 */
bool assay_params_parse(const struct assay_block *b, const char *text, struct assay_params *params,
                        char *why, size_t why_size);
/* "lanes=8,depth=4", in ASSAY_PARAMS_TEXT bytes */
void assay_params_print(const struct assay_block *b, const struct assay_params *params, char *text,
                        size_t size);
/* "dpas (lanes=8,depth=4)", in ASSAY_BLOCK_TEXT bytes; only the name if the block has
 * no parameters. */
void assay_block_print(const struct assay_block *b, const struct assay_params *params, char *text,
                       size_t size);
/* The set that a command uses by default: `smallest`, or `default` if the block has no such set. */
const char *assay_params_first(const struct assay_block *b);
/* Name of the set with these values, or NULL. */
const char *assay_params_set_name(const struct assay_block *b, const struct assay_params *params);

#endif
