/* cmd_explain.c - `explain`: finds the first signals in which a failing and
 * a passing version differ. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/json.h"
#include "base/message.h"
#include "base/path.h"
#include "base/process.h"
#include "base/scratch.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "diagnose/explain.h"
#include "engine/attached.h"

/* MOST_CYCLES is limited because the waveform of the whole run is kept in memory as text. */
enum { MOST_CYCLES = 20000, SHOWN = 3, MOST_SAID = 1 << 24 };

struct choice {
    const char *file, *against, *rtl, *fault;
    bool json;
    enum assay_backend backend; /* for both runs */
};

enum { KEY_JSON = 256, KEY_RTL, KEY_FAULT, KEY_AGAINST };

static const struct argp_option options[] = {
    {"against", KEY_AGAINST, "GOOD", 0,
     "File list (.f) or Verilog source of a version that passes: an older one, or the one before a "
     "rework (required)",
     0},
    {"rtl", KEY_RTL, "FILE", 0,
     "File list (.f) or Verilog source of the failing RTL instead of the recorded one", 0},
    {"fault", KEY_FAULT, "F", 0, "Known bug to apply instead of the recorded one", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case KEY_AGAINST:
        c->against = assay_path_argument(state, "--against", arg);
        break;
    case KEY_RTL:
        c->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_FAULT:
        c->fault = arg;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_END:
        if (c->rtl && c->fault)
            argp_error(state, "--rtl and --fault: expected one of them");
        if (c->file && !c->against)
            argp_error(state, "expected --against GOOD, a version that passes");
        break;
    default:
        return assay_file_argument(key, arg, state, &c->file, "a replay file");
    }
    return 0;
}

/* The run of one version. */
struct side {
    const char *rtl, *fault; /* replace the recorded ones; NULL: use the recorded ones */
    struct assay_vcd vcd;
    char verdict[32], port[128];
    uint64_t fail_cycle;
};

static void read_verdict(const char *text, struct side *s)
{
    cJSON *o = cJSON_Parse(text);
    const cJSON *first = cJSON_GetArrayItem(cJSON_GetObjectItem(o, "differences"), 0);

    snprintf(s->verdict, sizeof s->verdict, "%s", assay_json_get_text(o, "verdict"));
    snprintf(s->port, sizeof s->port, "%s", assay_json_get_text(first, "port"));
    s->fail_cycle = (uint64_t)assay_json_get_number(o, "fail_cycle");
    cJSON_Delete(o);
}

/* Read the waveform of a run, converted to text. */
static enum assay_error read_wave(const char *folder, const char *name, struct side *s, char *why,
                                  size_t why_size)
{
    char path[PATH_MAX], tool[] = "fst2vcd";
    struct assay_output out;
    char *argv[] = {tool, path, NULL};
    int status;

    assay_path(path, sizeof path, "%s/%s.fst", folder, name);
    if (access(path, F_OK) != 0) {
        snprintf(why, why_size, "the run left no waveform: expected one");
        return ASSAY_ENVIRONMENT;
    }
    status = assay_process_text(argv, NULL, &out);
    if (status != 0) {
        free(out.text);
        snprintf(why, why_size,
                 status == ASSAY_NOT_STARTED
                     ? "fst2vcd: cannot be started: expected the package gtkwave to be installed"
                     : "fst2vcd: ended with status %d: expected it to read the waveform",
                 status);
        return ASSAY_ENVIRONMENT;
    }
    if (!assay_vcd_read(out.text, &s->vcd)) {
        snprintf(why, why_size, "the waveform holds no signals: expected some, and memory");
        return ASSAY_ENVIRONMENT;
    }
    return ASSAY_OK;
}

/* Print the error messages of a run. */
static void say_errors(const char *path)
{
    char *text, why[PATH_MAX];
    size_t size;

    if (assay_read_file(path, MOST_SAID, "messages", &text, &size, why, sizeof why)) {
        assay_print_error("%s", why);
        return;
    }
    fwrite(text, 1, size, stderr);
    free(text);
}

/* Run the replay in its own process, with a waveform of the whole run. */
static enum assay_error replay(const struct choice *c, const char *folder, struct side *s,
                               char *why, size_t why_size)
{
    char program[PATH_MAX], name[PATH_MAX], said[PATH_MAX];
    const char *last;
    struct assay_args a = {0};
    struct assay_output out = {0};
    int status;

    if (!assay_home_program(program, sizeof program, why, why_size))
        return ASSAY_ENVIRONMENT;
    assay_args_add(&a, program);
    assay_args_add(&a, "replay");
    assay_args_add(&a, "--trace=always");
    assay_args_add(&a, "--json");
    assay_args_add2(&a, "--backend=", assay_backend_name(c->backend));
    assay_args_add2(&a, "--out=", folder);
    if (s->rtl)
        assay_args_add2(&a, "--rtl=", s->rtl);
    if (s->fault)
        assay_args_add2(&a, "--fault=", s->fault);
    assay_args_add(&a, "--");
    assay_args_add(&a, c->file);
    assay_path(said, sizeof said, "%s.said", folder);
    status = a.failed ? ASSAY_NOT_STARTED : assay_process_apart(a.v, NULL, said, &out);
    assay_args_free(&a);
    if (status == ASSAY_NOT_STARTED) {
        snprintf(why, why_size, "the run of %s could not be started", c->file);
        return ASSAY_ENVIRONMENT;
    }
    read_verdict(out.text, s);
    free(out.text);
    if (status != EXIT_EQUAL && status != EXIT_MISMATCH) {
        say_errors(said);
        snprintf(why, why_size, "%s: the run with %s ended with status %d: expected it to run",
                 c->file,
                 s->rtl     ? s->rtl
                 : s->fault ? s->fault
                            : "the recorded RTL",
                 status);
        return status == EXIT_USAGE ? ASSAY_BAD_INPUT : ASSAY_ENVIRONMENT;
    }
    /* The name that replay gives its files: "x" for "a/x.replay". */
    last = assay_path_last(c->file);
    assay_path(name, sizeof name, "%.*s", (int)assay_cli_stem(last), last);
    return read_wave(folder, name, s, why, why_size);
}

static bool compares_nothing(const struct side *s)
{
    return strcmp(s->verdict, "nothing-compared") == 0;
}

/* Whether the version passes. It may have nothing to compare up to the cycle in
 * which the other one fails. */
static bool is_good(const struct side *s)
{
    return strcmp(s->verdict, "pass") == 0 || compares_nothing(s);
}

/* Run both versions, each with its own folder. */
static enum assay_error replay_both(const struct choice *c, struct side *bad, struct side *good,
                                    char *why, size_t why_size)
{
    struct assay_scratch folder;
    char path[PATH_MAX];
    enum assay_error e;

    if (!assay_scratch_open(&folder, "explain", why, why_size))
        return ASSAY_ENVIRONMENT;
    assay_path(path, sizeof path, "%s/bad", folder.path);
    e = replay(c, path, bad, why, why_size);
    if (e == ASSAY_OK && is_good(bad)) {
        snprintf(why, why_size, "%s: %s: expected a run that fails", c->file,
                 compares_nothing(bad) ? "compares nothing" : "passes");
        e = ASSAY_BAD_INPUT;
    }
    assay_path(path, sizeof path, "%s/good", folder.path);
    if (e == ASSAY_OK)
        e = replay(c, path, good, why, why_size);
    if (e == ASSAY_OK && !is_good(good)) {
        snprintf(why, why_size,
                 "%s: fails as well (%s at cycle %" PRIu64 "): expected a version that passes",
                 c->against, good->verdict, good->fail_cycle);
        e = ASSAY_BAD_INPUT;
    }
    assay_scratch_close(&folder);
    return e;
}

static const char *file_of(const struct assay_netlist *n, unsigned file)
{
    return n->file[file];
}

static void print_text(const struct choice *c, const struct assay_replay *file,
                       const struct side *bad, const struct assay_netlist *n,
                       const struct assay_explained *e)
{
    printf("%s: %s at cycle %" PRIu64 "%s%s; compared with %s\n", file->block->model->name,
           bad->verdict, bad->fail_cycle, bad->port[0] ? ", port " : "", bad->port, c->against);
    printf("signals:    %zu of the same name, %zu of them differ; %zu of the failing version alone",
           e->compared, e->differ, e->alone);
    if (e->hidden)
        printf("; %zu in no waveform", e->hidden);
    putchar('\n');
    puts("signals that differ first, although their inputs are equal (cycle, signal):");
    for (size_t i = 0; i < e->n_roots; ++i) {
        const struct assay_explained_root *r = &e->root[i];

        printf("  %10" PRIu64 "  %s%s: %s, good %s\n", r->cycle, r->path,
               r->is_register ? ", register" : "", r->bad, r->good);
        if (r->hidden != ASSAY_NO_NET)
            printf("              made of %s, which is in no waveform: that may have differed "
                   "before\n",
                   n->net[r->hidden].path);
    }
    puts("lines that set them, most likely first:");
    for (size_t i = 0; i < e->n_lines; ++i) {
        const struct assay_explained_line *l = &e->line[i];

        printf("  %2zu  %s:%u  %s %s%s\n", i + 1, file_of(n, l->file), l->line,
               l->condition ? "condition of" : "sets", n->net[l->net].path,
               l->changed ? ASSAY_NETLIST_CHANGED : "");
    }
}

static void print_json(const struct choice *c, const struct assay_replay *file,
                       const struct side *bad, const struct assay_netlist *n,
                       const struct assay_explained *e)
{
    cJSON *o = cJSON_CreateObject(), *list;

    cJSON_AddStringToObject(o, "block", file->block->model->name);
    cJSON_AddStringToObject(o, "verdict", bad->verdict);
    assay_json_add_u64(o, "fail_cycle", bad->fail_cycle);
    cJSON_AddStringToObject(o, "against", c->against);
    assay_json_add_u64(o, "compared", e->compared);
    assay_json_add_u64(o, "differ", e->differ);
    assay_json_add_u64(o, "alone", e->alone);
    assay_json_add_u64(o, "hidden", e->hidden);
    list = cJSON_AddArrayToObject(o, "signals");
    for (size_t i = 0; i < e->n_roots; ++i) {
        cJSON *one = cJSON_CreateObject();

        cJSON_AddStringToObject(one, "signal", e->root[i].path);
        assay_json_add_u64(one, "cycle", e->root[i].cycle);
        cJSON_AddBoolToObject(one, "register", e->root[i].is_register);
        cJSON_AddStringToObject(one, "value", e->root[i].bad);
        cJSON_AddStringToObject(one, "good", e->root[i].good);
        if (e->root[i].hidden != ASSAY_NO_NET)
            cJSON_AddStringToObject(one, "hidden", n->net[e->root[i].hidden].path);
        cJSON_AddItemToArray(list, one);
    }
    list = cJSON_AddArrayToObject(o, "lines");
    for (size_t i = 0; i < e->n_lines; ++i) {
        cJSON *one = cJSON_CreateObject();

        cJSON_AddStringToObject(one, "file", file_of(n, e->line[i].file));
        cJSON_AddNumberToObject(one, "line", e->line[i].line);
        cJSON_AddBoolToObject(one, "changed", e->line[i].changed);
        cJSON_AddStringToObject(one, "signal", n->net[e->line[i].net].path);
        cJSON_AddBoolToObject(one, "condition", e->line[i].condition);
        cJSON_AddItemToArray(list, one);
    }
    assay_json_print(stdout, o, ASSAY_JSON_LINE);
}

static enum assay_error explain(const struct choice *c, const struct assay_replay *file, char *why,
                                size_t why_size)
{
    const char *fault = c->fault ? c->fault : c->rtl ? NULL : *file->fault ? file->fault : NULL;
    const struct assay_variant variant = {.block = file->block,
                                          .params = file->params,
                                          .rtl = c->rtl                    ? c->rtl
                                                 : *file->rtl && !c->fault ? file->rtl
                                                                           : NULL,
                                          .fault = fault};
    struct side bad = {.rtl = c->rtl, .fault = c->fault}, good = {.rtl = c->against};
    struct assay_netlist n = {0};
    struct assay_explained found;
    enum assay_error e = replay_both(c, &bad, &good, why, why_size);

    if (e == ASSAY_OK)
        e = assay_netlist_open(&variant, &n, why, why_size);
    if (e == ASSAY_OK && !assay_explain(&n, &bad.vcd, &good.vcd, &found)) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    }
    if (e == ASSAY_OK && !found.compared) {
        snprintf(why, why_size,
                 "%s: no signal has the name of one of the failing version: expected some",
                 c->against);
        e = ASSAY_BAD_INPUT;
    } else if (e == ASSAY_OK && !found.n_roots) {
        snprintf(why, why_size,
                 "%s: none of %zu signals of the same name differs up to the failure: expected one",
                 c->against, found.compared);
        e = ASSAY_BAD_INPUT;
    }
    if (e == ASSAY_OK && c->json)
        print_json(c, file, &bad, &n, &found);
    else if (e == ASSAY_OK)
        print_text(c, file, &bad, &n, &found);
    if (n.own)
        assay_netlist_free(&n);
    assay_vcd_free(&bad.vcd);
    assay_vcd_free(&good.vcd);
    return e;
}

int assay_cmd_explain(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "FILE",
        "Run a failing replay file, and compare each signal of the RTL with the signal of the same "
        "name in a version that passes. Print the signals that differ first, and the lines that "
        "set them.\vUse the file that `assay shrink` writes. Both versions run on Verilator, or on "
        "Icarus if the file says so. Exit status: 0 if a difference was found.",
        NULL,
        NULL,
        NULL};
    struct choice c = {0};
    struct assay_replay file;
    char why[3 * PATH_MAX];
    enum assay_error e;

    assay_arguments_parse(&argp, argc, argv, &c);
    e = assay_replay_load(&file, c.file, why, sizeof why);
    if (e != ASSAY_OK) {
        assay_print_error("%s", why);
        return (int)e;
    }
    e = ASSAY_BAD_INPUT;
    c.backend = strcmp(file.backend, assay_backend_name(ASSAY_ICARUS)) == 0 ? ASSAY_ICARUS
                                                                            : ASSAY_VERILATOR;
    if (file.against[0])
        snprintf(why, sizeof why, "%s: is a run of RTL against RTL: expected a run with a model",
                 c.file);
    else if (strcmp(file.backend, assay_backend_name(ASSAY_CHECK_X)) == 0)
        snprintf(
            why, sizeof why,
            "%s: is a run of check-x, which names the registers itself: expected another backend",
            c.file);
    else if (file.cycles > MOST_CYCLES)
        snprintf(why, sizeof why,
                 "%s: has %" PRIu64 " cycles: expected at most %d; `assay shrink` makes it shorter",
                 c.file, file.cycles, MOST_CYCLES);
    else
        e = explain(&c, &file, why, sizeof why);
    if (e != ASSAY_OK)
        assay_print_error("%s", why);
    assay_replay_free(&file);
    return (int)e;
}
