/* tool_log.h - the output of tools that run in parallel. It is kept in memory, because the tools
 * may have filled the disk. */
#ifndef ASSAY_TOOL_LOG_H
#define ASSAY_TOOL_LOG_H

struct assay_tool_log {
    int fd;
    char path[64]; /* for assay_process_start */
};

void assay_tool_log_open(struct assay_tool_log *l);
/* The last lines, to be freed; "" if there are none, NULL if out of memory. */
char *assay_tool_log_tail(const struct assay_tool_log *l);
void assay_tool_log_close(struct assay_tool_log *l);

#endif
