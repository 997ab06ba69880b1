/* write_model.c - writes the sources of a built-in block other than its pins. */
#include "describe/write.h"

void assay_write_steps(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    assay_text_addf(t,
                    "static void step(void *state, const void *in, void *out)\n{\n"
                    "    %s_step(state, in, out);\n}\n\n"
                    "static void steps(void *state, const void *any_in, void *any_out, uint64_t "
                    "*mask, size_t n)\n{\n"
                    "    const struct %s_inputs *in = any_in;\n"
                    "    struct %s_outputs *out = any_out;\n\n"
                    "    for (size_t i = 0; i < n; ++i) {\n"
                    "        %s_step(state, &in[i], &out[i]);\n"
                    "        mask[i] = in[i].rst ? 0 : transfers(&in[i], &out[i]);\n"
                    "    }\n}\n\n",
                    n, n, n, n);
}

/* Writes the model's functions with the types of struct assay_model_block. */
static void write_functions(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    assay_text_addf(t,
                    "static const char *check_params(const struct assay_params *any)\n{\n"
                    "    struct %s_params p;\n\n    memcpy(&p, any->v, sizeof p);\n"
                    "    return %s_check_params(&p);\n}\n\n",
                    n, n);
    assay_text_addf(t,
                    "static void init(void *state, const struct assay_params *any)\n{\n"
                    "    struct %s_params p;\n\n    memcpy(&p, any->v, sizeof p);\n"
                    "    %s_init(state, &p);\n}\n\n",
                    n, n);
    assay_write_steps(t, d);
}

void assay_describe_write_tables(const struct assay_description *d, struct assay_text *t)
{
    const char *const n = d->name;

    assay_text_addf(t,
                    "/* %s_model.c - %s without a testbench, written from its block.yaml. */\n"
                    "#include <stddef.h>\n#include <string.h>\n\n"
                    "#include \"api/compare.h\"\n#include \"api/handshakes.h\"\n"
                    "#include \"api/model_block.h\"\n#include \"api/width.h\"\n"
                    "#include \"%s/%s.h\"\n\n",
                    n, n, n, n);
    assay_write_tables(t, d);
    write_functions(t, d);
    assay_text_addf(t,
                    "extern const struct assay_model_block assay_model_block_%s;\n\n"
                    "const struct assay_model_block assay_model_block_%s = {\n",
                    n, n);
    assay_write_model_members(t, d);
    assay_text_addf(t,
                    "    .state_size = sizeof(struct %s_state),\n"
                    "    .step = step,\n    .steps = steps,\n};\n",
                    n);
}

/* Writes which handshake states are impossible because ready, or also valid, is always high; the
 * valid of a source with `after` is low at first. False if every stream can be in each state. */
static bool write_impossible(struct assay_text *t, const struct assay_description *d)
{
    bool any = false;

    for (size_t i = 0; i < d->n_streams; ++i) {
        const struct assay_describe_stream *s = &d->stream[i];

        if (s->kind != ASSAY_DESCRIBE_VALID_ONLY && s->kind != ASSAY_DESCRIBE_ALWAYS)
            continue;
        if (!any)
            assay_text_addf(t, "static bool %s_flow_impossible(const unsigned *bin)\n{\n", d->name);
        any = true;
        if (s->kind == ASSAY_DESCRIBE_ALWAYS && !s->valid && !s->after)
            assay_text_addf(t, "    if (bin[0] == %zu)\n        return bin[1] != 3;\n", i);
        else
            assay_text_addf(t, "    if (bin[0] == %zu)\n        return !(bin[1] & 1);\n", i);
    }
    if (any)
        assay_text_add(t, "    return false;\n}\n\n");
    return any;
}

void assay_write_flow(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;
    bool impossible;

    if (!d->n_streams)
        return;
    impossible = write_impossible(t, d);
    assay_text_addf(t, "static const char *const %s_flow_bins[] = {\n", n);
    for (size_t i = 0; i < d->n_streams; ++i)
        assay_text_addf(t, "    \"%s\",\n", d->stream[i].name);
    assay_text_addf(t,
                    "};\n\nstatic const struct assay_cover_axis %s_flow_streams = {\"stream\", "
                    "%zu, %s_flow_bins};\n\n"
                    "static const struct assay_cover_group %s_flow = {\n"
                    "    ASSAY_COVER_FLOW_NAME, ASSAY_COVER_FLOW_MEANING, 2,\n"
                    "    {&%s_flow_streams, &assay_cover_states}, %s%s};\n\n",
                    n, d->n_streams, n, n, n, impossible ? n : "NULL",
                    impossible ? "_flow_impossible" : "");
}

void assay_describe_write_block(const struct assay_description *d, struct assay_text *t)
{
    const char *const n = d->name;

    assay_text_addf(
        t,
        "/*\n * %s_block.h - %s for its struct assay_block, written from its block.yaml.\n *\n"
        " * A block whose streams cannot be in each state of `flow` has a group of its own with "
        "the same axes.\n */\n#ifndef ",
        n, n);
    assay_write_upper(t, n);
    assay_text_add(t, "_BLOCK_H\n#define ");
    assay_write_upper(t, n);
    assay_text_addf(t,
                    "_BLOCK_H\n\n#include \"engine/block.h\"\n\n"
                    "extern const struct assay_model_block assay_model_block_%s;\n\n",
                    n);
    assay_write_flow(t, d);
    assay_text_add(t, "#endif\n");
}
