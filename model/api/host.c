#define _GNU_SOURCE /* for sched_getaffinity and CPU_COUNT */
#include "api/host.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "api/assay_gemm.h"

enum { PRODUCTS_A_THREAD = 1 << 22 }; /* for fewer products an additional thread does not pay off */

/* --- threads --- */

struct pool {
    host_work *work;
    void *job;
    size_t items;
    atomic_size_t next; /* the first item that no thread has taken */
};

struct worker {
    struct pool *pool;
    size_t number;
    pthread_t thread;
};

static void *take_items(void *arg)
{
    const struct worker *w = arg;
    struct pool *pool = w->pool;

    for (size_t item; (item = atomic_fetch_add(&pool->next, 1)) < pool->items;)
        pool->work(pool->job, w->number, item);
    return NULL;
}

void host_run(size_t threads, size_t items, host_work *work, void *job)
{
    struct pool pool = {.work = work, .job = job, .items = items};
    struct worker worker[ASSAY_GEMM_MAX_THREADS];
    sigset_t all, before;
    size_t started = 1;

    atomic_init(&pool.next, 0);
    worker[0] = (struct worker){.pool = &pool};
    if (threads > 1) {
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before); /* workers inherit this: no signals */
        for (; started < threads; ++started) {
            worker[started] = (struct worker){.pool = &pool, .number = started};
            if (pthread_create(&worker[started].thread, NULL, take_items, &worker[started]))
                break;
        }
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    take_items(&worker[0]);
    while (started > 1)
        pthread_join(worker[--started].thread, NULL);
}

static size_t cores(void)
{
    cpu_set_t set;
    long n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                         : sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > ASSAY_GEMM_MAX_THREADS ? ASSAY_GEMM_MAX_THREADS : (size_t)n;
}

size_t host_threads(unsigned most, size_t m, size_t n, size_t k)
{
    const size_t threads = most ? most : cores();
    size_t products;

    if (!__builtin_mul_overflow(m, n, &products) &&
        !__builtin_mul_overflow(products, k, &products) && threads > products / PRODUCTS_A_THREAD)
        return products / PRODUCTS_A_THREAD + 1;
    return threads;
}

/* --- memory --- */

uint32_t *host_room(size_t x, size_t y, size_t z)
{
    enum { LINE = 64 };
    size_t bytes;

    if (__builtin_mul_overflow(x, y, &bytes) || __builtin_mul_overflow(bytes, z, &bytes) ||
        __builtin_mul_overflow(bytes, sizeof(uint32_t), &bytes) || bytes > SIZE_MAX - LINE)
        return NULL;
    return aligned_alloc(LINE, bytes / LINE * LINE + LINE);
}

bool host_good_matrix(size_t rows, size_t cols, size_t element, size_t *stride)
{
    size_t size;

    if (*stride == 0)
        *stride = cols;
    return *stride >= cols && !__builtin_mul_overflow(rows, *stride, &size) &&
           !__builtin_mul_overflow(size, element, &size) && size <= PTRDIFF_MAX;
}

/* --- floating point --- */

bool host_is_ieee(void)
{
#if defined(__x86_64__)
    return (_mm_getcsr() & ~0x3Fu) == 0x1F80; /* all but the exception flags */
#else
    /* volatile, to be computed at run time and not by the compiler */
    volatile float one = 1, half_ulp = 0x1p-24f, minus = -1, least_normal = 0x1p-126f,
                   subnormal = 0x1p-149f, large = 0x1p+30f;

    return one + half_ulp == 1 && minus - half_ulp == -1 && one + 3 * half_ulp == 1 + 0x1p-22f &&
           minus - 3 * half_ulp == -1 - 0x1p-22f && least_normal / 2 > 0 && subnormal * large > 0;
#endif
}
