#include "mutate/parser.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_names[] = {
    [ASSAY_MUTANT_OPERATOR] = "operator", [ASSAY_MUTANT_OPERAND] = "operand",
    [ASSAY_MUTANT_CONSTANT] = "constant", [ASSAY_MUTANT_CONDITION] = "condition",
    [ASSAY_MUTANT_VALUE] = "value",       [ASSAY_MUTANT_UPDATE] = "update",
};

const char *assay_mutant_kind_name(enum assay_mutant_kind k)
{
    return kind_names[k];
}

const char *assay_mutant_file(const struct assay_mutants *m, const struct assay_mutant *v)
{
    return v->file < m->tokens.n_files ? m->tokens.file[v->file] : "";
}

bool assay_parser_is(const struct assay_parser *p, const char *word)
{
    return assay_token_is(p->t, p->at, word);
}

bool assay_parser_take(struct assay_parser *p, const char *word)
{
    if (!assay_parser_is(p, word))
        return false;
    ++p->at;
    return true;
}

bool assay_parser_at_name(const struct assay_parser *p)
{
    return p->t->v[p->at].kind == ASSAY_TOKEN_WORD && !assay_is_keyword(p->t, p->at);
}

bool assay_parser_at_end(const struct assay_parser *p)
{
    return p->t->v[p->at].kind == ASSAY_TOKEN_END;
}

void assay_parser_skip_brackets(struct assay_parser *p)
{
    p->at = assay_token_behind(p->t, p->at);
}

static bool at_end_of_block(const struct assay_parser *p)
{
    static const char *const words[] = {"end", "endcase", "endfunction", "endtask", "endmodule"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        if (assay_parser_is(p, words[i]))
            return true;
    return assay_parser_at_end(p);
}

void assay_parser_skip_to_semicolon(struct assay_parser *p)
{
    while (!at_end_of_block(p) && !assay_parser_is(p, ";")) {
        if (assay_token_opens(p->t, p->at))
            assay_parser_skip_brackets(p);
        else
            ++p->at;
    }
    assay_parser_take(p, ";");
}

static void free_mutant(struct assay_mutant *v)
{
    free(v->text);
    free(v->module);
    free(v->what);
}

static void drop_calls(struct assay_parser *p, size_t at, size_t function)
{
    size_t kept = 0;

    for (size_t i = 0; i < p->n_calls; ++i)
        if (p->call[i].at < at && (!function || p->call[i].function != function))
            p->call[kept++] = p->call[i];
    p->n_calls = kept;
}

void assay_parser_drop(struct assay_parser *p, size_t n, size_t at)
{
    while (p->out->n > n)
        free_mutant(&p->out->v[--p->out->n]);
    drop_calls(p, at, 0);
}

void assay_parser_drop_function(struct assay_parser *p, size_t function)
{
    struct assay_mutants *m = p->out;
    size_t kept = 0;

    for (size_t i = 0; i < m->n; ++i) {
        if (m->v[i].function == function)
            free_mutant(&m->v[i]);
        else
            m->v[kept++] = m->v[i];
    }
    m->n = kept;
    drop_calls(p, SIZE_MAX, function);
}

void assay_parser_note_function(struct assay_parser *p)
{
    size_t *bigger = realloc(p->function_of, (p->n_functions + 1) * sizeof *bigger);

    if (!bigger) {
        p->failed = true;
        return;
    }
    p->function_of = bigger;
    p->function_of[p->n_functions++] = p->function;
}

void assay_parser_note_call(struct assay_parser *p, size_t at)
{
    struct assay_call *bigger;

    if (p->frozen)
        return;
    bigger = realloc(p->call, (p->n_calls + 1) * sizeof *bigger);
    if (!bigger) {
        p->failed = true;
        return;
    }
    p->call = bigger;
    p->call[p->n_calls++] = (struct assay_call){at, p->function};
}

void assay_parser_note_skip(struct assay_parser *p, size_t at)
{
    struct assay_mutants *m = p->out;
    struct assay_skip *bigger = realloc(m->skip, (m->n_skip + 1) * sizeof *bigger);

    if (!bigger) {
        p->failed = true;
        return;
    }
    m->skip = bigger;
    m->skip[m->n_skip++] = (struct assay_skip){p->t->v[at].file, p->t->v[at].line};
}

/* In the order of the text; if two begin at the same place, the outer one first. */
static int by_place(const void *a, const void *b)
{
    const struct assay_mutant *x = a, *y = b;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to > y->to ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return strcmp(x->what, y->what);
}

bool assay_mutants_read(const char *text, struct assay_mutants *m)
{
    struct assay_parser p = {.out = m};

    memset(m, 0, sizeof *m);
    if (!assay_tokens_read(text, &m->tokens))
        return false;
    p.t = &m->tokens;
    p.failed = !assay_declared_read(p.t, &p.names);
    if (!p.failed)
        assay_parse_modules(&p);
    assay_declared_free(&p.names);
    free(p.call);
    free(p.function_of);
    if (p.failed) {
        assay_mutants_free(m);
        return false;
    }
    if (m->n)
        qsort(m->v, m->n, sizeof *m->v, by_place);
    return true;
}

void assay_mutants_free(struct assay_mutants *m)
{
    for (size_t i = 0; i < m->n; ++i)
        free_mutant(&m->v[i]);
    free(m->v);
    free(m->skip);
    assay_tokens_free(&m->tokens);
    memset(m, 0, sizeof *m);
}
