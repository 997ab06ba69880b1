#include "mutate/memories.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

/* Memories of more words are cut. */
enum { WORDS = 16, MOST_DESIGN = 1 << 29 };

static const char whole_name[] = "whole.json", cut_name[] = "cut.json";

void assay_memories_add_small(const struct assay_prover *p, struct assay_text *s,
                              const char *module)
{
    if (p->memories)
        assay_text_addf(s, "memory_collect %s\nmemory_map %s/t:$mem_v2 %s/r:SIZE<=%d %%i\n", module,
                        module, module, WORDS);
    else
        assay_text_addf(s, "memory_map %s\n", module);
}

struct cutter {
    cJSON *ports, *cells;
    int net; /* the highest number of a net so far */
    unsigned cells_added, memories, compared;
    /* One net for each comparison; [1]: writes to memories with initial values. */
    cJSON *differs[2];
    bool initial; /* compare into [1] */
};

static cJSON *of(const cJSON *o, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(o, name);
}

static cJSON *pins(const cJSON *cell, const char *port)
{
    return of(of(cell, "connections"), port);
}

static int number(const cJSON *cell, const char *parameter)
{
    const char *const text = cJSON_GetStringValue(of(of(cell, "parameters"), parameter));

    return text ? (int)strtol(text, NULL, 2) : 0;
}

/* --- building --- */

static cJSON *new_nets(struct cutter *c, int n)
{
    cJSON *const bits = cJSON_CreateArray();

    for (int i = 0; i < n; ++i)
        cJSON_AddItemToArray(bits, cJSON_CreateNumber(++c->net));
    return bits;
}

static cJSON *constant(int n)
{
    cJSON *const bits = cJSON_CreateArray();

    for (int i = 0; i < n; ++i)
        cJSON_AddItemToArray(bits, cJSON_CreateString("0"));
    return bits;
}

static cJSON *slice(const cJSON *bits, int from, int n)
{
    cJSON *const part = cJSON_CreateArray();
    const cJSON *bit = cJSON_GetArrayItem(bits, from);

    for (int i = 0; i < n && bit; ++i, bit = bit->next)
        cJSON_AddItemToArray(part, cJSON_Duplicate(bit, true));
    return part;
}

static void connect(cJSON *cell, const char *port, const char *direction, const cJSON *bits)
{
    cJSON_AddStringToObject(of(cell, "port_directions"), port, direction);
    cJSON_AddItemToObject(of(cell, "connections"), port, cJSON_Duplicate(bits, true));
}

/* A new cell, without parameters and connections. */
static cJSON *new_cell(struct cutter *c, const char *type)
{
    cJSON *const cell = cJSON_CreateObject();
    char name[32];

    snprintf(name, sizeof name, "$cut$%u", c->cells_added++);
    cJSON_AddNumberToObject(cell, "hide_name", 1);
    cJSON_AddStringToObject(cell, "type", type);
    cJSON_AddItemToObject(cell, "parameters", cJSON_CreateObject());
    cJSON_AddItemToObject(cell, "attributes", cJSON_CreateObject());
    cJSON_AddItemToObject(cell, "port_directions", cJSON_CreateObject());
    cJSON_AddItemToObject(cell, "connections", cJSON_CreateObject());
    cJSON_AddItemToObject(c->cells, name, cell);
    return cell;
}

static void operand(cJSON *cell, const char *port, const cJSON *bits)
{
    char name[16];

    snprintf(name, sizeof name, "%s_SIGNED", port);
    cJSON_AddNumberToObject(of(cell, "parameters"), name, 0);
    snprintf(name, sizeof name, "%s_WIDTH", port);
    cJSON_AddNumberToObject(of(cell, "parameters"), name, cJSON_GetArraySize(bits));
    connect(cell, port, "input", bits);
}

static void result(cJSON *cell, const cJSON *bits)
{
    cJSON_AddNumberToObject(of(cell, "parameters"), "Y_WIDTH", cJSON_GetArraySize(bits));
    connect(cell, "Y", "output", bits);
}

/* y = a OP b; b == NULL: y = OP a. */
static void add_operator(struct cutter *c, const char *type, const cJSON *a, const cJSON *b,
                         const cJSON *y)
{
    cJSON *const cell = new_cell(c, type);

    operand(cell, "A", a);
    if (b)
        operand(cell, "B", b);
    result(cell, y);
}

/* The result of an operator. Frees a and b; the caller frees the result. */
static cJSON *operate(struct cutter *c, const char *type, cJSON *a, cJSON *b, int width)
{
    cJSON *const y = new_nets(c, width);

    add_operator(c, type, a, b, y);
    cJSON_Delete(a);
    cJSON_Delete(b);
    return y;
}

/* b where s is 1, else 0. Frees both. */
static cJSON *gated(struct cutter *c, cJSON *b, cJSON *s)
{
    const int width = cJSON_GetArraySize(b);
    cJSON *const cell = new_cell(c, "$mux"), *const y = new_nets(c, width),
                 *const zero = constant(width);

    cJSON_AddNumberToObject(of(cell, "parameters"), "WIDTH", width);
    connect(cell, "A", "input", zero);
    connect(cell, "B", "input", b);
    connect(cell, "S", "input", s);
    connect(cell, "Y", "output", y);
    cJSON_Delete(zero);
    cJSON_Delete(b);
    cJSON_Delete(s);
    return y;
}

/* Require both sides to be equal. Frees both. */
static void compare(struct cutter *c, cJSON *gold, cJSON *gate)
{
    cJSON *const net = operate(c, "$ne", gold, gate, 1);

    cJSON_AddItemToArray(c->differs[c->initial], cJSON_DetachItemFromArray(net, 0));
    cJSON_Delete(net);
    ++c->compared;
}

/* --- memories --- */

static bool is_memory(const cJSON *cell)
{
    const char *const type = cJSON_GetStringValue(of(cell, "type"));

    return type && strcmp(type, "$mem_v2") == 0;
}

static bool is_all(const cJSON *cell, const char *parameter, char digit)
{
    const char *text = cJSON_GetStringValue(of(of(cell, "parameters"), parameter));
    const char all[] = {digit, '\0'};

    return text && text[strspn(text, all)] == '\0';
}

/* Whether two memories have the same parameters and clock, and are of the kind that can be cut. */
static bool are_alike(const cJSON *a, const cJSON *b)
{
    cJSON *const p = cJSON_Duplicate(of(a, "parameters"), true);
    cJSON *const q = cJSON_Duplicate(of(b, "parameters"), true);
    bool alike;

    cJSON_DeleteItemFromObjectCaseSensitive(p, "MEMID");
    cJSON_DeleteItemFromObjectCaseSensitive(q, "MEMID");
    alike = cJSON_Compare(p, q, true) && cJSON_Compare(pins(a, "WR_CLK"), pins(b, "WR_CLK"), true);
    cJSON_Delete(p);
    cJSON_Delete(q);
    /* Without ports of a kind their parameters have one bit all the same. */
    return alike &&
           (number(a, "RD_PORTS") == 0 ||
            (is_all(a, "RD_CLK_ENABLE", '0') && is_all(a, "RD_WIDE_CONTINUATION", '0'))) &&
           (number(a, "WR_PORTS") == 0 ||
            (is_all(a, "WR_CLK_ENABLE", '1') && is_all(a, "WR_WIDE_CONTINUATION", '0')));
}

/* The word that one side writes through a port; 0 where it writes nothing. */
static cJSON *words(struct cutter *c, const cJSON *m, int port)
{
    const int width = number(m, "WIDTH");

    return operate(c, "$and", slice(pins(m, "WR_DATA"), port * width, width),
                   slice(pins(m, "WR_EN"), port * width, width), width);
}

static cJSON *address(struct cutter *c, const cJSON *m, int port)
{
    const int width = number(m, "WIDTH"), bits = number(m, "ABITS");

    return gated(c, slice(pins(m, "WR_ADDR"), port * bits, bits),
                 operate(c, "$reduce_or", slice(pins(m, "WR_EN"), port * width, width), NULL, 1));
}

/* The words that are read from a memory become an input. */
static void cut_reads(struct cutter *c, const cJSON *m)
{
    cJSON *const port = cJSON_CreateObject();
    char name[32];

    snprintf(name, sizeof name, "cut__%u", c->memories++);
    cJSON_AddStringToObject(port, "direction", "input");
    cJSON_AddItemToObject(port, "bits", cJSON_Duplicate(pins(m, "RD_DATA"), true));
    cJSON_AddItemToObject(c->ports, name, port);
}

static void cut_pair(struct cutter *c, const cJSON *gold, const cJSON *gate)
{
    cut_reads(c, gold);
    add_operator(c, "$pos", pins(gold, "RD_DATA"), NULL, pins(gate, "RD_DATA"));
    compare(c, cJSON_Duplicate(pins(gold, "RD_ADDR"), true),
            cJSON_Duplicate(pins(gate, "RD_ADDR"), true));
    c->initial = !is_all(gold, "INIT", 'x');
    for (int i = 0; i < number(gold, "WR_PORTS"); ++i) {
        const int width = number(gold, "WIDTH");

        compare(c, slice(pins(gold, "WR_EN"), i * width, width),
                slice(pins(gate, "WR_EN"), i * width, width));
        compare(c, words(c, gold, i), words(c, gate, i));
        compare(c, address(c, gold, i), address(c, gate, i));
    }
    c->initial = false;
}

static void remove_cell(struct cutter *c, cJSON *cell)
{
    cJSON_Delete(cJSON_DetachItemViaPointer(c->cells, cell));
}

static cJSON *counterpart(const struct cutter *c, const cJSON *m)
{
    struct assay_text name = {0};
    cJSON *gate;

    if (strncmp(m->string, "gold.", 5) != 0)
        return NULL;
    assay_text_addf(&name, "gate.%s", m->string + 5);
    gate = of(c->cells, assay_text_get(&name));
    assay_text_free(&name);
    return gate && is_memory(gate) && are_alike(m, gate) ? gate : NULL;
}

/* Cut a memory of gold and its counterpart in gate. One without a counterpart gets its own
 * input. */
static void cut_memory(struct cutter *c, cJSON *m)
{
    cJSON *const gate = counterpart(c, m);

    if (gate) {
        cut_pair(c, m, gate);
        remove_cell(c, gate);
    } else {
        cut_reads(c, m);
    }
    remove_cell(c, m);
}

/* The next memory to cut: one of gold, or else one of gate that was left alone. */
static cJSON *next_memory(const struct cutter *c)
{
    cJSON *cell, *found = NULL;

    cJSON_ArrayForEach(cell, c->cells)
    {
        if (is_memory(cell) && number(cell, "SIZE") > WORDS &&
            (!found || strncmp(cell->string, "gold.", 5) == 0))
            found = cell;
    }
    return found;
}

static void find_highest(struct cutter *c, const cJSON *bits)
{
    const cJSON *bit;

    cJSON_ArrayForEach(bit, bits)
    {
        if (cJSON_IsNumber(bit) && bit->valueint > c->net)
            c->net = bit->valueint;
    }
}

static void find_nets(struct cutter *c, const cJSON *module)
{
    const cJSON *o, *port;

    cJSON_ArrayForEach(o, c->ports)
    {
        find_highest(c, of(o, "bits"));
    }
    cJSON_ArrayForEach(o, of(module, "netnames"))
    {
        find_highest(c, of(o, "bits"));
    }
    cJSON_ArrayForEach(o, c->cells)
    {
        cJSON_ArrayForEach(port, of(o, "connections"))
        {
            find_highest(c, port);
        }
    }
}

/* Make the output 1 also where a comparison fails while the net `when` is 1. */
static bool add_to_output(struct cutter *c, const cJSON *module, const char *out,
                          const cJSON *differs, const char *when)
{
    cJSON *const port = of(c->ports, out);
    const cJSON *const net = when ? of(of(of(module, "netnames"), when), "bits") : NULL;
    cJSON *any;

    if (!port || !of(of(module, "netnames"), out) || (when && cJSON_GetArraySize(net) != 1))
        return false;
    if (!cJSON_GetArraySize(differs))
        return true;
    any = operate(c, "$reduce_or", cJSON_Duplicate(differs, true), NULL, 1);
    if (when)
        any = operate(c, "$and", any, cJSON_Duplicate(net, true), 1);
    any = operate(c, "$or", any, cJSON_Duplicate(of(port, "bits"), true), 1);
    /* Yosys joins the nets that a port and a name list, so both must list the new one. */
    cJSON_ReplaceItemInObjectCaseSensitive(of(of(module, "netnames"), out), "bits",
                                           cJSON_Duplicate(any, true));
    cJSON_ReplaceItemInObjectCaseSensitive(port, "bits", any);
    return true;
}

static bool cut(cJSON *design, const char *out, const struct assay_memories_when *when, char *why,
                size_t why_size)
{
    cJSON *const module = of(of(design, "modules"), "both");
    struct cutter c = {
        .ports = of(module, "ports"),
        .cells = of(module, "cells"),
        .differs = {cJSON_CreateArray(), cJSON_CreateArray()},
    };
    cJSON *m;
    bool good = c.ports && c.cells;

    if (!good)
        snprintf(why, why_size, "%s: expected the module both", whole_name);
    find_nets(&c, module);
    while (good && (m = next_memory(&c)) != NULL)
        cut_memory(&c, m);
    if (good &&
        cJSON_GetArraySize(c.differs[0]) + cJSON_GetArraySize(c.differs[1]) != (int)c.compared) {
        snprintf(why, why_size, "out of memory");
        good = false;
    }
    if (good && (!add_to_output(&c, module, out, c.differs[0], when ? when->other : NULL) ||
                 !add_to_output(&c, module, out, c.differs[1], when ? when->initial : NULL))) {
        snprintf(why, why_size, "%s: expected the output %s", whole_name, out);
        good = false;
    }
    cJSON_Delete(c.differs[0]);
    cJSON_Delete(c.differs[1]);
    return good;
}

/* Read whole.json and write cut.json. */
static bool cut_file(struct assay_prover *p, const char *out,
                     const struct assay_memories_when *when, char *why, size_t why_size)
{
    char path[ASSAY_PROVER_PATH], *text;
    size_t size;
    cJSON *design;
    bool good;

    if (assay_read_file(assay_prover_path(p, whole_name, path), MOST_DESIGN, "a design", &text,
                        &size, why, why_size))
        return false;
    design = cJSON_Parse(text);
    free(text);
    good = cut(design, out, when, why, why_size);
    text = good ? cJSON_PrintUnformatted(design) : NULL;
    if (good && !text)
        snprintf(why, why_size, "out of memory");
    good = text && assay_prover_write(p, cut_name, text, why, why_size);
    cJSON_free(text);
    cJSON_Delete(design);
    return good;
}

static void remove_files(const struct assay_prover *p)
{
    char path[ASSAY_PROVER_PATH];

    unlink(assay_prover_path(p, whole_name, path));
    unlink(assay_prover_path(p, cut_name, path));
}

int assay_memories_run(struct assay_prover *p, const char *first, const char *second,
                       const char *out, const struct assay_memories_when *when, unsigned seconds,
                       struct assay_output *output, char *why, size_t why_size)
{
    struct assay_text s = {0};
    int status;

    assay_text_add(&s, first);
    if (p->memories)
        assay_text_addf(&s, "memory_collect\nopt_clean\nwrite_json %s\n", whole_name);
    else
        assay_text_add(&s, second);
    status = s.failed ? ASSAY_NOT_STARTED
                      : assay_prover_yosys(p, assay_text_get(&s), seconds, output, why, why_size);
    if (p->memories && status == 0) {
        free(output->text);
        *output = (struct assay_output){0};
        assay_text_free(&s);
        assay_text_addf(&s, "read_json %s\nhierarchy -top both\n", cut_name);
        assay_text_add(&s, second);
        status = s.failed || !cut_file(p, out, when, why, why_size)
                     ? ASSAY_NOT_STARTED
                     : assay_prover_yosys(p, assay_text_get(&s), seconds, output, why, why_size);
    }
    assay_text_free(&s);
    remove_files(p);
    return status;
}
