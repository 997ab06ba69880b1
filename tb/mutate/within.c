#include "mutate/within.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "engine/driver.h"
#include "mutate/around.h"
#include "mutate/both.h"
#include "mutate/instances.h"

/* Whether a name needs no escape in Verilog. */
static bool is_plain(const char *name)
{
    if (!isalpha((unsigned char)*name) && *name != '_')
        return false;
    for (; *name; ++name)
        if (!isalnum((unsigned char)*name) && *name != '_')
            return false;
    return true;
}

struct writer {
    const struct assay_prover *p;
    const char *part, *clk, *rst;
    struct assay_text *t;
};

static bool is_free(const struct writer *w, const struct assay_instances_port *port)
{
    return port->input && strcmp(port->name, w->clk) != 0 && strcmp(port->name, w->rst) != 0;
}

static bool write_pins(const struct writer *w)
{
    struct assay_instances_port port;

    assay_text_add(w->t, "module both (\n    input wire clk, input wire rst");
    for (size_t i = 0; assay_instances_port(w->p, w->part, i, &port); ++i) {
        if (!is_plain(port.name) || !port.width || (port.input && port.output))
            return false;
        if (is_free(w, &port))
            assay_text_addf(w->t, ",\n    input wire [%u:0] in__%s", port.width - 1, port.name);
    }
    assay_text_add(w->t, ",\n    output wire asked\n);\n");
    return true;
}

/* What an input of both instances is connected to: a bit that the design ties to a constant has its
 * level, and the others are free. */
static void write_input(const struct writer *w, const struct assay_instances_port *port)
{
    bool tied = false;

    for (unsigned bit = 0; bit < port->width && !tied; ++bit)
        tied = assay_instances_tied(w->p, w->part, port->name, bit) != 0;
    if (!tied) {
        assay_text_addf(w->t, ", .%s(in__%s)", port->name, port->name);
        return;
    }
    assay_text_addf(w->t, ", .%s({", port->name);
    for (unsigned bit = port->width; bit-- > 0;) {
        const char level = assay_instances_tied(w->p, w->part, port->name, bit);

        if (level)
            assay_text_addf(w->t, "1'b%c", level);
        else
            assay_text_addf(w->t, "in__%s[%u]", port->name, bit);
        assay_text_add(w->t, bit ? ", " : "})");
    }
}

/* One of the two instances; its outputs are SIDE__PORT. */
static void write_side(const struct writer *w, const char *side)
{
    struct assay_instances_port port;

    for (size_t i = 0; assay_instances_port(w->p, w->part, i, &port); ++i)
        if (port.output)
            assay_text_addf(w->t, "    wire [%u:0] %s__%s;\n", port.width - 1, side, port.name);
    assay_text_addf(w->t, "    %s %s (.%s(clk), .%s(rst)", side, side, w->clk, w->rst);
    for (size_t i = 0; assay_instances_port(w->p, w->part, i, &port); ++i)
        if (port.output)
            assay_text_addf(w->t, ", .%s(%s__%s)", port.name, side, port.name);
        else if (is_free(w, &port))
            write_input(w, &port);
    assay_text_add(w->t, ");\n");
}

/* Outputs that something outside reads are compared in every cycle after the first reset, whatever
 * the design does with them.
 * Words that are written to memories count in the reset, too, as it may clear them: after its
 * first edge, and from the first cycle on if the memory has initial values. */
static void write_differs(const struct writer *w)
{
    const struct assay_block *const b = w->p->block;
    struct assay_instances_port port;

    assay_text_addf(w->t,
                    "    reg [31:0] both__age = 0;\n"
                    "    wire both__begun = both__age == %u;\n"
                    "    always @(posedge clk) if (!both__begun) both__age <= both__age + 1;\n"
                    "    reg both__kept = 1'b1;\n"
                    "    (* keep *) wire both__keeps = both__kept & (both__begun | rst);\n"
                    "    always @(posedge clk) both__kept <= both__keeps;\n"
                    "    (* keep *) wire both__cut = both__keeps & (both__age != 0);\n"
                    "    assign asked = both__keeps & both__begun & (1'b0",
                    b->reset_cycles ? b->reset_cycles : ASSAY_RESET_CYCLES);
    for (size_t i = 0; assay_instances_port(w->p, w->part, i, &port); ++i)
        if (port.output && assay_instances_reads(w->p, w->part, port.name))
            assay_text_addf(w->t, "\n        | (gold__%s != gate__%s)", port.name, port.name);
    assay_text_add(w->t, ");\nendmodule\n");
}

/* Nothing can be proved of a module without the block's clock and reset. The top is compared under
 * its contract. */
static bool is_hidden_in(struct assay_prover *p, const char *part, char *why, size_t why_size)
{
    struct assay_text both = {0};
    const struct writer w = {p, part, assay_instances_pin(p, part, "clk"),
                             assay_instances_pin(p, part, "rst"), &both};
    bool hidden = false;

    if (!w.clk || !w.rst || assay_instances_is_top(p, part))
        return false;
    if (write_pins(&w)) {
        write_side(&w, "gold");
        write_side(&w, "gate");
        write_differs(&w);
        hidden = !both.failed && assay_both_ask(p, "gate", part, assay_text_get(&both),
                                                assay_both_differ, why, why_size) == ASSAY_NEVER;
    }
    assay_text_free(&both);
    return hidden;
}

bool assay_within_is_hidden(struct assay_prover *p, const char *module, char *why, size_t why_size)
{
    return p->within && assay_around(p, module, is_hidden_in, why, why_size);
}
