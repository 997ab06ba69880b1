/*
 * cell_unset.c - mark the variables of the model that are not set yet.
 *
 * A variable that only some paths set becomes a phi of a value and of `undef`, and LLVM makes the
 * value of it, as if all paths set it. So each scalar variable is set at the beginning of its life,
 * to what a function returns that LLVM knows nothing about. For intrinsic.c its result is undefined.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

/* A name of a variable, such as %9, and what it is in the text: its own name, such as %3, under which
 * it must be set to become a register; and its type. */
struct variable {
    const char *name, *own, *type;
    int name_size, own_size, type_size;
};

struct variables {
    struct variable *list;
    uint32_t n;
    uint32_t marks; /* how many were written */
};

static bool is_of(const char *type, size_t n, const char *const *types)
{
    for (; *types; ++types)
        if (strlen(*types) == n && strncmp(type, *types, n) == 0)
            return true;
    return false;
}

/* Whether the function, of which `line` is a line, stores a number of this type in the variable. */
static bool is_stored(const char *line, const struct variable *v)
{
    const char *const end = strstr(line, "\n}");
    char text[256];
    const size_t n = (size_t)snprintf(text, sizeof text, ", ptr %.*s,", v->name_size, v->name);

    for (const char *at = line; end && n < sizeof text && at < end; ++at) {
        const size_t size = strcspn(at, "\n");
        const char *const store = at + strspn(at, " ");

        if (strncmp(store, "store ", 6) == 0 &&
            strncmp(store + 6, v->type, (size_t)v->type_size) == 0 && memmem(at, size, text, n))
            return true;
        at += size;
    }
    return false;
}

/* Whether a variable is one of C's scalars. A number of other bits, such as i24, may also be a
 * structure on its way into a function, which is copied there byte by byte. */
static bool is_scalar(const char *line, const struct variable *v)
{
    static const char *const types[] = {"ptr", "i8", "i16", "i32", "i64", "i128", NULL};
    const size_t n = (size_t)v->type_size;

    if (is_of(v->type, n, types))
        return true;
    return *v->type == 'i' && strspn(v->type + 1, "0123456789") + 1 == n && is_stored(line, v);
}

/* Whether a line makes a scalar variable, as "  %3 = alloca i32, align 4". */
static bool is_alloca(const char *line, size_t n, struct variable *v)
{
    static const char between[] = " = alloca ";
    const char *const end = line + n;
    const char *at = line + strspn(line, " ");
    size_t size;

    if (at >= end || *at != '%')
        return false;
    v->name = at;
    size = strcspn(at, " \n");
    v->name_size = v->own_size = (int)size;
    v->own = v->name;
    at += size;
    if (strncmp(at, between, sizeof between - 1) != 0)
        return false;
    v->type = at + sizeof between - 1;
    size = strcspn(v->type, ",\n");
    v->type_size = (int)size;
    at = v->type + size;
    return (at == end || strncmp(at, ", align ", 8) == 0) && is_scalar(line, v);
}

/* The variable that a line names after `text`, or NULL. */
static const struct variable *named_after(const struct variables *all, const char *line, size_t n,
                                          const char *text)
{
    const char *const at = memmem(line, n, text, strlen(text)), *const end = line + n;
    const char *name;
    int size;

    if (!at || (name = memchr(at, '%', (size_t)(end - at))) == NULL)
        return NULL;
    size = (int)strcspn(name, "), \n");
    for (uint32_t i = 0; i < all->n; ++i)
        if (all->list[i].name_size == size && strncmp(all->list[i].name, name, (size_t)size) == 0)
            return &all->list[i];
    return NULL;
}

static void mark(struct variables *all, const struct variable *v, struct assay_text *out)
{
    const unsigned n = all->marks++;

    assay_text_addf(out,
                    "  %%assay.unset.%u = call %.*s @assay.unset.%.*s()\n"
                    "  store %.*s %%assay.unset.%u, ptr %.*s\n",
                    n, v->type_size, v->type, v->type_size, v->type, v->type_size, v->type, n,
                    v->own_size, v->own);
}

/* Declare the functions that are called, each once. */
static void declare(const struct variables *types, struct assay_text *out)
{
    for (uint32_t i = 0; i < types->n; ++i)
        assay_text_addf(out, "declare %.*s @assay.unset.%.*s()\n", types->list[i].type_size,
                        types->list[i].type, types->list[i].type_size, types->list[i].type);
}

static void add(struct variables *all, const struct variable *v)
{
    all->list = aig_memory(all->list, all->n + 1, sizeof *all->list);
    all->list[all->n++] = *v;
}

static void add_type(struct variables *types, const struct variable *v)
{
    for (uint32_t i = 0; i < types->n; ++i)
        if (types->list[i].type_size == v->type_size &&
            strncmp(types->list[i].type, v->type, (size_t)v->type_size) == 0)
            return;
    add(types, v);
}

void cell_mark_unset(const char *ir, struct assay_text *out)
{
    struct variables all = {0}, types = {0};

    for (const char *line = ir; *line;) {
        const size_t n = strcspn(line, "\n");
        const struct variable *other;
        struct variable v;

        assay_text_addf(out, "%.*s\n", (int)n, line);
        if (strncmp(line, "define ", 7) == 0)
            all.n = 0;
        if (is_alloca(line, n, &v)) {
            add(&all, &v);
            add_type(&types, &v);
            mark(&all, &v, out);
        } else if ((other = named_after(&all, line, n, "@llvm.lifetime.start.")) != NULL) {
            mark(&all, other, out);
        } else if ((other = named_after(&all, line, n, " = bitcast ptr ")) != NULL) {
            v = *other; /* another name for the same address */
            v.name = line + strspn(line, " ");
            v.name_size = (int)strcspn(v.name, " ");
            add(&all, &v);
        }
        line += n + (line[n] == '\n');
    }
    declare(&types, out);
    free(all.list);
    free(types.list);
}
