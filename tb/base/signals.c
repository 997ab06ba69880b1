#include "base/signals.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int signal)
{
    interrupted = signal;
}

void assay_catch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal};

    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

bool assay_interrupted(void)
{
    return interrupted != 0;
}
