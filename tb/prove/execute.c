#include "prove/execute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/execute_call.h"

static const struct value *make_inputs(struct execution *x, struct memory *m,
                                       const struct execute_ports *in)
{
    const uint32_t object = memory_add(x, m, 4 * (uint64_t)execute_words(in), 4, "an input");
    struct byte *bytes = m->content[object];

    for (uint32_t i = 0; i < in->n; ++i) {
        const struct execute_port *const p = &in->port[i];
        char name[256];

        memset(bytes, 0, 4 * execute_port_words(p) * sizeof *bytes);
        for (uint32_t k = 0; k < p->width; ++k) {
            aig_lit bit;

            snprintf(name, sizeof name, "%s[%u]", p->name, (unsigned)k);
            bit = aig_find_port(x->g, name);
            bytes[k / 8].bit[k % 8] = bit != AIG_FALSE ? bit : aig_add_input(x->g, AIG_PORT, name);
        }
        bytes += 4 * execute_port_words(p);
    }
    x->object[object].is_constant = true;
    return memory_pointer(x, object);
}

/* Until set, an output is poison, because only claimed outputs have to be set. */
static uint32_t make_outputs(struct execution *x, struct memory *m, const struct execute_ports *out)
{
    const uint32_t n = 4 * execute_words(out), object = memory_add(x, m, n, 4, "an output");
    struct byte *const bytes = m->content[object];

    memset(bytes, 0, n * sizeof *bytes);
    for (uint32_t i = 0; i < n; ++i)
        bytes[i].poison = AIG_TRUE;
    return object;
}

/* Variables that are not constant are undefined at first: they hold what the last run left. */
static void make_variables(struct execution *x, struct memory *m)
{
    for (uint32_t i = 0; i < x->m->globals.n; ++i) {
        const struct ir_global *const g = &x->m->global[i];
        char what[256];

        if (!g->type || !g->initial || g->is_constant)
            continue;
        snprintf(what, sizeof what, "%s before it is set", g->name);
        x->object_of_global[i] = memory_add(
            x, m, ir_size(g->type), g->align ? g->align : (uint32_t)ir_align(g->type), what);
    }
}

static void take_outputs(struct execution *x, const struct byte *bytes,
                         const struct execute_ports *out)
{
    struct execute_result *const r = x->result;

    for (uint32_t i = 0; i < out->n; ++i) {
        const struct execute_port *const p = &out->port[i];
        const uint32_t n = 4 * execute_port_words(p);
        char what[512];

        for (uint32_t k = 0; k < 8 * n; ++k) {
            if (k < p->width) {
                r->out = aig_memory(r->out, r->n_out + 1, sizeof *r->out);
                r->out[r->n_out++] = bytes[k / 8].bit[k % 8];
            } else {
                snprintf(what, sizeof what, "a bit above an output's width: bit %u of %s:%u",
                         (unsigned)k, p->name, (unsigned)p->width);
                execute_oblige_silently(x, aig_and(x->g, r->domain, bytes[k / 8].bit[k % 8]), what);
            }
        }
        snprintf(what, sizeof what, "an output that is not set, or undefined: %s", p->name);
        for (uint32_t k = 0; k < n; ++k)
            execute_oblige_silently(x, aig_and(x->g, r->domain, bytes[k].poison), what);
        bytes += n;
    }
}

/* Refuse results that depend on something undefined. */
static void check_defined(struct execution *x)
{
    struct execute_result *const r = x->result;
    aig_lit *const all = aig_memory(NULL, r->n_out + 2, sizeof *all);
    bool *in;
    const char *which = NULL;

    if (r->n_out)
        memcpy(all, r->out, r->n_out * sizeof *all);
    all[r->n_out] = r->domain;
    all[r->n_out + 1] = r->broken;
    in = aig_cone(x->g, all, r->n_out + 2);
    for (uint32_t i = 0; i < x->g->n_inputs && !which; ++i)
        if (x->g->input[i].source == AIG_UNDEF && in[x->g->input[i].node])
            which = x->g->input[i].name;
    free(in);
    free(all);
    if (which) {
        snprintf(x->m->why, x->m->why_size,
                 "%s, on which an output depends: expected no such value", which);
        longjmp(*x->m->back, 1);
    }
}

/* What is said of a result has the place at which the function returns. */
static struct ir_place place_of_return(const struct ir_function *f, struct ir_place otherwise)
{
    for (uint32_t i = 0; i < f->n_blocks; ++i)
        for (uint32_t k = 0; k < f->block[i].n; ++k)
            if (f->block[i].instruction[k].op == IR_RET)
                return f->block[i].instruction[k].place;
    return otherwise;
}

/* Say why no path of the harness comes to its end. */
static _Noreturn void refuse_end(struct execution *x, const char *name)
{
    const struct execute_result *const r = x->result;

    for (uint32_t i = 0; i < r->n_obligations; ++i) {
        const struct execute_obligation *const o = &r->obligation[i];

        if (o->broken != AIG_TRUE)
            continue;
        x->place = (struct ir_place){o->file, o->line};
        execute_refuse(x, "%s, for all inputs: expected %s to return%s", o->what, name,
                       strcmp(o->what, EXECUTE_BOUND) == 0 ? ", or a greater `bound`" : "");
    }
    execute_refuse(x, "%s does not return for any inputs: expected it to", name);
}

static void run_harness(struct execution *x, const char *name, const struct execute_ports *in,
                        const struct execute_ports *out)
{
    const struct ir_global *const g = ir_find(x->m, name);
    const uint32_t arguments = out->n ? 2 : 1;
    const struct value *argument[2], *result = NULL;
    struct path p = {.pc = AIG_TRUE};
    uint32_t object;

    x->place = (struct ir_place){x->m->path, 1};
    if (!g || !g->function || g->function->n_parameters != arguments)
        execute_refuse(x, "no %s of %u pointers: expected the harness to define it", name + 1,
                       (unsigned)arguments);
    if (g->function->place.line)
        x->place = g->function->place;
    x->object_of_global = arena_get(&x->arena, x->m->globals.n + 1, sizeof *x->object_of_global);
    argument[0] = make_inputs(x, &p.memory, in);
    object = make_outputs(x, &p.memory, out);
    argument[1] = memory_pointer(x, object);
    make_variables(x, &p.memory);
    if (!execute_call(x, g->function, argument, arguments, &p, &result))
        refuse_end(x, name + 1);
    if (!result || result->kind != VALUE_WORD)
        execute_refuse(x, "%s returns nothing: expected whether its outputs are claimed", name + 1);
    x->place = place_of_return(g->function, x->place);
    execute_oblige(x, result->poison, "an undefined result");
    x->result->domain = bits_any(x->g, result->n, result->bit);
    take_outputs(x, memory_content(x, &p.memory, object), out);
    check_defined(x);
}

bool execute(struct aig *g, struct ir_module *m, const char *function,
             const struct execute_ports *in, const struct execute_ports *out, uint32_t bound,
             enum execute_undef undef, struct execute_result *result, char *why, size_t why_size)
{
    struct execution x = {.g = g,
                          .m = m,
                          .bound = bound,
                          .undef_is_poison = undef == EXECUTE_POISON_UNDEF,
                          .result = result};
    struct execution *const kept = aig_memory(NULL, 1, sizeof x);
    jmp_buf back;
    bool ok = false;

    *result = (struct execute_result){.domain = AIG_FALSE, .broken = AIG_FALSE};
    *kept = x;
    m->back = &back;
    m->why = why;
    m->why_size = why_size;
    if (!setjmp(back)) {
        run_harness(kept, function, in, out);
        ok = true;
    }
    arena_free(&kept->arena);
    free(kept);
    m->back = NULL;
    if (!ok)
        execute_free(result);
    return ok;
}
