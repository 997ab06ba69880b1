#include "bench/figures.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/stdout.h"

enum { NOTE_WIDTH = 122 };

static const char *const part_names[ASSAY_FIGURES_PARTS] = {"machine", "claims", "speed",
                                                            "details"};

bool assay_figures_begin(struct assay_figures *f)
{
    bool good = true;

    memset(f, 0, sizeof *f);
    f->part = ASSAY_FIGURES_DETAILS;
    for (int i = 0; i < ASSAY_FIGURES_PARTS; ++i) {
        f->of[i].text = open_memstream(&f->of[i].buffer, &f->of[i].size);
        f->of[i].json = cJSON_CreateArray();
        good &= f->of[i].text && f->of[i].json;
    }
    if (!good)
        assay_figures_free(f);
    return good;
}

void assay_figures_free(struct assay_figures *f)
{
    for (int i = 0; i < ASSAY_FIGURES_PARTS; ++i) {
        if (f->of[i].text)
            fclose(f->of[i].text);
        free(f->of[i].buffer);
        cJSON_Delete(f->of[i].json);
    }
    memset(f, 0, sizeof *f);
}

static const char *text_of(const char *text)
{
    return text ? text : "";
}

/* --- objects --- */

static void add_text(cJSON *o, const char *key, const char *text)
{
    if (*text_of(text))
        cJSON_AddStringToObject(o, key, text);
    else
        cJSON_AddNullToObject(o, key);
}

static void add_number(cJSON *o, const char *key, bool there, double value)
{
    if (there)
        cJSON_AddNumberToObject(o, key, value);
    else
        cJSON_AddNullToObject(o, key);
}

static bool has_spread(const struct assay_figure *x)
{
    return x->low < 0 || x->low > 0 || x->high < 0 || x->high > 0;
}

static const char *goal_of(const struct assay_figure *x)
{
    return *text_of(x->goal) ? x->goal : text_of(x->stated);
}

static cJSON *object(struct assay_figures *f, enum assay_figures_part part,
                     const struct assay_figure *x, bool number, const char *source)
{
    cJSON *o = cJSON_CreateObject();

    cJSON_AddStringToObject(o, "part", part_names[part]);
    add_text(o, "head", f->of[part].head);
    add_text(o, "name", x->name);
    add_number(o, "value", number, x->value);
    add_text(o, "unit", x->unit);
    add_number(o, "low", has_spread(x), x->low);
    add_number(o, "high", has_spread(x), x->high);
    add_text(o, "stated", x->stated);
    add_text(o, "goal", goal_of(x));
    if (*goal_of(x))
        cJSON_AddBoolToObject(o, "met", x->met);
    else
        cJSON_AddNullToObject(o, "met");
    add_text(o, "source", source);
    add_text(o, "note", x->note);
    cJSON_AddItemToArray(f->of[part].json, o);
    return o;
}

void assay_figures_object(struct assay_figures *f, const struct assay_figure *x)
{
    object(f, f->part, x, true, f->of[f->part].source);
}

void assay_figures_remark(struct assay_figures *f, const char *name, const char *note)
{
    const struct assay_figure x = {.name = name, .note = note};

    object(f, f->part, &x, false, f->of[f->part].source);
}

FILE *assay_figures_text(struct assay_figures *f)
{
    return f->of[f->part].text;
}

/* --- text --- */

static void print_note(FILE *to, const char *note)
{
    static const char indent[] = "      ";
    const char *at = text_of(note);

    while (*at) {
        size_t n = strlen(at);

        if (n > NOTE_WIDTH) {
            n = NOTE_WIDTH;
            while (n && at[n] != ' ')
                --n;
            if (n == 0)
                n = strlen(at);
        }
        fprintf(to, "%s%.*s\n", indent, (int)n, at);
        at += n;
        at += strspn(at, " ");
    }
}

static void set_head(struct assay_figures *f, enum assay_figures_part part, const char *title,
                     const char *source)
{
    snprintf(f->of[part].head, sizeof f->of[part].head, "%s", title);
    snprintf(f->of[part].source, sizeof f->of[part].source, "%s", source);
}

void assay_figures_head(struct assay_figures *f, const char *title, const char *source)
{
    set_head(f, f->part, title, source);
    fprintf(f->of[f->part].text, "\n%s%s%s\n", title, *source ? "  " : "", source);
}

void assay_figures_claims(struct assay_figures *f, const char *title, const char *document)
{
    FILE *to = f->of[ASSAY_FIGURES_CLAIMS].text;

    if (ftell(to) == 0)
        fprintf(to, "  %-50s %-12s %s\n", "", "patent", "measured");
    set_head(f, ASSAY_FIGURES_CLAIMS, title, document);
    fprintf(to, "%s  [%s]\n", title, document);
}

static void spread_text(const struct assay_figure *x, char *out, size_t size)
{
    *out = '\0';
    if (has_spread(x))
        snprintf(out, size, "(%.4g to %.4g)", x->low, x->high);
}

void assay_figures_claim(struct assay_figures *f, const struct assay_figure *x)
{
    FILE *to = f->of[ASSAY_FIGURES_CLAIMS].text;
    char source[192], value[64], spread[64], verdict[64] = "";

    snprintf(source, sizeof source, "[%s %s]", f->of[ASSAY_FIGURES_CLAIMS].source,
             text_of(x->source));
    object(f, ASSAY_FIGURES_CLAIMS, x, true, source);
    snprintf(value, sizeof value, "%.4g%s%s", x->value, *text_of(x->unit) ? " " : "",
             text_of(x->unit));
    spread_text(x, spread, sizeof spread);
    if (*goal_of(x))
        snprintf(verdict, sizeof verdict, "%s%s%s", x->met ? "met" : "not met",
                 *text_of(x->goal) ? ": " : "", text_of(x->goal));
    fprintf(to, "  %-50s %-12s %-13s %-20s %-22s %s\n", x->name,
            *text_of(x->stated) ? x->stated : "no number", value, spread, verdict,
            text_of(x->source));
    print_note(to, x->note);
}

void assay_figures_put(struct assay_figures *f, const struct assay_figure *x)
{
    FILE *to = f->of[f->part].text;
    char spread[64];

    assay_figures_object(f, x);
    spread_text(x, spread, sizeof spread);
    fprintf(to, "  %-58s %10.4g %-12s%s%s%s%s\n", x->name, x->value, text_of(x->unit), spread,
            *spread ? "  " : "", goal_of(x),
            !*goal_of(x) ? ""
            : x->met     ? " (met)"
                         : " (not met)");
    print_note(to, x->note);
}

void assay_figures_line(struct assay_figures *f, const char *name, double value, const char *unit,
                        const char *goal, bool met)
{
    assay_figures_put(f, &(struct assay_figure){
                             .name = name, .value = value, .unit = unit, .goal = goal, .met = met});
}

void assay_figures_columns(struct assay_figures *f, const struct assay_figures_table *t)
{
    FILE *to = f->of[f->part].text;

    fprintf(to, "  %-28s", "");
    for (size_t i = 0; i < ASSAY_FIGURES_COLUMNS && t->column[i]; ++i)
        fprintf(to, " %12s", t->column[i]);
    fputc('\n', to);
}

void assay_figures_row(struct assay_figures *f, const struct assay_figures_table *t,
                       const char *name, const double *value)
{
    const struct assay_figure x = {.name = name};
    FILE *to = f->of[f->part].text;
    cJSON *o = object(f, f->part, &x, false, f->of[f->part].source);
    cJSON *columns = cJSON_AddObjectToObject(o, "columns");

    fprintf(to, "  %-28s", name);
    for (size_t i = 0; i < ASSAY_FIGURES_COLUMNS && t->column[i]; ++i) {
        cJSON_AddNumberToObject(columns, t->column[i], value[i]);
        fprintf(to, " %12.5g", value[i]);
    }
    fputc('\n', to);
}

/* --- output of all parts --- */

void assay_figures_print(struct assay_figures *f, FILE *to, bool summary)
{
    static const char *const title[ASSAY_FIGURES_PARTS] = {
        NULL, "CLAIMS of the patents, and what was measured", "SPEED of this program",
        "DETAILS behind the claims"};

    for (int i = 0; i < ASSAY_FIGURES_PARTS; ++i) {
        if (summary && i == ASSAY_FIGURES_DETAILS)
            continue;
        if (fflush(f->of[i].text) != 0) {
            assay_stdout_lose(errno);
            continue;
        }
        if (f->of[i].size == 0)
            continue;
        if (title[i])
            fprintf(to, "\n%s\n\n", title[i]);
        fputs(f->of[i].buffer + strspn(f->of[i].buffer, "\n"), to);
    }
}

void assay_figures_json(struct assay_figures *f, FILE *to)
{
    bool first = true;
    cJSON *o;

    fputs("[", to);
    for (int i = 0; i < ASSAY_FIGURES_PARTS; ++i) {
        cJSON_ArrayForEach(o, f->of[i].json)
        {
            char *text = assay_json_text(o, ASSAY_JSON_LINE);

            if (!text)
                assay_stdout_lose(ENOMEM);
            fprintf(to, "%s\n%s", first ? "" : ",", text ? text : "null");
            cJSON_free(text);
            first = false;
        }
    }
    fputs("\n]\n", to);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Interpolates between the two nearest values. */
static double quantile(const double *value, size_t n, double share)
{
    const double at = share * (double)(n - 1);
    const size_t i = (size_t)at;

    return i + 1 < n ? value[i] + (at - (double)i) * (value[i + 1] - value[i]) : value[i];
}

void assay_figures_median(struct assay_figure *x, double *value, size_t n)
{
    qsort(value, n, sizeof *value, compare_doubles);
    x->low = quantile(value, n, 0.25);
    x->value = quantile(value, n, 0.5);
    x->high = quantile(value, n, 0.75);
}

void assay_figures_geometric(struct assay_figure *x, const double *ratio, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; ++i) {
        sum += log(ratio[i]);
        x->low = !i || ratio[i] < x->low ? ratio[i] : x->low;
        x->high = !i || ratio[i] > x->high ? ratio[i] : x->high;
    }
    x->value = n ? exp(sum / (double)n) : 1;
}
