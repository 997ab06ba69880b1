#include "prove/aig.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message.h"

enum { FIRST_BUCKETS = 1 << 14, FIRST_PORTS = 1 << 8 };

/* p, unless there was no memory for it. */
static void *or_exit(void *p)
{
    if (!p) {
        assay_print_error("out of memory");
        exit(EXIT_FAULT);
    }
    return p;
}

void *aig_memory(void *old, size_t n, size_t size)
{
    return or_exit(n && size > SIZE_MAX / n ? NULL : realloc(old, n && size ? n * size : 1));
}

/* An empty hash table. */
static uint32_t *new_table(uint32_t n)
{
    return or_exit(calloc(n, sizeof(uint32_t)));
}

char *aig_copy(const char *text)
{
    return aig_copy_with(text, strlen(text), "");
}

char *aig_copy_with(const char *s, size_t n, const char *end)
{
    char *const copy = aig_memory(NULL, n + strlen(end) + 1, 1);

    memcpy(copy, s, n);
    memcpy(copy + n, end, strlen(end) + 1);
    return copy;
}

uint32_t aig_hash(const char *s, size_t n)
{
    uint32_t h = UINT32_C(2166136261); /* FNV-1a */

    for (size_t i = 0; i < n; ++i)
        h = (h ^ (unsigned char)s[i]) * UINT32_C(16777619);
    return h;
}

static uint32_t add_node(struct aig *g, aig_lit a, aig_lit b)
{
    if (g->n == g->room) {
        g->room = g->room ? 2 * g->room : 1 << 12;
        g->node = aig_memory(g->node, g->room, sizeof *g->node);
    }
    g->node[g->n] = (struct aig_node){a, b};
    return g->n++;
}

void aig_open(struct aig *g)
{
    *g = (struct aig){.n_buckets = FIRST_BUCKETS};
    g->bucket = new_table(g->n_buckets);
    add_node(g, 0, 0);
}

void aig_close(struct aig *g)
{
    for (uint32_t i = 0; i < g->n_inputs; ++i)
        free(g->input[i].name);
    free(g->input);
    free(g->node);
    free(g->bucket);
    free(g->port);
    *g = (struct aig){0};
}

/* The place in the table of the port with this name, or the free one where it would be. */
static uint32_t port_place(const struct aig *g, const char *name)
{
    uint32_t at = aig_hash(name, strlen(name)) & (g->ports_room - 1);

    while (g->port[at] && strcmp(g->input[g->port[at] - 1].name, name) != 0)
        at = (at + 1) & (g->ports_room - 1);
    return at;
}

static void grow_ports(struct aig *g)
{
    uint32_t *const old = g->port;
    const uint32_t room = g->ports_room;

    g->ports_room = room ? 2 * room : FIRST_PORTS;
    g->port = new_table(g->ports_room);
    for (uint32_t i = 0; i < room; ++i)
        if (old[i])
            g->port[port_place(g, g->input[old[i] - 1].name)] = old[i];
    free(old);
}

static void add_port(struct aig *g, uint32_t input)
{
    uint32_t at;

    if (2 * g->n_ports >= g->ports_room)
        grow_ports(g);
    at = port_place(g, g->input[input].name);
    if (g->port[at])
        return; /* the first one of a name is found */
    g->port[at] = input + 1;
    ++g->n_ports;
}

aig_lit aig_add_input(struct aig *g, enum aig_source source, const char *name)
{
    const uint32_t node = add_node(g, AIG_IS_INPUT, g->n_inputs);

    if (g->n_inputs == g->inputs_room) {
        g->inputs_room = g->inputs_room ? 2 * g->inputs_room : 256;
        g->input = aig_memory(g->input, g->inputs_room, sizeof *g->input);
    }
    g->input[g->n_inputs] = (struct aig_input){source, aig_copy(name), node};
    if (source == AIG_PORT)
        add_port(g, g->n_inputs);
    ++g->n_inputs;
    return 2 * node;
}

aig_lit aig_find_port(const struct aig *g, const char *name)
{
    const uint32_t found = g->n_ports ? g->port[port_place(g, name)] : 0;

    return found ? 2 * g->input[found - 1].node : AIG_FALSE;
}

static uint32_t place(const struct aig *g, aig_lit a, aig_lit b)
{
    uint64_t h = (uint64_t)a << 32 | b;

    h *= UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(h >> 32) & (g->n_buckets - 1);
}

static void grow_buckets(struct aig *g)
{
    g->n_buckets *= 2;
    free(g->bucket);
    g->bucket = new_table(g->n_buckets);
    for (uint32_t i = 1; i < g->n; ++i) {
        uint32_t at;

        if (aig_is_input(g, i))
            continue;
        at = place(g, g->node[i].a, g->node[i].b);
        while (g->bucket[at])
            at = (at + 1) & (g->n_buckets - 1);
        g->bucket[at] = i;
    }
}

static aig_lit make_gate(struct aig *g, aig_lit a, aig_lit b)
{
    uint32_t at;

    if (a < b) {
        const aig_lit c = a;

        a = b;
        b = c;
    }
    for (at = place(g, a, b); g->bucket[at]; at = (at + 1) & (g->n_buckets - 1))
        if (g->node[g->bucket[at]].a == a && g->node[g->bucket[at]].b == b)
            return 2 * g->bucket[at];
    g->bucket[at] = add_node(g, a, b);
    if (g->n > g->n_buckets / 2) {
        const uint32_t made = g->n - 1;

        grow_buckets(g);
        return 2 * made;
    }
    return 2 * g->bucket[at];
}

static bool is_gate(const struct aig *g, aig_lit a)
{
    return a > 1 && !aig_is_input(g, a >> 1);
}

/* Try to simplify a & x by one look into x, a gate. */
static bool look_into(struct aig *g, aig_lit a, aig_lit x, aig_lit *out)
{
    const struct aig_node of = g->node[x >> 1];

    if (!(x & 1)) { /* a & (p & q) */
        if (of.a == a || of.b == a)
            *out = x;
        else if (of.a == aig_not(a) || of.b == aig_not(a))
            *out = AIG_FALSE;
        else
            return false;
        return true;
    }
    if (of.a == aig_not(a) || of.b == aig_not(a)) { /* a & !(!a & q) is a */
        *out = a;
        return true;
    }
    if (of.a == a || of.b == a) { /* a & !(a & q) is a & !q */
        *out = aig_and(g, a, aig_not(of.a == a ? of.b : of.a));
        return true;
    }
    return false;
}

/* Try to simplify x & y, both gates. */
static bool look_into_both(struct aig *g, aig_lit x, aig_lit y, aig_lit *out)
{
    const struct aig_node p = g->node[x >> 1], q = g->node[y >> 1];

    if (!(x & 1) && !(y & 1) &&
        (p.a == aig_not(q.a) || p.a == aig_not(q.b) || p.b == aig_not(q.a) ||
         p.b == aig_not(q.b))) {
        *out = AIG_FALSE;
        return true;
    }
    /* !(c & r) & !(!c & r) is !r */
    if (x & 1 && y & 1) {
        if ((p.a == q.a && p.b == aig_not(q.b)) || (p.a == q.b && p.b == aig_not(q.a))) {
            *out = aig_not(p.a);
            return true;
        }
        if ((p.b == q.b && p.a == aig_not(q.a)) || (p.b == q.a && p.a == aig_not(q.b))) {
            *out = aig_not(p.b);
            return true;
        }
    }
    /* !(p & q) & !(!p & !q) is p ^ q; this gives it the same form no matter how it is written */
    if (x & 1 && y & 1 && p.a == aig_not(q.a) && p.b == aig_not(q.b) && !((p.a ^ p.b) & 1)) {
        *out = aig_xor(g, p.a, p.b);
        return true;
    }
    return false;
}

aig_lit aig_and(struct aig *g, aig_lit a, aig_lit b)
{
    aig_lit out;

    if (a == AIG_FALSE || b == AIG_FALSE || a == aig_not(b))
        return AIG_FALSE;
    if (a == AIG_TRUE || a == b)
        return b;
    if (b == AIG_TRUE)
        return a;
    if ((is_gate(g, b) && look_into(g, a, b, &out)) || (is_gate(g, a) && look_into(g, b, a, &out)))
        return out;
    if (is_gate(g, a) && is_gate(g, b) && look_into_both(g, a, b, &out))
        return out;
    return make_gate(g, a, b);
}

aig_lit aig_or(struct aig *g, aig_lit a, aig_lit b)
{
    return aig_not(aig_and(g, aig_not(a), aig_not(b)));
}

aig_lit aig_xor(struct aig *g, aig_lit a, aig_lit b)
{
    const aig_lit flip = (a ^ b) & 1; /* lets x ^ y and !x ^ y share their gates */

    a &= ~(aig_lit)1;
    b &= ~(aig_lit)1;
    return aig_mux(g, a, aig_not(b), b) ^ flip;
}

aig_lit aig_mux(struct aig *g, aig_lit c, aig_lit a, aig_lit b)
{
    if (c == AIG_TRUE || a == b)
        return a;
    if (c == AIG_FALSE)
        return b;
    if (c & 1)
        return aig_mux(g, aig_not(c), b, a);
    if (a == c)
        a = AIG_TRUE;
    if (a == aig_not(c))
        a = AIG_FALSE;
    if (b == c)
        b = AIG_FALSE;
    if (b == aig_not(c))
        b = AIG_TRUE;
    return aig_not(aig_and(g, aig_not(aig_and(g, c, a)), aig_not(aig_and(g, aig_not(c), b))));
}

aig_lit *aig_new_map(const struct aig *g)
{
    aig_lit *const map = aig_memory(NULL, g->n, sizeof *map);

    for (uint32_t i = 0; i < g->n; ++i)
        map[i] = AIG_NONE;
    return map;
}

aig_lit *aig_fix(const struct aig *g, const signed char *fixed, struct aig *to)
{
    aig_lit *const map = aig_new_map(g);

    for (uint32_t i = 0; i < g->n_inputs; ++i) {
        const struct aig_input *const from = &g->input[i];
        const aig_lit made = aig_add_input(to, from->source, from->name);

        map[from->node] = fixed[i] < 0 ? made : fixed[i] ? AIG_TRUE : AIG_FALSE;
    }
    return map;
}

void aig_substitute(const struct aig *g, aig_lit *map, struct aig *to, aig_lit *lit, size_t n)
{
    bool *const needed = aig_memory(NULL, g->n, sizeof *needed);

    memset(needed, 0, g->n * sizeof *needed);
    for (size_t i = 0; i < n; ++i)
        needed[lit[i] >> 1] = true;
    for (uint32_t i = g->n; i-- > 1;)
        if (needed[i] && map[i] == AIG_NONE)
            needed[g->node[i].a >> 1] = needed[g->node[i].b >> 1] = true;
    map[0] = AIG_FALSE;
    for (uint32_t i = 1; i < g->n; ++i)
        if (needed[i] && map[i] == AIG_NONE) {
            const struct aig_node of = g->node[i];

            map[i] = aig_and(to, map[of.a >> 1] ^ (of.a & 1), map[of.b >> 1] ^ (of.b & 1));
        }
    for (size_t i = 0; i < n; ++i)
        lit[i] = map[lit[i] >> 1] ^ (lit[i] & 1);
    free(needed);
}

bool *aig_cone(const struct aig *g, const aig_lit *lit, size_t n)
{
    bool *in = aig_memory(NULL, g->n, sizeof *in);

    memset(in, 0, g->n * sizeof *in);
    for (size_t i = 0; i < n; ++i)
        in[lit[i] >> 1] = true;
    for (uint32_t i = g->n; i-- > 1;)
        if (in[i] && !aig_is_input(g, i))
            in[g->node[i].a >> 1] = in[g->node[i].b >> 1] = true;
    return in;
}

void aig_simulate(const struct aig *g, uint64_t *value)
{
    value[0] = 0;
    for (uint32_t i = 1; i < g->n; ++i)
        if (!aig_is_input(g, i))
            value[i] = aig_value(value, g->node[i].a) & aig_value(value, g->node[i].b);
}
