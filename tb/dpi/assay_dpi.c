/*
 * assay_dpi.c - the bodies of the functions that assay_dpi_pkg.sv imports.
 *
 * The library calls no function of the simulator, so it can be loaded into any. An error is
 * reported as a status and a message, never as an abort. The outputs of a call that fails are 0.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <svdpi.h>

#include "api/assay_compute.h"
#include "api/assay_model.h"
#include "dpi/handles.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

enum { WIDE_WORDS = 64, DPAS_A_WORDS = 64, DPAS_WORDS = 128, DOT_MAX = 256 };

/* A chandle holds a handle number of handles.h; it is never a pointer. */
static struct assay_model *model_of(const char *function, void *handle)
{
    return assay_handle_model(function, (int64_t)(intptr_t)handle);
}

EXPORT const char *assay_dpi_error(void)
{
    return assay_handle_error();
}

EXPORT void *assay_dpi_create(const char *block, const char *params)
{
    return (void *)(intptr_t)assay_handle_create("assay_create", block, params); /* NOLINT */
}

EXPORT int assay_dpi_free(void *handle)
{
    return assay_handle_free("assay_free", (int64_t)(intptr_t)handle);
}

/* --- pins --- */

EXPORT int assay_dpi_ports(void *handle)
{
    const struct assay_model *m = model_of("assay_ports", handle);
    int count = 0, status;

    if (!m)
        return -ASSAY_MODEL_NULL;
    status = assay_model_port_count(m, &count);
    return status == ASSAY_MODEL_OK ? count : assay_handle_result("assay_ports", status, NULL);
}

EXPORT int assay_dpi_port(void *handle, const char *name)
{
    const struct assay_model *m = model_of("assay_port", handle);

    return m ? assay_handle_port("assay_port", m, name) : -ASSAY_MODEL_NULL;
}

static int port_info(const char *function, void *handle, int port, struct assay_model_port *info)
{
    const struct assay_model *m = model_of(function, handle);

    if (!m)
        return -ASSAY_MODEL_NULL;
    return assay_handle_result(function, assay_model_port_info(m, port, info), NULL);
}

EXPORT const char *assay_dpi_port_name(void *handle, int port)
{
    struct assay_model_port info;

    return port_info("assay_port_name", handle, port, &info) == 0 ? info.name : "";
}

EXPORT int assay_dpi_port_width(void *handle, int port)
{
    struct assay_model_port info;
    const int status = port_info("assay_port_width", handle, port, &info);

    return status == 0 ? (int)info.width : status;
}

EXPORT int assay_dpi_port_is_output(void *handle, int port)
{
    struct assay_model_port info;
    const int status = port_info("assay_port_is_output", handle, port, &info);

    return status == 0 ? info.direction == ASSAY_MODEL_OUT : status;
}

EXPORT int assay_dpi_set(void *handle, int port, uint64_t value)
{
    struct assay_model *m = model_of("assay_set", handle);

    if (!m)
        return -ASSAY_MODEL_NULL;
    return assay_handle_result("assay_set", assay_model_set_u64(m, port, value), NULL);
}

EXPORT int assay_dpi_get(void *handle, int port, uint64_t *value)
{
    const struct assay_model *m = model_of("assay_get", handle);

    if (!value)
        return assay_handle_result("assay_get", ASSAY_MODEL_NULL, "no place for the value");
    *value = 0;
    if (!m)
        return -ASSAY_MODEL_NULL;
    return assay_handle_result("assay_get", assay_model_get_u64(m, port, value), NULL);
}

static bool all_zero(const svBitVecVal *word, size_t n)
{
    svBitVecVal any = 0;

    for (size_t i = 0; i < n; ++i)
        any |= word[i];
    return any == 0;
}

/* Returns the number of words of the pin, or a negative status if the argument cannot hold them. */
static int wide_words(const char *function, const struct assay_model *m, int port)
{
    struct assay_model_port info;
    const int status = assay_model_port_info(m, port, &info);

    if (status != ASSAY_MODEL_OK)
        return assay_handle_result(function, status, NULL);
    if (assay_model_words(info.width) > WIDE_WORDS)
        return assay_handle_result(function, ASSAY_MODEL_SIZE, "a pin of more than 2048 bits");
    return (int)assay_model_words(info.width);
}

EXPORT int assay_dpi_set_wide(void *handle, int port, const svBitVecVal *value)
{
    static const char function[] = "assay_set_wide";
    struct assay_model *m = model_of(function, handle);
    int words;

    if (!m)
        return -ASSAY_MODEL_NULL;
    if (!value)
        return assay_handle_result(function, ASSAY_MODEL_NULL, "no value");
    words = wide_words(function, m, port);
    if (words < 0)
        return words;
    if (!all_zero(value + words, (size_t)(WIDE_WORDS - words)))
        return assay_handle_result(function, ASSAY_MODEL_RANGE, NULL);
    return assay_handle_result(function, assay_model_set(m, port, value, (size_t)words), NULL);
}

EXPORT int assay_dpi_get_wide(void *handle, int port, svBitVecVal *value)
{
    static const char function[] = "assay_get_wide";
    const struct assay_model *m = model_of(function, handle);
    int words;

    if (!value)
        return assay_handle_result(function, ASSAY_MODEL_NULL, "no place for the value");
    memset(value, 0, WIDE_WORDS * sizeof *value);
    if (!m)
        return -ASSAY_MODEL_NULL;
    words = wide_words(function, m, port);
    if (words < 0)
        return words;
    return assay_handle_result(function, assay_model_get(m, port, value, (size_t)words), NULL);
}

/* --- time --- */

static int act(const char *function, void *handle, int (*action)(struct assay_model *))
{
    struct assay_model *m = model_of(function, handle);

    return m ? assay_handle_result(function, action(m), NULL) : -ASSAY_MODEL_NULL;
}

EXPORT int assay_dpi_eval(void *handle)
{
    return act("assay_eval", handle, assay_model_eval);
}

EXPORT int assay_dpi_step(void *handle)
{
    return act("assay_step", handle, assay_model_step);
}

EXPORT int assay_dpi_reset(void *handle)
{
    return act("assay_reset", handle, assay_model_reset);
}

/* --- whole operations --- */

/* Words of assay_dpas_t. The last field of a packed structure is word 0. */
enum { SRC0_SCALAR, SRC0_NULL, SATURATE, EXEC_SIZE, RC, SD, ACC_TYPE, SRC2_TYPE, SRC1_TYPE, LANES };

EXPORT int assay_dpi_dpas(const svBitVecVal *command, const svBitVecVal *a, const svBitVecVal *b,
                          const svBitVecVal *c, svBitVecVal *d, uint32_t *refusal)
{
    static const char function[] = "assay_dpas";
    struct assay_dpas_shape shape;
    struct assay_dpas cmd;
    unsigned reason = 0;
    char why[64] = "";
    int status;

    if (!command || !a || !b || !c || !d || !refusal)
        return assay_handle_result(function, ASSAY_MODEL_NULL, NULL);
    memset(d, 0, DPAS_WORDS * sizeof *d);
    *refusal = 0;
    cmd = (struct assay_dpas){
        .lanes = command[LANES],
        .b_type = (enum assay_type)command[SRC1_TYPE],
        .a_type = (enum assay_type)command[SRC2_TYPE],
        .acc_type = (enum assay_acc_type)command[ACC_TYPE],
        .systolic_depth = command[SD],
        .repeat_count = command[RC],
        .exec_size = command[EXEC_SIZE],
        .saturate = (int)command[SATURATE],
        .c_null = (int)command[SRC0_NULL],
        .c_scalar = (int)command[SRC0_SCALAR],
    };
    status = assay_dpas_measure(&cmd, &shape, &reason);
    if (status == ASSAY_MODEL_OK)
        status = assay_dpas_compute(&cmd, a, shape.a_words, b, shape.b_words, c, shape.c_words, d,
                                    shape.d_words, &reason);
    *refusal = reason;
    if (status == ASSAY_MODEL_UNSUPPORTED)
        snprintf(why, sizeof why, "the block responds with status %u", reason);
    return assay_handle_result(function, status, why);
}

EXPORT int assay_dpi_reduce(int op, int type, int threads, const svBitVecVal *values,
                            const svBitVecVal *masks, uint64_t *result, uint32_t *predicate_sum,
                            uint32_t *cycles)
{
    static const char function[] = "assay_reduce";
    uint64_t value[ASSAY_REDUCE_MAX_THREADS];
    struct assay_reduction reduction = {0};
    int status;

    if (!values || !masks || !result || !predicate_sum || !cycles)
        return assay_handle_result(function, ASSAY_MODEL_NULL, NULL);
    *result = 0;
    *predicate_sum = *cycles = 0;
    if (threads < 1 || threads > ASSAY_REDUCE_MAX_THREADS)
        return assay_handle_result(function, ASSAY_MODEL_RANGE, "threads is not 1 to 256");
    for (int i = 0; i < threads; ++i)
        value[i] = (uint64_t)values[2 * i + 1] << 32 | values[2 * i];
    status = assay_reduce((enum assay_reduce_op)op, (enum assay_reduce_type)type, (size_t)threads,
                          value, masks, &reduction);
    if (status == ASSAY_MODEL_OK) {
        *result = reduction.result;
        *predicate_sum = reduction.predicate_sum;
        *cycles = reduction.cycles;
    }
    return assay_handle_result(function, status, NULL);
}

EXPORT int assay_dpi_dot(int a_type, int b_type, int acc_type, int saturate, int k,
                         const svBitVecVal *a, const svBitVecVal *b, uint32_t c, uint32_t *d)
{
    static const char function[] = "assay_dot";

    if (!a || !b || !d)
        return assay_handle_result(function, ASSAY_MODEL_NULL, NULL);
    *d = 0;
    if (k < 0 || k > DOT_MAX)
        return assay_handle_result(function, ASSAY_MODEL_RANGE, "k is not 0 to 256");
    return assay_handle_result(function,
                               assay_dot((enum assay_type)a_type, (enum assay_type)b_type,
                                         (enum assay_acc_type)acc_type, saturate, (size_t)k, a, b,
                                         c, d),
                               NULL);
}

EXPORT int assay_dpi_dotmul(int n, int k, int dot, uint32_t a, int a_signed, uint32_t b,
                            int b_signed, uint64_t *p)
{
    static const char function[] = "assay_dotmul";

    if (!p)
        return assay_handle_result(function, ASSAY_MODEL_NULL, NULL);
    *p = 0;
    return assay_handle_result(
        function, assay_dotmul((unsigned)n, (unsigned)k, dot, a, a_signed, b, b_signed, p), NULL);
}

EXPORT int assay_dpi_fp(int op, uint32_t a, uint32_t b, uint32_t c, uint32_t *value)
{
    static const char function[] = "assay_fp";

    if (!value)
        return assay_handle_result(function, ASSAY_MODEL_NULL, NULL);
    *value = 0;
    return assay_handle_result(function, assay_fp_compute((enum assay_fp_op)op, a, b, c, value),
                               NULL);
}
