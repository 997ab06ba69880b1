/*
 * module.c - parse modules and their items.
 *
 * The structure of generate needs no parsing: its headers are skipped, and the contents of its
 * blocks are ordinary items.
 */
#include "mutate/parser.h"

static void skip_behind(struct assay_parser *p, const char *word)
{
    while (!assay_parser_at_end(p) && !assay_parser_is(p, word))
        ++p->at;
    assay_parser_take(p, word);
}

/* target = value, repeated after each comma. */
static bool parse_assignments(struct assay_parser *p)
{
    struct assay_range target;

    do
        if (!assay_parse_target(p, &target) || !assay_parser_take(p, "=") ||
            !assay_parse_value(p, target))
            return false;
    while (assay_parser_take(p, ","));
    return assay_parser_take(p, ";");
}

static void skip_ranges(struct assay_parser *p)
{
    while (assay_parser_is(p, "["))
        assay_parser_skip_brackets(p);
}

/* Whether the name occurs only once in the module, in its declaration. */
static bool is_unread(const struct assay_parser *p, size_t name)
{
    const struct assay_tokens *t = p->t;

    for (size_t i = p->module; i + 1 < t->n && !assay_token_is(t, i, "endmodule"); ++i)
        if (i != name && assay_same_token(t, i, name))
            return false;
    return true;
}

static bool parse_net_value(struct assay_parser *p, size_t name)
{
    const bool unread = is_unread(p, name);
    bool ok;

    p->frozen += unread;
    ok = assay_parse_value(p, (struct assay_range){name, name});
    p->frozen -= unread;
    return ok;
}

/* A net, possibly with a value. A net that nothing reads has no mutants. */
static bool parse_net(struct assay_parser *p)
{
    static const char *const words[] = {"wire",   "tri",      "uwire", "logic",
                                        "signed", "unsigned", NULL};

    while (assay_token_among(p->t, p->at, words))
        ++p->at;
    skip_ranges(p);
    for (;;) {
        const size_t name = p->at;

        if (!assay_parser_at_name(p))
            return false;
        ++p->at;
        skip_ranges(p);
        if (assay_parser_take(p, "=") && !parse_net_value(p, name))
            return false;
        if (!assay_parser_take(p, ","))
            return assay_parser_take(p, ";");
    }
}

static void skip_item(struct assay_parser *p, size_t mark, size_t at)
{
    assay_parser_drop(p, mark, at);
    assay_parser_note_skip(p, at);
    p->at = at;
    assay_parser_skip_to_semicolon(p);
}

/* The connection of a port; the parser is at its opening bracket. Connections that are, or may
 * be, outputs are left alone. */
static bool parse_connection(struct assay_parser *p, size_t module, size_t port)
{
    const bool control = p->control;
    struct assay_range value;
    bool ok;

    if (!assay_declared_input(&p->names, module, port) || assay_declared_clock(&p->names, port)) {
        assay_parser_skip_brackets(p);
        return true;
    }
    ++p->at;
    if (assay_parser_take(p, ")"))
        return true;
    p->control = assay_declared_dimensions(&p->names, module, port) == 0;
    ok = assay_parse_expression(p, &value) && assay_parser_is(p, ")");
    if (ok)
        assay_alter_value(p, (struct assay_range){port, port}, value);
    p->control = control;
    ++p->at;
    return ok;
}

/* (.a(x), .b(y)); connections by position are left alone. */
static bool parse_connections(struct assay_parser *p, size_t module)
{
    if (!assay_parser_is(p, "("))
        return false;
    ++p->at;
    while (!assay_parser_is(p, ")")) {
        size_t port;

        if (assay_parser_take(p, ".*")) {
            assay_parser_take(p, ",");
            continue;
        }
        if (!assay_parser_take(p, "."))
            return false;
        port = p->at++;
        if (assay_parser_is(p, "(") && !parse_connection(p, module, port))
            return false;
        if (!assay_parser_take(p, ",") && !assay_parser_is(p, ")"))
            return false;
    }
    return assay_parser_take(p, ")");
}

/* module #(...) name (...), name (...); */
static bool parse_instances(struct assay_parser *p)
{
    const size_t module = p->at++;

    if (assay_parser_take(p, "#"))
        assay_parser_skip_brackets(p);
    do {
        if (!assay_parser_at_name(p))
            return false;
        ++p->at;
        skip_ranges(p);
        if (!parse_connections(p, module))
            return false;
    } while (assay_parser_take(p, ","));
    return assay_parser_take(p, ";");
}

/* A declaration with a user-defined type: "state_t state, next;". */
static bool is_declaration(const struct assay_parser *p)
{
    size_t i = p->at + 1;

    if (assay_token_is(p->t, i, "::"))
        i += 2;
    while (assay_token_is(p->t, i, "[")) {
        struct assay_parser ahead = *p;

        ahead.at = i;
        assay_parser_skip_brackets(&ahead);
        i = ahead.at;
    }
    if (p->t->v[i].kind != ASSAY_TOKEN_WORD)
        return false;
    ++i;
    return assay_token_is(p->t, i, ";") || assay_token_is(p->t, i, ",") ||
           assay_token_is(p->t, i, "=") || assay_token_is(p->t, i, "[");
}

/* A label in a generate case: "DEPTH, 4:". */
static bool is_label(const struct assay_parser *p)
{
    size_t i = p->at;

    while (p->t->v[i].kind == ASSAY_TOKEN_WORD || p->t->v[i].kind == ASSAY_TOKEN_NUMBER ||
           assay_token_is(p->t, i, ","))
        ++i;
    return i > p->at && assay_token_is(p->t, i, ":");
}

static void parse_function(struct assay_parser *p)
{
    static const char *const heads[] = {"automatic", "static", "signed", "unsigned",
                                        "void",      "logic",  "reg",    "bit",
                                        "integer",   "int",    NULL};
    static const char *const ends[] = {"endfunction", "endtask", "endmodule", NULL};

    ++p->at;
    while (assay_token_among(p->t, p->at, heads))
        ++p->at;
    skip_ranges(p);
    if (p->t->v[p->at + 1].kind == ASSAY_TOKEN_WORD)
        ++p->at; /* a user-defined type */
    p->function = p->at++;
    assay_parser_note_function(p);
    if (assay_parser_is(p, "("))
        assay_parser_skip_brackets(p);
    assay_parser_take(p, ";");
    while (!assay_parser_at_end(p) && !assay_token_among(p->t, p->at, ends)) {
        if (assay_parser_is(p, "input") || assay_parser_is(p, "output"))
            assay_parser_skip_to_semicolon(p);
        else
            assay_parse_statement(p);
    }
    p->function = 0;
    if (!assay_parser_is(p, "endmodule") && !assay_parser_at_end(p))
        ++p->at;
    if (assay_parser_take(p, ":"))
        ++p->at;
}

/* always @(...) statement. Without a list it is always_comb or a testbench loop. */
static void parse_always(struct assay_parser *p)
{
    ++p->at;
    if (assay_parser_take(p, "@")) {
        if (assay_parser_is(p, "("))
            assay_parser_skip_brackets(p);
        else
            ++p->at;
    }
    assay_parse_statement(p);
}

static void frozen_statement(struct assay_parser *p)
{
    ++p->at;
    ++p->frozen;
    assay_parse_statement(p);
    --p->frozen;
}

/* Headers of generate, and other words that stand alone among items. */
static bool parse_structure(struct assay_parser *p)
{
    static const char *const alone[] = {"generate", "endgenerate", "else", "endcase", ";", NULL};
    static const char *const headers[] = {"if", "for", "case", NULL};

    if (assay_token_among(p->t, p->at, alone)) {
        ++p->at;
    } else if (assay_token_among(p->t, p->at, headers)) {
        ++p->at;
        assay_parser_skip_brackets(p);
    } else if (assay_parser_is(p, "begin") || assay_parser_is(p, "end")) {
        ++p->at;
        if (assay_parser_take(p, ":"))
            ++p->at;
    } else if (assay_parser_take(p, "default")) {
        assay_parser_take(p, ":");
    } else {
        return false;
    }
    return true;
}

static void parse_item(struct assay_parser *p)
{
    static const char *const nets[] = {"wire", "tri", "uwire", NULL};
    static const char *const always[] = {"always", "always_comb", "always_ff", "always_latch",
                                         NULL};
    static const char *const plain[] = {
        "parameter", "localparam", "reg",   "logic",   "bit",    "integer",  "int",    "genvar",
        "input",     "output",     "inout", "typedef", "import", "defparam", "assert", "assume",
        "cover",     "byte",       "event", "real",    "time",   "string",   "var",    NULL};
    const size_t mark = p->out->n, at = p->at;

    if (parse_structure(p))
        return;
    if (assay_token_among(p->t, p->at, plain)) {
        assay_parser_skip_to_semicolon(p);
    } else if (assay_token_among(p->t, p->at, nets)) {
        if (!parse_net(p))
            skip_item(p, mark, at);
    } else if (assay_parser_take(p, "assign")) {
        if (assay_parser_is(p, "#") || assay_parser_is(p, "(") || !parse_assignments(p))
            skip_item(p, mark, at);
    } else if (assay_token_among(p->t, p->at, always)) {
        parse_always(p);
    } else if (assay_parser_is(p, "initial") || assay_parser_is(p, "final")) {
        frozen_statement(p);
    } else if (assay_parser_is(p, "function") || assay_parser_is(p, "task")) {
        parse_function(p);
    } else if (assay_parser_is(p, "specify")) {
        skip_behind(p, "endspecify");
    } else if (assay_parser_is(p, "property")) {
        skip_behind(p, "endproperty");
    } else if (is_label(p)) {
        while (!assay_parser_take(p, ":"))
            ++p->at;
    } else if (assay_parser_at_name(p) && is_declaration(p)) {
        assay_parser_skip_to_semicolon(p);
    } else if (p->t->v[at].kind == ASSAY_TOKEN_SYSTEM) {
        assay_parser_skip_to_semicolon(p); /* such as $error at elaboration */
    } else if (!assay_parser_at_name(p) || !parse_instances(p)) {
        skip_item(p, mark, at);
    }
    if (p->at == at)
        ++p->at;
}

static void parse_module(struct assay_parser *p)
{
    p->module = ++p->at;
    assay_parser_skip_to_semicolon(p); /* skip the module header */
    while (!assay_parser_at_end(p) && !assay_parser_is(p, "endmodule"))
        parse_item(p);
    assay_parser_take(p, "endmodule");
    if (assay_parser_take(p, ":"))
        ++p->at;
    p->module = 0;
}

static void skip_others(struct assay_parser *p)
{
    static const struct {
        const char *begin, *end;
    } others[] = {{"package", "endpackage"},
                  {"interface", "endinterface"},
                  {"class", "endclass"},
                  {"program", "endprogram"},
                  {"primitive", "endprimitive"}};

    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
        if (assay_parser_is(p, others[i].begin)) {
            assay_parser_note_skip(p, p->at);
            skip_behind(p, others[i].end);
            return;
        }
    ++p->at;
}

/* --- functions that may be called during elaboration --- */

static bool is_task(const struct assay_tokens *t, size_t name)
{
    return (name > 0 && assay_token_is(t, name - 1, "task")) ||
           (name > 1 && assay_token_is(t, name - 1, "automatic") &&
            assay_token_is(t, name - 2, "task"));
}

/* Whether all calls of the function are at run time. A task can be called without parentheses;
 * such a call may be in an initial block. */
static bool is_run_time(const struct assay_parser *p, size_t function)
{
    const struct assay_tokens *t = p->t;
    const bool task = is_task(t, function);

    for (size_t i = 0; i + 1 < t->n; ++i) {
        const bool calls = assay_token_is(t, i + 1, "(") || (task && assay_token_is(t, i + 1, ";"));
        bool found = i == function;

        if (!calls || !assay_same_token(t, i, function))
            continue;
        for (size_t k = 0; k < p->n_calls && !found; ++k)
            found = p->call[k].at == i;
        if (!found)
            return false;
    }
    return true;
}

/* Mutants cannot be selected in functions that elaboration calls, nor in those that they call in
 * turn. Discard them. */
static void drop_constant_functions(struct assay_parser *p)
{
    bool dropped;

    do {
        dropped = false;
        for (size_t i = 0; i < p->n_functions; ++i)
            if (p->function_of[i] && !is_run_time(p, p->function_of[i])) {
                assay_parser_drop_function(p, p->function_of[i]);
                p->function_of[i] = 0;
                dropped = true;
            }
    } while (dropped);
}

void assay_parse_modules(struct assay_parser *p)
{
    while (!assay_parser_at_end(p)) {
        if (assay_parser_is(p, "module") || assay_parser_is(p, "macromodule"))
            parse_module(p);
        else
            skip_others(p);
    }
    if (!p->failed)
        drop_constant_functions(p);
}
