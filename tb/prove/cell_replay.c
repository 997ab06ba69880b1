/* cell_replay.c - replay a counterexample in the compiled model, and in the RTL under Icarus
 * Verilog. */
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "prove/cell.h"

static void add_inputs(struct cell *c, const uint64_t *value)
{
    assay_text_add(&c->about, "inputs:");
    for (uint32_t i = 0; i < c->in.n; ++i)
        cell_add_value(c, &c->about, &c->in.port[i], value, 0);
    for (uint32_t i = 0; i < c->state.n; ++i)
        if (cell_has_own(c, c->state.port[i].name)) {
            char name[256];

            snprintf(name, sizeof name, "%s.q", c->state.port[i].name);
            cell_add_value(c, &c->about, &(struct execute_port){name, c->state.port[i].width},
                           value, 0);
        }
    assay_text_add(&c->about, "\n");
}

/* Compare the outputs of the program and the RTL, where they are to be compared. Sets `differ`,
 * also if the program makes no claim about a reset, or leaves the invariant. */
static void compare(struct cell *c, const uint64_t *value, const char *native, const char *rtl,
                    bool *differ)
{
    char *at;

    if (strtoul(native, &at, 16) == 0) {
        *differ = aig_value(value, c->lost) & 1;
        assay_text_add(&c->about, "model: nothing is claimed of a cycle with rst\n");
        return;
    }
    for (uint32_t i = 0; i < c->out.n; ++i) {
        const struct execute_port *const p = &c->out.port[i];
        uint32_t *const word = aig_memory(NULL, execute_port_words(p), sizeof *word);
        struct assay_text expected = {0};
        size_t n;
        const char *const bits = cell_bits_of(rtl, 0, p->name, &n);

        for (uint32_t k = 0; k < execute_port_words(p); ++k)
            word[k] = (uint32_t)strtoul(at, &at, 16);
        for (uint32_t k = p->width; k-- > 0;)
            assay_text_add(&expected, word[k / 32] >> (k % 32) & 1 ? "1" : "0");
        if (aig_value(value, c->care[i]) & 1 &&
            (n != p->width || strncmp(assay_text_get(&expected), bits, n) != 0)) {
            *differ = true;
            assay_text_addf(&c->about, "%s: model %s, RTL %.*s\n", p->name,
                            assay_text_get(&expected), (int)n, bits);
        }
        free(word);
        assay_text_free(&expected);
    }
    if (c->lemma->holds && strtoul(at, &at, 16) == 0 && aig_value(value, c->lost) & 1) {
        *differ = true;
        assay_text_add(&c->about, "model: the invariant does not hold after the cycle\n");
    }
}

/* The first obligation that is broken. The form with checks comes first: it says what is wrong in the
 * source, and the other what the optimiser makes of it, such as an output without a value. */
static const struct execute_obligation *broken(const struct cell *c, const uint64_t *value)
{
    const struct execute_result *const forms[] = {&c->checked, &c->model};

    for (size_t f = 0; f < 2; ++f)
        for (uint32_t i = 0; i < forms[f]->n_obligations; ++i)
            if (aig_value(value, forms[f]->obligation[i].broken) & 1)
                return &forms[f]->obligation[i];
    return NULL;
}

/* Whether a line is that of a sanitizer, or of assert, that says what is wrong and where. */
static bool is_report(const char *line, size_t n)
{
    static const char *const texts[] = {"runtime error: ", "Assertion `"};

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        const char *const at = strstr(line, texts[i]);

        if (at && at < line + n)
            return true;
    }
    return false;
}

static void add_report(struct cell *c, const char *text)
{
    for (const char *line = text; line && *line;
         line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t n = strcspn(line, "\n");

        if (!is_report(line, n))
            continue;
        assay_text_addf(&c->about, "model: %.*s\n", (int)(n < 1000 ? n : 1000), line);
        return;
    }
}

/* Replay a broken obligation: the compiled model with checks must stop at it. Obligations at
 * which no program stops are accepted as they are. */
static enum assay_error replay_broken(struct cell *c, const struct execute_obligation *o, char *why,
                                      size_t why_size)
{
    struct assay_output out = {0};
    char place[4096];
    enum assay_error e;
    int status;

    /* The checks of a function may share one trap, which has no line. */
    if (o->line)
        snprintf(place, sizeof place, "%.4000s:%u", o->file, (unsigned)o->line);
    else
        snprintf(place, sizeof place, "%.4000s", o->file);
    assay_text_addf(&c->about, "model: %s: %s\n", place, o->what);
    c->silent = o->silent;
    if (o->silent)
        return ASSAY_OK;
    e = cell_build_native(c, true, why, why_size);
    if (e)
        return e;
    status = cell_run_native(c, "checked", &out);
    if (status)
        add_report(c, out.text);
    free(out.text);
    if (status)
        return ASSAY_OK;
    snprintf(why, why_size, "%s: %s: %s: the compiled model does not stop there", c->lemma->name,
             place, o->what);
    return ASSAY_ENVIRONMENT;
}

static enum assay_error run_rtl(const struct cell *c, const uint64_t *value,
                                struct assay_output *out, char *why, size_t why_size)
{
    struct cell_bench b = {0};
    enum assay_error e;
    bool whole = true;

    cell_add_step(c, &b, value, 0, NULL);
    e = cell_run_bench(c, &b, "replay", out, &whole, why, why_size);
    assay_text_free(&b.steps);
    if (!e && !whole) {
        snprintf(why, why_size, "%s: the replay of a counterexample in vvp: no result in time",
                 c->lemma->name);
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

enum assay_error cell_replay(struct cell *c, const uint64_t *value, char *why, size_t why_size)
{
    const struct execute_obligation *const o = broken(c, value);
    struct assay_output native = {0}, rtl = {0};
    struct assay_text t = {0};
    enum assay_error e;
    bool differ = false;

    cell_add_vector(c, &t, value, 0);
    e = cell_write(c, "vectors", assay_text_get(&t), why, why_size) ? ASSAY_OK : ASSAY_ENVIRONMENT;
    assay_text_free(&t);
    if (e)
        return e;
    add_inputs(c, value);
    if (o)
        return replay_broken(c, o, why, why_size);
    e = run_rtl(c, value, &rtl, why, why_size);
    if (!e && cell_run_native(c, "native", &native) != 0) {
        snprintf(why, why_size, "%s: the compiled model fails: %.500s", c->lemma->name,
                 native.text);
        e = ASSAY_ENVIRONMENT;
    }
    if (!e)
        compare(c, value, native.text, rtl.text, &differ);
    if (!e && !differ) {
        snprintf(why, why_size, "%s: the counterexample of %s does not replay: %s", c->lemma->name,
                 c->solved_by, assay_text_get(&c->about));
        e = ASSAY_ENVIRONMENT;
    }
    free(native.text);
    free(rtl.text);
    return e;
}
