/*
 * sha2.h - SHA-256 according to FIPS 180-4.
 *
 *     uint32_t hash[8];
 *
 *     memcpy(hash, sha256_initial, sizeof hash);
 *     sha256_compress(hash, block);          for each block of the padded message
 */
#ifndef SHA2_H
#define SHA2_H

#include <stdint.h>

/* The hash before the first block (5.3.3). */
extern const uint32_t sha256_initial[8];

/* The hash after a block of 16 words (6.2.2). */
void sha256_compress(uint32_t hash[8], const uint32_t block[16]);

#endif
