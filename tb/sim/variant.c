#include "sim/variant.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
#include "sim/runtime.h"
#include "sim/settings.h"
#include "sim/shim_key.h"
#include "sim/systemc_home.h"
#include "sim/tool.h"
#include "sim/warnings.h"

/* Changes of how a variant is built that its sources and flags do not show. */
#define RECIPE "assay variant 5"

/* Wider vectors have no toggle counters: they cost minutes of build. */
#define COVERAGE_WIDTH "64"

/* Verilog itself in place of a list: its name says so. */
static bool is_source(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".v") == 0 || strcmp(dot, ".sv") == 0);
}

static enum assay_error list_of_one(const char *path, struct assay_filelist *list, char *why,
                                    size_t why_size)
{
    char real[PATH_MAX];
    const char *const one = real;
    struct stat st;

    memset(list, 0, sizeof *list);
    errno = 0;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        snprintf(why, why_size, "%s: %s: expected a Verilog source or a file list (.f)", path,
                 errno ? strerror(errno) : "not a file");
        return ASSAY_BAD_INPUT;
    }
    if (!realpath(path, real)) {
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
        return ASSAY_BAD_INPUT;
    }
    return assay_filelist_of(&one, 1, path, list, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
}

enum assay_error assay_variant_sources(const struct assay_variant *v, struct assay_filelist *list,
                                       char *why, size_t why_size)
{
    char relative[256], path[PATH_MAX];

    if (v->module == ASSAY_MODULE_GOLDEN) {
        memset(list, 0, sizeof *list);
        if (!v->rtl && !v->fault && !v->coverage)
            return ASSAY_OK;
        snprintf(
            why, why_size,
            "the golden model is the DUT: expected no RTL of your own, fault or code coverage");
        return ASSAY_BAD_INPUT;
    }
    if (v->rtl && v->fault) {
        snprintf(why, why_size,
                 "a fault goes with the project's own RTL: expected no RTL of your own beside it");
        return ASSAY_BAD_INPUT;
    }
    if (v->mutants) /* all that it includes and defines is in it */
        return list_of_one(v->mutants, list, why, why_size);
    if (v->rtl && is_source(v->rtl))
        return list_of_one(v->rtl, list, why, why_size);
    if (v->rtl)
        return assay_filelist_read(v->rtl, list, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
    if (v->block->folder)
        return assay_filelist_of(v->block->folder->rtl, v->block->folder->n_rtl,
                                 v->block->folder->path, list, why, why_size)
                   ? ASSAY_OK
                   : ASSAY_BAD_INPUT;
    snprintf(relative, sizeof relative, "rtl/%s/%s.f", v->block->model->name,
             v->block->model->name);
    assay_source_path(path, sizeof path, relative);
    return assay_filelist_read(path, list, why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

enum assay_error assay_variant_text(const struct assay_variant *v, char **text, char *why,
                                    size_t why_size)
{
    struct assay_filelist list;
    struct assay_args a = {0};
    struct assay_output out = {0};
    enum assay_error e = assay_variant_sources(v, &list, why, why_size);
    int status;

    *text = NULL;
    if (e != ASSAY_OK)
        return e;
    assay_args_add(&a, "verilator");
    assay_args_add(&a, "-E");
    status = assay_design_run(v, &list, &a, NULL, &out, NULL);
    assay_filelist_free(&list);
    if (status == 0) {
        *text = out.text;
        return ASSAY_OK;
    }
    e = assay_tool_failed(v, "verilator", status, &out, why, why_size);
    free(out.text);
    return e;
}

enum assay_error assay_variant_hash_fault(const struct assay_variant *v, struct assay_hash *h,
                                          char *why, size_t why_size)
{
    char path[PATH_MAX];

    if (!v->fault)
        return ASSAY_OK;
    if (!assay_fault_path(v->block, v->fault, path, why, why_size))
        return ASSAY_BAD_INPUT;
    if (!assay_hash_file(h, path)) {
        snprintf(why, why_size, "%s: %s: expected to read it", path, strerror(errno));
        return ASSAY_ENVIRONMENT;
    }
    return ASSAY_OK;
}

enum assay_error assay_variant_hash_wrapper(const struct assay_variant *v, struct assay_hash *h,
                                            char *why, size_t why_size)
{
    const struct assay_block_folder *f = v->block->folder;
    struct assay_text t = {0};
    bool good;

    if (!f)
        return ASSAY_OK;
    good = f->wrapper(f, &v->params, &t, why, why_size);
    if (good)
        assay_hash_text(h, assay_text_get(&t));
    assay_text_free(&t);
    return good ? ASSAY_OK : ASSAY_BAD_INPUT;
}

enum assay_error assay_variant_write_wrapper(const struct assay_variant *v,
                                             struct assay_filelist *list, const char *folder,
                                             char *why, size_t why_size)
{
    const struct assay_block_folder *f = v->block->folder;
    struct assay_text t = {0};
    char path[PATH_MAX];
    enum assay_error e = ASSAY_OK;

    if (!f)
        return ASSAY_OK;
    assay_path(path, sizeof path, "%s/assay_%s.v", folder, v->block->model->name);
    if (!f->wrapper(f, &v->params, &t, why, why_size))
        e = ASSAY_BAD_INPUT;
    else if (!assay_runtime_write(folder, strrchr(path, '/') + 1, assay_text_get(&t), why,
                                  why_size))
        e = ASSAY_ENVIRONMENT;
    assay_text_free(&t);
    if (e == ASSAY_OK && !(list->wrapper = strdup(path))) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

/* The ports of RTL against the description of its block. */
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

enum assay_error assay_variant_sources_key(const struct assay_variant *v, char key[ASSAY_KEY_SIZE],
                                           char *why, size_t why_size)
{
    struct assay_filelist list;
    enum assay_error e = assay_variant_sources(v, &list, why, why_size);
    struct assay_hash *h;

    if (e != ASSAY_OK)
        return e;
    h = assay_hash_begin();
    if (h) {
        if (v->block->folder)
            assay_hash_text(h, v->block->folder->key);
        e = assay_variant_hash_fault(v, h, why, why_size);
        if (e == ASSAY_OK)
            e = assay_design_hash(v, &list, h, why, why_size);
        assay_hash_end(h, key);
    } else {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    assay_filelist_free(&list);
    return e;
}

static enum assay_error variant_key(const struct assay_variant *v,
                                    const struct assay_filelist *list, char key[ASSAY_KEY_SIZE],
                                    char *why, size_t why_size)
{
    struct assay_hash *h;
    char text[ASSAY_PARAMS_TEXT];
    struct assay_systemc_home systemc;
    enum assay_error e = ASSAY_OK;

    if (!assay_settings_level()) {
        snprintf(why, why_size, "ASSAY_OPTIMISE=%s: expected -O0, -O1, -O2, -O3 or -Os",
                 getenv("ASSAY_OPTIMISE"));
        return ASSAY_BAD_INPUT;
    }
    if (assay_settings_unit_kib() == 0) {
        snprintf(why, why_size, "ASSAY_UNIT_KIB=%s: expected a number from 1 to %lu",
                 getenv("ASSAY_UNIT_KIB"), ASSAY_SETTINGS_UNIT_MOST);
        return ASSAY_BAD_INPUT;
    }
    if (assay_settings_waves() < 0) {
        snprintf(why, why_size, "ASSAY_WAVES=%s: expected 0 or 1", getenv("ASSAY_WAVES"));
        return ASSAY_BAD_INPUT;
    }
    h = assay_hash_begin();
    if (!h) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, RECIPE " " ASSAY_SETTINGS_RECIPE);
    assay_hash_text(h, assay_settings_level());
    snprintf(text, sizeof text, "%lu", assay_settings_unit_kib());
    assay_hash_text(h, text);
    assay_hash_text(h, assay_settings_with_waves(v) ? "waves" : "");
    assay_hash_tool(h, "verilator_bin");
    assay_hash_tool(h, "g++");
    assay_hash_text(h, v->coverage ? "coverage " COVERAGE_WIDTH : "");
    if (assay_warnings_wanted(v))
        assay_hash_text(h, "warnings");
    if (v->starts)
        assay_hash_text(h, "starts");
    assay_hash_text(h, v->block->model->top);
    assay_params_print(v->block, &v->params, text, sizeof text);
    assay_hash_text(h, text);
    if (v->module != ASSAY_MODULE_CXX) {
        assay_hash_text(h, v->module == ASSAY_MODULE_GOLDEN ? "systemc-model" : "systemc");
        e = assay_systemc_find(&systemc, why, why_size);
        assay_hash_text(h, systemc.home ? systemc.home : "");
        assay_hash_text(h, systemc.file);
    }
    if (e == ASSAY_OK)
        e = assay_shim_hash(v, h, why, why_size);
    if (e == ASSAY_OK)
        e = assay_variant_hash_wrapper(v, h, why, why_size);
    if (e == ASSAY_OK)
        e = assay_variant_hash_fault(v, h, why, why_size);
    if (e == ASSAY_OK && v->module != ASSAY_MODULE_GOLDEN)
        e = assay_design_hash(v, list, h, why, why_size);
    if (!assay_hash_end(h, key) && e == ASSAY_OK) {
        snprintf(why, why_size, "%s: the key of the variant can't be computed",
                 v->block->model->name);
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

/* Verilator cuts the names of files in coverage points at a blank, so they are given without the folder
 * of the project, by a link beside what is built. False if there can be no link. */
static bool without_home(struct assay_filelist *list, const char *mdir)
{
    char home[PATH_MAX], link[PATH_MAX];
    size_t n;

    n = strlen(assay_source_path(home, sizeof home, "")); /* with a slash at its end */
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
        assay_args_add(&a, COVERAGE_WIDTH);
    }
    assay_building_stage("verilator");
    return assay_design_run(v, list, &a, v->coverage || assay_blanks_in(list) ? mdir : NULL, out,
                            delays);
}

/* Verilate into mdir and hold the pins against the table. RTL of a user's need not have the block's
 * parameters, as long as its pins fit: those it does not have are left out. */
static enum assay_error verilate(const struct assay_variant *v, const struct assay_filelist *list,
                                 const char *mdir, struct assay_delays *delays, char *why,
                                 size_t why_size)
{
    struct assay_output out = {0};
    char header[PATH_MAX];
    enum assay_error e = ASSAY_OK;
    int status;

    if (v->module == ASSAY_MODULE_SYSTEMC && v->rtl) {
        /* Pins of --sc have types, but no widths: look at those of a C++ class. */
        struct assay_variant plain = *v;

        plain.module = ASSAY_MODULE_CXX;
        e = assay_variant_check_pins(&plain, list, why, why_size);
        if (e != ASSAY_OK)
            return e;
    }
    status = run_verilator(v, list, mdir, &out, delays);
    if (status == 0 && assay_warnings_wanted(v))
        e = assay_warnings_keep(out.text, mdir, why, why_size);
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

/* Modules of a user's RTL come from where the list says. */
static enum assay_error check_found(const struct assay_variant *v,
                                    const struct assay_filelist *list, char *why, size_t why_size)
{
    struct assay_names found;
    const enum assay_error e = assay_design_found(v, list, &found, why, why_size);

    if (e == ASSAY_OK)
        assay_names_free(&found);
    return e;
}

static void tell_delays(const struct assay_variant *v, const struct assay_delays *delays)
{
    if (delays->n)
        fprintf(stderr,
                "assay: %s: %zu delay%s ignored, the first at %s: cycles are compared, not times\n",
                assay_tool_rtl_name(v), delays->n, delays->n == 1 ? " is" : "s are", delays->first);
}

/* All that Verilator does for a variant. */
static enum assay_error verilate_all(const struct assay_variant *v, struct assay_filelist *list,
                                     const char *folder, char *why, size_t why_size)
{
    struct assay_delays delays = {0};
    enum assay_error e = ASSAY_OK;

    if (assay_tool_is_users(v) &&
        !v->mutants) /* lines of mutants name the files that they come from */
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
        e = verilate(v, list, folder, &delays, why, why_size);
    if (e == ASSAY_OK && v->lint)
        e = assay_warnings_refuse(v, folder, why, why_size);
    if (e == ASSAY_OK)
        tell_delays(v, &delays);
    return e;
}

/* Where no waveforms are needed, the variant with them serves as well if it is there, or is a set by name
 * and therefore wanted again. `chosen` is the one or the other, with its key. */
static enum assay_error choose_waves(const struct assay_variant *v,
                                     const struct assay_filelist *list,
                                     struct assay_variant *chosen, char key[ASSAY_KEY_SIZE],
                                     char *why, size_t why_size)
{
    enum assay_error e;

    *chosen = *v;
    chosen->no_waves = false;
    e = variant_key(chosen, list, key, why, why_size);
    if (e != ASSAY_OK || !v->no_waves ||
        (!v->mutants && assay_params_set_name(v->block, &v->params)) || assay_cache_has(key))
        return e;
    chosen->no_waves = true;
    return variant_key(chosen, list, key, why, why_size);
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

const char *assay_variant_kind(const struct assay_variant *v)
{
    static const char *const kinds[] = {[ASSAY_MODULE_CXX] = "verilator",
                                        [ASSAY_MODULE_SYSTEMC] = "systemc",
                                        [ASSAY_MODULE_GOLDEN] = "systemc-model"};

    return v->mutants ? "mutants" : v->starts ? "check-x" : kinds[v->module];
}

/* What Verilator and g++ have made. */
static void compiled_about(const struct assay_variant *v, struct assay_about *a)
{
    assay_variant_about(v, assay_variant_kind(v), a);
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
        assay_pinned_variant(wanted, assay_variant_kind(wanted), &pinned, folder, why, why_size);

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
    assay_filelist_free(&list);
    return e;
}

enum assay_error assay_variant_check_pins(const struct assay_variant *v,
                                          const struct assay_filelist *list, char *why,
                                          size_t why_size)
{
    struct assay_scratch folder;
    struct assay_delays delays;
    enum assay_error e;

    if (v->block->folder)
        return check_ports(v, list, why, why_size);
    if (!assay_scratch_open(&folder, "pins", why, why_size))
        return ASSAY_ENVIRONMENT;
    e = verilate(v, list, folder.path, &delays, why, why_size);
    assay_scratch_close(&folder);
    return e;
}
