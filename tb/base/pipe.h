/* pipe.h - whole messages through pipes and sockets. */
#ifndef ASSAY_PIPE_H
#define ASSAY_PIPE_H

#include <stdbool.h>
#include <stddef.h>

/* Transfer all `n` bytes, with as many calls as it takes, also after signals. False at the end of
 * the pipe or on an error. */
bool assay_pipe_read(int fd, void *data, size_t n);
bool assay_pipe_write(int fd, const void *data, size_t n);

#endif
