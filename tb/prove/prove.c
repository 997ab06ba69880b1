#include "prove/prove.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/message.h"
#include "base/process.h"
#include "base/tool.h"
#include "prove/cell_folder.h"
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

static void name_case(const struct cell *c, char name[512])
{
    snprintf(name, 512, "%s%s%s%s", c->lemma->name, *c->parameters ? " " : "", c->parameters,
             c->patch ? ", planted" : "");
}

static void print_row(const struct cell *c, bool ok, const char *solver, const char *text,
                      double seconds)
{
    char name[512];

    name_case(c, name);
    printf("%-4s  %-10s  %-28s  %-11s  %-36s  %-36s  %7.2f\n", ok ? "ok" : "FAIL", c->lemma->block,
           name, solver, expected_of(c), text, seconds);
}

/* Print a row, and append it to the counts. */
static void tell(struct prove_counts *counts, const struct cell *c, bool ok, bool kept,
                 const char *solver, const char *got, double seconds)
{
    char text[128];

    snprintf(text, sizeof text, "%s%s", got, kept ? " (kept)" : "");
    print_row(c, ok, solver, text, seconds);
    add_row(counts, c, ok, kept, solver, got, seconds);
}

/* Print the row of a case that comes to no answer, and append it with the reason. Print the reason
 * unless it is that of the case before; it gets the name of the case if it does not begin with the
 * lemma's file. An interrupt is no reason. */
static void tell_broken(struct prove_counts *counts, const struct cell *c, const char *before,
                        const char *why)
{
    char name[512];

    add_row(counts, c, false, false, "", why, 0);
    ++counts->failed;
    if (assay_process_interrupted())
        return;
    print_row(c, false, "", "no answer", 0);
    name_case(c, name);
    if (strcmp(before, why) == 0)
        return;
    if (strncmp(why, c->lemma->path, strlen(c->lemma->path)) == 0)
        assay_print_error("%s", why);
    else
        assay_print_error("%s/%s: %s", c->lemma->block, name, why);
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

/* Print the answer to a query that is not remembered. Returns whether it is as expected. */
static bool tell_answer(struct prove_counts *counts, struct cell *c, enum cell_answer answer)
{
    static const char *const got[] = {"equal", "differs, replayed", "no answer in time",
                                      "equal, by one solver alone", "nothing is claimed"};
    const bool ok = answer == (c->patch ? CELL_DIFFERS : CELL_PROVED);
    char text[256];

    snprintf(text, sizeof text, "%s%s%.200s",
             answer == CELL_DIFFERS && c->silent ? "differs" : got[answer],
             c->unclaimed ? " of " : "", c->unclaimed ? c->unclaimed : "");
    tell(counts, c, ok, false, c->solved_by, text, c->seconds);
    if (!ok || c->patch)
        print_about(c);
    counts->failed += !ok;
    counts->unproved |= !ok;
    return ok;
}

/* Store a proof that has been made. It counts even if the cache takes nothing, which is said
 * once. */
static void keep(struct prove_counts *counts, const struct cell *c, struct kept *k)
{
    char why[PATH_MAX + 256];

    snprintf(k->solver, sizeof k->solver, "%s", c->solved_by);
    k->seconds = c->seconds;
    if (kept_save(c, k, why, sizeof why) || counts->unkept)
        return;
    counts->unkept = true;
    assay_print_error("%s (proofs are not kept)", why);
}

/* Prove a case in its folder, or find it proved. *ok: the result is as expected. */
static enum assay_error prove_in_folder(struct cell *c, const struct prove_options *o,
                                        struct prove_counts *counts, bool *ok, char *why,
                                        size_t why_size)
{
    enum cell_answer answer = CELL_OPEN;
    enum assay_error e = cell_prepare(c, why, why_size);
    struct kept k;

    *ok = false;
    if (!e)
        e = kept_identify(c, &k, why, why_size);
    if (!e && !o->again && !o->out && kept_find(&k)) {
        tell(counts, c, true, true, k.solver, expected_of(c), k.seconds);
        ++counts->kept;
        *ok = true;
        return e;
    }
    if (!e)
        e = cell_prove(c, &answer, why, why_size);
    if (!e)
        *ok = tell_answer(counts, c, answer);
    if (*ok)
        keep(counts, c, &k);
    return e;
}

/* The folder of the latest case. */
struct latest {
    struct assay_scratch scratch;
    bool open;
};

static void close_latest(struct latest *p)
{
    if (p->open)
        assay_scratch_close(&p->scratch);
    p->open = false;
}

/* Prove a case in a folder of its own, which stays open. The planted bug has that of the case
 * before it, whose model it shares, unless all folders are kept. */
static enum assay_error prove_case(struct cell *c, const struct prove_options *o,
                                   struct prove_counts *counts, struct latest *p, bool *ok,
                                   char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    *ok = false;
    c->compiled = c->patch && !o->out && p->open;
    if (c->compiled) {
        assay_path(c->folder, sizeof c->folder, "%s", p->scratch.path);
    } else {
        close_latest(p);
        e = cell_folder_open(c, o->out, &p->scratch, why, why_size);
        p->open = !e;
    }
    if (!e) {
        e = prove_in_folder(c, o, counts, ok, why, why_size);
        e = cell_folder_blame(c, &p->scratch, e, why, why_size);
    }
    return e;
}

/* A lemma that cannot be read has one row, without a case. */
static enum assay_error refuse_lemma(const struct lemma *l, struct prove_counts *counts, char *why,
                                     size_t why_size)
{
    const struct cell c = {.lemma = l, .parameters = ""};

    snprintf(why, why_size, "%s", l->bad);
    tell_broken(counts, &c, "", why);
    ++counts->proofs;
    return ASSAY_BAD_INPUT;
}

enum assay_error prove_lemma(const struct lemma *l, const struct prove_options *o,
                             struct prove_counts *counts, char *why, size_t why_size)
{
    enum assay_error worst = ASSAY_OK, e = ASSAY_OK;
    struct latest latest = {0};
    bool ok = false;

    *why = '\0';
    if (l->bad)
        return refuse_lemma(l, counts, why, why_size);
    /* The last round is the planted bug, in the last case. If that case is not proved without it,
     * a counterexample need not be due to the bug; if it has no answer, nor has the bug. */
    for (uint32_t i = o->quick ? l->cases.n - 1 : 0;
         i <= l->cases.n && !assay_process_interrupted(); ++i) {
        struct cell c = {.lemma = l,
                         .parameters = l->cases.word[i < l->cases.n ? i : l->cases.n - 1],
                         .patch = i < l->cases.n ? NULL : l->plant,
                         .solver = o->solver};
        char reason[4096] = "";

        if (c.patch && e)
            break;
        ++counts->proofs;
        if (c.patch && !ok) {
            tell(counts, &c, false, false, "", "not asked: not proved without it", 0);
            ++counts->failed;
            break;
        }
        e = prove_case(&c, o, counts, &latest, &ok, reason, sizeof reason);
        if (e) {
            tell_broken(counts, &c, why, reason);
            snprintf(why, why_size, "%s", reason);
        }
        worst = e > worst ? e : worst;
        cell_close(&c);
        fflush(stdout);
    }
    close_latest(&latest);
    return worst;
}

const char *prove_missing_tool(const struct prove_options *o)
{
    const char *const tools[] = {"clang-14", "opt-14", "llvm-link-14", "yosys",
                                 "iverilog", "vvp",    "yosys-abc",    "cadical",
                                 "patch",    "sh",     cell_compiler()};

    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; ++i)
        if (!assay_tool_on_path(tools[i]))
            return tools[i];
    if (o->solver && strcmp(o->solver, "abc") != 0 && !assay_tool_on_path(o->solver))
        return o->solver;
    return NULL;
}
