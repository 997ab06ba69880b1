#include "base/signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int signal)
{
    if (interrupted)
        _exit(128 + signal);
    interrupted = signal;
}

void assay_catch_signal(int signal)
{
    struct sigaction act = {.sa_handler = on_signal};

    sigemptyset(&act.sa_mask);
    sigaction(signal, &act, NULL);
}

void assay_catch_signals(void)
{
    struct sigaction before;

    assay_catch_signal(SIGINT);
    assay_catch_signal(SIGTERM);
    if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        assay_catch_signal(SIGHUP);
}

void assay_interrupt(int signal)
{
    interrupted = interrupted ? interrupted : signal;
}

bool assay_interrupted(void)
{
    return interrupted != 0;
}

int assay_interrupted_status(void)
{
    return interrupted ? 128 + interrupted : 0;
}
