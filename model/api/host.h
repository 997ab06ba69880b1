/*
 * host.h - what products of matrices need from the host: threads, memory, the state of its floating
 * point.
 *
 *     host_run(threads, panels, pack, &job);      pack(&job, thread, panel) for each panel
 */
#ifndef ASSAY_API_HOST_H
#define ASSAY_API_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Processes item `item` in thread `thread`, whose number selects the scratch memory. */
typedef void host_work(void *job, size_t thread, size_t item);

/*
 * Processes items 0 to items - 1 in the caller's thread and in up to threads - 1 others. The
 * remaining threads take the share of those that could not be started. All have ended on return.
 * They do not receive signals. `threads` is 1 to ASSAY_GEMM_MAX_THREADS.
 */
void host_run(size_t threads, size_t items, host_work *work, void *job);

/* Number of threads worth starting for m * n * k products: at most `most`, or, if that is 0, at
 * most the number of cores that this process may use. */
size_t host_threads(unsigned most, size_t m, size_t n, size_t k);

/*
 * Allocates x * y * z words, aligned to a cache line; the caller frees them. NULL if out of memory,
 * or if the size exceeds the address space.
 */
uint32_t *host_room(size_t x, size_t y, size_t z);

/* Replaces a stride of 0 by `cols`; false if the matrix cannot fit in memory. */
bool host_good_matrix(size_t rows, size_t cols, size_t element, size_t *stride);

/* True if this thread's floating point is in its default state: it rounds to nearest even and
 * keeps subnormal operands and results; on x86, exceptions are also masked, because a trap would
 * end the program. Threads inherit the state. */
bool host_is_ieee(void);

#endif
