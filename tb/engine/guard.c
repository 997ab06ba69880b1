#include "engine/guard.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/message.h"
#include "base/signals.h"
#include "engine/block.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static const double DEFAULT_SETTLE = 10, MOST_SETTLE = 1e6;
static const double TICK = 0.25, LOOK_AGAIN = 0.005; /* seconds */

enum {
    INTERRUPTED_TICKS = 8, /* ticks that an evaluation is allowed after SIGINT or a similar
                            * signal: one that writes a block of a waveform takes more than one */
    MOST_LOOKS = 200       /* attempts to find a moment when the C library is not running */
};

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASH_SIGNALS = sizeof crash_signals / sizeof crash_signals[0] };

/* Signal handlers get no context argument, so only one run at a time is guarded. */
static struct assay_guard *volatile guarded;
static sigjmp_buf point;
static volatile enum assay_guard_end ended;
static void (*out)(void);
static volatile sig_atomic_t lost;

static struct {
    timer_t timer;
    bool made; /* in this process */
    bool forgets;
    double interval;       /* current interval of the timer */
    double tick, patience; /* for this run: seconds per tick, number of ticks */
    uint64_t cycle;        /* at the last tick */
    double ticks;          /* ticks for which it has not changed; -1: not seen yet */
    unsigned looks;
} watch;

/* Address ranges of the C library: of its allocator and of its file functions, which
 * may be two libraries. */
static struct {
    uintptr_t from, to;
} library[2];

bool assay_guard_settle(double *seconds)
{
    const char *text = getenv("ASSAY_SETTLE");
    char *rest;

    *seconds = DEFAULT_SETTLE;
    if (!text)
        return true;
    errno = 0;
    *seconds = strtod(text, &rest);
    if (rest == text || *rest || errno || !(*seconds >= 0 && *seconds <= MOST_SETTLE))
        return false;
    if (*seconds == 0)
        *seconds = INFINITY;
    return true;
}

void assay_guard_way_out(void (*way_out)(void))
{
    out = way_out;
}

bool assay_guard_lost(void)
{
    return lost;
}

void assay_guard_leave(void)
{
    siglongjmp(point, 1);
}

/* --- crashes --- */

static void on_crash(int sig)
{
    ended = ASSAY_GUARD_CRASHED;
    guarded->signal = sig;
    assay_guard_leave();
}

void assay_model_exit(int status)
{
    if (!guarded) {
        assay_print_error("the model called exit(%d): expected it to return", status);
        _exit(EXIT_FAILURE);
    }
    ended = ASSAY_GUARD_CRASHED;
    guarded->signal = 0;
    assay_guard_leave();
}

/* A handler cannot run on a stack that has overflowed. Sanitizers provide their own
 * alternate stack. */
static void bring_stack(void)
{
    static _Alignas(16) char room[64 << 10];
    const stack_t own = {.ss_sp = room, .ss_size = sizeof room};
    stack_t there;

    if (sigaltstack(NULL, &there) == 0 && (there.ss_flags & SS_DISABLE))
        sigaltstack(&own, NULL);
}

static void catch_crashes(struct sigaction *before)
{
    struct sigaction act = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};

    bring_stack();
    sigemptyset(&act.sa_mask);
    for (int i = 0; i < CRASH_SIGNALS; ++i)
        sigaction(crash_signals[i], &act, &before[i]);
}

static void release_crashes(const struct sigaction *before)
{
    for (int i = 0; i < CRASH_SIGNALS; ++i)
        sigaction(crash_signals[i], &before[i], NULL);
}

/* --- endless evaluations --- */

struct search {
    uintptr_t address;
    uintptr_t from, to;
};

static int look_in(struct dl_phdr_info *info, size_t size, void *any)
{
    struct search *s = any;
    uintptr_t from = UINTPTR_MAX, to = 0;

    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type != PT_LOAD)
            continue;
        from = info->dlpi_addr + p->p_vaddr < from ? info->dlpi_addr + p->p_vaddr : from;
        to = info->dlpi_addr + p->p_vaddr + p->p_memsz > to
                 ? info->dlpi_addr + p->p_vaddr + p->p_memsz
                 : to;
    }
    if (s->address < from || s->address >= to)
        return 0;
    s->from = from;
    s->to = to;
    return 1;
}

static void find_library(void)
{
    static const char *const names[] = {"malloc", "fwrite"};

    for (size_t i = 0; i < 2; ++i) {
        struct search s = {.address = (uintptr_t)dlsym(RTLD_DEFAULT, names[i])};

        if (dl_iterate_phdr(look_in, &s)) {
            library[i].from = s.from;
            library[i].to = s.to;
        }
    }
}

static bool in_library(const void *context)
{
    const ucontext_t *c = context;
#if defined(__x86_64__)
    const uintptr_t at = (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    const uintptr_t at = (uintptr_t)c->uc_mcontext.pc;
#else
    const uintptr_t at = 0;

    (void)c;
#endif

    for (size_t i = 0; i < 2; ++i)
        if (at >= library[i].from && at < library[i].to)
            return true;
    return false;
}

static bool set_timer(double interval)
{
    const struct timespec t = {.tv_sec = (time_t)interval,
                               .tv_nsec = (long)((interval - floor(interval)) * 1e9)};
    const struct itimerspec both = {t, t};

    watch.interval = interval;
    return timer_settime(watch.timer, 0, &both, NULL) == 0;
}

/* Whether the evaluation must be abandoned. */
static bool has_no_end(const struct assay_guard *g, const void *context)
{
    const uint64_t cycle = g ? *(const volatile uint64_t *)g->cycle : 0;
    double patience = watch.patience;

    if (!g || !*(const volatile bool *)g->in_dut || watch.ticks < 0 || cycle != watch.cycle) {
        watch.cycle = cycle;
        watch.ticks = g && *(const volatile bool *)g->in_dut ? 0 : -1;
        watch.looks = 0;
        if (watch.interval < watch.tick)
            set_timer(watch.tick);
        return false;
    }
    ++watch.ticks;
    ended = ASSAY_GUARD_UNSETTLED;
    if (assay_interrupted() && watch.ticks < patience) {
        patience = INTERRUPTED_TICKS;
        ended = ASSAY_GUARD_INTERRUPTED;
    }
    if (watch.ticks < patience)
        return false;
    if (!in_library(context) || ++watch.looks > MOST_LOOKS)
        return true;
    if (watch.interval > LOOK_AGAIN)
        set_timer(LOOK_AGAIN);
    return false;
}

static void on_tick(int sig, siginfo_t *info, void *context)
{
    const int error = errno;

    (void)sig;
    (void)info;
    if (!has_no_end(guarded, context)) {
        errno = error;
        return;
    }
    if (!out)
        assay_guard_leave();
    lost = 1;
    out();
}

/* Called in a forked child, which does not inherit its parent's timers. */
static void forget_timer(void)
{
    watch.made = false;
}

static bool make_timer(void)
{
    struct sigaction act = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};

    find_library();
    if (!watch.forgets)
        watch.forgets = pthread_atfork(NULL, NULL, forget_timer) == 0;
    sigemptyset(&act.sa_mask);
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    watch.made = sigaction(SIGPROF, &act, NULL) == 0 &&
                 timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &watch.timer) == 0;
    watch.interval = 0;
    return watch.made;
}

/* A simulator unloads this code before the process ends; a timer still running then would call
 * unmapped code. */
__attribute__((destructor)) static void end_watch(void)
{
    if (!watch.made)
        return;
    timer_delete(watch.timer);
    signal(SIGPROF, SIG_IGN);
    watch.made = false;
}

/* The timer is created once and keeps running, so that runs of a single cycle need no system
 * calls. */
static void begin_watch(const struct assay_guard *g)
{
    const double tick = g->settle / 4 < TICK ? g->settle / 4 : TICK;

    watch.tick = tick > LOOK_AGAIN ? tick : LOOK_AGAIN;
    watch.patience = g->settle / watch.tick;
    watch.ticks = -1;
    watch.looks = 0;
    if (!watch.made && !make_timer())
        return;
    if (watch.interval != watch.tick)
        set_timer(watch.tick);
}

void assay_guard_forked(void)
{
    for (int i = 0; i < CRASH_SIGNALS; ++i)
        signal(crash_signals[i], SIG_DFL);
    if (guarded)
        begin_watch(guarded);
}

/* --- running under the guard --- */

/* After a jump out of a handler, its signal is still blocked. */
static void unblock(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    for (int i = 0; i < CRASH_SIGNALS; ++i)
        sigaddset(&set, crash_signals[i]);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

enum assay_guard_end assay_guard_run(struct assay_guard *g, void (*work)(void *), void *arg)
{
    struct sigaction before[CRASH_SIGNALS];

    guarded = g;
    if (g->crashes)
        catch_crashes(before);
    begin_watch(g);
    if (sigsetjmp(point, 0) == 0) {
        work(arg);
        ended = ASSAY_GUARD_RETURNED;
    } else {
        unblock();
    }
    guarded = NULL;
    if (g->crashes)
        release_crashes(before);
    return ended;
}
