/* rtl.h - the RTL that new-block is given. */
#ifndef ASSAY_NEW_RTL_H
#define ASSAY_NEW_RTL_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "sim/filelist.h"

struct assay_new_rtl {
    const char *path; /* as given: a file list or a source */
    const char *top;
    struct assay_filelist list;
};

/* Returns ASSAY_BAD_INPUT with a message if the list is not valid, and for VHDL. */
enum assay_error assay_new_rtl_open(struct assay_new_rtl *r, const char *path, const char *top,
                                    char *why, size_t why_size);
void assay_new_rtl_close(struct assay_new_rtl *r);

/* Elaborates the design with n parameters set to these values.
 * *xml is the result, which the caller frees. */
enum assay_error assay_new_rtl_xml(const struct assay_new_rtl *r, size_t n,
                                   const char *const *param, const uint32_t *value, char **xml,
                                   char *why, size_t why_size);

#endif
