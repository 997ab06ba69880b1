#include "slice/plan.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/outfile.h"

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
    p->latency = SLICE_LATENCY;
}

void slice_plan_free(struct slice_plan *p)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i) {
        slice_array_free(p->array[i]);
        free(p->array[i]);
    }
    for (uint32_t i = 0; i < p->n_launches; ++i)
        free(p->launch[i]);
    free(p->memory);
    free(p->initial);
    free(p->zero);
    slice_plan_begin(p);
}

/* --- arrays and launches --- */

/* Takes the name at the start of `text`, up to one of the characters `ends` or the end. */
static bool take_name(const char *text, const char *ends, char name[PREDICATE_NAME], char *why,
                      size_t why_size)
{
    static const char allowed[] = "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const size_t n = strcspn(text, ends);

    if (strspn(text, allowed) < n || strspn(text, allowed + 11) == 0)
        return refuse(why, why_size,
                      "'%s': expected a name of letters, digits and _, that begins with a letter",
                      text);
    if (n >= PREDICATE_NAME)
        return refuse(why, why_size, "'%s': expected a name of 1 to %d characters", text,
                      PREDICATE_NAME - 1);
    memcpy(name, text, n);
    name[n] = '\0';
    return true;
}

struct slice_array *slice_plan_find(const struct slice_plan *p, const char *name)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        if (strcmp(p->array[i]->name, name) == 0)
            return p->array[i];
    return NULL;
}

struct slice_array *slice_plan_add_array(struct slice_plan *p, const char *name, char *why,
                                         size_t why_size)
{
    char checked[PREDICATE_NAME];
    struct slice_array *a;

    if (!take_name(name, "", checked, why, why_size))
        return NULL;
    if (p->n_arrays == SLICE_PLAN_ARRAYS) {
        refuse(why, why_size, "more than %d arrays", SLICE_PLAN_ARRAYS);
        return NULL;
    }
    if (!(a = calloc(1, sizeof *a))) {
        refuse(why, why_size, "out of memory");
        return NULL;
    }
    memcpy(a->name, checked, sizeof checked);
    p->array[p->n_arrays++] = a;
    return a;
}

struct slice_plan_launch *slice_plan_add_launch(struct slice_plan *p, char *why, size_t why_size)
{
    struct slice_plan_launch *l;

    if (p->n_launches == SLICE_PLAN_LAUNCHES) {
        refuse(why, why_size, "more than %d launches", SLICE_PLAN_LAUNCHES);
        return NULL;
    }
    if (!(l = calloc(1, sizeof *l))) {
        refuse(why, why_size, "out of memory");
        return NULL;
    }
    l->groups = l->warps = 1;
    p->launch[p->n_launches++] = l;
    return l;
}

static const struct slice_plan_value *find_value(const struct slice_plan_launch *l,
                                                 const char *name)
{
    for (uint32_t i = 0; i < l->n_values; ++i)
        if (strcmp(l->value[i].name, name) == 0)
            return &l->value[i];
    return NULL;
}

bool slice_plan_add_value(struct slice_plan_launch *l, const char *name,
                          const struct slice_array *array, uint32_t number, char *why,
                          size_t why_size)
{
    struct slice_plan_value *v = &l->value[l->n_values];

    if (find_value(l, name))
        return refuse(why, why_size, "%s again: expected each name once", name);
    if (l->n_values == PREDICATE_ARGS)
        return refuse(why, why_size, "more than %d arrays and numbers: a kernel has no more",
                      PREDICATE_ARGS);
    if (!take_name(name, "", v->name, why, why_size))
        return false;
    v->array = array;
    v->number = number;
    ++l->n_values;
    return true;
}

bool slice_plan_take_integer(const char *text, uint32_t *number)
{
    const bool negative = *text == '-';
    uint64_t n;

    if (!assay_parse_number(text + negative, &n) ||
        n > (negative ? UINT64_C(1) << 31 : (uint64_t)UINT32_MAX))
        return false;
    *number = (uint32_t)(negative ? 0 - n : n);
    return true;
}

bool slice_plan_take_number(const char *text, uint32_t *number)
{
    float f;
    char *end;

    if (slice_plan_take_integer(text, number))
        return true;
    /* strtof would take blanks before it, and a plus sign, which integers do not have either. */
    if (!strchr("-.0123456789", *text) || !strpbrk(text, ".eE") || strpbrk(text, "xXnN"))
        return false;
    f = strtof(text, &end);
    if (f == 0 && strcspn(text, "123456789") < strcspn(text, "eE"))
        return false; /* underflow to 0 */
    memcpy(number, &f, sizeof f);
    return end != text && *end == '\0' && isfinite(f);
}

void slice_plan_last_was(struct slice_plan_launch *l, const char *text)
{
    uint64_t n;

    l->value[l->n_values - 1].f32 = !assay_parse_number(text + (*text == '-'), &n);
}

/* --- from the command line --- */

/* Adds an array for the only launch, that of a kernel from the command line. */
static struct slice_array *add_given(struct slice_plan *p, const char *name, char *why,
                                     size_t why_size)
{
    struct slice_array *a = slice_plan_add_array(p, name, why, why_size);

    return a && slice_plan_add_value(p->launch[0], name, a, 0, why, why_size) ? a : NULL;
}

static bool set_file(char to[PATH_MAX], const char *file, char *why, size_t why_size)
{
    if (!*file || strlen(file) >= PATH_MAX)
        return refuse(why, why_size, "'%s': expected a file of 1 to %d characters", file,
                      PATH_MAX - 1);
    memcpy(to, file, strlen(file) + 1);
    return true;
}

static struct slice_array *in_network(struct slice_plan *p, const char *name, char *why,
                                      size_t why_size)
{
    struct slice_array *a = slice_plan_find(p, name);

    if (!a)
        refuse(why, why_size, "%s: %s has no array of that name: expected one of its own", name,
               p->network);
    return a;
}

/* Makes a single file the array's initial contents. A file that replaces values must have their
 * type and size. */
static void replace(struct slice_array *a)
{
    if (a->n_values) {
        a->data.type = ASSAY_NPY_S32;
        a->data.rows = 1;
        a->data.cols = a->n_values;
        a->typed = a->shaped = true;
    }
    a->n_values = 0;
    a->n_in = 1;
}

bool slice_plan_in(struct slice_plan *p, const char *text, char *why, size_t why_size)
{
    struct slice_array *a;
    char name[PREDICATE_NAME];

    if (!take_name(text, "=", name, why, why_size))
        return false;
    if (text[strlen(name)] != '=' || !text[strlen(name) + 1])
        return refuse(why, why_size, "'%s': expected NAME=FILE.npy", text);
    a = slice_plan_find(p, name);
    if (a && (!*p->network || a->replaced))
        return refuse(why, why_size, "%s again: expected each array once, and --in before --out",
                      name);
    a = *p->network ? in_network(p, name, why, why_size) : add_given(p, name, why, why_size);
    if (!a)
        return false;
    a->replaced = true;
    replace(a);
    return set_file(a->in[0], text + strlen(name) + 1, why, why_size);
}

/* Whether it is =TYPE:ROWSxCOLS, which would otherwise be taken for a file name. */
static bool is_shape(const char *at)
{
    enum assay_npy_type type;
    size_t rows, cols;

    return *at == '=' && (++at, slice_array_type(&at, &type)) &&
           slice_array_size(&at, &rows, &cols);
}

/* Adds an array NAME=TYPE:ROWSxCOLS, and moves *at past it. */
static struct slice_array *new_out(struct slice_plan *p, const char *text, const char *name,
                                   const char **at, char *why, size_t why_size)
{
    struct slice_array *a;

    if (**at != '=') {
        refuse(why, why_size, "%s: no --in before it: expected one, or --out %s=TYPE:ROWSxCOLS",
               name, name);
        return NULL;
    }
    if (!(a = add_given(p, name, why, why_size)))
        return NULL;
    ++*at;
    if (slice_array_type(at, &a->data.type) && slice_array_size(at, &a->data.rows, &a->data.cols))
        return a;
    refuse(why, why_size,
           "'%s': expected NAME=TYPE:ROWSxCOLS, such as %s=int32:16x8, of at most %d elements",
           text, name, SLICE_ARRAY_MOST);
    return NULL;
}

bool slice_plan_out(struct slice_plan *p, const char *text, char *why, size_t why_size)
{
    struct slice_array *a;
    char name[PREDICATE_NAME], file[PREDICATE_NAME + 4];
    const char *at;

    if (!take_name(text, "=,", name, why, why_size))
        return false;
    at = text + strlen(name);
    a = *p->network ? in_network(p, name, why, why_size) : slice_plan_find(p, name);
    if (*p->network && !a)
        return false;
    if (*p->network && is_shape(at))
        return refuse(why, why_size,
                      "'%s': a network says what its arrays are: expected NAME or NAME=FILE.npy",
                      text);
    if (a && (a->out || (*at == '=' && !*p->network)))
        return refuse(why, why_size,
                      "%s again: expected each array once, and no shape of one that is read", name);
    if (!a && !(a = new_out(p, text, name, &at, why, why_size)))
        return false;
    a->out = true;
    snprintf(file, sizeof file, "%s.npy", name);
    return set_file(a->file, *at ? at + 1 : file, why, why_size);
}

bool slice_plan_number(struct slice_plan *p, const char *text, char *why, size_t why_size)
{
    char name[PREDICATE_NAME];
    uint32_t number;

    if (*p->network)
        return refuse(why, why_size, "%s: a network says what its kernels get: expected a kernel",
                      text);
    if (!take_name(text, "=", name, why, why_size))
        return false;
    if (text[strlen(name)] != '=' || !slice_plan_take_number(text + strlen(name) + 1, &number))
        return refuse(
            why, why_size,
            "'%s': expected NAME=NUMBER, an integer of 32 bits or a float in the range of f32, "
            "without blanks and without a plus sign",
            text);
    if (!slice_plan_add_value(p->launch[0], name, NULL, number, why, why_size))
        return false;
    slice_plan_last_was(p->launch[0], text + strlen(name) + 1);
    return true;
}

/* --- memory --- */

/* Reads an array. An error in one from a network begins with its line, unless the file came from
 * --in. */
static enum assay_error read_array(const struct slice_plan *p, struct slice_array *a, char *why,
                                   size_t why_size)
{
    char reason[2 * PATH_MAX];
    enum assay_error e = slice_array_read(a, reason, sizeof reason);

    if (e == ASSAY_OK)
        return a->out ? assay_npy_writable(a->file, why, why_size) : e;
    if (a->line && !a->replaced)
        refuse(why, why_size, "%s:%lu: %s", p->network, a->line, reason);
    else
        refuse(why, why_size, "%s", reason);
    return e;
}

enum assay_error slice_plan_read(struct slice_plan *p, char *why, size_t why_size)
{
    uint64_t at = SLICE_PLAN_FROM;

    for (uint32_t i = 0; i < p->n_arrays; ++i) {
        const enum assay_error e = read_array(p, p->array[i], why, why_size);

        if (e != ASSAY_OK)
            return e;
        at = slice_plan_round(p->array[i], at);
        p->array[i]->at = (uint32_t)at;
        at += slice_array_bytes(p->array[i]);
        p->extent[i] = (struct slice_extent){p->array[i]->name, p->array[i]->at, (uint32_t)at};
        at = slice_plan_round(p->array[i], at);
        at = ((at + SLICE_LINE - 1) / SLICE_LINE + 1) * SLICE_LINE;
        if (at > SLICE_ARRAY_MOST) {
            refuse(why, why_size, "%s: the arrays have more than %d bytes: expected smaller ones",
                   p->array[i]->name, SLICE_ARRAY_MOST);
            return ASSAY_BAD_INPUT;
        }
    }
    p->bytes = (uint32_t)at;
    p->memory = calloc(1, p->bytes);
    p->initial = calloc(1, p->bytes);
    if (!p->memory || !p->initial || !slice_plan_surfaces(p)) {
        refuse(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    for (uint32_t i = 0; i < p->n_arrays; ++i)
        slice_array_put(p->array[i], (char *)p->initial + p->array[i]->at);
    return ASSAY_OK;
}

/* Writes all files, but does not give them their names yet. *n counts those that are open. */
static enum assay_error write_first(struct slice_plan *p, struct assay_outfile *file, uint32_t *n,
                                    char *why, size_t why_size)
{
    for (uint32_t i = 0; i < p->n_arrays; ++i) {
        struct slice_array *a = p->array[i];
        enum assay_error e;

        if (!a->out)
            continue;
        slice_array_get(a, (const char *)p->memory + a->at);
        e = assay_npy_write_first(&file[*n], a->file, &a->data, why, why_size);
        if (e != ASSAY_OK)
            return e;
        ++*n;
    }
    return ASSAY_OK;
}

enum assay_error slice_plan_write(struct slice_plan *p, char *why, size_t why_size)
{
    struct assay_outfile file[SLICE_PLAN_ARRAYS];
    uint32_t n = 0;
    const enum assay_error e = write_first(p, file, &n, why, why_size);

    if (e == ASSAY_OK)
        return assay_outfile_close_all(file, n, why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
    while (n)
        assay_outfile_drop(&file[--n]);
    return e;
}

/* --- kernels --- */

static bool named_by(const struct slice_kernel *k, const char *name)
{
    for (uint32_t i = 0; i < k->assembly.n_args; ++i)
        if (strcmp(k->assembly.arg[i].name, name) == 0)
            return true;
    return false;
}

static bool all_named(const struct slice_plan_launch *l, const struct slice_kernel *k, char *why,
                      size_t why_size)
{
    for (uint32_t i = 0; i < l->n_values; ++i)
        if (!named_by(k, l->value[i].name))
            return refuse(why, why_size, "%s: has no .arg %s: expected one for the %s", k->path,
                          l->value[i].name, l->value[i].array ? "array" : "number");
    return true;
}

static bool missing(const struct slice_plan_launch *l, const struct slice_kernel *k,
                    const struct predicate_arg *arg, char *why, size_t why_size)
{
    const char *n = arg->name;

    if (*l->place)
        return refuse(why, why_size, "no %s, for %s:%" PRIu32 ": expected it below `with`", n,
                      k->path, arg->line);
    return refuse(why, why_size,
                  "%s:%" PRIu32 ": .arg %s: expected --in %s=, --out %s= or --arg %s=", k->path,
                  arg->line, n, n, n, n);
}

/* The rule 'is' of an argument; NULL: it has none. */
static const struct predicate_rule *says_what(const struct predicate_arg *arg)
{
    for (uint32_t r = 0; r < arg->n_rules; ++r)
        if (arg->rule[r].kind == PREDICATE_RULE_IS)
            return &arg->rule[r];
    return NULL;
}

bool slice_plan_apply(const struct slice_plan *p, uint32_t i, const struct slice_params *params,
                      struct slice_kernel *k, char *why, size_t why_size)
{
    const struct slice_plan_launch *l = p->launch[i];

    for (uint32_t a = 0; a < k->assembly.n_args; ++a) {
        const struct predicate_arg *arg = &k->assembly.arg[a];
        const struct slice_plan_value *v = find_value(l, arg->name);

        if (!v && says_what(arg)) {
            k->c[arg->c] =
                (uint32_t)predicate_rule_bound(says_what(arg), params->lanes, l->warps, l->groups);
            continue;
        }
        if (!v)
            return missing(l, k, arg, why, why_size);
        if ((v->array || v->f32) && arg->n_rules)
            return refuse(why, why_size, "%s:%" PRIu32 ": %s is %s: expected a whole number",
                          k->path, arg->line, arg->name, v->array ? "an array" : "a float");
        k->c[arg->c] = v->array ? v->array->at : v->number;
    }
    k->groups = l->groups;
    k->warps = l->warps;
    k->latency = p->latency;
    k->memory = p->memory;
    k->initial = i == 0 ? p->initial : NULL;
    k->bytes = p->bytes;
    k->zero = p->zero;
    k->extent = p->extent;
    k->n_extents = p->n_arrays;
    k->bounded = true;
    return all_named(l, k, why, why_size);
}
