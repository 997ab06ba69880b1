/* vectors_image.h - lines of $readmemh and the block under test, for what writes Verilog testbenches. */
#ifndef ASSAY_VECTORS_IMAGE_H
#define ASSAY_VECTORS_IMAGE_H

#include "vectors/vectors_files.h"

/* Pins of one direction side by side, the first in the lowest bits. */
struct assay_vectors_image {
    const struct assay_block *block;
    enum assay_dir dir;
    unsigned width[ASSAY_MAX_PORTS]; /* of all ports */
    unsigned total;
};

void assay_vectors_image(struct assay_vectors_image *m, const struct assay_vectors *v,
                         enum assay_dir dir);
/* Where a port is in it: "[hi:lo]", or "[at]" for a single bit. */
void assay_vectors_range(const struct assay_vectors_image *m, size_t port, char text[32]);

/* Bits of `value` at bit `at` of `line`. */
void assay_vectors_place(uint32_t *line, unsigned at, const uint32_t *value, unsigned width);
/* A line of so many bits as hexadecimal digits. */
void assay_vectors_print(const uint32_t *line, unsigned bits, FILE *f);

/*
 * The block as instance `dut`, and a wire for each of its outputs. Its inputs are bits of `inputs`; with NULL
 * they are regs, and the names of all begin with pin_. Around a user's RTL stands a module of the program's (engine/block_folder.h), which assay_vectors_wrapper
 * writes.
 */
void assay_vectors_instance(const struct assay_vectors *v, const struct assay_vectors_image *in,
                            const char *inputs, FILE *f);
bool assay_vectors_wrapper(const struct assay_vectors *v, FILE *f, char *why, size_t why_size);

#endif
