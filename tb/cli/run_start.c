/* run_start.c - explains a failure of a run with --check-x: the registers whose
 * start values it depends on. */
#include <inttypes.h>
#include <stdio.h>

#include "base/message.h"
#include "cli/cli.h"
#include "diagnose/start_cause.h"
#include "engine/block_folder.h"
#include "sim/declared.h"

enum { WHERE = PATH_MAX + 32 };

/* Where a variable is declared; "" if unknown. Prints a message if a tool failed. */
static void declared(const struct assay_variant *v, const char *name, char where[WHERE])
{
    char why[4096];

    if (assay_declared(v, name, where, WHERE, why, sizeof why) != ASSAY_OK) {
        assay_print_error("%s", why);
        *where = '\0';
    }
}

/* Append "a.b (FILE:LINE)" to the text and an object to the list. */
static void add_variable(struct assay_text *t, cJSON *list, const struct assay_start_cause *cause,
                         size_t i, const struct assay_variant *v)
{
    const char *const name = cause->variable[i].name;
    cJSON *o = cJSON_CreateObject();
    char where[WHERE] = "";

    cJSON_AddStringToObject(o, "name", name);
    if (cause->variable[i].literal) {
        assay_text_addf(t, "an X that the RTL assigns in %s", name);
        cJSON_AddBoolToObject(o, "assigned_x", true);
    } else {
        declared(v, name, where);
        assay_text_addf(t, "%s", name);
    }
    if (cause->variable[i].element >= 0) {
        assay_text_addf(t, ", element %ld", cause->variable[i].element);
        cJSON_AddNumberToObject(o, "element", (double)cause->variable[i].element);
    }
    if (*where) {
        assay_text_addf(t, " (%s)", where);
        cJSON_AddStringToObject(o, "declared", where);
    }
    cJSON_AddItemToArray(list, o);
}

static cJSON *describe(const struct assay_start_cause *cause, const struct assay_variant *v,
                       struct assay_text *t)
{
    const char *const from = cause->kind == ASSAY_START_ONES ? "ones" : "random values";
    cJSON *o = cJSON_CreateObject();
    cJSON *list;

    cJSON_AddStringToObject(o, "port", cause->port);
    cJSON_AddStringToObject(o, "from", from);
    list = cJSON_AddArrayToObject(o, "depends_on");
    assay_text_addf(t,
                    "%s differs in cycle %" PRIu64 " between starts from zeros and from %s: "
                    "depends on ",
                    cause->port, cause->cycle, from);
    if (!cause->n)
        assay_text_add(t, "a start value without a name, as of a variable in a function");
    else
        assay_text_add(t, "the start of ");
    for (size_t i = 0; i < cause->n; ++i) {
        assay_text_add(t, i ? " and " : "");
        add_variable(t, list, cause, i, v);
    }
    if (cause->more)
        assay_text_add(t, " and others");
    return o;
}

bool assay_cli_start_alone(struct assay_cli_against *a, struct assay_config *c, char *why,
                           size_t why_size)
{
    const bool unwritten = c->block->folder && c->block->folder->unwritten;

    *why = '\0';
    if (!unwritten && c->block->level != ASSAY_COMPARE_NONE)
        return false;
    if (!assay_cli_against_level(a, c, "cycle", why, why_size))
        return false;
    c->side[0] = "zeros";
    c->side_of[0] = "all registers from zeros";
    c->side[1] = "starts";
    c->side_of[1] = "from zeros, ones and random values";
    return true;
}

cJSON *assay_cli_start(const struct assay_config *c, const struct assay_result *result,
                       const struct assay_variant *v, struct assay_text *t)
{
    struct assay_start_cause cause;
    char why[512];

    if (!assay_start_differs(result))
        return NULL;
    if (!assay_start_find(c, result, &cause, why, sizeof why)) {
        assay_print_error("%s: %s", c->block->model->name, why);
        return NULL;
    }
    return describe(&cause, v, t);
}
