#include "diagnose/report.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/colour.h"
#include "base/json.h"
#include "diagnose/report_hang.h"
#include "diagnose/report_transfers.h"
#include "engine/value.h"

enum { LAST_TRANSACTIONS = 12 };

/* Whether a bit differs, or is X or Z. */
static bool bit_differs(const struct assay_difference *d, unsigned bit)
{
    const unsigned w = bit / 32;

    return ((d->expected[w] ^ d->actual[w]) | d->unknown[w] | d->expected_unknown[w]) >> bit % 32 &
           1;
}

/* "3,8-11": the bits that differ, as ranges; long lists end with the number of remaining bits. */
static void bits_text(const struct assay_difference *d, char *text, size_t size)
{
    size_t used = 0;
    unsigned count = 0, shown = 0;

    text[0] = '\0';
    for (unsigned bit = 0; bit < d->width; ++bit) {
        unsigned end = bit;

        while (end < d->width && bit_differs(d, end))
            ++end;
        if (end == bit)
            continue;
        if (shown < 6) {
            used += (size_t)snprintf(text + used, size - used, end - bit > 1 ? "%s%u-%u" : "%s%u",
                                     shown ? "," : "", bit, end - 1);
            ++shown;
        } else {
            count += end - bit;
        }
        bit = end;
    }
    if (count)
        snprintf(text + used, size - used, " and %u more", count);
}

/* Prints one side of a difference, with the name of the value if it has one. */
static void side(FILE *f, const struct assay_config *c, const struct assay_difference *d, int pad,
                 const char *port, const char *which, const char *text, const uint32_t *value)
{
    const char *name = strchr(text, 'x') ? NULL : assay_value_name(c->block->model, d->port, value);

    fprintf(f, "  %-*s  %-8s %s%s%s%s\n", pad, port, which, text, name ? " (" : "",
            name ? name : "", name ? ")" : "");
}

/* The part of the block to which an output belongs; NULL if its description names none. */
static const char *part_of(const struct assay_config *c, const struct assay_difference *d)
{
    const struct assay_model_block *m = c->block->model;

    return m->parts ? m->parts[d->port - m->ports] : NULL;
}

static void differences(FILE *f, const struct assay_config *c, const struct assay_result *r)
{
    const char *const sides[] = {assay_side_name(c, false), assay_side_name(c, true)};
    char expected[ASSAY_VALUE_TEXT], actual[ASSAY_VALUE_TEXT], bits[160];
    size_t name = 4;

    for (size_t i = 0; i < r->n_differences; ++i)
        if (strlen(r->difference[i].port->name) > name)
            name = strlen(r->difference[i].port->name);
    for (size_t i = 0; i < r->n_differences; ++i) {
        const struct assay_difference *d = &r->difference[i];

        assay_value_text(d->expected, d->expected_unknown, d->width, expected);
        assay_value_text(d->actual, d->unknown, d->width, actual);
        bits_text(d, bits, sizeof bits);
        side(f, c, d, (int)name, d->port->name, sides[0], expected, d->expected);
        side(f, c, d, (int)name, "", sides[1], actual, d->actual);
        fprintf(f, "  %-*s  %-8s %s\n", (int)name, "", "bits", bits);
        if (part_of(c, d))
            fprintf(f, "  %-*s  %-8s %s\n", (int)name, "", "part", part_of(c, d));
    }
}

/* Prints " (dst, rsp)": the streams whose transfers count as transactions. */
static void counted(FILE *f, const struct assay_lockstep *ls)
{
    const struct assay_model_block *m = assay_lockstep_config(ls)->block->model;
    uint64_t sources = 0;

    for (size_t i = 0; i < m->n_streams; ++i)
        sources |= (uint64_t)!m->streams[i].sink << i;
    if (!sources)
        return;
    fputs(" (", f);
    assay_report_streams(f, ls, sources);
    fputc(')', f);
}

/* Tells which outputs the list of the last transfers shows. */
static const char *whose(const struct assay_config *c)
{
    if (c->block->level != ASSAY_COMPARE_CYCLE)
        return "made";
    return c->against ? "made by the old side" : "expected";
}

/* Prints the last transfers up to the failure, oldest first. */
static void last_transactions(FILE *f, const struct assay_lockstep *ls)
{
    const struct assay_block *b = assay_lockstep_config(ls)->block;
    const struct assay_result *r = assay_lockstep_result(ls);
    uint64_t first = r->fail_cycle;
    unsigned found = 0;
    struct assay_moment m;

    for (uint64_t cycle = r->fail_cycle + 1; cycle-- && found < LAST_TRANSACTIONS;) {
        if (!assay_lockstep_moment(ls, cycle, &m))
            break;
        found += (unsigned)__builtin_popcountll(m.transfers);
        first = cycle;
    }
    if (found == 0 && r->verdict == ASSAY_HANG)
        return; /* assay_report_hang prints them */
    fprintf(f, "last transactions (cycle, stream; outputs as %s):\n",
            whose(assay_lockstep_config(ls)));
    for (uint64_t cycle = first; cycle <= r->fail_cycle; ++cycle) {
        if (!assay_lockstep_moment(ls, cycle, &m))
            break;
        if (((const uint8_t *)m.in)[0]) {
            fprintf(f, "  %10" PRIu64 "  reset\n", cycle);
            continue;
        }
        for (unsigned i = 0; i < b->model->n_streams; ++i) {
            if (!(m.transfers >> i & 1))
                continue;
            fprintf(f, "  %10" PRIu64 "  %-6s", cycle, b->model->streams[i].name);
            if (b->model->streams[i].sink)
                assay_report_payload(f, ls, i, m.in, NULL);
            else
                assay_report_payload(f, ls, i, m.out, m.out_unknown);
            fputc('\n', f);
        }
    }
    if (found == 0)
        fprintf(f, "  none in the last %d cycles\n", ASSAY_HISTORY);
}

/* Prints the function of a user's model that did not return, if it is known. */
static void print_init(FILE *f, const struct assay_lockstep *ls)
{
    if (assay_lockstep_result(ls)->in_init)
        fprintf(f, ", in %s_init", assay_lockstep_config(ls)->block->model->name);
}

/* The side that ended the run. */
static const char *where(const struct assay_config *c, const struct assay_result *r)
{
    if (c->against && !r->in_hooks)
        return assay_side_name(c, !r->in_model);
    return r->in_model || r->in_hooks ? "model" : "DUT";
}

/* Whether an output outside streams is not compared, because other RTL is compared by transfers.
 * What adapters read is part of their payloads. */
static bool is_left_out(const struct assay_config *c, size_t port)
{
    const struct assay_block *b = c->block;
    const struct assay_port *p = &b->model->ports[port];

    if (!c->against || b->level != ASSAY_COMPARE_TRANSFERS || p->role != ASSAY_PLAIN ||
        p->dir != ASSAY_OUT)
        return false;
    for (size_t i = 0; b->rules && i < b->model->n_streams; ++i)
        if (b->rules[i].adapter && !b->model->streams[i].sink)
            return false;
    for (size_t i = 0; b->plain && i < b->model->n_ports; ++i)
        if (b->plain[i].when && (i == port || b->plain[i].when == port))
            return false;
    return true;
}

static void tell_left_out(FILE *f, const struct assay_config *c)
{
    bool any = false;

    for (size_t i = 0; i < c->block->model->n_ports; ++i)
        if (is_left_out(c, i)) {
            fprintf(f, "%s%s", any ? ", " : "left out:   ", c->block->model->ports[i].name);
            any = true;
        }
    if (any)
        fputs(" (no `when` says in which cycles to compare)\n", f);
}

/* Prints both sides of a comparison of RTL with RTL, and what is compared. */
static void tell_sides(FILE *f, const struct assay_config *c)
{
    bool conditions = false, matches = false;

    if (!c->against)
        return;
    for (size_t i = 0; c->block->rules && i < c->block->model->n_streams; ++i)
        matches |= c->block->rules[i].match_size != 0;
    for (size_t i = 0; c->block->plain && i < c->block->model->n_ports; ++i)
        conditions |= c->block->plain[i].when != 0;
    fprintf(f, "compared:   %s: %s, %s: %s; %s%s\n", assay_side_name(c, true), c->side_of[1],
            assay_side_name(c, false), c->side_of[0],
            c->block->level == ASSAY_COMPARE_CYCLE ? "every output in each cycle"
            : matches ? "the payloads of each source, in order or by `match`"
                      : "the payloads of each source, in order",
            c->block->level != ASSAY_COMPARE_CYCLE && conditions
                ? ", and what outputs show last under their `when` after the same transfers"
                : "");
    tell_left_out(f, c);
}

static void headline_of_pass(FILE *f, const struct assay_lockstep *ls)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);
    const char *const alone = "ran the model alone: nothing was compared";

    if (r->in_cycle) {
        fprintf(f, "interrupted in the evaluation of cycle %" PRIu64 "; %s", r->cycles,
                c->ops ? "all equal so far" : alone);
        return;
    }
    if (c->block->level == ASSAY_COMPARE_NONE && c->ops)
        fputs("protocol only, no value was compared: ", f);
    if (r->interrupted)
        fprintf(f, "interrupted; %s", c->ops ? "all equal so far" : alone);
    else
        fputs(c->ops ? "pass" : alone, f);
}

static void headline_of_nothing(FILE *f, const struct assay_lockstep *ls, bool steered)
{
    const struct assay_result *r = assay_lockstep_result(ls);

    if (!r->silent && !r->silent_pin) {
        fprintf(f, "NOTHING COMPARED: %llu cycles compared, no transaction finished",
                (unsigned long long)r->compared);
        return;
    }
    fputs("NOTHING COMPARED on ", f);
    assay_report_streams(f, ls, r->silent);
    if (r->silent_pin)
        fprintf(f, "%s%s, whose `when` never held%s", r->silent ? ", " : "", r->silent_pin->name,
                steered ? " on both sides after the same transfers" : "");
}

static void headline(FILE *f, const struct assay_lockstep *ls)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);
    const unsigned long long at = r->fail_cycle;
    const bool steered = c->against && c->block->level == ASSAY_COMPARE_TRANSFERS;

    fputs(r->verdict != ASSAY_PASS    ? assay_colour_bad(f)
          : c->ops && !r->interrupted ? assay_colour_good(f)
                                      : "",
          f);
    switch (r->verdict) {
    case ASSAY_PASS:
        headline_of_pass(f, ls);
        break;
    case ASSAY_MISMATCH:
        fprintf(f, "MISMATCH at cycle %llu, after transaction %llu", at,
                (unsigned long long)r->transactions);
        counted(f, ls);
        assay_report_kind(f, ls);
        break;
    case ASSAY_UNKNOWN:
        fprintf(f, "UNKNOWN (X or Z) on a compared output at cycle %llu, after transaction %llu",
                at, (unsigned long long)r->transactions);
        counted(f, ls);
        if (c->against && r->stream >= 0)
            fprintf(f, " on %s of %s", c->block->model->streams[r->stream].name, where(c, r));
        else if (steered)
            fprintf(f, " of %s", where(c, r));
        break;
    case ASSAY_HANG:
        fprintf(f, "HANG: no transfer on any stream%s%s for %llu cycles, up to cycle %llu",
                steered ? " of " : "", steered ? where(c, r) : "", (unsigned long long)c->hang, at);
        break;
    case ASSAY_STOPPED:
        fprintf(f,
                "STOPPED: the %s ended the simulation at cycle %llu ($finish, $error, $fatal or an "
                "assertion)",
                c->against ? where(c, r) : "RTL", at);
        break;
    case ASSAY_CRASHED:
        if (r->signal)
            fprintf(f, "CRASHED: signal %d (%s) in the %s at cycle %llu", r->signal,
                    strsignal(r->signal), where(c, r), at);
        else
            fprintf(f, "CRASHED: the model called exit at cycle %llu", at);
        print_init(f, ls);
        break;
    case ASSAY_UNSETTLED:
        if (c->against && !r->in_hooks)
            fprintf(f, "DOES NOT SETTLE: %s in", where(c, r));
        else
            fprintf(f, "DOES NOT SETTLE: %s",
                    r->in_model || r->in_hooks ? "the model in" : "the evaluation of");
        fprintf(f, " cycle %llu took more than %g s of processor time", at, c->settle);
        print_init(f, ls);
        break;
    case ASSAY_NOTHING:
        headline_of_nothing(f, ls, steered);
        break;
    case ASSAY_FAILED:
        if (*r->why)
            fprintf(f, "FAILED at cycle %llu: %s", at, r->why);
        else
            fprintf(f, "FAILED: the scenario's own check, at cycle %llu", at);
        break;
    case ASSAY_BAD_MODEL:
        fprintf(f, "BAD MODEL at cycle %llu: %s", at, r->why);
        break;
    case ASSAY_INCOMPLETE:
        fprintf(f, "INCOMPLETE: %s so far, but %s in %llu cycles",
                c->ops ? "all equal" : "nothing compared",
                c->player ? "the design did not take all of the stimulus"
                          : "the scenario did not reach its end",
                (unsigned long long)r->cycles);
        break;
    }
    fprintf(f, "%s\n", assay_colour_off(f));
}

void assay_report_text(FILE *f, const struct assay_lockstep *ls, const char *reproduce)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);
    char block[ASSAY_BLOCK_TEXT], contract[PATH_MAX];

    assay_block_print(c->block, &c->params, block, sizeof block);
    fprintf(f, "%s, scenario %s, seed %" PRIu64 ", backend %s: ", block, c->scenario->name, c->seed,
            c->backend);
    headline(f, ls);
    tell_sides(f, c);
    if (r->n_differences)
        differences(f, c, r);
    assay_report_made(f, ls);
    assay_report_request(f, ls);
    if (assay_verdict_at_cycle(r->verdict))
        last_transactions(f, ls);
    assay_report_hang(f, ls);
    fprintf(f, "cycles:     %" PRIu64 " run, %" PRIu64 " compared, %" PRIu64 " resets\n", r->cycles,
            r->compared, r->resets);
    assay_report_restless(f, ls);
    for (size_t i = 0; i < c->block->model->n_streams; ++i)
        fprintf(f, "%s %s %" PRIu64, i ? "" : "transfers: ", c->block->model->streams[i].name,
                r->transfers[i]);
    fprintf(f, "%sspeed:      %.3g cycles/s (%.3f s)\n", c->block->model->n_streams ? "\n" : "",
            r->seconds > 0 ? (double)r->cycles / r->seconds : 0.0, r->seconds);
    assay_report_timing(f, ls);
    if (c->scenario->report)
        c->scenario->report(assay_lockstep_scenario(ls), f);
    if (r->verdict != ASSAY_PASS)
        fprintf(f, "contract:   %s\nreproduce:  %s\n",
                assay_block_contract(c->block, contract, sizeof contract), reproduce);
}

cJSON *assay_report_differences(const struct assay_config *c, const struct assay_result *r)
{
    cJSON *list = cJSON_CreateArray();
    char text[ASSAY_VALUE_TEXT];

    for (size_t i = 0; i < r->n_differences; ++i) {
        const struct assay_difference *d = &r->difference[i];
        cJSON *o = cJSON_CreateObject();

        cJSON_AddStringToObject(o, "port", d->port->name);
        if (part_of(c, d))
            cJSON_AddStringToObject(o, "part", part_of(c, d));
        cJSON_AddNumberToObject(o, "width", d->width);
        assay_value_text(d->expected, d->expected_unknown, d->width, text);
        cJSON_AddStringToObject(o, "expected", text);
        assay_value_text(d->actual, d->unknown, d->width, text);
        cJSON_AddStringToObject(o, "actual", text);
        cJSON_AddItemToArray(list, o);
    }
    return list;
}

static void add_files(cJSON *o, const struct assay_report_files *files)
{
    const struct {
        const char *name, *path;
    } all[] = {{"replay", files->replay},
               {"waveform", files->waveform},
               {"view", files->view},
               {"surfer", files->surfer},
               {"picture", files->picture}};
    cJSON *list = cJSON_AddObjectToObject(o, "files");

    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        if (all[i].path)
            cJSON_AddStringToObject(list, all[i].name, all[i].path);
}

/* Adds the text's headline, in one line. */
static void add_headline(cJSON *o, const struct assay_lockstep *ls)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);

    if (f)
        headline(f, ls);
    if (f && fclose(f) == 0) {
        text[strcspn(text, "\n")] = '\0';
        cJSON_AddStringToObject(o, "message", text);
    }
    free(text);
}

void assay_report_json(FILE *f, const struct assay_lockstep *ls, const char *reproduce,
                       const struct assay_report_files *files, cJSON *start)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);
    cJSON *o = cJSON_CreateObject(), *transfers;
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(c->block, &c->params, values, sizeof values);
    cJSON_AddStringToObject(o, "block", c->block->model->name);
    cJSON_AddStringToObject(o, "params", values);
    cJSON_AddStringToObject(o, "scenario", c->scenario->name);
    cJSON_AddStringToObject(o, "backend", c->backend);
    assay_json_add_u64(o, "seed", c->seed);
    if (c->against) {
        cJSON *of = cJSON_AddObjectToObject(o, "sides");

        for (int i = 1; i >= 0; --i)
            cJSON_AddStringToObject(of, assay_side_name(c, i), c->side_of[i]);
        of = cJSON_AddArrayToObject(o, "left_out");
        for (size_t i = 0; i < c->block->model->n_ports; ++i)
            if (is_left_out(c, i))
                cJSON_AddItemToArray(of, cJSON_CreateString(c->block->model->ports[i].name));
    }
    cJSON_AddStringToObject(o, "verdict",
                            r->verdict == ASSAY_PASS && r->interrupted
                                ? "interrupted"
                                : assay_verdict_name(r->verdict));
    if (!c->ops)
        cJSON_AddTrueToObject(o, "alone");
    assay_json_add_u64(o, "cycles", r->cycles);
    assay_json_add_u64(o, "compared", r->compared);
    assay_json_add_u64(o, "transactions", r->transactions);
    transfers = cJSON_AddObjectToObject(o, "transfers");
    for (size_t i = 0; i < c->block->model->n_streams; ++i)
        assay_json_add_u64(transfers, c->block->model->streams[i].name, r->transfers[i]);
    assay_json_add_u64(o, "resets", r->resets);
    cJSON_AddNumberToObject(o, "seconds", r->seconds);
    if (r->verdict != ASSAY_PASS) {
        if (r->verdict != ASSAY_INCOMPLETE)
            assay_json_add_u64(o, "fail_cycle", r->fail_cycle);
        add_headline(o, ls);
        cJSON_AddItemToObject(o, "differences", assay_report_differences(c, r));
        if (reproduce)
            cJSON_AddStringToObject(o, "reproduce", reproduce);
    }
    if (start)
        cJSON_AddItemToObject(o, "start", start);
    if (files && (files->replay || files->waveform))
        add_files(o, files);
    assay_report_hang_json(o, ls);
    assay_report_transfers_json(o, ls);
    if (c->scenario->json)
        c->scenario->json(assay_lockstep_scenario(ls), o);
    assay_json_print(f, o, ASSAY_JSON_LINE);
}
