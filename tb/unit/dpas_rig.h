/*
 * dpas_rig.h - the model of dpas behind a small driver, which offers the operands of a list of
 * commands as each cycle asks for them and checks all outputs against the oracle.
 */
#ifndef DPAS_RIG_H
#define DPAS_RIG_H

#include "unit/dpas_oracle.h"

enum sink { CMD, SRC1, SRC0, SRC2, SINKS };
enum source { DST = SINKS, RSP, STREAMS };
enum { MAX_JOBS = 600, MAX_LOG = 64 * MAX_JOBS };

/* Bits for rig_cycle. */
enum {
    GIVE_CMD = 1 << CMD,
    GIVE_SRC1 = 1 << SRC1,
    GIVE_SRC0 = 1 << SRC0,
    GIVE_SRC2 = 1 << SRC2,
    TAKE_DST = 1 << DST,
    TAKE_RSP = 1 << RSP,
    FLOW = (1 << STREAMS) - 1
};

struct rig {
    struct dpas_state s;
    struct dpas_inputs in;
    struct dpas_outputs out;
    bool held[SINKS], stuck[2]; /* offered but not taken in the last cycle */
    uint32_t now;
    uint32_t count[STREAMS];             /* transfers so far */
    uint32_t at[STREAMS][MAX_LOG];       /* their cycles */
    uint32_t job[STREAMS], row[STREAMS]; /* next transfer: its job and row */
    uint32_t n_jobs;
    struct job jobs[MAX_JOBS];
};

static struct rig rig;

static inline void rig_begin_params(const struct dpas_params *p)
{
    assert_null(dpas_check_params(p));
    memset(&rig, 0, offsetof(struct rig, jobs));
    memset(&rig.s, 0x3C, sizeof rig.s);
    dpas_init(&rig.s, p);
}

static inline void rig_begin(uint32_t lanes, uint32_t depth)
{
    rig_begin_params(&(struct dpas_params){lanes, depth, 0, 8});
}

static inline struct job *rig_add(struct dpas_cmd cmd)
{
    struct job *j = &rig.jobs[rig.n_jobs++];

    assert_true(rig.n_jobs <= MAX_JOBS);
    j->cmd = cmd;
    j->cmd.tag = (uint8_t)(rig.n_jobs * 7);
    fill_random(j, rig.s.params.lanes);
    expect(j, &rig.s.params);
    return j;
}

/* Appends the last command n more times, with its operands. */
static inline void rig_repeat(uint32_t n)
{
    while (n--) {
        assert_true(rig.n_jobs < MAX_JOBS);
        rig.jobs[rig.n_jobs] = rig.jobs[rig.n_jobs - 1];
        ++rig.n_jobs;
    }
}

static inline uint32_t transfers_of(const struct job *j, uint32_t stream)
{
    switch (stream) {
    case SRC1:
        return j->rows;
    case SRC0:
        return j->cmd.src0_null ? 0 : j->reps;
    case SRC2:
        return j->src2_rows;
    case DST:
        return j->reps;
    default:
        return 1;
    }
}

/* Returns the job of the stream's next transfer, or NULL if there is none. */
static inline const struct job *next_of(uint32_t stream)
{
    while (rig.job[stream] < rig.n_jobs &&
           rig.row[stream] == transfers_of(&rig.jobs[rig.job[stream]], stream)) {
        ++rig.job[stream];
        rig.row[stream] = 0;
    }
    return rig.job[stream] < rig.n_jobs ? &rig.jobs[rig.job[stream]] : NULL;
}

static inline bool offer(uint32_t stream, bool wanted, void *payload, size_t size)
{
    const struct job *j = next_of(stream);
    const void *from;

    if (!j || !(wanted || rig.held[stream]))
        return false;
    from = stream == CMD    ? (const void *)&j->cmd
           : stream == SRC1 ? (const void *)&j->src1[rig.row[SRC1]]
           : stream == SRC0 ? (const void *)&j->src0[rig.row[SRC0]]
                            : (const void *)&j->src2[rig.row[SRC2]];
    memcpy(payload, from, size);
    return true;
}

static inline void log_transfer(uint32_t stream)
{
    assert_true(rig.count[stream] < MAX_LOG);
    rig.at[stream][rig.count[stream]++] = rig.now;
    ++rig.row[stream];
}

static inline void check_dst(void)
{
    const struct job *j = next_of(DST);

    if (!j) {
        fail_msg("cycle %u: a dst row too many", rig.now);
        return;
    }
    assert_memory_equal(rig.out.dst.data, j->dst[rig.row[DST]], sizeof j->dst[0]);
    assert_int_equal(rig.out.dst.tag, j->cmd.tag);
    assert_int_equal(rig.out.dst.last, rig.row[DST] + 1 == j->reps);
}

static inline void check_rsp(void)
{
    const struct job *j = next_of(RSP);

    if (!j) {
        fail_msg("cycle %u: a response too many", rig.now);
        return;
    }
    assert_int_equal(rig.out.rsp.tag, j->cmd.tag);
    assert_int_equal(rig.out.rsp.status, j->status);
}

/* Runs one cycle and checks all outputs. An offer stays until it is taken. */
static inline void rig_cycle(uint32_t flow)
{
    struct dpas_inputs *in = &rig.in;
    struct dpas_outputs *out = &rig.out;

    in->cmd_valid = offer(CMD, flow & GIVE_CMD, &in->cmd, sizeof in->cmd);
    in->src1_valid = offer(SRC1, flow & GIVE_SRC1, &in->src1, sizeof in->src1);
    in->src0_valid = offer(SRC0, flow & GIVE_SRC0, &in->src0, sizeof in->src0);
    in->src2_valid = offer(SRC2, flow & GIVE_SRC2, &in->src2, sizeof in->src2);
    in->dst_ready = (flow & TAKE_DST) != 0;
    in->rsp_ready = (flow & TAKE_RSP) != 0;
    memset(out, 0xA5, sizeof *out); /* reveals a field that the step does not set */
    dpas_step(&rig.s, in, out);

    assert_true((out->cmd_ready | out->src1_ready | out->src0_ready | out->src2_ready |
                 out->dst_valid | out->rsp_valid) <= 1);
    if (out->src0_ready || out->src2_ready) {
        const struct job *j = next_of(SRC2);

        assert_non_null(j);
        if (out->src0_ready)
            assert_true(in->src2_valid && !j->cmd.src0_null);
        if (out->src2_ready && rig.row[SRC2] < j->reps)
            assert_true(in->src0_valid || j->cmd.src0_null);
    }
    /* What was offered and not taken must still be there. */
    assert_true(out->dst_valid >= rig.stuck[0] && out->rsp_valid >= rig.stuck[1]);
    rig.stuck[0] = out->dst_valid && !in->dst_ready;
    rig.stuck[1] = out->rsp_valid && !in->rsp_ready;
    if (out->dst_valid)
        check_dst();
    if (out->rsp_valid)
        check_rsp();

    const bool valid[SINKS] = {in->cmd_valid, in->src1_valid, in->src0_valid, in->src2_valid};
    const bool ready[SINKS] = {out->cmd_ready, out->src1_ready, out->src0_ready, out->src2_ready};
    for (uint32_t i = 0; i < SINKS; ++i) {
        rig.held[i] = valid[i] && !ready[i];
        if (valid[i] && ready[i])
            log_transfer(i);
    }
    if (out->dst_valid && in->dst_ready)
        log_transfer(DST);
    if (out->rsp_valid && in->rsp_ready)
        log_transfer(RSP);
    ++rig.now;
}

/* Each stream moves with its own probability, which changes from time to time. */
static inline uint32_t random_flow(uint32_t *density)
{
    uint32_t flow = 0;

    for (uint32_t i = 0; i < STREAMS; ++i) {
        if (draw(64) == 0)
            density[i] = draw(3) ? 1 + draw(16) : 16;
        flow |= (uint32_t)(draw(16) < density[i]) << i;
    }
    return flow;
}

static inline void rig_cycles(uint32_t n, uint32_t flow)
{
    while (n--)
        rig_cycle(flow);
}

/* Runs until every job has had its response and every dst row has left. */
static inline void rig_finish(uint32_t limit)
{
    while (rig.count[RSP] < rig.n_jobs || next_of(DST)) {
        rig_cycle(FLOW);
        if (rig.now > limit)
            fail_msg("no end after %u cycles", rig.now);
    }
}

#endif
