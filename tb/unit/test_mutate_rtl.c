/*
 * test_mutate_rtl.c - mutants of the project's own RTL: all of it is parsed, only the mutants
 * change anything, and choice 0 among them is the unchanged design.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/lockstep.h"
#include "mutate/prove.h"
#include "mutate/rewrite.h"
#include "mutate/trial.h"
#include "sim/variant_sources.h"

enum { CYCLES = 3000, LEAST = 100, CHANGED = 40 };

static struct assay_variant variant_of(const struct assay_block *b)
{
    struct assay_variant v = {.block = b, .no_waves = true};
    char why[256];

    assert_true(assay_params_parse(b, "smallest", &v.params, why, sizeof why));
    return v;
}

static char *text_of(const struct assay_block *b)
{
    const struct assay_variant v = variant_of(b);
    char *text, why[4096];

    if (assay_variant_text(&v, &text, why, sizeof why))
        fail_msg("%s", why);
    return text;
}

/* Matches the rewritten text against the original. */
struct undo {
    const struct assay_mutants *m;
    const char *s; /* rewritten text */
    size_t next;   /* next mutant */
};

static void expect(struct undo *u, const char *text)
{
    const size_t n = strlen(text);

    if (strncmp(u->s, text, n) != 0)
        fail_msg("%.60s: expected %s", u->s, text);
    u->s += n;
}

static void undo(struct undo *u, size_t from, size_t to)
{
    while (from < to) {
        const struct assay_mutant *first = &u->m->v[u->next];
        const bool statement = u->next < u->m->n && !first->text;

        if (u->next == u->m->n || first->from != from) {
            assert_int_equal(*u->s++, u->m->tokens.text[from++]);
            continue;
        }
        expect(u, statement ? "begin if (" : "(");
        for (; u->next < u->m->n && u->m->v[u->next].from == first->from &&
               u->m->v[u->next].to == first->to;
             ++u->next) {
            char choice[64];

            snprintf(choice, sizeof choice, "assay_mutant::which %s %zu",
                     statement ? "!=" : "==", u->next + 1);
            expect(u, choice);
            if (!statement) {
                expect(u, " ? (");
                expect(u, u->m->v[u->next].text);
                expect(u, ") : ");
            }
        }
        expect(u, statement ? ") " : "(");
        undo(u, first->from, first->to);
        expect(u, statement ? " end" : "))");
        from = first->to;
    }
}

static void rewrite_all(const struct assay_mutants *m, struct assay_text *out)
{
    size_t *index = calloc(m->n, sizeof *index);

    assert_non_null(index);
    for (size_t i = 0; i < m->n; ++i)
        index[i] = i;
    assay_rewrite_many(m, index, m->n, out);
    assert_false(out->failed);
    free(index);
}

static void test_all_blocks(void **state)
{
    (void)state;
    for (size_t i = 0; assay_blocks[i]; ++i) {
        char *const text = text_of(assay_blocks[i]);
        struct assay_mutants m;
        struct assay_text out = {0};
        struct undo u = {.m = &m};

        assert_true(assay_mutants_read(text, &m));
        if (m.n_skip || m.n < LEAST)
            fail_msg("%s: %zu mutants, %zu skipped, the first in line %u",
                     assay_blocks[i]->model->name, m.n, m.n_skip, m.n_skip ? m.skip[0].line : 0);
        rewrite_all(&m, &out);
        u.s = strstr(out.s, "endpackage\n");
        assert_non_null(u.s);
        expect(&u, "endpackage\n");
        undo(&u, 0, strlen(text));
        assert_int_equal(*u.s, '\0');
        assert_int_equal(u.next, m.n);
        assay_text_free(&out);
        assay_mutants_free(&m);
        free(text);
    }
}

struct loaded {
    const struct assay_dut_ops *ops;
    void *handle, *dut;
    uint8_t *out;
};

static void load(const struct assay_variant *v, struct loaded *l)
{
    char why[8192];

    if (assay_verilator_open(v, true, &l->ops, &l->handle, why, sizeof why))
        fail_msg("%s", why);
    l->out = calloc(1, v->block->model->out_size);
    assert_non_null(l->out);
}

static void unload(struct loaded *l)
{
    assay_verilator_close(l->handle);
    free(l->out);
}

/* Returns the cycles in which any output differs, compared or not. *seen counts those in which a
 * compared output differs. */
static size_t differences(const struct assay_block *b, struct loaded *one, struct loaded *two,
                          const uint8_t *inputs, size_t *seen)
{
    size_t n = 0;

    *seen = 0;
    one->dut = one->ops->create();
    two->dut = two->ops->create();
    assert_true(one->dut && two->dut);
    for (size_t i = 0; i < CYCLES; ++i) {
        one->ops->eval(one->dut, inputs + i * b->model->in_size, one->out);
        two->ops->eval(two->dut, inputs + i * b->model->in_size, two->out);
        n += memcmp(one->out, two->out, b->model->out_size) != 0;
        *seen += b->model->agree(inputs + i * b->model->in_size, one->out, two->out, 1) == 0;
        one->ops->edge(one->dut);
        two->ops->edge(two->dut);
    }
    one->ops->destroy(one->dut);
    two->ops->destroy(two->dut);
    return n;
}

/* Choice 0 equals the design in every output of every cycle; many other choices do not. */
static void check_choices(const char *name)
{
    const struct assay_block *b = assay_block_find(name);
    struct assay_variant plain = variant_of(b), mutants = plain;
    const struct assay_config config = {.block = b,
                                        .params = plain.params,
                                        .scenario = b->scenarios,
                                        .knobs = b->scenarios->knobs,
                                        .seed = 1,
                                        .cycles = CYCLES};
    struct loaded one = {0}, two = {0};
    char path[] = "/tmp/assay-test-mutants-XXXXXX", why[512];
    uint8_t *inputs = calloc(CYCLES, b->model->in_size);
    struct assay_text out = {0};
    char *const text = text_of(b);
    struct assay_mutants m;
    const int fd = mkstemp(path);
    size_t changed = 0, seen;

    assert_true(fd >= 0 && inputs);
    assert_true(assay_mutants_read(text, &m));
    rewrite_all(&m, &out);
    assert_int_equal(write(fd, out.s, out.n), out.n);
    close(fd);
    mutants.mutants = path;
    load(&plain, &one);
    load(&mutants, &two);
    unlink(path);
    if (!assay_lockstep_record(&config, inputs, CYCLES, why, sizeof why))
        fail_msg("%s", why);
    assert_int_equal(differences(b, &one, &two, inputs, &seen), 0);
    for (size_t i = 1; i <= m.n; ++i) {
        assert_true(assay_verilator_choose(two.handle, (unsigned)i, why, sizeof why));
        changed += differences(b, &one, &two, inputs, &seen) != 0;
    }
    print_message("%s: %zu of %zu mutants change an output\n", name, changed, m.n);
    assert_true(changed > CHANGED);
    assert_false(assay_verilator_choose(one.handle, 1, why, sizeof why));
    unload(&one);
    unload(&two);
    assay_text_free(&out);
    assay_mutants_free(&m);
    free(text);
    free(inputs);
}

static void test_unchanged(void **state)
{
    (void)state;
    check_choices("dotmul");
    check_choices("packer");
    check_choices("fp");
}

/* --- proofs --- */

/* For each mutant of dotmul, finds out by simulation whether it changes an output, and whether it
 * changes one that is compared. */
static void simulate(const struct assay_mutants *m, bool *changes, bool *shows)
{
    const struct assay_block *b = assay_block_find("dotmul");
    struct assay_variant mutants = variant_of(b);
    const struct assay_config config = {.block = b,
                                        .params = mutants.params,
                                        .scenario = b->scenarios,
                                        .seed = 1,
                                        .cycles = CYCLES};
    struct loaded one = {0}, two = {0};
    char path[] = "/tmp/assay-test-mutants-XXXXXX", why[512];
    uint8_t *inputs = calloc(CYCLES, b->model->in_size);
    struct assay_text out = {0};
    const int fd = mkstemp(path);
    size_t seen;

    assert_true(fd >= 0 && inputs);
    rewrite_all(m, &out);
    assert_int_equal(write(fd, out.s, out.n), out.n);
    close(fd);
    load(&mutants, &one);
    mutants.mutants = path;
    load(&mutants, &two);
    unlink(path);
    if (!assay_lockstep_record(&config, inputs, CYCLES, why, sizeof why))
        fail_msg("%s", why);
    for (size_t i = 0; i < m->n; ++i) {
        assert_true(assay_verilator_choose(two.handle, (unsigned)i + 1, why, sizeof why));
        changes[i] = differences(b, &one, &two, inputs, &seen) != 0;
        shows[i] = seen != 0;
    }
    unload(&one);
    unload(&two);
    assay_text_free(&out);
    free(inputs);
}

static void remove_folder(const char *folder)
{
    assert_int_equal(rmdir(folder), 0); /* the prover leaves no files */
}

/* A mutant that differs in simulation is never proved equal, and one that lockstep would see is
 * never proved hidden; some of the others are proved equal, and some read beyond a vector. */
static void test_proofs(void **state)
{
    const struct assay_block *b = assay_block_find("dotmul");
    char folder[] = "/tmp/assay-test-proofs-XXXXXX", why[4096];
    struct assay_prover p = {.block = b, .folder = folder, .seconds = 10};
    char *const text = text_of(b);
    struct assay_mutants m;
    size_t equal = 0, beyond = 0, changed = 0;
    bool *changes, *shows;

    (void)state;
    p.params = variant_of(b).params;
    assert_non_null(mkdtemp(folder));
    assert_true(assay_mutants_read(text, &m));
    changes = calloc(m.n, sizeof *changes);
    shows = calloc(m.n, sizeof *shows);
    assert_true(changes && shows);
    simulate(&m, changes, shows);
    switch (assay_prover_open(&p, text, why, sizeof why)) {
    case ASSAY_OK:
        break;
    case ASSAY_ENVIRONMENT:
        if (strstr(why, "cannot be run"))
            skip();
        /* fall through */
    default:
        fail_msg("%s", why);
    }
    for (size_t i = 0; i < m.n; i += 7) {
        enum assay_proof proof;
        struct assay_text one = {0};

        if (strcmp(m.v[i].module, "dotmul_duplex") == 0)
            continue; /* this design has none */
        assay_rewrite_one(&m, i, &one);
        if (assay_prover_try(&p, one.s, m.v[i].module, &proof, why, sizeof why))
            fail_msg("%s", why);
        if (changes[i] && proof == ASSAY_PROOF_EQUAL)
            fail_msg("mutant %zu: proved, and seen to differ: %s", i, m.v[i].what);
        if (shows[i] && proof == ASSAY_PROOF_HIDDEN)
            fail_msg("mutant %zu: proved to be hidden, and seen: %s", i, m.v[i].what);
        changed += changes[i];
        equal += proof == ASSAY_PROOF_EQUAL;
        beyond += proof == ASSAY_PROOF_BEYOND;
        assay_text_free(&one);
    }
    print_message("%zu seen to differ, %zu proved equal, %zu read beyond\n", changed, equal,
                  beyond);
    assert_true(changed >= 10 && equal >= 1 && beyond >= 1);
    assay_prover_close(&p);
    remove_folder(folder);
    assay_mutants_free(&m);
    free(changes);
    free(shows);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_blocks),
        cmocka_unit_test(test_unchanged),
        cmocka_unit_test(test_proofs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
