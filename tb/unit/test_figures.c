/*
 * test_figures.c - figures as text and as JSON objects: every object has every field; medians and
 * quartiles; parts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "bench/figures.h"

static char *text_of(struct assay_figures *f, bool summary)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    assert_non_null(to);
    assay_figures_print(f, to, summary);
    fclose(to);
    return text;
}

static cJSON *json_of(struct assay_figures *f)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    cJSON *array;

    assert_non_null(to);
    assay_figures_json(f, to);
    fclose(to);
    array = cJSON_Parse(text);
    free(text);
    assert_true(cJSON_IsArray(array));
    return array;
}

static const cJSON *field(const cJSON *array, int i, const char *key)
{
    const cJSON *o = cJSON_GetArrayItem(array, i);

    assert_non_null(o);
    return cJSON_GetObjectItemCaseSensitive(o, key);
}

static void is_text(const cJSON *array, int i, const char *key, const char *text)
{
    const cJSON *o = field(array, i, key);

    if (text) {
        assert_true(cJSON_IsString(o));
        assert_string_equal(o->valuestring, text);
    } else {
        assert_true(cJSON_IsNull(o));
    }
}

static void has(const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("'%s' is not in:\n%s", what, text);
}

static void test_objects(void **state)
{
    static const char *const keys[] = {"part", "head",   "name", "value", "unit",   "low",
                                       "high", "stated", "goal", "met",   "source", "note"};
    static const struct assay_figures_table table = {{"x", "y \"quoted\""}};
    struct assay_figures f;
    cJSON *array;

    (void)state;
    assert_true(assay_figures_begin(&f));
    assert_int_equal(f.part, ASSAY_FIGURES_DETAILS);
    assay_figures_head(&f, "a head", "[¶1]");
    assay_figures_line(&f, "a line", 2.5, "ratio", "goal 3", false);
    assay_figures_columns(&f, &table);
    assay_figures_row(&f, &table, "a row", (const double[]){1, -2});
    assay_figures_claims(&f, "a block", "US 1");
    assay_figures_claim(&f, &(struct assay_figure){.name = "a claim",
                                                   .value = 49,
                                                   .low = 1,
                                                   .high = 49,
                                                   .stated = "50",
                                                   .source = "¶2",
                                                   .note = "why not"});
    assay_figures_claim(&f, &(struct assay_figure){.name = "another", .value = 7});
    f.part = ASSAY_FIGURES_MACHINE;
    assay_figures_remark(&f, "cpu", "of a kind");
    array = json_of(&f);
    assert_int_equal(cJSON_GetArraySize(array), 5);
    for (int i = 0; i < 5; ++i)
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; ++k)
            if (!field(array, i, keys[k]))
                fail_msg("object %d has no %s", i, keys[k]);

    is_text(array, 0, "part", "machine");
    is_text(array, 0, "note", "of a kind");
    assert_true(cJSON_IsNull(field(array, 0, "value")));

    is_text(array, 1, "part", "claims");
    is_text(array, 1, "head", "a block");
    is_text(array, 1, "stated", "50");
    is_text(array, 1, "goal", "50"); /* the stated value, because it has no goal of its own */
    assert_true(cJSON_IsFalse(field(array, 1, "met")));
    assert_true(field(array, 1, "low")->valuedouble == 1);
    assert_true(field(array, 1, "high")->valuedouble == 49);
    is_text(array, 1, "source", "[US 1 ¶2]");
    is_text(array, 1, "note", "why not");
    is_text(array, 2, "stated", NULL);
    is_text(array, 2, "goal", NULL);
    assert_true(cJSON_IsNull(field(array, 2, "met"))); /* no goal to meet */
    assert_true(cJSON_IsNull(field(array, 2, "low")));

    is_text(array, 3, "part", "details");
    is_text(array, 3, "head", "a head");
    is_text(array, 3, "name", "a line");
    assert_true(field(array, 3, "value")->valuedouble == 2.5);
    is_text(array, 3, "unit", "ratio");
    is_text(array, 3, "goal", "goal 3");
    is_text(array, 3, "source", "[¶1]");
    assert_null(field(array, 3, "columns"));
    assert_true(cJSON_IsNull(field(array, 4, "value")));
    assert_true(cJSON_GetObjectItem(field(array, 4, "columns"), "y \"quoted\"")->valuedouble == -2);
    cJSON_Delete(array);
    assay_figures_free(&f);
}

static void test_text(void **state)
{
    static const char word[] = "explanation ";
    char note[40 * sizeof word] = "";
    struct assay_figures f;
    char *text;

    (void)state;
    for (size_t i = 0; i < 40; ++i)
        memcpy(note + i * (sizeof word - 1), word, sizeof word);
    assert_true(assay_figures_begin(&f));
    text = text_of(&f, false);
    assert_string_equal(text, ""); /* no headings without content */
    free(text);
    assay_figures_head(&f, "a head", "");
    assay_figures_line(&f, "a line", 1, "", "", true);
    assay_figures_claims(&f, "a block", "US 1");
    assay_figures_claim(
        &f, &(struct assay_figure){.name = "short of it", .stated = "50", .note = note});
    assay_figures_claim(
        &f, &(struct assay_figure){.name = "as it should be", .goal = "below 1", .met = true});
    assay_figures_claim(&f, &(struct assay_figure){.name = "no more than told"});
    text = text_of(&f, false);
    has(text, "CLAIMS");
    has(text, "DETAILS");
    has(text, "a line");
    has(text, "not met");
    has(text, "met: below 1");
    has(text, "no number");
    assert_true(strstr(text, "CLAIMS") < strstr(text, "DETAILS"));
    assert_null(strstr(text, "SPEED"));
    for (const char *at = text; *at;) { /* a note is wrapped */
        const size_t n = strcspn(at, "\n");

        assert_true(n < 135);
        at += n + (at[n] == '\n');
    }
    free(text);
    text = text_of(&f, true);
    has(text, "CLAIMS");
    assert_null(strstr(text, "DETAILS"));
    assert_null(strstr(text, "a line"));
    free(text);
    assay_figures_free(&f);
}

static void test_median(void **state)
{
    struct assay_figure x = {.name = "x"};
    double odd[] = {5, 1, 4, 2, 3}, even[] = {40, 10, 30, 20}, one[] = {7};

    (void)state;
    assay_figures_median(&x, odd, 5);
    assert_true(x.low == 2 && x.value == 3 && x.high == 4);
    assay_figures_median(&x, even, 4);
    assert_true(x.low == 17.5 && x.value == 25 && x.high == 32.5);
    assay_figures_median(&x, one, 1);
    assert_true(x.low == 7 && x.value == 7 && x.high == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_objects), cmocka_unit_test(test_text),
                                       cmocka_unit_test(test_median)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
