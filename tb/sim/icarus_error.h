/* icarus_error.h - $error in the RTL, where vvp runs it. */
#ifndef ASSAY_ICARUS_ERROR_H
#define ASSAY_ICARUS_ERROR_H

/* Call this when vvp loads the module, before vvp registers its own $error. */
void assay_icarus_error(void);

#endif
