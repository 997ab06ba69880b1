#include "engine/attached.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

static assay_block_opener *open_path;

void assay_block_open_by(assay_block_opener *opener)
{
    open_path = opener;
}

bool assay_block_is_path(const char *name)
{
    return strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static const struct assay_block *find_path(const char *name)
{
    char real[PATH_MAX];

    if (realpath(name, real))
        for (size_t i = 0; assay_blocks[i]; ++i)
            if (assay_blocks[i]->folder && strcmp(assay_blocks[i]->folder->path, real) == 0)
                return assay_blocks[i];
    return NULL;
}

/* Reports an unknown name; if a folder of that name holds a block, the message suggests its
 * path. */
static enum assay_error unknown(const char *name, char *why, size_t why_size)
{
    char path[PATH_MAX];

    assay_path(path, sizeof path, "./%s/block.yaml", name);
    if (*name && access(path, F_OK) == 0)
        snprintf(why, why_size, "unknown block '%s': expected ./%s for the folder", name, name);
    else
        assay_block_unknown(name, why, why_size);
    return ASSAY_BAD_INPUT;
}

enum assay_error assay_block_named(const char *name, const struct assay_block **b, char *why,
                                   size_t why_size)
{
    const bool path = assay_block_is_path(name);

    *b = path ? find_path(name) : assay_block_find(name);
    if (*b)
        return ASSAY_OK;
    if (!path)
        return unknown(name, why, why_size);
    if (open_path)
        return open_path(name, b, why, why_size);
    snprintf(why, why_size, "%s: is a path: expected a built-in block", name);
    return ASSAY_BAD_INPUT;
}

bool assay_block_add(const struct assay_block *b)
{
    const struct assay_block **more;
    const size_t n = assay_block_count();

    more =
        calloc(n + 2, sizeof(const struct assay_block *)); /* NOLINT(bugprone-sizeof-expression) */
    if (!more)
        return false;
    for (size_t i = 0; i < n; ++i)
        more[i] = assay_blocks[i];
    more[n] = b;
    assay_blocks = more; /* the old array is not freed: somebody may still be reading it */
    return true;
}

const char *assay_block_reference(const struct assay_block *b)
{
    return b->folder ? b->folder->path : b->model->name;
}

bool assay_block_written(const struct assay_block *b, char *why, size_t why_size)
{
    if (!b->folder || !b->folder->unwritten)
        return true;
    snprintf(why, why_size,
             "%s: the model of %s is not written: expected it in place of ASSAY_MODEL_UNWRITTEN",
             b->folder->unwritten, b->model->name);
    return false;
}
