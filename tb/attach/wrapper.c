#include "attach/wrapper.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- expressions --- */

static bool begins_name(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static size_t name_length(const char *at)
{
    size_t n = 0;

    while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '$')
        ++n;
    return n;
}

static bool is_rise(const char *at, size_t n)
{
    return n == 4 && memcmp(at, "rise", 4) == 0 && at[4 + strspn(at + 4, " ")] == '(';
}

const char *assay_wrapper_name(const char *at, size_t *length)
{
    while (*at) {
        if (isdigit((unsigned char)*at) || *at == '\'') { /* a literal such as 8'hFF */
            at += *at == '\'';
            at += name_length(at);
        } else if (begins_name(*at)) {
            *length = name_length(at);
            if (!is_rise(at, *length))
                return at;
            at += *length;
        } else {
            ++at;
        }
    }
    return NULL;
}

const char *assay_wrapper_input(const char *expression, size_t *length, bool *inverted)
{
    const char *at = expression + strspn(expression, " ");

    *inverted = *at == '!' || *at == '~';
    at += *inverted;
    at += strspn(at, " ");
    *length = name_length(at);
    if (!begins_name(*at) || at[*length + strspn(at + *length, " ")])
        return NULL;
    return at;
}

/* --- the module --- */

struct writer {
    const struct assay_description *d;
    struct assay_text *t;      /* the module's text */
    struct assay_text body;    /* text after the instance */
    struct assay_text connect; /* connections of the instance's inputs */
    unsigned rises;
    bool failed;           /* a part of the text is missing: out of memory */
    const uint32_t *width; /* of each port */
    char *why;
    size_t why_size;
};

static bool refuse(const struct writer *w, unsigned long line, const char *stream, const char *what,
                   const char *expression)
{
    snprintf(w->why, w->why_size,
             "%s:%lu: %s of %s, '%s': expected the name of an input, or ! and the name", w->d->path,
             line, what, stream, expression);
    return false;
}

/* Frees a part that has been added to the text. */
static void done(struct writer *w, struct assay_text *part)
{
    w->failed |= part->failed;
    assay_text_free(part);
}

/* Adds an expression whose names are outputs of the RTL. */
static void add_outputs(struct assay_text *to, const char *expression)
{
    size_t n;

    for (const char *name; (name = assay_wrapper_name(expression, &n)); expression = name + n) {
        assay_text_add_data(to, expression, (size_t)(name - expression));
        assay_text_add(to, "dut.");
        assay_text_add_data(to, name, n);
    }
    assay_text_add(to, expression);
}

/* The ')' that matches the '(' at `at`; NULL if there is none. */
static const char *closing(const char *at)
{
    int depth = 0;

    for (; *at; ++at) {
        depth += *at == '(';
        depth -= *at == ')';
        if (depth == 0)
            return at;
    }
    return NULL;
}

/* Adds an expression as the wrapper needs it; rise(x) becomes a register and an AND. */
static void add_expression(struct writer *w, struct assay_text *to, const char *expression)
{
    const char *rise = strstr(expression, "rise"), *open, *close;
    struct assay_text inner = {0}, head = {0};

    while (rise &&
           (!is_rise(rise, name_length(rise)) ||
            (rise > expression && (begins_name(rise[-1]) || isdigit((unsigned char)rise[-1])))))
        rise = strstr(rise + 1, "rise");
    open = rise ? strchr(rise, '(') : NULL;
    close = open ? closing(open) : NULL;
    if (!close) {
        add_outputs(to, expression);
        return;
    }
    assay_text_add_data(&head, expression, (size_t)(rise - expression));
    assay_text_add_data(&inner, open + 1, (size_t)(close - open - 1));
    add_outputs(to, assay_text_get(&head));
    assay_text_addf(&w->body, "    wire level%u = ", w->rises);
    add_outputs(&w->body, assay_text_get(&inner));
    assay_text_addf(&w->body,
                    ";\n    reg before%u = 1'b0;\n    always @(posedge clk) before%u <= level%u;\n",
                    w->rises, w->rises, w->rises);
    assay_text_addf(to, "(level%u & ~before%u)", w->rises, w->rises);
    ++w->rises;
    add_expression(w, to, close + 1);
    done(w, &inner);
    done(w, &head);
}

/* Assigns an expression of the RTL's outputs to an output of the wrapper. */
static void assign(struct writer *w, const char *stream, const char *pin, const char *expression)
{
    struct assay_text value = {0};

    add_expression(w, &value, expression);
    assay_text_addf(&w->body, "    assign %s%s%s = %s;\n", stream, *stream ? "_" : "", pin,
                    assay_text_get(&value));
    done(w, &value);
}

/* Connects an input of the RTL. */
static void connect(struct writer *w, const char *pin, size_t n, const char *value)
{
    assay_text_addf(&w->connect, "%s        .%.*s(%s)", w->connect.n ? ",\n" : "", (int)n, pin,
                    value);
}

static bool drive(struct writer *w, unsigned long line, const char *stream, const char *what,
                  const char *expression, const char *value)
{
    char inverse[512];
    size_t n;
    bool inverted;
    const char *pin = assay_wrapper_input(expression, &n, &inverted);

    if (!pin)
        return refuse(w, line, stream, what, expression);
    if (inverted) {
        snprintf(inverse, sizeof inverse, "~(%s)", value);
        value = inverse;
    }
    connect(w, pin, n, value);
    return true;
}

/* --- streams --- */

/* What drives the `valid` pin of a sink. */
static void print_valid(const struct assay_describe_stream *s, char *text, size_t size)
{
    if (s->offer == ASSAY_DESCRIBE_WHEN_READY && s->ready)
        snprintf(text, size, "(%s_valid & %s_ready)", s->name, s->name);
    else
        snprintf(text, size, "%s_valid", s->name);
}

/* Adds an expression of `valid`, `ready` and field names. */
static void add_of_stream(struct assay_text *to, const struct assay_describe_stream *s,
                          const char *expression)
{
    char valid[256];
    size_t n;

    print_valid(s, valid, sizeof valid);
    for (const char *name; (name = assay_wrapper_name(expression, &n)); expression = name + n) {
        assay_text_add_data(to, expression, (size_t)(name - expression));
        if (n == 5 && memcmp(name, "valid", n) == 0)
            assay_text_add(to, valid);
        else
            assay_text_addf(to, "%s_%.*s", s->name, (int)n, name);
    }
    assay_text_add(to, expression);
}

bool assay_wrapper_has_valid(const struct assay_describe_stream *s)
{
    return s->valid && (s->valid_given || !s->n_driven);
}

static void write_driven(struct writer *w, const struct assay_describe_stream *s)
{
    for (size_t i = 0; i < s->n_driven; ++i) {
        struct assay_text value = {0};

        add_of_stream(&value, s, s->driven[i].expression);
        connect(w, s->driven[i].pin, strlen(s->driven[i].pin), assay_text_get(&value));
        done(w, &value);
    }
}

static bool write_sink(struct writer *w, const struct assay_describe_stream *s)
{
    char valid[256], name[256];

    print_valid(s, valid, sizeof valid);
    if (assay_wrapper_has_valid(s) && !drive(w, s->line, s->name, "valid", s->valid, valid))
        return false;
    assign(w, s->name, "ready", s->ready ? s->ready : "1'b1");
    for (size_t i = 0; i < s->n_fields; ++i) {
        const struct assay_describe_field *f = &s->field[i];

        snprintf(name, sizeof name, "%s_%s", s->name, f->name);
        if (f->pin && !drive(w, f->line, s->name, f->name, f->pin, name))
            return false;
    }
    write_driven(w, s);
    return true;
}

/* Adds the signal that marks an enabled cycle: the source's own valid, or the first
 * sink of kind `always`. */
static void add_enable(struct writer *w, struct assay_text *to,
                       const struct assay_describe_stream *s)
{
    if (s->valid) {
        add_expression(w, to, s->valid);
        return;
    }
    for (size_t i = 0; i < w->d->n_streams; ++i)
        if (w->d->stream[i].sink && w->d->stream[i].kind == ASSAY_DESCRIBE_ALWAYS) {
            assay_text_addf(to, "%s_valid", w->d->stream[i].name);
            return;
        }
    assay_text_add(to, "1'b1");
}

/* Valid is the enable, once there have been `after` enabled cycles since the reset. */
static void write_always(struct writer *w, const struct assay_describe_stream *s)
{
    struct assay_text enable = {0};
    const char *e;

    add_enable(w, &enable, s);
    e = assay_text_get(&enable);
    if (s->after == 0) {
        assay_text_addf(&w->body, "    assign %s_valid = %s;\n", s->name, e);
    } else {
        assay_text_addf(&w->body,
                        "    wire %s_enable = %s;\n"
                        "    reg [%u:0] %s_filled = 0;\n"
                        "    always @(posedge clk)\n"
                        "        if (rst) %s_filled <= 0;\n"
                        "        else if (%s_enable) %s_filled <= {%s_filled, 1'b1};\n"
                        "    assign %s_valid = %s_filled[%u] & %s_enable;\n",
                        s->name, e, s->after, s->name, s->name, s->name, s->name, s->name, s->name,
                        s->name, s->after - 1, s->name);
    }
    done(w, &enable);
}

/* The data of a read comes a cycle later, and is kept until there is a ready for it. Nothing is
 * read in those cycles, so one register is enough. */
static void write_late_field(struct writer *w, const struct assay_describe_stream *s,
                             const struct assay_describe_field *f, uint32_t width)
{
    assay_text_addf(&w->body, "    wire [%" PRIu32 ":0] %s_%s_now = ", width - 1, s->name, f->name);
    add_expression(w, &w->body, f->pin);
    assay_text_addf(&w->body,
                    ";\n    reg [%" PRIu32 ":0] %s_%s_kept;\n"
                    "    always @(posedge clk) if (%s_taken) %s_%s_kept <= %s_%s_now;\n"
                    "    assign %s_%s = %s_kept ? %s_%s_kept : %s_%s_now;\n",
                    width - 1, s->name, f->name, s->name, s->name, f->name, s->name, f->name,
                    s->name, f->name, s->name, s->name, f->name, s->name, f->name);
}

static void write_late_fields(struct writer *w, const struct assay_describe_stream *s)
{
    size_t field = 0;

    for (size_t i = 0; i < w->d->n_ports; ++i)
        if (w->d->port[i].role == ASSAY_DESCRIBE_PAYLOAD &&
            &w->d->stream[w->d->port[i].stream] == s)
            write_late_field(w, s, &s->field[field++], w->width[i]);
}

/* Writes rd_en with empty: the data comes in the same cycle, or one cycle later. */
static bool write_pull(struct writer *w, const struct assay_describe_stream *s)
{
    struct assay_text there = {0};
    char take[256];

    add_expression(w, &there, s->valid);
    assay_text_addf(&w->body, "    wire %s_there = %s;\n", s->name, assay_text_get(&there));
    done(w, &there);
    snprintf(take, sizeof take, "%s_ready & %s_there", s->name, s->name);
    if (!drive(w, s->line, s->name, "ready", s->ready, take))
        return false;
    if (s->delay == 0)
        assay_text_addf(&w->body, "    assign %s_valid = %s_there;\n", s->name, s->name);
    else
        assay_text_addf(&w->body,
                        "    reg %s_taken = 1'b0;\n"
                        "    always @(posedge clk) %s_taken <= %s & ~rst;\n"
                        "    reg %s_kept = 1'b0;\n"
                        "    always @(posedge clk) %s_kept <= %s_valid & ~%s_ready & ~rst;\n"
                        "    assign %s_valid = %s_taken | %s_kept;\n",
                        s->name, s->name, take, s->name, s->name, s->name, s->name, s->name,
                        s->name, s->name);
    return true;
}

static bool write_source(struct writer *w, const struct assay_describe_stream *s)
{
    char ready[256];

    snprintf(ready, sizeof ready, "%s_ready", s->name);
    if (s->kind == ASSAY_DESCRIBE_PULL) {
        if (!write_pull(w, s))
            return false;
    } else if (s->kind == ASSAY_DESCRIBE_ALWAYS) {
        write_always(w, s);
    } else {
        assign(w, s->name, "valid", s->valid ? s->valid : "1'b1");
        if (s->ready && !drive(w, s->line, s->name, "ready", s->ready, ready))
            return false;
    }
    if (s->kind == ASSAY_DESCRIBE_PULL && s->delay == 1) {
        write_late_fields(w, s);
        return true;
    }
    for (size_t i = 0; i < s->n_fields; ++i)
        assign(w, s->name, s->field[i].name, s->field[i].pin);
    return true;
}

/* The model makes the transfers from pins outside streams, so the stream's own pins are
 * constant. */
static void write_adapter(struct writer *w, const struct assay_describe_stream *s)
{
    assign(w, s->name, s->sink ? "ready" : "valid", "1'b0");
    for (size_t i = 0; i < s->n_fields && !s->sink; ++i)
        assign(w, s->name, s->field[i].name, "0");
}

static bool write_streams(struct writer *w)
{
    for (size_t i = 0; i < w->d->n_streams; ++i) {
        const struct assay_describe_stream *s = &w->d->stream[i];

        if (s->kind == ASSAY_DESCRIBE_ADAPTER) {
            write_adapter(w, s);
            continue;
        }
        if (s->sink ? !write_sink(w, s) : !write_source(w, s))
            return false;
    }
    return true;
}

/* --- the rest --- */

static bool write_plain(struct writer *w)
{
    char value[128];

    for (size_t i = 0; i < w->d->n_pins; ++i) {
        const struct assay_describe_pin *p = &w->d->pin[i];

        snprintf(value, sizeof value, "%.120s", p->name);
        if (p->input && p->drive == ASSAY_DESCRIBE_CONSTANT)
            snprintf(value, sizeof value, "64'd%" PRIu64, p->low);
        if (!p->input)
            assign(w, "", p->name, p->pin);
        else if (!drive(w, p->line, p->name, "pin", p->pin, value))
            return false;
    }
    return true;
}

static void write_clocks(struct writer *w)
{
    for (size_t i = 0; i < w->d->clocks.n; ++i)
        connect(w, w->d->clocks.at[i], strlen(w->d->clocks.at[i]), "clk");
    if (w->d->reset.pin)
        connect(w, w->d->reset.pin, strlen(w->d->reset.pin), w->d->reset.low ? "~rst" : "rst");
}

static void write_ports(struct writer *w, const uint32_t *width)
{
    assay_text_addf(w->t,
                    "// The pins of %s as the program drives them, around its module %s.\n"
                    "/* verilator coverage_off */\n"
                    "module assay_%s (\n    input wire clk",
                    w->d->name, w->d->top, w->d->name);
    for (size_t i = 0; i < w->d->n_ports; ++i) {
        const struct assay_describe_port *p = &w->d->port[i];

        assay_text_addf(w->t, ",\n    %s wire ", p->input ? "input" : "output");
        if (width[i] > 1)
            assay_text_addf(w->t, "[%" PRIu32 ":0] ", width[i] - 1);
        assay_text_add(w->t, p->name);
    }
    assay_text_add(w->t, "\n);\n");
}

static void write_instance(struct writer *w, const uint32_t *value)
{
    assay_text_addf(w->t, "    %s", w->d->top);
    for (size_t i = 0; i < w->d->n_params; ++i)
        assay_text_addf(w->t, "%s.%s(%" PRIu32 ")%s", i ? ", " : " #(", w->d->param[i].verilog,
                        value[i], i + 1 == w->d->n_params ? ")" : "");
    assay_text_addf(w->t,
                    " dut (\n%s\n    );\n%sendmodule\n"
                    "/* verilator coverage_on */\n",
                    assay_text_get(&w->connect), assay_text_get(&w->body));
}

bool assay_wrapper_write(const struct assay_description *d, const uint32_t *value,
                         struct assay_text *t, char *why, size_t why_size)
{
    struct writer w = {.d = d, .t = t, .why = why, .why_size = why_size};
    uint32_t *width = calloc(d->n_ports + 1, sizeof *width);
    bool good = width != NULL;

    if (!good)
        snprintf(why, why_size, "out of memory");
    good = good && assay_describe_widths(d, value, width, why, why_size);
    w.width = width;
    if (good) {
        write_ports(&w, width);
        write_clocks(&w);
        good = write_streams(&w) && write_plain(&w);
    }
    if (good)
        write_instance(&w, value);
    if (good && (w.failed || t->failed || w.body.failed || w.connect.failed)) {
        snprintf(why, why_size, "out of memory");
        good = false;
    }
    assay_text_free(&w.body);
    assay_text_free(&w.connect);
    free(width);
    return good;
}
