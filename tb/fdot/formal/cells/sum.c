/*
 * sum.c - fdot_sum is the sum that add_products of the model computes of terms that are aligned.
 * Their alignment is not part of it.
 *
 * The model adds one term after another, here in the order of the leaves of the tree: its sums are
 * exact, so that the order does not matter. Assertions lead the solvers from its sums to the tree,
 * node by node.
 *
 *     top:    fdot_sum
 *     rtl:    rtl/fdot/fdot_sum.v
 *     model:  model/fdot/number.c model/fdot/cdna.c model/numerics/f32_add.c
 *     model:  model/numerics/f32_mul.c model/numerics/convert.c
 *     cases:  N=3 W=30, N=5 W=31
 *     in:     x:28*N
 *     out:    y:W
 *     sweep
 *     slow
 *     plant:  tb/fdot/formal/cells/sum.patch
 */
#include <assert.h>

#include "fdot/arithmetic.c"

bool spec(const uint32_t *in, uint32_t *out);

enum { LAST = (28 * N - 1) / 32 }; /* index of the last input word */

/* The carries into each bit of a + b. */
static uint64_t carries(uint64_t a, uint64_t b)
{
    return (a + b) ^ a ^ b;
}

/* Asserts that (x + a) + b = x + (a + b), and that as many carries enter each bit. */
static void check_order(uint64_t x, uint64_t a, uint64_t b)
{
    assert((carries(x, a) & carries(x + a, b)) == (carries(a, b) & carries(x, a + b)));
    assert((x + a) + b == x + (a + b));
}

/* Term i, in two's complement. */
static int32_t term_of(const uint32_t *in, uint32_t i)
{
    const uint32_t at = 28 * i;
    const uint64_t two = in[at / 32] | (at / 32 < LAST ? (uint64_t)in[at / 32 + 1] << 32 : 0);

    return (int32_t)(((uint32_t)(two >> at % 32) & 0xFFFFFFF) ^ 0x8000000) - 0x8000000;
}

bool spec(const uint32_t *in, uint32_t *out)
{
    int32_t term[N]; /* those of the last node first */
    int16_t exp[N];
    /* The parts of the sum: the first two terms, then one term each. For each part, the sum of all
     * before it, and of the node that begins with it. */
    uint64_t before[N - 1], node[N - 1];
    uint64_t sum;

    for (uint32_t i = 0; i < N; ++i) {
        term[i] = term_of(in, (i + N - 2) % N);
        exp[i] = 0;
    }
    for (uint32_t i = 0; i < N - 1; ++i) {
        before[i] = i ? (uint64_t)add_products(i + 1, 0, term, exp, 0, NULL) : 0;
        node[i] = (uint64_t)(i ? add_products(1, 0, term + i + 1, exp, 0, NULL)
                               : add_products(2, 0, term, exp, 0, NULL));
    }
    for (uint32_t size = 1; size < N - 1; size *= 2)
        for (uint32_t i = 0; i < N - 1; i += 2 * size) {
            check_order(before[i], node[i], node[i + size]);
            node[i] += node[i + size];
        }
    sum = (uint64_t)add_products(N, 0, term, exp, 0, NULL);
    out[0] = (uint32_t)sum;
#if W > 32
    out[1] = (uint32_t)(sum >> 32) & ((1U << (W - 32)) - 1);
#elif W < 32
    out[0] &= (1U << W) - 1;
#endif
    return true;
}
