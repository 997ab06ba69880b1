#include "api/params.h"

#include <stdio.h>
#include <string.h>

#include "assay_version.h"

const char *assay_model_version(void)
{
    return ASSAY_MODEL_VERSION;
}

int assay_model_version_number(void)
{
    return ASSAY_MODEL_VERSION_NUMBER;
}

const char *assay_model_strerror(int status)
{
    static const char *const text[ASSAY_MODEL_STATUSES] = {
        [ASSAY_MODEL_OK] = "no error",
        [ASSAY_MODEL_NULL] = "a required pointer is NULL",
        [ASSAY_MODEL_NO_BLOCK] = "no block of this name",
        [ASSAY_MODEL_BAD_PARAMS] = "no such parameter, or an illegal value",
        [ASSAY_MODEL_NO_PORT] = "no pin of this name or number",
        [ASSAY_MODEL_DIRECTION] = "the pin is an output and cannot be set",
        [ASSAY_MODEL_SIZE] = "wrong number of words or bytes, or a wrong stride",
        [ASSAY_MODEL_RANGE] = "a value outside its range",
        [ASSAY_MODEL_MEMORY] = "out of memory",
        [ASSAY_MODEL_MISMATCH] = "different block, parameters or version",
        [ASSAY_MODEL_DAMAGED] = "not a snapshot, or a damaged one",
        [ASSAY_MODEL_UNSUPPORTED] = "types, formats or sizes that do not go together",
    };

    return status >= 0 && status < ASSAY_MODEL_STATUSES ? text[status] : "unknown status";
}

size_t assay_model_block_count(void)
{
    size_t n = 0;

    while (assay_model_table[n])
        ++n;
    return n;
}

const char *assay_model_block_name(size_t block)
{
    return block < assay_model_block_count() ? assay_model_table[block]->name : NULL;
}

const struct assay_model_block *assay_model_find(const char *name)
{
    for (size_t i = 0; name && assay_model_table[i]; ++i)
        if (strcmp(assay_model_table[i]->name, name) == 0)
            return assay_model_table[i];
    return NULL;
}

int assay_model_param_count(const char *block, size_t *count)
{
    const struct assay_model_block *b = assay_model_find(block);

    if (!block || !count)
        return ASSAY_MODEL_NULL;
    if (!b)
        return ASSAY_MODEL_NO_BLOCK;
    *count = b->n_params;
    return ASSAY_MODEL_OK;
}

int assay_model_param_info(const char *block, size_t param, struct assay_model_param *info)
{
    const struct assay_model_block *b = assay_model_find(block);

    if (!block || !info)
        return ASSAY_MODEL_NULL;
    if (!b)
        return ASSAY_MODEL_NO_BLOCK;
    if (param >= b->n_params)
        return ASSAY_MODEL_BAD_PARAMS;
    *info = b->params[param];
    return ASSAY_MODEL_OK;
}

/* Appends a word to a list in a message. */
static void list_word(char *text, size_t size, const char *word, bool first)
{
    const size_t used = strlen(text);

    snprintf(text + used, size - used, "%s%s", first ? "" : ", ", word);
}

void assay_model_say_blocks(const char *name, char *why, size_t why_size)
{
    snprintf(why, why_size, "no block '%s': expected one of ", name);
    for (size_t i = 0; assay_model_table[i]; ++i)
        list_word(why, why_size, assay_model_table[i]->name, i == 0);
}

/* On false, *wrong says why. */
static bool number(const char *text, size_t length, uint32_t *value, enum assay_params_wrong *wrong)
{
    uint64_t v = 0;

    *wrong = ASSAY_PARAMS_NO_NUMBER;
    if (length == 0 || strspn(text, "0123456789") < length)
        return false;
    *wrong = ASSAY_PARAMS_TOO_LARGE;
    for (size_t i = 0; i < length && v <= UINT32_MAX; ++i)
        v = v * 10 + (uint64_t)(text[i] - '0');
    *value = (uint32_t)v;
    return v <= UINT32_MAX;
}

/* `seen` has a bit for each parameter that was set. */
static bool read_item(const struct assay_model_block *b, struct assay_params_item *item,
                      struct assay_params *p, uint64_t *seen)
{
    if (!item->value) {
        item->wrong = ASSAY_PARAMS_NO_VALUE;
        return false;
    }
    for (size_t i = 0; i < b->n_params; ++i) {
        if (strlen(b->params[i].name) != item->key_length ||
            memcmp(b->params[i].name, item->key, item->key_length) != 0)
            continue;
        item->param = i;
        if (!number(item->value, item->value_length, &p->v[i], &item->wrong))
            return false;
        item->wrong = ASSAY_PARAMS_AGAIN;
        if (*seen >> i & 1)
            return false;
        *seen |= UINT64_C(1) << i;
        return true;
    }
    item->wrong = ASSAY_PARAMS_NO_KEY;
    return false;
}

bool assay_params_read(const struct assay_model_block *b, const char *text, struct assay_params *p,
                       struct assay_params_item *item)
{
    uint64_t seen = 0;

    for (const char *at = text;;) {
        const size_t length = strcspn(at, ",");
        const char *eq = memchr(at, '=', length);

        *item = (struct assay_params_item){.key = at, .key_length = length};
        if (eq) {
            item->key_length = (size_t)(eq - at);
            item->value = eq + 1;
            item->value_length = length - item->key_length - 1;
        }
        if (!read_item(b, item, p, &seen))
            return false;
        if (!at[length])
            return true;
        at += length + 1;
    }
}

static void say_item(const struct assay_model_block *b, const struct assay_params_item *item,
                     char *why, size_t why_size)
{
    switch (item->wrong) {
    case ASSAY_PARAMS_NO_NUMBER:
    case ASSAY_PARAMS_TOO_LARGE:
        snprintf(why, why_size, "parameter %s of %s: '%.*s' is not a number from 0 to 4294967295",
                 b->params[item->param].name, b->name, (int)item->value_length, item->value);
        break;
    case ASSAY_PARAMS_AGAIN:
        snprintf(why, why_size, "parameter %s of %s again: expected each parameter once",
                 b->params[item->param].name, b->name);
        break;
    default:
        snprintf(why, why_size,
                 "parameters of %s: '%.*s' %s: expected key=value,... with the keys ", b->name,
                 (int)item->key_length, item->key,
                 item->wrong == ASSAY_PARAMS_NO_VALUE ? "has no value" : "is not one of them");
        for (size_t i = 0; i < b->n_params; ++i)
            list_word(why, why_size, b->params[i].name, i == 0);
    }
}

bool assay_model_parse(const struct assay_model_block *b, const char *text, struct assay_params *p,
                       char *why, size_t why_size)
{
    struct assay_params_item item;
    const char *wrong;

    memset(p, 0, sizeof *p);
    for (size_t i = 0; i < b->n_params; ++i)
        p->v[i] = b->params[i].default_value;
    if (text && *text && strcmp(text, "default") != 0 && !assay_params_read(b, text, p, &item)) {
        say_item(b, &item, why, why_size);
        return false;
    }
    wrong = b->check_params(p);
    if (wrong)
        snprintf(why, why_size, "parameters of %s: %s", b->name, wrong);
    return !wrong;
}
