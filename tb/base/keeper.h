/* keeper.h - the process that watches over a tool until it has ended (process.h). */
#ifndef ASSAY_KEEPER_H
#define ASSAY_KEEPER_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct assay_tool {
    char *const *argv; /* NULL-terminated, searched in PATH */
    const char *cwd;   /* NULL: the current folder */
    bool own_output; /* the tool writes to the program's own output; the fields below are ignored */
    const char *log; /* file that its output is appended to; NULL: it goes to `output` */
    bool no_errors;  /* discard its standard error */
    const char *errors; /* file that its standard error is appended to; NULL: with its output */
    int output;         /* write end of a pipe; the program reads `other_end` */
    int other_end;
};

/*
 * Become the keeper: start the tool, wait until it ends, and exit with its status; 128 +
 * signal if a signal ended it, 127 if there is no such tool. On SIGTERM, which the keeper also
 * gets when `program` ends, it ends the tool and everything that the tool has started, and
 * waits for them. Call this in a child of `program` with all signals blocked. `mask` is the
 * signal mask for the tool.
 */
_Noreturn void assay_keep(const struct assay_tool *tool, pid_t program, const sigset_t *mask);

#endif
