#include "diagnose/report_transfers.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "engine/value.h"

enum { POWERS = 64 };

static const struct assay_block *block_of(const struct assay_lockstep *ls)
{
    return assay_lockstep_config(ls)->block;
}

/* Writes the text of a field, whose offset counts from `base`. Returns the name of its
 * value, or NULL. */
static const char *field_text(const struct assay_lockstep *ls, const struct assay_port *port,
                              size_t base, const void *side, const void *unknown,
                              const unsigned *width, char text[ASSAY_VALUE_TEXT])
{
    struct assay_port p = *port;
    uint32_t value[ASSAY_VALUE_WORDS], x[ASSAY_VALUE_WORDS] = {0};

    p.offset -= (uint32_t)base;
    assay_port_get(&p, side, value);
    if (unknown)
        assay_port_get(&p, unknown, x);
    assay_value_text(value, x, width[port - block_of(ls)->model->ports], text);
    return strchr(text, 'x') ? NULL : assay_value_name(block_of(ls)->model, port, value);
}

void assay_report_fields(FILE *f, const struct assay_lockstep *ls, unsigned stream, size_t base,
                         const void *side, const void *unknown)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_block *b = c->block;
    unsigned width[ASSAY_MAX_PORTS];
    char text[ASSAY_VALUE_TEXT];
    const char *name;

    b->model->widths(&c->params, width);
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->stream != (int)stream || p->role != ASSAY_PAYLOAD)
            continue;
        name = field_text(ls, p, base, side, unknown, width, text);
        fprintf(f, " %s=%s", assay_field_name(b->model, p), name ? name : text);
    }
}

void assay_report_payload(FILE *f, const struct assay_lockstep *ls, unsigned stream,
                          const void *side, const void *unknown)
{
    assay_report_fields(f, ls, stream, 0, side, unknown);
}

void assay_report_kind(FILE *f, const struct assay_lockstep *ls)
{
    static const char *const words[] = {
        [ASSAY_DIFFERS] = "payload differs from what was expected",
        [ASSAY_UNEXPECTED] = "unexpected transfer",
        [ASSAY_MISSING] = "expected transfer is missing",
        [ASSAY_NOT_HELD] = "valid or payload not held until the transfer",
        [ASSAY_WAITS] = "valid waits for ready, against `valid_waits: never`",
    };
    static const char *const sides[] = {
        [ASSAY_DIFFERS] = "payloads differ",
        [ASSAY_UNEXPECTED] = "unexpected transfer",
        [ASSAY_MISSING] = "transfer is missing",
        [ASSAY_NOT_HELD] = "valid or payload not held until the transfer",
        [ASSAY_WAITS] = "valid waits for ready",
    };
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);

    if (block_of(ls)->level == ASSAY_COMPARE_CYCLE || r->stream < 0)
        return;
    if (c->against)
        fprintf(f, " on %s: %s%s%s", block_of(ls)->model->streams[r->stream].name, sides[r->kind],
                r->kind == ASSAY_DIFFERS ? "" : " in ",
                r->kind == ASSAY_DIFFERS ? "" : assay_side_name(c, !r->in_model));
    else
        fprintf(f, " on %s: %s", block_of(ls)->model->streams[r->stream].name, words[r->kind]);
}

void assay_report_made(FILE *f, const struct assay_lockstep *ls)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);

    if (!r->transfer && !r->made[0] && !r->made[1])
        return;
    if (r->transfer)
        fprintf(f, "transfer:   %s %" PRIu64 " since the reset",
                block_of(ls)->model->streams[r->stream].name, r->transfer);
    else
        fprintf(f, "output:     shown after the same transfers");
    for (int i = 1; i >= 0; --i)
        if (r->made[i])
            fprintf(f, "%s %s in cycle %" PRIu64, i ? ":" : ",", assay_side_name(c, i),
                    r->made_in[i]);
        else
            fprintf(f, "%s %s not", i ? ":" : ",", assay_side_name(c, i));
    fputc('\n', f);
}

void assay_report_restless(FILE *f, const struct assay_lockstep *ls)
{
    const struct assay_result *r = assay_lockstep_result(ls);

    if (r->resets_lost || r->plain_lost)
        fprintf(f,
                "given up:   %" PRIu64 " resets, %" PRIu64
                " changes of pins outside streams: a side did not become idle in %d cycles\n",
                r->resets_lost, r->plain_lost, ASSAY_RESTLESS);
    if (r->restless)
        fprintf(f, "at the end: a side did not become idle in %d cycles\n", ASSAY_RESTLESS);
}

void assay_report_streams(FILE *f, const struct assay_lockstep *ls, uint64_t mask)
{
    const char *between = "";

    for (size_t i = 0; i < block_of(ls)->model->n_streams; ++i) {
        if (!(mask >> i & 1))
            continue;
        fprintf(f, "%s%s", between, block_of(ls)->model->streams[i].name);
        between = ", ";
    }
}

/* The transfer on a sink to which the failing one responds. */
struct requested {
    bool is_known;
    unsigned stream;
    uint64_t cycle;
    const void *payload; /* its payload, or all inputs of that cycle */
};

/* The field `tag` of a stream; NULL if it has none. */
static const struct assay_port *tag_of(const struct assay_block *b, unsigned stream)
{
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        const struct assay_port *p = &b->model->ports[i];

        if (p->stream == (int)stream && p->role == ASSAY_PAYLOAD &&
            strcmp(assay_field_name(b->model, p), "tag") == 0)
            return p;
    }
    return NULL;
}

/* Finds the last transfer before the failure, among the kept cycles, of a sink with the same tag as
 * the response. */
static void find_request(const struct assay_lockstep *ls, unsigned source, struct requested *q)
{
    const struct assay_block *b = block_of(ls);
    const struct assay_result *r = assay_lockstep_result(ls);
    const struct assay_port *tag = tag_of(b, source), *own;
    uint32_t wanted[ASSAY_VALUE_WORDS], value[ASSAY_VALUE_WORDS];
    struct assay_moment m;

    if (!tag || !assay_lockstep_moment(ls, r->fail_cycle, &m) ||
        !((const uint8_t *)m.expected)[b->model->streams[source].valid])
        return;
    assay_port_get(tag, m.expected, wanted);
    for (uint64_t cycle = r->fail_cycle + 1; cycle-- && assay_lockstep_moment(ls, cycle, &m);) {
        if (((const uint8_t *)m.in)[0]) /* reset */
            return;
        for (unsigned i = 0; i < b->model->n_streams; ++i) {
            own = b->model->streams[i].sink && (m.transfers >> i & 1) ? tag_of(b, i) : NULL;
            if (!own)
                continue;
            assay_port_get(own, m.in, value);
            if (memcmp(value, wanted, sizeof value) == 0) {
                *q = (struct requested){true, i, cycle, m.in};
                return;
            }
        }
    }
}

static void request_of(const struct assay_lockstep *ls, struct requested *q)
{
    const struct assay_result *r = assay_lockstep_result(ls);

    memset(q, 0, sizeof *q);
    if (r->has_request) {
        *q = (struct requested){true, r->request_stream, r->request_cycle, r->request_payload};
        return;
    }
    if (block_of(ls)->level != ASSAY_COMPARE_CYCLE)
        return;
    for (size_t i = 0; i < r->n_differences && !q->is_known; ++i)
        if (r->difference[i].port->stream >= 0 &&
            !block_of(ls)->model->streams[r->difference[i].port->stream].sink)
            find_request(ls, (unsigned)r->difference[i].port->stream, q);
}

/* What the offsets of a request's payload count from: at level `cycle`, the payload is
 * part of all inputs. */
static size_t base_of(const struct assay_lockstep *ls, const struct requested *q)
{
    return assay_lockstep_result(ls)->has_request ? block_of(ls)->model->streams[q->stream].payload
                                                  : 0;
}

void assay_report_request(FILE *f, const struct assay_lockstep *ls)
{
    struct requested q;

    request_of(ls, &q);
    if (!q.is_known)
        return;
    fprintf(f, "request:    %s at cycle %" PRIu64, block_of(ls)->model->streams[q.stream].name,
            q.cycle);
    assay_report_fields(f, ls, q.stream, base_of(ls, &q), q.payload, NULL);
    fputc('\n', f);
}

/* "0-1: 3, 2-3: 500, 4-7: 12" */
static void print_octaves(FILE *f, const struct assay_histogram *h)
{
    const char *between = "";

    for (unsigned power = 0; power < POWERS; ++power) {
        const uint64_t n = assay_histogram_octave(h, power);
        const uint64_t low = power ? UINT64_C(1) << power : 0;
        const uint64_t high = ((UINT64_C(1) << power) - 1) * 2 + 1;

        if (!n)
            continue;
        fprintf(f, "%s%" PRIu64 "-%" PRIu64 ": %" PRIu64, between, low, high, n);
        between = ", ";
    }
}

static double per_cycle(const struct assay_lockstep *ls, unsigned stream)
{
    const struct assay_result *r = assay_lockstep_result(ls);

    return r->cycles ? (double)r->transfers[stream] / (double)r->cycles : 0;
}

void assay_report_timing(FILE *f, const struct assay_lockstep *ls)
{
    for (unsigned i = 0; i < block_of(ls)->model->n_streams; ++i) {
        const struct assay_timing *t = assay_lockstep_timing(ls, i);
        const char *name = block_of(ls)->model->streams[i].name;

        if (!t)
            return;
        if (assay_histogram_n(&t->interval))
            fprintf(f,
                    "throughput: %s %.3g a cycle; cycles between transfers: min %" PRIu64
                    ", median %" PRIu64 ", max %" PRIu64 "\n",
                    name, per_cycle(ls, i), assay_histogram_min(&t->interval),
                    assay_histogram_median(&t->interval), assay_histogram_max(&t->interval));
        if (assay_histogram_n(&t->latency)) {
            fprintf(f, "latency:    %s min %" PRIu64 ", median %" PRIu64 ", max %" PRIu64 " (",
                    name, assay_histogram_min(&t->latency), assay_histogram_median(&t->latency),
                    assay_histogram_max(&t->latency));
            print_octaves(f, &t->latency);
            fprintf(f, ")\n");
        }
    }
}

static cJSON *histogram_json(const struct assay_histogram *h)
{
    cJSON *o = cJSON_CreateObject(), *list;

    assay_json_add_u64(o, "n", assay_histogram_n(h));
    assay_json_add_u64(o, "min", assay_histogram_min(h));
    assay_json_add_u64(o, "median", assay_histogram_median(h));
    assay_json_add_u64(o, "max", assay_histogram_max(h));
    list = cJSON_AddArrayToObject(o, "histogram");
    for (unsigned power = 0; power < POWERS; ++power) {
        const uint64_t n = assay_histogram_octave(h, power);
        cJSON *part;

        if (!n)
            continue;
        part = cJSON_CreateObject();
        assay_json_add_u64(part, "from", power ? UINT64_C(1) << power : 0);
        assay_json_add_u64(part, "to", ((UINT64_C(1) << power) - 1) * 2 + 1);
        assay_json_add_u64(part, "n", n);
        cJSON_AddItemToArray(list, part);
    }
    return o;
}

void assay_report_fields_json(cJSON *of, const struct assay_lockstep *ls, unsigned stream,
                              size_t base, const void *side, const void *unknown)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_model_block *m = c->block->model;
    cJSON *fields = cJSON_AddObjectToObject(of, "payload");
    unsigned width[ASSAY_MAX_PORTS];
    char text[ASSAY_VALUE_TEXT];

    m->widths(&c->params, width);
    for (size_t i = 0; i < m->n_ports; ++i) {
        const struct assay_port *p = &m->ports[i];

        if (p->stream != (int)stream || p->role != ASSAY_PAYLOAD)
            continue;
        field_text(ls, p, base, side, unknown, width, text);
        cJSON_AddStringToObject(fields, assay_field_name(m, p), text);
    }
}

static void request_json(cJSON *run, const struct assay_lockstep *ls)
{
    struct requested q;
    cJSON *o;

    request_of(ls, &q);
    if (!q.is_known)
        return;
    o = cJSON_AddObjectToObject(run, "request");
    cJSON_AddStringToObject(o, "stream", block_of(ls)->model->streams[q.stream].name);
    assay_json_add_u64(o, "cycle", q.cycle);
    assay_report_fields_json(o, ls, q.stream, base_of(ls, &q), q.payload, NULL);
}

static void timing_json(cJSON *run, const struct assay_lockstep *ls)
{
    cJSON *all = cJSON_AddObjectToObject(run, "timing");

    for (unsigned i = 0; i < block_of(ls)->model->n_streams; ++i) {
        const struct assay_timing *t = assay_lockstep_timing(ls, i);
        cJSON *o = cJSON_AddObjectToObject(all, block_of(ls)->model->streams[i].name);

        assay_json_add_u64(o, "compared", t->compared);
        cJSON_AddNumberToObject(o, "per_cycle", per_cycle(ls, i));
        cJSON_AddItemToObject(o, "interval", histogram_json(&t->interval));
        if (!block_of(ls)->model->streams[i].sink)
            cJSON_AddItemToObject(o, "latency", histogram_json(&t->latency));
    }
}

void assay_report_transfers_json(cJSON *run, const struct assay_lockstep *ls)
{
    const struct assay_result *r = assay_lockstep_result(ls);
    const struct assay_block *b = block_of(ls);

    if (*r->why)
        cJSON_AddStringToObject(run, "why", r->why);
    if (b->level == ASSAY_COMPARE_CYCLE) {
        request_json(run, ls);
        return;
    }
    cJSON_AddStringToObject(run, "level",
                            b->level == ASSAY_COMPARE_TRANSFERS ? "transfers" : "none");
    assay_json_add_u64(run, "drained", r->drained);
    if (r->verdict == ASSAY_MISMATCH)
        cJSON_AddStringToObject(run, "kind", assay_mismatch_name(r->kind));
    if (r->verdict != ASSAY_PASS && r->stream >= 0)
        cJSON_AddStringToObject(run, "stream", b->model->streams[r->stream].name);
    if (r->transfer) {
        cJSON *o = cJSON_AddObjectToObject(run, "transfer");

        assay_json_add_u64(o, "number", r->transfer);
        for (int i = 1; i >= 0; --i)
            if (r->made[i])
                assay_json_add_u64(o, assay_side_name(assay_lockstep_config(ls), i), r->made_in[i]);
    }
    if (r->made[0] && r->made[1] && !r->transfer) {
        cJSON *o = cJSON_AddObjectToObject(run, "output");

        for (int i = 1; i >= 0; --i)
            assay_json_add_u64(o, assay_side_name(assay_lockstep_config(ls), i), r->made_in[i]);
    }
    if (assay_lockstep_config(ls)->against) {
        assay_json_add_u64(run, "resets_given_up", r->resets_lost);
        assay_json_add_u64(run, "changes_given_up", r->plain_lost);
        cJSON_AddBoolToObject(run, "restless", r->restless);
    }
    if (r->silent) {
        cJSON *list = cJSON_AddArrayToObject(run, "silent");

        for (size_t i = 0; i < b->model->n_streams; ++i)
            if (r->silent >> i & 1)
                cJSON_AddItemToArray(list, cJSON_CreateString(b->model->streams[i].name));
    }
    if (r->silent_pin)
        cJSON_AddStringToObject(run, "silent_pin", r->silent_pin->name);
    request_json(run, ls);
    timing_json(run, ls);
}
