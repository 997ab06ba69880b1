/* loopback_math.c - the arithmetic of loopback. */
#include "loopback/loopback.h"
#include "numerics/numerics.h"

void loopback_load(const struct loopback_cmd *cmd, uint32_t type, uint32_t n, const uint32_t *data,
                   uint64_t map, struct loopback_side *side)
{
    for (uint32_t k = 0; k < cmd->k_len; ++k)
        side->value[n][k] = sparse_widen(type, sparse_element(type, data, k));
    if (cmd->sparse)
        side->row[n] = sparse_look(type, data, cmd->k_len, map, cmd->polarity, cmd->generate_map);
}

uint32_t loopback_cycles(const struct loopback_params *p, const struct loopback_cmd *cmd,
                         const struct loopback_side *a, const struct loopback_side *b)
{
    uint32_t cycles = 1;

    if (!cmd->sparse)
        return cmd->k_len;
    for (uint32_t i = 0; i < p->rows; ++i) {
        for (uint32_t j = 0; j < p->cols; ++j) {
            const uint32_t n = (uint32_t)__builtin_popcountll(a->row[i].marked & b->row[j].marked);

            cycles = n > cycles ? n : cycles;
        }
    }
    return cycles;
}

/* Element k as the maps see it: a signed zero, or the value. */
static uint32_t seen(const struct loopback_side *side, uint32_t n, uint32_t k)
{
    const struct sparse_row *r = &side->row[n];

    return r->nonzero >> k & 1 ? side->value[n][k] : (uint32_t)(r->negative >> k & 1) << 31;
}

static uint32_t float_element(const struct loopback_cmd *cmd, const struct loopback_side *a,
                              const struct loopback_side *b, uint32_t i, uint32_t j, uint32_t acc)
{
    if (!cmd->sparse) {
        for (uint32_t k = 0; k < cmd->k_len; ++k)
            acc = assay_f32_fma(a->value[i][k], b->value[j][k], acc);
    } else if (cmd->strict) {
        /* The dense chain itself, not the flags that replace it in hardware. */
        for (uint32_t k = 0; k < cmd->k_len; ++k)
            acc = assay_f32_fma(seen(a, i, k), seen(b, j, k), acc);
    } else {
        for (uint64_t m = a->row[i].nonzero & b->row[j].nonzero; m; m &= m - 1) {
            const uint32_t k = (uint32_t)__builtin_ctzll(m);

            acc = assay_f32_fma(a->value[i][k], b->value[j][k], acc);
        }
    }
    return acc;
}

static uint32_t integer_element(const struct loopback_cmd *cmd, const struct loopback_side *a,
                                const struct loopback_side *b, uint32_t i, uint32_t j, uint32_t acc)
{
    const uint64_t m = cmd->sparse ? a->row[i].marked & b->row[j].marked : low_ones(cmd->k_len);

    for (uint32_t k = 0; k < cmd->k_len; ++k) {
        if (m >> k & 1)
            acc += a->value[i][k] * b->value[j][k];
    }
    return acc;
}

void loopback_compute(const struct loopback_params *p, const struct loopback_cmd *cmd,
                      const struct loopback_side *a, const struct loopback_side *b,
                      const uint32_t c[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS],
                      uint32_t d[LOOPBACK_MAX_ROWS][LOOPBACK_MAX_COLS])
{
    const bool floats = cmd->a_type >= SPARSE_BF16;

    for (uint32_t i = 0; i < p->rows; ++i) {
        for (uint32_t j = 0; j < p->cols; ++j) {
            const uint32_t start = cmd->src0_null ? 0 : c[i][j];

            d[i][j] = floats ? float_element(cmd, a, b, i, j, start)
                             : integer_element(cmd, a, b, i, j, start);
        }
    }
}
