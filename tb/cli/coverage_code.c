#include "cli/coverage_code.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"

static const char *const kinds[ASSAY_CODE_KINDS] = {"line", "toggle"};

static bool is_hole(const struct assay_code_point *p)
{
    return p->count == 0 && !p->excluded;
}

static void print_row(const char *name, int width, const struct assay_codecov *db, const char *file)
{
    printf("  %-*s", width, name);
    for (int k = 0; k < ASSAY_CODE_KINDS; ++k) {
        const struct assay_code_total t = assay_codecov_total(db, (enum assay_code_kind)k, file);

        printf("  %6zu of %6zu ", t.hit, t.possible);
        if (t.possible)
            printf("%6.1f%%", floor(assay_codecov_percent(t) * 10) / 10);
        else
            printf("%7s", "-");
    }
    putchar('\n');
}

void assay_coverage_code_print(const struct assay_codecov *db, uint64_t holes)
{
    int width = 5;
    bool any = false;

    for (size_t i = 0; i < db->n; ++i)
        if ((int)strlen(db->point[i].file) > width)
            width = (int)strlen(db->point[i].file);
    printf("code:\n  %-*s  %24s  %24s\n", width, "file", "lines and branches", "toggles");
    for (size_t i = 0; i < db->n; ++i)
        if (i == 0 || strcmp(db->point[i].file, db->point[i - 1].file) != 0)
            print_row(db->point[i].file, width, db, db->point[i].file);
    print_row("total", width, db, NULL);
    for (int k = 0; k < ASSAY_CODE_KINDS; ++k) {
        uint64_t left = holes, more = 0;

        for (size_t i = 0; i < db->n; ++i) {
            const struct assay_code_point *p = &db->point[i];

            if (p->kind != (enum assay_code_kind)k || !is_hole(p))
                continue;
            if (left == 0) {
                ++more;
                continue;
            }
            --left;
            if (!any)
                puts("  holes:");
            any = true;
            printf("    %s:%u:%u: %s %s\n", p->file, p->line, p->column, kinds[k], p->object);
        }
        if (more)
            printf("    and %" PRIu64 " more %ss\n", more, kinds[k]);
    }
    for (size_t i = 0, shown = 0; i < db->n; ++i) {
        const struct assay_code_point *p = &db->point[i];

        if (!p->excluded)
            continue;
        if (!shown++)
            puts("  excluded:");
        printf("    %s:%u:%u: %s %s: %s\n", p->file, p->line, p->column, kinds[p->kind], p->object,
               p->excluded);
    }
}

cJSON *assay_coverage_code_json(const struct assay_codecov *db, uint64_t holes)
{
    cJSON *o = cJSON_CreateObject(), *list;

    for (int k = 0; k < ASSAY_CODE_KINDS; ++k) {
        const struct assay_code_total t = assay_codecov_total(db, (enum assay_code_kind)k, NULL);
        cJSON *part = cJSON_AddObjectToObject(o, kinds[k]);

        assay_json_add_u64(part, "possible", t.possible);
        assay_json_add_u64(part, "hit", t.hit);
        assay_json_add_u64(part, "excluded", t.excluded);
        cJSON_AddNumberToObject(part, "percent", assay_codecov_percent(t));
    }
    list = cJSON_AddArrayToObject(o, "holes");
    for (size_t i = 0; i < db->n && holes; ++i) {
        const struct assay_code_point *p = &db->point[i];
        cJSON *item;

        if (!is_hole(p))
            continue;
        item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "kind", kinds[p->kind]);
        cJSON_AddStringToObject(item, "file", p->file);
        assay_json_add_u64(item, "line", p->line);
        assay_json_add_u64(item, "column", p->column);
        cJSON_AddStringToObject(item, "object", p->object);
        cJSON_AddItemToArray(list, item);
        --holes;
    }
    return o;
}
