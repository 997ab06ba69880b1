#include "regress/pool.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/called.h"
#include "base/clock.h"
#include "regress/stop.h"

struct child {
    pid_t pid; /* 0: free slot */
    size_t tag;
    double begun;
    double limit;   /* when to send SIGTERM; 0: never */
    double kill_at; /* when to send SIGKILL; 0: SIGTERM was not sent yet */
    bool timed_out, stopped;
};

struct pool {
    const struct assay_pool *plan;
    struct child *child; /* plan->at_once of them */
    unsigned running;
    int stop;   /* the return value of assay_pool_run */
    int signal; /* that arrived; 0: none */
};

/* --- tasks --- */

__attribute__((format(printf, 2, 0))) static char *add_text(struct assay_task *t,
                                                            const char *format, va_list args)
{
    char *at = t->text + t->used;
    const size_t room = sizeof t->text - t->used;
    const int n = vsnprintf(at, room, format, args);

    if (n < 0 || (size_t)n >= room) {
        t->overflow = true;
        *at = '\0';
        return at;
    }
    t->used += (size_t)n + 1;
    return at;
}

const char *assay_task_text(struct assay_task *t, const char *format, ...)
{
    const char *text;
    va_list args;

    va_start(args, format);
    text = add_text(t, format, args);
    va_end(args);
    return text;
}

void assay_task_arg(struct assay_task *t, const char *format, ...)
{
    va_list args;

    if (t->argc == 0)
        t->argv[t->argc++] = (char *)assay_called();
    if (t->argc == ASSAY_TASK_ARGS) {
        t->overflow = true;
        return;
    }
    va_start(args, format);
    t->argv[t->argc++] = add_text(t, format, args);
    va_end(args);
    t->argv[t->argc] = NULL;
}

/* --- children --- */

/* Runs in the child; never returns. */
static void become(const struct assay_task *t, pid_t parent, int in, int out, int err)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(126);
    assay_stop_in_child();
    if (t->memory) {
        const struct rlimit limit = {t->memory, t->memory};

        setrlimit(RLIMIT_AS, &limit);
    }
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    execv("/proc/self/exe", t->argv);
    _exit(127);
}

static int open_output(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/* Returns the process id, or 0 with errno set. */
static pid_t start(const struct assay_task *t)
{
    const pid_t parent = getpid();
    int in = -1, out = -1, err = -1, error;
    pid_t pid = -1;

    if (t->overflow)
        errno = E2BIG;
    else if ((in = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0 &&
             (out = open_output(t->out)) >= 0 && (err = open_output(t->err)) >= 0)
        pid = fork();
    if (pid == 0)
        become(t, parent, in, out, err);
    error = errno;
    if (pid > 0)
        setpgid(pid,
                pid); /* parent and child both do this, so that it is done whichever comes first */
    if (in >= 0)
        close(in);
    if (out >= 0)
        close(out);
    if (err >= 0)
        close(err);
    errno = error;
    return pid > 0 ? pid : 0;
}

static void report(struct pool *p, size_t tag, const struct assay_task_end *end)
{
    if (!p->plan->done(p->plan->arg, tag, end) && !p->stop)
        p->stop = -1;
}

/* Fill the free slots. Returns false when there is nothing left to start. */
static void fill(struct pool *p)
{
    for (unsigned i = 0; i < p->plan->at_once && !p->stop; ++i) {
        struct child *c = &p->child[i];
        struct assay_task *t;

        if (c->pid)
            continue;
        t = calloc(1, sizeof *t);
        if (!t || !p->plan->next(p->plan->arg, t)) {
            if (!t && p->running == 0)
                p->stop = -1;
            free(t);
            return;
        }
        memset(c, 0, sizeof *c);
        c->tag = t->tag;
        c->begun = assay_now();
        c->limit = t->timeout ? c->begun + t->timeout : 0;
        c->pid = start(t);
        if (c->pid) {
            ++p->running;
        } else {
            const struct assay_task_end end = {.error = errno, .exit = -1};

            report(p, t->tag, &end);
            --i; /* the slot is still free */
        }
        free(t);
    }
}

static void tell(struct child *c)
{
    if (c->kill_at == 0) {
        kill(-c->pid, SIGTERM);
        c->kill_at = assay_now() + ASSAY_TASK_GRACE;
    }
}

/* On the second signal: kill the children and exit without doing anything else. */
static _Noreturn void end_at_once(const struct pool *p, int signal)
{
    for (unsigned i = 0; i < p->plan->at_once; ++i)
        if (p->child[i].pid)
            kill(-p->child[i].pid, SIGKILL);
    _exit(128 + signal);
}

static void stop(struct pool *p, int signal)
{
    if (signal > 0 && p->signal)
        end_at_once(p, signal);
    if (signal > 0)
        p->signal = signal;
    if (!p->stop)
        p->stop = signal;
    for (unsigned i = 0; i < p->plan->at_once; ++i) {
        struct child *c = &p->child[i];

        if (!c->pid)
            continue;
        if (!c->timed_out)
            c->stopped = true;
        tell(c);
    }
}

static void reap(struct pool *p)
{
    for (unsigned i = 0; i < p->plan->at_once; ++i) {
        struct child *c = &p->child[i];
        struct assay_task_end end = {.started = true};
        siginfo_t info = {0};
        int status = 0;

        if (!c->pid || waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
            info.si_pid == 0)
            continue;
        /* Kill whatever the child started and left behind. Its process group id can't be reused
         * until it is reaped. */
        kill(-c->pid, SIGKILL);
        while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
            continue;
        end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        end.exit = end.signal ? 128 + end.signal : WEXITSTATUS(status);
        end.timed_out = c->timed_out;
        end.stopped = c->stopped;
        end.seconds = assay_now() - c->begun;
        c->pid = 0;
        --p->running;
        report(p, c->tag, &end);
    }
}

static void keep_limits(struct pool *p)
{
    const double t = assay_now();

    for (unsigned i = 0; i < p->plan->at_once; ++i) {
        struct child *c = &p->child[i];

        if (!c->pid)
            continue;
        if (c->limit > 0 && t >= c->limit && c->kill_at == 0) {
            c->timed_out = true;
            tell(c);
        }
        if (c->kill_at > 0 && t >= c->kill_at)
            kill(-c->pid, SIGKILL);
    }
}

int assay_pool_run(const struct assay_pool *plan)
{
    struct pool p = {.plan = plan, .child = calloc(plan->at_once, sizeof *p.child)};

    if (!p.child)
        return -1;
    p.stop = p.signal = assay_stop_begin();
    for (;;) {
        int signal;

        fill(&p);
        if (p.running == 0)
            break;
        if (plan->tick)
            plan->tick(plan->arg, p.running);
        signal = assay_stop_wait();
        if (signal > 0)
            stop(&p, signal);
        reap(&p);
        if (p.stop < 0)
            stop(&p, -1);
        keep_limits(&p);
    }
    assay_stop_end();
    free(p.child);
    return p.stop;
}
