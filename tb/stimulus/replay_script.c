/* replay_script.c - reads and writes the lines of replay files of kind transactions. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "engine/driver.h"
#include "engine/value.h"
#include "stimulus/replay_lines.h"

typedef struct assay_replay_parser parser;

/* --- writing --- */

void assay_replay_write_value(FILE *f, const uint32_t value[ASSAY_VALUE_WORDS])
{
    char text[ASSAY_VALUE_TEXT];
    size_t zeros;

    assay_value_text(value, NULL, 32 * ASSAY_VALUE_WORDS, text);
    zeros = strspn(text, "0");
    fputs(text[zeros] ? text + zeros : "0", f);
}

static bool is_zero(const uint32_t value[ASSAY_VALUE_WORDS])
{
    static const uint32_t zero[ASSAY_VALUE_WORDS];

    return memcmp(value, zero, sizeof zero) == 0;
}

void assay_replay_write_fields(FILE *f, const struct assay_script *s, unsigned stream,
                               const void *payload, bool names)
{
    const struct assay_block *b = s->block;
    const char *name;
    uint32_t value[ASSAY_VALUE_WORDS];

    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->stream != (int)stream || p->role != ASSAY_PAYLOAD)
            continue;
        assay_script_get(b, p, payload, value);
        if (is_zero(value))
            continue;
        fprintf(f, " %s=", assay_field_name(b->model, p));
        name = names ? assay_value_name(b->model, p, value) : NULL;
        if (name)
            fputs(name, f);
        else
            assay_replay_write_value(f, value);
    }
}

static void write_ready(FILE *f, const struct assay_script *s, unsigned stream, uint64_t end)
{
    const struct assay_script_stream *t = &s->stream[stream];
    size_t last = 0;

    for (uint64_t at = 0; last + 1 < t->n_runs && t->run[last].length < end - at; ++last)
        at += t->run[last].length;
    if (t->n_runs == 0 || (last == 0 && t->run[0].ready))
        return;
    fprintf(f, "ready %s", s->block->model->streams[stream].name);
    for (size_t i = 0; i < last; ++i)
        fprintf(f, " %dx%" PRIu64, t->run[i].ready, t->run[i].length);
    fprintf(f, " %dx-\n", t->run[last].ready);
}

static void write_change(FILE *f, const struct assay_script *s, const struct assay_script_change *c)
{
    fprintf(f, "plain %s %" PRIu64 " ", s->block->model->ports[c->port].name, c->cycle);
    assay_replay_write_value(f, c->value);
    fputc('\n', f);
}

static void write_reset(FILE *f, const struct assay_script_reset *r, uint64_t end)
{
    if (r->cycle < end)
        fprintf(f, "reset %" PRIu64 " %" PRIu64 "\n", r->cycle, r->length);
}

bool assay_replay_ends(const struct assay_block *b, const char *level)
{
    return level ? strcmp(level, "cycle") == 0 : b->level == ASSAY_COMPARE_CYCLE;
}

void assay_replay_write_script(FILE *f, const struct assay_script *s, uint64_t end)
{
    uint64_t free[ASSAY_MAX_STREAMS] = {0};
    size_t next[ASSAY_MAX_STREAMS] = {0}, item, section = 0;
    unsigned stream;

    for (unsigned i = 0; i < s->block->model->n_streams; ++i)
        if (!s->block->model->streams[i].sink)
            write_ready(f, s, i, end);
    for (size_t i = 0; i < s->n_changes && s->change[i].cycle < end; ++i)
        write_change(f, s, &s->change[i]);
    while (assay_script_in_order(s, next, &stream, &item)) {
        const struct assay_script_item *i = &s->stream[stream].item[item];

        while (section < s->n_resets && section <= i->section)
            write_reset(f, &s->reset[section++], end);
        if (assay_script_earliest(s, stream, item, free) >= end)
            continue;
        fprintf(f, "%s %" PRIu64, s->block->model->streams[stream].name, i->gap);
        assay_replay_write_fields(f, s, stream, assay_script_payload(s, stream, item), false);
        fputc('\n', f);
    }
    while (section < s->n_resets)
        write_reset(f, &s->reset[section++], end);
}

/* --- reading --- */

/* Returns the next word of a line, or NULL at its end. */
static char *word(char **at)
{
    char *w = *at + strspn(*at, " \t");
    char *end = w + strcspn(w, " \t");

    if (*w == '\0')
        return NULL;
    *at = *end ? end + 1 : end;
    *end = '\0';
    return w;
}

static bool number(const char *text, uint64_t *v)
{
    return text && assay_parse_number(text, v);
}

static bool end_of_line(parser *p, char *at)
{
    const char *rest = word(&at);

    return rest ? assay_replay_wrong(p, "'%.40s': expected the end of the line", rest) : true;
}

/* Parses hexadecimal digits, most significant first, into at most `width` bits. */
static bool hex(parser *p, const char *name, const char *text, unsigned width,
                uint32_t value[ASSAY_VALUE_WORDS])
{
    const char *digits = text;
    unsigned bits = 0;

    memset(value, 0, ASSAY_VALUE_WORDS * sizeof value[0]);
    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        digits += 2;
    if (digits[strspn(digits, "_")] == '\0')
        return assay_replay_wrong(p, "%s='%.40s': expected hexadecimal digits", name, text);
    for (const char *c = digits + strlen(digits); c-- > digits;) {
        const int digit = assay_hex_digit(*c);

        if (*c == '_')
            continue;
        if (digit < 0)
            return assay_replay_wrong(p, "%s='%.40s': expected hexadecimal digits", name, text);
        for (unsigned bit = 0; bit < 4; ++bit, ++bits) {
            if (!(digit >> bit & 1))
                continue;
            if (bits >= width)
                return assay_replay_wrong(p,
                                          "%s=%.40s: more than %u bits: expected a value that "
                                          "fits the pin at these parameters",
                                          name, text, width);
            value[bits / 32] |= UINT32_C(1) << bits % 32;
        }
    }
    return true;
}

static void list_streams(const struct assay_block *b, bool sink, char *text, size_t size)
{
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < b->model->n_streams && used < size; ++i)
        if (b->model->streams[i].sink == sink)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     b->model->streams[i].name);
}

/* Refuses anything that begins after the run has ended, since it would never be applied. */
static bool in_run(parser *p, const char *what, uint64_t cycle, uint64_t end)
{
    return cycle < end ||
           assay_replay_wrong(p,
                              "%s begins in cycle %" PRIu64 " at the earliest: expected a cycle "
                              "below %" PRIu64 ", where the run ends",
                              what, cycle, end);
}

static bool read_reset(parser *p, struct assay_script *s, char *at, uint64_t end)
{
    const struct assay_script_reset *last = s->n_resets ? &s->reset[s->n_resets - 1] : NULL;
    uint64_t cycle, length;

    if (!number(word(&at), &cycle) || !number(word(&at), &length) || length == 0)
        return assay_replay_wrong(p, "reset: expected `reset CYCLE LENGTH`, LENGTH at least 1");
    if (!last && cycle != 0)
        return assay_replay_wrong(p, "reset %" PRIu64 ": expected the first reset at cycle 0",
                                  cycle);
    if (length > UINT64_MAX - cycle || (last && cycle < last->cycle + last->length))
        return assay_replay_wrong(
            p,
            "reset %" PRIu64 " %" PRIu64
            ": expected resets in order, each after the end of the one before",
            cycle, length);
    if (!in_run(p, "reset", cycle, end))
        return false;
    if (!assay_script_add_reset(s, cycle, length))
        return assay_replay_wrong(p, "out of memory");
    return end_of_line(p, at);
}

static bool read_ready(parser *p, struct assay_script *s, char *at, uint64_t end)
{
    const char *name = word(&at);
    const int stream = name ? assay_stream_find(s->block, name) : -1;
    char known[256], *run;
    uint64_t total = 0;

    if (stream < 0 || s->block->model->streams[stream].sink) {
        list_streams(s->block, false, known, sizeof known);
        return assay_replay_wrong(p, "ready of '%.40s': expected a source stream of %s: %s",
                                  name ? name : "", s->block->model->name, known);
    }
    if (s->stream[stream].n_runs)
        return assay_replay_wrong(p, "ready of %s again: expected one line a stream", name);
    while ((run = word(&at))) {
        const bool ends = run[0] && run[1] && strcmp(run + 2, "-") == 0;
        uint64_t length = 1, begin = total;

        if ((run[0] != '0' && run[0] != '1') || run[1] != 'x' ||
            (!ends && (!number(run + 2, &length) || length == 0)))
            return assay_replay_wrong(p,
                                      "'%.40s': expected a run such as 1x35, 0x3 or, at the end, "
                                      "1x-",
                                      run);
        if (__builtin_add_overflow(total, length, &total))
            return assay_replay_wrong(p, "'%.40s': expected a pattern of fewer cycles", run);
        if (!in_run(p, run, begin, end))
            return false;
        if (!assay_script_add_ready(s, (unsigned)stream, length, run[0] == '1'))
            return assay_replay_wrong(p, "out of memory");
        if (ends)
            return end_of_line(p, at);
    }
    if (s->stream[stream].n_runs == 0)
        return assay_replay_wrong(p, "ready of %s: expected runs such as 1x35 0x3 1x-", name);
    return true;
}

static bool read_plain(parser *p, struct assay_script *s, char *at, const unsigned *width,
                       uint64_t end)
{
    const char *name = word(&at), *text;
    uint32_t value[ASSAY_VALUE_WORDS], port = 1; /* port 0 is rst */
    uint64_t cycle;

    while (port < s->block->model->n_ports &&
           (s->block->model->ports[port].role != ASSAY_PLAIN ||
            s->block->model->ports[port].dir != ASSAY_IN || !name ||
            strcmp(s->block->model->ports[port].name, name) != 0))
        ++port;
    if (port == s->block->model->n_ports)
        return assay_replay_wrong(p, "plain '%.40s': expected an input of %s outside its streams",
                                  name ? name : "", s->block->model->name);
    if (!number(word(&at), &cycle) || !(text = word(&at)))
        return assay_replay_wrong(p, "plain: expected `plain %s CYCLE VALUE`", name);
    if (s->n_changes && cycle < s->change[s->n_changes - 1].cycle)
        return assay_replay_wrong(p, "plain %s %" PRIu64 ": expected changes in order of cycle",
                                  name, cycle);
    if (!in_run(p, name, cycle, end) || !hex(p, name, text, width[port], value))
        return false;
    if (!assay_script_add_change(s, cycle, port, value))
        return assay_replay_wrong(p, "out of memory");
    return end_of_line(p, at);
}

/* Reads one FIELD=HEX. `given` marks the ports that the line has already set. */
static bool read_field(parser *p, const struct assay_block *b, int stream, char *text,
                       const unsigned *width, void *payload, bool *given)
{
    char *eq = strchr(text, '='), known[512] = "";
    uint32_t value[ASSAY_VALUE_WORDS];
    size_t used = 0;

    if (eq)
        *eq = '\0';
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *q = &b->model->ports[i];

        if (q->stream != stream || q->role != ASSAY_PAYLOAD)
            continue;
        if (!eq || strcmp(assay_field_name(b->model, q), text) != 0) {
            if (used < sizeof known)
                used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                                         used ? ", " : "", assay_field_name(b->model, q));
            continue;
        }
        if (given[i])
            return assay_replay_wrong(p, "%s again: expected each field once", text);
        given[i] = true;
        if (!hex(p, text, eq + 1, width[i], value))
            return false;
        assay_script_set(b, q, payload, value);
        return true;
    }
    return assay_replay_wrong(p, "'%.40s': expected FIELD=HEX with a field of %s: %s", text,
                              b->model->streams[stream].name, known);
}

/* State kept from one item to the next. */
struct items {
    void *payload;
    uint64_t free[ASSAY_MAX_STREAMS]; /* for assay_script_earliest */
};

static bool read_item(parser *p, struct assay_script *s, const char *name, char *at,
                      const unsigned *width, struct items *items, uint64_t end)
{
    const struct assay_block *b = s->block;
    const int stream = assay_stream_find(b, name);
    bool given[ASSAY_MAX_PORTS] = {false};
    char known[256], *field;
    uint64_t gap;

    if (stream < 0 || !b->model->streams[stream].sink) {
        list_streams(b, true, known, sizeof known);
        return assay_replay_wrong(p,
                                  "'%.40s': expected reset, ready, plain or a sink stream of %s: "
                                  "%s",
                                  name, b->model->name, known);
    }
    if (s->n_resets == 0)
        return assay_replay_wrong(p, "%s before any reset: expected a line `reset 0 %d` first",
                                  name, ASSAY_RESET_CYCLES);
    if (!number(word(&at), &gap))
        return assay_replay_wrong(p, "%s: expected a gap in cycles after the stream's name", name);
    memset(items->payload, 0, b->model->streams[stream].payload_size);
    while ((field = word(&at)))
        if (!read_field(p, b, stream, field, width, items->payload, given))
            return false;
    if (!assay_script_add_item(s, (unsigned)stream, gap, items->payload))
        return assay_replay_wrong(p, "out of memory");
    return in_run(
        p, name,
        assay_script_earliest(s, (unsigned)stream, s->stream[stream].n_items - 1, items->free),
        end);
}

bool assay_replay_read_script(struct assay_replay_parser *p, struct assay_script *s, uint64_t end)
{
    unsigned width[ASSAY_MAX_PORTS];
    struct items items = {.payload = calloc(1, s->block->model->in_size)};
    bool ok = items.payload != NULL;

    if (!ok)
        assay_replay_wrong(p, "out of memory");
    s->block->model->widths(&s->params, width);
    while (ok && assay_replay_skip(p)) {
        char *at = assay_replay_line(p), *key;

        at[strcspn(at, "#")] = '\0';
        key = word(&at);
        if (strcmp(key, "reset") == 0)
            ok = read_reset(p, s, at, end);
        else if (strcmp(key, "ready") == 0)
            ok = read_ready(p, s, at, end);
        else if (strcmp(key, "plain") == 0)
            ok = read_plain(p, s, at, width, end);
        else
            ok = read_item(p, s, key, at, width, &items, end);
    }
    if (ok && s->n_resets == 0) {
        ++p->line;
        ok = assay_replay_wrong(p, "no reset: expected a line `reset 0 %d`", ASSAY_RESET_CYCLES);
    }
    free(items.payload);
    return ok;
}
