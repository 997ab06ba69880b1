/* cell_model.c - the model's side: compile it to IR, and to programs. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/home.h"
#include "prove/cell.h"

static void add_all(struct assay_args *a, const char *const *words)
{
    for (; *words; ++words)
        assay_args_add(a, *words);
}

static enum assay_error run(struct assay_args *k, const char *what, char *why, size_t why_size)
{
    char home[PATH_MAX];
    enum assay_error e = ASSAY_ENVIRONMENT;

    /* in the tree, so that messages give source places relative to it */
    if (k->failed)
        snprintf(why, why_size, "out of memory");
    else
        e = cell_run(assay_home(home, sizeof home), k->v, what, why, why_size);
    assay_args_free(k);
    return e;
}

void cell_add_flags(const struct cell *c, struct assay_args *a)
{
    static const char *const flags[] = {"-Imodel", "-Imodel/type", "-I.", "-Itb", NULL};
    const struct lemma_place *const place = c->lemma->place;
    char modules[PATH_MAX], path[PATH_MAX];

    /* A user's block has the standard and the flags with which its model is compiled for runs. */
    assay_args_add(a, place ? "-std=gnu11" : "-std=c11");
    for (uint32_t i = 0; place && i < place->flags.n; ++i)
        assay_args_add(a, place->flags.word[i]);
    add_all(a, flags);
    assay_path(path, sizeof path, "%s/generated", assay_home_modules(modules, sizeof modules));
    assay_args_add2(a, "-I", path); /* for the generated pins of the blocks */
    for (const char *at = c->parameters; *at; at += strspn(at, " ")) {
        const size_t n = strcspn(at, " ");
        char *const define = aig_copy_with(at, n, "");

        assay_args_add2(a, "-D", define);
        free(define);
        at += n;
    }
}

bool cell_source(const struct cell *c, uint32_t i, char path[PATH_MAX], char *why, size_t why_size)
{
    const struct lemma *const l = c->lemma;

    if (i && l->place)
        return lemma_source(l, "model", l->model.word[i - 1], path, why, why_size);
    assay_path(path, PATH_MAX, "%s", i ? l->model.word[i - 1] : l->path);
    return true;
}

/* The model is compiled in two forms. */
struct form {
    const char *name;
    const char *const *flags; /* in addition to the common ones */
    const char *passes;       /* run on the linked module; they produce loop-closed form */
    uint32_t more;            /* how often a loop's head is entered beyond its iterations */
    enum execute_undef undef;
    bool marks_unset; /* see cell_unset.c */
};

/* The form that is proved equal to the RTL, optimised by the compiler. */
static const char *const as_it_is[] = {NULL};
static const struct form model_form = {
    "model",
    as_it_is,
    "internalize,globaldce,function(sroa,instcombine,simplifycfg),inline,"
    "function(sroa,early-cse,instcombine,simplifycfg),globaldce,function(loop-simplify,lcssa)",
    0,
    EXECUTE_REFUSE_UNDEF,
    false};

/* The form for the obligations. An optimiser may remove code with undefined behaviour, such as a
 * store outside an object that nothing reads. So this form keeps every access of the source, and
 * only scalars are put into registers. Checks that would need pointers as numbers are off;
 * execute.h does those. The head of a loop is entered one more time, to leave the loop; and a
 * variable may have a meaningless value on paths that do not use it. */
static const char *const with_checks[] = {
    "-Xclang",
    "-disable-llvm-passes",
    "-fsanitize=undefined",
    "-fno-sanitize=alignment,null,pointer-overflow,object-size,vptr,function",
    "-fsanitize-trap=all",
    "-Werror=unsequenced",
    NULL};
static const struct form checked_form = {
    "checked", with_checks,          "internalize,globaldce,function(mem2reg,loop-simplify,lcssa)",
    1,         EXECUTE_POISON_UNDEF, true};

static enum assay_error mark_unset(const struct cell *c, const char *name, char *why,
                                   size_t why_size)
{
    char *const text = cell_read(c, name, why, why_size);
    enum assay_error e = text ? ASSAY_OK : ASSAY_ENVIRONMENT;
    struct assay_text marked = {0};

    if (!e && !cell_check_passed(c, text, why, why_size))
        e = ASSAY_BAD_INPUT;
    if (!e) {
        cell_mark_unset(text, &marked);
        if (!cell_write(c, name, assay_text_get(&marked), why, why_size))
            e = ASSAY_ENVIRONMENT;
    }
    assay_text_free(&marked);
    free(text);
    return e;
}

/* Compile all sources, and link them into one module. */
static enum assay_error make_ir(const struct cell *c, const struct form *form, char *why,
                                size_t why_size)
{
    static const char *const compiler[] = {"clang-14",           "-O1",
                                           "-gline-tables-only", "-fno-strict-aliasing",
                                           "-fno-vectorize",     "-fno-slp-vectorize",
                                           "-fno-unroll-loops",  "-Xclang",
                                           "-opaque-pointers",   "-S",
                                           "-emit-llvm",         NULL};
    struct assay_args k = {0}, link = {0};
    char path[8192], source[PATH_MAX], word[512];
    enum assay_error e = ASSAY_OK;

    assay_args_add(&link, "llvm-link-14");
    assay_args_add(&link, "-opaque-pointers");
    assay_args_add(&link, "-S");
    for (uint32_t i = 0; !e && i <= c->lemma->model.n; ++i) {
        snprintf(word, sizeof word, "%s%u.ll", form->name, (unsigned)i);
        cell_path(c, word, path);
        assay_args_add(&link, path);
        if (!cell_source(c, i, source, why, why_size)) {
            e = ASSAY_BAD_INPUT;
            break;
        }
        add_all(&k, compiler);
        add_all(&k, form->flags);
        cell_add_flags(c, &k);
        assay_args_add(&k, source);
        assay_args_add(&k, "-o");
        assay_args_add(&k, path);
        e = run(&k, "the model is not compiled", why, why_size);
    }
    assay_args_add(&link, "-o");
    snprintf(word, sizeof word, "%s-all.ll", form->name);
    assay_args_add(&link, cell_path(c, word, path));
    if (!e)
        e = run(&link, "the model is not linked", why, why_size);
    if (!e && form->marks_unset)
        e = mark_unset(c, word, why, why_size);
    assay_args_free(&link);
    if (e)
        return e;
    assay_args_add(&k, "opt-14");
    assay_args_add(&k, "-opaque-pointers");
    assay_args_add(&k, "-S");
    assay_args_add2(&k, "-passes=", form->passes);
    assay_args_add(&k, "-internalize-public-api-list=spec,inputs_of,variables_of,holds");
    assay_args_add(&k, path);
    assay_args_add(&k, "-o");
    snprintf(word, sizeof word, "%s.ll", form->name);
    assay_args_add(&k, cell_path(c, word, path));
    return run(&k, "the model is not prepared", why, why_size);
}

static enum assay_error translate(const struct cell *c, const struct form *form,
                                  const char *function, const struct execute_ports *in,
                                  const struct execute_ports *out, struct aig *g,
                                  struct execute_result *r, char *why, size_t why_size)
{
    char name[64], *text;
    struct ir_module m;
    bool ok;

    snprintf(name, sizeof name, "%s.ll", form->name);
    text = cell_read(c, name, why, why_size);
    if (!text)
        return ASSAY_ENVIRONMENT;
    ok = ir_read(&m, name, text, why, why_size);
    if (ok) {
        ok = execute(g, &m, function, in, out, c->lemma->bound + form->more, form->undef, r, why,
                     why_size);
        ir_close(&m);
    }
    free(text);
    return ok ? ASSAY_OK : ASSAY_BAD_INPUT;
}

enum assay_error cell_compile(struct cell *c, char *why, size_t why_size)
{
    enum assay_error e = ASSAY_OK;

    if (!c->compiled)
        e = make_ir(c, &model_form, why, why_size);
    if (!e && !c->compiled)
        e = make_ir(c, &checked_form, why, why_size);
    if (!e)
        e = translate(c, &model_form, "@spec", &c->in, &c->out, &c->graph, &c->model, why,
                      why_size);
    if (!e)
        e = translate(c, &checked_form, "@spec", &c->in, &c->out, &c->graph, &c->checked, why,
                      why_size);
    return e;
}

enum assay_error cell_execute(const struct cell *c, const char *function,
                              const struct execute_ports *in, const struct execute_ports *out,
                              bool checked, struct aig *g, struct execute_result *r, char *why,
                              size_t why_size)
{
    return translate(c, checked ? &checked_form : &model_form, function, in, out, g, r, why,
                     why_size);
}

/* Reads input vectors and prints outputs, one vector per line, in hexadecimal words, and whether
 * the lemma's invariant holds of the registers among them. Reports bits above a port's width. */
static const char *const driver = "#include <stdbool.h>\n"
                                  "#include <stdint.h>\n"
                                  "#include <stdio.h>\n"
                                  "#include <string.h>\n"
                                  "bool spec(const uint32_t *in, uint32_t *out);\n"
                                  "bool holds(const uint32_t *state);\n"
                                  "int main(void)\n"
                                  "{\n"
                                  "    uint32_t in[N_IN], out[N_OUT];\n"
                                  "    for (;;) {\n"
                                  "        for (int i = 0; i < N_IN; ++i)\n"
                                  "            if (scanf(\"%x\", &in[i]) != 1)\n"
                                  "                return 0;\n"
                                  "        memset(out, 0xA5, sizeof out);\n"
                                  "        printf(\"%d\", spec(in, out));\n"
                                  "        for (int i = 0; i < N_OUT; ++i)\n"
                                  "            printf(\" %x\", out[i]);\n"
                                  "#ifdef N_STATE\n"
                                  "        printf(\" %d\", holds(out + N_OUT - N_STATE));\n"
                                  "#endif\n"
                                  "        printf(\"\\n\");\n"
                                  "    }\n"
                                  "}\n";

const char *cell_compiler(void)
{
    const char *const cc = getenv("CC");

    return cc && *cc ? cc : "cc";
}

enum assay_error cell_build_native(const struct cell *c, bool checked, char *why, size_t why_size)
{
    static const char *const plain[] = {"-O2", NULL};
    /* Unoptimised, as above, because sanitizers run after the optimiser. */
    static const char *const checks[] = {"-O0", "-g", "-fsanitize=address,undefined",
                                         "-fno-sanitize-recover=all", NULL};
    /* What the lemma does not call may need functions of the program, as a user's whole model
     * does. What it calls is known to be there, since it has been translated. The loader refuses
     * such a program if its place is not fixed. */
    static const char *const libraries[] = {"-lm", "-no-pie", "-Wl,--unresolved-symbols=ignore-all",
                                            NULL};
    struct assay_args k = {0};
    const char *const program = checked ? "checked" : "native";
    char path[8192], source[PATH_MAX], word[64];

    if (c->compiled && access(cell_path(c, program, path), F_OK) == 0)
        return ASSAY_OK;
    if (!cell_write(c, "driver.c", driver, why, why_size))
        return ASSAY_ENVIRONMENT;
    assay_args_add(&k, cell_compiler());
    add_all(&k, checked ? checks : plain);
    cell_add_flags(c, &k);
    snprintf(word, sizeof word, "-DN_IN=%u", (unsigned)execute_words(&c->in));
    assay_args_add(&k, word);
    snprintf(word, sizeof word, "-DN_OUT=%u", (unsigned)execute_words(&c->out));
    assay_args_add(&k, word);
    if (c->lemma->holds) {
        snprintf(word, sizeof word, "-DN_STATE=%u", (unsigned)execute_words(&c->state));
        assay_args_add(&k, word);
    }
    assay_args_add(&k, cell_path(c, "driver.c", path));
    for (uint32_t i = 0; i <= c->lemma->model.n; ++i) {
        if (!cell_source(c, i, source, why, why_size)) {
            assay_args_free(&k);
            return ASSAY_BAD_INPUT;
        }
        assay_args_add(&k, source);
    }
    assay_args_add(&k, "-o");
    assay_args_add(&k, cell_path(c, program, path));
    if (c->lemma->place)
        add_all(&k, libraries);
    return run(&k, "the model is not compiled", why, why_size);
}
