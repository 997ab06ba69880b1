/*
 * slm.h - golden model of slm: shared local memory with atomics, one port for vectors of lanes and
 * one for lines. README.md beside this file is the contract.
 *
 * The duration of a request is known when it is accepted: slm_make_plan determines for each lane
 * the service cycle in which it makes its access. Service then steps through these cycles.
 */
#ifndef SLM_MODEL_H
#define SLM_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include <stdbool.h>

#include "slm/slm_pins.h"

enum { SLM_MAX_LANES = 32, SLM_MAX_BANKS = 32, SLM_MAX_WORDS = 16384, SLM_LINE_WORDS = 16 };

enum slm_op {
    SLM_LOAD,
    SLM_STORE,
    SLM_FENCE,
    SLM_EXCH,
    SLM_ADD,
    SLM_AND,
    SLM_OR,
    SLM_XOR,
    SLM_SMIN,
    SLM_SMAX,
    SLM_UMIN,
    SLM_UMAX,
    SLM_CAS,
    SLM_FADD,
    SLM_OPS /* and above: illegal */
};

/* Sizes of an access. Any other value is illegal. */
enum slm_size { SLM_BYTE, SLM_HALF, SLM_WORD };

enum slm_port { SLM_VECTOR, SLM_LINE };

/* When the lanes of a request make their accesses. */
struct slm_plan {
    uint32_t error;               /* lanes in error */
    uint32_t length;              /* number of service cycles */
    uint8_t cycle[SLM_MAX_LANES]; /* service cycle of a lane's access, from 1; 0: no access */
};

/* Plain data: memcpy copies it. */
struct slm_state {
    struct slm_params params;
    uint8_t busy, port, turn; /* in service, and on which port; the port whose turn is next */
    uint32_t cycle;           /* of the service, from 1 */
    struct slm_plan plan;     /* of the request in service; for a line only the length */
    struct slm_req req;
    struct slm_line line;
    struct slm_rsp answer; /* the response so far */
    uint8_t rsp_valid, line_rsp_valid;
    struct slm_rsp rsp;
    struct slm_line_rsp line_rsp;
    uint32_t word[SLM_MAX_WORDS];
};

/*
 * NULL if the parameters are legal, else a message. All functions below require legal parameters.
 */
const char *slm_check_params(const struct slm_params *p);

/* The state at power-up: that after reset, with the memory zero. */
void slm_init(struct slm_state *s, const struct slm_params *p);

/* The memory keeps its contents. */
void slm_reset(struct slm_state *s);

/*
 * One cycle: writes *out, a function of the state and *in, then advances the state over the clock
 * edge. If in->rst is set, the state becomes the reset state. While a valid is 0, its payload is
 * meaningless.
 */
void slm_step(struct slm_state *s, const struct slm_inputs *in, struct slm_outputs *out);

/* Plans the accesses of a vector request. */
void slm_make_plan(const struct slm_params *p, const struct slm_req *q, struct slm_plan *plan);

/* Service cycles of a line request, and whether it is in error. */
uint32_t slm_line_length(const struct slm_params *p, const struct slm_line *q);
bool slm_line_error(const struct slm_params *p, const struct slm_line *q);

/*
 * The new value of a word after one access of `op`. `at` is the access's lowest byte within the
 * word.
 */
uint32_t slm_update(uint32_t op, uint32_t size, uint32_t at, uint32_t old, uint32_t data,
                    uint32_t compare);

/* The answer to the lane, for the old value of the word. */
uint32_t slm_answer(uint32_t op, uint32_t size, uint32_t at, uint32_t old);

#ifdef __cplusplus
}
#endif

#endif
