/* asm_directives.c - .const, .reg, .data, .out, .sense, .target, .word. */
#include <string.h>

#include "predicate/asm_internal.h"

uint32_t predicate_value_in(const struct predicate_assembly *a, const struct predicate_value *v,
                            uint32_t lane)
{
    return a->pool[v->first + lane % v->n];
}

bool predicate_add_value(struct predicate_assembly *a, uint8_t space, uint32_t addr,
                         uint32_t number)
{
    if (a->n_values == PREDICATE_VALUES || a->n_pool == PREDICATE_POOL)
        return false;
    a->value[a->n_values++] =
        (struct predicate_value){space, (uint16_t)addr, (uint16_t)a->n_pool, 1, 0};
    a->pool[a->n_pool++] = number;
    return true;
}

static bool too_many(struct predicate_reader *r, const struct predicate_value *v, uint32_t column)
{
    if (v->space == PREDICATE_AT_DATA)
        return predicate_error(r, column,
                               "past the end of data memory: expected at most %u number%s from %u",
                               v->n, v->n == 1 ? "" : "s", 4u * v->addr);
    if (v->space == PREDICATE_AT_R)
        return predicate_error(r, column, "expected at most %u numbers, one for each lane", v->n);
    return predicate_error(r, column, "expected one number");
}

/* True if no earlier line gives the same location a value; else reports an error. */
static bool is_first(struct predicate_reader *r, const struct predicate_value *v, uint32_t column)
{
    static const char *const names[] = {[PREDICATE_AT_R] = "r",
                                        [PREDICATE_AT_U] = "u",
                                        [PREDICATE_AT_P] = "p",
                                        [PREDICATE_AT_UP] = "up",
                                        [PREDICATE_AT_C] = "c"};

    for (const struct predicate_value *w = r->a->value; w < v; ++w) {
        const bool data = v->space == PREDICATE_AT_DATA;

        if (w->space != v->space || w->addr >= v->addr + (data ? v->n : 1) ||
            v->addr >= w->addr + (data ? w->n : 1))
            continue;
        if (data)
            return predicate_error(r, column,
                                   "the word at address %u has a value from line %u: expected one "
                                   "line with a value for it",
                                   4u * (w->addr > v->addr ? w->addr : v->addr), w->line);
        return predicate_error(r, column,
                               "%s%u has a value from line %u: expected one line with a value for "
                               "it",
                               names[v->space], v->addr, w->line);
    }
    return true;
}

/* Reads the numbers, at most `most`, after a location that is at `column`. */
static bool numbers(struct predicate_reader *r, uint32_t column, uint8_t space, uint32_t addr,
                    uint32_t most)
{
    struct predicate_assembly *a = r->a;
    struct predicate_value *v = &a->value[a->n_values];
    struct predicate_operand o;

    if (a->n_values == PREDICATE_VALUES)
        return predicate_error(r, 1, "more than %d lines of values", PREDICATE_VALUES);
    *v = (struct predicate_value){space, (uint16_t)addr, (uint16_t)a->n_pool, 0, r->number};
    while (predicate_accept(r, ',')) {
        if (!predicate_read_operand(r, &o))
            return false;
        if (o.is != PREDICATE_OPERAND_NUMBER || o.high)
            return predicate_error(r, o.column, "expected a number");
        if (v->n == most)
            return too_many(r, v, o.column);
        if (a->n_pool == PREDICATE_POOL)
            return predicate_error(r, o.column, "more than %d numbers in all", PREDICATE_POOL);
        a->pool[a->n_pool++] = o.number;
        ++v->n;
    }
    if (!v->n)
        return predicate_error(r, predicate_column(r), "expected a comma and a number");
    if (!is_first(r, v, column))
        return false;
    ++a->n_values;
    return true;
}

static bool read_const(struct predicate_reader *r)
{
    struct predicate_operand o;

    if (!predicate_read_operand(r, &o))
        return false;
    if (o.is != PREDICATE_OPERAND_REG || o.space != PREDICATE_AT_C)
        return predicate_error(r, o.column, "expected a constant, c0 to c15");
    for (uint32_t i = 0; i < r->a->n_args; ++i)
        if (r->a->arg[i].c == o.i)
            return predicate_error(r, o.column,
                                   "c%u has an .arg on line %u: expected .const or .arg for it",
                                   o.i, r->a->arg[i].line);
    return numbers(r, o.column, o.space, o.i, 1);
}

static bool read_reg(struct predicate_reader *r)
{
    struct predicate_operand o;

    if (!predicate_read_operand(r, &o))
        return false;
    if (o.is != PREDICATE_OPERAND_REG || o.space == PREDICATE_AT_C || o.space == PREDICATE_SPACES)
        return predicate_error(r, o.column, "expected a register r, u, p or up");
    return numbers(r, o.column, o.space, o.i, o.space == PREDICATE_AT_R ? PREDICATE_MAX_LANES : 1);
}

static bool read_data(struct predicate_reader *r)
{
    const uint32_t words = r->a->for_core ? PREDICATE_MOST_DATA : PREDICATE_DATA;
    struct predicate_operand o;

    if (!predicate_read_operand(r, &o))
        return false;
    if (o.is != PREDICATE_OPERAND_NUMBER || o.high || o.number_is_f32 || o.number >= 4 * words ||
        o.number % 4)
        return predicate_error(r, o.column, "expected an address below %u, a multiple of 4",
                               4 * words);
    return numbers(r, o.column, PREDICATE_AT_DATA, o.number / 4, words - o.number / 4);
}

/* Reads the display format; hexadecimal if there is none. */
static bool read_show(struct predicate_reader *r, uint8_t *type)
{
    uint32_t n;

    *type = PREDICATE_SHOW_HEX;
    if (!predicate_accept(r, ','))
        return true;
    n = predicate_word_at(r);
    for (uint8_t i = 0; i < 3; ++i) {
        if (predicate_is(r->at, n, predicate_type_names[i])) {
            *type = (uint8_t)(PREDICATE_SHOW_S32 + i);
            r->at += n;
            return true;
        }
    }
    return predicate_error(r, predicate_column(r), "expected s32, u32 or f32");
}

bool predicate_read_name(struct predicate_reader *r, char name[PREDICATE_NAME])
{
    const uint32_t n = predicate_word_at(r);

    if (!n)
        return predicate_error(r, predicate_column(r), "expected a name");
    if (n >= PREDICATE_NAME)
        return predicate_error(r, predicate_column(r), "name longer than %d", PREDICATE_NAME - 1);
    memcpy(name, r->at, n);
    name[n] = '\0';
    r->at += n;
    return true;
}

static bool read_out(struct predicate_reader *r)
{
    struct predicate_assembly *a = r->a;
    struct predicate_result_name *out = &a->out[a->n_outs];
    struct predicate_operand o;

    if (a->n_outs == PREDICATE_OUTS)
        return predicate_error(r, 1, "more than %d .out", PREDICATE_OUTS);
    if (!predicate_read_name(r, out->name) || !predicate_comma(r) || !predicate_read_operand(r, &o))
        return false;
    if (o.is != PREDICATE_OPERAND_REG || o.space == PREDICATE_AT_C || o.space == PREDICATE_SPACES)
        return predicate_error(r, o.column, "expected a register r, u, p or up");
    out->space = o.space;
    out->i = o.i;
    if (!read_show(r, &out->type))
        return false;
    ++a->n_outs;
    return true;
}

static bool read_sense(struct predicate_reader *r)
{
    struct predicate_operand o;

    if (!predicate_read_operand(r, &o))
        return false;
    if (o.is != PREDICATE_OPERAND_NUMBER || o.high || o.number > 1)
        return predicate_error(r, o.column, "expected 0 or 1");
    r->a->sense = o.number == 1;
    return true;
}

/* Must precede the first instruction, whose legality depends on it. */
static bool read_target(struct predicate_reader *r)
{
    const uint32_t n = predicate_word_at(r);
    const bool core = predicate_is(r->at, n, "core");

    if (!core && !predicate_is(r->at, n, "predicate"))
        return predicate_error(r, predicate_column(r), "expected core or predicate");
    if (r->a->length)
        return predicate_error(r, 1, ".target after an instruction: expected it first");
    if (r->a->for_core && !core)
        return predicate_error(r, 1, ".target predicate after .target core: expected one of them");
    r->a->for_core = core;
    r->at += n;
    return true;
}

/* 64 bits, which exceeds the numbers of operands. */
static bool read_word(struct predicate_reader *r)
{
    const uint32_t column = (predicate_skip(r), predicate_column(r)), n = predicate_word_at(r);
    uint64_t word;

    if (n < 3 || r->at[0] != '0' || (r->at[1] != 'x' && r->at[1] != 'X') ||
        !predicate_hex(r->at + 2, n - 2, &word))
        return predicate_error(r, column, "expected 0x and at most 16 digits");
    r->at += n;
    return predicate_add_word(r, 1, word);
}

bool predicate_directive(struct predicate_reader *r)
{
    static const struct {
        const char *name;
        bool (*read)(struct predicate_reader *r);
    } directives[] = {
        {".const", read_const}, {".reg", read_reg},           {".data", read_data},
        {".out", read_out},     {".sense", read_sense},       {".target", read_target},
        {".word", read_word},   {".arg", predicate_read_arg}, {".group", predicate_read_group}};
    const uint32_t column = predicate_column(r), n = predicate_word_at(r);
    const char *name = r->at;

    for (size_t i = 0; i < sizeof directives / sizeof directives[0]; ++i) {
        if (predicate_is(name, n, directives[i].name)) {
            r->at += n;
            return directives[i].read(r);
        }
    }
    return predicate_error(r, column,
                           "unknown directive '%.*s': expected .const, .reg, .data, .out, .sense, "
                           ".target, .word, .arg or .group",
                           (int)n, name);
}
