#include <argp.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/colour.h"
#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/json.h"
#include "base/path.h"
#include "base/process.h"
#include "base/tool.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "sim/systemc_home.h"

enum { LINE = 256 };

/* A tool, the option that prints its version, and its purpose. */
static const struct tool {
    const char *name, *option, *package, *purpose;
    const char *needs; /* text that the version must contain; NULL: any version */
    bool required;     /* needed by `assay run` with the default backend */
} tools[] = {
    {"verilator", "--version", "verilator", "backend verilator", "Verilator 5.", true},
    {"g++", "--version", "g++", "backend verilator: compiles the variants", NULL, true},
    {"ar", "--version", "binutils", "backend verilator: compiles the variants", NULL, true},
    {"patch", "--version", "patch", "--fault", NULL, false},
    {"iverilog", "-V", "iverilog", "backend icarus", "Icarus Verilog version 1", false},
    {"vvp", "-V", "iverilog", "backend icarus", "Icarus Verilog", false},
    {"yosys", "-V", "yosys", "`assay prove`: cells; `assay bench`: gate counts; scripts/lint",
     "Yosys 0.", false},
    {"z3", "--version", "z3", "`assay prove`", NULL, false},
    {"cvc5", "--version", "cvc5", "`assay prove --solver cvc5`", NULL, false},
    {"clang-14", "--version", "clang-14", "`assay prove`: cells", "version 14", false},
    {"opt-14", "--version", "llvm-14", "`assay prove`: cells", "version 14", false},
    {"llvm-link-14", "--version", "llvm-14", "`assay prove`: cells", "version 14", false},
    {"yosys-abc", NULL, "yosys", "`assay prove`: cells", NULL, false},
    {"cadical", "--version", "cadical", "`assay prove`: cells", NULL, false},
    {"gtkwave", NULL, "gtkwave", "looking at waveforms", NULL, false},
    {"fst2vcd", NULL, "gtkwave", "`assay explain`", NULL, false},
    {"sbatch", NULL, "slurm-client", "`assay regress --engine slurm`", NULL, false},
};

enum { N_TOOLS = sizeof tools / sizeof tools[0], OTHERS = 5 };

enum state {
    GOOD,
    MISSING, /* needed by `assay run` */
    ABSENT,  /* needed for one purpose only */
    OTHER,   /* another version, or usable with restrictions */
    FAILING  /* installed, but does not work */
};

static const char *const states[] = {[GOOD] = "ok",
                                     [MISSING] = "MISSING",
                                     [ABSENT] = "absent",
                                     [OTHER] = "other",
                                     [FAILING] = "FAILS"};

/* A check and its result. */
struct finding {
    const char *name;
    const char *package; /* the package to install; NULL: installing would not help */
    enum state state;
    bool required;
    char text[2 * PATH_MAX];
};

struct findings {
    struct finding one[N_TOOLS + OTHERS];
    size_t n;
};

__attribute__((format(printf, 6, 7))) static void find(struct findings *all, const char *name,
                                                       const char *package, enum state state,
                                                       bool required, const char *format, ...)
{
    struct finding *f = &all->one[all->n++];
    va_list args;

    f->name = name;
    f->package = package;
    f->state = state;
    f->required = required;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
}

static void check_tool(struct findings *all, const struct tool *t)
{
    char line[LINE] = "";
    int status;

    if (!assay_tool_on_path(t->name)) {
        find(all, t->name, t->package, t->required ? MISSING : ABSENT, t->required,
             "package %s: %s", t->package, t->purpose);
        return;
    }
    status = t->option ? assay_tool_ask(t->name, t->option, line, sizeof line) : 0;
    if (t->needs && strstr(line, t->needs))
        find(all, t->name, NULL, GOOD, t->required, "%s", line);
    else if (status)
        find(all, t->name, NULL, FAILING, t->required,
             "`%s %s` ends with status %d: %s: expected its version, for %s", t->name, t->option,
             status, *line ? line : "it prints nothing", t->purpose);
    else if (t->needs)
        find(all, t->name, t->package, t->required ? MISSING : OTHER, t->required,
             "%s: expected '%s...' for %s", *line ? line : "no version", t->needs, t->purpose);
    else
        find(all, t->name, NULL, GOOD, t->required, "%s", *line ? line : "is here");
}

/* The cache of built variants. A read-only one still serves the variants that it has. */
static void check_cache(struct findings *all)
{
    char folder[PATH_MAX], above[PATH_MAX], parent[PATH_MAX];
    bool writable;

    assay_home_cache(folder, sizeof folder);
    /* If it does not exist, it will be created in its deepest existing parent. */
    snprintf(above, sizeof above, "%s", folder);
    while (access(above, F_OK) != 0 && strcmp(above, "/") != 0 && strcmp(above, ".") != 0) {
        assay_path_folder(parent, sizeof parent, above);
        snprintf(above, sizeof above, "%s", parent);
    }
    writable = access(above, W_OK | X_OK) == 0;
    if (writable)
        find(all, "cache", NULL, GOOD, true, "%s", folder);
    else if (access(folder, R_OK | X_OK) == 0)
        find(all, "cache", NULL, OTHER, false,
             "%s: can only be read: no variants are built but those it has; ASSAY_CACHE names "
             "another folder",
             folder);
    else
        find(all, "cache", NULL, MISSING, true,
             "%s: not writable: expected to, or ASSAY_CACHE to name another folder", folder);
}

/* SystemC is a library, without a version to ask for. */
static void check_systemc(struct findings *all)
{
    struct assay_systemc_home home;
    char why[LINE + PATH_MAX];

    if (assay_systemc_find(&home, why, sizeof why) == ASSAY_OK)
        find(all, "systemc", NULL, GOOD, false, "%s", home.home ? home.library : "is here");
    else
        find(all, "systemc", "libsystemc-dev", ABSENT, false,
             "package libsystemc-dev, or SYSTEMC_HOME: backend systemc");
}

/* Variants also need the headers of zlib, for waveforms. */
static void check_zlib(struct findings *all)
{
    char *works[] = {"g++", "-fsyntax-only", "-x", "c++", "/dev/null", NULL};
    char *argv[] = {"g++", "-fsyntax-only", "-include", "zlib.h", "-x", "c++", "/dev/null", NULL};

    if (assay_process(argv, NULL, NULL) == 0)
        find(all, "zlib.h", NULL, GOOD, true, "is here");
    else if (!assay_tool_on_path("g++"))
        find(all, "zlib.h", "zlib1g-dev", MISSING, true, "cannot be looked for without g++");
    else if (assay_process(works, NULL, NULL) != 0)
        find(all, "zlib.h", NULL, FAILING, true, "cannot be looked for: g++ does not compile");
    else
        find(all, "zlib.h", "zlib1g-dev", MISSING, true,
             "package zlib1g-dev: backend verilator: compiles the variants");
}

static void check_module(struct findings *all)
{
    char folder[PATH_MAX], path[PATH_MAX];
    bool here;

    assay_path(path, sizeof path, "%s/assay.vpi", assay_home_modules(folder, sizeof folder));
    here = access(path, R_OK) == 0;
    find(all, "assay.vpi", NULL, here ? GOOD : ABSENT, false, "%s%s", path,
         here ? "" : ": backend icarus; built where Icarus is installed");
}

static void check_sources(struct findings *all)
{
    char home[PATH_MAX], why[3 * PATH_MAX];
    const bool good = assay_home_find(home, sizeof home, why, sizeof why);

    find(all, "sources", NULL, good ? GOOD : MISSING, true, "%s%s", good ? home : why,
         good ? "/rtl" : "");
}

/* --- printing --- */

static bool is_good(const struct findings *all)
{
    bool good = true;

    for (size_t i = 0; i < all->n; ++i)
        good &= all->one[i].state == GOOD || !all->one[i].required;
    return good;
}

/* Whether an earlier finding needs the same package. */
static bool is_named(const struct findings *all, size_t i)
{
    for (size_t k = 0; k < i; ++k)
        if (all->one[k].package && strcmp(all->one[k].package, all->one[i].package) == 0)
            return true;
    return false;
}

static void print_text(const struct findings *all)
{
    bool any = false;

    for (size_t i = 0; i < all->n; ++i) {
        const struct finding *f = &all->one[i];

        if (f->state == GOOD)
            assay_print_good(stdout, -9, states[f->state]);
        else if (f->required)
            assay_print_bad(stdout, -9, states[f->state]);
        else
            printf("%-9s", states[f->state]);
        printf("%-12s %s\n", f->name, f->text);
    }
    for (size_t i = 0; i < all->n; ++i)
        if (all->one[i].package && !is_named(all, i)) {
            printf("%s %s", any ? "" : "\nto install: apt-get install", all->one[i].package);
            any = true;
        }
    if (any)
        puts(" (or scripts/setup for everything)");
}

static void print_json(const struct findings *all)
{
    cJSON *o = cJSON_CreateObject(), *list;

    cJSON_AddBoolToObject(o, "good", is_good(all));
    list = cJSON_AddArrayToObject(o, "findings");
    for (size_t i = 0; i < all->n; ++i) {
        const struct finding *f = &all->one[i];
        cJSON *item = cJSON_CreateObject();

        cJSON_AddStringToObject(item, "name", f->name);
        cJSON_AddStringToObject(item, "state", states[f->state]);
        cJSON_AddBoolToObject(item, "required", f->required);
        cJSON_AddStringToObject(item, "text", f->text);
        if (f->package)
            cJSON_AddStringToObject(item, "package", f->package);
        cJSON_AddItemToArray(list, item);
    }
    assay_json_print(stdout, o, ASSAY_JSON_PAGE);
}

enum { KEY_JSON = 256 };

static const struct argp_option options[] = {
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    bool *json = state->input;

    if (key == ARGP_KEY_ARG)
        argp_error(state, "unexpected argument '%s'", arg);
    if (key != KEY_JSON)
        return ARGP_ERR_UNKNOWN;
    *json = true;
    return 0;
}

int assay_cmd_doctor(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        NULL,
        "Check that the tools this program calls are installed, and print what to install.\v"
        "Exit status: 0 if everything that `assay run` needs is installed and works, else 3. A "
        "tool marked `absent` or `other` is needed only for the purpose printed beside it; one "
        "marked `FAILS` is there and does not work.",
        NULL,
        NULL,
        NULL};
    static struct findings all;
    bool json = false;

    assay_arguments_parse(&argp, argc, argv, &json);
    for (int i = 0; i < N_TOOLS; ++i)
        check_tool(&all, &tools[i]);
    check_systemc(&all);
    check_zlib(&all);
    check_module(&all);
    check_sources(&all);
    check_cache(&all);
    (json ? print_json : print_text)(&all);
    return is_good(&all) ? EXIT_EQUAL : EXIT_FAULT;
}
