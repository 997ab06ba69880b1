/* systemc_home.h - locates SystemC. */
#ifndef ASSAY_SYSTEMC_HOME_H
#define ASSAY_SYSTEMC_HOME_H

#include <limits.h>
#include <stddef.h>

#include "base/error.h"

/* An installation of SystemC. `file` is its library with all links resolved, so the version is in
 * the name. The folders are set only if `home` is. */
struct assay_systemc_home {
    const char *home; /* the variable SYSTEMC_HOME; NULL: where the compiler looks by default */
    char include[PATH_MAX], library[PATH_MAX];
    char file[PATH_MAX];
};

/* Find SystemC, in SYSTEMC_HOME or where the compiler looks by default. If it is not
 * installed, `why` says so. */
enum assay_error assay_systemc_find(struct assay_systemc_home *h, char *why, size_t why_size);

#endif
