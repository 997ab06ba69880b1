#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/destination.h"
#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/number.h"
#include "base/path.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "engine/attached.h"
#include "stimulus/replay.h"

struct choice {
    const char *file, *backend, *rtl, *fault, *out, *trace, *expand;
    uint64_t window;
    bool json;
};

enum { KEY_JSON = 256, KEY_RTL, KEY_FAULT, KEY_TRACE, KEY_WINDOW, KEY_EXPAND };

static const struct argp_option options[] = {
    {"backend", 'b', "B", 0,
     "verilator, icarus, systemc, systemc-model, check-x or model (default: that of the file)", 0},
    {"rtl", KEY_RTL, "FILE", 0,
     "File list (.f) or Verilog source of RTL to use instead of the recorded one", 0},
    {"fault", KEY_FAULT, "F", 0, "Known bug to apply instead of the recorded one", 0},
    {"trace", KEY_TRACE, "WHEN", 0, "When to keep a waveform: never, fail or always (default fail)",
     0},
    {"window", KEY_WINDOW, "N", 0,
     "Number of waveform cycles before a failure (default 200; at level transfers up to 20000, as "
     "many as show the request of a wrong response)",
     0},
    {"out", 'o', "DIR", 0,
     "Folder for the files of a failing run, which are named after FILE; created if needed "
     "(default: the current one)",
     0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0, 0, NULL, 0, "Conversion, without a run:", 1},
    {"expand", KEY_EXPAND, "FROM:TO", 0,
     "Write cycles FROM to TO, from the last reset at or before FROM, as transactions to the file "
     "that --out names (default FILE with .expanded.replay)",
     1},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case 'b':
        c->backend = arg;
        break;
    case 'o':
        c->out = arg;
        break;
    case KEY_RTL:
        c->rtl = assay_path_argument(state, "--rtl", arg);
        break;
    case KEY_FAULT:
        c->fault = arg;
        break;
    case KEY_TRACE:
        c->trace = arg;
        break;
    case KEY_WINDOW:
        c->window = assay_number_argument(state, "window", arg, 1, UINT64_MAX);
        break;
    case KEY_EXPAND:
        c->expand = arg;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_END:
        if (c->out)
            c->out =
                (c->expand ? assay_path_argument : assay_folder_argument)(state, "--out", c->out);
        if (c->expand && (c->backend || c->rtl || c->fault || c->trace || c->window || c->json))
            argp_error(state, "--expand with an option of a run, although nothing is run: expected "
                              "only --out with it");
        break;
    default:
        return assay_file_argument(key, arg, state, &c->file, "a replay file");
    }
    return 0;
}

/* Parse FROM:TO, cycles of a run of `cycles`. */
static bool range(const char *text, uint64_t cycles, uint64_t *from, uint64_t *to)
{
    const char *colon = strchr(text, ':');

    return colon && !assay_number_span(text, (size_t)(colon - text), cycles, from) &&
           assay_parse_number(colon + 1, to) && *from <= *to && *to < cycles;
}

/* Write the origin of the transactions and the verdict of the whole run, such as "mismatch at cycle
 * 812, port dst_data". */
static void expanded_note(const struct assay_replay *file, uint64_t start, uint64_t to, char *note,
                          size_t size)
{
    size_t used = (size_t)snprintf(note, size, "cycles %llu to %llu", (unsigned long long)start,
                                   (unsigned long long)to);

    if (!file->transactions && used < size)
        used += (size_t)snprintf(note + used, size - used, " of scenario %s, seed %llu",
                                 file->scenario->name, (unsigned long long)file->seed);
    if (file->note[0] && used < size)
        snprintf(note + used, size - used, "; whole run: %.300s", file->note);
}

static int expand(const struct choice *c, const struct assay_replay *file)
{
    const struct assay_replay_origin origin = {
        .rtl = file->rtl[0] ? file->rtl : NULL,
        .fault = file->fault[0] ? file->fault : NULL,
        .backend = file->backend,
        .hang = assay_replay_hang_line(file->block, true, assay_replay_hang(file))};
    struct assay_config config;
    struct assay_script script;
    char why[PATH_MAX + 256], path[PATH_MAX], note[ASSAY_REPLAY_TEXT];
    uint64_t from, to, start;
    int status;
    bool ok;

    if (file->against[0]) {
        assay_print_error("--expand: %s is of RTL compared with RTL: expected a run with a model",
                          c->file);
        return EXIT_USAGE;
    }
    if (!range(c->expand, file->cycles, &from, &to)) {
        assay_print_error(
            "--expand %s: expected FROM:TO, cycles with FROM <= TO < %llu, the length of %s",
            c->expand, (unsigned long long)file->cycles, c->file);
        return EXIT_USAGE;
    }
    if (!c->out && !assay_cli_derived_path(c->file, "expanded", path, sizeof path))
        return EXIT_USAGE;
    if (c->out)
        snprintf(path, sizeof path, "%s", c->out);
    if (assay_not_input(path, c->file))
        return EXIT_USAGE;
    status = (int)assay_destination_file(path, why, sizeof why);
    if (status) {
        assay_print_error("%s", why);
        return status;
    }
    assay_replay_config(file, &config);
    if (!assay_script_record(&config, from, to, &script, &start, why, sizeof why)) {
        assay_print_error("%s: %s", c->file, why);
        return EXIT_FAULT;
    }
    expanded_note(file, start, to, note, sizeof note);
    ok = assay_replay_save_script(&script, &origin, note, path, why, sizeof why);
    if (ok)
        printf("written:    %s, cycles %llu to %llu, transactions %zu, resets %zu\n", path,
               (unsigned long long)start, (unsigned long long)to, assay_script_items(&script),
               script.n_resets);
    else
        assay_print_error("%s", why);
    assay_script_free(&script);
    return ok ? EXIT_EQUAL : EXIT_FAULT;
}

static void in_out(const struct choice *c, const char *name, const char *ext, char path[PATH_MAX])
{
    assay_path(path, PATH_MAX, "%s/%s.%s", c->out ? c->out : ".", name, ext);
}

/* The files of the run are named after the replay file. They get another name if they would replace
 * files of another run. That can be another replay file of this name; or, if this run uses other
 * RTL or another backend, the original run of the replay file itself. */
static void name_files(const struct choice *c, char name[PATH_MAX])
{
    const char *last = assay_path_last(c->file);
    const size_t length = assay_cli_stem(last);
    char replay[PATH_MAX], waveform[PATH_MAX];
    bool own, taken;

    assay_path(name, PATH_MAX, "%.*s", (int)length, last);
    in_out(c, name, "replay", replay);
    in_out(c, name, "fst", waveform);
    own = assay_same_file(replay, c->file);
    taken = own ? (c->backend || c->rtl || c->fault) && access(waveform, F_OK) == 0
                : !assay_cli_name_is_free(c->out, name);
    if (taken)
        assay_cli_again_name(c->out, last, length, name);
}

static int run(const struct choice *c, const struct assay_replay *file)
{
    char name[PATH_MAX], why[3 * PATH_MAX];
    /* The stimulus that exposed a bug in RTL is useful without that RTL, too. */
    const char *backend = c->backend ? c->backend : file->backend[0] ? file->backend : NULL;
    const bool no_rtl =
        backend && (strcmp(backend, "systemc-model") == 0 || strcmp(backend, "model") == 0);
    const struct assay_cli_run r = {
        .block = assay_block_reference(file->block),
        .params = file->params_text,
        .scenario = file->transactions ? NULL : file->scenario->name,
        .script = file->transactions ? &file->script : NULL,
        .backend = backend,
        .rtl = c->rtl                                 ? c->rtl
               : file->rtl[0] && !c->fault && !no_rtl ? file->rtl
                                                      : NULL,
        .fault = c->fault                               ? c->fault
                 : file->fault[0] && !c->rtl && !no_rtl ? file->fault
                                                        : NULL,
        .against = file->against[0] ? file->against : NULL,
        .level = file->against[0] ? file->level : NULL,
        .replayed = c->rtl || c->fault ? NULL : file,
        .out = c->out,
        .replay = c->file,
        .name = name,
        .trace = c->trace,
        .window = c->window,
        .seed = file->seed,
        .cycles = file->cycles,
        .allow_partial = true, /* a failure comes before the end of the scenario */
        .hang = assay_replay_hang(file),
        .stall = (int)file->knobs.stall,
        .illegal = (int)file->knobs.illegal,
        .corner = (int)file->knobs.corner,
        .resets = (int)file->knobs.resets,
        .json = c->json,
    };

    if (!assay_replay_has_rtl(file, c->file, r.rtl == file->rtl, why, sizeof why)) {
        assay_print_error("%s", why);
        return EXIT_USAGE;
    }
    name_files(c, name);
    return assay_cli_run(&r);
}

int assay_cmd_replay(int argc, char **argv)
{
    static const struct argp argp = {
        options, parse,
        "FILE",  "Repeat the run that a replay file describes, or convert it to transactions.",
        NULL,    NULL,
        NULL};
    struct choice c = {0};
    struct assay_replay file;
    char why[4096];
    enum assay_error e;
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    e = assay_replay_load(&file, c.file, why, sizeof why);
    if (e != ASSAY_OK) {
        assay_print_error("%s", why);
        return (int)e;
    }
    status = c.expand ? expand(&c, &file) : run(&c, &file);
    assay_replay_free(&file);
    return status;
}
