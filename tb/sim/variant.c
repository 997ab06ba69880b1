#include "sim/variant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/process.h"
#include "base/scratch.h"
#include "engine/attached.h"
#include "sim/blanks.h"
#include "sim/building.h"
#include "sim/cache.h"
#include "sim/compile.h"
#include "sim/design.h"
#include "sim/fault.h"
#include "sim/pinned.h"
#include "sim/pins.h"
#include "sim/settings.h"
#include "sim/tool.h"
#include "sim/variant_key.h"
#include "sim/variant_sources.h"
#include "sim/warnings.h"

/* Compare the ports of the RTL with the description of its block. */
static enum assay_error check_ports(const struct assay_variant *v,
                                    const struct assay_filelist *list, char *why, size_t why_size)
{
    const struct assay_block_folder *f = v->block->folder;
    char *xml;
    enum assay_error e = assay_design_xml(v, list, &xml, why, why_size);

    if (e == ASSAY_OK && !f->check(f, &v->params, xml, why, why_size))
        e = ASSAY_BAD_INPUT;
    free(xml);
    return e;
}

/* Verilator cuts file names in coverage points at a blank. So give it the files without the
 * project's folder, through a link in `mdir`. False if the link can't be made. */
static bool without_home(struct assay_filelist *list, const char *mdir)
{
    char home[PATH_MAX], link[PATH_MAX];
    size_t n;

    n = strlen(assay_source_path(home, sizeof home, "")); /* ends with a slash */
    assay_path(link, sizeof link, "%s/tree", mdir);
    if (symlink(home, link) != 0 && errno != EEXIST)
        return false;
    for (size_t i = 0; i < list->sources.n; ++i) {
        char *source = list->sources.v[i], *shorter;
        const size_t size = strlen(source) + sizeof "tree/";

        if (strncmp(source, home, n) != 0)
            continue;
        shorter = malloc(size);
        if (!shorter)
            return false;
        snprintf(shorter, size, "tree/%s", source + n);
        free(source);
        list->sources.v[i] = shorter;
    }
    return true;
}

static int run_verilator(const struct assay_variant *v, const struct assay_filelist *list,
                         const char *mdir, struct assay_output *out, struct assay_delays *delays)
{
    const char *const x = v->starts ? "unique" : "fast";
    const char *const flags[] = {
        "verilator", "-O3", "--x-assign", x, "--x-initial", x, "--prefix", "Vdut", "--Mdir",
    };
    struct assay_args a = {0};

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(&a, flags[i]);
    assay_args_add(&a, mdir);
    assay_args_add(&a, v->module == ASSAY_MODULE_SYSTEMC ? "--sc" : "--cc");
    if (assay_settings_with_waves(v))
        assay_args_add(&a, "--trace-fst");
    if (v->coverage) {
        assay_args_add(&a, "--coverage-line");
        assay_args_add(&a, "--coverage-toggle");
        assay_args_add(&a, "--coverage-max-width");
        assay_args_add(&a, ASSAY_COVERAGE_WIDTH);
    }
    assay_building_stage("verilator");
    return assay_design_run(v, list, &a, v->coverage || assay_blanks_in(list) ? mdir : NULL, out,
                            delays);
}

/* Verilate into mdir and compare the pins with those of the block. A user's RTL may lack some of
 * the block's parameters, as long as its pins fit; those are left out. */
static enum assay_error verilate(const struct assay_variant *v, const struct assay_filelist *list,
                                 const char *mdir, char *why, size_t why_size)
{
    struct assay_output out = {0};
    struct assay_delays delays = {0};
    char header[PATH_MAX];
    enum assay_error e = ASSAY_OK;
    int status;

    if (v->module == ASSAY_MODULE_SYSTEMC && v->rtl) {
        /* The pins of --sc have types but no widths. Check those of a C++ class. */
        struct assay_variant plain = *v;

        plain.module = ASSAY_MODULE_CXX;
        e = assay_variant_check_pins(&plain, list, why, why_size);
        if (e != ASSAY_OK)
            return e;
    }
    status = run_verilator(v, list, mdir, &out, &delays);
    if (status == 0 && assay_warnings_wanted(v))
        e = assay_warnings_keep(out.text, mdir, why, why_size);
    if (status == 0 && e == ASSAY_OK)
        e = assay_warnings_keep_delays(delays.n, delays.first, mdir, why, why_size);
    if (status != 0) {
        e = assay_tool_failed(v, "verilator", status, &out, why, why_size);
    } else if (e == ASSAY_OK && v->module == ASSAY_MODULE_CXX) {
        assay_path(header, sizeof header, "%s/Vdut.h", mdir);
        if (!assay_pins_check(v->block, &v->params, header, assay_tool_rtl_name(v), why, why_size))
            e = ASSAY_BAD_INPUT;
    }
    free(out.text);
    return e;
}

/* Check that all modules of a user's RTL come from files that its list names. */
static enum assay_error check_found(const struct assay_variant *v,
                                    const struct assay_filelist *list, char *why, size_t why_size)
{
    struct assay_names found;
    const enum assay_error e = assay_design_found(v, list, &found, why, why_size);

    if (e == ASSAY_OK)
        assay_names_free(&found);
    return e;
}

/* Run all Verilator steps for a variant. */
static enum assay_error verilate_all(const struct assay_variant *v, struct assay_filelist *list,
                                     const char *folder, char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    if (assay_tool_is_users(v) &&
        !v->mutants) /* the lines of mutants name the files that they come from */
        e = check_found(v, list, why, why_size);
    if (e == ASSAY_OK && v->block->folder)
        e = check_ports(v, list, why, why_size);
    if (e == ASSAY_OK && v->fault)
        e = assay_fault_apply(v, list, folder, why, why_size);
    if (e == ASSAY_OK)
        e = assay_variant_write_wrapper(v, list, folder, why, why_size);
    if (e == ASSAY_OK && v->coverage && !without_home(list, folder)) {
        snprintf(why, why_size, "%s: %s: expected to make a link there", folder, strerror(errno));
        e = ASSAY_ENVIRONMENT;
    }
    if (e == ASSAY_OK)
        e = verilate(v, list, folder, why, why_size);
    if (e == ASSAY_OK && v->lint)
        e = assay_warnings_refuse(v, folder, why, why_size);
    return e;
}

/* Choose between a variant with waveforms and one without. If no waveforms are needed, the variant
 * with them is still chosen if the cache has it, or if its parameters are a named set, because then
 * it is likely to be needed again. Sets `chosen` and its key. */
static enum assay_error choose_waves(const struct assay_variant *v,
                                     const struct assay_filelist *list,
                                     struct assay_variant *chosen, char key[ASSAY_KEY_SIZE],
                                     char *why, size_t why_size)
{
    enum assay_error e;

    *chosen = *v;
    chosen->no_waves = false;
    e = assay_variant_key(chosen, list, key, why, why_size);
    if (e != ASSAY_OK || !v->no_waves ||
        (!v->mutants && assay_params_set_name(v->block, &v->params)) || assay_cache_has(key))
        return e;
    chosen->no_waves = true;
    return assay_variant_key(chosen, list, key, why, why_size);
}

void assay_variant_about(const struct assay_variant *v, const char *kind, struct assay_about *a)
{
    memset(a, 0, sizeof *a);
    snprintf(a->kind, sizeof a->kind, "%s", kind);
    snprintf(a->block, sizeof a->block, "%s", v->block->model->name);
    assay_params_print(v->block, &v->params, a->params, sizeof a->params);
    if (v->rtl && !realpath(v->rtl, a->rtl))
        snprintf(a->rtl, sizeof a->rtl, "%s", v->rtl);
    if (v->fault)
        snprintf(a->fault, sizeof a->fault, "%s", v->fault);
    a->coverage = v->coverage;
}

/* The name of the backend that a compiled variant is for. */
static const char *kind_of(const struct assay_variant *v)
{
    static const char *const kinds[] = {[ASSAY_MODULE_CXX] = "verilator",
                                        [ASSAY_MODULE_SYSTEMC] = "systemc",
                                        [ASSAY_MODULE_GOLDEN] = "systemc-model"};

    return v->mutants ? "mutants" : v->starts ? "check-x" : kinds[v->module];
}

/* As assay_variant_about, for a variant that Verilator and g++ built. */
static void compiled_about(const struct assay_variant *v, struct assay_about *a)
{
    assay_variant_about(v, kind_of(v), a);
    snprintf(a->optimise, sizeof a->optimise, "%s", assay_settings_level());
    a->waves = assay_settings_with_waves(v);
}

enum assay_error assay_variant_build(const struct assay_variant *wanted, bool quiet,
                                     char path[PATH_MAX], char *why, size_t why_size)
{
    struct assay_variant chosen;
    const struct assay_variant *const v = &chosen;
    struct assay_filelist list;
    struct assay_cache_entry entry;
    struct assay_about about;
    char key[ASSAY_KEY_SIZE], values[ASSAY_PARAMS_TEXT], what[ASSAY_PARAMS_TEXT + 512];
    char folder[PATH_MAX];
    bool pinned;
    enum assay_error e =
        assay_pinned_variant(wanted, kind_of(wanted), &pinned, folder, why, why_size);

    if (e != ASSAY_OK)
        return e;
    if (pinned) {
        assay_path(path, PATH_MAX, "%s/dut.so", folder);
        return ASSAY_OK;
    }
    e = assay_variant_sources(wanted, &list, why, why_size);
    if (e != ASSAY_OK)
        return e;
    e = choose_waves(wanted, &list, &chosen, key, why, why_size);
    if (e == ASSAY_OK && !assay_cache_open(key, &entry, why, why_size))
        e = ASSAY_ENVIRONMENT;
    if (e == ASSAY_OK)
        assay_path(path, PATH_MAX, "%s/dut.so", entry.path);
    if (e == ASSAY_OK && entry.complete && v->lint)
        e = assay_warnings_refuse(v, entry.path, why, why_size);
    else if (e == ASSAY_OK && entry.complete && !quiet)
        assay_warnings_point(v, entry.path);
    if (e == ASSAY_OK && !entry.complete) {
        assay_params_print(v->block, &v->params, values, sizeof values);
        snprintf(what, sizeof what, "%.300s%s%s%s%s%s%.100s%s", assay_tool_rtl_name(v),
                 *values ? " (" : "", values, *values ? ")" : "",
                 v->module    ? ", for SystemC"
                 : v->mutants ? ", mutants"
                 : v->starts  ? ", from chosen start values"
                              : "",
                 v->fault ? ", fault " : "", v->fault ? v->fault : "",
                 v->coverage ? ", counting lines and toggles" : "");
        assay_building_begin(what, quiet);
        if (v->module != ASSAY_MODULE_GOLDEN)
            e = verilate_all(v, &list, entry.build, why, why_size);
        if (e == ASSAY_OK)
            e = assay_compile(v, entry.build, why, why_size);
        compiled_about(v, &about);
        if (e != ASSAY_OK)
            e = assay_cache_failed(&entry, e, why, why_size);
        else if (!assay_cache_commit(&entry, &about, why, why_size))
            e = ASSAY_ENVIRONMENT;
        assay_building_end(e == ASSAY_OK);
        if (e == ASSAY_OK && !quiet)
            assay_warnings_print(entry.path);
    }
    if (e == ASSAY_OK && !quiet)
        assay_warnings_tell_delays(v, entry.path);
    assay_filelist_free(&list);
    return e;
}

enum assay_error assay_variant_check_pins(const struct assay_variant *v,
                                          const struct assay_filelist *list, char *why,
                                          size_t why_size)
{
    struct assay_scratch folder;
    enum assay_error e;

    if (v->block->folder)
        return check_ports(v, list, why, why_size);
    if (!assay_scratch_open(&folder, "pins", why, why_size))
        return ASSAY_ENVIRONMENT;
    e = verilate(v, list, folder.path, why, why_size);
    assay_scratch_close(&folder);
    return e;
}
