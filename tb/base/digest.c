#include "base/digest.h"

#include <openssl/evp.h>

static void as_text(const unsigned char sum[32], char hex[ASSAY_DIGEST])
{
    for (unsigned i = 0; i < 32; ++i)
        snprintf(hex + 2 * i, 3, "%02x", sum[i]);
}

void assay_digest(const void *data, size_t size, char hex[ASSAY_DIGEST])
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned n = 0;

    EVP_Digest(data, size, sum, &n, EVP_sha256(), NULL);
    as_text(sum, hex);
}

bool assay_digest_stream(FILE *f, char hex[ASSAY_DIGEST])
{
    unsigned char sum[EVP_MAX_MD_SIZE], part[65536];
    unsigned n = 0;
    EVP_MD_CTX *ctx = EVP_MD_CTX_new();
    bool ok = ctx && fseek(f, 0, SEEK_SET) == 0 && EVP_DigestInit_ex(ctx, EVP_sha256(), NULL);
    size_t got;

    while (ok && (got = fread(part, 1, sizeof part, f)) != 0)
        ok = EVP_DigestUpdate(ctx, part, got) == 1;
    ok = ok && !ferror(f) && EVP_DigestFinal_ex(ctx, sum, &n);
    EVP_MD_CTX_free(ctx);
    if (ok)
        as_text(sum, hex);
    return ok;
}
