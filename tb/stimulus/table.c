#include "stimulus/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "stimulus/table_text.h"

enum { MOST = 1 << 30 };

bool assay_table_wrong(struct assay_table *t, const char *format, ...)
{
    va_list args;
    const int n = snprintf(t->why, t->why_size, "%s:%lu: ", t->path, t->line);

    va_start(args, format);
    if (n >= 0 && (size_t)n < t->why_size)
        vsnprintf(t->why + n, t->why_size - (size_t)n, format, args);
    va_end(args);
    return false;
}

char *assay_table_line(struct assay_table *t)
{
    char *line = t->at, *end;

    if (!*line)
        return NULL;
    end = strchr(line, '\n');
    ++t->line;
    t->at = end ? end + 1 : line + strlen(line);
    if (end)
        *end = '\0';
    return line;
}

/* -1 for what is no digit. */
static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 'a' - 'A' : c) : NULL;

    return at ? (int)(at - digits) : -1;
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
        const int d = digit(text[i]);
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

/* What spreadsheets put before UTF-8. */
static size_t byte_order_mark(const char *text)
{
    static const char mark[] = "\xEF\xBB\xBF";

    return strncmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

static bool read_text(struct assay_table *t, char *text, size_t size)
{
    const bool json = text[strspn(text, " \t\n")] == '{';
    const bool transfers = t->script->block->level == ASSAY_COMPARE_TRANSFERS;

    if (strlen(text) != size) {
        snprintf(t->why, t->why_size, "%s: contains a NUL: expected text", t->path);
        return false;
    }
    if (!size) {
        snprintf(t->why, t->why_size, "%s: is empty: expected %s", t->path,
                 transfers ? "a line for each transfer" : "a line of names and one for each cycle");
        return false;
    }
    t->at = text;
    t->line = json != transfers;
    if (transfers && !json)
        return assay_table_wrong(t, "'%.*s': expected JSON, a line for each transfer, for block %s",
                                 (int)strcspn(text, "\n") < 40 ? (int)strcspn(text, "\n") : 40,
                                 text, t->script->block->model->name);
    if (json && !transfers)
        return assay_table_wrong(t, "JSON: expected CSV, a line for each cycle, for block %s",
                                 t->script->block->model->name);
    return transfers ? assay_table_transfers(t) : assay_table_rows(t);
}

bool assay_table_read(struct assay_script *s, const struct assay_block *b,
                      const struct assay_params *params, const char *path, char *why,
                      size_t why_size)
{
    const bool input = strcmp(path, "-") == 0;
    struct assay_table t = {
        .script = s, .path = input ? "standard input" : path, .why = why, .why_size = why_size};
    char *text;
    size_t size, mark;
    bool ok;

    assay_script_init(s, b, params);
    b->model->widths(params, t.width);
    if (assay_read_file(input ? "/dev/stdin" : path, MOST, "stimulus in CSV or JSON lines", &text,
                        &size, why, why_size))
        return false;
    size = assay_unify_line_ends(text, size);
    mark = byte_order_mark(text);
    ok = read_text(&t, text + mark, size - mark);
    free(text);
    if (!ok)
        assay_script_free(s);
    return ok;
}
