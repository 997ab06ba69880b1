/*
 * assay_vpi.c - the golden models as Verilog system functions $assay_...; README.md describes them.
 *
 * An error is reported as a negative status and by $assay_error. It never ends the simulation, so
 * even the number of arguments is checked in the call and not when the design is compiled.
 */
#include <stdio.h>

#include "api/assay_compute.h"
#include "dpi/handles.h"
#include "vpi/arguments.h"

enum {
    PIN_WORDS = 64,
    DPAS_A_WORDS = 64, /* 8 per row of A */
    DPAS_WORDS = 128,  /* 8 rows of 16 lanes */
    DOT_MAX = 256,
    VALUE_WORDS = 2 * ASSAY_REDUCE_MAX_THREADS,
    MAX_NUMBERS = 10
};

/* Reads numbers from the arguments first to first + n - 1. */
static int numbers(const struct assay_arguments *a, int first, int n, int64_t *number)
{
    for (int i = 0; i < n; ++i) {
        const int status = assay_argument_number(a, first + i, &number[i]);

        if (status < 0)
            return status;
    }
    return 0;
}

/* Gets the model that argument 0 refers to. */
static int model_of(const struct assay_arguments *a, struct assay_model **m)
{
    int64_t handle = 0;
    const int status = assay_argument_number(a, 0, &handle);

    if (status < 0)
        return status;
    *m = assay_handle_model(a->function, handle);
    return *m ? 0 : -ASSAY_MODEL_NULL;
}

/* --- models as objects --- */

static int create(const struct assay_arguments *a)
{
    char block[ASSAY_MAX_TEXT], params[ASSAY_MAX_TEXT];

    if (assay_argument_text(a, 0, block) < 0 || assay_argument_text(a, 1, params) < 0)
        return 0;
    return assay_handle_create(a->function, block, params);
}

static int release(const struct assay_arguments *a)
{
    int64_t handle = 0;
    const int status = assay_argument_number(a, 0, &handle);

    return status < 0 ? status : assay_handle_free(a->function, handle);
}

/* Gets the model of argument 0 and its pin given by argument 1, which is a name or an index. */
static int pin_of(const struct assay_arguments *a, struct assay_model **m,
                  struct assay_model_port *info)
{
    char name[ASSAY_MAX_TEXT];
    int64_t number;
    int port, status = model_of(a, m);

    if (status < 0)
        return status;
    if (assay_argument_is_text(a, 1)) {
        status = assay_argument_text(a, 1, name);
        port = status < 0 ? status : assay_handle_port(a->function, *m, name);
    } else {
        status = assay_argument_number(a, 1, &number);
        port = status < 0 ? status : number > INT32_MAX ? INT32_MAX : (int)number;
        if (status == 0 && port < 0)
            return assay_handle_result(a->function, ASSAY_MODEL_NO_PORT, NULL);
    }
    if (port < 0)
        return port;
    status = assay_handle_result(a->function, assay_model_port_info(*m, port, info), NULL);
    if (status < 0)
        return status;
    if (assay_model_words(info->width) > PIN_WORDS)
        return assay_handle_result(a->function, ASSAY_MODEL_SIZE, "a pin of more than 2048 bits");
    return port;
}

static int port_number(const struct assay_arguments *a)
{
    struct assay_model_port info = {0};
    struct assay_model *m = NULL;

    return pin_of(a, &m, &info);
}

static int set(const struct assay_arguments *a)
{
    struct assay_model_port info = {0};
    struct assay_model *m = NULL;
    uint32_t value[PIN_WORDS] = {0};
    const int port = pin_of(a, &m, &info);
    size_t words;
    int status;

    if (port < 0)
        return port;
    words = assay_model_words(info.width);
    status = assay_argument_words(a, 2, value, words);
    if (status < 0)
        return status;
    return assay_handle_result(a->function, assay_model_set(m, port, value, words), NULL);
}

static int get(const struct assay_arguments *a)
{
    struct assay_model_port info = {0};
    struct assay_model *m = NULL;
    uint32_t value[PIN_WORDS] = {0};
    const int port = pin_of(a, &m, &info);
    size_t words;
    int status;

    if (port < 0)
        return port;
    status = assay_argument_can_take(a, 2, info.width);
    if (status < 0)
        return status;
    words = assay_model_words(info.width);
    status = assay_handle_result(a->function, assay_model_get(m, port, value, words), NULL);
    return status < 0 ? status : assay_argument_put(a, 2, value, words);
}

static int act(const struct assay_arguments *a, int (*action)(struct assay_model *))
{
    struct assay_model *m = NULL;
    const int status = model_of(a, &m);

    return status < 0 ? status : assay_handle_result(a->function, action(m), NULL);
}

static int eval(const struct assay_arguments *a)
{
    return act(a, assay_model_eval);
}

static int step(const struct assay_arguments *a)
{
    return act(a, assay_model_step);
}

static int reset(const struct assay_arguments *a)
{
    return act(a, assay_model_reset);
}

static int error(const struct assay_arguments *a)
{
    return assay_argument_put_text(a, 0, assay_handle_error());
}

/* --- whole operations --- */

static int dpas(const struct assay_arguments *a)
{
    enum { A = 10, B, C, D, REFUSAL };
    uint32_t wa[DPAS_A_WORDS], wb[DPAS_WORDS], wc[DPAS_WORDS], wd[DPAS_WORDS] = {0};
    struct assay_dpas_shape shape;
    struct assay_dpas cmd;
    int64_t f[MAX_NUMBERS];
    unsigned reason = 0;
    int status = numbers(a, 0, MAX_NUMBERS, f);

    if (status < 0)
        return status;
    cmd = (struct assay_dpas){
        .lanes = (unsigned)f[0],
        .b_type = (enum assay_type)f[1],
        .a_type = (enum assay_type)f[2],
        .acc_type = (enum assay_acc_type)f[3],
        .systolic_depth = (unsigned)f[4],
        .repeat_count = (unsigned)f[5],
        .exec_size = (unsigned)f[6],
        .saturate = (int)f[7],
        .c_null = (int)f[8],
        .c_scalar = (int)f[9],
    };
    if ((status = assay_argument_can_take(a, REFUSAL, 3)) < 0)
        return status;
    status = assay_dpas_measure(&cmd, &shape, &reason);
    assay_argument_put(a, REFUSAL, &reason, 1);
    if (status != ASSAY_MODEL_OK) {
        char why[64] = "";

        if (status == ASSAY_MODEL_UNSUPPORTED)
            snprintf(why, sizeof why, "the block responds with status %u", reason);
        return assay_handle_result(a->function, status, why);
    }
    if ((status = assay_argument_words(a, A, wa, DPAS_A_WORDS)) < 0 ||
        (status = assay_argument_words(a, B, wb, DPAS_WORDS)) < 0 ||
        (status = assay_argument_words(a, C, wc, DPAS_WORDS)) < 0 ||
        (status = assay_argument_can_take(a, D, (unsigned)shape.d_words * 32)) < 0)
        return status;
    status = assay_dpas_compute(&cmd, wa, shape.a_words, wb, shape.b_words, wc, shape.c_words, wd,
                                shape.d_words, &reason);
    if (status != ASSAY_MODEL_OK)
        return assay_handle_result(a->function, status, NULL);
    return assay_argument_put(a, D, wd, shape.d_words);
}

static int reduce(const struct assay_arguments *a)
{
    enum { OP, TYPE, THREADS, VALUES, MASKS, RESULT, PREDICATE_SUM, CYCLES };
    uint32_t word[VALUE_WORDS], mask[ASSAY_REDUCE_MAX_THREADS];
    uint64_t value[ASSAY_REDUCE_MAX_THREADS];
    struct assay_reduction r;
    int64_t f[3];
    int status = numbers(a, OP, 3, f);

    if (status < 0)
        return status;
    if (f[THREADS] < 1 || f[THREADS] > ASSAY_REDUCE_MAX_THREADS)
        return assay_handle_result(a->function, ASSAY_MODEL_RANGE, "threads is not 1 to 256");
    if ((status = assay_argument_words(a, VALUES, word, VALUE_WORDS)) < 0 ||
        (status = assay_argument_words(a, MASKS, mask, ASSAY_REDUCE_MAX_THREADS)) < 0 ||
        (status = assay_argument_can_take(a, RESULT, 64)) < 0 ||
        (status = assay_argument_can_take(a, PREDICATE_SUM, 32)) < 0 ||
        (status = assay_argument_can_take(a, CYCLES, 32)) < 0)
        return status;
    for (int64_t i = 0; i < f[THREADS]; ++i)
        value[i] = (uint64_t)word[2 * i + 1] << 32 | word[2 * i];
    status = assay_reduce((enum assay_reduce_op)f[OP], (enum assay_reduce_type)f[TYPE],
                          (size_t)f[THREADS], value, mask, &r);
    if (status != ASSAY_MODEL_OK)
        return assay_handle_result(a->function, status, NULL);
    word[0] = (uint32_t)r.result;
    word[1] = (uint32_t)(r.result >> 32);
    assay_argument_put(a, RESULT, word, 2);
    assay_argument_put(a, PREDICATE_SUM, &r.predicate_sum, 1);
    return assay_argument_put(a, CYCLES, &r.cycles, 1);
}

static int dot(const struct assay_arguments *a)
{
    enum { A_TYPE, B_TYPE, ACC_TYPE, SATURATE, K, A, B, C, D };
    uint32_t wa[DOT_MAX], wb[DOT_MAX], c, d;
    int64_t f[5];
    int status = numbers(a, 0, 5, f);

    if (status < 0)
        return status;
    if (f[K] < 0 || f[K] > DOT_MAX)
        return assay_handle_result(a->function, ASSAY_MODEL_RANGE, "k is not 0 to 256");
    if ((status = assay_argument_words(a, A, wa, DOT_MAX)) < 0 ||
        (status = assay_argument_words(a, B, wb, DOT_MAX)) < 0 ||
        (status = assay_argument_words(a, C, &c, 1)) < 0 ||
        (status = assay_argument_can_take(a, D, 32)) < 0)
        return status;
    status =
        assay_dot((enum assay_type)f[A_TYPE], (enum assay_type)f[B_TYPE],
                  (enum assay_acc_type)f[ACC_TYPE], (int)f[SATURATE], (size_t)f[K], wa, wb, c, &d);
    if (status != ASSAY_MODEL_OK)
        return assay_handle_result(a->function, status, NULL);
    return assay_argument_put(a, D, &d, 1);
}

static int dotmul(const struct assay_arguments *a)
{
    enum { N, K, DOT, A, A_SIGNED, B, B_SIGNED, P };
    uint32_t wa, wb, word[2];
    int64_t f[3], a_signed, b_signed;
    uint64_t p;
    int status;

    if ((status = numbers(a, 0, 3, f)) < 0 || (status = assay_argument_words(a, A, &wa, 1)) < 0 ||
        (status = assay_argument_number(a, A_SIGNED, &a_signed)) < 0 ||
        (status = assay_argument_words(a, B, &wb, 1)) < 0 ||
        (status = assay_argument_number(a, B_SIGNED, &b_signed)) < 0 ||
        (status = assay_argument_can_take(a, P, 64)) < 0)
        return status;
    status = assay_dotmul((unsigned)f[N], (unsigned)f[K], (int)f[DOT], wa, (int)a_signed, wb,
                          (int)b_signed, &p);
    if (status != ASSAY_MODEL_OK)
        return assay_handle_result(a->function, status, NULL);
    word[0] = (uint32_t)p;
    word[1] = (uint32_t)(p >> 32);
    return assay_argument_put(a, P, word, 2);
}

static int fp(const struct assay_arguments *a)
{
    enum { OP, A, B, C, VALUE };
    uint32_t operand[3], value;
    int64_t op;
    int status = assay_argument_number(a, OP, &op);

    if (status < 0 || (status = assay_argument_words(a, A, &operand[0], 1)) < 0 ||
        (status = assay_argument_words(a, B, &operand[1], 1)) < 0 ||
        (status = assay_argument_words(a, C, &operand[2], 1)) < 0 ||
        (status = assay_argument_can_take(a, VALUE, 32)) < 0)
        return status;
    status = assay_fp_compute((enum assay_fp_op)op, operand[0], operand[1], operand[2], &value);
    if (status != ASSAY_MODEL_OK)
        return assay_handle_result(a->function, status, NULL);
    return assay_argument_put(a, VALUE, &value, 1);
}

/* --- the table --- */

static struct function {
    const char *name;
    int arguments;
    int (*body)(const struct assay_arguments *a);
} functions[] = {
    {"$assay_create", 2, create}, {"$assay_free", 1, release},  {"$assay_port", 2, port_number},
    {"$assay_set", 3, set},       {"$assay_get", 3, get},       {"$assay_eval", 1, eval},
    {"$assay_step", 1, step},     {"$assay_reset", 1, reset},   {"$assay_error", 1, error},
    {"$assay_dpas", 15, dpas},    {"$assay_reduce", 8, reduce}, {"$assay_dot", 9, dot},
    {"$assay_dotmul", 8, dotmul}, {"$assay_fp", 5, fp},
};

static PLI_INT32 call(PLI_BYTE8 *data)
{
    const struct function *f = (const struct function *)(void *)data;
    struct assay_arguments a;
    s_vpi_value result = {.format = vpiIntVal};
    const int status = assay_arguments_begin(&a, f->name, f->arguments);

    /* A handle is never negative; 0 stands for none. */
    result.value.integer = status == 0 ? f->body(&a) : f->body == create ? 0 : status;
    vpi_put_value(a.call, &result, NULL, vpiNoDelay);
    return 0;
}

static void startup(void)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
        char name[32];
        s_vpi_systf_data data = {
            .type = vpiSysFunc,
            .sysfunctype = vpiIntFunc,
            .tfname = name,
            .calltf = call,
            .user_data = (PLI_BYTE8 *)(void *)&functions[i],
        };

        snprintf(name, sizeof name, "%s", functions[i].name);
        vpi_register_systf(&data);
    }
}

__attribute__((visibility("default"))) void (*vlog_startup_routines[])(void) = {startup, NULL};
