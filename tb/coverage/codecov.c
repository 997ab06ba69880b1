#include "coverage/codecov.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/number.h"
#include "base/outfile.h"

#define HEADER "# SystemC::Coverage-3"

bool assay_codecov_is(const char *path)
{
    char line[64] = "";
    FILE *f = fopen(path, "r");
    bool is = f && fgets(line, sizeof line, f) && strncmp(line, HEADER, strlen(HEADER)) == 0;

    if (f)
        fclose(f);
    return is;
}

/* --- reading --- */

/* Reads a value of C '^Af^B<file>^Al^B<line>...': the text after ^A<key>^B, up to the next ^A. */
static bool value(const char *record, const char *key, char *text, size_t size)
{
    char mark[16];
    const char *at;

    snprintf(mark, sizeof mark, "\001%s\002", key);
    at = strstr(record, mark);
    if (!at)
        return false;
    at += strlen(mark);
    snprintf(text, size, "%.*s", (int)strcspn(at, "\001'"), at);
    return true;
}

/* The part of a path that is the same on every machine: from rtl/ on. */
static const char *short_path(const char *path)
{
    const char *rtl = NULL, *at = path;

    while ((at = strstr(at, "/rtl/")))
        rtl = ++at;
    return rtl ? rtl : path;
}

static bool number(const char *text, unsigned *n)
{
    uint64_t v = 0;
    const bool good = assay_number_span(text, strlen(text), INT_MAX, &v) == ASSAY_NUMBER;

    *n = (unsigned)v;
    return good;
}

static bool parse(char *record, struct assay_code_point *p)
{
    char file[PATH_MAX], line[32], column[32], page[256], object[1024];
    char *count = strrchr(record, ' ');

    if (!count || !value(record, "f", file, sizeof file) ||
        !value(record, "l", line, sizeof line) || !value(record, "n", column, sizeof column) ||
        !value(record, "page", page, sizeof page) || !value(record, "o", object, sizeof object))
        return false;
    p->kind = strncmp(page, "v_toggle", 8) == 0 ? ASSAY_CODE_TOGGLE : ASSAY_CODE_LINE;
    if (!assay_parse_number(count + 1, &p->count) || !number(line, &p->line) ||
        !number(column, &p->column))
        return false;
    p->file = strdup(short_path(file));
    p->object = strdup(object);
    p->excluded = NULL;
    if (p->file && p->object)
        return true;
    free(p->file);
    free(p->object);
    return false;
}

static int order(const void *a, const void *b)
{
    const struct assay_code_point *x = a, *y = b;
    int d = strcmp(x->file, y->file);

    if (!d)
        d = x->line < y->line ? -1 : x->line > y->line;
    if (!d)
        d = x->column < y->column ? -1 : x->column > y->column;
    if (!d)
        d = (int)x->kind - (int)y->kind;
    return d ? d : strcmp(x->object, y->object);
}

/* Merges equal points into one. */
static void merge(struct assay_codecov *db)
{
    size_t kept = 0;

    if (db->n)
        qsort(db->point, db->n, sizeof *db->point, order);
    for (size_t i = 0; i < db->n; ++i) {
        struct assay_code_point *p = &db->point[i];

        if (kept && order(&db->point[kept - 1], p) == 0) {
            uint64_t *sum = &db->point[kept - 1].count;

            if (__builtin_add_overflow(*sum, p->count, sum))
                *sum = UINT64_MAX;
            free(p->file);
            free(p->object);
        } else {
            db->point[kept++] = *p;
        }
    }
    db->n = kept;
}

static bool reserve(struct assay_codecov *db, size_t *room)
{
    struct assay_code_point *more;

    if (db->n < *room)
        return true;
    more = realloc(db->point, (2 * *room + 1024) * sizeof *more);
    if (!more)
        return false;
    db->point = more;
    *room = 2 * *room + 1024;
    return true;
}

/* Reads one line, the header or a point. Returns what is wrong with it, or NULL. */
static const char *read_line(struct assay_codecov *db, size_t *room, char *line, size_t length,
                             bool first)
{
    if (strlen(line) != length)
        return "a zero byte: expected text";
    if (line[length - 1] != '\n')
        return "the line has no end: expected a complete file";
    if (assay_line_is_crlf(line))
        return ASSAY_LINE_IS_CRLF;
    line[length - 1] = '\0';
    if (first)
        return strcmp(line, HEADER) == 0 ? NULL : "expected '" HEADER "'";
    if (!reserve(db, room))
        return "out of memory";
    if (strncmp(line, "C '", 3) != 0 || !parse(line, &db->point[db->n]))
        return "expected a coverage point";
    ++db->n;
    return NULL;
}

bool assay_codecov_load(struct assay_codecov *db, const char *path, char *why, size_t why_size)
{
    FILE *f = assay_open_text(path, "a coverage store", why, why_size);
    char *line = NULL;
    const char *wrong = NULL;
    size_t size = 0, room = db->n;
    unsigned long number_of_line = 0;
    ssize_t length;
    bool good = true;
    int error;

    if (!f)
        return false;
    while (!wrong && (length = getline(&line, &size, f)) > 0) {
        ++number_of_line;
        wrong = read_line(db, &room, line, (size_t)length, number_of_line == 1);
    }
    error = errno;
    if (wrong) {
        snprintf(why, why_size, "%s:%lu: %s", path, number_of_line, wrong);
        good = false;
    } else if (!feof(f)) { /* a read error, or out of memory for the line */
        snprintf(why, why_size, "%s: %s: expected a coverage store", path, strerror(error));
        good = false;
    } else if (number_of_line == 0) {
        snprintf(why, why_size, "%s:1: the file is empty: expected '%s'", path, HEADER);
        good = false;
    }
    free(line);
    fclose(f);
    merge(db);
    return good;
}

void assay_codecov_free(struct assay_codecov *db)
{
    for (size_t i = 0; i < db->n; ++i) {
        free(db->point[i].file);
        free(db->point[i].object);
    }
    for (size_t i = 0; i < db->n_reasons; ++i)
        free(db->reason[i]);
    free(db->point);
    free(db->reason);
    memset(db, 0, sizeof *db);
}

bool assay_codecov_save(const struct assay_codecov *db, const char *path, char *why,
                        size_t why_size)
{
    struct assay_outfile o;

    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    fprintf(o.f, "%s\n", HEADER);
    for (size_t i = 0; i < db->n; ++i) {
        const struct assay_code_point *p = &db->point[i];

        fprintf(o.f, "C '\001f\002%s\001l\002%u\001n\002%u\001page\002%s\001o\002%s' %" PRIu64 "\n",
                p->file, p->line, p->column, p->kind == ASSAY_CODE_TOGGLE ? "v_toggle" : "v_line",
                p->object, p->count);
    }
    return assay_outfile_close(&o, why, why_size);
}

/* --- exclusions --- */

void assay_codecov_source(const char *sources, const char *file, unsigned n, char *text, int size)
{
    char path[PATH_MAX], *line = NULL;
    size_t room = 0;
    unsigned at = 0;
    FILE *f;

    assay_path(path, sizeof path, "%s/%s", sources, file);
    f = fopen(path, "r");
    while (f && at < n && getline(&line, &room, f) > 0)
        ++at;
    snprintf(text, (size_t)size, "%s", line && at == n ? line : "");
    free(line);
    if (f)
        fclose(f);
}

static bool matches(const struct assay_code_point *p, enum assay_code_kind kind, const char *file,
                    const char *text, const char *sources)
{
    const size_t n = strlen(text);
    char line[1024] = "";

    if (p->kind != kind || strcmp(p->file, file) != 0)
        return false;
    if (kind == ASSAY_CODE_TOGGLE)
        return text[n - 1] == '*' ? strncmp(p->object, text, n - 1) == 0
                                  : strcmp(p->object, text) == 0;
    assay_codecov_source(sources, p->file, p->line, line, sizeof line);
    return strstr(line, text) != NULL;
}

/* Splits "KIND FILE TEXT : REASON" in place. */
static bool cut(char *line, enum assay_code_kind *kind, char **file, char **text, char **reason)
{
    char *rest = line, *word = strsep(&rest, " "), *colon;

    if (!rest || (strcmp(word, "line") != 0 && strcmp(word, "toggle") != 0))
        return false;
    *kind = *word == 'l' ? ASSAY_CODE_LINE : ASSAY_CODE_TOGGLE;
    *file = strsep(&rest, " ");
    colon = rest ? strstr(rest, " : ") : NULL;
    if (!colon || colon == rest || !colon[3])
        return false;
    *colon = '\0';
    *text = rest;
    *reason = colon + 3;
    return true;
}

static bool exclude_line(struct assay_codecov *db, char *line, const char *sources, char *why,
                         size_t why_size)
{
    enum assay_code_kind kind;
    char *file, *text, *reason, **more;
    size_t found = 0;

    if (!cut(line, &kind, &file, &text, &reason)) {
        snprintf(why, why_size,
                 "expected 'KIND FILE TEXT : REASON', KIND line or toggle, or a point");
        return false;
    }
    more = realloc(db->reason, (db->n_reasons + 1) * sizeof *more);
    if (more)
        db->reason = more;
    if (!more || !(db->reason[db->n_reasons] = strdup(reason))) {
        snprintf(why, why_size, "out of memory");
        return false;
    }
    ++db->n_reasons;
    for (size_t i = 0; i < db->n; ++i) {
        struct assay_code_point *p = &db->point[i];

        if (p->excluded || !matches(p, kind, file, text, sources))
            continue;
        ++found;
        if (p->count) {
            snprintf(why, why_size, "%s:%u: '%s' was hit: expected no exclusion for it", p->file,
                     p->line, text);
            return false;
        }
        p->excluded = db->reason[db->n_reasons - 1];
    }
    if (!found)
        snprintf(why, why_size, "no point of %s matches '%s': expected one", file, text);
    return found != 0;
}

static bool exists(const char *sources, const char *file)
{
    char path[PATH_MAX];

    assay_path(path, sizeof path, "%s/%s", sources, file);
    return access(path, F_OK) == 0;
}

static bool same_folder(const char *a, const char *b)
{
    const char *slash = strrchr(a, '/');
    const size_t n = slash ? (size_t)(slash - a) + 1 : 0;

    return strncmp(a, b, n) == 0 && !strchr(b + n, '/');
}

/* Whether a file is missing from a folder of `sources` in which others were counted. Files of
 * RTL that lies elsewhere are not there either, but nothing is known about them. */
static bool is_gone(const struct assay_codecov *db, const char *file, const char *sources)
{
    if (exists(sources, file))
        return false;
    for (size_t i = 0; i < db->n; ++i) {
        const char *counted = db->point[i].file;

        if ((i == 0 || strcmp(db->point[i - 1].file, counted) != 0) && same_folder(file, counted) &&
            exists(sources, counted))
            return true;
    }
    return false;
}

/* Whether the database should have a point in the line's file: exclusions for other blocks are
 * skipped. */
static bool knows(const struct assay_codecov *db, const char *line, const char *sources)
{
    char file[PATH_MAX];

    if (sscanf(line, "%*s %4095s", file) != 1)
        return true; /* exclude_line rejects it */
    for (size_t i = 0; i < db->n; ++i)
        if (strcmp(db->point[i].file, file) == 0)
            return true;
    return is_gone(db, file, sources);
}

bool assay_codecov_exclude(struct assay_codecov *db, const char *path, const char *sources,
                           char *why, size_t why_size)
{
    FILE *f = assay_open_text(path, "a file of exclusions", why, why_size);
    char *line = NULL, message[1024];
    size_t size = 0;
    unsigned long number_of_line = 0;
    bool good = true;

    if (!f)
        return false;
    while (good && getline(&line, &size, f) > 0) {
        ++number_of_line;
        assay_cut_line_end(line);
        if (!*line || *line == '#' || strncmp(line, "point ", 6) == 0 || !knows(db, line, sources))
            continue;
        good = exclude_line(db, line, sources, message, sizeof message);
        if (!good)
            snprintf(why, why_size, "%s:%lu: %s", path, number_of_line, message);
    }
    if (good && ferror(f)) {
        snprintf(why, why_size, "%s: %s: expected %s", path, strerror(errno),
                 "a file of exclusions");
        good = false;
    }
    free(line);
    fclose(f);
    return good;
}

/* --- results --- */

struct assay_code_total assay_codecov_total(const struct assay_codecov *db,
                                            enum assay_code_kind kind, const char *file)
{
    struct assay_code_total t = {0, 0, 0};

    for (size_t i = 0; i < db->n; ++i) {
        const struct assay_code_point *p = &db->point[i];

        if (p->kind != kind || (file && strcmp(p->file, file) != 0))
            continue;
        t.excluded += p->excluded != NULL;
        t.possible += p->excluded == NULL;
        t.hit += p->count != 0;
    }
    return t;
}

double assay_codecov_percent(struct assay_code_total t)
{
    return t.possible ? 100.0 * (double)t.hit / (double)t.possible : 0.0;
}

void assay_codecov_lcov(const struct assay_codecov *db, const char *sources, FILE *f)
{
    for (size_t i = 0; i < db->n;) {
        const char *file = db->point[i].file;

        fprintf(f, "TN:assay\nSF:%s/%s\n", sources, file);
        while (i < db->n && strcmp(db->point[i].file, file) == 0) {
            const unsigned line = db->point[i].line;
            uint64_t least = UINT64_MAX;
            bool any = false;

            /* The count of a line with several branches is that of its rarest branch. */
            for (; i < db->n && strcmp(db->point[i].file, file) == 0 && db->point[i].line == line;
                 ++i) {
                if (db->point[i].kind != ASSAY_CODE_LINE || db->point[i].excluded)
                    continue;
                any = true;
                if (db->point[i].count < least)
                    least = db->point[i].count;
            }
            if (any)
                fprintf(f, "DA:%u,%" PRIu64 "\n", line, least);
        }
        fputs("end_of_record\n", f);
    }
}
