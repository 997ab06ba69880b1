#include "sim/shim_key.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/home.h"
#include "base/process.h"
#include "sim/flags.h"
#include "sim/shim_pins.h"

const char *assay_shim_name(const struct assay_variant *v)
{
    if (v->module != ASSAY_MODULE_CXX)
        return "sim/systemc_shim.cpp";
    if (v->starts)
        return "sim/start_shim.cpp";
    return v->mutants ? "sim/mutant_shim.cpp" : "sim/verilator_shim.cpp";
}

/* g++ lists files of the tree with paths relative to it. */
static bool is_ours(const char *file)
{
    return strncmp(file, "tb/", 3) == 0 || strncmp(file, "model/", 6) == 0;
}

/* Our files enter the key by path and content. The others are Verilator's and the system's and
 * enter by name only. */
static enum assay_error hash_list(char *list, struct assay_hash *h, char *why, size_t why_size)
{
    char path[PATH_MAX], *rest = NULL;

    for (char *file = strtok_r(list, " \n\\", &rest); file; file = strtok_r(NULL, " \n\\", &rest)) {
        assay_hash_text(h, file);
        if (is_ours(file) && !assay_hash_file(h, assay_source_path(path, sizeof path, file))) {
            snprintf(why, why_size, "%s: %s: expected to read it", path, strerror(errno));
            return ASSAY_ENVIRONMENT;
        }
    }
    return ASSAY_OK;
}

/*
 * g++ lists the files that it reads. With these options it finds only our files and treats the
 * headers of the system and of Verilator as files still to be generated. The key covers those by
 * the tools' identity (assay_hash_tool); reading them would take many times as long.
 */
enum assay_error assay_shim_hash(const struct assay_variant *v, struct assay_hash *h, char *why,
                                 size_t why_size)
{
    static const char *const flags[] = {"g++", "-std=gnu++17", "-MM",
                                        "-MG", "-nostdinc",    "-nostdinc++"};
    char home[PATH_MAX], shim[64];
    struct assay_args a = {0};
    struct assay_output out = {0};
    struct assay_text pins = {0};
    enum assay_error e = ASSAY_ENVIRONMENT;
    int status;

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(&a, flags[i]);
    assay_flags_unit(&a, v, ".");
    snprintf(shim, sizeof shim, "tb/%s", assay_shim_name(v));
    assay_args_add(&a, shim);
    status = assay_args_run(&a, assay_home(home, sizeof home), &out);
    if (status == ASSAY_NOT_STARTED)
        snprintf(why, why_size,
                 "g++: cannot be run: expected it to be installed (scripts/setup does)");
    else if (status != 0 || !strchr(out.text, ':'))
        snprintf(why, why_size, "%s: g++ does not list the files it includes (status %d):\n%.1000s",
                 shim, status, out.text);
    else
        e = hash_list(strchr(out.text, ':') + 1, h, why, why_size);
    assay_shim_pins(v, &pins);
    if (pins.failed && e == ASSAY_OK) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, assay_text_get(&pins));
    assay_text_free(&pins);
    free(out.text);
    assay_args_free(&a);
    return e;
}
