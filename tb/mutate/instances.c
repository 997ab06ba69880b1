#include "mutate/instances.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "mutate/both.h"

/* READING: seconds for Yosys. DEEPEST: limit on the levels of the hierarchy. */
enum { READING = 60, MOST_TREE = 1 << 28, DEEPEST = 64 };

static const char tree[] = "tree.json";

static const cJSON *modules(const struct assay_prover *p)
{
    return cJSON_GetObjectItemCaseSensitive(p->instances, "modules");
}

static const cJSON *find(const struct assay_prover *p, const char *module, const char *what)
{
    return cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(modules(p), module),
                                            what);
}

static const char *type_of(const cJSON *cell)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(cell, "type"));
}

bool assay_instances_has_starts(const struct assay_prover *p, const char *module)
{
    static const char start[] = "$meminit";
    const cJSON *o;

    cJSON_ArrayForEach(o, find(p, module, "netnames"))
    {
        if (cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(o, "attributes"),
                                             "init"))
            return true;
    }
    cJSON_ArrayForEach(o, find(p, module, "cells"))
    {
        const char *const type = type_of(o);

        if (type && strncmp(type, start, sizeof start - 1) == 0)
            return true;
    }
    return false;
}

static bool has_memories(const struct assay_prover *p)
{
    static const char port[] = "$mem";
    const cJSON *module, *cell;

    cJSON_ArrayForEach(module, modules(p))
    {
        cJSON_ArrayForEach(cell, cJSON_GetObjectItemCaseSensitive(module, "cells"))
        {
            const char *const type = type_of(cell);

            if (type && strncmp(type, port, sizeof port - 1) == 0)
                return true;
        }
    }
    return false;
}

bool assay_instances_open(struct assay_prover *p, char *why, size_t why_size)
{
    struct assay_text s = {0};
    struct assay_output out = {0};
    char path[ASSAY_PROVER_PATH], *text;
    size_t size;
    int status;

    p->instances = NULL;
    p->memories = false;
    assay_prover_add_design(&s, "gold", NULL);
    /* Delete all cells except instances and ports of memories. */
    assay_text_addf(&s, "delete t:$* t:$paramod* %%d t:$mem* %%d\nwrite_json %s\n", tree);
    status =
        s.failed ? -1 : assay_prover_yosys(p, assay_text_get(&s), READING, &out, why, why_size);
    assay_text_free(&s);
    if (status)
        snprintf(why, why_size, "yosys writes no tree of modules (status %d): %.1000s", status,
                 out.text ? out.text : "");
    free(out.text);
    if (status || assay_read_file(assay_prover_path(p, tree, path), MOST_TREE, "a tree of modules",
                                  &text, &size, why, why_size))
        return false;
    p->instances = cJSON_Parse(text);
    free(text);
    if (!modules(p)) {
        snprintf(why, why_size, "%s: expected an object with modules", tree);
        return false;
    }
    p->memories = has_memories(p);
    return true;
}

void assay_instances_close(struct assay_prover *p)
{
    char path[ASSAY_PROVER_PATH];

    cJSON_Delete(p->instances);
    p->instances = NULL;
    remove(assay_prover_path(p, tree, path));
}

const char *assay_instances_module(const struct assay_prover *p, size_t at)
{
    const cJSON *m = modules(p) ? modules(p)->child : NULL;

    for (; m && at; --at)
        m = m->next;
    return m ? m->string : NULL;
}

static bool is_of_type(const cJSON *cell, const char *module)
{
    const char *const type = type_of(cell);

    return type && strcmp(type, module) == 0;
}

static bool has_instance(const struct assay_prover *p, const char *parent, const char *module)
{
    const cJSON *cell;

    cJSON_ArrayForEach(cell, find(p, parent, "cells"))
    {
        if (is_of_type(cell, module))
            return true;
    }
    return false;
}

const char *assay_instances_parent(const struct assay_prover *p, const char *module, size_t *at)
{
    for (const char *name; (name = assay_instances_module(p, *at)) != NULL; ++*at)
        if (has_instance(p, name, module))
            return name;
    return NULL;
}

bool assay_instances_is_top(const struct assay_prover *p, const char *module)
{
    return cJSON_GetObjectItemCaseSensitive(find(p, module, "attributes"), "top");
}

bool assay_instances_port(const struct assay_prover *p, const char *module, size_t at,
                          struct assay_instances_port *port)
{
    const cJSON *o = find(p, module, "ports");
    const char *direction;

    for (o = o ? o->child : NULL; o && at; --at)
        o = o->next;
    if (!o)
        return false;
    direction = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, "direction"));
    port->name = o->string;
    port->input = !direction || strcmp(direction, "output") != 0;
    port->output = !direction || strcmp(direction, "input") != 0;
    port->width = (unsigned)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(o, "bits"));
    return true;
}

/* The net of a list of bits that consists of one net. Returns false for all other lists. */
static bool read_net(const cJSON *bits, int *net)
{
    if (cJSON_GetArraySize(bits) != 1 || !cJSON_IsNumber(bits->child))
        return false;
    *net = bits->child->valueint;
    return true;
}

/* The net that a port of a module has inside that module. */
static bool net_of(const struct assay_prover *p, const char *module, const char *port, int *net)
{
    const cJSON *o = cJSON_GetObjectItemCaseSensitive(find(p, module, "ports"), port);

    return read_net(cJSON_GetObjectItemCaseSensitive(o, "bits"), net);
}

static bool is_input(const struct assay_prover *p, const char *module, const char *name)
{
    struct assay_instances_port port;

    for (size_t i = 0; assay_instances_port(p, module, i, &port); ++i)
        if (strcmp(port.name, name) == 0)
            return port.input && !port.output;
    return false;
}

/* Whether a port of an instance is connected to a net of the module around it. */
static bool is_on(const cJSON *cell, const char *port, int net)
{
    int it;

    return read_net(cJSON_GetObjectItemCaseSensitive(
                        cJSON_GetObjectItemCaseSensitive(cell, "connections"), port),
                    &it) &&
           it == net;
}

/* A port of the first instance of `module` in `parent` that is connected to the net. */
static const char *port_on(const struct assay_prover *p, const char *parent, const char *module,
                           int net)
{
    const cJSON *cell, *port;

    cJSON_ArrayForEach(cell, find(p, parent, "cells"))
    {
        if (!is_of_type(cell, module))
            continue;
        cJSON_ArrayForEach(port, cJSON_GetObjectItemCaseSensitive(cell, "connections"))
        {
            if (is_on(cell, port->string, net))
                return port->string;
        }
        break;
    }
    return NULL;
}

static bool is_on_in_all(const struct assay_prover *p, const char *parent, const char *module,
                         const char *port, int net)
{
    const cJSON *cell;

    cJSON_ArrayForEach(cell, find(p, parent, "cells"))
    {
        if (is_of_type(cell, module) && !is_on(cell, port, net))
            return false;
    }
    return true;
}

static const char *pin_at(const struct assay_prover *p, const char *module, const char *pin,
                          unsigned depth)
{
    const char *found = NULL, *parent;

    if (depth == DEEPEST)
        return NULL;
    if (assay_instances_is_top(p, module))
        return is_input(p, module, pin) ? pin : NULL;
    for (size_t at = 0; (parent = assay_instances_parent(p, module, &at)) != NULL; ++at) {
        const char *const above = pin_at(p, parent, pin, depth + 1);
        int net;

        if (!above || !net_of(p, parent, above, &net))
            return NULL;
        if (!found)
            found = port_on(p, parent, module, net);
        if (!found || !is_on_in_all(p, parent, module, found, net))
            return NULL;
    }
    return found && is_input(p, module, found) ? found : NULL;
}

const char *assay_instances_pin(const struct assay_prover *p, const char *module, const char *pin)
{
    return pin_at(p, module, pin, 0);
}
