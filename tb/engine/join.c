#include "engine/join.h"

#include <stdlib.h>
#include <string.h>

static uint64_t find_together(const struct assay_block *b, unsigned stream)
{
    uint64_t mask = UINT64_C(1) << stream;

    for (unsigned i = 0; b->rules && b->rules[stream].join && i < b->model->n_streams; ++i)
        mask |= (uint64_t)(b->rules[i].join == b->rules[stream].join) << i;
    return mask;
}

bool assay_joins_open(struct assay_joins *j, const struct assay_block *b)
{
    bool ok;

    j->n = b->model->n_streams;
    j->together = calloc(j->n + 1, sizeof *j->together);
    j->waiting = calloc(j->n + 1, sizeof *j->waiting);
    ok = j->together && j->waiting;
    for (unsigned i = 0; ok && i < j->n; ++i) {
        j->together[i] = find_together(b, i);
        if (b->rules && b->rules[i].join)
            ok = assay_expect_open(&j->waiting[i], b->model->streams[i].payload_size, 0, 0);
    }
    return ok;
}

void assay_joins_close(struct assay_joins *j)
{
    for (size_t i = 0; j->waiting && i < j->n; ++i)
        assay_expect_close(&j->waiting[i]);
    free(j->waiting);
    free(j->together);
    memset(j, 0, sizeof *j);
}

void assay_joins_clear(struct assay_joins *j)
{
    for (size_t i = 0; i < j->n; ++i)
        assay_expect_clear(&j->waiting[i]);
}

bool assay_joins_completes(const struct assay_joins *j, unsigned stream)
{
    for (uint64_t m = j->together[stream]; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);

        if ((j->waiting[i].left == 0) != (i == stream))
            return false;
    }
    return true;
}

bool assay_joins_add(struct assay_joins *j, unsigned stream, const void *payload)
{
    return assay_expect_add(&j->waiting[stream], payload, 0, 0);
}

bool assay_joins_oldest(const struct assay_joins *j, unsigned stream, const void *last,
                        const void *oldest[ASSAY_MAX_STREAMS])
{
    size_t n = 0;

    for (uint64_t m = j->together[stream]; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);
        const struct assay_expect *q = &j->waiting[i];

        if (last && i == stream) {
            oldest[n++] = last;
            continue;
        }
        if (q->left == 0)
            return false;
        oldest[n++] = assay_expect_payload(q, q->first);
    }
    return true;
}

void assay_joins_take(struct assay_joins *j, unsigned stream, bool completed)
{
    for (uint64_t m = j->together[stream]; m; m &= m - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(m);
        struct assay_expect *q = &j->waiting[i];

        if (!completed || i != stream)
            assay_expect_take(q, q->first);
    }
}
