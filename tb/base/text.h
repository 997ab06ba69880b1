/*
 * text.h - a text that grows.
 *
 *     struct assay_text t = {0};
 *     assay_text_addf(&t, "--seed %llu", seed);
 *     assay_text_add_quoted(&t, path);
 *     if (t.failed) ...                        memory was out; t.s is still a text, cut short
 *     puts(assay_text_get(&t));
 *     assay_text_free(&t);
 */
#ifndef ASSAY_TEXT_H
#define ASSAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct assay_text {
    char *s;        /* NUL-terminated; NULL while nothing was added */
    size_t n, room; /* characters before the NUL; bytes allocated */
    bool failed;    /* memory was out: something is missing */
};

void assay_text_add(struct assay_text *t, const char *text);
void assay_text_add_data(struct assay_text *t, const char *data, size_t n);
void assay_text_addf(struct assay_text *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An argument as a shell takes it: quoted where it has to be. */
void assay_text_add_quoted(struct assay_text *t, const char *argument);

/* The text, "" while nothing was added. */
const char *assay_text_get(const struct assay_text *t);
void assay_text_free(struct assay_text *t); /* {0} again */

#endif
