#include "new_block/settle.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/file.h"
#include "base/scratch.h"
#include "base/text.h"
#include "new_block/names.h"
#include "sim/design.h"
#include "sim/flags.h"
#include "sim/runtime.h"
#include "sim/settings.h"
#include "sim/tool.h"

/* Vectors at least this wide are arrays of words in Verilator's classes. */
enum { LEAST = 65 };

/* Prints four lines of bits, highest first, for each active level: bits that are alike, move in
 * reset, and move after it; and the values in reset. */
static const char *const bench =
    "#include <cstdint>\n"
    "#include <cstdio>\n"
    "#include \"Vbench.h\"\n"
    "\n"
    "enum { STATES = 4, HELD = 64, FREE = 64, FROM = 16 };\n"
    "\n"
    "static uint32_t word_at(const VlWide<(OUT + 31) / 32> &v, int i) { return v[i]; }\n"
    "\n"
    "static void print(const char *what, const bool *bit, const char *value)\n"
    "{\n"
    "    printf(\"%s \", what);\n"
    "    for (int i = OUT - 1; i >= 0; --i)\n"
    "        putchar(value ? value[i] : bit[i] ? '1' : '0');\n"
    "    putchar('\\n');\n"
    "}\n"
    "\n"
    "static void try_level(int active)\n"
    "{\n"
    "    static bool alike[OUT], moves[2][OUT], last[OUT];\n"
    "    static char held[OUT];\n"
    "    VerilatedContext *context[STATES];\n"
    "    Vbench *dut[STATES];\n"
    "    uint64_t random = 88172645463325252ull;\n"
    "\n"
    "    for (int i = 0; i < OUT; ++i)\n"
    "        alike[i] = true, moves[0][i] = moves[1][i] = false;\n"
    "    for (int s = 0; s < STATES; ++s) {\n"
    "        context[s] = new VerilatedContext;\n"
    "        context[s]->randReset(2);\n"
    "        context[s]->randSeed(s + 1);\n"
    "        Verilated::threadContextp(context[s]);\n"
    "        dut[s] = new Vbench(context[s], \"bench\");\n"
    "    }\n"
    "    for (int cycle = 0; cycle < HELD + FREE; ++cycle) {\n"
    "        uint32_t in[(IN + 31) / 32];\n"
    "        for (uint32_t &word : in) {\n"
    "            random ^= random << 13, random ^= random >> 7, random ^= random << 17;\n"
    "            word = (uint32_t)(random >> 16);\n"
    "        }\n"
    "        for (int s = 0; s < STATES; ++s) {\n"
    "            Verilated::threadContextp(context[s]);\n"
    "            for (int i = 0; i < (IN + 31) / 32; ++i)\n"
    "                dut[s]->in[i] = in[i];\n"
    "            if (IN % 32)\n"
    "                dut[s]->in[(IN - 1) / 32] &= (1u << IN % 32) - 1;\n"
    "            dut[s]->rst = cycle < HELD ? active : !active;\n"
    "            dut[s]->clk = 0;\n"
    "            dut[s]->eval();\n"
    "        }\n"
    "        for (int i = 0; i < OUT; ++i) {\n"
    "            const bool first = word_at(dut[0]->out, i / 32) >> i % 32 & 1;\n"
    "            bool same = true;\n"
    "            for (int s = 1; s < STATES; ++s)\n"
    "                same &= (word_at(dut[s]->out, i / 32) >> i % 32 & 1) == first;\n"
    "            if (cycle >= FROM)\n"
    "                alike[i] &= same;\n"
    "            if (cycle > FROM && cycle != HELD)\n"
    "                moves[cycle > HELD][i] |= first != last[i];\n"
    "            last[i] = first;\n"
    "            if (cycle == HELD - 1)\n"
    "                held[i] = same ? first ? '1' : '0' : 'x';\n"
    "        }\n"
    "        for (int s = 0; s < STATES; ++s) {\n"
    "            Verilated::threadContextp(context[s]);\n"
    "            dut[s]->clk = 1;\n"
    "            dut[s]->eval();\n"
    "        }\n"
    "    }\n"
    "    print(\"alike\", alike, nullptr);\n"
    "    print(\"inside\", moves[0], nullptr);\n"
    "    print(\"behind\", moves[1], nullptr);\n"
    "    print(\"held\", nullptr, held);\n"
    "}\n"
    "\n"
    "int main()\n"
    "{\n"
    "    try_level(0);\n"
    "    try_level(1);\n"
    "    return 0;\n"
    "}\n";

/* --- the module around the design: one vector of inputs, one of outputs --- */

static void add_range(struct assay_text *t, const char *vector, size_t from, uint32_t width)
{
    assay_text_addf(t, "%s[%zu:%zu]", vector, from + width - 1, from);
}

static void write_module(const struct assay_new_plan *p, const char *top, struct assay_text *t,
                         size_t *inputs, size_t *outputs)
{
    struct assay_text pins = {0};
    size_t in = 0, out = 0;

    for (size_t i = 0; i < p->n_pins; ++i) {
        const struct assay_new_pin *pin = &p->pin[i];
        const bool input = pin->port->direction == ASSAY_RTL_INPUT;

        assay_text_addf(&pins, "%s        .%s(", i ? ",\n" : "", pin->port->name);
        if (pin->role == ASSAY_NEW_CLOCK)
            assay_text_add(&pins, "clk");
        else if ((int)i == p->reset)
            assay_text_add(&pins, "rst");
        else if (pin->role == ASSAY_NEW_IDLE)
            assay_text_addf(&pins, "1'b%d", pin->high);
        else
            add_range(&pins, input ? "in" : "out", input ? in : out, pin->port->width);
        assay_text_add(&pins, ")");
        in += input ? pin->port->width : 0;
        out += input ? 0 : pin->port->width;
    }
    *inputs = in < LEAST ? LEAST : in;
    *outputs = out < LEAST ? LEAST : out;
    assay_text_addf(t,
                    "module assay_%s (input wire clk, input wire rst, input wire [%zu:0] in, "
                    "output wire [%zu:0] out);\n    %s dut (\n%s\n    );\n",
                    top, *inputs - 1, *outputs - 1, top, assay_text_get(&pins));
    if (*outputs > out)
        assay_text_addf(t, "    assign out[%zu:%zu] = 0;\n", *outputs - 1, out);
    assay_text_add(t, "endmodule\n");
    t->failed |= pins.failed;
    assay_text_free(&pins);
}

/* --- building and running it --- */

static enum assay_error verilate(const struct assay_new_rtl *r, const char *folder, char *why,
                                 size_t why_size)
{
    static const char *const flags[] = {"verilator", "--cc",       "--x-initial",
                                        "unique",    "--x-assign", "unique",
                                        "--prefix",  "Vbench",     "--Mdir"};
    const struct assay_model_block model = {.name = r->top, .top = r->top};
    const struct assay_block block = {.model = &model};
    const struct assay_variant v = {.block = &block, .rtl = r->path};
    struct assay_filelist list = r->list;
    struct assay_output out = {0};
    struct assay_args a = {0};
    char wrapper[PATH_MAX];
    int status;

    assay_path(wrapper, sizeof wrapper, "%s/bench.v", folder);
    list.wrapper = wrapper;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(&a, flags[i]);
    assay_args_add(&a, folder);
    status = assay_design_run(&v, &list, &a, NULL, &out, NULL);
    if (status != 0) {
        const enum assay_error e = assay_tool_failed(&v, "verilator", status, &out, why, why_size);

        free(out.text);
        return e;
    }
    free(out.text);
    return ASSAY_OK;
}

/* Combines the bench and all of Verilator's sources in one compilation unit. */
static bool write_unit(const char *folder, char *why, size_t why_size)
{
    struct assay_text t = {0};
    DIR *d = opendir(folder);
    bool good = d != NULL;

    assay_text_add(&t, bench);
    for (struct dirent *e; d && (e = readdir(d));)
        if (assay_new_ends_with(e->d_name, ".cpp"))
            assay_text_addf(&t, "#include \"%s\"\n", e->d_name);
    if (d)
        closedir(d);
    else
        snprintf(why, why_size, "%s: %s: expected to read that folder", folder, strerror(errno));
    good = good && assay_runtime_write(folder, "unit.cc", &t, why, why_size);
    assay_text_free(&t);
    return good;
}

static enum assay_error failed(const char *what, int status, const struct assay_output *out,
                               char *why, size_t why_size)
{
    snprintf(why, why_size, "%s (status %d): expected a simulation of the reset:\n%.1500s", what,
             status, out->text ? out->text : "");
    return ASSAY_ENVIRONMENT;
}

static enum assay_error compile(const char *folder, size_t inputs, size_t outputs, char *why,
                                size_t why_size)
{
    char archive[PATH_MAX], header[PATH_MAX], in[40], out_bits[40];
    struct assay_args a = {0};
    struct assay_output out = {0};
    enum assay_error e = assay_runtime_library(archive, why, why_size);
    int status;

    if (e != ASSAY_OK)
        return e;
    assay_runtime_headers(NULL, ASSAY_SETTINGS_SLOW, header);
    snprintf(in, sizeof in, "-DIN=%zu", inputs);
    snprintf(out_bits, sizeof out_bits, "-DOUT=%zu", outputs);
    assay_flags_compiler(&a, ASSAY_SETTINGS_SLOW);
    if (*header) {
        assay_args_add(&a, "-include");
        assay_args_add(&a, header);
    }
    assay_args_add(&a, ASSAY_FLAGS_NO_COVERAGE);
    assay_args_add(&a, ASSAY_FLAGS_NO_SC);
    assay_args_add(&a, ASSAY_FLAGS_NO_SC_MODEL);
    assay_args_add(&a, in);
    assay_args_add(&a, out_bits);
    assay_args_add(&a, "-I.");
    assay_args_add(&a, "unit.cc");
    assay_args_add(&a, archive);
    assay_args_add(&a, "-lz");
    assay_args_add(&a, "-lpthread");
    assay_args_add(&a, "-o");
    assay_args_add(&a, "bench");
    status = assay_args_run(&a, folder, &out);
    if (status != 0)
        e = failed("g++ does not compile the design", status, &out, why, why_size);
    assay_args_free(&a);
    free(out.text);
    return e;
}

/* --- the output of the program --- */

struct lines {
    char *alike, *inside, *behind, *held;
};

/* Returns the text after a name such as "alike", searching from *at, and advances *at. NULL if it
 * does not have `bits` characters. The caller frees it. */
static char *line_of(const char **at, const char *name, size_t bits)
{
    const char *line = strstr(*at, name), *value = line ? line + strlen(name) + 1 : NULL;

    if (!value || strcspn(value, "\n") != bits)
        return NULL;
    *at = value;
    return strndup(value, bits);
}

static bool read_lines(const char **at, size_t bits, struct lines *l)
{
    l->alike = line_of(at, "alike", bits);
    l->inside = line_of(at, "inside", bits);
    l->behind = line_of(at, "behind", bits);
    l->held = line_of(at, "held", bits);
    return l->alike && l->inside && l->behind && l->held;
}

static bool wakes(const struct lines *l, size_t bit)
{
    return l->alike[bit] == '1' && l->inside[bit] == '0' && l->behind[bit] == '1';
}

static enum assay_error read_output(const char *text, size_t bits,
                                    struct assay_new_settled settled[2], char *why, size_t why_size)
{
    struct lines l[2] = {{0}};
    bool good = read_lines(&text, bits, &l[0]) && read_lines(&text, bits, &l[1]);

    for (int level = 0; level < 2 && good; ++level) {
        memset(&settled[level], 0, sizeof settled[level]);
        for (size_t i = 0; i < bits; ++i) {
            settled[level].agree += l[level].alike[i] == '1' && l[!level].alike[i] == '0';
            settled[level].wakes += wakes(&l[level], i) && !wakes(&l[!level], i);
        }
        settled[level].held = l[level].held;
        l[level].held = NULL;
    }
    if (!good)
        snprintf(why, why_size,
                 "the simulation of the reset ended early: expected what its outputs are");
    for (int level = 0; level < 2; ++level) {
        free(l[level].alike);
        free(l[level].inside);
        free(l[level].behind);
        free(l[level].held);
    }
    return good ? ASSAY_OK : ASSAY_BAD_INPUT;
}

static enum assay_error simulate(const char *folder, size_t bits,
                                 struct assay_new_settled settled[2], char *why, size_t why_size)
{
    char program[] = "./bench";
    char *argv[] = {(char *)"timeout", (char *)"60", program, NULL};
    struct assay_output out = {0};
    const int status = assay_process(argv, folder, &out);
    enum assay_error e = ASSAY_BAD_INPUT;

    if (status != 0)
        snprintf(why, why_size, "the simulation of the reset ended with status %d:\n%.1500s",
                 status, out.text ? out.text : "");
    else
        e = read_output(out.text, bits, settled, why, why_size);
    free(out.text);
    return e;
}

static enum assay_error settle_in(const char *folder, const struct assay_new_plan *p,
                                  const struct assay_new_rtl *r,
                                  struct assay_new_settled settled[2], char *why, size_t why_size)
{
    struct assay_text module = {0};
    size_t inputs, outputs;
    enum assay_error e = ASSAY_OK;

    write_module(p, r->top, &module, &inputs, &outputs);
    if (!assay_runtime_write(folder, "bench.v", &module, why, why_size))
        e = ASSAY_ENVIRONMENT;
    assay_text_free(&module);
    if (e == ASSAY_OK)
        e = verilate(r, folder, why, why_size);
    if (e == ASSAY_OK && !write_unit(folder, why, why_size))
        e = ASSAY_ENVIRONMENT;
    if (e == ASSAY_OK)
        e = compile(folder, inputs, outputs, why, why_size);
    if (e == ASSAY_OK)
        e = simulate(folder, outputs, settled, why, why_size);
    return e;
}

enum assay_error assay_new_settle(const struct assay_new_plan *p, const struct assay_new_rtl *r,
                                  struct assay_new_settled settled[2], char *why, size_t why_size)
{
    struct assay_scratch folder;
    enum assay_error e;

    memset(settled, 0, 2 * sizeof *settled);
    if (!assay_scratch_open(&folder, "reset", why, why_size))
        return ASSAY_ENVIRONMENT;
    e = settle_in(folder.path, p, r, settled, why, why_size);
    assay_scratch_close(&folder);
    return e;
}
