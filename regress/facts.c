#include "regress/facts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/process.h"
#include "base/tool.h"

enum { LINE = 256 };

/* Run git. Returns false if it fails. `text` receives its output and must be freed in either
 * case. */
static bool git(const char *folder, const char *a, const char *b, const char *c, char **text)
{
    char *argv[] = {
        "git", "--no-optional-locks", "-C", (char *)folder, (char *)a, (char *)b, (char *)c, NULL};
    struct assay_output out = {0};
    const int status = assay_process_text(argv, NULL, &out);

    *text = out.text;
    return status == 0 && out.text;
}

static bool commit_of(const char *list, char *line, size_t size)
{
    const char *slash = strrchr(list, '/');
    char folder[PATH_MAX], *commit = NULL, *changes = NULL;
    bool found;

    assay_path(folder, sizeof folder, "%.*s", slash ? (int)(slash - list) + 1 : 1,
               slash ? list : ".");
    found = git(folder, "rev-parse", "--short=12", "HEAD", &commit) && *commit;
    if (found) {
        const bool asked = git(folder, "status", "--porcelain", "--untracked-files=no", &changes);

        snprintf(line, size, "%.*s%s", (int)strcspn(commit, "\n"), commit,
                 !asked     ? ", changes unknown"
                 : *changes ? " with changes"
                            : "");
    }
    free(commit);
    free(changes);
    return found;
}

bool assay_facts_store(struct assay_store *s, int64_t run, const char *list, char *why,
                       size_t why_size)
{
    static const char *const tools[][2] = {
        {"verilator", "--version"}, {"iverilog", "-V"}, {"g++", "--version"}};
    char line[LINE];

    if (assay_tool_on_path("git") && commit_of(list, line, sizeof line) &&
        !assay_store_add_fact(s, run, "commit", line, why, why_size))
        return false;
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; ++i)
        if (assay_tool_version(tools[i][0], tools[i][1], line, sizeof line) && *line &&
            !assay_store_add_fact(s, run, tools[i][0], line, why, why_size))
            return false;
    return true;
}
