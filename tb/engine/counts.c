/* counts.c - the line and toggle counts of a DUT, as a file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/outfile.h"
#include "engine/engine.h"

/* Verilator does not check whether its writes succeed, so it writes into memory first. Returns that
 * file, or NULL and sets errno. */
static FILE *coverage_in_memory(struct assay_lockstep *ls)
{
    const int fd = memfd_create("coverage", MFD_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
    char path[64];
    int error;

    if (!f) {
        error = errno;
        if (fd >= 0)
            close(fd);
    } else {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        error = ls->config.ops->coverage(ls->dut, path);
        if (error) {
            fclose(f);
            f = NULL;
        }
    }
    errno = error;
    return f;
}

bool assay_lockstep_code_coverage(struct assay_lockstep *ls, const char *path, char *why,
                                  size_t why_size)
{
    struct assay_outfile o;
    char part[1 << 14];
    FILE *made;
    size_t n;

    if (!ls->dut || ls->dut_lost || !ls->config.ops->coverage) {
        snprintf(
            why, why_size,
            ls->dut_lost
                ? "%s: the DUT and its counts are lost: expected one that returns from each cycle"
                : "%s: this DUT counts no lines: expected a Verilated one",
            path);
        return false;
    }
    made = coverage_in_memory(ls);
    if (!made) {
        snprintf(why, why_size, "%s: %s: expected memory for the code coverage", path,
                 strerror(errno));
        return false;
    }
    if (!assay_outfile_open(&o, path, why, why_size)) {
        fclose(made);
        return false;
    }
    while ((n = fread(part, 1, sizeof part, made)) != 0)
        fwrite(part, 1, n, o.f);
    fclose(made);
    return assay_outfile_close(&o, why, why_size);
}
