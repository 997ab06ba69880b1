/*
 * held.c - with rst tied to 1, Yosys replaces a register that keeps its initial value by that
 * value, and a memory that is not written has no enabled write ports.
 */
#include "mutate/held.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "mutate/both.h"
#include "mutate/instances.h"

/* READING: seconds for Yosys. */
enum { READING = 60, MOST_DESIGN = 1 << 29 };

static const char held_name[] = "held.json";

static const cJSON *of(const cJSON *o, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(o, name);
}

/* Tie the reset of each module that has initial values to 1. Returns false if one has none. */
static bool add_ties(const struct assay_prover *p, struct assay_text *s, char *why, size_t why_size)
{
    const char *module;

    for (size_t i = 0; (module = assay_instances_module(p, i)) != NULL; ++i) {
        const char *rst;

        if (!assay_instances_has_starts(p, module))
            continue;
        rst = assay_instances_pin(p, module, "rst");
        if (!rst) {
            snprintf(why, why_size, "module %s has initial values, but not the block's reset",
                     module);
            return false;
        }
        /* Nothing may disappear because it is not read while rst is 1. */
        assay_text_addf(s,
                        "cd %s\ndelete -input w:%s\nconnect -nounset -set %s 1'b1\n"
                        "memory_collect\nsetattr -set keep 1 a:init t:$mem_v2\nopt\ncd\n",
                        module, rst, rst);
    }
    assay_text_addf(s, "write_json %s\n", held_name);
    return true;
}

/* --- is anything left that changes? --- */

static bool is_defined(const cJSON *init)
{
    const char *const text = cJSON_GetStringValue(init);

    return text && text[strspn(text, "x")] != '\0';
}

/* Whether bit `net` is one of a register with an initial value. */
static bool has_start(const cJSON *module, int net)
{
    const cJSON *o, *bit;

    cJSON_ArrayForEach(o, of(module, "netnames"))
    {
        const char *const init = cJSON_GetStringValue(of(of(o, "attributes"), "init"));
        size_t at = init ? strlen(init) : 0;

        /* The value begins with the highest bit, the list of nets with the lowest. */
        cJSON_ArrayForEach(bit, of(o, "bits"))
        {
            if (at == 0)
                break;
            if (init[--at] != 'x' && cJSON_IsNumber(bit) && bit->valueint == net)
                return true;
        }
    }
    return false;
}

static bool is_changed_register(const cJSON *module, const cJSON *cell)
{
    const cJSON *bit;

    cJSON_ArrayForEach(bit, of(of(cell, "connections"), "Q"))
    {
        if (cJSON_IsNumber(bit) && has_start(module, bit->valueint))
            return true;
    }
    return false;
}

static bool is_written_memory(const cJSON *cell)
{
    const cJSON *bit;

    if (!is_defined(of(of(cell, "parameters"), "INIT")))
        return false;
    cJSON_ArrayForEach(bit, of(of(cell, "connections"), "WR_EN"))
    {
        const char *const constant = cJSON_GetStringValue(bit);

        if (!constant || strcmp(constant, "0") != 0)
            return true;
    }
    return false;
}

static bool has_change(const cJSON *module)
{
    const cJSON *cell;

    cJSON_ArrayForEach(cell, of(module, "cells"))
    {
        const char *const type = cJSON_GetStringValue(of(cell, "type"));

        if (type && strcmp(type, "$mem_v2") == 0 ? is_written_memory(cell)
                                                 : is_changed_register(module, cell))
            return true;
    }
    return false;
}

static bool are_held(const struct assay_prover *p, const cJSON *design, char *why, size_t why_size)
{
    const char *name;

    for (size_t i = 0; (name = assay_instances_module(p, i)) != NULL; ++i) {
        const cJSON *const module = of(of(design, "modules"), name);

        if (!assay_instances_has_starts(p, name))
            continue;
        if (!module) {
            snprintf(why, why_size, "%s: expected module %s", held_name, name);
            return false;
        }
        if (has_change(module)) {
            snprintf(why, why_size, "initial values in module %s may change during the reset",
                     name);
            return false;
        }
    }
    return true;
}

static bool has_starts(const struct assay_prover *p)
{
    const char *module;

    for (size_t i = 0; (module = assay_instances_module(p, i)) != NULL; ++i)
        if (assay_instances_has_starts(p, module))
            return true;
    return false;
}

bool assay_held_all(struct assay_prover *p, char *why, size_t why_size)
{
    struct assay_text s = {0};
    struct assay_output out = {0};
    char path[ASSAY_PROVER_PATH], *text = NULL;
    cJSON *design = NULL;
    size_t size;
    bool held = false;
    int status;

    if (!has_starts(p))
        return true;
    assay_prover_add_design(&s, "gold", NULL);
    if (add_ties(p, &s, why, why_size)) {
        status =
            s.failed ? -1 : assay_prover_yosys(p, assay_text_get(&s), READING, &out, why, why_size);
        if (status)
            snprintf(why, why_size, "yosys does not tie the reset (status %d): %.1000s", status,
                     out.text ? out.text : "");
        else if (assay_read_file(assay_prover_path(p, held_name, path), MOST_DESIGN, "a design",
                                 &text, &size, why, why_size) == ASSAY_OK) {
            design = cJSON_Parse(text);
            held = are_held(p, design, why, why_size);
        }
    }
    cJSON_Delete(design);
    free(text);
    free(out.text);
    assay_text_free(&s);
    remove(assay_prover_path(p, held_name, path));
    return held;
}
