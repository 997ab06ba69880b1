/* list_run.c - the keys of an entry that control the length and kind of its runs, and what
 * happens to their failures. */
#include "regress/list_run.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/unknown.h"

bool assay_list_read_cycles(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    return assay_yaml_number(r, n, "cycles", 1, INT64_MAX, &e->cycles);
}

/* "N" or "A..B". */
bool assay_list_read_seeds(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    enum assay_number first, second;
    const char *text, *dots;
    uint64_t last;

    if (n->type != YAML_SCALAR_NODE)
        return assay_yaml_bad(r, n, "seeds is %s: expected a number, or a range A..B",
                              assay_yaml_kind(n));
    text = (const char *)n->data.scalar.value;
    dots = strstr(text, "..");
    if (!dots)
        return assay_yaml_number(r, n, "seeds", 1, ASSAY_LIST_SEEDS, &e->n_seeds);
    first = assay_number_span(text, (size_t)(dots - text), UINT64_MAX, &e->first_seed);
    second = assay_number_span(dots + 2, strlen(dots + 2), UINT64_MAX, &last);
    if (first == ASSAY_NO_NUMBER || second == ASSAY_NO_NUMBER)
        return assay_yaml_bad(r, n, "seeds '%s': expected a number, or a range A..B", text);
    if (first || second)
        return assay_yaml_bad(r, n, "seeds '%s': expected seeds up to %" PRIu64, text, UINT64_MAX);
    if (last < e->first_seed || last - e->first_seed >= ASSAY_LIST_SEEDS)
        return assay_yaml_bad(r, n,
                              "seeds '%s': expected a range of 1 to %d seeds, the smaller first",
                              text, ASSAY_LIST_SEEDS);
    e->fixed_seeds = true;
    e->n_seeds = last - e->first_seed + 1;
    return true;
}

bool assay_list_read_weight(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    uint64_t v = 0;

    if (!assay_yaml_number(r, n, "weight", 1, ASSAY_LIST_WEIGHT, &v))
        return false;
    e->weight = (uint32_t)v;
    return true;
}

bool assay_list_read_timeout(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    uint64_t v = 0;

    if (!assay_yaml_number(r, n, "timeout", 1, 1000000, &v))
        return false;
    e->timeout = (uint32_t)v;
    return true;
}

bool assay_list_read_code_coverage(struct assay_yaml *r, struct assay_entry *e,
                                   const yaml_node_t *n)
{
    const char *text = assay_yaml_word(r, n, "code_coverage");

    if (!text)
        return false;
    e->code_coverage = strcmp(text, "true") == 0;
    if (!e->code_coverage && strcmp(text, "false") != 0)
        return assay_yaml_bad(r, n, "code_coverage '%s': expected true or false", text);
    for (size_t i = 0; e->code_coverage && i < e->n_backends; ++i)
        if (e->backend[i] != ASSAY_VERILATOR)
            return assay_yaml_bad(r, n, "code_coverage on backend %s: expected verilator",
                                  assay_backend_name(e->backend[i]));
    return true;
}

bool assay_list_read_allow_partial(struct assay_yaml *r, struct assay_entry *e,
                                   const yaml_node_t *n)
{
    const char *text = assay_yaml_word(r, n, "allow_partial");

    if (!text)
        return false;
    e->allow_partial = strcmp(text, "true") == 0;
    if (!e->allow_partial && strcmp(text, "false") != 0)
        return assay_yaml_bad(r, n, "allow_partial '%s': expected true or false", text);
    if (e->allow_partial && !e->scenario->done)
        return assay_yaml_bad(
            r, n,
            "allow_partial with scenario %s, which has no end: expected one that ends by itself",
            e->scenario->name);
    return true;
}

/* The reason appears in lines of reports, so it must not contain control characters. */
bool assay_list_read_known(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    const char *text = assay_yaml_word(r, n, "known");

    if (!text)
        return false;
    for (const char *c = text; *c; ++c)
        if (iscntrl((unsigned char)*c) && *c != '\n' && *c != '\t')
            return assay_yaml_bad(r, n,
                                  "known '%.*s' with control character %u: expected a line of "
                                  "printable ones",
                                  (int)(c - text < 40 ? c - text : 40), text, (unsigned)*c);
    if (!*text || strpbrk(text, "\n\t") || strlen(text) > ASSAY_LIST_KNOWN)
        return assay_yaml_bad(r, n,
                              "known '%.40s': expected a reason of 1 to %d characters in a line",
                              text, ASSAY_LIST_KNOWN);
    e->known = strdup(text);
    return e->known || assay_yaml_no_memory(r);
}

bool assay_list_read_knobs(struct assay_yaml *r, struct assay_entry *e, const yaml_node_t *n)
{
    struct {
        const char *name;
        uint32_t *value;
        bool seen;
    } knobs[] = {{"stall", &e->knobs.stall, false},
                 {"illegal", &e->knobs.illegal, false},
                 {"corner", &e->knobs.corner, false},
                 {"resets", &e->knobs.resets, false}};
    static const char *const names[] = {"stall", "illegal", "corner", "resets", NULL};
    const yaml_node_pair_t *pair;
    char why[512];

    if (n->type != YAML_MAPPING_NODE)
        return assay_yaml_bad(r, n, "knobs is %s: expected a map of stall, illegal, corner, resets",
                              assay_yaml_kind(n));
    for (pair = n->data.mapping.pairs.start; pair < n->data.mapping.pairs.top; ++pair) {
        const yaml_node_t *key = assay_yaml_node(r, pair->key);
        const char *name = assay_yaml_word(r, key, "a knob's name");
        uint64_t v = 0;
        size_t i = 0;

        if (!name)
            return false;
        while (i < 4 && strcmp(knobs[i].name, name) != 0)
            ++i;
        if (i == 4) {
            assay_unknown_word(why, sizeof why, "knob", name, names);
            return assay_yaml_bad(r, key, "%s", why);
        }
        if (knobs[i].seen)
            return assay_yaml_bad(r, key, "knob '%s' again: expected each knob once", name);
        knobs[i].seen = true;
        if (!assay_yaml_number(r, assay_yaml_node(r, pair->value), name, 0, 100, &v))
            return false;
        *knobs[i].value = (uint32_t)v;
    }
    if (!e->scenario->restart && e->knobs.resets && knobs[3].seen)
        return assay_yaml_bad(
            r, n,
            "knob resets with scenario %s, which has no resets but the first: expected resets: 0",
            e->scenario->name);
    return true;
}
