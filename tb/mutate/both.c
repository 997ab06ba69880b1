#include "mutate/both.h"

#include <stdio.h>
#include <stdlib.h>

#include "mutate/memories.h"
#include "mutate/starts.h"

/* Time limit of abc, in multiples of a proof's seconds; one of them is for the final search. */
enum { SOLVING = 3 };

const char assay_both_differ[] =
    "read_blif starts.blif; strash; scleanup; scorr; pdr -T %u; print_status";
const char assay_both_reach[] =
    "read_blif starts.blif; strash; scleanup; bmc3 -T %u -F 10000; print_status";

/* Add a design with the engine's pins, or a part of it, flattened, as module `name`. */
static void add_side(struct assay_text *s, const char *design, const char *part, const char *name)
{
    assay_prover_add_design(s, design, part);
    assay_prover_add_flat(s);
    if (part)
        assay_text_addf(s, "flatten %s\nopt_expr %s\nopt_clean %s\nrename %s %s\n", part, part,
                        part, part, name);
    else
        assay_text_addf(s, "flatten\nopt_expr\nopt_clean\nrename -top %s\n", name);
    assay_prover_add_divisions(s, name);
}

/* How Yosys maps the module `both`. async2sync: the engine's rst changes only after a clock
 * edge. Undefined constants become 0 on both sides. Undriven nets, such as a register whose only
 * update was removed, become inputs, so they can have any value. The names that Yosys generates
 * are long, and nothing reads them, so they are shortened. */
static const char into_one[] = "hierarchy -top both\n"
                               "proc\n"
                               "flatten\n"
                               "opt_clean\n";
static const char mapping[] = "memory -nomap\n"
                              "memory_map\n"
                              "async2sync\n"
                              "dffunmap\n"
                              "setundef -undriven -expose -zero\n"
                              "opt_expr -keepdc\n"
                              "opt_merge\n"
                              "opt_clean\n"
                              "simplemap\n"
                              "techmap\n"
                              "dfflegalize -cell $_DFF_P_ 01\n"
                              "opt_clean\n"
                              "rename -enumerate\n"
                              "write_blif -noalias both.blif\n";

/* Write both.blif, made from the designs gold and `gate`. */
static bool map_both(struct assay_prover *p, const char *gate, const char *part, char *why,
                     size_t why_size)
{
    static const struct assay_memories_when when = {"both__keeps", "both__cut"};
    static const char no_time[] = "yosys had no time to map the design to gates";
    char top[ASSAY_PROVER_NAME];
    bool *const large = assay_prover_large(p, part ? part : assay_prover_top(p, top, sizeof top));
    struct assay_text s = {0};
    struct assay_output out = {0};
    int status;

    if (*large) {
        snprintf(why, why_size, "%s", no_time);
        return false;
    }
    add_side(&s, gate, part, "gate");
    assay_text_add(&s, "design -stash gate\n");
    add_side(&s, "gold", part, "gold");
    assay_text_add(&s, "design -copy-from gate -as gate gate\n"
                       "read_verilog -sv both.v\n");
    assay_text_add(&s, into_one);
    if (s.failed)
        snprintf(why, why_size, "out of memory");
    status = s.failed ? ASSAY_NOT_STARTED
                      : assay_memories_run(p, assay_text_get(&s), mapping, "asked", &when,
                                           ASSAY_PROVER_MAPPING * p->seconds, &out, why, why_size);
    *large = status == ASSAY_OUT_OF_TIME;
    assay_text_free(&s);
    if (*large)
        snprintf(why, why_size, "%s", no_time);
    else if (status && status != ASSAY_NOT_STARTED) /* that has its message */
        snprintf(why, why_size, "yosys writes no netlist (status %d): %.1000s", status,
                 out.text ? out.text : "");
    free(out.text);
    return status == 0;
}

/* Write starts.blif: the netlist in which the registers of both sides start alike. */
static bool write_starts(const struct assay_prover *p, char *why, size_t why_size)
{
    struct assay_text t = {0};
    char *blif;
    bool ok;

    blif = assay_prover_netlist(p, why, why_size);
    if (!blif)
        return false;
    ok = assay_starts_write(blif, &t, why, why_size) && !t.failed &&
         assay_prover_write(p, "starts.blif", assay_text_get(&t), why, why_size);
    assay_text_free(&t);
    free(blif);
    return ok;
}

enum assay_answer assay_both_ask(struct assay_prover *p, const char *gate, const char *part,
                                 const char *both, const char *search, char *why, size_t why_size)
{
    enum assay_answer answer;
    char commands[256];

    if (!assay_prover_write(p, "both.v", both, why, why_size) ||
        !map_both(p, gate, part, why, why_size) || !write_starts(p, why, why_size))
        return ASSAY_NO_ANSWER;
    snprintf(commands, sizeof commands, search, p->seconds);
    answer = assay_prover_abc(p, commands, SOLVING * p->seconds);
    if (answer == ASSAY_NO_ANSWER)
        snprintf(why, why_size, "abc has no answer in %u seconds", p->seconds);
    return answer;
}
