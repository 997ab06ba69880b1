/* hunt.c - the reports of `assay faults` on the known bugs. */
#include "regress/hunt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/called.h"
#include "base/colour.h"
#include "base/file.h"
#include "base/json.h"

const char *assay_hunt_path(const struct assay_hunt *h, const struct assay_hunt_fault *f,
                            const char *name, char path[ASSAY_HUNT_PATH])
{
    assay_path(path, ASSAY_HUNT_PATH, "%s/%s/%s", h->folder, f->known->name, name);
    return path;
}

size_t assay_hunt_count(const struct assay_hunt *h, enum assay_hunt_state state)
{
    size_t n = 0;

    for (size_t i = 0; i < h->n; ++i)
        n += h->fault[i].state == state;
    return n;
}

/* A fault that changes nothing at these parameters needs no catching. */
bool assay_hunt_caught(const struct assay_hunt *h)
{
    return assay_hunt_count(h, HUNT_CAUGHT) + assay_hunt_count(h, HUNT_SAME) == h->n;
}

/* Whether a line of a run's standard error merely reports progress. */
static bool is_progress(const char *line)
{
    return strncmp(line, "assay: building ", 16) == 0 || strncmp(line, "assay: built ", 13) == 0;
}

void assay_hunt_reason(const char *path, struct assay_text *t)
{
    char *line = NULL;
    size_t room = 0;
    FILE *err = fopen(path, "r");

    while (err && getline(&line, &room, err) > 0) {
        assay_cut_line_end(line);
        if (!*line || is_progress(line))
            continue;
        if (t->n)
            assay_text_add(t, "\n");
        assay_text_add(t, line);
    }
    if (err)
        fclose(err);
    free(line);
    if (!t->n)
        assay_text_addf(t, "%s: expected to find there what ended it", path);
}

/* Why a fault is broken. Free it with assay_text_free. */
static void add_reason(const struct assay_hunt *h, const struct assay_hunt_fault *f,
                       struct assay_text *t)
{
    char path[ASSAY_HUNT_PATH];

    if (*f->why)
        assay_text_add(t, f->why);
    else
        assay_hunt_reason(assay_hunt_path(h, f, "stderr", path), t);
}

/* Print the reason, with all lines after the first indented. */
static void print_reason(const struct assay_hunt *h, const struct assay_hunt_fault *f)
{
    struct assay_text t = {0};

    add_reason(h, f, &t);
    for (const char *at = assay_text_get(&t); *at; ++at) {
        putchar(*at);
        if (*at == '\n')
            fputs("        ", stdout);
    }
    putchar('\n');
    assay_text_free(&t);
}

void assay_hunt_tell(const struct assay_hunt *h, const struct assay_hunt_fault *f)
{
    char where[sizeof f->port + sizeof f->part + 4];
    int width, pad;

    width = snprintf(where, sizeof where, *f->part ? "%s of %s" : "%s", f->port, f->part);
    pad = width < 12 ? 12 - width : 0;
    switch (f->state) {
    case HUNT_CAUGHT:
        assay_print_good(stdout, -8, "caught");
        printf("%-8s %-28s %s%sseed %llu cycle %6llu  %s", h->name, f->known->name,
               f->first ? "" : f->scenario, f->first ? "" : ", ", (unsigned long long)f->seed,
               (unsigned long long)f->cycle, where);
        if (h->c->shrink)
            printf("%*s shrunk to %llu", pad, "", (unsigned long long)f->units);
        printf("\n");
        break;
    case HUNT_SAME:
        printf("same    %-8s %-28s changes nothing at %s\n", h->name, f->known->name,
               f->known->same);
        break;
    case HUNT_MISSED:
        assay_print_bad(stdout, -8, "MISSED");
        printf("%-8s %-28s in %llu cycles%s%s with %llu seeds from %llu\n", h->name, f->known->name,
               (unsigned long long)h->c->cycles, f->first ? "" : " of ",
               f->first ? "" : f->scenario, (unsigned long long)f->tried,
               (unsigned long long)h->c->seed);
        break;
    default:
        assay_print_bad(stdout, -8, "BROKEN");
        printf("%-8s %-28s ", h->name, f->known->name);
        print_reason(h, f);
    }
    fflush(stdout);
}

void assay_hunt_json(const struct assay_hunt *h, double seconds)
{
    static const char *const names[] = {
        [HUNT_WAITING] = "not-run",   [HUNT_RUNNING] = "not-run", [HUNT_FOUND] = "not-run",
        [HUNT_SHRINKING] = "not-run", [HUNT_SAME] = "same",       [HUNT_CAUGHT] = "caught",
        [HUNT_MISSED] = "missed",     [HUNT_BROKEN] = "broken",
    };
    const struct assay_hunt_choice *c = h->c;
    cJSON *o = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(o, "faults");
    struct assay_text again = {0};

    assay_text_add_command(&again, "faults");
    assay_text_add(&again, " ");
    assay_text_add_quoted(&again, h->reference);
    assay_text_addf(&again, " --params %s --cycles %llu --seed %llu --seeds %llu%s%s%s%s%s",
                    h->values, (unsigned long long)c->cycles, (unsigned long long)c->seed,
                    (unsigned long long)c->seeds, c->late ? " --late" : "",
                    c->shrink ? " --shrink" : "", c->check_x ? " --check-x" : "",
                    c->scenario ? " --scenario " : "", c->scenario ? c->scenario : "");
    for (size_t i = 0; i < c->n_only; ++i) {
        assay_text_add(&again, " --fault ");
        assay_text_add_quoted(&again, c->only[i]);
    }
    cJSON_AddStringToObject(o, "verdict",
                            assay_hunt_count(h, HUNT_MISSED)   ? "missed"
                            : assay_hunt_count(h, HUNT_BROKEN) ? "broken"
                            : assay_hunt_caught(h)             ? "pass"
                                                               : "interrupted");
    cJSON_AddStringToObject(o, "block", h->name);
    cJSON_AddStringToObject(o, "params", h->values);
    cJSON_AddNumberToObject(o, "late_left_out", (double)h->late);
    cJSON_AddNumberToObject(o, "seconds", seconds);
    cJSON_AddStringToObject(o, "reproduce", assay_text_get(&again));
    assay_text_free(&again);
    for (size_t i = 0; i < h->n; ++i) {
        const struct assay_hunt_fault *f = &h->fault[i];
        cJSON *one = cJSON_CreateObject();

        cJSON_AddStringToObject(one, "fault", f->known->name);
        cJSON_AddStringToObject(one, "verdict", names[f->state]);
        if (f->state == HUNT_CAUGHT) {
            assay_json_add_u64(one, "seed", f->seed);
            assay_json_add_u64(one, "cycle", f->cycle);
            cJSON_AddStringToObject(one, "port", f->port);
            if (*f->part)
                cJSON_AddStringToObject(one, "part", f->part);
            if (c->shrink)
                assay_json_add_u64(one, "units", f->units);
        }
        if (f->state == HUNT_BROKEN) {
            struct assay_text why = {0};

            add_reason(h, f, &why);
            cJSON_AddStringToObject(one, "why", assay_text_get(&why));
            assay_text_free(&why);
        }
        cJSON_AddStringToObject(one, "scenario", f->scenario);
        cJSON_AddItemToArray(list, one);
    }
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}
