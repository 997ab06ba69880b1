/* execution.h - the state of an execution, and its results: the harness's ports, obligations,
 * refusals. */
#ifndef PROVE_EXECUTION_H
#define PROVE_EXECUTION_H

#include "prove/aig.h"
#include "prove/ir.h"

struct execute_port {
    char *name;
    uint32_t width;
};

struct execute_ports {
    struct execute_port *port;
    uint32_t n;
};

/* The number of 32-bit words of a port in the harness; and of all ports. */
uint32_t execute_port_words(const struct execute_port *p);
uint32_t execute_words(const struct execute_ports *ports);

struct execute_obligation {
    aig_lit broken;
    char *what, *file;
    uint32_t line;
    bool silent; /* no program stops where it is broken */
};

struct execute_result {
    aig_lit domain; /* the function's result: whether it claims anything */
    aig_lit *out;   /* the bits of the outputs, port by port */
    uint32_t n_out;
    aig_lit broken; /* any of the obligations is broken */
    struct execute_obligation *obligation;
    uint32_t n_obligations;
};

void execute_free(struct execute_result *r);

struct object; /* value.h */

struct execution {
    struct aig *g;
    struct ir_module *m;
    struct arena arena;
    uint32_t bound, depth;
    bool undef_is_poison;
    struct object *object;
    uint32_t n_objects;
    uint32_t *object_of_global; /* 0: not made yet */
    struct execute_result *result;
    struct ir_place place; /* of the current instruction */
};

/* The obligation of a loop that goes on. */
#define EXECUTE_BOUND "more iterations than the bound"

/* An input that no output may depend on. */
aig_lit execute_undef(struct execution *x, const char *what);
void execute_oblige(struct execution *x, aig_lit broken, const char *what);
/* The same for an obligation that the compiled model with checks does not check. */
void execute_oblige_silently(struct execution *x, aig_lit broken, const char *what);
_Noreturn void execute_refuse(struct execution *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
