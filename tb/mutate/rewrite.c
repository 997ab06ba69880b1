#include "mutate/rewrite.h"

#include <string.h>

/* The shim of the variant sets `which` before the first evaluation. */
static const char package[] = "package assay_mutant;\n"
                              "reg [31:0] which /* verilator public_flat_rw */;\n"
                              "endpackage\n";

/* The shim defines the function, which returns 0. */
static const char counting[] =
    "package assay_mutant;\n"
    "reg [31:0] which /* verilator public_flat_rw */;\n"
    "import \"DPI-C\" assay_mutant_note =\n"
    "    function bit note(input int unsigned number, input bit differs);\n"
    "endpackage\n";

struct writer {
    const struct assay_mutants *m;
    const size_t *index; /* the chosen mutants, in the order of the text: outer before inner */
    size_t n, next;
    size_t at; /* current byte of the text */
    bool counts;
    struct assay_text *out;
};

static void copy_to(struct writer *w, size_t to)
{
    assay_text_add_data(w->out, w->m->tokens.text + w->at, to - w->at);
    w->at = to;
}

static void write_site(struct writer *w);

/* Write the text up to byte `to`, with all mutation sites before it. */
static void write_to(struct writer *w, size_t to)
{
    while (w->next < w->n && w->m->v[w->index[w->next]].from < to) {
        copy_to(w, w->m->v[w->index[w->next]].from);
        write_site(w);
    }
    copy_to(w, to);
}

/* A pair of expressions. */
struct sides {
    const char *text[2];
    size_t size[2];
};

/* (A) !== (B), both as they are or, with `zero`, both extended to the width of `zero`. */
static void write_unequal(struct writer *w, const struct sides *s, const char *zero,
                          size_t zero_size)
{
    for (int i = 0; i < 2; ++i) {
        assay_text_add(w->out, i ? " !== (" : "(");
        if (zero_size) {
            assay_text_add_data(w->out, zero, zero_size);
            assay_text_add(w->out, " | (");
        }
        assay_text_add_data(w->out, s->text[i], s->size[i]);
        assay_text_add(w->out, zero_size ? "))" : ")");
    }
}

/* The width "$bits(...)" that occurs in a mutant of one bit of a target. Returns its length, 0
 * if there is none. */
static size_t width_in(const struct sides *s, const char **width)
{
    size_t depth = 0;

    *width = strstr(s->text[0], "$bits(");
    if (!*width || *width >= s->text[0] + s->size[0])
        return 0;
    for (const char *at = *width; *at; ++at) {
        depth += *at == '(';
        depth -= *at == ')';
        if (*at == ')' && depth == 0)
            return (size_t)(at + 1 - *width);
    }
    return 0;
}

/* Write the condition that the sides differ: as they are, with room for a carry, or in the width
 * of the target of the assignment. */
static void write_differs(struct writer *w, const struct sides *s)
{
    static const char room[] = "128'd0";
    struct assay_text zero = {0};
    const char *width;
    const size_t n = width_in(s, &width);

    write_unequal(w, s, NULL, 0);
    assay_text_add(w->out, " || ");
    write_unequal(w, s, room, sizeof room - 1);
    if (n) {
        assay_text_addf(&zero, "{%.*s{1'b0}}", (int)n, width);
        assay_text_add(w->out, " || ");
        write_unequal(w, s, assay_text_get(&zero), zero.n);
        w->out->failed |= zero.failed;
        assay_text_free(&zero);
    }
}

/* The position of the arrow in "q <= E", which comes without its semicolon. 0: none found. */
static size_t arrow_of(const char *text, size_t n)
{
    size_t depth = 0;

    for (size_t i = 0; i + 1 < n; ++i) {
        depth += text[i] == '[' || text[i] == '{' || text[i] == '(';
        depth -= text[i] == ']' || text[i] == '}' || text[i] == ')';
        if (depth == 0 && text[i] == '<' && text[i + 1] == '=')
            return i;
    }
    return 0;
}

static void write_update_differs(struct writer *w, const struct assay_mutant *v)
{
    const char *const text = w->m->tokens.text + v->from;
    const size_t n = v->to - v->from - 1, arrow = arrow_of(text, n);

    /* An update with a delay before its value is assumed to differ always. */
    if (arrow == 0 || memchr(text + arrow, '#', n - arrow))
        assay_text_add(w->out, "1'b1");
    else
        write_differs(w, &(struct sides){{text, text + arrow + 2}, {arrow, n - arrow - 2}});
}

/* Write the condition that selects mutant `v`, whose number is `number`. */
static void write_choice(struct writer *w, const struct assay_mutant *v, size_t number)
{
    const bool statement = v->text == NULL;

    if (!w->counts) {
        assay_text_addf(w->out, "assay_mutant::which %s %zu", statement ? "!=" : "==", number);
        return;
    }
    assay_text_addf(w->out, "%sassay_mutant::note(%zu, ", statement ? "!" : "", number);
    if (statement)
        write_update_differs(w, v);
    else
        write_differs(w, &(struct sides){{v->text, w->m->tokens.text + v->from},
                                         {strlen(v->text), v->to - v->from}});
    assay_text_add(w->out, ")");
}

/* Write all mutants of one site, and inside it the sites of its parts. */
static void write_site(struct writer *w)
{
    const struct assay_mutant *const first = &w->m->v[w->index[w->next]];
    const bool statement = first->text == NULL;

    assay_text_add(w->out, statement ? "begin if (" : "(");
    for (; w->next < w->n; ++w->next) {
        const struct assay_mutant *const v = &w->m->v[w->index[w->next]];

        if (v->from != first->from || v->to != first->to)
            break;
        write_choice(w, v, w->next + 1);
        if (!statement)
            assay_text_addf(w->out, " ? (%s) : ", v->text);
    }
    assay_text_add(w->out, statement ? ") " : "(");
    write_to(w, first->to);
    assay_text_add(w->out, statement ? " end" : "))");
}

static void write_all(const struct assay_mutants *m, const size_t *index, size_t n, bool counts,
                      struct assay_text *out)
{
    struct writer w = {.m = m, .index = index, .n = n, .counts = counts, .out = out};

    if (n)
        assay_text_add(out, counts ? counting : package);
    write_to(&w, strlen(m->tokens.text));
}

void assay_rewrite_many(const struct assay_mutants *m, const size_t *index, size_t n,
                        struct assay_text *out)
{
    write_all(m, index, n, false, out);
}

void assay_rewrite_counting(const struct assay_mutants *m, const size_t *index, size_t n,
                            struct assay_text *out)
{
    write_all(m, index, n, true, out);
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
