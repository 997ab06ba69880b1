/* fst.h - whether a waveform file was written to its end. */
#ifndef ASSAY_FST_H
#define ASSAY_FST_H

#include <stdbool.h>

/* False for a file that is cut short or can't be read. Writers of FST drop errors, so that a disk that
 * fills up shows in no other way. */
bool assay_fst_is_whole(const char *path);

/* 0, or the errno with which a disk refuses what a waveform begins with: its writer maps files, and ends by SIGBUS
 * where there is no room for them. */
int assay_fst_room(const char *path);

/* Remove a waveform that is cut short, with what Verilator's writer keeps beside it until the end. What
 * is no regular file stays. */
void assay_fst_remove(const char *path);

#endif
