#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "base/process.h"
#include "base/unknown.h"
#include "cli/prove.h"
#include "engine/block.h"

int assay_cells_open(struct assay_cells *c, char *why, size_t why_size)
{
    *c = (struct assay_cells){0};
    for (size_t i = 0; assay_blocks[i]; ++i) {
        enum assay_error e;

        c->block = aig_memory(c->block, i + 1, sizeof(void *));
        c->n = aig_memory(c->n, i + 1, sizeof *c->n);
        e = lemma_list(assay_blocks[i]->model->name, &c->block[i], &c->n[i], why, why_size);
        c->n_blocks = (uint32_t)i + 1;
        if (e)
            return (int)e;
    }
    return EXIT_EQUAL;
}

void assay_cells_close(struct assay_cells *c)
{
    for (uint32_t i = 0; i < c->n_blocks; ++i) {
        for (uint32_t k = 0; k < c->n[i]; ++k)
            lemma_free(&c->block[i][k]);
        free(c->block[i]);
    }
    free(c->block);
    free(c->n);
    free(c->chosen);
    free(c->left);
    *c = (struct assay_cells){0};
}

/* Add a lemma to a list unless it is there. */
static void add(const struct lemma ***list, uint32_t *n, const struct lemma *l)
{
    for (uint32_t i = 0; i < *n; ++i)
        if ((*list)[i] == l)
            return;
    *list = aig_memory(*list, *n + 1, sizeof(void *));
    (*list)[(*n)++] = l;
}

static void choose(struct assay_cells *c, const struct lemma *l)
{
    add(&c->chosen, &c->n_chosen, l);
}

bool assay_cells_choose_block(struct assay_cells *c, const char *block, bool quick)
{
    bool any = false;

    for (uint32_t i = 0; i < c->n_blocks; ++i)
        for (uint32_t k = 0; k < c->n[i]; ++k) {
            const struct lemma *const l = &c->block[i][k];

            if (block && strcmp(l->block, block) != 0)
                continue;
            any = true;
            if (quick && l->slow)
                add(&c->left, &c->n_left, l);
            else
                choose(c, l);
        }
    return any;
}

bool assay_cells_choose(struct assay_cells *c, const char *name)
{
    const char *const slash = strchr(name, '/');
    bool any = false;

    for (uint32_t i = 0; i < c->n_blocks; ++i)
        for (uint32_t k = 0; k < c->n[i]; ++k) {
            const struct lemma *const l = &c->block[i][k];

            if (strcmp(l->name, slash ? slash + 1 : name) != 0 ||
                (slash && (strlen(l->block) != (size_t)(slash - name) ||
                           strncmp(l->block, name, (size_t)(slash - name)) != 0)))
                continue;
            choose(c, l);
            any = true;
        }
    return any;
}

bool assay_cells_unknown(const struct assay_cells *c, const char *name, char *why, size_t why_size)
{
    const size_t length = strcspn(name, "/");

    for (uint32_t i = 0; name[length] && i < c->n_blocks; ++i) {
        const char **names;
        char what[128];

        if (!c->n[i] || strlen(c->block[i][0].block) != length ||
            memcmp(c->block[i][0].block, name, length) != 0)
            continue;
        names = aig_memory(NULL, c->n[i] + 1, sizeof *names);
        for (uint32_t k = 0; k < c->n[i]; ++k)
            names[k] = c->block[i][k].name;
        names[c->n[i]] = NULL;
        snprintf(what, sizeof what, "lemma of %s", c->block[i][0].block);
        assay_unknown_word(why, why_size, what, name + length + 1, names);
        free(names);
        return true;
    }
    return false;
}

int assay_cells_worse(int a, int b)
{
    if (a == EXIT_MISMATCH || b == EXIT_MISMATCH)
        return EXIT_MISMATCH;
    return a > b ? a : b;
}

int assay_cells_prove(const struct assay_cells *c, const struct prove_options *o,
                      struct prove_counts *counts)
{
    int status = EXIT_EQUAL;
    char error[4096] = "";

    prove_print_head();
    assay_process_guard();
    for (uint32_t i = 0; i < c->n_chosen && !assay_process_interrupted(); ++i) {
        char why[4096] = "";
        const enum assay_error e = prove_lemma(c->chosen[i], o, counts, why, sizeof why);

        if (e && !assay_process_interrupted())
            assay_print_error("%s", why);
        if (e && !*error)
            snprintf(error, sizeof error, "%s", why);
        status = assay_cells_worse(status, (int)e);
    }
    assay_process_unguard();
    if (counts->failed && status == EXIT_EQUAL)
        status = EXIT_MISMATCH;
    if (counts->failed)
        printf("prove: %u of %u proofs of cells did not come out as expected\n",
               (unsigned)counts->failed, (unsigned)counts->proofs);
    else if (status)
        printf("prove: %u proofs of cells as expected, the others were not made: %s\n",
               (unsigned)counts->proofs, error);
    else
        printf("prove: all %u proofs of cells as expected, %u kept\n", (unsigned)counts->proofs,
               (unsigned)counts->kept);
    return status;
}
