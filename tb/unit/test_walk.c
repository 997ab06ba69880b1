/*
 * test_walk.c - sinks that walk one sequence of requests independently of each other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "stimulus/walk.h"

/* Request number n has n % 3 transfers on sink 1, and on sink 2 one if n is even, none if it is
 * odd. */
struct walker {
    uint64_t epoch;
    uint32_t request; /* its number, from 1 */
};

struct ctx {
    struct assay_walks walks;
    struct walker walker[3];
};

static void begin(void *any, const struct assay_stim_env *env, uint64_t epoch, bool rotate)
{
    struct walker *w = any;

    (void)env;
    (void)rotate;
    w->epoch = epoch;
    w->request = 0;
}

static void next(void *any)
{
    ++((struct walker *)any)->request;
}

static void needs(const struct assay_params *params, const void *request, uint32_t *count)
{
    uint32_t n;

    memcpy(&n, request, sizeof n);
    count[0] = 1;
    count[1] = params->v[0] ? n % 3 : 0;
    count[2] = n % 2 == 0;
}

static const struct assay_walk_kind kind = {
    .sinks = 3,
    .walkers = offsetof(struct ctx, walker),
    .size = sizeof(struct walker),
    .request = offsetof(struct walker, request),
    .begin = begin,
    .next = next,
    .needs = needs,
};

static void expect(struct ctx *c, unsigned sink, const uint32_t *requests, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        const struct walker *w = assay_walks_next(&c->walks, sink);

        assert_ptr_equal(w, &c->walker[sink]);
        assert_int_equal(w->request, requests[i]);
        assert_int_equal(w->epoch, c->walks.epoch);
    }
}

static void test_order(void **state)
{
    static const uint32_t first[] = {1, 2, 3}, second[] = {1, 2, 2, 4, 5, 5}, third[] = {2, 4, 6};
    const struct assay_params params = {{1}};
    const struct assay_stim_env env = {.params = &params, .seed = 1};
    struct ctx c;

    (void)state;
    memset(&c, 0, sizeof c);
    assay_walks_begin(&c.walks, &kind, &env, false);
    expect(&c, 2, third, 3);
    expect(&c, 1, second, 3);
    expect(&c, 0, first, 3);
    expect(&c, 1, second + 3, 2); /* one transfer of request 5 is still to come */
    assay_walks_restart(&c);
    assert_int_equal(c.walks.epoch, 1);
    expect(&c, 1, second, 6);
    expect(&c, 0, first, 1);
}

/* If a single request repeats, a sink on which it has no transfers gets none. */
static void test_nothing(void **state)
{
    const struct assay_params params = {{0}};
    struct assay_stim_env env = {.params = &params, .seed = 1, .user = &env};
    struct ctx c;

    (void)state;
    memset(&c, 0, sizeof c);
    assay_walks_begin(&c.walks, &kind, &env, true);
    assert_null(assay_walks_next(&c.walks, 1));
    assert_non_null(assay_walks_next(&c.walks, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
