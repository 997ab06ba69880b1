/* output.h - what a child process of this program said with --json. */
#ifndef ASSAY_REGRESS_OUTPUT_H
#define ASSAY_REGRESS_OUTPUT_H

struct cJSON;

/* The object in the last line of the file that begins one: the RTL may have printed lines of its own. NULL if
 * there is none; release it with cJSON_Delete. */
struct cJSON *assay_output_json(const char *path);

#endif
