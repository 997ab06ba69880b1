#include "sim/runtime.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/args.h"
#include "base/file.h"
#include "base/outfile.h"
#include "base/process.h"
#include "sim/cache.h"
#include "sim/flags.h"
#include "sim/settings.h"
#include "sim/systemc_home.h"
#include "sim/tool_log.h"

int assay_runtime_is_source(const struct dirent *entry)
{
    const size_t n = strlen(entry->d_name);

    return n > 4 && strcmp(entry->d_name + n - 4, ".cpp") == 0;
}

bool assay_runtime_write(const char *folder, const char *name, const struct assay_text *text,
                         char *why, size_t why_size)
{
    char path[PATH_MAX];

    assay_path(path, sizeof path, "%s/%s", folder, name);
    return assay_outfile_save(path, text, why, why_size);
}

enum assay_error assay_runtime_library(char archive[PATH_MAX], char *why, size_t why_size)
{
    static const char *const sources[] = {"verilated", "verilated_fst_c", "verilated_threads",
                                          "verilated_cov"};
    enum { N = sizeof sources / sizeof sources[0] };
    struct assay_hash *h = assay_hash_begin();
    struct assay_cache_entry entry;
    char key[ASSAY_KEY_SIZE], path[PATH_MAX], *said;
    const char *text;
    const struct assay_about about = {.kind = "runtime"};
    struct assay_args link = {0};
    struct assay_output out = {0};
    struct assay_tool_log log;
    long pid[N];
    int bad = 0;

    if (!h) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, "runtime " ASSAY_SETTINGS_RECIPE);
    assay_hash_tool(h, "verilator_bin");
    assay_hash_tool(h, "g++");
    if (!assay_hash_end(h, key)) {
        snprintf(why, why_size, "the key of the run-time library can't be computed");
        return ASSAY_ENVIRONMENT;
    }
    if (!assay_cache_open(key, &entry, why, why_size))
        return ASSAY_ENVIRONMENT;
    assay_path(archive, PATH_MAX, "%s/verilated.a", entry.path);
    if (entry.complete)
        return ASSAY_OK;
    assay_tool_log_open(&log);
    assay_args_add(&link, "ar");
    assay_args_add(&link, "rcs");
    assay_args_add(&link, "verilated.a");
    for (size_t i = 0; i < N; ++i) {
        struct assay_args a = {0};

        assay_flags_compiler(&a, ASSAY_SETTINGS_FAST);
        assay_args_add(&a, "-DVM_SC=0");
        assay_args_add(&a, "-c");
        assay_path(path, sizeof path, "%s/include/%s.cpp", assay_flags_verilator_root(),
                   sources[i]);
        assay_args_add(&a, path);
        assay_args_add(&a, "-o");
        snprintf(path, sizeof path, "%s.o", sources[i]);
        assay_args_add(&a, path);
        assay_args_add(&link, path);
        pid[i] = assay_args_start(&a, entry.build, log.path);
        assay_args_free(&a);
    }
    for (size_t i = 0; i < N; ++i)
        bad |= assay_process_wait(pid[i]);
    said = bad ? assay_tool_log_tail(&log) : NULL;
    assay_tool_log_close(&log);
    bad |= bad ? 0 : assay_args_run(&link, entry.build, &out);
    assay_args_free(&link);
    text = said ? said : out.text ? out.text : "";
    if (bad)
        snprintf(why, why_size,
                 "g++ cannot compile Verilator's run-time library from %s/include: "
                 "expected Verilator 5 and g++ (scripts/setup installs them)%s%.2000s",
                 assay_flags_verilator_root(), *text ? ". It says:\n" : "", text);
    free(said);
    free(out.text);
    if (bad)
        return assay_cache_failed(&entry, ASSAY_ENVIRONMENT, why, why_size);
    return assay_cache_commit(&entry, &about, why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

/* Compile headers.h of that folder at a level. */
static bool compile_headers(const char *folder, const char *level,
                            const struct assay_systemc_home *systemc, char *why, size_t why_size)
{
    static const char *const plain = "#include \"verilated.h\"\n#include \"verilated_fst_c.h\"\n";
    static const char *const with_systemc = "#include <systemc>\n#include \"verilated.h\"\n";
    struct assay_text includes = {0};
    struct assay_args a = {0};
    struct assay_output out = {0};
    int status = ASSAY_NOT_STARTED;

    assay_text_add(&includes, systemc ? with_systemc : plain);
    assay_flags_compiler(&a, level);
    assay_args_add(&a, ASSAY_FLAGS_NO_COVERAGE);
    if (systemc) {
        assay_args_add(&a, ASSAY_FLAGS_SC);
        if (systemc->home)
            assay_args_add2(&a, "-I", systemc->include);
    } else {
        assay_args_add(&a, ASSAY_FLAGS_NO_SC);
        assay_args_add(&a, ASSAY_FLAGS_NO_SC_MODEL);
    }
    assay_args_add(&a, "-x");
    assay_args_add(&a, "c++-header");
    assay_args_add(&a, "headers.h");
    if (assay_runtime_write(folder, "headers.h", &includes, why, why_size))
        status = assay_args_run(&a, folder, &out);
    free(out.text);
    assay_args_free(&a);
    assay_text_free(&includes);
    return status == 0;
}

void assay_runtime_headers(const struct assay_systemc_home *systemc, const char *level,
                           char header[PATH_MAX])
{
    struct assay_hash *h = assay_hash_begin();
    struct assay_cache_entry entry;
    char key[ASSAY_KEY_SIZE], why[PATH_MAX + 64];
    const struct assay_about about = {.kind = "headers"};
    bool good;

    header[0] = '\0';
    if (!h)
        return;
    assay_hash_text(h, "headers 2 " ASSAY_SETTINGS_RECIPE);
    assay_hash_text(h, level);
    assay_hash_text(h, !systemc ? "" : systemc->home ? systemc->home : "systemc");
    if (systemc)
        assay_hash_tool(h, systemc->file);
    assay_hash_tool(h, "verilator_bin");
    assay_hash_tool(h, "g++");
    if (!assay_hash_end(h, key) || !assay_cache_open(key, &entry, why, sizeof why))
        return;
    good = entry.complete;
    if (!good && compile_headers(entry.build, level, systemc, why, sizeof why))
        good = assay_cache_commit(&entry, &about, why, sizeof why);
    else if (!good)
        assay_cache_drop(&entry);
    if (good)
        assay_path(header, PATH_MAX, "%s/headers.h", entry.path);
}
