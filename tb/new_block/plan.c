#include "new_block/plan.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "new_block/names.h"

bool assay_new_plan_begin(struct assay_new_plan *p, const struct assay_new_design *d)
{
    memset(p, 0, sizeof *p);
    p->design = d;
    p->reset = ASSAY_NEW_NONE;
    p->pin = calloc(d->ports.n + 1, sizeof *p->pin);
    if (!p->pin)
        return false;
    p->n_pins = d->ports.n;
    for (size_t i = 0; i < p->n_pins; ++i) {
        struct assay_new_pin *pin = &p->pin[i];

        pin->port = &d->ports.v[i];
        pin->stream = ASSAY_NEW_NONE;
        assay_new_base(pin->port->name, pin->port->direction == ASSAY_RTL_INPUT, pin->base,
                       sizeof pin->base);
        for (size_t k = 0; k < i; ++k) /* i_x and x_i: both keep their full names */
            if (strcmp(p->pin[k].base, pin->base) == 0 &&
                p->pin[k].port->direction == pin->port->direction) {
                snprintf(pin->base, sizeof pin->base, "%s", pin->port->name);
                snprintf(p->pin[k].base, sizeof p->pin[k].base, "%s", p->pin[k].port->name);
                snprintf(p->pin[k].lower, sizeof p->pin[k].lower, "%s", p->pin[k].base);
                assay_new_lower(p->pin[k].lower);
            }
        snprintf(pin->lower, sizeof pin->lower, "%s", pin->base);
        assay_new_lower(pin->lower);
        snprintf(pin->width, sizeof pin->width, "%u", pin->port->width);
    }
    return true;
}

void assay_new_plan_free(struct assay_new_plan *p)
{
    free(p->pin);
    free(p->stream);
    free(p->held);
    memset(p, 0, sizeof *p);
}

int assay_new_pin_find(const struct assay_new_plan *p, const char *name)
{
    for (size_t i = 0; i < p->n_pins; ++i)
        if (strcmp(p->pin[i].port->name, name) == 0)
            return (int)i;
    return ASSAY_NEW_NONE;
}

/* Test modes, flushes and the like. Random values on
 * them would hide most of the other behaviour. */
bool assay_new_is_idle(const struct assay_new_pin *pin)
{
    static const char *const words[] = {
        "test",       "testmode", "test_mode", "test_en", "scan",        "scan_en", "scan_mode",
        "scanmode",   "flush",    "clear",     "clr",     "dft",         "bist",    "init",
        "soft_clear", "debug",    "halt",      "abort",   "test_enable", NULL};

    return pin->port->width == 1 && assay_new_is_one_of(pin->lower, words);
}

/* Converts a name to an identifier that block.yaml accepts. */
static void identifier(const char *from, char *to, size_t size)
{
    const bool begins = isalpha((unsigned char)from[0]) || from[0] == '_';

    snprintf(to, size, "%s%.*s", begins ? "" : "f", (int)size - 2, from);
    for (char *c = to; *c; ++c)
        if (!isalnum((unsigned char)*c) && *c != '_')
            *c = '_';
}

/* Whether a name is already used by a canonical pin, the clock, or a stream. */
static bool is_taken(const struct assay_new_plan *p, const char *name,
                     const struct assay_new_pin *but)
{
    char other[3 * ASSAY_NEW_NAME];

    if (strcmp(name, "clk") == 0 || strcmp(name, "rst") == 0)
        return true;
    for (size_t i = 0; i < p->n_streams; ++i) {
        static const char *const own[] = {"valid", "ready"};

        if (strcmp(p->stream[i].name, name) == 0)
            return true;
        for (size_t k = 0; k < 2; ++k) {
            snprintf(other, sizeof other, "%s_%s", p->stream[i].name, own[k]);
            if (strcmp(other, name) == 0)
                return true;
        }
    }
    for (size_t i = 0; i < p->n_pins; ++i) {
        const struct assay_new_pin *pin = &p->pin[i];

        if (pin == but || !pin->name[0])
            continue;
        snprintf(other, sizeof other, "%s%s%s",
                 pin->role == ASSAY_NEW_FIELD ? p->stream[pin->stream].name : "",
                 pin->role == ASSAY_NEW_FIELD ? "_" : "", pin->name);
        if (strcmp(other, name) == 0)
            return true;
    }
    return false;
}

void assay_new_name_pins(struct assay_new_plan *p)
{
    for (size_t i = 0; i < p->n_pins; ++i) {
        struct assay_new_pin *pin = &p->pin[i];

        if (pin->role == ASSAY_NEW_PLAIN && pin->port->direction == ASSAY_RTL_INPUT &&
            assay_new_is_idle(pin))
            pin->role = ASSAY_NEW_IDLE;
        if (pin->role != ASSAY_NEW_PLAIN && pin->role != ASSAY_NEW_IDLE)
            continue;
        identifier(pin->port->name, pin->name, sizeof pin->name - 8);
        for (size_t n = strlen(pin->name); n + 2 < sizeof pin->name && is_taken(p, pin->name, pin);
             ++n)
            snprintf(pin->name + n, 2, "_");
    }
}

/* --- used by the sources that find streams --- */

bool assay_new_is_bit(const struct assay_new_pin *pin, enum assay_rtl_direction direction)
{
    return pin->role == ASSAY_NEW_PLAIN && pin->port->width == 1 &&
           pin->port->direction == direction;
}

struct assay_new_stream *assay_new_stream_add(struct assay_new_plan *p, int valid, int ready)
{
    struct assay_new_stream *more = realloc(p->stream, (p->n_streams + 1) * sizeof *more);

    if (!more)
        return NULL;
    p->stream = more;
    more += p->n_streams++;
    memset(more, 0, sizeof *more);
    more->valid = valid;
    more->ready = ready;
    if (valid != ASSAY_NEW_NONE)
        p->pin[valid].role = ASSAY_NEW_VALID;
    if (ready != ASSAY_NEW_NONE)
        p->pin[ready].role = ASSAY_NEW_READY;
    return more;
}
