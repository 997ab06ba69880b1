/*
 * cell.h - one case of a lemma: that a module of RTL has the outputs of its model for all inputs.
 *
 * Both become one graph with the same inputs. The query is whether they differ, where the harness claims
 * something, or whether an obligation of the model is broken: of its code as it is, and of its code
 * compiled with -fsanitize=undefined. What solvers find is not believed: a counterexample is run through the
 * compiled model and through the RTL in Icarus Verilog and has to fail there.
 */
#ifndef PROVE_CELL_H
#define PROVE_CELL_H

#include "base/process.h"
#include "base/text.h"
#include "prove/aiger.h"
#include "prove/lemma.h"

enum cell_answer {
    CELL_PROVED,
    CELL_DIFFERS, /* there is a counterexample, and it replays */
    CELL_OPEN,    /* no solver answered in time */
    CELL_ALONE,   /* proved by one solver, and the others did not answer in time */
    CELL_EMPTY    /* there are no inputs of which the harness claims anything */
};

struct cell {
    const struct lemma *lemma;
    const char *parameters; /* the case */
    const char *patch;      /* put into the RTL, or NULL */
    const char *solver;     /* one alone, or NULL */
    char folder[4096];      /* for its files */
    struct execute_ports in, out, vary, free;
    struct aig graph;
    struct execute_result model, checked; /* as it is; with -fsanitize=undefined */
    struct aiger_outputs gate;
    aig_lit differ, query;
    /* The answer. */
    const char *solved_by;
    double seconds;          /* of processor time, of the solvers */
    struct assay_text about; /* a counterexample, in lines */
};

/* All of the below: false, or an error, comes with a message in `why`. `folder` is there. */

/* Make the query. What it is made of is then in these files. */
#define CELL_IR_MODEL "model.ll"
#define CELL_IR_CHECKED "checked.ll"
#define CELL_NETLIST "gate.aag"
enum assay_error cell_prepare(struct cell *c, char *why, size_t why_size);
/* And answer it. */
enum assay_error cell_prove(struct cell *c, enum cell_answer *answer, char *why, size_t why_size);
void cell_close(struct cell *c);

/* Steps, each in a file of its own. */
enum assay_error cell_compile(struct cell *c, char *why, size_t why_size); /* cell_model.c */
/* Another function of the harness, once it is compiled. */
enum assay_error cell_execute(const struct cell *c, const char *function,
                              const struct execute_ports *in, const struct execute_ports *out,
                              struct aig *g, struct execute_result *r, char *why, size_t why_size);
/* "native", or "checked", with sanitizers. */
enum assay_error cell_build_native(const struct cell *c, bool checked, char *why, size_t why_size);
enum assay_error cell_elaborate(struct cell *c, char *why, size_t why_size); /* cell_rtl.c */
enum assay_error cell_solve(struct cell *c, enum cell_answer *answer, uint64_t *value, char *why,
                            size_t why_size); /* cell_solve.c */
/* The query in the parts that the lemma tells, one after the other, and whether they are all inputs; without any, as a
 * whole. `ask` answers one, in a graph with the inputs of the cell's (cell_split.c). */
typedef enum assay_error cell_ask(struct cell *c, const struct aig *g, aig_lit query,
                                  enum cell_answer *answer, uint64_t *value, char *why,
                                  size_t why_size);
enum assay_error cell_split(struct cell *c, cell_ask *ask, enum cell_answer *answer,
                            uint64_t *value, char *why, size_t why_size);
/* What is split (cell_vary.c): the query as a function of the lemma's variables, or of the cell's inputs if it has none.
 * That the variables make all inputs is a query, which comes first. */
struct cell_base {
    struct aig g;
    const struct execute_ports *ports; /* which the inputs of `g` are */
    aig_lit *lit;                      /* the query, and then the bits of the wires that are free */
    size_t n;
    aig_lit *of_input; /* each of the cell's inputs */
};
enum assay_error cell_vary(struct cell *c, cell_ask *ask, struct cell_base *b,
                           enum cell_answer *answer, char *why, size_t why_size);
/* The cell's inputs, of those of the base's graph. */
void cell_take_back(const struct cell *c, const struct cell_base *b, uint64_t *of_base,
                    uint64_t *value);
void cell_close_base(struct cell_base *b);
/* Whether lit[0] can be true, where the wires whose bits follow, as in a base, are free (cell_free.c). Behind them are
 * facts of these wires, which are added first. */
uint32_t cell_free_bits(const struct cell *c);
void cell_add_facts(const struct cell *c, struct aig *g, aig_lit *lit);
enum assay_error cell_ask_free(struct cell *c, const struct aig *g, aig_lit *lit, cell_ask *ask,
                               enum cell_answer *answer, uint64_t *value, char *why,
                               size_t why_size);
/* Inputs of which something is claimed: CELL_DIFFERS if there are, CELL_PROVED if not. */
enum assay_error cell_find_claim(struct cell *c, enum cell_answer *claim, uint64_t *value,
                                 char *why, size_t why_size);
enum assay_error cell_check(struct cell *c, enum cell_answer *claim, char *why,
                            size_t why_size); /* cell_check.c */
/* cell_replay.c */
enum assay_error cell_replay(struct cell *c, const uint64_t *value, char *why, size_t why_size);

/* Inputs as numbers: a bit of a port in one of 64 patterns; all as a line for the programs; to run one on "vectors". */
bool cell_bit(const struct cell *c, const uint64_t *value, const char *port, uint32_t bit,
              unsigned pattern);
void cell_add_vector(const struct cell *c, struct assay_text *t, const uint64_t *value,
                     unsigned pattern);
int cell_run_native(const struct cell *c, const char *program, struct assay_output *out);

/* A file in the folder; a tool run there, whose failure is told with what it said. */
const char *cell_path(const struct cell *c, const char *name, char path[8192]);
bool cell_write(const struct cell *c, const char *name, const char *text, char *why,
                size_t why_size);
char *cell_read(const struct cell *c, const char *name, char *why, size_t why_size);
enum assay_error cell_run(const char *folder, char *const *argv, const char *what, char *why,
                          size_t why_size);

#endif
