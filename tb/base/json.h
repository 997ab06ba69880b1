/* json.h - JSON with 64-bit numbers. Output that is lost because memory runs out is reported. */
#ifndef ASSAY_JSON_H
#define ASSAY_JSON_H

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

enum assay_json_form {
    ASSAY_JSON_LINE, /* in one line */
    ASSAY_JSON_PAGE  /* indented */
};

/* Call this at the start of the program. From here on, running out of memory for an object or one
 * of its members counts as lost output: see assay_stdout_end. */
void assay_json_begin(void);

/* Adds the number with all its digits; a cJSON number is a double. */
void assay_json_add_u64(cJSON *o, const char *name, uint64_t v);

/* A member's text; "" if there is none. `o` may be NULL. */
const char *assay_json_get_text(const cJSON *o, const char *name);
/* A member's number; 0 if there is none. */
double assay_json_get_number(const cJSON *o, const char *name);

/* The text of `o`; free it with cJSON_free. NULL if out of memory. Bytes that are not
 * UTF-8 become question marks. */
char *assay_json_text(const cJSON *o, enum assay_json_form form);

/* Print `o` and delete it. If out of memory, nothing is printed, which counts as lost output. */
void assay_json_print(FILE *f, cJSON *o, enum assay_json_form form);

#endif
