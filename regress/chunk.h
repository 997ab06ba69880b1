/*
 * chunk.h - the files by which a regression hands tasks to a cluster and gets their results back.
 *
 * A chunk file is text, one task per line, with tab-separated fields:
 *
 *     assay-chunk 1
 *     FOLDER <tab> TIMEOUT <tab> MEMORY <tab> ARGUMENT...
 *
 * FOLDER receives stdout, stderr and, once the task has ended, the file `end` with one line:
 *
 *     assay-end STARTED ERROR EXIT SIGNAL TIMED_OUT SECONDS
 */
#ifndef ASSAY_REGRESS_CHUNK_H
#define ASSAY_REGRESS_CHUNK_H

#include "regress/pool.h"

/* Read the `end` file of a task. Returns false if there is none yet. */
bool assay_chunk_end_read(const char *folder, struct assay_task_end *end);

/* Run the tasks of a chunk file, one after another. Returns an exit status. */
int assay_chunk_run(const char *path);

#endif
