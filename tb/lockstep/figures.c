#include "lockstep/figures.h"

#include <cjson/cJSON.h>
#include <stdio.h>

void assay_figures_head(struct assay_figures *f, const char *title, const char *source)
{
    if (!f->json)
        printf("\n%s%s%s\n", title, *source ? "  " : "", source);
}

void assay_figures_line(struct assay_figures *f, const char *name, double value, const char *unit,
                        const char *goal, bool met)
{
    cJSON *o;

    if (!f->json) {
        printf("  %-58s %10.4g %-22s %s%s\n", name, value, unit, goal,
               *goal ? met ? " (met)" : " (NOT MET)" : "");
        return;
    }
    o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "figure", name);
    cJSON_AddNumberToObject(o, "value", value);
    cJSON_AddStringToObject(o, "unit", unit);
    if (*goal) {
        cJSON_AddStringToObject(o, "goal", goal);
        cJSON_AddBoolToObject(o, "met", met);
    }
    cJSON_AddItemToArray(f->json, o);
}

void assay_figures_columns(struct assay_figures *f, const struct assay_figures_table *t)
{
    if (f->json)
        return;
    printf("  %-28s", "");
    for (size_t i = 0; i < ASSAY_FIGURES_COLUMNS && t->column[i]; ++i)
        printf(" %11s", t->column[i]);
    putchar('\n');
}

void assay_figures_row(struct assay_figures *f, const struct assay_figures_table *t,
                       const char *name, const double *value)
{
    cJSON *o = f->json ? cJSON_CreateObject() : NULL;

    if (f->json)
        cJSON_AddStringToObject(o, "figure", name);
    else
        printf("  %-28s", name);
    for (size_t i = 0; i < ASSAY_FIGURES_COLUMNS && t->column[i]; ++i) {
        if (f->json)
            cJSON_AddNumberToObject(o, t->column[i], value[i]);
        else
            printf(" %11.5g", value[i]);
    }
    if (f->json)
        cJSON_AddItemToArray(f->json, o);
    else
        putchar('\n');
}
