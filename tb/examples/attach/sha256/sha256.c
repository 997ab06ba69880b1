/*
 * sha256.c - the model of sha256: which transfers follow from which.
 *
 * sha256_model.h, generated from block.yaml, declares its functions.
 */
#include <string.h>

#include "sha2.h"
#include "sha256_model.h"

struct sha256_state {
    uint32_t hash[8];
};

ASSAY_MODEL(sha256);

void sha256_init(struct sha256_state *s, const struct sha256_params *params)
{
    (void)params;
    memcpy(s->hash, sha256_initial, sizeof s->hash);
}

void sha256_on_start(struct sha256_state *s, const struct sha256_start *payload,
                     struct assay_emit *emit)
{
    struct sha256_done done;
    uint32_t words[16];

    for (unsigned i = 0; i < 16; ++i) /* the first word has the highest bits */
        words[i] = payload->block[15 - i];
    if (payload->first)
        memcpy(s->hash, sha256_initial, sizeof s->hash);
    sha256_compress(s->hash, words);
    for (unsigned i = 0; i < 8; ++i)
        done.digest[i] = s->hash[7 - i];
    sha256_emit_done(emit, &done);
}
