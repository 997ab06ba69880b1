#include "sim/flags.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/process.h"
#include "sim/settings.h"

const char *assay_flags_verilator_root(void)
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

void assay_flags_compiler(struct assay_args *a, const char *optimise)
{
    static const char *const flags[] = {
        "-std=gnu++17",        "-fPIC",
        "-fvisibility=hidden", "-w",
        "-DVM_TRACE=1",        "-DVM_TRACE_FST=1",
        "-DVM_TRACE_VCD=0",    "-faligned-new",
    };
    char path[PATH_MAX];

    assay_args_add(a, "g++");
    assay_args_add(a, optimise);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(a, flags[i]);
    assay_path(path, sizeof path, "-I%s/include", assay_flags_verilator_root());
    assay_args_add(a, path);
    assay_path(path, sizeof path, "-I%s/include/vltstd", assay_flags_verilator_root());
    assay_args_add(a, path);
}

void assay_flags_unit(struct assay_args *a, const struct assay_variant *v, const char *tree)
{
    char text[PATH_MAX];

    assay_args_add(a, v->coverage ? "-DVM_COVERAGE=1" : ASSAY_FLAGS_NO_COVERAGE);
    assay_args_add(a, v->module == ASSAY_MODULE_CXX ? ASSAY_FLAGS_NO_SC : ASSAY_FLAGS_SC);
    assay_args_add(a, assay_settings_with_waves(v) ? "-DASSAY_WAVES=1" : "-DASSAY_WAVES=0");
    assay_args_add(a, v->module == ASSAY_MODULE_GOLDEN ? "-DASSAY_SC_MODEL=1"
                                                       : ASSAY_FLAGS_NO_SC_MODEL);
    assay_path(text, sizeof text, "-I%s/tb", tree);
    assay_args_add(a, text);
    assay_path(text, sizeof text, "-I%s/model", tree);
    assay_args_add(a, text);
    assay_args_add(a, "-DASSAY_V=Vdut");
    assay_args_add(a, "-DASSAY_V_HEADER=Vdut.h");
    assay_args_add2(a, "-DASSAY_NAME=", v->block->model->name);
}
