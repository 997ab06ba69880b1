/* gateway_tree.c - tracks in which cycle each node of a float round's tree is formed. */
#include "gateway/gateway.h"

#include <string.h>

/* Marks a node as absent or there; this may settle nodes above it as well. */
static void settle(struct gateway_tree *t, uint32_t threads, uint32_t node, uint8_t what)
{
    const uint32_t root = 2 * threads - 2;

    for (;;) {
        const uint8_t other = t->node[node ^ 1];

        t->node[node] = what;
        if (node == root || (other != GATEWAY_ABSENT && other != GATEWAY_THERE))
            return;
        node = threads + node / 2;
        if (what == GATEWAY_THERE && other == GATEWAY_THERE) {
            t->node[node] = GATEWAY_FORMABLE;
            t->ready[(node - threads) / 64] |= UINT64_C(1) << (node - threads) % 64;
            return;
        }
        if (other == GATEWAY_THERE)
            what = GATEWAY_THERE;
    }
}

void gateway_tree_open(struct gateway_tree *t, uint32_t threads, uint32_t first, uint32_t last)
{
    memset(t, 0, sizeof *t);
    for (uint32_t slot = 0; slot < threads; ++slot)
        if (slot < first || slot > last)
            settle(t, threads, slot, GATEWAY_ABSENT);
}

void gateway_tree_there(struct gateway_tree *t, uint32_t threads, uint32_t node)
{
    settle(t, threads, node, GATEWAY_THERE);
}

void gateway_tree_close(struct gateway_tree *t, uint32_t threads)
{
    for (uint32_t slot = 0; slot < threads; ++slot)
        if (t->node[slot] == GATEWAY_PENDING)
            settle(t, threads, slot, GATEWAY_ABSENT);
}

static bool is_member(const uint32_t *member, uint32_t slot)
{
    return member[slot / GATEWAY_BEAT] >> slot % GATEWAY_BEAT & 1;
}

void gateway_tree_again(struct gateway_tree *t, uint32_t threads, const uint32_t *member)
{
    memset(t->node, GATEWAY_PENDING, sizeof t->node);
    t->squaring = 1;
    t->step = 0;
    for (uint32_t slot = 0; slot < threads; ++slot)
        if (!is_member(member, slot))
            settle(t, threads, slot, GATEWAY_ABSENT);
}

void gateway_tree_squared(struct gateway_tree *t, uint32_t threads, const uint32_t *member)
{
    t->squaring = 0;
    for (uint32_t slot = 0; slot < threads; ++slot)
        if (is_member(member, slot))
            settle(t, threads, slot, GATEWAY_THERE);
}

/* Number of steps to square all slots. */
static uint32_t steps(const struct gateway_params *p)
{
    return (p->threads + p->alus - 1) / p->alus;
}

bool gateway_tree_ready(const struct gateway_tree *t, const struct gateway_params *p)
{
    if (t->squaring)
        return t->step < steps(p);
    return (t->ready[0] | t->ready[1] | t->ready[2] | t->ready[3]) != 0;
}

void gateway_tree_take(struct gateway_tree *t, const struct gateway_params *p,
                       struct gateway_taken *taken)
{
    taken->n = 0;
    taken->squared = 0;
    if (t->squaring) {
        taken->squared = ++t->step == steps(p);
        return;
    }
    for (uint32_t word = 0; word < GATEWAY_MAX_THREADS / 64; ++word) {
        for (; t->ready[word] && taken->n < p->alus; t->ready[word] &= t->ready[word] - 1) {
            const uint32_t i = word * 64 + (uint32_t)__builtin_ctzll(t->ready[word]);

            t->node[p->threads + i] = GATEWAY_TAKEN;
            taken->node[taken->n++] = (uint16_t)(p->threads + i);
        }
    }
}
