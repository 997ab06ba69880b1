#include "vectors/vectors.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/number.h"
#include "base/outfile.h"
#include "base/unknown.h"
#include "engine/attached.h"
#include "vectors/vectors_calls.h"

static const char manifest_name[] = "manifest.json";

enum { MAX_FILES = 3, MANIFEST_SIZE = 1 << 20 };

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

/* Returns false with a message in `why` if a stream has no transfers, so that nothing compares it. */
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
        return assay_vectors_each(v, count, counts, why, why_size);
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

static bool keep(FILE *made, const char *path, char *why, size_t why_size)
{
    struct assay_outfile o;
    char part[65536];
    size_t n;

    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    while ((n = fread(part, 1, sizeof part, made)) != 0)
        fwrite(part, 1, n, o.f);
    if (ferror(made)) {
        system_error("temporary file", why, why_size);
        assay_outfile_drop(&o);
        return false;
    }
    return assay_outfile_close(&o, why, why_size);
}

/* --- the manifest --- */

static const struct {
    const char *name;
    size_t offset;
} knob_names[] = {{"stall", offsetof(struct assay_knobs, stall)},
                  {"illegal", offsetof(struct assay_knobs, illegal)},
                  {"corner", offsetof(struct assay_knobs, corner)},
                  {"resets", offsetof(struct assay_knobs, resets)}};

enum { N_KNOBS = sizeof knob_names / sizeof knob_names[0] };

static uint32_t *knob(struct assay_knobs *k, int i)
{
    return (uint32_t *)(void *)((char *)k + knob_names[i].offset);
}

/* Describes the set, except for its files. */
static cJSON *describe(const struct assay_vectors *v, const struct assay_vectors_counts *counts)
{
    const struct assay_config *c = &v->config;
    struct assay_knobs knobs = c->knobs;
    cJSON *o = cJSON_CreateObject(), *part;
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(c->block, &c->params, values, sizeof values);
    assay_json_add_u64(o, "assay_vectors", ASSAY_VECTORS_VERSION);
    cJSON_AddStringToObject(o, "generator", *v->generator ? v->generator : "assay " ASSAY_VERSION);
    cJSON_AddStringToObject(o, "format", format_of(v)->name);
    cJSON_AddStringToObject(o, "block", assay_block_reference(c->block));
    cJSON_AddStringToObject(o, "top", c->block->model->top);
    cJSON_AddStringToObject(o, "params", values);
    cJSON_AddStringToObject(o, "scenario", c->scenario->name);
    part = cJSON_AddObjectToObject(o, "knobs");
    for (int i = 0; i < N_KNOBS; ++i)
        assay_json_add_u64(part, knob_names[i].name, *knob(&knobs, i));
    assay_json_add_u64(o, "seed", c->seed);
    assay_json_add_u64(o, "cycles", counts->cycles);
    if (has_calls(v)) {
        assay_json_add_u64(o, "calls", counts->calls);
        assay_json_add_u64(o, "responses", counts->responses);
    }
    part = cJSON_AddObjectToObject(o, "transfers");
    for (size_t i = 0; i < c->block->model->n_streams; ++i)
        assay_json_add_u64(part, c->block->model->streams[i].name, counts->transfers[i]);
    return o;
}

static void add_file(cJSON *files, const char *name, const char *digest)
{
    cJSON *entry = cJSON_CreateObject();

    cJSON_AddStringToObject(entry, "name", name);
    cJSON_AddStringToObject(entry, "sha256", digest);
    cJSON_AddItemToArray(files, entry);
}

/* Prints the manifest to a temporary file. Returns NULL with a message in `why` on failure. */
static FILE *print_manifest(const cJSON *o, char *why, size_t why_size)
{
    char *text = assay_json_text(o, ASSAY_JSON_PAGE);
    FILE *f = text ? tmpfile() : NULL;

    if (f && (fprintf(f, "%s\n", text) < 0 || fflush(f) != 0)) {
        const int error = errno;

        fclose(f);
        f = NULL;
        errno = error;
    }
    if (f)
        rewind(f);
    else
        snprintf(why, why_size, "%s: %s", manifest_name, text ? strerror(errno) : "out of memory");
    cJSON_free(text);
    return f;
}

enum assay_error assay_vectors_write(const struct assay_vectors *v, const char *folder,
                                     struct assay_vectors_counts *counts, char *why,
                                     size_t why_size)
{
    cJSON *o, *files;
    bool ok = true;

    if (!count_all(v, counts, why, why_size))
        return ASSAY_BAD_INPUT;
    o = describe(v, counts);
    files = cJSON_AddArrayToObject(o, "files");
    for (int i = 0; ok && i < MAX_FILES && format_of(v)->file[i].name; ++i) {
        const char *name = format_of(v)->file[i].name;
        char path[PATH_MAX], digest[ASSAY_DIGEST];
        FILE *made = make(v, counts, i, digest, why, why_size);

        if (!made) {
            ok = false;
            break;
        }
        assay_path(path, sizeof path, "%s/%s", folder, name);
        ok = keep(made, path, why, why_size);
        fclose(made);
        add_file(files, name, digest);
    }
    if (ok) {
        char path[PATH_MAX];
        FILE *made = print_manifest(o, why, why_size);

        assay_path(path, sizeof path, "%s/%s", folder, manifest_name);
        ok = made && keep(made, path, why, why_size);
        if (made)
            fclose(made);
    }
    cJSON_Delete(o);
    return ok ? ASSAY_OK : ASSAY_ENVIRONMENT;
}

/* --- reading a manifest --- */

static const char *get_text(const cJSON *o, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(o, name));

    return text ? text : "";
}

static bool get_number(const cJSON *o, const char *name, uint64_t most, uint64_t *n)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, name);

    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > (double)most)
        return false;
    *n = (uint64_t)item->valuedouble;
    return true;
}

/* Seeds use all 64 bits, which a cJSON number cannot hold, so the digits are read from the text. */
static bool get_seed(const char *text, uint64_t *seed)
{
    const char *at = strstr(text, "\"seed\":");

    if (!at)
        return false;
    at += 7;
    at += strspn(at, " \t\r\n");
    return assay_number_prefix(&at, UINT64_MAX, seed) == ASSAY_NUMBER;
}

/* Fills *v from a manifest. Returns NULL, or what is wrong. */
static const char *take(const cJSON *o, const char *text, struct assay_vectors *v, char *why,
                        size_t why_size)
{
    struct assay_config *c = &v->config;
    uint64_t n = 0;

    if (!get_number(o, "assay_vectors", UINT32_MAX, &n) || n != ASSAY_VECTORS_VERSION)
        return "no manifest of this version: expected \"assay_vectors\": 1";
    snprintf(v->generator, sizeof v->generator, "%s", get_text(o, "generator"));
    if (!assay_vectors_format(get_text(o, "format"), &v->format))
        return assay_vectors_format_unknown(get_text(o, "format"), why, why_size) ? NULL : why;
    if (assay_block_named(get_text(o, "block"), &c->block, why, why_size) != ASSAY_OK)
        return why;
    if (!assay_params_parse(c->block, get_text(o, "params"), &c->params, why, why_size))
        return why;
    c->scenario = assay_scenario_find(c->block, get_text(o, "scenario"));
    if (!c->scenario)
        return assay_scenario_unknown(c->block, get_text(o, "scenario"), why, why_size) ? NULL
                                                                                        : why;
    for (int i = 0; i < N_KNOBS; ++i) {
        if (!get_number(cJSON_GetObjectItemCaseSensitive(o, "knobs"), knob_names[i].name, 100, &n))
            return "knobs: expected stall, illegal, corner and resets, 0..100 each";
        *knob(&c->knobs, i) = (uint32_t)n;
    }
    if (!get_seed(text, &c->seed))
        return "seed: expected a number of 64 bits";
    if (!get_number(o, "cycles", ASSAY_VECTORS_MAX, &c->cycles) || c->cycles == 0)
        return "cycles: expected a number above 0";
    return assay_vectors_possible(v, why, why_size) ? NULL : why;
}

bool assay_vectors_manifest(const char *folder, struct assay_vectors *v, char *why, size_t why_size)
{
    char path[PATH_MAX], message[512] = "";
    const char *wrong = "not JSON: expected the manifest of a vector set";
    char *text;
    size_t size;
    cJSON *o;

    memset(v, 0, sizeof *v);
    assay_path(path, sizeof path, "%s/%s", folder, manifest_name);
    if (assay_read_file(path, MANIFEST_SIZE, "the manifest of a vector set", &text, &size, why,
                        why_size))
        return false;
    o = strlen(text) == size ? cJSON_ParseWithOpts(text, NULL, true) : NULL;
    if (o)
        wrong = take(o, text, v, message, sizeof message);
    if (wrong)
        snprintf(why, why_size, "%s: %s", path, wrong);
    cJSON_Delete(o);
    free(text);
    return !wrong;
}

static const char *without_end(char *line)
{
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* Compares two texts line by line. */
static enum assay_error compare_lines(FILE *made, const char *path, char *why, size_t why_size)
{
    FILE *f = fopen(path, "r");
    char *a = NULL, *b = NULL;
    size_t a_size = 0, b_size = 0;
    unsigned long line = 0;
    enum assay_error error = ASSAY_OK;

    if (!f) {
        system_error(path, why, why_size);
        return ASSAY_BAD_INPUT;
    }
    for (;;) {
        const ssize_t got_a = getline(&a, &a_size, made), got_b = getline(&b, &b_size, f);

        ++line;
        if (got_a < 0 && got_b < 0) {
            if (ferror(made) || ferror(f)) {
                system_error(path, why, why_size);
                error = ASSAY_ENVIRONMENT;
            }
            break;
        }
        if (got_a >= 0 && got_a == got_b && memcmp(a, b, (size_t)got_a) == 0)
            continue;
        error = ASSAY_BAD_INPUT;
        if (got_b > 0 && assay_line_is_crlf(b))
            snprintf(why, why_size, "%s:%lu: %s", path, line, ASSAY_LINE_IS_CRLF);
        else if (got_b < 0)
            snprintf(why, why_size, "%s:%lu: the file ends: expected '%.80s'", path, line,
                     without_end(a));
        else if (got_a < 0)
            snprintf(why, why_size, "%s:%lu: '%.80s': expected the end", path, line,
                     without_end(b));
        else
            snprintf(why, why_size, "%s:%lu: '%.80s': expected '%.80s'", path, line, without_end(b),
                     without_end(a));
        break;
    }
    free(a);
    free(b);
    fclose(f);
    return error;
}

enum assay_error assay_vectors_check(const struct assay_vectors *v, const char *folder, char *why,
                                     size_t why_size)
{
    struct assay_vectors_counts counts = {0};
    enum assay_error error = ASSAY_OK;
    char path[PATH_MAX], digest[ASSAY_DIGEST];
    cJSON *o, *files;
    FILE *made;

    if (!count_all(v, &counts, why, why_size))
        return ASSAY_BAD_INPUT;
    o = describe(v, &counts);
    files = cJSON_AddArrayToObject(o, "files");
    for (int i = 0; !error && i < MAX_FILES && format_of(v)->file[i].name; ++i) {
        const char *name = format_of(v)->file[i].name;

        made = make(v, &counts, i, digest, why, why_size);
        assay_path(path, sizeof path, "%s/%s", folder, name);
        error = made ? compare_lines(made, path, why, why_size) : ASSAY_ENVIRONMENT;
        if (made)
            fclose(made);
        add_file(files, name, digest);
    }
    if (!error) {
        made = print_manifest(o, why, why_size);
        assay_path(path, sizeof path, "%s/%s", folder, manifest_name);
        error = made ? compare_lines(made, path, why, why_size) : ASSAY_ENVIRONMENT;
        if (made)
            fclose(made);
    }
    cJSON_Delete(o);
    return error;
}
