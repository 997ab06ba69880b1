/*
 * host.h - what products of matrices need of the host: threads, memory, the state of its floating point.
 *
 *     host_run(threads, panels, pack, &job);      pack(&job, thread, panel) for each panel
 */
#ifndef ASSAY_API_HOST_H
#define ASSAY_API_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Item `item`, by thread `thread`: scratch memory of its own is found by that number. */
typedef void host_work(void *job, size_t thread, size_t item);

/*
 * Work on items 0 to items - 1 in the caller's thread and up to threads - 1 others. Threads that cannot be had
 * leave their share to the rest. All have ended on return. They take no signals. `threads` is 1 to
 * ASSAY_GEMM_MAX_THREADS.
 */
void host_run(size_t threads, size_t items, host_work *work, void *job);

/* How many are worth starting for m * n * k products: at most `most`, with 0 at most as many as there
 * are cores that this process may use. */
size_t host_threads(unsigned most, size_t m, size_t n, size_t k);

/* x * y * z words, aligned to a line of the cache; NULL also when that is more than memory can be. */
uint32_t *host_room(size_t x, size_t y, size_t z);

/* Sets a stride of 0; false unless the matrix can be in memory. */
bool host_good_matrix(size_t rows, size_t cols, size_t element, size_t *stride);

/* Whether this thread's floating point is in its default state: it rounds to nearest even, and keeps subnormals as
 * operands and results; on x86 it also stays silent, where a trap would end the program. Threads inherit it. */
bool host_is_ieee(void);

#endif
