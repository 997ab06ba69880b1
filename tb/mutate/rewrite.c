#include "mutate/rewrite.h"

#include <string.h>

/* Written by the shim of the variant, before the first evaluation. */
static const char package[] = "package assay_mutant;\n"
                              "reg [31:0] which /* verilator public_flat_rw */;\n"
                              "endpackage\n";

struct writer {
    const struct assay_mutants *m;
    const size_t *index; /* the chosen ones, by place: the outer before the inner */
    size_t n, next;
    size_t at; /* byte of the text */
    struct assay_text *out;
};

static void copy_to(struct writer *w, size_t to)
{
    assay_text_add_data(w->out, w->m->tokens.text + w->at, to - w->at);
    w->at = to;
}

static void write_site(struct writer *w);

/* Up to byte `to`, with all sites before it. */
static void write_to(struct writer *w, size_t to)
{
    while (w->next < w->n && w->m->v[w->index[w->next]].from < to) {
        copy_to(w, w->m->v[w->index[w->next]].from);
        write_site(w);
    }
    copy_to(w, to);
}

/* All mutants of one place, and within it those of its parts. */
static void write_site(struct writer *w)
{
    const struct assay_mutant *const first = &w->m->v[w->index[w->next]];
    const bool statement = first->text == NULL;

    assay_text_add(w->out, statement ? "begin if (" : "(");
    for (; w->next < w->n; ++w->next) {
        const struct assay_mutant *const v = &w->m->v[w->index[w->next]];

        if (v->from != first->from || v->to != first->to)
            break;
        assay_text_addf(w->out, "assay_mutant::which %s %zu", statement ? "!=" : "==", w->next + 1);
        if (!statement)
            assay_text_addf(w->out, " ? (%s) : ", v->text);
    }
    assay_text_add(w->out, statement ? ") " : "(");
    write_to(w, first->to);
    assay_text_add(w->out, statement ? " end" : "))");
}

void assay_rewrite_many(const struct assay_mutants *m, const size_t *index, size_t n,
                        struct assay_text *out)
{
    struct writer w = {.m = m, .index = index, .n = n, .out = out};

    if (n)
        assay_text_add(out, package);
    write_to(&w, strlen(m->tokens.text));
}

void assay_rewrite_one(const struct assay_mutants *m, size_t index, struct assay_text *out)
{
    const struct assay_mutant *const v = &m->v[index];
    const char *const text = m->tokens.text;

    assay_text_add_data(out, text, v->from);
    if (v->text)
        assay_text_addf(out, "(%s)", v->text);
    else
        assay_text_add(out, ";");
    assay_text_add(out, text + v->to);
}
