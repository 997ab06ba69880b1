/* mutate_waivers.c - reasons why survivors do not matter, from a file, and a file for new ones. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/destination.h"
#include "base/file.h"
#include "base/message.h"
#include "base/outfile.h"
#include "base/path.h"
#include "engine/block_folder.h"
#include "regress/mutate.h"

enum { MOST_SOURCE = 1 << 26 };

/* The file of waivers of the block, if there is one. */
static bool find_file(struct assay_campaign *c)
{
    if (c->choice->waivers) {
        assay_path(c->waivers_path, sizeof c->waivers_path, "%s", c->choice->waivers);
        return true;
    }
    if (c->choice->rtl)
        return false;
    assay_waivers_path(c->block, c->waivers_path);
    return access(c->waivers_path, F_OK) == 0;
}

/* A file as waivers name it: as in the report or, for an attached design, relative to its folder. */
static const char *file_name(const struct assay_campaign *c, const struct assay_mutant *m)
{
    static char name[PATH_MAX];
    const char *const file = assay_campaign_file(c, m);
    char waivers[PATH_MAX];

    if (!c->block->folder)
        return file;
    assay_waivers_path(c->block, waivers);
    assay_path_seen_from(name, sizeof name, waivers, file);
    return name;
}

/* The source line of a mutant without blanks at the ends, to be freed; NULL if it can't be read. */
static char *source_line(const struct assay_campaign *c, const struct assay_mutant *m)
{
    char *text, *line;
    const char *at;
    size_t n;

    if (assay_read_file(assay_mutant_file(&c->mutants, m), MOST_SOURCE, "a source", &text, &n, NULL,
                        0))
        return NULL;
    at = text;
    for (unsigned i = 1; i < m->line && *at; ++i) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    at += strspn(at, " \t");
    n = strcspn(at, "\r\n");
    while (n && strchr(" \t", at[n - 1]))
        --n;
    line = strndup(at, n);
    free(text);
    return line;
}

static bool is_like(const struct assay_campaign *c, const struct assay_waiver *w,
                    const struct assay_mutant *m)
{
    char *line;
    bool same;

    if (strcmp(w->change, m->what) != 0 ||
        (strcmp(w->file, file_name(c, m)) != 0 && strcmp(w->file, assay_campaign_file(c, m)) != 0))
        return false;
    line = source_line(c, m);
    same = line && strcmp(line, w->line) == 0;
    free(line);
    return same;
}

/* The number of changes of the RTL that a waiver is like. *at receives the one that it is for. */
static uint64_t find_mutant(const struct assay_campaign *c, const struct assay_waiver *w,
                            const struct assay_mutant **at)
{
    uint64_t n = 0;

    *at = NULL;
    for (size_t i = 0; i < c->mutants.n; ++i)
        if (is_like(c, w, &c->mutants.v[i]) && (++n == w->nth || w->nth == 0))
            *at = &c->mutants.v[i];
    return n;
}

/* Whether the reason holds for the parameters of the campaign. */
static bool applies(const struct assay_campaign *c, const struct assay_waiver *w)
{
    struct assay_params params;
    char why[256];

    return !w->params || (assay_params_parse(c->block, w->params, &params, why, sizeof why) &&
                          memcmp(&params, &c->params, sizeof params) == 0);
}

/* Find the mutant that a waiver is for. A waiver that fits no change of the RTL says something
 * about a design that is no more. */
static bool take(struct assay_campaign *c, const struct assay_waiver *w)
{
    const struct assay_mutant *at;
    struct assay_params params;
    uint64_t n;
    char why[4096];

    if (w->params && !assay_params_parse(c->block, w->params, &params, why, sizeof why)) {
        assay_print_error("%s:%lu: %s", c->waivers_path, w->at, why);
        return false;
    }
    n = find_mutant(c, w, &at);
    if (n > 1 && w->nth == 0) {
        assay_print_error("%s:%lu: %s has %" PRIu64 " such changes: expected nth, 1 to %" PRIu64,
                          c->waivers_path, w->at, w->file, n, n);
        return false;
    }
    if (!at) {
        assay_print_error("%s:%lu: %s has no such change: expected file, line and change of a "
                          "mutant, or no waiver",
                          c->waivers_path, w->at, w->file);
        return false;
    }
    for (size_t i = 0; i < c->n && applies(c, w); ++i)
        if (c->entry[i].mutant == at)
            c->entry[i].waiver = w;
    return true;
}

int assay_campaign_read_waivers(struct assay_campaign *c)
{
    char why[4096];
    enum assay_error e;
    bool good = true;

    if (!find_file(c))
        return EXIT_EQUAL;
    e = assay_waivers_read(&c->waivers, c->waivers_path, why, sizeof why);
    if (e) {
        assay_print_error("%s", why);
        return (int)e;
    }
    for (size_t i = 0; i < c->waivers.n; ++i)
        good &= take(c, &c->waivers.v[i]);
    return good ? EXIT_EQUAL : EXIT_USAGE;
}

size_t assay_campaign_waived(const struct assay_campaign *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; ++i)
        n += c->entry[i].result.verdict == ASSAY_MUTANT_SURVIVED && c->entry[i].waiver;
    return n;
}

size_t assay_campaign_wrong_waivers(const struct assay_campaign *c)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; ++i) {
        const struct assay_mutate_entry *const e = &c->entry[i];

        if (e->result.verdict != ASSAY_MUTANT_FOUND || !e->waiver)
            continue;
        assay_print_error("%s:%lu: mutant %zu was found, by %s with seed %" PRIu64
                          ": expected a change that cannot be observed, or no waiver",
                          c->waivers_path, e->waiver->at, i + 1,
                          c->run[e->result.run].scenario->name, c->run[e->result.run].seed);
        ++n;
    }
    return n;
}

/* --- the file for new ones --- */

static bool holds_text(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0;
}

static void put_quoted(FILE *f, const char *key, const char *text)
{
    fprintf(f, "%s: '", key);
    for (; *text; ++text) {
        if (*text == '\'')
            fputc('\'', f);
        fputc(*text, f);
    }
    fputs("'\n", f);
}

/* Print which one a mutant is of those that have the same waiver but for that. */
static void put_nth(FILE *f, const struct assay_campaign *c, char *line,
                    const struct assay_mutant *m)
{
    struct assay_waiver w = {.file = (char *)file_name(c, m), .line = line, .change = m->what};
    const struct assay_mutant *at;

    if (find_mutant(c, &w, &at) == 1)
        return;
    do {
        ++w.nth;
        find_mutant(c, &w, &at);
    } while (at && at != m);
    fprintf(f, "    nth: %" PRIu64 "\n", w.nth);
}

static void put_survivor(FILE *f, const struct assay_campaign *c, const struct assay_mutant *m)
{
    char *const line = source_line(c, m);

    put_quoted(f, "  - file", file_name(c, m));
    put_quoted(f, "    line", line ? line : "");
    put_quoted(f, "    change", m->what);
    if (line)
        put_nth(f, c, line, m);
    put_quoted(f, "    params", c->values);
    fputs("    why:\n", f);
    free(line);
}

int assay_campaign_check_unwaived(const struct assay_mutate_choice *o)
{
    char why[4096];
    enum assay_error e = ASSAY_OK;

    if (o->unwaived) {
        e = assay_destination_file(o->unwaived, why, sizeof why);
        if (e == ASSAY_OK && holds_text(o->unwaived)) {
            snprintf(why, sizeof why,
                     "--unwaived %s: there is such a file, which may have reasons: "
                     "expected a new one",
                     o->unwaived);
            e = ASSAY_BAD_INPUT;
        }
    }
    if (e)
        assay_print_error("%s", why);
    return (int)e;
}

int assay_campaign_write_unwaived(const struct assay_campaign *c)
{
    struct assay_outfile o;
    char why[4096];
    bool good;

    if (!c->choice->unwaived)
        return EXIT_EQUAL;
    good = assay_outfile_open(&o, c->choice->unwaived, why, sizeof why);
    if (good) {
        fputs("waivers:\n", o.f);
        for (size_t i = 0; i < c->n; ++i)
            if (c->entry[i].result.verdict == ASSAY_MUTANT_SURVIVED && !c->entry[i].waiver)
                put_survivor(o.f, c, c->entry[i].mutant);
        good = assay_outfile_close(&o, why, sizeof why);
    }
    if (good)
        return EXIT_EQUAL;
    assay_print_error("%s", why);
    return EXIT_FAULT;
}
