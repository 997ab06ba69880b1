#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/keeper.h"

/* The keepers of the running tools, for the signal handler. */
enum { TOOLS_AT_ONCE = 64, TICK_MS = 50 };
static volatile pid_t running[TOOLS_AT_ONCE];

static volatile sig_atomic_t caught;

static void (*while_waiting)(void);

void assay_process_while_waiting(void (*tick)(void))
{
    while_waiting = tick;
}

/* Call while_waiting, if it is set, until there is data or the end of `fd`. */
static void wait_for_output(int fd)
{
    struct pollfd one = {.fd = fd, .events = POLLIN};

    while (while_waiting && poll(&one, 1, TICK_MS) <= 0)
        while_waiting();
}

/* Wait until the child has ended, without reaping it. False if there is no such child. */
static bool wait_for_end(long pid)
{
    const struct timespec pause = {.tv_nsec = TICK_MS * 1000000L};
    siginfo_t info;

    for (;;) {
        const int options = WEXITED | WNOWAIT | (while_waiting ? WNOHANG : 0);

        info.si_pid = 0;
        if (waitid(P_PID, (id_t)pid, &info, options) == 0) {
            if (info.si_pid)
                return true;
            if (while_waiting)
                while_waiting();
            nanosleep(&pause, NULL);
        } else if (errno != EINTR) {
            return false;
        }
    }
}

static bool append(struct assay_output *out, const char *data, size_t n)
{
    char *text = realloc(out->text, out->size + n + 1);

    if (!text)
        return false;
    memcpy(text + out->size, data, n);
    out->text = text;
    out->size += n;
    text[out->size] = '\0';
    return true;
}

/* An index with `pid` in the list; -1 if there is none. */
static int place_of(pid_t pid)
{
    for (int i = 0; i < TOOLS_AT_ONCE; ++i)
        if (running[i] == pid)
            return i;
    return -1;
}

/* Start a tool and its keeper. Signals are blocked, so none can come between the fork
 * and the entry in the list. */
static pid_t start(const struct assay_tool *tool)
{
    const struct sigaction standard = {.sa_handler = SIG_DFL};
    const int place = place_of(0);
    const pid_t program = getpid();
    sigset_t all, before;
    pid_t pid = -1;

    sigaction(SIGCHLD, &standard, NULL); /* if it were ignored, children would leave no status */
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    if (!caught && place >= 0)
        pid = fork();
    if (pid == 0)
        assay_keep(tool, program, &before);
    if (pid > 0)
        running[place] = pid;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return pid;
}

int assay_process_wait(long pid)
{
    int status, place;

    if (pid < 0) /* -1 would mean any child */
        return ASSAY_NOT_STARTED;
    if (!wait_for_end(pid))
        return ASSAY_NOT_STARTED;
    /* Until the child is reaped, its id can't be reused. */
    place = place_of((pid_t)pid);
    if (place >= 0)
        running[place] = 0;
    while (waitpid((pid_t)pid, &status, 0) < 0)
        if (errno != EINTR)
            return ASSAY_NOT_STARTED;
    if (WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return WEXITSTATUS(status) == 127 ? ASSAY_NOT_STARTED : WEXITSTATUS(status);
}

static int collect(struct assay_tool tool, struct assay_output *out)
{
    char buffer[4096];
    int ends[2];
    bool whole = true;
    pid_t pid;
    ssize_t n;
    int status;

    if (out) {
        out->size = 0;
        out->text = calloc(1, 1);
        if (!out->text)
            return ASSAY_NOT_STARTED;
    }
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ASSAY_NOT_STARTED;
    tool.output = ends[1];
    tool.other_end = ends[0];
    pid = start(&tool);
    close(ends[1]);
    while (pid > 0) {
        wait_for_output(ends[0]);
        n = read(ends[0], buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        whole = n >= 0 && (!out || n == 0 || append(out, buffer, (size_t)n));
        if (n <= 0 || !whole)
            break;
    }
    close(ends[0]);
    status = pid > 0 ? assay_process_wait(pid) : ASSAY_NOT_STARTED;
    return status == 0 && !whole ? ASSAY_NOT_STARTED : status; /* incomplete output is useless */
}

int assay_process(char *const argv[], const char *cwd, struct assay_output *out)
{
    return collect((struct assay_tool){.argv = argv, .cwd = cwd}, out);
}

int assay_process_text(char *const argv[], const char *cwd, struct assay_output *out)
{
    return collect((struct assay_tool){.argv = argv, .cwd = cwd, .no_errors = true}, out);
}

int assay_process_apart(char *const argv[], const char *cwd, const char *errors,
                        struct assay_output *out)
{
    return collect((struct assay_tool){.argv = argv, .cwd = cwd, .errors = errors}, out);
}

int assay_process_pass(char *const argv[], const char *cwd)
{
    const struct assay_tool tool = {.argv = argv, .cwd = cwd, .own_output = true};

    fflush(NULL);
    return assay_process_wait(start(&tool));
}

long assay_process_start(char *const argv[], const char *cwd, const char *log)
{
    const struct assay_tool tool = {.argv = argv, .cwd = cwd, .log = log};

    return start(&tool);
}

/* --- signals while something is built --- */

static const int guarded[] = {SIGINT, SIGTERM, SIGHUP};
enum { N_GUARDED = sizeof guarded / sizeof guarded[0] };

static unsigned guards;
static struct sigaction unguarded[N_GUARDED];

static void on_signal(int signal)
{
    const int error = errno;

    caught = signal;
    for (int i = 0; i < TOOLS_AT_ONCE; ++i)
        if (running[i] > 0)
            kill(running[i], SIGTERM);
    errno = error;
}

void assay_process_guard(void)
{
    struct sigaction act = {.sa_handler = on_signal};

    if (guards++)
        return;
    sigfillset(&act.sa_mask);
    for (int i = 0; i < N_GUARDED; ++i)
        if (sigaction(guarded[i], NULL, &unguarded[i]) == 0 && unguarded[i].sa_handler != SIG_IGN)
            sigaction(guarded[i], &act, NULL);
}

bool assay_process_interrupted(void)
{
    return caught != 0;
}

int assay_process_forgive(void)
{
    const int signal = caught;

    caught = 0;
    return signal;
}

void assay_process_unguard(void)
{
    sigset_t set;

    if (--guards)
        return;
    for (int i = 0; i < N_GUARDED; ++i)
        sigaction(guarded[i], &unguarded[i], NULL);
    if (!caught)
        return;
    fflush(NULL);
    signal(caught, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, caught);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(caught);
    _exit(128 + caught);
}
