/* pin.c - fix the models and variants that the jobs of a regression use, even if their sources
 * change. */
#include "regress/pin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/message.h"
#include "base/outfile.h"
#include "engine/attached.h"
#include "sim/pinned.h"

/* The key of a variant that was built. It is in the path that `assay build` printed. */
static bool built_key(const char *out, const struct assay_regress_build *b,
                      char key[ASSAY_KEY_SIZE])
{
    char path[PATH_MAX + 300], line[PATH_MAX] = "", *name, *slash;
    FILE *f;

    assay_path(path, sizeof path, "%s/%s/stdout", out, b->folder);
    f = fopen(path, "r");
    if (f && !fgets(line, sizeof line, f))
        line[0] = '\0';
    if (f)
        fclose(f);
    slash = strrchr(line, '/');
    if (!slash)
        return false;
    *slash = '\0';
    name = strrchr(line, '/');
    name = name ? name + 1 : line;
    if (strlen(name) != ASSAY_KEY_SIZE - 1)
        return false;
    memcpy(key, name, ASSAY_KEY_SIZE);
    return true;
}

/* False if out of memory. */
static bool pin_models(FILE *f)
{
    for (size_t i = 0; assay_blocks[i]; ++i) {
        const struct assay_block_folder *folder = assay_blocks[i]->folder;

        if (folder && !assay_pinned_put_model(f, folder->path, folder->key))
            return false;
    }
    return true;
}

static bool pin_variants(const char *out, const struct assay_regress_build *builds, size_t n,
                         FILE *f)
{
    for (size_t i = 0; i < n; ++i) {
        const struct assay_job *j = builds[i].job;
        const struct assay_variant v = {.block = j->entry->block,
                                        .params = j->params,
                                        .rtl = j->entry->rtl,
                                        .fault = j->entry->fault,
                                        .coverage = j->entry->code_coverage};
        char key[ASSAY_KEY_SIZE];

        if (!builds[i].failed && built_key(out, &builds[i], key) &&
            !assay_pinned_put_variant(f, &v, assay_backend_name(j->backend), key))
            return false;
    }
    return true;
}

bool assay_regress_pin(const char *out, const struct assay_regress_build *builds, size_t n)
{
    char why[4096], base[PATH_MAX], path[PATH_MAX + 16];
    struct assay_outfile o;

    if (!realpath(out, base))
        assay_path(base, sizeof base, "%s", out);
    assay_path(path, sizeof path, "%s/pinned", base);
    if (!assay_outfile_open(&o, path, why, sizeof why)) {
        assay_print_error("%s", why);
        return false;
    }
    if (!pin_models(o.f) || !pin_variants(out, builds, n, o.f)) {
        assay_outfile_drop(&o);
        assay_print_error("%s: out of memory", path);
        return false;
    }
    if (!assay_outfile_close(&o, why, sizeof why)) {
        assay_print_error("%s", why);
        return false;
    }
    setenv(ASSAY_PINNED_VARIABLE, path, 1);
    return true;
}
