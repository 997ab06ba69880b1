/*
 * text.h - a string that grows.
 *
 *     struct assay_text t = {0};
 *     assay_text_addf(&t, "--seed %llu", seed);
 *     assay_text_add_quoted(&t, path);
 *     if (t.failed) ...                        out of memory; t.s is valid but truncated
 *     puts(assay_text_get(&t));
 *     assay_text_free(&t);
 */
#ifndef ASSAY_TEXT_H
#define ASSAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct assay_text {
    char *s;        /* NUL-terminated; NULL while empty */
    size_t n, room; /* characters before the NUL; bytes allocated */
    bool failed;    /* out of memory: something is missing */
};

void assay_text_add(struct assay_text *t, const char *text);
void assay_text_add_data(struct assay_text *t, const char *data, size_t n);
void assay_text_addf(struct assay_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Append an argument, quoted for a shell where necessary. */
void assay_text_add_quoted(struct assay_text *t, const char *argument);

/* The string; "" if nothing was added. */
const char *assay_text_get(const struct assay_text *t);
void assay_text_free(struct assay_text *t); /* leaves {0} */

#endif
