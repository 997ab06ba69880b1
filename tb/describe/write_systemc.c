/* write_systemc.c - writes the golden model of a block as a SystemC module. */
#include <stdlib.h>

#include "describe/cxx.h"
#include "describe/write.h"

static void write_template(struct assay_text *t, const struct assay_description *d,
                           const char *before, bool defaults)
{
    if (!d->n_params && !*before)
        return;
    assay_text_addf(t, "template <%s", before);
    for (size_t i = 0; i < d->n_params; ++i) {
        assay_text_addf(t, "%sstd::int64_t p_%s", i || *before ? ", " : "", d->param[i].name);
        if (defaults)
            assay_text_addf(t, " = %u", d->param[i].default_value);
    }
    assay_text_add(t, ">\n");
}

/* dpas_pins<In, Out, p_lanes, p_depth> */
static void write_pins_type(struct assay_text *t, const struct assay_description *d, const char *in,
                            const char *out)
{
    assay_text_addf(t, "%s_pins<%s, %s", d->name, in, out);
    for (size_t i = 0; i < d->n_params; ++i)
        assay_text_addf(t, ", p_%s", d->param[i].name);
    assay_text_add(t, ">");
}

static void write_pins(struct assay_text *t, const struct assay_description *d,
                       const struct assay_cxx_pin *pins)
{
    write_template(t, d, "template <typename> class In, template <typename> class Out", false);
    assay_text_addf(t,
                    "struct %s_pins {\n    using lists = %s_lists;\n"
                    "    using in_type = struct ::%s_inputs;\n"
                    "    using out_type = struct ::%s_outputs;\n\n",
                    d->name, d->name, d->name, d->name);
    assay_cxx_write_members(t, pins, d->n_ports);
    assay_text_add(t, "};\n\n");
}

static void write_module(struct assay_text *t, const struct assay_description *d)
{
    const char *const n = d->name;

    assay_text_add(t, "/* Parameters that are not legal raise an error of SystemC's. */\n");
    write_template(t, d, "", true);
    assay_text_addf(t, "class %s : public golden<", n);
    write_pins_type(t, d, "sc_core::sc_in", "sc_core::sc_out");
    assay_text_addf(t,
                    "> {\n  public:\n"
                    "    explicit %s(const sc_core::sc_module_name &name)\n        : golden<",
                    n);
    write_pins_type(t, d, "sc_core::sc_in", "sc_core::sc_out");
    assay_text_addf(
        t,
        ">(name, model{sizeof(struct ::%s_state), init, step, nullptr})\n    {\n    }\n\n"
        "  private:\n"
        "    static void init(void *state, const std::uint32_t *)\n    {\n"
        "        struct ::%s_params p = {};\n"
        "        const char *wrong;\n\n",
        n, n);
    for (size_t i = 0; i < d->n_params; ++i)
        assay_text_addf(t, "        p.%s = static_cast<std::uint32_t>(p_%s);\n", d->param[i].c_name,
                        d->param[i].name);
    assay_text_addf(t,
                    "        wrong = ::%s_check_params(&p);\n        if (wrong)\n"
                    "            SC_REPORT_ERROR(\"/assay/%s\", wrong);\n        else\n"
                    "            ::%s_init(static_cast<struct ::%s_state *>(state), &p);\n    }\n\n"
                    "    static void step(void *state, const void *in, void *out)\n    {\n"
                    "        ::%s_step(static_cast<struct ::%s_state *>(state),\n"
                    "            static_cast<const struct ::%s_inputs *>(in),\n"
                    "            static_cast<struct ::%s_outputs *>(out));\n    }\n};\n\n",
                    n, n, n, n, n, n, n, n);
    write_template(t, d, "", true);
    assay_text_addf(t, "using %s_signals = signals<", n);
    write_pins_type(t, d, "signal", "signal");
    assay_text_add(t, ">;\n\n");
}

static void write_text(struct assay_text *t, const struct assay_description *d,
                       const struct assay_cxx_pin *pins)
{
    const char *const n = d->name;

    assay_text_addf(
        t,
        "/*\n * %s_systemc.h - %s for SystemC, written from its block.yaml; "
        "systemc/module.h says how it behaves.\n *\n"
        " *     assay::sc::%s<...>           the golden model, with the parameters in "
        "their order\n"
        " *     assay::sc::%s_signals<...>   a signal for each of its pins\n */\n#ifndef ",
        n, n, n, n);
    assay_write_upper(t, n);
    assay_text_add(t, "_SYSTEMC_H\n#define ");
    assay_write_upper(t, n);
    assay_text_addf(t,
                    "_SYSTEMC_H\n\n#include \"api/width.h\"\n#include \"%s/%s.h\"\n"
                    "#include \"systemc/module.h\"\n\nnamespace assay {\nnamespace sc {\n\n",
                    n, n);
    assay_cxx_write_lists(t, n, pins, d->n_ports);
    write_pins(t, d, pins);
    write_module(t, d);
    assay_text_add(t, "} // namespace sc\n} // namespace assay\n\n#endif\n");
}

void assay_describe_write_systemc(const struct assay_description *d, struct assay_text *t)
{
    struct assay_cxx_pin *pins = calloc(d->n_ports, sizeof *pins);
    struct assay_text *width = calloc(d->n_ports, sizeof *width);

    if (!pins || !width) {
        t->failed = true;
    } else {
        for (size_t i = 0; i < d->n_ports; ++i) {
            const struct assay_describe_port *p = &d->port[i];

            assay_write_bits(&width[i], d, p->width);
            pins[i] =
                (struct assay_cxx_pin){p->name, p->place, assay_text_get(&width[i]), p->input};
            t->failed |= width[i].failed;
        }
        write_text(t, d, pins);
        for (size_t i = 0; i < d->n_ports; ++i)
            assay_text_free(&width[i]);
    }
    free(pins);
    free(width);
}
