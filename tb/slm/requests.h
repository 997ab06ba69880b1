/* requests.h - requests of slm that are worth trying. */
#ifndef SLM_REQUESTS_H
#define SLM_REQUESTS_H

#include "base/rng.h"
#include "slm/slm.h"

/* Shares in percent, of requests unless told otherwise. */
struct slm_mix {
    uint32_t illegal;   /* something is wrong with some lanes, or with the operation */
    uint32_t corner;    /* of operands: ends of the range */
    uint32_t spread;    /* lanes one word after the other: no two in one bank, mostly */
    uint32_t hot;       /* lanes on few words */
    uint32_t full;      /* all lanes are enabled */
    uint32_t add;       /* fadd */
    uint32_t quiet;     /* of both ports: followed by cycles without a request */
    uint32_t no_vector; /* of runs of requests: only lines, and only vectors */
    uint32_t no_line;
};

enum { SLM_WINDOWS = 4 };

struct slm_draw {
    struct slm_params params;
    struct slm_mix mix;
    struct assay_rng vector, operand, line;
    uint32_t
        window[SLM_WINDOWS];   /* their first words: most requests are there, so that they meet */
    uint32_t hot[4];           /* words */
    uint32_t pause[2], run[2]; /* of a port: without a request; until that is drawn again */
};

void slm_draw_begin(struct slm_draw *d, const struct slm_params *p, const struct slm_mix *mix,
                    uint64_t seed);

/* After a reset either port may be the first. */
void slm_draw_restart(struct slm_draw *d);

/* False when the port has no request in this cycle. */
bool slm_draw_req(struct slm_draw *d, struct slm_req *q);
bool slm_draw_line(struct slm_draw *d, struct slm_line *q);

#endif
