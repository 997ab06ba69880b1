/*
 * winner.c - the arbiter chooses the request that arbiter_step grants, whichever was granted last.
 *
 *     top:    arbiter
 *     rtl:    rtl/arbiter.v
 *     in:     req:N behind.i:N
 *     out:    winner:N
 *     cut:    behind
 *     show:   winner
 *     except: grant
 *     cases:  N=32, N=5, N=2
 *     plant:  formal/cells/winner.patch
 */
#include "../../arbiter.c"

bool spec(const uint32_t *in, uint32_t *out);

/* Nothing is claimed unless `behind` has the bits of all requests after one of them. */
bool spec(const uint32_t *in, uint32_t *out)
{
    const uint32_t all = UINT32_MAX >> (32 - N);
    struct arbiter_inputs inputs = {.req = in[0]};
    struct arbiter_outputs outputs;

    for (uint32_t last = 0; last < N; ++last) {
        struct arbiter_state s = {.params.n = N, .last = last};

        if (in[1] != (all & ~(UINT32_MAX >> (31 - last))))
            continue;
        arbiter_step(&s, &inputs, &outputs);
        *out = s.grant;
        return true;
    }
    return false;
}
