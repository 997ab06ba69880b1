#include "sim/icarus_end.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/message.h"

static bool begun;

static void at_exit(void)
{
    if (begun)
        return;
    fflush(NULL);
    assay_print_error("vvp ended before the run began: expected it to run what iverilog compiled");
    fflush(NULL);
    _exit(EXIT_FAULT);
}

void assay_icarus_end_watch(void)
{
    atexit(at_exit);
}

void assay_icarus_end_begun(void)
{
    begun = true;
}
