#include "new_block/new_block.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attach/check.h"
#include "base/destination.h"
#include "base/file.h"
#include "base/outfile.h"
#include "base/path.h"
#include "base/process.h"
#include "engine/block.h"
#include "new_block/fit.h"
#include "new_block/paths.h"
#include "new_block/rtl.h"
#include "new_block/settle.h"
#include "new_block/write.h"

struct work {
    const struct assay_new_block *b;
    struct assay_new_rtl rtl;
    struct assay_new_design design;
    struct assay_new_plan plan;
    char folder[PATH_MAX], path[PATH_MAX]; /* path: block.yaml in it */
    struct assay_text yaml, model;
    struct assay_description *description;
    size_t guesses;
    char *why;
    size_t why_size;
};

#define REFUSE(w, ...) (snprintf((w)->why, (w)->why_size, __VA_ARGS__), ASSAY_BAD_INPUT)

static enum assay_error no_memory(struct work *w)
{
    snprintf(w->why, w->why_size, "out of memory");
    return ASSAY_ENVIRONMENT;
}

/* --- the folder --- */

static enum assay_error check_folder(struct work *w)
{
    const char *out = w->b->out ? w->b->out : w->b->name;
    enum assay_error e;
    DIR *d;

    if (strchr(w->b->name, '/'))
        return REFUSE(w, "%s: is a path: expected the name of a block, and its folder after --out",
                      w->b->name);
    if (!assay_describe_is_identifier(w->b->name))
        return REFUSE(w, "%s: not a block name: expected letters, digits and _, a letter first",
                      w->b->name);
    if (assay_block_find(w->b->name))
        return REFUSE(w, "%s: the name of a built-in block: expected another", w->b->name);
    assay_path(w->folder, sizeof w->folder, "%s", out);
    for (size_t n = strlen(w->folder); n > 1 && w->folder[n - 1] == '/'; --n)
        w->folder[n - 1] = '\0';
    assay_path(w->path, sizeof w->path, "%s/block.yaml", w->folder);
    e = assay_destination_folder(w->folder, w->why, w->why_size);
    if (e != ASSAY_OK)
        return e;
    d = opendir(w->folder);
    for (struct dirent *entry; d && (entry = readdir(d));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            e = REFUSE(w, "%s: contains %s: expected no such folder, or an empty one", w->folder,
                       entry->d_name);
            break;
        }
    if (d)
        closedir(d);
    return e;
}

/* --- reading --- */

/* Rejects ports that cannot be driven or compared. */
static enum assay_error check_ports(struct work *w)
{
    for (size_t i = 0; i < w->design.ports.n; ++i) {
        const struct assay_rtl_port *p = &w->design.ports.v[i];
        const char *place = assay_path_shown(p->place);

        if (p->direction == ASSAY_RTL_INOUT)
            return REFUSE(w, "%s: port %s is an inout: expected inputs and outputs", place,
                          p->name);
        if (p->width == 0)
            return REFUSE(w, "%s: port %s is not a vector of bits: expected a packed type", place,
                          p->name);
        if (p->width > ASSAY_DESCRIBE_BITS)
            return REFUSE(w, "%s: port %s is %u bits wide: expected %d at most", place, p->name,
                          p->width, ASSAY_DESCRIBE_BITS);
        if (!assay_describe_is_identifier(p->name))
            return REFUSE(
                w, "%s: port %s: expected a name of letters, digits and _, 63 characters at most",
                place, p->name);
    }
    return ASSAY_OK;
}

/* Verilator already rejects interfaces. Extracts the place from its message, which is
 * "...: FILE:LINE:COLUMN: Unsupported: ...". */
static void tell_interface(struct work *w)
{
    char *what = strstr(w->why, ": Unsupported: Interfaced port"), *line = what;
    char place[1024];
    int colons = 0;

    if (!what)
        return;
    *what = '\0';
    while (line > w->why && line[-1] != '\n')
        --line;
    line += strcspn(line, " ") + 1;
    for (char *c = line + strlen(line); c > line && !colons; --c)
        if (*c == ':') { /* cut off the column */
            *c = '\0';
            ++colons;
        }
    snprintf(place, sizeof place, "%s", assay_path_shown(line));
    snprintf(w->why, w->why_size, "%s: a port is an interface: expected inputs and outputs", place);
}

static enum assay_error read_design(struct work *w)
{
    char *xml = NULL;
    enum assay_error e = assay_new_rtl_xml(&w->rtl, 0, NULL, NULL, &xml, w->why, w->why_size);

    if (e == ASSAY_OK && !assay_new_design_read(xml, &w->design)) {
        snprintf(w->why, w->why_size, "%s: Verilator's XML does not list the ports of %s",
                 w->b->rtl, w->b->top);
        e = ASSAY_ENVIRONMENT;
    }
    free(xml);
    if (e != ASSAY_OK)
        tell_interface(w);
    return e == ASSAY_OK ? check_ports(w) : e;
}

static bool elaborate(void *arg, size_t n, const size_t *param, const uint32_t *value,
                      uint32_t *width)
{
    struct work *w = arg;
    const char *names[2] = {NULL, NULL};
    struct assay_rtl_ports ports = {0};
    char *xml = NULL, why[1024];
    bool good;

    for (size_t i = 0; i < n && i < 2; ++i)
        names[i] = w->design.param[param[i]].name;
    good = assay_new_rtl_xml(&w->rtl, n, names, value, &xml, why, sizeof why) == ASSAY_OK &&
           assay_rtl_ports_read(xml, &ports) && ports.n == w->plan.n_pins;
    for (size_t i = 0; good && i < ports.n; ++i)
        width[i] = ports.v[i].width;
    assay_rtl_ports_free(&ports);
    free(xml);
    return good;
}

/* --- clock and reset --- */

/* Finds the input that an option names. */
static enum assay_error given_pin(struct work *w, const char *option, const char *name, int *pin)
{
    *pin = assay_new_pin_find(&w->plan, name);
    if (*pin == ASSAY_NEW_NONE || w->plan.pin[*pin].port->direction != ASSAY_RTL_INPUT ||
        w->plan.pin[*pin].port->width != 1)
        return REFUSE(w, "%s %s: %s: expected an input of one bit of %s", option, name,
                      *pin == ASSAY_NEW_NONE ? "no such port"
                                             : assay_path_shown(w->plan.pin[*pin].port->place),
                      w->b->top);
    return ASSAY_OK;
}

static enum assay_error choose_clock(struct work *w)
{
    size_t n = 0;
    int pin;

    if (w->b->clock) {
        enum assay_error e = given_pin(w, "--clock", w->b->clock, &pin);

        if (e != ASSAY_OK)
            return e;
        w->plan.pin[pin].role = ASSAY_NEW_CLOCK;
        w->plan.clock_given = true;
        return ASSAY_OK;
    }
    assay_new_find_clocks(&w->plan);
    for (size_t i = 0; i < w->plan.n_pins; ++i)
        n += w->plan.pin[i].role == ASSAY_NEW_CLOCK;
    if (n)
        return ASSAY_OK;
    return REFUSE(
        w,
        "%s: module %s has no clock, an input whose rising edge it uses: expected one, or --clock",
        w->design.ports.n ? assay_path_shown(w->design.ports.v[0].place) : w->b->rtl, w->b->top);
}

static enum assay_error given_reset(struct work *w)
{
    char name[ASSAY_NEW_NAME];
    const char *colon = strchr(w->b->reset, ':');
    enum assay_error e;

    w->plan.reset_given = true;
    if (strcmp(w->b->reset, "none") == 0)
        return ASSAY_OK;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(w->b->reset, ":"), w->b->reset);
    for (; colon; colon = strchr(colon + 1, ':')) {
        const size_t n = strcspn(colon + 1, ":");

        if (n == 3 && strncmp(colon + 1, "low", n) == 0)
            w->plan.low = true;
        else if (n == 5 && strncmp(colon + 1, "async", n) == 0)
            w->plan.async = true;
        else
            return REFUSE(
                w, "--reset %s: '%.*s': expected NAME, NAME:low, NAME:async or NAME:low:async",
                w->b->reset, (int)n, colon + 1);
    }
    e = given_pin(w, "--reset", name, &w->plan.reset);
    if (e == ASSAY_OK && w->plan.pin[w->plan.reset].role == ASSAY_NEW_CLOCK)
        return REFUSE(w, "--reset %s: it is the clock: expected another input", w->b->reset);
    if (e == ASSAY_OK) {
        assay_new_find_reset(&w->plan); /* marks the other resets, which are held inactive */
        for (size_t i = 0; i < w->plan.n_pins; ++i)
            if (w->plan.pin[i].role == ASSAY_NEW_RESET) {
                w->plan.pin[i].role = ASSAY_NEW_IDLE;
                w->plan.pin[i].high = assay_new_is_low(w->plan.pin[i].lower);
            }
        w->plan.reset = assay_new_pin_find(&w->plan, name);
        w->plan.pin[w->plan.reset].role = ASSAY_NEW_RESET;
    }
    return e;
}

/* Returns the level that the outputs show to be the active one, or -1 if they
 * show neither or both. At the inactive level the design runs, and outputs
 * that are not reset may come to agree too, but these keep moving. */
static int told_level(const struct assay_new_settled settled[2])
{
    if ((settled[0].wakes > 0) != (settled[1].wakes > 0))
        return settled[1].wakes > 0;
    if (settled[0].wakes == 0 && (settled[0].agree > 0) != (settled[1].agree > 0))
        return settled[1].agree > 0;
    return -1;
}

static enum assay_error confirm_reset(struct work *w)
{
    struct assay_new_plan *p = &w->plan;
    const struct assay_new_pin *pin = &p->pin[p->reset];
    const struct assay_new_edge *edge = assay_new_edge_of(&w->design, pin->port->name);
    struct assay_new_settled settled[2];
    char why[2048];
    enum assay_error e;
    int level;

    if (p->reset_given && p->level != ASSAY_DESCRIBE_CYCLE)
        return ASSAY_OK;
    e = assay_new_settle(p, &w->rtl, settled, why, sizeof why);
    level = e == ASSAY_OK ? told_level(settled) : -1;
    if (!p->reset_given) {
        p->low = level == 0;
        p->async = edge != NULL;
        p->confirmed = true;
    }
    if (e == ASSAY_OK) {
        p->held = settled[!p->low].held;
        settled[!p->low].held = NULL;
        free(settled[0].held);
        free(settled[1].held);
    }
    if (p->reset_given)
        return ASSAY_OK; /* the simulation was needed only for the values of the outputs */
    if (e == ASSAY_ENVIRONMENT) {
        snprintf(w->why, w->why_size, "%s", why);
        return e;
    }
    if (level >= 0)
        return ASSAY_OK;
    return REFUSE(
        w, "%s: reset %s: %s: expected --reset %s, or --reset %s:low for one that is active low",
        assay_path_shown(pin->port->place), pin->port->name,
        e != ASSAY_OK ? why
        : settled[0].agree + settled[0].wakes == 0
            ? "the simulation shows neither level to be the active one"
            : "the simulation shows both levels to be the active one",
        pin->port->name, pin->port->name);
}

/* --- the whole command --- */

static enum assay_error choose_level(struct work *w)
{
    size_t n[2] = {0};

    w->plan.level_given = w->b->level != NULL;
    for (size_t i = 0; i < w->plan.n_streams; ++i)
        ++n[w->plan.stream[i].sink];
    w->plan.level = n[0] && n[1] ? ASSAY_DESCRIBE_TRANSFERS : ASSAY_DESCRIBE_CYCLE;
    for (int i = ASSAY_DESCRIBE_CYCLE; w->b->level && i <= ASSAY_DESCRIBE_NONE; ++i) {
        const enum assay_describe_level level = (enum assay_describe_level)i;

        if (strcmp(assay_describe_level_name(level), w->b->level) == 0) {
            w->plan.level = level;
            return ASSAY_OK;
        }
    }
    return w->b->level ? REFUSE(w, "level '%s': expected cycle, transfers or none", w->b->level)
                       : ASSAY_OK;
}

static enum assay_error make_plan(struct work *w)
{
    enum assay_error e;

    if (!assay_new_plan_begin(&w->plan, &w->design))
        return no_memory(w);
    e = choose_clock(w);
    if (e == ASSAY_OK && w->b->reset)
        e = given_reset(w);
    else if (e == ASSAY_OK)
        assay_new_find_reset(&w->plan);
    w->plan.every_cycle = w->b->level && strcmp(w->b->level, "cycle") == 0;
    if (e == ASSAY_OK && !assay_new_find_streams(&w->plan))
        e = no_memory(w);
    if (e == ASSAY_OK)
        e = choose_level(w);
    if (e == ASSAY_OK && w->plan.level == ASSAY_DESCRIBE_TRANSFERS && w->plan.n_streams == 0 &&
        !assay_new_find_pipeline(&w->plan))
        e = no_memory(w);
    if (e != ASSAY_OK)
        return e;
    assay_new_name_pins(&w->plan);
    if (!assay_new_fit_widths(&w->plan, elaborate, w))
        return no_memory(w);
    return w->plan.reset == ASSAY_NEW_NONE ? ASSAY_OK : confirm_reset(w);
}

/* Writes the texts, and checks that block.yaml can be read back. */
static enum assay_error make_texts(struct work *w)
{
    char rtl[PATH_MAX];
    const char *slash = strrchr(w->folder, '/');
    const bool named = strcmp(slash ? slash + 1 : w->folder, w->b->name) != 0;
    enum assay_error e;

    if (!assay_new_path_from(w->folder, w->b->rtl, rtl, sizeof rtl))
        return REFUSE(w, "%s: %s", w->b->rtl, strerror(errno));
    w->guesses =
        assay_new_write_yaml(&w->plan, named ? w->b->name : NULL, w->b->top, rtl, &w->yaml);
    if (w->yaml.failed)
        return no_memory(w);
    e = assay_describe_text(w->path, assay_text_get(&w->yaml), w->yaml.n, &w->description, w->why,
                            w->why_size);
    if (e != ASSAY_OK)
        return e;
    if (w->plan.level != ASSAY_DESCRIBE_NONE)
        assay_new_write_model(&w->plan, w->description, &w->model);
    return w->model.failed ? no_memory(w) : ASSAY_OK;
}

static enum assay_error write_file(struct work *w, const char *path, const struct assay_text *t)
{
    return assay_outfile_save(path, t, w->why, w->why_size) ? ASSAY_OK : assay_blame_path(errno);
}

/* Writes both files or none, even if interrupted. */
static enum assay_error write_files(struct work *w, struct assay_text *said)
{
    const bool was_there = access(w->folder, F_OK) == 0;
    char model[PATH_MAX];
    enum assay_error e;

    assay_process_guard();
    e = assay_destination_make_folder(w->folder, w->why, w->why_size);
    assay_path(model, sizeof model, "%s/%s.c", w->folder, w->b->name);
    if (e == ASSAY_OK && w->plan.level != ASSAY_DESCRIBE_NONE)
        e = write_file(w, model, &w->model);
    if (e == ASSAY_OK)
        e = write_file(w, w->path, &w->yaml);
    if (e != ASSAY_OK) {
        unlink(model);
        if (!was_there)
            rmdir(w->folder);
    }
    assay_process_unguard();
    if (e != ASSAY_OK)
        return e;
    assay_text_addf(said, "wrote %s (guesses marked `guessed`: %zu)\n", w->path, w->guesses);
    if (w->plan.level != ASSAY_DESCRIBE_NONE)
        assay_text_addf(said, "wrote %s (a model to fill in)\n", model);
    return ASSAY_OK;
}

static void say_found(const struct work *w, struct assay_text *said)
{
    const struct assay_new_plan *p = &w->plan;
    size_t plain = 0;

    assay_text_addf(said, "%s: module %s, ", w->b->name, w->b->top);
    for (size_t i = 0; i < p->n_pins; ++i) {
        plain += p->pin[i].role == ASSAY_NEW_PLAIN || p->pin[i].role == ASSAY_NEW_IDLE;
        if (p->pin[i].role == ASSAY_NEW_CLOCK)
            assay_text_addf(said, "clock %s, ", p->pin[i].port->name);
    }
    if (p->reset == ASSAY_NEW_NONE)
        assay_text_add(said, "no reset, ");
    else
        assay_text_addf(said, "reset %s (active %s%s), ", p->pin[p->reset].port->name,
                        p->low ? "low" : "high", p->async ? ", asynchronous" : "");
    assay_text_addf(said, "level %s\n", assay_describe_level_name(p->level));
    for (size_t i = 0; i < p->n_streams; ++i)
        assay_text_addf(said, "  stream %s: %s\n", p->stream[i].name,
                        p->stream[i].sink ? "sink" : "source");
    if (plain)
        assay_text_addf(said, "  plain pins: %zu\n", plain);
}

static void say_next(const struct work *w, struct assay_text *said)
{
    static const char *const commands[] = {"list", "run"};
    char path[PATH_MAX + 8];

    assay_path(path, sizeof path, "%s%s", strchr(w->folder, '/') ? "" : "./", w->folder);
    if (w->plan.level == ASSAY_DESCRIBE_NONE)
        assay_text_addf(said, "next: check %s, then\n", w->path);
    else
        assay_text_addf(said, "next: check %s, write the model in %s/%s.c, then\n", w->path,
                        w->folder, w->b->name);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; ++i) {
        assay_text_addf(said, "  assay %s ", commands[i]);
        assay_text_add_quoted(said, path);
        assay_text_add(said, "\n");
    }
}

enum assay_error assay_new_block(const struct assay_new_block *b, struct assay_text *said,
                                 char *why, size_t why_size)
{
    struct work *w = calloc(1, sizeof *w);
    enum assay_error e;

    if (!w) {
        snprintf(why, why_size, "out of memory");
        return ASSAY_ENVIRONMENT;
    }
    w->b = b;
    w->why = why;
    w->why_size = why_size;
    e = check_folder(w);
    if (e == ASSAY_OK)
        e = assay_new_rtl_open(&w->rtl, b->rtl, b->top, why, why_size);
    if (e == ASSAY_OK)
        e = read_design(w);
    if (e == ASSAY_OK)
        e = make_plan(w);
    if (e == ASSAY_OK)
        e = make_texts(w);
    if (e == ASSAY_OK) {
        say_found(w, said);
        e = write_files(w, said);
    }
    if (e == ASSAY_OK)
        say_next(w, said);
    assay_describe_free(w->description);
    assay_text_free(&w->yaml);
    assay_text_free(&w->model);
    assay_new_plan_free(&w->plan);
    assay_new_design_free(&w->design);
    assay_new_rtl_close(&w->rtl);
    free(w);
    return e;
}
