/* cell_bench.c - a testbench that runs the RTL in Icarus Verilog, one step after another. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "prove/cell.h"

/* Processor time for all steps; and how the shell reports that it is over. */
enum { SECONDS = 20, TIMED_OUT = 128 + 24 };

static bool is_plain(const char *name)
{
    for (; *name; ++name)
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    return true;
}

/* Whether an input is that of a wire that is cut, "w.i". */
static bool is_cut(const struct cell *c, const char *name)
{
    const size_t n = strlen(name);

    for (uint32_t i = 0; i < c->lemma->cut.n; ++i)
        if (n > 2 && strcmp(name + n - 2, ".i") == 0 && strlen(c->lemma->cut.word[i]) == n - 2 &&
            strncmp(c->lemma->cut.word[i], name, n - 2) == 0)
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

static void add_port(struct execute_ports *ports, const char *name, const char *end, uint32_t width)
{
    ports->port[ports->n++] = (struct execute_port){aig_copy_with(name, strlen(name), end), width};
}

void cell_set_ports(const struct cell *c, struct execute_ports *ports)
{
    ports->port = aig_memory(NULL, c->in.n + c->state.n + 1, sizeof *ports->port);
    ports->n = 0;
    for (uint32_t i = 0; i < c->in.n; ++i)
        if (is_plain(c->in.port[i].name) || is_cut(c, c->in.port[i].name))
            add_port(ports, c->in.port[i].name, "", c->in.port[i].width);
    for (uint32_t i = 0; i < c->state.n; ++i)
        add_port(ports, c->state.port[i].name, ".q", c->state.port[i].width);
}

/* Write that an input is set. A wire that is cut is forced. A register is set like a variable,
 * since it must change at the edge. */
static void write_input(const struct cell *c, struct assay_text *t, const struct execute_port *p,
                        const uint64_t *value, unsigned pattern)
{
    const size_t n = strlen(p->name);

    if (is_plain(p->name))
        assay_text_addf(t, "        %s = ", p->name);
    else
        assay_text_addf(t, "        %su.%.*s = ", p->name[n - 1] == 'i' ? "force " : "",
                        (int)(n - 2), p->name);
    assay_text_addf(t, "%u'b", (unsigned)p->width);
    for (uint32_t k = p->width; k-- > 0;)
        assay_text_add(t, cell_bit(c, value, p->name, k, pattern) ? "1" : "0");
    assay_text_add(t, ";\n");
}

/* The registers come first, as the cycle before has changed them: were they set along with the one
 * input that changes, a process that waits for them alone would see that input as well. */
void cell_add_step(const struct cell *c, struct cell_bench *b, const uint64_t *value,
                   unsigned pattern, const struct execute_port *changed)
{
    struct execute_ports ports;
    uint32_t first_register;

    cell_set_ports(c, &ports);
    first_register = ports.n - c->state.n;
    for (uint32_t i = first_register; i < ports.n; ++i)
        write_input(c, &b->steps, &ports.port[i], value, pattern);
    if (c->state.n)
        assay_text_add(&b->steps, "        #1;\n");
    for (uint32_t i = 0; i < first_register; ++i)
        if (!changed || strcmp(ports.port[i].name, changed->name) == 0)
            write_input(c, &b->steps, &ports.port[i], value, pattern);
    assay_text_add(&b->steps, "        assay_print;\n");
    ++b->n;
    lemma_free_ports(&ports);
}

/* Write that outputs are printed: those of the cycle, or the registers after it. */
static void write_outputs(const struct cell *c, bool next, struct assay_text *t)
{
    for (uint32_t i = 0; i < c->out.n; ++i) {
        const char *const name = c->out.port[i].name;

        if (cell_is_next(c, name) != next)
            continue;
        assay_text_addf(t, "            $display(\"%%0d %s %%b\", assay_step, %s%.*s);\n", name,
                        next || is_shown(c, name) ? "u." : "", (int)(strlen(name) - (next ? 2 : 0)),
                        name);
    }
}

/* Write the task that prints the outputs, and after a clock edge the registers. */
static void write_task(const struct cell *c, struct assay_text *t)
{
    assay_text_add(t, "    integer assay_step = 0;\n    task assay_print;\n        begin\n"
                      "            #1;\n");
    write_outputs(c, false, t);
    if (c->state.n) {
        assay_text_add(t, "            clk = 1;\n            #1;\n");
        write_outputs(c, true, t);
        assay_text_add(t, "            clk = 0;\n            #1;\n");
    }
    assay_text_add(t, "            assay_step = assay_step + 1;\n            $fflush;\n"
                      "        end\n    endtask\n");
}

static void write_bench(const struct cell *c, const struct cell_bench *b, struct assay_text *t)
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
    assay_text_add(t, ");\n");
    write_task(c, t);
    /* Not at time 0, because processes that wait for a change would miss it. */
    assay_text_addf(t, "    initial begin\n        #1;\n%s    end\nendmodule\n",
                    assay_text_get(&b->steps));
}

static enum assay_error compile_bench(const struct cell *c, const struct cell_bench *b,
                                      const char *name, char *why, size_t why_size)
{
    struct assay_text t = {0}, command = {0};
    char *argv[] = {(char *)"sh", (char *)"-c", NULL, NULL}, file[64];
    const struct lemma_place *const place = c->lemma->place;
    enum assay_error e;

    write_bench(c, b, &t);
    snprintf(file, sizeof file, "%.50s.v", name);
    e = cell_write(c, file, assay_text_get(&t), why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
    assay_text_free(&t);
    /* It would fail if the variable names a folder that cannot be written to. */
    assay_text_addf(&command,
                    "TMP=. iverilog -g2012 -grelative-include -s assay_replay -o %s.vvp %s", name,
                    file);
    for (uint32_t i = 0; place && i < place->defines.n; ++i) {
        assay_text_add(&command, " -D");
        assay_text_add_quoted(&command, place->defines.word[i]);
    }
    for (uint32_t i = 0; i < c->lemma->rtl.n; ++i) {
        assay_text_add(&command, " tree/");
        assay_text_add_quoted(&command, c->lemma->rtl.word[i]);
    }
    argv[2] = (char *)assay_text_get(&command);
    if (!e)
        e = cell_run(c->folder, argv, "the RTL is not compiled", why, why_size);
    assay_text_free(&command);
    return e;
}

enum assay_error cell_run_bench(const struct cell *c, const struct cell_bench *b, const char *name,
                                struct assay_output *out, bool *whole, char *why, size_t why_size)
{
    char command[128];
    char *argv[] = {(char *)"sh", (char *)"-c", command, NULL};
    enum assay_error e = compile_bench(c, b, name, why, why_size);
    int status;

    if (e)
        return e;
    /* At the first limit a signal ends it that nothing else sends. */
    snprintf(command, sizeof command,
             "ulimit -c 0; ulimit -S -t %d; ulimit -H -t %d; exec vvp -n %.50s.vvp", SECONDS,
             SECONDS + 2, name);
    status = assay_process_text(argv, c->folder, out);
    *whole = status == 0;
    if (status == 0 || status == TIMED_OUT)
        return ASSAY_OK;
    snprintf(why, why_size, "vvp fails, status %d%s%.500s", status,
             out->text && *out->text ? ": " : "", out->text ? out->text : "");
    return ASSAY_ENVIRONMENT;
}

const char *cell_bits_of(const char *text, uint32_t step, const char *name, size_t *n)
{
    char start[512];
    size_t size;

    snprintf(start, sizeof start, "%u %.400s ", (unsigned)step, name);
    size = strlen(start);
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strncmp(text, start, size) == 0) {
            *n = strcspn(text + size, "\n");
            return text + size;
        }
    *n = 0;
    return text;
}

void cell_add_value(const struct cell *c, struct assay_text *t, const struct execute_port *p,
                    const uint64_t *value, unsigned pattern)
{
    assay_text_addf(t, " %s=", p->name);
    for (uint32_t k = (p->width + 3) / 4; k-- > 0;) {
        unsigned digit = 0;

        for (uint32_t b = 4 * k; b < 4 * k + 4 && b < p->width; ++b)
            digit |= (unsigned)cell_bit(c, value, p->name, b, pattern) << (b % 4);
        assay_text_addf(t, "%x", digit);
    }
}
