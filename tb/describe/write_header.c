/* write_header.c - writes the header of a user's block. */
#include "describe/write.h"

static void write_head(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    assay_text_addf(t,
                    "/*\n * %s_model.h - the pins of %s as structs, and the functions of its "
                    "model; written from block.yaml.\n *\n"
                    " * A member holds its pin at all legal parameters. Bits at and above the "
                    "width are 0; word 0 of an array is\n * the least significant.\n",
                    n, n);
    if (d->level != ASSAY_DESCRIBE_NONE)
        assay_text_addf(t,
                        " *\n * The model defines struct %s_state, the functions below and, once, "
                        "after the struct,\n *\n *     ASSAY_MODEL(%s);\n *\n"
                        " * which defines the size of the state. The state starts as zeros, and is "
                        "copied and compared as bytes:\n * use plain data.\n",
                        n, n);
    assay_text_add(t, " */\n#ifndef ");
    assay_write_upper(t, n);
    assay_text_add(t, "_MODEL_H\n#define ");
    assay_write_upper(t, n);
    assay_text_add(t,
                   "_MODEL_H\n\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n"
                   "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
}

static void write_cycle_functions(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    assay_text_addf(
        t,
        "/* Power-up, the same as after a reset. */\n"
        "void %s_init(struct %s_state *s, const struct %s_params *p);\n\n"
        "/* One cycle: write *out, a function of the state and of *in, then advance the state over "
        "the clock edge.\n * With in->rst the next state is the one after a reset. */\n"
        "void %s_step(struct %s_state *s, const struct %s_inputs *in, struct %s_outputs *out);\n\n",
        n, n, n, n, n, n, n);
}

static void write_emitters(struct assay_text *t, const struct assay_description *d)
{
    assay_text_add(
        t, "/* Call these for the transfers that are expected, in order on each stream. */\n"
           "struct assay_emit;\n"
           "void assay_emit(struct assay_emit *emit, unsigned stream, const void *payload);\n\n");
    for (size_t i = 0; i < d->n_streams; ++i) {
        const char *const n = d->name, *const s = d->stream[i].name;

        if (!d->stream[i].sink)
            assay_text_addf(
                t,
                "static inline void %s_emit_%s(struct assay_emit *emit, const struct %s_%s "
                "*payload)\n{\n    assay_emit(emit, %s_stream_%s, payload);\n}\n\n",
                n, s, n, s, n, s);
    }
}

/* Writes the functions of adapters, such as for serial pins. */
static void write_adapters(struct assay_text *t, const struct assay_description *d)
{
    for (size_t i = 0; i < d->n_streams; ++i) {
        const char *const n = d->name, *const s = d->stream[i].name;

        if (d->stream[i].kind != ASSAY_DESCRIBE_ADAPTER)
            continue;
        if (d->stream[i].sink)
            assay_text_addf(t,
                            "/* In each cycle: drive the pins of %s. `payload` is the offered "
                            "payload, or NULL; return whether it was taken. */\n"
                            "bool %s_%s_drive(struct %s_state *s, const struct %s_%s *payload,\n"
                            "    struct %s_inputs *in);\n\n",
                            s, n, s, n, n, s, n);
        else
            assay_text_addf(t,
                            "/* In each cycle: read the pins of %s. Return whether there was a "
                            "transfer, and write it to *payload. */\n"
                            "bool %s_%s_sample(struct %s_state *s, const struct %s_outputs *out,\n"
                            "    struct %s_%s *payload);\n\n",
                            s, n, s, n, n, n, s);
    }
}

static void write_on_join(struct assay_text *t, const struct assay_description *d, size_t first)
{
    const char *const n = d->name, *between = "";

    assay_text_add(t, "/* A transfer each on ");
    for (size_t i = first; i < d->n_streams; ++i)
        if (d->stream[i].join_index == d->stream[first].join_index) {
            assay_text_addf(t, "%s%s", between, d->stream[i].name);
            between = ", ";
        }
    assay_text_addf(t,
                    " was accepted, in any order: emit their responses. */\n"
                    "void %s_on_%s(struct %s_state *s",
                    n, d->stream[first].join, n);
    for (size_t i = first; i < d->n_streams; ++i)
        if (d->stream[i].join_index == d->stream[first].join_index)
            assay_text_addf(t, ", const struct %s_%s *%s", n, d->stream[i].name,
                            d->stream[i].c_name);
    assay_text_add(t, ",\n    struct assay_emit *emit);\n\n");
}

static void write_on(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    for (size_t i = 0; i < d->n_streams; ++i) {
        const char *const s = d->stream[i].name;

        if (assay_write_begins_join(d, i))
            write_on_join(t, d, i);
        if (d->stream[i].sink && !d->stream[i].join)
            assay_text_addf(t,
                            "/* A transfer on %s was accepted: emit its responses. */\n"
                            "void %s_on_%s(struct %s_state *s, const struct %s_%s *payload, struct "
                            "assay_emit *emit);\n\n",
                            s, n, s, n, n, s);
    }
}

static void write_transfer_functions(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    write_emitters(t, d);
    assay_text_addf(t,
                    "/* At the start and at each reset. */\n"
                    "void %s_init(struct %s_state *s, const struct %s_params *p);\n\n",
                    n, n, n);
    write_on(t, d);
    write_adapters(t, d);
    if (assay_write_has_conditions(d))
        assay_text_addf(t,
                        "/* In each cycle in which a condition `when` holds, after the cycle's "
                        "transfers: write the values of the\n * outputs that are compared now. "
                        "*out is 0 before the call; other outputs are ignored. */\n"
                        "void %s_expect(const struct %s_state *s, struct %s_outputs *out);\n\n",
                        n, n, n);
    assay_text_addf(
        t,
        "/* Optional functions.\n *\n *   legal   may change a random payload of a sink; false: "
        "offer none now\n *   accept  whether a transfer of a source is as good as the expected "
        "one; default: the same bits\n%s */\n"
        "bool %s_legal(const struct %s_state *s, enum %s_stream_index stream, void *payload);\n"
        "bool %s_accept(const struct %s_state *s, enum %s_stream_index stream, const void "
        "*expected,\n    const void *actual);\n",
        assay_write_has_plain_inputs(d)
            ? " *   plain   drives the pins outside streams, before each cycle\n"
            : "",
        n, n, n, n, n, n);
    if (assay_write_has_plain_inputs(d))
        assay_text_addf(t, "void %s_plain(struct %s_state *s, struct %s_inputs *in);\n", n, n, n);
}

void assay_describe_write_header(const struct assay_description *d, struct assay_text *t)
{
    const char *const n = d->name;

    write_head(t, d);
    assay_write_structs(t, d);
    if (d->level != ASSAY_DESCRIBE_NONE) {
        assay_text_addf(t, "\nstruct %s_state;\n\n", n);
        if (d->level == ASSAY_DESCRIBE_CYCLE)
            write_cycle_functions(t, d);
        else
            write_transfer_functions(t, d);
        if (d->n_params)
            assay_text_addf(t,
                            "\n/* Optional: NULL if the parameters are legal, else a message. */\n"
                            "const char *%s_check_params(const struct %s_params *p);\n",
                            n, n);
        assay_text_addf(
            t,
            "\nextern const size_t %s_state_size;\n"
            "#define ASSAY_MODEL(name) const size_t name##_state_size = sizeof(struct "
            "name##_state)\n\n"
            "/* In a model that is not written yet: every run fails with a message. */\n"
            "extern const char assay_model_unwritten[];\n"
            "#define ASSAY_MODEL_TEXT(x) #x\n"
            "#define ASSAY_MODEL_PLACE(line) __FILE__ \":\" ASSAY_MODEL_TEXT(line)\n"
            "#define ASSAY_MODEL_UNWRITTEN \\\n"
            "    const char assay_model_unwritten[] = ASSAY_MODEL_PLACE(__LINE__)\n",
            n);
    }
    assay_text_add(t, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
