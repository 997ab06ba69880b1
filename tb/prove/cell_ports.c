/* cell_ports.c - the ports in a lemma's head are those of the module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/cell.h"

/* A port as Yosys writes it: "wire width 8 offset 2 input 1 \a". */
struct port {
    const char *name, *direction;
    size_t name_size;
    unsigned width;
};

static bool read_port(const char *line, struct port *p)
{
    const size_t n = strcspn(line, "\n");
    const char *at = line + strspn(line, " "), *const end = line + n;
    const char *const name = memchr(line, '\\', n);

    *p = (struct port){.width = 1};
    if (!name || strncmp(at, "wire ", 5) != 0)
        return false;
    p->name = name + 1;
    p->name_size = (size_t)(end - p->name);
    while (at < name) {
        if (strncmp(at, "width ", 6) == 0)
            p->width = (unsigned)strtoul(at + 6, NULL, 10);
        else if (strncmp(at, "input ", 6) == 0)
            p->direction = "in";
        else if (strncmp(at, "output ", 7) == 0)
            p->direction = "out";
        at += strcspn(at, " \n");
        at += *at == ' ';
    }
    return p->direction != NULL;
}

/* Find a port of this direction. */
static bool find(const char *text, const char *direction, const char *name, struct port *p)
{
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (read_port(line, p) && strcmp(p->direction, direction) == 0 &&
            p->name_size == strlen(name) && strncmp(p->name, name, p->name_size) == 0)
            return true;
    return false;
}

/* Whether a name is one of a register or of a wire that is cut, "x.q", "x.m", "x.i" or "x.d". */
static bool is_inside(const char *name)
{
    const size_t n = strlen(name);

    return n > 2 && name[n - 2] == '.' && strchr("qmid", name[n - 1]);
}

static bool is_shown(const struct lemma *l, const char *name)
{
    for (uint32_t i = 0; i < l->show.n; ++i)
        if (strcmp(l->show.word[i], name) == 0)
            return true;
    return false;
}

static enum assay_error check(const struct cell *c, const char *text, const char *key,
                              const struct lemma_list *words, const struct execute_ports *ports,
                              char *why, size_t why_size)
{
    const struct lemma *const l = c->lemma;

    for (uint32_t i = 0; i < ports->n; ++i) {
        const struct execute_port *const p = &ports->port[i];
        const unsigned line = (unsigned)lemma_line(l, key, words->word[i]);
        struct port is;

        if (is_inside(p->name) || is_shown(l, p->name))
            continue;
        if (!find(text, key, p->name, &is)) {
            snprintf(why, why_size, "%s:%u: %s: '%s': expected an %sput of %s%s", l->path, line,
                     key, words->word[i], key, l->top,
                     words != &l->in ? ""
                     : l->next.n     ? ", or the .q or .m of a register in next"
                                     : ", or the .i of a wire in cut");
            return ASSAY_BAD_INPUT;
        }
        if (is.width != p->width) {
            snprintf(why, why_size, "%s:%u: %s: '%s' is of %u bits here: expected %u, as in %s",
                     l->path, line, key, words->word[i], (unsigned)p->width, is.width, l->top);
            return ASSAY_BAD_INPUT;
        }
    }
    return ASSAY_OK;
}

bool cell_unnamed_inputs(const struct cell *c, char *names, size_t size)
{
    char why[256], *const text = cell_read(c, CELL_PORTS, why, sizeof why);
    struct port p;

    *names = '\0';
    for (const char *line = text; line && *line;
         line += strcspn(line, "\n"), line += *line == '\n') {
        bool named = !read_port(line, &p) || strcmp(p.direction, "in") != 0 ||
                     (c->lemma->next.n && p.name_size == 3 && strncmp(p.name, "clk", 3) == 0);

        for (uint32_t i = 0; i < c->in.n && !named; ++i)
            named = strlen(c->in.port[i].name) == p.name_size &&
                    strncmp(c->in.port[i].name, p.name, p.name_size) == 0;
        if (!named)
            snprintf(names + strlen(names), size - strlen(names), "%s%.*s", *names ? ", " : "",
                     (int)p.name_size, p.name);
    }
    free(text);
    return *names != '\0';
}

enum assay_error cell_check_ports(const struct cell *c, char *why, size_t why_size)
{
    char *const text = cell_read(c, CELL_PORTS, why, why_size);
    enum assay_error e = text ? ASSAY_OK : ASSAY_ENVIRONMENT;

    if (!e)
        e = check(c, text, "in", &c->lemma->in, &c->in, why, why_size);
    if (!e)
        e = check(c, text, "out", &c->lemma->out, &c->out, why, why_size);
    free(text);
    return e;
}
