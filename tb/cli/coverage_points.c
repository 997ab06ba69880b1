#include "cli/coverage_points.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "coverage/exclude.h"
#include "engine/block.h"

double assay_coverage_points_percent(struct assay_cover_total t)
{
    return t.possible ? 100.0 * t.hit / t.possible : 0.0;
}

/* Whether the list of holes shows the point. */
static bool is_hole(const struct assay_cover *db, size_t group, uint32_t i)
{
    return db->count[db->first[group] + i] == 0 &&
           assay_cover_possible(assay_cover_group(db->block, group), i) &&
           !assay_cover_excluded(db, (unsigned)group, i);
}

static bool is_excluded(const struct assay_cover *db, size_t group, uint32_t i)
{
    return db->count[db->first[group] + i] == 0 && assay_cover_excluded(db, (unsigned)group, i);
}

static bool is_refuted(const struct assay_cover *db, size_t group, uint32_t i)
{
    return db->count[db->first[group] + i] != 0 && assay_cover_excluded(db, (unsigned)group, i);
}

static bool is_wrong(const struct assay_cover *db, size_t group, uint32_t i)
{
    return db->count[db->first[group] + i] != 0 &&
           !assay_cover_possible(assay_cover_group(db->block, group), i);
}

/* --- text --- */

static void print_point(const struct assay_cover *db, size_t group, uint32_t i)
{
    const struct assay_cover_group *g = assay_cover_group(db->block, group);
    const char *reason = assay_cover_excluded(db, (unsigned)group, i);
    unsigned bin[ASSAY_COVER_AXES];

    assay_cover_bins(g, i, bin);
    printf("    %s:", g->name);
    for (unsigned a = 0; a < g->n_axes; ++a)
        printf(" %s=%s", g->axes[a]->name, g->axes[a]->bins[bin[a]]);
    printf("%s%s\n", reason ? ": " : "", reason ? reason : "");
}

static void print_points(const struct assay_cover *db, size_t group, uint64_t limit,
                         bool (*listed)(const struct assay_cover *, size_t, uint32_t))
{
    const struct assay_cover_group *g = assay_cover_group(db->block, group);
    uint64_t left = limit, more = 0;

    for (uint32_t i = 0; i < assay_cover_size(g); ++i) {
        if (!listed(db, group, i))
            continue;
        if (left) {
            print_point(db, group, i);
            --left;
        } else {
            ++more;
        }
    }
    if (more)
        printf("    %s: and %" PRIu64 " more\n", g->name, more);
}

static void print_list(const struct assay_cover *db, const char *title, uint32_t n, uint64_t limit,
                       bool (*listed)(const struct assay_cover *, size_t, uint32_t))
{
    if (n)
        printf("  %s:\n", title);
    for (size_t i = 0; n && i < assay_cover_groups(db->block); ++i)
        print_points(db, i, limit, listed);
}

/* The percentage is rounded down, so 100.0 means all. */
static void print_row(const char *name, int width, struct assay_cover_total t, const char *meaning)
{
    printf("  %-*s  %6" PRIu32 "  %6" PRIu32, width, name, t.possible, t.hit);
    if (t.possible)
        printf("  %6.1f%%", floor(assay_coverage_points_percent(t) * 10) / 10);
    else
        printf("  %7s", "-");
    printf("%s%s\n", *meaning ? "  " : "", meaning);
}

static void print_runs(uint64_t runs, uint64_t cycles)
{
    printf("%" PRIu64 " run%s, %" PRIu64 " cycles\n", runs, runs == 1 ? "" : "s", cycles);
}

void assay_coverage_points_print(const struct assay_cover *db, uint64_t holes)
{
    const struct assay_block *b = db->block;
    const struct assay_cover_total sum = assay_cover_sum(db);
    int width = 5;

    for (size_t i = 0; i < assay_cover_groups(b); ++i)
        if ((int)strlen(assay_cover_group(b, i)->name) > width)
            width = (int)strlen(assay_cover_group(b, i)->name);
    printf("%s: ", b->model->name);
    print_runs(db->runs, db->cycles);
    for (size_t i = 0; i < db->n_shares; ++i) {
        printf("  %s: ", *db->share[i].params ? db->share[i].params : "default");
        print_runs(db->share[i].runs, db->share[i].cycles);
    }
    printf("  %-*s  points     hit  percent\n", width, "group");
    for (unsigned i = 0; i < assay_cover_groups(b); ++i)
        print_row(assay_cover_group(b, i)->name, width, assay_cover_total(db, i),
                  assay_cover_group(b, i)->meaning);
    print_row("total", width, sum, "");
    print_list(db, "holes", sum.possible - sum.hit, holes, is_hole);
    print_list(db, "hit, though declared impossible", sum.wrong, holes, is_wrong);
    print_list(db, "excluded", sum.excluded, UINT64_MAX, is_excluded);
    print_list(db, "hit, though excluded", sum.refuted, UINT64_MAX, is_refuted);
    putchar('\n');
}

/* --- JSON --- */

static void add_total(cJSON *o, struct assay_cover_total t)
{
    assay_json_add_u64(o, "possible", t.possible);
    assay_json_add_u64(o, "hit", t.hit);
    assay_json_add_u64(o, "excluded", t.excluded);
    cJSON_AddNumberToObject(o, "percent", assay_coverage_points_percent(t));
}

static void add_points(cJSON *o, const char *name, const struct assay_cover *db, size_t group,
                       uint64_t limit, bool (*listed)(const struct assay_cover *, size_t, uint32_t))
{
    const struct assay_cover_group *g = assay_cover_group(db->block, group);
    cJSON *list = cJSON_AddArrayToObject(o, name);

    for (uint32_t i = 0; limit && i < assay_cover_size(g); ++i) {
        unsigned bin[ASSAY_COVER_AXES];
        cJSON *point;

        if (!listed(db, group, i))
            continue;
        point = cJSON_CreateObject();
        assay_cover_bins(g, i, bin);
        for (unsigned a = 0; a < g->n_axes; ++a)
            cJSON_AddStringToObject(point, g->axes[a]->name, g->axes[a]->bins[bin[a]]);
        if (assay_cover_excluded(db, (unsigned)group, i))
            cJSON_AddStringToObject(point, "reason", assay_cover_excluded(db, (unsigned)group, i));
        cJSON_AddItemToArray(list, point);
        --limit;
    }
}

cJSON *assay_coverage_points_json(const struct assay_cover *db, uint64_t holes)
{
    const struct assay_block *b = db->block;
    cJSON *o = cJSON_CreateObject(), *list;

    cJSON_AddStringToObject(o, "block", b->model->name);
    assay_json_add_u64(o, "runs", db->runs);
    assay_json_add_u64(o, "cycles", db->cycles);
    add_total(o, assay_cover_sum(db));
    list = cJSON_AddArrayToObject(o, "params");
    for (size_t i = 0; i < db->n_shares; ++i) {
        cJSON *share = cJSON_CreateObject();

        cJSON_AddStringToObject(share, "params", db->share[i].params);
        assay_json_add_u64(share, "runs", db->share[i].runs);
        assay_json_add_u64(share, "cycles", db->share[i].cycles);
        cJSON_AddItemToArray(list, share);
    }
    list = cJSON_AddArrayToObject(o, "groups");
    for (unsigned i = 0; i < assay_cover_groups(b); ++i) {
        cJSON *group = cJSON_CreateObject();

        cJSON_AddStringToObject(group, "group", assay_cover_group(b, i)->name);
        cJSON_AddStringToObject(group, "meaning", assay_cover_group(b, i)->meaning);
        add_total(group, assay_cover_total(db, i));
        add_points(group, "holes", db, i, holes, is_hole);
        add_points(group, "impossible_hit", db, i, UINT64_MAX, is_wrong);
        add_points(group, "excluded_points", db, i, UINT64_MAX, is_excluded);
        add_points(group, "excluded_hit", db, i, UINT64_MAX, is_refuted);
        cJSON_AddItemToArray(list, group);
    }
    return o;
}
