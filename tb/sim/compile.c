/*
 * compile.c - compiles Verilator's C++ sources into the shared object of a variant.
 */
#include "sim/compile.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
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
#include "base/text.h"
#include "sim/building.h"
#include "sim/flags.h"
#include "sim/runtime.h"
#include "sim/settings.h"
#include "sim/shim_key.h"
#include "sim/shim_pins.h"
#include "sim/start_sources.h"
#include "sim/systemc_home.h"
#include "sim/tool.h"
#include "sim/tool_log.h"

enum {
    AT_ONCE = 2
}; /* units compiled in parallel; callers may also build several variants in parallel */

enum unit_kind { FAST, SLOW, UNIT_KINDS };

static const char *const unit_names[UNIT_KINDS] = {"fast", "slow"};

/* The number of units of each kind. Their files are fast0.cc, fast1.cc, ..., slow0.cc, ... */
struct units {
    size_t n[UNIT_KINDS];
};

static bool is_slow(const char *name)
{
    return strstr(name, "__Slow") || strstr(name, "__Syms");
}

static FILE *open_unit(const char *folder, enum unit_kind kind, size_t number, const char *header)
{
    char path[PATH_MAX];
    FILE *f;

    assay_path(path, sizeof path, "%s/%s%zu.cc", folder, unit_names[kind], number);
    f = fopen(path, "w");
    if (f && *header)
        fprintf(f, "#include \"%s\"\n", header);
    return f;
}

static bool close_unit(FILE *f)
{
    const bool ok = !ferror(f);

    return fclose(f) == 0 && ok;
}

/* Write the units of one kind: files that include Verilator's sources. There is one unit, unless
 * g++ would need too much memory for it. `names` are the sources of the folder, in order. */
static bool write_units(const struct assay_variant *v, const char *folder, enum unit_kind kind,
                        struct dirent **names, int n_names, struct units *units)
{
    const char *const header = v->module == ASSAY_MODULE_GOLDEN ? ""
                               : v->starts                      ? "sim/start_values.h"
                                                                : "verilated.h";
    FILE *f = open_unit(folder, kind, 0, kind == FAST ? assay_shim_name(v) : header);
    char path[PATH_MAX + 300];
    struct stat st;
    const long long most = (long long)assay_settings_unit_kib() * 1024;
    long long bytes = 0;
    bool ok = f != NULL;

    units->n[kind] = 1;
    for (int i = 0; ok && i < n_names; ++i) {
        const char *name = names[i]->d_name;

        if (is_slow(name) != (kind == SLOW))
            continue;
        if (bytes > most) {
            ok = close_unit(f);
            f = ok ? open_unit(folder, kind, units->n[kind]++, header) : NULL;
            ok = f != NULL;
            bytes = 0;
        }
        if (ok)
            fprintf(f, "#include \"%s\"\n", name);
        snprintf(path, sizeof path, "%s/%s", folder, name);
        bytes += stat(path, &st) == 0 ? (long long)st.st_size : 0;
    }
    return ok && close_unit(f);
}

/* The fast units are what runs in every cycle, with the shim; the slow ones run once. Also writes
 * the pins and the linker's list of exported symbols. */
static bool write_all_units(const struct assay_variant *v, const char *folder, struct units *units,
                            char *why, size_t why_size)
{
    const bool plain = v->module == ASSAY_MODULE_CXX;
    struct dirent **names;
    const int n = scandir(folder, &names, assay_runtime_is_source, alphasort);
    struct assay_text exports = {0};
    bool ok;

    if (n < 0) {
        snprintf(why, why_size, "%s: %s: expected to read that folder", folder, strerror(errno));
        return false;
    }
    ok = write_units(v, folder, FAST, names, n, units) &&
         write_units(v, folder, SLOW, names, n, units);
    if (!ok)
        snprintf(why, why_size, "%s: %s: expected to write C++ sources there", folder,
                 strerror(errno));
    for (int i = 0; i < n; ++i)
        free(names[i]);
    free(names);
    if (ok && assay_shim_pins_write(v, folder, why, why_size) != ASSAY_OK)
        return false;
    if (!ok)
        return false;
    assay_text_add(&exports, v->mutants ? "{ global: assay_dut_ops_get; assay_dut_mutant; "
                                          "assay_dut_mutant_count; local: *; };\n"
                             : v->starts
                                 ? "{ global: assay_dut_ops_get; assay_dut_start; local: *; };\n"
                             : plain ? "{ global: assay_dut_ops_get; local: *; };\n"
                                     : "{ global: assay_dut_ops_get; assay_dut_model_set; sc_main; "
                                       "local: *; };\n");
    ok = assay_runtime_write(folder, "exports", &exports, why, why_size);
    assay_text_free(&exports);
    return ok;
}

static const char *level_of(enum unit_kind kind)
{
    return kind == FAST ? assay_settings_level() : ASSAY_SETTINGS_SLOW;
}

static long start_unit(const struct assay_variant *v, const struct assay_systemc_home *systemc,
                       const char *folder, enum unit_kind kind, size_t number, const char *header,
                       const char *log)
{
    struct assay_args a = {0};
    char path[PATH_MAX], unit[32];
    long pid;

    snprintf(unit, sizeof unit, "%s%zu", unit_names[kind], number);
    assay_flags_compiler(&a, level_of(kind));
    if (*header) {
        assay_args_add(&a, "-include");
        assay_args_add(&a, header);
    }
    assay_flags_unit(&a, v, assay_home(path, sizeof path));
    if (systemc->home)
        assay_args_add2(&a, "-I", systemc->include);
    assay_args_add(&a, "-I.");
    assay_args_add(&a, "-c");
    assay_args_add2(&a, unit, ".cc");
    assay_args_add(&a, "-o");
    assay_args_add2(&a, unit, ".o");
    pid = assay_args_start(&a, folder, log);
    assay_args_free(&a);
    return pid;
}

/* Compile all units, AT_ONCE in parallel, with the precompiled headers for each kind, or "". 0 on
 * success. */
static int compile_units(const struct assay_variant *v, const struct assay_systemc_home *systemc,
                         const char *folder, const struct units *units,
                         char header[UNIT_KINDS][PATH_MAX], const char *log)
{
    const size_t n = units->n[FAST] + units->n[SLOW];
    long pid[AT_ONCE];
    int status = 0;

    for (size_t i = 0; i < n + AT_ONCE; ++i) {
        if (i >= AT_ONCE && i - AT_ONCE < n)
            status |= assay_process_wait(pid[i % AT_ONCE]);
        if (i < n)
            assay_building_stage("compiling %zu of %zu units", i + 1, n);
        if (i < units->n[FAST])
            pid[i % AT_ONCE] = start_unit(v, systemc, folder, FAST, i, header[FAST], log);
        else if (i < n)
            pid[i % AT_ONCE] =
                start_unit(v, systemc, folder, SLOW, i - units->n[FAST], header[SLOW], log);
    }
    return status;
}

static int link_variant(const struct assay_variant *v, const struct assay_systemc_home *systemc,
                        const char *folder, const struct units *units, const char *archive,
                        struct assay_output *out)
{
    static const char *const flags[] = {"g++", "-shared", "-o", "dut.so",
                                        "-Wl,--version-script=exports"};
    struct assay_args a = {0};
    char object[32];
    int status;

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(&a, flags[i]);
    for (size_t kind = 0; kind < UNIT_KINDS; ++kind)
        for (size_t i = 0; i < units->n[kind]; ++i) {
            snprintf(object, sizeof object, "%s%zu.o", unit_names[kind], i);
            assay_args_add(&a, object);
        }
    assay_args_add(&a, archive);
    if (v->starts)
        assay_args_add(&a, "-Wl,--wrap=_Z9vl_rand64v");
    if (v->module != ASSAY_MODULE_CXX) {
        if (systemc->home) {
            assay_args_add2(&a, "-L", systemc->library);
            assay_args_add2(&a, "-Wl,-rpath,", systemc->library);
        }
        assay_args_add(&a, "-lsystemc");
    }
    assay_args_add(&a, "-lz");
    assay_args_add(&a, "-lpthread");
    assay_building_stage("linking");
    status = assay_args_run(&a, folder, out);
    assay_args_free(&a);
    return status;
}

/* Remove the sources and other intermediate files: for a large variant they
 * take hundreds of megabytes. */
static void clear(const char *folder)
{
    static const char *const heads[] = {"Vdut", "fast", "slow", "exports"};
    char path[PATH_MAX + 300];
    struct dirent **names;
    const int n = scandir(folder, &names, NULL, NULL);

    for (int i = 0; i < n; ++i) {
        for (size_t k = 0; k < sizeof heads / sizeof heads[0]; ++k)
            if (strncmp(names[i]->d_name, heads[k], strlen(heads[k])) == 0) {
                snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
                unlink(path);
            }
        free(names[i]);
    }
    if (n >= 0)
        free(names);
}

enum assay_error assay_compile(const struct assay_variant *v, const char *folder, char *why,
                               size_t why_size)
{
    char archive[PATH_MAX], header[UNIT_KINDS][PATH_MAX] = {"", ""};
    struct assay_systemc_home systemc = {0};
    struct assay_output out = {0};
    struct assay_tool_log log;
    struct units units;
    int status;
    enum assay_error e = ASSAY_OK;

    if (v->module != ASSAY_MODULE_CXX)
        e = assay_systemc_find(&systemc, why, why_size);
    if (e != ASSAY_OK)
        return e;
    if (v->starts && !assay_start_sources(folder, why, why_size))
        return ASSAY_ENVIRONMENT;
    if (!write_all_units(v, folder, &units, why, why_size))
        return ASSAY_ENVIRONMENT;
    for (enum unit_kind kind = FAST; kind < UNIT_KINDS && !v->coverage; ++kind)
        assay_runtime_headers(v->module == ASSAY_MODULE_CXX ? NULL : &systemc, level_of(kind),
                              header[kind]);
    e = assay_runtime_library(archive, why, why_size);
    if (e != ASSAY_OK)
        return e;
    assay_tool_log_open(&log);
    status = compile_units(v, &systemc, folder, &units, header, log.path);
    if (status != 0 && (*header[FAST] || *header[SLOW])) {
        /* again without the precompiled headers, in case g++ rejects them */
        *header[FAST] = *header[SLOW] = '\0';
        status = compile_units(v, &systemc, folder, &units, header, log.path);
    }
    if (status != 0)
        out.text = assay_tool_log_tail(&log);
    else
        status = link_variant(v, &systemc, folder, &units, archive, &out);
    if (status != 0)
        e = assay_tool_failed(v, "g++", status, &out, why, why_size);
    else
        clear(folder);
    assay_tool_log_close(&log);
    free(out.text);
    return e;
}
