/*
 * figures.h - collects figures, as lines for people and
 * as objects for scripts, and prints them at the end.
 *
 * Besides the machine there are three parts. Claims: what a document says a
 * block achieves, and what was measured. Speed: that of this program. Details:
 * the tables behind both. A block's `figures` function adds claims with
 * assay_figures_claim, and adds to the current part with the other functions.
 */
#ifndef ASSAY_FIGURES_H
#define ASSAY_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct cJSON;

enum assay_figures_part {
    ASSAY_FIGURES_MACHINE, /* the machine and tools that were used */
    ASSAY_FIGURES_CLAIMS,
    ASSAY_FIGURES_SPEED,
    ASSAY_FIGURES_DETAILS,
    ASSAY_FIGURES_PARTS
};

struct assay_figures {
    enum assay_figures_part part; /* the current part, which receives heads, lines and rows */
    struct {
        FILE *text;
        char *buffer; /* the text written to `text` */
        size_t size;
        struct cJSON *json; /* array of objects, see assay_figures_json */
        char head[256], source[96];
    } of[ASSAY_FIGURES_PARTS];
};

bool assay_figures_begin(struct assay_figures *f); /* false: out of memory */
void assay_figures_free(struct assay_figures *f);

/* Prints each part that is not empty, with a heading; skips the details if `summary`. */
void assay_figures_print(struct assay_figures *f, FILE *to, bool summary);
/*
 * Prints an array of all objects. Each has: part ("machine", "claims", "speed", "details"), head,
 * name, value, unit, low, high, stated, goal, met, source, note; a missing item is null. A row of a
 * table also has columns: an object with one number for each column, by its name.
 */
void assay_figures_json(struct assay_figures *f, FILE *to);

/* A figure. A text that is missing may be NULL or "". */
struct assay_figure {
    const char *name;
    double value;
    const char *unit;
    double low, high;   /* the spread over rounds or cases; both 0: none */
    const char *stated; /* claims: the number that the document states; empty if it states none */
    const char *goal;   /* the number it is compared with */
    bool met;
    const char *source; /* paragraphs of the document */
    const char *note;   /* why it falls short, if it does */
};

/* Starts the claims of a block with a heading and the document that they come from. */
void assay_figures_claims(struct assay_figures *f, const char *title, const char *document);
/* Adds a claim; x->source has its paragraphs only.
 * Without a goal, the stated number is the goal. */
void assay_figures_claim(struct assay_figures *f, const struct assay_figure *x);

/* Adds a heading above the lines that follow; `source` says where the claim is made, or is "". */
void assay_figures_head(struct assay_figures *f, const char *title, const char *source);

/* Adds one figure: its name, value and unit, the number it
 * is compared with ("" if none), and whether it meets it. */
void assay_figures_line(struct assay_figures *f, const char *name, double value, const char *unit,
                        const char *goal, bool met);
/* Like assay_figures_line, with all fields of a figure. */
void assay_figures_put(struct assay_figures *f, const struct assay_figure *x);
/* Adds the figure to the JSON only. Its text, in any form, is written to assay_figures_text. */
void assay_figures_object(struct assay_figures *f, const struct assay_figure *x);
FILE *assay_figures_text(struct assay_figures *f);
/* Adds an object whose value is the text `note`. */
void assay_figures_remark(struct assay_figures *f, const char *name, const char *note);

/* Several figures of one thing in a row, under column names. */
enum { ASSAY_FIGURES_COLUMNS = 9 };
struct assay_figures_table {
    const char *column[ASSAY_FIGURES_COLUMNS]; /* NULL after the last */
};
void assay_figures_columns(struct assay_figures *f, const struct assay_figures_table *t);
void assay_figures_row(struct assay_figures *f, const struct assay_figures_table *t,
                       const char *name, const double *value);

/* Sets the value of *x to the median of `n` values, and
 * its spread to the quartiles. Sorts the values. */
void assay_figures_median(struct assay_figure *x, double *value, size_t n);
/* Sets the value of *x to the geometric mean of `n` ratios, 1 if there are none, and its spread to
 * the smallest and the largest. */
void assay_figures_geometric(struct assay_figure *x, const double *ratio, size_t n);

#endif
