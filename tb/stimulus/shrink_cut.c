/* shrink_cut.c - copies a script without some of its items and cycles. */
#include <stdlib.h>
#include <string.h>

#include "stimulus/shrink_steps.h"

bool assay_cut_open(struct assay_cut *c, const struct assay_script *s)
{
    memset(c, 0, sizeof *c);
    for (size_t i = 0; i < s->block->model->n_streams; ++i) {
        c->drop[i] = calloc(s->stream[i].n_items + 1, 1);
        if (!c->drop[i]) {
            assay_cut_close(c);
            return false;
        }
    }
    return true;
}

void assay_cut_close(struct assay_cut *c)
{
    for (size_t i = 0; i < ASSAY_MAX_STREAMS; ++i)
        free(c->drop[i]);
    memset(c, 0, sizeof *c);
}

/* Maps a cycle of the old script to the time of the new one. */
static uint64_t moved(const struct assay_cut *c, uint64_t cycle)
{
    if (cycle < c->at)
        return cycle;
    return cycle - c->at < c->cycles ? c->at : cycle - c->cycles;
}

static bool apply_sink(const struct assay_cut *c, const struct assay_script *from, unsigned stream,
                       struct assay_script *to)
{
    const struct assay_script_stream *t = &from->stream[stream];
    /* Cycle since which the new stream has been free, if there is no reset in between. */
    uint64_t before = 0;

    for (size_t i = 0; i < t->n_items; ++i) {
        const struct assay_script_item *item = &t->item[i];
        uint64_t gap = item->gap;

        if (c->drop[stream][i])
            continue;
        if (!c->close) {
            uint64_t free = before;

            if (from->n_resets) {
                const struct assay_script_reset *r = &from->reset[item->section];
                const uint64_t end = moved(c, r->cycle + r->length);

                free = free > end ? free : end;
            }
            gap = moved(c, item->offered) > free ? moved(c, item->offered) - free : 0;
        }
        if (item->taken != ASSAY_SCRIPT_NEVER)
            before = moved(c, item->taken + 1);
        if (!assay_script_add_item(to, stream, gap, assay_script_payload(from, stream, i)))
            return false;
        to->stream[stream].item[to->stream[stream].n_items - 1].section = item->section;
    }
    return true;
}

static bool apply_source(const struct assay_cut *c, const struct assay_script *from,
                         unsigned stream, struct assay_script *to)
{
    const struct assay_script_stream *t = &from->stream[stream];
    uint64_t cycle = 0;

    for (size_t i = 0; i < t->n_runs; ++i) {
        const uint64_t begin = moved(c, cycle), end = moved(c, cycle + t->run[i].length);

        if (!assay_script_add_ready(to, stream, end - begin, t->run[i].ready))
            return false;
        cycle += t->run[i].length;
    }
    return true;
}

bool assay_cut_apply(const struct assay_cut *c, const struct assay_script *from,
                     struct assay_script *to)
{
    bool ok = true;

    assay_script_init(to, from->block, &from->params);
    to->cycles = moved(c, from->cycles);
    for (unsigned i = 0; ok && i < from->block->model->n_streams; ++i)
        ok = from->block->model->streams[i].sink ? apply_sink(c, from, i, to)
                                                 : apply_source(c, from, i, to);
    for (size_t i = 0; ok && i < from->n_resets; ++i)
        ok = assay_script_add_reset(to, moved(c, from->reset[i].cycle), from->reset[i].length);
    for (size_t i = 0; ok && i < from->n_changes; ++i)
        ok = assay_script_add_change(to, moved(c, from->change[i].cycle), from->change[i].port,
                                     from->change[i].value);
    if (!ok)
        assay_script_free(to);
    return ok;
}
