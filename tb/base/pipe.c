#include "base/pipe.h"

#include <errno.h>
#include <unistd.h>

bool assay_pipe_read(int fd, void *data, size_t n)
{
    for (char *at = data; n;) {
        const ssize_t done = read(fd, at, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

bool assay_pipe_write(int fd, const void *data, size_t n)
{
    for (const char *at = data; n;) {
        const ssize_t done = write(fd, at, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}
