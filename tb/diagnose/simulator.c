#include "diagnose/simulator.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { LINES = 6 };

/* Which of the ends there are, behind what the RTL said before it: nothing that a reader looks for. */
static bool is_end(const char *line)
{
    return strstr(line, ": Verilog $stop") || strstr(line, ": Verilog $finish");
}

/* Whether a simulator or a sanitizer tells of an error. The words of the RTL itself are no sign: many a line has `error=0`. */
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

/* Cut off what `assay run --json` writes of the files that the run has left: where the RTL has not ended its line, behind
 * that. Whether it is there; nothing of the RTL follows. */
static bool cut_left(char *line)
{
    char *at = strstr(line, "replay:     ");

    if (!at)
        at = strstr(line, "waveform:   ");
    if (at)
        *at = '\0';
    return at;
}

/* The last lines, in turn. */
struct lines {
    char line[LINES][ASSAY_SIMULATOR_LINE];
    size_t n;
};

static void add_line(struct lines *l, const char *line)
{
    char *to = l->line[l->n++ % LINES];

    snprintf(to, ASSAY_SIMULATOR_LINE, "%.*s", (int)strcspn(line, "\r\n"), line);
    for (; *to; ++to)
        *to = *to == '\t' ? ' ' : iscntrl((unsigned char)*to) ? '?' : *to;
}

void assay_simulator_said(FILE *f, char text[ASSAY_SIMULATOR_TEXT])
{
    char line[ASSAY_SIMULATOR_LINE];
    struct lines all = {.n = 0};
    bool alarm = false, ended = false;
    size_t used = 0;

    while (!ended && !(alarm && all.n == LINES) && fgets(line, sizeof line, f)) {
        ended = cut_left(line);
        if (strncmp(line, "assay: ", 7) == 0 || line[strspn(line, " \t\r\n")] == '\0')
            continue;
        if (!alarm && is_alarm(line)) {
            alarm = true;
            all.n = 0;
        }
        add_line(&all, line);
    }
    text[0] = '\0';
    for (size_t i = all.n > LINES ? all.n - LINES : 0; i < all.n && used < ASSAY_SIMULATOR_TEXT;
         ++i)
        used += (size_t)snprintf(text + used, ASSAY_SIMULATOR_TEXT - used, "%s%s", used ? "\n" : "",
                                 all.line[i % LINES]);
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
