/*
 * icarus_other.c - a DUT in a second vvp: the client and the server.
 *
 * A request is one letter. E is followed by the inputs; the reply is the outputs, whether any bit
 * is X or Z, and which ones. C is the clock edge; the reply is what stopped the simulator.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/message.h"
#include "base/pipe.h"
#include "base/stdout.h"
#include "engine/attached.h"
#include "engine/guard.h"
#include "sim/backend.h"

static bool put(int fd, const void *data, size_t size)
{
    const char *at = data;

    while (size) {
        const ssize_t n = send(fd, at, size, MSG_NOSIGNAL);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* --- client --- */

static struct {
    struct assay_dut_ops ops;
    const struct assay_block *block;
    char image[PATH_MAX];
    int fd;
    pid_t pid, owner; /* the process that started it */
    bool lost, broken;
    uint8_t *unknown;
    uint8_t any_unknown;
} other = {.fd = -1};

/* It ends when the connection is closed. */
static void stop(void)
{
    if (other.fd >= 0)
        close(other.fd);
    other.fd = -1;
    while (other.pid > 0 && other.owner == getpid() && waitpid(other.pid, NULL, 0) < 0 &&
           errno == EINTR)
        ;
    other.pid = 0;
}

static void destroy(void *any)
{
    (void)any;
    stop();
}

/* The connection is lost. If the RTL ended the simulation, the process has said
 * so itself and ends with 0. */
static void lose(void)
{
    int status = 0;

    if (other.lost)
        return;
    other.lost = true;
    while (waitpid(other.pid, &status, 0) < 0 && errno == EINTR)
        ;
    other.pid = 0;
    other.broken = status != 0;
    if (WIFSIGNALED(status))
        assay_print_error(
            "the vvp of the RTL of --against was ended by signal %d (%s): expected it "
            "to run to the end",
            WTERMSIG(status), strsignal(WTERMSIG(status)));
    else
        assay_print_error("the vvp of the RTL of --against has ended");
}

bool assay_icarus_other_broken(void)
{
    return other.broken;
}

static void eval(void *any, const void *in, void *out)
{
    (void)any;
    if (!other.lost && (!put(other.fd, "E", 1) || !put(other.fd, in, other.ops.in_size) ||
                        !assay_pipe_read(other.fd, out, other.ops.out_size) ||
                        !assay_pipe_read(other.fd, &other.any_unknown, 1) ||
                        !assay_pipe_read(other.fd, other.unknown, other.ops.out_size)))
        lose();
}

static unsigned edge(void *any)
{
    uint8_t stopped = 0;

    (void)any;
    if (!other.lost && (!put(other.fd, "C", 1) || !assay_pipe_read(other.fd, &stopped, 1)))
        lose();
    return other.lost ? ASSAY_DUT_FAILED : stopped;
}

static int unknown(void *any, void *mask)
{
    (void)any;
    memcpy(mask, other.unknown, other.ops.out_size);
    return other.any_unknown;
}

/* In the child: turn into the second vvp. */
static _Noreturn void become(const char *image, const struct assay_block *b, int fd)
{
    char number[16], why[4096];
    char *argv[] = {(char *)"assay", (char *)ASSAY_ICARUS_SERVE, NULL, number};

    snprintf(number, sizeof number, "%d", fd);
    argv[2] = strdup(assay_block_reference(b));
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); /* the other process gets the signals and decides */
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    fcntl(fd, F_SETFD, 0);
    if (argv[2]) {
        assay_icarus_vvp(image, 4, argv, why, sizeof why);
        assay_print_error("%s", why);
    }
    _exit(EXIT_FAULT);
}

static void *create(void)
{
    int ends[2];

    stop();
    other.lost = false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        assay_print_error("no connection to another vvp: %s", strerror(errno));
        return NULL;
    }
    fflush(NULL);
    other.owner = getpid();
    other.pid = fork();
    if (other.pid == 0)
        become(other.image, other.block, ends[1]);
    close(ends[1]);
    other.fd = ends[0];
    if (other.pid > 0)
        return &other;
    assay_print_error("another vvp: %s", strerror(errno));
    stop();
    return NULL;
}

enum assay_error assay_icarus_other_open(const struct assay_variant *v,
                                         const struct assay_dut_ops **ops, char *why,
                                         size_t why_size)
{
    const struct assay_dut_ops *own = assay_icarus_ops(v->block);
    enum assay_error e = assay_icarus_build(v, other.image, why, why_size);

    if (e != ASSAY_OK)
        return e;
    other.ops = (struct assay_dut_ops){
        .abi = ASSAY_DUT_ABI,
        .in_size = own->in_size,
        .out_size = own->out_size,
        .block = own->block,
        .create = create,
        .destroy = destroy,
        .eval = eval,
        .edge = edge,
        .unknown = unknown,
    };
    other.block = v->block;
    other.unknown = calloc(1, other.ops.out_size);
    if (!other.unknown) {
        snprintf(why, why_size, "out of memory for another vvp");
        return ASSAY_ENVIRONMENT;
    }
    *ops = &other.ops;
    return ASSAY_OK;
}

void assay_icarus_other_close(void)
{
    stop();
    free(other.unknown);
    memset(&other, 0, sizeof other);
    other.fd = -1;
}

/* --- server --- */

struct service {
    const struct assay_dut_ops *ops;
    int fd;
    void *dut;
    uint8_t *in, *out, *unknown;
    bool in_dut;
    uint64_t cycle;
};

static bool answer(struct service *s, char question)
{
    uint8_t byte;

    s->in_dut = question == 'E' && assay_pipe_read(s->fd, s->in, s->ops->in_size);
    if (s->in_dut) {
        s->ops->eval(s->dut, s->in, s->out);
        s->in_dut = false;
        byte = s->ops->unknown(s->dut, s->unknown) != 0;
        return put(s->fd, s->out, s->ops->out_size) && put(s->fd, &byte, 1) &&
               put(s->fd, s->unknown, s->ops->out_size);
    }
    if (question != 'C')
        return false;
    s->in_dut = true;
    byte = (uint8_t)s->ops->edge(s->dut);
    s->in_dut = false;
    ++s->cycle;
    return put(s->fd, &byte, 1);
}

static void serve(void *any)
{
    struct service *s = any;
    char question;

    while (assay_pipe_read(s->fd, &question, 1) && answer(s, question))
        ;
}

void assay_icarus_serve(const struct assay_block *b, int fd)
{
    struct service s = {.ops = assay_icarus_ops(b), .fd = fd};
    struct assay_guard guard = {.in_dut = &s.in_dut, .cycle = &s.cycle};

    s.in = calloc(1, s.ops->in_size);
    s.out = calloc(1, s.ops->out_size);
    s.unknown = calloc(1, s.ops->out_size);
    assay_stdout_lend();
    s.dut = s.in && s.out && s.unknown ? s.ops->create() : NULL;
    if (s.dut && assay_guard_settle(&guard.settle) &&
        assay_guard_run(&guard, serve, &s) == ASSAY_GUARD_UNSETTLED)
        assay_print_error("the RTL of --against: the evaluation of cycle %llu took more than %g s "
                          "of processor time",
                          (unsigned long long)s.cycle, guard.settle);
    assay_stdout_back();
    close(fd);
    free(s.in);
    free(s.out);
    free(s.unknown);
}
