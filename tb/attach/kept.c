#include "attach/kept.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

enum { DESCRIPTION_MOST = 16 << 20 };

static bool write_all(const char *path, const char *text, size_t size, char *why, size_t why_size)
{
    FILE *f = fopen(path, "wb");
    bool good = f && fwrite(text, 1, size, f) == size;

    if (f && fclose(f) != 0)
        good = false;
    if (!good)
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
    return good;
}

/* Prints the widths that block.yaml leaves out: a line for each port, with a width for each set. */
static void print_widths(const struct assay_description *d, struct assay_text *t)
{
    for (size_t i = 0; i < d->n_ports; ++i) {
        const struct assay_describe_width *w = d->port[i].width;

        if (!w || w->bits || !w->of_set)
            continue;
        assay_text_addf(t, "%zu", i);
        for (size_t s = 0; s < d->n_sets; ++s)
            assay_text_addf(t, " %" PRIu32, w->of_set[s]);
        assay_text_add(t, "\n");
    }
}

bool assay_attach_keep(const struct assay_description *d, const char *folder, char *why,
                       size_t why_size)
{
    struct assay_text widths = {0};
    char path[PATH_MAX], *text;
    size_t size;
    bool good;

    if (assay_read_file(d->path, DESCRIPTION_MOST, "a block's description", &text, &size, why,
                        why_size) != ASSAY_OK)
        return false;
    assay_path(path, sizeof path, "%s/block.yaml", folder);
    good = write_all(path, text, size, why, why_size);
    free(text);
    print_widths(d, &widths);
    assay_path(path, sizeof path, "%s/widths", folder);
    good = good && write_all(path, assay_text_get(&widths), widths.n, why, why_size);
    assay_text_free(&widths);
    return good;
}

static bool read_widths(struct assay_description *d, const char *path, char *why, size_t why_size)
{
    FILE *f = assay_open_text(path, "widths", why, why_size);
    uint32_t *bits;
    size_t port;
    bool whole = true, good = true;

    if (!f)
        return false;
    bits = calloc(d->n_sets + 1, sizeof *bits);
    if (!bits) {
        fclose(f);
        snprintf(why, why_size, "out of memory");
        return false;
    }
    while (whole && good && fscanf(f, "%zu", &port) == 1) {
        for (size_t s = 0; s < d->n_sets && whole; ++s)
            whole = fscanf(f, "%" SCNu32, &bits[s]) == 1;
        whole = whole && port < d->n_ports && d->port[port].width;
        good = !whole || assay_describe_fill(d, port, bits, why, why_size);
    }
    fclose(f);
    free(bits);
    if (good && (!whole || assay_describe_left_out(d, 0) != d->n_ports)) {
        snprintf(why, why_size, "%s: damaged: expected the widths of %s", path, d->name);
        good = false;
    }
    return good;
}

enum assay_error assay_attach_kept(const char *path, const char *folder,
                                   struct assay_description **d, char *why, size_t why_size)
{
    char file[PATH_MAX], shown[PATH_MAX], *text;
    size_t size;
    enum assay_error e;

    assay_path(file, sizeof file, "%s/block.yaml", folder);
    e = assay_read_file(file, DESCRIPTION_MOST, "a block's description", &text, &size, why,
                        why_size);
    if (e != ASSAY_OK)
        return ASSAY_ENVIRONMENT;
    assay_path(shown, sizeof shown, "%s/block.yaml", path);
    e = assay_describe_text(shown, text, size, d, why, why_size);
    free(text);
    assay_path(file, sizeof file, "%s/widths", folder);
    if (e == ASSAY_OK && !read_widths(*d, file, why, why_size)) {
        assay_describe_free(*d);
        *d = NULL;
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}
