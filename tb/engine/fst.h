/* fst.h - checks of waveform files: whether there is room for one, and whether it is complete. */
#ifndef ASSAY_FST_H
#define ASSAY_FST_H

#include <stdbool.h>

/* False for a file that is truncated or cannot be read. FST writers ignore write errors, so a full
 * disk shows in no other way. */
bool assay_fst_is_whole(const char *path);

/* Returns 0, or the errno if the disk has no room for the start of a waveform: the FST writer maps
 * its files and dies from SIGBUS when there is no room. */
int assay_fst_room(const char *path);

/* Removes a truncated waveform and the file that Verilator's writer keeps next to it until the end.
 * Leaves anything alone that is not a regular file. */
void assay_fst_remove(const char *path);

#endif
