#include "base/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

enum { SECONDS_BETWEEN = 10 };

void assay_progress_begin(struct assay_progress *p, const char *label, uint64_t total)
{
    p->label = label;
    p->total = total;
    p->begun = assay_now();
    p->shown = 0;
    p->terminal = isatty(STDERR_FILENO) != 0;
    p->lines = false;
}

/* Without a terminal: only for work with a known total. */
static void show_line(struct assay_progress *p, uint64_t done, const char *format, va_list args)
{
    const double t = assay_now();

    if (p->terminal || !p->lines || done == 0 || done >= p->total ||
        (p->shown > 0 && t - p->shown < SECONDS_BETWEEN))
        return;
    p->shown = t;
    fprintf(stderr, "assay: %llu of %llu %ss done", (unsigned long long)done,
            (unsigned long long)p->total, p->label);
    vfprintf(stderr, format, args);
    fprintf(stderr, ", about %.0f s left\n",
            (t - p->begun) * (double)(p->total - done) / (double)done);
}

/* False if it is too early for another update. */
static bool show(struct assay_progress *p, uint64_t done)
{
    double t, rate;

    if (!p->terminal)
        return false;
    t = assay_now();
    if (t - p->shown < 0.2)
        return false;
    p->shown = t;
    rate = t > p->begun ? (double)done / (t - p->begun) : 0;
    fprintf(stderr, "\r%s %llu", p->label, (unsigned long long)done);
    if (p->total && p->total != UINT64_MAX)
        fprintf(stderr, " of %llu (%.0f%%)", (unsigned long long)p->total,
                100.0 * (double)done / (double)p->total);
    fprintf(stderr, ", %.3g/s", rate);
    if (p->total && p->total != UINT64_MAX && rate > 0)
        fprintf(stderr, ", %.0f s left", (double)(p->total - done) / rate);
    return true;
}

void assay_progress_update(struct assay_progress *p, uint64_t done)
{
    if (show(p, done))
        fputs("\033[K", stderr);
}

void assay_progress_note(struct assay_progress *p, uint64_t done, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (show(p, done)) {
        vfprintf(stderr, format, args);
        fputs("\033[K", stderr);
    } else {
        show_line(p, done, format, args);
    }
    va_end(args);
}

void assay_progress_end(struct assay_progress *p)
{
    if (!p->terminal)
        return;
    if (p->shown > 0)
        fputs("\r\033[K", stderr);
    p->shown = 0;
}
