#include "engine/fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/value.h"

/* Whether a scenario drives the pin as part `part`: a stream's payload, or the pins
 * outside streams. */
static bool is_of(const struct assay_model_block *m, size_t port, size_t part)
{
    const struct assay_port *p = &m->ports[port];

    if (p->dir != ASSAY_IN || port == 0) /* port 0 is rst */
        return false;
    return part < m->n_streams ? p->role == ASSAY_PAYLOAD && p->stream == (int)part
                               : p->role == ASSAY_PLAIN;
}

bool assay_fit_open(struct assay_fit *f, const struct assay_block *b, const struct assay_params *p)
{
    const struct assay_model_block *m = b->model;
    unsigned width[ASSAY_MAX_PORTS];
    uint32_t n = 0;

    memset(f, 0, sizeof *f);
    f->above = calloc(m->in_size + 1, sizeof *f->above);
    if (!f->above)
        return false;
    m->widths(p, width);
    for (size_t part = 0; part <= m->n_streams; ++part) {
        f->first[part] = n;
        for (size_t i = 0; i < m->n_ports; ++i)
            if (is_of(m, i, part))
                n += (uint32_t)assay_above_of(&m->ports[i], width[i], 0, f->above + n);
    }
    f->first[m->n_streams + 1] = n;
    return true;
}

void assay_fit_close(struct assay_fit *f)
{
    free(f->above);
    f->above = NULL;
}

void assay_fit_tell(const struct assay_block *b, const struct assay_params *p, const char *scenario,
                    size_t part, const void *in, char *why, size_t why_size)
{
    const struct assay_model_block *m = b->model;
    unsigned width[ASSAY_MAX_PORTS];

    m->widths(p, width);
    for (size_t i = 0; i < m->n_ports; ++i) {
        uint32_t value[ASSAY_VALUE_WORDS];
        char text[ASSAY_VALUE_TEXT];
        unsigned used;

        if (!is_of(m, i, part))
            continue;
        assay_port_get(&m->ports[i], in, value);
        used = assay_value_bits(value);
        if (used <= width[i])
            continue;
        assay_value_text(value, NULL, used, text);
        snprintf(why, why_size, "scenario %s drives %s with %s: expected a value of %u bits",
                 scenario, m->ports[i].name, text, width[i]);
        return;
    }
}
