/* expression.c - parse expressions with the precedence of IEEE 1800 table 11-2. */
#include "mutate/parser.h"

enum { TERNARY = 1, LOWEST, DEEPEST = 500 };

static const struct {
    const char *op;
    int level; /* higher binds tighter */
} levels[] = {
    {"||", LOWEST}, {"&&", 3}, {"|", 4},   {"^", 5},   {"~^", 5},  {"^~", 5},  {"&", 6},
    {"==", 7},      {"!=", 7}, {"===", 7}, {"!==", 7}, {"==?", 7}, {"!=?", 7}, {"<", 8},
    {"<=", 8},      {">", 8},  {">=", 8},  {"<<", 9},  {">>", 9},  {"<<<", 9}, {">>>", 9},
    {"+", 10},      {"-", 10}, {"*", 11},  {"/", 11},  {"%", 11},  {"**", 12},
};

static int level_of(const struct assay_parser *p)
{
    if (p->t->v[p->at].kind != ASSAY_TOKEN_OPERATOR)
        return 0;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; ++i)
        if (assay_parser_is(p, levels[i].op))
            return levels[i].level;
    return 0;
}

static bool frozen_expression(struct assay_parser *p)
{
    struct assay_range r;
    bool ok;

    ++p->frozen;
    ok = assay_parse_expression(p, &r);
    --p->frozen;
    return ok;
}

/* [i], [high:low], [low +: width]. An index that selects a generate scope must stay constant. */
static bool parse_select(struct assay_parser *p)
{
    const size_t mark = p->out->n, at = p->at++;
    struct assay_range r;

    if (!assay_parse_expression(p, &r))
        return false;
    if (assay_parser_take(p, ":")) {
        assay_parser_drop(p, mark, at);
        if (!frozen_expression(p))
            return false;
    } else if (assay_parser_take(p, "+:") || assay_parser_take(p, "-:")) {
        if (!frozen_expression(p))
            return false;
    }
    if (!assay_parser_take(p, "]"))
        return false;
    if (assay_parser_is(p, "."))
        assay_parser_drop(p, mark, at);
    return true;
}

/* (a, b, c) or () */
static bool parse_arguments(struct assay_parser *p)
{
    struct assay_range r;

    ++p->at;
    if (assay_parser_take(p, ")"))
        return true;
    do
        if (!assay_parse_expression(p, &r))
            return false;
    while (assay_parser_take(p, ","));
    return assay_parser_take(p, ")");
}

/* The rest of a cast after its type or width, from '( on. */
static bool parse_cast(struct assay_parser *p)
{
    struct assay_range r;

    ++p->at;
    return assay_parse_expression(p, &r) && assay_parser_take(p, ")");
}

/* {a, b} or {n{a, b}} */
static bool parse_braces(struct assay_parser *p)
{
    const size_t mark = p->out->n, at = p->at++;
    struct assay_range r;

    if (!assay_parse_expression(p, &r))
        return false;
    if (assay_parser_is(p, "{")) {
        assay_parser_drop(p, mark, at);
        return parse_braces(p) && assay_parser_take(p, "}");
    }
    while (assay_parser_take(p, ","))
        if (!assay_parse_expression(p, &r))
            return false;
    return assay_parser_take(p, "}");
}

static bool parse_name(struct assay_parser *p)
{
    ++p->at;
    for (;;) {
        if (assay_parser_is(p, ".") || assay_parser_is(p, "::")) {
            ++p->at;
            if (!assay_parser_at_name(p))
                return false;
            ++p->at;
        } else if (assay_parser_is(p, "[")) {
            if (!parse_select(p))
                return false;
        } else {
            break;
        }
    }
    if (assay_parser_is(p, "(")) {
        assay_parser_note_call(p, p->at - 1);
        return parse_arguments(p);
    }
    return !assay_parser_is(p, "'(") || parse_cast(p);
}

/* Skip the arguments of any other system function: its value may depend on their widths or
 * names. */
static bool parse_system(struct assay_parser *p)
{
    const bool plain = assay_parser_is(p, "$signed") || assay_parser_is(p, "$unsigned");

    ++p->at;
    if (!assay_parser_is(p, "("))
        return true;
    if (plain)
        return parse_arguments(p);
    assay_parser_skip_brackets(p);
    return true;
}

static bool parse_number(struct assay_parser *p)
{
    const size_t at = p->at++;

    if (assay_parser_is(p, "'("))
        return parse_cast(p);
    assay_alter_number(p, at);
    return true;
}

static bool parse_primary(struct assay_parser *p, struct assay_range *r)
{
    bool ok;

    r->first = p->at;
    switch (p->t->v[p->at].kind) {
    case ASSAY_TOKEN_NUMBER:
        ok = parse_number(p);
        break;
    case ASSAY_TOKEN_STRING:
        ++p->at;
        ok = true;
        break;
    case ASSAY_TOKEN_SYSTEM:
        ok = parse_system(p);
        break;
    case ASSAY_TOKEN_WORD:
        ok = assay_parser_at_name(p) && parse_name(p);
        break;
    case ASSAY_TOKEN_OPERATOR:
        if (assay_parser_is(p, "("))
            ok = parse_cast(p); /* the rest is the same as in a cast */
        else
            ok = assay_parser_is(p, "{") && parse_braces(p);
        break;
    default:
        ok = false;
    }
    r->last = p->at - 1;
    return ok;
}

static bool is_unary(const struct assay_parser *p)
{
    static const char *const ops[] = {"!", "~", "&", "|", "^", "~&", "~|", "~^", "^~", "+", "-"};

    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; ++i)
        if (p->t->v[p->at].kind == ASSAY_TOKEN_OPERATOR && assay_parser_is(p, ops[i]))
            return true;
    return false;
}

static bool parse_unary(struct assay_parser *p, struct assay_range *r)
{
    struct assay_range operand;
    size_t op;
    bool ok;

    if (!is_unary(p))
        return parse_primary(p, r);
    op = p->at++;
    ok = ++p->depth < DEEPEST && parse_unary(p, &operand);
    --p->depth;
    if (!ok)
        return false;
    *r = (struct assay_range){op, operand.last};
    assay_alter_unary(p, op, operand);
    return true;
}

static bool parse_binary(struct assay_parser *p, int least, struct assay_range *r)
{
    struct assay_range right;

    if (!parse_unary(p, r))
        return false;
    for (int level; (level = level_of(p)) >= least;) {
        const size_t op = p->at++;

        if (!parse_binary(p, level + 1, &right))
            return false;
        assay_alter_binary(p, *r, op, right);
        r->last = right.last;
    }
    return true;
}

static bool parse_ternary(struct assay_parser *p, struct assay_range *r)
{
    struct assay_range other;
    const size_t mark = p->out->n;

    if (!parse_binary(p, LOWEST, r))
        return false;
    if (!assay_parser_take(p, "?"))
        return true;
    for (size_t i = mark; i < p->out->n; ++i)
        p->out->v[i].control = true;
    assay_alter_condition(p, *r);
    if (!assay_parse_expression(p, &other) || !assay_parser_take(p, ":") ||
        !assay_parse_expression(p, &other))
        return false;
    r->last = other.last;
    return true;
}

bool assay_parse_expression(struct assay_parser *p, struct assay_range *r)
{
    bool ok;

    if (p->depth >= DEEPEST)
        return false;
    ++p->depth;
    ok = parse_ternary(p, r);
    --p->depth;
    return ok;
}

bool assay_parse_target(struct assay_parser *p, struct assay_range *r)
{
    bool ok;

    ++p->frozen;
    r->first = p->at;
    if (assay_parser_is(p, "{"))
        ok = parse_braces(p);
    else
        ok = assay_parser_at_name(p) && parse_name(p);
    r->last = p->at - 1;
    --p->frozen;
    return ok;
}
