#include "prove/execution.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

uint32_t execute_port_words(const struct execute_port *p)
{
    return (p->width + 31) / 32;
}

uint32_t execute_words(const struct execute_ports *ports)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < ports->n; ++i)
        n += execute_port_words(&ports->port[i]);
    return n;
}

void execute_refuse(struct execution *x, const char *format, ...)
{
    char text[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ir_refuse(x->m, x->place, "%s", text);
}

aig_lit execute_undef(struct execution *x, const char *what)
{
    char name[512];

    snprintf(name, sizeof name, "%s:%u: %s", x->place.file ? x->place.file : x->m->path,
             (unsigned)x->place.line, what);
    return aig_add_input(x->g, AIG_UNDEF, name);
}

static void oblige(struct execution *x, aig_lit broken, const char *what, bool silent)
{
    struct execute_result *const r = x->result;
    const char *const file = x->place.file ? x->place.file : x->m->path;

    if (broken == AIG_FALSE)
        return;
    r->obligation = aig_memory(r->obligation, r->n_obligations + 1, sizeof *r->obligation);
    r->obligation[r->n_obligations++] =
        (struct execute_obligation){broken, aig_copy(what), aig_copy(file), x->place.line, silent};
    r->broken = aig_or(x->g, r->broken, broken);
}

void execute_oblige(struct execution *x, aig_lit broken, const char *what)
{
    oblige(x, broken, what, false);
}

void execute_oblige_silently(struct execution *x, aig_lit broken, const char *what)
{
    oblige(x, broken, what, true);
}

void execute_free(struct execute_result *r)
{
    for (uint32_t i = 0; i < r->n_obligations; ++i) {
        free(r->obligation[i].what);
        free(r->obligation[i].file);
    }
    free(r->obligation);
    free(r->out);
    *r = (struct execute_result){0};
}
