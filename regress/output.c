#include "regress/output.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum {
    OUTPUT_SIZE = 1 << 23
}; /* only the end of the output is read; a mutant takes a few hundred bytes */

cJSON *assay_output_json(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text;
    cJSON *json = NULL;

    if (!f)
        return NULL;
    text = malloc(OUTPUT_SIZE + 1);
    if (text) {
        size_t n, at;

        if (fseek(f, -OUTPUT_SIZE, SEEK_END) != 0)
            rewind(f);
        n = fread(text, 1, OUTPUT_SIZE, f);
        text[n] = '\0';
        for (at = n; at-- > 0;)
            if (text[at] == '{' && (at == 0 || text[at - 1] == '\n'))
                break;
        if (at < n)
            json = cJSON_Parse(text + at);
    }
    free(text);
    fclose(f);
    if (json && !cJSON_IsObject(json)) {
        cJSON_Delete(json);
        json = NULL;
    }
    return json;
}

void assay_output_text(const cJSON *o, const char *name, char *text, size_t size)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    if (!cJSON_IsString(item))
        return;
    if ((size_t)snprintf(text, size, "%s", item->valuestring) >= size)
        memcpy(text + assay_utf8_fit(text, size - 4), "...", 4);
}
