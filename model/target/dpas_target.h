/*
 * dpas_target.h - dpas as memory-mapped registers, one command at a time. The register map and the
 * delays are in README.md beside this file.
 */
#ifndef ASSAY_DPAS_TARGET_H
#define ASSAY_DPAS_TARGET_H

#include "dpas/dpas.h"
#include "target/window.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DPAS_TARGET_CMD = 0x000,  /* 2 words */
    DPAS_TARGET_RSP = 0x010,  /* 2 words, read only */
    DPAS_TARGET_SRC1 = 0x200, /* 8 rows of 64 bytes */
    DPAS_TARGET_SRC0 = 0x400, /* 8 rows of 64 bytes */
    DPAS_TARGET_SRC2 = 0x600, /* 8 rows of 32 bytes */
    DPAS_TARGET_DST = 0x800,  /* 8 rows of 64 bytes, read only */
    DPAS_TARGET_SIZE = 0xA00,
    DPAS_TARGET_ROWS = 8 /* rows of src1: commands have one octet */
};

struct dpas_target {
    struct dpas_params params;
    uint32_t cmd[2], rsp[2];
    struct dpas_src1 src1[DPAS_TARGET_ROWS];
    struct dpas_src0 src0[DPAS_MAX_RC];
    struct dpas_src2 src2[DPAS_MAX_RC];
    uint32_t dst[DPAS_MAX_RC][DPAS_MAX_LANES];
};

/* The parameters must be legal, with max_sd 8. */
void dpas_target_init(struct dpas_target *t, const struct dpas_params *p);

enum target_access dpas_target_read(const struct dpas_target *t, uint64_t address, void *data,
                                    size_t size);

/* *cycles: duration of the command that the write started; 0 if it started none. */
enum target_access dpas_target_write(struct dpas_target *t, uint64_t address, const void *data,
                                     size_t size, uint32_t *cycles);

/* True if a write there starts a command. */
bool dpas_target_starts(uint64_t address, size_t size);

void dpas_target_pack(const struct dpas_cmd *cmd, uint32_t words[2]);
void dpas_target_unpack(const uint32_t words[2], struct dpas_cmd *cmd);

#ifdef __cplusplus
}
#endif

#endif
