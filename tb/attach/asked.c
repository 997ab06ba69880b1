#include "attach/asked.h"

#include <stdio.h>

typedef struct assay_describe_stream stream;

static bool could_wait(const stream *s)
{
    return s->kind == ASSAY_DESCRIBE_READY_VALID ||
           (s->kind == ASSAY_DESCRIBE_PULL && s->delay == 0);
}

/* What is wrong with a stream; NULL: nothing. */
static const char *misfit(const struct assay_description *d, const stream *s)
{
    if (s->kind == ASSAY_DESCRIBE_ADAPTER && d->level != ASSAY_DESCRIBE_TRANSFERS)
        return "kind adapter: expected level transfers, at which the model makes its transfers";
    if (s->hold_until_response && d->level != ASSAY_DESCRIBE_TRANSFERS)
        return "hold: until_response: expected level transfers, at which the model says what a "
               "response is";
    if (s->outstanding && d->level == ASSAY_DESCRIBE_CYCLE)
        return "outstanding at level cycle, at which nothing says what a response is: expected "
               "level transfers";
    if (s->kind == ASSAY_DESCRIBE_ALWAYS && (s->outstanding || s->hold_until_response))
        return "a sink of kind always has outstanding or hold: until_response: expected neither, "
               "because its results come only while it goes on";
    if (s->valid_waits_never && !could_wait(s))
        return "valid_waits: never: expected kind ready_valid, or pull with delay 0, whose valid "
               "could wait for ready";
    return NULL;
}

bool assay_asked_is_given(const struct assay_description *d, char *why, size_t why_size)
{
    for (size_t i = 0; i < d->n_streams; ++i) {
        const char *wrong = misfit(d, &d->stream[i]);

        if (!wrong)
            continue;
        snprintf(why, why_size, "%s:%lu: stream %s: %s", d->path, d->stream[i].line,
                 d->stream[i].name, wrong);
        return false;
    }
    for (size_t i = 0; i < d->n_pins; ++i) {
        const struct assay_describe_pin *p = &d->pin[i];

        if (!p->when)
            continue;
        snprintf(why, why_size,
                 "%s:%lu: pin %s: when: a model of transfers says no values of plain outputs to "
                 "compare with: expected a source with this condition as valid and the pin as a "
                 "field, or level cycle",
                 d->path, p->line, p->name);
        return false;
    }
    return true;
}
