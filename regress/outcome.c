#include "regress/outcome.h"

#include <cjson/cJSON.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "regress/output.h"

/* Returns 0 for anything that is not a count. Counts beyond 2^53 lose digits, but no run gets
 * that far. */
static uint64_t get_count(const cJSON *o, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    if (!cJSON_IsNumber(item) || !(item->valuedouble >= 0) || item->valuedouble >= 9.2e18)
        return 0;
    return (uint64_t)item->valuedouble;
}

static void read_facts(const cJSON *json, struct assay_outcome *o)
{
    const cJSON *item;

    assay_output_text(json, "verdict", o->verdict, sizeof o->verdict);
    item = cJSON_GetObjectItemCaseSensitive(json, "reproduce");
    if (cJSON_IsString(item))
        assay_text_add(&o->reproduce, item->valuestring);
    o->cycles = get_count(json, "cycles");
    o->compared = get_count(json, "compared");
    o->transactions = get_count(json, "transactions");
    item = cJSON_GetObjectItemCaseSensitive(json, "seconds");
    if (cJSON_IsNumber(item))
        o->seconds = item->valuedouble;
    if (cJSON_HasObjectItem(json, "fail_cycle"))
        o->fail_cycle = (int64_t)get_count(json, "fail_cycle");
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(json, "differences"))
    {
        char port[64] = "";
        const size_t used = strlen(o->ports);

        assay_output_text(item, "port", port, sizeof port);
        if (*port && used + strlen(port) + 2 <= sizeof o->ports)
            snprintf(o->ports + used, sizeof o->ports - used, "%s%s", used ? "," : "", port);
    }
}

static bool is_crash(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT || signal == SIGFPE ||
           signal == SIGILL || signal == SIGTRAP;
}

/* Verdicts of `assay run` that blame the RTL, or call the run incomplete. */
static bool is_failure(const char *verdict)
{
    return *verdict && strcmp(verdict, "pass") != 0 && strcmp(verdict, "interrupted") != 0;
}

/* The verdict of `assay faults` on a DUT that it could not build or run, or that fails without the
 * bug as well; and that of `assay prove` if a lemma or the machine is not fit for a proof. */
static bool is_broken(const char *verdict)
{
    return strcmp(verdict, "broken") == 0;
}

static enum assay_status judge(const struct assay_task_end *end, struct assay_outcome *o)
{
    const bool passed = strcmp(o->verdict, "pass") == 0;
    const char *instead = "no-result";
    enum assay_status status = ASSAY_JOB_ERROR;

    if (end->started && !end->signal && is_broken(o->verdict))
        return ASSAY_JOB_ERROR;
    if (end->started && !end->signal && (end->exit == 1 || is_failure(o->verdict))) {
        status = ASSAY_JOB_FAIL;
        if (is_failure(o->verdict))
            return status;
    } else if (end->started && end->exit == 0 && passed) {
        return ASSAY_JOB_PASS;
    } else if (end->timed_out) {
        status = ASSAY_JOB_TIMEOUT;
        instead = "timeout";
    } else if (end->stopped) {
        status = ASSAY_JOB_NOT_RUN;
        instead = "interrupted";
    } else if (is_crash(end->signal)) {
        status = ASSAY_JOB_FAIL;
        instead = "crashed";
    } else if (!end->started) {
        instead = "not-started";
    }
    snprintf(o->verdict, sizeof o->verdict, "%s", instead);
    return status;
}

void assay_outcome_judge(const struct assay_job *j, const struct assay_task_end *end,
                         const char *output, struct assay_outcome *o)
{
    cJSON *json = end->started ? assay_output_json(output) : NULL;

    memset(o, 0, sizeof *o);
    o->exit = end->exit;
    o->seconds = end->seconds;
    o->fail_cycle = -1;
    if (json)
        read_facts(json, o);
    cJSON_Delete(json);
    o->status = judge(end, o);
    if (!o->reproduce.n && o->status != ASSAY_JOB_PASS)
        assay_job_command(j, &o->reproduce);
}

void assay_outcome_free(struct assay_outcome *o)
{
    assay_text_free(&o->reproduce);
}
