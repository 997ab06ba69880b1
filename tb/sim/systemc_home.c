#include "sim/systemc_home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"

#define INSTALL "expected the package libsystemc-dev (scripts/setup installs it)"

static enum assay_error find_home(struct assay_systemc_home *h, char *why, size_t why_size)
{
    static const char *const folders[] = {"lib", "lib-linux64", "lib64"};
    char file[PATH_MAX];

    assay_path(h->include, sizeof h->include, "%s/include", h->home);
    assay_path(file, sizeof file, "%s/include/systemc", h->home);
    if (access(file, R_OK) == 0) {
        for (size_t i = 0; i < sizeof folders / sizeof folders[0]; ++i) {
            assay_path(h->library, sizeof h->library, "%s/%s", h->home, folders[i]);
            assay_path(file, sizeof file, "%s/%s/libsystemc.so", h->home, folders[i]);
            if (realpath(file, h->file))
                return ASSAY_OK;
        }
    }
    snprintf(
        why, why_size,
        "SYSTEMC_HOME=%s: expected include/systemc and libsystemc.so in its lib, lib-linux64 or "
        "lib64; or unset it, and " INSTALL,
        h->home);
    return ASSAY_ENVIRONMENT;
}

/* Ask the compiler for the path of the library. It answers with the bare name if there is none. */
static enum assay_error find_installed(struct assay_systemc_home *h, char *why, size_t why_size)
{
    char *argv[] = {"g++", "-print-file-name=libsystemc.so", NULL};
    struct assay_output out = {0};
    const bool asked = assay_process(argv, NULL, &out) == 0;
    bool here = false;

    if (asked) {
        out.text[strcspn(out.text, "\n")] = '\0';
        here = strchr(out.text, '/') && realpath(out.text, h->file);
    }
    free(out.text);
    if (here)
        return ASSAY_OK;
    if (asked)
        snprintf(why, why_size,
                 "SystemC is not installed: " INSTALL ", or SYSTEMC_HOME to name it");
    else
        snprintf(why, why_size,
                 "g++: cannot be run: expected it to be installed (scripts/setup does)");
    return ASSAY_ENVIRONMENT;
}

enum assay_error assay_systemc_find(struct assay_systemc_home *h, char *why, size_t why_size)
{
    memset(h, 0, sizeof *h);
    h->home = getenv("SYSTEMC_HOME");
    if (h->home && *h->home)
        return find_home(h, why, why_size);
    h->home = NULL;
    return find_installed(h, why, why_size);
}
