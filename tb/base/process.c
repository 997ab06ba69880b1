#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: never returns. */
static void become(char *const argv[], const char *cwd, int output)
{
    int null = open("/dev/null", O_RDONLY);

    prctl(PR_SET_PDEATHSIG, SIGTERM); /* an interrupted program leaves no compiler behind */
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    if (cwd && chdir(cwd) != 0)
        _exit(126);
    execvp(argv[0], argv);
    _exit(127);
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

int assay_process_wait(long pid)
{
    int status;

    if (pid < 0) /* it would be any child */
        return ASSAY_NOT_STARTED;
    while (waitpid((pid_t)pid, &status, 0) < 0)
        if (errno != EINTR)
            return ASSAY_NOT_STARTED;
    if (WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return WEXITSTATUS(status) == 127 ? ASSAY_NOT_STARTED : WEXITSTATUS(status);
}

int assay_process(char *const argv[], const char *cwd, struct assay_output *out)
{
    char buffer[4096];
    int ends[2];
    pid_t pid;
    ssize_t n;

    if (out) {
        out->size = 0;
        out->text = calloc(1, 1);
        if (!out->text)
            return ASSAY_NOT_STARTED;
    }
    if (pipe2(ends, O_CLOEXEC) != 0)
        return ASSAY_NOT_STARTED;
    pid = fork();
    if (pid == 0)
        become(argv, cwd, ends[1]);
    close(ends[1]);
    while (pid > 0) {
        n = read(ends[0], buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || (out && !append(out, buffer, (size_t)n)))
            break;
    }
    close(ends[0]);
    return pid > 0 ? assay_process_wait(pid) : ASSAY_NOT_STARTED;
}

long assay_process_start(char *const argv[], const char *cwd, const char *log)
{
    pid_t pid = fork();

    if (pid == 0) {
        int output = open(log, O_WRONLY | O_CREAT | O_APPEND, 0666);

        if (output < 0)
            _exit(126);
        become(argv, cwd, output);
    }
    return pid;
}
