#include "sim/building.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

static struct {
    char what[640], stage[64];
    double begun, shown;
    bool on, terminal;
} now;

/* Called while the program waits for a tool. */
static void show(void)
{
    const double t = assay_now();

    if (t - now.shown < 0.2)
        return;
    now.shown = t;
    fprintf(stderr, "\rbuilding %s: %s %.0f s\033[K", now.what, now.stage, t - now.begun);
}

void assay_building_begin(const char *what, bool quiet)
{
    now.on = !quiet;
    if (quiet)
        return;
    snprintf(now.what, sizeof now.what, "%s", what);
    now.stage[0] = '\0';
    now.begun = assay_now();
    now.shown = 0;
    now.terminal = isatty(STDERR_FILENO) != 0;
    if (now.terminal)
        assay_process_while_waiting(show);
    else
        fprintf(stderr, "assay: building %s\n", what);
}

void assay_building_stage(const char *format, ...)
{
    va_list args;

    if (!now.on)
        return;
    va_start(args, format);
    vsnprintf(now.stage, sizeof now.stage, format, args);
    va_end(args);
    now.shown = 0;
}

void assay_building_end(bool built)
{
    if (!now.on)
        return;
    now.on = false;
    if (now.terminal) {
        assay_process_while_waiting(NULL);
        fputs("\r\033[K", stderr);
    }
    if (built)
        fprintf(stderr, "assay: built %s in %.1f s\n", now.what, assay_now() - now.begun);
}
