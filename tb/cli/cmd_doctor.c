#include <argp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/colour.h"
#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/process.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "sim/systemc_home.h"

enum { LINE = 256 };

/* A tool, how to ask for its version, and what is lost without it. */
static const struct tool {
    const char *name, *option, *package, *purpose;
    const char *needs; /* part of the version text that has to be there; NULL: any version */
    bool required;     /* for `assay run` with the default backend */
} tools[] = {
    {"verilator", "--version", "verilator", "backend verilator", "Verilator 5.", true},
    {"g++", "--version", "g++", "backend verilator: compiles the variants", NULL, true},
    {"ar", "--version", "binutils", "backend verilator: compiles the variants", NULL, true},
    {"patch", "--version", "patch", "--fault", NULL, false},
    {"iverilog", "-V", "iverilog", "backend icarus", "Icarus Verilog version 1", false},
    {"vvp", "-V", "iverilog", "backend icarus", "Icarus Verilog", false},
    {"yosys", "-V", "yosys", "`assay bench`: gate counts; scripts/lint", "Yosys 0.", false},
    {"z3", "--version", "z3", "`assay prove`", NULL, false},
    {"gtkwave", NULL, "gtkwave", "looking at waveforms", NULL, false},
    {"sbatch", NULL, "slurm-client", "`assay regress --engine slurm`", NULL, false},
};

enum { N_TOOLS = sizeof tools / sizeof tools[0] };

/* What is looked for, and whether it is good. */
static void begin_line(const char *state, const char *name)
{
    if (strcmp(state, "ok") == 0)
        assay_print_good(stdout, -9, state);
    else if (strcmp(state, "MISSING") == 0)
        assay_print_bad(stdout, -9, state);
    else
        printf("%-9s", state);
    printf("%-10s ", name);
}

/* Whether PATH has it. */
static bool on_path(const char *name)
{
    const char *path = getenv("PATH");
    char *own = strdup(path ? path : "/usr/bin:/bin"), *rest = own, *folder, file[4096];
    bool found = false;

    while (own && !found && (folder = strsep(&rest, ":"))) {
        assay_path(file, sizeof file, "%s/%s", *folder ? folder : ".", name);
        found = access(file, X_OK) == 0;
    }
    free(own);
    return found;
}

bool assay_cli_tool_version(const char *tool, const char *option, char *line, size_t size)
{
    char *argv[] = {(char *)tool, (char *)option, NULL};
    struct assay_output out = {0};

    line[0] = '\0';
    if (!on_path(tool))
        return false;
    if (option && assay_process(argv, NULL, &out) != ASSAY_NOT_STARTED)
        snprintf(line, size, "%.*s", (int)strcspn(out.text, "\n"), out.text);
    free(out.text);
    return true;
}

/* Where built variants go: it has to be writable, or nothing can be built. */
static bool check_cache(void)
{
    char folder[4096], above[4096];
    bool good;

    assay_home_cache(folder, sizeof folder);
    /* What is not there will be made, in the last of its folders that is. */
    snprintf(above, sizeof above, "%s", folder);
    while (access(above, F_OK) != 0 && strrchr(above, '/') > above)
        *strrchr(above, '/') = '\0';
    good = access(above, W_OK) == 0;

    begin_line(good ? "ok" : "MISSING", "cache");
    printf("%s%s\n", folder,
           good ? "" : ": not writable: expected to, or ASSAY_CACHE to name another folder");
    return good;
}

/* A library, which has no version to ask for. True if it is here. */
static bool check_systemc(void)
{
    struct assay_systemc_home home;
    char why[LINE + PATH_MAX];
    const bool good = assay_systemc_find(&home, why, sizeof why) == ASSAY_OK;

    begin_line(good ? "ok" : "absent", "systemc");
    printf("%s\n", !good       ? "package libsystemc-dev, or SYSTEMC_HOME: backend systemc"
                   : home.home ? home.library
                               : "is here");
    return good;
}

/* What the variants are compiled with beside the tools: headers of zlib, for waveforms. */
static bool check_zlib(void)
{
    char *argv[] = {"g++", "-fsyntax-only", "-include", "zlib.h", "-x", "c++", "/dev/null", NULL};
    struct assay_output out = {0};
    const int status = assay_process(argv, NULL, &out);

    free(out.text);
    begin_line(status ? "MISSING" : "ok", "zlib.h");
    printf("%s\n", status == ASSAY_NOT_STARTED ? "cannot be looked for without g++"
                   : status ? "package zlib1g-dev: backend verilator: compiles the variants"
                            : "is here");
    return status == 0;
}

static void check_module(void)
{
    char folder[4000], path[4096];
    bool here;

    snprintf(path, sizeof path, "%s/assay.vpi", assay_home_modules(folder, sizeof folder));
    here = access(path, R_OK) == 0;
    begin_line(here ? "ok" : "absent", "assay.vpi");
    printf("%s%s\n", path, here ? "" : ": backend icarus; built where Icarus is installed");
}

static bool check_sources(void)
{
    char home[PATH_MAX], why[3 * PATH_MAX];
    const bool good = assay_home_find(home, sizeof home, why, sizeof why);

    begin_line(good ? "ok" : "MISSING", "sources");
    printf("%s%s\n", good ? home : why, good ? "/rtl" : "");
    return good;
}

int assay_cmd_doctor(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        NULL,
        NULL,
        "Check that the tools this program calls are installed, and print what to install.\v"
        "Exit status: 0 if everything that `assay run` needs is installed, else 3. A tool marked "
        "`absent` is needed only for the purpose printed beside it.",
        NULL,
        NULL,
        NULL};
    char missing[LINE] = "";
    bool good = true;

    assay_arguments_parse(&argp, argc, argv, NULL);
    for (int i = 0; i < N_TOOLS; ++i) {
        const struct tool *t = &tools[i];
        char line[LINE];
        const bool here = assay_cli_tool_version(t->name, t->option, line, sizeof line);
        bool right = here;

        if (here && t->needs)
            right = strstr(line, t->needs) != NULL;
        begin_line(right ? "ok" : t->required ? "MISSING" : here ? "other" : "absent", t->name);
        if (right)
            printf("%s\n", *line ? line : "is here");
        else if (here)
            printf("%s: expected '%s...' for %s\n", *line ? line : "no version", t->needs,
                   t->purpose);
        else
            printf("package %s: %s\n", t->package, t->purpose);
        if (!right && !strstr(missing, t->package)) {
            const size_t used = strlen(missing);

            snprintf(missing + used, sizeof missing - used, " %s", t->package);
        }
        good &= right || !t->required;
    }
    if (!check_systemc()) {
        const size_t used = strlen(missing);

        snprintf(missing + used, sizeof missing - used, " libsystemc-dev");
    }
    if (!check_zlib()) {
        const size_t used = strlen(missing);

        snprintf(missing + used, sizeof missing - used, " zlib1g-dev");
        good = false;
    }
    check_module();
    good &= check_sources();
    good &= check_cache();
    if (*missing)
        printf("\nto install: apt-get install%s (or scripts/setup for everything)\n", missing);
    return good ? EXIT_EQUAL : EXIT_FAULT;
}
