#include "engine/fst.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/* FST is a chain of blocks, each with its length. In a truncated file the chain does not end at the
 * end of the file. */
bool assay_fst_is_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    unsigned char head[9];
    long at = 0, end = -1;

    if (!f)
        return false;
    if (fseek(f, 0, SEEK_END) == 0)
        end = ftell(f);
    while (end > 0 && at >= 0 && at < end) {
        uint64_t length = 0;

        if (fseek(f, at, SEEK_SET) != 0 || fread(head, 1, sizeof head, f) != sizeof head)
            break;
        for (int i = 1; i < 9; ++i)
            length = length << 8 | head[i];
        if (length < 8 || length > (uint64_t)end)
            break;
        at += 1 + (long)length;
    }
    fclose(f);
    return end > 0 && at == end;
}

int assay_fst_room(const char *path)
{
    enum { ROOM = 64 << 10 };
    struct stat st;
    const bool is_there = stat(path, &st) == 0;
    int fd, error;

    if (is_there && !S_ISREG(st.st_mode))
        return 0;
    fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return errno;
    error = posix_fallocate(fd, 0, ROOM);
    if (error != ENOSPC && error != EDQUOT)
        error = ftruncate(fd, 0) == 0 ? 0 : errno;
    close(fd);
    if (error && !is_there)
        remove(path);
    return error;
}

void assay_fst_remove(const char *path)
{
    char part[PATH_MAX];
    struct stat st;

    if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode)) /* not a device, for example */
        return;
    remove(path);
    assay_path(part, sizeof part, "%s.hier", path);
    remove(part);
}
