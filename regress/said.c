#include "regress/said.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "regress/output.h"

enum { WORST = 3 };

/* --- places --- */

/* Skip Verilator's "%Error: " or "%Error-CODE: ", if the line begins with it. */
static const char *after_error(const char *line)
{
    const char *colon;

    if (strncmp(line, "%Error", 6) != 0)
        return line;
    colon = strstr(line, ": ");
    return colon ? colon + 2 : line;
}

/* Extract "FILE:LINE: what" from "FILE:LINE:COLUMN: what", or from that form itself. The file
 * name may contain blanks. A colon followed by a blank means that the text begins with something
 * else. */
static bool take_place(const char *text, char *place, size_t size)
{
    static const char included[] = "In file included from ";
    const size_t file = strcspn(text, ":\n");
    const char *number = text + file + 1, *rest;

    if (file == 0 || text[file] != ':' || !isdigit((unsigned char)*number) ||
        strncmp(text, included, sizeof included - 1) == 0)
        return false;
    rest = number + strspn(number, "0123456789");
    snprintf(place, size, "%.*s", (int)(rest - text), text);
    if (*rest == ':' && isdigit((unsigned char)rest[1]))
        rest += 1 + strspn(rest + 1, "0123456789");
    if (*rest != ':')
        return false;
    rest += 1 + strspn(rest + 1, " ");
    snprintf(place + strlen(place), size - strlen(place), ": %.*s", (int)strcspn(rest, "\n"), rest);
    return true;
}

/* How likely it is that a line reports an error, and not a warning or a consequence; 0: not at
 * all. */
static int weight(const char *line)
{
    if (strncmp(line, "%Error", 6) == 0)
        return WORST;
    if (strncmp(line, "%Warning", 8) == 0 || strstr(line, "warning:"))
        return 0;
    return strstr(line, "error") ? 2 : strncmp(line, "assay: ", 7) == 0 ? 1 : 0;
}

/* --- reading the files --- */

static void read_log(const char *path, struct assay_said *said)
{
    char line[ASSAY_SAID_LINE], place[ASSAY_SAID_LINE];
    FILE *f = fopen(path, "r");
    int best = 0;

    if (!f)
        return;
    while (fgets(line, sizeof line, f)) {
        const bool own = strncmp(line, "assay: ", 7) == 0;
        const int w = weight(line);

        if (own)
            snprintf(said->message, sizeof said->message, "%.*s", (int)strcspn(line, "\n"), line);
        if (w > best && take_place(own ? line + 7 : after_error(line), place, sizeof place)) {
            best = w;
            memcpy(said->place, place, sizeof said->place);
        }
    }
    fclose(f);
}

static void read_simulation(const char *path, struct assay_said *said)
{
    FILE *f = fopen(path, "r");
    char line[ASSAY_SIMULATOR_LINE];

    if (!f)
        return;
    assay_simulator_said(f, said->simulation);
    fclose(f);
    assay_simulator_line(said->simulation, line);
    assay_simulator_place(line, said->stop, sizeof said->stop);
}

/* Whether the job is a run. Other jobs explain themselves in their messages. */
static bool is_run(const struct assay_store_job *j)
{
    static const char *const others[] = {"proofs", "plots", "faults", "mutate"};

    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i)
        if (strcmp(j->scenario, others[i]) == 0)
            return false;
    return true;
}

static void read_result(const char *path, struct assay_said *said)
{
    cJSON *json = assay_output_json(path);
    const cJSON *first =
        cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(json, "differences"), 0);

    assay_output_text(json, "message", said->headline, sizeof said->headline);
    assay_output_text(first, "port", said->port, sizeof said->port);
    assay_output_text(first, "expected", said->expected, sizeof said->expected);
    assay_output_text(first, "actual", said->actual, sizeof said->actual);
    cJSON_Delete(json);
}

static bool is_proofs(const struct assay_store_job *j)
{
    return strcmp(j->scenario, "proofs") == 0;
}

/* Append what came of a proof that has an answer. What has none says so itself. */
static void add_proof(const cJSON *row, char *text, size_t size)
{
    char block[64] = "", lemma[64] = "", parameters[64] = "", solver[32] = "", got[64] = "";
    const bool planted = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "planted"));
    const size_t n = strlen(text);

    assay_output_text(row, "block", block, sizeof block);
    assay_output_text(row, "lemma", lemma, sizeof lemma);
    assay_output_text(row, "case", parameters, sizeof parameters);
    assay_output_text(row, "solver", solver, sizeof solver);
    assay_output_text(row, "got", got, sizeof got);
    if (*solver)
        snprintf(text + n, size - n, "%s%s/%s%s%s%s: %s", n ? "; " : "", block, lemma,
                 *parameters ? " " : "", parameters, planted ? ", planted" : "", got);
}

/* The proofs that did not come out as expected, as many as a line takes. */
static void read_proofs(const char *path, struct assay_said *said)
{
    cJSON *json = assay_output_json(path);
    const cJSON *row;

    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(json, "proofs"))
    {
        if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, "ok")))
            add_proof(row, said->headline, sizeof said->headline);
    }
    cJSON_Delete(json);
}

void assay_said_read(const char *out, const struct assay_store_job *j, struct assay_said *said)
{
    const bool built = strcmp(j->verdict, "not-built") != 0;
    char path[PATH_MAX];

    memset(said, 0, sizeof *said);
    if (!*j->out)
        return;
    assay_path(path, sizeof path, "%s/%s/stdout", out, j->out);
    if (built && is_run(j))
        read_result(path, said);
    else if (is_proofs(j))
        read_proofs(path, said);
    assay_path(path, sizeof path, "%s/%s/stderr", out, j->out);
    read_log(path, said);
    if (built)
        said->place[0] = '\0';
    if (built && is_run(j) && !*said->port)
        read_simulation(path, said);
}

/* --- one-line description --- */

static bool is_ended_by_simulation(const struct assay_store_job *j)
{
    return strcmp(j->verdict, "stopped") == 0 || strcmp(j->verdict, "crashed") == 0 ||
           strcmp(j->verdict, "no-result") == 0;
}

void assay_said_line(const struct assay_store_job *j, const struct assay_said *said, char *text,
                     size_t size)
{
    size_t n = (size_t)snprintf(text, size, "%s", j->verdict);
    char line[ASSAY_SIMULATOR_LINE];

    assay_simulator_line(said->simulation, line);
    if (j->status == ASSAY_JOB_TIMEOUT) {
        if (j->cycles_run)
            snprintf(text + n, size - n, " at cycle %" PRIu64 " of %" PRIu64 ", after %.3g s",
                     j->cycles_run, j->cycles, j->seconds);
        else
            snprintf(text + n, size - n, " after %.3g s, before it said how far it was",
                     j->seconds);
        return;
    }
    if (j->fail_cycle >= 0 && n < size)
        n += (size_t)snprintf(text + n, size - n, " at cycle %" PRId64, j->fail_cycle);
    if (*said->port && n < size)
        snprintf(text + n, size - n, ", port %s: expected %s, actual %s", said->port,
                 said->expected, said->actual);
    else if (*said->place && n < size)
        snprintf(text + n, size - n, ": %s", said->place);
    else if (*line && is_ended_by_simulation(j) && n < size)
        snprintf(text + n, size - n, ": %s", line);
    else if (is_proofs(j) && *said->headline && n < size)
        snprintf(text + n, size - n, ": %s", said->headline);
    else if (*said->message && n < size)
        snprintf(text + n, size - n, ": %s", said->message + strlen("assay: "));
    else if (*said->headline && n < size)
        snprintf(text + n, size - n, ": %s", said->headline);
}
