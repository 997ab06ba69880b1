/*
 * icarus_vpi.c - the program inside vvp.
 *
 * The engine is a loop that calls eval and edge, but vvp wants callbacks that return. So the
 * program runs as a coroutine with its own stack: eval and edge register a callback and switch to
 * vvp, and the callback switches back.
 *
 * A cycle takes ten time units. At 10*t clk falls and the inputs change. At 10*t + 4, when
 * everything has settled, the outputs are sampled. At 10*t + 5 clk rises. The payload of a stream
 * is X while its valid is low, to expose RTL that reads it then.
 *
 * RTL that keeps vvp busy forever is abandoned (engine/guard.h). The program then continues alone
 * and ends the process without vvp.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include <vpi_user.h>

#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "base/program.h"
#include "base/stdout.h"
#include "engine/fst.h"
#include "engine/guard.h"
#include "engine/lockstep.h"
#include "sim/backend.h"
#include "sim/icarus_args.h"
#include "sim/icarus_end.h"
#include "sim/icarus_error.h"
#include "sim/icarus_name.h"

enum { STACK = 4 << 20, WORDS = ASSAY_VALUE_WORDS };

static ucontext_t simulator, program;
static bool program_over, simulation_over;
/* Still true in the program after vvp crashed: then there is no stack of vvp to return to. */
static bool in_simulator;
static int program_status;

struct pin {
    vpiHandle handle;
    const struct assay_port *port;
    unsigned words;
    uint32_t driven[WORDS];
    enum { NEVER, VALUE, X } state; /* what was driven last */
};

static struct {
    const struct assay_block *block;
    vpiHandle clk;
    struct pin in[ASSAY_MAX_PORTS], out[ASSAY_MAX_PORTS];
    size_t n_in, n_out;
    uint8_t *unknown;
    bool any_unknown;

    /* For the waveform. */
    bool traced;
    char *wave; /* its path, to check the file after vvp has closed it */
    vpiHandle mismatch, transaction;
    struct {
        vpiHandle value, mismatch;
    } reference[ASSAY_MAX_PORTS]; /* parallel to out[] */
    uint8_t *expected;
    const uint8_t *sampled; /* the outputs of this cycle */
    bool in_reset;
} dut;

static PLI_INT32 on_time(struct t_cb_data *data);

/* Switch to vvp until `units` of time have passed. Returns at once after the RTL
 * has ended the simulation. */
static void wait_units(unsigned units)
{
    s_vpi_time delay = {vpiSimTime, 0, units, 0};
    s_cb_data cb = {cbAfterDelay, on_time, NULL, &delay, NULL, 0, NULL};

    if (simulation_over)
        return;
    vpi_free_object(vpi_register_cb(&cb));
    in_simulator = true;
    swapcontext(&program, &simulator);
    if (assay_guard_lost())
        assay_guard_leave();
    in_simulator = false;
}

/* Called in a signal handler, on vvp's stack. */
static void leave_vvp(void)
{
    setcontext(&program);
}

static void resume(void)
{
    if (program_over)
        return;
    swapcontext(&simulator, &program);
    if (program_over && !simulation_over) {
        vpip_set_return_value(program_status);
        vpi_control(vpiFinish, 0);
    }
}

static PLI_INT32 on_time(struct t_cb_data *data)
{
    (void)data;
    resume();
    return 0;
}

static void put(vpiHandle h, const uint32_t *value, unsigned words, bool x)
{
    s_vpi_vecval vector[WORDS];
    s_vpi_value v = {.format = vpiVectorVal};

    for (unsigned i = 0; i < words; ++i) {
        vector[i].aval = x ? -1 : (PLI_INT32)value[i];
        vector[i].bval = x ? -1 : 0;
    }
    v.value.vector = vector;
    vpi_put_value(h, &v, NULL, vpiNoDelay);
}

static void drive(struct pin *p, const uint8_t *in)
{
    uint32_t value[WORDS];

    if (p->port->role == ASSAY_PAYLOAD && !in[dut.block->model->streams[p->port->stream].valid]) {
        if (p->state != X)
            put(p->handle, NULL, p->words, true);
        p->state = X;
        return;
    }
    assay_port_get(p->port, in, value);
    if (p->state == VALUE && memcmp(value, p->driven, p->words * sizeof value[0]) == 0)
        return;
    put(p->handle, value, p->words, false);
    memcpy(p->driven, value, sizeof value);
    p->state = VALUE;
}

static void sample(const struct pin *p, uint8_t *out)
{
    s_vpi_value v = {.format = vpiVectorVal};
    uint32_t value[WORDS] = {0}, unknown[WORDS] = {0};

    vpi_get_value(p->handle, &v);
    for (unsigned i = 0; i < p->words; ++i) {
        value[i] = (uint32_t)v.value.vector[i].aval;
        unknown[i] = (uint32_t)v.value.vector[i].bval;
        dut.any_unknown |= unknown[i] != 0;
    }
    memcpy(out + p->port->offset, value, p->port->size);
    memcpy(dut.unknown + p->port->offset, unknown, p->port->size);
}

/* Applies the engine's care mask outside reset: payload counts while the expected valid is high. */
static bool differs(const struct assay_port *p, const uint8_t *out)
{
    const uint8_t *expected = dut.expected + p->offset;
    bool any = memcmp(expected, out + p->offset, p->size) != 0;

    for (uint32_t i = 0; i < p->size; ++i)
        any |= dut.unknown[p->offset + i] != 0;
    return any &&
           (p->role != ASSAY_PAYLOAD || dut.expected[dut.block->model->streams[p->stream].valid]);
}

/* In reset nothing is compared. */
static void mark_mismatches(bool in_reset, const uint8_t *out)
{
    uint32_t any = 0;

    for (size_t i = 0; i < dut.n_out; ++i) {
        const uint32_t one = !in_reset && differs(dut.out[i].port, out);

        put(dut.reference[i].mismatch, &one, 1, false);
        any |= one;
    }
    put(dut.mismatch, &any, 1, false);
}

static void trace_expect(void *any, const void *expected, uint64_t transactions)
{
    const uint32_t count[2] = {(uint32_t)transactions, (uint32_t)(transactions >> 32)};
    uint32_t value[WORDS];

    (void)any;
    memcpy(dut.expected, expected, dut.block->model->out_size);
    for (size_t i = 0; i < dut.n_out; ++i) {
        assay_port_get(dut.out[i].port, expected, value);
        put(dut.reference[i].value, value, dut.out[i].words, false);
    }
    put(dut.transaction, count, 2, false);
}

static vpiHandle find_in(const char *scope, const char *prefix, const char *name)
{
    char path[192];

    snprintf(path, sizeof path, "%s.%s%s", scope, prefix, name);
    return vpi_handle_by_name(path, NULL);
}

static bool find_references(void)
{
    bool all;

    dut.mismatch = find_in("assay_top.ref", "", "mismatch");
    dut.transaction = find_in("assay_top.ref", "", "transaction");
    all = dut.mismatch && dut.transaction;
    for (size_t i = 0; i < dut.n_out; ++i) {
        const char *name = dut.out[i].port->name;

        dut.reference[i].value = find_in("assay_top.ref", "", name);
        dut.reference[i].mismatch = find_in("assay_top.ref", "mismatch_", name);
        all &= dut.reference[i].value && dut.reference[i].mismatch;
    }
    return all;
}

/* Runs after vvp has closed the file at the end of the process. Only then is it known whether all
 * of it was written. */
static void check_wave(void)
{
    if (!dut.wave || assay_fst_is_whole(dut.wave))
        return;
    assay_fst_remove(dut.wave);
    assay_print_error(
        "%s: was not written to its end (is the disk full?) (the waveform is not kept)", dut.wave);
    fflush(NULL);
    _exit(program_status ? program_status : EXIT_FAULT);
}

static int trace_open(void *any, const char *path)
{
    static const uint32_t high = 1;
    s_vpi_value name = {.format = vpiStringVal};
    vpiHandle on = find_in("assay_dump", "", "on"), target = find_in("assay_dump", "", "path");
    char taken[PATH_MAX];
    int output, null, error;
    FILE *f;

    (void)any;
    if (simulation_over)
        return ECANCELED;
    error = assay_icarus_name(path, taken);
    if (error)
        return error;
    if (strlen(taken) >= 1024)
        return ENAMETOOLONG;
    dut.expected = dut.expected ? dut.expected : calloc(1, dut.block->model->out_size);
    if (!dut.expected)
        return ENOMEM;
    f = fopen(path, "wb"); /* vvp reports no error for a path that can't be written */
    if (!f || !on || !target || !find_references()) {
        error = f ? EIO : errno;
        if (f)
            fclose(f);
        return error;
    }
    fclose(f);
    dut.wave = strdup(path);
    /* vvp registers its exit handler later than this one, so it closes the
     * file before check_wave runs. */
    if (!dut.wave || atexit(check_wave) != 0)
        return ENOMEM;
    name.value.str = taken;
    vpi_put_value(target, &name, NULL, vpiNoDelay);
    /* vvp announces the file on standard output, which a script may read. */
    fflush(stdout);
    output = dup(STDOUT_FILENO);
    null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, STDOUT_FILENO);
    put(on, &high, 1, false);
    wait_units(0);
    fflush(stdout);
    vpi_flush();
    if (output >= 0)
        dup2(output, STDOUT_FILENO);
    close(null);
    close(output);
    dut.traced = true;
    return 0;
}

static void trace_close(void *any)
{
    (void)any;
    dut.traced = false; /* vvp closes the file as it ends */
}

/* vvp closes the waveform only when it ends normally, which takes time. The process that
 * requested this checks the file. */
static void leave(void *any, int status)
{
    (void)any;
    if (in_simulator || !dut.wave)
        _exit(status);
    free(dut.wave);
    dut.wave = NULL;
    program_status = status;
    program_over = true;
    for (;;)
        swapcontext(&program, &simulator);
}

static void eval(void *any, const void *in, void *out)
{
    static const uint32_t low = 0;

    (void)any;
    put(dut.clk, &low, 1, false);
    for (size_t i = 0; i < dut.n_in; ++i)
        drive(&dut.in[i], in);
    wait_units(4);
    dut.any_unknown = false;
    for (size_t i = 0; i < dut.n_out; ++i)
        sample(&dut.out[i], out);
    dut.in_reset = ((const uint8_t *)in)[0] != 0;
    dut.sampled = out;
}

static unsigned edge(void *any)
{
    static const uint32_t high = 1;

    (void)any;
    if (simulation_over)
        return ASSAY_DUT_FINISHED;
    if (dut.traced)
        mark_mismatches(dut.in_reset, dut.sampled);
    wait_units(1);
    put(dut.clk, &high, 1, false);
    wait_units(5);
    return simulation_over ? ASSAY_DUT_FINISHED : 0;
}

static int unknown(void *any, void *mask)
{
    (void)any;
    memcpy(mask, dut.unknown, dut.block->model->out_size);
    return dut.any_unknown;
}

static void *create(void)
{
    const struct assay_block *b = dut.block;

    dut.n_in = dut.n_out = 0;
    dut.clk = find_in("assay_top", "", "clk");
    dut.unknown = calloc(1, b->model->out_size);
    if (!dut.clk || !dut.unknown)
        return NULL;
    for (size_t i = 0; i < b->model->n_ports; ++i) {
        struct pin *p =
            b->model->ports[i].dir == ASSAY_IN ? &dut.in[dut.n_in++] : &dut.out[dut.n_out++];

        memset(p, 0, sizeof *p);
        p->port = &b->model->ports[i];
        p->handle = find_in("assay_top", "", b->model->ports[i].name);
        if (!p->handle)
            return NULL;
        p->words = ((unsigned)vpi_get(vpiSize, p->handle) + 31) / 32;
    }
    return &dut;
}

static void destroy(void *any)
{
    (void)any;
    free(dut.unknown);
    free(dut.expected);
    dut.unknown = dut.expected = NULL;
}

static const struct assay_dut_ops *ops_of(const struct assay_block *block)
{
    static struct assay_dut_ops ops;

    dut.block = block;
    ops = (struct assay_dut_ops){
        .abi = ASSAY_DUT_ABI,
        .in_size = (uint32_t)block->model->in_size,
        .out_size = (uint32_t)block->model->out_size,
        .block = block->model->name,
        .create = create,
        .destroy = destroy,
        .eval = eval,
        .edge = edge,
        .unknown = unknown,
        .trace_open = trace_open,
        .trace_expect = trace_expect,
        .trace_close = trace_close,
        .leave = leave,
    };
    return &ops;
}

/* Splits the program's arguments in place. NULL if out of memory. */
static char **cut_arguments(char *all, int *argc)
{
    size_t n = 1;
    char **argv;

    for (const char *at = all; (at = strpbrk(at, ASSAY_ARGS_SEPARATOR)); ++at)
        ++n;
    argv = calloc(n + 1, sizeof *argv);
    *argc = argv ? (int)n : 0;
    for (size_t i = 0; argv && i < n; ++i)
        argv[i] = strsep(&all, ASSAY_ARGS_SEPARATOR);
    return argv;
}

static void run_program(void)
{
    const char *given = getenv(ASSAY_ARGS_VARIABLE);
    char *all = strdup(given ? given : "assay");
    int argc = 0;
    char **argv = all ? cut_arguments(all, &argc) : NULL;

    assay_icarus_end_begun();
    assay_stdout_back();
    if (argv) {
        program_status = assay_main(argc, argv);
    } else {
        assay_print_error("out of memory");
        program_status = EXIT_FAULT;
    }
    fflush(NULL);
    assay_stdout_lend();
    free(argv);
    free(all);
    if (in_simulator)
        _exit(program_status);
    program_over = true;
    for (;;)
        swapcontext(&program, &simulator);
}

static PLI_INT32 on_start(struct t_cb_data *data)
{
    static s_vpi_time now = {vpiSimTime, 0, 0, 0};
    s_cb_data cb = {cbAfterDelay, on_time, NULL, &now, NULL, 0, NULL};
    void *stack = malloc(STACK);

    (void)data;
    if (!stack || getcontext(&program) != 0) {
        free(stack);
        vpip_set_return_value(EXIT_FAULT);
        vpi_control(vpiFinish, 0);
        return 0;
    }
    program.uc_stack.ss_sp = stack;
    program.uc_stack.ss_size = STACK;
    makecontext(&program, run_program, 0);
    vpi_free_object(vpi_register_cb(&cb));
    return 0;
}

/* The RTL ended the simulation. Tell the engine, which reports it. */
static PLI_INT32 on_end(struct t_cb_data *data)
{
    (void)data;
    simulation_over = true;
    if (!program_over) {
        resume();
        vpip_set_return_value(program_over ? program_status : EXIT_FAULT);
    }
    return 0;
}

static void startup(void)
{
    s_cb_data start = {cbStartOfSimulation, on_start, NULL, NULL, NULL, 0, NULL};
    s_cb_data end = {cbEndOfSimulation, on_end, NULL, NULL, NULL, 0, NULL};

    assay_stdout_lend(); /* vvp runs initial blocks before the program starts */
    assay_json_begin();
    assay_icarus_enter(ops_of);
    assay_icarus_error();
    assay_icarus_end_watch();
    assay_guard_way_out(leave_vvp);
    vpi_free_object(vpi_register_cb(&start));
    vpi_free_object(vpi_register_cb(&end));
}

__attribute__((visibility("default"))) void (*vlog_startup_routines[])(void) = {startup, NULL};
