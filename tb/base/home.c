#include "base/home.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

/* A path that no file can be below, for programs that continue without a tree. */
#define NOWHERE "/dev/null"

#define ADVICE "expected the project's tree; ASSAY_HOME names it"

/* What surrounds the program. */
struct place {
    char program[PATH_MAX]; /* the program's folder */
    char build[PATH_MAX];   /* its build folder; "" if it is not in one */
    char tree[PATH_MAX];    /* "" if there is none */
    char prefix[PATH_MAX];  /* where it is installed; "" if it is not installed */
};

static bool is_folder(const char *path, const char *below)
{
    char full[2 * PATH_MAX];
    struct stat st;

    snprintf(full, sizeof full, "%s/%s", path, below);
    return stat(full, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool can_read(const char *path, const char *below)
{
    char full[2 * PATH_MAX];

    snprintf(full, sizeof full, "%s/%s", path, below);
    return access(full, R_OK) == 0;
}

/* Every tree has these folders, also the part of it that is installed. */
static const char *const parts[] = {"rtl", "model", "tb"};

/* The first folder that is missing; NULL if `path` is a tree. */
static const char *missing(const char *path)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i)
        if (!is_folder(path, parts[i]))
            return parts[i];
    return NULL;
}

/* Whether `path` is the folder that the program was built in, or its tests subfolder. */
static bool is_where_built(const char *path)
{
    char real[PATH_MAX];
    size_t n;

    if (!realpath(ASSAY_BUILD_DIR, real))
        return false;
    n = strlen(real);
    return strncmp(path, real, n) == 0 && (path[n] == '\0' || strcmp(path + n, "/tests") == 0);
}

/* Go to the parent folder. False if there is none. */
static bool go_up(char *path)
{
    char *slash = strrchr(path, '/');

    if (!slash || !slash[1])
        return false;
    slash[slash == path] = '\0';
    return true;
}

/* Search upwards from the program's folder for a source tree or an installation prefix. */
static void look_around(struct place *p)
{
    char here[PATH_MAX], share[PATH_MAX + 16];
    size_t n;

    memcpy(here, p->program, sizeof here);
    do {
        if (!p->build[0] && can_read(here, "CMakeCache.txt"))
            memcpy(p->build, here, sizeof here);
        snprintf(share, sizeof share, "%s/share/assay", here);
        n = strlen(here);
        if (strcmp(p->program + n, "/bin") == 0 && strncmp(p->program, here, n) == 0 &&
            !missing(share)) {
            memcpy(p->prefix, here, sizeof here);
            snprintf(p->tree, sizeof p->tree, "%.*s", PATH_MAX - 1, share);
        } else if (!missing(here) && can_read(here, "CMakeLists.txt")) {
            memcpy(p->tree, here, sizeof here);
        }
    } while (!p->tree[0] && go_up(here));
}

bool assay_home_program(char *path, size_t size, char *why, size_t why_size)
{
    const ssize_t n = readlink("/proc/self/exe", path, size - 1);

    path[n > 0 ? n : 0] = '\0';
    if (n <= 0)
        snprintf(why, why_size, "/proc/self/exe: %s: expected the path of this program",
                 n < 0 ? strerror(errno) : "an empty link");
    return n > 0;
}

static void find_place(struct place *p)
{
    char why[256];

    p->build[0] = p->tree[0] = p->prefix[0] = '\0';
    if (!assay_home_program(p->program, sizeof p->program, why, sizeof why) || !go_up(p->program))
        return;
    /* A program that is still where it was built uses the tree that it was
     * built from, wherever that is. */
    if (is_where_built(p->program)) {
        snprintf(p->build, sizeof p->build, "%s", ASSAY_BUILD_DIR);
        if (!missing(ASSAY_SOURCE_DIR))
            snprintf(p->tree, sizeof p->tree, "%s", ASSAY_SOURCE_DIR);
        return;
    }
    look_around(p);
    if (p->tree[0] && !p->prefix[0] && !p->build[0])
        memcpy(p->build, p->program, sizeof p->build);
}

static const char *set(const char *variable)
{
    const char *value = getenv(variable);

    return value && *value ? value : NULL;
}

bool assay_home_find(char *path, size_t size, char *why, size_t why_size)
{
    const char *given = set("ASSAY_HOME");
    char real[PATH_MAX];
    struct place p;

    if (given && missing(given)) {
        snprintf(why, why_size,
                 "ASSAY_HOME=%s: no folder '%s' there: expected a tree of the project, with rtl, "
                 "model and tb",
                 given, missing(given));
        return false;
    }
    if (given && *given != '/') /* tools run in other folders, so it must be absolute */
        given = realpath(given, real);
    if (set("ASSAY_HOME") && !given) {
        snprintf(why, why_size, "ASSAY_HOME=%s: %s: expected a tree of the project",
                 set("ASSAY_HOME"), strerror(errno));
        return false;
    }
    find_place(&p);
    if (given || p.tree[0]) {
        snprintf(path, size, "%s", given ? given : p.tree);
        return true;
    }
    if (p.build[0] && strcmp(p.build, ASSAY_BUILD_DIR) == 0)
        snprintf(why, why_size, "%s: the tree that the program was built from is gone: " ADVICE,
                 ASSAY_SOURCE_DIR);
    else if (p.build[0])
        snprintf(
            why, why_size,
            "%s: a build folder that is not where it was made (%s), with no tree above it: " ADVICE,
            p.build, ASSAY_BUILD_DIR);
    else
        snprintf(
            why, why_size,
            "%s: the program stands alone: no tree above it, no share/assay beside it: " ADVICE,
            p.program);
    return false;
}

const char *assay_home(char *path, size_t size)
{
    char why[3 * PATH_MAX];

    if (!assay_home_find(path, size, why, sizeof why))
        snprintf(path, size, NOWHERE);
    return path;
}

const char *assay_home_modules(char *path, size_t size)
{
    struct place p;

    find_place(&p);
    if (set("ASSAY_VPI"))
        snprintf(path, size, "%s", set("ASSAY_VPI"));
    else if (p.prefix[0])
        snprintf(path, size, "%s/" ASSAY_LIB_DIR "/assay", p.prefix);
    else
        snprintf(path, size, "%s", p.build[0] ? p.build : p.program);
    return path;
}

const char *assay_home_cache(char *path, size_t size)
{
    struct place p;

    find_place(&p);
    if (set("ASSAY_CACHE"))
        snprintf(path, size, "%s", set("ASSAY_CACHE"));
    else if (p.build[0])
        snprintf(path, size, "%s/variants", p.build);
    else if (set("XDG_CACHE_HOME"))
        snprintf(path, size, "%s/assay", set("XDG_CACHE_HOME"));
    else
        snprintf(path, size, "%s/.cache/assay", set("HOME") ? set("HOME") : "");
    return path;
}

static bool cache_has_a_place(void)
{
    struct place p;

    find_place(&p);
    return set("ASSAY_CACHE") || set("XDG_CACHE_HOME") || set("HOME") || p.build[0];
}

bool assay_home_check(char *why, size_t why_size)
{
    static const char *const folders[] = {"ASSAY_HOME", "ASSAY_VPI", "ASSAY_CACHE", "SYSTEMC_HOME"};
    /* If one of these is empty, it counts as not set. */
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
