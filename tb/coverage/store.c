#include "coverage/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/number.h"
#include "base/outfile.h"
#include "base/unknown.h"
#include "engine/attached.h"

#define HEADER "assay-coverage 1"
#define FOLDER "folder "

enum { MAX_FIELDS = 6 };

static void add(uint64_t *sum, uint64_t more)
{
    if (__builtin_add_overflow(*sum, more, sum))
        *sum = UINT64_MAX;
}

static bool add_share(struct assay_cover *db, const char *params, uint64_t runs, uint64_t cycles)
{
    struct assay_cover_share *s = NULL;

    for (size_t i = 0; i < db->n_shares; ++i)
        if (strcmp(db->share[i].params, params) == 0)
            s = &db->share[i];
    if (!s) {
        s = realloc(db->share, (db->n_shares + 1) * sizeof *s);
        if (!s)
            return false;
        db->share = s;
        s += db->n_shares++;
        memset(s, 0, sizeof *s);
        snprintf(s->params, sizeof s->params, "%s", params);
    }
    add(&s->runs, runs);
    add(&s->cycles, cycles);
    add(&db->runs, runs);
    add(&db->cycles, cycles);
    return true;
}

/* --- writing --- */

static void write_hits(FILE *f, const struct assay_cover *db)
{
    const struct assay_block *b = db->block;
    unsigned bin[ASSAY_COVER_AXES];

    for (size_t group = 0; group < assay_cover_groups(b); ++group) {
        const struct assay_cover_group *g = assay_cover_group(b, group);

        for (uint32_t i = 0; i < assay_cover_size(g); ++i) {
            const uint64_t count = db->count[db->first[group] + i];

            if (!count)
                continue;
            fprintf(f, "hit %s %s ", b->model->name, g->name);
            assay_cover_bins(g, i, bin);
            for (unsigned a = 0; a < g->n_axes; ++a)
                fprintf(f, "%s%s", a ? "." : "", g->axes[a]->bins[bin[a]]);
            fprintf(f, " %" PRIu64 "\n", count);
        }
    }
}

static void write_run(FILE *f, const char *block, const char *params, uint64_t cycles,
                      uint64_t runs)
{
    fprintf(f, "run %s %s %" PRIu64, block, params, cycles);
    if (runs != 1)
        fprintf(f, " %" PRIu64, runs);
    fputc('\n', f);
}

/* A path that contains a line end cannot be written. */
static void write_folder(FILE *f, const struct assay_block *b)
{
    if (b->folder && !strchr(b->folder->path, '\n'))
        fprintf(f, FOLDER "%s %s\n", b->model->name, b->folder->path);
}

static bool begin_file(struct assay_outfile *o, const char *path, char *why, size_t why_size)
{
    if (!assay_outfile_open(o, path, why, why_size))
        return false;
    fprintf(o->f, "%s\n", HEADER);
    return true;
}

bool assay_cover_save(const struct assay_cover *db, const char *params, const char *path, char *why,
                      size_t why_size)
{
    struct assay_outfile o;

    if (!begin_file(&o, path, why, why_size))
        return false;
    write_folder(o.f, db->block);
    write_run(o.f, db->block->model->name, params, db->cycles, 1);
    write_hits(o.f, db);
    return assay_outfile_close(&o, why, why_size);
}

bool assay_cover_save_merged(const struct assay_cover *db, size_t n, const char *path, char *why,
                             size_t why_size)
{
    struct assay_outfile o;

    if (!begin_file(&o, path, why, why_size))
        return false;
    for (size_t i = 0; i < n; ++i) {
        if (!db[i].block)
            continue;
        write_folder(o.f, db[i].block);
        for (size_t s = 0; s < db[i].n_shares; ++s)
            write_run(o.f, db[i].block->model->name, db[i].share[s].params, db[i].share[s].cycles,
                      db[i].share[s].runs);
        write_hits(o.f, &db[i]);
    }
    return assay_outfile_close(&o, why, why_size);
}

/* --- reading --- */

struct reader {
    const struct assay_block *const *blocks;
    struct assay_cover *db; /* for the data of this file only */
    const char *path;
    unsigned long line;
    char *why;
    size_t why_size;
};

__attribute__((format(printf, 2, 3))) static bool bad(struct reader *r, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_line_wrong(r->why, r->why_size, r->path, r->line, format, args);
    va_end(args);
    return false;
}

/* Only digits. */
static bool number(const char *text, uint64_t *value)
{
    return assay_number_prefix(&text, UINT64_MAX, value) == ASSAY_NUMBER && !*text;
}

/* Splits a line at each blank. Returns the number of fields, or MAX_FIELDS if there are more. */
static size_t cut(char *line, char *field[MAX_FIELDS])
{
    size_t n = 0;

    while (n < MAX_FIELDS) {
        field[n++] = line;
        line = strchr(line, ' ');
        if (!line)
            break;
        *line++ = '\0';
    }
    return n;
}

static struct assay_cover *block_db(struct reader *r, const char *name)
{
    char why[512];

    for (size_t i = 0; r->blocks[i]; ++i)
        if (strcmp(r->blocks[i]->model->name, name) == 0) {
            if (!r->db[i].block && !assay_cover_open(&r->db[i], r->blocks[i])) {
                bad(r, "out of memory");
                return NULL;
            }
            return &r->db[i];
        }
    assay_unknown(why, sizeof why, "block", name, assay_block_at, r->blocks);
    bad(r, "%s", why);
    return NULL;
}

/* run BLOCK PARAMS CYCLES [RUNS] */
static bool read_run(struct reader *r, char **field, size_t n)
{
    struct assay_params params;
    char text[ASSAY_PARAMS_TEXT], message[512];
    uint64_t cycles, runs = 1;
    struct assay_cover *db;

    if (n != 4 && n != 5)
        return bad(r, "%zu fields: expected run BLOCK PARAMS CYCLES [RUNS]", n);
    db = block_db(r, field[1]);
    if (!db)
        return false;
    if (!assay_params_parse(db->block, field[2], &params, message, sizeof message))
        return bad(r, "%s", message);
    assay_params_print(db->block, &params, text, sizeof text);
    if (strcmp(text, field[2]) != 0)
        return bad(r, "parameters '%s': expected all of them, as in %s", field[2], text);
    if (!number(field[3], &cycles))
        return bad(r, "cycles '%s': expected a number", field[3]);
    if (n == 5 && (!number(field[4], &runs) || runs == 0))
        return bad(r, "runs '%s': expected a number above 0", field[4]);
    return add_share(db, text, runs, cycles) || bad(r, "out of memory");
}

/* Finds the counter that BIN[.BIN...] names. */
static bool find_bins(struct reader *r, const struct assay_cover_group *g, const char *bins,
                      uint32_t *index)
{
    const char *at = bins;

    *index = 0;
    for (unsigned a = 0; a < g->n_axes; ++a) {
        const struct assay_cover_axis *axis = g->axes[a];
        const size_t length = strcspn(at, ".");
        unsigned bin = 0;

        while (bin < axis->n &&
               (strlen(axis->bins[bin]) != length || memcmp(axis->bins[bin], at, length) != 0))
            ++bin;
        if (bin == axis->n)
            return bad(r, "'%s': '%.*s' is not a bin of axis %s: expected one of its %u", bins,
                       (int)length, at, axis->name, axis->n);
        *index = *index * axis->n + bin;
        at += length;
        if ((*at == '.') != (a + 1 < g->n_axes))
            return bad(r, "'%s': expected %u bins, with dots between, for group %s", bins,
                       g->n_axes, g->name);
        at += *at == '.';
    }
    return true;
}

/* hit BLOCK GROUP BIN[.BIN...] COUNT */
static bool read_hit(struct reader *r, char **field, size_t n)
{
    const struct assay_block *b;
    struct assay_cover *db;
    uint64_t count;
    uint32_t index;
    size_t group;

    if (n != 5)
        return bad(r, "%zu fields: expected hit BLOCK GROUP BIN[.BIN...] COUNT", n);
    db = block_db(r, field[1]);
    if (!db)
        return false;
    b = db->block;
    if (db->runs == 0)
        return bad(r, "hit of %s before any run of it: expected a run line first", b->model->name);
    group = assay_cover_find(b, field[2]);
    if (group == assay_cover_groups(b))
        return bad(r, "%s has no coverage group '%s': expected one of its %zu", b->model->name,
                   field[2], assay_cover_groups(b));
    if (!find_bins(r, assay_cover_group(b, group), field[3], &index))
        return false;
    if (!number(field[4], &count) || count == 0)
        return bad(r, "count '%s': expected a number above 0", field[4]);
    add(&db->count[db->first[group] + index], count);
    return true;
}

static bool read_line(struct reader *r, char *line, size_t length)
{
    char *field[MAX_FIELDS];
    size_t n;

    if (strlen(line) != length)
        return bad(r, "a zero byte: expected text");
    if (length == 0 || line[length - 1] != '\n')
        return bad(r, "the line has no end: expected a complete file");
    if (assay_line_is_crlf(line))
        return bad(r, "%s", ASSAY_LINE_IS_CRLF);
    line[length - 1] = '\0';
    if (r->line == 1)
        return strcmp(line, HEADER) == 0 ||
               bad(r, "'%.40s': expected the first line %s", line, HEADER);
    if (strncmp(line, FOLDER, strlen(FOLDER)) == 0) /* assay_cover_attach reads it */
        return true;
    n = cut(line, field);
    if (strcmp(field[0], "run") == 0)
        return read_run(r, field, n);
    if (strcmp(field[0], "hit") == 0)
        return read_hit(r, field, n);
    return bad(r, "'%.40s': expected run or hit", field[0]);
}

static bool read_lines(struct reader *r, FILE *f)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    bool good = true;
    int error;

    while (good && (length = getline(&line, &size, f)) >= 0) {
        ++r->line;
        good = read_line(r, line, (size_t)length);
    }
    error = errno;
    free(line);
    if (good && !feof(f)) { /* a read error, or out of memory for the line */
        ++r->line;
        good = bad(r, "%s", strerror(error));
    }
    if (good && r->line == 0) {
        r->line = 1;
        good = bad(r, "the file is empty: expected the first line %s", HEADER);
    }
    return good;
}

/* Attaches the block of a line `folder BLOCK PATH`, unless there is a block of that name. */
static enum assay_error attach(char *line, char *why, size_t why_size)
{
    char *name = line + strlen(FOLDER), *path = strchr(name, ' ');
    const struct assay_block *b;

    if (!path) {
        snprintf(why, why_size, "'%.40s': expected folder BLOCK PATH", line);
        return ASSAY_BAD_INPUT;
    }
    *path++ = '\0';
    return assay_block_find(name) ? ASSAY_OK : assay_block_named(path, &b, why, why_size);
}

enum assay_error assay_cover_attach(const char *path, char *why, size_t why_size)
{
    char unused[256], problem[4096], *line = NULL;
    FILE *f = assay_open_text(path, "a coverage store", unused, sizeof unused);
    enum assay_error e = ASSAY_OK;
    unsigned long n = 0;
    size_t size = 0;

    while (f && e == ASSAY_OK && getline(&line, &size, f) >= 0) {
        ++n;
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, FOLDER, strlen(FOLDER)) == 0)
            e = attach(line, problem, sizeof problem);
    }
    if (e != ASSAY_OK)
        snprintf(why, why_size, "%s:%lu: %s", path, n, problem);
    free(line);
    if (f)
        fclose(f);
    return e;
}

/* Merges one file's databases into the others. Everything that can fail is done before the first
 * count changes. */
static bool merge(struct assay_cover *to, const struct assay_cover *from, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        if (from[i].block && !to[i].block && !assay_cover_open(&to[i], from[i].block))
            return false;
        for (size_t s = 0; s < from[i].n_shares; ++s)
            if (!add_share(&to[i], from[i].share[s].params, 0, 0))
                return false;
    }
    for (size_t i = 0; i < n; ++i) {
        for (size_t c = 0; c < from[i].n; ++c)
            add(&to[i].count[c], from[i].count[c]);
        for (size_t s = 0; s < from[i].n_shares; ++s)
            add_share(&to[i], from[i].share[s].params, from[i].share[s].runs,
                      from[i].share[s].cycles);
    }
    return true;
}

bool assay_cover_load_from(const struct assay_block *const *blocks, struct assay_cover *db,
                           const char *path, char *why, size_t why_size)
{
    struct reader r = {blocks, NULL, path, 0, why, why_size};
    size_t n = 0;
    FILE *f;
    bool good;

    while (blocks[n])
        ++n;
    f = assay_open_text(path, "a coverage store", why, why_size);
    if (!f)
        return false;
    r.db = calloc(n + 1, sizeof *r.db);
    good = r.db ? read_lines(&r, f) : bad(&r, "out of memory");
    fclose(f);
    if (good && !merge(db, r.db, n))
        good = bad(&r, "out of memory");
    for (size_t i = 0; r.db && i < n; ++i)
        assay_cover_close(&r.db[i]);
    free(r.db);
    return good;
}

bool assay_cover_load(struct assay_cover *db, const char *path, char *why, size_t why_size)
{
    return assay_cover_load_from(assay_blocks, db, path, why, why_size);
}
