#include "engine/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/pipe.h"

/* Returns the exit status, or the negative number of the signal that ended it. */
static int reap(pid_t pid)
{
    int status;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return ASSAY_NO_SNAPSHOT;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* Reaps those that have ended; all of them if `wait`. */
static void reap_ending(struct assay_snapshots *s, bool wait)
{
    int left = 0;

    for (int i = 0; i < s->n_ending; ++i) {
        if (wait)
            reap(s->ending[i]);
        else if (waitpid(s->ending[i], NULL, WNOHANG) == 0)
            s->ending[left++] = s->ending[i];
    }
    s->n_ending = wait ? 0 : left;
}

static void drop(struct assay_snapshots *s, int i)
{
    reap_ending(s, s->n_ending == ASSAY_ENDING);
    close(s->kept[i].order);
    s->ending[s->n_ending++] = s->kept[i].pid;
    for (--s->n; i < s->n; ++i)
        s->kept[i] = s->kept[i + 1];
}

void assay_snapshots_drop(struct assay_snapshots *s)
{
    while (s->n)
        drop(s, 0);
    reap_ending(s, true);
}

/* In the child: waits for an order. Only a complete order wakes it. */
static void sleep_until_woken(struct assay_snapshots *s, int pipe_read, struct assay_order *order)
{
    /* The fork copied the siblings' write ends. They must be closed here, or the siblings would
     * never see the end of their pipes. */
    for (int i = 0; i < s->n; ++i)
        close(s->kept[i].order);
    s->n = s->n_ending = 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); /* the parent handles it */
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    if (!assay_pipe_read(pipe_read, order, sizeof *order))
        _exit(0);
    close(pipe_read);
}

bool assay_snapshot_take(struct assay_snapshots *s, uint64_t cycle, struct assay_order *order)
{
    int ends[2];
    pid_t pid;

    if (s->n == ASSAY_SNAPSHOTS)
        drop(s, 0);
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        close(ends[1]);
        sleep_until_woken(s, ends[0], order);
        return true;
    }
    close(ends[0]);
    if (pid < 0) {
        close(ends[1]);
        return false;
    }
    s->kept[s->n].pid = pid;
    s->kept[s->n].order = ends[1];
    s->kept[s->n].cycle = cycle;
    ++s->n;
    return false;
}

int assay_snapshot_wake(struct assay_snapshots *s, const struct assay_order *order, uint64_t *cycle)
{
    int chosen = 0, status;
    void (*before)(int);

    if (s->n == 0)
        return ASSAY_NO_SNAPSHOT;
    for (int i = 1; i < s->n; ++i)
        if (s->kept[i].cycle <= order->trace_from)
            chosen = i;
    *cycle = s->kept[chosen].cycle;
    before = signal(SIGPIPE, SIG_IGN); /* the child may have been killed */
    (void)assay_pipe_write(s->kept[chosen].order, order, sizeof *order); /* the child's status
                                                                          * shows a failure */
    signal(SIGPIPE, before);
    close(s->kept[chosen].order);
    status = reap(s->kept[chosen].pid);
    for (--s->n; chosen < s->n; ++chosen)
        s->kept[chosen] = s->kept[chosen + 1];
    return status;
}
