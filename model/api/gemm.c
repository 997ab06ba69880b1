/*
 * gemm.c - products of whole matrices: checks the request and distributes the work among threads.
 */
#include "api/gemm.h"

#include <stdbool.h>
#include <stdlib.h>

#include "api/fdot_gemm.h"
#include "api/host.h"

/* The fastest kernels for this processor and the current state of its floating point. */
static struct gemm_kernels best_kernels(void)
{
    const struct gemm_kernels *const quick = gemm_avx2();
    struct gemm_kernels best = quick ? *quick : gemm_plain;

    if (!quick)
        gemm_sse2(&best);
    gemm_vnni(&best);
    if (!host_is_ieee())
        best.floats = gemm_soft.floats;
    return best;
}

/* --- the work --- */

enum {
    GROUP_ROWS = 8 * GEMM_ROWS, /* at most: rows of A that a thread packs and multiplies together */
    GROUP_WORDS = 1 << 18,      /* and about this many words, to fit a core's cache */
};

struct job {
    const struct assay_product *p;
    struct gemm_kernels kernels;
    bool bytes;        /* the kernel is one of bytes */
    size_t words;      /* along K */
    size_t room;       /* the same, and the sums of bytes */
    size_t panels;     /* of B */
    size_t group_rows; /* a multiple of GEMM_ROWS */
    size_t groups;
    uint32_t *b; /* packed */
    uint32_t *a; /* a group for each thread */
};

static void pack(void *job, size_t thread, size_t panel)
{
    const struct job *j = job;

    (void)thread;
    (j->bytes ? gemm_bytes_pack_b : gemm_pack_b)(j->p, panel * GEMM_COLS, j->words,
                                                 j->b + panel * j->room * GEMM_COLS);
}

/* A panel stays in the cache for all rows of the group. */
static void multiply(void *job, size_t thread, size_t group)
{
    const struct job *j = job;
    const size_t first = group * j->group_rows, left = j->p->m - first;
    const size_t rows = left < j->group_rows ? left : j->group_rows;
    uint32_t *a = j->a + thread * j->group_rows * j->room;

    for (size_t r = 0; r < rows && j->words; r += GEMM_ROWS)
        (j->bytes ? gemm_bytes_pack_a : gemm_pack_a)(j->p, first + r, j->words, a + r * j->room);
    for (size_t panel = 0; panel < j->panels; ++panel) {
        for (size_t r = 0; r < rows; r += GEMM_ROWS)
            gemm_tile_of(j->p, &j->kernels, first + r, panel * GEMM_COLS, a + r * j->room,
                         j->b + panel * j->room * GEMM_COLS, j->words);
    }
}

static size_t round_up(size_t x, size_t to)
{
    return x / to * to + (x % to ? to : 0);
}

/* Returns the number of threads, and divides the rows into groups. */
static size_t divide(struct job *j)
{
    const struct assay_product *p = j->p;
    const size_t blocks = round_up(p->m, GEMM_ROWS) / GEMM_ROWS;
    size_t threads = host_threads(p->threads, p->m, p->n, p->k);
    size_t rows = j->room ? GROUP_WORDS / j->room / GEMM_ROWS * GEMM_ROWS : GROUP_ROWS;

    threads = threads < blocks ? threads : blocks;
    if (rows > round_up(p->m / threads, GEMM_ROWS))
        rows = round_up(p->m / threads, GEMM_ROWS);
    rows = rows < GROUP_ROWS ? rows : GROUP_ROWS;
    j->group_rows = rows ? rows : GEMM_ROWS;
    j->groups = (p->m - 1) / j->group_rows + 1;
    return threads;
}

int gemm_multiply(const struct assay_product *p, const struct gemm_kernels *kernels)
{
    struct job j = {.p = p, .kernels = *kernels};
    size_t threads;
    int status = ASSAY_MODEL_MEMORY;

    if (assay_type_is_float(p->a_type)) {
        j.words = j.room = p->k;
    } else {
        j.words = round_up(p->k, kernels->per_word) / kernels->per_word;
        j.bytes = kernels->per_word == 4;
        j.room = j.words + j.bytes;
    }
    j.panels = (p->n - 1) / GEMM_COLS + 1;
    threads = divide(&j);
    j.b = host_room(j.panels, GEMM_COLS, j.room);
    j.a = host_room(threads, j.group_rows, j.room);
    if (j.a && j.b) {
        if (p->k)
            host_run(threads, j.panels, pack, &j);
        host_run(threads, j.groups, multiply, &j);
        status = ASSAY_MODEL_OK;
    }
    free(j.a);
    free(j.b);
    return status;
}

/* --- the request --- */

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
    if (p.numerics)
        return fdot_gemm(&p);
    if (p.a_scales || p.b_scales)
        return ASSAY_MODEL_RANGE;
    if ((unsigned)p.a_type >= ASSAY_TYPES || (unsigned)p.b_type >= ASSAY_TYPES ||
        (unsigned)p.acc_type > ASSAY_ACC_F32 || (unsigned)p.saturate > 1 || p.systolic_depth > 8 ||
        (p.systolic_depth & (p.systolic_depth - 1)) || p.threads > ASSAY_GEMM_MAX_THREADS)
        return ASSAY_MODEL_RANGE;
    if (!compatible(&p))
        return ASSAY_MODEL_UNSUPPORTED;
    if (!host_good_matrix(p.m, p.k, assay_type_size(p.a_type), &p.lda) ||
        !host_good_matrix(p.k, p.n, assay_type_size(p.b_type), &p.ldb) ||
        !host_good_matrix(p.m, p.n, sizeof *p.c, &p.ldc) ||
        !host_good_matrix(p.m, p.n, sizeof *p.d, &p.ldd))
        return ASSAY_MODEL_SIZE;
    if (p.m == 0 || p.n == 0)
        return ASSAY_MODEL_OK;
    if (!p.d || (p.k && (!p.a || !p.b)))
        return ASSAY_MODEL_NULL;
    if (p.k &&
        (!gemm_fits(p.a_type, p.a, p.m, p.k, p.lda) || !gemm_fits(p.b_type, p.b, p.k, p.n, p.ldb)))
        return ASSAY_MODEL_RANGE;
    kernels = best_kernels();
    return gemm_multiply(&p, &kernels);
}
