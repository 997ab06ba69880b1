#include "stimulus/walk.h"

static char *walker_of(struct assay_walks *w, unsigned sink)
{
    return (char *)w + w->kind->walkers + sink * w->kind->size;
}

static void start_epoch(struct assay_walks *w)
{
    for (unsigned i = 0; i < w->kind->sinks; ++i) {
        w->kind->begin(walker_of(w, i), &w->env, w->epoch, w->rotate);
        w->left[i] = 0;
    }
}

void assay_walks_begin(struct assay_walks *w, const struct assay_walk_kind *kind,
                       const struct assay_stim_env *env, bool rotate)
{
    w->kind = kind;
    w->env = *env;
    w->rotate = rotate;
    for (unsigned i = 0; kind->site && i < kind->sinks; ++i)
        assay_rng_init(&w->data[i], env->seed, kind->site[i]);
    start_epoch(w);
}

void assay_walks_restart(void *walks)
{
    struct assay_walks *w = walks;

    ++w->epoch;
    start_epoch(w);
}

void *assay_walks_next(struct assay_walks *w, unsigned sink)
{
    char *walker = walker_of(w, sink);

    while (w->left[sink] == 0) {
        uint32_t needs[ASSAY_MAX_STREAMS];

        w->kind->next(walker);
        if (sink == 0)
            return walker;
        w->kind->needs(w->env.params, walker + w->kind->request, needs);
        w->left[sink] = needs[sink];
        if (w->rotate && w->env.user && w->left[sink] == 0)
            return NULL;
    }
    --w->left[sink];
    return walker;
}
