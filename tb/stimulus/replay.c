#include "stimulus/replay.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/message.h"
#include "base/number.h"
#include "base/path.h"
#include "base/unknown.h"
#include "engine/attached.h"
#include "stimulus/replay_lines.h"

bool assay_replay_wrong(struct assay_replay_parser *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    assay_line_wrong(p->why, p->why_size, p->path, p->line, format, args);
    va_end(args);
    return false;
}

char *assay_replay_line(struct assay_replay_parser *p)
{
    char *line = p->at, *end = strchr(line, '\n');

    ++p->line;
    if (end)
        *end = '\0';
    p->at = end ? end + 1 : line + strlen(line);
    return line;
}

bool assay_replay_skip(struct assay_replay_parser *p)
{
    while (*p->at) {
        const size_t blanks = strspn(p->at, " \t");

        if (p->at[blanks] != '#' && p->at[blanks] != '\n')
            return true;
        assay_replay_line(p);
    }
    return false;
}

/* Returns the value of the next line if its key is `key`; otherwise NULL, and consumes no line. */
static char *take(struct assay_replay_parser *p, const char *key)
{
    const size_t length = strlen(key);

    if (!assay_replay_skip(p) || strncmp(p->at, key, length) != 0 || p->at[length] != ' ')
        return NULL;
    return assay_replay_line(p) + length + 1;
}

static char *need(struct assay_replay_parser *p, const char *key)
{
    char *value = take(p, key);

    if (!value) {
        const size_t length = strcspn(p->at, "\n");

        ++p->line; /* the missing line */
        assay_replay_wrong(p, "'%.*s': expected a line `%s ...`",
                           *p->at ? (int)(length < 40 ? length : 40) : 11,
                           *p->at ? p->at : "end of file", key);
    }
    return value;
}

static bool number(struct assay_replay_parser *p, const char *key, uint64_t *v)
{
    const char *text = need(p, key);

    if (!text)
        return false;
    if (!assay_parse_number(text, v))
        return assay_replay_wrong(p, "%s '%s': %s", key, text, assay_number_problem(text, 0));
    return true;
}

/* Reads one knob, which follows `before`, and moves *at past it. */
static bool knob(const char **at, const char *before, uint32_t *value)
{
    uint64_t v;

    if (strncmp(*at, before, strlen(before)) != 0)
        return false;
    *at += strlen(before);
    if (assay_number_prefix(at, 100, &v))
        return false;
    *value = (uint32_t)v;
    return true;
}

static bool knobs(struct assay_replay_parser *p, struct assay_knobs *k)
{
    const char *text = need(p, "knobs"), *at = text;

    if (!text)
        return false;
    if (!knob(&at, "stall=", &k->stall) || !knob(&at, ",illegal=", &k->illegal) ||
        !knob(&at, ",corner=", &k->corner) || !knob(&at, ",resets=", &k->resets) || *at)
        return assay_replay_wrong(
            p, "knobs '%s': expected stall=,illegal=,corner=,resets=, each 0..100", text);
    return true;
}

static bool hang(struct assay_replay_parser *p, uint64_t *v)
{
    const char *text = take(p, "hang");

    if (!text)
        return true;
    if (!assay_parse_number(text, v))
        return assay_replay_wrong(p, "hang '%s': %s", text, assay_number_problem(text, 0));
    return *v ? true : assay_replay_wrong(p, "hang 0: expected at least 1");
}

static bool copy(struct assay_replay_parser *p, char *to, size_t size, const char *from)
{
    if (!from)
        return true;
    if (strlen(from) >= size)
        return assay_replay_wrong(p, "value too long: expected fewer than %zu characters", size);
    memcpy(to, from, strlen(from) + 1);
    return true;
}

static bool has_block(const char *folder)
{
    char path[PATH_MAX];

    assay_path(path, sizeof path, "%s/block.yaml", folder);
    return access(path, F_OK) == 0;
}

/* Finds the folder of an attached block: where the file says, or next to the replay file. */
static void find_folder(const struct assay_replay_parser *p, const char *given, const char *name,
                        char path[PATH_MAX])
{
    char folder[PATH_MAX];
    const char *slash = strrchr(p->path, '/');
    const int n = slash ? (int)(slash - p->path) : 1;
    const char *beside = slash ? p->path : ".";

    assay_path_beside(folder, PATH_MAX, p->path, given);
    if (!strchr(folder, '/')) /* a bare name would mean a built-in block */
        assay_path(folder, PATH_MAX, "./%s", given);
    assay_path(path, PATH_MAX, "%s", folder);
    if (has_block(path))
        return;
    assay_path(path, PATH_MAX, "%.*s/%s", n, beside, name);
    if (has_block(path))
        return;
    assay_path(path, PATH_MAX, "%.*s/", n, beside);
    if (!has_block(path))
        assay_path(path, PATH_MAX, "%s", folder); /* the folder that the error message names */
}

static bool find_block(struct assay_replay_parser *p, struct assay_replay *r, const char *name)
{
    const char *folder = take(p, "folder"), *content = folder ? need(p, "content") : NULL;
    char path[PATH_MAX], why[4096];
    enum assay_error e;

    if (folder && !content)
        return false;
    if (folder)
        find_folder(p, folder, name, path);
    e = assay_block_named(folder ? path : name, &r->block, why, sizeof why);
    p->environment = e == ASSAY_ENVIRONMENT;
    if (e != ASSAY_OK)
        return assay_replay_wrong(p, "%s", why);
    if (folder && strcmp(r->block->model->name, name) != 0)
        return assay_replay_wrong(p, "folder %s is of block %s: expected %s", path,
                                  r->block->model->name, name);
    if (folder && strcmp(r->block->folder->key, content) != 0)
        assay_print_error("%s: block %s has changed since this file was written", p->path, name);
    return true;
}

static bool rtl(struct assay_replay_parser *p, char *to, size_t size, const char *from,
                unsigned *line)
{
    char path[2 * ASSAY_REPLAY_PATH];

    *line = p->line;
    if (!from || !*from)
        return copy(p, to, size, from);
    assay_path_beside(path, sizeof path, p->path, from);
    return copy(p, to, size, path);
}

static bool against(struct assay_replay_parser *p, struct assay_replay *r)
{
    static const char *const levels[] = {"cycle", "transfers", NULL};
    const size_t digits = ASSAY_KEY_SIZE - 1;
    const char *text = take(p, "against");
    char why[512];

    if (!text)
        return true;
    if (!rtl(p, r->against, sizeof r->against, text, &r->against_line) ||
        !(text = need(p, "level")))
        return false;
    if (assay_word_find(levels, text) < 0) {
        assay_unknown_word(why, sizeof why, "level", text, levels);
        return assay_replay_wrong(p, "%s", why);
    }
    snprintf(r->level, sizeof r->level, "%s", text);
    if (!(text = need(p, "sides")))
        return false;
    if (strspn(text, "0123456789abcdef") != digits || text[digits] != ' ' ||
        strspn(text + digits + 1, "0123456789abcdef") != digits || text[2 * digits + 1])
        return assay_replay_wrong(p, "sides '%.80s': expected two keys of %zu digits", text,
                                  digits);
    snprintf(r->sides[0], sizeof r->sides[0], "%.*s", (int)digits, text);
    snprintf(r->sides[1], sizeof r->sides[1], "%s", text + digits + 1);
    return true;
}

static bool block(struct assay_replay_parser *p, struct assay_replay *r)
{
    static const char *const kinds[] = {"random", "transactions", NULL};
    char why[512];
    char *text = need(p, "kind");

    if (!text)
        return false;
    r->transactions = strcmp(text, "transactions") == 0;
    if (!r->transactions && strcmp(text, "random") != 0) {
        assay_unknown_word(why, sizeof why, "kind", text, kinds);
        return assay_replay_wrong(p, "%s", why);
    }
    if (!(text = need(p, "block")))
        return false;
    if (!find_block(p, r, text))
        return false;
    if (!(text = need(p, "params")) || !copy(p, r->params_text, sizeof r->params_text, text))
        return false;
    if (!assay_params_parse(r->block, text, &r->params, why, sizeof why))
        return assay_replay_wrong(p, "%s", why);
    return true;
}

static bool body(struct assay_replay_parser *p, struct assay_replay *r)
{
    char *text, why[512];

    if (!block(p, r))
        return false;
    r->scenario = &assay_script_scenario;
    if (!r->transactions) {
        if (!(text = need(p, "scenario")))
            return false;
        r->scenario = assay_scenario_find(r->block, text);
        if (!r->scenario) {
            assay_scenario_unknown(r->block, text, why, sizeof why);
            return assay_replay_wrong(p, "%s", why);
        }
        if (!number(p, "seed", &r->seed))
            return false;
    }
    if (!number(p, "cycles", &r->cycles))
        return false;
    if (r->cycles == 0)
        return assay_replay_wrong(p, "cycles 0: expected at least 1");
    if ((!r->transactions && !knobs(p, &r->knobs)) || !hang(p, &r->hang) ||
        !rtl(p, r->rtl, sizeof r->rtl, take(p, "rtl"), &r->rtl_line) ||
        !copy(p, r->fault, sizeof r->fault, take(p, "fault")) ||
        !copy(p, r->backend, sizeof r->backend, take(p, "backend")) || !against(p, r) ||
        !copy(p, r->note, sizeof r->note, take(p, "note")))
        return false;
    if (r->transactions) {
        assay_script_init(&r->script, r->block, &r->params);
        r->script.cycles = r->cycles;
        return assay_replay_read_script(
            p, &r->script,
            assay_replay_ends(r->block, r->against[0] ? r->level : NULL) ? r->cycles : UINT64_MAX);
    }
    if (assay_replay_skip(p)) {
        text = assay_replay_line(p);
        return assay_replay_wrong(p, "'%.40s': expected the line `sha256 ...`", text);
    }
    return true;
}

/* Cuts off the checksum line and compares it with the digest of the lines above. */
static bool checksum(struct assay_replay_parser *p, char *text, size_t size)
{
    static const char key[] = "sha256 ";
    char hex[ASSAY_DIGEST];
    char *last;
    size_t head;

    for (size_t i = 0; i < size; ++i)
        p->line += text[i] == '\n';
    if (size == 0 || text[size - 1] != '\n')
        return ++p->line,
               assay_replay_wrong(p, "cut short: expected the file to end with a sha256 line");
    text[size - 1] = '\0';
    last = strrchr(text, '\n');
    head = last ? (size_t)(last + 1 - text) : 0;
    if (!last || strncmp(text + head, key, sizeof key - 1) != 0)
        return assay_replay_wrong(p, "cut short: expected the file to end with a sha256 line");
    last = text + head + sizeof key - 1;
    if (!assay_digest(text, head, hex))
        return assay_replay_wrong(p, "its checksum can't be computed: expected memory for it");
    if (strcmp(last, "none") != 0 && strcmp(last, hex) != 0)
        return assay_replay_wrong(p, "the checksum is not that of the lines above: expected a file "
                                     "that was not edited, or `sha256 none` in one that was");
    text[head] = '\0';
    p->line = 0;
    return true;
}

static bool parse(struct assay_replay_parser *p, struct assay_replay *r, char *text, size_t n)
{
    const size_t version = strcspn(text, "\n");

    p->line = 1;
    if (strncmp(text, "assay-replay ", 13) != 0)
        return assay_replay_wrong(p, "%s: expected `assay-replay %d`",
                                  n ? "not a replay file" : "empty", ASSAY_REPLAY_VERSION);
    if (version != 14 || text[13] != '0' + ASSAY_REPLAY_VERSION)
        return assay_replay_wrong(p, "version '%.*s': expected %d",
                                  (int)(version < 53 ? version - 13 : 40), text + 13,
                                  ASSAY_REPLAY_VERSION);
    if (strlen(text) != n)
        return assay_replay_wrong(p, "contains a NUL: expected text");
    p->line = 0;
    if (!checksum(p, text, n))
        return false;
    assay_replay_line(p);
    return body(p, r);
}

enum assay_error assay_replay_load(struct assay_replay *r, const char *path, char *why,
                                   size_t why_size)
{
    struct assay_replay_parser p = {.path = path, .why = why, .why_size = why_size};
    size_t n;
    char *text;
    enum assay_error e;
    bool ok;

    memset(r, 0, sizeof *r);
    e = assay_read_file(path, ASSAY_REPLAY_SIZE, "a replay file", &text, &n, why, why_size);
    if (e != ASSAY_OK)
        return e;
    n = assay_unify_line_ends(text, n); /* the checksum covers the text but not its line endings */
    p.at = text;
    ok = parse(&p, r, text, n);
    free(text);
    if (ok)
        return ASSAY_OK;
    assay_replay_free(r);
    return p.environment ? ASSAY_ENVIRONMENT : ASSAY_BAD_INPUT;
}

void assay_replay_free(struct assay_replay *r)
{
    assay_script_free(&r->script);
}

static bool is_there(const char *name, const char *path, unsigned line, char *why, size_t why_size)
{
    if (!*name || access(name, R_OK) == 0)
        return true;
    snprintf(why, why_size, "%s:%u: %s: %s: expected the RTL of the run", path, line, name,
             strerror(errno));
    return false;
}

bool assay_replay_has_rtl(const struct assay_replay *r, const char *path, bool rtl, char *why,
                          size_t why_size)
{
    return (!rtl || is_there(r->rtl, path, r->rtl_line, why, why_size)) &&
           is_there(r->against, path, r->against_line, why, why_size);
}

/* The value of assay_config.hang if the file has no `hang` line. */
static uint64_t unsaid_hang(const struct assay_block *b, bool transactions)
{
    return transactions && b->level == ASSAY_COMPARE_CYCLE ? UINT64_MAX : 0;
}

uint64_t assay_replay_hang(const struct assay_replay *r)
{
    return r->hang ? r->hang : unsaid_hang(r->block, r->transactions);
}

uint64_t assay_replay_hang_line(const struct assay_block *b, bool transactions, uint64_t hang)
{
    const uint64_t usual = assay_default_hang(b), unsaid = unsaid_hang(b, transactions);
    const uint64_t limit = hang ? hang : usual;

    return limit == (unsaid ? unsaid : usual) ? 0 : limit;
}

void assay_replay_config(const struct assay_replay *r, struct assay_config *c)
{
    *c = (struct assay_config){
        .block = r->block,
        .params = r->params,
        .scenario = r->scenario,
        .knobs = r->knobs,
        .seed = r->seed,
        .cycles = r->cycles,
        .hang = assay_replay_hang(r),
        .backend = "model",
    };
    if (r->transactions)
        assay_script_play(c, &r->script);
}
