#include "base/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"

bool assay_tool_on_path(const char *name)
{
    const char *path = getenv("PATH");
    char *own = strdup(path ? path : "/usr/bin:/bin"), *rest = own, *folder, file[4096];
    bool found = false;

    while (own && !found && (folder = strsep(&rest, ":"))) {
        assay_path(file, sizeof file, "%s/%s", *folder ? folder : ".", name);
        found = access(file, X_OK) == 0;
    }
    free(own);
    return found;
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
