/* bench_report.c - reports the speed of all blocks: each figure as an object,
 * and two tables for people. */
#include "cli/bench.h"

/* If the bare model takes fewer ns per cycle than FAST, the goal is for the overhead
 * in ns, not for the ratio. */
static const double FAST = 360, OVERHEAD = 40;
static const double LOCKSTEP = 0.9, TRANSFERS = 0.85, SNAPSHOTS = 1.02;

static double overhead(const struct bench_speed *s)
{
    return s->lockstep - s->bare;
}

static bool has_cycles(const struct bench_speed *s)
{
    return s->block->level == ASSAY_COMPARE_CYCLE;
}

static bool fast_enough(const struct bench_speed *s)
{
    return s->bare < FAST ? overhead(s) < OVERHEAD
                          : s->of_lockstep.value >= (has_cycles(s) ? LOCKSTEP : TRANSFERS);
}

static void explain(const struct bench_speed *s, char *note, size_t size)
{
    *note = '\0';
    if (!fast_enough(s) && !has_cycles(s))
        snprintf(note, size,
                 "%.0f ns a cycle are the golden model, the judging of transfers, counters and "
                 "coverage",
                 overhead(s));
    else if (!fast_enough(s))
        snprintf(note, size,
                 "of %.0f ns a cycle the golden model takes %.0f when alone, the rest is the copy "
                 "of the inputs, the compare, counters and coverage",
                 overhead(s), s->model);
}

static const char snapshots_note[] =
    "a snapshot is a fork, four a second, and each page written after it is copied once";

static void ratio(struct assay_figures *f, const struct bench_speed *s, const char *what,
                  struct assay_figure x)
{
    char name[96];

    snprintf(name, sizeof name, "%s: %s", s->block->model->name, what);
    x.name = name;
    x.unit = "ratio";
    assay_figures_object(f, &x);
}

static void absolute(struct assay_figures *f, const struct bench_speed *s, const char *what,
                     double value, const char *unit)
{
    char name[96];

    snprintf(name, sizeof name, "%s: %s", s->block->model->name, what);
    assay_figures_object(f, &(struct assay_figure){.name = name, .value = value, .unit = unit});
}

static void objects(struct assay_figures *f, const struct bench_speed *s)
{
    char note[256], name[96];
    struct assay_figure x = s->of_lockstep;

    explain(s, note, sizeof note);
    x.goal = s->bare < FAST ? "" : has_cycles(s) ? "0.90" : "0.85";
    x.met = fast_enough(s);
    x.note = s->bare < FAST ? "" : note;
    ratio(f, s, "speed of lockstep, bare = 1", x);
    x = s->of_snapshots;
    x.goal = "1.02";
    x.met = x.value <= SNAPSHOTS;
    x.note = x.met ? "" : snapshots_note;
    ratio(f, s, "time with snapshots, without = 1", x);
    if (s->model > 0)
        ratio(f, s, "speed of the model alone, bare = 1", s->of_model);
    if (s->icarus > 0)
        ratio(f, s, "speed of Icarus, Verilator = 1", s->of_icarus);
    snprintf(name, sizeof name, "%s: overhead of lockstep", s->block->model->name);
    assay_figures_object(f, &(struct assay_figure){.name = name,
                                                   .value = overhead(s),
                                                   .unit = "ns a cycle",
                                                   .goal = s->bare < FAST ? "below 40" : "",
                                                   .met = fast_enough(s),
                                                   .note = s->bare < FAST ? note : ""});
    absolute(f, s, "bare Verilated model", s->bare, "ns a cycle");
    absolute(f, s, "lockstep", s->lockstep, "ns a cycle");
    if (s->model > 0)
        absolute(f, s, "model alone", s->model, "ns a cycle");
    if (s->icarus > 0) {
        absolute(f, s, "run on Icarus", s->icarus, "cycles a second");
        absolute(f, s, "run on Verilator", s->verilator, "cycles a second");
    }
}

static void cell(FILE *to, const struct assay_figure *x, const char *verdict)
{
    char text[64];

    snprintf(text, sizeof text, "%.4g (%.4g to %.4g)", x->value, x->low, x->high);
    fprintf(to, " %-27s%-7s", text, verdict);
}

static void ratios(FILE *to, const struct bench_speed *s, size_t n)
{
    fprintf(to, "  %-17s %-34s%-35s%-35s%s\n", "", "lockstep, bare = 1", "time with snapshots,",
            "model alone, bare = 1", "Icarus, Verilator = 1");
    fprintf(to, "  %-17s %-34s%s\n", "", "(goal 0.90, transfers 0.85)", "without = 1 (goal 1.02)");
    for (; n; --n, ++s) {
        fprintf(to, "  %-16s", s->block->model->name);
        cell(to, &s->of_lockstep, s->bare < FAST ? "" : fast_enough(s) ? "met" : "not met");
        cell(to, &s->of_snapshots, s->of_snapshots.value <= SNAPSHOTS ? "met" : "not met");
        if (s->model > 0)
            cell(to, &s->of_model, "");
        else
            fprintf(to, " %-34s", "-");
        if (s->icarus > 0)
            cell(to, &s->of_icarus, "");
        fputc('\n', to);
    }
}

static void absolutes(FILE *to, const struct bench_speed *s, size_t n)
{
    fprintf(to, "  %-16s %10s %10s %10s %-7s %10s   %12s %12s\n", "", "bare", "lockstep",
            "overhead", "", "model", "run, Icarus", "Verilator");
    fprintf(to, "  %-16s %10s %10s %10s %-7s %10s   %12s %12s\n", "", "ns", "ns", "ns", "", "ns",
            "cycles/s", "cycles/s");
    for (; n; --n, ++s) {
        fprintf(to, "  %-16s %10.1f %10.1f %10.1f %-7s ", s->block->model->name, s->bare,
                s->lockstep, overhead(s),
                s->bare >= FAST  ? ""
                : fast_enough(s) ? "met"
                                 : "not met");
        if (s->model > 0)
            fprintf(to, "%10.1f", s->model);
        else
            fprintf(to, "%10s", "-");
        if (s->icarus > 0)
            fprintf(to, "   %12.4g %12.4g", s->icarus, s->verilator);
        fputc('\n', to);
    }
}

void bench_speed_report(struct assay_figures *f, const struct bench_speed *s, size_t n)
{
    FILE *to = assay_figures_text(f);
    char title[160];

    if (!n)
        return;
    snprintf(title, sizeof title,
             "Speed as ratios of processor time: medians of %zu interleaved rounds, of %zu for "
             "Icarus (quartiles)",
             s->rounds, s->runs);
    assay_figures_head(f, title, "");
    for (size_t i = 0; i < n; ++i)
        objects(f, &s[i]);
    ratios(to, s, n);
    fprintf(to,
            "\nThe same in a cycle; below %.0f ns of the bare model the goal is an overhead under "
            "%.0f ns instead\n",
            FAST, OVERHEAD);
    absolutes(to, s, n);
    for (size_t i = 0; i < n; ++i) {
        char note[256];

        explain(&s[i], note, sizeof note);
        if (*note)
            fprintf(to, "  %s: %s\n", s[i].block->model->name, note);
        if (s[i].of_snapshots.value > SNAPSHOTS)
            fprintf(to, "  %s: %s\n", s[i].block->model->name, snapshots_note);
    }
}
