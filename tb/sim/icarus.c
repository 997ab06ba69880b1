/*
 * icarus.c - elaborates a variant with Icarus and continues inside vvp.
 *
 * A generated wrapper has a reg for each input of the block, a wire for each output and, for
 * waveforms, a reg for each expected output. The VPI module (icarus_vpi.c) drives and samples them.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/home.h"
#include "base/outfile.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/text.h"
#include "sim/cache.h"
#include "sim/fault.h"
#include "sim/icarus_args.h"
#include "sim/pinned.h"
#include "sim/tool.h"
#include "sim/variant.h"
#include "sim/variant_sources.h"

/* A separate module, so that its own registers are not in the waveform. */
static const char dumper[] = "module assay_dump;\n"
                             "reg on = 1'b0;\n"
                             "reg [8191:0] path;\n"
                             "always @(posedge on) begin\n"
                             "    $dumpfile(path);\n"
                             "    $dumpvars(0, assay_top);\n"
                             "end\n"
                             "endmodule\n";

/* The expected outputs and the mismatch flags, for the waveform. Each has an initial value, because
 * Icarus drops variables that nothing in the source writes. */
static void add_reference(struct assay_text *t, const struct assay_block *b, const unsigned *width)
{
    assay_text_add(t, "module assay_ref;\nreg mismatch = 1'b0;\nreg [63:0] transaction = 0;\n");
    for (size_t i = 0; i < b->model->n_ports; ++i)
        if (b->model->ports[i].dir == ASSAY_OUT)
            assay_text_addf(t, "reg [%u:0] %s = 0;\nreg mismatch_%s = 1'b0;\n", width[i] - 1,
                            b->model->ports[i].name, b->model->ports[i].name);
    assay_text_add(t, "endmodule\n");
}

static void add_wrapper(struct assay_text *t, const struct assay_variant *v)
{
    const struct assay_block *b = v->block;
    unsigned width[ASSAY_MAX_PORTS];

    b->model->widths(&v->params, width);
    assay_text_add(t, "`timescale 1ns/1ns\nmodule assay_top;\nreg clk = 1'b0;\n");
    for (size_t i = 0; i < b->model->n_ports; ++i)
        assay_text_addf(t, "%s [%u:0] %s;\n", b->model->ports[i].dir == ASSAY_IN ? "reg" : "wire",
                        width[i] - 1, b->model->ports[i].name);
    assay_text_addf(t, "%s%s", b->folder ? "assay_" : "",
                    b->folder ? b->model->name : b->model->top);
    for (size_t i = 0; i < b->model->n_params && !b->folder; ++i)
        assay_text_addf(t, "%s.%s(%u)%s", i ? ", " : " #(", b->model->params[i].verilog,
                        v->params.v[i], i + 1 == b->model->n_params ? ")" : "");
    assay_text_add(t, " dut (\n    .clk(clk)");
    for (size_t i = 0; i < b->model->n_ports; ++i)
        assay_text_addf(t, ",\n    .%s(%s)", b->model->ports[i].name, b->model->ports[i].name);
    assay_text_add(t, "\n);\nassay_ref \\ref ();\nendmodule\n");
    add_reference(t, b, width);
    assay_text_add(t, dumper);
}

static bool write_wrapper(const struct assay_variant *v, const char *folder, char *why,
                          size_t why_size)
{
    struct assay_text t = {0};
    char path[PATH_MAX];
    bool good;

    add_wrapper(&t, v);
    assay_path(path, sizeof path, "%s/wrapper.v", folder);
    good = assay_outfile_save(path, &t, why, why_size);
    assay_text_free(&t);
    return good;
}

static void push_each(struct assay_args *a, const char *option, const struct assay_names *names)
{
    for (size_t i = 0; i < names->n; ++i) {
        if (*option)
            assay_args_add(a, option);
        assay_args_add(a, names->v[i]);
    }
}

static void push_sources(struct assay_args *a, const struct assay_filelist *list)
{
    push_each(a, "-I", &list->incdirs);
    push_each(a, "-D", &list->defines);
    push_each(a, "-Y", &list->extensions);
    push_each(a, "-y", &list->library_dirs);
    push_each(a, "-l", &list->library_files);
    push_each(a, "", &list->sources);
    if (list->wrapper)
        assay_args_add(a, list->wrapper);
}

/* iverilog ignores write errors, so a full disk shows only in the image. A complete image ends with
 * a table of file names, preceded by their number. */
static enum assay_error check_image(const char *folder, char *why, size_t why_size)
{
    static const char head[] = "\n:file_names ";
    char path[PATH_MAX], *text, *at;
    unsigned long lines = 0;
    size_t size;
    enum assay_error e;

    assay_path(path, sizeof path, "%s/top.vvp", folder);
    e = assay_read_file(path, SIZE_MAX / 2, "what iverilog wrote", &text, &size, why, why_size);
    if (e != ASSAY_OK)
        return ASSAY_ENVIRONMENT;
    at = strstr(text, head);
    if (at) {
        const unsigned long wanted = strtoul(at + sizeof head - 1, &at, 10);

        while ((at = strchr(at, '\n')))
            lines += *++at != '\0';
        if (lines != wanted || text[size - 1] != '\n')
            lines = 0;
    }
    free(text);
    if (lines)
        return ASSAY_OK;
    snprintf(why, why_size, "%s: was not written to its end: expected room on the disk", path);
    return ASSAY_ENVIRONMENT;
}

static enum assay_error compile(const struct assay_variant *v, const struct assay_filelist *list,
                                const char *folder, char *why, size_t why_size)
{
    static const char *const flags[] = {"iverilog",   "-g2012", "-s",      "assay_top", "-s",
                                        "assay_dump", "-o",     "top.vvp", "wrapper.v"};
    struct assay_args a = {0};
    struct assay_output out = {0};
    enum assay_error e = ASSAY_OK;
    int status;

    if (!write_wrapper(v, folder, why, why_size))
        return ASSAY_ENVIRONMENT;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(&a, flags[i]);
    push_sources(&a, list);
    status = assay_args_run(&a, folder, &out);
    if (status != 0)
        e = assay_tool_failed(v, "iverilog", status, &out, why, why_size);
    else
        e = check_image(folder, why, why_size);
    free(out.text);
    assay_args_free(&a);
    return e;
}

/* Add the wrapper to the hash of a key. False if out of memory. */
static bool hash_wrapper(const struct assay_variant *v, struct assay_hash *h)
{
    struct assay_text t = {0};
    bool good;

    add_wrapper(&t, v);
    good = !t.failed;
    if (good)
        assay_hash_data(h, t.s, t.n);
    assay_text_free(&t);
    return good;
}

/* The same for the sources, as text after the preprocessor. This is the preprocessor of Icarus,
 * because `ifdef may select another text for another simulator. */
static enum assay_error hash_sources(const struct assay_variant *v,
                                     const struct assay_filelist *list, struct assay_hash *h,
                                     char *why, size_t why_size)
{
    static const char *const flags[] = {"iverilog", "-g2012", "-E", "-o", "/dev/stdout"};
    struct assay_args a = {0};
    struct assay_output out = {0};
    enum assay_error e = ASSAY_OK;
    int status;

    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(&a, flags[i]);
    push_sources(&a, list);
    /* The output on standard error may vary from run to run. */
    status = a.failed ? ASSAY_NOT_STARTED : assay_process_text(a.v, NULL, &out);
    if (status == 0) {
        assay_hash_data(h, out.text, out.size);
    } else { /* run it again for its messages */
        free(out.text);
        status = assay_args_run(&a, NULL, &out);
        e = assay_tool_failed(v, "iverilog", status, &out, why, why_size);
    }
    free(out.text);
    assay_args_free(&a);
    return e;
}

/* Add the files in a list from iverilog, one per line, to the hash of a key. */
static bool hash_listed(const char *path, struct assay_hash *h, char *why, size_t why_size)
{
    FILE *f = assay_open_text(path, "iverilog's list of the files it has read", why, why_size);
    char file[PATH_MAX + 2];
    bool good = f != NULL;

    while (good && fgets(file, sizeof file, f)) {
        assay_cut_line_end(file);
        good = !*file || assay_hash_file(h, file);
        if (!good)
            snprintf(why, why_size, "%s: %s: expected to read it", file, strerror(errno));
    }
    if (f)
        fclose(f);
    return good;
}

/* Only elaboration tells which files a design takes from libraries. */
static enum assay_error hash_libraries(const struct assay_variant *v,
                                       const struct assay_filelist *list, struct assay_hash *h,
                                       char *why, size_t why_size)
{
    static const char *const flags[] = {"iverilog", "-g2012", "-tnull", "-o", "/dev/null", "-M"};
    struct assay_scratch folder;
    char path[PATH_MAX];
    struct assay_args a = {0};
    struct assay_output out = {0};
    enum assay_error e = ASSAY_OK;
    int status;

    if (!assay_scratch_open(&folder, "files", why, why_size))
        return ASSAY_ENVIRONMENT;
    assay_path(path, sizeof path, "%s/list", folder.path);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i)
        assay_args_add(&a, flags[i]);
    assay_args_add(&a, path);
    push_sources(&a, list);
    status = assay_args_run(&a, NULL, &out);
    if (status != 0)
        e = assay_tool_failed(v, "iverilog", status, &out, why, why_size);
    else if (!hash_listed(path, h, why, why_size))
        e = ASSAY_ENVIRONMENT;
    assay_scratch_close(&folder);
    free(out.text);
    assay_args_free(&a);
    return e;
}

static enum assay_error key_of(const struct assay_variant *v, const struct assay_filelist *list,
                               char key[ASSAY_KEY_SIZE], char *why, size_t why_size)
{
    struct assay_hash *h = assay_hash_begin();
    enum assay_error e;

    if (!h || !hash_wrapper(v, h)) {
        snprintf(why, why_size, "out of memory");
        if (h)
            assay_hash_end(h, key);
        return ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, "icarus variant 6");
    assay_hash_tool(h, "iverilog");
    e = assay_variant_hash_wrapper(v, h, why, why_size);
    if (e == ASSAY_OK)
        e = assay_variant_hash_fault(v, h, why, why_size);
    if (e == ASSAY_OK)
        e = hash_sources(v, list, h, why, why_size);
    if (e == ASSAY_OK && assay_filelist_has_libraries(list))
        e = hash_libraries(v, list, h, why, why_size);
    if (!assay_hash_end(h, key) && e == ASSAY_OK) {
        snprintf(why, why_size, "%s: the key of the variant can't be computed",
                 v->block->model->name);
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

/* vvp reads file names between quotation marks, without escapes. */
static bool can_be_named(const char *path, const char *advice, char *why, size_t why_size)
{
    if (!strpbrk(path, "\"\n"))
        return true;
    snprintf(why, why_size,
             "%s: a quotation mark or a line end in a path, which vvp cannot read: expected none%s",
             path, advice);
    return false;
}

static bool can_all_be_named(const struct assay_names *names, char *why, size_t why_size)
{
    for (size_t i = 0; i < names->n; ++i)
        if (!can_be_named(names->v[i], "", why, why_size))
            return false;
    return true;
}

static enum assay_error check_names(const struct assay_variant *v,
                                    const struct assay_filelist *list, char *why, size_t why_size)
{
    char cache[PATH_MAX];

    if (!can_all_be_named(&list->sources, why, why_size) ||
        !can_all_be_named(&list->incdirs, why, why_size) ||
        !can_all_be_named(&list->library_dirs, why, why_size) ||
        !can_all_be_named(&list->library_files, why, why_size))
        return ASSAY_BAD_INPUT;
    /* The cache holds wrappers and patched sources. */
    if ((v->block->folder || v->fault) &&
        !can_be_named(assay_cache_folder(cache), "; ASSAY_CACHE names another folder", why,
                      why_size))
        return ASSAY_ENVIRONMENT;
    return ASSAY_OK;
}

enum assay_error assay_icarus_build(const struct assay_variant *v, char path[PATH_MAX], char *why,
                                    size_t why_size)
{
    struct assay_filelist list;
    struct assay_cache_entry entry;
    struct assay_about about;
    char key[ASSAY_KEY_SIZE], folder[PATH_MAX];
    bool pinned;
    enum assay_error e = assay_pinned_variant(v, "icarus", &pinned, folder, why, why_size);

    if (e != ASSAY_OK)
        return e;
    if (pinned) {
        assay_path(path, PATH_MAX, "%s/top.vvp", folder);
        return ASSAY_OK;
    }
    e = assay_variant_sources(v, &list, why, why_size);

    if (e != ASSAY_OK)
        return e;
    e = check_names(v, &list, why, why_size);
    if (e == ASSAY_OK)
        e = key_of(v, &list, key, why, why_size);
    if (e == ASSAY_OK && !assay_cache_open(key, &entry, why, why_size))
        e = ASSAY_ENVIRONMENT;
    if (e == ASSAY_OK) {
        assay_path(path, PATH_MAX, "%s/top.vvp", entry.path);
        if (!entry.complete) {
            if (assay_tool_is_users(v))
                e = assay_variant_check_pins(v, &list, why, why_size);
            if (e == ASSAY_OK && v->fault)
                e = assay_fault_apply(v, &list, entry.build, why, why_size);
            if (e == ASSAY_OK)
                e = assay_variant_write_wrapper(v, &list, entry.build, why, why_size);
            if (e == ASSAY_OK)
                e = compile(v, &list, entry.build, why, why_size);
            assay_variant_about(v, "icarus", &about);
            about.waves = true;
            if (e != ASSAY_OK)
                e = assay_cache_failed(&entry, e, why, why_size);
            else if (!assay_cache_commit(&entry, &about, why, why_size))
                e = ASSAY_ENVIRONMENT;
        }
    }
    assay_filelist_free(&list);
    return e;
}

/* The program's arguments are passed in the environment, because vvp has its own command line. */
static bool pass_arguments(int argc, char **argv)
{
    size_t size = 1, at = 0;
    char *all;
    bool ok;

    for (int i = 0; i < argc; ++i)
        size += strlen(argv[i]) + 1;
    all = malloc(size);
    if (!all)
        return false;
    for (int i = 0; i < argc; ++i)
        at += (size_t)snprintf(all + at, size - at, "%s%s", argv[i],
                               i + 1 < argc ? ASSAY_ARGS_SEPARATOR : "");
    ok = setenv(ASSAY_ARGS_VARIABLE, all, 1) == 0;
    free(all);
    return ok;
}

enum assay_error assay_icarus_vvp(const char *image, int argc, char **argv, char *why,
                                  size_t why_size)
{
    char modules[PATH_MAX];

    assay_home_modules(modules, sizeof modules);
    snprintf(why, why_size, "%s/assay.vpi", modules);
    if (access(why, R_OK) != 0) {
        size_t n = strlen(why);

        snprintf(why + n, why_size - n,
                 ": %s: expected the VPI module (built with the program where "
                 "Icarus is installed; ASSAY_VPI names its folder)",
                 strerror(errno));
        return ASSAY_ENVIRONMENT;
    }
    if (!pass_arguments(argc, argv)) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    assay_home_pass_on();
    fflush(NULL);
    execlp("vvp", "vvp", "-n", "-M", modules, "-m", "assay", image, "-fst", (char *)NULL);
    snprintf(why, why_size, "vvp: %s: expected Icarus Verilog to be installed (scripts/setup does)",
             strerror(errno));
    return ASSAY_ENVIRONMENT;
}

enum assay_error assay_icarus_exec(const struct assay_variant *v, int argc, char **argv, char *why,
                                   size_t why_size)
{
    char image[PATH_MAX];
    enum assay_error e = assay_icarus_build(v, image, why, why_size);

    if (e != ASSAY_OK)
        return e;
    assay_cache_use_after_exec();
    return assay_icarus_vvp(image, argc, argv, why, why_size);
}
