#include "slice/plan.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum { MOST_BYTES = 1 << 28 };

__attribute__((format(printf, 3, 4))) static bool refuse(char *why, size_t why_size,
                                                         const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(why, why_size, format, args);
    va_end(args);
    return false;
}

void slice_plan_begin(struct slice_plan *p)
{
    memset(p, 0, sizeof *p);
    p->groups = p->warps = 1;
    p->latency = SLICE_LATENCY;
}

void slice_plan_free(struct slice_plan *p)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        assay_npy_free(&p->array[i].data);
    free(p->memory);
    free(p->initial);
    p->memory = p->initial = NULL;
}

/* --- names --- */

/* The name at the begin of `text`, up to one of `ends` or the end. */
static bool take_name(const char *text, const char *ends, char name[PREDICATE_NAME], char *why,
                      size_t why_size)
{
    const size_t n = strcspn(text, ends);

    for (size_t i = 0; i < n; ++i)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            return refuse(why, why_size, "'%s': expected a name of letters, digits and _", text);
    if (n == 0 || n >= PREDICATE_NAME)
        return refuse(why, why_size, "'%s': expected a name of 1 to %d characters", text,
                      PREDICATE_NAME - 1);
    memcpy(name, text, n);
    name[n] = '\0';
    return true;
}

static struct slice_plan_array *find_array(struct slice_plan *p, const char *name)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        if (strcmp(p->array[i].name, name) == 0)
            return &p->array[i];
    return NULL;
}

static const struct slice_plan_number *find_number(const struct slice_plan *p, const char *name)
{
    for (uint32_t i = 0; i < p->n_numbers; ++i)
        if (strcmp(p->number[i].name, name) == 0)
            return &p->number[i];
    return NULL;
}

static struct slice_plan_array *add_array(struct slice_plan *p, const char *name, char *why,
                                          size_t why_size)
{
    struct slice_plan_array *a = &p->array[p->n_arrays];

    if (p->n_arrays == SLICE_PLAN_ARRAYS) {
        refuse(why, why_size, "more than %d arrays", SLICE_PLAN_ARRAYS);
        return NULL;
    }
    if (find_number(p, name)) {
        refuse(why, why_size, "%s is a number and an array: expected one of them", name);
        return NULL;
    }
    snprintf(a->name, sizeof a->name, "%s", name);
    ++p->n_arrays;
    return a;
}

/* --- from texts --- */

bool slice_plan_in(struct slice_plan *p, const char *text, char *why, size_t why_size)
{
    struct slice_plan_array *a;
    char name[PREDICATE_NAME];

    if (!take_name(text, "=", name, why, why_size))
        return false;
    if (text[strlen(name)] != '=' || !text[strlen(name) + 1])
        return refuse(why, why_size, "'%s': expected NAME=FILE.npy", text);
    if (find_array(p, name))
        return refuse(why, why_size, "%s again: expected each array once, and --in before --out",
                      name);
    a = add_array(p, name, why, why_size);
    if (a)
        a->in = text + strlen(name) + 1;
    return a != NULL;
}

static bool take_size(const char **at, char end, size_t *size)
{
    const size_t n = strcspn(*at, "x,");
    uint64_t v;

    if (n == 0 || assay_number_span(*at, n, MOST_BYTES, &v) || v == 0 ||
        ((*at)[n] != end && end != '\0'))
        return false;
    *size = (size_t)v;
    *at += n;
    return true;
}

/* TYPE:ROWSxCOLS, or TYPE:COLS. */
static bool take_shape(const char **at, struct assay_npy *a)
{
    const size_t n = strcspn(*at, ":");
    const char *sizes = *at + n + 1;

    for (a->type = 0; a->type < ASSAY_NPY_TYPES; ++a->type)
        if (strlen(assay_npy_type_name(a->type)) == n &&
            memcmp(assay_npy_type_name(a->type), *at, n) == 0)
            break;
    if (a->type == ASSAY_NPY_TYPES || (*at)[n] != ':')
        return false;
    a->rows = 1;
    if (sizes[strcspn(sizes, "x,")] == 'x') {
        if (!take_size(&sizes, 'x', &a->rows))
            return false;
        ++sizes;
    }
    if (!take_size(&sizes, '\0', &a->cols) || a->rows > MOST_BYTES / a->cols / 8)
        return false;
    *at = sizes;
    return *sizes == '\0' || *sizes == ',';
}

bool slice_plan_out(struct slice_plan *p, const char *text, char *why, size_t why_size)
{
    struct slice_plan_array *a;
    char name[PREDICATE_NAME];
    const char *at;

    if (!take_name(text, "=,", name, why, why_size))
        return false;
    at = text + strlen(name);
    a = find_array(p, name);
    if (a && (a->out || *at == '='))
        return refuse(why, why_size,
                      "%s again: expected each array once, and no shape of one that is read", name);
    if (!a && *at != '=')
        return refuse(why, why_size,
                      "%s: no --in before it: expected one, or --out %s=TYPE:ROWSxCOLS", name,
                      name);
    if (!a && !(a = add_array(p, name, why, why_size)))
        return false;
    if (*at == '=') {
        ++at;
        if (!take_shape(&at, &a->data))
            return refuse(why, why_size,
                          "'%s': expected NAME=TYPE:ROWSxCOLS, such as %s=int32:16x8", text, name);
    }
    a->out = true;
    if (*at == ','
            ? (size_t)snprintf(a->file, sizeof a->file, "%s", at + 1) >= sizeof a->file || !at[1]
            : snprintf(a->file, sizeof a->file, "%s.npy", name) < 0)
        return refuse(why, why_size,
                      "'%s': expected a file of up to %zu characters behind the comma", text,
                      sizeof a->file - 1);
    return true;
}

/* An integer of 32 bits, signed or not, or with a point or an exponent f32. */
static bool take_value(const char *text, uint32_t *value)
{
    const bool negative = *text == '-';
    uint64_t n;
    float f;
    char *end;

    if (assay_parse_number(text + negative, &n) &&
        n <= (negative ? UINT64_C(1) << 31 : (uint64_t)UINT32_MAX)) {
        *value = (uint32_t)(negative ? 0 - n : n);
        return true;
    }
    if (!strpbrk(text, ".eE") || strpbrk(text, "xXnN"))
        return false;
    f = strtof(text, &end);
    memcpy(value, &f, sizeof f);
    return end != text && *end == '\0';
}

bool slice_plan_number(struct slice_plan *p, const char *text, char *why, size_t why_size)
{
    struct slice_plan_number *n = &p->number[p->n_numbers];

    if (p->n_numbers == SLICE_PLAN_NUMBERS)
        return refuse(why, why_size, "more than %d numbers", SLICE_PLAN_NUMBERS);
    if (!take_name(text, "=", n->name, why, why_size))
        return false;
    if (find_number(p, n->name) || find_array(p, n->name))
        return refuse(why, why_size, "%s again: expected each name once", n->name);
    if (text[strlen(n->name)] != '=' || !take_value(text + strlen(n->name) + 1, &n->value))
        return refuse(why, why_size, "'%s': expected NAME=NUMBER, an integer of 32 bits or a float",
                      text);
    ++p->n_numbers;
    return true;
}

/* --- memory --- */

static size_t bytes_of(const struct assay_npy *a)
{
    return a->rows * a->cols * assay_npy_type_size(a->type);
}

static enum assay_error read_array(struct slice_plan_array *a, char *why, size_t why_size)
{
    enum assay_error e;

    if (a->in) {
        e = assay_npy_read(a->in, &a->data, why, why_size);
        if (e != ASSAY_OK)
            return e;
    } else {
        a->data.data = calloc(a->data.rows * a->data.cols, assay_npy_type_size(a->data.type));
    }
    if (!a->data.data) {
        refuse(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    return a->out ? assay_npy_writable(a->file, why, why_size) : ASSAY_OK;
}

enum assay_error slice_plan_read(struct slice_plan *p, char *why, size_t why_size)
{
    uint64_t at = SLICE_PLAN_FROM;

    for (uint32_t i = 0; i < p->n_arrays; ++i) {
        const enum assay_error e = read_array(&p->array[i], why, why_size);

        if (e != ASSAY_OK)
            return e;
        p->array[i].at = (uint32_t)at;
        at += (bytes_of(&p->array[i].data) + SLICE_LINE - 1) / SLICE_LINE * SLICE_LINE;
        if (at > MOST_BYTES) {
            refuse(why, why_size, "%s: the arrays have more than %d bytes", p->array[i].name,
                   MOST_BYTES);
            return ASSAY_BAD_INPUT;
        }
    }
    p->bytes = (uint32_t)at;
    p->memory = calloc(1, p->bytes);
    p->initial = calloc(1, p->bytes);
    if (!p->memory || !p->initial) {
        refuse(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        memcpy((char *)p->initial + p->array[i].at, p->array[i].data.data,
               bytes_of(&p->array[i].data));
    return ASSAY_OK;
}

enum assay_error slice_plan_write(struct slice_plan *p, char *why, size_t why_size)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i) {
        struct slice_plan_array *a = &p->array[i];
        enum assay_error e;

        if (!a->out)
            continue;
        memcpy(a->data.data, (const char *)p->memory + a->at, bytes_of(&a->data));
        e = assay_npy_write(a->file, &a->data, why, why_size);
        if (e != ASSAY_OK)
            return e;
    }
    return ASSAY_OK;
}

/* --- a kernel --- */

static bool named_by(const struct slice_kernel *k, const char *name)
{
    for (uint32_t i = 0; i < k->assembly.n_args; ++i)
        if (strcmp(k->assembly.arg[i].name, name) == 0)
            return true;
    return false;
}

static bool all_named(const struct slice_plan *p, const struct slice_kernel *k, char *why,
                      size_t why_size)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        if (!named_by(k, p->array[i].name))
            return refuse(why, why_size, "%s: has no .arg %s: expected one for the array", k->path,
                          p->array[i].name);
    for (uint32_t i = 0; i < p->n_numbers; ++i)
        if (!named_by(k, p->number[i].name))
            return refuse(why, why_size, "%s: has no .arg %s: expected one for the number", k->path,
                          p->number[i].name);
    return true;
}

bool slice_plan_apply(const struct slice_plan *p, struct slice_kernel *k, char *why,
                      size_t why_size)
{
    for (uint32_t i = 0; i < k->assembly.n_args; ++i) {
        const struct predicate_arg *arg = &k->assembly.arg[i];
        const struct slice_plan_array *a = find_array((struct slice_plan *)p, arg->name);
        const struct slice_plan_number *n = find_number(p, arg->name);

        if (!a && !n)
            return refuse(why, why_size,
                          "%s:%" PRIu32 ": .arg %s: expected --in %s=, --out %s= or --arg %s=",
                          k->path, arg->line, arg->name, arg->name, arg->name, arg->name);
        k->c[arg->c] = a ? a->at : n->value;
    }
    k->groups = p->groups;
    k->warps = p->warps;
    k->latency = p->latency;
    k->memory = p->memory;
    k->initial = p->initial;
    k->bytes = p->bytes;
    return all_named(p, k, why, why_size);
}
