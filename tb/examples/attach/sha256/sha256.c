/* sha256.c - the C implementation in reference/sha2.c as the model. Words there begin with the first, in
 * a payload with the lowest bits, which are the last. */
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

void sha256_on_message(struct sha256_state *s, const struct sha256_message *message,
                       struct assay_emit *emit)
{
    struct sha256_digest digest;
    uint32_t words[16];

    for (unsigned i = 0; i < 16; ++i)
        words[i] = message->data[15 - i];
    if (message->first)
        memcpy(s->hash, sha256_initial, sizeof s->hash);
    sha256_compress(s->hash, words);
    for (unsigned i = 0; i < 8; ++i)
        digest.data[i] = s->hash[7 - i];
    sha256_emit_digest(emit, &digest);
}
