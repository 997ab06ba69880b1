/* synthesis.c - runs Yosys down to two-input gates,
 * and reads the cells and paths that it prints. */
#include "bench/synthesis.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/home.h"
#include "base/process.h"
#include "base/text.h"

enum { TAIL = 1000 }; /* bytes of the output in a message */

static void write_script(const struct assay_synthesis *s, struct assay_text *to)
{
    char path[PATH_MAX];

    assay_text_add(to, "read_verilog -sv");
    for (const char *const *file = s->file; *file; ++file)
        assay_text_addf(to, " \"%s\"", assay_source_path(path, sizeof path, *file));
    assay_text_addf(to,
                    "; chparam %s %s; synth %s -top %s; abc -g AND,OR,XOR,NAND,NOR,XNOR; %s"
                    "opt_clean; tee -o /dev/stdout stat; ltp -noff; ltp",
                    s->set, s->top, s->by_module ? "" : "-flatten", s->top,
                    s->by_module ? "flatten; " : "");
}

/* Yosys prints the statistics several times.
 * Reads the last ones, and the two path lengths after them. */
static bool read_figures(const char *text, struct assay_gates *g)
{
    static const char cells[] = "Number of cells:", length[] = "(length=";
    const char *at = strstr(text, cells), *depth, *through;

    for (const char *next = at; next; next = strstr(next + 1, cells))
        at = next;
    depth = at ? strstr(at, length) : NULL;
    through = depth ? strstr(depth + 1, length) : NULL;
    if (!through)
        return false;
    g->cells = strtod(at + sizeof cells - 1, NULL);
    g->depth = strtod(depth + sizeof length - 1, NULL);
    g->through = strtod(through + sizeof length - 1, NULL);
    return g->cells > 0 && g->depth > 0 && g->through > 0;
}

/* The end of the output, where Yosys prints its error. */
static const char *tail_of(const char *text)
{
    const size_t n = strlen(text);

    return n > TAIL ? text + (n - TAIL) : text;
}

int assay_synthesize(const struct assay_synthesis *s, struct assay_gates *g, char *why,
                     size_t why_size)
{
    struct assay_text script = {0};
    struct assay_output out = {0};
    int status = ASSAY_NOT_STARTED, e = ASSAY_ENVIRONMENT;

    write_script(s, &script);
    if (script.failed) {
        snprintf(why, why_size, "out of memory");
    } else {
        char *argv[] = {"yosys", "-p", script.s, NULL};

        status = assay_process(argv, NULL, &out);
        if (status == ASSAY_NOT_STARTED)
            snprintf(why, why_size,
                     "yosys: cannot be run: expected it to be installed (scripts/setup does)");
        else if (status || !read_figures(out.text, g))
            snprintf(why, why_size,
                     "%s: yosys ended with status %d and no figures: expected them; its output "
                     "ends with:\n%s",
                     s->top, status, tail_of(out.text));
        else
            e = ASSAY_OK;
    }
    free(out.text);
    assay_text_free(&script);
    return e;
}
