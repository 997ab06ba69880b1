#include "base/home.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

/* PREFIX of an installed program; false if this is not one. */
static bool installed(char prefix[PATH_MAX])
{
    char tree[PATH_MAX + 32];
    const ssize_t n = readlink("/proc/self/exe", prefix, PATH_MAX - 1);

    if (n <= 0)
        return false;
    prefix[n] = '\0';
    for (int i = 0; i < 2; ++i) {
        char *slash = strrchr(prefix, '/');

        if (!slash)
            return false;
        *slash = '\0';
    }
    snprintf(tree, sizeof tree, "%s/share/assay/rtl", prefix);
    return access(tree, R_OK) == 0;
}

static const char *set(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value ? value : NULL;
}

const char *assay_home(char *path, size_t size)
{
    char prefix[PATH_MAX];

    if (set("ASSAY_HOME"))
        snprintf(path, size, "%s", set("ASSAY_HOME"));
    else if (installed(prefix))
        snprintf(path, size, "%s/share/assay", prefix);
    else
        snprintf(path, size, "%s", ASSAY_SOURCE_DIR);
    return path;
}

const char *assay_home_modules(char *path, size_t size)
{
    char prefix[PATH_MAX];

    if (set("ASSAY_VPI"))
        snprintf(path, size, "%s", set("ASSAY_VPI"));
    else if (installed(prefix))
        snprintf(path, size, "%s/" ASSAY_LIB_DIR "/assay", prefix);
    else
        snprintf(path, size, "%s", ASSAY_BUILD_DIR);
    return path;
}

const char *assay_home_cache(char *path, size_t size)
{
    char prefix[PATH_MAX];

    if (set("ASSAY_CACHE"))
        snprintf(path, size, "%s", set("ASSAY_CACHE"));
    else if (!installed(prefix))
        snprintf(path, size, "%s", ASSAY_BUILD_DIR "/variants");
    else if (set("XDG_CACHE_HOME"))
        snprintf(path, size, "%s/assay", set("XDG_CACHE_HOME"));
    else
        snprintf(path, size, "%s/.cache/assay", set("HOME") ? set("HOME") : "");
    return path;
}

static bool cache_has_a_place(void)
{
    char prefix[PATH_MAX];

    return set("ASSAY_CACHE") || set("XDG_CACHE_HOME") || set("HOME") || !installed(prefix);
}

bool assay_home_check(char *why, size_t why_size)
{
    static const char *const folders[] = {"ASSAY_HOME", "ASSAY_VPI", "ASSAY_CACHE", "SYSTEMC_HOME"};
    /* With an empty one of these the program does without. */
    static const char *const others[] = {"XDG_CACHE_HOME", "HOME"};
    const char *wrong = NULL, *name = NULL;

    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !wrong; ++i) {
        name = folders[i];
        wrong = getenv(name) ? assay_folder_wrong(getenv(name)) : NULL;
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0] && !wrong; ++i) {
        name = others[i];
        wrong = set(name) ? assay_folder_wrong(getenv(name)) : NULL;
    }
    if (!wrong && !cache_has_a_place()) {
        name = "HOME";
        wrong = "it is empty: expected the name of a folder, or ASSAY_CACHE";
    }
    if (wrong)
        snprintf(why, why_size, "%s: %s", name, wrong);
    return !wrong;
}

void assay_home_pass_on(void)
{
    char path[PATH_MAX];

    setenv("ASSAY_HOME", assay_home(path, sizeof path), 1);
    setenv("ASSAY_VPI", assay_home_modules(path, sizeof path), 1);
    setenv("ASSAY_CACHE", assay_home_cache(path, sizeof path), 1);
}

const char *assay_source_path(char *path, size_t size, const char *relative)
{
    char home[PATH_MAX];

    snprintf(path, size, "%s/%s", assay_home(home, sizeof home), relative);
    return path;
}

const char *assay_source_shown(char *path, size_t size, const char *relative)
{
    struct stat here, there;

    assay_source_path(path, size, relative);
    if (stat(relative, &here) == 0 && stat(path, &there) == 0 && here.st_dev == there.st_dev &&
        here.st_ino == there.st_ino)
        snprintf(path, size, "%s", relative);
    return path;
}
