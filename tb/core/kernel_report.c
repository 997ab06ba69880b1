/* kernel_report.c - reports the outcome of a kernel. */
#include <cjson/cJSON.h>
#include <inttypes.h>

#include "core/core.h"
#include "core/kernel.h"
#include "gateway/gateway.h"
#include "predicate/show.h"

uint64_t core_kernel_issued(const struct core_kernel *k)
{
    return (uint64_t)k->last.n_scalar + k->last.n_vector - k->last.n_pairs;
}

/* Cycles of the launch in which nothing issued because no warp was running. Cycles before and
 * after the launch do not count. */
static uint64_t without_warp(const struct core_kernel *k)
{
    const uint64_t others = core_kernel_issued(k) + k->last.n_barrier + k->last.n_memory +
                            k->last.n_array + k->last.n_hazard;

    return k->cycles > others ? k->cycles - others : 0;
}

/* Line of the source text where it trapped, from 1; 0: unknown. */
static uint32_t line_of(const struct core_kernel *k)
{
    return k->end.pc < k->assembly.length ? k->assembly.line[k->end.pc] : 0;
}

const char *core_refusal(uint32_t status)
{
    static const char *const names[] = {
        [GATEWAY_BAD_SENDER] = "not a sender",
        [GATEWAY_WAITING] = "waiting already",
        [GATEWAY_BAD_ID] = "identifier",
        [GATEWAY_BAD_OP] = "operation or type",
        [GATEWAY_BAD_COUNT] = "count",
        [GATEWAY_DISAGREES] = "other than the first message of the round",
        [GATEWAY_ABORTED] = "aborted",
        [GATEWAY_BAD_RECIPIENT] = "no such recipient",
        [GATEWAY_OUTSIDE] = "a sender outside of the group",
    };

    return status < sizeof names / sizeof names[0] && names[status] ? names[status] : "";
}

static void describe_trap(char *text, size_t size, const struct core_end *e)
{
    if (e->trap == CORE_REFUSED && *core_refusal(e->lane))
        snprintf(text, size, "trap %u, %s, status %u (%s), at pc %u, group %" PRIu32 ", warp %u",
                 e->trap, predicate_trap_name(e->trap), e->lane, core_refusal(e->lane), e->pc,
                 e->group, e->warp);
    else
        snprintf(text, size, "trap %u, %s, at pc %u, group %" PRIu32 ", warp %u, lane %u", e->trap,
                 predicate_trap_name(e->trap), e->pc, e->group, e->warp, e->lane);
}

bool core_kernel_failed(const struct core_kernel *k, char *why, size_t why_size)
{
    char place[528], trap[192];

    if (k->over && !k->end.trap)
        return false;
    if (k->end.trap && line_of(k))
        snprintf(place, sizeof place, "%s:%" PRIu32, k->path, line_of(k));
    else
        snprintf(place, sizeof place, "%s", k->path);
    describe_trap(trap, sizeof trap, &k->end);
    if (k->end.trap)
        snprintf(why, why_size, "%s: %s: expected exit%s", place, trap,
                 k->end.trap == PREDICATE_LIMIT ? ", or a larger --hang" : "");
    else
        snprintf(why, why_size, "%s: still running after %" PRIu64 " cycles: expected exit", place,
                 k->cycles);
    return true;
}

static void report_end(const struct core_kernel *k, FILE *f)
{
    char trap[192];

    describe_trap(trap, sizeof trap, &k->end);
    fprintf(f, "ended:      %s, %" PRIu64 " cycles\n",
            k->end.trap ? trap
            : k->over   ? "exit"
                        : "not yet",
            k->cycles);
}

static void report_counters(const struct core_kernel *k, FILE *f)
{
    const struct core_outputs *o = &k->last;
    const uint64_t issued = core_kernel_issued(k);

    fprintf(f,
            "issued:     %" PRIu32 " instructions: %" PRIu32 " scalar, %" PRIu32
            " vector, in %" PRIu32 " pairs; in %" PRIu64 " cycles, %.1f%%\n",
            o->n_scalar + o->n_vector, o->n_scalar, o->n_vector, o->n_pairs, issued,
            k->cycles ? 100 * (double)issued / (double)k->cycles : 0);
    fprintf(f,
            "lost:       %" PRIu32 " cycles to memory, %" PRIu32 " to barriers, %" PRIu32
            " to arrays, %" PRIu32 " to hazards, %" PRIu64 " without a warp\n",
            o->n_memory, o->n_barrier, o->n_array, o->n_hazard, without_warp(k));
    fprintf(f, "predicates: %" PRIu32 " bits of lanes tested, %" PRIu32 " uniform tests\n",
            o->n_pred, o->n_uniform);
    fprintf(f,
            "branches:   %" PRIu32 " uniform, %" PRIu32 " divergent; %" PRIu32
            " lanes of vector instructions disabled\n",
            o->n_bra_uniform, o->n_bra_divergent, o->n_disabled);
    fprintf(f,
            "memory:     %" PRIu64 " requests of a line, %" PRIu64 " to local memory; %" PRIu64
            " barriers\n",
            k->counts.lines, k->counts.locals, k->counts.rounds);
}

void core_kernel_report(const struct core_kernel *k, FILE *f)
{
    predicate_show_program(f, k->path, &k->assembly, k->passed ? &k->uniform : NULL);
    fprintf(f,
            "launch:     %" PRIu32 " group%s of %" PRIu32 " warp%s, on %" PRIu32
            " warp%s of %" PRIu32 " lanes\n",
            k->groups, k->groups == 1 ? "" : "s", k->warps, k->warps == 1 ? "" : "s",
            k->params.warps, k->params.warps == 1 ? "" : "s", k->params.lanes);
    report_end(k, f);
    report_counters(k, f);
    if (k->initial)
        predicate_show_changes(f, k->initial, k->global, k->bytes / 4);
}

void core_kernel_json(const struct core_kernel *k, cJSON *run)
{
    const struct core_outputs *o = &k->last;
    cJSON *p = cJSON_AddObjectToObject(run, "program"), *data;
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"words", k->assembly.length},
        {"compares", k->uniform.n_compares},
        {"promoted", k->uniform.n_promoted},
        {"moved", k->uniform.n_moved},
        {"groups", k->groups},
        {"warps", k->warps},
        {"trap", k->end.trap},
        {"trap_pc", k->end.pc},
        {"trap_line", k->end.trap ? line_of(k) : 0},
        {"trap_group", k->end.trap ? k->end.group : 0},
        {"trap_warp", k->end.warp},
        {"trap_lane", k->end.lane},
        {"program_cycles", (double)k->cycles},
        {"issued_cycles", (double)core_kernel_issued(k)},
        {"scalar", o->n_scalar},
        {"vector", o->n_vector},
        {"pairs", o->n_pairs},
        {"lost_memory", o->n_memory},
        {"lost_barrier", o->n_barrier},
        {"lost_array", o->n_array},
        {"lost_hazard", o->n_hazard},
        {"lost_no_warp", (double)without_warp(k)},
        {"predicate_bits_tested", o->n_pred},
        {"uniform_tests", o->n_uniform},
        {"uniform_branches", o->n_bra_uniform},
        {"divergent_branches", o->n_bra_divergent},
        {"lanes_disabled", o->n_disabled},
        {"lines", (double)k->counts.lines},
        {"local_requests", (double)k->counts.locals},
        {"barriers", (double)k->counts.rounds},
    };

    cJSON_AddStringToObject(p, "file", k->path);
    cJSON_AddBoolToObject(p, "done", k->over && !k->end.trap);
    if (k->end.trap)
        cJSON_AddStringToObject(p, "trap_name", predicate_trap_name(k->end.trap));
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
        cJSON_AddNumberToObject(p, numbers[i].name, numbers[i].value);
    data = cJSON_AddObjectToObject(p, "data");
    if (k->initial)
        predicate_json_changes(data, k->initial, k->global, k->bytes / 4);
}
