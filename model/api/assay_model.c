#include "api/assay_model.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/model_block.h"
#include "api/params.h"
#include "api/pins.h"
#include "assay_version.h"

enum { ALIGN = 16, MAGIC = 0x41734D31 };

/* One allocation holds the object and the arrays that follow it. */
struct assay_model {
    const struct assay_model_block *block;
    struct assay_params params;
    size_t size;     /* of the allocation */
    unsigned *width; /* of each pin */
    unsigned char *in, *out;
    unsigned char *illegal; /* as large as a struct <block>_inputs: the bits that no pin has */
    void *state, *spare;
};

struct snapshot {
    uint64_t kind, sum;
    uint32_t magic, size;
};

static size_t aligned(size_t size)
{
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* Sets the pointers into the allocation. The order is that of a snapshot: state, in, out. */
static void place(struct assay_model *m, const struct assay_model_block *b)
{
    unsigned char *at = (unsigned char *)m + aligned(sizeof *m);

    m->block = b;
    m->state = at;
    m->in = at += aligned(b->state_size);
    m->out = at += aligned(b->in_size);
    m->illegal = at += aligned(b->out_size);
    m->spare = at += aligned(b->in_size);
    m->width = (unsigned *)(void *)(at + aligned(b->state_size));
}

static size_t allocation(const struct assay_model_block *b)
{
    return aligned(sizeof(struct assay_model)) + 2 * aligned(b->state_size) +
           2 * aligned(b->in_size) + aligned(b->out_size) + b->n_ports * sizeof(unsigned);
}

static size_t payload(const struct assay_model_block *b)
{
    return b->state_size + b->in_size + b->out_size;
}

int assay_model_create(const char *block, const char *params, struct assay_model **m, char *why,
                       size_t why_size)
{
    const struct assay_model_block *b = assay_model_find(block);
    struct assay_params p;
    struct assay_model *made;
    char unused[1];

    if (!why && why_size)
        return ASSAY_MODEL_NULL;
    if (!why_size) {
        why = unused;
        why_size = sizeof unused;
    }
    why[0] = '\0';
    if (!block || !m) {
        snprintf(why, why_size, "%s is NULL", block ? "the place for the object" : "the block");
        return ASSAY_MODEL_NULL;
    }
    if (!b) {
        assay_model_say_blocks(block, why, why_size);
        return ASSAY_MODEL_NO_BLOCK;
    }
    if (!assay_model_parse(b, params, &p, why, why_size))
        return ASSAY_MODEL_BAD_PARAMS;
    made = calloc(1, allocation(b));
    if (!made) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_MODEL_MEMORY;
    }
    place(made, b);
    made->size = allocation(b);
    made->params = p;
    b->widths(&p, made->width);
    for (size_t i = 0; i < b->n_ports; ++i)
        if (b->ports[i].dir == ASSAY_IN)
            assay_model_mark_illegal(&b->ports[i], made->width[i], made->illegal);
    b->init(made->state, &p);
    *m = made;
    return ASSAY_MODEL_OK;
}

int assay_model_clone(const struct assay_model *m, struct assay_model **copy)
{
    struct assay_model *made;

    if (!m || !copy)
        return ASSAY_MODEL_NULL;
    made = malloc(m->size);
    if (!made)
        return ASSAY_MODEL_MEMORY;
    memcpy(made, m, m->size);
    place(made, m->block);
    *copy = made;
    return ASSAY_MODEL_OK;
}

int assay_model_copy(struct assay_model *to, const struct assay_model *from)
{
    if (!to || !from)
        return ASSAY_MODEL_NULL;
    if (to->block != from->block || memcmp(&to->params, &from->params, sizeof to->params) != 0)
        return ASSAY_MODEL_MISMATCH;
    if (to != from) {
        memcpy(to, from, to->size);
        place(to, from->block);
    }
    return ASSAY_MODEL_OK;
}

void assay_model_free(struct assay_model *m)
{
    free(m);
}

const char *assay_model_name(const struct assay_model *m)
{
    return m ? m->block->name : NULL;
}

int assay_model_param(const struct assay_model *m, const char *name, uint32_t *value)
{
    if (!m || !name || !value)
        return ASSAY_MODEL_NULL;
    for (size_t i = 0; i < m->block->n_params; ++i) {
        if (strcmp(m->block->params[i].name, name) == 0) {
            *value = m->params.v[i];
            return ASSAY_MODEL_OK;
        }
    }
    return ASSAY_MODEL_BAD_PARAMS;
}

/* --- pins --- */

int assay_model_port_count(const struct assay_model *m, int *count)
{
    if (!m || !count)
        return ASSAY_MODEL_NULL;
    *count = (int)m->block->n_ports;
    return ASSAY_MODEL_OK;
}

static bool is_port(const struct assay_model *m, int port)
{
    return port >= 0 && (size_t)port < m->block->n_ports;
}

int assay_model_port_info(const struct assay_model *m, int port, struct assay_model_port *info)
{
    const struct assay_port *pin;

    if (!m || !info)
        return ASSAY_MODEL_NULL;
    if (!is_port(m, port))
        return ASSAY_MODEL_NO_PORT;
    pin = &m->block->ports[port];
    *info = (struct assay_model_port){
        .name = pin->name,
        .stream = pin->stream < 0 ? NULL : m->block->streams[pin->stream].name,
        .width = m->width[port],
        .direction = (enum assay_model_direction)pin->dir,
        .role = (enum assay_model_role)pin->role,
    };
    return ASSAY_MODEL_OK;
}

int assay_model_port_index(const struct assay_model *m, const char *name, int *port)
{
    if (!m || !name || !port)
        return ASSAY_MODEL_NULL;
    for (size_t i = 0; i < m->block->n_ports; ++i) {
        if (strcmp(m->block->ports[i].name, name) == 0) {
            *port = (int)i;
            return ASSAY_MODEL_OK;
        }
    }
    return ASSAY_MODEL_NO_PORT;
}

int assay_model_set(struct assay_model *m, int port, const uint32_t *value, size_t words)
{
    unsigned width;

    if (!m || !value)
        return ASSAY_MODEL_NULL;
    if (!is_port(m, port))
        return ASSAY_MODEL_NO_PORT;
    if (m->block->ports[port].dir != ASSAY_IN)
        return ASSAY_MODEL_DIRECTION;
    width = m->width[port];
    if (words != assay_model_words(width))
        return ASSAY_MODEL_SIZE;
    if (width % 32 && value[words - 1] >> width % 32)
        return ASSAY_MODEL_RANGE;
    assay_model_pin_write(&m->block->ports[port], m->in, value, words);
    return ASSAY_MODEL_OK;
}

int assay_model_get(const struct assay_model *m, int port, uint32_t *value, size_t words)
{
    const struct assay_port *pin;

    if (!m || !value)
        return ASSAY_MODEL_NULL;
    if (!is_port(m, port))
        return ASSAY_MODEL_NO_PORT;
    if (words != assay_model_words(m->width[port]))
        return ASSAY_MODEL_SIZE;
    pin = &m->block->ports[port];
    assay_model_pin_read(pin, pin->dir == ASSAY_IN ? m->in : m->out, value, words);
    return ASSAY_MODEL_OK;
}

int assay_model_set_u64(struct assay_model *m, int port, uint64_t value)
{
    const uint32_t word[2] = {(uint32_t)value, (uint32_t)(value >> 32)};

    if (!m)
        return ASSAY_MODEL_NULL;
    if (!is_port(m, port))
        return ASSAY_MODEL_NO_PORT;
    if (m->block->ports[port].dir != ASSAY_IN)
        return ASSAY_MODEL_DIRECTION;
    if (m->width[port] > 64)
        return ASSAY_MODEL_SIZE;
    if (m->width[port] <= 32 && word[1])
        return ASSAY_MODEL_RANGE;
    return assay_model_set(m, port, word, assay_model_words(m->width[port]));
}

int assay_model_get_u64(const struct assay_model *m, int port, uint64_t *value)
{
    uint32_t word[2] = {0, 0};

    if (!m || !value)
        return ASSAY_MODEL_NULL;
    if (!is_port(m, port))
        return ASSAY_MODEL_NO_PORT;
    if (m->width[port] > 64)
        return ASSAY_MODEL_SIZE;
    assay_model_get(m, port, word, assay_model_words(m->width[port]));
    *value = (uint64_t)word[1] << 32 | word[0];
    return ASSAY_MODEL_OK;
}

/* --- time --- */

int assay_model_eval(struct assay_model *m)
{
    if (!m)
        return ASSAY_MODEL_NULL;
    memcpy(m->spare, m->state, m->block->state_size);
    m->block->step(m->spare, m->in, m->out);
    return ASSAY_MODEL_OK;
}

int assay_model_step(struct assay_model *m)
{
    if (!m)
        return ASSAY_MODEL_NULL;
    m->block->step(m->state, m->in, m->out);
    return ASSAY_MODEL_OK;
}

int assay_model_reset(struct assay_model *m)
{
    unsigned char *rst;
    unsigned char before;

    if (!m)
        return ASSAY_MODEL_NULL;
    rst = m->in + m->block->ports[0].offset;
    before = *rst;
    *rst = 1;
    m->block->step(m->state, m->in, m->out);
    *rst = before;
    return ASSAY_MODEL_OK;
}

static bool in_range(const unsigned char *in, const unsigned char *illegal, size_t size)
{
    uint64_t bad = 0, a, b;
    size_t i;

    for (i = 0; i + 8 <= size; i += 8) {
        memcpy(&a, in + i, 8);
        memcpy(&b, illegal + i, 8);
        bad |= a & b;
    }
    for (; i < size; ++i)
        bad |= (uint64_t)(in[i] & illegal[i]);
    return bad == 0;
}

int assay_model_cycle(struct assay_model *m, const void *in, size_t in_size, void *out,
                      size_t out_size)
{
    if (!m || !in || !out)
        return ASSAY_MODEL_NULL;
    if (in_size != m->block->in_size || out_size != m->block->out_size)
        return ASSAY_MODEL_SIZE;
    if (!in_range(in, m->illegal, in_size))
        return ASSAY_MODEL_RANGE;
    memcpy(m->in, in, in_size);
    m->block->step(m->state, m->in, m->out);
    memcpy(out, m->out, out_size);
    return ASSAY_MODEL_OK;
}

/* --- snapshots --- */

#define FNV_START UINT64_C(0xCBF29CE484222325)

/* FNV-1a, eight bytes at a time. */
static uint64_t hash(uint64_t h, const void *data, size_t size)
{
    const unsigned char *p = data;

    for (; size; size -= size < 8 ? size : 8, p += 8) {
        uint64_t word = 0;

        memcpy(&word, p, size < 8 ? size : 8);
        h = (h ^ word) * UINT64_C(0x100000001B3);
        h ^= h >> 32;
    }
    return h;
}

/* Hash of everything that must agree for a state to be meaningful. */
static uint64_t kind(const struct assay_model *m)
{
    const uint64_t size[3] = {m->block->state_size, m->block->in_size, m->block->out_size};
    uint64_t h = hash(FNV_START, m->block->name, strlen(m->block->name));

    h = hash(h, ASSAY_MODEL_VERSION, sizeof ASSAY_MODEL_VERSION);
    h = hash(h, size, sizeof size);
    return hash(h, &m->params, sizeof m->params);
}

int assay_model_snapshot_size(const struct assay_model *m, size_t *size)
{
    if (!m || !size)
        return ASSAY_MODEL_NULL;
    *size = sizeof(struct snapshot) + payload(m->block);
    return ASSAY_MODEL_OK;
}

int assay_model_save(const struct assay_model *m, void *snapshot, size_t size)
{
    struct snapshot s;
    unsigned char *at = snapshot;

    if (!m || !snapshot)
        return ASSAY_MODEL_NULL;
    if (size != sizeof s + payload(m->block))
        return ASSAY_MODEL_SIZE;
    at += sizeof s;
    memcpy(at, m->state, m->block->state_size);
    memcpy(at + m->block->state_size, m->in, m->block->in_size);
    memcpy(at + m->block->state_size + m->block->in_size, m->out, m->block->out_size);
    s = (struct snapshot){.magic = MAGIC, .size = (uint32_t)payload(m->block), .kind = kind(m)};
    s.sum = hash(FNV_START, at, payload(m->block));
    memcpy(snapshot, &s, sizeof s);
    return ASSAY_MODEL_OK;
}

int assay_model_load(struct assay_model *m, const void *snapshot, size_t size)
{
    const unsigned char *at = snapshot;
    struct snapshot s;

    if (!m || !snapshot)
        return ASSAY_MODEL_NULL;
    if (size < sizeof s)
        return ASSAY_MODEL_SIZE;
    memcpy(&s, snapshot, sizeof s);
    if (s.magic != MAGIC)
        return ASSAY_MODEL_DAMAGED;
    if (s.kind != kind(m))
        return ASSAY_MODEL_MISMATCH;
    if (size != sizeof s + payload(m->block))
        return ASSAY_MODEL_SIZE;
    at += sizeof s;
    if (s.size != payload(m->block) || s.sum != hash(FNV_START, at, payload(m->block)))
        return ASSAY_MODEL_DAMAGED;
    memcpy(m->state, at, m->block->state_size);
    memcpy(m->in, at + m->block->state_size, m->block->in_size);
    memcpy(m->out, at + m->block->state_size + m->block->in_size, m->block->out_size);
    return ASSAY_MODEL_OK;
}
