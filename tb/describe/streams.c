/* streams.c - reads the streams of a block.yaml. */
#include <stdlib.h>
#include <string.h>

#include "describe/reader.h"

typedef struct assay_describe_reader reader;
typedef struct assay_describe_stream stream;

static const char *const kinds[] = {"ready_valid", "valid_only", "always", "pull", "adapter", NULL};

/* --- fields --- */

static bool field_pin(reader *r, const yaml_node_t *n, void *to)
{
    struct assay_describe_field *f = to;

    if (!assay_describe_verilog(r, n, "pin", &f->pin))
        return false;
    f->pinless = strcmp(f->pin, "none") == 0;
    return true;
}

static bool field_width(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_bits(r, n, &((struct assay_describe_field *)to)->width);
}

static bool field_max(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_max(r, n, &((struct assay_describe_field *)to)->width);
}

bool assay_describe_values(struct assay_describe_reader *r, const yaml_node_t *n,
                           struct assay_describe_words *w)
{
    if (!assay_describe_words(r, n, "values", w))
        return false;
    for (size_t i = 0; i < w->n; ++i) {
        if (w->at[i][strspn(w->at[i],
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.")])
            return assay_yaml_bad(r->y, n,
                                  "a value is named '%.100s': expected letters, digits and _ - + .",
                                  w->at[i]);
        for (size_t k = 0; k < i; ++k)
            if (strcmp(w->at[i], w->at[k]) == 0)
                return assay_yaml_bad(
                    r->y, n, "two values are named %.100s: expected different names", w->at[i]);
    }
    return true;
}

static bool field_values(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_values(r, n, &((struct assay_describe_field *)to)->values);
}

/* Whether a field has no value in the file: its width is read from the RTL. */
static bool is_nothing(const yaml_node_t *n)
{
    return n->type == YAML_SCALAR_NODE && n->data.scalar.length == 0 &&
           n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

static bool read_field(reader *r, const yaml_node_t *name, const yaml_node_t *n, void *thing)
{
    static const struct assay_describe_key keys[] = {{"pin", field_pin},
                                                     {"width", field_width},
                                                     {"max", field_max},
                                                     {"values", field_values},
                                                     {0}};
    struct assay_describe_field *f = thing;

    f->line = f->width.line = assay_yaml_line(name);
    if (!assay_describe_c_name(r, f->name, &f->c_name))
        return false;
    if (is_nothing(n))
        return true;
    if (n->type == YAML_SCALAR_NODE)
        return assay_describe_bits(r, n, &f->width);
    return assay_describe_map(r, n, f->name, keys, f);
}

/* --- streams --- */

static bool stream_direction(reader *r, const yaml_node_t *n, void *to)
{
    static const char *const words[] = {"source", "sink", NULL};
    stream *s = to;
    int choice;

    if (!assay_describe_choice(r, n, "direction", words, &choice))
        return false;
    s->sink = choice == 1;
    s->direction_given = true;
    return true;
}

static bool stream_kind(reader *r, const yaml_node_t *n, void *to)
{
    int choice;

    if (!assay_describe_choice(r, n, "kind", kinds, &choice))
        return false;
    ((stream *)to)->kind = (enum assay_describe_kind)choice;
    return true;
}

static bool stream_valid(reader *r, const yaml_node_t *n, void *to)
{
    ((stream *)to)->valid_given = true;
    return assay_describe_verilog(r, n, "valid", &((stream *)to)->valid);
}

static bool stream_ready(reader *r, const yaml_node_t *n, void *to)
{
    ((stream *)to)->ready_given = true;
    return assay_describe_verilog(r, n, "ready", &((stream *)to)->ready);
}

static bool stream_fields(reader *r, const yaml_node_t *n, void *to)
{
    stream *s = to;

    return assay_describe_named(r, n, "fields", sizeof *s->field, 1000, (void **)&s->field,
                                &s->n_fields, read_field);
}

static bool drive_one(reader *r, const yaml_node_t *name, const yaml_node_t *n, void *thing)
{
    struct assay_describe_driven *d = thing;

    d->line = assay_yaml_line(name);
    return assay_describe_verilog(r, n, d->pin, &d->expression);
}

static bool stream_drives(reader *r, const yaml_node_t *n, void *to)
{
    stream *s = to;

    return assay_describe_named(r, n, "drives", sizeof *s->driven, 1000, (void **)&s->driven,
                                &s->n_driven, drive_one);
}

static bool stream_match(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_identifier(r, n, "match", &((stream *)to)->match_name);
}

static bool stream_timeout(reader *r, const yaml_node_t *n, void *to)
{
    return assay_yaml_number(r->y, n, "timeout", 1, INT64_MAX, &((stream *)to)->timeout);
}

static bool stream_unused(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_bool(r, n, "unused", &((stream *)to)->unused);
}

static bool stream_valid_waits(reader *r, const yaml_node_t *n, void *to)
{
    static const char *const words[] = {"may", "never", NULL};
    int choice;

    if (!assay_describe_choice(r, n, "valid_waits", words, &choice))
        return false;
    ((stream *)to)->valid_waits_never = choice == 1;
    return true;
}

static bool stream_offer(reader *r, const yaml_node_t *n, void *to)
{
    static const char *const words[] = {"held", "when_ready", NULL};
    int choice;

    if (!assay_describe_choice(r, n, "offer", words, &choice))
        return false;
    ((stream *)to)->offer = (enum assay_describe_offer)choice;
    return true;
}

static bool stream_hold(reader *r, const yaml_node_t *n, void *to)
{
    static const char *const words[] = {"until_transfer", "until_response", NULL};
    int choice;

    if (!assay_describe_choice(r, n, "hold", words, &choice))
        return false;
    ((stream *)to)->hold_until_response = choice == 1;
    return true;
}

static bool stream_outstanding(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_unsigned(r, n, "outstanding", 1, UINT32_MAX,
                                   &((stream *)to)->outstanding);
}

static bool stream_group(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_identifier(r, n, "group", &((stream *)to)->group);
}

static bool stream_after(reader *r, const yaml_node_t *n, void *to)
{
    ((stream *)to)->after_given = true;
    return assay_describe_unsigned(r, n, "after", 0, 100000, &((stream *)to)->after);
}

static bool stream_delay(reader *r, const yaml_node_t *n, void *to)
{
    ((stream *)to)->delay_given = true;
    return assay_describe_unsigned(r, n, "delay", 0, 1, &((stream *)to)->delay);
}

static bool stream_join(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_identifier(r, n, "join", &((stream *)to)->join);
}

/* Returns what is wrong with the combination of keys, kind and direction; NULL: nothing. */
static const char *misfit(const stream *s)
{
    if (!s->direction_given)
        return "it has no direction: expected sink or source";
    if (s->ready_given &&
        (s->kind == ASSAY_DESCRIBE_VALID_ONLY || s->kind == ASSAY_DESCRIBE_ALWAYS))
        return "it has ready, which only the kinds ready_valid and pull have: expected none";
    if (s->kind == ASSAY_DESCRIBE_PULL && s->sink)
        return "it is a sink of kind pull: expected a source";
    if (s->kind == ASSAY_DESCRIBE_PULL && !s->delay_given)
        return "it is of kind pull: expected delay, 0 or 1";
    if (s->delay_given && s->kind != ASSAY_DESCRIBE_PULL)
        return "it has delay, which only the kind pull has: expected none";
    if (s->after_given && (s->sink || s->kind != ASSAY_DESCRIBE_ALWAYS))
        return "it has after, which only a source of kind always has: expected none";
    if (s->sink && (s->match_name || s->valid_waits_never || s->timeout))
        return "it is a sink and has match, timeout or valid_waits: expected them only for a "
               "source";
    if (!s->sink && (s->outstanding || s->group || s->join || s->n_driven ||
                     s->hold_until_response || s->offer != ASSAY_DESCRIBE_HELD))
        return "it is a source and has outstanding, group, join, drives, hold or offer: expected "
               "them only for a sink";
    return NULL;
}

static bool default_pin(reader *r, const stream *s, const char *suffix, char **to)
{
    return *to || assay_describe_print(r, to, "%s_%s", s->name, suffix);
}

/* Names the pins that the kind has and the file does not name. */
static bool default_pins(reader *r, stream *s)
{
    const bool has_ready = s->kind == ASSAY_DESCRIBE_READY_VALID || s->kind == ASSAY_DESCRIBE_PULL;

    if (s->kind == ASSAY_DESCRIBE_ADAPTER)
        return true;
    if (s->kind != ASSAY_DESCRIBE_ALWAYS && !default_pin(r, s, "valid", &s->valid))
        return false;
    if (has_ready && !default_pin(r, s, "ready", &s->ready))
        return false;
    for (size_t i = 0; i < s->n_fields; ++i) {
        struct assay_describe_field *f = &s->field[i];

        if (f->pinless) {
            free(f->pin);
            f->pin = NULL;
        } else if (!default_pin(r, s, f->name, &f->pin)) {
            return false;
        }
    }
    return true;
}

static bool find_match(reader *r, stream *s)
{
    s->match = -1;
    if (!s->match_name)
        return true;
    for (size_t i = 0; i < s->n_fields; ++i)
        if (strcmp(s->field[i].name, s->match_name) == 0)
            s->match = (int)i;
    return s->match >= 0 ||
           assay_yaml_bad_line(r->y, s->line,
                               "stream %s: match %s is not one of its fields: expected one of them",
                               s->name, s->match_name);
}

static bool read_stream(reader *r, const yaml_node_t *name, const yaml_node_t *n, void *thing)
{
    static const struct assay_describe_key keys[] = {{"direction", stream_direction},
                                                     {"kind", stream_kind},
                                                     {"valid", stream_valid},
                                                     {"ready", stream_ready},
                                                     {"fields", stream_fields},
                                                     {"drives", stream_drives},
                                                     {"match", stream_match},
                                                     {"timeout", stream_timeout},
                                                     {"unused", stream_unused},
                                                     {"valid_waits", stream_valid_waits},
                                                     {"offer", stream_offer},
                                                     {"hold", stream_hold},
                                                     {"outstanding", stream_outstanding},
                                                     {"group", stream_group},
                                                     {"after", stream_after},
                                                     {"delay", stream_delay},
                                                     {"join", stream_join},
                                                     {0}};
    stream *s = thing;
    const char *wrong;

    s->line = assay_yaml_line(name);
    if (!assay_describe_c_name(r, s->name, &s->c_name) ||
        !assay_describe_map(r, n, s->name, keys, s))
        return false;
    wrong = misfit(s);
    if (wrong)
        return assay_yaml_bad(r->y, name, "stream %s: %s", s->name, wrong);
    return default_pins(r, s) && find_match(r, s);
}

/* Numbers groups and joins in the order in which they occur. */
static void number_groups(struct assay_description *d)
{
    uint32_t groups = 0, joins = 0;

    for (size_t i = 0; i < d->n_streams; ++i) {
        stream *s = &d->stream[i];

        for (size_t k = 0; k < i; ++k) {
            const stream *other = &d->stream[k];

            if (s->group && other->group && strcmp(other->group, s->group) == 0)
                s->group_index = other->group_index;
            if (s->join && other->join && strcmp(other->join, s->join) == 0)
                s->join_index = other->join_index;
        }
        if (s->group && !s->group_index)
            s->group_index = ++groups;
        if (s->join && !s->join_index)
            s->join_index = ++joins;
    }
}

/* Checks the joins. The generated code has a function for each join, named like those of the
 * streams, so a join must not have a stream's name. */
static bool joins_are_sound(reader *r)
{
    const struct assay_description *d = r->d;

    for (size_t i = 0; i < d->n_streams; ++i) {
        const stream *s = &d->stream[i];
        size_t n = 0;

        for (size_t k = 0; s->join && k < d->n_streams; ++k) {
            n += d->stream[k].join_index == s->join_index;
            if (strcmp(d->stream[k].name, s->join) == 0)
                return assay_yaml_bad_line(
                    r->y, s->line,
                    "stream %s: join %s has the name of a stream: expected another name", s->name,
                    s->join);
        }
        if (n == 1)
            return assay_yaml_bad_line(r->y, s->line,
                                       "stream %s is alone in join %s: expected two sinks or more",
                                       s->name, s->join);
    }
    return true;
}

bool assay_describe_streams(reader *r, const yaml_node_t *n, void *to)
{
    struct assay_description *d = r->d;

    (void)to;
    if (!assay_describe_named(r, n, "streams", sizeof *d->stream, ASSAY_DESCRIBE_STREAMS,
                              (void **)&d->stream, &d->n_streams, read_stream))
        return false;
    number_groups(d);
    return joins_are_sound(r);
}
