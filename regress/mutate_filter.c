/*
 * mutate_filter.c - which mutants are in the design.
 *
 * Some mutants of the text are not: those in modules that are never instantiated, those in generate
 * branches that the parameters rule out, and those where the parser took something for an
 * expression that Verilator does not accept as one. So Verilator elaborates the text with all
 * mutants, which takes seconds. A mutant is in the design if its choice occurs in the elaborated
 * result, and not if Verilator has an error for it. An error names only a line. So the mutants of
 * such lines are set aside, and elaborated afterwards, one of each line at a time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/message.h"
#include "base/outfile.h"
#include "base/process.h"
#include "mutate/rewrite.h"
#include "regress/mutate.h"
#include "sim/design.h"
#include "sim/variant_sources.h"

enum { ROUNDS = 20, WHY = 8192, MORE_PATH = 64 };

/* Whether `why` has an error on the mutant's line: "%Error: FILE:LINE:", "%Error-XYZ:
 * FILE:LINE:". */
static bool is_blamed(const struct assay_campaign *c, const struct assay_mutant *v, const char *why)
{
    char place[PATH_MAX + 32];
    const size_t n = (size_t)snprintf(place, sizeof place,
                                      ": %.4000s:%u:", assay_mutant_file(&c->mutants, v), v->line);

    for (const char *at = why; (at = strstr(at, "%Error")) != NULL; ++at) {
        const char *const colon = strchr(at, ':');

        if (colon && strncmp(colon, place, n) == 0)
            return true;
    }
    return false;
}

/* Set the mutants aside that the errors blame. Returns how many. */
static size_t set_aside(struct assay_campaign *c, bool *take, bool *aside, const char *why)
{
    size_t n = 0;

    for (size_t i = 0; i < c->mutants.n; ++i)
        if (take[i] && is_blamed(c, &c->mutants.v[i], why)) {
            take[i] = false;
            aside[i] = true;
            ++n;
        }
    return n;
}

static void refuse(struct assay_campaign *c, size_t i, bool *aside)
{
    aside[i] = false;
    c->mutants.v[i].refused = true;
    ++c->mutants.n_refused;
}

/* The number of a choice: the constant that `which` is compared with in the enclosing element,
 * as in <eq><const name="32&apos;sh1f"/><varref name="which"/></eq>. 0: none. */
static unsigned long choice_at(const char *begin, const char *which)
{
    static const char number[] = "32&apos;sh";
    const char *at = which, *end;

    while (at > begin && strncmp(at, "<eq ", 4) != 0 && strncmp(at, "<neq ", 5) != 0)
        --at;
    end = strstr(at, at[1] == 'e' ? "</eq>" : "</neq>");
    at = strstr(at, number);
    return at && end && at < end ? strtoul(at + sizeof number - 1, NULL, 16) : 0;
}

/* Keep only the mutants whose choice is in the XML. */
static void take_found(const char *xml, const size_t *index, size_t n, bool *take)
{
    static const char which[] = "name=\"which\"";

    for (size_t i = 0; i < n; ++i)
        take[index[i]] = false;
    for (const char *at = xml; (at = strstr(at, which)) != NULL; ++at) {
        const unsigned long choice = choice_at(xml, at);

        if (choice >= 1 && choice <= n)
            take[index[choice - 1]] = true;
    }
}

static bool write_text(const struct assay_campaign *c, const char *path, const size_t *index,
                       size_t n, char *why)
{
    struct assay_text text = {0};
    bool ok;

    assay_rewrite_many(&c->mutants, index, n, &text);
    ok = assay_outfile_save(path, &text, why, WHY);
    assay_text_free(&text);
    return ok;
}

static enum assay_error elaborate(const struct assay_campaign *c, size_t *index, bool *take,
                                  char *why)
{
    char path[PATH_MAX + MORE_PATH];
    const struct assay_variant variant = {
        .block = c->block, .params = c->params, .rtl = c->choice->rtl, .mutants = path};
    struct assay_filelist list;
    enum assay_error e;
    size_t n = 0;
    char *xml = NULL;

    for (size_t i = 0; i < c->mutants.n; ++i)
        if (take[i])
            index[n++] = i;
    snprintf(path, sizeof path, "%s/mutants.v", c->folder);
    if (!write_text(c, path, index, n, why))
        return ASSAY_ENVIRONMENT;
    e = assay_variant_sources(&variant, &list, why, WHY);
    if (e == ASSAY_OK) {
        e = assay_design_xml(&variant, &list, &xml, why, WHY);
        assay_filelist_free(&list);
    }
    unlink(path);
    if (e == ASSAY_OK)
        take_found(xml, index, n, take);
    free(xml);
    return e;
}

/* Choose one mutant of each line from those that were set aside. Returns how many. */
static size_t one_of_each_line(const struct assay_campaign *c, const bool *aside, bool *some)
{
    const struct assay_mutant *last = NULL;
    size_t n = 0;

    for (size_t i = 0; i < c->mutants.n; ++i) {
        const struct assay_mutant *const v = &c->mutants.v[i];

        some[i] = aside[i] && !(last && last->file == v->file && last->line == v->line);
        if (some[i])
            last = v;
        n += some[i];
    }
    return n;
}

/* What was found about the mutants in `some`, after an elaboration that ended with `e`: taken or not
 * in the design, or refused. If the errors blame none of them, all are. */
static void settle(struct assay_campaign *c, enum assay_error e, const char *why, const bool *some,
                   const bool *found, bool *aside, bool *take)
{
    const size_t before = c->mutants.n_refused;

    for (size_t i = 0; i < c->mutants.n; ++i)
        if (some[i] && e == ASSAY_OK) {
            take[i] = found[i];
            aside[i] = false;
        } else if (some[i] && is_blamed(c, &c->mutants.v[i], why)) {
            refuse(c, i, aside);
        }
    if (e && c->mutants.n_refused == before)
        for (size_t i = 0; i < c->mutants.n; ++i)
            if (some[i])
                refuse(c, i, aside);
}

/* Elaborate the mutants that were set aside, and take those without an error. */
static enum assay_error try_aside(struct assay_campaign *c, size_t *index, bool *aside, bool *take,
                                  char *why)
{
    bool *const some = calloc(c->mutants.n + 1, sizeof *some);
    bool *const found = calloc(c->mutants.n + 1, sizeof *found);
    enum assay_error e = some && found ? ASSAY_OK : ASSAY_ENVIRONMENT;

    while (!e && !assay_process_interrupted() && one_of_each_line(c, aside, some)) {
        memcpy(found, some, c->mutants.n * sizeof *found);
        e = elaborate(c, index, found, why);
        if (e == ASSAY_OK || e == ASSAY_BAD_INPUT) {
            settle(c, e, why, some, found, aside, take);
            e = ASSAY_OK;
        }
    }
    free(some);
    free(found);
    return e;
}

int assay_campaign_filter(struct assay_campaign *c, bool *take)
{
    size_t *const index = calloc(c->mutants.n + 1, sizeof *index);
    bool *const aside = calloc(c->mutants.n + 1, sizeof *aside);
    char *const why = calloc(1, WHY);
    enum assay_error e = ASSAY_ENVIRONMENT;

    for (size_t i = 0; i < c->mutants.n; ++i)
        take[i] = true;
    for (int round = 0; index && aside && why && round < ROUNDS; ++round) {
        e = elaborate(c, index, take, why);
        if (e == ASSAY_OK || !set_aside(c, take, aside, why))
            break;
    }
    if (e == ASSAY_OK)
        e = try_aside(c, index, aside, take, why);
    if (e && !assay_process_interrupted())
        assay_print_error("%s", why && *why ? why : "out of memory");
    free(index);
    free(aside);
    free(why);
    return (int)e;
}
