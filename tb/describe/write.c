/* write.c - writes names, types and structs in C. */
#include "describe/write.h"

#include <stdio.h>
#include <string.h>

const char *assay_write_type(uint32_t bits)
{
    return bits <= 8    ? "uint8_t"
           : bits <= 16 ? "uint16_t"
           : bits <= 32 ? "uint32_t"
           : bits <= 64 ? "uint64_t"
                        : "uint32_t";
}

uint32_t assay_write_size(uint32_t bits)
{
    return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : (bits + 31) / 32 * 4;
}

void assay_write_member(struct assay_text *t, const char *name, uint32_t bits)
{
    assay_text_addf(t, "%s %s", assay_write_type(bits), name);
    if (bits > 64)
        assay_text_addf(t, "[%u]", (bits + 31) / 32);
}

void assay_write_width(struct assay_text *t, const struct assay_describe_width *w)
{
    const char *text = w->bits ? assay_expression_text(w->bits) : NULL;

    if (!text) {
        assay_text_addf(t, "as in the RTL, %u bit%s at most", w->max, w->max == 1 ? "" : "s");
        return;
    }
    assay_write_remark(t, text);
    assay_text_add(t, strcmp(text, "1") == 0 ? " bit" : " bits");
}

void assay_write_quoted(struct assay_text *t, const char *text)
{
    for (; *text; ++text) {
        const unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\' || c == '?')
            assay_text_addf(t, "\\%c", c);
        else if (c < ' ' || c == 0x7F)
            assay_text_addf(t, "\\%03o", c);
        else
            assay_text_add_data(t, text, 1);
    }
}

void assay_write_remark(struct assay_text *t, const char *text)
{
    for (; *text; ++text) {
        const bool ends = (text[0] == '*' && text[1] == '/') || (text[0] == '/' && text[1] == '*');

        assay_text_add_data(t, (unsigned char)*text < ' ' ? " " : text, 1);
        if (ends)
            assay_text_add(t, " ");
    }
}

void assay_write_upper(struct assay_text *t, const char *name)
{
    for (; *name; ++name)
        assay_text_addf(t, "%c", *name >= 'a' && *name <= 'z' ? *name - 'a' + 'A' : *name);
}

/* --- expressions --- */

struct spelling {
    const struct assay_description *d;
    char name[80];
};

static const char *spell(const void *arg, size_t i)
{
    struct spelling *s = (struct spelling *)arg;

    snprintf(s->name, sizeof s->name, "p_%s", s->d->param[i].name);
    return s->name;
}

void assay_write_bits(struct assay_text *t, const struct assay_description *d,
                      const struct assay_describe_width *w)
{
    struct spelling s = {d, ""};

    if (!w)
        assay_text_add(t, "1");
    else
        assay_expression_write(w->bits, spell, &s, t);
}

/* --- properties of a block --- */

bool assay_write_by_set(const struct assay_description *d)
{
    for (size_t i = 0; i < d->n_ports; ++i)
        if (d->n_params && d->port[i].width && !d->port[i].width->bits)
            return true;
    return false;
}

bool assay_write_has_plain_inputs(const struct assay_description *d)
{
    for (size_t i = 0; i < d->n_pins; ++i)
        if (d->pin[i].input)
            return true;
    return false;
}

bool assay_write_has_conditions(const struct assay_description *d)
{
    for (size_t i = 0; i < d->n_pins; ++i)
        if (d->pin[i].condition)
            return true;
    return false;
}

bool assay_write_begins_join(const struct assay_description *d, size_t stream)
{
    const uint32_t join = d->stream[stream].join_index;

    for (size_t i = 0; i < stream; ++i)
        if (d->stream[i].join_index == join)
            return false;
    return join != 0;
}

bool assay_write_has_joins(const struct assay_description *d)
{
    for (size_t i = 0; i < d->n_streams; ++i)
        if (d->stream[i].join)
            return true;
    return false;
}

/* --- structs --- */

bool assay_write_has(const struct assay_description *d, bool input)
{
    for (size_t i = 0; i < d->n_ports; ++i)
        if (d->port[i].input == input)
            return true;
    return false;
}

static void write_params(struct assay_text *t, const struct assay_description *d)
{
    assay_text_addf(t, "struct %s_params {\n", d->name);
    for (size_t i = 0; i < d->n_params; ++i) {
        assay_text_addf(t, "    uint32_t %s;", d->param[i].c_name);
        if (d->param[i].meaning[0]) {
            assay_text_add(t, " /* ");
            assay_write_remark(t, d->param[i].meaning);
            assay_text_add(t, " */");
        }
        assay_text_add(t, "\n");
    }
    if (!d->n_params)
        assay_text_add(t, "    uint32_t none; /* the block has no parameters */\n");
    assay_text_add(t, "};\n");
}

static void write_payload(struct assay_text *t, const struct assay_description *d,
                          const struct assay_describe_stream *s)
{
    assay_text_addf(t, "\n/* A transfer on %s, a %s. */\nstruct %s_%s {\n", s->name,
                    s->sink ? "sink" : "source", d->name, s->name);
    for (size_t i = 0; i < s->n_fields; ++i) {
        assay_text_add(t, "    ");
        assay_write_member(t, s->field[i].c_name, s->field[i].width.max);
        assay_text_add(t, "; /* ");
        assay_write_width(t, &s->field[i].width);
        assay_text_add(t, " */\n");
    }
    if (!s->n_fields)
        assay_text_add(t, "    uint8_t none; /* it has no fields */\n");
    assay_text_add(t, "};\n");
}

/* Writes the struct of one side. The payload of each stream is a member of it. */
static void write_side(struct assay_text *t, const struct assay_description *d, bool input)
{
    assay_text_addf(t, "\n/* What %s. */\nstruct %s_%s {\n",
                    input ? "drives the block" : "the block drives", d->name,
                    input ? "inputs" : "outputs");
    for (size_t i = 0; i < d->n_ports; ++i) {
        const struct assay_describe_port *p = &d->port[i];

        if (p->input != input || p->role == ASSAY_DESCRIBE_PAYLOAD)
            continue;
        assay_text_add(t, "    ");
        assay_write_member(t, p->place, p->width ? p->width->max : 1);
        if (p->width) {
            assay_text_add(t, "; /* ");
            assay_write_width(t, p->width);
            assay_text_add(t, " */\n");
        } else {
            assay_text_add(t, ";\n");
        }
        if (p->role == ASSAY_DESCRIBE_VALID)
            assay_text_addf(t, "    struct %s_%s %s;\n", d->name, d->stream[p->stream].name,
                            d->stream[p->stream].c_name);
    }
    if (!assay_write_has(d, input))
        assay_text_add(t, "    uint8_t none; /* it has none */\n");
    assay_text_add(t, "};\n");
}

static void write_indices(struct assay_text *t, const struct assay_description *d)
{
    assay_text_addf(t,
                    "\n/* The streams by number, as in masks of transfers. */\nenum "
                    "%s_stream_index {\n",
                    d->name);
    for (size_t i = 0; i < d->n_streams; ++i)
        assay_text_addf(t, "    %s_stream_%s,\n", d->name, d->stream[i].name);
    assay_text_addf(t, "    %s_n_streams\n};\n", d->name);
}

void assay_write_structs(struct assay_text *t, const struct assay_description *d)
{
    write_params(t, d);
    for (size_t i = 0; i < d->n_streams; ++i)
        write_payload(t, d, &d->stream[i]);
    write_side(t, d, true);
    write_side(t, d, false);
    write_indices(t, d);
}

void assay_describe_write_pins(const struct assay_description *d, struct assay_text *t)
{
    assay_text_addf(t,
                    "/*\n * %s_pins.h - the pins of %s as structs, written from its block.yaml.\n"
                    " *\n * A member holds its pin at all legal parameters. Bits at and above the "
                    "width are 0; word 0 of an array is\n * the least significant.\n */\n#ifndef ",
                    d->name, d->name);
    assay_write_upper(t, d->name);
    assay_text_add(t, "_PINS_H\n#define ");
    assay_write_upper(t, d->name);
    assay_text_add(t, "_PINS_H\n\n#include <stdint.h>\n\n");
    assay_write_structs(t, d);
    assay_text_add(t, "\n#endif\n");
}
