/* icarus_end.h - vvp that ends before the program has begun in it. */
#ifndef ASSAY_ICARUS_END_H
#define ASSAY_ICARUS_END_H

/* To be called when vvp loads the module. It has exit statuses of its own, 1 among them, which is that of a mismatch. */
void assay_icarus_end_watch(void);

/* The program runs: the exit status is its own. */
void assay_icarus_end_begun(void);

#endif
