/* ports.c - the canonical pins that follow from streams and pins outside streams, and their
 * widths. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe/reader.h"

typedef struct assay_describe_reader reader;

/* --- the list --- */

/* Appends a port named `name` or `stream`_`name`; its member in the structs is formed
 * from the names in C. */
static bool add_port(reader *r, struct assay_describe_port p, const char *name, const char *c_name)
{
    struct assay_description *d = r->d;
    const struct assay_describe_stream *s = p.stream < 0 ? NULL : &d->stream[p.stream];
    struct assay_describe_port *to = &d->port[d->n_ports++];

    *to = p;
    if (!s)
        return assay_describe_keep(r, name, &to->name) &&
               assay_describe_keep(r, c_name, &to->place);
    return assay_describe_print(r, &to->name, "%s_%s", s->name, name) &&
           assay_describe_print(r, &to->place, p.role == ASSAY_DESCRIBE_PAYLOAD ? "%s.%s" : "%s_%s",
                                p.role == ASSAY_DESCRIBE_PAYLOAD ? s->c_name : s->name, c_name);
}

static bool add_stream(reader *r, size_t i)
{
    const struct assay_describe_stream *s = &r->d->stream[i];
    const struct assay_describe_port valid = {.input = s->sink,
                                              .role = ASSAY_DESCRIBE_VALID,
                                              .stream = (int)i,
                                              .pin = s->valid,
                                              .line = s->line};
    const struct assay_describe_port ready = {.input = !s->sink,
                                              .role = ASSAY_DESCRIBE_READY,
                                              .stream = (int)i,
                                              .pin = s->ready,
                                              .line = s->line};

    if (!add_port(r, valid, "valid", "valid") || !add_port(r, ready, "ready", "ready"))
        return false;
    for (size_t k = 0; k < s->n_fields; ++k) {
        const struct assay_describe_field *f = &s->field[k];
        const struct assay_describe_port port = {.input = s->sink,
                                                 .role = ASSAY_DESCRIBE_PAYLOAD,
                                                 .stream = (int)i,
                                                 .pin = f->pin,
                                                 .width = &s->field[k].width,
                                                 .values = f->values.n ? &f->values : NULL,
                                                 .line = f->line};

        if (!add_port(r, port, f->name, f->c_name))
            return false;
    }
    return true;
}

static bool add_ports(reader *r)
{
    struct assay_description *d = r->d;
    const struct assay_describe_port rst = {.input = true,
                                            .role = ASSAY_DESCRIBE_PLAIN,
                                            .stream = -1,
                                            .pin = d->reset.pin,
                                            .line = d->reset.line};
    size_t n = 1 + d->n_pins;

    for (size_t i = 0; i < d->n_streams; ++i)
        n += 2 + d->stream[i].n_fields;
    if (n > ASSAY_DESCRIBE_PORTS)
        return assay_yaml_bad_line(r->y, 1, "the block has %zu pins: expected %d at most", n,
                                   ASSAY_DESCRIBE_PORTS);
    d->port = calloc(n, sizeof *d->port);
    if (!d->port)
        return assay_yaml_no_memory(r->y);
    if (!add_port(r, rst, "rst", "rst"))
        return false;
    for (size_t i = 0; i < d->n_streams; ++i)
        if (!add_stream(r, i))
            return false;
    for (size_t i = 0; i < d->n_pins; ++i) {
        struct assay_describe_pin *p = &d->pin[i];
        const struct assay_describe_port port = {.input = p->input,
                                                 .role = ASSAY_DESCRIBE_PLAIN,
                                                 .stream = -1,
                                                 .pin = p->pin,
                                                 .width = &p->width,
                                                 .values = p->values.n ? &p->values : NULL,
                                                 .part = p->part,
                                                 .line = p->line};

        if (!add_port(r, port, p->name, p->c_name))
            return false;
    }
    return true;
}

/* --- consistency --- */

/* Checks that no name is one that the generated code needs. */
static bool names_are_free(reader *r)
{
    const struct assay_description *d = r->d;

    for (size_t i = 0; i < d->n_streams; ++i)
        if (assay_describe_is_taken(d->stream[i].name))
            return assay_yaml_bad_line(
                r->y, d->stream[i].line,
                "stream %s: struct %s_%s is something else: expected another name",
                d->stream[i].name, d->name, d->stream[i].name);
    for (size_t i = 0; i < d->n_pins; ++i)
        for (size_t k = 0; k < d->n_streams; ++k)
            if (strcmp(d->pin[i].c_name, d->stream[k].c_name) == 0)
                return assay_yaml_bad_line(r->y, d->pin[i].line,
                                           "pin %s has the name of a stream: expected another name",
                                           d->pin[i].name);
    for (size_t i = 0; i < d->n_streams; ++i)
        for (size_t k = 0; k < d->n_ports; ++k)
            if (strcmp(d->stream[i].c_name, d->port[k].place) == 0)
                return assay_yaml_bad_line(r->y, d->stream[i].line,
                                           "stream %s has the name of pin %s: expected another "
                                           "name",
                                           d->stream[i].name, d->port[k].name);
    for (size_t i = 0; i < d->n_ports; ++i) {
        if (strcmp(d->port[i].name, "clk") == 0)
            return assay_yaml_bad_line(r->y, d->port[i].line,
                                       "pin clk is the clock's: expected another name");
        for (size_t k = 0; k < i; ++k)
            if (strcmp(d->port[i].name, d->port[k].name) == 0 ||
                strcmp(d->port[i].place, d->port[k].place) == 0)
                return assay_yaml_bad_line(r->y, d->port[i].line,
                                           "pin %s is defined twice: expected another name",
                                           d->port[i].name);
    }
    return true;
}

static bool params_are_apart(reader *r)
{
    const struct assay_description *d = r->d;

    for (size_t i = 0; i < d->n_params; ++i)
        for (size_t k = 0; k < i; ++k)
            if (strcmp(d->param[i].verilog, d->param[k].verilog) == 0 ||
                strcmp(d->param[i].c_name, d->param[k].c_name) == 0)
                return assay_yaml_bad_line(
                    r->y, d->param[i].line,
                    "parameters %s and %s are both %s: expected names that differ",
                    d->param[k].name, d->param[i].name, d->param[i].verilog);
    return true;
}

/* Computes the width of a port for these values of the parameters. False with a message. */
static bool width_of(const struct assay_description *d, const struct assay_describe_port *p,
                     const uint32_t *value, const char *with, uint32_t *width, char *why,
                     size_t why_size)
{
    const struct assay_describe_width *w = p->width;
    char wrong[400];
    int64_t bits = 0;

    if (!w || !w->bits) {
        *width = 1;
        return true;
    }
    if (!assay_expression_value(w->bits, value, &bits, wrong, sizeof wrong)) {
        snprintf(why, why_size, "%s:%lu: width of %s with %s: %s", d->path, w->line, p->name, with,
                 wrong);
        return false;
    }
    if (bits < 1 || bits > (w->max ? w->max : ASSAY_DESCRIBE_BITS)) {
        snprintf(why, why_size, "%s:%lu: width of %s with %s: '%.100s' is %lld: expected 1 to %u",
                 d->path, w->line, p->name, with, assay_expression_text(w->bits), (long long)bits,
                 w->max ? w->max : ASSAY_DESCRIBE_BITS);
        return false;
    }
    *width = (uint32_t)bits;
    return true;
}

/* Computes the widths at each set. Without a `max` in the file, the largest becomes the maximum. */
static bool widths_of_sets(reader *r)
{
    struct assay_description *d = r->d;

    for (size_t i = 0; i < d->n_ports; ++i) {
        const struct assay_describe_port *p = &d->port[i];
        struct assay_describe_width *w = p->width;
        uint32_t most = 0;

        if (!w || !w->bits)
            continue;
        w->of_set = calloc(d->n_sets, sizeof *w->of_set);
        if (!w->of_set)
            return assay_yaml_no_memory(r->y);
        for (size_t s = 0; s < d->n_sets; ++s) {
            char with[96];

            snprintf(with, sizeof with, "the set %s", d->set[s].name);
            if (!width_of(d, p, d->set[s].value, with, &w->of_set[s], r->y->why, r->y->why_size))
                return false;
            most = w->of_set[s] > most ? w->of_set[s] : most;
        }
        if (!w->max)
            w->max = most;
    }
    return true;
}

/* Whether the range of an input outside streams fits into its widths. False with a message. */
static bool range_fits(const struct assay_description *d, const struct assay_describe_pin *p,
                       char *why, size_t why_size)
{
    for (size_t s = 0; p->has_range && s < d->n_sets; ++s)
        if (p->width.of_set[s] < 64 && p->high >> p->width.of_set[s]) {
            snprintf(why, why_size,
                     "pin %s: %llu does not fit into the %u bits that it has with the set %s: "
                     "expected less",
                     p->name, (unsigned long long)p->high, p->width.of_set[s], d->set[s].name);
            return false;
        }
    return true;
}

/* Whether there are not more names than values at the narrowest set. False with a message. */
static bool names_fit(const struct assay_description *d, const struct assay_describe_port *p,
                      char *why, size_t why_size)
{
    for (size_t s = 0; p->values && s < d->n_sets; ++s)
        if (p->width->of_set[s] < 32 && (p->values->n - 1) >> p->width->of_set[s]) {
            snprintf(why, why_size,
                     "%s has names for %zu values, and with the set %s the values of %u bits: "
                     "expected no more names than values",
                     p->name, p->values->n, d->set[s].name, p->width->of_set[s]);
            return false;
        }
    return true;
}

/* Checks both, as far as widths are known. The others are checked when they are filled in. */
static bool widths_fit(reader *r)
{
    const struct assay_description *d = r->d;
    char why[512];

    for (size_t i = 0; i < d->n_pins; ++i)
        if (d->pin[i].width.of_set && !range_fits(d, &d->pin[i], why, sizeof why))
            return assay_yaml_bad_line(r->y, d->pin[i].line, "%s", why);
    for (size_t i = 0; i < d->n_ports; ++i)
        if (d->port[i].values && d->port[i].width->of_set &&
            !names_fit(d, &d->port[i], why, sizeof why))
            return assay_yaml_bad_line(r->y, d->port[i].line, "%s", why);
    return true;
}

bool assay_describe_complete(reader *r)
{
    if (!r->d->n_streams && !r->d->n_pins)
        return assay_yaml_bad_line(r->y, 1, "the block has no streams and no pins: expected some");
    return add_ports(r) && names_are_free(r) && params_are_apart(r) && widths_of_sets(r) &&
           widths_fit(r);
}

/* --- for users of a description --- */

bool assay_describe_widths(const struct assay_description *d, const uint32_t *value,
                           uint32_t *width, char *why, size_t why_size)
{
    size_t set = 0;

    while (set < d->n_sets && memcmp(d->set[set].value, value, d->n_params * sizeof *value) != 0)
        ++set;
    for (size_t i = 0; i < d->n_ports; ++i) {
        const struct assay_describe_port *p = &d->port[i];

        if (!width_of(d, p, value, "these parameters", &width[i], why, why_size))
            return false;
        if (!p->width || p->width->bits)
            continue;
        if (!p->width->of_set || set == d->n_sets) {
            snprintf(why, why_size, "%s:%lu: width of %s is missing: expected %s", d->path, p->line,
                     p->name,
                     p->width->of_set
                         ? "the parameters of a set, for which it was read from the RTL"
                         : "it to be read from the RTL");
            return false;
        }
        width[i] = p->width->of_set[set];
    }
    return true;
}

size_t assay_describe_left_out(const struct assay_description *d, size_t from)
{
    while (from < d->n_ports && (!d->port[from].width || d->port[from].width->of_set))
        ++from;
    return from;
}

/* Whether what the description says of a port fits into the widths that the RTL gives it. */
static bool fits(const struct assay_description *d, const struct assay_describe_port *p, char *why,
                 size_t why_size)
{
    char what[512];
    unsigned long line = p->line;
    bool good = names_fit(d, p, what, sizeof what);

    for (size_t i = 0; good && i < d->n_pins; ++i)
        if (&d->pin[i].width == p->width) {
            line = d->pin[i].line;
            good = range_fits(d, &d->pin[i], what, sizeof what);
        }
    if (!good)
        snprintf(why, why_size, "%s:%lu: %s", d->path, line, what);
    return good;
}

bool assay_describe_fill(struct assay_description *d, size_t port, const uint32_t *bits, char *why,
                         size_t why_size)
{
    const struct assay_describe_port *p = &d->port[port];
    struct assay_describe_width *w = p->width;
    uint32_t most = 0;

    for (size_t s = 0; s < d->n_sets; ++s) {
        if (bits[s] < 1 || bits[s] > (w->max ? w->max : ASSAY_DESCRIBE_BITS)) {
            snprintf(why, why_size,
                     "%s:%lu: width of %s with the set %s is %u in the RTL: expected 1 to %u",
                     d->path, p->line, p->name, d->set[s].name, bits[s],
                     w->max ? w->max : ASSAY_DESCRIBE_BITS);
            return false;
        }
        most = bits[s] > most ? bits[s] : most;
    }
    free(w->of_set);
    w->of_set = calloc(d->n_sets + 1, sizeof *w->of_set);
    if (!w->of_set) {
        snprintf(why, why_size, "out of memory");
        return false;
    }
    memcpy(w->of_set, bits, d->n_sets * sizeof *bits);
    if (!w->max)
        w->max = most;
    return fits(d, p, why, why_size);
}
