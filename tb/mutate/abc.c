/* abc.c - questions to abc about a netlist that Yosys has written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mutate/prover.h"

/* The only status that abc prints. */
static enum assay_answer answer_of(const char *text)
{
    static const char proved[] = "Status = 1 ", reached[] = "Status = 0 ";
    const char *const at = strstr(text, "Status = ");

    if (!at || strstr(at + 1, "Status = "))
        return ASSAY_NO_ANSWER;
    if (strncmp(at, proved, sizeof proved - 1) == 0)
        return ASSAY_NEVER;
    return strncmp(at, reached, sizeof reached - 1) == 0 ? ASSAY_SOMETIME : ASSAY_NO_ANSWER;
}

static int run(const struct assay_prover *p, const char *commands, unsigned seconds,
               struct assay_output *out)
{
    char limit[32];
    char *argv[] = {(char *)"timeout", limit, (char *)"yosys-abc", (char *)"-q",
                    (char *)commands,  NULL};

    snprintf(limit, sizeof limit, "%u", seconds);
    return assay_process(argv, p->folder, out);
}

bool assay_prover_has_abc(const struct assay_prover *p)
{
    struct assay_output out = {0};
    const int status = run(p, "version", 10, &out);

    free(out.text);
    return status == 0;
}

enum assay_answer assay_prover_abc(const struct assay_prover *p, const char *commands,
                                   unsigned seconds)
{
    struct assay_output out = {0};
    enum assay_answer answer = ASSAY_NO_ANSWER;

    if (run(p, commands, seconds, &out) == 0 && out.text)
        answer = answer_of(out.text);
    free(out.text);
    return answer;
}
