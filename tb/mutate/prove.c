#include "mutate/prover.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/outfile.h"
#include "base/signals.h"
#include "mutate/both.h"
#include "mutate/held.h"
#include "mutate/instances.h"
#include "mutate/memories.h"
#include "mutate/within.h"

/* Seconds: READING is for reading a design, MAPPING for mapping both to gates. */
enum { READING = 60, MAPPING = 120, MOST_LIST = 1 << 24 };
static const size_t most_list = MOST_LIST;

const char *assay_prover_path(const struct assay_prover *p, const char *name,
                              char path[ASSAY_PROVER_PATH])
{
    snprintf(path, ASSAY_PROVER_PATH, "%.4000s/%s", p->folder, name);
    return path;
}

bool assay_prover_write(const struct assay_prover *p, const char *name, const char *text, char *why,
                        size_t why_size)
{
    char path[ASSAY_PROVER_PATH];
    struct assay_outfile o;

    if (!assay_outfile_open(&o, assay_prover_path(p, name, path), why, why_size))
        return false;
    fputs(text, o.f);
    return assay_outfile_close(&o, why, why_size);
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '`' || c == '\\';
}

/* Whether a word is a promise about a case statement. If the design breaks the promise, Yosys
 * makes different logic from what a simulator does. */
static bool is_promise(const char *word, size_t n)
{
    static const char *const all[] = {"unique", "unique0", "priority", "parallel_case",
                                      "full_case"};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i)
        if (strlen(all[i]) == n && memcmp(word, all[i], n) == 0)
            return true;
    return false;
}

/* A keyword is dropped. An attribute, or a comment that acts as one, is renamed to something
 * that Yosys ignores. */
static void put_promise(FILE *f, const char *word, size_t n)
{
    if (memchr(word, '_', n))
        fputs("a_promise", f);
}

static void put_line(FILE *f, const char *line, size_t size)
{
    for (size_t at = 0, n; at < size; at += n) {
        n = 1;
        if (is_letter(line[at])) {
            while (at + n < size && is_letter(line[at + n]))
                ++n;
            if (is_promise(line + at, n)) {
                put_promise(f, line + at, n);
                continue;
            }
        }
        fwrite(line + at, 1, n, f);
    }
}

/* Write the design as a simulator understands it, and without its `line directives: Yosys does
 * not accept them if the file name contains a blank. */
static bool write_design(const struct assay_prover *p, const char *name, const char *text,
                         char *why, size_t why_size)
{
    static const char directive[] = "`line ";
    char path[ASSAY_PROVER_PATH];
    struct assay_outfile o;

    if (!assay_outfile_open(&o, assay_prover_path(p, name, path), why, why_size))
        return false;
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\n");
        n += text[n] == '\n';
        if (strncmp(text, directive, sizeof directive - 1) != 0)
            put_line(o.f, text, n);
    }
    return assay_outfile_close(&o, why, why_size);
}

int assay_prover_run(struct assay_prover *p, char *const argv[], unsigned seconds,
                     struct assay_output *out)
{
    enum { OUT_OF_TIME = 124, BY_SIGNAL = 128, MOST_WORDS = 8 };
    char limit[32], *words[MOST_WORDS] = {(char *)"timeout", limit};
    int status;

    /* After a signal no further tool is started: its time is over. */
    if (assay_interrupted())
        return OUT_OF_TIME;
    snprintf(limit, sizeof limit, "%u", seconds);
    for (size_t i = 0; argv[i]; ++i)
        words[2 + i] = argv[i];
    status = assay_process(words, p->folder, out);
    if (status > BY_SIGNAL && !assay_interrupted()) {
        ++p->n_killed;
        p->killed = argv[0];
        p->signal = status - BY_SIGNAL;
    }
    return status;
}

int assay_prover_yosys(struct assay_prover *p, const char *script, unsigned seconds,
                       struct assay_output *out, char *why, size_t why_size)
{
    char *argv[] = {(char *)"yosys", (char *)"-q", (char *)"prove.ys", NULL};

    if (!assay_prover_write(p, "prove.ys", script, why, why_size))
        return ASSAY_NOT_STARTED;
    return assay_prover_run(p, argv, seconds, out);
}

/* Use a separate chparam: `hierarchy -chparam` of Yosys 0.23 fails if the top module of the
 * design gets a new name. */
void assay_prover_add_design(const struct assay_prover *p, struct assay_text *s, const char *file)
{
    assay_text_addf(s, "read_verilog -sv %s\n", file);
    for (size_t i = 0; i < p->block->model->n_params; ++i)
        assay_text_addf(s, "%s -set %s %u", i ? "" : "chparam", p->block->model->params[i].verilog,
                        p->params.v[i]);
    if (p->block->model->n_params)
        assay_text_addf(s, " %s\n", p->block->model->top);
    assay_text_addf(s, "hierarchy -top %s\nproc -norom\n", p->block->model->top);
}

/* A module with keep_hierarchy would stay an instance, which both sides would then share.
 * Assertions are not part of the design. */
void assay_prover_add_flat(struct assay_text *s)
{
    assay_text_add(s, "setattr -mod -unset keep_hierarchy\nsetattr -unset keep_hierarchy\n"
                      "chformal -remove\n");
}

/* Abort at a division by something that is not constant: Yosys and simulators disagree on
 * division by zero. */
void assay_prover_add_divisions(struct assay_text *s, const char *module)
{
    static const char *const cells[] = {"$div", "$mod", "$divfloor", "$modfloor"};

    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; ++i)
        assay_text_addf(s, "select -assert-none %s/t:%s %%ci:+[B] %s/w:* %%i\n", module, cells[i],
                        module);
}

/* The number of selects beyond a vector's range. */
static size_t count_beyond(const char *text)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, "out of bounds")) != NULL; ++at)
        ++n;
    return n;
}

/* Whether a name of another module is used: Yosys makes a new net of it, with a warning. */
static bool has_reference(const char *text)
{
    for (const char *at = text; (at = strstr(at, "' is implicitly declared")) != NULL; ++at)
        for (const char *c = at; c > text && c[-1] != '`' && c[-1] != '\n'; --c)
            if (c[-1] == '.')
                return true;
    return false;
}

/* Elaborate a file. *beyond receives the number of such selects; the names of the modules go to
 * the file `list`. */
static enum assay_error elaborate(struct assay_prover *p, const char *file, size_t *beyond,
                                  char *why, size_t why_size)
{
    struct assay_text script = {0};
    struct assay_output out = {0};
    int status;

    assay_prover_add_design(p, &script, file);
    assay_text_add(&script, "tee -q -o list ls\n");
    status = assay_prover_yosys(p, assay_text_get(&script), READING, &out, why, why_size);
    assay_text_free(&script);
    *beyond = count_beyond(out.text ? out.text : "");
    if (status == 127 || status == ASSAY_NOT_STARTED) {
        snprintf(why, why_size,
                 "yosys: cannot be run: expected it to be installed (scripts/setup does), or "
                 "--triage 0");
    } else if (status) {
        snprintf(why, why_size, "yosys does not read the RTL (status %d): %.1000s", status,
                 out.text ? out.text : "");
    } else if (has_reference(out.text ? out.text : "")) {
        snprintf(why, why_size, "yosys does not read the RTL: it has hierarchical references");
        status = 1;
    }
    free(out.text);
    return status == 127 || status == ASSAY_NOT_STARTED ? ASSAY_ENVIRONMENT
           : status                                     ? ASSAY_BAD_INPUT
                                                        : ASSAY_OK;
}

static bool add_module(struct assay_prover *p, const char *name, size_t n)
{
    char **bigger = realloc(p->module, (p->n_modules + 1) * sizeof *bigger);

    if (!bigger)
        return false;
    p->module = bigger;
    p->module[p->n_modules] = strndup(name, n);
    return p->module[p->n_modules++] != NULL;
}

/* Parse lines of two blanks and a name. */
static enum assay_error read_modules(struct assay_prover *p, char *why, size_t why_size)
{
    char path[ASSAY_PROVER_PATH], *text;
    size_t size;
    bool ok = true;
    const enum assay_error e = assay_read_file(assay_prover_path(p, "list", path), most_list,
                                               "names of modules", &text, &size, why, why_size);

    if (e)
        return e;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, "  ", 2) == 0 && line[2] != ' ')
            ok &= add_module(p, line + 2, strcspn(line + 2, "\n"));
    free(text);
    if (ok)
        return ASSAY_OK;
    snprintf(why, why_size, "out of memory");
    return ASSAY_ENVIRONMENT;
}

enum assay_error assay_prover_open(struct assay_prover *p, const char *text, char *why,
                                   size_t why_size)
{
    enum assay_error e = ASSAY_ENVIRONMENT;

    p->module = NULL;
    p->n_modules = 0;
    p->contract = false;
    p->instances = NULL;
    p->no_instances[0] = '\0';
    p->n_killed = 0;
    if (write_design(p, "gold.v", text, why, why_size))
        e = elaborate(p, "gold.v", &p->beyond, why, why_size);
    if (e == ASSAY_OK)
        e = read_modules(p, why, why_size);
    if (e == ASSAY_OK) {
        p->abc = assay_prover_has_abc(p);
        if (p->abc && !assay_both_open(p, why, why_size))
            return ASSAY_ENVIRONMENT;
        if (p->abc && assay_instances_open(p, p->no_instances, sizeof p->no_instances) &&
            !assay_held_all(p, p->no_instances, sizeof p->no_instances))
            assay_instances_close(p);
        assay_prover_open_contract(p);
    }
    return e;
}

/* Whether `derived` is the module, or the module with some parameters: "$paramod\name\...",
 * "$paramod$...\name". */
bool assay_prover_is_of(const char *derived, const char *module)
{
    const size_t n = strlen(module);

    if (strcmp(derived, module) == 0)
        return true;
    for (const char *at = derived; (at = strchr(at, '\\')) != NULL; ++at)
        if (strncmp(at + 1, module, n) == 0 && (at[1 + n] == '\0' || at[1 + n] == '\\'))
            return true;
    return false;
}

/* How much to compare: the module alone, with its instances cut like registers, as they are the
 * same on both sides; or the module with everything below it, as words or as gates. */
enum extent { ALONE, WITH_INSTANCES, IN_GATES };

static void add_side(const struct assay_prover *p, struct assay_text *s, const char *file,
                     const char *module, enum extent extent, const char *side)
{
    assay_prover_add_design(p, s, file);
    if (extent != ALONE) {
        assay_prover_add_flat(s);
        assay_text_addf(s, "flatten %s\n", module);
    }
    assay_prover_add_divisions(s, module);
    /* Undriven nets become inputs, so they can have any value; there is no proof if the other
     * side drives them. */
    assay_memories_add_small(p, s, module);
    assay_text_addf(s, "opt_clean %s\nsetundef -undriven -expose -zero %s\n", module, module);
    /* Memories stay, and are cut when both sides are together. */
    assay_text_addf(s, "expose -evert -dff -evert-dff %s/* %s/t:$mem_v2 %%d\ndesign -stash %s\n",
                    module, module, side);
}

/* Put both sides into one module with an output `trigger` that is 1 where they differ. */
static void add_both(const struct assay_prover *p, struct assay_text *s, const char *module,
                     enum extent extent)
{
    add_side(p, s, "gold.v", module, extent, "gold");
    add_side(p, s, "gate.v", module, extent, "gate");
    assay_text_addf(s, "design -copy-from gold -as gold %s\n", module);
    assay_text_addf(s, "design -copy-from gate -as gate %s\n", module);
    assay_text_add(s, "miter -equiv -flatten gold gate both\nhierarchy -top both\n");
}

/* Whether a script about the miter of both sides succeeds. Anything else counts as no proof. */
static bool goes_through(struct assay_prover *p, const char *module, enum extent extent,
                         const char *script, unsigned seconds, char *why, size_t why_size)
{
    struct assay_text both = {0};
    struct assay_output out = {0};
    int status = ASSAY_NOT_STARTED;

    add_both(p, &both, module, extent);
    if (!both.failed)
        status = assay_memories_run(p, assay_text_get(&both), script, "trigger", NULL, seconds,
                                    &out, why, why_size);
    assay_text_free(&both);
    free(out.text);
    return status == 0;
}

/* Whether a solver proves gate.v equal to gold.v in this module. */
static bool is_equal_in_words(struct assay_prover *p, const char *module, enum extent extent,
                              char *why, size_t why_size)
{
    char script[128];

    snprintf(script, sizeof script,
             "opt -full\nsat -verify -timeout %u -prove trigger 0 -set-def-inputs both\n",
             p->seconds);
    return goes_through(p, module, extent, script, 2 * p->seconds, why, why_size);
}

/* The same in gates. abc merges equal gates starting from the inputs, so logic that the mutant
 * does not affect costs nothing; a solver that only looks at the outputs would have to work
 * through every multiplier in between. */
static bool is_equal_in_gates(struct assay_prover *p, const char *module, char *why,
                              size_t why_size)
{
    static const char script[] = "opt_expr\nopt_merge\nopt_clean\nsimplemap\ntechmap\nopt_clean\n"
                                 "rename -enumerate\nwrite_blif -noalias both.blif\n";
    char *blif;

    if (!goes_through(p, module, IN_GATES, script, MAPPING, why, why_size))
        return false;
    blif = assay_prover_netlist(p, why, why_size);
    if (!blif)
        return false;
    free(blif);
    return assay_prover_abc(p, "read_blif both.blif; strash; fraig; iprove; print_status",
                            p->seconds) == ASSAY_NEVER;
}

static bool is_equal(struct assay_prover *p, const char *module, enum extent extent, char *why,
                     size_t why_size)
{
    return extent == IN_GATES ? is_equal_in_gates(p, module, why, why_size)
                              : is_equal_in_words(p, module, extent, why, why_size);
}

/* For every choice of the module's parameters that the design uses. */
static bool is_equal_in_all(struct assay_prover *p, const char *module, enum extent extent,
                            char *why, size_t why_size)
{
    size_t n = 0;

    for (size_t i = 0; i < p->n_modules; ++i)
        if (assay_prover_is_of(p->module[i], module)) {
            if (!is_equal(p, p->module[i], extent, why, why_size))
                return false;
            ++n;
        }
    return n > 0;
}

static bool is_equal_anywhere(struct assay_prover *p, const char *module, char *why,
                              size_t why_size)
{
    const char *const top = p->block->model->top;

    return is_equal_in_all(p, module, ALONE, why, why_size) ||
           is_equal_in_all(p, module, WITH_INSTANCES, why, why_size) ||
           (p->abc ? is_equal_in_all(p, top, IN_GATES, why, why_size)
                   : strcmp(module, top) != 0 &&
                         is_equal_in_all(p, top, WITH_INSTANCES, why, why_size));
}

enum assay_error assay_prover_try(struct assay_prover *p, const char *text, const char *module,
                                  enum assay_proof *proof, char *why, size_t why_size)
{
    size_t beyond;

    *proof = ASSAY_PROOF_OPEN;
    if (!write_design(p, "gate.v", text, why, why_size))
        return ASSAY_ENVIRONMENT;
    switch (elaborate(p, "gate.v", &beyond, why, why_size)) {
    case ASSAY_OK:
        break;
    case ASSAY_BAD_INPUT: /* no proof if Yosys does not accept it */
        return ASSAY_OK;
    default:
        return ASSAY_ENVIRONMENT;
    }
    if (beyond > p->beyond)
        *proof = ASSAY_PROOF_BEYOND;
    else if (is_equal_anywhere(p, module, why, why_size))
        *proof = ASSAY_PROOF_EQUAL;
    else if (assay_within_is_hidden(p, module, why, why_size) ||
             assay_prover_is_hidden(p, why, why_size))
        *proof = ASSAY_PROOF_HIDDEN;
    return ASSAY_OK;
}

void assay_prover_close(struct assay_prover *p)
{
    static const char *const files[] = {"gold.v",    "gate.v", "list",      "prove.ys",
                                        "wrapper.v", "both.v", "both.blif", "starts.blif"};
    char path[ASSAY_PROVER_PATH];

    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i)
        unlink(assay_prover_path(p, files[i], path));
    for (size_t i = 0; i < p->n_modules; ++i)
        free(p->module[i]);
    free(p->module);
    p->module = NULL;
    p->n_modules = 0;
    assay_instances_close(p);
}
