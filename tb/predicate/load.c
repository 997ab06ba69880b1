#include "predicate/load.h"

static void value(const struct predicate_assembly *a, const struct predicate_value *v,
                  uint32_t lanes, predicate_host_fn *emit, void *arg)
{
    struct predicate_host op = {.op = PREDICATE_WRITE, .space = v->space, .addr = v->addr};
    const uint32_t n = v->space == PREDICATE_AT_R      ? lanes
                       : v->space == PREDICATE_AT_DATA ? v->n
                                                       : 1;

    for (uint32_t i = 0; i < n; ++i) {
        op.addr = (uint16_t)(v->addr + (v->space == PREDICATE_AT_DATA ? i : 0));
        op.lane = (uint8_t)(v->space == PREDICATE_AT_R ? i : 0);
        op.data = predicate_value_in(a, v, i);
        emit(arg, &op);
    }
}

void predicate_load(const struct predicate_assembly *a, uint32_t lanes, uint32_t limit,
                    predicate_host_fn *emit, void *arg)
{
    struct predicate_host op = {.op = PREDICATE_WRITE, .space = PREDICATE_AT_CODE};

    for (uint32_t i = 0; i < a->n_values; ++i)
        value(a, &a->value[i], lanes, emit, arg);
    for (uint32_t i = 0; i < a->length; ++i) {
        op.addr = (uint16_t)i;
        op.data = a->code[i];
        emit(arg, &op);
    }
    op = (struct predicate_host){.op = PREDICATE_START};
    op.data = (uint64_t)limit << 16 | (uint64_t)a->sense << 9 | a->length;
    emit(arg, &op);
}

uint32_t predicate_read_outs(const struct predicate_assembly *a, uint32_t lanes,
                             predicate_host_fn *emit, void *arg)
{
    uint32_t reads = 0;

    for (uint32_t i = 0; i < a->n_outs; ++i) {
        struct predicate_host op = {
            .op = PREDICATE_READ, .space = a->out[i].space, .addr = a->out[i].i};
        const uint32_t n = op.space == PREDICATE_AT_R ? lanes : 1;

        for (; op.lane < n; ++op.lane) {
            emit(arg, &op);
            ++reads;
        }
    }
    return reads;
}

void predicate_read_data(predicate_host_fn *emit, void *arg)
{
    for (uint32_t i = 0; i < PREDICATE_DATA; ++i) {
        const struct predicate_host op = {
            .op = PREDICATE_READ, .space = PREDICATE_AT_DATA, .addr = (uint16_t)i};

        emit(arg, &op);
    }
}
