#include "vectors/vectors_image.h"

#include "engine/block_folder.h"
#include "engine/value.h"

void assay_vectors_image(struct assay_vectors_image *m, const struct assay_vectors *v,
                         enum assay_dir dir)
{
    m->block = v->config.block;
    m->dir = dir;
    m->total = 0;
    m->block->model->widths(&v->config.params, m->width);
    for (size_t i = 0; i < m->block->model->n_ports; ++i)
        if (m->block->model->ports[i].dir == dir)
            m->total += m->width[i];
}

void assay_vectors_range(const struct assay_vectors_image *m, size_t port, char text[32])
{
    unsigned at = 0;

    for (size_t i = 0; i < port; ++i)
        if (m->block->model->ports[i].dir == m->dir)
            at += m->width[i];
    if (m->width[port] == 1)
        snprintf(text, 32, "[%u]", at);
    else
        snprintf(text, 32, "[%u:%u]", at + m->width[port] - 1, at);
}

void assay_vectors_place(uint32_t *line, unsigned at, const uint32_t *value, unsigned width)
{
    for (unsigned i = 0; i < width; ++i, ++at)
        if (value[i / 32] >> i % 32 & 1)
            line[at / 32] |= UINT32_C(1) << at % 32;
}

void assay_vectors_print(const uint32_t *line, unsigned bits, FILE *f)
{
    for (unsigned digit = assay_value_digits(bits); digit-- > 0;)
        fputc("0123456789abcdef"[line[digit / 8] >> digit % 8 * 4 & 15], f);
    fputc('\n', f);
}

/* --- the instance --- */

static void write_connections(const struct assay_vectors_image *in, const char *inputs, FILE *f)
{
    const struct assay_block *b = in->block;
    char text[32];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->dir == ASSAY_IN && inputs) {
            assay_vectors_range(in, i, text);
            fprintf(f, ",\n        .%s(%s%s)", p->name, inputs, text);
        } else {
            fprintf(f, ",\n        .%s(%s%s)", p->name, inputs ? "" : "pin_", p->name);
        }
    }
}

void assay_vectors_instance(const struct assay_vectors *v, const struct assay_vectors_image *in,
                            const char *inputs, FILE *f)
{
    const struct assay_block *b = v->config.block;
    char text[32];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const bool input = b->model->ports[i].dir == ASSAY_IN;

        if (input && inputs)
            continue;
        text[0] = '\0';
        if (in->width[i] > 1)
            snprintf(text, sizeof text, "[%u:0] ", in->width[i] - 1);
        fprintf(f, "    %s %s%s%s;\n", input ? "reg" : "wire", text, inputs ? "" : "pin_",
                b->model->ports[i].name);
    }
    if (b->folder)
        fprintf(f, "\n    assay_%s", b->model->name);
    else
        fprintf(f, "\n    %s", b->model->top);
    for (size_t i = 0; i < b->model->n_params && !b->folder; ++i)
        fprintf(f, "%s.%s(%u)%s", i ? ", " : " #(", b->model->params[i].verilog,
                v->config.params.v[i], i + 1 == b->model->n_params ? ")" : "");
    fprintf(f, " dut (\n        .clk(clk)");
    write_connections(in, inputs, f);
    fprintf(f, "\n    );\n\n");
}

bool assay_vectors_wrapper(const struct assay_vectors *v, FILE *f, char *why, size_t why_size)
{
    const struct assay_block_folder *folder = v->config.block->folder;
    struct assay_text t = {0};
    bool good;

    if (!folder)
        return true;
    good = folder->wrapper(folder, &v->config.params, &t, why, why_size);
    if (good)
        fprintf(f, "\n%s", assay_text_get(&t));
    assay_text_free(&t);
    return good;
}
