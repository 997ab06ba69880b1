#include "vectors/vectors.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/destination.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/outfile.h"
#include "base/unknown.h"
#include "engine/attached.h"
#include "vectors/vectors_calls.h"

enum { MAX_FILES = 3 };

static const struct format {
    const char *name;
    struct {
        const char *name; /* NULL after the last */
        assay_vectors_writer *write;
    } file[MAX_FILES];
} formats[] = {
    [ASSAY_VECTORS_MEMH] = {"memh",
                            {{"stimulus.memh", assay_vectors_stimulus},
                             {"response.memh", assay_vectors_response},
                             {"tb.v", assay_vectors_testbench}}},
    [ASSAY_VECTORS_CSV] = {"csv", {{"vectors.csv", assay_vectors_csv}}},
    [ASSAY_VECTORS_JSONL] = {"jsonl", {{"vectors.jsonl", assay_vectors_jsonl}}},
};

/* The formats at level `transfers`. */
static const struct format formats_of_calls[] = {
    [ASSAY_VECTORS_MEMH] = {"memh",
                            {{"stimulus.memh", assay_vectors_calls_stimulus},
                             {"response.memh", assay_vectors_calls_response},
                             {"tb.v", assay_vectors_calls_testbench}}},
    [ASSAY_VECTORS_CSV] = {"csv", {{NULL, NULL}}},
    [ASSAY_VECTORS_JSONL] = {"jsonl", {{"vectors.jsonl", assay_vectors_calls_jsonl}}},
};

enum { N_FORMATS = sizeof formats / sizeof formats[0] };

static bool has_calls(const struct assay_vectors *v)
{
    return v->config.block->level == ASSAY_COMPARE_TRANSFERS;
}

static const struct format *format_of(const struct assay_vectors *v)
{
    return (has_calls(v) ? formats_of_calls : formats) + v->format;
}

bool assay_vectors_format(const char *name, enum assay_vector_format *format)
{
    for (int i = 0; i < N_FORMATS; ++i) {
        if (strcmp(formats[i].name, name) == 0) {
            *format = (enum assay_vector_format)i;
            return true;
        }
    }
    return false;
}

const char *assay_vectors_format_name(enum assay_vector_format format)
{
    return formats[format].name;
}

static const char *format_at(const void *arg, size_t i)
{
    (void)arg;
    return i < N_FORMATS ? formats[i].name : NULL;
}

bool assay_vectors_format_unknown(const char *name, char *why, size_t why_size)
{
    return assay_unknown(why, why_size, "format", name, format_at, NULL);
}

struct assay_lockstep *assay_vectors_open(const struct assay_vectors *v, char *why, size_t why_size)
{
    struct assay_config alone = v->config;

    alone.ops = NULL;
    alone.cover = false;
    alone.trace = ASSAY_TRACE_NEVER;
    alone.catch_crashes = alone.block->folder != NULL;
    return assay_lockstep_open(&alone, why, why_size);
}

bool assay_vectors_close(struct assay_lockstep *ls, char *why, size_t why_size)
{
    const struct assay_result *r = assay_lockstep_result(ls);
    const bool good = !assay_verdict_at_cycle(r->verdict);

    if (!good)
        snprintf(why, why_size, "the model of %s: %s at cycle %" PRIu64 "%s%s: expected it to run",
                 assay_lockstep_config(ls)->block->model->name, assay_verdict_name(r->verdict),
                 r->fail_cycle, *r->why ? ": " : "", r->why);
    assay_lockstep_close(ls);
    return good;
}

bool assay_vectors_each(const struct assay_vectors *v, assay_vector_fn *each, void *arg, char *why,
                        size_t why_size)
{
    struct assay_lockstep *ls = assay_vectors_open(v, why, why_size);
    struct assay_moment m;

    if (!ls)
        return false;
    for (uint64_t i = 0; i < v->config.cycles; ++i) {
        struct assay_vector x = {.cycle = i};

        assay_lockstep_run(ls, 1);
        if (!assay_lockstep_moment(ls, i, &m))
            break; /* the scenario ended by itself */
        x.in = m.in;
        x.out = m.expected;
        x.transfers =
            ((const uint8_t *)m.in)[0] ? 0 : v->config.block->model->transfers(m.in, m.expected);
        each(arg, &x);
    }
    return assay_vectors_close(ls, why, why_size);
}

static void count(void *arg, const struct assay_vector *x)
{
    struct assay_vectors_counts *counts = arg;

    counts->cycles = x->cycle + 1;
    for (unsigned i = 0; i < ASSAY_MAX_STREAMS; ++i)
        counts->transfers[i] += x->transfers >> i & 1;
}

static void count_call(void *arg, const struct assay_vector_call *call)
{
    struct assay_vectors_counts *counts = arg;

    counts->calls = call->number + 1;
    counts->responses += call->n_responses;
    for (unsigned i = 0; i < ASSAY_MAX_STREAMS; ++i)
        counts->transfers[i] += call->sinks >> i & 1;
    for (size_t i = 0; i < call->n_responses; ++i)
        ++counts->transfers[call->response[i].source];
}

/* Returns false with a message in `why` if there is no transfer at all: the testbench of such a set
 * would fail. */
static bool check_any(const struct assay_vectors *v, const struct assay_vectors_counts *counts,
                      char *why, size_t why_size)
{
    const struct assay_model_block *m = v->config.block->model;

    for (size_t i = 0; i < m->n_streams; ++i)
        if (counts->transfers[i])
            return true;
    snprintf(why, why_size,
             "block %s: no transfer in %" PRIu64 " cycles: expected at least one: use more cycles",
             m->name, v->config.cycles);
    return m->n_streams == 0;
}

/* Returns false with a message in `why` if a stream has no transfers, so that nothing compares
 * it. */
static bool check_streams(const struct assay_vectors *v, const struct assay_vectors_counts *counts,
                          char *why, size_t why_size)
{
    const struct assay_block *b = v->config.block;

    for (size_t i = 0; i < b->model->n_streams; ++i) {
        if (counts->transfers[i] || (b->rules && b->rules[i].unused))
            continue;
        snprintf(why, why_size,
                 "block %s: no transfer on %s in %" PRIu64
                 " cycles: expected at least one: use more cycles, or `unused` in block.yaml",
                 b->model->name, b->model->streams[i].name, v->config.cycles);
        return false;
    }
    return true;
}

static bool count_all(const struct assay_vectors *v, struct assay_vectors_counts *counts, char *why,
                      size_t why_size)
{
    memset(counts, 0, sizeof *counts);
    if (!has_calls(v))
        return assay_vectors_each(v, count, counts, why, why_size) &&
               check_any(v, counts, why, why_size);
    counts->cycles = v->config.cycles;
    return assay_vectors_calls(v, count_call, counts, why, why_size) &&
           check_streams(v, counts, why, why_size);
}

static bool system_error(const char *path, char *why, size_t why_size)
{
    snprintf(why, why_size, "%s: %s", path, strerror(errno));
    return false;
}

/* Writes file i of the set to a temporary file and computes its digest.
 * Returns NULL with a message in `why` on failure. */
static FILE *make(const struct assay_vectors *v, const struct assay_vectors_counts *counts, int i,
                  char digest[ASSAY_DIGEST], char *why, size_t why_size)
{
    FILE *f = tmpfile();

    if (!f) {
        system_error("temporary file", why, why_size);
        return NULL;
    }
    if (!format_of(v)->file[i].write(v, counts, f, why, why_size)) {
        fclose(f);
        return NULL;
    }
    if (fflush(f) != 0 || ferror(f) || !assay_digest_stream(f, digest)) {
        system_error("temporary file", why, why_size);
        fclose(f);
        return NULL;
    }
    rewind(f);
    return f;
}

/* Writes what was made to the temporary file of `o`: closing it then only has to rename. */
static bool stage(FILE *made, const char *path, struct assay_outfile *o, char *why, size_t why_size)
{
    char part[65536];
    size_t n;

    if (!made || !assay_outfile_open(o, path, why, why_size))
        return false;
    while ((n = fread(part, 1, sizeof part, made)) != 0)
        fwrite(part, 1, n, o->f);
    if (!ferror(made))
        return assay_outfile_finish(o, why, why_size);
    system_error("temporary file", why, why_size);
    assay_outfile_drop(o);
    return false;
}

static bool has_file(const struct assay_vectors *v, const char *name)
{
    const struct format *const f = format_of(v);

    for (int i = 0; i < MAX_FILES && f->file[i].name; ++i)
        if (strcmp(f->file[i].name, name) == 0)
            return true;
    return false;
}

/* Removes the file of a former set, unless somebody has changed it. */
static bool drop(const char *path, const char *digest, char *why, size_t why_size)
{
    FILE *const f = fopen(path, "rb");
    char found[ASSAY_DIGEST];
    bool same;

    if (!f)
        return errno == ENOENT || system_error(path, why, why_size);
    same = assay_digest_stream(f, found) && strcmp(found, digest) == 0;
    fclose(f);
    if (same && unlink(path) != 0)
        return system_error(path, why, why_size);
    if (!same)
        assay_print_error("%s: of the former set, but changed since: it stays", path);
    return true;
}

/* Whether sets have a file of this name, in any format. */
static bool is_known(const char *name)
{
    for (int i = 0; i < N_FORMATS; ++i)
        for (int k = 0; k < MAX_FILES && formats[i].file[k].name; ++k)
            if (strcmp(formats[i].file[k].name, name) == 0)
                return true;
    return false;
}

/* Whether the file at `path` can be replaced: it is missing, or is as the former set or the new one
 * has it. */
static bool is_replaceable(const char *path, const struct assay_vectors_file *made,
                           const struct assay_vectors_file *file, size_t n, char *why,
                           size_t why_size)
{
    FILE *const f = fopen(path, "rb");
    char digest[ASSAY_DIGEST] = "";

    if (!f)
        return errno == ENOENT || system_error(path, why, why_size);
    assay_digest_stream(f, digest);
    fclose(f);
    if (strcmp(made->digest, digest) == 0)
        return true;
    for (size_t i = 0; i < n; ++i)
        if (strcmp(file[i].name, made->name) == 0 && strcmp(file[i].digest, digest) == 0)
            return true;
    snprintf(why, why_size,
             "%s: not of a former set, or changed since: expected another folder, or no such file",
             path);
    return false;
}

/* Removes the files that a set of another format left in the folder: nothing would show that they
 * do not belong to the new one. */
static bool drop_former(const struct assay_vectors *v, const char *folder,
                        const struct assay_vectors_file *file, size_t n, char *why, size_t why_size)
{
    for (size_t i = 0; i < n; ++i) {
        char path[PATH_MAX];

        assay_path(path, sizeof path, "%s/%s", folder, file[i].name);
        if (is_known(file[i].name) && !has_file(v, file[i].name) &&
            !drop(path, file[i].digest, why, why_size))
            return false;
    }
    return true;
}

/* A set that is being written. */
struct set {
    FILE *made[MAX_FILES + 1]; /* its files, and the manifest after them */
    struct assay_vectors_file file[MAX_FILES];
    size_t n;
};

static bool make_all(const struct assay_vectors *v, const struct assay_vectors_counts *counts,
                     struct set *set, char *why, size_t why_size)
{
    cJSON *const o = assay_vectors_describe(v, counts);
    cJSON *const files = cJSON_AddArrayToObject(o, "files");
    bool ok = true;

    for (size_t i = 0; ok && i < MAX_FILES && format_of(v)->file[i].name; ++i) {
        struct assay_vectors_file *const file = &set->file[set->n];

        snprintf(file->name, sizeof file->name, "%s", format_of(v)->file[i].name);
        set->made[i] = make(v, counts, (int)i, file->digest, why, why_size);
        ok = set->made[i] != NULL;
        assay_vectors_add_file(files, file->name, file->digest);
        set->n += ok;
    }
    if (ok)
        set->made[set->n] = assay_vectors_print_manifest(o, why, why_size);
    cJSON_Delete(o);
    return ok && set->made[set->n];
}

/* The files of the set and its manifest appear together. */
static bool write_all(const struct set *set, const char *folder, char *why, size_t why_size)
{
    struct assay_outfile out[MAX_FILES + 1];
    char path[MAX_FILES + 1][PATH_MAX];
    size_t n = 0;

    while (n <= set->n) {
        assay_path(path[n], sizeof path[n], "%s/%s", folder,
                   n < set->n ? set->file[n].name : ASSAY_VECTORS_MANIFEST);
        if (!stage(set->made[n], path[n], &out[n], why, why_size))
            break;
        ++n;
    }
    if (n > set->n)
        return assay_outfile_close_all(out, n, why, why_size);
    while (n)
        assay_outfile_drop(&out[--n]);
    return false;
}

static enum assay_error write_set(const struct assay_vectors *v, const struct set *set,
                                  const char *folder, char *why, size_t why_size)
{
    struct assay_vectors_file former[MAX_FILES];
    enum assay_error error;
    size_t n_former;

    error = assay_vectors_files(folder, former, MAX_FILES, &n_former, why, why_size);
    if (error)
        return error;
    for (size_t i = 0; i < set->n; ++i) {
        char path[PATH_MAX];

        assay_path(path, sizeof path, "%s/%s", folder, set->file[i].name);
        if (!is_replaceable(path, &set->file[i], former, n_former, why, why_size))
            return ASSAY_BAD_INPUT;
    }
    error = assay_destination_make_folder(folder, why, why_size);
    if (error)
        return error;
    return write_all(set, folder, why, why_size) &&
                   drop_former(v, folder, former, n_former, why, why_size)
               ? ASSAY_OK
               : ASSAY_ENVIRONMENT;
}

enum assay_error assay_vectors_write(const struct assay_vectors *v, const char *folder,
                                     struct assay_vectors_counts *counts, char *why,
                                     size_t why_size)
{
    struct set set = {.n = 0};
    enum assay_error error = ASSAY_BAD_INPUT;

    if (!count_all(v, counts, why, why_size))
        return error;
    error = make_all(v, counts, &set, why, why_size) ? write_set(v, &set, folder, why, why_size)
                                                     : ASSAY_ENVIRONMENT;
    for (size_t i = 0; i <= MAX_FILES; ++i)
        if (set.made[i])
            fclose(set.made[i]);
    return error;
}

enum assay_error assay_vectors_check(const struct assay_vectors *v, const char *folder, char *why,
                                     size_t why_size)
{
    struct assay_vectors_counts counts = {0};
    enum assay_error error = ASSAY_OK;
    char path[PATH_MAX], digest[ASSAY_DIGEST] = "";
    cJSON *o, *files;
    FILE *made;

    if (!count_all(v, &counts, why, why_size))
        return ASSAY_BAD_INPUT;
    o = assay_vectors_describe(v, &counts);
    files = cJSON_AddArrayToObject(o, "files");
    for (int i = 0; !error && i < MAX_FILES && format_of(v)->file[i].name; ++i) {
        const char *name = format_of(v)->file[i].name;

        made = make(v, &counts, i, digest, why, why_size);
        assay_path(path, sizeof path, "%s/%s", folder, name);
        error = made ? assay_vectors_compare(made, path, why, why_size) : ASSAY_ENVIRONMENT;
        if (made)
            fclose(made);
        assay_vectors_add_file(files, name, digest);
    }
    if (!error) {
        made = assay_vectors_print_manifest(o, why, why_size);
        assay_path(path, sizeof path, "%s/%s", folder, ASSAY_VECTORS_MANIFEST);
        error = made ? assay_vectors_compare(made, path, why, why_size) : ASSAY_ENVIRONMENT;
        if (made)
            fclose(made);
    }
    cJSON_Delete(o);
    return error;
}
