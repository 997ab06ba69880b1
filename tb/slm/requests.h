/* requests.h - draws interesting requests for slm. */
#ifndef SLM_REQUESTS_H
#define SLM_REQUESTS_H

#include "base/rng.h"
#include "slm/slm.h"

/* Percentages, of requests unless stated otherwise. */
struct slm_mix {
    uint32_t illegal;   /* some lanes or the operation are invalid */
    uint32_t corner;    /* of operands: extreme values */
    uint32_t spread;    /* lanes access consecutive words: mostly no two in one bank */
    uint32_t hot;       /* lanes access few words */
    uint32_t full;      /* all lanes are enabled */
    uint32_t add;       /* fadd */
    uint32_t quiet;     /* of both ports: followed by idle cycles */
    uint32_t no_vector; /* of runs: only lines; no_line: only vectors */
    uint32_t no_line;
};

enum { SLM_WINDOWS = 4 };

struct slm_draw {
    struct slm_params params;
    struct slm_mix mix;
    struct assay_rng vector, operand, line;
    /* First words. Most requests fall in windows, so that they collide. */
    uint32_t window[SLM_WINDOWS];
    uint32_t hot[4];           /* words that hot requests access */
    uint32_t pause[2], run[2]; /* per port: idle cycles left; requests left in the run */
};

void slm_draw_begin(struct slm_draw *d, const struct slm_params *p, const struct slm_mix *mix,
                    uint64_t seed);

/* After a reset, either port may be the first to make a request. */
void slm_draw_restart(struct slm_draw *d);

/* Return false if the port has no request in this cycle. */
bool slm_draw_req(struct slm_draw *d, struct slm_req *q);
bool slm_draw_line(struct slm_draw *d, struct slm_line *q);

#endif
