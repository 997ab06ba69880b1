/* write_user.c - writes the source of a user's block, and its files. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/outfile.h"
#include "describe/write.h"

/* The linker replaces the functions of these names by the __wrap_ ones (attach/model.c). */
static void write_exits(struct assay_text *t)
{
    static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit"};

    assay_text_add(t, "/* A model that ends the process ends its run instead. */\n");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        assay_text_addf(t,
                        "_Noreturn void __wrap_%s(int status);\n"
                        "void __wrap_%s(int status)\n{\n    assay_model_exit(status);\n}\n",
                        names[i], names[i]);
    assay_text_add(t, "\n");
}

/* Functions that the model may omit are weak, so their addresses are NULL then. */
static void write_weak(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    if (d->level == ASSAY_DESCRIBE_NONE)
        return;
    assay_text_add(t, "/* What the model may leave out; its address is NULL then. */\n");
    assay_text_addf(t, "#pragma weak %s_state_size\n", n);
    if (d->n_params)
        assay_text_addf(t, "#pragma weak %s_check_params\n", n);
    if (d->level == ASSAY_DESCRIBE_TRANSFERS)
        assay_text_addf(t, "#pragma weak %s_legal\n#pragma weak %s_accept\n", n, n);
    if (d->level == ASSAY_DESCRIBE_TRANSFERS && assay_write_has_plain_inputs(d))
        assay_text_addf(t, "#pragma weak %s_plain\n", n);
    assay_text_add(t, "\n");
}

/* Each parameter on which a width depends is bounded, so that the width is computed without
 * overflow. The widths are then checked against those that the structs hold. */
static void write_check(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    assay_text_addf(t, "/* The widest that the structs hold. */\n"
                       "static const unsigned most[] = {");
    for (size_t i = 0; i < d->n_ports; ++i)
        assay_text_addf(t, "%s%u",
                        i == 0   ? ""
                        : i % 16 ? ", "
                                 : ",\n    ",
                        d->port[i].width ? d->port[i].width->max : 1);
    assay_text_addf(t,
                    "};\n\n"
                    "static const char *check_params(const struct assay_params *p)\n{\n"
                    "    static char why[160];\n    unsigned width[%zu];\n",
                    d->n_ports);
    if (d->n_params && d->level != ASSAY_DESCRIBE_NONE)
        assay_text_addf(t, "    struct %s_params named;\n", n);
    assay_text_add(t, "\n");
    for (size_t i = 0; i < d->n_params; ++i)
        if (assay_write_is_used(d, i))
            assay_text_addf(
                t,
                "    if (p->v[%zu] > 1048576)\n        return \"%s: expected 1048576 at "
                "most\";\n",
                i, d->param[i].name);
    if (assay_write_by_set(d))
        assay_text_add(t, "    if (set_of(p) == sizeof set_table / sizeof set_table[0])\n"
                          "        return \"widths are read from the RTL: expected the values of a "
                          "parameter set\";\n");
    assay_text_add(t, "    widths(p, width);\n"
                      "    for (size_t i = 0; i < sizeof most / sizeof most[0]; ++i)\n"
                      "        if (width[i] < 1 || width[i] > most[i]) {\n"
                      "            snprintf(why, sizeof why, \"%s is %d bits wide: expected 1 to "
                      "%u\", port_table[i].name,\n                     (int)width[i], most[i]);\n"
                      "            return why;\n        }\n");
    if (d->n_params && d->level != ASSAY_DESCRIBE_NONE)
        assay_text_addf(t,
                        "    if (!%s_check_params)\n        return NULL;\n"
                        "    memcpy(&named, p->v, sizeof named);\n"
                        "    return %s_check_params(&named);\n}\n\n",
                        n, n);
    else
        assay_text_add(t, "    return NULL;\n}\n\n");
}

static void write_init(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    assay_text_add(t, "static void init(void *state, const struct assay_params *p)\n{\n");
    if (d->level == ASSAY_DESCRIBE_NONE)
        assay_text_add(t, "    (void)state;\n    (void)p;\n}\n\n");
    else
        assay_text_addf(t,
                        "    struct %s_params named;\n\n    memcpy(&named, p->v, sizeof named);\n"
                        "    %s_init(state, &named);\n}\n\n",
                        n, n);
}

static bool has_adapter(const struct assay_description *d, bool sink)
{
    for (size_t i = 0; i < d->n_streams; ++i)
        if (d->stream[i].kind == ASSAY_DESCRIBE_ADAPTER && d->stream[i].sink == sink)
            return true;
    return false;
}

static void write_adapter_hook(struct assay_text *t, const struct assay_description *d, bool sink)
{
    const char *const n = d->name;

    if (!has_adapter(d, sink))
        return;
    assay_text_add(t, sink ? "static bool drive(void *state, unsigned stream, const void *payload, "
                             "void *in)\n{\n    switch (stream) {\n"
                           : "static bool sample(void *state, unsigned stream, const void *out, "
                             "void *payload)\n{\n    switch (stream) {\n");
    for (size_t i = 0; i < d->n_streams; ++i)
        if (d->stream[i].kind == ASSAY_DESCRIBE_ADAPTER && d->stream[i].sink == sink)
            assay_text_addf(t, "    case %s_stream_%s:\n        return %s_%s_%s;\n", n,
                            d->stream[i].name, n, d->stream[i].name,
                            sink ? "drive(state, payload, in)" : "sample(state, out, payload)");
    assay_text_add(t, "    default:\n        return false;\n    }\n}\n\n");
}

/* Writes the call of each join's function, by its number. */
static void write_join_hook(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    if (!assay_write_has_joins(d))
        return;
    assay_text_add(t, "static void on_join(void *state, unsigned join, const void *const *payload, "
                      "struct assay_emit *emit)\n{\n    switch (join) {\n");
    for (size_t i = 0; i < d->n_streams; ++i) {
        size_t k = 0;

        if (!assay_write_begins_join(d, i))
            continue;
        assay_text_addf(t, "    case %u:\n        %s_on_%s(state", d->stream[i].join_index, n,
                        d->stream[i].join);
        for (size_t of = i; of < d->n_streams; ++of)
            if (d->stream[of].join_index == d->stream[i].join_index)
                assay_text_addf(t, ", payload[%zu]", k++);
        assay_text_add(t, ", emit);\n        break;\n");
    }
    assay_text_add(t, "    default:\n        break;\n    }\n}\n\n");
}

static void write_hooks(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    assay_text_add(t, "static void on(void *state, unsigned stream, const void *payload, struct "
                      "assay_emit *emit)\n{\n    switch (stream) {\n");
    for (size_t i = 0; i < d->n_streams; ++i)
        if (d->stream[i].sink && !d->stream[i].join)
            assay_text_addf(t,
                            "    case %s_stream_%s:\n        %s_on_%s(state, payload, emit);\n"
                            "        break;\n",
                            n, d->stream[i].name, n, d->stream[i].name);
    assay_text_add(t, "    default:\n        (void)state;\n        (void)payload;\n"
                      "        (void)emit;\n        break;\n    }\n}\n\n");
    assay_text_addf(t,
                    "static bool legal(const void *state, unsigned stream, void *payload)\n{\n"
                    "    return %s_legal(state, (enum %s_stream_index)stream, payload);\n}\n\n"
                    "static bool accept(const void *state, unsigned stream, const void *expected, "
                    "const void *actual)\n{\n"
                    "    return %s_accept(state, (enum %s_stream_index)stream, expected, actual);\n"
                    "}\n\n",
                    n, n, n, n);
    if (assay_write_has_plain_inputs(d))
        assay_text_addf(t,
                        "static void plain(void *state, void *in)\n{\n"
                        "    %s_plain(state, in);\n}\n\n",
                        n);
    write_adapter_hook(t, d, true);
    write_adapter_hook(t, d, false);
    write_join_hook(t, d);
    if (assay_write_has_conditions(d))
        assay_text_addf(t,
                        "static void expect(const void *state, void *out)\n{\n"
                        "    %s_expect(state, out);\n}\n\n",
                        n);
    assay_text_addf(t,
                    "/* assay_block_descriptor adds the optional functions. */\n"
                    "static struct assay_transfer_hooks hooks = {.on = on%s%s%s%s};\n\n",
                    has_adapter(d, true) ? ", .drive = drive" : "",
                    has_adapter(d, false) ? ", .sample = sample" : "",
                    assay_write_has_joins(d) ? ", .on_join = on_join" : "",
                    assay_write_has_conditions(d) ? ", .expect = expect" : "");
}

/* Whether a stream of kind `always` has an enable. A source without its own uses that of
 * the first such sink. */
static bool has_enable(const struct assay_description *d, const struct assay_describe_stream *of)
{
    if (of->valid)
        return true;
    for (size_t i = 0; i < d->n_streams; ++i) {
        const struct assay_describe_stream *s = &d->stream[i];

        if (s->sink && s->kind == ASSAY_DESCRIBE_ALWAYS && (s == of || !of->sink))
            return s->valid || s->n_driven;
    }
    return false;
}

/* Goes from the last cycle to the first, so that each cycle adds the lowest bit of every word. */
static void write_pins(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    if (!d->n_streams)
        return;
    assay_text_addf(t,
                    "static bool pins(const void *any_in, const void *any_out, size_t n, uint64_t "
                    "*word)\n{\n"
                    "    const struct %s_inputs *in = (const struct %s_inputs *)any_in + n;\n"
                    "    const struct %s_outputs *out = (const struct %s_outputs *)any_out + n;\n"
                    "    uint64_t w[%zu] = {0};\n    unsigned rst = 0;\n\n"
                    "#pragma GCC unroll 4\n"
                    "    for (size_t i = 0; i < n; ++i) {\n        --in;\n        --out;\n"
                    "        rst |= in->rst;\n",
                    n, n, n, n, 2 * d->n_streams);
    for (size_t i = 0; i < d->n_streams; ++i) {
        const struct assay_describe_stream *s = &d->stream[i];
        const char *const own = s->sink ? "in" : "out", *const other = s->sink ? "out" : "in";

        assay_text_addf(t,
                        "        w[%zu] = 2 * w[%zu] + %s->%s_valid;\n"
                        "        w[%zu] = 2 * w[%zu] + %s->%s_ready;\n",
                        2 * i, 2 * i, own, s->name, 2 * i + 1, 2 * i + 1, other, s->name);
    }
    assay_text_add(t, "    }\n    memcpy(word, w, sizeof w);\n    return rst != 0;\n}\n\n");
}

static void write_rules(struct assay_text *t, const struct assay_description *d)
{
    if (!d->n_streams)
        return;
    assay_text_add(t, "static const struct assay_stream_rules rules[] = {\n");
    for (size_t i = 0; i < d->n_streams; ++i) {
        const struct assay_describe_stream *s = &d->stream[i];
        const char *const n = d->name;

        assay_text_addf(t, "    [%s_stream_%s] = {", n, s->name);
        if (s->match >= 0)
            assay_text_addf(t, ".match = offsetof(struct %s_%s, %s), .match_size = %u, ", n,
                            s->name, s->field[s->match].c_name,
                            assay_write_size(s->field[s->match].width.max));
        if (s->timeout)
            assay_text_addf(t, ".timeout = %llu, ", (unsigned long long)s->timeout);
        if (s->unused)
            assay_text_add(t, ".unused = true, ");
        if (s->valid_waits_never)
            assay_text_add(t, ".valid_never_waits = true, ");
        if (s->kind == ASSAY_DESCRIBE_VALID_ONLY || s->kind == ASSAY_DESCRIBE_ALWAYS ||
            s->kind == ASSAY_DESCRIBE_ADAPTER)
            assay_text_add(t, ".no_ready = true, ");
        if (s->kind == ASSAY_DESCRIBE_ALWAYS && !has_enable(d, s))
            assay_text_add(t, ".every_cycle = true, ");
        else if (s->kind == ASSAY_DESCRIBE_ALWAYS && s->sink)
            assay_text_add(t, ".always = true, ");
        if (s->kind == ASSAY_DESCRIBE_ADAPTER)
            assay_text_add(t, ".adapter = true, ");
        if (s->hold_until_response) /* a payload stays on its pins until the next one is offered */
            assay_text_add(t, ".outstanding = 1, ");
        else if (s->outstanding)
            assay_text_addf(t, ".outstanding = %u, ", s->outstanding);
        if (s->group_index)
            assay_text_addf(t, ".group = %u, ", s->group_index);
        if (s->join_index)
            assay_text_addf(t, ".join = %u, ", s->join_index);
        if (t->failed)
            return;
        if (t->s[t->n - 1] == '{') /* an empty initializer: write a 0 */
            assay_text_add(t, ".match = 0, ");
        t->n -= 2;
        t->s[t->n] = '\0';
        assay_text_add(t, "},\n");
    }
    assay_text_add(t, "};\n\n");
}

/* Writes how inputs outside streams are driven, and when outputs are compared. A range from 0 to 0
 * means any value, so the single value 0 becomes a constant. */
static void write_plain_rules(struct assay_text *t, const struct assay_description *d)
{
    static const char *const names[] = {"ASSAY_PLAIN_PER_CYCLE", "ASSAY_PLAIN_PER_RUN",
                                        "ASSAY_PLAIN_CONSTANT"};
    const size_t first = d->n_ports - d->n_pins; /* pins outside streams are the last ports */

    if (!assay_write_has_plain_inputs(d) && !assay_write_has_conditions(d))
        return;
    assay_text_addf(t, "static const struct assay_plain_rules plain_rules[%zu] = {\n", d->n_ports);
    for (size_t i = 0; i < d->n_pins; ++i) {
        const struct assay_describe_pin *p = &d->pin[i];
        const bool zero = p->has_range && p->high == 0;

        if (p->input)
            assay_text_addf(t, "    [%zu] = {%s, %lluu, %lluu, 0}, /* %s */\n", first + i,
                            names[zero ? ASSAY_DESCRIBE_CONSTANT : p->drive],
                            (unsigned long long)p->low, (unsigned long long)p->high, p->name);
        else if (p->when)
            assay_text_addf(t, "    [%zu] = {.when = %zu}, /* %s */\n", first + i,
                            first + p->when_pin, p->name);
    }
    assay_text_add(t, "};\n\n");
}

static void write_descriptor(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;
    const bool model = d->level != ASSAY_DESCRIBE_NONE;
    const bool transfers = d->level == ASSAY_DESCRIBE_TRANSFERS;

    assay_text_addf(t, "static struct assay_model_block model = {\n");
    assay_write_model_members(t, d);
    if (d->level == ASSAY_DESCRIBE_CYCLE)
        assay_text_add(t, "    .step = step,\n    .steps = steps,\n");
    if (!model)
        assay_text_add(t, "    .state_size = 1,\n");
    assay_text_addf(t, "};\n\nstatic const struct assay_block block = {\n"
                       "    .interface = ASSAY_BLOCK_INTERFACE,\n    .size = sizeof(struct "
                       "assay_block),\n    .model = &model,\n");
    if (d->n_streams)
        assay_text_addf(t, "    .flow = &%s_flow,\n    .pins = pins,\n", n);
    assay_text_addf(t, "    .level = %s,\n",
                    transfers ? "ASSAY_COMPARE_TRANSFERS"
                    : model   ? "ASSAY_COMPARE_CYCLE"
                              : "ASSAY_COMPARE_NONE");
    if (transfers)
        assay_text_add(t, "    .hooks = &hooks,\n");
    if (d->n_streams)
        assay_text_add(t, "    .rules = rules,\n");
    if (assay_write_has_plain_inputs(d) || assay_write_has_conditions(d))
        assay_text_add(t, "    .plain = plain_rules,\n");
    if (d->reset.cycles)
        assay_text_addf(t, "    .reset_cycles = %u,\n", d->reset.cycles);
    else
        assay_text_add(t, "    .reset_cycles = ASSAY_RESET_CYCLES,\n");
    if (d->timeout)
        assay_text_addf(t, "    .timeout = %llu,\n", (unsigned long long)d->timeout);
    assay_text_add(
        t, "};\n\n/* What the program asks for. A model without ASSAY_MODEL has no state. */\n"
           "const struct assay_block *assay_block_descriptor(void);\n\n"
           "const struct assay_block *assay_block_descriptor(void)\n{\n");
    if (model)
        assay_text_addf(t, "    if (&%s_state_size)\n        model.state_size = %s_state_size;\n",
                        n, n);
    if (transfers)
        assay_text_addf(t,
                        "    if (%s_legal)\n        hooks.legal = legal;\n"
                        "    if (%s_accept)\n        hooks.accept = accept;\n",
                        n, n);
    if (transfers && assay_write_has_plain_inputs(d))
        assay_text_addf(t, "    if (%s_plain)\n        hooks.plain = plain;\n", n);
    assay_text_add(t, "    return &block;\n}\n");
}

void assay_describe_write_source(const struct assay_description *d, struct assay_text *t)
{
    const char *const n = d->name;

    assay_text_addf(t,
                    "/* %s_block.c - %s as the engine sees it, written from block.yaml. */\n"
                    "#include <stdio.h>\n#include <string.h>\n\n"
                    "#include \"api/compare.h\"\n#include \"api/handshakes.h\"\n"
                    "#include \"api/width.h\"\n#include \"engine/block.h\"\n"
                    "#include \"%s_model.h\"\n\n",
                    n, n, n);
    write_weak(t, d);
    if (d->level != ASSAY_DESCRIBE_NONE)
        write_exits(t);
    assay_write_tables(t, d);
    if (d->n_streams)
        assay_write_flow(t, d);
    write_check(t, d);
    write_init(t, d);
    if (d->level == ASSAY_DESCRIBE_TRANSFERS)
        write_hooks(t, d);
    if (d->level == ASSAY_DESCRIBE_CYCLE)
        assay_write_steps(t, d);
    write_pins(t, d);
    write_rules(t, d);
    write_plain_rules(t, d);
    write_descriptor(t, d);
}

/* --- files --- */

static bool write_as(const struct assay_description *d, const char *folder, const char *suffix,
                     void (*write)(const struct assay_description *, struct assay_text *),
                     char *why, size_t why_size)
{
    struct assay_text t = {0};
    char path[PATH_MAX];
    bool good;

    assay_path(path, sizeof path, "%s/%s%s", folder, d->name, suffix);
    write(d, &t);
    good = assay_outfile_save(path, &t, why, why_size);
    assay_text_free(&t);
    return good;
}

bool assay_describe_write_files(const struct assay_description *d, const char *folder, char *why,
                                size_t why_size)
{
    return write_as(d, folder, "_model.h", assay_describe_write_header, why, why_size) &&
           write_as(d, folder, "_block.c", assay_describe_write_source, why, why_size);
}

bool assay_describe_write_tree_files(const struct assay_description *d, const char *folder,
                                     char *why, size_t why_size)
{
    return write_as(d, folder, "_pins.h", assay_describe_write_pins, why, why_size) &&
           write_as(d, folder, "_model.c", assay_describe_write_tables, why, why_size) &&
           write_as(d, folder, "_block.h", assay_describe_write_block, why, why_size) &&
           write_as(d, folder, "_systemc.h", assay_describe_write_systemc, why, why_size);
}
