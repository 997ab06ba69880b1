/* icarus_end.h - detects a vvp that ends before the program has started in it. */
#ifndef ASSAY_ICARUS_END_H
#define ASSAY_ICARUS_END_H

/* Call this when vvp loads the module. vvp has its own exit statuses, and its 1
 * would read as a mismatch. */
void assay_icarus_end_watch(void);

/* The program has started: the exit status is its own from here on. */
void assay_icarus_end_begun(void);

#endif
