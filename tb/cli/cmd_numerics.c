/* cmd_numerics.c - compares a product in the arithmetic of several matrix units. */
#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "cli/numerics_compare.h"
#include "command/arguments.h"
#include "command/commands.h"

enum { KEY_TYPE = 256, KEY_PROFILES, KEY_OUTPUT, KEY_GROUPS, KEY_JSON, FILES = 2 };

struct choice {
    struct numerics_comparison c;
    const char *file[FILES], *type, *output;
    size_t n_files;
    unsigned profiles; /* one bit each; 0: all */
    uint64_t groups;
    bool json, groups_given;
};

static const struct argp_option options[] = {
    {"type", KEY_TYPE, "T", 0,
     "Type of the elements: f16, bf16, bf16_1k, tf32, e4m3, e5m2 or e2m1, or two for A and B: "
     "e4m3,e5m2 (default f16). Floats are rounded to it; for tf32 to f32, whose low 13 bits are "
     "ignored",
     0},
    {"profiles", KEY_PROFILES, "P,...", 0,
     "Matrix units to compare (default: all that multiply the type; those without scales)", 0},
    {"output", KEY_OUTPUT, "T", 0, "f32, where a unit has none e8m13; or f16 (default f32)", 0},
    {"groups", KEY_GROUPS, "N", 0,
     "Take at most N groups that lose bits apart on each side (default 2)", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

static void take_profiles(struct argp_state *state, const char *arg, unsigned *profiles)
{
    char name[32];

    for (const char *at = arg;; ++at) {
        const size_t length = strcspn(at, ",");

        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), at);
        *profiles |= 1U << numerics_profile(state, "profile of --profiles", name);
        at += length;
        if (*at == '\0')
            return;
    }
}

static void check(struct argp_state *state, struct choice *x)
{
    struct numerics_comparison *c = &x->c;

    if (x->n_files < FILES)
        argp_error(state, "%zu files: expected two, A.npy B.npy", x->n_files);
    if (x->json && x->groups_given)
        argp_error(state, "--groups with --json, which prints no groups: expected one of them");
    numerics_formats(state, x->type, &c->a_format, &c->b_format);
    c->half = x->output && numerics_output(state, x->output) == ASSAY_FDOT_OUT_F16;
    if (x->output && !c->half && strcmp(x->output, "f32") != 0)
        argp_error(state, "--output %s: expected f32 or f16", x->output);
    if (x->profiles >> ASSAY_FDOT_BLACKWELL_SCALED & 1)
        argp_error(state, "--profiles blackwell_scaled, which has scales: expected blackwell, "
                          "which it is with scales of 1");
    for (unsigned p = 0; p < ASSAY_FDOT_PROFILES && x->profiles; ++p) {
        struct numerics_comparison one = *c;

        numerics_sides(&one, x->profiles & 1U << p);
        if (x->profiles >> p & 1 && one.n == numerics_first_unit(&one))
            argp_error(state, "--profiles: %s has no product of %s into %s: expected one that has",
                       assay_fdot_profile_name((enum assay_fdot_profile)p), x->type,
                       c->half ? "f16" : "f32");
    }
    numerics_sides(c, x->profiles ? x->profiles : ~0U);
    if (c->n == numerics_first_unit(c))
        argp_error(state, "type %s with output %s: no matrix unit has it: expected another pair",
                   x->type, c->half ? "f16" : "f32");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *x = state->input;

    switch (key) {
    case KEY_TYPE:
        x->type = arg;
        break;
    case KEY_PROFILES:
        take_profiles(state, arg, &x->profiles);
        break;
    case KEY_OUTPUT:
        x->output = arg;
        break;
    case KEY_GROUPS:
        x->groups = assay_number_argument(state, "groups", arg, 1, UINT64_MAX);
        x->groups_given = true;
        break;
    case KEY_JSON:
        x->json = true;
        break;
    case ARGP_KEY_ARG:
        if (x->n_files == FILES)
            argp_error(state, "unexpected argument '%s': expected two files", arg);
        x->file[x->n_files++] = assay_path_argument(state, "file", arg);
        break;
    case ARGP_KEY_END:
        check(state, x);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

int assay_cmd_numerics(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "A.npy B.npy",
        "Multiply two matrices with the arithmetic of several matrix units, and print the "
        "differences side by side: from the exact product, from each other, and of the first "
        "differing element term by term.\v"
        "A.npy and B.npy are as for `assay gemm --numerics`. \"not nearest\" counts the elements "
        "that are not the exact product rounded once to nearest in the unit's own output, \"bits\" "
        "the bits in which they differ from it. Two NaNs do not differ. If all units agree, the "
        "first element that is not the nearest is taken apart. The exact product is computed in "
        "fixed point, without any rounding. dpas "
        "is the chain of fused multiply-adds of the block of that name, in f32. "
        "model/fdot/README.md defines the others. Nothing is simulated.",
        NULL,
        NULL,
        NULL};
    struct choice x = {.type = "f16", .groups = 2};
    struct numerics_comparison *c = &x.c;
    int status;

    assay_arguments_parse(&argp, argc, argv, &x);
    c->a_path = x.file[0];
    c->b_path = x.file[1];
    status = numerics_read(c->a_path, c->a_format, &c->a);
    if (!status)
        status = numerics_read(c->b_path, c->b_format, &c->b);
    if (!status)
        status = numerics_shapes(c->a_path, &c->a, c->b_path, &c->b);
    if (!status)
        status = numerics_compare(c);
    if (!status && x.json)
        numerics_print_json(c);
    else if (!status)
        numerics_print(c, (size_t)x.groups);
    numerics_free(c);
    return status;
}
