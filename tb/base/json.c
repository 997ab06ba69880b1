#include "base/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/stdout.h"
#include "base/utf8.h"

/* If out of memory, cJSON silently leaves members out, and most callers can't see it. */
static void *allocate(size_t size)
{
    void *memory = malloc(size);

    if (!memory)
        assay_stdout_lose(ENOMEM);
    return memory;
}

void assay_json_begin(void)
{
    cJSON_Hooks hooks = {.malloc_fn = allocate, .free_fn = free};

    cJSON_InitHooks(&hooks);
}

void assay_json_add_u64(cJSON *o, const char *name, uint64_t v)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, v);
    cJSON_AddRawToObject(o, name, text);
}

const char *assay_json_get_text(const cJSON *o, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsString(item) ? item->valuestring : "";
}

double assay_json_get_number(const cJSON *o, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

char *assay_json_text(const cJSON *o, enum assay_json_form form)
{
    char *text = form == ASSAY_JSON_LINE ? cJSON_PrintUnformatted(o) : cJSON_Print(o);

    if (text)
        assay_utf8_mend(text); /* file names and words of the RTL may contain any bytes */
    return text;
}

void assay_json_print(FILE *f, cJSON *o, enum assay_json_form form)
{
    char *text = assay_json_text(o, form);

    cJSON_Delete(o);
    if (text)
        fprintf(f, "%s\n", text);
    else
        assay_stdout_lose(ENOMEM);
    cJSON_free(text);
}
