/* kernel_report.c - reports the outcome of a kernel. */
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <string.h>

#include "core/kernel.h"
#include "predicate/show.h"
#include "slice/kernel.h"

static uint64_t issued(const struct slice_outputs *o)
{
    return (uint64_t)o->n_scalar + o->n_vector - o->n_pairs;
}

/* The core's counters are cleared before each launch. Those of the cache and of the arrays are
 * not, so these functions return what the launch has added. */
static uint32_t hits(const struct slice_kernel *k)
{
    return k->last.cache_hits - k->first.cache_hits;
}

static uint32_t misses(const struct slice_kernel *k)
{
    return k->last.cache_misses - k->first.cache_misses;
}

static uint32_t joins(const struct slice_kernel *k)
{
    return k->last.cache_joins - k->first.cache_joins;
}

static uint32_t zero_lines(const struct slice_kernel *k)
{
    return k->last.cache_mem_reads_bypassed - k->first.cache_mem_reads_bypassed +
           k->last.cache_mem_writes_bypassed - k->first.cache_mem_writes_bypassed;
}

/* Cycles of the launch in which no warp ran, such as during setup and the flush. */
static uint64_t without_warp(const struct slice_kernel *k)
{
    const struct slice_outputs *o = &k->last;
    const uint64_t others =
        issued(o) + o->n_barrier + o->n_memory + o->n_array + (uint64_t)o->n_hazard;

    return k->done.cycles > others ? k->done.cycles - others : 0;
}

/* Cycles in which an array had work, summed over all arrays. */
static uint64_t busy(const struct slice_kernel *k)
{
    uint64_t n = 0;

    for (uint32_t i = 0; i < k->params.arrays; ++i)
        n += k->last.busy_cycles[i] - k->first.busy_cycles[i];
    return n;
}

static double ratio(uint64_t part, uint64_t all)
{
    return all ? (double)part / (double)all : 0;
}

static double percent(uint64_t part, uint64_t all)
{
    return 100 * ratio(part, all);
}

double slice_kernel_slots_used(const struct slice_kernel *k)
{
    return ratio(issued(&k->last), k->done.cycles);
}

/* How many products a slice has depends on its types. */
double slice_kernel_of_peak(const struct slice_kernel *k, uint64_t cycles)
{
    const struct slice_params *p = &k->params;

    return ratio(k->slices, cycles * p->arrays * p->depth * p->lanes);
}

static double of_peak(const struct slice_kernel *k)
{
    return 100 * slice_kernel_of_peak(k, k->done.cycles);
}

/* Line of the source text, from 1; 0: unknown. */
static uint32_t line_of(const struct slice_kernel *k, uint32_t pc)
{
    return pc < k->assembly.length ? k->assembly.line[pc] : 0;
}

/* Meaning of a status of the compute block. It is reported as the lane of the trap. */
static const char *const message_errors[] = {
    "",
    "types",
    "depth",
    "repeats",
    "lanes that take part",
    "saturation of floats",
    "rows that there are not, or that are written and read",
    "activation",
    "chain",
    "rows, local memory or addresses outside of the group",
    "items, address or step of a move",
    "memory did not do what a move asked for",
    "sparse"};

static void describe_trap(char *text, size_t size, const struct slice_done *d)
{
    const char *const status =
        d->trap == CORE_REFUSED ? core_refusal(d->lane)
        : d->trap == CORE_MESSAGE && d->lane < sizeof message_errors / sizeof message_errors[0]
            ? message_errors[d->lane]
            : "";

    if (*status) {
        snprintf(text, size, "trap %u, %s, status %u (%s), at pc %u, group %" PRIu32 ", warp %u",
                 d->trap, predicate_trap_name(d->trap), d->lane, status, d->pc, d->group, d->warp);
        return;
    }
    snprintf(text, size, "trap %u, %s, at pc %u, group %" PRIu32 ", warp %u, lane %u", d->trap,
             predicate_trap_name(d->trap), d->pc, d->group, d->warp, d->lane);
}

/* Whether an access outside of the arrays comes before every trap. Then it is the cause. */
static bool access_first(const struct slice_kernel *k)
{
    return k->outside && k->bounded && !k->earlier.trap;
}

/* The trap to report. If it comes before an access outside of the arrays, it may belong to another
 * group than the first that ends with a trap. */
static const struct slice_done *trap_of(const struct slice_kernel *k)
{
    return k->outside && k->earlier.trap ? &k->earlier : &k->done;
}

/* Writes the place of a failure: in a network first that of the launch, then the line of an
 * access outside of the arrays or of a trap, whichever came first. */
static void place_of(const struct slice_kernel *k, char *place, size_t size)
{
    const struct slice_done *trap = trap_of(k);
    const uint32_t line = access_first(k) ? line_of(k, k->access.pc)
                          : trap->trap    ? line_of(k, trap->pc)
                                          : 0;
    char number[16] = "";

    if (line)
        snprintf(number, sizeof number, ":%" PRIu32, line);
    snprintf(place, size, "%s%s%s%s", k->place ? k->place : "", k->place ? ": " : "", k->path,
             number);
}

static bool one_failed(const struct slice_kernel *k, char *why, size_t why_size)
{
    char place[2 * PATH_MAX + 64], trap[192], access[512];

    place_of(k, place, sizeof place);
    if (access_first(k)) {
        slice_bounds_describe(&k->access, k->extent, k->n_extents, access, sizeof access);
        snprintf(why, why_size, "%s: %s", place, access);
        return true;
    }
    describe_trap(trap, sizeof trap, trap_of(k));
    if (trap_of(k)->trap)
        snprintf(why, why_size, "%s: %s: expected exit%s", place, trap,
                 trap_of(k)->trap == PREDICATE_LIMIT ? ", or a larger --hang" : "");
    else if (!k->over)
        snprintf(why, why_size, "%s: the launch has not ended: expected exit", place);
    else if (k->done.status)
        snprintf(why, why_size, "%s: the launch was refused with status %u", place, k->done.status);
    else if (k->outside)
        snprintf(why, why_size,
                 "%s: an access to the line at 0x%" PRIx32
                 ", outside of memory: expected one below 0x%" PRIx32,
                 place, k->outside_at, k->bytes);
    else
        return false;
    return true;
}

bool slice_kernel_failed(const struct slice_kernel *k, char *why, size_t why_size)
{
    for (; k; k = k->next)
        if (one_failed(k, why, why_size))
            return true;
    return false;
}

static void report_counters(const struct slice_kernel *k, FILE *f)
{
    const struct slice_outputs *o = &k->last;
    const uint32_t instructions = o->n_scalar + o->n_vector;
    const uint64_t cycles = k->done.cycles;

    fprintf(f,
            "issued:     %" PRIu32 " instructions: %" PRIu32 " scalar, %" PRIu32
            " vector, in %" PRIu32 " pairs; %.2f a cycle\n",
            instructions, o->n_scalar, o->n_vector, o->n_pairs,
            cycles ? (double)instructions / (double)cycles : 0);
    fprintf(f,
            "lost:       %.1f%% of the cycles to memory, %.1f%% to barriers, %.1f%% to arrays, "
            "%.1f%% to hazards, %.1f%% without a warp\n",
            percent(o->n_memory, cycles), percent(o->n_barrier, cycles),
            percent(o->n_array, cycles), percent(o->n_hazard, cycles),
            percent(without_warp(k), cycles));
    fprintf(f, "predicates: %" PRIu32 " bits of lanes tested, %" PRIu32 " uniform tests\n",
            o->n_pred, o->n_uniform);
    fprintf(f,
            "branches:   %" PRIu32 " uniform, %" PRIu32 " divergent; %" PRIu32
            " lanes of vector instructions disabled\n",
            o->n_bra_uniform, o->n_bra_divergent, o->n_disabled);
    fprintf(f, "cache:      %" PRIu32 " hits, %" PRIu32 " misses, %" PRIu32 " joins\n", hits(k),
            misses(k), joins(k));
    fprintf(f,
            "memory:     %" PRIu64 " lines read, %" PRIu64 " written; %" PRIu32
            " not moved because zero",
            k->reads, k->writes, zero_lines(k));
    if (k->zero)
        fprintf(f, "; metadata: %" PRIu64 " lines read, %" PRIu64 " written", k->meta_reads,
                k->meta_writes);
    fprintf(f, "\n");
    fprintf(f, "arrays:     with work in %.1f%% of the cycles\n",
            percent(busy(k), cycles * k->params.arrays));
    fprintf(f, "products:   %" PRIu64 ", %.2f a cycle, %.1f%% of the arrays' peak\n", k->products,
            ratio(k->products, cycles), of_peak(k));
}

static const char *outside(const struct slice_kernel *k)
{
    return k->n_extents == 1 && !k->extent->name ? "outside of memory" : "outside of all arrays";
}

static const char *ending(const struct slice_kernel *k, const char *trap)
{
    return !k->over         ? "not yet"
           : k->done.trap   ? trap
           : k->done.status ? "refused"
           : k->outside     ? outside(k)
                            : "exit";
}

/* Whether another kernel is still to be launched. */
static bool goes_on(const struct slice_kernel *k)
{
    return k->next && !k->done.status && !k->outside;
}

static void report_one(const struct slice_kernel *k, FILE *f)
{
    char trap[192];

    predicate_show_program(f, k->path, &k->assembly, k->passed ? &k->uniform : NULL);
    fprintf(f,
            "launch:     %" PRIu32 " group%s of %" PRIu32 " warp%s, on %" PRIu32
            " warp%s of %" PRIu32 " lanes\n",
            k->groups, k->groups == 1 ? "" : "s", k->warps, k->warps == 1 ? "" : "s",
            k->params.warps, k->params.warps == 1 ? "" : "s", k->params.lanes);
    describe_trap(trap, sizeof trap, &k->done);
    fprintf(f, "ended:      %s, %" PRIu32 " cycles\n", ending(k, trap), k->done.cycles);
    report_counters(k, f);
}

/* Prints a line of the table. */
static void report_launch(const struct slice_kernel *k, FILE *f)
{
    const struct slice_outputs *o = &k->last;
    const uint64_t cycles = k->done.cycles;
    const char *slash = strrchr(k->path, '/');

    fprintf(f,
            "            %-20s %8" PRIu64 " %8.2f %7.1f%% %7.1f%% %7.1f%% %7.1f%% %7.1f%% %7" PRIu64
            " %7" PRIu64 " %7" PRIu32 " %7.1f%% %8.2f %7.1f%%\n",
            slash ? slash + 1 : k->path, cycles,
            cycles ? (double)((uint64_t)o->n_scalar + o->n_vector) / (double)cycles : 0,
            percent(o->n_memory, cycles), percent(o->n_barrier, cycles),
            percent(o->n_array, cycles), percent(o->n_hazard, cycles),
            percent(without_warp(k), cycles), k->reads, k->writes, zero_lines(k),
            percent(busy(k), cycles * k->params.arrays), ratio(k->products, cycles), of_peak(k));
}

static void report_all(const struct slice_kernel *first, FILE *f)
{
    const struct slice_kernel *last = first, *k;
    uint64_t cycles = 0, meta_reads = 0, meta_writes = 0;
    uint32_t n = 0;
    char trap[192];

    for (k = first; k && k->begun; k = k->next) {
        cycles += k->done.cycles;
        meta_reads += k->meta_reads;
        meta_writes += k->meta_writes;
        ++n;
        last = k;
    }
    fprintf(f,
            "launches:   %-20s %8s %8s %8s %8s %8s %8s %8s %7s %7s %7s %8s %8s %8s\n            "
            "%-20s %8s "
            "%8s %8s %8s %8s %8s %8s %7s %7s %7s %8s %8s %8s\n",
            "", "", "a cycle,", "lost to", "", "", "", "without", "lines", "", "", "arrays",
            "products", "of the", "", "cycles", "issued", "memory", "barriers", "arrays", "hazards",
            "a warp", "read", "written", "zero", "working", "a cycle", "peak");
    for (k = first; k && k->begun; k = k->next)
        report_launch(k, f);
    if (first->zero)
        fprintf(f, "metadata:   %" PRIu64 " lines read, %" PRIu64 " written\n", meta_reads,
                meta_writes);
    describe_trap(trap, sizeof trap, &last->done);
    fprintf(f, "ended:      %s, %" PRIu32 " launches, %" PRIu64 " cycles\n",
            goes_on(last) ? "not yet" : ending(last, trap), n, cycles);
}

void slice_kernel_report(const struct slice_kernel *k, FILE *f)
{
    if (k->next)
        report_all(k, f);
    else
        report_one(k, f);
}

static void json_one(const struct slice_kernel *k, cJSON *p)
{
    char why[3 * PATH_MAX];
    const bool failed = one_failed(k, why, sizeof why);
    const struct slice_outputs *o = &k->last;
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
        {"status", k->done.status},
        {"trap", k->done.trap},
        {"trap_pc", k->done.pc},
        {"trap_line", k->done.trap ? line_of(k, k->done.pc) : 0},
        {"trap_group", k->done.group},
        {"trap_warp", k->done.warp},
        {"trap_lane", k->done.lane},
        {"program_cycles", k->done.cycles},
        {"issued_cycles", (double)issued(o)},
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
        {"cache_hits", hits(k)},
        {"cache_misses", misses(k)},
        {"cache_joins", joins(k)},
        {"lines_read", (double)k->reads},
        {"lines_written", (double)k->writes},
        {"lines_zero", zero_lines(k)},
        {"metadata_lines_read", (double)k->meta_reads},
        {"metadata_lines_written", (double)k->meta_writes},
        {"array_cycles", (double)busy(k)},
        {"products", (double)k->products},
        {"percent_of_peak", of_peak(k)},
    };

    cJSON_AddStringToObject(p, "file", k->path);
    cJSON_AddBoolToObject(p, "done", !failed);
    if (failed && k->over)
        cJSON_AddStringToObject(p, "error", why);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
        cJSON_AddNumberToObject(p, numbers[i].name, numbers[i].value);
}

void slice_kernel_json(const struct slice_kernel *k, cJSON *run)
{
    cJSON *launches;

    if (!k->place) { /* not in a network */
        json_one(k, cJSON_AddObjectToObject(run, "program"));
        return;
    }
    launches = cJSON_AddArrayToObject(run, "launches");
    for (; k && k->begun; k = k->next) {
        cJSON *one = cJSON_CreateObject();

        cJSON_AddItemToArray(launches, one);
        json_one(k, one);
    }
}
