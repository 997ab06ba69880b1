/* tool_log.h - what tools say that run at the same time, kept in memory: on the disk that they fill there is no room for it. */
#ifndef ASSAY_TOOL_LOG_H
#define ASSAY_TOOL_LOG_H

struct assay_tool_log {
    int fd;
    char path[64]; /* for assay_process_start */
};

void assay_tool_log_open(struct assay_tool_log *l);
/* The last lines, to be freed; "" if there are none, NULL when memory is out. */
char *assay_tool_log_tail(const struct assay_tool_log *l);
void assay_tool_log_close(struct assay_tool_log *l);

#endif
