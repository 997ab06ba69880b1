/* abc.c - ask abc about a netlist that Yosys has written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "mutate/prover.h"

static const size_t most_netlist = (size_t)1 << 28;

/* Parse the status that abc printed; there must be exactly one. */
static enum assay_answer answer_of(const char *text)
{
    static const char proved[] = "Status = 1 ", reached[] = "Status = 0 ";
    const char *const at = strstr(text, "Status = ");

    /* abc reads as much as it can of a truncated file, and sets undriven nets to 0: then there
     * is no answer. */
    if (strstr(text, "Skipping line") || strstr(text, "Constant-0 drivers"))
        return ASSAY_NO_ANSWER;
    if (!at || strstr(at + 1, "Status = "))
        return ASSAY_NO_ANSWER;
    if (strncmp(at, proved, sizeof proved - 1) == 0)
        return ASSAY_NEVER;
    return strncmp(at, reached, sizeof reached - 1) == 0 ? ASSAY_SOMETIME : ASSAY_NO_ANSWER;
}

static int run(struct assay_prover *p, const char *commands, unsigned seconds,
               struct assay_output *out)
{
    char *argv[] = {(char *)"yosys-abc", (char *)"-q", (char *)commands, NULL};

    return assay_prover_run(p, argv, seconds, out);
}

bool assay_prover_has_abc(struct assay_prover *p)
{
    struct assay_output out = {0};
    const int status = run(p, "version", 10, &out);

    free(out.text);
    /* A timeout on a busy machine does not mean that it is not installed. */
    return status != ASSAY_NOT_STARTED && status != 127 && status != 126;
}

static bool is_whole(const char *blif, size_t size)
{
    static const char end[] = "\n.end\n", model[] = "\n.model ";
    const char *const first = strstr(blif, model);

    return strlen(blif) == size && size >= sizeof end &&
           strcmp(blif + size - (sizeof end - 1), end) == 0 && first && !strstr(first + 1, model) &&
           !strstr(blif, "\n.subckt ");
}

char *assay_prover_netlist(const struct assay_prover *p, char *why, size_t why_size)
{
    char path[ASSAY_PROVER_PATH], *blif;
    size_t size;

    if (assay_read_file(assay_prover_path(p, "both.blif", path), most_netlist, "a netlist", &blif,
                        &size, why, why_size))
        return NULL;
    if (is_whole(blif, size))
        return blif;
    free(blif);
    snprintf(why, why_size, "both.blif: expected one module, whole and without others below it");
    return NULL;
}

enum assay_answer assay_prover_abc(struct assay_prover *p, const char *commands, unsigned seconds)
{
    struct assay_output out = {0};
    enum assay_answer answer = ASSAY_NO_ANSWER;

    if (run(p, commands, seconds, &out) == 0 && out.text)
        answer = answer_of(out.text);
    free(out.text);
    return answer;
}
