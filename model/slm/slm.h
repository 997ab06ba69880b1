/*
 * slm.h - golden model of slm: shared local memory with atomics, a port for vectors of lanes and one for
 * lines. README.md beside this file is the contract.
 *
 * The time of a request is known when it is accepted: slm_make_plan gives each lane the cycle of service in which
 * its access is made. Service then goes through these cycles.
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
    SLM_OPS /* and above: none */
};

/* Sizes of an access. Any other is none. */
enum slm_size { SLM_BYTE, SLM_HALF, SLM_WORD };

enum slm_port { SLM_VECTOR, SLM_LINE };

/* When the lanes of a request make their accesses. */
struct slm_plan {
    uint32_t error;               /* lanes in error */
    uint32_t length;              /* cycles of service */
    uint8_t cycle[SLM_MAX_LANES]; /* of the access of a lane, from 1; 0: it makes none */
};

/* Plain data: memcpy copies it. */
struct slm_state {
    struct slm_params params;
    uint8_t busy, port, turn; /* a request is in service, and of which port; port that is next */
    uint32_t cycle;           /* of service, from 1 */
    struct slm_plan plan;     /* of the request in service; of a line the length */
    struct slm_req req;
    struct slm_line line;
    struct slm_rsp answer; /* so far */
    uint8_t rsp_valid, line_rsp_valid;
    struct slm_rsp rsp;
    struct slm_line_rsp line_rsp;
    uint32_t word[SLM_MAX_WORDS];
};

/* NULL when the parameters are legal, else what is wrong. Everything below needs legal ones. */
const char *slm_check_params(const struct slm_params *p);

/* Power-up: as after reset, and memory is zeros. */
void slm_init(struct slm_state *s, const struct slm_params *p);

/* Memory stays as it is. */
void slm_reset(struct slm_state *s);

/*
 * One cycle: write *out, a function of the state and *in, then advance the state over the edge.
 * With in->rst set the state becomes the reset state. While a valid is 0, its payload means nothing.
 */
void slm_step(struct slm_state *s, const struct slm_inputs *in, struct slm_outputs *out);

/* The queues of a vector request. */
void slm_make_plan(const struct slm_params *p, const struct slm_req *q, struct slm_plan *plan);

/* Cycles of service of a line request, and whether it is in error. */
uint32_t slm_line_length(const struct slm_params *p, const struct slm_line *q);
bool slm_line_error(const struct slm_params *p, const struct slm_line *q);

/* One access of `op` to a word: what it becomes. at: the lowest byte of the access in it. */
uint32_t slm_update(uint32_t op, uint32_t size, uint32_t at, uint32_t old, uint32_t data,
                    uint32_t compare);

/* What the lane is answered. */
uint32_t slm_answer(uint32_t op, uint32_t size, uint32_t at, uint32_t old);

#ifdef __cplusplus
}
#endif

#endif
