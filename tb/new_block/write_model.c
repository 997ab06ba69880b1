/* write_model.c - writes a model that compiles, with marks where it must be completed. */
#include <inttypes.h>
#include <string.h>

#include "describe/write.h"
#include "new_block/write.h"

enum { COLUMNS = 100 };

/* Writes "TYPE NAME(PARAM, PARAM, ...)" and the start of the body, wrapped to COLUMNS. */
static void write_function(struct assay_text *t, const char *type, const char *name,
                           const char *params)
{
    const size_t indent = strlen(type) + strlen(name) + 2;
    size_t column = indent;

    assay_text_addf(t, "%s %s(", type, name);
    while (*params) {
        const size_t length = strcspn(params, ",");
        const bool last = !params[length];

        if (column > indent &&
            column + 2 + length > COLUMNS) { /* 2: a space, and comma or parenthesis */
            assay_text_addf(t, "\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            assay_text_add(t, " ");
            ++column;
        }
        assay_text_addf(t, "%.*s%s", (int)length, params, last ? ")" : ",");
        column += length + 1;
        params += length + (last ? 0 : strlen(", "));
    }
    assay_text_add(t, "\n{\n");
}

/* Writes the head of a function of the block: NAME_WHAT(struct NAME_state *s, PARAMS). */
static void write_own(struct assay_text *t, const struct assay_description *d, const char *type,
                      const char *what, const char *params)
{
    struct assay_text own = {0}, all = {0};

    assay_text_addf(&own, "%s_%s", d->name, what);
    assay_text_addf(&all, "struct %s_state *s, %s", d->name, params);
    write_function(t, type, assay_text_get(&own), assay_text_get(&all));
    t->failed |= own.failed || all.failed;
    assay_text_free(&own);
    assay_text_free(&all);
}

/* --- enumerations --- */

/* Ports of one type have the same names, so only the first of them is written. */
static bool is_new(const struct assay_new_design *d, size_t i)
{
    for (size_t k = 0; k < i; ++k)
        if (d->enumeration[k].n && d->enumeration[i].n &&
            strcmp(d->enumeration[k].v[0].name, d->enumeration[i].v[0].name) == 0)
            return false;
    return d->enumeration[i].n > 0;
}

static bool fits_enum(const struct assay_new_enum *e)
{
    for (size_t i = 0; i < e->n; ++i)
        if (e->v[i].value > INT32_MAX)
            return false;
    return true;
}

static void write_enums(struct assay_text *t, const struct assay_new_design *d, const char *name)
{
    for (size_t i = 0; i < d->n_enums; ++i) {
        const struct assay_new_enum *e = &d->enumeration[i];

        if (!is_new(d, i) || !fits_enum(e))
            continue;
        assay_text_addf(t, "/* Values of %s. */\nenum {\n", e->port);
        for (size_t k = 0; k < e->n; ++k) {
            assay_text_add(t, "    ");
            assay_write_upper(t, name);
            assay_text_add(t, "_");
            assay_write_upper(t, e->v[k].name);
            assay_text_addf(t, " = %" PRIu64 "%s\n", e->v[k].value, k + 1 < e->n ? "," : "");
        }
        assay_text_add(t, "};\n\n");
    }
}

/* --- level cycle: the outputs as observed in reset --- */

/* Gets `bits` bits of a pin, from bit `from` on, from the text of all outputs, which has the
 * highest bit first. Returns false if some are unknown. */
static bool held_value(const struct assay_new_plan *p, const char *pin, uint64_t *value,
                       size_t from, size_t bits)
{
    size_t below = 0, n = p->held ? strlen(p->held) : 0;

    *value = 0;
    for (size_t i = 0; i < p->n_pins; ++i) {
        const struct assay_rtl_port *port = p->pin[i].port;

        if (port->direction != ASSAY_RTL_OUTPUT)
            continue;
        if (strcmp(port->name, pin) != 0) {
            below += port->width;
            continue;
        }
        for (size_t k = from; k < from + bits && k < port->width; ++k) {
            if (below + k >= n || p->held[n - 1 - below - k] == 'x')
                return false;
            *value |= (uint64_t)(p->held[n - 1 - below - k] == '1') << (k - from);
        }
        return true;
    }
    return false;
}

static void write_output(const struct assay_new_plan *p, const struct assay_describe_port *port,
                         struct assay_text *t)
{
    const uint32_t bits = port->width ? port->width->max : 1;
    const bool inverted = port->pin && port->pin[0] == '!';
    const char *pin = port->pin ? port->pin + inverted : "";
    const bool words = bits > 64;
    const uint32_t piece = words ? 32 : 64;

    for (uint32_t k = 0; k < (words ? (bits + 31) / 32 : 1); ++k) {
        uint64_t value;
        const bool known = held_value(p, pin, &value, (size_t)k * piece, piece);

        if (inverted)
            value = !value;
        if (words && known && value == 0)
            continue; /* *out starts as zeros */
        assay_text_addf(t, "    out->%s", port->place);
        if (words)
            assay_text_addf(t, "[%u]", k);
        assay_text_addf(t, value < 10 ? " = %" PRIu64 ";" : " = 0x%" PRIx64 ";", value);
        assay_text_add(t, known ? "\n" : " /* not the same in each simulation of the reset */\n");
    }
}

static void write_cycle(const struct assay_new_plan *p, const struct assay_description *d,
                        struct assay_text *t)
{
    static const char *const reset = "    if (in->rst)%s\n        %s_init(s, &params);\n";
    const char *const n = d->name;
    struct assay_text params = {0};

    assay_text_addf(
        t,
        "/* The outputs of this cycle, then the state of the next one. What stands here "
        "are the outputs\n * %s. */\n",
        p && p->held ? "in reset" : "as zeros");
    assay_text_addf(&params, "const struct %s_inputs *in, struct %s_outputs *out", n, n);
    write_own(t, d, "void", "step", assay_text_get(&params));
    assay_text_addf(t, "    const struct %s_params params = s->params;\n\n", n);
    if (d->reset.async)
        assay_text_addf(t, reset, " /* asynchronous: it shows in the same cycle */", n);
    assay_text_add(t, "    memset(out, 0, sizeof *out);\n");
    for (size_t i = 0; p && i < d->n_ports; ++i)
        if (!d->port[i].input)
            write_output(p, &d->port[i], t);
    if (!d->reset.async)
        assay_text_addf(t, reset, "", n);
    assay_text_add(t, "}\n");
    t->failed |= params.failed;
    assay_text_free(&params);
}

/* --- level transfers: no transfer follows from another yet --- */

static void write_emitter(const struct assay_description *d, const struct assay_describe_stream *s,
                          struct assay_text *t)
{
    struct assay_text line = {0};

    assay_text_addf(&line, " *     %s_emit_%s(emit, &(struct %s_%s){", d->name, s->name, d->name,
                    s->name);
    for (size_t i = 0; i < s->n_fields; ++i) {
        if (i && line.n + strlen(s->field[i].c_name) + 16 > COLUMNS) {
            assay_text_add(&line, ", ...");
            break;
        }
        assay_text_addf(&line, "%s.%s = ...", i ? ", " : "", s->field[i].c_name);
    }
    assay_text_addf(t, "%s});\n", assay_text_get(&line));
    t->failed |= line.failed;
    assay_text_free(&line);
}

static void write_emitters(const struct assay_description *d, struct assay_text *t)
{
    assay_text_add(t, "\n/*\n * Emit the responses of a transfer:\n *\n");
    for (size_t i = 0; i < d->n_streams; ++i)
        if (!d->stream[i].sink)
            write_emitter(d, &d->stream[i], t);
    assay_text_add(t, " */\n");
}

/* Writes the function of a sink, or of all sinks that `first` is joined with. It emits nothing. */
static void write_on(const struct assay_description *d, size_t first, struct assay_text *t)
{
    const struct assay_describe_stream *s = &d->stream[first];
    struct assay_text name = {0}, params = {0}, unused = {0};

    assay_text_addf(&name, "on_%s", s->join ? s->join : s->name);
    for (size_t i = first; i < d->n_streams; ++i) {
        const struct assay_describe_stream *with = &d->stream[i];
        const char *const payload = s->join ? with->c_name : "payload";

        if (i != first && (!s->join || with->join_index != s->join_index))
            continue;
        assay_text_addf(&params, "const struct %s_%s *%s, ", d->name, with->name, payload);
        assay_text_addf(&unused, "    (void)%s;\n", payload);
    }
    assay_text_add(&params, "struct assay_emit *emit");
    assay_text_add(t, "\n");
    write_own(t, d, "void", assay_text_get(&name), assay_text_get(&params));
    assay_text_addf(t, "    (void)s;\n%s    (void)emit;\n}\n", assay_text_get(&unused));
    t->failed |= name.failed || params.failed || unused.failed;
    assay_text_free(&name);
    assay_text_free(&params);
    assay_text_free(&unused);
}

/* Writes the function of an adapter, which drives and samples nothing. */
static void write_adapter(const struct assay_description *d, const struct assay_describe_stream *s,
                          struct assay_text *t)
{
    const char *const n = d->name;
    struct assay_text name = {0}, params = {0};

    assay_text_addf(&name, "%s_%s", s->name, s->sink ? "drive" : "sample");
    if (s->sink) {
        assay_text_addf(&params, "const struct %s_%s *payload, struct %s_inputs *in", n, s->name,
                        n);
        assay_text_add(t, "\n/* In each cycle: drive its pins. `payload` is what is offered or "
                          "NULL; true: it was taken. */\n");
    } else {
        assay_text_addf(&params, "const struct %s_outputs *out, struct %s_%s *payload", n, n,
                        s->name);
        assay_text_add(t, "\n/* In each cycle: look at its pins. True: a transfer came, "
                          "*payload. */\n");
    }
    write_own(t, d, "bool", assay_text_get(&name), assay_text_get(&params));
    assay_text_addf(t, "    (void)s;\n    (void)payload;\n    (void)%s;\n    return false;\n}\n",
                    s->sink ? "in" : "out");
    t->failed |= name.failed || params.failed;
    assay_text_free(&name);
    assay_text_free(&params);
}

/* Writes the function for the outputs that are compared under a condition. */
static void write_expect(const struct assay_description *d, struct assay_text *t)
{
    assay_text_addf(
        t,
        "\n/* The outputs outside streams that are compared under a condition: as zeros. */\n"
        "void %s_expect(const struct %s_state *s, struct %s_outputs *out)\n{\n"
        "    (void)s;\n    (void)out; /* begins as zeros */\n}\n",
        d->name, d->name, d->name);
}

static void write_transfers(const struct assay_description *d, struct assay_text *t)
{
    size_t sources = 0;

    for (size_t i = 0; i < d->n_streams; ++i)
        sources += !d->stream[i].sink;
    if (sources)
        write_emitters(d, t);
    for (size_t i = 0; i < d->n_streams; ++i) {
        const struct assay_describe_stream *s = &d->stream[i];

        if (s->sink && (!s->join || assay_write_begins_join(d, i)))
            write_on(d, i, t);
        if (s->kind == ASSAY_DESCRIBE_ADAPTER)
            write_adapter(d, s, t);
    }
    if (assay_write_has_conditions(d))
        write_expect(d, t);
}

void assay_new_write_model(const struct assay_new_plan *p, const struct assay_description *d,
                           struct assay_text *t)
{
    const char *const n = d->name;
    const bool cycle = d->level == ASSAY_DESCRIBE_CYCLE;
    struct assay_text params = {0};

    assay_text_addf(t,
                    "/*\n * %s.c - the model of %s: %s.\n *\n * %s_model.h, generated from "
                    "block.yaml, declares its functions.\n */\n",
                    n, n, cycle ? "its outputs in each cycle" : "which transfers follow from which",
                    n);
    if (cycle)
        assay_text_add(t, "#include <string.h>\n\n");
    assay_text_addf(
        t,
        "#include \"%s_model.h\"\n\n"
        "/* Remove this line when the model is written: until then every run fails. */\n"
        "ASSAY_MODEL_UNWRITTEN;\n\n",
        n);
    if (p)
        write_enums(t, p->design, n);
    assay_text_addf(
        t, "struct %s_state {\n    struct %s_params params;\n};\n\nASSAY_MODEL(%s);\n\n", n, n, n);
    assay_text_addf(&params, "const struct %s_params *params", n);
    write_own(t, d, "void", "init", assay_text_get(&params));
    assay_text_addf(t, "    s->params = *params;\n}\n%s", cycle ? "\n" : "");
    t->failed |= params.failed;
    assay_text_free(&params);
    if (cycle)
        write_cycle(p, d, t);
    else
        write_transfers(d, t);
}
