/*
 * cell.h - one case of a lemma: for all inputs, an RTL module has the same outputs as its model.
 *
 * Both become one graph with the same inputs. The query asks whether they can differ where the
 * harness makes a claim, or whether an obligation of the model can be broken, in its code as it is
 * or in its code compiled with -fsanitize=undefined. A counterexample from a solver is not trusted:
 * it is run through the compiled model and through the RTL in Icarus Verilog, and must fail there.
 * The only exceptions are obligations at which no program stops: the bound of a loop, and an output
 * that is too wide or not set.
 */
#ifndef PROVE_CELL_H
#define PROVE_CELL_H

#include "base/args.h"
#include "base/process.h"
#include "base/rng.h"
#include "base/text.h"
#include "prove/aiger.h"
#include "prove/lemma.h"

enum cell_answer {
    CELL_PROVED,
    CELL_DIFFERS, /* there is a counterexample, confirmed by replay */
    CELL_OPEN,    /* no solver answered in time */
    CELL_ALONE,   /* proved by one solver only; the others did not answer in time */
    CELL_EMPTY    /* the harness claims nothing, or nothing about an output */
};

struct cell {
    const struct lemma *lemma;
    const char *parameters; /* those of the case */
    const char *patch;      /* applied to the RTL, or NULL */
    bool compiled;          /* the folder has the model, as the case without the patch left it */
    const char *solver;     /* the only one to ask, or NULL */
    char folder[4096];      /* where its files go */
    struct execute_ports in, out, vary, free;
    struct execute_ports state; /* the registers in `next` */
    struct aig graph;
    struct execute_result model, checked; /* model: as it is; checked: with -fsanitize=undefined */
    struct aiger_outputs gate;
    /* Literals that cell_next sets. */
    aig_lit *care;   /* for each output, where it is compared */
    aig_lit *claims; /* in a cycle without reset: something is claimed; for each output after
                        that, it is compared */
    aig_lit reached; /* the state before the cycle may occur, or the cycle is a reset */
    aig_lit held;    /* the invariant holds after the cycle */
    aig_lit lost;    /* it does not where it must, or a reset claims nothing */
    aig_lit differ, query;
    /* The result. */
    const char *solved_by;
    double seconds;          /* processor time of the solvers */
    struct assay_text about; /* the counterexample, or what is not claimed, as lines of text */
    bool silent;             /* it breaks an obligation at which no program stops */
    const char *unclaimed;   /* CELL_EMPTY: the output that is never compared, or NULL */
};

/* The functions below return an error, or false, with a message in `why`. `folder` must exist. */

/* Make the query. Its parts remain in these files. */
#define CELL_IR_MODEL "model.ll"
#define CELL_IR_CHECKED "checked.ll"
#define CELL_NETLIST "gate.aag"
#define CELL_PORTS "ports"
enum assay_error cell_prepare(struct cell *c, char *why, size_t why_size);
/* Answer the query. */
enum assay_error cell_prove(struct cell *c, enum cell_answer *answer, char *why, size_t why_size);
void cell_close(struct cell *c);

/* Steps of these two; each has a source file of its own. */
enum assay_error cell_compile(struct cell *c, char *why, size_t why_size); /* cell_model.c */
/* Execute another function of the harness, once that is compiled; `checked`: as it is compiled with
 * sanitizers. */
enum assay_error cell_execute(const struct cell *c, const char *function,
                              const struct execute_ports *in, const struct execute_ports *out,
                              bool checked, struct aig *g, struct execute_result *r, char *why,
                              size_t why_size);
/* Add the include paths, the flags of a user's block, and the case's parameters as macros. */
void cell_add_flags(const struct cell *c, struct assay_args *a);
/* The path of a source of the model; the harness is source 0, and the others follow it. */
bool cell_source(const struct cell *c, uint32_t i, char path[PATH_MAX], char *why, size_t why_size);
/* Build the model as the program "native", or as "checked", with sanitizers, with this compiler. */
const char *cell_compiler(void);
enum assay_error cell_build_native(const struct cell *c, bool checked, char *why, size_t why_size);
enum assay_error cell_elaborate(struct cell *c, char *why, size_t why_size); /* cell_rtl.c */
/* Write the inputs of the module that `in` does not name, with commas. Returns whether there are
 * any. The clock of a lemma with registers is none. */
bool cell_unnamed_inputs(const struct cell *c, char *names, size_t size);
/* Check that the ports in the lemma's head are those of the module, as Yosys wrote them. */
enum assay_error cell_check_ports(const struct cell *c, char *why, size_t why_size);
enum assay_error cell_solve(struct cell *c, enum cell_answer *answer, uint64_t *value, char *why,
                            size_t why_size); /* cell_solve.c */
/* Answer the query in the parts that the lemma lists, one after another, and check that the
 * parts cover all inputs; without parts, as a whole. `ask` answers one part, in a graph with the
 * same inputs as the cell's (cell_split.c). */
typedef enum assay_error cell_ask(struct cell *c, const struct aig *g, aig_lit query,
                                  enum cell_answer *answer, uint64_t *value, char *why,
                                  size_t why_size);
enum assay_error cell_split(struct cell *c, cell_ask *ask, enum cell_answer *answer,
                            uint64_t *value, char *why, size_t why_size);
/* The query to be split (cell_vary.c), as a function of the lemma's variables, or of the cell's
 * inputs if it has none. A first query checks that the variables produce all inputs. */
struct cell_base {
    struct aig g;
    const struct execute_ports *ports; /* what the inputs of `g` stand for */
    aig_lit *lit;                      /* the query, followed by the bits of the free wires */
    size_t n;
    aig_lit *of_input; /* the literal for each input of the cell */
};
enum assay_error cell_vary(struct cell *c, cell_ask *ask, struct cell_base *b,
                           enum cell_answer *answer, char *why, size_t why_size);
/* Compute the values of the cell's inputs from those of the base's inputs. */
void cell_take_back(const struct cell *c, const struct cell_base *b, uint64_t *of_base,
                    uint64_t *value);
void cell_close_base(struct cell_base *b);
/* Simplify a part's graph by what must hold where the query, lit[0], is true. The other literals
 * are then right where it is true (cell_assume.c). */
void cell_assume(struct aig *g, aig_lit *lit, size_t n);
/* Whether lit[0] can be true while the free wires, whose bits follow as in a base, have any
 * value (cell_free.c). After those bits come facts about the wires, which cell_add_facts adds
 * first. */
uint32_t cell_free_bits(const struct cell *c);
void cell_add_facts(const struct cell *c, struct aig *g, aig_lit *lit);
enum assay_error cell_ask_free(struct cell *c, const struct aig *g, aig_lit *lit, cell_ask *ask,
                               enum cell_answer *answer, uint64_t *value, char *why,
                               size_t why_size);
/* Set the literals of the cell that say what is compared and when. A lemma about registers is one
 * step of an induction over cycles; without registers, it is about one point in time
 * (cell_next.c). */
enum assay_error cell_next(struct cell *c, char *why, size_t why_size);
/* Whether an output is a register's value after the cycle, "x.d"; and whether the harness has a
 * value of its own for the register before the cycle, "x.m". */
bool cell_is_next(const struct cell *c, const char *output);
bool cell_has_own(const struct cell *c, const char *reg);
/* Look for inputs for which `claimed` is true in a graph. *claim: CELL_DIFFERS if there are any,
 * which then are in `value`, and CELL_PROVED if there are none. */
enum assay_error cell_find_claim(struct cell *c, const struct aig *g, aig_lit claimed,
                                 enum cell_answer *claim, uint64_t *value, char *why,
                                 size_t why_size);
/* Set 64 patterns of random values of all inputs (cell_check.c). */
void cell_random_inputs(const struct cell *c, struct assay_rng *r, uint64_t *value);
/* Check that the graph is what the compiled model computes, and that each output is compared for
 * some inputs. *claim: CELL_DIFFERS if it is, CELL_PROVED if not (cell_check.c). */
enum assay_error cell_check(struct cell *c, enum cell_answer *claim, char *why, size_t why_size);
/* The same for the cycles after a reset, of a lemma about registers that is proved
 * (cell_reach.c). */
enum assay_error cell_reach(struct cell *c, enum cell_answer *claim, char *why, size_t why_size);
/* Check for some inputs that Icarus Verilog computes from the RTL what the graph has
 * (cell_readings.c). */
enum assay_error cell_compare_readings(struct cell *c, char *why, size_t why_size);
/* cell_replay.c */
enum assay_error cell_replay(struct cell *c, const uint64_t *value, char *why, size_t why_size);

/* A testbench for the RTL in Icarus Verilog (cell_bench.c). Each step sets the inputs and what is
 * before the cycle, and prints the outputs and what is after it. */
struct cell_bench {
    struct assay_text steps;
    uint32_t n;
};
/* The inputs of the RTL that a step sets: ports, "w.i" for a wire that is cut, and "r.q" for a
 * register. Free them with lemma_free_ports. */
void cell_set_ports(const struct cell *c, struct execute_ports *ports);
/* Add a step with the inputs in one of 64 patterns. `changed`: the only one that is not as in the
 * step before, or NULL. */
void cell_add_step(const struct cell *c, struct cell_bench *b, const uint64_t *value,
                   unsigned pattern, const struct execute_port *changed);
/* Run the steps, with NAME.v as the file of the testbench. *whole: false if there was no time for
 * all of them. */
enum assay_error cell_run_bench(const struct cell *c, const struct cell_bench *b, const char *name,
                                struct assay_output *out, bool *whole, char *why, size_t why_size);
/* Find the n bits of an output in what a step printed, the highest one first. */
const char *cell_bits_of(const char *text, uint32_t step, const char *name, size_t *n);
/* Add " NAME=HEX". */
void cell_add_value(const struct cell *c, struct assay_text *t, const struct execute_port *p,
                    const uint64_t *value, unsigned pattern);

/* The inputs as numbers: one bit of a port in one of 64 patterns; a line with all inputs for the
 * programs; and a run of one of these programs on the file "vectors". */
bool cell_bit(const struct cell *c, const uint64_t *value, const char *port, uint32_t bit,
              unsigned pattern);
void cell_add_vector(const struct cell *c, struct assay_text *t, const uint64_t *value,
                     unsigned pattern);
int cell_run_native(const struct cell *c, const char *program, struct assay_output *out);

/* Copy a module of LLVM's IR, with marks where variables are not set yet (cell_unset.c). */
void cell_mark_unset(const char *ir, struct assay_text *out);
/* Check that no jump passes the declaration of a variable in a function with a loop, where that
 * mark would be missing (cell_passed.c). */
bool cell_check_passed(const struct cell *c, const char *ir, char *why, size_t why_size);

/* The path of a file in the folder; writing and reading one; and running a tool in a folder,
 * whose output becomes the message if it fails. */
const char *cell_path(const struct cell *c, const char *name, char path[8192]);
bool cell_write(const struct cell *c, const char *name, const char *text, char *why,
                size_t why_size);
char *cell_read(const struct cell *c, const char *name, char *why, size_t why_size);
enum assay_error cell_run(const char *folder, char *const *argv, const char *what, char *why,
                          size_t why_size);

#endif
