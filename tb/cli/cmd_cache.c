#include <argp.h>
#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "base/number.h"
#include "base/text.h"
#include "command/arguments.h"
#include "command/commands.h"
#include "sim/cache_list.h"

enum { KEY_PRUNE = 256, KEY_OLDER, KEY_MAX, KEY_LEFTOVERS, KEY_JSON };

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

struct choice {
    bool all, leftovers, has_older, has_max, json;
    uint64_t older; /* in days */
    uint64_t max;   /* in bytes */
};

/* What happened to an entry. */
enum fate { KEPT, REMOVED, IN_USE };

struct cache {
    const struct choice *c;
    struct assay_cached *list;
    enum fate *fate;
    size_t n;
};

static const struct argp_option options[] = {
    {"prune", KEY_PRUNE, "all", 0, "Remove everything that is not in use", 0},
    {"older", KEY_OLDER, "DAYS", 0, "Remove variants and proofs not used for DAYS days", 0},
    {"max", KEY_MAX, "SIZE", 0,
     "Remove the least recently used variants and proofs until at most SIZE is left: a number, "
     "with K, M or G for KiB, MiB or GiB",
     0},
    {"leftovers", KEY_LEFTOVERS, NULL, 0, "Remove files of interrupted builds", 0},
    {"json", KEY_JSON, NULL, 0, "Print one JSON object", 0},
    {0},
};

/* Parse a number of bytes, KiB, MiB or GiB. */
static bool parse_size(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMG";
    char number[32];
    const size_t n = strlen(text);
    const char *unit = n ? strchr(units, text[n - 1]) : NULL;
    const unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;

    snprintf(number, sizeof number, "%.*s", (int)(unit ? n - 1 : n), text);
    if (n >= sizeof number || !assay_parse_number(number, bytes) || *bytes > UINT64_MAX >> shift)
        return false;
    *bytes <<= shift;
    return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct choice *c = state->input;

    switch (key) {
    case KEY_PRUNE:
        if (strcmp(arg, "all") != 0)
            argp_error(state, "--prune '%s': expected 'all'", arg);
        c->all = true;
        break;
    case KEY_OLDER:
        if (!assay_parse_number(arg, &c->older) || c->older > UINT32_MAX)
            argp_error(state, "--older '%s': expected a number of days", arg);
        c->has_older = true;
        break;
    case KEY_MAX:
        if (!parse_size(arg, &c->max))
            argp_error(state, "--max '%s': expected a size, such as 500M or 2G", arg);
        c->has_max = true;
        break;
    case KEY_LEFTOVERS:
        c->leftovers = true;
        break;
    case KEY_JSON:
        c->json = true;
        break;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* --- pruning --- */

static bool prunes(const struct choice *c)
{
    return c->all || c->leftovers || c->has_older || c->has_max;
}

/* Whether the entry is to be removed regardless of --max. */
static bool is_unwanted(const struct choice *c, const struct assay_cached *e, time_t now)
{
    return c->all || e->building ||
           (c->has_older && difftime(now, e->used) > (double)c->older * DAY);
}

/* Goes from the most recently to the least recently used entry. */
static int prune(struct cache *x)
{
    const time_t now = time(NULL);
    unsigned long long sum = 0; /* sizes of the entries that are wanted, up to here */
    char why[PATH_MAX + 256];
    int status = EXIT_EQUAL;

    for (size_t i = 0; i < x->n; ++i) {
        const struct assay_cached *e = &x->list[i];
        const bool unwanted = is_unwanted(x->c, e, now);
        enum assay_removal r;

        if (!unwanted)
            sum += e->size;
        if (!unwanted && !(x->c->has_max && sum > x->c->max))
            continue;
        r = assay_cache_remove(e, why, sizeof why);
        x->fate[i] = r == ASSAY_REMOVED ? REMOVED : r == ASSAY_IN_USE ? IN_USE : KEPT;
        if (r == ASSAY_NOT_REMOVED) {
            assay_print_error("%s", why);
            status = EXIT_FAULT;
        }
    }
    assay_cache_remove_locks();
    return status;
}

/* --- printing --- */

static void print_size(char *text, size_t size, unsigned long long bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    double v = (double)bytes;
    unsigned u = 0;

    while (v >= 1024 && u + 1 < sizeof units / sizeof units[0]) {
        v /= 1024;
        ++u;
    }
    snprintf(text, size, u ? "%.1f %s" : "%.0f %s", v, units[u]);
}

static void print_age(char *text, size_t size, double seconds)
{
    if (seconds < 2 * MINUTE)
        snprintf(text, size, "%.0f s", seconds > 0 ? seconds : 0);
    else if (seconds < 2 * HOUR)
        snprintf(text, size, "%.0f min", seconds / MINUTE);
    else if (seconds < 2 * DAY)
        snprintf(text, size, "%.0f h", seconds / HOUR);
    else
        snprintf(text, size, "%.0f days", seconds / DAY);
}

static const char *kind_of(const struct assay_cached *e)
{
    if (e->building)
        return e->in_use ? "building" : "leftover";
    return e->about.kind[0] ? e->about.kind : "unknown";
}

/* Such as "dotmul (n=2,k=2) -O0 no waves fault carry". Only what is compiled for a simulator, which
 * has a level of optimisation, can lack waveforms. */
static void describe(const struct assay_about *a, struct assay_text *t)
{
    if (!a->block[0])
        return;
    assay_text_add(t, a->block);
    if (a->params[0])
        assay_text_addf(t, " (%s)", a->params);
    if (a->optimise[0])
        assay_text_addf(t, " %s", a->optimise);
    if (a->optimise[0] && !a->waves)
        assay_text_add(t, " no waves");
    if (a->coverage)
        assay_text_add(t, " coverage");
    if (a->fault[0])
        assay_text_addf(t, " fault %s", a->fault);
    if (a->rtl[0])
        assay_text_addf(t, " rtl %s", a->rtl);
}

static void print_entry(const struct assay_cached *e, const char *note)
{
    struct assay_text t = {0};
    char size[32], age[32];

    print_size(size, sizeof size, e->size);
    print_age(age, sizeof age, difftime(time(NULL), e->used));
    describe(&e->about, &t);
    printf("%.8s  %-13s %10s  %8s%s%s%s%s\n", e->key, kind_of(e), size, age, t.n ? "  " : "",
           assay_text_get(&t), *note ? t.n ? ", " : "  " : "", note);
    assay_text_free(&t);
}

/* The number of entries with this fate; *bytes is their size. */
static size_t count(const struct cache *x, enum fate fate, unsigned long long *bytes)
{
    size_t n = 0;

    *bytes = 0;
    for (size_t i = 0; i < x->n; ++i)
        if (x->fate[i] == fate) {
            ++n;
            *bytes += x->list[i].size;
        }
    return n;
}

static void print_sum(const char *label, size_t n, unsigned long long bytes)
{
    char size[32];

    print_size(size, sizeof size, bytes);
    printf("%s%zu, %s\n", label, n, size);
}

static void print_text(const struct cache *x, const char *folder)
{
    const bool pruned = prunes(x->c);
    unsigned long long removed, kept, busy;
    const size_t n_removed = count(x, REMOVED, &removed);
    const size_t n_busy = count(x, IN_USE, &busy), n_kept = count(x, KEPT, &kept) + n_busy;

    printf("folder:   %s\n", folder);
    if (x->n)
        printf("key       kind                size  last use\n");
    for (size_t i = 0; i < x->n; ++i)
        if (pruned && x->fate[i] != KEPT)
            print_entry(&x->list[i], x->fate[i] == REMOVED ? "removed" : "in use: not removed");
        else if (!pruned)
            print_entry(&x->list[i], x->list[i].in_use && !x->list[i].building ? "in use" : "");
    if (pruned)
        print_sum("removed:  ", n_removed, removed);
    print_sum(pruned ? "left:     " : "total:    ", n_kept, kept + busy);
}

static cJSON *entry_json(const struct cache *x, size_t i)
{
    static const char *const fates[] = {
        [KEPT] = "kept", [REMOVED] = "removed", [IN_USE] = "in use"};
    const struct assay_cached *e = &x->list[i];
    const struct assay_about *a = &e->about;
    cJSON *o = cJSON_CreateObject();

    cJSON_AddStringToObject(o, "key", e->key);
    cJSON_AddStringToObject(o, "kind", kind_of(e));
    if (a->block[0]) {
        cJSON_AddStringToObject(o, "block", a->block);
        cJSON_AddStringToObject(o, "params", a->params);
        cJSON_AddStringToObject(o, "optimise", a->optimise);
        cJSON_AddStringToObject(o, "fault", a->fault);
        cJSON_AddStringToObject(o, "rtl", a->rtl);
        cJSON_AddBoolToObject(o, "coverage", a->coverage);
        cJSON_AddBoolToObject(o, "waves", a->waves);
    }
    assay_json_add_u64(o, "bytes", e->size);
    assay_json_add_u64(o, "used", e->used > 0 ? (uint64_t)e->used : 0);
    cJSON_AddBoolToObject(o, "in_use", e->in_use);
    if (prunes(x->c))
        cJSON_AddStringToObject(o, "fate", fates[x->fate[i]]);
    return o;
}

static void print_json(const struct cache *x, const char *folder)
{
    cJSON *o = cJSON_CreateObject();
    cJSON *entries = cJSON_AddArrayToObject(o, "entries");
    unsigned long long removed, kept, busy;
    const size_t n_removed = count(x, REMOVED, &removed);

    count(x, KEPT, &kept);
    count(x, IN_USE, &busy);
    cJSON_AddStringToObject(o, "folder", folder);
    for (size_t i = 0; i < x->n; ++i)
        cJSON_AddItemToArray(entries, entry_json(x, i));
    assay_json_add_u64(o, "bytes", kept + busy);
    if (prunes(x->c)) {
        assay_json_add_u64(o, "removed", n_removed);
        assay_json_add_u64(o, "freed", removed);
    }
    assay_json_print(stdout, o, ASSAY_JSON_PAGE);
}

int assay_cmd_cache(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        NULL,
        "List the built variants with their parameters, and Verilator's runtime and headers, which "
        "all variants share, and the cells that `assay prove` has proved. The options that remove "
        "may be combined; each also removes leftovers and prints what it removed.\v"
        "Variants that a program is running or building are in use and are kept. ASSAY_CACHE names "
        "the folder (`assay --version` prints it); nothing is removed from one that holds anything "
        "but built variants and proofs. Exit status: 0, 2 bad usage or such a folder, 3 something "
        "could not be removed.",
        NULL,
        NULL,
        NULL};
    struct choice c = {.json = false};
    struct cache x = {.c = &c};
    char why[2 * PATH_MAX], foreign[2 * PATH_MAX], folder[PATH_MAX];
    int status;

    assay_arguments_parse(&argp, argc, argv, &c);
    status = (int)assay_cache_list(&x.list, &x.n, foreign, why, sizeof why);
    if (status == EXIT_EQUAL && !(x.fate = calloc(x.n + 1, sizeof *x.fate))) {
        snprintf(why, sizeof why, "out of memory");
        status = EXIT_FAULT;
    }
    if (status == EXIT_EQUAL && *foreign && prunes(&c)) {
        snprintf(why, sizeof why, "%s", foreign);
        status = EXIT_USAGE;
    }
    if (status) {
        assay_print_error("%s", why);
        free(x.fate);
        free(x.list);
        return status;
    }
    if (*foreign)
        assay_print_error("%s; it is not listed", foreign);
    if (prunes(&c))
        status = prune(&x);
    (c.json ? print_json : print_text)(&x, assay_cache_folder(folder));
    free(x.fate);
    free(x.list);
    return status;
}
