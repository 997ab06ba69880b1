#include "diagnose/start_cause.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/apart.h"
#include "base/signals.h"
#include "sim/starts.h"

enum { SCOPE = 256, NAME = 512 };

/* --- one run --- */

struct trial {
    const struct assay_config *config;
    uint64_t cycles;
    struct assay_start start; /* of the DUT that does not start from zeros */
    uint64_t wanted;          /* index of the variable whose name is wanted */

    struct answer {
        bool ran, differs;
        uint64_t n;                    /* number of variables */
        char scope[SCOPE], name[NAME]; /* of the wanted variable */
        uint64_t first;                /* index of the first variable with this name */
    } answer;
};

/* The two DUTs are created one after the other; the count is that of the second. */
static void on_name(void *any, const char *scope, const char *name)
{
    struct answer *a = &((struct trial *)any)->answer;
    const uint64_t wanted = ((struct trial *)any)->wanted;

    if (a->n <= wanted &&
        (strncmp(a->name, name, NAME - 1) != 0 || strncmp(a->scope, scope, SCOPE - 1) != 0)) {
        snprintf(a->name, NAME, "%s", name);
        snprintf(a->scope, SCOPE, "%s", scope);
        a->first = a->n;
    }
    ++a->n;
}

static void try_it(void *any, FILE *answer)
{
    struct trial *t = any;
    struct assay_lockstep *ls;
    char why[256];

    t->start.named = on_name;
    t->start.arg = t;
    assay_starts_pair(&t->start);
    ls = assay_lockstep_open(t->config, why, sizeof why);
    if (ls) {
        assay_lockstep_run(ls, t->cycles);
        t->answer.ran = true;
        t->answer.differs = assay_start_differs(assay_lockstep_result(ls));
        assay_lockstep_close(ls);
    }
    fwrite(&t->answer, sizeof t->answer, 1, answer);
}

static bool go_on(void *arg)
{
    (void)arg;
    return !assay_interrupted();
}

/* Each run gets its own process, so that what it does to a model or a simulator stays there. */
static bool run(struct trial *t)
{
    const struct assay_apart a = {.work = try_it, .arg = t, .go_on = go_on};
    void *text;
    size_t size;

    memset(&t->answer, 0, sizeof t->answer);
    if (!assay_apart_run(&a, &text, &size))
        return false;
    if (size == sizeof t->answer)
        memcpy(&t->answer, text, size);
    free(text);
    return t->answer.ran;
}

/* --- bisection --- */

struct search {
    struct trial trial;
    uint8_t *only; /* one byte per variable: it starts with its own value in the next run */
    uint8_t *in;   /* the same for variables that are known to be needed */
    uint64_t n;
    bool failed; /* a run ended early */
};

static bool run_for(struct search *s)
{
    if (run(&s->trial))
        return true;
    s->failed = true;
    return false;
}

/* Whether outputs differ if only the first k variables, and those known to be needed, start with
 * their own values. */
static bool differs_with(struct search *s, uint64_t k)
{
    for (uint64_t i = 0; i < s->n; ++i)
        s->only[i] = i < k || s->in[i];
    s->trial.start.only = s->only;
    s->trial.start.n_only = s->n;
    return run_for(s) && s->trial.answer.differs;
}

/* Outputs differ with the first `high` variables and not with none. Returns the last variable of
 * the shortest such prefix. */
static uint64_t bisect(struct search *s, uint64_t high)
{
    uint64_t low = 0;

    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;

        if (differs_with(s, middle))
            high = middle;
        else
            low = middle;
    }
    return high - 1;
}

static bool name_it(struct search *s, uint64_t k, struct assay_start_cause *cause)
{
    const struct answer *a = &s->trial.answer;
    const struct assay_config *c = s->trial.config;
    char top[NAME];
    const size_t i = cause->n;

    s->trial.wanted = k;
    if (!run_for(s))
        return false;
    snprintf(top, sizeof top, "%s%s", c->block->folder ? "assay_" : "",
             c->block->folder ? c->block->model->name : c->block->model->top);
    cause->variable[i].literal = assay_start_name(a->scope, a->name, top, cause->variable[i].name,
                                                  sizeof cause->variable[i].name);
    cause->variable[i].element = strchr(a->name, '[') ? (long)(k - a->first) : -1;
    ++cause->n;
    return true;
}

/* Finds all variables that are needed for the difference, from the highest index down. */
static bool find_all(struct search *s, struct assay_start_cause *cause)
{
    uint64_t high = s->n;

    while (!differs_with(s, 0)) {
        uint64_t k;

        if (cause->n == ASSAY_START_CAUSES || high == 0) {
            cause->more = true;
            break;
        }
        k = bisect(s, high);
        if (!name_it(s, k, cause))
            return false;
        s->in[k] = 1;
        high = k;
    }
    return true;
}

/* Chooses a kind of start that shows the difference. */
static bool choose_kind(struct search *s)
{
    static const enum assay_start_kind kinds[] = {ASSAY_START_ONES, ASSAY_START_MIXED,
                                                  ASSAY_START_RANDOM};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        s->trial.start = (struct assay_start){.kind = kinds[i]};
        if (!run_for(s))
            return false;
        s->n = s->trial.answer.n;
        if (s->trial.answer.differs)
            return true;
    }
    return false;
}

bool assay_start_differs(const struct assay_result *result)
{
    for (size_t i = 0; i < result->n_differences; ++i)
        for (size_t w = 0; w < ASSAY_VALUE_WORDS; ++w)
            if (result->difference[i].unknown[w])
                return true;
    return false;
}

static const char *port_of(const struct assay_result *result)
{
    for (size_t i = 0; i < result->n_differences; ++i)
        for (size_t w = 0; w < ASSAY_VALUE_WORDS; ++w)
            if (result->difference[i].unknown[w])
                return result->difference[i].port->name;
    return "";
}

bool assay_start_find(const struct assay_config *config, const struct assay_result *result,
                      struct assay_start_cause *cause, char *why, size_t why_size)
{
    struct assay_config c = *config;
    struct search s = {.trial = {.config = &c, .cycles = result->fail_cycle + 1}};
    bool good = false, memory = true;

    c.cover = false;
    c.trace = ASSAY_TRACE_NEVER;
    c.progress = NULL;
    *cause = (struct assay_start_cause){.cycle = result->fail_cycle, .port = port_of(result)};
    if (!assay_start_differs(result)) {
        snprintf(why, why_size, "nothing differs between starts in cycle %llu",
                 (unsigned long long)result->fail_cycle);
        return false;
    }
    if (choose_kind(&s)) {
        cause->kind = s.trial.start.kind;
        s.only = calloc(1, s.n + 1);
        s.in = calloc(1, s.n + 1);
        memory = s.only && s.in;
        good = memory && find_all(&s, cause);
    }
    if (!good && assay_interrupted())
        snprintf(why, why_size,
                 "stopped before the register on whose start value it depends was found");
    else if (!memory)
        snprintf(why, why_size, "out of memory for the search: expected room for %llu variables",
                 (unsigned long long)s.n);
    else if (!good && s.failed)
        snprintf(why, why_size,
                 "a separate run ended before cycle %llu: expected memory for it, and no crash",
                 (unsigned long long)result->fail_cycle);
    else if (!good)
        snprintf(
            why, why_size,
            "the difference between starts in cycle %llu does not occur again in a separate run",
            (unsigned long long)result->fail_cycle);
    free(s.only);
    free(s.in);
    return good;
}

/* --- names --- */

/* Decodes a character that Verilator encodes because C++ does not allow it in names, like
 * AstNode::prettyName. Returns how many characters the code has, or 0 if there is none. */
static size_t decoded(const char *name, char *c, bool *nothing)
{
    static const struct {
        const char *code;
        char c;
    } codes[] = {{"__BRA__", '['}, {"__KET__", ']'}, {"__DOT__", '.'}, {"__PVT__", '\0'}};
    unsigned value;
    int n = 0;

    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; ++i)
        if (strncmp(name, codes[i].code, strlen(codes[i].code)) == 0) {
            *c = codes[i].c;
            *nothing = !codes[i].c;
            return strlen(codes[i].code);
        }
    *nothing = false;
    if (strncmp(name, "__0", 3) == 0 && sscanf(name + 3, "%2x%n", &value, &n) == 1 && n == 2) {
        *c = (char)value;
        return 5;
    }
    return 0;
}

bool assay_start_name(const char *scope, const char *name, const char *top, char *path, size_t size)
{
    const char *const instance = strchr(scope, '.'); /* after the DUT's own name */
    const char *const x = strstr(name, "__Vxrand");
    const size_t end = x ? (size_t)(x - name) : strcspn(name, "[");
    struct assay_text t = {0};

    if (instance)
        assay_text_addf(&t, "%s.", instance + 1);
    else if (!strstr(name, "__DOT__"))
        assay_text_addf(&t, "%s.", top); /* it is a port of the top module */
    for (size_t i = 0; i < end;) {
        char c = name[i];
        bool nothing = false;
        const size_t n = decoded(name + i, &c, &nothing);

        if (!nothing)
            assay_text_add_data(&t, &c, 1);
        i += n ? n : 1;
    }
    snprintf(path, size, "%s", assay_text_get(&t));
    assay_text_free(&t);
    if (x && *path && path[strlen(path) - 1] == '.')
        path[strlen(path) - 1] = '\0';
    return x != NULL;
}
