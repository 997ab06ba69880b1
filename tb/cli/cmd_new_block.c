#include <argp.h>
#include <stdio.h>

#include "base/message.h"
#include "cli/cli.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "new_block/new_block.h"

enum { KEY_RTL = 256, KEY_TOP, KEY_CLOCK, KEY_RESET, KEY_LEVEL, KEY_MODEL };

static const struct argp_option options[] = {
    {"rtl", KEY_RTL, "FILE", 0, "File list (.f), or source (.v, .sv)", 0},
    {"top", KEY_TOP, "MODULE", 0, "The module to attach", 0},
    {"clock", KEY_CLOCK, "NAME", 0, "Clock input, if it is not found in the RTL", 0},
    {"reset", KEY_RESET, "NAME[:low][:async]", 0,
     "Its reset, or none; if left out it is found by edges and names, and its active level by "
     "simulation",
     0},
    {"level", KEY_LEVEL, "LEVEL", 0,
     "Level of the model: cycle, transfers or none (default: transfers if there are streams in and "
     "out)",
     0},
    {"out", 'o', "DIR", 0, "Folder to write (default: NAME)", 0},
    {"model", KEY_MODEL, NULL, 0,
     "Write only the model, again, of the folder NAME with its block.yaml as it is; NAME/NAME.c "
     "must not be there",
     0},
    {0},
};

struct order {
    struct assay_new_block block;
    bool model;
};

static void check(const struct order *o, struct argp_state *state)
{
    const struct assay_new_block *b = &o->block;

    if (!b->name)
        argp_error(state, "expected the name of the block");
    if (o->model && (b->rtl || b->top || b->clock || b->reset || b->level || b->out))
        argp_error(state, "--model takes all from block.yaml: expected no other option");
    if (!o->model && (!b->rtl || !b->top))
        argp_error(state, "no %s: expected it", b->rtl ? "--top" : "--rtl");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    static const char *const levels[] = {"cycle", "transfers", "none", NULL};
    struct order *o = state->input;
    struct assay_new_block *b = &o->block;

    switch (key) {
    case KEY_MODEL:
        o->model = true;
        return 0;
    case KEY_RTL:
        b->rtl = assay_path_argument(state, "--rtl", arg);
        return 0;
    case KEY_TOP:
        b->top = arg;
        return 0;
    case KEY_CLOCK:
        b->clock = arg;
        return 0;
    case KEY_RESET:
        b->reset = arg;
        return 0;
    case KEY_LEVEL:
        b->level = levels[assay_word_argument(state, "level", arg, levels)];
        return 0;
    case 'o':
        b->out = assay_folder_argument(state, "--out", arg);
        return 0;
    case ARGP_KEY_ARG:
        if (b->name)
            argp_error(state, "unexpected argument '%s': expected one name", arg);
        b->name = arg;
        return 0;
    case ARGP_KEY_END:
        check(o, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int assay_cmd_new_block(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "NAME --rtl FILE --top MODULE\nNAME --model",
        "Write the folder NAME for RTL of your own: block.yaml, from the elaborated module, and a "
        "model in C to be written. A folder that is not empty is not changed.",
        NULL,
        NULL,
        NULL};
    struct order o = {{0}, false};
    struct assay_text said = {0};
    char why[4096];
    enum assay_error e;

    assay_arguments_parse(&argp, argc, argv, &o);
    e = o.model ? assay_new_model(o.block.name, &said, why, sizeof why)
                : assay_new_block(&o.block, &said, why, sizeof why);
    if (e != ASSAY_OK)
        assay_print_error("%s", why);
    else
        fputs(assay_text_get(&said), stdout);
    assay_text_free(&said);
    return (int)e;
}
