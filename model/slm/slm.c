#include "slm/slm.h"

#include <string.h>

const char *slm_check_params(const struct slm_params *p)
{
    if (p->kb != 4 && p->kb != 8 && p->kb != 16 && p->kb != 32 && p->kb != 64)
        return "kb must be 4, 8, 16, 32 or 64";
    if (p->banks != 8 && p->banks != 16 && p->banks != 32)
        return "banks must be 8, 16 or 32";
    if (p->lanes != 4 && p->lanes != 8 && p->lanes != 16 && p->lanes != 32)
        return "lanes must be 4, 8, 16 or 32";
    return NULL;
}

void slm_init(struct slm_state *s, const struct slm_params *p)
{
    memset(s, 0, sizeof *s);
    s->params = *p;
}

void slm_reset(struct slm_state *s)
{
    s->busy = s->rsp_valid = s->line_rsp_valid = 0;
    s->turn = SLM_VECTOR;
}

/* --- service --- */

/* Makes the accesses of this cycle, in ascending order of lanes. */
static void serve_vector(struct slm_state *s)
{
    const struct slm_req *q = &s->req;

    for (unsigned lane = 0; lane < s->params.lanes; ++lane) {
        const uint32_t at = q->addr[lane] % 4;
        uint32_t *word;

        if (s->plan.cycle[lane] != s->cycle)
            continue;
        word = &s->word[q->addr[lane] / 4];
        s->answer.data[lane] = slm_answer(q->op, q->size, at, *word);
        *word = slm_update(q->op, q->size, at, *word, q->data[lane], q->compare[lane]);
    }
}

static uint32_t byte_mask(uint64_t mask, unsigned word)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < 4; ++i)
        if (mask >> (4 * word + i) & 1)
            bits |= UINT32_C(0xFF) << 8 * i;
    return bits;
}

/* Writes this cycle's share of a line. */
static void write_line(struct slm_state *s)
{
    const struct slm_line *q = &s->line;
    const unsigned share = SLM_LINE_WORDS / s->plan.length, first = share * (s->cycle - 1);
    uint32_t *word = &s->word[q->addr / 4];

    for (unsigned i = first; i < first + share; ++i) {
        const uint32_t mask = byte_mask(q->mask, i);

        word[i] = (word[i] & ~mask) | (q->data[i] & mask);
    }
}

static void leave_vector(struct slm_state *s)
{
    s->rsp = s->answer;
    s->rsp_valid = 1;
}

/* Nothing else can write while a line is read: it is read as a whole at the end. */
static void leave_line(struct slm_state *s)
{
    const struct slm_line *q = &s->line;

    memset(&s->line_rsp, 0, sizeof s->line_rsp);
    s->line_rsp.error = slm_line_error(&s->params, q);
    s->line_rsp.tag = q->tag;
    if (!q->write && !s->line_rsp.error)
        memcpy(s->line_rsp.data, &s->word[q->addr / 4], sizeof s->line_rsp.data);
    s->line_rsp_valid = 1;
}

static void serve(struct slm_state *s, bool leaves)
{
    if (s->cycle == s->plan.length && !leaves)
        return;
    if (s->port == SLM_VECTOR)
        serve_vector(s);
    else if (s->line.write && !slm_line_error(&s->params, &s->line))
        write_line(s);
    ++s->cycle;
    if (!leaves)
        return;
    s->busy = 0;
    if (s->port == SLM_VECTOR)
        leave_vector(s);
    else
        leave_line(s);
}

/* --- acceptance --- */

static void accept_vector(struct slm_state *s, const struct slm_req *q)
{
    s->busy = 1;
    s->port = SLM_VECTOR;
    s->turn = SLM_LINE;
    s->cycle = 1;
    s->req = *q;
    slm_make_plan(&s->params, q, &s->plan);
    memset(&s->answer, 0, sizeof s->answer);
    s->answer.tag = q->tag;
    s->answer.error = s->plan.error;
}

static void accept_line(struct slm_state *s, const struct slm_line *q)
{
    s->busy = 1;
    s->port = SLM_LINE;
    s->turn = SLM_VECTOR;
    s->cycle = 1;
    s->line = *q;
    s->plan.length = slm_line_length(&s->params, q);
}

/* --- a cycle --- */

static bool request_leaves(const struct slm_state *s, const struct slm_inputs *in)
{
    const bool out_free = s->port == SLM_VECTOR ? !s->rsp_valid || in->rsp_ready
                                                : !s->line_rsp_valid || in->line_rsp_ready;

    return s->busy && s->cycle == s->plan.length && out_free;
}

void slm_step(struct slm_state *s, const struct slm_inputs *in, struct slm_outputs *out)
{
    const bool leaves = request_leaves(s, in), room = !s->busy || leaves;

    out->req_ready = room && (!in->line_valid || s->turn == SLM_VECTOR);
    out->line_ready = room && (!in->req_valid || s->turn == SLM_LINE);
    out->rsp_valid = s->rsp_valid;
    out->rsp = s->rsp;
    out->line_rsp_valid = s->line_rsp_valid;
    out->line_rsp = s->line_rsp;

    if (in->rst) {
        slm_reset(s);
        return;
    }
    if (in->rsp_ready)
        s->rsp_valid = 0;
    if (in->line_rsp_ready)
        s->line_rsp_valid = 0;
    if (s->busy)
        serve(s, leaves);
    if (in->req_valid && out->req_ready)
        accept_vector(s, &in->req);
    else if (in->line_valid && out->line_ready)
        accept_line(s, &in->line);
}
