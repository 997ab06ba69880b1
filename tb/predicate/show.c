#include "predicate/show.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <string.h>

enum {
    MOST_ROWS = 64, /* rows of changed words */
    ROW = 8
};

const char *predicate_trap_name(uint32_t trap)
{
    static const char *const names[] = {"none",
                                        "illegal encoding",
                                        "illegal uniform destination",
                                        "stack overflow",
                                        "stack underflow",
                                        "pc beyond the program",
                                        "address out of range",
                                        "cycle limit",
                                        "misaligned address",
                                        "barrier with live lanes inactive",
                                        "barrier that cannot complete",
                                        "refused or aborted by the gateway",
                                        "outside the group",
                                        "error of a message",
                                        "error of memory"};

    return trap < sizeof names / sizeof names[0] ? names[trap] : "no such code";
}

void predicate_show_program(FILE *f, const char *path, const struct predicate_assembly *a,
                            const struct predicate_uniform *u)
{
    fprintf(f, "program:    %s, %" PRIu32 " words", path, a->length);
    if (u)
        fprintf(f,
                "; %" PRIu32 " of %" PRIu32 " compares promoted, %" PRIu32
                " other instructions moved",
                u->n_promoted, u->n_compares, u->n_moved);
    fputc('\n', f);
}

void predicate_first_data(const struct predicate_assembly *a, uint32_t *words, uint32_t n)
{
    memset(words, 0, n * sizeof words[0]);
    for (uint32_t i = 0; i < a->n_values; ++i) {
        const struct predicate_value *v = &a->value[i];

        for (uint32_t k = 0; v->space == PREDICATE_AT_DATA && k < v->n && v->addr + k < n; ++k)
            words[v->addr + k] = a->pool[v->first + k];
    }
}

/* Number of digits in the byte address of the last word. */
static int width(uint32_t n)
{
    return n ? snprintf(NULL, 0, "%" PRIu32, 4 * (n - 1)) : 1;
}

static void show_row(FILE *f, const uint32_t *before, const uint32_t *after, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        if (after[i] != before[i])
            fprintf(f, " %08" PRIx32, after[i]);
        else
            fprintf(f, " .       ");
    }
    fputc('\n', f);
}

void predicate_show_changes(FILE *f, const uint32_t *before, const uint32_t *after, uint32_t n)
{
    uint32_t rows = 0, more = 0;

    for (uint32_t row = 0; row < n; row += ROW) {
        const uint32_t here = n - row < ROW ? n - row : ROW;
        uint32_t words = 0;

        for (uint32_t i = row; i < row + here; ++i)
            words += after[i] != before[i];
        if (words && rows == MOST_ROWS)
            more += words;
        if (!words || rows == MOST_ROWS)
            continue;
        fprintf(f, "%s%*" PRIu32 ":", rows++ ? "            " : "data:       ", width(n), 4 * row);
        show_row(f, before + row, after + row, here);
    }
    if (more)
        fprintf(f, "            and %" PRIu32 " more words that changed\n", more);
}

void predicate_json_changes(cJSON *o, const uint32_t *before, const uint32_t *after, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        char name[16];

        snprintf(name, sizeof name, "%" PRIu32, 4 * i);
        if (after[i] != before[i])
            cJSON_AddNumberToObject(o, name, after[i]);
    }
}
