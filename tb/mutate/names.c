#include "mutate/names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *const declares[] = {"input", "output", "inout", "wire",  "tri",
                                       "reg",   "logic",  "bit",   "uwire", NULL};

static const char *const types[] = {"wire",   "tri",       "reg",    "logic",    "bit",   "uwire",
                                    "signed", "unsigned",  "var",    "integer",  "int",   "byte",
                                    "input",  "output",    "inout",  "shortint", "const", "longint",
                                    "static", "automatic", "string", "real",     NULL};

static const char *const others[] = {
    "always",      "always_comb", "always_ff",    "always_latch", "and",        "assign",
    "assert",      "assume",      "begin",        "buf",          "case",       "casex",
    "casez",       "class",       "cover",        "deassign",     "default",    "defparam",
    "disable",     "do",          "else",         "end",          "endcase",    "endclass",
    "endfunction", "endgenerate", "endinterface", "endmodule",    "endpackage", "endtask",
    "enum",        "event",       "export",       "final",        "for",        "force",
    "foreach",     "forever",     "fork",         "function",     "generate",   "genvar",
    "if",          "iff",         "import",       "initial",      "inside",     "interface",
    "join",        "localparam",  "macromodule",  "modport",      "module",     "nand",
    "negedge",     "nor",         "not",          "or",           "package",    "packed",
    "parameter",   "posedge",     "priority",     "property",     "pulldown",   "pullup",
    "release",     "repeat",      "return",       "sequence",     "specify",    "struct",
    "task",        "typedef",     "union",        "unique",       "unique0",    "void",
    "wait",        "while",       "xnor",         "xor",          NULL};

bool assay_is_keyword(const struct assay_tokens *t, size_t at)
{
    return t->v[at].kind == ASSAY_TOKEN_WORD &&
           (assay_token_among(t, at, types) || assay_token_among(t, at, others));
}

static bool add(struct assay_declared *names, const struct assay_declaration *name)
{
    if (names->n == names->room) {
        const size_t room = names->room ? 2 * names->room : 256;
        struct assay_declaration *bigger = realloc(names->v, room * sizeof *bigger);

        if (!bigger)
            return false;
        names->v = bigger;
        names->room = room;
    }
    names->v[names->n++] = *name;
    return true;
}

/* The token after the value in a declaration. */
static size_t behind_value(const struct assay_tokens *t, size_t at)
{
    while (t->v[at].kind != ASSAY_TOKEN_END && !assay_token_is(t, at, ",") &&
           !assay_token_is(t, at, ";") && !assay_token_is(t, at, ")"))
        at = assay_token_opens(t, at) ? assay_token_behind(t, at) : at + 1;
    return at;
}

static size_t behind_ranges(const struct assay_tokens *t, size_t at, unsigned *dimensions)
{
    for (; assay_token_is(t, at, "["); at = assay_token_behind(t, at))
        ++*dimensions;
    return at;
}

/* Read a declaration, from its first keyword to the end of its names. Returns the token after
 * it. */
static size_t read_declaration(struct assay_declared *names, size_t module, size_t at, bool *ok)
{
    const struct assay_tokens *t = names->t;
    struct assay_declaration name = {.module = module, .input = assay_token_is(t, at, "input")};
    unsigned packed = 0;

    for (bool first = true;; first = false) {
        if (!first && assay_token_among(t, at, declares) && assay_token_is(t, at - 1, ","))
            return at; /* the next port */
        if (assay_token_is(t, at, "[")) {
            at = behind_ranges(t, at, &packed);
        } else if (assay_token_among(t, at, types) || assay_token_is(t, at, ",")) {
            packed += assay_token_is(t, at, "integer") || assay_token_is(t, at, "int");
            ++at;
        } else if (assay_token_is(t, at, "=")) {
            at = behind_value(t, at);
        } else if (t->v[at].kind == ASSAY_TOKEN_WORD && !assay_is_keyword(t, at)) {
            name.name = at++;
            if (t->v[at].kind == ASSAY_TOKEN_WORD || assay_token_is(t, at, "::"))
                return at; /* a user-defined type, whose number of bits is unknown */
            name.dimensions = packed;
            at = behind_ranges(t, at, &name.dimensions);
            *ok &= add(names, &name);
        } else {
            return at;
        }
    }
}

static bool add_clock(struct assay_declared *names, size_t name)
{
    size_t *bigger;

    if (assay_declared_clock(names, name))
        return true;
    bigger = realloc(names->clock, (names->n_clocks + 1) * sizeof *bigger);
    if (!bigger)
        return false;
    names->clock = bigger;
    names->clock[names->n_clocks++] = name;
    return true;
}

/* posedge clk */
static bool is_edge(const struct assay_tokens *t, size_t i)
{
    return (assay_token_is(t, i, "posedge") || assay_token_is(t, i, "negedge")) &&
           t->v[i + 1].kind == ASSAY_TOKEN_WORD;
}

/* .clk_in(clk) */
static bool is_connection(const struct assay_tokens *t, size_t i)
{
    return assay_token_is(t, i, ".") && t->v[i + 1].kind == ASSAY_TOKEN_WORD &&
           assay_token_is(t, i + 2, "(") && t->v[i + 3].kind == ASSAY_TOKEN_WORD &&
           assay_token_is(t, i + 4, ")");
}

/* Find the clocks: signals with edges, then whatever is connected to them, up to the source. */
static bool read_clocks(struct assay_declared *names)
{
    const struct assay_tokens *t = names->t;
    size_t before = SIZE_MAX;

    for (size_t i = 0; i + 1 < t->n; ++i)
        if (is_edge(t, i) && !add_clock(names, i + 1))
            return false;
    while (names->n_clocks != before) {
        before = names->n_clocks;
        for (size_t i = 0; i + 4 < t->n; ++i)
            if (is_connection(t, i) && assay_declared_clock(names, i + 1) &&
                !add_clock(names, i + 3))
                return false;
    }
    return true;
}

bool assay_declared_read(const struct assay_tokens *t, struct assay_declared *names)
{
    size_t module = 0;
    bool ok = true, function = false;

    memset(names, 0, sizeof *names);
    names->t = t;
    for (size_t i = 0; ok && t->v[i].kind != ASSAY_TOKEN_END;) {
        if (assay_token_is(t, i, "module") || assay_token_is(t, i, "macromodule"))
            module = i + 1;
        else if (assay_token_is(t, i, "endmodule"))
            module = 0;
        else if (assay_token_is(t, i, "function") || assay_token_is(t, i, "task"))
            function = true;
        else if (assay_token_is(t, i, "endfunction") || assay_token_is(t, i, "endtask"))
            function = false;
        if (module && !function && assay_token_among(t, i, declares))
            i = read_declaration(names, module, i, &ok);
        else
            ++i;
    }
    ok = ok && read_clocks(names);
    if (!ok)
        assay_declared_free(names);
    return ok;
}

void assay_declared_free(struct assay_declared *names)
{
    free(names->clock);
    free(names->v);
    memset(names, 0, sizeof *names);
}

bool assay_declared_input(const struct assay_declared *names, size_t module, size_t port)
{
    for (size_t i = 0; i < names->n; ++i)
        if (names->v[i].input && assay_same_token(names->t, names->v[i].name, port) &&
            assay_same_token(names->t, names->v[i].module, module))
            return true;
    return false;
}

int assay_declared_dimensions(const struct assay_declared *names, size_t module, size_t name)
{
    int found = -1;

    for (size_t i = 0; i < names->n; ++i)
        if (assay_same_token(names->t, names->v[i].name, name) &&
            assay_same_token(names->t, names->v[i].module, module)) {
            const int dimensions = (int)names->v[i].dimensions;

            if (found >= 0 && found != dimensions)
                return -1;
            found = dimensions;
        }
    return found;
}

bool assay_declared_clock(const struct assay_declared *names, size_t name)
{
    for (size_t i = 0; i < names->n_clocks; ++i)
        if (assay_same_token(names->t, names->clock[i], name))
            return true;
    return false;
}
