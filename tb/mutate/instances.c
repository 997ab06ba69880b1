#include "mutate/instances.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "mutate/both.h"

/* READING: seconds for Yosys. DEEPEST: limit on the levels of the hierarchy. */
enum { READING = 60, MOST_TREE = 1 << 28, DEEPEST = 64 };

static const char tree[] = "tree.json", reads[] = "reads.json";

static const cJSON *modules(const struct assay_prover *p)
{
    return cJSON_GetObjectItemCaseSensitive(p->instances, "modules");
}

static const cJSON *part_of(const cJSON *module, const char *what)
{
    return cJSON_GetObjectItemCaseSensitive(module, what);
}

static const cJSON *find(const struct assay_prover *p, const char *module, const char *what)
{
    return part_of(cJSON_GetObjectItemCaseSensitive(modules(p), module), what);
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

/* Read a file that Yosys wrote. Returns NULL with a message. */
static cJSON *read_tree(const struct assay_prover *p, const char *name, char *why, size_t why_size)
{
    char path[ASSAY_PROVER_PATH], *text;
    cJSON *read;
    size_t size;

    if (assay_read_file(assay_prover_path(p, name, path), MOST_TREE, "a tree of modules", &text,
                        &size, why, why_size))
        return NULL;
    read = cJSON_Parse(text);
    free(text);
    if (!cJSON_GetObjectItemCaseSensitive(read, "modules")) {
        snprintf(why, why_size, "%s: expected an object with modules", name);
        cJSON_Delete(read);
        return NULL;
    }
    return read;
}

bool assay_instances_open(struct assay_prover *p, char *why, size_t why_size)
{
    /* All cells except instances and ports of memories. */
    static const char cells[] = "t:$* t:$paramod* %d t:$mem* %d";
    struct assay_text s = {0};
    struct assay_output out = {0};
    int status;

    p->instances = p->reads = NULL;
    p->memories = false;
    assay_prover_add_design(&s, "gold", NULL);
    /* In reads.json, nets that one of the deleted cells reads have an attribute. opt_clean removes
     * cells whose outputs nothing reads, such as those that only name unused nets. */
    assay_text_addf(&s,
                    "design -save all\ndelete %s\nwrite_json %s\ndesign -load all\nopt_clean\n"
                    "setattr -set read 1 %s %%ci1 w:* %%i\ndelete %s\nwrite_json %s\n",
                    cells, tree, cells, cells, reads);
    status =
        s.failed ? -1 : assay_prover_yosys(p, assay_text_get(&s), READING, &out, why, why_size);
    assay_text_free(&s);
    if (status)
        snprintf(why, why_size, "yosys writes no tree of modules (status %d): %.1000s", status,
                 out.text ? out.text : "");
    free(out.text);
    if (status)
        return false;
    p->instances = read_tree(p, tree, why, why_size);
    p->reads = p->instances ? read_tree(p, reads, why, why_size) : NULL;
    if (!p->reads)
        return false;
    p->memories = has_memories(p);
    return true;
}

void assay_instances_close(struct assay_prover *p)
{
    char path[ASSAY_PROVER_PATH];

    cJSON_Delete(p->instances);
    cJSON_Delete(p->reads);
    p->instances = p->reads = NULL;
    remove(assay_prover_path(p, tree, path));
    remove(assay_prover_path(p, reads, path));
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

/* What a port of an instance is connected to. */
static const cJSON *connection(const cJSON *cell, const char *port)
{
    return cJSON_GetObjectItemCaseSensitive(part_of(cell, "connections"), port);
}

char assay_instances_tied(const struct assay_prover *p, const char *module, const char *port,
                          unsigned bit)
{
    const cJSON *parent, *cell;
    char tied = 0;

    cJSON_ArrayForEach(parent, modules(p))
    {
        cJSON_ArrayForEach(cell, part_of(parent, "cells"))
        {
            const char *level;

            if (!is_of_type(cell, module))
                continue;
            level = cJSON_GetStringValue(cJSON_GetArrayItem(connection(cell, port), (int)bit));
            if (!level || (*level != '0' && *level != '1') || (tied && *level != tied))
                return 0;
            tied = *level;
        }
    }
    return tied;
}

static bool has_bit(const cJSON *bits, int net)
{
    const cJSON *bit;

    cJSON_ArrayForEach(bit, bits)
    {
        if (cJSON_IsNumber(bit) && bit->valueint == net)
            return true;
    }
    return false;
}

/* Whether a net of a module leaves it, or a cell of the module reads it. `own` and `port` are the
 * instance and the output that drive it. */
static bool is_net_read(const cJSON *module, const cJSON *own, const char *port, int net)
{
    const cJSON *o, *c;

    cJSON_ArrayForEach(o, part_of(module, "ports"))
    {
        if (has_bit(part_of(o, "bits"), net))
            return true;
    }
    cJSON_ArrayForEach(o, part_of(module, "netnames"))
    {
        if (part_of(part_of(o, "attributes"), "read") && has_bit(part_of(o, "bits"), net))
            return true;
    }
    cJSON_ArrayForEach(o, part_of(module, "cells"))
    {
        cJSON_ArrayForEach(c, part_of(o, "connections"))
        {
            if ((o != own || strcmp(c->string, port) != 0) && has_bit(c, net))
                return true;
        }
    }
    return false;
}

bool assay_instances_reads(const struct assay_prover *p, const char *module, const char *port)
{
    const cJSON *parent, *cell, *bit;
    bool any = false;

    cJSON_ArrayForEach(parent, part_of(p->reads, "modules"))
    {
        cJSON_ArrayForEach(cell, part_of(parent, "cells"))
        {
            if (!is_of_type(cell, module))
                continue;
            any = true;
            cJSON_ArrayForEach(bit, connection(cell, port))
            {
                if (cJSON_IsNumber(bit) && is_net_read(parent, cell, port, bit->valueint))
                    return true;
            }
        }
    }
    return !any;
}
