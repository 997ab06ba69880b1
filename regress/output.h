/* output.h - the output of a child process of this program that ran with --json. */
#ifndef ASSAY_REGRESS_OUTPUT_H
#define ASSAY_REGRESS_OUTPUT_H

struct cJSON;

/* The object on the last line of the file that begins one; the RTL may have printed lines too.
 * Returns NULL if there is none. Free it with cJSON_Delete. */
struct cJSON *assay_output_json(const char *path);

#endif
