#include "vectors/vectors_calls.h"

#include <stdlib.h>
#include <string.h>

#include "engine/expect.h"

struct caller {
    const struct assay_block *block;
    struct assay_lockstep *ls;
    assay_vector_call_fn *each;
    void *arg;
    struct assay_vector_call call;
    struct assay_vector_response *response;
    size_t room;
    uint8_t *in;
    bool in_reset, no_memory;
    struct assay_expect waiting[ASSAY_MAX_STREAMS]; /* payloads on sinks that belong to a join */
    uint64_t expected[ASSAY_MAX_STREAMS];
};

static uint32_t join_of(const struct caller *c, unsigned stream)
{
    return c->block->rules ? c->block->rules[stream].join : 0;
}

/* Collects the responses caused by this sink's transfer in the last cycle. */
static void collect(struct caller *c, unsigned sink)
{
    const struct assay_model_block *m = c->block->model;

    c->call.n_responses = 0;
    for (unsigned i = 0; i < m->n_streams; ++i) {
        const uint64_t end = m->streams[i].sink ? 0 : assay_lockstep_expected(c->ls, i);
        unsigned from;

        for (; c->expected[i] < end; ++c->expected[i]) {
            const void *payload = assay_lockstep_expectation(c->ls, i, c->expected[i], &from);
            struct assay_vector_response *more;

            if (from != sink)
                break;
            if (c->call.n_responses == c->room) {
                more = realloc(c->response, (2 * c->room + 8) * sizeof *more);
                c->no_memory |= !more;
                if (!more)
                    return;
                c->response = more;
                c->room = 2 * c->room + 8;
            }
            c->response[c->call.n_responses++] = (struct assay_vector_response){i, payload};
        }
    }
}

static void tell(struct caller *c, uint64_t sinks)
{
    c->call.sinks = sinks;
    c->call.in = c->in;
    c->call.response = c->response;
    c->call.expected = c->expected;
    c->each(c->arg, &c->call);
    ++c->call.number;
}

/* Adds a payload of a join. Once there is one for each of its sinks, takes them and returns the
 * mask of these sinks; otherwise returns 0. */
static uint64_t complete_join(struct caller *c, unsigned stream, const uint8_t *payload)
{
    const struct assay_model_block *m = c->block->model;
    uint64_t sinks = 0;

    c->no_memory |= !assay_expect_add(&c->waiting[stream], payload, 0, 0);
    for (unsigned i = 0; i < m->n_streams; ++i)
        if (join_of(c, i) == join_of(c, stream)) {
            if (c->waiting[i].left == 0)
                return 0;
            sinks |= UINT64_C(1) << i;
        }
    for (uint64_t left = sinks; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        struct assay_expect *q = &c->waiting[i];

        memcpy(c->in + m->streams[i].payload, assay_expect_payload(q, q->first),
               m->streams[i].payload_size);
        assay_expect_take(q, q->first);
    }
    return sinks;
}

static void reset(struct caller *c)
{
    if (c->in_reset)
        return;
    for (unsigned i = 0; i < c->block->model->n_streams; ++i)
        if (join_of(c, i))
            assay_expect_clear(&c->waiting[i]);
    c->call.n_responses = 0;
    tell(c, 0);
}

static void cycle(struct caller *c, const struct assay_moment *m)
{
    const struct assay_model_block *model = c->block->model;
    const uint8_t *in = m->in;

    memcpy(c->in, in, model->in_size);
    if (in[0])
        reset(c);
    c->in_reset = in[0] != 0;
    for (uint64_t left = c->in_reset ? 0 : m->transfers; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(left);
        uint64_t sinks = UINT64_C(1) << i;

        if (!model->streams[i].sink)
            continue;
        if (join_of(c, i))
            sinks = complete_join(c, i, in + model->streams[i].payload);
        if (sinks) {
            collect(c, i);
            tell(c, sinks);
        }
        memcpy(c->in, in, model->in_size);
    }
}

static bool open_queues(struct caller *c)
{
    for (unsigned i = 0; i < c->block->model->n_streams; ++i)
        if (join_of(c, i) &&
            !assay_expect_open(&c->waiting[i], c->block->model->streams[i].payload_size, 0, 0))
            return false;
    return true;
}

bool assay_vectors_calls(const struct assay_vectors *v, assay_vector_call_fn *each, void *arg,
                         char *why, size_t why_size)
{
    struct caller c = {.block = v->config.block, .each = each, .arg = arg};
    struct assay_moment m;
    bool good = false;

    c.in = calloc(1, c.block->model->in_size);
    c.ls = assay_vectors_open(v, why, why_size);
    if (c.ls && (!c.in || !open_queues(&c))) {
        c.no_memory = true;
    } else if (c.ls) {
        for (uint64_t i = 0; i < v->config.cycles && !c.no_memory; ++i) {
            assay_lockstep_run(c.ls, 1);
            if (!assay_lockstep_moment(c.ls, i, &m))
                break; /* the scenario ended by itself */
            c.call.cycle = i;
            cycle(&c, &m);
        }
        good = assay_vectors_close(c.ls, why, why_size);
        c.ls = NULL;
    }
    if (c.no_memory) {
        snprintf(why, why_size, "out of memory");
        good = false;
    }
    assay_lockstep_close(c.ls);
    for (unsigned i = 0; i < c.block->model->n_streams; ++i)
        assay_expect_close(&c.waiting[i]);
    free(c.response);
    free(c.in);
    return good;
}
