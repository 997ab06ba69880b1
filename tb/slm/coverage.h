/* coverage.h - functional coverage of slm. */
#ifndef SLM_COVERAGE_H
#define SLM_COVERAGE_H

#include "engine/block.h"
#include "engine/cover.h"
#include "slm/slm.h"

enum { SLM_GROUPS = 11, SLM_UNDER_WAY = 2 };

extern const struct assay_cover_group slm_groups[SLM_GROUPS];

/* The last accepted request, to see whether the next one concerns the same words. */
struct slm_cover_last {
    uint32_t kind, word; /* word: the first one if it was a line */
    bool some, line;
};

struct slm_cover_ctx {
    struct slm_params params;
    struct slm_req req[SLM_UNDER_WAY]; /* accepted and not yet answered */
    uint8_t first, n;
    uint8_t before; /* port of the last accepted request since reset; 2: none */
    struct slm_cover_last last;
};

void slm_cover_begin(void *ctx, const struct assay_params *params);
void slm_cover_restart(void *ctx);
void slm_cover(void *ctx, struct assay_cover *db, const void *in, const void *out,
               uint64_t transfers);

#endif
