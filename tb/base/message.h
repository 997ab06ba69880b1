/* message.h - messages for people, on standard error. */
#ifndef ASSAY_MESSAGE_H
#define ASSAY_MESSAGE_H

/* Print "assay: ..." and a newline, after everything already printed to standard output. Control
 * characters and bytes that are not UTF-8, as from a binary file or a strange name, appear as
 * \xNN. */
void assay_print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
