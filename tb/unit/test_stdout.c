/* test_stdout.c - standard output lent out and lost (base/stdout.h), in child processes. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/error.h"
#include "base/json.h"
#include "base/signals.h"
#include "base/stdout.h"

static char out[1024], err[1024];

static void read_end(int fd, char *text)
{
    size_t n = 0;
    ssize_t got;

    while ((got = read(fd, text + n, 1023 - n)) > 0)
        n += (size_t)got;
    text[n] = '\0';
    close(fd);
}

/* Runs `work` in a child process. Returns its exit status; `out` and `err` have what it printed.
 * Its standard output is `path`, or a pipe if that is NULL. */
static int apart(void (*work)(void), const char *path, int status)
{
    int a[2], b[2], ended;
    pid_t pid;

    fflush(NULL);
    assert_int_equal(pipe(a), 0);
    assert_int_equal(pipe(b), 0);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        dup2(path ? open(path, O_WRONLY) : a[1], STDOUT_FILENO);
        dup2(b[1], STDERR_FILENO);
        work();
        status = assay_stdout_end(status);
        fflush(NULL);
        _exit(status);
    }
    close(a[1]);
    close(b[1]);
    read_end(a[0], out);
    read_end(b[0], err);
    assert_true(waitpid(pid, &ended, 0) == pid && WIFEXITED(ended));
    return WEXITSTATUS(ended);
}

static void lends(void)
{
    printf("before\n");
    assay_stdout_lend();
    printf("first\n");
    assay_stdout_lend();
    (void)!write(STDOUT_FILENO, "second\n", 7);
    assay_stdout_back();
    printf("third\n");
    assay_stdout_back();
    printf("after\n");
}

static void test_lend(void **state)
{
    (void)state;
    assert_int_equal(apart(lends, NULL, EXIT_EQUAL), EXIT_EQUAL);
    assert_string_equal(out, "before\nafter\n");
    assert_string_equal(err, "second\nfirst\nthird\n");
    /* What was printed before is lost. */
    assert_int_equal(apart(lends, "/dev/full", EXIT_EQUAL), EXIT_FAULT);
    assert_non_null(strstr(err, "assay: standard output: No space left on device: expected"));
}

static void lends_in_vain(void)
{
    dup2(open("/dev/full", O_WRONLY), STDERR_FILENO);
    assay_stdout_lend();
    printf("text of a simulator\n");
    assay_stdout_back();
    printf("report\n");
}

/* What a simulator prints may get lost, but never gets into the report. */
static void test_foreign_loss(void **state)
{
    (void)state;
    assert_int_equal(apart(lends_in_vain, NULL, EXIT_EQUAL), EXIT_EQUAL);
    assert_string_equal(out, "report\n");
}

static void loses_json(void)
{
    assay_json_begin();
    assay_json_print(stdout, NULL, ASSAY_JSON_LINE);
}

static void keeps_json(void)
{
    assay_json_begin();
    assay_json_print(stdout, cJSON_CreateObject(), ASSAY_JSON_LINE);
}

static void test_json(void **state)
{
    (void)state;
    assert_int_equal(apart(keeps_json, NULL, EXIT_EQUAL), EXIT_EQUAL);
    assert_string_equal(out, "{}\n");
    assert_int_equal(apart(loses_json, NULL, EXIT_EQUAL), EXIT_FAULT);
    assert_string_equal(out, "");
    assert_non_null(strstr(err, "assay: standard output: Cannot allocate memory: expected"));
    assert_int_equal(apart(loses_json, NULL, EXIT_MISMATCH), EXIT_MISMATCH);
    assert_non_null(strstr(err, "Cannot allocate memory"));
}

static void mutes(void)
{
    assay_stdout_mute();
    printf("again\n");
}

static void test_mute(void **state)
{
    (void)state;
    assert_int_equal(apart(mutes, NULL, EXIT_EQUAL), EXIT_EQUAL);
    assert_string_equal(out, "");
}

/* Standard output becomes a pipe whose reader is finally closed. Results are printed to standard
 * error. */
static void loses_its_reader(void)
{
    struct sigaction before;
    int ends[2];

    assay_catch_signals();
    fprintf(stderr, "%d%d", assay_stdout_closed(), assay_interrupted());
    if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
        _exit(9);
    close(ends[1]);
    fprintf(stderr, " %d", assay_interrupted());
    assay_stdout_lend();
    close(ends[0]);
    fprintf(stderr, " %d", assay_stdout_closed());
    assay_stdout_back();
    fprintf(stderr, " %d", assay_interrupted());
    fprintf(stderr, " %d", assay_interrupted_status());
    sigaction(SIGPIPE, NULL, &before);
    if (before.sa_handler != SIG_DFL)
        _exit(8);
}

/* A process that ignores SIGPIPE is not stopped by it. */
static void ignores_its_reader(void)
{
    int ends[2];

    signal(SIGPIPE, SIG_IGN);
    assay_catch_signals();
    if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
        _exit(9);
    close(ends[0]);
    fprintf(stderr, "%d%d", assay_stdout_closed(), assay_interrupted());
}

static void test_closed(void **state)
{
    (void)state;
    signal(SIGPIPE, SIG_DFL);
    assert_int_equal(apart(loses_its_reader, NULL, EXIT_EQUAL), EXIT_EQUAL);
    assert_string_equal(err, "00 0 1 1 141");
    assert_int_equal(apart(ignores_its_reader, NULL, EXIT_EQUAL), EXIT_EQUAL);
    assert_string_equal(err, "10");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lend),   cmocka_unit_test(test_foreign_loss),
        cmocka_unit_test(test_json),   cmocka_unit_test(test_mute),
        cmocka_unit_test(test_closed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
