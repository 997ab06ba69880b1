/* json.h - JSON with numbers of 64 bits, printed whole, or missed. */
#ifndef ASSAY_JSON_H
#define ASSAY_JSON_H

#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>

enum assay_json_form {
    ASSAY_JSON_LINE, /* in one line */
    ASSAY_JSON_PAGE  /* indented */
};

/* At the start of the program. From here on an object that memory was too short for, or one of its
 * members, counts as output that was lost: see assay_stdout_end. */
void assay_json_begin(void);

/* With all its digits; a cJSON number is a double. */
void assay_json_add_u64(cJSON *o, const char *name, uint64_t v);

/* The text of `o`, to be freed with cJSON_free; NULL for want of memory. Bytes in it that are not UTF-8 are
 * question marks. */
char *assay_json_text(const cJSON *o, enum assay_json_form form);

/* Print `o` and delete it. For want of
 * memory nothing is printed, and that counts as lost, too. */
void assay_json_print(FILE *f, cJSON *o, enum assay_json_form form);

#endif
