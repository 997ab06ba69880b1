/*
 * attach.h - a block of a user's: a folder with block.yaml, RTL and a model in C.
 *
 * README.md is the manual. A folder that is attached becomes one of assay_blocks, by the name of the folder; its
 * model is compiled into the cache by the content of all that the compiler reads.
 */
#ifndef ASSAY_ATTACH_H
#define ASSAY_ATTACH_H

/* From now on assay_block_named (engine/attached.h) takes paths. */
void assay_attach_begin(void);

#endif
