#include "sim/shim_pins.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/outfile.h"
#include "describe/cxx.h"

/* A port as it is needed for the generated text. */
struct pin {
    char name[160]; /* the struct member, and Verilator's name */
    char width[16]; /* in bits */
};

static const char *type_of(uint32_t size)
{
    return size == 1   ? "std::uint8_t"
           : size == 2 ? "std::uint16_t"
           : size == 8 ? "std::uint64_t"
                       : "std::uint32_t";
}

/* Members have the same offsets as in the model's struct. */
static void write_struct(struct assay_text *t, const struct assay_model_block *b,
                         const struct pin *pins, enum assay_dir dir)
{
    const char *const name = dir == ASSAY_IN ? "dut_inputs" : "dut_outputs";
    const size_t size = dir == ASSAY_IN ? b->in_size : b->out_size;
    uint32_t at = 0;
    unsigned gaps = 0;

    assay_text_addf(t, "struct %s {\n", name);
    for (size_t i = 0; i < b->n_ports; ++i) {
        const struct assay_port *p = &b->ports[i];

        if (p->dir != dir)
            continue;
        if (p->offset > at)
            assay_text_addf(t, "    std::uint8_t gap_%u[%u];\n", gaps++, p->offset - at);
        assay_text_addf(t, "    %s %s", type_of(p->size), pins[i].name);
        if (p->size > 8)
            assay_text_addf(t, "[%u]", p->size / 4);
        assay_text_addf(t, "; /* %s bits */\n", pins[i].width);
        at = p->offset + p->size;
    }
    if (at < size)
        assay_text_addf(t, "    std::uint8_t gap_%u[%zu];\n", gaps, size - at);
    assay_text_addf(t, "};\nstatic_assert(sizeof(%s) == %zu, \"not as the model has it\");\n", name,
                    size);
    for (size_t i = 0; i < b->n_ports; ++i)
        if (b->ports[i].dir == dir)
            assay_text_addf(t,
                            "static_assert(offsetof(%s, %s) == %u, \"not as the model has it\");\n",
                            name, pins[i].name, b->ports[i].offset);
    assay_text_add(t, "\n");
}

/* For waveforms: functions that compare the outputs and visit them. */
static void write_outputs(struct assay_text *t, const struct assay_model_block *b,
                          const struct pin *pins)
{
    assay_text_add(t, "/* f(expected, actual, differs, whether it counts) for each output. */\n"
                      "template <typename F>\nvoid dut_compare(const dut_outputs &expected, const "
                      "dut_outputs &actual, dut_outputs &differs, F f)\n{\n");
    for (size_t i = 0; i < b->n_ports; ++i) {
        const struct assay_port *p = &b->ports[i];
        const char *const n = pins[i].name;

        if (p->dir != ASSAY_OUT)
            continue;
        assay_text_addf(t, "    f(expected.%s, actual.%s, differs.%s, ", n, n, n);
        if (p->role == ASSAY_PAYLOAD)
            assay_text_addf(t, "expected.%s_valid != 0);\n", b->streams[p->stream].name);
        else
            assay_text_add(t, "true);\n");
    }
    assay_text_add(t,
                   "}\n\n/* f(value, differs, name, name of the mark, bits) for each output. */\n"
                   "template <typename F>\nvoid dut_visit(const dut_outputs &value, const "
                   "dut_outputs &differs, F f)\n{\n");
    for (size_t i = 0; i < b->n_ports; ++i)
        if (b->ports[i].dir == ASSAY_OUT)
            assay_text_addf(t, "    f(value.%s, differs.%s, \"%s\", \"mismatch_%s\", %s);\n",
                            pins[i].name, pins[i].name, b->ports[i].name, b->ports[i].name,
                            pins[i].width);
    assay_text_add(t, "}\n\n");
}

static void write_systemc(struct assay_text *t, const struct assay_variant *v,
                          const struct assay_cxx_pin *list)
{
    assay_text_add(t, "#if VM_SC\nnamespace assay {\nnamespace sc {\n"
                      "template <template <typename> class In, template <typename> class Out>\n"
                      "struct dut_pins {\n    using lists = dut_lists;\n"
                      "    using in_type = dut_inputs;\n    using out_type = dut_outputs;\n\n");
    assay_cxx_write_members(t, list, v->block->model->n_ports);
    assay_text_add(t, "};\n} // namespace sc\n} // namespace assay\n\n");
    assay_text_addf(t, "const std::uint32_t dut_params[%d] = {", ASSAY_MAX_PARAMS);
    for (size_t i = 0; i < v->block->model->n_params; ++i)
        assay_text_addf(t, "%u, ", v->params.v[i]);
    assay_text_add(t, "0};\n#endif\n\n");
}

static void write_all(struct assay_text *t, const struct assay_variant *v, const struct pin *pins,
                      const struct assay_cxx_pin *list)
{
    const struct assay_model_block *const b = v->block->model;

    assay_text_addf(t,
                    "/* " ASSAY_SHIM_PINS " - the pins of %s for a shim; sim/shim.h says what "
                    "is here. */\n",
                    b->name);
    write_struct(t, b, pins, ASSAY_IN);
    write_struct(t, b, pins, ASSAY_OUT);
    assay_cxx_write_lists(t, "dut", list, b->n_ports);
    write_outputs(t, b, pins);
    write_systemc(t, v, list);
}

void assay_shim_pins(const struct assay_variant *v, struct assay_text *t)
{
    const struct assay_model_block *const b = v->block->model;
    struct assay_cxx_pin *list = calloc(b->n_ports, sizeof *list);
    struct pin *pins = calloc(b->n_ports, sizeof *pins);
    unsigned *width = calloc(b->n_ports, sizeof *width);

    if (!list || !pins || !width) {
        t->failed = true;
    } else {
        b->widths(&v->params, width);
        for (size_t i = 0; i < b->n_ports; ++i) {
            struct assay_text name = {0};

            assay_cxx_write_name(&name, b->ports[i].name);
            t->failed |= name.failed;
            snprintf(pins[i].name, sizeof pins[i].name, "%s", assay_text_get(&name));
            assay_text_free(&name);
            snprintf(pins[i].width, sizeof pins[i].width, "%u", width[i]);
            list[i] = (struct assay_cxx_pin){b->ports[i].name, pins[i].name, pins[i].width,
                                             b->ports[i].dir == ASSAY_IN};
        }
        write_all(t, v, pins, list);
    }
    free(list);
    free(pins);
    free(width);
}

enum assay_error assay_shim_pins_write(const struct assay_variant *v, const char *folder, char *why,
                                       size_t why_size)
{
    struct assay_text t = {0};
    char path[PATH_MAX];
    bool good;

    assay_path(path, sizeof path, "%s/" ASSAY_SHIM_PINS, folder);
    assay_shim_pins(v, &t);
    good = assay_outfile_save(path, &t, why, why_size);
    assay_text_free(&t);
    return good ? ASSAY_OK : ASSAY_ENVIRONMENT;
}
