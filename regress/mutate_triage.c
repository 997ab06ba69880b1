/* mutate_triage.c - find survivors that provably change nothing, or nothing that is compared. */
#include <stdio.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/progress.h"
#include "base/signals.h"
#include "mutate/prove.h"
#include "mutate/rewrite.h"
#include "regress/mutate.h"

static size_t count_survivors(const struct assay_campaign *c)
{
    return assay_campaign_score(c, NULL, NULL).n[ASSAY_MUTANT_SURVIVED];
}

static enum assay_mutant_verdict verdict_of(enum assay_proof proof)
{
    switch (proof) {
    case ASSAY_PROOF_EQUAL:
        return ASSAY_MUTANT_EQUIVALENT;
    case ASSAY_PROOF_HIDDEN:
        return ASSAY_MUTANT_UNOBSERVABLE;
    case ASSAY_PROOF_BEYOND:
        return ASSAY_MUTANT_INVALID;
    default:
        return ASSAY_MUTANT_SURVIVED;
    }
}

static enum assay_error triage_one(struct assay_campaign *c, struct assay_prover *p, size_t i,
                                   char *why, size_t why_size)
{
    struct assay_mutate_entry *const e = &c->entry[i];
    struct assay_text text = {0};
    enum assay_proof proof = ASSAY_PROOF_OPEN;
    enum assay_error error;

    assay_rewrite_one(&c->mutants, c->index[i], &text);
    if (text.failed) {
        snprintf(why, why_size, "out of memory");
        error = ASSAY_ENVIRONMENT;
    } else {
        error =
            assay_prover_try(p, assay_text_get(&text), e->mutant->module, &proof, why, why_size);
    }
    assay_text_free(&text);
    if (error || proof == ASSAY_PROOF_OPEN)
        return error;
    e->result.verdict = verdict_of(proof);
    if (c->store && !assay_mutate_store_add(c, i, why, why_size))
        return ASSAY_ENVIRONMENT;
    return ASSAY_OK;
}

static enum assay_error triage_all(struct assay_campaign *c, struct assay_prover *p, char *why,
                                   size_t why_size)
{
    struct assay_progress progress;
    enum assay_error e = ASSAY_OK;
    uint64_t done = 0;

    assay_progress_begin(&progress, "proof", count_survivors(c));
    for (size_t i = 0; i < c->n && e == ASSAY_OK && !assay_interrupted(); ++i)
        if (c->entry[i].result.verdict == ASSAY_MUTANT_SURVIVED) {
            e = triage_one(c, p, i, why, why_size);
            assay_progress_update(&progress, ++done);
        }
    assay_progress_end(&progress);
    return e;
}

static void tell_large(const struct assay_prover *p)
{
    size_t n = 0;

    for (size_t i = 0; p->large && i < p->n_modules; ++i)
        n += p->large[i];
    if (n && !assay_interrupted())
        assay_print_error("yosys had no time for %zu module%s of the design: a larger --triage may "
                          "prove more",
                          n, n == 1 ? "" : "s");
}

int assay_campaign_triage(struct assay_campaign *c)
{
    struct assay_prover p = {.block = c->block,
                             .params = c->params,
                             .folder = c->folder,
                             .seconds = (unsigned)c->choice->triage};
    char why[2048];
    enum assay_error e;
    bool opened;

    if (!c->choice->triage || !count_survivors(c))
        return EXIT_EQUAL;
    c->prove_seconds = -assay_now();
    e = assay_prover_open(&p, c->text, why, sizeof why);
    opened = e == ASSAY_OK;
    if (e == ASSAY_OK && !p.contract && !assay_interrupted())
        assay_print_error("no mutant is classed unobservable by the contract: %s", p.no_contract);
    if (e == ASSAY_OK && p.no_instances[0] && !assay_interrupted())
        assay_print_error("no mutant is looked at within its module: %s", p.no_instances);
    if (e == ASSAY_OK)
        e = triage_all(c, &p, why, sizeof why);
    tell_large(&p);
    assay_prover_close(&p);
    c->prove_seconds += assay_now();
    if (p.n_killed)
        assay_print_error("%s was ended by signal %d, %u time%s in all: expected more memory, or "
                          "nobody to kill it; mutants without a proof stay survivors",
                          p.killed, p.signal, p.n_killed, p.n_killed == 1 ? "" : "s");
    if (e && (opened || !assay_interrupted()))
        assay_print_error("%s", why);
    if (assay_interrupted())
        return assay_interrupted_status();
    if (e == ASSAY_BAD_INPUT)
        return EXIT_EQUAL; /* the survivors keep their verdict */
    return (int)e;
}
