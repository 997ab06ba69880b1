/* cell_folder.h - where the files of a case go: to a temporary folder, or below the one of --out. */
#ifndef PROVE_CELL_FOLDER_H
#define PROVE_CELL_FOLDER_H

#include "base/scratch.h"
#include "prove/cell.h"

/*
 * Set c->folder to a new and empty folder. Below `out` it is BLOCK/LEMMA-CASE, which may exist if
 * it is empty or if this function made it earlier. Without `out` it is `s`, outside of the cache.
 * `s` is opened anyway, as the tools need a place for temporary files too. Close it unless there is
 * an error.
 */
enum assay_error cell_folder_open(struct cell *c, const char *out, struct assay_scratch *s,
                                  char *why, size_t why_size);

/* After an error: a lemma is not to blame for a disk that is full. Returns the error that it is. */
enum assay_error cell_folder_blame(const struct cell *c, const struct assay_scratch *s,
                                   enum assay_error e, char *why, size_t why_size);

#endif
