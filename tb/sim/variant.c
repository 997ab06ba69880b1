#include "sim/variant.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/cache.h"
#include "sim/fault.h"
#include "sim/pins.h"
#include "sim/process.h"

/* Changes of how a variant is built that its sources and flags do not show. */
#define RECIPE "assay variant 3"

/* Wider vectors have no toggle counters: they cost minutes of build. */
#define COVERAGE_WIDTH "64"

/* -O2 builds take almost twice as long, minutes at the large parameter sets, and run 3 to 8 percent
 * faster. */
#define FAST_FLAGS "-O1" /* unless the environment has ASSAY_OPTIMISE */
#define SLOW_FLAGS "-O0" /* construction, tracing set-up: run once */

enum { MAX_ARGS = 512, TOOL_TEXT = 2000 };

/* For what runs in every cycle; NULL if the environment asks for what g++ does not know. */
static const char *fast_flags(void)
{
    static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3", "-Os"};
    const char *wanted = getenv("ASSAY_OPTIMISE");

    if (!wanted || !*wanted)
        return FAST_FLAGS;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; ++i)
        if (strcmp(wanted, levels[i]) == 0)
            return levels[i];
    return NULL;
}

struct args {
    char *v[MAX_ARGS];
    size_t n;
    bool overflow;
};

static void push(struct args *a, const char *text)
{
    if (a->n + 1 >= MAX_ARGS || !(a->v[a->n] = strdup(text))) {
        a->overflow = true;
        return;
    }
    a->v[++a->n] = NULL;
}

static void push2(struct args *a, const char *head, const char *tail)
{
    char text[PATH_MAX + 64];

    snprintf(text, sizeof text, "%s%s", head, tail);
    push(a, text);
}

static void free_args(struct args *a)
{
    for (size_t i = 0; i < a->n; ++i)
        free(a->v[i]);
    memset(a, 0, sizeof *a);
}

enum assay_error assay_variant_sources(const struct assay_variant *v, struct assay_filelist *list,
                                       char *why, size_t why_size)
{
    const char *folder = v->block->rtl_folder ? v->block->rtl_folder : v->block->name;
    char relative[256], path[PATH_MAX];

    if (v->module == ASSAY_MODULE_GOLDEN) {
        memset(list, 0, sizeof *list);
        if (!v->rtl && !v->fault && !v->coverage)
            return ASSAY_OK;
        snprintf(why, why_size,
                 "the golden model stands as the DUT: expected no RTL of your own, fault or code "
                 "coverage");
        return ASSAY_BAD_INPUT;
    }
    if (v->rtl && v->fault) {
        snprintf(why, why_size,
                 "a fault goes with the project's own RTL: expected no RTL of your own "
                 "beside it");
        return ASSAY_BAD_INPUT;
    }
    if (v->rtl)
        return assay_filelist_read(v->rtl, list, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
    snprintf(relative, sizeof relative, "rtl/%s/%s.f", folder, v->block->name);
    assay_source_path(path, sizeof path, relative);
    return assay_filelist_read(path, list, why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

static const char *rtl_name(const struct assay_variant *v)
{
    return v->rtl ? v->rtl : v->block->name;
}

/* Arguments that say which design it is. `skip`: names of parameters, between blanks, that the RTL
 * does not have. */
static void push_design(struct args *a, const struct assay_variant *v,
                        const struct assay_filelist *list, const char *skip)
{
    char text[128], word[80];

    push(a, "--top-module");
    push(a, v->block->top);
    for (size_t i = 0; i < v->block->n_params; ++i) {
        snprintf(word, sizeof word, " %s ", v->block->params[i].verilog);
        if (strstr(skip, word))
            continue;
        snprintf(text, sizeof text, "-G%s=%u", v->block->params[i].verilog, v->params.v[i]);
        push(a, text);
    }
    for (size_t i = 0; i < list->n_incdirs; ++i)
        push2(a, "+incdir+", list->incdirs[i]);
    for (size_t i = 0; i < list->n_defines; ++i)
        push2(a, "+define+", list->defines[i]);
    for (size_t i = 0; i < list->n_sources; ++i)
        push(a, list->sources[i]);
}

/* Lint is a test of its own; here only errors matter, whatever a user's RTL looks like. */
static void push_quiet(struct args *a)
{
    push(a, "-Wno-fatal");
    push(a, "-Wno-lint");
    push(a, "-Wno-style");
}

static enum assay_error tool_failed(const struct assay_variant *v, const char *tool, int status,
                                    const struct assay_output *out, char *why, size_t why_size)
{
    if (status == ASSAY_NOT_STARTED) {
        snprintf(why, why_size,
                 "%s: cannot be run: expected it to be installed (scripts/setup "
                 "does)",
                 tool);
        return ASSAY_ENVIRONMENT;
    }
    snprintf(why, why_size, "%s: %s does not take it (status %d):\n%.*s", rtl_name(v), tool, status,
             TOOL_TEXT, out && out->text ? out->text : "");
    return v->rtl ? ASSAY_BAD_INPUT : ASSAY_ENVIRONMENT;
}

enum assay_error assay_variant_hash_sources(const struct assay_variant *v,
                                            const struct assay_filelist *list, struct assay_hash *h,
                                            char *why, size_t why_size)
{
    struct args a = {0};
    struct assay_output out = {0};
    enum assay_error e = ASSAY_OK;
    int status;

    push(&a, "verilator");
    push(&a, "-E");
    push(&a, "-P");
    push_quiet(&a);
    push_design(&a, v, list, "");
    status = assay_process(a.v, NULL, &out);
    if (status != 0)
        e = tool_failed(v, "verilator", status, &out, why, why_size);
    else
        assay_hash_data(h, out.text, out.size);
    free(out.text);
    free_args(&a);
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
    assay_hash_file(h, path);
    return ASSAY_OK;
}

static enum assay_error variant_key(const struct assay_variant *v,
                                    const struct assay_filelist *list, char key[ASSAY_KEY_SIZE],
                                    char *why, size_t why_size)
{
    static const char *const ours[] = {"tb/sim/verilator_shim.cpp",
                                       "tb/sim/verilator_trace.h",
                                       "tb/sim/dut.h",
                                       "model/ports.h",
                                       "tb/sim/systemc_shim.cpp",
                                       "tb/sim/dut_model.h",
                                       "tb/systemc/pins.h",
                                       "tb/systemc/module.h"};
    const size_t n_ours = v->module == ASSAY_MODULE_CXX ? 4 : sizeof ours / sizeof ours[0];
    struct assay_hash *h;
    char path[PATH_MAX], text[256];
    struct assay_systemc_home systemc;
    enum assay_error e = ASSAY_OK;

    if (!fast_flags()) {
        snprintf(why, why_size, "ASSAY_OPTIMISE=%s: expected -O0, -O1, -O2, -O3 or -Os",
                 getenv("ASSAY_OPTIMISE"));
        return ASSAY_BAD_INPUT;
    }
    h = assay_hash_begin();
    if (!h) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, RECIPE " " SLOW_FLAGS);
    assay_hash_text(h, fast_flags());
    assay_hash_tool(h, "verilator_bin");
    assay_hash_tool(h, "g++");
    assay_hash_text(h, v->coverage ? "coverage " COVERAGE_WIDTH : "");
    assay_hash_text(h, v->block->top);
    assay_params_print(v->block, &v->params, text, sizeof text);
    assay_hash_text(h, text);
    for (size_t i = 0; i < n_ours; ++i)
        assay_hash_file(h, assay_source_path(path, sizeof path, ours[i]));
    if (v->module != ASSAY_MODULE_CXX) {
        assay_hash_text(h, v->module == ASSAY_MODULE_GOLDEN ? "systemc-model" : "systemc");
        e = assay_systemc_find(&systemc, why, why_size);
        assay_hash_text(h, systemc.home ? systemc.home : "");
        assay_hash_text(h, systemc.file);
    }
    snprintf(text, sizeof text, "tb/%s/ports.def", v->block->name);
    assay_hash_file(h, assay_source_path(path, sizeof path, text));
    if (e == ASSAY_OK)
        e = assay_variant_hash_fault(v, h, why, why_size);
    if (e == ASSAY_OK && v->module != ASSAY_MODULE_GOLDEN)
        e = assay_variant_hash_sources(v, list, h, why, why_size);
    assay_hash_end(h, key);
    return e;
}

/* " A B " of "Parameters from the command line were not found in the design: A, B", else "". */
static void unknown_params(const char *text, char *names, size_t size)
{
    static const char head[] = "were not found in the design:";
    const char *at = strstr(text, head);
    size_t n = 0;

    names[0] = '\0';
    if (!at)
        return;
    names[n++] = ' ';
    for (at += sizeof head - 1; *at && *at != '\n' && n + 2 < size; ++at)
        names[n++] = *at == ',' ? ' ' : *at;
    names[n++] = ' ';
    names[n] = '\0';
}

/* Verilator cuts the names of files in coverage points at a blank, so they are given without the folder
 * of the project, by a link beside what is built. False if there can be no link. */
static bool without_home(struct assay_filelist *list, const char *mdir)
{
    char home[PATH_MAX], link[PATH_MAX];
    size_t n;

    n = strlen(assay_source_path(home, sizeof home, "")); /* with a slash at its end */
    snprintf(link, sizeof link, "%.4000s/tree", mdir);
    if (symlink(home, link) != 0 && errno != EEXIST)
        return false;
    for (size_t i = 0; i < list->n_sources; ++i) {
        char *source = list->sources[i], *shorter;
        const size_t size = strlen(source) + sizeof "tree/";

        if (strncmp(source, home, n) != 0)
            continue;
        shorter = malloc(size);
        if (!shorter)
            return false;
        snprintf(shorter, size, "tree/%s", source + n);
        free(source);
        list->sources[i] = shorter;
    }
    return true;
}

static int run_verilator(const struct assay_variant *v, const struct assay_filelist *list,
                         const char *mdir, const char *skip, struct assay_output *out)
{
    static const char *const flags[] = {
        "verilator",   "--trace-fst", "-O3",      "--x-assign", "fast",
        "--x-initial", "fast",        "--prefix", "Vdut",       "--Mdir",
    };
    struct args a = {0};
    int status;

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        push(&a, flags[i]);
    push(&a, mdir);
    push(&a, v->module == ASSAY_MODULE_SYSTEMC ? "--sc" : "--cc");
    if (v->coverage) {
        push(&a, "--coverage-line");
        push(&a, "--coverage-toggle");
        push(&a, "--coverage-max-width");
        push(&a, COVERAGE_WIDTH);
    }
    push_quiet(&a);
    push_design(&a, v, list, skip);
    status = assay_process(a.v, v->coverage ? mdir : NULL, out);
    free_args(&a);
    return status;
}

/* Verilate into mdir and hold the pins against the table. RTL of a user's need not have the block's
 * parameters, as long as its pins fit: those it does not have are left out. */
static enum assay_error verilate(const struct assay_variant *v, const struct assay_filelist *list,
                                 const char *mdir, char *why, size_t why_size)
{
    struct assay_output out = {0};
    char skip[256], header[PATH_MAX];
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
    status = run_verilator(v, list, mdir, "", &out);

    if (status > 0 && v->rtl) {
        unknown_params(out.text, skip, sizeof skip);
        if (skip[0]) {
            free(out.text);
            status = run_verilator(v, list, mdir, skip, &out);
        }
    }
    if (status != 0) {
        e = tool_failed(v, "verilator", status, &out, why, why_size);
    } else if (v->module == ASSAY_MODULE_CXX) {
        snprintf(header, sizeof header, "%.4000s/Vdut.h", mdir);
        if (!assay_pins_check(v->block, &v->params, header, rtl_name(v), why, why_size))
            e = ASSAY_BAD_INPUT;
    }
    free(out.text);
    return e;
}

static bool write_text(const char *folder, const char *name, const char *text, char *why,
                       size_t why_size)
{
    char path[PATH_MAX + 64];
    FILE *f;
    bool ok;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, "w");
    ok = f && fputs(text, f) >= 0;
    if (f && fclose(f) != 0)
        ok = false;
    if (!ok)
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
    return ok;
}

/* Verilator's sources as two compilation units: what runs in every cycle with the shim, and what runs
 * once. */
static bool write_units(const struct assay_variant *v, const char *folder, char *why,
                        size_t why_size)
{
    static const char *const slow_marks[] = {"__Slow", "__Syms"};
    const bool plain = v->module == ASSAY_MODULE_CXX;
    char fast[16384], slow[16384];
    struct dirent **names;
    int n = scandir(folder, &names, NULL, alphasort);
    bool fits = n >= 0;

    snprintf(fast, sizeof fast, "#include \"sim/%s_shim.cpp\"\n", plain ? "verilator" : "systemc");
    snprintf(slow, sizeof slow, "%s",
             v->module == ASSAY_MODULE_GOLDEN ? "" : "#include \"verilated.h\"\n");
    for (int i = 0; i < n; ++i) {
        const char *name = names[i]->d_name;
        const size_t length = strlen(name);
        bool is_slow = false;
        char *unit;
        size_t used;

        for (size_t m = 0; m < sizeof slow_marks / sizeof slow_marks[0]; ++m)
            is_slow |= strstr(name, slow_marks[m]) != NULL;
        if (length > 4 && strcmp(name + length - 4, ".cpp") == 0) {
            unit = is_slow ? slow : fast;
            used = strlen(unit);
            fits &= (size_t)snprintf(unit + used, sizeof fast - used, "#include \"%s\"\n", name) <
                    sizeof fast - used;
        }
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    if (!fits) {
        snprintf(why, why_size, "%s: expected fewer than a few hundred files from Verilator",
                 folder);
        return false;
    }
    return write_text(folder, "fast.cc", fast, why, why_size) &&
           write_text(folder, "slow.cc", slow, why, why_size) &&
           write_text(folder, "exports",
                      plain
                          ? "{ global: assay_dut_ops_get; local: *; };\n"
                          : "{ global: assay_dut_ops_get; assay_dut_model_set; sc_main; local: *; "
                            "};\n",
                      why, why_size);
}

static const char *verilator_root(void)
{
    static char root[PATH_MAX];
    char *argv[] = {"verilator", "--getenv", "VERILATOR_ROOT", NULL};
    struct assay_output out = {0};

    if (root[0])
        return root;
    if (assay_process(argv, NULL, &out) == 0 && out.text[0] == '/')
        snprintf(root, sizeof root, "%.*s", (int)strcspn(out.text, "\r\n"), out.text);
    else
        snprintf(root, sizeof root, "/usr/share/verilator");
    free(out.text);
    return root;
}

static void push_compile(struct args *a, const char *optimise)
{
    static const char *const flags[] = {
        "-std=gnu++17",        "-fPIC",
        "-fvisibility=hidden", "-w",
        "-DVM_TRACE=1",        "-DVM_TRACE_FST=1",
        "-DVM_TRACE_VCD=0",    "-faligned-new",
    };
    char path[PATH_MAX];

    push(a, "g++");
    push(a, optimise);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        push(a, flags[i]);
    snprintf(path, sizeof path, "-I%.4000s/include", verilator_root());
    push(a, path);
    snprintf(path, sizeof path, "-I%.4000s/include/vltstd", verilator_root());
    push(a, path);
}

/* Verilator's run-time library: 15 seconds of every variant if each compiled its own. */
static enum assay_error build_runtime(char archive[PATH_MAX], char *why, size_t why_size)
{
    static const char *const sources[] = {"verilated", "verilated_fst_c", "verilated_threads",
                                          "verilated_cov"};
    enum { N = sizeof sources / sizeof sources[0] };
    struct assay_hash *h = assay_hash_begin();
    struct assay_entry entry;
    char key[ASSAY_KEY_SIZE], path[PATH_MAX], log[PATH_MAX + 16];
    struct args link = {0};
    long pid[N];
    int bad = 0;

    if (!h) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, "runtime " RECIPE FAST_FLAGS);
    assay_hash_tool(h, "verilator_bin");
    assay_hash_tool(h, "g++");
    assay_hash_end(h, key);
    if (!assay_cache_open(key, &entry, why, why_size))
        return ASSAY_ENVIRONMENT;
    snprintf(archive, PATH_MAX, "%.4000s/verilated.a", entry.path);
    if (entry.complete)
        return ASSAY_OK;
    snprintf(log, sizeof log, "%s/log", entry.build);
    push(&link, "ar");
    push(&link, "rcs");
    push(&link, "verilated.a");
    for (size_t i = 0; i < N; ++i) {
        struct args a = {0};

        push_compile(&a, FAST_FLAGS);
        push(&a, "-DVM_SC=0");
        push(&a, "-c");
        snprintf(path, sizeof path, "%.4000s/include/%s.cpp", verilator_root(), sources[i]);
        push(&a, path);
        push(&a, "-o");
        snprintf(path, sizeof path, "%s.o", sources[i]);
        push(&a, path);
        push(&link, path);
        pid[i] = assay_process_start(a.v, entry.build, log);
        free_args(&a);
    }
    for (size_t i = 0; i < N; ++i)
        bad |= assay_process_wait(pid[i]);
    bad |= bad ? 0 : assay_process(link.v, entry.build, NULL);
    free_args(&link);
    if (bad) {
        snprintf(why, why_size,
                 "g++ cannot compile Verilator's run-time library from %s/include: "
                 "expected Verilator 5 and g++ (scripts/setup installs them)",
                 verilator_root());
        assay_cache_drop(&entry);
        return ASSAY_ENVIRONMENT;
    }
    return assay_cache_commit(&entry, why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

/* What every unit of a plain variant is compiled with; g++ takes headers compiled before only with the
 * same definitions. */
#define PLAIN_COVERAGE "-DVM_COVERAGE=0"
#define PLAIN_SC "-DVM_SC=0"
#define PLAIN_SC_MODEL "-DASSAY_SC_MODEL=0"

/*
 * Verilator's headers, compiled once for each level of optimization: half of the time that a small
 * variant takes is reading them. `header` is the file to include, "" if that can't be had: all is
 * compiled without it then, and comes out the same.
 */
static void build_headers(char header[PATH_MAX])
{
    static const char *const levels[] = {FAST_FLAGS, SLOW_FLAGS};
    enum { N = sizeof levels / sizeof levels[0] };
    struct assay_hash *h = assay_hash_begin();
    struct assay_entry entry;
    char key[ASSAY_KEY_SIZE], why[PATH_MAX + 64], path[PATH_MAX], log[PATH_MAX + 16];
    long pid[N];
    int bad = 0;

    header[0] = '\0';
    if (!h)
        return;
    assay_hash_text(h, "headers " RECIPE FAST_FLAGS " " SLOW_FLAGS);
    assay_hash_tool(h, "verilator_bin");
    assay_hash_tool(h, "g++");
    assay_hash_end(h, key);
    if (!assay_cache_open(key, &entry, why, sizeof why))
        return;
    if (!entry.complete) {
        snprintf(path, sizeof path, "%.4000s/headers.h.gch", entry.build);
        bad |= mkdir(path, 0777) != 0;
        bad |= !write_text(entry.build, "headers.h",
                           "#include \"verilated.h\"\n#include \"verilated_fst_c.h\"\n", why,
                           sizeof why);
        snprintf(log, sizeof log, "%s/log", entry.build);
        for (size_t i = 0; i < N; ++i) {
            struct args a = {0};

            push_compile(&a, levels[i]);
            push(&a, PLAIN_COVERAGE);
            push(&a, PLAIN_SC);
            push(&a, PLAIN_SC_MODEL);
            push(&a, "-x");
            push(&a, "c++-header");
            push(&a, "headers.h");
            push(&a, "-o");
            push2(&a, "headers.h.gch/", levels[i] + 1);
            pid[i] = assay_process_start(a.v, entry.build, log);
            free_args(&a);
        }
        for (size_t i = 0; i < N; ++i)
            bad |= assay_process_wait(pid[i]);
        if (bad)
            assay_cache_drop(&entry);
        else
            bad = !assay_cache_commit(&entry, why, sizeof why);
    }
    if (!bad)
        snprintf(header, PATH_MAX, "%.4000s/headers.h", entry.path);
}

static long start_unit(const struct assay_variant *v, const struct assay_systemc_home *systemc,
                       const char *folder, const char *unit, const char *optimise,
                       const char *header)
{
    struct args a = {0};
    char text[PATH_MAX], path[PATH_MAX];
    long pid;

    push_compile(&a, optimise);
    if (*header) {
        push(&a, "-include");
        push(&a, header);
    }
    push(&a, v->coverage ? "-DVM_COVERAGE=1" : PLAIN_COVERAGE);
    push(&a, v->module == ASSAY_MODULE_CXX ? PLAIN_SC : "-DVM_SC=1");
    push(&a, v->module == ASSAY_MODULE_GOLDEN ? "-DASSAY_SC_MODEL=1" : PLAIN_SC_MODEL);
    if (systemc->home)
        push2(&a, "-I", systemc->include);
    push(&a, "-I.");
    snprintf(text, sizeof text, "-I%.4000s", assay_source_path(path, sizeof path, "tb"));
    push(&a, text);
    snprintf(text, sizeof text, "-I%.4000s", assay_source_path(path, sizeof path, "model"));
    push(&a, text);
    push(&a, "-DASSAY_V=Vdut");
    push(&a, "-DASSAY_V_HEADER=Vdut.h");
    push2(&a, "-DASSAY_NAME=", v->block->name);
    snprintf(text, sizeof text, "-DASSAY_PINS=%s/ports.def", v->block->name);
    push(&a, text);
    for (size_t i = 0; i < v->block->n_params; ++i) {
        snprintf(text, sizeof text, "-DASSAY_P_%s=%u", v->block->params[i].name, v->params.v[i]);
        push(&a, text);
    }
    push(&a, "-c");
    push2(&a, unit, ".cc");
    push(&a, "-o");
    push2(&a, unit, ".o");
    snprintf(path, sizeof path, "%.4000s/log", folder);
    pid = assay_process_start(a.v, folder, path);
    free_args(&a);
    return pid;
}

static int link_variant(const struct assay_variant *v, const struct assay_systemc_home *systemc,
                        const char *folder, const char *archive, struct assay_output *out)
{
    static const char *const flags[] = {
        "g++", "-shared", "-o", "dut.so", "fast.o", "slow.o", "-Wl,--version-script=exports"};
    struct args a = {0};
    int status;

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        push(&a, flags[i]);
    push(&a, archive);
    if (v->module != ASSAY_MODULE_CXX) {
        if (systemc->home) {
            push2(&a, "-L", systemc->library);
            push2(&a, "-Wl,-rpath,", systemc->library);
        }
        push(&a, "-lsystemc");
    }
    push(&a, "-lz");
    push(&a, "-lpthread");
    status = assay_process(a.v, folder, out);
    free_args(&a);
    return status;
}

static enum assay_error compile(const struct assay_variant *v, const char *folder, char *why,
                                size_t why_size)
{
    char archive[PATH_MAX], header[PATH_MAX] = "";
    struct assay_systemc_home systemc = {0};
    struct assay_output out = {0};
    int status;
    bool again;
    enum assay_error e = ASSAY_OK;

    if (v->module != ASSAY_MODULE_CXX)
        e = assay_systemc_find(&systemc, why, why_size);
    if (e != ASSAY_OK)
        return e;
    if (!write_units(v, folder, why, why_size))
        return ASSAY_ENVIRONMENT;
    if (v->module == ASSAY_MODULE_CXX && !v->coverage)
        build_headers(header);
    do {
        const long fast = start_unit(v, &systemc, folder, "fast", fast_flags(), header);
        const long slow = start_unit(v, &systemc, folder, "slow", SLOW_FLAGS, header);

        e = build_runtime(archive, why, why_size);
        status = assay_process_wait(slow);
        status |= assay_process_wait(fast);
        again = status != 0 && *header; /* lest it is the headers that a g++ stumbles over */
        header[0] = '\0';
    } while (again);
    if (e != ASSAY_OK)
        return e;
    if (status == 0)
        status = link_variant(v, &systemc, folder, archive, &out);
    if (status != 0) {
        char *tail[] = {"tail", "-n", "20", "log", NULL};

        free(out.text);
        memset(&out, 0, sizeof out);
        assay_process(tail, folder, &out);
        e = tool_failed(v, "g++", status, &out, why, why_size);
    }
    free(out.text);
    return e;
}

enum assay_error assay_variant_build(const struct assay_variant *v, bool quiet, char path[PATH_MAX],
                                     char *why, size_t why_size)
{
    struct assay_filelist list;
    struct assay_entry entry;
    char key[ASSAY_KEY_SIZE], values[128];
    enum assay_error e = assay_variant_sources(v, &list, why, why_size);

    if (e != ASSAY_OK)
        return e;
    e = variant_key(v, &list, key, why, why_size);
    if (e == ASSAY_OK && !assay_cache_open(key, &entry, why, why_size))
        e = ASSAY_ENVIRONMENT;
    if (e == ASSAY_OK)
        snprintf(path, PATH_MAX, "%.4000s/dut.so", entry.path);
    if (e == ASSAY_OK && !entry.complete) {
        assay_params_print(v->block, &v->params, values, sizeof values);
        if (!quiet)
            fprintf(stderr, "assay: building %s (%s)%s%s%s%s\n", rtl_name(v), values,
                    v->module ? ", for SystemC" : "", v->fault ? ", fault " : "",
                    v->fault ? v->fault : "", v->coverage ? ", counting lines and toggles" : "");
        if (v->fault)
            e = assay_fault_apply(v, &list, entry.build, why, why_size);
        if (e == ASSAY_OK && v->coverage && !without_home(&list, entry.build)) {
            snprintf(why, why_size, "%s: %s: expected to make a link there", entry.build,
                     strerror(errno));
            e = ASSAY_ENVIRONMENT;
        }
        if (e == ASSAY_OK && v->module != ASSAY_MODULE_GOLDEN)
            e = verilate(v, &list, entry.build, why, why_size);
        if (e == ASSAY_OK)
            e = compile(v, entry.build, why, why_size);
        if (e != ASSAY_OK)
            assay_cache_drop(&entry);
        else if (!assay_cache_commit(&entry, why, why_size))
            e = ASSAY_ENVIRONMENT;
    }
    assay_filelist_free(&list);
    return e;
}

enum assay_error assay_variant_check_pins(const struct assay_variant *v,
                                          const struct assay_filelist *list, char *why,
                                          size_t why_size)
{
    char folder[] = "/tmp/assay-pins-XXXXXX";
    char *clean[] = {"rm", "-rf", folder, NULL};
    enum assay_error e;

    if (!mkdtemp(folder)) {
        snprintf(why, why_size, "%s: %s", folder, strerror(errno));
        return ASSAY_ENVIRONMENT;
    }
    e = verilate(v, list, folder, why, why_size);
    assay_process(clean, NULL, NULL);
    return e;
}
