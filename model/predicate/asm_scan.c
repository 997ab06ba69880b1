/* asm_scan.c - scans the words, numbers and registers of a line. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "predicate/asm_internal.h"

bool predicate_error(struct predicate_reader *r, uint32_t column, const char *format, ...)
{
    va_list args;

    r->e->line = r->number;
    r->e->column = column;
    va_start(args, format);
    vsnprintf(r->e->text, sizeof r->e->text, format, args);
    va_end(args);
    return false;
}

uint32_t predicate_column(const struct predicate_reader *r)
{
    return (uint32_t)(r->at - r->line) + 1;
}

void predicate_skip(struct predicate_reader *r)
{
    while (*r->at == ' ' || *r->at == '\t' || *r->at == '\r')
        ++r->at;
}

bool predicate_at_end(struct predicate_reader *r)
{
    predicate_skip(r);
    return !*r->at || *r->at == '\n' || *r->at == ';' || *r->at == '#' ||
           (r->at[0] == '/' && r->at[1] == '/');
}

bool predicate_accept(struct predicate_reader *r, char c)
{
    predicate_skip(r);
    if (*r->at != c)
        return false;
    ++r->at;
    return true;
}

bool predicate_comma(struct predicate_reader *r)
{
    return predicate_accept(r, ',') || predicate_error(r, predicate_column(r), "expected a comma");
}

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool in_word(char c)
{
    return digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_' || c == '.';
}

uint32_t predicate_word_at(struct predicate_reader *r)
{
    uint32_t n = 0;

    predicate_skip(r);
    while (in_word(r->at[n]))
        ++n;
    return n;
}

bool predicate_is(const char *at, uint32_t length, const char *name)
{
    for (uint32_t i = 0; i < length; ++i)
        if (!name[i] || lower(at[i]) != name[i])
            return false;
    return !name[length];
}

bool predicate_hex(const char *at, uint32_t length, uint64_t *word)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";

    *word = 0;
    for (uint32_t i = 0; i < length; ++i) {
        const char *d = at[i] ? strchr(digits, at[i]) : NULL;

        if (!d)
            return false;
        *word = *word << 4 | (uint64_t)((d - digits) & 15);
    }
    return length >= 1 && length <= 16;
}

/* Reads a 32-bit integer, signed or unsigned, or an f32. */
static bool read_number(struct predicate_reader *r, struct predicate_operand *o)
{
    char digits[64], *end;
    uint32_t n = 0;
    double whole;

    if (*r->at == '-' || *r->at == '+')
        digits[n++] = *r->at;
    while (n + 1 < sizeof digits && (in_word(r->at[n]) || ((r->at[n] == '-' || r->at[n] == '+') &&
                                                           lower(r->at[n - 1]) == 'e'))) {
        digits[n] = r->at[n];
        ++n;
    }
    digits[n] = '\0';
    o->is = PREDICATE_OPERAND_NUMBER;
    if (digits[n && !digit(digits[0])] == '0' && strpbrk(digits, "xX")) {
        const uint64_t v = strtoull(digits + !digit(digits[0]), &end, 16);

        if (*end || end[-1] == 'x' || end[-1] == 'X' || v > 0xFFFFFFFF || n > 24)
            return predicate_error(r, o->column, "number %s: expected one of 32 bits", digits);
        o->number = digits[0] == '-' ? 0 - (uint32_t)v : (uint32_t)v;
    } else if (strpbrk(digits, ".eE")) {
        const float x = strtof(digits, &end);

        if (*end || x - x != 0)
            return predicate_error(r, o->column, "number %s: expected an f32", digits);
        o->number_is_f32 = true;
        memcpy(&o->number, &x, sizeof x);
    } else {
        whole = strtod(digits, &end);
        if (*end || !digit(end[-1]) || whole < -2147483648.0 || whole > 4294967295.0)
            return predicate_error(r, o->column, "number %s: expected one of 32 bits", digits);
        o->number = (uint32_t)(int64_t)whole;
    }
    r->at += n;
    return true;
}

/*
 * Reads a register such as r3, or a special source; false, with *wrong set after an error, if it is
 * neither.
 */
static bool read_register(struct predicate_reader *r, uint32_t n, struct predicate_operand *o,
                          bool *wrong)
{
    static const struct {
        const char *name;
        uint8_t space, count;
    } files[] = {
        {"r", PREDICATE_AT_R, PREDICATE_REGS},    {"c", PREDICATE_AT_C, PREDICATE_REGS},
        {"up", PREDICATE_AT_UP, PREDICATE_PREDS}, {"upr", PREDICATE_AT_UP, PREDICATE_PREDS},
        {"u", PREDICATE_AT_U, PREDICATE_REGS},    {"pr", PREDICATE_AT_P, PREDICATE_PREDS},
        {"p", PREDICATE_AT_P, PREDICATE_PREDS}};
    uint32_t letters = 0, i = 0;

    *wrong = false;
    for (int k = 0; k < PREDICATE_SPECIALS; ++k) {
        if (predicate_is(r->at, n, predicate_special_names[k])) {
            o->space = PREDICATE_SPACES;
            o->i = (uint8_t)k;
            return true;
        }
    }
    while (letters < n && !digit(r->at[letters]))
        ++letters;
    if (letters == n)
        return false;
    for (uint32_t k = letters; k < n; ++k) {
        if (!digit(r->at[k]))
            return false;
        i = i > 1000 ? i : i * 10 + (uint32_t)(r->at[k] - '0');
    }
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        if (!predicate_is(r->at, letters, files[k].name))
            continue;
        if (i >= files[k].count) {
            *wrong = true;
            return predicate_error(r, o->column, "%.*s: expected %s0 to %s%d", (int)n, r->at,
                                   files[k].name, files[k].name, files[k].count - 1);
        }
        o->space = files[k].space;
        o->i = (uint8_t)i;
        return true;
    }
    return false;
}

bool predicate_read_operand(struct predicate_reader *r, struct predicate_operand *o)
{
    uint32_t n;
    bool wrong;

    memset(o, 0, sizeof *o);
    predicate_skip(r);
    o->column = predicate_column(r);
    if (predicate_at_end(r))
        return predicate_error(r, o->column, "expected an operand");
    if (digit(*r->at) || *r->at == '-' || *r->at == '+')
        return read_number(r, o);
    n = predicate_word_at(r);
    if (!n)
        return predicate_error(r, o->column, "'%c': expected an operand", *r->at);
    if (predicate_is(r->at, n, "hi")) {
        r->at += n;
        if (!predicate_accept(r, '('))
            return predicate_error(r, predicate_column(r), "expected ( after hi");
        predicate_skip(r);
        if (!digit(*r->at))
            return predicate_error(r, predicate_column(r), "hi: expected a number of 24 bits");
        if (!read_number(r, o))
            return false;
        if (o->number_is_f32 || o->number > 0xFFFFFF)
            return predicate_error(r, o->column, "hi: expected a number of 24 bits");
        o->high = true;
        if (!predicate_accept(r, ')'))
            return predicate_error(r, predicate_column(r), "expected ) after hi");
        return true;
    }
    if (read_register(r, n, o, &wrong))
        o->is = PREDICATE_OPERAND_REG;
    else if (wrong)
        return false;
    else
        o->is = PREDICATE_OPERAND_NAME;
    o->name = r->at;
    o->length = n;
    r->at += n;
    return true;
}

const char *predicate_next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    return end ? end + 1 : NULL;
}
