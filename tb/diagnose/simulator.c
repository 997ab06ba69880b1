#include "diagnose/simulator.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

enum { LINES = 6 };

/* Whether a line only says how the simulation ended. That follows what the RTL said before, and
 * tells a reader nothing. */
static bool is_end(const char *line)
{
    return strstr(line, ": Verilog $stop") || strstr(line, ": Verilog $finish");
}

/* Whether a simulator or a sanitizer reports an error. The RTL's own words do not count: many a
 * line contains `error=0`. */
static bool is_alarm(const char *line)
{
    return !is_end(line) && (strstr(line, "%Error: ") || strstr(line, "%Fatal: ") ||
                             strstr(line, "ERROR: ") || strstr(line, "FATAL: "));
}

void assay_simulator_place(const char *line, char *place, size_t size)
{
    const char *name = line;

    *place = '\0';
    if (!is_alarm(line))
        return;
    for (const char *at = line; *at; ++at) {
        const size_t digits = *at == ':' ? strspn(at + 1, "0123456789") : 0;

        if (digits && at[1 + digits] == ':') {
            snprintf(place, size, "%.*s", (int)(at + 1 + digits - name), name);
            return;
        }
        if (*at == '/' || (*at == ':' && at[1] == ' '))
            name = at + 1 + (*at == ':');
    }
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* " 40 to 248" after the name of a waveform. */
static bool is_span(const char *text)
{
    unsigned long long from, to;
    int n = -1;

    return sscanf(text, " %llu to %llu%n", &from, &to, &n) == 2 && n >= 0 && !text[n];
}

/* Finds where in the line `assay run --json` names the replay file or waveform that it wrote; else
 * NULL. If the RTL did not end its line, that follows on the same line. The RTL may use the same
 * words, so the text after them must match, too. */
static char *left_of(char *line)
{
    static const char waveform[] = ".fst, cycles";
    const size_t length = strlen(line);
    char *found = NULL;

    if (length > 7 && strcmp(line + length - 7, ".replay") == 0)
        for (char *at = line; (at = strstr(at, "replay:     ")); ++at)
            found = at;
    if (found)
        return found;
    for (char *at = line; (at = strstr(at, "waveform:   ")); ++at) {
        const char *end = at;

        for (const char *e = at; (e = strstr(e, waveform)); ++e)
            end = e;
        if (end != at && is_span(end + sizeof waveform - 1))
            found = at;
    }
    return found;
}

/* Cuts off what names written files. *left tells whether the previous line did so, and is updated
 * for this one. */
static void cut_left(char *line, bool *left)
{
    char *at = left_of(line);

    /* The waveform of the other of two designs, and what follows a waveform. */
    if (!at && *left &&
        (begins(line, "            ") || begins(line, "view:       ") ||
         begins(line, "picture:    ")))
        at = line;
    *left = at;
    if (at)
        *at = '\0';
}

/* Ring of the last lines. */
struct lines {
    char line[LINES][ASSAY_SIMULATOR_LINE];
    size_t n;
};

static void add_line(struct lines *l, const char *line)
{
    char *to = l->line[l->n++ % LINES];

    snprintf(to, ASSAY_SIMULATOR_LINE, "%s", line);
    for (; *to; ++to)
        *to = *to == '\t' ? ' ' : iscntrl((unsigned char)*to) ? '?' : *to;
}

/* State of the reading. */
struct reading {
    struct lines all;
    bool alarm; /* all.line begins with the first error line */
    bool left;  /* the previous line named a written file */
};

/* Adds a line, split into parts if it is long. */
static void read_line(struct reading *r, char *line)
{
    char part[ASSAY_SIMULATOR_LINE];

    if (begins(line, "assay: "))
        return;
    line[strcspn(line, "\n")] = '\0';
    if (*line && line[strlen(line) - 1] == '\r')
        line[strlen(line) - 1] = '\0';
    assay_utf8_mend(line);
    cut_left(line, &r->left);
    for (size_t n; *line && !(r->alarm && r->all.n == LINES); line += n) {
        n = assay_utf8_fit(line, sizeof part - 1);
        snprintf(part, sizeof part, "%.*s", (int)n, line);
        if (part[strspn(part, " \t\r")] == '\0')
            continue;
        if (!r->alarm && is_alarm(part)) {
            r->alarm = true;
            r->all.n = 0;
        }
        add_line(&r->all, part);
    }
}

void assay_simulator_said(FILE *f, char text[ASSAY_SIMULATOR_TEXT])
{
    struct reading r = {.alarm = false};
    const struct lines *all = &r.all;
    char *line = NULL, whole[LINES * ASSAY_SIMULATOR_LINE];
    size_t room = 0, used = 0;

    while (!(r.alarm && all->n == LINES) && getline(&line, &room, f) >= 0)
        read_line(&r, line);
    free(line);
    whole[0] = '\0';
    for (size_t i = all->n > LINES ? all->n - LINES : 0; i < all->n; ++i)
        used += (size_t)snprintf(whole + used, sizeof whole - used, "%s%s", used ? "\n" : "",
                                 all->line[i % LINES]);
    snprintf(text, ASSAY_SIMULATOR_TEXT, "%.*s",
             (int)assay_utf8_fit(whole, ASSAY_SIMULATOR_TEXT - 1), whole);
}

void assay_simulator_line(const char *text, char line[ASSAY_SIMULATOR_LINE])
{
    char at[ASSAY_SIMULATOR_LINE];

    *line = '\0';
    for (size_t n; *text && !is_alarm(line); text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        snprintf(at, sizeof at, "%.*s", (int)n, text);
        if (!*line || !is_end(at))
            memcpy(line, at, sizeof at);
    }
}
