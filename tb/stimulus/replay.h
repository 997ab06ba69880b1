/*
 * replay.h - a run kept in a file, to be run again on any backend.
 *
 * Format, version 1: lines of text, with the header first and its lines in this order. A run that a
 * scenario generates:
 *
 *     assay-replay 1
 *     kind random                seed and options follow; the scenario generates the stimulus
 *     block dpas
 *     folder ../fifo             only for an attached block: its folder, see below
 *     content 32 digits          likewise: key of its description and model
 *     params lanes=8,depth=4
 *     scenario random
 *     seed 1
 *     cycles 81234               length of the run, up to and including the last cycle of interest
 *     knobs stall=50,illegal=5,corner=30,resets=1
 *     hang 500                   cycles without a transfer that count as a hang; only if
 *                                not the default, see assay_replay_hang
 *     rtl ../my/dpas.f           only for a user's own RTL
 *     fault sign                 only for a run on a planted fault
 *     backend icarus             of the run, if not verilator; a replay uses it unless
 *                                told otherwise
 *     against old.f              only for a comparison with other RTL: a name like `rtl`
 *     level transfers            likewise: the level of the comparison, cycle or transfers
 *     sides 32 digits 32 digits  likewise: keys of the text of the RTL and of the other RTL
 *     note mismatch at cycle 81233, port dst_data      the outcome, for the reader
 *     sha256 64 digits           checksum of everything above this line
 *
 * A run written out as transactions (stimulus/script.h has the rules):
 *
 *     assay-replay 1
 *     kind transactions
 *     block dpas
 *     params lanes=8,depth=4
 *     cycles 48
 *     hang 500                   as above, and so are the lines from here to the note
 *     note two commands by hand
 *     ready dst 1x35 0x3 1x-                     35 cycles of 1, three of 0, then 1 to the end
 *     plain enable 12 1                          a pin outside streams: cycle, value from then on
 *     reset 0 2                                  cycle, length; the first is at cycle 0
 *     cmd 0 src1_type=4 sd=1 rc=1 exec_size=8    stream, gap, fields in hexadecimal
 *     src1 0 data=100000002
 *     src2 3
 *     sha256 none
 *
 * A gap is the number of cycles from when the stream becomes free until valid rises. Omitted fields
 * are 0. Digits come most significant first and may be separated by `_`. A stream without a `ready`
 * line is always ready. An item belongs to the reset above it and is dropped by the next one.
 * Between two resets the lines of different streams may come in any order, but the items of one
 * stream must be in order. At level `cycle` the run ends after its cycles, so an item, a reset, a
 * pin value or a ready run that cannot begin before then is refused. Below the first line, empty
 * lines and lines that begin with # are skipped; below the header, so is the rest of any line from
 * a # on.
 *
 * File and folder names are relative to the folder of the replay file, so that a folder containing
 * both can be moved or sent. A name is absolute only if the two have nothing but the root of the
 * file system in common.
 *
 * The folder of a block is searched for where the file says, then next to the replay file under the
 * block's name; failing that, it is the folder of the replay file itself. If the content of the
 * block has changed since the file was written, a line on standard error says so.
 *
 * The last line is the checksum. A file that has another version, is cut short or was edited is
 * refused. To write or edit one by hand, make that line `sha256 none`: the contents are then taken
 * as they are.
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
    uint64_t hang;                 /* 0: not in the file */
    char rtl[ASSAY_REPLAY_PATH];   /* path for this process; "" for the project's own RTL */
    char fault[ASSAY_REPLAY_TEXT]; /* "" for none */
    char backend[32];              /* "" for verilator */
    /* For a comparison with other RTL: its file list, the level, and the keys of both sides; ""
     * for none. */
    char against[ASSAY_REPLAY_PATH], level[16], sides[2][ASSAY_KEY_SIZE];
    unsigned rtl_line, against_line; /* line numbers in the file */
    char note[ASSAY_REPLAY_TEXT];    /* "" for none */

    /* for kind random */
    const struct assay_scenario *scenario;
    struct assay_knobs knobs;
    uint64_t seed;

    /* for kind transactions; `scenario` is then assay_script_scenario */
    bool transactions;
    struct assay_script script;
};

/* The circumstances of a run, beyond its configuration. Members, and the pointer to it, may be
 * NULL. */
struct assay_replay_origin {
    const char *rtl, *fault;
    const char *against, *level, *sides[2]; /* comparison with other RTL: all set, or all NULL */
    const char *backend;
    uint64_t hang; /* from assay_replay_hang_line; 0: write no line */
};

/* Writes what failed, for the `note` of a replay file; nothing if the run passed. */
void assay_replay_note(const struct assay_lockstep *ls, char *note, size_t size);

/* Writes a replay file for a run that has ended. The file is written completely or not at all.
 * Returns false with a message in `why`. */
bool assay_replay_save(const struct assay_lockstep *ls, const struct assay_replay_origin *origin,
                       const char *path, char *why, size_t why_size);

/* The same for a script; `note` may be NULL. */
bool assay_replay_save_script(const struct assay_script *s,
                              const struct assay_replay_origin *origin, const char *note,
                              const char *path, char *why, size_t why_size);

/* Reads a replay file. On ASSAY_BAD_INPUT `why` holds `FILE:LINE: what is wrong: what was
 * expected`; the other error is ASSAY_ENVIRONMENT. After an error there is nothing to free. */
enum assay_error assay_replay_load(struct assay_replay *r, const char *path, char *why,
                                   size_t why_size);
void assay_replay_free(struct assay_replay *r);

/* Whether the RTL that the replay file `path` names is readable. `rtl`: also check the DUT's own
 * RTL, not only the other RTL of a comparison. Returns false with `FILE:LINE: NAME: what is
 * wrong` in `why`. */
bool assay_replay_has_rtl(const struct assay_replay *r, const char *path, bool rtl, char *why,
                          size_t why_size);

/* Returns assay_config.hang for the run. If the file gives no limit, transactions at level
 * `cycle` never hang, because they determine how long silence lasts; at the other levels the
 * default timeout applies, as in any run. */
uint64_t assay_replay_hang(const struct assay_replay *r);
/* Returns the limit to put on the `hang` line of a file for a run of block `b` that used `hang`
 * (as in assay_config). `transactions`: the file is of kind transactions, otherwise random.
 * Returns 0 if no line is needed because the default is the same. */
uint64_t assay_replay_hang_line(const struct assay_block *b, bool transactions, uint64_t hang);
/* Fills in the configuration of the run that a file describes, on the model alone; the caller
 * sets the rest. It points into `r`. */
void assay_replay_config(const struct assay_replay *r, struct assay_config *c);

#endif
