#include "base/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

/* Seconds from SIGTERM to SIGKILL. After the same time again, the keeper gives up on
 * processes that have left the group. */
enum { GRACE = 5 };

static bool turn_output(const struct assay_tool *tool)
{
    const int append = O_WRONLY | O_CREAT | O_APPEND;
    const int output = tool->log ? open(tool->log, append, 0666) : tool->output;
    const int errors = tool->errors      ? open(tool->errors, append, 0666)
                       : tool->no_errors ? open("/dev/null", O_WRONLY)
                                         : output;

    return dup2(output, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0;
}

/* In the child of the keeper: turn into the tool. */
static _Noreturn void become(const struct assay_tool *tool, const sigset_t *mask)
{
    const int null = open("/dev/null", O_RDONLY);
    struct sigaction act;

    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (sigaction(SIGTERM, NULL, &act) == 0 && act.sa_handler != SIG_IGN)
        signal(SIGTERM, SIG_DFL); /* do not pass the program's handler to the tool */
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    if (!tool->own_output && !turn_output(tool))
        _exit(126);
    if (tool->cwd && chdir(tool->cwd) != 0)
        _exit(126);
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(tool->argv[0], tool->argv);
    _exit(127);
}

/* Reap children that have ended. If the tool is one of them, sets *ended and *status.
 * False if no child is left. */
static bool reap(pid_t tool, bool *ended, int *status)
{
    pid_t pid;
    int s;

    while ((pid = waitpid(-1, &s, WNOHANG)) != 0) {
        if (pid == tool) {
            *ended = true;
            *status = s;
        } else if (pid < 0 && errno != EINTR) {
            return false;
        }
    }
    return true;
}

_Noreturn void assay_keep(const struct assay_tool *tool, pid_t program, const sigset_t *mask)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    bool ended = false, ending = false;
    double told = 0;
    int status = 0;
    sigset_t wake;
    pid_t pid;

    setpgid(0, 0);
    /* Whatever the tool leaves behind becomes a child of the keeper. */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != program)
        _exit(126);
    pid = fork();
    if (pid < 0)
        _exit(126);
    if (pid == 0) {
        setpgid(0, 0);
        become(tool, mask);
    }
    setpgid(pid, pid); /* in both processes, so that it is done whichever comes first */
    /* The program must see the end of the tool's output, so the keeper must not hold the pipe
     * open. */
    if (!tool->log && !tool->own_output) {
        close(tool->output);
        close(tool->other_end);
    }
    sigemptyset(&wake);
    sigaddset(&wake, SIGCHLD);
    sigaddset(&wake, SIGTERM);
    for (;;) {
        const int signal = sigtimedwait(&wake, NULL, ending ? &pause : NULL);
        const bool left = reap(pid, &ended, &status);

        if (!left || (ended && !ending))
            break;
        if (signal == SIGTERM && !ending) {
            ending = true;
            told = assay_now();
            kill(-pid, SIGTERM);
        }
        if (ending && assay_now() - told > GRACE)
            kill(-pid, SIGKILL);
        if (ending && assay_now() - told > 2 * GRACE)
            break;
    }
    if (!ended)
        _exit(128 + SIGKILL);
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}
