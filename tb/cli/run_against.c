/* run_against.c - `--against`: the second side of a comparison of RTL with RTL. */
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "cli/cli.h"
#include "engine/against.h"
#include "engine/attached.h"
#include "engine/fst.h"
#include "sim/variant_sources.h"

bool assay_cli_against_level(struct assay_cli_against *a, struct assay_config *c, const char *level,
                             char *why, size_t why_size)
{
    enum assay_compare_level chosen = assay_against_default(c->block);

    if (level)
        chosen = strcmp(level, "cycle") == 0 ? ASSAY_COMPARE_CYCLE : ASSAY_COMPARE_TRANSFERS;
    if (!assay_against_block(c->block, chosen, &a->block, why, why_size))
        return false;
    c->block = &a->block;
    c->cover = false;
    return true;
}

/* The name of a side for people: "rtl/new.f", "dpas, fault sign". */
static void name_side(const struct assay_variant *v, char *text, size_t size)
{
    if (v->rtl)
        snprintf(text, size, "%s", v->rtl);
    else
        snprintf(text, size, "%s%s%s", assay_block_reference(v->block), v->fault ? ", fault " : "",
                 v->fault ? v->fault : "");
}

int assay_cli_against_open(struct assay_cli_against *a, struct assay_config *c,
                           const struct assay_variant *v, const char *against,
                           enum assay_backend backend)
{
    struct assay_variant other = *v;
    char why[4096];
    int status;

    other.rtl = against;
    other.fault = NULL;
    other.coverage = false;
    /* At this level its outputs are in the other waveform. */
    other.no_waves = c->block->level == ASSAY_COMPARE_CYCLE;
    a->icarus = backend == ASSAY_ICARUS;
    if (a->icarus) {
        status = (int)assay_icarus_other_open(&other, &a->dut.ops, why, sizeof why);
        if (status)
            assay_print_error("%s", why);
    } else {
        status = assay_cli_dut_open(backend, &other, &a->dut);
    }
    if (status)
        return status;
    status = (int)assay_variant_sources_key(v, a->key[0], why, sizeof why);
    if (!status)
        status = (int)assay_variant_sources_key(&other, a->key[1], why, sizeof why);
    if (status) {
        assay_print_error("%s", why);
        assay_cli_against_close(a);
        return status;
    }
    name_side(&other, a->side_of[0], sizeof a->side_of[0]);
    name_side(v, a->side_of[1], sizeof a->side_of[1]);
    c->against = a->dut.ops;
    c->side[0] = "old";
    c->side[1] = "new";
    c->side_of[0] = a->side_of[0];
    c->side_of[1] = a->side_of[1];
    return 0;
}

void assay_cli_against_wave(const struct assay_config *c, const char *waveform, FILE *told)
{
    char other[PATH_MAX];

    if (c->block->level != ASSAY_COMPARE_TRANSFERS || !c->against->trace_open)
        return;
    if (assay_against_wave(waveform, other, sizeof other) && assay_fst_is_whole(other))
        fprintf(told, "            %s, of the %s side\n", other, assay_side_name(c, false));
    else
        assay_print_error("%s: was not written (the waveform of the %s side is not kept)", other,
                          assay_side_name(c, false));
}

void assay_cli_against_changed(const struct assay_cli_against *a, const struct assay_replay *file,
                               const char *path)
{
    for (int i = 0; i < 2; ++i)
        if (strcmp(a->key[i], file->sides[i]) != 0)
            assay_print_error("%s: the %s side, %s, has changed since this file was written", path,
                              i ? "old" : "new", a->side_of[!i]);
}

void assay_cli_against_close(struct assay_cli_against *a)
{
    if (a->icarus)
        assay_icarus_other_close();
    assay_cli_dut_close(&a->dut);
}
