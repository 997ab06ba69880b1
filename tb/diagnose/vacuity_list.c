/* vacuity_list.c - the file of bits that cannot be noticed. */
#include "diagnose/vacuity.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/number.h"

enum { LIST_SIZE = 1 << 20 };

struct place {
    const char *path;
    unsigned line;
    char *why;
    size_t why_size;
};

static bool wrong(const struct place *p, const char *what, const char *expected)
{
    snprintf(p->why, p->why_size, "%s:%u: %s: expected %s", p->path, p->line, what, expected);
    return false;
}

/* Splits PIN, PIN[BIT] or PIN[HIGH:LOW] in place. False if the text is none of them. */
static bool parse_pin(char *text, uint64_t *high, uint64_t *low)
{
    char *bracket = strchr(text, '[');
    const char *at = bracket ? bracket + 1 : NULL;

    *high = UINT32_MAX;
    *low = 0;
    if (!bracket)
        return true;
    *bracket = '\0';
    if (assay_number_prefix(&at, UINT32_MAX, high))
        return false;
    *low = *high;
    if (*at == ':') {
        ++at;
        if (assay_number_prefix(&at, UINT32_MAX, low))
            return false;
    }
    return strcmp(at, "]") == 0 && *low <= *high;
}

static const struct assay_port *find_output(const struct assay_block *b, const char *name,
                                            size_t *index)
{
    for (*index = 0; *index < b->model->n_ports; ++*index)
        if (b->model->ports[*index].dir == ASSAY_OUT &&
            strcmp(b->model->ports[*index].name, name) == 0)
            return &b->model->ports[*index];
    return NULL;
}

/* A pin may be narrower with these parameters than the line says; then no bit of the
 * line need exist. */
static bool take_line(struct assay_vacuity *v, const unsigned *width, char *line,
                      const struct place *p)
{
    char *pin = line + strspn(line, " \t"), *reason;
    const struct assay_port *port;
    size_t index, found = 0;
    uint64_t high, low;

    pin[strcspn(pin, "#")] = '\0';
    reason = pin + strcspn(pin, " \t");
    if (!*pin)
        return true;
    if (*reason)
        *reason++ = '\0';
    reason += strspn(reason, " \t");
    if (!*reason)
        return wrong(p, "no reason", "`PIN[HIGH:LOW] REASON`");
    if (!parse_pin(pin, &high, &low))
        return wrong(p, "not a range of bits", "`PIN`, `PIN[BIT]` or `PIN[HIGH:LOW]`");
    port = find_output(v->config.block, pin, &index);
    if (!port)
        return wrong(p, pin, "an output of the block");
    for (size_t i = 0; i < v->n; ++i) {
        if (v->bit[i].port != port || v->bit[i].bit < low || v->bit[i].bit > high)
            continue;
        v->bit[i].listed = true;
        ++found;
    }
    if (found == 0 && low < width[index])
        return wrong(p, pin, "bits that no comparison checks; all of these are checked");
    return true;
}

bool assay_vacuity_read_list(struct assay_vacuity *v, const unsigned *width, char *why,
                             size_t why_size)
{
    struct place p = {v->list, 0, why, why_size};
    char *text = NULL, *line, *rest;
    bool good = true;
    size_t size;

    if (v->list && access(v->list, F_OK) == 0) {
        if (assay_read_file(v->list, LIST_SIZE, "a list of output bits", &text, &size, why,
                            why_size))
            return false;
        assay_unify_line_ends(text, size);
    }
    for (rest = text; good && (line = strsep(&rest, "\n"));) {
        ++p.line;
        good = take_line(v, width, line, &p);
    }
    free(text);
    v->unlisted = 0;
    for (size_t i = 0; i < v->n; ++i)
        v->unlisted += !v->bit[i].listed;
    return good;
}
