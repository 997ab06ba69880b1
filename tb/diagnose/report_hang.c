#include "diagnose/report_hang.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "diagnose/report_transfers.h"

static const struct assay_model_block *model_of(const struct assay_lockstep *ls)
{
    return assay_lockstep_config(ls)->block->model;
}

/* The state of the handshake, in words. */
static const char *waits(const struct assay_standing *s)
{
    return s->valid && s->ready ? "valid and ready"
           : s->valid           ? "valid without ready"
           : s->ready           ? "ready without valid"
                                : "neither valid nor ready";
}

static void print_outstanding(FILE *f, const struct assay_lockstep *ls,
                              const struct assay_standing *s)
{
    if (!s->outstanding)
        return;
    fprintf(f, "; %" PRIu64 " outstanding, the oldest since cycle %" PRIu64, s->outstanding,
            s->known_in);
    if (s->from >= 0)
        fprintf(f, ", from %s", model_of(ls)->streams[s->from].name);
}

static size_t longest_name(const struct assay_model_block *m)
{
    size_t longest = 0;

    for (size_t i = 0; i < m->n_streams; ++i)
        if (strlen(m->streams[i].name) > longest)
            longest = strlen(m->streams[i].name);
    return longest;
}

void assay_report_hang(FILE *f, const struct assay_lockstep *ls)
{
    const struct assay_model_block *m = model_of(ls);
    const int pad = (int)longest_name(m);
    struct assay_standing s;

    if (assay_lockstep_result(ls)->verdict != ASSAY_HANG)
        return;
    for (unsigned i = 0; i < m->n_streams && assay_lockstep_standing(ls, i, &s); ++i) {
        if (i == 0)
            fprintf(f, "streams in cycle %" PRIu64 ":\n", assay_lockstep_result(ls)->fail_cycle);
        fprintf(f, "  %-*s  %s, valid %s since cycle %" PRIu64, pad, m->streams[i].name, waits(&s),
                s.valid ? "high" : "low", s.since);
        print_outstanding(f, ls, &s);
        if (s.moved) {
            fprintf(f, "; last transfer in cycle %" PRIu64 ":", s.last);
            assay_report_fields(f, ls, i, m->streams[i].payload, s.payload, s.unknown);
        } else {
            fputs("; no transfer", f);
        }
        fputc('\n', f);
    }
}

void assay_report_hang_json(cJSON *run, const struct assay_lockstep *ls)
{
    const struct assay_model_block *m = model_of(ls);
    struct assay_standing s;
    cJSON *list, *o, *of;

    if (assay_lockstep_result(ls)->verdict != ASSAY_HANG)
        return;
    list = cJSON_AddArrayToObject(run, "streams");
    for (unsigned i = 0; i < m->n_streams && assay_lockstep_standing(ls, i, &s); ++i) {
        o = cJSON_CreateObject();
        cJSON_AddStringToObject(o, "stream", m->streams[i].name);
        cJSON_AddBoolToObject(o, "valid", s.valid);
        cJSON_AddBoolToObject(o, "ready", s.ready);
        assay_json_add_u64(o, "since", s.since);
        if (s.moved) {
            of = cJSON_AddObjectToObject(o, "last");
            assay_json_add_u64(of, "cycle", s.last);
            assay_report_fields_json(of, ls, i, m->streams[i].payload, s.payload, s.unknown);
        }
        if (s.outstanding) {
            of = cJSON_AddObjectToObject(o, "outstanding");
            assay_json_add_u64(of, "number", s.outstanding);
            assay_json_add_u64(of, "oldest_since", s.known_in);
            if (s.from >= 0)
                cJSON_AddStringToObject(of, "from", m->streams[s.from].name);
        }
        cJSON_AddItemToArray(list, o);
    }
}
