#include "engine/fst.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/file.h"

/* FST is a chain of sections, each with its length: one that is cut short does not end at the end. */
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

void assay_fst_remove(const char *path)
{
    char part[PATH_MAX];
    struct stat st;

    if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode)) /* not a device that it was sent to */
        return;
    remove(path);
    assay_path(part, sizeof part, "%s.hier", path);
    remove(part);
}
