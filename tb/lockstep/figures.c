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
