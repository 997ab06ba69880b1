#include "dpas/units.h"

#include <string.h>

#include "dpas/dpas.h"

/* The sinks in the order of block.yaml. */
enum { CMD, SRC1, SRC0, SRC2 };

void dpas_needs(const struct assay_params *params, const void *payload, uint32_t *count)
{
    struct dpas_params p;
    struct dpas_cmd cmd;
    struct dpas_decoded d;

    memcpy(&p, params->v, sizeof p);
    memcpy(&cmd, payload, sizeof cmd);
    count[CMD] = 1;
    count[SRC1] = count[SRC0] = count[SRC2] = 0;
    if (dpas_decode(&cmd, &p, &d) != DPAS_OK)
        return;
    count[SRC1] = d.src1_rows;
    count[SRC0] = cmd.src0_null ? 0 : cmd.rc;
    count[SRC2] = (uint32_t)cmd.rc * d.octets;
}
