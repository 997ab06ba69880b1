/* plain.c - reads the pins outside streams of a block.yaml. */
#include <stdlib.h>

#include "describe/reader.h"

typedef struct assay_describe_reader reader;

static bool pin_direction(reader *r, const yaml_node_t *n, void *to)
{
    static const char *const words[] = {"out", "in", NULL};
    struct assay_describe_pin *p = to;
    int choice;

    if (!assay_describe_choice(r, n, "direction", words, &choice))
        return false;
    p->input = choice == 1;
    p->direction_given = true;
    return true;
}

static bool pin_width(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_bits(r, n, &((struct assay_describe_pin *)to)->width);
}

static bool pin_max(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_max(r, n, &((struct assay_describe_pin *)to)->width);
}

static bool pin_pin(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_verilog(r, n, "pin", &((struct assay_describe_pin *)to)->pin);
}

static bool pin_values(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_values(r, n, &((struct assay_describe_pin *)to)->values);
}

static bool pin_part(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_identifier(r, n, "part", &((struct assay_describe_pin *)to)->part);
}

static bool pin_drive(reader *r, const yaml_node_t *n, void *to)
{
    static const char *const words[] = {"per_cycle", "per_run", "constant", NULL};
    struct assay_describe_pin *p = to;
    int choice;

    if (!assay_describe_choice(r, n, "drive", words, &choice))
        return false;
    p->drive = (enum assay_describe_drive)choice;
    p->drive_given = true;
    return true;
}

static bool pin_range(reader *r, const yaml_node_t *n, void *to)
{
    struct assay_describe_pin *p = to;
    const yaml_node_item_t *item;

    if (n->type != YAML_SEQUENCE_NODE ||
        n->data.sequence.items.top - n->data.sequence.items.start != 2)
        return assay_yaml_bad(r->y, n, "range is %s: expected a list of two numbers, [least, most]",
                              n->type == YAML_SEQUENCE_NODE ? "a list" : assay_yaml_kind(n));
    item = n->data.sequence.items.start;
    p->has_range = true;
    return assay_yaml_number(r->y, assay_yaml_node(r->y, item[0]), "range", 0, UINT64_MAX,
                             &p->low) &&
           assay_yaml_number(r->y, assay_yaml_node(r->y, item[1]), "range", p->low, UINT64_MAX,
                             &p->high);
}

static bool pin_value(reader *r, const yaml_node_t *n, void *to)
{
    struct assay_describe_pin *p = to;

    p->value_given = true;
    return assay_yaml_number(r->y, n, "value", 0, UINT64_MAX, &p->low);
}

static bool pin_when(reader *r, const yaml_node_t *n, void *to)
{
    return assay_describe_verilog(r, n, "when", &((struct assay_describe_pin *)to)->when);
}

static const char *pin_misfit(const struct assay_describe_pin *p)
{
    if (!p->direction_given)
        return "it has no direction: expected in or out";
    if (!p->input && (p->drive_given || p->has_range || p->value_given))
        return "it is an output and has drive, range or value: expected them only for an input";
    if (p->input && p->when)
        return "it is an input and has when: expected it only for an output";
    if (p->input && p->part)
        return "it is an input and has part: expected it only for an output";
    if (p->value_given && (p->has_range || (p->drive_given && p->drive != ASSAY_DESCRIBE_CONSTANT)))
        return "it has a value, and a range or another drive than constant: expected one of them";
    if (p->drive == ASSAY_DESCRIBE_CONSTANT && p->has_range)
        return "it is constant and has a range: expected a value";
    return NULL;
}

static bool read_pin(reader *r, const yaml_node_t *name, const yaml_node_t *n, void *thing)
{
    static const struct assay_describe_key keys[] = {{"direction", pin_direction},
                                                     {"width", pin_width},
                                                     {"max", pin_max},
                                                     {"pin", pin_pin},
                                                     {"values", pin_values},
                                                     {"part", pin_part},
                                                     {"drive", pin_drive},
                                                     {"range", pin_range},
                                                     {"value", pin_value},
                                                     {"when", pin_when},
                                                     {0}};
    struct assay_describe_pin *p = thing;
    const char *wrong;

    p->line = p->width.line = assay_yaml_line(name);
    if (!assay_describe_c_name(r, p->name, &p->c_name) ||
        !assay_describe_map(r, n, p->name, keys, p))
        return false;
    wrong = pin_misfit(p);
    if (wrong)
        return assay_yaml_bad(r->y, name, "pin %s: %s", p->name, wrong);
    if (p->value_given) {
        p->drive = ASSAY_DESCRIBE_CONSTANT;
        p->has_range = true;
        p->high = p->low;
    }
    return p->pin || assay_describe_keep(r, p->name, &p->pin);
}

static const char *no_name(const void *arg, size_t i)
{
    (void)arg;
    (void)i;
    return NULL;
}

/* Makes the one-bit output that is the condition of another output. */
static bool make_condition(reader *r, struct assay_describe_pin *of, size_t at)
{
    struct assay_describe_pin *p = &r->d->pin[at];
    char why[200];

    *p = (struct assay_describe_pin){.direction_given = true, .condition = true, .line = of->line};
    p->width.line = of->line;
    of->when_pin = at;
    p->width.bits = assay_expression_read("1", no_name, NULL, why, sizeof why);
    if (!p->width.bits)
        return assay_yaml_no_memory(r->y);
    return assay_describe_print(r, &p->name, "%s_when", of->name) &&
           assay_describe_keep(r, p->name, &p->c_name) && assay_describe_keep(r, of->when, &p->pin);
}

static bool make_conditions(reader *r)
{
    struct assay_description *d = r->d;
    const size_t n = d->n_pins;
    struct assay_describe_pin *more = realloc(d->pin, (2 * n + 1) * sizeof *more);

    if (!more)
        return assay_yaml_no_memory(r->y);
    d->pin = more;
    for (size_t i = 0; i < n; ++i)
        if (d->pin[i].when && !make_condition(r, &d->pin[i], d->n_pins++))
            return false;
    return true;
}

bool assay_describe_pins(reader *r, const yaml_node_t *n, void *to)
{
    struct assay_description *d = r->d;

    (void)to;
    return assay_describe_named(r, n, "pins", sizeof *d->pin, 4000, (void **)&d->pin, &d->n_pins,
                                read_pin) &&
           make_conditions(r);
}
