#include "compute_block/memory.h"

#include <string.h>

/* --- windows --- */

static bool is_apart(const struct cb_windows *w, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
        if (w->base[i] == w->base[n])
            return false;
    return true;
}

void cb_windows_draw(struct cb_windows *w, uint64_t seed)
{
    struct assay_rng r;

    assay_rng_init(&r, seed, "compute_block.windows");
    w->base[0] = 0;
    w->base[1] = UINT32_MAX - CB_WINDOW_BYTES + 1;
    for (uint32_t n = 2; n < CB_WINDOWS; ++n)
        do {
            const uint32_t from = w->base[assay_rng_below(&r, n)];
            const uint32_t bit = CB_WINDOW_LOG + assay_rng_below(&r, 32 - CB_WINDOW_LOG);

            w->base[n] = from ^ UINT32_C(1) << bit;
        } while (!is_apart(w, n));
}

/* Returns the byte at an address, or NULL if it is in no window. */
static uint8_t *byte_at(struct cb_memory *m, uint32_t addr)
{
    for (uint32_t w = 0; w < CB_WINDOWS; ++w)
        if (addr - m->windows.base[w] < CB_WINDOW_BYTES)
            return &m->byte[w][addr - m->windows.base[w]];
    return NULL;
}

/* Memory is filled in pieces of this many bytes, the size of the smallest row. */
enum { CB_PIECE = 16 };

/* Draws random bytes, zeros, zeros except for one bit, or floating-point zeros of either sign. */
static void draw_piece(struct assay_rng *r, uint8_t *piece)
{
    const uint32_t kind = assay_rng_below(r, 20), word = assay_rng_below(r, 2) * 2 + 1;

    memset(piece, 0, CB_PIECE);
    for (uint32_t i = 0; i < CB_PIECE; ++i)
        if (kind < 8)
            piece[i] = (uint8_t)assay_rng_below(r, 256);
        else if (kind == 8 && i % (word + 1) == word)
            piece[i] = (uint8_t)(assay_rng_below(r, 2) << 7);
    if (kind > 8 && kind < 12) {
        const uint8_t one = (uint8_t)(1U << assay_rng_below(r, 8));

        piece[assay_rng_below(r, CB_PIECE)] = one;
    }
}

void cb_memory_begin(struct cb_memory *m, uint64_t seed, uint32_t illegal)
{
    struct assay_rng r;

    memset(m, 0, sizeof *m);
    cb_windows_draw(&m->windows, seed);
    m->illegal = illegal;
    assay_rng_init(&r, seed, "compute_block.memory");
    for (uint32_t w = 0; w < CB_WINDOWS; ++w)
        for (uint32_t i = 0; i < CB_WINDOW_BYTES; i += CB_PIECE)
            draw_piece(&r, &m->byte[w][i]);
    assay_replies_begin(&m->replies, seed, "compute_block.answers");
}

void cb_memory_reset(struct cb_memory *m)
{
    assay_replies_reset(&m->replies);
    m->highest = 0;
}

/* --- line --- */

static void write_line(struct cb_memory *m, const struct compute_block_line *line)
{
    uint8_t *const to = byte_at(m, line->addr);

    for (uint32_t i = 0; to && i < CB_LINE; ++i)
        if (line->mask >> i & 1)
            to[i] = (uint8_t)(line->data[i / 4] >> i % 4 * 8);
}

/* Memory cannot know which bytes of its line a read needs, so only writes are compared. */
static void check_against(struct cb_memory *m, const struct compute_block_line *line,
                          const struct compute_block_line *other)
{
    if (line->tag == other->tag)
        assay_replies_wrong(&m->wrong, "a tag on line that is in flight");
    if (line->write && other->write && line->addr == other->addr && (line->mask & other->mask))
        assay_replies_wrong(&m->wrong, "a write that could pass another of the same bytes");
}

static void check(struct cb_memory *m, const struct compute_block_line *line)
{
    uint32_t outside = 0;

    for (uint32_t i = 0; i < CB_LINE; ++i)
        if (!(line->mask >> i & 1))
            outside |= line->data[i / 4] >> i % 4 * 8 & 0xFF;
    if (outside)
        assay_replies_wrong(&m->wrong, "data in bytes of line that the mask excludes");
    if (line->addr % CB_LINE)
        assay_replies_wrong(&m->wrong, "an address on line that is not a multiple of its size");
    if (line->write != (line->mask != 0))
        assay_replies_wrong(&m->wrong, "a write with an empty mask, or a read with a mask");
    for (uint32_t i = 0; i < m->replies.owed; ++i)
        check_against(m, line, &m->owed[i].line);
}

void cb_memory_take(struct cb_memory *m, const struct compute_block_line *line)
{
    struct cb_owed *o;

    check(m, line);
    if (m->replies.owed == CB_TAGS) {
        assay_replies_wrong(&m->wrong, "more lines in flight than tags");
        return;
    }
    o = &m->owed[assay_replies_take(&m->replies)];
    m->highest = m->replies.owed;
    o->line = *line;
    o->line.addr -= line->addr % CB_LINE; /* a misaligned address has been reported above */
    o->done = line->write && assay_replies_early(&m->replies);
    if (o->done)
        write_line(m, &o->line);
}

/* --- line_rsp --- */

static bool may_be_in_flight(const struct cb_memory *m, uint32_t tag)
{
    bool owed = tag <= m->highest;

    for (uint32_t i = 0; i < m->replies.owed; ++i)
        owed |= m->owed[i].line.tag == tag;
    return owed;
}

/* Draws an answer for a tag that is not in flight.
 * Returns false if the drawn tag may be in flight. */
static bool draw_stray(struct cb_memory *m, struct compute_block_line_rsp *rsp)
{
    rsp->tag = (uint8_t)assay_rng_below(&m->replies.rng, 256);
    if (assay_rng_below(&m->replies.rng, 2))
        rsp->tag &= 0x0F;
    rsp->error = (uint8_t)assay_rng_below(&m->replies.rng, 2);
    if (may_be_in_flight(m, rsp->tag))
        return false;
    assay_replies_litter(&m->replies, rsp->data, CB_LINE / 4);
    m->replies.stray = true;
    return true;
}

bool cb_memory_answer(struct cb_memory *m, struct compute_block_line_rsp *rsp)
{
    const uint8_t *from;
    struct cb_owed *o;

    memset(rsp, 0, sizeof *rsp);
    if (assay_replies_wait(&m->replies))
        return false;
    if (assay_replies_strays(&m->replies, m->illegal) && draw_stray(m, rsp))
        return true;
    if (!assay_replies_draw(&m->replies))
        return false;
    o = &m->owed[m->replies.given];
    from = byte_at(m, o->line.addr);
    rsp->tag = o->line.tag;
    rsp->error = !from;
    assay_replies_litter(&m->replies, rsp->data, CB_LINE / 4);
    if (o->line.write && !o->done) {
        write_line(m, &o->line);
        o->done = true;
    }
    if (!o->line.write && from) {
        memset(rsp->data, 0, sizeof rsp->data);
        for (uint32_t i = 0; i < CB_LINE; ++i)
            rsp->data[i / 4] |= (uint32_t)from[i] << i % 4 * 8;
    }
    return true;
}

void cb_memory_answered(struct cb_memory *m)
{
    assay_replies_taken(&m->replies, m->owed, sizeof m->owed[0]);
}

/* --- moves --- */

uint8_t cb_memory_move(struct cb_memory *m, const struct compute_block_msg *msg, uint32_t lanes,
                       uint32_t (*row)[CB_MAX_LANES])
{
    const bool fills = msg->op == CB_OP_FILL;
    const uint32_t first = fills ? msg->dst : msg->src0;
    uint8_t status = CB_OK;

    for (uint32_t i = 0; i < msg->items; ++i) {
        uint32_t addr = msg->addr + i * msg->addr_step;

        if (!byte_at(m, addr)) {
            status = CB_BAD_MEMORY;
            continue;
        }
        for (uint32_t n = 0; n < msg->per * lanes; ++n) {
            uint32_t *const dword = &row[first + i * msg->row_step + n / lanes][n % lanes];

            for (uint32_t b = 0; b < (msg->narrow ? 1 : 4); ++b) {
                uint8_t *const byte = byte_at(m, addr++);

                if (fills)
                    *dword = (*dword & ~(UINT32_C(0xFF) << 8 * b)) | (uint32_t)*byte << 8 * b;
                else
                    *byte = (uint8_t)(*dword >> 8 * b);
            }
        }
    }
    return status;
}
