/* message.h - messages for people, on standard error. */
#ifndef ASSAY_MESSAGE_H
#define ASSAY_MESSAGE_H

/* "assay: ..." and a newline. What went to standard output before stands before it. Control characters
 * and bytes that are no UTF-8, as of a binary file or a strange name, are shown as \xNN. */
void assay_print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
