/* rank.c - order jobs by the coverage that they add. */
#include "regress/rank.h"

#include <stdlib.h>
#include <string.h>

static size_t ones(const uint64_t *points, size_t words)
{
    size_t n = 0;

    for (size_t w = 0; w < words; ++w)
        n += (size_t)__builtin_popcountll(points[w]);
    return n;
}

static size_t added(const struct assay_ranked *j, const uint64_t *have, size_t words)
{
    size_t n = 0;

    for (size_t w = 0; w < words; ++w)
        n += (size_t)__builtin_popcountll(j->points[w] & ~have[w]);
    return n;
}

/* The union of the points of a design's jobs, except job `but`; only of kept jobs, or of all. */
static void unite(const struct assay_ranking *r, size_t design, size_t but, bool kept,
                  uint64_t *have)
{
    memset(have, 0, r->words * sizeof *have);
    for (size_t i = 0; i < r->n; ++i)
        if (i != but && r->at[i].design == design && (r->at[i].kept || !kept))
            for (size_t w = 0; w < r->words; ++w)
                have[w] |= r->at[i].points[w];
}

static void swap(struct assay_ranking *r, size_t a, size_t b)
{
    const struct assay_ranked x = r->at[a];

    r->at[a] = r->at[b];
    r->at[b] = x;
}

/* A job that takes no measurable time is worth most. */
static double worth(size_t adds, double seconds)
{
    return (double)adds / (seconds > 1e-6 ? seconds : 1e-6);
}

/* The job after the first `done` that adds the most points per second; r->n if none adds any. */
static size_t best_of(struct assay_ranking *r, size_t done, uint64_t *have)
{
    size_t best = r->n, design = SIZE_MAX;

    for (size_t i = done; i < r->n; ++i) {
        if (r->at[i].design != design) {
            design = r->at[i].design;
            unite(r, design, r->n, true, have);
        }
        r->at[i].adds = added(&r->at[i], have, r->words);
        if (r->at[i].adds && (best == r->n || worth(r->at[i].adds, r->at[i].seconds) >
                                                  worth(r->at[best].adds, r->at[best].seconds)))
            best = i;
    }
    return best;
}

/* The slowest kept job whose points are all in others; r->n if there is none. */
static size_t slowest_spare(const struct assay_ranking *r, uint64_t *have)
{
    size_t slowest = r->n;

    for (size_t i = 0; i < r->kept; ++i) {
        if (slowest != r->n && r->at[i].seconds <= r->at[slowest].seconds)
            continue;
        unite(r, r->at[i].design, i, true, have);
        if (added(&r->at[i], have, r->words) == 0)
            slowest = i;
    }
    return slowest;
}

/* Move a kept job behind the other kept ones, which keep their order. */
static void leave_out(struct assay_ranking *r, size_t spare)
{
    const struct assay_ranked x = r->at[spare];

    memmove(&r->at[spare], &r->at[spare + 1], (r->kept - spare - 1) * sizeof x);
    --r->kept;
    r->at[r->kept] = x;
    r->at[r->kept].kept = false;
    r->at[r->kept].adds = 0;
}

/* Compute what each job adds in the final order, and the totals. This starts from the points
 * themselves, not from the numbers used while ranking. */
static void account(struct assay_ranking *r, uint64_t *have)
{
    r->points_before = r->points_after = 0;
    r->seconds_before = r->seconds_after = 0;
    for (size_t i = 0; i < r->n; ++i) {
        bool first = true;

        memset(have, 0, r->words * sizeof *have);
        for (size_t k = 0; k < i; ++k)
            if (r->at[k].design == r->at[i].design) {
                first = false;
                for (size_t w = 0; w < r->words; ++w)
                    have[w] |= r->at[k].points[w];
            }
        r->at[i].adds = added(&r->at[i], have, r->words);
        r->seconds_before += r->at[i].seconds;
        r->seconds_after += r->at[i].kept ? r->at[i].seconds : 0;
        if (!first)
            continue;
        unite(r, r->at[i].design, r->n, false, have);
        r->points_before += ones(have, r->words);
        unite(r, r->at[i].design, r->n, true, have);
        r->points_after += ones(have, r->words);
    }
}

bool assay_rank(struct assay_ranking *r)
{
    uint64_t *have = calloc(r->words + 1, sizeof *have);
    size_t next;

    if (!have)
        return false;
    for (size_t i = 0; i < r->n; ++i)
        r->at[i].kept = false;
    r->kept = 0;
    while ((next = best_of(r, r->kept, have)) != r->n) {
        r->at[next].kept = true;
        swap(r, r->kept++, next);
    }
    while ((next = slowest_spare(r, have)) != r->n)
        leave_out(r, next);
    account(r, have);
    free(have);
    return true;
}

void assay_ranking_free(struct assay_ranking *r)
{
    for (size_t i = 0; i < r->n; ++i)
        free(r->at[i].points);
    free(r->at);
    memset(r, 0, sizeof *r);
}
