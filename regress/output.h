/* output.h - the output of a child process of this program that ran with --json. */
#ifndef ASSAY_REGRESS_OUTPUT_H
#define ASSAY_REGRESS_OUTPUT_H

#include <stddef.h>

struct cJSON;

/* The object on the last line of the file that begins one; the RTL may have printed lines too.
 * Returns NULL if there is none. Free it with cJSON_Delete. */
struct cJSON *assay_output_json(const char *path);

/* Copy the text of a member, which ends in "..." if it is too long. Leaves `text` as it is if there
 * is none. `size` is at least 5. */
void assay_output_text(const struct cJSON *o, const char *name, char *text, size_t size);

#endif
