#include "prove/prove.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/home.h"
#include "base/tool.h"
#include "base/tree.h"
#include "prove/kept.h"

static const char *const solvers[] = {"abc", "cadical", "z3", "cvc5"};

const char *prove_solver(const char *name)
{
    for (size_t i = 0; i < sizeof solvers / sizeof solvers[0]; ++i)
        if (strcmp(solvers[i], name) == 0)
            return solvers[i];
    return NULL;
}

void prove_print_head(void)
{
    printf("%-4s  %-10s  %-28s  %-11s  %-36s  %-36s  %7s\n", "", "block", "lemma", "solver",
           "expected", "got", "seconds");
}

static const char *expected_of(const struct cell *c)
{
    return c->patch ? "differs, replayed" : "equal";
}

static void add_row(struct prove_counts *counts, const struct cell *c, bool ok, bool kept,
                    const char *solver, const char *got, double seconds)
{
    counts->row = aig_memory(counts->row, counts->n_rows + 1, sizeof *counts->row);
    counts->row[counts->n_rows++] = (struct prove_row){.block = aig_copy(c->lemma->block),
                                                       .lemma = aig_copy(c->lemma->name),
                                                       .parameters = aig_copy(c->parameters),
                                                       .solver = aig_copy(solver),
                                                       .got = aig_copy(got),
                                                       .planted = c->patch != NULL,
                                                       .ok = ok,
                                                       .kept = kept,
                                                       .seconds = seconds};
}

/* Print a row, and append it to the counts. */
static void tell(struct prove_counts *counts, const struct cell *c, bool ok, bool kept,
                 const char *solver, const char *got, double seconds)
{
    char name[512], text[128];

    snprintf(name, sizeof name, "%s%s%s%s", c->lemma->name, *c->parameters ? " " : "",
             c->parameters, c->patch ? ", planted" : "");
    snprintf(text, sizeof text, "%s%s", got, kept ? " (kept)" : "");
    printf("%-4s  %-10s  %-28s  %-11s  %-36s  %-36s  %7.2f\n", ok ? "ok" : "FAIL", c->lemma->block,
           name, solver, expected_of(c), text, seconds);
    add_row(counts, c, ok, kept, solver, got, seconds);
}

void prove_free(struct prove_counts *counts)
{
    for (uint32_t i = 0; i < counts->n_rows; ++i) {
        free(counts->row[i].block);
        free(counts->row[i].lemma);
        free(counts->row[i].parameters);
        free(counts->row[i].solver);
        free(counts->row[i].got);
    }
    free(counts->row);
    *counts = (struct prove_counts){0};
}

static void print_about(const struct cell *c)
{
    for (const char *line = assay_text_get(&c->about); *line;
         line += strcspn(line, "\n"), line += *line == '\n')
        printf("          %.*s\n", (int)strcspn(line, "\n"), line);
}

/* Make a folder for the case's files: below the one that --out names, or a temporary one. */
static enum assay_error make_folder(struct cell *c, const struct prove_options *o, char *why,
                                    size_t why_size)
{
    char parent[PATH_MAX];

    if (o->out) {
        char full[PATH_MAX];

        if (!assay_make_folders(o->out, why, why_size))
            return ASSAY_BAD_INPUT;
        if (!realpath(o->out, full)) {
            snprintf(why, why_size, "%s: %s: expected a folder", o->out, strerror(errno));
            return ASSAY_BAD_INPUT;
        }
        snprintf(c->folder, sizeof c->folder, "%.3000s/%.400s%s%.200s%s", full, c->lemma->name,
                 *c->parameters ? "-" : "", c->parameters, c->patch ? "-planted" : "");
        for (char *at = c->folder; *at; ++at)
            if (*at == ' ' || *at == '=')
                *at = '-';
        assay_tree_remove(c->folder);
        return assay_make_folders(c->folder, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
    }
    assay_home_cache(parent, sizeof parent);
    if (!assay_make_folders(parent, why, why_size))
        return ASSAY_ENVIRONMENT;
    snprintf(c->folder, sizeof c->folder, "%.4000s/proof-XXXXXX", parent);
    if (mkdtemp(c->folder))
        return ASSAY_OK;
    snprintf(why, why_size, "%s: expected to create a folder there", c->folder);
    return ASSAY_ENVIRONMENT;
}

/* Answer a query that is not remembered. */
static enum assay_error answer_case(struct cell *c, struct kept *k, struct prove_counts *counts,
                                    char *why, size_t why_size)
{
    static const char *const got[] = {"equal", "differs, replayed", "no answer in time",
                                      "equal, by one solver alone", "nothing is claimed"};
    enum cell_answer answer = CELL_OPEN;
    enum assay_error e = cell_prove(c, &answer, why, why_size);
    const bool ok = !e && answer == (c->patch ? CELL_DIFFERS : CELL_PROVED);

    if (e) {
        add_row(counts, c, false, false, "", why, 0);
    } else {
        tell(counts, c, ok, false, c->solved_by, got[answer], c->seconds);
        if (!ok || c->patch)
            print_about(c);
    }
    if (ok) {
        snprintf(k->solver, sizeof k->solver, "%s", c->solved_by);
        k->seconds = c->seconds;
        if (!kept_save(c, k, why, why_size))
            e = ASSAY_ENVIRONMENT;
    }
    counts->failed += !ok;
    return e;
}

static enum assay_error prove_case(struct cell *c, const struct prove_options *o,
                                   struct prove_counts *counts, char *why, size_t why_size)
{
    enum assay_error e = make_folder(c, o, why, why_size);
    struct kept k;

    if (!e)
        e = cell_prepare(c, why, why_size);
    if (!e)
        e = kept_identify(c, &k, why, why_size);
    if (e) {
        add_row(counts, c, false, false, "", why, 0);
        ++counts->failed;
    } else if (!o->again && !o->out && kept_find(&k)) {
        tell(counts, c, true, true, k.solver, expected_of(c), k.seconds);
        ++counts->kept;
    } else {
        e = answer_case(c, &k, counts, why, why_size);
    }
    if (!o->out && *c->folder)
        assay_tree_remove(c->folder);
    return e;
}

enum assay_error prove_lemma(const struct lemma *l, const struct prove_options *o,
                             struct prove_counts *counts, char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    /* The last round is the planted bug, in the last case. */
    for (uint32_t i = o->quick ? l->cases.n - 1 : 0; i <= l->cases.n && !e; ++i) {
        struct cell c = {.lemma = l,
                         .parameters = l->cases.word[i < l->cases.n ? i : l->cases.n - 1],
                         .patch = i < l->cases.n ? NULL : l->plant,
                         .solver = o->solver};

        ++counts->proofs;
        e = prove_case(&c, o, counts, why, why_size);
        cell_close(&c);
        fflush(stdout);
    }
    return e;
}

const char *prove_missing_tool(const struct prove_options *o)
{
    static const char *const tools[] = {"clang-14", "opt-14",    "llvm-link-14", "yosys",
                                        "iverilog", "yosys-abc", "cadical"};

    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; ++i)
        if (!assay_tool_on_path(tools[i]))
            return tools[i];
    if (o->solver && strcmp(o->solver, "abc") != 0 && !assay_tool_on_path(o->solver))
        return o->solver;
    return NULL;
}
