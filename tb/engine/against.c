#include "engine/against.h"

#include <stdio.h>
#include <string.h>

const char *assay_level_name(enum assay_compare_level level)
{
    static const char *const names[] = {[ASSAY_COMPARE_CYCLE] = "cycle",
                                        [ASSAY_COMPARE_TRANSFERS] = "transfers",
                                        [ASSAY_COMPARE_NONE] = "none"};

    return names[level];
}

static bool has_source(const struct assay_block *b)
{
    for (size_t i = 0; i < b->model->n_streams; ++i)
        if (!b->model->streams[i].sink)
            return true;
    return false;
}

enum assay_compare_level assay_against_default(const struct assay_block *b)
{
    if (b->level != ASSAY_COMPARE_NONE)
        return b->level;
    return has_source(b) ? ASSAY_COMPARE_TRANSFERS : ASSAY_COMPARE_CYCLE;
}

bool assay_against_block(const struct assay_block *b, enum assay_compare_level level,
                         struct assay_block *copy, char *why, size_t why_size)
{
    if (level == ASSAY_COMPARE_TRANSFERS && !has_source(b)) {
        snprintf(why, why_size,
                 "level transfers: %s has no source whose payloads could be compared: expected "
                 "level cycle",
                 b->model->name);
        return false;
    }
    for (size_t i = 0; level == ASSAY_COMPARE_CYCLE && b->rules && i < b->model->n_streams; ++i)
        if (b->rules[i].adapter) {
            snprintf(why, why_size,
                     "level cycle: stream %s of %s has an adapter, which follows the transfers: "
                     "expected level transfers",
                     b->model->streams[i].name, b->model->name);
            return false;
        }
    for (size_t i = 0; level == ASSAY_COMPARE_CYCLE && b->rules && i < b->model->n_streams; ++i)
        if (b->rules[i].outstanding) {
            snprintf(why, why_size,
                     "level cycle: stream %s of %s has outstanding or hold: until_response, which "
                     "follow the transfers: expected level transfers",
                     b->model->streams[i].name, b->model->name);
            return false;
        }
    *copy = *b;
    copy->level = level;
    return true;
}

bool assay_against_wave(const char *path, char *other, size_t size)
{
    const char *const dot = strrchr(path, '.');
    const size_t length = dot ? (size_t)(dot - path) : strlen(path);
    const int n = snprintf(other, size, "%.*s.old%s", (int)length, path, dot ? dot : "");

    return n >= 0 && (size_t)n < size;
}
