/*
 * plot.h - numbers to be drawn: what a block's function `plots` measures, `assay bench --plots` prints
 * and the report of a regression draws. Counts of cycles and of decisions only, so that they are the
 * same wherever they are measured.
 */
#ifndef ASSAY_PLOT_H
#define ASSAY_PLOT_H

#include <stdbool.h>
#include <stddef.h>

struct cJSON;

enum {
    ASSAY_PLOT_POINTS = 32,
    ASSAY_PLOT_SERIES = 8,
    ASSAY_PLOT_LINES = 2,
    ASSAY_PLOT_NAME = 64,
    ASSAY_PLOT_TEXT = 160
};

enum assay_plot_kind {
    ASSAY_PLOT_CURVES, /* y over x, a curve for each series */
    ASSAY_PLOT_STACK,  /* a bar for each category, the series one on the other */
    ASSAY_PLOT_BARS,   /* bars side by side for each category, one for each series */
    ASSAY_PLOT_KINDS
};

struct assay_plot_series {
    char name[ASSAY_PLOT_NAME];
    bool stated;                 /* by a document or a contract, not measured: drawn dashed */
    double y[ASSAY_PLOT_POINTS]; /* NaN: there is none */
};

/* Units are part of the labels. */
struct assay_plot {
    enum assay_plot_kind kind;
    char title[ASSAY_PLOT_TEXT];
    char source[ASSAY_PLOT_TEXT]; /* where the claim stands; may be empty */
    char x_label[ASSAY_PLOT_NAME], y_label[ASSAY_PLOT_NAME];
    bool log_x, log_y; /* powers of two; of curves only, whose numbers are above 0 then */
    size_t n;
    double x[ASSAY_PLOT_POINTS];                       /* of curves, ascending */
    char category[ASSAY_PLOT_POINTS][ASSAY_PLOT_NAME]; /* of bars */
    size_t n_series;
    struct assay_plot_series series[ASSAY_PLOT_SERIES];
    /* What a document states, across the whole plot. */
    size_t n_lines;
    struct {
        char name[ASSAY_PLOT_NAME];
        double y;
    } line[ASSAY_PLOT_LINES];
};

struct assay_plots {
    struct cJSON *json; /* an array */
};

/* Empty, with the texts given; x_label is empty for bars. */
void assay_plot_init(struct assay_plot *p, enum assay_plot_kind kind, const char *title,
                     const char *source, const char *x_label, const char *y_label);
/* Index of the new series, all NaN. */
size_t assay_plot_series(struct assay_plot *p, const char *name, bool stated);
void assay_plot_line(struct assay_plot *p, const char *name, double y);

/* False when memory is out. */
bool assay_plots_add(struct assay_plots *list, const struct assay_plot *p);

/* One object of the array; false if it is no plot that can be drawn. */
bool assay_plot_read(const struct cJSON *object, struct assay_plot *p);

#endif
