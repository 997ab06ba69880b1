#include "target/dpas_target.h"

#include <string.h>

#define WINDOW(address, field, writable)                                                        \
    {                                                                                           \
        address, sizeof(((struct dpas_target *)0)->field), offsetof(struct dpas_target, field), \
            writable                                                                            \
    }

static const struct target_window windows[] = {
    WINDOW(DPAS_TARGET_CMD, cmd, true),   WINDOW(DPAS_TARGET_RSP, rsp, false),
    WINDOW(DPAS_TARGET_SRC1, src1, true), WINDOW(DPAS_TARGET_SRC0, src0, true),
    WINDOW(DPAS_TARGET_SRC2, src2, true), WINDOW(DPAS_TARGET_DST, dst, false),
};

enum { WINDOWS = sizeof windows / sizeof windows[0] };

void dpas_target_pack(const struct dpas_cmd *c, uint32_t words[2])
{
    words[0] = (c->src1_type & 15u) | (c->src2_type & 15u) << 4 | (c->acc_type & 3u) << 8 |
               (c->saturate & 1u) << 10 | (c->src0_null & 1u) << 11 | (c->src0_scalar & 1u) << 12 |
               (uint32_t)c->tag << 24;
    words[1] = (c->sd & 15u) | (c->rc & 15u) << 8 | (c->exec_size & 31u) << 16;
}

void dpas_target_unpack(const uint32_t words[2], struct dpas_cmd *c)
{
    memset(c, 0, sizeof *c);
    c->src1_type = words[0] & 15;
    c->src2_type = words[0] >> 4 & 15;
    c->acc_type = words[0] >> 8 & 3;
    c->saturate = words[0] >> 10 & 1;
    c->src0_null = words[0] >> 11 & 1;
    c->src0_scalar = words[0] >> 12 & 1;
    c->tag = (uint8_t)(words[0] >> 24);
    c->sd = words[1] & 15;
    c->rc = words[1] >> 8 & 15;
    c->exec_size = words[1] >> 16 & 31;
}

/*
 * Cycles of a command when the block is otherwise idle and all operands are ready: from the cycle
 * in which cmd transfers to that in which rsp does, both included.
 *
 * The command transfers in cycle 0, and its first src1 row in cycle 1. An error marker enters the
 * array in cycle 1, the first packet of a good command in cycle 2. A packet that enters in cycle e
 * shows its response in cycle e + 2*depth + 1.
 */
static uint32_t latency(const struct dpas_params *p, const struct dpas_decoded *d)
{
    const uint32_t slots = DPAS_LAYER_STAGES * p->depth, rc = d->cmd.rc;
    uint32_t enters = 1;

    if (d->status == DPAS_OK)
        enters = 2 + (d->passes - 1u) * (rc > slots ? rc : slots) + rc - 1;
    return enters + slots + 2;
}

void dpas_target_init(struct dpas_target *t, const struct dpas_params *p)
{
    memset(t, 0, sizeof *t);
    t->params = *p;
}

static uint32_t execute(struct dpas_target *t)
{
    struct dpas_decoded d;
    struct dpas_cmd cmd;
    uint32_t cycles;

    dpas_target_unpack(t->cmd, &cmd);
    dpas_decode(&cmd, &t->params, &d);
    memset(t->dst, 0, sizeof t->dst);
    for (uint32_t r = 0; d.status == DPAS_OK && r < cmd.rc; ++r)
        dpas_compute(&t->params, &d, t->src1, &t->src2[r], &t->src0[r], t->dst[r]);
    cycles = latency(&t->params, &d);
    t->rsp[0] = cmd.tag | (uint32_t)d.status << 8;
    t->rsp[1] = cycles;
    return cycles;
}

bool dpas_target_starts(uint64_t address, size_t size)
{
    return address <= DPAS_TARGET_CMD + 4 && size > DPAS_TARGET_CMD + 4 - address;
}

enum target_access dpas_target_read(const struct dpas_target *t, uint64_t address, void *data,
                                    size_t size)
{
    return target_read(windows, WINDOWS, t, address, data, size);
}

enum target_access dpas_target_write(struct dpas_target *t, uint64_t address, const void *data,
                                     size_t size, uint32_t *cycles)
{
    const enum target_access a = target_write(windows, WINDOWS, t, address, data, size);

    *cycles = a == TARGET_OK && dpas_target_starts(address, size) ? execute(t) : 0;
    return a;
}
