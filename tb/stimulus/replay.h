/*
 * replay.h - a run kept in a file, to be run again on any backend.
 *
 * Format, version 1: text, in lines, the header first and in this order. A run that a scenario makes:
 *
 *     assay-replay 1
 *     kind random                what follows is seed and options; the scenario makes the stimulus
 *     block dpas
 *     folder ../fifo             only for a block from a folder: that one, see below
 *     content 32 digits          of its description and model, likewise
 *     params lanes=8,depth=4
 *     scenario random
 *     seed 1
 *     cycles 81234               length of the run: up to and including the last cycle of interest
 *     knobs stall=50,illegal=5,corner=30,resets=1
 *     hang 500                   cycles without a transfer that make a hang; only where it is not what any such file means
 *                                without it, see assay_replay_hang
 *     rtl ../my/dpas.f           only for RTL of a user's
 *     fault sign                 only for a run on a planted fault
 *     backend icarus             what it ran on, unless that is verilator; it runs there again unless another is asked for
 *     against old.f              only for a comparison with other RTL, named like `rtl`
 *     level transfers            how it was compared, likewise; cycle or transfers
 *     sides 32 digits 32 digits  of the text of the RTL and of the other RTL, likewise
 *     note mismatch at cycle 81233, port dst_data      what it showed; for the reader
 *     sha256 64 digits           of everything above this line
 *
 * A run written out as transactions (lockstep/script.h has the rules):
 *
 *     assay-replay 1
 *     kind transactions
 *     block dpas
 *     params lanes=8,depth=4
 *     cycles 48
 *     hang 500                   as above, and likewise the lines from there to the note
 *     note two commands by hand
 *     ready dst 1x35 0x3 1x-                     35 cycles of 1, three of 0, then 1 to the end
 *     plain enable 12 1                          a pin outside streams: cycle, value from there on
 *     reset 0 2                                  cycle, length; the first is at cycle 0
 *     cmd 0 src1_type=4 sd=1 rc=1 exec_size=8    stream, gap, fields in hexadecimal
 *     src1 0 data=100000002
 *     src2 3
 *     sha256 none
 *
 * A gap counts the cycles from when the stream is free until valid rises. Fields that are left out are
 * 0; digits may be parted by `_` and come most significant first. A stream without `ready` line is
 * always ready. An item belongs to the reset above it, and is dropped by the next. Within that, lines
 * of different streams may stand in any order; the items of one stream are in theirs. At level `cycle` the run is over after
 * its cycles: what cannot begin before, be it an item, a reset, a value of a pin or a run of a ready, is refused. Everywhere below the first line empty lines and lines that begin with # are skipped, and in
 * the lines after the header the rest of a line from # on.
 *
 * Names of files and folders are seen from the folder of the replay file, so that a folder that holds both can be moved or
 * sent. A name is absolute only where nothing but the root of the file system holds both.
 *
 * The folder of a block is looked for where the file says, else beside the replay file by the block's name, else it is the folder that the replay
 * file is in. If the block's content is another than when the file was written, a line on standard error says so.
 *
 * The last line is the checksum. A file of another version, cut short or edited is refused. To write
 * or edit one by hand, make that line `sha256 none`: the contents are then taken as they are.
 */
#ifndef ASSAY_REPLAY_H
#define ASSAY_REPLAY_H

#include "base/digest.h"
#include "base/error.h"
#include "engine/lockstep.h"
#include "stimulus/script.h"

enum {
    ASSAY_REPLAY_VERSION = 1,
    ASSAY_REPLAY_TEXT = 512,
    ASSAY_REPLAY_PATH = 4096,
    ASSAY_REPLAY_SIZE = 64 << 20
};

struct assay_replay {
    const struct assay_block *block;
    struct assay_params params;
    char params_text[ASSAY_PARAMS_TEXT];
    uint64_t cycles;
    uint64_t hang;                 /* 0: the file does not say */
    char rtl[ASSAY_REPLAY_PATH];   /* for this process to open; "" for the project's own */
    char fault[ASSAY_REPLAY_TEXT]; /* "" for none */
    char backend[32];              /* "" for verilator */
    /* Of a comparison with other RTL: that, how, and the keys of both; "" for none. */
    char against[ASSAY_REPLAY_PATH], level[16], sides[2][ASSAY_KEY_SIZE];
    unsigned rtl_line, against_line; /* of the file where they stand */
    char note[ASSAY_REPLAY_TEXT];    /* "" if there is none */

    /* kind random */
    const struct assay_scenario *scenario;
    struct assay_knobs knobs;
    uint64_t seed;

    /* kind transactions; the scenario is then assay_script_scenario */
    bool transactions;
    struct assay_script script;
};

/* What a run was made on; members and the pointer to it may be NULL. */
struct assay_replay_origin {
    const char *rtl, *fault;
    const char *against, *level, *sides[2]; /* a comparison with other RTL: all, or none of them */
    const char *backend;
    uint64_t hang; /* from assay_replay_hang_line */
};

/* Describe a run that ended. The file appears whole or not at all. False with a message in `why`. */
bool assay_replay_save(const struct assay_lockstep *ls, const struct assay_replay_origin *origin,
                       const char *path, char *why, size_t why_size);

/* The same for a script; `note` may be NULL. */
bool assay_replay_save_script(const struct assay_script *s,
                              const struct assay_replay_origin *origin, const char *note,
                              const char *path, char *why, size_t why_size);

/* ASSAY_BAD_INPUT with `FILE:LINE: what is wrong: what was expected` in `why`, or ASSAY_ENVIRONMENT; then nothing need be
 * freed. */
enum assay_error assay_replay_load(struct assay_replay *r, const char *path, char *why,
                                   size_t why_size);
void assay_replay_free(struct assay_replay *r);

/* Whether the RTL of the file `path` is there: `rtl` whether its own is used, which may be replaced. False with
 * `FILE:LINE: NAME: what is wrong` in `why`. */
bool assay_replay_has_rtl(const struct assay_replay *r, const char *path, bool rtl, char *why,
                          size_t why_size);

/* assay_config.hang of the run. Where the file does not say, transactions at level `cycle` never hang: they themselves say how long
 * silence lasts. At the other levels the design has its timeout then, as in any run. */
uint64_t assay_replay_hang(const struct assay_replay *r);
/* The limit that a file of a run of block `b`, of kind transactions or random, has to say where the run had `hang`, as in
 * assay_config; 0: none, because the file means it without saying it. */
uint64_t assay_replay_hang_line(const struct assay_block *b, bool transactions, uint64_t hang);
/* The run that a file describes, on the model alone: the caller sets what is missing. Points into `r`. */
void assay_replay_config(const struct assay_replay *r, struct assay_config *c);

#endif
