/* model.c - writes the model of a block.yaml that has been edited. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "base/destination.h"
#include "base/file.h"
#include "base/outfile.h"
#include "new_block/new_block.h"
#include "new_block/write.h"

static enum assay_error write_model(const char *path, const struct assay_description *d, char *why,
                                    size_t why_size)
{
    struct assay_text model = {0};
    enum assay_error e = ASSAY_OK;

    assay_new_write_model(NULL, d, &model);
    if (!assay_outfile_save(path, &model, why, why_size))
        e = assay_blame_path(errno);
    assay_text_free(&model);
    return e;
}

enum assay_error assay_new_model(const char *folder, struct assay_text *said, char *why,
                                 size_t why_size)
{
    struct assay_description *d = NULL;
    char yaml[PATH_MAX], path[PATH_MAX];
    enum assay_error e;

    assay_path(yaml, sizeof yaml, "%s/block.yaml", folder);
    e = assay_describe_read(yaml, &d, why, why_size);
    if (e != ASSAY_OK)
        return e;
    assay_path(path, sizeof path, "%s/%s.c", folder, d->name);
    if (d->level == ASSAY_DESCRIBE_NONE) {
        snprintf(why, why_size, "%s: level none has no model: expected cycle or transfers", yaml);
        e = ASSAY_BAD_INPUT;
    } else if (access(path, F_OK) == 0) {
        snprintf(why, why_size,
                 "%s: exists: expected no such file, because it would be overwritten", path);
        e = ASSAY_BAD_INPUT;
    } else {
        e = write_model(path, d, why, why_size);
    }
    if (e == ASSAY_OK)
        assay_text_addf(said, "wrote %s (a model to fill in)\n", path);
    assay_describe_free(d);
    return e;
}
