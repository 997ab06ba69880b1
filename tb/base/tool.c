#include "base/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"

static bool is_program(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

bool assay_tool_find(const char *name, char path[PATH_MAX])
{
    const char *folder = getenv("PATH");
    size_t n;

    if (strchr(name, '/')) {
        assay_path(path, PATH_MAX, "%s", name);
        return is_program(path);
    }
    for (folder = folder ? folder : "/usr/bin:/bin";; folder += n + 1) {
        n = strcspn(folder, ":");
        assay_path(path, PATH_MAX, "%.*s/%s", n ? (int)n : 1, n ? folder : ".", name);
        if (is_program(path))
            return true;
        if (!folder[n])
            return false;
    }
}

bool assay_tool_on_path(const char *name)
{
    char path[PATH_MAX];

    return assay_tool_find(name, path);
}

int assay_tool_ask(const char *tool, const char *option, char *line, size_t size)
{
    char *argv[] = {(char *)tool, (char *)option, NULL};
    struct assay_output out = {0};
    const int status = assay_process(argv, NULL, &out);

    snprintf(line, size, "%.*s", out.text ? (int)strcspn(out.text, "\n") : 0,
             out.text ? out.text : "");
    free(out.text);
    return status;
}

bool assay_tool_version(const char *tool, const char *option, char *line, size_t size)
{
    line[0] = '\0';
    if (!assay_tool_on_path(tool))
        return false;
    if (option)
        assay_tool_ask(tool, option, line, size);
    return true;
}
