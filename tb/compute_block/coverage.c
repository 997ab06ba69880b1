#include "compute_block/coverage.h"

#include <string.h>

/* Bits in the transfer mask: the streams in the order of block.yaml. */
enum { MSG = 1, RD = 2, WR = 4, RDATA = 8, NOTE = 16, LINE = 32, LINE_RSP = 64 };

enum { STATUSES = 13, OWN = 11, KINDS = 4, ACTS = CB_ACTS };

static const char *const status_bins[] = {"good",     "types",  "sd",    "rc",    "exec_size",
                                          "saturate", "rows",   "act",   "chain", "op",
                                          "move",     "memory", "sparse"};
/* In the order of cb_status, without chain and memory. */
static const char *const own_bins[] = {"good", "types", "sd", "rc",   "exec_size", "saturate",
                                       "rows", "act",   "op", "move", "sparse"};
static const char *const move_bins[] = {"fill", "drain", "narrow_drain"};
static const char *const item_bins[] = {"one", "dense", "apart", "overlapping"};
static const char *const step_bins[] = {"one", "dense", "apart", "same", "back"};
static const char *const count_bins[] = {"1", "2_to_63", "64"};
static const char *const flight_bins[] = {"1", "2_to_15", "16"};
static const char *const answer_bins[] = {"read", "write", "read_error", "write_error", "stray"};
static const char *const kind_bins[] = {"integer", "bf16", "f16", "f32"};
static const char *const act_bins[] = {"none", "relu", "sigmoid", "tanh", "requantise"};
static const char *const offset_bins[] = {"negative", "zero", "positive"};
static const char *const clamp_bins[] = {"s8", "u8", "one_value", "other"};
static const char *const acc_bins[] = {"s32", "u32", "f32"};
static const char *const place_bins[] = {"alone", "first", "middle", "last"};
static const char *const sd_bins[] = {"1", "2", "3_7", "8", "9_16", "17_64"};
static const char *const rc_bins[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
static const char *const src0_bins[] = {"rows", "null", "in_place", "scalar", "scalar_in_place"};
static const char *const lanes_bins[] = {"all", "some"};
static const char *const busy_bins[] = {"none", "some", "all"};
static const char *const note_bins[] = {"good", "error"};
static const char *const fed_bins[] = {"none", "one_pass", "more_passes"};
static const char *const skipped_bins[] = {"none", "some"};
static const char *const operand_bins[] = {"src1", "src2"};
static const char *const slice_bins[] = {"8_bits", "16_bits", "32_bits", "pair_of_floats", "f32"};
static const char *const yes_bins[] = {"no", "yes"};

static const struct assay_cover_axis own = {"own", OWN, own_bins};
static const struct assay_cover_axis status = {"status", STATUSES, status_bins};
static const struct assay_cover_axis kind = {"kind", KINDS, kind_bins};
static const struct assay_cover_axis act = {"act", ACTS, act_bins};
static const struct assay_cover_axis offset = {"offset", 3, offset_bins};
static const struct assay_cover_axis clamps = {"clamps", 4, clamp_bins};
static const struct assay_cover_axis acc = {"acc_type", 3, acc_bins};
static const struct assay_cover_axis place = {"place", 4, place_bins};
static const struct assay_cover_axis sd = {"sd", 6, sd_bins};
static const struct assay_cover_axis rc = {"rc", 8, rc_bins};
static const struct assay_cover_axis src0 = {"src0", 5, src0_bins};
static const struct assay_cover_axis lanes = {"lanes", 2, lanes_bins};
static const struct assay_cover_axis busy = {"busy", 3, busy_bins};
static const struct assay_cover_axis note = {"note", 2, note_bins};
static const struct assay_cover_axis moves = {"move", 3, move_bins};
static const struct assay_cover_axis items = {"rows", 4, item_bins};
static const struct assay_cover_axis steps = {"memory", 5, step_bins};
static const struct assay_cover_axis counts = {"items", 3, count_bins};
static const struct assay_cover_axis flight = {"lines", 3, flight_bins};
static const struct assay_cover_axis answers = {"answer", 5, answer_bins};
static const struct assay_cover_axis mover = {"mover", 2, yes_bins};
static const struct assay_cover_axis keep = {"keep", 2, yes_bins};
static const struct assay_cover_axis fed = {"fed", 3, fed_bins};
static const struct assay_cover_axis skipped = {"skipped", 2, skipped_bins};
static const struct assay_cover_axis operand = {"operand", 2, operand_bins};
static const struct assay_cover_axis slice = {"slice", 5, slice_bins};

/* Activations that are errors for the accumulator type. */
static bool act_impossible(const unsigned *bin)
{
    return (bin[0] == DPAS_ACC_U32 && bin[1] != CB_ACT_NONE) ||
           (bin[0] == DPAS_ACC_S32 && (bin[1] == CB_ACT_SIGMOID || bin[1] == CB_ACT_TANH)) ||
           (bin[0] == DPAS_ACC_F32 && bin[1] == CB_ACT_REQUANTISE);
}

/* wr and line_rsp are always ready; msg is ready while it is not valid. */
bool cb_no_flow(const unsigned *bin)
{
    return ((bin[0] == 2 || bin[0] == 6) && !(bin[1] & 1)) || (bin[0] == 0 && bin[1] == 0);
}

/* In the order of own_bins. */
static uint32_t own_bin(uint32_t own_status)
{
    return own_status - (own_status > CB_BAD_CHAIN) - (own_status > CB_BAD_MEMORY);
}

/* The activation of a kept accumulator is ignored; a move with `keep` has status `op`. */
static bool status_impossible(const unsigned *bin)
{
    return (bin[0] == CB_BAD_ACT || bin[0] == own_bin(CB_BAD_MOVE)) && bin[1] == 1;
}

/* A fill never writes a row twice. */
static bool move_impossible(const unsigned *bin)
{
    return bin[0] == 0 && bin[1] == 3;
}

/* Every message has at least one slice. */
static bool no_slices(const unsigned *bin)
{
    return bin[0] == 0 && bin[1] == 0;
}

enum {
    G_STATUS,
    G_OWN,
    G_ACT,
    G_PLACE,
    G_SHAPE,
    G_SRC0,
    G_LANES,
    G_SCALE,
    G_BUSY,
    G_NOTE_BUSY,
    G_MOVE,
    G_STEP,
    G_COUNT,
    G_FLIGHT,
    G_ANSWER,
    G_MOVER_BUSY,
    G_SPARSE,
    G_SLICES,
    G_MAP
};

const struct assay_cover_group cb_groups[CB_GROUPS] = {
    {"status", "status notified", 1, {&status}, NULL},
    {"own_status",
     "own status of a message, and whether it keeps its result",
     2,
     {&own, &keep},
     status_impossible},
    {"act", "activation of good messages that write", 2, {&acc, &act}, act_impossible},
    {"place",
     "good messages that are not sparse: elements, and place in a chain",
     2,
     {&kind, &place},
     NULL},
    {"shape", "good messages: slices and repeats", 2, {&sd, &rc}, NULL},
    {"src0", "good messages: where C comes from", 2, {&src0, &kind}, NULL},
    {"lanes",
     "good messages that write: lanes that take part, and activation",
     2,
     {&lanes, &act},
     NULL},
    {"requantise", "good messages that requantise: offset and clamps", 2, {&offset, &clamps}, NULL},
    {"busy", "arrays at work: none, at least one, all", 1, {&busy}, NULL},
    {"note_busy", "notifications, and arrays at work", 2, {&note, &busy}, NULL},
    {"move", "good moves: rows of one item and the next", 2, {&moves, &items}, move_impossible},
    {"step", "good moves: memory of one item and the next", 2, {&moves, &steps}, NULL},
    {"items", "good moves: number of items", 1, {&counts}, NULL},
    {"flight", "lines in flight as one is taken, that one included", 1, {&flight}, NULL},
    {"answer", "answers of memory", 1, {&answers}, NULL},
    {"mover_busy", "the mover at work, and arrays", 2, {&mover, &busy}, NULL},
    {"sparse", "good sparse messages: elements, and place in a chain", 2, {&kind, &place}, NULL},
    {"slices",
     "sparse messages as they are dispatched: slices that are fed, slices that are not",
     2,
     {&fed, &skipped},
     no_slices},
    {"map",
     "good fills that generate a map: operand, and what a slice is in a lane or repeat",
     2,
     {&operand, &slice},
     NULL},
};

void cb_cover_begin(void *any, const struct assay_params *params)
{
    struct cb_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
}

void cb_cover_restart(void *any)
{
    struct cb_cover_ctx *c = any;

    memset(c->open, 0, sizeof c->open);
    c->flies = c->writes = 0;
    c->fed = c->skipped = 0;
}

/* In the order of sd_bins. */
static uint32_t sd_bin(uint32_t n)
{
    return n <= 2 ? n - 1 : n < 8 ? 2 : n == 8 ? 3 : n <= 16 ? 4 : 5;
}

static uint32_t clamp_bin(int16_t low, int16_t high)
{
    if (low == high)
        return 2;
    return low == -128 && high == 127 ? 0 : low == 0 && high == 255 ? 1 : 3;
}

static void cover_scale(struct assay_cover *db, const struct compute_block_msg *m)
{
    const int16_t by = (int16_t)m->offset;
    const uint32_t sign = by < 0 ? 0 : by == 0 ? 1 : 2;

    assay_cover_hit(db, G_SCALE, sign * 4 + clamp_bin((int16_t)m->low, (int16_t)m->high));
}

static uint32_t src0_bin(const struct compute_block_msg *m)
{
    if (m->src0_null)
        return 1;
    if (m->src0_scalar)
        return m->src0 == m->dst ? 4 : 3;
    return m->src0 == m->dst ? 2 : 0;
}

static uint32_t step_bin(uint32_t step, uint32_t size)
{
    if (step == 0)
        return 3;
    return step == size ? 1 : step >> 31 ? 4 : 2;
}

static uint32_t slice_bin(const struct cb_entry *e)
{
    const uint32_t width = e->msg.operand ? e->width2 : e->width1;

    if (e->msg.src1_type >= DPAS_BF16)
        return e->msg.src1_type == DPAS_F32 ? 4 : 3;
    return width / 16;
}

static void cover_move(const struct cb_cover_ctx *c, struct assay_cover *db,
                       const struct compute_block_msg *m)
{
    const uint32_t what = m->op == CB_OP_FILL ? 0 : m->narrow ? 2 : 1;
    const uint32_t rows = m->row_step < m->per ? 3 : m->row_step == m->per ? 1 : 2;

    assay_cover_hit(db, G_MOVE, what * 4 + (m->items == 1 ? 0 : rows));
    assay_cover_hit(db, G_STEP,
                    what * 5 +
                        (m->items == 1 ? 0 : step_bin(m->addr_step, cb_move_size(&c->params, m))));
    assay_cover_hit(db, G_COUNT, m->items == 1 ? 0 : m->items < CB_MAX_ITEMS ? 1 : 2);
}

/* --- line and line_rsp --- */

static void cover_line(struct cb_cover_ctx *c, struct assay_cover *db,
                       const struct compute_block_line *line)
{
    const uint16_t bit = (uint16_t)(1U << line->tag % CB_TAGS);

    c->flies |= bit;
    c->writes = (uint16_t)(line->write ? c->writes | bit : c->writes & ~bit);
    assay_cover_hit(db, G_FLIGHT, c->flies == 0xFFFF ? 2 : (c->flies & (c->flies - 1)) != 0);
}

static void cover_answer(struct cb_cover_ctx *c, struct assay_cover *db,
                         const struct compute_block_line_rsp *rsp)
{
    const uint16_t bit = (uint16_t)(rsp->tag < CB_TAGS ? 1U << rsp->tag : 0);

    if (!(c->flies & bit)) {
        assay_cover_hit(db, G_ANSWER, 4);
        return;
    }
    c->flies = (uint16_t)(c->flies & ~bit);
    assay_cover_hit(db, G_ANSWER, rsp->error * 2U + ((c->writes & bit) != 0));
}

static void cover_msg(struct cb_cover_ctx *c, struct assay_cover *db,
                      const struct compute_block_msg *m)
{
    const uint32_t k = m->src1_type < DPAS_BF16 ? 0 : m->src1_type - DPAS_BF16 + 1U;
    struct cb_entry e;
    uint8_t *open;

    if (m->pr >= c->params.prs)
        return;
    open = &c->open[m->pr];
    cb_decode(&c->params, m, &e);
    assay_cover_hit(db, G_OWN, own_bin(e.status) * 2 + m->keep);
    if (e.status == CB_OK && m->op != CB_OP_DPAS) {
        cover_move(c, db, m);
        if (cb_move_maps(m))
            assay_cover_hit(db, G_MAP, m->operand * 5U + slice_bin(&e));
    } else if (e.status == CB_OK) {
        const uint32_t where = *open ? (m->keep ? 2 : 3) : (m->keep ? 1 : 0);

        if (!m->keep) {
            assay_cover_hit(db, G_ACT, m->acc_type * (uint32_t)ACTS + m->act);
            assay_cover_hit(db, G_LANES,
                            (m->exec_size < c->params.lanes) * (uint32_t)ACTS + m->act);
            if (m->act == CB_ACT_REQUANTISE)
                cover_scale(db, m);
        }
        if (m->chain == *open)
            assay_cover_hit(db, m->sparse ? G_SPARSE : G_PLACE, k * 4 + where);
        assay_cover_hit(db, G_SHAPE, sd_bin(m->sd) * 8 + m->rc - 1);
        if (!m->chain && !m->keep)
            assay_cover_hit(db, G_SRC0, src0_bin(m) * KINDS + k);
    }
    *open = m->keep;
}

static void cover_slices(struct cb_cover_ctx *c, struct assay_cover *db,
                         const struct compute_block_outputs *out)
{
    const uint32_t fed_now = out->slices_fed - c->fed;
    const uint32_t skipped_now = out->slices_skipped - c->skipped;

    c->fed = out->slices_fed;
    c->skipped = out->slices_skipped;
    if (fed_now + skipped_now)
        assay_cover_hit(db, G_SLICES,
                        (fed_now == 0                 ? 0U
                         : fed_now <= c->params.depth ? 1U
                                                      : 2U) *
                                2 +
                            (skipped_now != 0));
}

void cb_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
              uint64_t transfers)
{
    struct cb_cover_ctx *c = any;
    const struct compute_block_inputs *in = any_in;
    const struct compute_block_outputs *out = any_out;
    const uint32_t all = (1U << c->params.arrays) - 1;
    const uint32_t working = out->idle == all ? 0 : out->idle == 0 ? 2 : 1;

    cover_slices(c, db, out);
    if (transfers & MSG)
        cover_msg(c, db, &in->msg);
    assay_cover_hit(db, G_BUSY, working);
    assay_cover_hit(db, G_MOVER_BUSY, !out->mover_idle * 3U + working);
    if (working == 2) {
        assay_cover_hit(db, G_BUSY, 1);
        assay_cover_hit(db, G_MOVER_BUSY, !out->mover_idle * 3U + 1);
    }
    if (transfers & LINE)
        cover_line(c, db, &out->line);
    if (transfers & LINE_RSP)
        cover_answer(c, db, &in->line_rsp);
    if (transfers & NOTE) {
        assay_cover_hit(db, G_STATUS, out->note.status);
        assay_cover_hit(db, G_NOTE_BUSY, (out->note.status != CB_OK) * 3U + working);
        if (working == 2)
            assay_cover_hit(db, G_NOTE_BUSY, (out->note.status != CB_OK) * 3U + 1);
    }
}
