#include "base/signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stdout.h"

static const double SAME_REQUEST = 0.5; /* seconds */

static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t looks_at_reader;

static volatile double came; /* time of the first signal */

bool assay_interrupt(int signal)
{
    const double now = assay_now();

    if (interrupted)
        return interrupted != signal || now - came >= SAME_REQUEST;
    came = now;
    interrupted = signal;
    return true;
}

static void on_signal(int signal)
{
    const bool second = interrupted;

    if (assay_interrupt(signal) && second)
        _exit(128 + signal);
}

/* SA_RESTART: reads, writes and waits continue after the handler. An interrupted write would be
 * lost output, and code that checks for signals does so repeatedly. */
bool assay_catch_signal(int signal)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, before;

    if (sigaction(signal, NULL, &before) != 0 || before.sa_handler == SIG_IGN)
        return false;
    sigemptyset(&act.sa_mask);
    return sigaction(signal, &act, NULL) == 0;
}

/* A simulator unloads this code before the process ends, so no handler may remain. The work is done
 * by then. */
__attribute__((destructor)) static void let_go(void)
{
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP};

    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; ++i) {
        struct sigaction act;

        if (sigaction(caught[i], NULL, &act) == 0 && act.sa_handler == on_signal)
            signal(caught[i], SIG_IGN);
    }
}

void assay_catch_signals(void)
{
    struct sigaction pipe;

    looks_at_reader = sigaction(SIGPIPE, NULL, &pipe) == 0 && pipe.sa_handler == SIG_DFL;
    assay_catch_signal(SIGINT);
    assay_catch_signal(SIGTERM);
    assay_catch_signal(SIGHUP);
}

bool assay_interrupted(void)
{
    if (!interrupted && looks_at_reader && assay_stdout_closed())
        interrupted = SIGPIPE;
    return interrupted != 0;
}

int assay_interrupted_status(void)
{
    return interrupted ? 128 + interrupted : 0;
}
