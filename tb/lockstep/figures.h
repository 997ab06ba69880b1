/*
 * figures.h - figures as lines for people and as objects for scripts.
 */
#ifndef ASSAY_FIGURES_H
#define ASSAY_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

struct assay_figures {
    struct cJSON *json; /* array of lines; NULL: print text instead */
};

/* A heading above the lines that follow; `source` says where the claim stands, or "". */
void assay_figures_head(struct assay_figures *f, const char *title, const char *source);

/* One figure: what it is, its value and unit, the number it is held against ("" if none) and whether
 * it meets it. */
void assay_figures_line(struct assay_figures *f, const char *name, double value, const char *unit,
                        const char *goal, bool met);

/* Several figures of one thing in a row, under names of columns. */
enum { ASSAY_FIGURES_COLUMNS = 8 };
struct assay_figures_table {
    const char *column[ASSAY_FIGURES_COLUMNS]; /* NULL after the last */
};
void assay_figures_columns(struct assay_figures *f, const struct assay_figures_table *t);
void assay_figures_row(struct assay_figures *f, const struct assay_figures_table *t,
                       const char *name, const double *value);

#endif
