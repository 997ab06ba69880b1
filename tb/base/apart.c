#include "base/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK = 250 /* milliseconds between two calls of go_on */ };

static void silence(void)
{
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (null < 0)
        return;
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    close(null);
}

static _Noreturn void work_apart(const struct assay_apart *a, pid_t parent, int to)
{
    FILE *f = fdopen(to, "wb");
    int status = 1;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* the parent has already ended */
        _exit(status);
    if (a->silent)
        silence();
    if (f) {
        a->work(a->arg, f);
        status = fclose(f) == 0 ? 0 : 1;
    }
    if (a->leave)
        a->leave(a->leave_arg, status);
    _exit(status);
}

/* Copy everything up to the end of the pipe. False on an error, or if `go_on` says to stop. */
static bool read_answer(const struct assay_apart *a, int from, FILE *to)
{
    char part[1 << 14];

    for (;;) {
        struct pollfd p = {.fd = from, .events = POLLIN};
        const int ready = poll(&p, 1, LOOK);
        const bool again = ready == 0 || (ready < 0 && errno == EINTR);
        ssize_t n;

        if (a->go_on && !a->go_on(a->go_on_arg))
            return false;
        if (again)
            continue;
        n = read(from, part, sizeof part);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        if (fwrite(part, 1, (size_t)n, to) != (size_t)n)
            return false;
    }
}

static bool ended_well(pid_t pid)
{
    int status;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool assay_apart_run(const struct assay_apart *a, void **text, size_t *size)
{
    char *answer = NULL;
    const pid_t parent = getpid();
    int ends[2];
    pid_t pid;
    FILE *to;
    bool good;

    *text = NULL;
    *size = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    fflush(NULL);
    pid = fork();
    if (pid == 0) {
        close(ends[0]);
        work_apart(a, parent, ends[1]);
    }
    close(ends[1]);
    to = pid < 0 ? NULL : open_memstream(&answer, size);
    good = to && read_answer(a, ends[0], to);
    close(ends[0]);
    if (pid > 0 && !good)
        kill(pid, SIGKILL);
    if (pid > 0)
        good = ended_well(pid) && good;
    if (to && fclose(to) != 0)
        good = false;
    if (!good) {
        free(answer);
        return false;
    }
    *text = answer;
    return true;
}
