#include "diagnose/vcd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 2048, DEPTH = 128 };

struct reader {
    struct assay_vcd *v;
    char *at;
    char prefix[PATH];
    size_t length[DEPTH]; /* length of the prefix outside each scope */
    size_t depth, room_signals;
    struct code {
        char *text;
        size_t value;
    } * code; /* hash table of identifier codes */
    size_t n_codes, n_buckets;
    uint64_t time;
    bool failed;
};

/* The next word; NULL at the end. */
static char *word(struct reader *r)
{
    char *begin = r->at + strspn(r->at, " \t\r\n");

    if (!*begin)
        return NULL;
    r->at = begin + strcspn(begin, " \t\r\n");
    if (*r->at)
        *r->at++ = '\0';
    return begin;
}

static void skip_to_end(struct reader *r)
{
    char *w;

    do
        w = word(r);
    while (w && strcmp(w, "$end") != 0);
}

/* --- identifier codes --- */

static size_t slot_of(const struct reader *r, const char *text)
{
    size_t h = 5381;

    for (const char *c = text; *c; ++c)
        h = h * 33 + (unsigned char)*c;
    h &= r->n_buckets - 1;
    while (r->code[h].text && strcmp(r->code[h].text, text) != 0)
        h = (h + 1) & (r->n_buckets - 1);
    return h;
}

static bool grow_codes(struct reader *r)
{
    const size_t old = r->n_buckets;
    struct code *before = r->code, *more;

    more = calloc(old ? 2 * old : 1024, sizeof *more);
    if (!more)
        return false;
    r->code = more;
    r->n_buckets = old ? 2 * old : 1024;
    for (size_t i = 0; i < old; ++i)
        if (before[i].text)
            more[slot_of(r, before[i].text)] = before[i];
    free(before);
    return true;
}

static struct assay_vcd_value *value_of(const struct reader *r, const char *code)
{
    const size_t slot = r->n_buckets ? slot_of(r, code) : 0;

    return r->n_buckets && r->code[slot].text ? &r->v->value[r->code[slot].value] : NULL;
}

static size_t add_value(struct reader *r, char *code)
{
    struct assay_vcd_value *more;
    size_t slot;

    if (2 * (r->n_codes + 1) > r->n_buckets && !grow_codes(r)) {
        r->failed = true;
        return 0;
    }
    slot = slot_of(r, code);
    if (r->code[slot].text)
        return r->code[slot].value;
    more = realloc(r->v->value, (r->v->n_values + 1) * sizeof *more);
    if (!more) {
        r->failed = true;
        return 0;
    }
    r->v->value = more;
    memset(&more[r->v->n_values], 0, sizeof *more);
    r->code[slot] = (struct code){code, r->v->n_values};
    ++r->n_codes;
    return r->v->n_values++;
}

/* --- declarations --- */

static void begin_scope(struct reader *r)
{
    const char *name;
    size_t n = strlen(r->prefix);

    (void)word(r); /* its kind */
    name = word(r);
    if (!name || r->depth == DEPTH) {
        r->failed = true;
        return;
    }
    r->length[r->depth++] = n;
    snprintf(r->prefix + n, sizeof r->prefix - n, "%s.", name);
    skip_to_end(r);
}

static void end_scope(struct reader *r)
{
    if (r->depth)
        r->prefix[r->length[--r->depth]] = '\0';
    skip_to_end(r);
}

static void add_signal(struct reader *r)
{
    struct assay_vcd *v = r->v;
    const char *width, *name;
    char *code, path[2 * PATH];

    (void)word(r); /* its kind */
    width = word(r);
    code = word(r);
    name = word(r);
    if (!name) {
        r->failed = true;
        return;
    }
    if (v->n == r->room_signals) {
        const size_t room = v->n ? 2 * v->n : 256;
        struct assay_vcd_signal *more = realloc(v->signal, room * sizeof *more);

        if (!more) {
            r->failed = true;
            return;
        }
        v->signal = more;
        r->room_signals = room;
    }
    snprintf(path, sizeof path, "%s%s", r->prefix, name);
    v->signal[v->n].path = strdup(path);
    v->signal[v->n].width = (unsigned)strtoul(width, NULL, 10);
    v->signal[v->n].value = add_value(r, code);
    r->failed |= !v->signal[v->n].path;
    v->n += v->signal[v->n].path != NULL;
    skip_to_end(r);
}

/* --- changes --- */

static void add_change(struct reader *r, char *value, const char *code)
{
    struct assay_vcd_value *s = code ? value_of(r, code) : NULL;

    if (!s)
        return;
    while (value[0] == '0' && value[1])
        ++value;
    if (s->n && s->change[s->n - 1].time == r->time) {
        s->change[s->n - 1].value = value;
        return;
    }
    if (s->n == s->room) {
        const size_t room = s->room ? 2 * s->room : 8;
        struct assay_vcd_change *more = realloc(s->change, room * sizeof *more);

        if (!more) {
            r->failed = true;
            return;
        }
        s->change = more;
        s->room = room;
    }
    s->change[s->n++] = (struct assay_vcd_change){r->time, value};
}

static void read_word(struct reader *r, char *w)
{
    static char bit[4][2] = {"0", "1", "x", "z"};
    static const char values[] = "01xz";
    const char *one;

    if (strcmp(w, "$scope") == 0)
        begin_scope(r);
    else if (strcmp(w, "$upscope") == 0)
        end_scope(r);
    else if (strcmp(w, "$var") == 0)
        add_signal(r);
    else if (strcmp(w, "$dumpvars") == 0 || strcmp(w, "$end") == 0)
        return; /* its changes are like any others */
    else if (*w == '$')
        skip_to_end(r);
    else if (*w == '#')
        r->v->last = r->time = strtoull(w + 1, NULL, 10);
    else if (*w && (one = strchr(values, *w)) != NULL)
        add_change(r, bit[one - values], w + 1);
    else if (*w == 'b')
        add_change(r, w + 1, word(r));
    else if (*w == 'r')
        (void)word(r);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct assay_vcd_signal *)a)->path,
                  ((const struct assay_vcd_signal *)b)->path);
}

bool assay_vcd_read(char *text, struct assay_vcd *v)
{
    struct reader r = {.v = v, .at = text};
    char *w;

    memset(v, 0, sizeof *v);
    v->text = text;
    while (!r.failed && (w = word(&r)) != NULL)
        read_word(&r, w);
    free(r.code);
    if (r.failed || !v->n) {
        assay_vcd_free(v);
        return false;
    }
    qsort(v->signal, v->n, sizeof *v->signal, by_path);
    return true;
}

void assay_vcd_free(struct assay_vcd *v)
{
    for (size_t i = 0; i < v->n; ++i)
        free(v->signal[i].path);
    for (size_t i = 0; i < v->n_values; ++i)
        free(v->value[i].change);
    free(v->signal);
    free(v->value);
    free(v->text);
    memset(v, 0, sizeof *v);
}

static int by_key(const void *path, const void *signal)
{
    return strcmp(path, ((const struct assay_vcd_signal *)signal)->path);
}

const struct assay_vcd_signal *assay_vcd_find(const struct assay_vcd *v, const char *path)
{
    return v->n ? bsearch(path, v->signal, v->n, sizeof *v->signal, by_key) : NULL;
}

const struct assay_vcd_signal *assay_vcd_find_start(const struct assay_vcd *v, const char *start)
{
    const size_t length = strlen(start);
    size_t low = 0, high = v->n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (strcmp(v->signal[middle].path, start) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == v->n || strncmp(v->signal[low].path, start, length) != 0)
        return NULL;
    return &v->signal[low];
}

const char *assay_vcd_at(const struct assay_vcd *v, const struct assay_vcd_signal *s, uint64_t time)
{
    const struct assay_vcd_value *value = &v->value[s->value];
    size_t low = 0, high = value->n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (value->change[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? value->change[low - 1].value : "";
}
