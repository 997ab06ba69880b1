#include "base/path.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

const char *assay_path_wrong(const char *path)
{
    if (!*path)
        return "it is empty: expected the name of a file";
    if (strlen(path) >= PATH_MAX)
        return "the name is too long: expected less than 4096 characters";
    return NULL;
}

const char *assay_folder_wrong(const char *path)
{
    if (!*path)
        return "it is empty: expected the name of a folder";
    if (strlen(path) > ASSAY_FOLDER_MOST)
        return "the name is too long: expected 3000 characters at most";
    return NULL;
}

bool assay_same_file(const char *a, const char *b)
{
    struct stat sa, sb;

    return stat(a, &sa) == 0 && stat(b, &sb) == 0 && S_ISREG(sa.st_mode) &&
           sa.st_dev == sb.st_dev && sa.st_ino == sb.st_ino;
}
