/* gemm.c - products of whole matrices: the request, and the work among threads. */
#define _GNU_SOURCE /* for the cores that this process may use */
#include "api/gemm.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* --- the state of the host's floating point --- */

/* It rounds to nearest even, and keeps subnormals as operands and results; on x86 it also stays silent,
 * where a trap would end the program. Threads inherit it. */
static bool host_is_ieee(void)
{
#if defined(__x86_64__)
    return (_mm_getcsr() & ~0x3Fu) == 0x1F80; /* all but the flags */
#else
    /* volatile: to be computed now, not by the compiler */
    volatile float one = 1, half_ulp = 0x1p-24f, minus = -1, least_normal = 0x1p-126f,
                   subnormal = 0x1p-149f, large = 0x1p+30f;

    return one + half_ulp == 1 && minus - half_ulp == -1 && one + 3 * half_ulp == 1 + 0x1p-22f &&
           minus - 3 * half_ulp == -1 - 0x1p-22f && least_normal / 2 > 0 && subnormal * large > 0;
#endif
}

struct gemm_kernels gemm_best(void)
{
    const struct gemm_kernels *quick = gemm_avx2();
    struct gemm_kernels best = quick ? *quick : gemm_plain;

    if (!quick)
        gemm_sse2(&best);
    if (!host_is_ieee())
        best.floats = gemm_soft.floats;
    return best;
}

/* --- the work --- */

enum {
    GROUP_ROWS = 8 * GEMM_ROWS,  /* of A, packed and multiplied together by one thread: at most */
    GROUP_WORDS = 1 << 18,       /* and about so many words, for a core's cache */
    PRODUCTS_A_THREAD = 1 << 22, /* fewer are not worth starting it */
};

struct job {
    const struct assay_product *p;
    struct gemm_kernels kernels;
    size_t words;      /* along K */
    size_t panels;     /* of B */
    size_t group_rows; /* a multiple of GEMM_ROWS */
    size_t groups;
    uint32_t *b;        /* packed */
    uint32_t *a;        /* a group for each thread */
    atomic_size_t next; /* panel or group that no thread has taken */
};

struct worker {
    struct job *job;
    size_t number;
    pthread_t thread;
};

static void *pack(void *arg)
{
    struct job *j = ((struct worker *)arg)->job;

    for (size_t panel; (panel = atomic_fetch_add(&j->next, 1)) < j->panels;)
        gemm_pack_b(j->p, panel * GEMM_COLS, j->words, j->b + panel * j->words * GEMM_COLS);
    return NULL;
}

/* A panel stays in the cache for all rows of the group. */
static void multiply_group(struct job *j, size_t first, uint32_t *a)
{
    const size_t left = j->p->m - first, rows = left < j->group_rows ? left : j->group_rows;

    for (size_t r = 0; r < rows; r += GEMM_ROWS)
        gemm_pack_a(j->p, first + r, j->words, a + r * j->words);
    for (size_t panel = 0; panel < j->panels; ++panel) {
        for (size_t r = 0; r < rows; r += GEMM_ROWS)
            gemm_tile_of(j->p, &j->kernels, first + r, panel * GEMM_COLS, a + r * j->words,
                         j->b + panel * j->words * GEMM_COLS, j->words);
    }
}

static void *multiply(void *arg)
{
    const struct worker *w = arg;
    struct job *j = w->job;

    for (size_t group; (group = atomic_fetch_add(&j->next, 1)) < j->groups;)
        multiply_group(j, group * j->group_rows, j->a + w->number * j->group_rows * j->words);
    return NULL;
}

/* In the caller's thread and up to n - 1 others: those that cannot be had leave their share to the
 * rest. */
static void run(struct job *j, size_t n, void *(*work)(void *))
{
    struct worker worker[ASSAY_GEMM_MAX_THREADS];
    sigset_t all, before;
    size_t started = 1;

    atomic_store(&j->next, 0);
    worker[0] = (struct worker){.job = j};
    if (n > 1) {
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before); /* the program's own threads take them */
        for (; started < n; ++started) {
            worker[started] = (struct worker){.job = j, .number = started};
            if (pthread_create(&worker[started].thread, NULL, work, &worker[started]))
                break;
        }
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    work(&worker[0]);
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

static size_t round_up(size_t x, size_t to)
{
    return x / to * to + (x % to ? to : 0);
}

/* How many threads, and the groups of rows they take. */
static size_t divide(struct job *j)
{
    const struct assay_product *p = j->p;
    const size_t blocks = round_up(p->m, GEMM_ROWS) / GEMM_ROWS;
    size_t threads = p->threads ? p->threads : cores();
    size_t products;
    size_t rows = j->words ? GROUP_WORDS / j->words / GEMM_ROWS * GEMM_ROWS : GROUP_ROWS;

    if (!__builtin_mul_overflow(p->m, p->n, &products) &&
        !__builtin_mul_overflow(products, p->k, &products) &&
        threads > products / PRODUCTS_A_THREAD)
        threads = products / PRODUCTS_A_THREAD + 1;
    threads = threads < blocks ? threads : blocks;
    if (rows > round_up(p->m / threads, GEMM_ROWS))
        rows = round_up(p->m / threads, GEMM_ROWS);
    rows = rows < GROUP_ROWS ? rows : GROUP_ROWS;
    j->group_rows = rows ? rows : GEMM_ROWS;
    j->groups = (p->m - 1) / j->group_rows + 1;
    return threads;
}

/* Room for x * y * z words; NULL also when that is more than memory can be. */
static uint32_t *words(size_t x, size_t y, size_t z)
{
    size_t bytes;

    if (__builtin_mul_overflow(x, y, &bytes) || __builtin_mul_overflow(bytes, z, &bytes) ||
        __builtin_mul_overflow(bytes, sizeof(uint32_t), &bytes) || bytes > SIZE_MAX - 64)
        return NULL;
    return aligned_alloc(64, round_up(bytes ? bytes : 1, 64));
}

int gemm_multiply(const struct assay_product *p, const struct gemm_kernels *kernels)
{
    struct job j = {.p = p, .kernels = *kernels};
    size_t threads;
    int status = ASSAY_MODEL_MEMORY;

    j.words = assay_type_is_float(p->a_type) ? p->k : p->k / 2 + p->k % 2;
    j.panels = (p->n - 1) / GEMM_COLS + 1;
    threads = divide(&j);
    j.b = words(j.panels, GEMM_COLS, j.words);
    j.a = words(threads, j.group_rows, j.words);
    if (j.a && j.b) {
        if (p->k)
            run(&j, threads, pack);
        run(&j, threads, multiply);
        status = ASSAY_MODEL_OK;
    }
    free(j.a);
    free(j.b);
    return status;
}

/* --- the request --- */

/* Sets a stride of 0; false unless the matrix can be in memory. */
static bool good_matrix(size_t rows, size_t cols, size_t element, size_t *stride)
{
    size_t size;

    if (*stride == 0)
        *stride = cols;
    return *stride >= cols && !__builtin_mul_overflow(rows, *stride, &size) &&
           !__builtin_mul_overflow(size, element, &size) && size <= PTRDIFF_MAX;
}

static bool compatible(const struct assay_product *p)
{
    if (assay_type_is_float(p->a_type) || assay_type_is_float(p->b_type))
        return p->a_type == p->b_type && p->acc_type == ASSAY_ACC_F32 && !p->saturate;
    return p->acc_type != ASSAY_ACC_F32;
}

int assay_gemm(const struct assay_product *product)
{
    struct assay_product p;
    struct gemm_kernels kernels;

    if (!product)
        return ASSAY_MODEL_NULL;
    p = *product;
    if ((unsigned)p.a_type >= ASSAY_TYPES || (unsigned)p.b_type >= ASSAY_TYPES ||
        (unsigned)p.acc_type > ASSAY_ACC_F32 || (unsigned)p.saturate > 1 || p.systolic_depth > 8 ||
        (p.systolic_depth & (p.systolic_depth - 1)) || p.threads > ASSAY_GEMM_MAX_THREADS)
        return ASSAY_MODEL_RANGE;
    if (!compatible(&p))
        return ASSAY_MODEL_UNSUPPORTED;
    if (!good_matrix(p.m, p.k, assay_type_size(p.a_type), &p.lda) ||
        !good_matrix(p.k, p.n, assay_type_size(p.b_type), &p.ldb) ||
        !good_matrix(p.m, p.n, sizeof *p.c, &p.ldc) || !good_matrix(p.m, p.n, sizeof *p.d, &p.ldd))
        return ASSAY_MODEL_SIZE;
    if (p.m == 0 || p.n == 0)
        return ASSAY_MODEL_OK;
    if (!p.d || (p.k && (!p.a || !p.b)))
        return ASSAY_MODEL_NULL;
    if (p.k &&
        (!gemm_fits(p.a_type, p.a, p.m, p.k, p.lda) || !gemm_fits(p.b_type, p.b, p.k, p.n, p.ldb)))
        return ASSAY_MODEL_RANGE;
    kernels = gemm_best();
    return gemm_multiply(&p, &kernels);
}
