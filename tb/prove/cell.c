#include "prove/cell.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/outfile.h"
#include "base/process.h"

enum { MOST_FILE = 1 << 30 };

const char *cell_path(const struct cell *c, const char *name, char path[8192])
{
    snprintf(path, 8192, "%.4000s/%.4000s", c->folder, name);
    return path;
}

bool cell_write(const struct cell *c, const char *name, const char *text, char *why,
                size_t why_size)
{
    struct assay_outfile o;
    char path[8192];

    if (!assay_outfile_open(&o, cell_path(c, name, path), why, why_size))
        return false;
    fputs(text, o.f);
    return assay_outfile_close(&o, why, why_size);
}

char *cell_read(const struct cell *c, const char *name, char *why, size_t why_size)
{
    char path[8192], *text;
    size_t size;

    if (assay_read_file(cell_path(c, name, path), MOST_FILE, "what a tool wrote", &text, &size, why,
                        why_size))
        return NULL;
    return text;
}

enum assay_error cell_run(const char *folder, char *const *argv, const char *what, char *why,
                          size_t why_size)
{
    struct assay_output out;
    const int status = assay_process(argv, folder, &out);

    if (status == ASSAY_NOT_STARTED || status == 127)
        snprintf(why, why_size,
                 "%s: cannot be run: expected it to be installed (scripts/setup does)", argv[0]);
    else if (status)
        snprintf(why, why_size, "%s (%s, status %d)%s%.1500s", what, argv[0], status,
                 out.text && *out.text ? ": " : "", out.text ? out.text : "");
    free(out.text);
    /* From 126 on, the tool was not run, or a signal ended it. */
    return status == 0                                    ? ASSAY_OK
           : status == ASSAY_NOT_STARTED || status >= 126 ? ASSAY_ENVIRONMENT
                                                          : ASSAY_BAD_INPUT;
}

/* A bit of a port, as a value of one of 64 patterns. */
bool cell_bit(const struct cell *c, const uint64_t *value, const char *port, uint32_t bit,
              unsigned pattern)
{
    char name[256];

    snprintf(name, sizeof name, "%s[%u]", port, (unsigned)bit);
    return aig_value(value, aig_find_port(&c->graph, name)) >> pattern & 1;
}

void cell_add_vector(const struct cell *c, struct assay_text *t, const uint64_t *value,
                     unsigned pattern)
{
    for (uint32_t i = 0; i < c->in.n; ++i) {
        const struct execute_port *const p = &c->in.port[i];

        for (uint32_t word = 0; word < execute_port_words(p); ++word) {
            uint32_t v = 0;

            for (uint32_t k = 32 * word; k < p->width && k < 32 * word + 32; ++k)
                v |= (uint32_t)cell_bit(c, value, p->name, k, pattern) << (k % 32);
            assay_text_addf(t, "%x ", (unsigned)v);
        }
    }
    assay_text_add(t, "\n");
}

/* Run one of the programs on the file "vectors". */
int cell_run_native(const struct cell *c, const char *program, struct assay_output *out)
{
    char command[128];
    char *argv[] = {(char *)"sh", (char *)"-c", command, NULL};

    snprintf(command, sizeof command, "./%s <vectors", program);
    return assay_process(argv, c->folder, out);
}

/* Whether the netlist has all bits of a free wire. */
static bool find_wire(const struct cell *c, const struct execute_port *p, char *why,
                      size_t why_size)
{
    for (uint32_t k = 0; k < p->width; ++k) {
        char name[256];
        aig_lit gate;

        snprintf(name, sizeof name, "%s[%u]", p->name, (unsigned)k);
        if (!aiger_find(&c->gate, name, &gate)) {
            snprintf(why, why_size, "%s: free: %s: %s has no such wire", c->lemma->path, name,
                     c->lemma->top);
            return false;
        }
    }
    return true;
}

/* Bits of the free wires that are not outputs as well. */
static uint32_t only_free_bits(const struct cell *c)
{
    uint32_t n = cell_free_bits(c);

    for (uint32_t i = 0; i < c->free.n; ++i)
        for (uint32_t k = 0; k < c->out.n; ++k)
            if (strcmp(c->free.port[i].name, c->out.port[k].name) == 0) {
                n -= c->free.port[i].width;
                break;
            }
    return n;
}

/* Set `differ`: the outputs differ; and `query`: anything at all is wrong. */
static bool make_query(struct cell *c, char *why, size_t why_size)
{
    struct aig *const g = &c->graph;
    aig_lit differ = AIG_FALSE;
    const uint32_t freed = only_free_bits(c);
    uint32_t at = 0;

    for (uint32_t i = 0; i < c->out.n; ++i)
        for (uint32_t k = 0; k < c->out.port[i].width; ++k) {
            char name[256];
            aig_lit gate;

            snprintf(name, sizeof name, "%s[%u]", c->out.port[i].name, (unsigned)k);
            if (!aiger_find(&c->gate, name, &gate)) {
                snprintf(why, why_size, "%s: %s: %s has no such output", c->lemma->path, name,
                         c->lemma->top);
                return false;
            }
            gate = aig_xor(g, gate, c->model.out[at++]);
            differ = aig_or(g, differ, aig_and(g, c->care[i], gate));
        }
    for (uint32_t i = 0; i < c->free.n; ++i)
        if (!find_wire(c, &c->free.port[i], why, why_size))
            return false;
    if (at + freed != c->gate.n) {
        snprintf(why, why_size, "%s: %u bits of outputs: expected those of %s, %u", c->lemma->path,
                 (unsigned)at, c->lemma->top, (unsigned)(c->gate.n - freed));
        return false;
    }
    c->differ = differ;
    c->query = aig_or(g, aig_or(g, differ, c->lost),
                      aig_and(g, c->reached, aig_or(g, c->model.broken, c->checked.broken)));
    return true;
}

/* The graph itself must confirm a solver's answer; otherwise it is an error. */
static bool is_counterexample(const struct cell *c, const uint64_t *value)
{
    return aig_value(value, c->query) & 1;
}

enum assay_error cell_prepare(struct cell *c, char *why, size_t why_size)
{
    enum assay_error e;

    aig_open(&c->graph);
    if (!lemma_ports(c->lemma, &c->lemma->in, c->parameters, &c->in, why, why_size) ||
        !lemma_ports(c->lemma, &c->lemma->out, c->parameters, &c->out, why, why_size) ||
        !lemma_ports(c->lemma, &c->lemma->vary, c->parameters, &c->vary, why, why_size) ||
        !lemma_ports(c->lemma, &c->lemma->free, c->parameters, &c->free, why, why_size))
        return ASSAY_BAD_INPUT;
    if ((e = cell_compile(c, why, why_size)) != ASSAY_OK ||
        (e = cell_elaborate(c, why, why_size)) != ASSAY_OK ||
        (e = cell_next(c, why, why_size)) != ASSAY_OK)
        return e;
    return make_query(c, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
}

static enum assay_error solve(struct cell *c, enum cell_answer *answer, char *why, size_t why_size)
{
    uint64_t *const value = aig_memory(NULL, c->graph.n, sizeof *value);
    enum assay_error e = cell_solve(c, answer, value, why, why_size);

    if (!e && *answer == CELL_DIFFERS) {
        aig_simulate(&c->graph, value);
        if (is_counterexample(c, value)) {
            e = cell_replay(c, value, why, why_size);
        } else {
            snprintf(why, why_size, "%s: %s gave an invalid counterexample", c->lemma->name,
                     c->solved_by);
            e = ASSAY_ENVIRONMENT;
        }
    }
    free(value);
    return e;
}

enum assay_error cell_prove(struct cell *c, enum cell_answer *answer, char *why, size_t why_size)
{
    enum cell_answer claim = CELL_OPEN;
    enum assay_error e = cell_build_native(c, false, why, why_size);

    if (!e)
        e = cell_check(c, &claim, why, why_size);
    if (!e)
        e = cell_compare_readings(c, why, why_size);
    if (e)
        return e;
    if (claim == CELL_DIFFERS) {
        e = solve(c, answer, why, why_size);
        /* A counterexample says more than that something never occurs. */
        if (e || *answer != CELL_PROVED || !c->lemma->next.n || c->patch)
            return e;
        e = cell_reach(c, &claim, why, why_size);
    }
    if (!e && claim != CELL_DIFFERS)
        *answer = claim == CELL_PROVED ? CELL_EMPTY : CELL_OPEN;
    return e;
}

void cell_close(struct cell *c)
{
    aiger_free(&c->gate);
    free(c->care);
    free(c->claims);
    execute_free(&c->model);
    execute_free(&c->checked);
    lemma_free_ports(&c->in);
    lemma_free_ports(&c->out);
    lemma_free_ports(&c->vary);
    lemma_free_ports(&c->free);
    lemma_free_ports(&c->state);
    aig_close(&c->graph);
    assay_text_free(&c->about);
}
