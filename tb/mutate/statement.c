/* statement.c - parse procedural statements. A statement that the parser does not understand is
 * skipped as a whole. */
#include "mutate/parser.h"

enum { DEEPEST = 200 };

/* Whether the target, name[i][j], is a single bit according to its declaration. */
static bool is_bit(const struct assay_parser *p, struct assay_range target)
{
    struct assay_parser at = *p;
    int selects = 0;

    at.at = target.first + 1;
    while (assay_parser_is(&at, "[")) {
        const size_t begin = at.at;

        assay_parser_skip_brackets(&at);
        ++selects;
        for (size_t i = begin; i < at.at; ++i)
            if (assay_token_is(p->t, i, ":") || assay_token_is(p->t, i, "+:") ||
                assay_token_is(p->t, i, "-:"))
                return false;
    }
    return p->module && at.at == target.last + 1 &&
           assay_declared_dimensions(&p->names, p->module, target.first) == selects;
}

static bool is_clock(const struct assay_parser *p, struct assay_range target)
{
    for (size_t i = target.first; i <= target.last; ++i)
        if (assay_declared_clock(&p->names, i))
            return true;
    return false;
}

/* Parse the value of an assignment, for which the target matters. */
bool assay_parse_value(struct assay_parser *p, struct assay_range target)
{
    const bool control = p->control, clock = is_clock(p, target);
    struct assay_range value;
    bool ok;

    p->control |= is_bit(p, target);
    p->frozen += clock;
    ok = assay_parse_expression(p, &value);
    if (ok)
        assay_alter_value(p, target, value);
    p->frozen -= clock;
    p->control = control;
    return ok;
}

static void skip_delay(struct assay_parser *p)
{
    while (assay_parser_take(p, "#")) {
        if (assay_parser_is(p, "("))
            assay_parser_skip_brackets(p);
        else
            ++p->at;
    }
}

/* target = value; target <= value; */
static bool parse_assignment(struct assay_parser *p)
{
    const size_t first = p->at;
    struct assay_range target;
    bool update;

    if (!assay_parse_target(p, &target))
        return false;
    update = assay_parser_is(p, "<=");
    if (!assay_parser_take(p, "=") && !assay_parser_take(p, "<="))
        return false;
    skip_delay(p);
    if (!assay_parse_value(p, target) || !assay_parser_take(p, ";"))
        return false;
    if (update && !is_clock(p, target))
        assay_alter_update(p, (struct assay_range){first, p->at - 1}, target);
    return true;
}

/* Parse a condition in brackets. */
static bool parse_condition(struct assay_parser *p)
{
    const bool control = p->control;
    struct assay_range r;
    bool ok;

    p->control = true;
    ok = assay_parser_take(p, "(") && assay_parse_expression(p, &r);
    p->control = control;
    if (!ok || !assay_parser_is(p, ")"))
        return false;
    assay_alter_condition(p, r);
    ++p->at;
    return true;
}

/* A condition that the parser does not understand is skipped, but not the statements that follow
 * it. */
static void parse_if(struct assay_parser *p)
{
    const size_t mark = p->out->n, at = ++p->at;

    if (!parse_condition(p)) {
        assay_parser_drop(p, mark, at);
        assay_parser_note_skip(p, at);
        p->at = at;
        assay_parser_skip_brackets(p);
    }
    assay_parse_statement(p);
    if (assay_parser_take(p, "else"))
        assay_parse_statement(p);
}

static bool ends(const struct assay_parser *p, const char *word)
{
    return assay_parser_at_end(p) || assay_parser_is(p, word);
}

/* Labels are not changed: two equal ones would be an error. */
static void skip_labels(struct assay_parser *p)
{
    while (!ends(p, ":") && !ends(p, ";")) {
        if (assay_parser_is(p, "(") || assay_parser_is(p, "{") || assay_parser_is(p, "["))
            assay_parser_skip_brackets(p);
        else
            ++p->at;
    }
    assay_parser_take(p, ":");
}

static void parse_case(struct assay_parser *p)
{
    const size_t mark = p->out->n, at = ++p->at;
    const bool control = p->control;
    struct assay_range r;

    p->control = true;
    if (!assay_parser_take(p, "(") || !assay_parse_expression(p, &r) ||
        !assay_parser_take(p, ")")) {
        assay_parser_drop(p, mark, at);
        assay_parser_note_skip(p, at);
        p->at = at;
        assay_parser_skip_brackets(p);
    }
    p->control = control;
    assay_parser_take(p, "inside");
    while (!ends(p, "endcase")) {
        if (assay_parser_take(p, "default"))
            assay_parser_take(p, ":");
        else
            skip_labels(p);
        assay_parse_statement(p);
    }
    assay_parser_take(p, "endcase");
}

static void parse_block(struct assay_parser *p)
{
    ++p->at;
    if (assay_parser_take(p, ":"))
        ++p->at;
    while (!ends(p, "end"))
        assay_parse_statement(p);
    assay_parser_take(p, "end");
    if (assay_parser_take(p, ":"))
        ++p->at;
}

static bool is_loop(const struct assay_parser *p)
{
    return assay_parser_is(p, "for") || assay_parser_is(p, "while") ||
           assay_parser_is(p, "repeat") || assay_parser_is(p, "foreach");
}

/* Whether the statement has nothing to change in it, so that skipping it is not worth reporting. */
static bool is_plain(const struct assay_parser *p)
{
    static const char *const words[] = {"integer", "int",    "reg",        "logic",     "bit",
                                        "byte",    "assert", "automatic",  "genvar",    "assume",
                                        "cover",   "static", "localparam", "parameter", "disable"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; ++i)
        if (assay_parser_is(p, words[i]))
            return true;
    return p->t->v[p->at].kind == ASSAY_TOKEN_SYSTEM;
}

static void skip_statement(struct assay_parser *p, size_t mark, size_t at)
{
    assay_parser_drop(p, mark, at);
    assay_parser_note_skip(p, at);
    p->at = at;
    assay_parser_skip_to_semicolon(p);
}

static void skip_fork(struct assay_parser *p)
{
    assay_parser_note_skip(p, p->at);
    while (!ends(p, "join") && !ends(p, "join_any") && !ends(p, "join_none"))
        ++p->at;
    if (!assay_parser_at_end(p))
        ++p->at;
}

static bool parse_return(struct assay_parser *p)
{
    struct assay_range r;

    ++p->at;
    return assay_parser_take(p, ";") ||
           (assay_parse_expression(p, &r) && assay_parser_take(p, ";"));
}

static void parse_one(struct assay_parser *p)
{
    const size_t mark = p->out->n, at = p->at;

    if (assay_parser_take(p, "unique") || assay_parser_take(p, "unique0") ||
        assay_parser_take(p, "priority")) {
        /* it belongs to the next statement */
    }
    if (assay_parser_take(p, ";"))
        return;
    if (assay_parser_is(p, "begin")) {
        parse_block(p);
    } else if (assay_parser_is(p, "if")) {
        parse_if(p);
    } else if (assay_parser_is(p, "case") || assay_parser_is(p, "casez") ||
               assay_parser_is(p, "casex")) {
        parse_case(p);
    } else if (is_loop(p)) {
        ++p->at;
        assay_parser_skip_brackets(p);
        assay_parse_statement(p);
    } else if (assay_parser_is(p, "fork")) {
        skip_fork(p);
    } else if (is_plain(p)) {
        assay_parser_skip_to_semicolon(p);
    } else if (assay_parser_is(p, "return") ? !parse_return(p) : !parse_assignment(p)) {
        skip_statement(p, mark, at);
    }
}

void assay_parse_statement(struct assay_parser *p)
{
    const size_t at = p->at;

    if (++p->depth > DEEPEST)
        skip_statement(p, p->out->n, at);
    else
        parse_one(p);
    --p->depth;
    if (p->at == at && !assay_parser_at_end(p))
        ++p->at; /* skip a stray closing bracket */
}
