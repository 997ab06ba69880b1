/* block.c - look-ups by name and the reading of parameter choices. */
#include "engine/block.h"

#include <stdio.h>
#include <string.h>

#include "base/home.h"
#include "base/number.h"
#include "base/unknown.h"

const struct assay_block *assay_block_find(const char *name)
{
    for (size_t i = 0; assay_blocks[i]; ++i)
        if (strcmp(assay_blocks[i]->name, name) == 0)
            return assay_blocks[i];
    return NULL;
}

const struct assay_scenario *assay_scenario_find(const struct assay_block *b, const char *name)
{
    for (size_t i = 0; i < b->n_scenarios; ++i)
        if (strcmp(b->scenarios[i].name, name) == 0)
            return &b->scenarios[i];
    return NULL;
}

const char *assay_block_at(const void *arg, size_t i)
{
    const struct assay_block *const *blocks = arg;

    return blocks[i] ? blocks[i]->name : NULL;
}

static const char *scenario_at(const void *arg, size_t i)
{
    const struct assay_block *b = arg;

    return i < b->n_scenarios ? b->scenarios[i].name : NULL;
}

static const char *param_at(const void *arg, size_t i)
{
    const struct assay_block *b = arg;

    return i < b->n_params ? b->params[i].name : NULL;
}

static const char *set_at(const void *arg, size_t i)
{
    const struct assay_block *b = arg;

    return i < b->n_sets ? b->sets[i].name : i == b->n_sets ? "key=value,..." : NULL;
}

bool assay_block_unknown(const char *name, char *why, size_t why_size)
{
    return assay_unknown(why, why_size, "block", name, assay_block_at, assay_blocks);
}

bool assay_scenario_unknown(const struct assay_block *b, const char *name, char *why,
                            size_t why_size)
{
    return assay_unknown(why, why_size, "scenario", name, scenario_at, b);
}

int assay_stream_find(const struct assay_block *b, const char *name)
{
    for (size_t i = 0; i < b->n_streams; ++i)
        if (strcmp(b->streams[i].name, name) == 0)
            return (int)i;
    return -1;
}

static const struct assay_param_set *find_set(const struct assay_block *b, const char *name,
                                              size_t length)
{
    for (size_t i = 0; i < b->n_sets; ++i)
        if (strlen(b->sets[i].name) == length && memcmp(b->sets[i].name, name, length) == 0)
            return &b->sets[i];
    return NULL;
}

/* `seen` has a bit for each parameter that was set. */
static bool set_one(const struct assay_block *b, const char *item, size_t length,
                    struct assay_params *params, unsigned *seen, char *why, size_t why_size)
{
    const char *eq = memchr(item, '=', length);
    char name_given[64];

    snprintf(name_given, sizeof name_given, "%.*s", (int)(eq ? eq - item : (ptrdiff_t)length),
             item);
    if (!eq && find_set(b, item, length)) {
        snprintf(why, why_size, "parameter set '%s' after another item: expected it first",
                 name_given);
        return false;
    }
    if (!eq)
        return assay_unknown(why, why_size, "parameter set", name_given, set_at, b);
    for (size_t i = 0; i < b->n_params; ++i) {
        const char *name = b->params[i].name;
        enum assay_number how;
        uint64_t value;

        if (strlen(name) != (size_t)(eq - item) || memcmp(name, item, strlen(name)) != 0)
            continue;
        how = assay_number_span(eq + 1, (size_t)(item + length - eq - 1), UINT32_MAX, &value);
        if (how) {
            snprintf(why, why_size, "parameter %s of %s: '%.*s' is %s", name, b->name,
                     (int)(item + length - eq - 1), eq + 1,
                     how == ASSAY_NO_NUMBER ? "not a number"
                                            : "too large: expected 4294967295 at most");
            return false;
        }
        if (*seen >> i & 1) {
            snprintf(why, why_size, "parameter %s of %s again: expected each parameter once", name,
                     b->name);
            return false;
        }
        *seen |= 1u << i;
        params->v[i] = (uint32_t)value;
        return true;
    }
    return assay_unknown(why, why_size, "parameter", name_given, param_at, b);
}

bool assay_params_parse(const struct assay_block *b, const char *text, struct assay_params *params,
                        char *why, size_t why_size)
{
    const struct assay_param_set *set;
    const char *wrong, *item = text && *text ? text : "default";
    size_t length = strcspn(item, ",");
    unsigned seen = 0;

    memset(params, 0, sizeof *params);
    set = find_set(b, item, length);
    *params = (set ? set : find_set(b, "default", 7))->params;
    for (bool taken = set != NULL;; taken = false) {
        if (!taken && !set_one(b, item, length, params, &seen, why, why_size))
            return false;
        if (!item[length])
            break;
        item += length + 1;
        length = strcspn(item, ",");
    }
    wrong = b->check_params(params);
    if (wrong) {
        snprintf(why, why_size, "parameters of %s: %s", b->name, wrong);
        return false;
    }
    return true;
}

void assay_params_print(const struct assay_block *b, const struct assay_params *params, char *text,
                        size_t size)
{
    size_t used = 0;

    for (size_t i = 0; i < b->n_params && used < size; ++i)
        used += (size_t)snprintf(text + used, size - used, "%s%s=%u", i ? "," : "",
                                 b->params[i].name, params->v[i]);
}

const char *assay_params_set_name(const struct assay_block *b, const struct assay_params *params)
{
    for (size_t i = 0; i < b->n_sets; ++i)
        if (memcmp(b->sets[i].params.v, params->v, b->n_params * sizeof params->v[0]) == 0)
            return b->sets[i].name;
    return NULL;
}

const char *assay_block_contract(const struct assay_block *b, char *path, size_t size)
{
    char relative[128];

    snprintf(relative, sizeof relative, "model/%.64s/README.md", b->name);
    return assay_source_shown(path, size, relative);
}
