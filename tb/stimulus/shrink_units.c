/* shrink_units.c - finds which items belong together. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/shrink_steps.h"

void assay_units_free(struct assay_units *u)
{
    for (size_t i = 0; i < ASSAY_MAX_STREAMS; ++i)
        free(u->of[i]);
    free(u->first);
    memset(u, 0, sizeof *u);
}

/* Makes every item a unit, in the order in which the items were offered. */
static void one_by_one(const struct assay_script *s, struct assay_units *u)
{
    size_t next[ASSAY_MAX_STREAMS] = {0}, item;
    unsigned stream;

    while (assay_script_in_order(s, next, &stream, &item))
        u->of[stream][item] = u->n++;
}

/* Assigns to the unit at most `count` items of one stream and section, starting at *at. */
static void assign(const struct assay_script_stream *t, uint32_t *of, size_t *at, size_t section,
                   uint32_t count, uint32_t unit)
{
    for (; count && *at < t->n_items && t->item[*at].section == section; --count)
        of[(*at)++] = unit;
}

/* Groups each item of stream 0 with the items that it needs on the others. A reset discards what
 * is under way on all streams, so they start together again after it. */
static void by_needs(const struct assay_script *s, struct assay_units *u)
{
    const struct assay_block *b = s->block;
    const struct assay_script_stream *lead = &s->stream[0];
    size_t at[ASSAY_MAX_STREAMS] = {0};

    for (size_t section = 0; section == 0 || section < s->n_resets; ++section) {
        bool rest = false;

        while (at[0] < lead->n_items && lead->item[at[0]].section == section) {
            uint32_t count[ASSAY_MAX_STREAMS] = {0};

            b->needs(&s->params, assay_script_payload(s, 0, at[0]), count);
            u->of[0][at[0]++] = u->n;
            for (size_t i = 1; i < b->model->n_streams; ++i)
                assign(&s->stream[i], u->of[i], &at[i], section, count[i], u->n);
            ++u->n;
        }
        /* Items offered ahead of an item of stream 0 that never came. */
        for (size_t i = 1; i < b->model->n_streams; ++i) {
            const size_t before = at[i];

            assign(&s->stream[i], u->of[i], &at[i], section, UINT32_MAX, u->n);
            rest |= at[i] != before;
        }
        u->n += rest;
    }
}

bool assay_units_find(const struct assay_script *s, struct assay_units *u)
{
    memset(u, 0, sizeof *u);
    for (size_t i = 0; i < s->block->model->n_streams; ++i) {
        u->of[i] = calloc(s->stream[i].n_items + 1, sizeof *u->of[i]);
        if (!u->of[i]) {
            assay_units_free(u);
            return false;
        }
    }
    if (s->block->needs)
        by_needs(s, u);
    else
        one_by_one(s, u);
    u->first = malloc((u->n + 1) * sizeof *u->first);
    if (!u->first) {
        assay_units_free(u);
        return false;
    }
    for (uint32_t i = 0; i <= u->n; ++i)
        u->first[i] = UINT64_MAX;
    for (size_t i = 0; i < s->block->model->n_streams; ++i) {
        for (size_t j = 0; j < s->stream[i].n_items; ++j) {
            uint64_t *first = &u->first[u->of[i][j]];

            assert(u->of[i][j] < u->n);
            if (s->stream[i].item[j].offered < *first)
                *first = s->stream[i].item[j].offered;
        }
    }
    return true;
}
