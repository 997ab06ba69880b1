/* block.c - look-ups by name and the reading of parameter choices. */
#include "engine/block.h"

#include <stdio.h>
#include <string.h>

#include "api/params.h"
#include "base/home.h"
#include "base/unknown.h"
#include "engine/block_folder.h"

size_t assay_block_count(void)
{
    size_t n = 0;

    while (assay_blocks[n])
        ++n;
    return n;
}

const struct assay_block *assay_block_find(const char *name)
{
    for (size_t i = 0; assay_blocks[i]; ++i)
        if (strcmp(assay_blocks[i]->model->name, name) == 0)
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

    return blocks[i] ? blocks[i]->model->name : NULL;
}

static const char *scenario_at(const void *arg, size_t i)
{
    const struct assay_block *b = arg;

    return i < b->n_scenarios ? b->scenarios[i].name : NULL;
}

static const char *param_at(const void *arg, size_t i)
{
    const struct assay_block *b = arg;

    return i < b->model->n_params ? b->model->params[i].name : NULL;
}

static const char *set_at(const void *arg, size_t i)
{
    const struct assay_block *b = arg;

    return i < b->model->n_sets    ? b->model->sets[i].name
           : i == b->model->n_sets ? "key=value,..."
                                   : NULL;
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

const char *assay_field_name(const struct assay_model_block *m, const struct assay_port *p)
{
    return p->name + strlen(m->streams[p->stream].name) + 1;
}

int assay_stream_find(const struct assay_block *b, const char *name)
{
    for (size_t i = 0; i < b->model->n_streams; ++i)
        if (strcmp(b->model->streams[i].name, name) == 0)
            return (int)i;
    return -1;
}

static const struct assay_param_set *find_set(const struct assay_block *b, const char *name,
                                              size_t length)
{
    for (size_t i = 0; i < b->model->n_sets; ++i)
        if (strlen(b->model->sets[i].name) == length &&
            memcmp(b->model->sets[i].name, name, length) == 0)
            return &b->model->sets[i];
    return NULL;
}

/* Reports what is wrong with an item of a parameter string. Always false. */
static bool item_is_wrong(const struct assay_block *b, const struct assay_params_item *item,
                          char *why, size_t why_size)
{
    const char *name = b->model->n_params ? b->model->params[item->param].name : "";
    char given[64];

    snprintf(given, sizeof given, "%.*s", (int)item->key_length, item->key);
    switch (item->wrong) {
    case ASSAY_PARAMS_NO_VALUE:
        if (find_set(b, item->key, item->key_length)) {
            snprintf(why, why_size, "parameter set '%s' after another item: expected it first",
                     given);
            return false;
        }
        return assay_unknown(why, why_size, "parameter set", given, set_at, b);
    case ASSAY_PARAMS_NO_KEY:
        return assay_unknown(why, why_size, "parameter", given, param_at, b);
    case ASSAY_PARAMS_AGAIN:
        snprintf(why, why_size, "parameter %s of %s again: expected each parameter once", name,
                 b->model->name);
        return false;
    default:
        snprintf(why, why_size, "parameter %s of %s: '%.*s' is %s", name, b->model->name,
                 (int)item->value_length, item->value,
                 item->wrong == ASSAY_PARAMS_NO_NUMBER ? "not a number"
                                                       : "too large: expected 4294967295 at most");
        return false;
    }
}

bool assay_params_parse(const struct assay_block *b, const char *text, struct assay_params *params,
                        char *why, size_t why_size)
{
    const struct assay_param_set *set;
    struct assay_params_item item;
    const char *wrong;
    size_t length;

    if (!text || !*text)
        text = "default";
    length = strcspn(text, ",");
    set = find_set(b, text, length);
    *params = (set ? set : find_set(b, "default", 7))->params;
    if (set)
        text = text[length] ? text + length + 1 : NULL;
    if (text && !assay_params_read(b->model, text, params, &item))
        return item_is_wrong(b, &item, why, why_size);
    wrong = b->model->check_params(params);
    if (wrong) {
        snprintf(why, why_size, "parameters of %s: %s", b->model->name, wrong);
        return false;
    }
    return true;
}

void assay_params_print(const struct assay_block *b, const struct assay_params *params, char *text,
                        size_t size)
{
    size_t used = 0;

    if (size)
        text[0] = '\0';
    for (size_t i = 0; i < b->model->n_params && used < size; ++i)
        used += (size_t)snprintf(text + used, size - used, "%s%s=%u", i ? "," : "",
                                 b->model->params[i].name, params->v[i]);
}

void assay_block_print(const struct assay_block *b, const struct assay_params *params, char *text,
                       size_t size)
{
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(b, params, values, sizeof values);
    snprintf(text, size, "%s%s%s%s", b->model->name, *values ? " (" : "", values,
             *values ? ")" : "");
}

const char *assay_params_first(const struct assay_block *b)
{
    static const char smallest[] = "smallest";

    return find_set(b, smallest, sizeof smallest - 1) ? smallest : "default";
}

const char *assay_params_set_name(const struct assay_block *b, const struct assay_params *params)
{
    for (size_t i = 0; i < b->model->n_sets; ++i)
        if (memcmp(b->model->sets[i].params.v, params->v,
                   b->model->n_params * sizeof params->v[0]) == 0)
            return b->model->sets[i].name;
    return NULL;
}

const char *assay_block_contract(const struct assay_block *b, char *path, size_t size)
{
    char relative[128];

    if (b->folder) {
        snprintf(path, size, "%s/block.yaml", b->folder->path);
        return path;
    }
    snprintf(relative, sizeof relative, "model/%.64s/README.md", b->model->name);
    return assay_source_shown(path, size, relative);
}

/* --- loaded descriptors --- */

static bool too_many(const struct assay_block *b, const char *what, size_t n, size_t most,
                     char *why, size_t why_size)
{
    if (n <= most)
        return false;
    snprintf(why, why_size, "block %s has %zu %s: expected %zu at most", b->model->name, n, what,
             most);
    return true;
}

/* Whether a port's value is larger than the program can hold. */
static bool too_wide(const struct assay_block *b, char *why, size_t why_size)
{
    for (size_t i = 0; i < b->model->n_ports; ++i)
        if (b->model->ports[i].size > 4 * ASSAY_VALUE_WORDS) {
            snprintf(why, why_size, "block %s: pin %s has %u bits: expected %d at most",
                     b->model->name, b->model->ports[i].name, 8 * b->model->ports[i].size,
                     32 * ASSAY_VALUE_WORDS);
            return true;
        }
    return false;
}

static bool has_default(const struct assay_block *b)
{
    return find_set(b, "default", 7) != NULL;
}

bool assay_block_sound(const struct assay_block *b, char *why, size_t why_size)
{
    const bool steps = b->interface == ASSAY_BLOCK_INTERFACE && b->size == sizeof *b && b->model &&
                       b->model->step && b->model->steps;

    if (b->interface != ASSAY_BLOCK_INTERFACE || b->size != sizeof *b) {
        snprintf(why, why_size,
                 "the block has interface %u and a descriptor of %u bytes: expected interface %d "
                 "and %zu bytes",
                 b->interface, b->size, ASSAY_BLOCK_INTERFACE, sizeof *b);
        return false;
    }
    if (!b->model || !b->model->name) {
        snprintf(why, why_size, "the block has no name: expected struct assay_model_block");
        return false;
    }
    if (too_many(b, "parameters", b->model->n_params, ASSAY_MAX_PARAMS, why, why_size) ||
        too_many(b, "streams", b->model->n_streams, ASSAY_MAX_STREAMS, why, why_size) ||
        too_many(b, "pins", b->model->n_ports, ASSAY_MAX_PORTS, why, why_size) ||
        too_wide(b, why, why_size))
        return false;
    if (b->model->state_size == 0) {
        snprintf(why, why_size,
                 "block %s: its model does not say how large its state is: expected "
                 "ASSAY_MODEL(%s); after struct %s_state",
                 b->model->name, b->model->name, b->model->name);
        return false;
    }
    if (!has_default(b) || !b->model->n_ports || !b->model->widths || !b->model->check_params ||
        !b->model->init || !b->model->transfers || !b->model->handshakes || !b->model->agree ||
        (b->level == ASSAY_COMPARE_CYCLE ? !steps
                                         : b->level == ASSAY_COMPARE_TRANSFERS && !b->hooks)) {
        snprintf(why, why_size, "block %s: a part is missing: expected what assay-generate writes",
                 b->model->name);
        return false;
    }
    return true;
}
