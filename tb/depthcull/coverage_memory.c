#include "depthcull/coverage_memory.h"

#include <string.h>

#include "depthcull/points.h"

/* Bits in the transfer mask. */
enum {
    PRIM = 1 << depthcull_stream_prim,
    CLEAR = 1 << depthcull_stream_clear,
    READ = 1 << depthcull_stream_read,
    FILL = 1 << depthcull_stream_fill,
    PIXELS = 1 << depthcull_stream_pixels,
    MEM = 1 << depthcull_stream_mem
};

enum {
    WRITE_TAG = 0x100,
    LINE = 7
};                 /* fields of a tag: it is a write; the line within the record */
enum { JUST = 8 }; /* cycles that count as "just written" */
enum { TO_READ, TO_WRITE, TO_NOBODY };
enum { BY_FLUSH, BY_CLEANING, BY_ANY, BYS };    /* what caused a record to be written */
enum { FETCHED, NOT_FETCHED, OUTSIDE, WHERES }; /* where the record was at a range cull */

void depthcull_cover_memory_begin(struct depthcull_cover_memory *m,
                                  const struct depthcull_params *p)
{
    memset(m, 0, sizeof *m);
    m->p = *p;
    for (uint32_t i = 0; i < DEPTHCULL_COVER_TILES; ++i)
        m->record[i].tile = DEPTHCULL_MAX_TILES;
}

uint32_t depthcull_cover_place(struct depthcull_cover_memory *m, uint32_t tile)
{
    const uint32_t place = tile % DEPTHCULL_COVER_TILES;
    uint32_t *of = &m->record[place].tile;

    if (tile >= m->p.tiles)
        return DEPTHCULL_COVER_TILES;
    if (*of == DEPTHCULL_MAX_TILES)
        *of = tile;
    return *of == tile ? place : DEPTHCULL_COVER_TILES;
}

/* Returns the record of `tile`, or NULL if the tile is not tracked. */
static struct depthcull_cover_record *record_of(struct depthcull_cover_memory *m, uint32_t tile)
{
    const uint32_t place = depthcull_cover_place(m, tile);

    return place < DEPTHCULL_COVER_TILES ? &m->record[place] : NULL;
}

static struct depthcull_cover_record *record_at(struct depthcull_cover_memory *m, uint32_t addr)
{
    return record_of(m, addr / depthcull_stride(&m->p));
}

/* How many records have lines in flight in one direction (`way`: 0 for reads, WRITE_TAG for
 * writes). Returns 0 for none, 1 for some, 2 for the maximum. */
static uint32_t share_of(const struct depthcull_cover_memory *m, uint32_t way)
{
    uint32_t seen = 0, n;

    for (uint32_t i = 0; i < m->owes; ++i)
        if ((m->owed[i].tag & WRITE_TAG) == way)
            seen |= UINT32_C(1) << (m->owed[i].tag >> 3 & 31);
    n = (uint32_t)__builtin_popcount(seen);
    return n == 0 ? 0 : n < m->p.misses ? 1 : 2;
}

/* Samples the write of a record when its first line goes to memory. */
static void sample_write(const struct depthcull_cover_memory *m, struct assay_cover *db,
                         struct depthcull_cover_record *r)
{
    const bool has = r->written && r->clears == m->clears;

    r->left_before = !has ? 0 : r->reads != r->written_reads ? 1 : 2;
    r->written_reads = r->reads;
    r->left = m->flushing ? 0 : m->cycle;
    r->left_clears = m->clears;
    if (m->flushing)
        assay_cover_hit(db, DP_WRITES, r->left_before * BYS + BY_FLUSH);
}

static void sample_mem(struct depthcull_cover_memory *m, struct assay_cover *db,
                       const struct depthcull_mem *mem)
{
    struct depthcull_cover_record *r = record_at(m, mem->addr);
    const bool further = (mem->tag & LINE) != 0;
    const bool just = !further && r && r->written && m->cycle - r->written <= JUST;

    if (m->owes < DEPTHCULL_COVER_OWED)
        m->owed[m->owes++] = (struct depthcull_cover_line){mem->addr, mem->tag};
    assay_cover_hit(db, DP_MEMORY, share_of(m, 0) * 3u + share_of(m, WRITE_TAG));
    if (r)
        assay_cover_hit(db, DP_LINES, (mem->write * 2u + further) * 2u + just);
    if (further)
        return;
    if (!mem->write) {
        if (r)
            ++r->reads;
        return;
    }
    ++m->records;
    ++m->flushed;
    if (r)
        sample_write(m, db, r);
}

static void acknowledge(struct depthcull_cover_memory *m, uint32_t addr)
{
    struct depthcull_cover_record *r = record_at(m, addr);

    if (!r)
        return;
    r->written = m->cycle;
    r->clears = m->clears;
    r->sweeps = m->sweeps;
}

static void sample_fill(struct depthcull_cover_memory *m, struct assay_cover *db, uint32_t tag)
{
    uint32_t i = 0, to = TO_NOBODY;

    while (i < m->owes && m->owed[i].tag != tag)
        ++i;
    if (i < m->owes)
        to = tag & WRITE_TAG ? TO_WRITE : TO_READ;
    assay_cover_hit(db, DP_REPLIES, (to * 2u + (to != TO_NOBODY && i > 0)) * 2u + m->waits);
    if (to == TO_NOBODY)
        return;
    if (to == TO_WRITE)
        acknowledge(m, m->owed[i].addr);
    --m->owes;
    memmove(&m->owed[i], &m->owed[i + 1], (m->owes - i) * sizeof m->owed[0]);
}

static uint32_t number_bin(uint32_t n)
{
    return n < 2 ? n : 2;
}

/* Samples a clear. Whether it sweeps is visible in the cycle after it. */
static void sample_clear(struct depthcull_cover_memory *m, struct assay_cover *db,
                         const struct depthcull_outputs *out, uint64_t transfers)
{
    if (m->cleared) {
        assay_cover_hit(db, DP_CLEARS, out->sweeping * 3u + number_bin(m->dropped));
        m->sweeps += out->sweeping;
    }
    m->cleared = (transfers & CLEAR) != 0;
    if (!m->cleared)
        return;
    m->dropped = m->records;
    m->records = 0;
    ++m->clears;
}

static void end_flush(struct depthcull_cover_memory *m, struct assay_cover *db)
{
    if (m->flushing)
        assay_cover_hit(db, DP_FLUSHES, number_bin(m->flushed));
    m->flushing = false;
}

static void end_read(struct depthcull_cover_memory *m, struct assay_cover *db)
{
    m->last_flush = m->unread > 1 ? m->before_flush : m->flushing;
    if (m->unread <= 1)
        end_flush(m, db);
    m->unread -= m->unread > 0;
}

static void begin_read(struct depthcull_cover_memory *m, struct assay_cover *db,
                       const struct depthcull_read *read)
{
    struct depthcull_cover_record *r = read->flush ? NULL : record_of(m, read->tile);

    if (r) {
        r->by = -1;
        r->decided = m->cycle;
    }
    m->before_flush = m->flushing;
    end_flush(m, db);
    ++m->unread;
    m->flushing = read->flush;
    m->flushed = 0;
}

void depthcull_cover_memory(struct depthcull_cover_memory *m, struct assay_cover *db,
                            const struct depthcull_inputs *in, const struct depthcull_outputs *out,
                            uint64_t transfers)
{
    ++m->cycle;
    sample_clear(m, db, out, transfers);
    if (transfers & FILL)
        sample_fill(m, db, in->fill.tag);
    m->waits = in->fill_valid && !(transfers & FILL);
    if ((transfers & PIXELS) && out->pixels.last)
        end_read(m, db);
    if (transfers & READ)
        begin_read(m, db, &in->read);
    if (transfers & MEM)
        sample_mem(m, db, &out->mem);
    if (transfers & PRIM) {
        struct depthcull_cover_record *r = record_of(m, in->prim.tile);

        if (r) {
            r->asked = r->reads;
            r->by = in->prim.tag;
            r->sent = m->cycle;
        }
    }
}

/* Counts the other tiles of the set that got a place after the tile's last result and before its
 * last primitive was accepted. If there are as many as ways, the tile was not in the cache. */
static uint32_t others_of(const struct depthcull_cover_memory *m,
                          const struct depthcull_cover_record *record)
{
    const struct depthcull_cover_other *set = m->set[record->tile % m->p.sets];
    uint32_t n = 0;

    for (uint32_t i = 0; i < DEPTHCULL_COVER_OTHERS; ++i)
        n += set[i].tile != record->tile && set[i].sent > record->decided &&
             set[i].sent < record->sent;
    return n;
}

/* The tile's last primitive got a place in the cache.
 * It replaces the tile's entry or else the oldest. */
static void note_place(struct depthcull_cover_memory *m,
                       const struct depthcull_cover_record *record)
{
    struct depthcull_cover_other *set = m->set[record->tile % m->p.sets];
    uint32_t at = 0;

    for (uint32_t i = 1; i < DEPTHCULL_COVER_OTHERS; ++i)
        at = set[i].sent < set[at].sent ? i : at;
    for (uint32_t i = 0; i < DEPTHCULL_COVER_OTHERS; ++i)
        at = set[i].sent && set[i].tile == record->tile ? i : at;
    set[at] = (struct depthcull_cover_other){record->tile, record->sent};
}

/* Samples a range cull on a tile that has a record. */
static void sample_gone(const struct depthcull_cover_memory *m, struct assay_cover *db,
                        const struct depthcull_cover_record *record, uint32_t func, bool fetched)
{
    const uint32_t side = func < DEPTHCULL_EQUAL || func == DEPTHCULL_LEQUAL ? 0u
                          : func == DEPTHCULL_EQUAL                          ? 2u
                                                                             : 1u;
    const uint32_t where = fetched                            ? FETCHED
                           : others_of(m, record) < m->p.ways ? NOT_FETCHED
                                                              : OUTSIDE;

    if (func != DEPTHCULL_NOTEQUAL)
        assay_cover_hit(db, DP_GONE, side * WHERES + where);
}

/* A primitive accepted after the write needs the record.
 * If it is not read again, it is still cached. */
static void sample_left(const struct depthcull_cover_memory *m, struct assay_cover *db,
                        struct depthcull_cover_record *record)
{
    if (!record->left || record->left >= record->sent)
        return;
    record->left = 0;
    if (record->left_clears == m->clears)
        assay_cover_hit(db, DP_WRITES,
                        record->left_before * BYS +
                            (record->reads == record->written_reads ? BY_CLEANING : BY_ANY));
}

void depthcull_cover_result(struct depthcull_cover_memory *m, struct assay_cover *db,
                            uint32_t place, uint32_t kind, uint32_t func,
                            const struct depthcull_result *r)
{
    struct depthcull_cover_record *record = &m->record[place];
    const bool fetched = record->reads != record->asked;
    const bool culled = r->decision == DEPTHCULL_CULL && r->test == DEPTHCULL_RANGE;

    /* Reads after the tile's next primitive may be for
     * that primitive, so sample only the last one. */
    if (record->by == r->tag) {
        assay_cover_hit(db, DP_RECORDS, (kind * 2u + fetched) * 3u + r->decision);
        if (!culled)
            sample_left(m, db, record);
        else if (record->written && record->clears == m->clears)
            sample_gone(m, db, record, func, fetched);
        if (!culled || fetched)
            note_place(m, record);
    }
    record->decided = m->cycle;
    if (kind == DEPTHCULL_CLEAR)
        assay_cover_hit(db, DP_EPOCHS, !record->written ? 0 : record->sweeps == m->sweeps ? 1 : 2);
}
