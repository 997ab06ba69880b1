/*
 * gateway_target.h - the reduction of gateway as memory-mapped registers, one round at a time. The
 * register map and the delays are in README.md beside this file.
 */
#ifndef ASSAY_GATEWAY_TARGET_H
#define ASSAY_GATEWAY_TARGET_H

#include "gateway/gateway.h"
#include "target/window.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GATEWAY_TARGET_ROUND = 0x000,  /* 1 word */
    GATEWAY_TARGET_RESULT = 0x010, /* 4 words, read only */
    GATEWAY_TARGET_MEMBER = 0x020, /* 8 words */
    GATEWAY_TARGET_MASK = 0x400,   /* one word per slot */
    GATEWAY_TARGET_VALUE = 0x800,  /* two words per slot */
    GATEWAY_TARGET_SIZE = 0x1000
};

struct gateway_target {
    struct gateway_params params;
    uint32_t round;
    uint32_t result[4];
    uint32_t member[GATEWAY_WORDS];
    uint32_t mask[GATEWAY_MAX_THREADS];
    uint32_t value[GATEWAY_MAX_THREADS][2]; /* low word first */
    struct gateway_state work;              /* the model that a round runs through */
};

/* Like the functions of dpas_target.h. */
void gateway_target_init(struct gateway_target *t, const struct gateway_params *p);
enum target_access gateway_target_read(const struct gateway_target *t, uint64_t address, void *data,
                                       size_t size);
enum target_access gateway_target_write(struct gateway_target *t, uint64_t address,
                                        const void *data, size_t size, uint32_t *cycles);
bool gateway_target_starts(uint64_t address, size_t size);

#ifdef __cplusplus
}
#endif

#endif
