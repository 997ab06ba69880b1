/* cell_rtl.c - the RTL's side: let Yosys make a graph of it. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "prove/cell.h"

/* Copy the sources to folders that mirror the tree, so that a patch can be applied. */
static enum assay_error copy_sources(const struct cell *c, char *why, size_t why_size)
{
    for (uint32_t i = 0; i < c->lemma->rtl.n; ++i) {
        const char *const name = c->lemma->rtl.word[i];
        char from[PATH_MAX], to[8192], relative[4096], *text;
        enum assay_error e;
        size_t size;

        snprintf(relative, sizeof relative, "tree/%.4000s", name);
        cell_path(c, relative, to);
        if ((!c->lemma->place && !strrchr(name, '/')) || strstr(name, "..")) {
            snprintf(why, why_size, "%s:%u: '%s': expected a path in the %s", c->lemma->path,
                     (unsigned)lemma_line(c->lemma, "rtl", name), name,
                     c->lemma->place ? "folder of the block or in the tree" : "tree");
            return ASSAY_BAD_INPUT;
        }
        if (!lemma_source(c->lemma, "rtl", name, from, why, why_size))
            return ASSAY_BAD_INPUT;
        e = assay_read_file(from, (size_t)1 << 24, "a source of RTL", &text, &size, why, why_size);
        if (e)
            return e;
        *strrchr(to, '/') = '\0';
        if (!assay_make_folders(to, why, why_size) || !cell_write(c, relative, text, why, why_size))
            e = ASSAY_ENVIRONMENT;
        free(text);
        if (e)
            return e;
    }
    return ASSAY_OK;
}

static enum assay_error apply_patch(const struct cell *c, char *why, size_t why_size)
{
    char tree[8192], named[PATH_MAX], patch[PATH_MAX], what[2 * PATH_MAX];
    char *argv[] = {(char *)"patch",
                    (char *)"-p1",
                    (char *)"--force",
                    (char *)"--quiet",
                    (char *)"--fuzz=0",
                    (char *)"-i",
                    patch,
                    NULL};

    if (!c->patch)
        return ASSAY_OK;
    if (!realpath(lemma_plant(c->lemma, named), patch)) {
        snprintf(why, why_size, "%s: no planted bug: expected a patch",
                 c->lemma->place ? named : c->patch);
        return ASSAY_BAD_INPUT;
    }
    snprintf(what, sizeof what,
             "%s: the planted bug does not apply: expected a patch of a/PATH, where PATH is %s%s",
             named, c->lemma->rtl.word[0],
             c->lemma->rtl.n > 1 ? " or another one of the key rtl" : "");
    return cell_run(cell_path(c, "tree", tree), argv, what, why, why_size);
}

/* Add a selection of the ports in the module; `more` extends an existing selection. */
static void add_objects(struct assay_text *s, const struct execute_ports *p, bool more)
{
    for (uint32_t i = 0; i < p->n; ++i)
        assay_text_addf(s, " w:%s %s", p->port[i].name, more || i ? "%u" : "");
}

/* Map sums and products to the form that bits.c gives them for the model: ripple carries, and
 * one row after another. Then both sides share the gates of equal sums and products. */
static const char *const arithmetic =
    "(* techmap_celltype = \"$lcu\" *)\n"
    "module _80_lcu (P, G, CI, CO);\n"
    "    parameter WIDTH = 2;\n"
    "    input [WIDTH-1:0] P, G;\n"
    "    input CI;\n"
    "    output [WIDTH-1:0] CO;\n"
    "    assign CO = G | (P & {CO, CI});\n"
    "endmodule\n"
    "(* techmap_celltype = \"$mul\" *)\n"
    "module _80_mul (A, B, Y);\n"
    "    parameter A_SIGNED = 0;\n"
    "    parameter B_SIGNED = 0;\n"
    "    parameter A_WIDTH = 1;\n"
    "    parameter B_WIDTH = 1;\n"
    "    parameter Y_WIDTH = 1;\n"
    "    input [A_WIDTH-1:0] A;\n"
    "    input [B_WIDTH-1:0] B;\n"
    "    output [Y_WIDTH-1:0] Y;\n"
    "    wire [Y_WIDTH-1:0] a, b;\n"
    "    \\$pos #(.A_SIGNED(A_SIGNED), .A_WIDTH(A_WIDTH), .Y_WIDTH(Y_WIDTH)) u_a (.A(A), .Y(a));\n"
    "    \\$pos #(.A_SIGNED(B_SIGNED), .A_WIDTH(B_WIDTH), .Y_WIDTH(Y_WIDTH)) u_b (.A(B), .Y(b));\n"
    "    wire [Y_WIDTH*(Y_WIDTH+1)-1:0] sum;\n"
    "    assign sum[0 +: Y_WIDTH] = {Y_WIDTH{1'b0}};\n"
    "    genvar i;\n"
    "    generate\n"
    "        for (i = 0; i < Y_WIDTH; i = i + 1) begin : g_row\n"
    "            assign sum[Y_WIDTH*(i+1) +: Y_WIDTH] =\n"
    "                sum[Y_WIDTH*i +: Y_WIDTH] + ((a << i) & {Y_WIDTH{b[i]}});\n"
    "        end\n"
    "    endgenerate\n"
    "    assign Y = sum[Y_WIDTH*Y_WIDTH +: Y_WIDTH];\n"
    "endmodule\n";

/* Where the wires are, and the registers that are not clocked by the input clk. */
#define PLACES "places"
#define OTHER_CLOCKS "other-clocks"
/* The wires that are cut. */
#define CUTS "cuts"
/* What `check` says about the RTL before it becomes gates. */
#define CHECKED "check"

/* Outputs that are not compared are made internal, so that logic which only they need is
 * removed. Undefined values become free inputs and must stay so: nothing is optimised before
 * that. `gates`: check the gates, which takes long. */
static void write_script(const struct cell *c, bool gates, struct assay_text *s)
{
    const struct lemma *const l = c->lemma;

    /* Simulators do not define SYNTHESIS either. */
    assay_text_add(s, "read_verilog -sv -nosynthesis");
    for (uint32_t i = 0; l->place && i < l->place->defines.n; ++i)
        assay_text_addf(s, " -D%s", l->place->defines.word[i]);
    for (uint32_t i = 0; i < l->rtl.n; ++i)
        assay_text_addf(s, " tree/%s", l->rtl.word[i]);
    assay_text_add(s, "\n");
    for (const char *at = c->parameters; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const int n = (int)strcspn(at, "= ");

        assay_text_addf(s, "chparam -set %.*s %.*s %s\n", n, at, (int)strcspn(at, " ") - n - 1,
                        at + n + 1, l->top);
    }
    /* Conflicting drivers and loops of gates are refused at the end. Here they are warnings, which
     * name places in the sources; a loop of whole vectors need not be one of their bits. A module
     * that Yosys must read again gets a name with its parameters. */
    assay_text_addf(s, "hierarchy -check -top %s\nrename -top %s\nproc\ncheck\n", l->top, l->top);
    assay_text_add(s, "tee -q -o outputs select -list o:*\n");
    assay_text_addf(s, "tee -q -o " CELL_PORTS " dump %s/x:*\n", l->top);
    if (l->next.n) /* the lemma may name wires and registers of submodules */
        assay_text_add(s, "flatten\n");
    for (uint32_t i = 0; i < l->cut.n; ++i)
        assay_text_addf(s, "tee -q -a " CUTS " select -list %s/w:%s\n", l->top, l->cut.word[i]);
    for (uint32_t i = 0; i < l->cut.n; ++i)
        assay_text_addf(s, "expose -cut %s/%s\n", l->top, l->cut.word[i]);
    for (uint32_t i = 0; i < l->show.n; ++i)
        assay_text_addf(s, "expose %s/%s\n", l->top, l->show.word[i]);
    for (uint32_t i = 0; i < c->free.n; ++i)
        assay_text_addf(s, "expose %s/%s\n", l->top, c->free.port[i].name);
    assay_text_addf(s, "cd %s\nselect -set compared", l->top);
    add_objects(s, &c->out, false);
    add_objects(s, &c->free, true);
    assay_text_add(s, "\ndelete -output o:* @compared %d\ncd ..\n");
    if (!l->next.n)
        assay_text_add(s, "opt_clean\nflatten\n");
    for (uint32_t i = 0; i < l->next.n; ++i) /* so that they stay, under these names */
        assay_text_addf(s, "setattr -set keep 1 %s/%s\n", l->top, l->next.word[i]);
    assay_text_add(s, "opt_clean\n");
    /* Otherwise no register is left, whatever its clock. Refused ones cannot stay. A memory becomes
     * registers first, as the clocks of its ports count too; their polarity is a plain 1. */
    if (l->next.n)
        assay_text_addf(
            s,
            "memory_map\n"
            "select -set clocked %s/clk %%co1:+$dff[CLK] "
            "r:CLK_POLARITY=1'1 r:CLK_POLARITY=1 %%u %%i\n"
            "select -set other t:$*dff* t:$*latch* %%u t:$sr %%u t:$ff %%u @clocked %%d\n"
            "tee -q -o " OTHER_CLOCKS " printattrs @other\ndelete @other\n",
            l->top);
    else /* the file format has none, and no message says where they are */
        assay_text_add(s, "tee -q -o " OTHER_CLOCKS " printattrs t:$*latch* t:$sr %u\n");
    assay_text_add(s, "tee -q -o " PLACES " printattrs w:* x:* %d\n"
                      "tee -q -a " PLACES " printattrs x:*\n"
                      "tee -q -o divisions select -list t:$div t:$mod t:$divfloor t:$modfloor\n"
                      "setundef -anyseq\nmemory_map\ntee -q -o " CHECKED " check\n"
                      "techmap -map arithmetic.v -map +/techmap.v\n"
                      "simplemap\nsetundef -anyseq\naigmap\nopt_clean\n");
    assay_text_addf(s, "%swrite_aiger -ascii -symbols " CELL_NETLIST "\n",
                    gates ? "check -assert\n" : "");
}

static bool is_listed(const struct cell *c, const char *name, size_t n)
{
    for (uint32_t i = 0; i < c->out.n; ++i)
        if (strncmp(c->out.port[i].name, name, n) == 0 && c->out.port[i].name[n] == '\0')
            return true;
    for (uint32_t i = 0; i < c->lemma->except.n; ++i)
        if (strncmp(c->lemma->except.word[i], name, n) == 0 && c->lemma->except.word[i][n] == '\0')
            return true;
    return false;
}

/* Check that each output is either compared or listed as an exception in the lemma. */
static enum assay_error check_outputs(const struct cell *c, char *why, size_t why_size)
{
    char *const text = cell_read(c, "outputs", why, why_size);
    enum assay_error e = text ? ASSAY_OK : ASSAY_ENVIRONMENT;
    uint32_t n = 0;

    for (const char *line = text; line && *line;
         line += strcspn(line, "\n"), line += *line == '\n') {
        const char *const slash = memchr(line, '/', strcspn(line, "\n"));
        const size_t size = strcspn(slash ? slash : line, "\n");

        /* Only the top module: the names of others differ, or are longer because of parameters. */
        if (!slash || strncmp(line, c->lemma->top, strlen(c->lemma->top)) != 0 ||
            line + strlen(c->lemma->top) != slash)
            continue;
        ++n;
        if (e || is_listed(c, slash + 1, size - 1))
            continue;
        snprintf(why, why_size,
                 "%s: the output %.*s of %s is not compared: expected it in out or except",
                 c->lemma->path, (int)size - 1, slash + 1, c->lemma->top);
        e = ASSAY_BAD_INPUT;
    }
    if (!e && n == 0) {
        snprintf(why, why_size, "%s: %s has no outputs", c->lemma->path, c->lemma->top);
        e = ASSAY_BAD_INPUT;
    }
    free(text);
    return e;
}

/* Refuse division. The result of dividing by zero is undefined, but Yosys makes gates that give
 * one particular value. */
static enum assay_error refuse_divisions(const struct cell *c, char *why, size_t why_size)
{
    char *const text = cell_read(c, "divisions", why, why_size);
    const size_t n = text ? strcspn(text, "\n") : 0;

    if (n)
        snprintf(
            why, why_size,
            "%s: the RTL divides, by cell %.*s ($div or $mod): expected none, as a division by "
            "zero has no value",
            c->lemma->path, (int)n, text);
    free(text);
    return n ? ASSAY_BAD_INPUT : text ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

/* Refuse a wire to be cut that is not there: nothing would be cut, and the lemma would claim more
 * than it says. */
static enum assay_error check_cuts(const struct cell *c, char *why, size_t why_size)
{
    const struct lemma *const l = c->lemma;
    char *const text = l->cut.n ? cell_read(c, CUTS, why, why_size) : NULL;
    enum assay_error e = text || !l->cut.n ? ASSAY_OK : ASSAY_ENVIRONMENT;

    for (uint32_t i = 0; i < l->cut.n && !e; ++i) {
        char line[512];
        const size_t n =
            (size_t)snprintf(line, sizeof line, "%.200s/%.200s\n", l->top, l->cut.word[i]);
        const char *at = text;

        while (*at && strncmp(at, line, n) != 0)
            at += strcspn(at, "\n"), at += *at == '\n';
        if (*at)
            continue;
        snprintf(why, why_size, "%s:%u: cut: '%s': expected a wire of %s", l->path,
                 (unsigned)lemma_line(l, "cut", l->cut.word[i]), l->cut.word[i], l->top);
        e = ASSAY_BAD_INPUT;
    }
    free(text);
    return e;
}

/* Print the place in an attribute such as (* src="tree/rtl/lib/fifo.v:31.22-31.26" *). */
static void print_place(const char *text, char *place, size_t size)
{
    static const char *const before = "src=\"tree/";
    const char *const at = text ? strstr(text, before) : NULL;
    const size_t n = at ? strcspn(at, ":\n") + 1 : 0;

    if (at)
        snprintf(place, size, "%.*s", (int)(n + strspn(at + n, "0123456789") - strlen(before)),
                 at + strlen(before));
    else
        snprintf(place, size, "a place that Yosys does not know");
}

/* A cycle is one rising edge of clk, so no register may have another clock or an asynchronous
 * reset. Without cycles, there is no latch. */
static enum assay_error refuse_clocks(const struct cell *c, char *why, size_t why_size)
{
    char *const text = cell_read(c, OTHER_CLOCKS, why, why_size);
    const bool any = text && text[strspn(text, " \n")];
    char place[512];

    print_place(text, place, sizeof place);
    if (any)
        snprintf(why, why_size, "%s: %s: a %s of %s%s: expected none", c->lemma->path, place,
                 c->lemma->next.n ? "register" : "latch", c->lemma->top,
                 c->lemma->next.n ? " that does not change at the rising edge of clk alone" : "");
    free(text);
    return any ? ASSAY_BAD_INPUT : text ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

/* Whether a list of names of a register's bit, such as "y[3] sum[3]", has one of that wire. */
static bool has_name(const char *names, const char *wire, size_t n)
{
    for (const char *at = names; *at; at += strcspn(at, " "), at += *at == ' ')
        if (strncmp(at, wire, n) == 0 && (at[n] == '[' || at[n] == ' ' || !at[n]))
            return true;
    return false;
}

/* Say where the register is declared that is not listed. Of its names, one inside the module is
 * likelier to be that of its declaration than a port, so those come first in the file. */
static void refuse_register(const struct cell *c, const char *names, char *why, size_t why_size)
{
    char *const text = cell_read(c, PLACES, why, why_size), place[512];
    const char *wire = NULL;

    /* A wire's line has its name alone, and its attributes follow. */
    for (const char *line = text; line && *line && !wire;
         line += strcspn(line, "\n"), line += *line == '\n')
        if (*line != '\n' && has_name(names, line, strcspn(line, "\n")))
            wire = line;
    print_place(wire, place, sizeof place);
    snprintf(why, why_size,
             "%s: %s: the register %.*s of %s: expected it in next, or in cut if any value of it "
             "will do",
             c->lemma->path, place, (int)strcspn(wire ? wire : names, "\n"), wire ? wire : names,
             c->lemma->top);
    free(text);
}

static enum assay_error read_netlist(struct cell *c, char *why, size_t why_size)
{
    struct aiger_registers registers = {c->lemma->next.word, c->lemma->next.n, NULL};
    char *const text = cell_read(c, CELL_NETLIST, why, why_size);
    bool ok;

    if (!text)
        return ASSAY_ENVIRONMENT;
    ok = aiger_read(&c->graph, text, &registers, &c->gate, why, why_size);
    if (registers.other)
        refuse_register(c, registers.other, why, why_size);
    free(registers.other);
    free(text);
    return ok ? ASSAY_OK : ASSAY_BAD_INPUT;
}

/* Of what Yosys says, leave out that names of a module that it does not find select nothing, and
 * the folder before a place. */
static void shorten(char *why)
{
    static const char folder[] = "tree/", warning[] = "Warning: Selection ";
    char *line = strstr(why, "): ");

    for (line = line ? line + 3 : why + strlen(why); *line;) {
        const size_t n = strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n');
        const size_t skip = strncmp(line, warning, sizeof warning - 1) == 0 ? n
                            : strncmp(line, folder, sizeof folder - 1) == 0 ? sizeof folder - 1
                                                                            : 0;

        memmove(line, line + skip, strlen(line + skip) + 1);
        line += skip == n ? 0 : n - skip;
    }
}

/* Run Yosys. If it fails, the reason may be that registers with other clocks are gone, and no
 * longer drive their wires. */
static enum assay_error run_yosys(const struct cell *c, bool gates, char *why, size_t why_size)
{
    char *argv[] = {(char *)"yosys", (char *)"-q", (char *)"gate.ys", NULL}, clocks[2048];
    struct assay_text script = {0};
    enum assay_error e;

    write_script(c, gates, &script);
    e = cell_write(c, "gate.ys", assay_text_get(&script), why, why_size) ? ASSAY_OK
                                                                         : ASSAY_ENVIRONMENT;
    assay_text_free(&script);
    if (!e)
        e = cell_run(c->folder, argv,
                     c->patch ? "the RTL with the planted bug is not read" : "the RTL is not read",
                     why, why_size);
    if (e == ASSAY_BAD_INPUT && refuse_clocks(c, clocks, sizeof clocks) == ASSAY_BAD_INPUT)
        snprintf(why, why_size, "%s", clocks);
    else if (e)
        shorten(why);
    return e;
}

/* Make the gates. What `check` does not find in the RTL is not in its gates either. But it takes
 * some loops of vectors for loops that have none of bits; so if it finds something, the gates are
 * what counts. Without the check, Yosys may crash at a loop. */
static enum assay_error make_gates(const struct cell *c, char *why, size_t why_size)
{
    enum assay_error e = run_yosys(c, false, why, why_size);
    char missing[256], *const text = cell_read(c, CHECKED, missing, sizeof missing);

    if (text ? !strstr(text, "Found and reported 0 problems.") : !e)
        e = run_yosys(c, true, why, why_size);
    free(text);
    return e;
}

enum assay_error cell_elaborate(struct cell *c, char *why, size_t why_size)
{
    enum assay_error e = copy_sources(c, why, why_size);

    if (!e)
        e = apply_patch(c, why, why_size);
    if (e)
        return e;
    if (!cell_write(c, "arithmetic.v", arithmetic, why, why_size))
        return ASSAY_ENVIRONMENT;
    e = make_gates(c, why, why_size);
    if (!e)
        e = cell_check_ports(c, why, why_size);
    if (!e)
        e = check_cuts(c, why, why_size);
    if (!e)
        e = check_outputs(c, why, why_size);
    if (!e)
        e = refuse_divisions(c, why, why_size);
    if (!e && c->lemma->next.n)
        e = refuse_clocks(c, why, why_size);
    if (e)
        return e;
    return read_netlist(c, why, why_size);
}
