#include "regress/stop.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "base/signals.h"

static const int stopping[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOPPING = sizeof stopping / sizeof stopping[0] };

static sigset_t ours, before;

int assay_stop_begin(void)
{
    struct sigaction act = {.sa_handler = SIG_DFL};

    /* If the parent process ignores SIGCHLD, children would vanish without a status. */
    sigemptyset(&act.sa_mask);
    sigaction(SIGCHLD, &act, NULL);
    sigemptyset(&ours);
    sigaddset(&ours, SIGCHLD);
    for (int i = 0; i < STOPPING; ++i)
        if (assay_catch_signal(stopping[i]))
            sigaddset(&ours, stopping[i]);
    sigprocmask(SIG_BLOCK, &ours, &before);
    return assay_interrupted() ? assay_interrupted_status() - 128 : 0;
}

int assay_stop_wait(void)
{
    const struct timespec pause = {.tv_nsec = 200000000};
    const int signal = sigtimedwait(&ours, NULL, &pause);

    if (signal <= 0 || signal == SIGCHLD)
        return 0;
    return assay_interrupt(signal) ? signal : 0;
}

void assay_stop_end(void)
{
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void assay_stop_in_child(void)
{
    for (int i = 0; i < STOPPING; ++i)
        if (sigismember(&ours, stopping[i]))
            signal(stopping[i], SIG_DFL);
    sigprocmask(SIG_SETMASK, &before, NULL);
}
