/* keeper.h - the process beside a tool that sees to its end (process.h). */
#ifndef ASSAY_KEEPER_H
#define ASSAY_KEEPER_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct assay_tool {
    char *const *argv;  /* NULL-terminated, found by PATH */
    const char *cwd;    /* NULL: this folder */
    bool own_output;    /* its output is the program's own; what follows is not looked at then */
    const char *log;    /* where its output goes, appended; NULL: into `output` */
    bool no_errors;     /* its standard error goes nowhere */
    const char *errors; /* where its standard error goes, appended; NULL: where its output goes */
    int output;         /* of a pipe, whose other end the program reads */
    int other_end;
};

/*
 * Be the keeper: start the tool, wait until it ends, and exit with its status, 128 + signal if one
 * ended it, 127 if there is no such tool. On SIGTERM, which it also gets when `program` ends, it ends
 * the tool and all that the tool has started, and waits for them. Called in a child of `program` with
 * all signals blocked; `mask` is what the tool gets.
 */
_Noreturn void assay_keep(const struct assay_tool *tool, pid_t program, const sigset_t *mask);

#endif
