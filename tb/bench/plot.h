/*
 * plot.h - numbers to plot: a block's function `plots` measures them, `assay bench --plots` prints
 * them and the report of a regression draws them. They are counts of cycles and decisions only, so
 * that they are the same wherever they are measured.
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
    ASSAY_PLOT_CURVES, /* y against x, one curve per series */
    ASSAY_PLOT_STACK,  /* one bar per category, with the series stacked */
    ASSAY_PLOT_BARS,   /* bars side by side for each category, one per series */
    ASSAY_PLOT_KINDS
};

struct assay_plot_series {
    char name[ASSAY_PLOT_NAME];
    bool stated; /* stated by a document or a contract, not measured: drawn dashed */
    double y[ASSAY_PLOT_POINTS]; /* NaN: no point */
};

/* Units are part of the labels. */
struct assay_plot {
    enum assay_plot_kind kind;
    char title[ASSAY_PLOT_TEXT];
    char source[ASSAY_PLOT_TEXT]; /* where the claim is made; may be empty */
    char x_label[ASSAY_PLOT_NAME], y_label[ASSAY_PLOT_NAME];
    bool log_x, log_y; /* axes in powers of two: for curves of positive numbers only */
    size_t n;
    double x[ASSAY_PLOT_POINTS];                       /* for curves; ascending */
    char category[ASSAY_PLOT_POINTS][ASSAY_PLOT_NAME]; /* for bars */
    size_t n_series;
    struct assay_plot_series series[ASSAY_PLOT_SERIES];
    /* Horizontal lines for what a document states. */
    size_t n_lines;
    struct {
        char name[ASSAY_PLOT_NAME];
        double y;
    } line[ASSAY_PLOT_LINES];
};

struct assay_plots {
    struct cJSON *json; /* an array */
};

/* Initializes an empty plot with the given texts; x_label is empty for bars. */
void assay_plot_init(struct assay_plot *p, enum assay_plot_kind kind, const char *title,
                     const char *source, const char *x_label, const char *y_label);
/* Adds a series whose values are all NaN. Returns its index. */
size_t assay_plot_series(struct assay_plot *p, const char *name, bool stated);
void assay_plot_line(struct assay_plot *p, const char *name, double y);

/* Returns false if out of memory. */
bool assay_plots_add(struct assay_plots *list, const struct assay_plot *p);

/* Reads one object of the array. Returns false if it is not a plot that can be drawn. */
bool assay_plot_read(const struct cJSON *object, struct assay_plot *p);

#endif
