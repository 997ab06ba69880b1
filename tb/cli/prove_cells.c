#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/message.h"
#include "base/process.h"
#include "base/unknown.h"
#include "cli/prove.h"
#include "engine/block.h"

enum assay_error assay_cells_add(struct assay_cells *c, const char *block,
                                 struct lemma_place *place, uint32_t *index, char *why,
                                 size_t why_size)
{
    const uint32_t i = c->n_blocks++;

    c->block = aig_memory(c->block, c->n_blocks, sizeof(void *));
    c->n = aig_memory(c->n, c->n_blocks, sizeof *c->n);
    c->place = aig_memory(c->place, c->n_blocks, sizeof(void *));
    c->place[i] = place;
    *index = i;
    return place ? lemma_list_at(place, &c->block[i], &c->n[i], why, why_size)
                 : lemma_list(block, &c->block[i], &c->n[i], why, why_size);
}

int assay_cells_open(struct assay_cells *c, char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;
    uint32_t index;

    *c = (struct assay_cells){0};
    for (size_t i = 0; assay_blocks[i] && !e; ++i)
        e = assay_cells_add(c, assay_blocks[i]->model->name, NULL, &index, why, why_size);
    return (int)e;
}

void assay_cells_close(struct assay_cells *c)
{
    for (uint32_t i = 0; i < c->n_blocks; ++i) {
        for (uint32_t k = 0; k < c->n[i]; ++k)
            lemma_free(&c->block[i][k]);
        free(c->block[i]);
        if (c->place[i])
            lemma_close_place(c->place[i]);
        free(c->place[i]);
    }
    free(c->block);
    free(c->n);
    free(c->place);
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

void assay_cells_choose_at(struct assay_cells *c, uint32_t index, bool quick)
{
    for (uint32_t k = 0; k < c->n[index]; ++k)
        if (quick && c->block[index][k].slow)
            add(&c->left, &c->n_left, &c->block[index][k]);
        else
            choose(c, &c->block[index][k]);
}

bool assay_cells_choose_block(struct assay_cells *c, const char *block, bool quick)
{
    bool any = false;

    for (uint32_t i = 0; i < c->n_blocks; ++i)
        if (!c->place[i] && c->n[i] && (!block || strcmp(c->block[i][0].block, block) == 0)) {
            assay_cells_choose_at(c, i, quick);
            any = true;
        }
    return any;
}

bool assay_cells_choose(struct assay_cells *c, const char *name)
{
    const char *const slash = strchr(name, '/');
    bool any = false;

    for (uint32_t i = 0; i < c->n_blocks; ++i)
        for (uint32_t k = 0; k < c->n[i] && !c->place[i]; ++k) {
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

static void list_lemmas(const struct assay_cells *c, uint32_t index, const char *name, char *why,
                        size_t why_size)
{
    const char **const names = aig_memory(NULL, c->n[index] + 1, sizeof *names);
    char what[128];

    for (uint32_t k = 0; k < c->n[index]; ++k)
        names[k] = c->block[index][k].name;
    names[c->n[index]] = NULL;
    snprintf(what, sizeof what, "lemma of %s", c->block[index][0].block);
    assay_unknown_word(why, why_size, what, name, names);
    free(names);
}

bool assay_cells_choose_of(struct assay_cells *c, uint32_t index, const char *name, char *why,
                           size_t why_size)
{
    for (uint32_t k = 0; k < c->n[index]; ++k)
        if (strcmp(c->block[index][k].name, name) == 0) {
            choose(c, &c->block[index][k]);
            return true;
        }
    list_lemmas(c, index, name, why, why_size);
    return false;
}

bool assay_cells_unknown(const struct assay_cells *c, const char *name, char *why, size_t why_size)
{
    const size_t length = strcspn(name, "/");

    for (uint32_t i = 0; name[length] && i < c->n_blocks; ++i) {
        if (c->place[i] || !c->n[i] || strlen(c->block[i][0].block) != length ||
            memcmp(c->block[i][0].block, name, length) != 0)
            continue;
        list_lemmas(c, i, name + length + 1, why, why_size);
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

        if (e && !*error)
            snprintf(error, sizeof error, "%s", why);
        status = assay_cells_worse(status, (int)e);
    }
    assay_process_unguard();
    if (counts->unproved || (counts->failed && status == EXIT_EQUAL))
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
