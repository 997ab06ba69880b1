/*
 * chunk.h - the files through which a cluster's tasks and the regression talk.
 *
 * A chunk file is text, a task a line, its fields parted by tabs:
 *
 *     assay-chunk 1
 *     FOLDER <tab> TIMEOUT <tab> MEMORY <tab> ARGUMENT...
 *
 * FOLDER gets stdout, stderr and, once the task has ended, `end`: one line
 *
 *     assay-end STARTED ERROR EXIT SIGNAL TIMED_OUT SECONDS
 */
#ifndef ASSAY_REGRESS_CHUNK_H
#define ASSAY_REGRESS_CHUNK_H

#include "regress/pool.h"

/* False with a message in `why`. */
bool assay_chunk_end_write(const char *folder, const struct assay_task_end *end, char *why,
                           size_t why_size);
/* False if there is none yet. */
bool assay_chunk_end_read(const char *folder, struct assay_task_end *end);

/* Run a chunk, one task after the other. Returns an exit status. */
int assay_chunk_run(const char *path);

#endif
