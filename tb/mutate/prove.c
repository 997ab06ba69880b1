#include "mutate/prover.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/outfile.h"
#include "base/signals.h"
#include "engine/block_folder.h"
#include "mutate/equal.h"
#include "mutate/held.h"
#include "mutate/instances.h"
#include "mutate/within.h"

/* READING: seconds for elaborating a design. */
enum { READING = 180, MOST_LIST = 1 << 24 };
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
    enum { BY_SIGNAL = 128, MOST_WORDS = 8 };
    char limit[32], *words[MOST_WORDS] = {(char *)"timeout", limit};
    int status, signal;

    /* After a signal no further tool is started: its time is over. */
    if (assay_interrupted())
        return ASSAY_OUT_OF_TIME;
    snprintf(limit, sizeof limit, "%u", seconds);
    for (size_t i = 0; argv[i]; ++i)
        words[2 + i] = argv[i];
    assay_process_guard(); /* a signal ends the tool */
    status = assay_process(words, p->folder, out);
    signal = assay_process_forgive();
    if (signal)
        assay_interrupt(signal);
    assay_process_unguard();
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

const char *assay_prover_top(const struct assay_prover *p, char *name, size_t size)
{
    snprintf(name, size, "%s%s", p->block->folder ? "assay_" : "",
             p->block->folder ? p->block->model->name : p->block->model->top);
    return name;
}

void assay_prover_add_design(struct assay_text *s, const char *design, const char *part)
{
    assay_text_addf(s, "read_rtlil %s.il\n", design);
    if (part)
        assay_text_addf(s, "hierarchy -top %s\n", part);
}

/* Append the commands that read DESIGN.v and set its parameters. A user's design gets a module
 * around it with the engine's pins. Use a separate chparam: `hierarchy -chparam` of Yosys 0.23
 * fails if the top module of the design gets a new name. */
static void add_elaboration(const struct assay_prover *p, struct assay_text *s, const char *design)
{
    const struct assay_model_block *const m = p->block->model;
    const bool user = p->block->folder != NULL;
    char top[ASSAY_PROVER_NAME];

    assay_text_addf(s, "read_verilog -sv %s.v%s\n", design, user ? " wrapper.v" : "");
    for (size_t i = 0; i < m->n_params && !user; ++i)
        assay_text_addf(s, "%s -set %s %u", i ? "" : "chparam", m->params[i].verilog,
                        p->params.v[i]);
    if (m->n_params && !user)
        assay_text_addf(s, " %s\n", m->top);
    assay_text_addf(s, "hierarchy -top %s\n", assay_prover_top(p, top, sizeof top));
}

static void add_gold(const struct assay_prover *p, struct assay_text *s)
{
    add_elaboration(p, s, "gold");
    assay_text_add(s, "proc -norom\ntee -q -o list ls\nwrite_rtlil gold.il\n");
}

/* Only the modules that come from `module` are new; the others are those of gold. In a large
 * design, proc takes a minute. */
static void add_gate(const struct assay_prover *p, struct assay_text *s, const char *module)
{
    struct assay_text own = {0};

    for (size_t i = 0; i < p->n_modules; ++i)
        if (assay_prover_is_of(p->module[i], module))
            assay_text_addf(&own, " %s", p->module[i]);
    add_elaboration(p, s, "gate");
    assay_text_addf(s, "select -set own%s\ndelete * @own %%d\nproc -norom\nwrite_rtlil gate.il\n",
                    assay_text_get(&own));
    assay_text_addf(s, "design -reset\nread_rtlil gold.il\ndelete%s\nread_rtlil gate.il\n",
                    assay_text_get(&own));
    assay_text_add(s, "write_rtlil gate.il\n");
    s->failed |= own.failed;
    assay_text_free(&own);
}

/* Write the module that gives a user's design the engine's pins. */
static bool write_wrapper(const struct assay_prover *p, char *why, size_t why_size)
{
    const struct assay_block_folder *const f = p->block->folder;
    struct assay_text t = {0};
    bool ok;

    if (!f)
        return true;
    ok = f->wrapper(f, &p->params, &t, why, why_size) && !t.failed &&
         assay_prover_write(p, "wrapper.v", assay_text_get(&t), why, why_size);
    assay_text_free(&t);
    return ok;
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

/* Whether the line of a warning is about wrapper.v. */
static bool is_of_wrapper(const char *text, const char *at)
{
    static const char name[] = "wrapper.v:";

    while (at > text && at[-1] != '\n')
        --at;
    return strncmp(at, name, sizeof name - 1) == 0;
}

/* Whether the design uses a name of another module: Yosys makes a new net of it, with a warning.
 * The wrapper does so on purpose. */
static bool has_reference(const char *text)
{
    for (const char *at = text; (at = strstr(at, "' is implicitly declared")) != NULL; ++at)
        for (const char *c = at; c > text && c[-1] != '`' && c[-1] != '\n'; --c)
            if (c[-1] == '.' && !is_of_wrapper(text, at))
                return true;
    return false;
}

/* Elaborate gold.v into gold.il or, with a mutant in `module`, gate.v into gate.il. *beyond
 * receives the number of such selects; the names of gold's modules go to the file `list`. */
static enum assay_error elaborate(struct assay_prover *p, const char *module, size_t *beyond,
                                  char *why, size_t why_size)
{
    struct assay_text script = {0};
    struct assay_output out = {0};
    int status;

    if (module)
        add_gate(p, &script, module);
    else
        add_gold(p, &script);
    if (script.failed) {
        assay_text_free(&script);
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
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
    p->large = calloc(p->n_modules + 1, sizeof *p->large);
    if (ok && p->large)
        return ASSAY_OK;
    snprintf(why, why_size, "out of memory");
    return ASSAY_ENVIRONMENT;
}

bool *assay_prover_large(const struct assay_prover *p, const char *module)
{
    size_t i = 0;

    while (i < p->n_modules && strcmp(p->module[i], module) != 0)
        ++i;
    return &p->large[i]; /* the one after the last is for names that are not in the list */
}

enum assay_error assay_prover_open(struct assay_prover *p, const char *text, char *why,
                                   size_t why_size)
{
    enum assay_error e = ASSAY_ENVIRONMENT;

    p->module = NULL;
    p->n_modules = 0;
    p->large = NULL;
    p->contract = false;
    p->within = false;
    p->instances = p->reads = NULL;
    p->no_instances[0] = '\0';
    p->n_killed = 0;
    if (write_design(p, "gold.v", text, why, why_size) && write_wrapper(p, why, why_size))
        e = elaborate(p, NULL, &p->beyond, why, why_size);
    if (e == ASSAY_OK)
        e = read_modules(p, why, why_size);
    if (e == ASSAY_OK) {
        p->abc = assay_prover_has_abc(p);
        p->within = p->abc && assay_instances_open(p, p->no_instances, sizeof p->no_instances) &&
                    assay_held_all(p, p->no_instances, sizeof p->no_instances);
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

enum assay_error assay_prover_try(struct assay_prover *p, const char *text, const char *module,
                                  enum assay_proof *proof, char *why, size_t why_size)
{
    size_t beyond;

    *proof = ASSAY_PROOF_OPEN;
    if (!write_design(p, "gate.v", text, why, why_size))
        return ASSAY_ENVIRONMENT;
    switch (elaborate(p, module, &beyond, why, why_size)) {
    case ASSAY_OK:
        break;
    case ASSAY_BAD_INPUT: /* no proof if Yosys does not accept it */
        return ASSAY_OK;
    default:
        return ASSAY_ENVIRONMENT;
    }
    if (beyond > p->beyond)
        *proof = ASSAY_PROOF_BEYOND;
    else if (assay_equal_anywhere(p, module, why, why_size))
        *proof = ASSAY_PROOF_EQUAL;
    else if (assay_within_is_hidden(p, module, why, why_size) ||
             assay_prover_is_hidden(p, why, why_size))
        *proof = ASSAY_PROOF_HIDDEN;
    return ASSAY_OK;
}

void assay_prover_close(struct assay_prover *p)
{
    static const char *const files[] = {"gold.v",    "gate.v",     "gold.il",   "gate.il",
                                        "list",      "prove.ys",   "wrapper.v", "both.v",
                                        "both.blif", "starts.blif"};
    char path[ASSAY_PROVER_PATH];

    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i)
        unlink(assay_prover_path(p, files[i], path));
    for (size_t i = 0; i < p->n_modules; ++i)
        free(p->module[i]);
    free(p->module);
    free(p->large);
    p->module = NULL;
    p->large = NULL;
    p->n_modules = 0;
    assay_instances_close(p);
}
