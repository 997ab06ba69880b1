/* replay_save.c - writes replay files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/outfile.h"
#include "base/path.h"
#include "engine/attached.h"
#include "stimulus/replay.h"
#include "stimulus/replay_lines.h"

/* Names of the RTL and of the block's folder, relative to the replay file. "" for none, and for
 * the project's own RTL. */
struct names {
    char rtl[ASSAY_REPLAY_PATH], against[ASSAY_REPLAY_PATH], folder[ASSAY_REPLAY_PATH];
};

/* Refuses a name that could not be read back. */
static bool name_of(const char *given, const char *path, char rtl[ASSAY_REPLAY_PATH], char *why,
                    size_t why_size)
{
    rtl[0] = '\0';
    if (given)
        assay_path_seen_from(rtl, ASSAY_REPLAY_PATH, path, given);
    if (strlen(rtl) < ASSAY_REPLAY_PATH - 1 && !strchr(rtl, '\n'))
        return true;
    snprintf(why, why_size,
             "%s: the name %.80s does not fit: expected fewer than %d characters in one line", path,
             given ? given : "", ASSAY_REPLAY_PATH);
    return false;
}

static bool names_of(const struct assay_replay_origin *origin, const struct assay_block *b,
                     const char *path, struct names *names, char *why, size_t why_size)
{
    return name_of(origin ? origin->rtl : NULL, path, names->rtl, why, why_size) &&
           name_of(origin ? origin->against : NULL, path, names->against, why, why_size) &&
           name_of(b->folder ? b->folder->path : NULL, path, names->folder, why, why_size);
}

static void write_origin(FILE *f, const struct assay_replay_origin *origin,
                         const struct names *names, const char *note)
{
    if (origin && origin->hang)
        fprintf(f, "hang %llu\n", (unsigned long long)origin->hang);
    if (*names->rtl)
        fprintf(f, "rtl %s\n", names->rtl);
    if (origin && origin->fault)
        fprintf(f, "fault %s\n", origin->fault);
    if (origin && origin->backend && strcmp(origin->backend, "verilator") != 0)
        fprintf(f, "backend %s\n", origin->backend);
    if (*names->against)
        fprintf(f, "against %s\nlevel %s\nsides %s %s\n", names->against, origin->level,
                origin->sides[0], origin->sides[1]);
    if (note && *note)
        fprintf(f, "note %s\n", note);
}

/* An attached block is found by its folder. */
static void write_block(FILE *f, const struct assay_block *b, const struct names *names)
{
    fprintf(f, "block %s\n", b->model->name);
    if (b->folder)
        fprintf(f, "folder %s\ncontent %s\n", names->folder, b->folder->key);
}

static void write_random(FILE *f, const struct assay_lockstep *ls,
                         const struct assay_replay_origin *origin, const struct names *names,
                         const char *note)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);
    const struct assay_knobs *k = &c->knobs;
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(c->block, &c->params, values, sizeof values);
    fprintf(f, "assay-replay %d\nkind random\n", ASSAY_REPLAY_VERSION);
    write_block(f, c->block, names);
    fprintf(f,
            "params %s\nscenario %s\nseed %llu\n"
            "cycles %llu\nknobs stall=%u,illegal=%u,corner=%u,resets=%u\n",
            values, c->scenario->name, (unsigned long long)c->seed,
            (unsigned long long)(r->cycles - r->drained), k->stall, k->illegal, k->corner,
            k->resets);
    write_origin(f, origin, names, note);
}

static void write_script(FILE *f, const struct assay_script *s, uint64_t cycles,
                         const struct assay_replay_origin *origin, const struct names *names,
                         const char *note)
{
    char values[ASSAY_PARAMS_TEXT];

    assay_params_print(s->block, &s->params, values, sizeof values);
    fprintf(f, "assay-replay %d\nkind transactions\n", ASSAY_REPLAY_VERSION);
    write_block(f, s->block, names);
    fprintf(f, "params %s\ncycles %llu\n", values, (unsigned long long)cycles);
    write_origin(f, origin, names, note);
    assay_replay_write_script(
        f, s,
        assay_replay_ends(s->block, origin && origin->against ? origin->level : NULL) ? cycles
                                                                                      : UINT64_MAX);
}

/* Writes to `path` the text of the open_memstream stream `f`, followed by its checksum line.
 * Closes `f` and frees the text. */
static bool finish(FILE *f, char **text, size_t *size, const char *path, char *why, size_t why_size)
{
    struct assay_outfile o;
    char hex[ASSAY_DIGEST];
    bool ok = fflush(f) == 0 && !ferror(f);

    if (fclose(f) != 0)
        ok = false;
    if (!ok) {
        snprintf(why, why_size, "%s: out of memory for the text", path);
    } else if (*size > ASSAY_REPLAY_SIZE - 128) {
        snprintf(why, why_size, "%s: the run is too long for a replay file of %d MiB", path,
                 ASSAY_REPLAY_SIZE >> 20);
        ok = false;
    } else if (!(ok = assay_digest(*text, *size, hex))) {
        snprintf(why, why_size, "%s: its checksum can't be computed: expected memory for it", path);
    } else if ((ok = assay_outfile_open(&o, path, why, why_size))) {
        fprintf(o.f, "%ssha256 %s\n", *text, hex);
        ok = assay_outfile_close(&o, why, why_size);
    }
    free(*text);
    return ok;
}

void assay_replay_note(const struct assay_lockstep *ls, char *note, size_t size)
{
    const struct assay_result *r = assay_lockstep_result(ls);
    const char *kind =
        r->stream >= 0 && r->verdict == ASSAY_MISMATCH ? assay_mismatch_name(r->kind) : NULL;

    *note = '\0';
    if (r->verdict == ASSAY_PASS)
        return;
    if (!assay_verdict_at_cycle(r->verdict)) {
        snprintf(note, size, "%s", assay_verdict_name(r->verdict));
        return;
    }
    snprintf(note, size, "%s at cycle %llu%s%s%s%s", assay_verdict_name(r->verdict),
             (unsigned long long)r->fail_cycle, r->n_differences ? ", port " : "",
             r->n_differences ? r->difference[0].port->name : "", kind ? ", " : "",
             kind ? kind : "");
}

bool assay_replay_save(const struct assay_lockstep *ls, const struct assay_replay_origin *origin,
                       const char *path, char *why, size_t why_size)
{
    const struct assay_config *c = assay_lockstep_config(ls);
    const struct assay_result *r = assay_lockstep_result(ls);
    char note[ASSAY_REPLAY_TEXT], *text = NULL;
    struct names names;
    size_t size = 0;
    FILE *f;

    if (!names_of(origin, c->block, path, &names, why, why_size))
        return false;
    f = open_memstream(&text, &size);
    if (!f) {
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
        return false;
    }
    assay_replay_note(ls, note, sizeof note);
    if (c->script)
        write_script(f, c->script, r->cycles - r->drained, origin, &names, note);
    else
        write_random(f, ls, origin, &names, note);
    return finish(f, &text, &size, path, why, why_size);
}

bool assay_replay_save_script(const struct assay_script *s,
                              const struct assay_replay_origin *origin, const char *note,
                              const char *path, char *why, size_t why_size)
{
    struct names names;
    char *text = NULL;
    size_t size = 0;
    FILE *f;

    if (!names_of(origin, s->block, path, &names, why, why_size))
        return false;
    f = open_memstream(&text, &size);
    if (!f) {
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
        return false;
    }
    write_script(f, s, s->cycles, origin, &names, note);
    return finish(f, &text, &size, path, why, why_size);
}
