/* write_tables.c - writes the tables of a block, and the functions that follow from its pins. */
#include "describe/write.h"

static void write_params(struct assay_text *t, const struct assay_description *d)
{
    if (!d->n_params)
        return;
    assay_text_add(t, "static const struct assay_model_param param_table[] = {\n");
    for (size_t i = 0; i < d->n_params; ++i) {
        assay_text_addf(t, "    {\"%s\", \"%s\", \"", d->param[i].name, d->param[i].verilog);
        assay_write_quoted(t, d->param[i].meaning);
        assay_text_addf(t, "\", %u},\n", d->param[i].default_value);
    }
    assay_text_add(t, "};\n\n");
}

static void write_sets(struct assay_text *t, const struct assay_description *d)
{
    assay_text_add(t, "static const struct assay_param_set set_table[] = {\n");
    for (size_t i = 0; i < d->n_sets; ++i) {
        assay_text_addf(t, "    {\"%s\", {{", d->set[i].name);
        for (size_t k = 0; k < d->n_params; ++k)
            assay_text_addf(t, "%s%u", k ? ", " : "", d->set[i].value[k]);
        assay_text_add(t, d->n_params ? "}}},\n" : "0}}},\n");
    }
    assay_text_add(t, "};\n\n");
}

static void write_streams(struct assay_text *t, const struct assay_description *d)
{
    if (!d->n_streams)
        return;
    assay_text_add(t, "static const struct assay_stream stream_table[] = {\n");
    for (size_t i = 0; i < d->n_streams; ++i) {
        const struct assay_describe_stream *s = &d->stream[i];
        const char *own = s->sink ? "inputs" : "outputs", *other = s->sink ? "outputs" : "inputs";

        assay_text_addf(t,
                        "    {\"%s\", %s, offsetof(struct %s_%s, %s_valid), offsetof(struct %s_%s, "
                        "%s_ready),\n     offsetof(struct %s_%s, %s), sizeof(struct %s_%s)},\n",
                        s->name, s->sink ? "true" : "false", d->name, own, s->name, d->name, other,
                        s->name, d->name, own, s->c_name, d->name, s->name);
    }
    assay_text_add(t, "};\n\n");
}

static void write_ports(struct assay_text *t, const struct assay_description *d)
{
    static const char *const roles[] = {"VALID", "READY", "PAYLOAD", "PLAIN"};

    assay_text_add(t, "static const struct assay_port port_table[] = {\n");
    for (size_t i = 0; i < d->n_ports; ++i) {
        const struct assay_describe_port *p = &d->port[i];
        const uint32_t bits = p->width ? p->width->max : 1;

        assay_text_addf(t, "    {\"%s\", ASSAY_%s, ASSAY_%s, ", p->name, p->input ? "IN" : "OUT",
                        roles[p->role]);
        if (p->stream < 0)
            assay_text_add(t, "-1");
        else
            assay_text_addf(t, "%s_stream_%s", d->name, d->stream[p->stream].name);
        assay_text_addf(t, ", offsetof(struct %s_%s, %s), %u},\n", d->name,
                        p->input ? "inputs" : "outputs", p->place, assay_write_size(bits));
    }
    assay_text_add(t, "};\n\n");
}

static bool has_values(const struct assay_description *d)
{
    for (size_t i = 0; i < d->n_ports; ++i)
        if (d->port[i].values)
            return true;
    return false;
}

/* Writes the names of values, one array per port. */
static void write_values(struct assay_text *t, const struct assay_description *d)
{
    if (!has_values(d))
        return;
    assay_text_add(t, "static const char *const *const value_table[] = {\n");
    for (size_t i = 0; i < d->n_ports; ++i) {
        const struct assay_describe_words *w = d->port[i].values;

        if (!w) {
            assay_text_add(t, "    NULL,\n");
            continue;
        }
        assay_text_add(t, "    (const char *const[]){");
        for (size_t k = 0; k < w->n; ++k)
            assay_text_addf(t, "\"%s\", ", w->at[k]);
        assay_text_add(t, "NULL},\n");
    }
    assay_text_add(t, "};\n\n");
}

static bool has_parts(const struct assay_description *d)
{
    for (size_t i = 0; i < d->n_ports; ++i)
        if (d->port[i].part)
            return true;
    return false;
}

static void write_parts(struct assay_text *t, const struct assay_description *d)
{
    if (!has_parts(d))
        return;
    assay_text_add(t, "static const char *const part_table[] = {\n");
    for (size_t i = 0; i < d->n_ports; ++i) {
        if (d->port[i].part)
            assay_text_addf(t, "    \"%s\",\n", d->port[i].part);
        else
            assay_text_add(t, "    NULL,\n");
    }
    assay_text_add(t, "};\n\n");
}

/* --- widths --- */

/* Whether a width that was read from the RTL differs between the sets. */
static bool differs(const struct assay_description *d, const struct assay_describe_port *p)
{
    if (!p->width || p->width->bits)
        return false;
    for (size_t s = 1; s < d->n_sets; ++s)
        if (p->width->of_set[s] != p->width->of_set[0])
            return true;
    return false;
}

static bool any_differs(const struct assay_description *d)
{
    for (size_t i = 0; i < d->n_ports; ++i)
        if (differs(d, &d->port[i]))
            return true;
    return false;
}

bool assay_write_is_used(const struct assay_description *d, size_t param)
{
    for (size_t i = 0; i < d->n_ports; ++i)
        if (d->port[i].width && d->port[i].width->bits &&
            assay_expression_uses(d->port[i].width->bits, param))
            return true;
    return false;
}

static void write_set_of(struct assay_text *t, const struct assay_description *d)
{
    assay_text_addf(t,
                    "/* The set with these values; %zu if there is none. */\n"
                    "static size_t set_of(const struct assay_params *p)\n{\n"
                    "    size_t set = 0;\n\n"
                    "    while (set < %zu && memcmp(set_table[set].params.v, p->v, %zu * sizeof "
                    "p->v[0]) != 0)\n        ++set;\n    return set;\n}\n\n",
                    d->n_sets, d->n_sets, d->n_params);
}

static void write_width(struct assay_text *t, const struct assay_description *d,
                        const struct assay_describe_port *p)
{
    if (differs(d, p)) {
        assay_text_add(t, "(const unsigned[]){");
        for (size_t s = 0; s < d->n_sets; ++s)
            assay_text_addf(t, "%u, ", p->width->of_set[s]);
        assay_text_add(t, "0}[set]");
    } else if (p->width && !p->width->bits) {
        assay_text_addf(t, "%u", p->width->of_set[0]);
    } else if (p->width && !assay_expression_is_constant(p->width->bits)) {
        assay_text_add(t, "(unsigned)(");
        assay_write_bits(t, d, p->width);
        assay_text_add(t, ")");
    } else {
        assay_write_bits(t, d, p->width);
    }
}

static void write_widths(struct assay_text *t, const struct assay_description *d)
{
    bool any = false;

    if (assay_write_by_set(d))
        write_set_of(t, d);
    assay_text_add(t, "static void widths(const struct assay_params *p, unsigned *width)\n{\n");
    for (size_t i = 0; i < d->n_params; ++i)
        if (assay_write_is_used(d, i)) {
            assay_text_addf(t, "    const int64_t p_%s = p->v[%zu];\n", d->param[i].name, i);
            any = true;
        }
    if (any_differs(d))
        assay_text_add(t, "    const size_t set = set_of(p);\n");
    else if (!any)
        assay_text_add(t, "    (void)p;\n");
    assay_text_add(t, "\n");
    for (size_t i = 0; i < d->n_ports; ++i) {
        assay_text_addf(t, "    width[%zu] = ", i);
        write_width(t, d, &d->port[i]);
        assay_text_addf(t, "; /* %s */\n", d->port[i].name);
    }
    assay_text_add(t, "}\n\n");
}

/* --- handshakes and comparison --- */

static void write_handshake(struct assay_text *t, const struct assay_description *d, size_t i)
{
    const struct assay_describe_stream *s = &d->stream[i];

    assay_text_addf(t, "    mask |= (uint64_t)(%s->%s_valid & %s->%s_ready) << %s_stream_%s;\n",
                    s->sink ? "in" : "out", s->name, s->sink ? "out" : "in", s->name, d->name,
                    s->name);
}

static void write_transfers(struct assay_text *t, const struct assay_description *d)
{
    assay_text_addf(t,
                    "static uint64_t transfers(const void *any_in, const void *any_out)\n{\n"
                    "    const struct %s_inputs *in = any_in;\n"
                    "    const struct %s_outputs *out = any_out;\n"
                    "    uint64_t mask = 0;\n\n",
                    d->name, d->name);
    for (size_t i = 0; i < d->n_streams; ++i)
        write_handshake(t, d, i);
    if (!d->n_streams)
        assay_text_add(t, "    (void)in;\n    (void)out;\n");
    assay_text_add(t, "    return mask;\n}\n\n");
}

static void write_handshakes(struct assay_text *t, const struct assay_description *d)
{
    if (!d->n_streams) {
        assay_text_add(t, "static void handshakes(const void *in, const void *out, uint64_t "
                          "*count, size_t n)\n{\n    (void)in;\n    (void)out;\n"
                          "    (void)count;\n    (void)n;\n}\n\n");
        return;
    }
    assay_text_addf(t,
                    "static void handshakes(const void *any_in, const void *any_out, uint64_t "
                    "*count, size_t n)\n{\n"
                    "    const struct %s_inputs *in = any_in;\n"
                    "    const struct %s_outputs *out = any_out;\n\n"
                    "    while (n) {\n"
                    "        const size_t part = n < ASSAY_HANDSHAKES_AT_ONCE ? n : "
                    "ASSAY_HANDSHAKES_AT_ONCE;\n"
                    "        uint64_t h[%zu] = {0};\n\n"
                    "        for (size_t i = 0; i < part; ++i, ++in, ++out) {\n"
                    "            const uint64_t *one = assay_handshake_ones[in->rst & 1];\n\n",
                    d->name, d->name, d->n_streams);
    for (size_t i = 0; i < d->n_streams; ++i) {
        const struct assay_describe_stream *s = &d->stream[i];

        assay_text_addf(t,
                        "            h[%zu] += assay_handshake(one, %s->%s_valid, %s->%s_ready);\n",
                        i, s->sink ? "in" : "out", s->name, s->sink ? "out" : "in", s->name);
    }
    assay_text_addf(t,
                    "        }\n        assay_handshakes_add(h, %zu, count);\n"
                    "        n -= part;\n    }\n}\n\n",
                    d->n_streams);
}

static void write_always(struct assay_text *t, const struct assay_description *d)
{
    assay_text_addf(t,
                    "/* Ones in the outputs that are always compared, zeros in payload and in the "
                    "gaps between members. */\n"
                    "static void set_always(struct %s_outputs *mask)\n{\n"
                    "    memset(mask, 0, sizeof *mask);\n",
                    d->name);
    for (size_t i = 0; i < d->n_ports; ++i) {
        const struct assay_describe_port *p = &d->port[i];

        if (p->input || p->role == ASSAY_DESCRIBE_PAYLOAD)
            continue;
        if (p->role == ASSAY_DESCRIBE_PLAIN)
            assay_text_addf(t, "    memset(&mask->%s, 0xFF, sizeof mask->%s);\n", p->place,
                            p->place);
        else
            assay_text_addf(t, "    mask->%s = 0xFF;\n", p->place);
    }
    assay_text_add(t, "}\n\n");
}

static void write_equal(struct assay_text *t, const struct assay_description *d)
{
    assay_text_addf(t,
                    "static inline bool equal(const struct %s_outputs *e, const struct %s_outputs "
                    "*a,\n                         const struct %s_outputs *always)\n{\n"
                    "    uint64_t d = assay_differ_in(e, a, always, sizeof *e);\n\n",
                    d->name, d->name, d->name);
    for (size_t i = 0; i < d->n_streams; ++i) {
        const struct assay_describe_stream *s = &d->stream[i];

        if (s->sink || !s->n_fields)
            continue;
        assay_text_addf(t, "    if (e->%s_valid) {\n", s->name);
        for (size_t k = 0; k < s->n_fields; ++k)
            assay_text_addf(
                t, "        d |= assay_differ(&e->%s.%s, &a->%s.%s, sizeof e->%s.%s);\n", s->c_name,
                s->field[k].c_name, s->c_name, s->field[k].c_name, s->c_name, s->field[k].c_name);
        assay_text_add(t, "    }\n");
    }
    assay_text_add(t, "    return d == 0;\n}\n\n");
}

static void write_agree(struct assay_text *t, const struct assay_description *d)
{
    write_always(t, d);
    write_equal(t, d);
    assay_text_addf(t,
                    "static size_t agree(const void *any_in, const void *any_expected, const void "
                    "*any_actual, size_t n)\n{\n"
                    "    const struct %s_inputs *in = any_in;\n"
                    "    const struct %s_outputs *expected = any_expected, *actual = any_actual;\n"
                    "    struct %s_outputs always;\n\n"
                    "    set_always(&always);\n"
                    "    for (size_t i = 0; i < n; ++i)\n"
                    "        if (!in[i].rst && !equal(&expected[i], &actual[i], &always))\n"
                    "            return i;\n"
                    "    return n;\n}\n\n",
                    d->name, d->name, d->name);
}

void assay_write_tables(struct assay_text *t, const struct assay_description *d)
{
    write_params(t, d);
    write_sets(t, d);
    write_streams(t, d);
    write_ports(t, d);
    write_values(t, d);
    write_parts(t, d);
    write_widths(t, d);
    write_transfers(t, d);
    write_handshakes(t, d);
    write_agree(t, d);
}

void assay_write_model_members(struct assay_text *t, const struct assay_description *d)
{
    assay_text_addf(t, "    .name = \"%s\",\n    .top = \"%s\",\n    .summary = \"", d->name,
                    d->top);
    assay_write_quoted(t, d->summary);
    assay_text_add(t, "\",\n");
    if (d->n_params)
        assay_text_addf(t, "    .params = param_table,\n    .n_params = %zu,\n", d->n_params);
    assay_text_addf(t, "    .sets = set_table,\n    .n_sets = %zu,\n", d->n_sets);
    assay_text_addf(t, "    .ports = port_table,\n    .n_ports = %zu,\n", d->n_ports);
    if (has_values(d))
        assay_text_add(t, "    .values = value_table,\n");
    if (has_parts(d))
        assay_text_add(t, "    .parts = part_table,\n");
    if (d->n_streams)
        assay_text_addf(t, "    .streams = stream_table,\n    .n_streams = %zu,\n", d->n_streams);
    assay_text_addf(t,
                    "    .widths = widths,\n    .check_params = check_params,\n"
                    "    .in_size = sizeof(struct %s_inputs),\n"
                    "    .out_size = sizeof(struct %s_outputs),\n"
                    "    .init = init,\n    .transfers = transfers,\n    .agree = agree,\n"
                    "    .handshakes = handshakes,\n",
                    d->name, d->name);
}
