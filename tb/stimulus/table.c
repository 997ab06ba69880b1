#include "stimulus/table.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "stimulus/table_text.h"

/* Lines are read as they arrive, so that an endless pipe with bad lines is rejected at the first
 * of them. */
enum { MOST = 1 << 30, MOST_LINE = 1 << 24 };
#define WHAT "stimulus in CSV or JSON lines"

bool assay_table_wrong(struct assay_table *t, const char *format, ...)
{
    va_list args;

    if (t->stopped)
        return false;
    va_start(args, format);
    assay_line_wrong(t->why, t->why_size, t->path, t->line, format, args);
    va_end(args);
    return false;
}

/* Reports an error about the file as a whole. Later messages are ignored. */
static void stop(struct assay_table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void stop(struct assay_table *t, const char *format, ...)
{
    va_list args;
    const int n = snprintf(t->why, t->why_size, "%s: ", t->path);

    va_start(args, format);
    if (n >= 0 && (size_t)n < t->why_size)
        vsnprintf(t->why + n, t->why_size - (size_t)n, format, args);
    va_end(args);
    t->stopped = true;
}

static bool add(struct assay_table *t, size_t n, int c)
{
    if (n + 1 >= t->room) {
        const size_t room = t->room ? 2 * t->room : 1024;
        char *more = n < MOST_LINE ? realloc(t->text, room) : NULL;

        if (!more) {
            if (n < MOST_LINE)
                stop(t, "out of memory");
            else
                stop(t, "line %lu is longer than %d bytes: expected " WHAT, t->line + 1, MOST_LINE);
            return false;
        }
        t->text = more;
        t->room = room;
    }
    t->text[n] = (char)c;
    t->text[n + 1] = '\0';
    return true;
}

char *assay_table_line(struct assay_table *t)
{
    size_t n = 0;
    int c = EOF;

    if (t->again) {
        t->again = false;
        return t->text;
    }
    while (!t->stopped && (c = getc_unlocked(t->f)) != EOF) {
        if (!c)
            stop(t, "contains a NUL: expected text");
        else if (++t->taken > MOST)
            stop(t, "larger than %d bytes: expected " WHAT, MOST);
        else if (!add(t, n, c) || c == '\n')
            break;
        ++n;
    }
    if (ferror(t->f) && !t->stopped)
        stop(t, "%s: expected " WHAT, strerror(errno));
    if (t->stopped || (c == EOF && n == 0))
        return NULL;
    ++t->line;
    assay_cut_line_end(t->text);
    return t->text;
}

bool assay_table_value(struct assay_table *t, size_t port, const char *text,
                       uint32_t value[ASSAY_VALUE_WORDS])
{
    const char *name = t->script->block->model->ports[port].name;
    const unsigned width = t->width[port];
    const size_t n = strlen(text);

    memset(value, 0, ASSAY_VALUE_WORDS * sizeof value[0]);
    if (!n)
        return assay_table_wrong(t, "%s is empty: expected hexadecimal digits", name);
    for (size_t i = 0; i < n; ++i) {
        const int d = assay_hex_digit(text[i]);
        const size_t bit = 4 * (n - 1 - i);

        if (d < 0)
            return assay_table_wrong(t, "%s '%.40s': expected hexadecimal digits", name, text);
        for (unsigned k = 0; k < 4; ++k)
            if (d >> k & 1 && bit + k >= width)
                return assay_table_wrong(t, "%s '%.40s': more than %u bits", name, text, width);
        if (bit / 32 < ASSAY_VALUE_WORDS)
            value[bit / 32] |= (uint32_t)d << bit % 32;
    }
    return true;
}

/* Spreadsheets put a byte order mark before UTF-8. */
static void drop_byte_order_mark(char *text)
{
    static const char mark[] = "\xEF\xBB\xBF";

    if (strncmp(text, mark, sizeof mark - 1) == 0)
        memmove(text, text + sizeof mark - 1, strlen(text) - (sizeof mark - 1) + 1);
}

static bool read_text(struct assay_table *t)
{
    const bool transfers = t->script->block->level == ASSAY_COMPARE_TRANSFERS;
    char *first = assay_table_line(t);
    bool json;

    if (first)
        drop_byte_order_mark(first);
    if (!first || (!*first && feof(t->f))) {
        if (!t->stopped)
            stop(t, "is empty: expected %s",
                 transfers ? "a line for each transfer" : "a line of names and one for each cycle");
        return false;
    }
    t->again = true;
    json = first[strspn(first, " \t")] == '{';
    if (transfers && !json)
        return assay_table_wrong(t,
                                 "'%.40s': expected JSON, a line for each transfer, for block %s",
                                 first, t->script->block->model->name);
    if (json && !transfers)
        return assay_table_wrong(t, "JSON: expected CSV, a line for each cycle, for block %s",
                                 t->script->block->model->name);
    return (transfers ? assay_table_transfers(t) : assay_table_rows(t)) && !t->stopped;
}

bool assay_table_read(struct assay_script *s, const struct assay_block *b,
                      const struct assay_params *params, const char *path, char *why,
                      size_t why_size)
{
    const bool input = strcmp(path, "-") == 0;
    struct assay_table t = {
        .script = s, .path = input ? "standard input" : path, .why = why, .why_size = why_size};
    bool ok;

    assay_script_init(s, b, params);
    b->model->widths(params, t.width);
    t.f = fopen(input ? "/dev/stdin" : path, "rb");
    if (!t.f) {
        stop(&t, "%s: expected " WHAT, strerror(errno));
        return false;
    }
    ok = read_text(&t);
    fclose(t.f);
    free(t.text);
    if (!ok)
        assay_script_free(s);
    return ok;
}
