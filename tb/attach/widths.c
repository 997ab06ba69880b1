#include "attach/widths.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attach/rtl_ports.h"
#include "attach/wrapper.h"
#include "base/file.h"
#include "base/message.h"
#include "base/outfile.h"
#include "sim/cache.h"
#include "sim/design.h"
#include "sim/variant_sources.h"

#define RECIPE "assay widths 1"

static void params_of(const struct assay_description *d, size_t set, struct assay_params *params)
{
    memset(params, 0, sizeof *params);
    for (size_t i = 0; i < d->n_params; ++i)
        params->v[i] = d->set[set].value[i];
}

static size_t default_set(const struct assay_description *d)
{
    size_t set = 0;

    while (set + 1 < d->n_sets && strcmp(d->set[set].name, "default") != 0)
        ++set;
    return set;
}

void assay_widths_defaults(const struct assay_description *d, struct assay_params *params)
{
    params_of(d, default_set(d), params);
}

/* --- from the RTL --- */

/* Finds the width of a port's pin, which must be a name. */
static bool look_up(const struct assay_description *d, size_t port,
                    const struct assay_rtl_ports *ports, uint32_t *bits, char *why, size_t why_size)
{
    const struct assay_describe_port *p = &d->port[port];
    const struct assay_rtl_port *found;
    size_t n = 0;
    bool inverted;
    const char *pin = p->pin ? assay_wrapper_input(p->pin, &n, &inverted) : NULL;

    if (!pin) {
        snprintf(why, why_size,
                 "%s:%lu: %s has no width, and '%s' is not the name of a pin: expected a width",
                 d->path, p->line, p->name, p->pin ? p->pin : "");
        return false;
    }
    found = assay_rtl_ports_find_n(ports, pin, n);
    if (!found || found->width == 0) {
        snprintf(why, why_size, "%s:%lu: pin %.*s %s module %s: expected it to have a width",
                 d->path, p->line, (int)n, pin,
                 found ? "is not a vector of bits in" : "is missing in", d->top);
        return false;
    }
    *bits = found->width;
    return true;
}

/* Fills bits[port * n_sets + set] for the ports without a width. */
static enum assay_error elaborate(const struct assay_description *d, const struct assay_block *rtl,
                                  uint32_t *bits, char *why, size_t why_size)
{
    struct assay_variant v = {.block = rtl};
    struct assay_filelist list;
    enum assay_error e = assay_variant_sources(&v, &list, why, why_size);

    if (e != ASSAY_OK)
        return e;
    for (size_t s = 0; s < d->n_sets && e == ASSAY_OK; ++s) {
        struct assay_rtl_ports ports = {0};
        char *xml = NULL;

        params_of(d, s, &v.params);
        e = assay_design_xml(&v, &list, &xml, why, why_size);
        if (e == ASSAY_OK && !assay_rtl_ports_read(xml, &ports)) {
            snprintf(why, why_size, "%s: Verilator's XML does not list the ports of %s", d->path,
                     d->top);
            e = ASSAY_ENVIRONMENT;
        }
        for (size_t p = assay_describe_left_out(d, 0); p < d->n_ports && e == ASSAY_OK;
             p = assay_describe_left_out(d, p + 1))
            if (!look_up(d, p, &ports, &bits[p * d->n_sets + s], why, why_size))
                e = ASSAY_BAD_INPUT;
        assay_rtl_ports_free(&ports);
        free(xml);
    }
    assay_filelist_free(&list);
    return e;
}

/* --- the cache --- */

static enum assay_error widths_key(const struct assay_description *d, const struct assay_block *rtl,
                                   char key[ASSAY_KEY_SIZE], char *why, size_t why_size)
{
    struct assay_variant v = {.block = rtl};
    char sources[ASSAY_KEY_SIZE];
    enum assay_error e;
    struct assay_hash *h;

    assay_widths_defaults(d, &v.params);
    e = assay_variant_sources_key(&v, sources, why, why_size);
    if (e != ASSAY_OK)
        return e;
    h = assay_hash_begin();
    if (!h) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    if (!assay_hash_file(h, d->path)) {
        snprintf(why, why_size, "%s: %s: expected to read it", d->path, strerror(errno));
        e = ASSAY_ENVIRONMENT;
    }
    assay_hash_text(h, RECIPE);
    assay_hash_text(h, sources);
    assay_hash_tool(h, "verilator_bin");
    if (!assay_hash_end(h, key) && e == ASSAY_OK) {
        snprintf(why, why_size, "%s: the key of the widths can't be computed", d->path);
        e = ASSAY_ENVIRONMENT;
    }
    return e;
}

static bool read_numbers(const char *path, uint32_t *bits, size_t n)
{
    FILE *f = fopen(path, "r");
    size_t got = 0;

    while (f && got < n && fscanf(f, "%" SCNu32, &bits[got]) == 1)
        ++got;
    if (f)
        fclose(f);
    return got == n;
}

static bool write_numbers(const char *path, const uint32_t *bits, size_t n)
{
    FILE *f = fopen(path, "w");
    bool good = f != NULL;

    for (size_t i = 0; good && i < n; ++i)
        good = fprintf(f, "%" PRIu32 "\n", bits[i]) > 0;
    if (f && fclose(f) != 0)
        good = false;
    return good;
}

static enum assay_error from_cache(const struct assay_description *d, const struct assay_block *rtl,
                                   uint32_t *bits, char *why, size_t why_size)
{
    const struct assay_about about = {.kind = "widths"};
    struct assay_cache_entry entry;
    char key[ASSAY_KEY_SIZE], path[PATH_MAX];
    enum assay_error e = widths_key(d, rtl, key, why, why_size);
    const size_t n = d->n_ports * d->n_sets;

    if (e != ASSAY_OK)
        return e;
    if (!assay_cache_open(key, &entry, why, why_size))
        return ASSAY_ENVIRONMENT;
    if (entry.complete) {
        assay_path(path, sizeof path, "%s/widths", entry.path);
        if (read_numbers(path, bits, n))
            return ASSAY_OK;
        snprintf(why, why_size, "%s: damaged: remove its folder, and it is made again", path);
        return ASSAY_ENVIRONMENT;
    }
    assay_path(path, sizeof path, "%s/widths", entry.build);
    e = elaborate(d, rtl, bits, why, why_size);
    if (e == ASSAY_OK && !write_numbers(path, bits, n)) {
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
        e = ASSAY_ENVIRONMENT;
    }
    if (e != ASSAY_OK)
        e = assay_cache_failed(&entry, e, why, why_size);
    else if (!assay_cache_commit(&entry, &about, why, why_size))
        e = ASSAY_ENVIRONMENT;
    return e;
}

/* --- the record next to block.yaml --- */

static const char *const head =
    "# Widths that Verilator found in the RTL, at the default parameters. A change is reported.\n";

/* Adds the lines of `now` that are not in `before`. */
static void add_new_lines(struct assay_text *t, const char *before, const char *now)
{
    for (const char *line = now, *end; (end = strchr(line, '\n')); line = end + 1) {
        const size_t n = (size_t)(end - line) + 1;
        const char *at = before;

        while ((at = strchr(at, *line)) &&
               !((at == before || at[-1] == '\n') && strncmp(at, line, n) == 0))
            ++at;
        if (!at)
            assay_text_addf(t, "%s%.*s", t->n ? ", " : "", (int)n - 1, line);
    }
}

/* Reports widths that have changed. Returns whether the record must be written: there is
 * none, or it differs. */
static bool tell_changes(const struct assay_description *d, const char *path, const char *record)
{
    struct assay_text now = {0}, was = {0};
    char *before, why[512];
    size_t size;
    bool differs;

    if (assay_read_file(path, 1 << 20, "widths", &before, &size, why, sizeof why) != ASSAY_OK)
        return true;
    assay_unify_line_ends(before, size);
    differs = strcmp(before, record) != 0;
    if (differs) {
        add_new_lines(&now, before, record);
        add_new_lines(&was, record, before);
        if (now.n || was.n) /* not if only the order differs */
            assay_print_error("%s: widths in the RTL differ from those in %s: %s (were %s)",
                              d->path, path, assay_text_get(&now), assay_text_get(&was));
    }
    assay_text_free(&now);
    assay_text_free(&was);
    free(before);
    return differs;
}

static void record(const struct assay_description *d, const bool *left_out, const uint32_t *bits)
{
    struct assay_text t = {0};
    struct assay_outfile o;
    char path[PATH_MAX], why[PATH_MAX + 128];
    const size_t set = default_set(d);

    assay_text_add(&t, head);
    for (size_t p = 0; p < d->n_ports; ++p)
        if (left_out[p])
            assay_text_addf(&t, "%s %" PRIu32 "\n", d->port[p].name, bits[p * d->n_sets + set]);
    assay_path(path, sizeof path, "%s/block.widths", d->folder);
    if (!t.failed && tell_changes(d, path, assay_text_get(&t)) &&
        assay_outfile_open(&o, path, why, sizeof why)) { /* a read-only folder gets no record */
        fputs(assay_text_get(&t), o.f);
        if (!assay_outfile_close(&o, why, sizeof why))
            assay_print_error("%s (the widths are not recorded)", why);
    }
    assay_text_free(&t);
}

enum assay_error assay_widths_fill(struct assay_description *d, const struct assay_block *rtl,
                                   char *why, size_t why_size)
{
    uint32_t *bits;
    bool *left_out;
    enum assay_error e = ASSAY_OK;

    if (assay_describe_left_out(d, 0) == d->n_ports)
        return ASSAY_OK;
    bits = calloc(d->n_ports * d->n_sets + 1, sizeof *bits);
    left_out = calloc(d->n_ports + 1, sizeof *left_out);
    if (!bits || !left_out) {
        snprintf(why, why_size, "out of memory");
        e = ASSAY_ENVIRONMENT;
    } else {
        e = from_cache(d, rtl, bits, why, why_size);
    }
    for (size_t p = assay_describe_left_out(d, 0); p < d->n_ports && e == ASSAY_OK;
         p = assay_describe_left_out(d, p + 1)) {
        left_out[p] = true;
        if (!assay_describe_fill(d, p, &bits[p * d->n_sets], why, why_size))
            e = ASSAY_BAD_INPUT;
    }
    if (e == ASSAY_OK)
        record(d, left_out, bits);
    free(bits);
    free(left_out);
    return e;
}
