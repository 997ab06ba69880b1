/* cell_replay.c - replay a counterexample in the compiled model, and in the RTL under Icarus
 * Verilog. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "prove/cell.h"

static bool is_plain(const char *name)
{
    for (; *name; ++name)
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    return true;
}

static bool is_cut(const struct cell *c, const char *name, size_t n)
{
    for (uint32_t i = 0; i < c->lemma->cut.n; ++i)
        if (strlen(c->lemma->cut.word[i]) == n && strncmp(c->lemma->cut.word[i], name, n) == 0)
            return true;
    return false;
}

/* Whether an output is an internal wire. */
static bool is_shown(const struct cell *c, const char *name)
{
    for (uint32_t i = 0; i < c->lemma->show.n; ++i)
        if (strcmp(c->lemma->show.word[i], name) == 0)
            return true;
    return false;
}

static bool is_port(const struct cell *c, const char *output)
{
    return !is_shown(c, output) && !cell_is_next(c, output);
}

static void add_number(const struct cell *c, struct assay_text *t, const struct execute_port *p,
                       const uint64_t *value)
{
    assay_text_addf(t, "%u'b", (unsigned)p->width);
    for (uint32_t k = p->width; k-- > 0;)
        assay_text_add(t, cell_bit(c, value, p->name, k, 0) ? "1" : "0");
}

/* Write the values of the inputs, of the wires that are cut and of the registers before the cycle.
 * A register is set like a variable, since it must change at the edge. */
static void write_inputs(const struct cell *c, const uint64_t *value, struct assay_text *t)
{
    for (uint32_t i = 0; i < c->in.n; ++i) {
        const char *const name = c->in.port[i].name;
        const size_t n = strlen(name);

        if (is_plain(name)) {
            assay_text_addf(t, "        %s = ", name);
            add_number(c, t, &c->in.port[i], value);
            assay_text_add(t, ";\n");
        }
        if (n > 2 && strcmp(name + n - 2, ".i") == 0 && is_cut(c, name, n - 2)) {
            assay_text_addf(t, "        force u.%.*s = ", (int)(n - 2), name);
            add_number(c, t, &c->in.port[i], value);
            assay_text_add(t, ";\n");
        }
    }
    for (uint32_t i = 0; i < c->state.n; ++i) {
        char name[256];
        const struct execute_port before = {name, c->state.port[i].width};

        snprintf(name, sizeof name, "%s.q", c->state.port[i].name);
        assay_text_addf(t, "        u.%s = ", c->state.port[i].name);
        add_number(c, t, &before, value);
        assay_text_add(t, ";\n");
    }
}

/* Write that outputs are printed: those of the cycle, or the registers after it. */
static void write_outputs(const struct cell *c, bool next, struct assay_text *t)
{
    for (uint32_t i = 0; i < c->out.n; ++i) {
        const char *const name = c->out.port[i].name;

        if (cell_is_next(c, name) != next)
            continue;
        assay_text_addf(t, "        $display(\"%s %%b\", %s%.*s);\n", name,
                        next || is_shown(c, name) ? "u." : "", (int)(strlen(name) - (next ? 2 : 0)),
                        name);
    }
}

/* Write a testbench that sets the inputs and what is before the cycle, prints the outputs, and
 * after a clock edge the registers. */
static void write_bench(const struct cell *c, const uint64_t *value, struct assay_text *t)
{
    const char *separator = "";

    assay_text_add(t, "module assay_replay;\n");
    for (uint32_t i = 0; i < c->in.n; ++i)
        if (is_plain(c->in.port[i].name))
            assay_text_addf(t, "    reg [%u:0] %s;\n", (unsigned)c->in.port[i].width - 1,
                            c->in.port[i].name);
    for (uint32_t i = 0; i < c->out.n; ++i)
        if (is_port(c, c->out.port[i].name))
            assay_text_addf(t, "    wire [%u:0] %s;\n", (unsigned)c->out.port[i].width - 1,
                            c->out.port[i].name);
    if (c->state.n)
        assay_text_add(t, "    reg clk = 0;\n");
    assay_text_addf(t, "    %s", c->lemma->top);
    for (const char *at = c->parameters; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const int n = (int)strcspn(at, "= ");

        assay_text_addf(t, "%s .%.*s(%.*s)", at == c->parameters ? " #(" : ",", n, at,
                        (int)strcspn(at, " ") - n - 1, at + n + 1);
    }
    assay_text_addf(t, "%s u (", *c->parameters ? ")" : "");
    if (c->state.n) {
        assay_text_add(t, ".clk(clk)");
        separator = ", ";
    }
    for (uint32_t i = 0; i < c->in.n; ++i)
        if (is_plain(c->in.port[i].name)) {
            assay_text_addf(t, "%s.%s(%s)", separator, c->in.port[i].name, c->in.port[i].name);
            separator = ", ";
        }
    for (uint32_t i = 0; i < c->out.n; ++i)
        if (is_port(c, c->out.port[i].name)) {
            assay_text_addf(t, "%s.%s(%s)", separator, c->out.port[i].name, c->out.port[i].name);
            separator = ", ";
        }
    /* Not at time 0, because processes that wait for a change would miss it. */
    assay_text_add(t, ");\n    initial begin\n        #1;\n");
    write_inputs(c, value, t);
    assay_text_add(t, "        #1;\n");
    write_outputs(c, false, t);
    if (c->state.n) {
        assay_text_add(t, "        clk = 1;\n        #1;\n");
        write_outputs(c, true, t);
    }
    assay_text_add(t, "    end\nendmodule\n");
}

static enum assay_error run_rtl(const struct cell *c, const uint64_t *value,
                                struct assay_output *out, char *why, size_t why_size)
{
    struct assay_text t = {0}, command = {0};
    char *argv[] = {(char *)"sh", (char *)"-c", NULL, NULL};
    enum assay_error e;

    write_bench(c, value, &t);
    e = cell_write(c, "replay.v", assay_text_get(&t), why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
    assay_text_free(&t);
    assay_text_add(&command, "iverilog -g2012 -s assay_replay -o replay.vvp replay.v");
    for (uint32_t i = 0; i < c->lemma->rtl.n; ++i) {
        assay_text_add(&command, " tree/");
        assay_text_add_quoted(&command, c->lemma->rtl.word[i]);
    }
    argv[2] = (char *)assay_text_get(&command);
    if (!e)
        e = cell_run(c->folder, argv, "the RTL is not compiled", why, why_size);
    assay_text_free(&command);
    argv[2] = (char *)"vvp -n replay.vvp";
    if (!e && assay_process_text(argv, c->folder, out) != 0) {
        snprintf(why, why_size, "vvp fails: %.500s", out->text);
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

/* Find the bits in a line such as "NAME 0101", highest first. */
static const char *bits_of(const char *text, const char *name, size_t *n)
{
    const size_t size = strlen(name);

    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strncmp(text, name, size) == 0 && text[size] == ' ') {
            *n = strcspn(text + size + 1, "\n");
            return text + size + 1;
        }
    *n = 0;
    return "";
}

static void add_input(struct cell *c, const struct execute_port *p, const uint64_t *value)
{
    assay_text_addf(&c->about, " %s=", p->name);
    for (uint32_t k = (p->width + 3) / 4; k-- > 0;) {
        unsigned digit = 0;

        for (uint32_t b = 4 * k; b < 4 * k + 4 && b < p->width; ++b)
            digit |= (unsigned)cell_bit(c, value, p->name, b, 0) << (b % 4);
        assay_text_addf(&c->about, "%x", digit);
    }
}

static void add_inputs(struct cell *c, const uint64_t *value)
{
    assay_text_add(&c->about, "inputs:");
    for (uint32_t i = 0; i < c->in.n; ++i)
        add_input(c, &c->in.port[i], value);
    for (uint32_t i = 0; i < c->state.n; ++i)
        if (cell_has_own(c, c->state.port[i].name)) {
            char name[256];

            snprintf(name, sizeof name, "%s.q", c->state.port[i].name);
            add_input(c, &(struct execute_port){name, c->state.port[i].width}, value);
        }
    assay_text_add(&c->about, "\n");
}

/* Compare the outputs of the program and the RTL, where they are to be compared. Sets `differ`,
 * also if the program makes no claim about a reset, or leaves the invariant. */
static void compare(struct cell *c, const uint64_t *value, const char *native, const char *rtl,
                    bool *differ)
{
    char *at;

    if (strtoul(native, &at, 16) == 0) {
        *differ = aig_value(value, c->lost) & 1;
        assay_text_add(&c->about, "model: nothing is claimed of a cycle with rst\n");
        return;
    }
    for (uint32_t i = 0; i < c->out.n; ++i) {
        const struct execute_port *const p = &c->out.port[i];
        uint32_t *const word = aig_memory(NULL, execute_port_words(p), sizeof *word);
        struct assay_text expected = {0};
        size_t n;
        const char *const bits = bits_of(rtl, p->name, &n);

        for (uint32_t k = 0; k < execute_port_words(p); ++k)
            word[k] = (uint32_t)strtoul(at, &at, 16);
        for (uint32_t k = p->width; k-- > 0;)
            assay_text_add(&expected, word[k / 32] >> (k % 32) & 1 ? "1" : "0");
        if (aig_value(value, c->care[i]) & 1 &&
            (n != p->width || strncmp(assay_text_get(&expected), bits, n) != 0)) {
            *differ = true;
            assay_text_addf(&c->about, "%s: model %s, RTL %.*s\n", p->name,
                            assay_text_get(&expected), (int)n, bits);
        }
        free(word);
        assay_text_free(&expected);
    }
    if (c->lemma->holds && strtoul(at, &at, 16) == 0 && aig_value(value, c->lost) & 1) {
        *differ = true;
        assay_text_add(&c->about, "model: the invariant does not hold after the cycle\n");
    }
}

static const struct execute_obligation *broken(const struct execute_result *r,
                                               const uint64_t *value)
{
    for (uint32_t i = 0; i < r->n_obligations; ++i)
        if (aig_value(value, r->obligation[i].broken) & 1)
            return &r->obligation[i];
    return NULL;
}

/* Replay a broken obligation: the compiled model with checks must stop at it. Obligations at
 * which no program stops are accepted as they are. */
static enum assay_error replay_broken(struct cell *c, const struct execute_obligation *o, char *why,
                                      size_t why_size)
{
    struct assay_output out = {0};
    enum assay_error e;
    int status;

    assay_text_addf(&c->about, "model: %s:%u: %s\n", o->file, (unsigned)o->line, o->what);
    if (o->silent)
        return ASSAY_OK;
    e = cell_build_native(c, true, why, why_size);
    if (e)
        return e;
    status = cell_run_native(c, "checked", &out);
    free(out.text);
    if (status)
        return ASSAY_OK;
    snprintf(why, why_size, "%s: %s:%u: %s: the compiled model does not stop there", c->lemma->name,
             o->file, (unsigned)o->line, o->what);
    return ASSAY_ENVIRONMENT;
}

enum assay_error cell_replay(struct cell *c, const uint64_t *value, char *why, size_t why_size)
{
    const struct execute_obligation *o = broken(&c->model, value);
    struct assay_output native = {0}, rtl = {0};
    struct assay_text t = {0};
    enum assay_error e;
    bool differ = false;

    cell_add_vector(c, &t, value, 0);
    e = cell_write(c, "vectors", assay_text_get(&t), why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
    assay_text_free(&t);
    if (e)
        return e;
    add_inputs(c, value);
    if (!o)
        o = broken(&c->checked, value);
    if (o)
        return replay_broken(c, o, why, why_size);
    e = run_rtl(c, value, &rtl, why, why_size);
    if (!e && cell_run_native(c, "native", &native) != 0) {
        snprintf(why, why_size, "%s: the compiled model fails: %.500s", c->lemma->name,
                 native.text);
        e = ASSAY_ENVIRONMENT;
    }
    if (!e)
        compare(c, value, native.text, rtl.text, &differ);
    if (!e && !differ) {
        snprintf(why, why_size, "%s: the counterexample of %s does not replay: %s", c->lemma->name,
                 c->solved_by, assay_text_get(&c->about));
        e = ASSAY_ENVIRONMENT;
    }
    free(native.text);
    free(rtl.text);
    return e;
}
