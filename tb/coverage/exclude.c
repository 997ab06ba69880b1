#include "coverage/exclude.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/unknown.h"
#include "engine/block.h"

struct excluding {
    const struct assay_block *const *blocks;
    struct assay_cover *db;
    const char *path;
    unsigned long line;
    char *why;
    size_t why_size;
};

__attribute__((format(printf, 2, 3))) static bool bad(struct excluding *x, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_line_wrong(x->why, x->why_size, x->path, x->line, format, args);
    va_end(args);
    return false;
}

/* The bins of each axis that a pattern selects. */
struct pattern {
    const struct assay_cover_group *g;
    size_t group; /* its index */
    unsigned bin[ASSAY_COVER_AXES];
    bool any[ASSAY_COVER_AXES];
};

/* BIN[.BIN...] */
static bool parse_bins(struct excluding *x, char *text, struct pattern *p)
{
    unsigned n = 0;
    char *bin;

    while ((bin = strsep(&text, "."))) {
        const struct assay_cover_axis *axis;

        if (n == p->g->n_axes) {
            ++n;
            break;
        }
        axis = p->g->axes[n];
        p->any[n] = strcmp(bin, "*") == 0;
        p->bin[n] = 0;
        while (!p->any[n] && p->bin[n] < axis->n && strcmp(axis->bins[p->bin[n]], bin) != 0)
            ++p->bin[n];
        if (p->bin[n] == axis->n)
            return bad(x, "'%s' is not a bin of axis %s of group %s: expected one of its %u, or *",
                       bin, axis->name, p->g->name, axis->n);
        ++n;
    }
    return n == p->g->n_axes ||
           bad(x, "expected %u bins, with dots between, for group %s", p->g->n_axes, p->g->name);
}

static bool matches(const struct pattern *p, uint32_t index)
{
    unsigned bin[ASSAY_COVER_AXES];

    assay_cover_bins(p->g, index, bin);
    for (unsigned a = 0; a < p->g->n_axes; ++a)
        if (!p->any[a] && p->bin[a] != bin[a])
            return false;
    return true;
}

/* Copies a reason; the database owns the copy. NULL if out of memory. */
static const char *keep(struct assay_cover *db, const char *reason)
{
    char **more = realloc(db->reason, (db->n_reasons + 1) * sizeof *more);

    if (more)
        db->reason = more;
    if (!db->excluded)
        db->excluded = calloc(db->n + 1, sizeof *db->excluded);
    if (!more || !db->excluded || !(more[db->n_reasons] = strdup(reason)))
        return NULL;
    return more[db->n_reasons++];
}

static bool mark(struct excluding *x, struct assay_cover *db, const struct pattern *p,
                 const char *reason)
{
    const size_t group = p->group;
    const char *kept = NULL;
    size_t found = 0;

    if (db->block && !(kept = keep(db, reason)))
        return bad(x, "out of memory");
    for (uint32_t i = 0; i < assay_cover_size(p->g); ++i) {
        if (!assay_cover_possible(p->g, i) || !matches(p, i))
            continue;
        ++found;
        if (!db->block)
            continue;
        if (db->excluded[db->first[group] + i])
            return bad(x, "a point of group %s is excluded already: expected it once", p->g->name);
        db->excluded[db->first[group] + i] = kept;
    }
    return found ||
           bad(x, "declared impossible in group %s: expected no exclusion for it", p->g->name);
}

/* point BLOCK GROUP.BIN[.BIN...] : REASON */
static bool exclude(struct excluding *x, char *line)
{
    char *reason = strstr(line, " : "), *block, *bins, *name;
    const struct assay_block *b;
    struct pattern p = {.g = NULL};
    char why[512];
    size_t i = 0;

    if (!reason || reason[3 + strspn(reason + 3, " \t")] == '\0')
        return bad(x, "no reason: expected 'point BLOCK GROUP.BIN[.BIN...] : REASON'");
    *reason = '\0';
    reason += 3;
    strsep(&line, " ");
    block = strsep(&line, " ");
    bins = line;
    if (!block || !bins || strchr(bins, ' '))
        return bad(x, "expected 'point BLOCK GROUP.BIN[.BIN...] : REASON'");
    while (x->blocks[i] && strcmp(x->blocks[i]->model->name, block) != 0)
        ++i;
    b = x->blocks[i];
    if (!b) {
        assay_unknown(why, sizeof why, "block", block, assay_block_at, x->blocks);
        return bad(x, "%s", why);
    }
    name = strsep(&bins, ".");
    p.group = assay_cover_find(b, name);
    if (p.group == assay_cover_groups(b))
        return bad(x, "%s has no coverage group '%s': expected one of its %zu", block, name,
                   assay_cover_groups(b));
    p.g = assay_cover_group(b, p.group);
    return parse_bins(x, bins, &p) && mark(x, &x->db[i], &p, reason);
}

bool assay_cover_exclude_from(const struct assay_block *const *blocks, struct assay_cover *db,
                              const char *path, char *why, size_t why_size)
{
    struct excluding x = {blocks, db, path, 0, why, why_size};
    FILE *f = assay_open_text(path, "a file of exclusions", why, why_size);
    char *line = NULL;
    size_t size = 0;
    bool good = true;

    if (!f)
        return false;
    while (good && getline(&line, &size, f) > 0) {
        ++x.line;
        assay_cut_line_end(line);
        if (strncmp(line, "point ", 6) == 0)
            good = exclude(&x, line);
        else if (*line && *line != '#' && strncmp(line, "line ", 5) != 0 &&
                 strncmp(line, "toggle ", 7) != 0)
            good = bad(&x, "'%.40s': expected line, toggle or point", line);
    }
    if (good && ferror(f))
        good = bad(&x, "%s: expected a file of exclusions", strerror(errno));
    free(line);
    fclose(f);
    return good;
}

bool assay_cover_exclude(struct assay_cover *db, const char *path, char *why, size_t why_size)
{
    return assay_cover_exclude_from(assay_blocks, db, path, why, why_size);
}

const char *assay_cover_excluded(const struct assay_cover *db, unsigned group, uint32_t index)
{
    return db->excluded ? db->excluded[db->first[group] + index] : NULL;
}
