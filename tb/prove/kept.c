#include "prove/kept.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/home.h"
#include "base/outfile.h"
#include "base/process.h"

enum { PATH_ROOM = PATH_MAX + 256 };

static const char *path_of(const char *key, char path[PATH_ROOM])
{
    char cache[PATH_MAX];

    assay_path(path, PATH_ROOM, "%s/" ASSAY_HOME_PROOFS "/%s",
               assay_home_cache(cache, sizeof cache), key);
    return path;
}

/* Copy the next word of a make rule, without the backslashes and dollars that quote its characters.
 * Returns the text after it; the word is empty at the end of the rules. */
static const char *take_word(const char *at, char *word)
{
    while (*at && (strchr(" \n", *at) || strncmp(at, "\\\n", 2) == 0))
        ++at;
    for (; *at && !strchr(" \n", *at); ++at) {
        if ((*at == '\\' && at[1] && strchr(" #\\", at[1])) || (*at == '$' && at[1] == '$'))
            ++at;
        *word++ = *at;
    }
    *word = '\0';
    return at;
}

/* Hash each file in make rules for the target "x", such as "x: a.c my\ folder/b.h". */
static void hash_dependencies(struct assay_hash *h, const char *rules)
{
    char home[PATH_MAX], path[PATH_ROOM];
    char *const word = aig_memory(NULL, (uint32_t)strlen(rules) + 1, 1);
    const char *at = rules;

    assay_home(home, sizeof home);
    while (at = take_word(at, word), *word) {
        if (strcmp(word, "x:") == 0)
            continue;
        assay_path(path, sizeof path, "%s%s%s", *word == '/' ? "" : home, *word == '/' ? "" : "/",
                   word);
        assay_hash_file(h, path);
    }
    free(word);
}

/* Hash the model's sources with everything that they include, as listed by the compiler. */
static enum assay_error hash_model(const struct cell *c, struct assay_hash *h, char *why,
                                   size_t why_size)
{
    const struct lemma *const l = c->lemma;
    char home[PATH_MAX], source[PATH_MAX];
    struct assay_args a = {0};
    struct assay_output out = {0};
    int status = ASSAY_NOT_STARTED;
    bool found = true;

    assay_args_add(&a, "clang-14");
    assay_args_add(&a, "-MM");
    assay_args_add(&a, "-MT");
    assay_args_add(&a, "x");
    cell_add_flags(c, &a);
    for (uint32_t i = 0; found && i <= l->model.n; ++i) {
        found = cell_source(c, i, source, why, why_size);
        assay_args_add(&a, source);
    }
    if (found && !a.failed)
        status = assay_process_text(a.v, assay_home(home, sizeof home), &out);
    if (found && status)
        snprintf(why, why_size, "clang-14: status %d: expected the sources that %s includes",
                 status, l->path);
    else if (found)
        hash_dependencies(h, out.text);
    for (uint32_t i = 0; l->place && i < l->place->flags.n; ++i)
        assay_hash_text(h, l->place->flags.word[i]);
    free(out.text);
    assay_args_free(&a);
    return status ? ASSAY_BAD_INPUT : ASSAY_OK;
}

/* Hash a text that a tool wrote, without its comments: those of LLVM mention the case's folder. */
static enum assay_error hash_made(const struct cell *c, const char *name, struct assay_hash *h,
                                  char *why, size_t why_size)
{
    char *const text = cell_read(c, name, why, why_size);

    if (!text)
        return ASSAY_ENVIRONMENT;
    for (char *line = text; *line;) {
        char *const end = line + strcspn(line, "\n");
        const bool more = *end == '\n';

        *end = '\0';
        if (*line != ';')
            assay_hash_text(h, line);
        line = end + more;
    }
    free(text);
    return ASSAY_OK;
}

static bool end(struct assay_hash *h, char key[ASSAY_KEY_SIZE], char *why, size_t why_size)
{
    if (assay_hash_end(h, key))
        return true;
    snprintf(why, why_size,
             "a source of the proof cannot be read: expected to know what it depends on");
    return false;
}

/* Compute the model's key, from its sources and the IR. */
static enum assay_error identify_model(const struct cell *c, struct kept *k, char *why,
                                       size_t why_size)
{
    struct assay_hash *const h = assay_hash_begin();
    enum assay_error e;

    if (!h)
        return ASSAY_ENVIRONMENT;
    e = hash_model(c, h, why, why_size);
    if (!e)
        e = hash_made(c, CELL_IR_MODEL, h, why, why_size);
    if (!e)
        e = hash_made(c, CELL_IR_CHECKED, h, why, why_size);
    return end(h, k->model, why, why_size) || e ? e : ASSAY_BAD_INPUT;
}

/* Compute the RTL's key, from its sources with the planted bug and the netlist. */
static enum assay_error identify_rtl(const struct cell *c, struct kept *k, char *why,
                                     size_t why_size)
{
    struct assay_hash *const h = assay_hash_begin();
    char path[PATH_MAX];
    enum assay_error e = ASSAY_OK;

    if (!h)
        return ASSAY_ENVIRONMENT;
    for (uint32_t i = 0; i < c->lemma->rtl.n && !e; ++i)
        if (lemma_source(c->lemma, "rtl", c->lemma->rtl.word[i], path, why, why_size))
            assay_hash_file(h, path);
        else
            e = ASSAY_BAD_INPUT;
    if (c->patch)
        assay_hash_file(h, lemma_plant(c->lemma, path));
    if (!e)
        e = hash_made(c, CELL_NETLIST, h, why, why_size);
    return end(h, k->rtl, why, why_size) || e ? e : ASSAY_BAD_INPUT;
}

enum assay_error kept_identify(const struct cell *c, struct kept *k, char *why, size_t why_size)
{
    static const char *const tools[] = {"clang-14",  "opt-14",  "llvm-link-14", "yosys",
                                        "yosys-abc", "cadical", "iverilog",     "vvp"};
    struct assay_hash *h;
    enum assay_error e;

    *k = (struct kept){.seconds = 0};
    e = identify_model(c, k, why, why_size);
    if (!e)
        e = identify_rtl(c, k, why, why_size);
    if (e)
        return e;
    if ((h = assay_hash_begin()) == NULL)
        return ASSAY_ENVIRONMENT;
    assay_hash_text(h, k->model);
    assay_hash_text(h, k->rtl);
    assay_hash_text(h, c->lemma->text);
    assay_hash_text(h, c->parameters);
    assay_hash_text(h, c->solver ? c->solver : "");
    assay_hash_text(h, c->patch ? "planted" : "");
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; ++i)
        assay_hash_tool(h, tools[i]);
    if (c->solver)
        assay_hash_tool(h, strcmp(c->solver, "abc") == 0 ? "yosys-abc" : c->solver);
    assay_hash_text(h, ASSAY_TRANSLATOR); /* a hash of its sources */
    return end(h, k->key, why, why_size) ? ASSAY_OK : ASSAY_BAD_INPUT;
}

bool kept_find(struct kept *k)
{
    char path[PATH_ROOM], line[256];
    FILE *const f = fopen(path_of(k->key, path), "r");
    int found = 0;

    if (!f)
        return false;
    while (fgets(line, sizeof line, f)) {
        found += sscanf(line, "solver: %15s", k->solver) == 1;
        found += sscanf(line, "seconds: %lf", &k->seconds) == 1;
    }
    if (found == 2)
        futimens(fileno(f),
                 NULL); /* record the time of use; fails harmlessly in a read-only cache */
    fclose(f);
    return found == 2;
}

bool kept_save(const struct cell *c, const struct kept *k, char *why, size_t why_size)
{
    char path[PATH_ROOM], folder[PATH_ROOM];
    struct assay_outfile o;

    if (!assay_make_folders(path_of("", folder), why, why_size) ||
        !assay_outfile_open(&o, path_of(k->key, path), why, why_size))
        return false;
    fprintf(o.f, "lemma: %s/%s%s\ncase: %s\nsolver: %s\nseconds: %.2f\nmodel: %s\nrtl: %s\n",
            c->lemma->block, c->lemma->name, c->patch ? ", planted" : "", c->parameters, k->solver,
            k->seconds, k->model, k->rtl);
    return assay_outfile_close(&o, why, why_size);
}
