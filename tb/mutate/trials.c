/* trials.c - run trials as forks, several at once. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pipe.h"
#include "base/signals.h"
#include "mutate/trial.h"

enum { MOST = 256, TICK = 200 /* ms */ };

struct child {
    pid_t pid; /* 0: free slot */
    int from;  /* read end of the pipe */
    unsigned which;
};

/* The child ignores signals from the terminal; the parent decides what to do about them. */
static _Noreturn void be_child(const struct assay_mutant_plan *plan, unsigned which, int to,
                               pid_t parent)
{
    struct assay_mutant_result r;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    assay_mutant_try(plan, which, &r);
    _exit(assay_pipe_write(to, &r, sizeof r) ? 0 : 1);
}

static bool start(const struct assay_mutant_plan *plan, unsigned which, struct child *c)
{
    const pid_t parent = getpid();
    int ends[2];

    if (pipe(ends) != 0)
        return false;
    c->which = which;
    c->from = ends[0];
    c->pid = fork();
    if (c->pid == 0) {
        close(ends[0]);
        be_child(plan, which, ends[1], parent);
    }
    close(ends[1]);
    if (c->pid < 0) {
        close(ends[0]);
        c->pid = 0;
        return false;
    }
    return true;
}

static void reap(struct child *c)
{
    close(c->from);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    c->pid = 0;
}

static void collect(struct child *c, struct assay_mutant_result *r)
{
    if (!assay_pipe_read(c->from, r, sizeof *r))
        *r = (struct assay_mutant_result){.verdict = ASSAY_MUTANT_BROKEN};
    reap(c);
}

static void end_all(struct child *child, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        if (child[i].pid) {
            kill(child[i].pid, SIGKILL);
            reap(&child[i]);
        }
}

/* Start as many trials as there are free slots. Returns how many are running. */
static size_t fill(const struct assay_mutant_trials *t, struct child *child, size_t room,
                   bool *empty)
{
    size_t running = 0;

    for (size_t i = 0; i < room; ++i) {
        unsigned which;

        if (!child[i].pid && !*empty) {
            *empty = !t->next(t->arg, &which);
            if (!*empty && !start(t->plan, which, &child[i])) {
                const struct assay_mutant_result r = {.verdict = ASSAY_MUTANT_BROKEN};

                if (!t->done(t->arg, which, &r))
                    *empty = true;
            }
        }
        running += child[i].pid != 0;
    }
    return running;
}

static bool take_results(const struct assay_mutant_trials *t, struct child *child, size_t room)
{
    struct pollfd fds[MOST];
    bool go_on = true;

    for (size_t i = 0; i < room; ++i)
        fds[i] = (struct pollfd){child[i].pid ? child[i].from : -1, POLLIN, 0};
    if (poll(fds, room, TICK) <= 0)
        return true;
    for (size_t i = 0; i < room; ++i)
        if (child[i].pid && fds[i].revents) {
            struct assay_mutant_result r;

            collect(&child[i], &r);
            go_on &= t->done(t->arg, child[i].which, &r);
        }
    return go_on;
}

bool assay_mutant_try_all(const struct assay_mutant_trials *t)
{
    const size_t room = t->at_once < MOST ? t->at_once : MOST;
    struct child child[MOST] = {{0}};
    bool empty = false, go_on = true;

    while (go_on && !assay_interrupted() && fill(t, child, room, &empty)) {
        go_on = take_results(t, child, room);
        t->tick(t->arg);
    }
    end_all(child, room);
    return go_on && !assay_interrupted();
}
