/* systemc_home.h - where SystemC is. */
#ifndef ASSAY_SYSTEMC_HOME_H
#define ASSAY_SYSTEMC_HOME_H

#include <limits.h>
#include <stddef.h>

#include "base/error.h"

/* Where SystemC is: its library with all links followed, which has the version in its name; and, when
 * SYSTEMC_HOME is set, that variable and its folders. */
struct assay_systemc_home {
    const char *home; /* NULL: where the compiler looks by itself */
    char include[PATH_MAX], library[PATH_MAX];
    char file[PATH_MAX];
};

/* Look whether SystemC is here, in SYSTEMC_HOME or where the compiler looks. */
enum assay_error assay_systemc_find(struct assay_systemc_home *h, char *why, size_t why_size);

#endif
