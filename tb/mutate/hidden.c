/*
 * hidden.c - mutants that the contract hides: their outputs differ, but never where they are
 * compared.
 *
 * Yosys puts both designs into the module of contract.h and writes it as a netlist; abc is asked
 * whether its output can ever be 1. It first merges registers that are always equal (scorr:
 * induction), which is most of them for a mutant, and then looks for an invariant (pdr: bounded
 * search from reset combined with induction).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/block_folder.h"
#include "mutate/contract.h"
#include "mutate/prover.h"
#include "mutate/starts.h"

/* MAPPING: seconds for Yosys to map both designs to gates. SOLVING: abc's time limit in
 * multiples of a proof's seconds; one of them is for the final search. */
enum { MAPPING = 60, SOLVING = 3 };

/* Write the module that gives a user's design the engine's pins. */
static bool write_wrapper(const struct assay_prover *p, char *why, size_t why_size)
{
    const struct assay_block_folder *const f = p->block->folder;
    struct assay_text t = {0};
    bool ok;

    if (!f)
        return true;
    ok = f->wrapper(f, &p->params, &t, why, why_size) && !t.failed &&
         assay_prover_write(p, "wrapper.v", assay_text_get(&t), why, why_size);
    assay_text_free(&t);
    return ok;
}

/* Add a design with the engine's pins, flattened, as module `name`. */
static void add_side(const struct assay_prover *p, struct assay_text *s, const char *file,
                     const char *name)
{
    if (p->block->folder)
        assay_text_addf(s, "read_verilog -sv %s wrapper.v\nhierarchy -top assay_%s\nproc\n", file,
                        p->block->model->name);
    else
        assay_prover_add_design(p, s, file);
    assay_prover_add_flat(s);
    assay_text_addf(s, "flatten\nopt_expr\nopt_clean\nrename -top %s\n", name);
    assay_prover_add_divisions(s, name);
}

/* How Yosys maps the module `both`. async2sync: the engine's rst changes only after a clock
 * edge. Undefined constants become 0 on both sides. Undriven nets, such as a register whose only
 * update was removed, become inputs, so they can have any value. The names that Yosys generates
 * are long, and nothing reads them, so they are shortened. */
static const char mapping[] = "hierarchy -top both\n"
                              "proc\n"
                              "flatten\n"
                              "opt_clean\n"
                              "memory -nomap\n"
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

/* Write both.v. */
static bool write_contract(const struct assay_prover *p, enum assay_ask ask, char *why,
                           size_t why_size)
{
    struct assay_text t = {0};
    bool ok;

    assay_contract_write(p->block, &p->params, ask, &t);
    ok = !t.failed && assay_prover_write(p, "both.v", assay_text_get(&t), why, why_size);
    assay_text_free(&t);
    return ok;
}

/* Write both.blif, made from gold.v and `gate`. */
static bool map_both(struct assay_prover *p, const char *gate, char *why, size_t why_size)
{
    struct assay_text s = {0};
    struct assay_output out = {0};
    int status;

    add_side(p, &s, gate, "gate");
    assay_text_add(&s, "design -stash gate\n");
    add_side(p, &s, "gold.v", "gold");
    assay_text_add(&s, "design -copy-from gate -as gate gate\n"
                       "read_verilog -sv both.v\n");
    assay_text_add(&s, mapping);
    status =
        s.failed ? -1 : assay_prover_yosys(p, assay_text_get(&s), MAPPING, &out, why, why_size);
    assay_text_free(&s);
    if (status)
        snprintf(why, why_size, "yosys writes no netlist (status %d): %.1000s", status,
                 out.text ? out.text : "");
    free(out.text);
    return status == 0;
}

/* Write starts.blif, the netlist in which the registers of both sides start with equal values. */
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

/* Ask about gold.v and `gate`. */
static enum assay_answer ask(struct assay_prover *p, const char *gate, enum assay_ask what,
                             char *why, size_t why_size)
{
    static const char *const search[] = {
        [ASSAY_ASK_DIFFERS] =
            "read_blif starts.blif; strash; scleanup; scorr; pdr -T %u; print_status",
        [ASSAY_ASK_COMPARED] =
            "read_blif starts.blif; strash; scleanup; bmc3 -T %u -F 10000; print_status",
    };
    enum assay_answer answer;
    char commands[256];

    if (!write_contract(p, what, why, why_size) || !map_both(p, gate, why, why_size) ||
        !write_starts(p, why, why_size))
        return ASSAY_NO_ANSWER;
    snprintf(commands, sizeof commands, search[what], p->seconds);
    answer = assay_prover_abc(p, commands, SOLVING * p->seconds);
    if (answer == ASSAY_NO_ANSWER)
        snprintf(why, why_size, "abc has no answer in %u seconds", p->seconds);
    return answer;
}

/* Whether some sequence of inputs keeps the contract and leads to a comparison. */
static bool can_be_kept(struct assay_prover *p, char *why, size_t why_size)
{
    char reason[256] = "";

    switch (ask(p, "gold.v", ASSAY_ASK_COMPARED, reason, sizeof reason)) {
    case ASSAY_SOMETIME:
        return true;
    case ASSAY_NEVER:
        snprintf(why, why_size, "no inputs that follow the streams' protocol lead to an output");
        return false;
    default:
        snprintf(why, why_size,
                 "no inputs were found that follow the streams' protocol and lead to an output: %s",
                 reason);
        return false;
    }
}

void assay_prover_open_contract(struct assay_prover *p)
{
    char *const why = p->no_contract;
    const size_t why_size = sizeof p->no_contract;

    p->contract = false;
    if (!p->abc)
        snprintf(why, why_size,
                 "yosys-abc: cannot be run: expected it to be installed (scripts/setup does)");
    else
        p->contract = assay_contract_holds(p->block, why, why_size) &&
                      write_wrapper(p, why, why_size) && can_be_kept(p, why, why_size);
}

bool assay_prover_is_hidden(struct assay_prover *p, char *why, size_t why_size)
{
    return p->contract && ask(p, "gate.v", ASSAY_ASK_DIFFERS, why, why_size) == ASSAY_NEVER;
}
