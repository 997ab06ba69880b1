/* icarus_error.h - $error in the RTL, where vvp runs it. */
#ifndef ASSAY_ICARUS_ERROR_H
#define ASSAY_ICARUS_ERROR_H

/* To be called when vvp loads the module, before its own $error is there. */
void assay_icarus_error(void);

#endif
