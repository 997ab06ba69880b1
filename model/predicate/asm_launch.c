/* asm_launch.c - .arg and .group: what a program requires of its launch. */
#include <inttypes.h>
#include <string.h>

#include "predicate/asm_internal.h"

/* Units in rules, in the order of the bits of `by`; kinds of rules. */
static const char *const units[] = {"lanes", "warps", "groups"};
static const char *const kinds[] = {[PREDICATE_RULE_IS] = "is",
                                    [PREDICATE_RULE_MULTIPLE] = "multiple",
                                    [PREDICATE_RULE_LEAST] = "least",
                                    [PREDICATE_RULE_MOST] = "most",
                                    [PREDICATE_RULE_POWER] = "power"};
enum { UNITS = sizeof units / sizeof units[0], KINDS = sizeof kinds / sizeof kinds[0] };

enum { RULE_TEXT = 64 }; /* bytes of a rule as text, including the terminator */

/* Members of struct predicate_group, in the order of PREDICATE_GROUP_... */
static const struct {
    const char *name;
    uint32_t least, most;
} resources[PREDICATE_GROUP_N] = {[PREDICATE_GROUP_LOCAL] = {"local", 0, 65536},
                                  [PREDICATE_GROUP_ROWS] = {"rows", 0, 512},
                                  [PREDICATE_GROUP_BARS] = {"bars", 0, 16},
                                  [PREDICATE_GROUP_LANES] = {"lanes", 4, 32},
                                  [PREDICATE_GROUP_WARPS] = {"warps", 1, 16}};

/* --- evaluating rules --- */

int64_t predicate_rule_bound(const struct predicate_rule *rule, uint32_t lanes, uint32_t warps,
                             uint32_t groups)
{
    const uint32_t of[UNITS] = {lanes, warps, groups};
    int64_t n = rule->factor;

    for (uint32_t i = 0; i < UNITS; ++i)
        if (rule->by >> i & 1 && __builtin_mul_overflow(n, (int64_t)of[i], &n))
            n = rule->factor < 0 ? INT64_MIN : INT64_MAX;
    return n;
}

bool predicate_rule_holds(const struct predicate_rule *rule, int64_t bound, int64_t number)
{
    switch (rule->kind) {
    case PREDICATE_RULE_IS:
        return number == bound;
    case PREDICATE_RULE_MULTIPLE:
        return number % bound == 0;
    case PREDICATE_RULE_LEAST:
        return number >= bound;
    case PREDICATE_RULE_MOST:
        return number <= bound;
    default: /* PREDICATE_RULE_POWER */
        return number > 0 && (number & (number - 1)) == 0;
    }
}

/* Writes the rule as in the source text: "multiple, 4 * lanes". */
static void rule_text(const struct predicate_rule *rule, char text[RULE_TEXT])
{
    const char *between = " ";
    size_t n = (size_t)snprintf(text, RULE_TEXT, "%s%s", kinds[rule->kind],
                                rule->kind == PREDICATE_RULE_POWER ? "" : ",");

    if (rule->kind == PREDICATE_RULE_POWER)
        return;
    if (rule->factor != 1 || !rule->by) {
        n += (size_t)snprintf(text + n, RULE_TEXT - n, " %d", (int)rule->factor);
        between = " * ";
    }
    for (uint32_t i = 0; i < UNITS; ++i)
        if (rule->by >> i & 1) {
            n += (size_t)snprintf(text + n, RULE_TEXT - n, "%s%s", between, units[i]);
            between = " * ";
        }
}

bool predicate_keeps_rules(const struct predicate_assembly *a, const char *path, const uint32_t *c,
                           uint32_t lanes, uint32_t warps, uint32_t groups, char *why,
                           size_t why_size)
{
    for (uint32_t i = 0; i < a->n_args; ++i) {
        const struct predicate_arg *arg = &a->arg[i];
        const int32_t number = (int32_t)c[arg->c];

        for (uint32_t r = 0; r < arg->n_rules; ++r) {
            static const char *const expected[KINDS] = {[PREDICATE_RULE_IS] = "",
                                                        [PREDICATE_RULE_MULTIPLE] =
                                                            "a multiple of ",
                                                        [PREDICATE_RULE_LEAST] = "at least ",
                                                        [PREDICATE_RULE_MOST] = "at most ",
                                                        [PREDICATE_RULE_POWER] = "a power of two"};
            const struct predicate_rule *rule = &arg->rule[r];
            const int64_t bound = predicate_rule_bound(rule, lanes, warps, groups);
            char text[RULE_TEXT], value[24] = "";

            if (predicate_rule_holds(rule, bound, number))
                continue;
            rule_text(rule, text);
            if (rule->kind != PREDICATE_RULE_POWER)
                snprintf(value, sizeof value, "%" PRId64, bound);
            snprintf(why, why_size, "%s:%" PRIu32 ": %s is %" PRId32 ": expected %s%s (%s)", path,
                     arg->line, arg->name, number, expected[rule->kind], value, text);
            return false;
        }
    }
    return true;
}

/* --- reading --- */

/*
 * Reports an error unless the program is for core: a launch of predicate has neither arguments nor
 * groups.
 */
static bool is_for_core(struct predicate_reader *r)
{
    return r->a->for_core || predicate_error(r, 1, "expected .target core before it");
}

static bool is_whole(const struct predicate_operand *o)
{
    return o->is == PREDICATE_OPERAND_NUMBER && !o->high && !o->number_is_f32;
}

/* Reads the name of a unit; UNITS: there is none. */
static uint32_t read_unit(struct predicate_reader *r)
{
    const uint32_t n = predicate_word_at(r);
    uint32_t i = 0;

    while (i < UNITS && !predicate_is(r->at, n, units[i]))
        ++i;
    if (i < UNITS)
        r->at += n;
    return i;
}

/* Reads a number, units, or a product of a number and units. */
static bool read_product(struct predicate_reader *r, struct predicate_rule *rule)
{
    static const char expected[] =
        "expected a whole number below 2147483648, lanes, warps or groups, or a product of them";
    struct predicate_operand o;
    bool first = true;

    rule->factor = 1;
    do {
        const uint32_t column = (predicate_skip(r), predicate_column(r)), unit = read_unit(r);

        if (unit < UNITS && rule->by >> unit & 1)
            return predicate_error(r, column, "%s again: expected it once", units[unit]);
        if (unit < UNITS) {
            rule->by |= (uint8_t)(1 << unit);
        } else if (!first) {
            return predicate_error(r, column, "expected lanes, warps or groups");
        } else {
            if (predicate_at_end(r))
                return predicate_error(r, column, expected);
            if (!predicate_read_operand(r, &o))
                return false;
            if (!is_whole(&o) || (o.number > INT32_MAX && r->line[column - 1] != '-'))
                return predicate_error(r, o.column, expected);
            rule->factor = (int32_t)o.number;
        }
        first = false;
    } while (predicate_accept(r, '*'));
    return true;
}

/* Reads a rule, after a comma. */
static bool read_rule(struct predicate_reader *r, struct predicate_arg *arg)
{
    const uint32_t column = (predicate_skip(r), predicate_column(r)), n = predicate_word_at(r);
    struct predicate_rule *rule = &arg->rule[arg->n_rules];
    uint8_t kind = 0;

    while (kind < KINDS && !predicate_is(r->at, n, kinds[kind]))
        ++kind;
    if (kind == KINDS)
        return predicate_error(r, column, "expected is, multiple, least, most or power");
    for (uint32_t i = 0; i < arg->n_rules; ++i)
        if (arg->rule[i].kind == kind)
            return predicate_error(r, column, "%s again: expected it once", kinds[kind]);
    r->at += n;
    *rule = (struct predicate_rule){.kind = kind};
    if (kind != PREDICATE_RULE_POWER && (!predicate_comma(r) || !read_product(r, rule)))
        return false;
    if (rule->factor < 1 && kind == PREDICATE_RULE_MULTIPLE)
        return predicate_error(r, column, "expected a number above 0 after %s", kinds[kind]);
    ++arg->n_rules;
    return true;
}

/* Reports an error if another line already gives the constant or the name. */
static bool is_free(struct predicate_reader *r, const struct predicate_arg *arg, uint32_t column)
{
    const struct predicate_assembly *a = r->a;

    for (uint32_t i = 0; i < a->n_args; ++i)
        if (a->arg[i].c == arg->c || strcmp(a->arg[i].name, arg->name) == 0)
            return predicate_error(r, column, "c%u or its name has an .arg already: %s, c%u",
                                   arg->c, a->arg[i].name, a->arg[i].c);
    for (uint32_t i = 0; i < a->n_values; ++i)
        if (a->value[i].space == PREDICATE_AT_C && a->value[i].addr == arg->c)
            return predicate_error(r, column,
                                   "c%u has a value from line %u: expected .const or .arg for it",
                                   arg->c, a->value[i].line);
    return true;
}

/* Reads a name that is also valid on a command line and in a network. */
static bool read_arg_name(struct predicate_reader *r, char name[PREDICATE_NAME])
{
    const uint32_t column = (predicate_skip(r), predicate_column(r));

    if (!predicate_read_name(r, name))
        return false;
    if (strchr(name, '.') || strchr("_0123456789", name[0]))
        return predicate_error(r, column,
                               "name '%s': expected letters, digits and _, a letter first", name);
    return true;
}

bool predicate_read_arg(struct predicate_reader *r)
{
    struct predicate_assembly *a = r->a;
    struct predicate_arg *arg = &a->arg[a->n_args];
    struct predicate_operand o;

    if (!is_for_core(r))
        return false;
    if (a->n_args == PREDICATE_ARGS)
        return predicate_error(r, 1, "more than %d .arg", PREDICATE_ARGS);
    memset(arg, 0, sizeof *arg);
    if (!read_arg_name(r, arg->name) || !predicate_comma(r) || !predicate_read_operand(r, &o))
        return false;
    if (o.is != PREDICATE_OPERAND_REG || o.space != PREDICATE_AT_C)
        return predicate_error(r, o.column, "expected a constant, c0 to c15");
    arg->c = o.i;
    arg->line = r->number;
    if (!is_free(r, arg, o.column))
        return false;
    while (predicate_accept(r, ','))
        if (!read_rule(r, arg))
            return false;
    ++a->n_args;
    return true;
}

bool predicate_read_group(struct predicate_reader *r)
{
    struct predicate_group *g = &r->a->group;
    const uint32_t column = (predicate_skip(r), predicate_column(r)), n = predicate_word_at(r);
    struct predicate_operand o;
    uint32_t i = 0;

    if (!is_for_core(r))
        return false;
    while (i < PREDICATE_GROUP_N && !predicate_is(r->at, n, resources[i].name))
        ++i;
    if (i == PREDICATE_GROUP_N)
        return predicate_error(r, column, "expected local, rows, bars, lanes or warps");
    if (g->line[i])
        return predicate_error(r, column, "%s again, after line %u: expected it once",
                               resources[i].name, g->line[i]);
    r->at += n;
    if (!predicate_comma(r) || !predicate_read_operand(r, &o))
        return false;
    if (i == PREDICATE_GROUP_LANES &&
        (!is_whole(&o) || o.number & (o.number - 1) || o.number < resources[i].least ||
         o.number > resources[i].most))
        return predicate_error(r, o.column, "expected 4, 8, 16 or 32");
    if (!is_whole(&o) || o.number > resources[i].most)
        return predicate_error(r, o.column, "expected a number up to %u", resources[i].most);
    if (o.number < resources[i].least)
        return predicate_error(r, o.column, "expected a number from %u to %u", resources[i].least,
                               resources[i].most);
    g->line[i] = r->number;
    g->has[i] = o.number;
    return true;
}

/* --- writing --- */

void predicate_write_launch(FILE *f, const struct predicate_assembly *a, const char *before)
{
    char text[RULE_TEXT];

    for (uint32_t i = 0; i < a->n_args; ++i) {
        fprintf(f, "%s.arg %s, c%u", before, a->arg[i].name, a->arg[i].c);
        for (uint32_t k = 0; k < a->arg[i].n_rules; ++k) {
            rule_text(&a->arg[i].rule[k], text);
            fprintf(f, ", %s", text);
        }
        fputc('\n', f);
    }
    for (uint32_t i = 0; i < PREDICATE_GROUP_N; ++i)
        if (a->group.has[i])
            fprintf(f, "%s.group %s, %u\n", before, resources[i].name, a->group.has[i]);
}
