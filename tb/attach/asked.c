#include "attach/asked.h"

#include <stdio.h>
#include <string.h>

#include "attach/wrapper.h"

typedef struct assay_describe_stream stream;

static bool could_wait(const stream *s)
{
    return s->kind == ASSAY_DESCRIBE_READY_VALID ||
           (s->kind == ASSAY_DESCRIBE_PULL && s->delay == 0);
}

/* --- streams --- */

/* Rejects keys that have a meaning only for a model of transfers. */
static const char *needs_transfers(const struct assay_description *d, const stream *s)
{
    if (d->level == ASSAY_DESCRIBE_TRANSFERS)
        return NULL;
    if (s->kind == ASSAY_DESCRIBE_ADAPTER)
        return "kind adapter: expected level transfers, at which the model makes its transfers";
    if (s->hold_until_response)
        return "hold: until_response: expected level transfers, at which the model defines the "
               "responses";
    if (s->match_name &&
        d->level == ASSAY_DESCRIBE_CYCLE) /* at level none, run --against uses it */
        return "match: expected level transfers, at which responses are matched";
    if (s->timeout && d->level == ASSAY_DESCRIBE_CYCLE)
        return "timeout: expected level transfers, at which transfers are expected";
    if (s->valid_waits_never)
        return "valid_waits: never: expected level transfers, at which the claim is checked";
    if (s->join)
        return "join: expected level transfers, at which the model gets transfers";
    return NULL;
}

/* Rejects keys that a stream without pins of its own cannot have. */
static const char *adapter_misfit(const stream *s)
{
    if (s->kind != ASSAY_DESCRIBE_ADAPTER)
        return NULL;
    if (s->valid_given || s->ready_given)
        return "kind adapter has valid or ready: expected neither, because the model makes its "
               "transfers from pins outside streams";
    if (s->n_driven || s->offer != ASSAY_DESCRIBE_HELD)
        return "kind adapter has drives or offer: expected neither, because the model drives its "
               "pins";
    for (size_t i = 0; i < s->n_fields; ++i)
        if (s->field[i].pin)
            return "kind adapter has a field with a pin: expected none, because the model drives "
                   "its pins";
    return NULL;
}

static bool group_is_bounded(const struct assay_description *d, const stream *s)
{
    for (size_t i = 0; i < d->n_streams; ++i)
        if (d->stream[i].group_index == s->group_index && d->stream[i].outstanding)
            return true;
    return false;
}

/* Whether two sinks of a join are in one group. The one offered first would wait for the other,
 * which could not be offered. */
static bool join_is_in_group(const struct assay_description *d, const stream *s)
{
    for (size_t i = 0; i < d->n_streams; ++i)
        if (&d->stream[i] != s && s->join && s->group && d->stream[i].join_index == s->join_index &&
            d->stream[i].group_index == s->group_index)
            return true;
    return false;
}

static const char *bound_misfit(const struct assay_description *d, const stream *s)
{
    if (s->outstanding && d->level == ASSAY_DESCRIBE_CYCLE)
        return "outstanding at level cycle, at which responses are not defined: expected level "
               "transfers";
    if (s->kind == ASSAY_DESCRIBE_ALWAYS && (s->outstanding || s->hold_until_response))
        return "a sink of kind always has outstanding or hold: until_response: expected neither, "
               "because its results come only while it continues";
    if (s->hold_until_response && s->outstanding > 1)
        return "hold: until_response with outstanding above 1: expected one of them, because the "
               "payload of one transfer is on the pins";
    if (s->group && !group_is_bounded(d, s))
        return "group without outstanding: expected outstanding for one of its sinks";
    if (join_is_in_group(d, s))
        return "two sinks of its join are in its group: expected separate outstanding";
    if (s->join && s->kind == ASSAY_DESCRIBE_ALWAYS)
        return "a sink of kind always has join: expected another kind, with transfers that wait "
               "for those of the others";
    return NULL;
}

/* Returns what is wrong with a stream; NULL: nothing. */
static const char *misfit(const struct assay_description *d, const stream *s)
{
    const char *wrong = needs_transfers(d, s);

    wrong = wrong ? wrong : adapter_misfit(s);
    wrong = wrong ? wrong : bound_misfit(d, s);
    if (wrong)
        return wrong;
    if (s->unused && d->level == ASSAY_DESCRIBE_CYCLE)
        return "unused at level cycle, at which every output is compared: expected level transfers "
               "or none";
    if (s->offer == ASSAY_DESCRIBE_WHEN_READY && !s->ready)
        return "offer: when_ready of a kind without ready: expected kind ready_valid";
    if (s->valid_waits_never && !could_wait(s))
        return "valid_waits: never: expected kind ready_valid, or pull with delay 0, whose valid "
               "could wait for ready";
    return NULL;
}

/* --- fields --- */

static bool is_driven(const stream *s, const char *field)
{
    for (size_t i = 0; i < s->n_driven; ++i) {
        const char *at = s->driven[i].expression;
        size_t n;

        for (; (at = assay_wrapper_name(at, &n)); at += n)
            if (strlen(field) == n && memcmp(at, field, n) == 0)
                return true;
    }
    return false;
}

/* `pin: none` is only for fields that `drives` names. */
static const char *field_misfit(const stream *s, const struct assay_describe_field *f)
{
    if (!f->pinless || s->kind == ASSAY_DESCRIBE_ADAPTER)
        return NULL;
    if (!s->sink)
        return "pin: none of a source, whose fields come from pins: expected a pin";
    if (!is_driven(s, f->name))
        return "pin: none, and drives does not name the field: expected a pin, or drives with it";
    return NULL;
}

/* --- the block --- */

static bool refuse(const struct assay_description *d, unsigned long line, const char *kind,
                   const char *name, const char *wrong, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s:%lu: %s%s%s%s", d->path, line, kind, name, *kind ? ": " : "",
             wrong);
    return false;
}

static bool block_is_sound(const struct assay_description *d, char *why, size_t why_size)
{
    if (d->level == ASSAY_DESCRIBE_NONE && d->model_line)
        return refuse(d, d->model_line, "", "",
                      "model: level none has no model: expected level cycle or transfers", why,
                      why_size);
    if (d->timeout && !d->n_streams && d->level != ASSAY_DESCRIBE_TRANSFERS)
        return refuse(d, d->timeout_line, "", "",
                      "timeout: the block has no streams: expected none", why, why_size);
    return true;
}

static bool stream_is_sound(const struct assay_description *d, const stream *s, char *why,
                            size_t why_size)
{
    const char *wrong = misfit(d, s);

    if (wrong)
        return refuse(d, s->line, "stream ", s->name, wrong, why, why_size);
    for (size_t i = 0; i < s->n_fields; ++i) {
        wrong = field_misfit(s, &s->field[i]);
        if (wrong)
            return refuse(d, s->field[i].line, "field ", s->field[i].name, wrong, why, why_size);
    }
    return true;
}

static bool pin_is_sound(const struct assay_description *d, const struct assay_describe_pin *p,
                         char *why, size_t why_size)
{
    if (p->when && d->level == ASSAY_DESCRIBE_CYCLE)
        return refuse(d, p->line, "pin ", p->name,
                      "when at level cycle, at which every output is compared in every cycle: "
                      "expected level transfers",
                      why, why_size);
    if (p->when && d->level == ASSAY_DESCRIBE_NONE)
        return refuse(d, p->line, "pin ", p->name,
                      "when at level none, at which no value is compared: expected level transfers",
                      why, why_size);
    return true;
}

bool assay_asked_is_given(const struct assay_description *d, char *why, size_t why_size)
{
    bool good = block_is_sound(d, why, why_size);

    for (size_t i = 0; good && i < d->n_streams; ++i)
        good = stream_is_sound(d, &d->stream[i], why, why_size);
    for (size_t i = 0; good && i < d->n_pins; ++i)
        good = pin_is_sound(d, &d->pin[i], why, why_size);
    return good;
}
