/* request.c - the slm requests of the conventional reduction, and the results in its words. */
#include <string.h>

#include "gateway_baseline/gateway_baseline.h"

static const struct {
    uint8_t words, op;
    uint32_t neutral;
} kinds[] = {
    [BASELINE_ADD] = {1, SLM_ADD, 0},
    [BASELINE_ADD_F32] = {1, SLM_FADD, 0x80000000},
    [BASELINE_MIN] = {1, SLM_SMIN, 0x7FFFFFFF},
    [BASELINE_MAX] = {1, SLM_SMAX, 0x80000000},
    [BASELINE_AND] = {1, SLM_AND, 0xFFFFFFFF},
    [BASELINE_OR] = {1, SLM_OR, 0},
    [BASELINE_RANGE] = {2, SLM_SMIN, 0x7FFFFFFF},
    [BASELINE_VARIANCE] = {6, SLM_ADD, 0},
};

/* The contribution of a value to each word. */
static void spread(uint32_t kind, uint32_t x, uint32_t *data)
{
    const uint64_t square = (uint64_t)x * x;

    data[0] = x;
    if (kind == BASELINE_RANGE)
        data[1] = ~x;
    if (kind != BASELINE_VARIANCE)
        return;
    data[0] = x & 0xFFFF;
    data[1] = x >> 16;
    for (unsigned i = 0; i < 4; ++i)
        data[2 + i] = (uint32_t)(square >> 16 * i & 0xFFFF);
}

void gateway_baseline_request(uint32_t kind, uint32_t step, uint32_t data, struct slm_req *q)
{
    memset(q, 0, sizeof *q);
    q->size = SLM_WORD;
    q->op = step == BASELINE_CLEAR    ? (uint8_t)SLM_STORE
            : step == BASELINE_ATOMIC ? kinds[kind].op
            : step == BASELINE_READ   ? (uint8_t)SLM_LOAD
                                      : (uint8_t)SLM_FENCE;
    if (step == BASELINE_FENCE)
        return;
    for (uint32_t i = 0; i < kinds[kind].words; ++i) {
        q->enable |= UINT32_C(1) << i;
        q->addr[i] = 4 * i;
        q->data[i] = kinds[kind].neutral;
    }
    if (step == BASELINE_ATOMIC)
        spread(kind, data, q->data);
}

void gateway_baseline_result(uint32_t kind, const uint32_t *word, struct gateway_baseline_rel *rel)
{
    rel->word0 = word[0];
    rel->word1 = kind == BASELINE_RANGE ? (uint32_t)~word[1] : 0;
    if (kind != BASELINE_VARIANCE)
        return;
    rel->word0 += (uint64_t)word[1] << 16;
    for (unsigned i = 0; i < 4; ++i)
        rel->word1 += (uint64_t)word[2 + i] << 16 * i;
}
