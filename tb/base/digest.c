#include "base/digest.h"

#include <limits.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/tool.h"

struct assay_hash {
    EVP_MD_CTX *md;
    bool failed; /* some of the data could not be added */
};

struct assay_hash *assay_hash_begin(void)
{
    struct assay_hash *h = malloc(sizeof *h);

    if (!h)
        return NULL;
    h->failed = false;
    h->md = EVP_MD_CTX_new();
    if (!h->md || EVP_DigestInit_ex(h->md, EVP_sha256(), NULL) != 1) {
        EVP_MD_CTX_free(h->md);
        free(h);
        return NULL;
    }
    return h;
}

void assay_hash_data(struct assay_hash *h, const void *data, size_t size)
{
    h->failed |= EVP_DigestUpdate(h->md, data, size) != 1;
}

void assay_hash_text(struct assay_hash *h, const char *text)
{
    assay_hash_data(h, text, strlen(text) + 1);
}

/* Add everything from the current position. */
static bool add_stream(struct assay_hash *h, FILE *f)
{
    char part[1 << 14];
    size_t n;

    while ((n = fread(part, 1, sizeof part, f)) != 0)
        assay_hash_data(h, part, n);
    return !ferror(f);
}

bool assay_hash_file(struct assay_hash *h, const char *path)
{
    FILE *f = fopen(path, "rb");
    const bool ok = f && add_stream(h, f);

    if (f)
        fclose(f);
    return ok;
}

/* Add the program at `path`. False if there is none. */
static bool add_program(struct assay_hash *h, const char *path)
{
    char facts[PATH_MAX + 64];
    struct stat st;

    if (stat(path, &st) != 0)
        return false;
    snprintf(facts, sizeof facts, "%s %lld %lld", path, (long long)st.st_size,
             (long long)st.st_mtime);
    assay_hash_text(h, facts);
    return true;
}

void assay_hash_tool(struct assay_hash *h, const char *program)
{
    char path[PATH_MAX];

    if (!assay_tool_find(program, path) || !add_program(h, path))
        assay_hash_text(h, program);
}

/* Print as many digits as `hex` holds. */
static void print(const unsigned char *sum, char *hex, unsigned size)
{
    for (unsigned i = 0; 2 * i + 2 < size; ++i)
        snprintf(hex + 2 * i, 3, "%02x", sum[i]);
}

static bool end(struct assay_hash *h, char *hex, unsigned size)
{
    unsigned char sum[EVP_MAX_MD_SIZE];
    const bool ok = EVP_DigestFinal_ex(h->md, sum, NULL) == 1 && !h->failed;

    hex[0] = '\0';
    if (ok)
        print(sum, hex, size);
    EVP_MD_CTX_free(h->md);
    free(h);
    return ok;
}

bool assay_hash_end(struct assay_hash *h, char key[ASSAY_KEY_SIZE])
{
    return end(h, key, ASSAY_KEY_SIZE);
}

bool assay_digest(const void *data, size_t size, char hex[ASSAY_DIGEST])
{
    struct assay_hash *h = assay_hash_begin();

    hex[0] = '\0';
    if (!h)
        return false;
    assay_hash_data(h, data, size);
    return end(h, hex, ASSAY_DIGEST);
}

bool assay_digest_stream(FILE *f, char hex[ASSAY_DIGEST])
{
    struct assay_hash *h = fseek(f, 0, SEEK_SET) == 0 ? assay_hash_begin() : NULL;
    bool read;

    hex[0] = '\0';
    if (!h)
        return false;
    read = add_stream(h, f);
    return end(h, hex, ASSAY_DIGEST) && read;
}
