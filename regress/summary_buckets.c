/* summary_buckets.c - group failures by signature; each group presumably has a single cause. */
#include "regress/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a comma-separated list contains a name of `n` characters. */
static bool has_name(const char *list, const char *name, size_t n)
{
    for (; *list; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == n && memcmp(list, name, n) == 0)
            return true;
    return false;
}

/* Whether two lists have a name in common, or are both empty. */
static bool share_name(const char *a, const char *b)
{
    if (!*a || !*b)
        return *a == *b;
    for (; *a; a += strcspn(a, ","), a += *a == ',')
        if (has_name(b, a, strcspn(a, ",")))
            return true;
    return false;
}

/* Add the names of `more` that `list` lacks, as far as there is room. */
static void add_names(char *list, size_t size, const char *more)
{
    for (; *more; more += strcspn(more, ","), more += *more == ',') {
        const size_t n = strcspn(more, ","), used = strlen(list);

        if (!has_name(list, more, n) && used + n + 2 <= size)
            snprintf(list + used, size - used, "%s%.*s", used ? "," : "", (int)n, more);
    }
}

bool assay_in_bucket(const struct assay_summary *s, const struct assay_bucket *b,
                     const struct assay_failure *f)
{
    const struct assay_store_job *best = &s->failure[b->best].job;

    return strcmp(best->block, f->job.block) == 0 && strcmp(best->verdict, f->job.verdict) == 0 &&
           strcmp(best->rtl, f->job.rtl) == 0 && strcmp(best->fault, f->job.fault) == 0 &&
           strcmp(best->known, f->job.known) == 0 && share_name(b->ports, f->job.port) &&
           strcmp(s->failure[b->best].said.stop, f->said.stop) == 0;
}

/* Whether `a` is faster to reproduce: it fails at a known, earlier cycle. */
static bool shorter(const struct assay_store_job *a, const struct assay_store_job *b)
{
    return a->fail_cycle >= 0 && (b->fail_cycle < 0 || a->fail_cycle < b->fail_cycle);
}

static int by_size(const void *a, const void *b)
{
    const struct assay_bucket *x = a, *y = b;

    if (x->known != y->known)
        return x->known ? 1 : -1;
    if (x->n != y->n)
        return x->n > y->n ? -1 : 1;
    return x->best < y->best ? -1 : 1;
}

/* Merge bucket `from` into `to`. */
static void join(struct assay_summary *s, struct assay_bucket *to, const struct assay_bucket *from)
{
    if (shorter(&s->failure[from->best].job, &s->failure[to->best].job))
        to->best = from->best;
    to->n += from->n;
    to->new += from->new;
    to->last = to->last > from->last ? to->last : from->last;
    add_names(to->ports, sizeof to->ports, from->ports);
}

/* Put a failure into its bucket. It may show that two existing buckets are one. */
static void put_failure(struct assay_summary *s, size_t i)
{
    const struct assay_store_job *j = &s->failure[i].job;
    struct assay_bucket own = {.best = i, .n = 1, .new = s->failure[i].new, .known = *j->known},
                        *home = NULL;
    size_t kept = 0;

    own.last = j->fail_cycle > 0 ? (uint64_t)j->fail_cycle : 0;
    snprintf(own.ports, sizeof own.ports, "%s", j->port);
    for (size_t k = 0; k < s->n_buckets; ++k) {
        struct assay_bucket *b = &s->bucket[k];

        if (!assay_in_bucket(s, b, &s->failure[i])) {
            s->bucket[kept++] = *b;
        } else if (home) {
            join(s, home, b);
        } else {
            home = &s->bucket[kept++];
            *home = *b;
        }
    }
    s->n_buckets = kept;
    if (home)
        join(s, home, &own);
    else
        s->bucket[s->n_buckets++] = own;
}

bool assay_summary_fill_buckets(struct assay_summary *s)
{
    s->bucket = calloc(s->n_failures + 1, sizeof *s->bucket);
    if (!s->bucket)
        return false;
    for (size_t i = 0; i < s->n_failures; ++i)
        put_failure(s, i);
    qsort(s->bucket, s->n_buckets, sizeof *s->bucket, by_size);
    for (size_t k = 0; k < s->n_buckets; ++k) {
        s->n_known_buckets += s->bucket[k].known;
        for (size_t i = 0; i < s->n_failures; ++i)
            if (assay_in_bucket(s, &s->bucket[k], &s->failure[i]))
                s->failure[i].bucket = k;
    }
    return true;
}
