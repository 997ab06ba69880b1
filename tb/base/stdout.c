#include "base/stdout.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/message.h"

static unsigned lent;
static int own = -1; /* the descriptor of standard output while it is lent */
static bool lost, told;
static int lost_by; /* errno of the loss, 0 if not known */

void assay_stdout_lose(int error)
{
    lost_by = lost ? lost_by : error;
    lost = true;
}

/* Write out what the program has printed so far. */
static void flush(void)
{
    if (fflush(stdout) != 0)
        assay_stdout_lose(errno);
    else if (ferror(stdout))
        assay_stdout_lose(0);
}

/* Write out what a simulator has printed. Losing it is not an error. */
static void flush_foreign(void)
{
    if (fflush(stdout) != 0) {
        __fpurge(stdout);
        clearerr(stdout);
    }
}

void assay_stdout_lend(void)
{
    if (lent++)
        return;
    flush();
    own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (own < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        assay_stdout_lose(errno); /* from now on a simulator may print into the report */
}

void assay_stdout_back(void)
{
    if (--lent || own < 0)
        return;
    flush_foreign();
    if (dup2(own, STDOUT_FILENO) < 0)
        assay_stdout_lose(errno);
    close(own);
    own = -1;
}

void assay_stdout_mute(void)
{
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (null < 0)
        return;
    dup2(null, STDOUT_FILENO);
    close(null);
}

bool assay_stdout_closed(void)
{
    struct pollfd p = {.fd = own < 0 ? STDOUT_FILENO : own};

    return poll(&p, 1, 0) > 0 && (p.revents & POLLERR);
}

int assay_stdout_end(int status)
{
    int copy;

    flush();
    /* Some file systems report a full disk only on close. */
    copy = dup(STDOUT_FILENO);
    if (copy >= 0 && close(copy) != 0)
        assay_stdout_lose(errno);
    if (!lost)
        return status;
    if (!told)
        assay_print_error("standard output: %s: expected to print everything there",
                          lost_by ? strerror(lost_by) : "not all could be written");
    told = true;
    return status ? status : EXIT_FAULT;
}

/* Runs if `exit` is called before the end of the program, as by --help. */
static void at_exit(void)
{
    if (!told && assay_stdout_end(EXIT_EQUAL) != EXIT_EQUAL)
        _exit(EXIT_FAULT);
}

void assay_stdout_begin(void)
{
    /* Each open returns the lowest free number, which is `fd`. The first two don't accept
     * writes. */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    atexit(at_exit);
}
