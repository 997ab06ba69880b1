#include "bench/plot.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const kinds[ASSAY_PLOT_KINDS] = {
    [ASSAY_PLOT_CURVES] = "curves",
    [ASSAY_PLOT_STACK] = "stack",
    [ASSAY_PLOT_BARS] = "bars",
};

void assay_plot_init(struct assay_plot *p, enum assay_plot_kind kind, const char *title,
                     const char *source, const char *x_label, const char *y_label)
{
    memset(p, 0, sizeof *p);
    p->kind = kind;
    snprintf(p->title, sizeof p->title, "%s", title);
    snprintf(p->source, sizeof p->source, "%s", source);
    snprintf(p->x_label, sizeof p->x_label, "%s", x_label);
    snprintf(p->y_label, sizeof p->y_label, "%s", y_label);
}

size_t assay_plot_series(struct assay_plot *p, const char *name, bool stated)
{
    struct assay_plot_series *s = &p->series[p->n_series];

    snprintf(s->name, sizeof s->name, "%s", name);
    s->stated = stated;
    for (size_t i = 0; i < ASSAY_PLOT_POINTS; ++i)
        s->y[i] = (double)NAN;
    return p->n_series++;
}

void assay_plot_line(struct assay_plot *p, const char *name, double y)
{
    snprintf(p->line[p->n_lines].name, sizeof p->line[0].name, "%s", name);
    p->line[p->n_lines++].y = y;
}

/* --- writing --- */

/* JSON has no NaN, so null stands for it. */
static cJSON *numbers(const double *v, size_t n)
{
    cJSON *a = cJSON_CreateArray();

    for (size_t i = 0; i < n; ++i)
        cJSON_AddItemToArray(a, isfinite(v[i]) ? cJSON_CreateNumber(v[i]) : cJSON_CreateNull());
    return a;
}

static void add_series(cJSON *list, const struct assay_plot_series *s, size_t n)
{
    cJSON *o = cJSON_CreateObject();

    cJSON_AddStringToObject(o, "name", s->name);
    cJSON_AddBoolToObject(o, "stated", s->stated);
    cJSON_AddItemToObject(o, "y", numbers(s->y, n));
    cJSON_AddItemToArray(list, o);
}

bool assay_plots_add(struct assay_plots *list, const struct assay_plot *p)
{
    cJSON *o = cJSON_CreateObject(), *a;

    cJSON_AddStringToObject(o, "plot", kinds[p->kind]);
    cJSON_AddStringToObject(o, "title", p->title);
    cJSON_AddStringToObject(o, "source", p->source);
    cJSON_AddStringToObject(o, "x_label", p->x_label);
    cJSON_AddStringToObject(o, "y_label", p->y_label);
    cJSON_AddBoolToObject(o, "log_x", p->log_x);
    cJSON_AddBoolToObject(o, "log_y", p->log_y);
    if (p->kind == ASSAY_PLOT_CURVES) {
        cJSON_AddItemToObject(o, "x", numbers(p->x, p->n));
    } else {
        a = cJSON_AddArrayToObject(o, "x");
        for (size_t i = 0; i < p->n; ++i)
            cJSON_AddItemToArray(a, cJSON_CreateString(p->category[i]));
    }
    a = cJSON_AddArrayToObject(o, "series");
    for (size_t i = 0; i < p->n_series; ++i)
        add_series(a, &p->series[i], p->n);
    a = cJSON_AddArrayToObject(o, "lines");
    for (size_t i = 0; i < p->n_lines; ++i) {
        cJSON *line = cJSON_CreateObject();

        cJSON_AddStringToObject(line, "name", p->line[i].name);
        cJSON_AddNumberToObject(line, "y", p->line[i].y);
        cJSON_AddItemToArray(a, line);
    }
    if (cJSON_AddItemToArray(list->json, o))
        return true;
    cJSON_Delete(o);
    return false;
}

/* --- reading: the file may contain anything --- */

static bool get_text(const cJSON *o, const char *name, char *text, size_t size)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    if (!cJSON_IsString(item))
        return false;
    snprintf(text, size, "%s", item->valuestring);
    return true;
}

static bool get_number(const cJSON *item, bool positive, double *v)
{
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
        return false;
    *v = item->valuedouble;
    return positive ? *v > 0 : *v >= 0;
}

static bool get_x(const cJSON *o, struct assay_plot *p)
{
    const cJSON *a = cJSON_GetObjectItemCaseSensitive(o, "x"), *item;

    if (!cJSON_IsArray(a) || cJSON_GetArraySize(a) > ASSAY_PLOT_POINTS)
        return false;
    cJSON_ArrayForEach(item, a)
    {
        const size_t i = p->n++;

        if (p->kind != ASSAY_PLOT_CURVES) {
            if (!cJSON_IsString(item))
                return false;
            snprintf(p->category[i], sizeof p->category[i], "%s", item->valuestring);
        } else if (!get_number(item, p->log_x, &p->x[i]) || (i && p->x[i] <= p->x[i - 1])) {
            return false;
        }
    }
    return true;
}

static bool get_series(const cJSON *o, struct assay_plot *p)
{
    const cJSON *y = cJSON_GetObjectItemCaseSensitive(o, "y"), *item;
    char name[ASSAY_PLOT_NAME];
    size_t at, i = 0;

    if (p->n_series == ASSAY_PLOT_SERIES || !get_text(o, "name", name, sizeof name) ||
        !cJSON_IsArray(y) || (size_t)cJSON_GetArraySize(y) != p->n)
        return false;
    at = assay_plot_series(p, name, cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, "stated")));
    cJSON_ArrayForEach(item, y)
    {
        if (!cJSON_IsNull(item) && !get_number(item, p->log_y, &p->series[at].y[i]))
            return false;
        ++i;
    }
    return true;
}

static bool get_line(const cJSON *o, struct assay_plot *p)
{
    char name[ASSAY_PLOT_NAME];
    double y;

    if (p->n_lines == ASSAY_PLOT_LINES || !get_text(o, "name", name, sizeof name) ||
        !get_number(cJSON_GetObjectItemCaseSensitive(o, "y"), p->log_y, &y))
        return false;
    assay_plot_line(p, name, y);
    return true;
}

bool assay_plot_read(const cJSON *object, struct assay_plot *p)
{
    char kind[16];
    const cJSON *item;

    memset(p, 0, sizeof *p);
    if (!get_text(object, "plot", kind, sizeof kind))
        return false;
    while (p->kind < ASSAY_PLOT_KINDS && strcmp(kinds[p->kind], kind) != 0)
        ++p->kind;
    if (p->kind == ASSAY_PLOT_KINDS)
        return false;
    if (!get_text(object, "title", p->title, sizeof p->title) ||
        !get_text(object, "source", p->source, sizeof p->source) ||
        !get_text(object, "x_label", p->x_label, sizeof p->x_label) ||
        !get_text(object, "y_label", p->y_label, sizeof p->y_label))
        return false;
    if (p->kind == ASSAY_PLOT_CURVES) {
        p->log_x = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "log_x"));
        p->log_y = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "log_y"));
    }
    if (!get_x(object, p))
        return false;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(object, "series"))
    {
        if (!get_series(item, p))
            return false;
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(object, "lines"))
    {
        if (!get_line(item, p))
            return false;
    }
    return true;
}
