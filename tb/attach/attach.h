/*
 * attach.h - blocks in a folder of the user's: block.yaml, RTL and a model in C.
 *
 * README.md is the manual. An attached folder becomes one of assay_blocks, under the name that
 * block.yaml gives or else that of the folder. Its model is compiled into the cache, keyed by the
 * content of everything that the compiler reads.
 */
#ifndef ASSAY_ATTACH_H
#define ASSAY_ATTACH_H

/* Enables assay_block_named (engine/attached.h) to open paths. */
void assay_attach_begin(void);

#endif
