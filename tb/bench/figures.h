/*
 * figures.h - figures, collected as lines for people and as objects for scripts, and printed at the end.
 *
 * There are three parts. Claims: what a document says a block achieves, and what was measured. Speed: that
 * of this program. Details: the tables behind both. A function of figures adds to the claims by
 * assay_figures_claim and to the part that is its own by the others.
 */
#ifndef ASSAY_FIGURES_H
#define ASSAY_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct cJSON;

enum assay_figures_part {
    ASSAY_FIGURES_MACHINE, /* what it was measured on and with */
    ASSAY_FIGURES_CLAIMS,
    ASSAY_FIGURES_SPEED,
    ASSAY_FIGURES_DETAILS,
    ASSAY_FIGURES_PARTS
};

struct assay_figures {
    enum assay_figures_part part; /* of heads, lines and rows */
    struct {
        FILE *text;
        char *buffer; /* that text writes */
        size_t size;
        struct cJSON *json; /* array of objects, see assay_figures_json */
        char head[256], source[96];
    } of[ASSAY_FIGURES_PARTS];
};

bool assay_figures_begin(struct assay_figures *f); /* false: out of memory */
void assay_figures_free(struct assay_figures *f);

/* The parts with something in them, with a heading each; without the details if `summary`. */
void assay_figures_print(struct assay_figures *f, FILE *to, bool summary);
/*
 * An array of all objects. Each has: part ("machine", "claims", "speed", "details"), head, name, value, unit,
 * low, high, stated, goal, met, source, note; null where there is none. A row of a table has, beside it,
 * columns: an object with a number by the name of each column.
 */
void assay_figures_json(struct assay_figures *f, FILE *to);

/* A figure. Texts may be NULL or "" where there is none. */
struct assay_figure {
    const char *name;
    double value;
    const char *unit;
    double low, high;   /* the spread over rounds or cases; both 0: none */
    const char *stated; /* claims: the document's own number; none: it gives none */
    const char *goal;   /* what it is held against */
    bool met;
    const char *source; /* paragraphs */
    const char *note;   /* why, where it falls short */
};

/* A heading above the claims of a block, with the document that they are from. */
void assay_figures_claims(struct assay_figures *f, const char *title, const char *document);
/* A claim under it; source are its paragraphs only. With no goal the stated number is the goal. */
void assay_figures_claim(struct assay_figures *f, const struct assay_figure *x);

/* A heading above the lines that follow; `source` says where the claim stands, or "". */
void assay_figures_head(struct assay_figures *f, const char *title, const char *source);

/* One figure: what it is, its value and unit, the number it is held against ("" if none) and whether
 * it meets it. */
void assay_figures_line(struct assay_figures *f, const char *name, double value, const char *unit,
                        const char *goal, bool met);
/* The same with all that there is to say. */
void assay_figures_put(struct assay_figures *f, const struct assay_figure *x);
/* The same in JSON only, where the text shows it in a way of its own: that goes to assay_figures_text. */
void assay_figures_object(struct assay_figures *f, const struct assay_figure *x);
FILE *assay_figures_text(struct assay_figures *f);
/* An object whose value is a text: it stands in note. */
void assay_figures_remark(struct assay_figures *f, const char *name, const char *note);

/* Several figures of one thing in a row, under names of columns. */
enum { ASSAY_FIGURES_COLUMNS = 9 };
struct assay_figures_table {
    const char *column[ASSAY_FIGURES_COLUMNS]; /* NULL after the last */
};
void assay_figures_columns(struct assay_figures *f, const struct assay_figures_table *t);
void assay_figures_row(struct assay_figures *f, const struct assay_figures_table *t,
                       const char *name, const double *value);

/* The figure with the value in the middle of `n` values, and the quartiles as its spread; sorts them. */
void assay_figures_median(struct assay_figure *x, double *value, size_t n);

#endif
