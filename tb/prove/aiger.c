#include "prove/aiger.h"

#include <stdlib.h>
#include <string.h>

/* --- reading --- */

struct reading {
    struct aig *g;
    const char *at;
    uint32_t line;
    unsigned long maximum, inputs, latches, outputs, ands;
    aig_lit *lit; /* by variable of the file */
    bool *known;
    unsigned long *input, *output; /* literals of the file */
    char **input_name;
    unsigned long *before, *after; /* of registers */
    char **register_name;
    struct aiger_registers *registers;
    char *why;
    size_t why_size;
};

static bool wrong(const struct reading *r, const char *what)
{
    snprintf(r->why, r->why_size, "AIGER, line %u: %s", (unsigned)r->line, what);
    return false;
}

static void next_line(struct reading *r)
{
    r->at += strcspn(r->at, "\n");
    r->at += *r->at == '\n';
    ++r->line;
}

/* Parse n numbers on one line. */
static bool take_line(struct reading *r, unsigned long *number, int n)
{
    char *end;

    for (int i = 0; i < n; ++i) {
        number[i] = strtoul(r->at, &end, 10);
        if (end == r->at)
            return wrong(r, "expected a number");
        r->at = end;
    }
    next_line(r);
    return true;
}

static bool take_head(struct reading *r)
{
    unsigned long n[5];

    if (strncmp(r->at, "aag ", 4) != 0)
        return wrong(r, "expected \"aag\" and five numbers");
    r->at += 4;
    if (!take_line(r, n, 5))
        return false;
    r->maximum = n[0];
    r->inputs = n[1];
    r->latches = n[2];
    r->outputs = n[3];
    r->ands = n[4];
    if (r->maximum > UINT32_MAX / 4 || r->inputs > r->maximum || r->ands > r->maximum ||
        r->latches > r->maximum || r->outputs > UINT32_MAX / 4)
        return wrong(r, "inconsistent numbers");
    return true;
}

/* Whether a word of n characters, "x" or "x[3]", is a bit of the register x. */
static bool is_bit_of(const char *word, size_t n, const char *name, unsigned long *bit)
{
    const size_t size = strlen(name);
    char *end;

    *bit = 0;
    if (n < size || strncmp(word, name, size) != 0)
        return false;
    if (n == size)
        return true;
    if (word[size] != '[')
        return false;
    *bit = strtoul(word + size + 1, &end, 10);
    return end + 1 == word + n && *end == ']';
}

/* A bit of a register has all names of the wires that it drives, separated by blanks. Take the
 * listed one. */
static void take_register_name(struct reading *r, unsigned long i, const char *names, size_t n)
{
    for (size_t at = 0; at < n; ++at) {
        const char *const word = names + at, *const blank = memchr(word, ' ', n - at);
        const size_t size = blank ? (size_t)(blank - word) : n - at;
        unsigned long bit;

        for (uint32_t k = 0; k < r->registers->n; ++k)
            if (!r->register_name[i] && is_bit_of(word, size, r->registers->name[k], &bit)) {
                char end[32];

                snprintf(end, sizeof end, ".q[%lu]", bit);
                r->register_name[i] =
                    aig_copy_with(r->registers->name[k], strlen(r->registers->name[k]), end);
            }
        at += size;
    }
    if (!r->register_name[i] && !r->registers->other)
        r->registers->other = aig_copy_with(names, n, "");
}

/* The names are at the end of the file, but are parsed before the gates, because inputs are
 * added with their names. */
static void take_names(struct reading *r, struct aiger_outputs *out)
{
    for (const char *line = r->at; *line && *line != 'c'; line += strcspn(line, "\n") + 1) {
        const size_t n = strcspn(line, "\n");
        char *name;
        const unsigned long i = strtoul(line + 1, &name, 10);
        const size_t size = n - (size_t)(name - line);
        const char *const bit = memchr(line, '[', n) ? "" : "[0]";

        if (*line == 'i' && size > 1 && i < r->inputs && !r->input_name[i])
            r->input_name[i] = aig_copy_with(name + 1, size - 1, bit);
        if (*line == 'o' && size > 1 && i < r->outputs && !out->output[i].name)
            out->output[i].name = aig_copy_with(name + 1, size - 1, bit);
        if (*line == 'l' && size > 1 && i < r->latches && !r->register_name[i])
            take_register_name(r, i, name + 1, size - 1);
        if (!line[n])
            break;
    }
}

static aig_lit lit_of(const struct reading *r, unsigned long file)
{
    return r->lit[file >> 1] ^ (aig_lit)(file & 1);
}

static bool is_known(const struct reading *r, unsigned long file)
{
    return file >> 1 <= r->maximum && r->known[file >> 1];
}

static bool take_inputs(struct reading *r)
{
    for (unsigned long i = 0; i < r->inputs; ++i) {
        const unsigned long v = r->input[i] >> 1;
        const char *const name = r->input_name[i];
        aig_lit lit = name ? aig_find_port(r->g, name) : AIG_FALSE;

        if (v > r->maximum || r->known[v] || r->input[i] & 1)
            return wrong(r, "an input that is no input");
        if (lit == AIG_FALSE)
            lit = aig_add_input(r->g, name ? AIG_PORT : AIG_FREE,
                                name ? name : "undefined in the RTL");
        r->lit[v] = lit;
        r->known[v] = true;
    }
    return true;
}

/* The name of a register's bit, before or after the edge. */
static char *name_at(char *name, char edge)
{
    *(strrchr(name, '.') + 1) = edge;
    return name;
}

static bool take_registers(struct reading *r)
{
    for (unsigned long i = 0; i < r->latches; ++i) {
        const unsigned long v = r->before[i] >> 1;

        if (!r->register_name[i])
            return wrong(r, "the design has a register that is not listed: expected none");
        if (v > r->maximum || r->known[v] || r->before[i] & 1)
            return wrong(r, "a register that is none");
        name_at(r->register_name[i], 'q');
        r->lit[v] = aig_find_port(r->g, r->register_name[i]);
        if (r->lit[v] == AIG_FALSE)
            r->lit[v] = aig_add_input(r->g, AIG_PORT, r->register_name[i]);
        r->known[v] = true;
    }
    return true;
}

static bool take_gates(struct reading *r, const char *gates)
{
    r->at = gates;
    for (unsigned long i = 0; i < r->ands; ++i) {
        unsigned long n[3];

        if (!take_line(r, n, 3))
            return false;
        if (n[0] & 1 || n[0] >> 1 > r->maximum || r->known[n[0] >> 1] || !is_known(r, n[1]) ||
            !is_known(r, n[2]))
            return wrong(r, "a gate before what it needs");
        r->lit[n[0] >> 1] = aig_and(r->g, lit_of(r, n[1]), lit_of(r, n[2]));
        r->known[n[0] >> 1] = true;
    }
    return true;
}

static bool take_outputs(struct reading *r, struct aiger_outputs *out)
{
    for (unsigned long i = 0; i < r->outputs; ++i) {
        if (!is_known(r, r->output[i]) || !out->output[i].name)
            return wrong(r, "an output without a name or a value");
        out->output[i].lit = lit_of(r, r->output[i]);
    }
    for (unsigned long i = 0; i < r->latches; ++i) {
        struct aiger_output *const o = &out->output[r->outputs + i];

        if (!is_known(r, r->after[i]))
            return wrong(r, "a register without a value");
        o->name = aig_copy(name_at(r->register_name[i], 'd'));
        o->lit = lit_of(r, r->after[i]);
    }
    return true;
}

static bool read_body(struct reading *r, struct aiger_outputs *out)
{
    const char *gates;

    for (unsigned long i = 0; i < r->inputs; ++i)
        if (!take_line(r, &r->input[i], 1))
            return false;
    for (unsigned long i = 0; i < r->latches; ++i) {
        unsigned long n[2];

        if (!take_line(r, n, 2))
            return false;
        r->before[i] = n[0];
        r->after[i] = n[1];
    }
    for (unsigned long i = 0; i < r->outputs; ++i)
        if (!take_line(r, &r->output[i], 1))
            return false;
    gates = r->at;
    for (unsigned long i = 0; i < r->ands; ++i)
        next_line(r);
    take_names(r, out);
    return take_inputs(r) && take_registers(r) && take_gates(r, gates) && take_outputs(r, out);
}

static void *zeroed(size_t n, size_t size)
{
    void *const p = aig_memory(NULL, n + 1, size);

    memset(p, 0, (n + 1) * size);
    return p;
}

bool aiger_read(struct aig *g, const char *text, struct aiger_registers *registers,
                struct aiger_outputs *out, char *why, size_t why_size)
{
    struct reading r = {
        .g = g, .at = text, .line = 1, .registers = registers, .why = why, .why_size = why_size};
    bool ok;

    *out = (struct aiger_outputs){0};
    registers->other = NULL;
    if (!take_head(&r))
        return false;
    r.lit = zeroed(r.maximum, sizeof *r.lit);
    r.known = zeroed(r.maximum, sizeof *r.known);
    r.input = zeroed(r.inputs, sizeof *r.input);
    r.output = zeroed(r.outputs, sizeof *r.output);
    r.input_name = zeroed(r.inputs, sizeof *r.input_name);
    r.before = zeroed(r.latches, sizeof *r.before);
    r.after = zeroed(r.latches, sizeof *r.after);
    r.register_name = zeroed(r.latches, sizeof *r.register_name);
    out->output = zeroed(r.outputs + r.latches, sizeof *out->output);
    out->n = (uint32_t)(r.outputs + r.latches);
    r.known[0] = true;
    ok = read_body(&r, out);
    for (unsigned long i = 0; i < r.inputs; ++i)
        free(r.input_name[i]);
    for (unsigned long i = 0; i < r.latches; ++i)
        free(r.register_name[i]);
    free(r.register_name);
    free(r.after);
    free(r.before);
    free(r.input_name);
    free(r.output);
    free(r.input);
    free(r.known);
    free(r.lit);
    if (!ok)
        aiger_free(out);
    return ok;
}

void aiger_free(struct aiger_outputs *out)
{
    for (uint32_t i = 0; i < out->n; ++i)
        free(out->output[i].name);
    free(out->output);
    *out = (struct aiger_outputs){0};
}

bool aiger_find(const struct aiger_outputs *out, const char *name, aig_lit *lit)
{
    for (uint32_t i = 0; i < out->n; ++i)
        if (strcmp(out->output[i].name, name) == 0) {
            *lit = out->output[i].lit;
            return true;
        }
    return false;
}

/* --- writing --- */

static void write_delta(uint32_t n, FILE *f)
{
    for (; n > 127; n >>= 7)
        fputc((int)(n & 127) | 128, f);
    fputc((int)n, f);
}

void aiger_write(const struct aig *g, aig_lit output, FILE *f)
{
    bool *const in = aig_cone(g, &output, 1);
    uint32_t *const variable = aig_memory(NULL, g->n, sizeof *variable);
    uint32_t next = 1, ands = 0;

    variable[0] = 0;
    for (uint32_t i = 0; i < g->n_inputs; ++i)
        variable[g->input[i].node] = next++;
    for (uint32_t i = 1; i < g->n; ++i)
        if (in[i] && !aig_is_input(g, i)) {
            variable[i] = next++;
            ++ands;
        }
    fprintf(f, "aig %u %u 0 1 %u\n%u\n", (unsigned)(g->n_inputs + ands), (unsigned)g->n_inputs,
            (unsigned)ands, (unsigned)(2 * variable[output >> 1] + (output & 1)));
    for (uint32_t i = 1; i < g->n; ++i) {
        const struct aig_node n = g->node[i];
        uint32_t a, b;

        if (!in[i] || aig_is_input(g, i))
            continue;
        a = 2 * variable[n.a >> 1] + (n.a & 1);
        b = 2 * variable[n.b >> 1] + (n.b & 1);
        if (a < b) {
            const uint32_t swap = a;

            a = b;
            b = swap;
        }
        write_delta(2 * variable[i] - a, f);
        write_delta(a - b, f);
    }
    free(variable);
    free(in);
}

static long clause_lit(aig_lit a)
{
    return a & 1 ? -(long)(a >> 1) : (long)(a >> 1);
}

void aiger_write_cnf(const struct aig *g, aig_lit lit, FILE *f)
{
    bool *const in = aig_cone(g, &lit, 1);
    unsigned long clauses = lit != AIG_TRUE;

    for (uint32_t i = 1; i < g->n; ++i)
        clauses += in[i] && !aig_is_input(g, i) ? 3 : 0;
    fprintf(f, "p cnf %u %lu\n", (unsigned)(g->n - 1), clauses);
    for (uint32_t i = 1; i < g->n; ++i)
        if (in[i] && !aig_is_input(g, i)) {
            const long a = clause_lit(g->node[i].a), b = clause_lit(g->node[i].b);

            fprintf(f, "-%u %ld 0\n-%u %ld 0\n%u %ld %ld 0\n", (unsigned)i, a, (unsigned)i, b,
                    (unsigned)i, -a, -b);
        }
    if (lit == AIG_FALSE)
        fprintf(f, "0\n");
    else if (lit != AIG_TRUE)
        fprintf(f, "%ld 0\n", clause_lit(lit));
    free(in);
}

static void write_smt_lit(aig_lit a, FILE *f)
{
    if (a < 2)
        fputs(a ? "true" : "false", f);
    else
        fprintf(f, a & 1 ? "(not n%u)" : "n%u", (unsigned)(a >> 1));
}

void aiger_write_smt(const struct aig *g, aig_lit lit, FILE *f)
{
    bool *const in = aig_cone(g, &lit, 1);

    fputs("(set-logic QF_UF)\n", f);
    for (uint32_t i = 1; i < g->n; ++i) {
        if (!in[i])
            continue;
        fprintf(f, "(declare-const n%u Bool)\n", (unsigned)i);
        if (aig_is_input(g, i))
            continue;
        fprintf(f, "(assert (= n%u (and ", (unsigned)i);
        write_smt_lit(g->node[i].a, f);
        fputc(' ', f);
        write_smt_lit(g->node[i].b, f);
        fputs(")))\n", f);
    }
    fputs("(assert ", f);
    write_smt_lit(lit, f);
    fputs(")\n(check-sat)\n", f);
    free(in);
}
