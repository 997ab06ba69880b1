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
        [ASSAY_MODEL_NULL] = "a pointer is NULL that may not be",
        [ASSAY_MODEL_NO_BLOCK] = "no block of this name",
        [ASSAY_MODEL_BAD_PARAMS] = "no such parameter, or an illegal value",
        [ASSAY_MODEL_NO_PORT] = "no pin of this name or number",
        [ASSAY_MODEL_DIRECTION] = "the pin is an output and cannot be set",
        [ASSAY_MODEL_SIZE] = "not the size that belongs here",
        [ASSAY_MODEL_RANGE] = "a value outside its range",
        [ASSAY_MODEL_MEMORY] = "out of memory",
        [ASSAY_MODEL_MISMATCH] = "of another block, other parameters or another version",
        [ASSAY_MODEL_DAMAGED] = "not a snapshot, or a damaged one",
        [ASSAY_MODEL_UNSUPPORTED] = "the block refuses the request",
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

/* Append a word to a list in a message. */
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

static bool number(const char *text, size_t length, uint32_t *value)
{
    uint64_t v = 0;

    if (length == 0 || length > 10)
        return false;
    for (size_t i = 0; i < length; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        v = v * 10 + (uint64_t)(text[i] - '0');
    }
    *value = (uint32_t)v;
    return v <= UINT32_MAX;
}

static bool set_one(const struct assay_model_block *b, const char *item, size_t length,
                    struct assay_model_params *p, char *why, size_t why_size)
{
    const char *eq = memchr(item, '=', length);
    const size_t n = eq ? (size_t)(eq - item) : length;

    for (size_t i = 0; eq && i < b->n_params; ++i) {
        if (strlen(b->params[i].name) != n || memcmp(b->params[i].name, item, n) != 0)
            continue;
        if (number(eq + 1, length - n - 1, &p->v[i]))
            return true;
        snprintf(why, why_size, "parameter %s of %s: '%.*s' is not a number", b->params[i].name,
                 b->name, (int)(length - n - 1), eq + 1);
        return false;
    }
    snprintf(why, why_size, "%s has no parameter '%.*s': expected key=value,... with the keys ",
             b->name, (int)n, item);
    for (size_t i = 0; i < b->n_params; ++i)
        list_word(why, why_size, b->params[i].name, i == 0);
    return false;
}

bool assay_model_parse(const struct assay_model_block *b, const char *text,
                       struct assay_model_params *p, char *why, size_t why_size)
{
    const char *wrong;

    memset(p, 0, sizeof *p);
    for (size_t i = 0; i < b->n_params; ++i)
        p->v[i] = b->params[i].default_value;
    if (text && *text && strcmp(text, "default") != 0) {
        for (const char *item = text;;) {
            const size_t length = strcspn(item, ",");

            if (!set_one(b, item, length, p, why, why_size))
                return false;
            if (!item[length])
                break;
            item += length + 1;
        }
    }
    wrong = b->check(p);
    if (wrong)
        snprintf(why, why_size, "parameters of %s: %s", b->name, wrong);
    return !wrong;
}
