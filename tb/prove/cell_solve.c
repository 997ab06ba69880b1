/* cell_solve.c - run the solvers: abc with sweeping, which is fast if both sides are built
 * alike, and cadical. */
#include <stdlib.h>
#include <string.h>

#include "base/outfile.h"
#include "base/process.h"
#include "prove/cell.h"

enum {
    SWEEPING = 30,
    MOST_ARGUMENTS = 12,
    KILLED = 128 + 9,
    TIMED_OUT = 128 + 24,
    ABORTED = 128 + 6
};

enum reply { NONE, EQUAL, DIFFERENT, MISSING };

struct solver {
    const char *name, *file;
    void (*write)(const struct aig *g, aig_lit lit, FILE *f);
    char *const *argv;
    const char *equal, *different; /* lines to look for in the output */
};

static char *const iprove[] = {(char *)"yosys-abc", (char *)"-c", (char *)"read query.aig; iprove",
                               NULL};
/* If both sides are large and built differently, merging gates that simulation suggests are
 * equal is faster than rewriting. */
static char *const sweeping_abc[] = {(char *)"yosys-abc", (char *)"-c",
                                     (char *)"read query.aig; &get; &fraig -x; &put; iprove", NULL};
/* For queries on which abc fails an internal assertion in rewriting, a step that is not needed
 * after fraig. */
static char *const swept[] = {(char *)"yosys-abc", (char *)"-c",
                              (char *)"read query.aig; fraig; iprove", NULL};
static char *const cadical[] = {(char *)"cadical", (char *)"-q", (char *)"query.cnf", NULL};
static char *const z3[] = {(char *)"z3", (char *)"query.smt2", NULL};
static char *const cvc5[] = {(char *)"cvc5", (char *)"query.smt2", NULL};

static const struct solver solvers[] = {
    {"abc", "query.aig", aiger_write, iprove, "UNSATISFIABLE", "SATISFIABLE"},
    {"cadical", "query.cnf", aiger_write_cnf, cadical, "s UNSATISFIABLE", "s SATISFIABLE"},
    {"z3", "query.smt2", aiger_write_smt, z3, "unsat", "sat"},
    {"cvc5", "query.smt2", aiger_write_smt, cvc5, "unsat", "sat"},
};

static const struct solver sweep_first = {"abc",        "query.aig",     aiger_write,
                                          sweeping_abc, "UNSATISFIABLE", "SATISFIABLE"};
static const struct solver swept_abc = {"abc", "query.aig",     aiger_write,
                                        swept, "UNSATISFIABLE", "SATISFIABLE"};

enum { ABC, CADICAL, SOLVERS = sizeof solvers / sizeof solvers[0] };

static bool has_line(const char *text, const char *line)
{
    const size_t n = strlen(line);

    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strncmp(text, line, n) == 0 && (text[n] == '\n' || text[n] == ' ' || !text[n]))
            return true;
    return false;
}

/* Read the inputs' values from cadical's answer, lines such as "v 1 -2 3 0". */
static void read_model(const struct aig *g, const char *text, uint64_t *value)
{
    memset(value, 0, g->n * sizeof *value);
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        const char *at = text + 1;
        char *end;

        if (*text != 'v')
            continue;
        for (;; at = end) {
            const long v = strtol(at, &end, 10);

            if (end == at || v == 0)
                break;
            if (v > 0 && v < (long)g->n && aig_is_input(g, (uint32_t)v))
                value[v] = UINT64_MAX;
        }
    }
}

/* Limits and seconds are in processor time, which does not depend on other load on the machine.
 * The last line of `times` is for the solver: user and system time. */
static const char *const limited = "ulimit -c 0; ulimit -S -t \"$1\"; ulimit -H -t $(($1 + 2)); "
                                   "shift; \"$@\"; status=$?; times >times; "
                                   "exit $status";

/* Returns -1 if they are not known. */
static double seconds_taken(const struct cell *c)
{
    char why[256];
    char *const text = cell_read(c, "times", why, sizeof why);
    const char *const line = text ? strchr(text, '\n') : NULL;
    double user_minutes, user, system_minutes, system;
    const int n =
        line ? sscanf(line, " %lfm%lfs %lfm%lfs", &user_minutes, &user, &system_minutes, &system)
             : 0;

    free(text);
    return n == 4 ? 60 * (user_minutes + system_minutes) + user + system : -1;
}

/* The question whether a literal can be true. */
struct question {
    const struct aig *g;
    aig_lit lit;
};

static enum reply ask(struct cell *c, const struct solver *s, struct question q, unsigned seconds,
                      uint64_t *value, char *why, size_t why_size)
{
    char path[8192], limit[16];
    char *argv[MOST_ARGUMENTS] = {(char *)"sh", (char *)"-c", (char *)limited, (char *)"sh", limit};
    struct assay_outfile o;
    struct assay_output out;
    enum reply reply = NONE;
    double taken;
    int status;

    if (!assay_outfile_open(&o, cell_path(c, s->file, path), why, why_size))
        return MISSING;
    s->write(q.g, q.lit, o.f);
    if (!assay_outfile_close(&o, why, why_size))
        return MISSING;
    snprintf(limit, sizeof limit, "%u", seconds);
    for (int i = 0; s->argv[i]; ++i)
        argv[i + 5] = s->argv[i];
    status = assay_process_text(argv, c->folder, &out);
    taken = seconds_taken(c);
    if (status == ASSAY_NOT_STARTED || status == 127) {
        snprintf(why, why_size,
                 "%s: cannot be run: expected it to be installed (scripts/setup does)", s->argv[0]);
        reply = MISSING;
    } else if (has_line(out.text, s->equal)) {
        reply = EQUAL;
    } else if (has_line(out.text, s->different)) {
        reply = DIFFERENT;
        if (s == &solvers[CADICAL])
            read_model(q.g, out.text, value);
    } else if (status == ABORTED && (s == &solvers[ABC] || s == &sweep_first)) {
        free(out.text);
        c->seconds += taken > 0 ? taken : 0;
        return ask(c, &swept_abc, q, seconds, value, why, why_size);
    } else if (status == KILLED && taken >= 0 && taken < 0.9 * seconds) { /* not by the limit */
        snprintf(why, why_size, "%s: ended by signal 9: expected an answer", s->argv[0]);
        reply = MISSING;
    } else if (status != KILLED && status != TIMED_OUT) {
        snprintf(why, why_size, "%s: status %d and no answer%s%.500s", s->argv[0], status,
                 *out.text ? ": " : "", out.text);
        reply = MISSING;
    }
    free(out.text);
    c->solved_by = s->name;
    c->seconds += taken > 0 ? taken : 0;
    return reply;
}

static enum reply contradiction(const struct cell *c, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s: two solvers contradict each other", c->lemma->name);
    return MISSING;
}

/* Ask the chosen solver. Only cadical gives values of the inputs, so it is asked for a
 * counterexample. */
static enum reply ask_named(struct cell *c, struct question q, uint64_t *value, char *why,
                            size_t why_size)
{
    enum reply reply = NONE, again;

    for (size_t i = 0; i < SOLVERS; ++i)
        if (strcmp(solvers[i].name, c->solver) == 0)
            reply = ask(c, i == ABC && c->lemma->sweep ? &sweep_first : &solvers[i], q,
                        c->lemma->limit, value, why, why_size);
    if (reply != DIFFERENT || c->solved_by == solvers[CADICAL].name)
        return reply;
    again = ask(c, &solvers[CADICAL], q, c->lemma->limit, value, why, why_size);
    return again == EQUAL ? contradiction(c, why, why_size) : again;
}

/* Ask two solvers, which must agree. abc is stopped early, and is asked again if it has no
 * answer but cadical has a proof. */
static enum reply ask_two(struct cell *c, struct question q, bool *alone, uint64_t *value,
                          char *why, size_t why_size)
{
    const struct solver *const abc = c->lemma->sweep ? &sweep_first : &solvers[ABC];
    const unsigned early = c->lemma->limit < SWEEPING ? c->lemma->limit : SWEEPING;
    enum reply first = ask(c, abc, q, early, value, why, why_size), second;

    if (first == MISSING)
        return MISSING;
    second = ask(c, &solvers[CADICAL], q, c->lemma->limit, value, why, why_size);
    if (first == NONE && second == EQUAL && c->lemma->limit > SWEEPING)
        first = ask(c, abc, q, c->lemma->limit, value, why, why_size);
    if (first == MISSING || second == MISSING)
        return MISSING;
    if ((first == EQUAL && second == DIFFERENT) || (first == DIFFERENT && second == EQUAL))
        return contradiction(c, why, why_size);
    *alone = (first == EQUAL) != (second == EQUAL);
    if (second == DIFFERENT) /* if only abc finds a difference, its inputs are unknown */
        return DIFFERENT;
    if (first != EQUAL && second != EQUAL)
        return NONE;
    c->solved_by = *alone ? solvers[first == EQUAL ? ABC : CADICAL].name : "abc+cadical";
    return EQUAL;
}

enum assay_error cell_find_claim(struct cell *c, const struct aig *g, aig_lit claimed,
                                 enum cell_answer *claim, uint64_t *value, char *why,
                                 size_t why_size)
{
    enum reply reply = EQUAL;

    c->solved_by = solvers[CADICAL].name;
    if (claimed != AIG_FALSE)
        reply = ask(c, &solvers[CADICAL], (struct question){g, claimed}, c->lemma->limit, value,
                    why, why_size);
    *claim = reply == EQUAL ? CELL_PROVED : reply == DIFFERENT ? CELL_DIFFERS : CELL_OPEN;
    return reply == MISSING ? ASSAY_ENVIRONMENT : ASSAY_OK;
}

static enum assay_error answer_part(struct cell *c, const struct aig *g, aig_lit query,
                                    enum cell_answer *answer, uint64_t *value, char *why,
                                    size_t why_size)
{
    const struct question q = {g, query};
    enum reply reply;
    bool alone = false;

    if (c->solver)
        reply = ask_named(c, q, value, why, why_size);
    else if (c->patch) /* no sweeping is needed to find a planted bug */
        reply = ask(c, &solvers[CADICAL], q, c->lemma->limit, value, why, why_size);
    else
        reply = ask_two(c, q, &alone, value, why, why_size);
    *answer = alone                ? CELL_ALONE
              : reply == EQUAL     ? CELL_PROVED
              : reply == DIFFERENT ? CELL_DIFFERS
                                   : CELL_OPEN;
    return reply == MISSING ? ASSAY_ENVIRONMENT : ASSAY_OK;
}

enum assay_error cell_solve(struct cell *c, enum cell_answer *answer, uint64_t *value, char *why,
                            size_t why_size)
{
    c->solved_by = "graph"; /* stays if no part needs a solver, as both sides have the same gates */
    return cell_split(c, answer_part, answer, value, why, why_size);
}
