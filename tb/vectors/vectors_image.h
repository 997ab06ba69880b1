/* vectors_image.h - lines for $readmemh, and the instance of the block under test, for the writers
 * of Verilog testbenches. */
#ifndef ASSAY_VECTORS_IMAGE_H
#define ASSAY_VECTORS_IMAGE_H

#include "vectors/vectors_files.h"

/* The pins of one direction side by side, with the first in the lowest bits. */
struct assay_vectors_image {
    const struct assay_block *block;
    enum assay_dir dir;
    unsigned width[ASSAY_MAX_PORTS]; /* of all ports */
    unsigned total;
};

void assay_vectors_image(struct assay_vectors_image *m, const struct assay_vectors *v,
                         enum assay_dir dir);
/* Formats the place of a port in the image: "[hi:lo]", or "[at]" for a single bit. */
void assay_vectors_range(const struct assay_vectors_image *m, size_t port, char text[32]);

/* Stores the lowest `width` bits of `value` at bit `at` of `line`. */
void assay_vectors_place(uint32_t *line, unsigned at, const uint32_t *value, unsigned width);
/* Prints a line of `bits` bits as hexadecimal digits. */
void assay_vectors_print(const uint32_t *line, unsigned bits, FILE *f);

/*
 * Writes the block as instance `dut`, and a wire for each of its outputs. Its inputs are bits of
 * `inputs`, or regs if that is NULL. The names of all of these begin with pin_. A user's RTL is
 * wrapped in a generated module (engine/block_folder.h), which assay_vectors_wrapper writes.
 */
void assay_vectors_instance(const struct assay_vectors *v, const struct assay_vectors_image *in,
                            const char *inputs, FILE *f);
bool assay_vectors_wrapper(const struct assay_vectors *v, FILE *f, char *why, size_t why_size);

#endif
