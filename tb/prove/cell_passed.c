/*
 * cell_passed.c - find variables whose declaration a jump passes, in a function with a loop.
 *
 * A variable has no value at its declaration, also when it had one in an earlier round of a loop.
 * The compiler marks where its life begins, except if a `switch` or `goto` into its scope passes
 * the declaration, or a `goto` goes back to before it. In the IR such a variable keeps its value.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

/* A function in the text of a module: its lines after "define". */
struct text {
    const char *s;
    size_t n;
};

static struct text first_line(const char *s)
{
    return (struct text){s, strcspn(s, "\n")};
}

static const char *next_line(struct text line)
{
    return line.s + line.n + (line.s[line.n] == '\n');
}

static bool has(struct text t, const char *what)
{
    return memmem(t.s, t.n, what, strlen(what)) != NULL;
}

/* Whether a line names a local, which is not a part of another name. */
static bool mentions(struct text line, const char *name)
{
    const size_t n = strlen(name);
    struct text rest = line;

    for (const char *at; (at = memmem(rest.s, rest.n, name, n)) != NULL;) {
        if (at + n == line.s + line.n || !isdigit((unsigned char)at[n]))
            return true;
        rest.n -= (size_t)(at + n - rest.s);
        rest.s = at + n;
    }
    return false;
}

/* Whether a line stores in the variable, or loads it. */
static bool accesses(struct text line, const char *how, const char *name)
{
    char text[64];

    snprintf(text, sizeof text, ", ptr %s,", name);
    return has(line, how) && has(line, text);
}

/* Whether a block ends with a branch to an earlier one. Blocks have ascending numbers. */
static bool has_loop(struct text f)
{
    unsigned long block = 0;

    for (struct text line = first_line(f.s); line.s < f.s + f.n; line = first_line(next_line(line)))
        if (isdigit((unsigned char)*line.s))
            block = strtoul(line.s, NULL, 10);
        else
            for (const char *at = line.s, *end = line.s + line.n;
                 (at = memmem(at, (size_t)(end - at), "label %", 7)) != NULL; at += 7)
                if (strtoul(at + 7, NULL, 10) <= block)
                    return true;
    return false;
}

/* What a function does with a variable. */
struct use {
    bool is_marked;    /* its life has a beginning */
    bool is_set_first; /* in each block that mentions it, by the first line that does */
    bool is_argument;  /* the same in the first block, where arguments are stored */
    bool
        is_compilers; /* it holds the result, or where to go after a scope: nothing else reads it */
};

/* Note what a line does that mentions the variable. `fresh`: the first one of its block. */
static void look_at(struct text line, const char *name, bool fresh, bool is_first_block,
                    struct use *u)
{
    const bool store = accesses(line, "  store ", name);
    const struct text after = first_line(next_line(line));

    u->is_marked |= has(line, "@llvm.lifetime.start.");
    u->is_argument |= fresh && is_first_block && store;
    u->is_set_first &= !fresh || store;
    if (accesses(line, " = load ", name))
        u->is_compilers &= has(after, "  ret ") || has(after, "  switch ");
    else
        u->is_compilers &= store;
}

static struct use use_of(struct text f, const char *name)
{
    struct use u = {.is_set_first = true, .is_compilers = true};
    bool fresh = true, is_first_block = true;
    char cast[64];

    snprintf(cast, sizeof cast, " = bitcast ptr %s to ptr", name);
    for (struct text line = first_line(f.s); line.s < f.s + f.n;
         line = first_line(next_line(line))) {
        if (isdigit((unsigned char)*line.s)) {
            fresh = true;
            is_first_block = false;
        } else if (has(line, cast)) {
            u.is_marked |= has(first_line(next_line(line)), "@llvm.lifetime.start.");
        } else if (mentions(line, name) && !has(line, " = alloca ") &&
                   !has(line, "@llvm.lifetime.end.")) {
            look_at(line, name, fresh, is_first_block, &u);
            fresh = false;
        }
    }
    return u;
}

/* The name of a scalar variable that a line makes, as "  %3 = alloca i32, align 4". The bytes of
 * others are looked at one by one. */
static bool makes_scalar(struct text line, char name[32])
{
    static const char *const types[] = {"ptr,", "i1,", "i8,", "i16,", "i32,", "i64,", "i128,"};
    static const char between[] = " = alloca ";
    const char *const equals = memmem(line.s, line.n, between, sizeof between - 1);

    if (!equals || line.n < 3 || line.s[2] != '%')
        return false;
    snprintf(name, 32, "%.*s", (int)(equals - line.s - 2), line.s + 2);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i)
        if (strncmp(equals + sizeof between - 1, types[i], strlen(types[i])) == 0)
            return true;
    return false;
}

static bool has_passed(struct text f)
{
    for (struct text line = first_line(f.s); line.s < f.s + f.n;
         line = first_line(next_line(line))) {
        char name[32];
        struct use u;

        if (!makes_scalar(line, name))
            continue;
        u = use_of(f, name);
        if (!u.is_marked && !u.is_argument && !u.is_set_first && !u.is_compilers)
            return true;
    }
    return false;
}

bool cell_check_passed(const struct cell *c, const char *ir, char *why, size_t why_size)
{
    for (const char *at = ir; (at = strstr(at, "\ndefine ")) != NULL;) {
        const struct text head = first_line(at + 1);
        const char *const name = memchr(head.s, '@', head.n), *const end = strstr(at, "\n}");
        const struct text f = {next_line(head), end ? (size_t)(end + 1 - next_line(head)) : 0};

        if (has_loop(f) && has_passed(f)) {
            snprintf(why, why_size,
                     "%s: the function %.*s: a switch or goto passes the declaration of a "
                     "variable, in a function with a loop: expected none, as the variable would "
                     "keep its value there",
                     c->lemma->path, name ? (int)strcspn(name, "(") - 1 : 0, name ? name + 1 : "");
            return false;
        }
        at = head.s;
    }
    return true;
}
