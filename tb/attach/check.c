#include "attach/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attach/wrapper.h"
#include "base/text.h"

struct checker {
    const struct assay_description *d;
    const struct assay_rtl_ports *ports;
    bool *named; /* for each port of the RTL: block.yaml names it */
    struct assay_text text;
    size_t wrong;
};

static const char *const directions[] = {"an input", "an output", "an inout"};

static void say(struct checker *c, unsigned long line, const char *pin, int n)
{
    ++c->wrong;
    assay_text_addf(&c->text, "%s%s:%lu: pin %.*s ", c->text.n ? "\n" : "", c->d->path, line, n,
                    pin);
}

/* Checks a pin by its name; `width` 0: any width. */
static void check_pin(struct checker *c, unsigned long line, const char *pin, size_t n,
                      enum assay_rtl_direction direction, uint32_t width)
{
    const struct assay_rtl_port *p = assay_rtl_ports_find_n(c->ports, pin, n);

    if (p)
        c->named[p - c->ports->v] = true;
    if (!p) {
        say(c, line, pin, (int)n);
        assay_text_addf(&c->text, "is missing in module %s: expected %s", c->d->top,
                        directions[direction]);
        if (width)
            assay_text_addf(&c->text, " of %" PRIu32 " bit%s", width, width == 1 ? "" : "s");
        return;
    }
    if (p->direction == ASSAY_RTL_INOUT || p->width == 0)
        return; /* check_extra reports it, once */
    if (p->direction != direction) {
        say(c, line, pin, (int)n);
        assay_text_addf(&c->text, "is %s at %s: expected %s", directions[p->direction], p->place,
                        directions[direction]);
    } else if (width && p->width != width) {
        say(c, line, pin, (int)n);
        assay_text_addf(&c->text, "is %" PRIu32 " bit%s wide at %s: expected %" PRIu32, p->width,
                        p->width == 1 ? "" : "s", p->place, width);
    }
}

/* Checks the outputs that an expression names. Only a name by itself must have the
 * width of the port. */
static void check_outputs(struct checker *c, unsigned long line, const char *expression,
                          uint32_t width)
{
    size_t n;
    bool inverted;
    const char *alone = assay_wrapper_input(expression, &n, &inverted);

    if (alone) {
        check_pin(c, line, alone, n, ASSAY_RTL_OUTPUT, inverted ? 0 : width);
        return;
    }
    for (const char *at; (at = assay_wrapper_name(expression, &n)); expression = at + n)
        check_pin(c, line, at, n, ASSAY_RTL_OUTPUT, 0);
}

/* A condition may also read inputs, but something else must drive them. */
static void check_condition(struct checker *c, unsigned long line, const char *expression)
{
    size_t n;

    for (const char *at; (at = assay_wrapper_name(expression, &n)); expression = at + n) {
        const struct assay_rtl_port *p = assay_rtl_ports_find_n(c->ports, at, n);

        if (!p || p->direction != ASSAY_RTL_INPUT)
            check_pin(c, line, at, n, ASSAY_RTL_OUTPUT, 0);
    }
}

static void check_input(struct checker *c, unsigned long line, const char *expression,
                        uint32_t width)
{
    size_t n;
    bool inverted;
    const char *pin = assay_wrapper_input(expression, &n, &inverted);

    if (pin) /* otherwise assay_wrapper_write reports it */
        check_pin(c, line, pin, n, ASSAY_RTL_INPUT, width);
}

/* Checks the inputs that `drives` names. */
static void check_driven(struct checker *c)
{
    for (size_t i = 0; i < c->d->n_streams; ++i)
        for (size_t k = 0; k < c->d->stream[i].n_driven; ++k) {
            const struct assay_describe_driven *driven = &c->d->stream[i].driven[k];

            check_pin(c, driven->line, driven->pin, strlen(driven->pin), ASSAY_RTL_INPUT, 0);
        }
}

static void check_extra(struct checker *c)
{
    for (size_t i = 0; i < c->ports->n; ++i) {
        const struct assay_rtl_port *p = &c->ports->v[i];
        const char *wrong = p->direction == ASSAY_RTL_INOUT ? "is an inout"
                            : p->width == 0                 ? "is not a vector of bits"
                                                            : NULL;

        if (!wrong && c->named[i])
            continue;
        ++c->wrong;
        assay_text_addf(&c->text, "%s%s: port %s ", c->text.n ? "\n" : "", p->place, p->name);
        if (wrong)
            assay_text_addf(&c->text, "%s: expected inputs and outputs, packed", wrong);
        else
            assay_text_addf(&c->text, "is not in %s: expected this %s of %" PRIu32 " bit%s there",
                            c->d->path, p->direction == ASSAY_RTL_INPUT ? "input" : "output",
                            p->width, p->width == 1 ? "" : "s");
    }
}

/* A parameter that the module lacks is an error for Verilator in the wrapper, but only
 * a warning for Icarus. */
static void check_params(struct checker *c)
{
    for (size_t i = 0; i < c->d->n_params; ++i) {
        const struct assay_describe_param *p = &c->d->param[i];
        size_t k = 0;

        while (k < c->ports->n_params && strcmp(c->ports->param[k], p->verilog) != 0)
            ++k;
        if (k < c->ports->n_params)
            continue;
        ++c->wrong;
        assay_text_addf(&c->text, "%s%s:%lu: parameter %s is missing in module %s: expected ",
                        c->text.n ? "\n" : "", c->d->path, p->line, p->verilog, c->d->top);
        if (c->ports->n_params == 0)
            assay_text_add(&c->text, "no parameters, as it has none");
        for (k = 0; k < c->ports->n_params; ++k)
            assay_text_addf(&c->text, "%s%s",
                            k == 0                        ? ""
                            : k + 1 == c->ports->n_params ? " or "
                                                          : ", ",
                            c->ports->param[k]);
    }
}

/* Whether a port is a condition. Pins outside streams are the last ports. */
static bool is_condition(const struct assay_description *d, size_t port)
{
    const size_t first = d->n_ports - d->n_pins;

    return port >= first && d->pin[port - first].condition;
}

static void check_all(struct checker *c, const uint32_t *width)
{
    const struct assay_description *d = c->d;

    for (size_t i = 0; i < d->clocks.n; ++i)
        check_pin(c, d->clocks.line, d->clocks.at[i], strlen(d->clocks.at[i]), ASSAY_RTL_INPUT, 1);
    for (size_t i = 0; i < d->n_ports; ++i) {
        const struct assay_describe_port *p = &d->port[i];

        if (!p->pin || (p->role == ASSAY_DESCRIBE_VALID && p->input &&
                        !assay_wrapper_has_valid(&d->stream[p->stream])))
            continue;
        if (is_condition(d, i))
            check_condition(c, p->line, p->pin);
        else if (p->input)
            check_input(c, p->line, p->pin, width[i]);
        else
            check_outputs(c, p->line, p->pin, width[i]);
    }
    check_driven(c);
    check_params(c);
    check_extra(c);
}

bool assay_check_ports(const struct assay_description *d, const uint32_t *value,
                       const struct assay_rtl_ports *ports, char *why, size_t why_size)
{
    struct checker c = {.d = d, .ports = ports};
    uint32_t *width = calloc(d->n_ports + 1, sizeof *width);
    bool good = false;

    c.named = calloc(ports->n + 1, sizeof *c.named);
    if (!width || !c.named) {
        snprintf(why, why_size, "out of memory");
    } else {
        if (assay_describe_left_out(d, 0) == d->n_ports)
            good = assay_describe_widths(d, value, width, why, why_size);
        else
            good = true; /* the widths are yet to be read from the RTL */
        if (good) {
            check_all(&c, width);
            good = c.wrong == 0;
            if (!good)
                snprintf(why, why_size, "%s", assay_text_get(&c.text));
        }
    }
    assay_text_free(&c.text);
    free(c.named);
    free(width);
    return good;
}
