/* bench_plots.c - the numbers behind the plots of a report, in the form that a
 * regression expects of its jobs. */
#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "cli/bench.h"
#include "cli/cli.h"

void bench_plots_begin(struct bench_plots *p)
{
    p->list.json = cJSON_CreateArray();
    p->begun = assay_now();
}

int bench_plots_block(struct bench_plots *p, const struct assay_block *block, char *why,
                      size_t why_size)
{
    return block->plots ? block->plots(&p->list, why, why_size) : EXIT_EQUAL;
}

void bench_plots_end(struct bench_plots *p, int status, FILE *to)
{
    cJSON *object = cJSON_CreateObject();

    if (!status)
        cJSON_AddStringToObject(object, "verdict", assay_verdict_name(ASSAY_PASS));
    cJSON_AddItemToObject(object, "plots", p->list.json);
    cJSON_AddNumberToObject(object, "seconds", assay_now() - p->begun);
    assay_json_print(to, object, ASSAY_JSON_LINE);
}
