#include "depthcull/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WRITE_TAG = 0x100, ENTRIES = DEPTHCULL_MAX_MISSES, LINES = 8 }; /* fields of a tag */
enum { AFTER_RESET = 2 };         /* cycles; a block sends no read before the fourth */
enum { SWEPT = 64, QUIET = 500 }; /* tiles swept per cycle; quiet cycles allowed beyond a sweep */

const struct depthcull_memory_speed depthcull_memory_usual = {.latency = 64, .interval = 4};

bool depthcull_memory_begin(struct depthcull_memory *m, const struct depthcull_params *p,
                            const struct depthcull_memory_speed *speed, uint32_t illegal,
                            uint64_t seed)
{
    memset(m, 0, sizeof *m);
    m->params = *p;
    if (speed)
        m->speed = *speed;
    m->illegal = illegal;
    m->lines = p->tiles * depthcull_stride(p);
    m->line = calloc(m->lines, sizeof m->line[0]);
    assay_replies_begin(&m->replies, seed, "depthcull.memory");
    assay_rng_init(&m->late, seed, "depthcull.late");
    if (!m->line)
        m->wrong = "out of memory";
    return m->line != NULL;
}

void depthcull_memory_free(struct depthcull_memory *m)
{
    free(m->line);
    m->line = NULL;
}

void depthcull_memory_reset(struct depthcull_memory *m)
{
    assay_replies_reset(&m->replies);
    m->quiet = 0;
    m->after_reset = m->shared ? 0 : AFTER_RESET;
    memset(m->given, 0, sizeof m->given);
}

void depthcull_memory_report(const struct depthcull_memory *m, FILE *f)
{
    if (m->wrong)
        fprintf(f, "memory:     check failed: %s\n", m->wrong);
}

bool depthcull_memory_cycle(struct depthcull_memory *m)
{
    if (m->after_reset)
        --m->after_reset;
    return ++m->cycle >= m->free_at;
}

void depthcull_memory_moved(struct depthcull_memory *m)
{
    m->quiet = 0;
}

static void check(struct depthcull_memory *m, const struct depthcull_mem *mem)
{
    uint32_t any = 0;

    for (uint32_t w = 0; w < DEPTHCULL_LINE_WORDS; ++w)
        any |= mem->data[w];
    if (!mem->write && any)
        assay_replies_wrong(&m->wrong, "data with a read");
    if ((mem->tag & WRITE_TAG) != (mem->write ? WRITE_TAG : 0))
        assay_replies_wrong(&m->wrong, "a read with a write tag, or a write with a read tag");
    for (uint32_t i = 0; i < m->replies.owed; ++i) {
        const struct depthcull_mem *o = &m->owed[i].mem;

        if (mem->tag == o->tag)
            assay_replies_wrong(&m->wrong, "a tag on mem that is in flight");
        if (mem->addr == o->addr)
            assay_replies_wrong(&m->wrong, "a line on mem that is in flight");
    }
}

void depthcull_memory_take(struct depthcull_memory *m, const struct depthcull_mem *mem)
{
    struct depthcull_owed *o;

    if (!m->line)
        return;
    check(m, mem);
    depthcull_memory_moved(m);
    if (mem->addr >= m->lines) {
        assay_replies_wrong(&m->wrong, "an address on mem that no tile has");
        return;
    }
    if (m->replies.owed == DEPTHCULL_TAGS) {
        assay_replies_wrong(&m->wrong, "more lines on mem than tags");
        return;
    }
    if (mem->tag % LINES == 0)
        memset(&m->given[mem->tag], 0, LINES);
    o = &m->owed[assay_replies_take(&m->replies)];
    o->mem = *mem;
    o->at = m->cycle + m->speed.latency;
    m->free_at = m->cycle + m->speed.interval;
    o->done = mem->write && assay_replies_early(&m->replies);
    if (o->done)
        memcpy(m->line[mem->addr], mem->data, sizeof m->line[0]);
    ++*(mem->write ? &m->writes : &m->reads);
}

/* Draws a tag that the block never uses: of an entry
 * that it lacks, or of a line that no record has. */
static bool draw_unused(struct depthcull_memory *m, uint32_t *tag)
{
    const bool entry = assay_rng_below(&m->replies.rng, 2);
    const uint32_t no_entry = entry ? m->params.misses : 0, entries = ENTRIES - no_entry;
    const uint32_t no_line = entry ? 0 : depthcull_stride(&m->params), lines = LINES - no_line;

    if (entries == 0 || lines == 0)
        return false;
    *tag = assay_rng_below(&m->replies.rng, 2) * WRITE_TAG;
    *tag |= (no_entry + assay_rng_below(&m->replies.rng, entries)) * LINES;
    *tag |= no_line + assay_rng_below(&m->replies.rng, lines);
    return true;
}

/* Draws a tag that has already had its reply. Another line of its record is still owed and comes
 * after this reply, so the block cannot reuse the tag before then. */
static bool draw_again(struct depthcull_memory *m, uint32_t *tag)
{
    if (m->replies.owed == 0)
        return false;
    *tag = m->owed[assay_rng_below(&m->replies.rng, m->replies.owed)].mem.tag / LINES * LINES;
    *tag += assay_rng_below(&m->replies.rng, LINES);
    return m->given[*tag];
}

/* Draws an unsolicited reply with a tag that the block uses, mostly of the first entry: right after
 * a reset it waits for none. */
static bool draw_late(struct depthcull_memory *m, struct depthcull_fill *fill)
{
    const uint32_t entries = assay_rng_below(&m->late, 2) ? 1 : m->params.misses;
    uint32_t write, entry, line;

    if (assay_rng_below(&m->late, 4) == 0)
        return false;
    write = assay_rng_below(&m->late, 2);
    entry = assay_rng_below(&m->late, entries);
    line = assay_rng_below(&m->late, depthcull_stride(&m->params));
    fill->tag = (uint16_t)(write * WRITE_TAG | entry * LINES | line);
    for (uint32_t w = 0; w < DEPTHCULL_LINE_WORDS; ++w)
        fill->data[w] = assay_rng_u32(&m->late);
    m->replies.stray = true;
    return true;
}

/* Draws an unsolicited reply. Returns false if none is possible. */
static bool draw_stray(struct depthcull_memory *m, struct depthcull_fill *fill)
{
    uint32_t tag;

    if (!(assay_rng_below(&m->replies.rng, 2) && draw_again(m, &tag)) && !draw_unused(m, &tag))
        return false;
    fill->tag = (uint16_t)tag;
    assay_replies_litter(&m->replies, fill->data, DEPTHCULL_LINE_WORDS);
    m->replies.stray = true;
    return true;
}

/* Draws the next reply. Returns false if none comes in this cycle. */
static bool draw(struct depthcull_memory *m, struct depthcull_fill *fill)
{
    if (m->speed.latency) {
        if (m->replies.owed == 0 || m->owed[0].at > m->cycle + 1) /* `cycle` has not advanced yet */
            return false;
        m->replies.given = 0;
        return true;
    }
    if (assay_replies_wait(&m->replies))
        return false;
    if (m->illegal && m->after_reset && draw_late(m, fill))
        return true;
    if (m->quiet < m->params.tiles / SWEPT + QUIET &&
        assay_replies_strays(&m->replies, m->illegal) && draw_stray(m, fill))
        return true;
    return assay_replies_draw(&m->replies);
}

bool depthcull_memory_reply(struct depthcull_memory *m, struct depthcull_fill *fill)
{
    struct depthcull_owed *o;

    ++m->quiet;
    memset(fill, 0, sizeof *fill);
    if (!draw(m, fill))
        return false;
    if (m->replies.stray)
        return true;
    o = &m->owed[m->replies.given];
    fill->tag = o->mem.tag;
    if (!o->mem.write) {
        memcpy(fill->data, m->line[o->mem.addr], sizeof fill->data);
        return true;
    }
    if (!o->done)
        memcpy(m->line[o->mem.addr], o->mem.data, sizeof m->line[0]);
    o->done = true;
    assay_replies_litter(&m->replies, fill->data, DEPTHCULL_LINE_WORDS);
    return true;
}

void depthcull_memory_replied(struct depthcull_memory *m)
{
    if (!m->replies.stray) {
        if (m->replies.given != ASSAY_NO_REPLY)
            m->given[m->owed[m->replies.given].mem.tag] = true;
        depthcull_memory_moved(m);
    }
    assay_replies_taken(&m->replies, m->owed, sizeof m->owed[0]);
}
