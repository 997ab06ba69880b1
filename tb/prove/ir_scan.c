#include "prove/ir_scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/aig.h"

void ir_refuse(struct ir_module *m, struct ir_place place, const char *format, ...)
{
    va_list arguments;
    const int n = snprintf(m->why, m->why_size, "%s:%u: ", place.file ? place.file : m->path,
                           (unsigned)place.line);

    va_start(arguments, format);
    if (n >= 0 && (size_t)n < m->why_size)
        vsnprintf(m->why + n, m->why_size - (size_t)n, format, arguments);
    va_end(arguments);
    longjmp(*m->back, 1);
}

struct ir_place ir_here(const struct ir_module *m)
{
    return (struct ir_place){m->path, m->line};
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/* The closing quote for an opening one, or the end of the text. */
static const char *closing_quote(const char *s)
{
    const char *const end = strchr(s + 1, '"');

    return end ? end : s + strlen(s);
}

/* Scan a name, quoted or not, that follows a sign such as %. */
static void scan_name(struct ir_word *w, const char *at)
{
    w->s = at;
    if (at[1] == '"') {
        const char *const end = closing_quote(at + 1);

        w->n = (uint32_t)(end - at);
        w->next = *end ? end + 1 : end;
        return;
    }
    w->n = 1;
    while (is_name(at[w->n]))
        ++w->n;
    w->next = at + w->n;
}

void ir_peek(struct ir_module *m, struct ir_word *w)
{
    const char *at = m->at;

    *w = (struct ir_word){.line = m->line, .depth = m->depth};
    for (;; ++at) {
        if (*at == ';')
            at += strcspn(at, "\n");
        if (*at == '\n' && w->depth) {
            ++w->line;
            continue;
        }
        if (*at != ' ' && *at != '\t' && *at != '\r')
            break;
    }
    w->s = at;
    if (!*at) {
        w->next = at;
    } else if (*at == '%' || *at == '@' || *at == '!' || *at == '#') {
        scan_name(w, at);
    } else if (*at == '"' || (*at == 'c' && at[1] == '"')) {
        const char *const end = closing_quote(*at == 'c' ? at + 1 : at);

        w->n = (uint32_t)(end - at);
        w->next = *end ? end + 1 : end;
    } else if (strncmp(at, "...", 3) == 0) {
        w->n = 3;
        w->next = at + 3;
    } else {
        w->n = 1;
        if (is_name(*at))
            while (is_name(at[w->n]))
                ++w->n;
        w->next = at + w->n;
        if (*at == '[')
            ++w->depth;
        if (*at == ']' && w->depth)
            --w->depth;
        if (*at == '\n')
            ++w->line;
    }
}

void ir_take(struct ir_module *m, struct ir_word *w)
{
    ir_peek(m, w);
    m->at = w->next;
    m->line = w->line;
    m->depth = w->depth;
}

bool ir_is(const struct ir_word *w, const char *text)
{
    return strlen(text) == w->n && strncmp(w->s, text, w->n) == 0;
}

bool ir_eat(struct ir_module *m, const char *text)
{
    struct ir_word w;

    ir_peek(m, &w);
    if (!ir_is(&w, text))
        return false;
    ir_take(m, &w);
    return true;
}

void ir_need(struct ir_module *m, const char *text)
{
    struct ir_word w;

    ir_take(m, &w);
    if (!ir_is(&w, text))
        ir_refuse(m, ir_here(m), "'%.*s': expected '%s'", (int)w.n, w.s, text);
}

uint64_t ir_take_number(struct ir_module *m)
{
    struct ir_word w;
    char digits[24];

    ir_take(m, &w);
    if (w.n == 0 || w.n >= sizeof digits || !isdigit((unsigned char)*w.s))
        ir_refuse(m, ir_here(m), "'%.*s': expected a number", (int)w.n, w.s);
    memcpy(digits, w.s, w.n);
    digits[w.n] = '\0';
    return strtoull(digits, NULL, 10);
}

void ir_skip_line(struct ir_module *m)
{
    struct ir_word w;

    do
        ir_take(m, &w);
    while (w.n && !ir_is(&w, "\n"));
}

void ir_skip_parentheses(struct ir_module *m)
{
    struct ir_word w;
    unsigned depth = 0;

    ir_peek(m, &w);
    if (!ir_is(&w, "("))
        return;
    do {
        ir_take(m, &w);
        depth += ir_is(&w, "(");
        depth -= ir_is(&w, ")");
    } while (depth && w.n);
}

/* The bucket with that name, or the empty one where it would go. */
static uint32_t *bucket_of(const struct ir_names *names, const char *s, uint32_t n)
{
    uint32_t at = aig_hash(s, n) & (names->n_buckets - 1);

    while (names->bucket[at] != UINT32_MAX) {
        const char *const name = names->name[names->bucket[at]];

        if (strncmp(name, s, n) == 0 && name[n] == '\0')
            break;
        at = (at + 1) & (names->n_buckets - 1);
    }
    return &names->bucket[at];
}

uint32_t ir_lookup(const struct ir_names *names, const char *s, uint32_t n)
{
    return names->n_buckets ? *bucket_of(names, s, n) : UINT32_MAX;
}

uint32_t ir_intern(struct ir_module *m, struct ir_names *names, const char *s, uint32_t n)
{
    uint32_t *bucket;

    if (2 * names->n >= names->n_buckets) {
        const char **const old = names->name;

        names->n_buckets = names->n_buckets ? 4 * names->n_buckets : 64;
        names->room = names->n_buckets / 2;
        names->bucket = arena_get(&m->arena, names->n_buckets, sizeof *names->bucket);
        memset(names->bucket, 0xFF, names->n_buckets * sizeof *names->bucket);
        names->name = arena_get(&m->arena, names->room + 1, sizeof *names->name);
        for (uint32_t i = 0; i < names->n; ++i) {
            names->name[i] = old[i];
            *bucket_of(names, old[i], (uint32_t)strlen(old[i])) = i;
        }
    }
    bucket = bucket_of(names, s, n);
    if (*bucket == UINT32_MAX) {
        names->name[names->n] = arena_text(&m->arena, s, n);
        *bucket = names->n++;
    }
    return *bucket;
}
