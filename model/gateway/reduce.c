/* reduce.c - runs one group through the golden model. */
#include "gateway/reduce.h"

#include <string.h>

/* Sets the count in the configuration register; a message cannot express every count. */
static void configure(struct gateway_state *work, uint32_t n)
{
    struct gateway_inputs in;
    struct gateway_outputs out;

    memset(&in, 0, sizeof in);
    in.cfg_valid = 1;
    in.cfg.count = n < 512 ? (uint16_t)n : 511; /* 511 exceeds every THREADS: refused */
    gateway_step(work, &in, &out);
}

static struct gateway_msg message(const struct gateway_job *job, uint32_t i)
{
    const struct gateway_fields f = {
        .fence = job->fence & 3,
        .mask = job->mask ? job->mask[i] : UINT32_MAX,
        .type = job->type & 15,
        .op = job->type > 15 || job->op > 15 ? 15 : job->op, /* 15 is refused */
        .value = job->value[i],
    };

    return gateway_pack(job->slot ? job->slot[i] : (uint8_t)i, &f);
}

uint8_t gateway_reduce(const struct gateway_params *p, struct gateway_state *work,
                       const struct gateway_job *job, struct gateway_outcome *out)
{
    struct gateway_inputs in;
    struct gateway_outputs pins;
    uint32_t sent = 0;

    memset(out, 0, sizeof *out);
    if (job->n == 0)
        return out->status = GATEWAY_BAD_COUNT;
    gateway_init(work, p);
    configure(work, job->n);
    memset(&in, 0, sizeof in);
    in.wb_ready = in.fence_ready = in.reply_ready = 1;
    for (uint32_t cycle = 1;; ++cycle) {
        in.msg_valid = sent < job->n;
        if (in.msg_valid)
            in.msg = message(job, sent);
        gateway_step(work, &in, &pins);
        sent += in.msg_valid & pins.msg_ready;
        in.ack_valid = pins.fence_valid;
        if (pins.reply_valid)
            return out->status = pins.reply.status;
        if (pins.wb_valid && pins.wb.last) {
            out->result = pins.wb.result;
            out->sum = pins.wb.sum;
            out->cycles = cycle;
            return out->status = pins.wb.status;
        }
    }
}
