#include "sim/icarus_name.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

static bool is_plain(const char *text)
{
    for (; *text; ++text)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

int assay_icarus_name(const char *path, char name[PATH_MAX])
{
    const char *slash = strrchr(path, '/'), *const last = slash ? slash + 1 : path;
    char folder[PATH_MAX];
    int fd;

    if (!is_plain(last))
        return EINVAL;
    assay_path(name, PATH_MAX, "%s", path);
    if (is_plain(path))
        return 0;
    assay_path(folder, sizeof folder, "%.*s", (int)(last - path), path);
    fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    assay_path(name, PATH_MAX, "/proc/self/fd/%d/%s", fd, last);
    return 0;
}
