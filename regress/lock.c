/* lock.c - allow only one regression or campaign at a time in a folder. */
#include "regress/run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"

bool assay_regress_lock(const char *out, const char *what, char *why, size_t why_size)
{
    enum {
        TRIES = 100
    }; /* a tenth of a second apart: enough for the jobs of a killed regression to end */
    const struct timespec pause = {.tv_nsec = 100000000};
    char path[PATH_MAX];
    int fd;

    assay_path(path, sizeof path, "%s/lock", out);
    fd = open(path, O_RDWR | O_CREAT, 0666); /* inherited by the children */
    if (fd < 0) {
        snprintf(why, why_size, "%s: %s: expected to write there", path, strerror(errno));
        return false;
    }
    for (int i = 0; i < TRIES; ++i) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR) {
            snprintf(why, why_size, "%s: %s: expected to lock it", path, strerror(errno));
            close(fd);
            return false;
        }
        nanosleep(&pause, NULL);
    }
    snprintf(why, why_size, "%s: another %s is at work in this folder: expected to be alone", out,
             what);
    close(fd);
    return false;
}
