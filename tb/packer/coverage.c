#include "packer/coverage.h"

#include <string.h>

/* Bits in the transfer mask: the streams in the order of block.yaml. */
enum { CMD = 1, RES = 2 };

static const char *const op_bins[] = {"compress", "expand", "mask"};
static const char *const width_bins[] = {"8", "16", "32", "64"};
static const char *const part_bins[] = {"none", "some", "all"};
static const char *const status_bins[] = {"good", "op", "width", "n"};
static const char *const byte_bins[] = {"zero", "one", "odd", "even"};
static const char *const place_bins[] = {"below_n", "beyond"};
static const char *const float_bins[] = {"integer", "float"};
static const char *const value_bins[] = {"zero", "minus_zero", "other"};

static const struct assay_cover_axis op = {"op", 3, op_bins};
static const struct assay_cover_axis moving_op = {"op", 2, op_bins};
static const struct assay_cover_axis width = {"width", 4, width_bins};
static const struct assay_cover_axis n = {"n", 3, part_bins};
static const struct assay_cover_axis count = {"count", 3, part_bins};
static const struct assay_cover_axis status = {"status", 4, status_bins};
static const struct assay_cover_axis byte = {"byte", 4, byte_bins};
static const struct assay_cover_axis place = {"place", 2, place_bins};
static const struct assay_cover_axis is_float = {"type", 2, float_bins};
static const struct assay_cover_axis value = {"value", 3, value_bins};

enum { LENGTH, COUNT, STATUS, CONTROL, VALUES };

const struct assay_cover_group packer_groups[PACKER_GROUPS] = {
    [LENGTH] =
        {"length", "legal commands: how much of the vector n takes", 3, {&op, &width, &n}, NULL},
    [COUNT] = {"count",
               "good results with elements: how many are selected",
               3,
               {&op, &width, &count},
               NULL},
    [STATUS] = {"status", "results", 1, {&status}, NULL},
    [CONTROL] = {"control",
                 "control bytes of legal commands, one sampled in each",
                 3,
                 {&moving_op, &byte, &place},
                 NULL},
    [VALUES] = {"values",
                "elements of legal masks, one sampled in each",
                3,
                {&width, &is_float, &value},
                NULL},
};

void packer_cover_begin(void *any, const struct assay_params *params)
{
    struct packer_cover_ctx *c = any;

    memcpy(&c->params, params->v, sizeof c->params);
}

void packer_cover_restart(void *any)
{
    struct packer_cover_ctx *c = any;

    c->n_held = 0;
}

static uint32_t byte_at(const uint32_t *v, uint32_t i)
{
    return v[i / 4] >> i % 4 * 8 & 0xFF;
}

static uint32_t part(uint32_t x, uint32_t of)
{
    return x == 0 ? 0 : x == of ? 2 : 1;
}

static uint32_t value_bin(const struct packer_cmd *q, uint32_t i)
{
    const uint32_t size = 1u << q->width;
    uint32_t any = 0;

    for (uint32_t b = 0; b + 1 < size; ++b)
        any |= byte_at(q->src, i * size + b);
    if (any)
        return 2;
    any = byte_at(q->src, (i + 1) * size - 1);
    return any == 0 ? 0 : any == 0x80 ? 1 : 2;
}

/* The tag is random, so it serves to select the element to sample. */
static void command(struct packer_cover_ctx *c, struct assay_cover *db, const struct packer_cmd *q)
{
    const uint32_t most = c->params.vbits >> (3 + (q->width & 3)), i = q->tag % most;

    c->held[c->n_held].op = q->op;
    c->held[c->n_held].width = q->width;
    c->held[c->n_held].n = q->n;
    ++c->n_held;
    if (packer_check(&c->params, q) != PACKER_OK)
        return;
    assay_cover_hit(db, LENGTH, (q->op * 4u + q->width) * 3 + part(q->n, most));
    if (q->op == PACKER_MASK) {
        if (i < q->n)
            assay_cover_hit(db, VALUES, (q->width * 2u + q->is_float) * 3 + value_bin(q, i));
    } else {
        const uint32_t b = byte_at(q->ctl, i);

        assay_cover_hit(db, CONTROL, (q->op * 4u + (b <= 1 ? b : b & 1 ? 2 : 3)) * 2 + (i >= q->n));
    }
}

static void result(struct packer_cover_ctx *c, struct assay_cover *db, const struct packer_res *r)
{
    const uint8_t of = c->held[0].n;

    assay_cover_hit(db, STATUS, r->status);
    if (r->status == PACKER_OK && of)
        assay_cover_hit(db, COUNT,
                        (c->held[0].op * 4u + c->held[0].width) * 3 + part(r->count, of));
    c->held[0] = c->held[1];
    --c->n_held;
}

void packer_cover(void *any, struct assay_cover *db, const void *any_in, const void *any_out,
                  uint64_t transfers)
{
    struct packer_cover_ctx *c = any;
    const struct packer_inputs *in = any_in;
    const struct packer_outputs *out = any_out;

    if (transfers & RES)
        result(c, db, &out->res);
    if (transfers & CMD)
        command(c, db, &in->cmd);
}
