#include "target/gateway_target.h"

#include <string.h>

#include "gateway/reduce.h"

#define WINDOW(address, field, writable)                      \
    {                                                         \
        address, sizeof(((struct gateway_target *)0)->field), \
            offsetof(struct gateway_target, field), writable  \
    }

static const struct target_window windows[] = {
    WINDOW(GATEWAY_TARGET_ROUND, round, true),   WINDOW(GATEWAY_TARGET_RESULT, result, false),
    WINDOW(GATEWAY_TARGET_MEMBER, member, true), WINDOW(GATEWAY_TARGET_MASK, mask, true),
    WINDOW(GATEWAY_TARGET_VALUE, value, true),
};

enum { WINDOWS = sizeof windows / sizeof windows[0] };

/* Cycles of a refused message: it is answered in the next cycle. */
enum { REFUSED = 2 };

void gateway_target_init(struct gateway_target *t, const struct gateway_params *p)
{
    memset(t, 0, sizeof *t);
    t->params = *p;
}

static void conclude(struct gateway_target *t, uint64_t result, uint32_t sum, uint32_t status,
                     uint32_t cycles)
{
    t->result[0] = status | sum << 8;
    t->result[1] = (uint32_t)result;
    t->result[2] = (uint32_t)(result >> 32);
    t->result[3] = cycles;
}

static uint32_t execute(struct gateway_target *t)
{
    struct gateway_job job = {.op = t->round & 15, .type = t->round >> 4 & 15};
    uint64_t value[GATEWAY_MAX_THREADS];
    uint32_t mask[GATEWAY_MAX_THREADS], status = GATEWAY_OK;
    uint8_t slot[GATEWAY_MAX_THREADS];
    struct gateway_outcome out;

    for (uint32_t i = 0; i < GATEWAY_MAX_THREADS; ++i) {
        if (!(t->member[i / GATEWAY_BEAT] >> i % GATEWAY_BEAT & 1))
            continue;
        if (i >= t->params.threads)
            status = GATEWAY_BAD_SENDER;
        value[job.n] = (uint64_t)t->value[i][1] << 32 | t->value[i][0];
        mask[job.n] = t->mask[i];
        slot[job.n++] = (uint8_t)i;
    }
    if (job.n == 0) {
        conclude(t, 0, 0, GATEWAY_BAD_COUNT, 0);
        return 0;
    }
    if (status == GATEWAY_OK && !gateway_legal(job.op, job.type))
        status = GATEWAY_BAD_OP;
    if (status != GATEWAY_OK) {
        conclude(t, 0, 0, status, REFUSED);
        return REFUSED;
    }
    job.value = value;
    job.mask = mask;
    job.slot = slot;
    status = gateway_reduce(&t->params, &t->work, &job, &out);
    conclude(t, out.result, out.sum, status, out.cycles);
    return out.cycles;
}

bool gateway_target_starts(uint64_t address, size_t size)
{
    return address == GATEWAY_TARGET_ROUND && size != 0;
}

enum target_access gateway_target_read(const struct gateway_target *t, uint64_t address, void *data,
                                       size_t size)
{
    return target_read(windows, WINDOWS, t, address, data, size);
}

enum target_access gateway_target_write(struct gateway_target *t, uint64_t address,
                                        const void *data, size_t size, uint32_t *cycles)
{
    const enum target_access a = target_write(windows, WINDOWS, t, address, data, size);

    *cycles = a == TARGET_OK && gateway_target_starts(address, size) ? execute(t) : 0;
    return a;
}
