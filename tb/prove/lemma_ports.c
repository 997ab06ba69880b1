/* lemma_ports.c - the ports of a case, whose widths depend on its parameters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/lemma.h"

enum { MOST_WIDTH = 100000 };

/* A number, or the value of a parameter in "W=24 X=3". */
static bool factor_of(const char *s, size_t n, const char *parameters, uint32_t *out)
{
    if (lemma_read_number(s, n, out))
        return true;
    for (const char *at = parameters; *at; at += strcspn(at, " "), at += *at == ' ')
        if (strncmp(at, s, n) == 0 && at[n] == '=')
            return lemma_read_number(at + n + 1, strcspn(at + n + 1, " "), out);
    return false;
}

/* Evaluate products and quotients of these from left to right: "32*W", "W/8". */
static bool value_of(const char *s, const char *parameters, uint32_t *out)
{
    bool divides = false;
    uint32_t factor;

    for (*out = 1;; divides = *s++ == '/') {
        const size_t n = strcspn(s, "*/");

        if (!n || !factor_of(s, n, parameters, &factor) ||
            (divides ? *out % factor != 0 : factor > MOST_WIDTH / *out))
            return false;
        *out = divides ? *out / factor : *out * factor;
        s += n;
        if (!*s)
            return true;
    }
}

bool lemma_ports(const struct lemma *l, const struct lemma_list *list, const char *parameters,
                 struct execute_ports *ports, char *why, size_t why_size)
{
    *ports = (struct execute_ports){aig_memory(NULL, list->n, sizeof *ports->port), 0};
    for (uint32_t i = 0; i < list->n; ++i) {
        const char *const s = list->word[i], *const colon = strrchr(s, ':');
        struct execute_port *const p = &ports->port[i];

        p->width = 1;
        if (colon && !value_of(colon + 1, parameters, &p->width)) {
            const char *const key = list == &l->in     ? "in"
                                    : list == &l->out  ? "out"
                                    : list == &l->vary ? "vary"
                                                       : "free";

            snprintf(why, why_size,
                     "%s:%u: %s: '%s': expected PORT:WIDTH, a product or quotient (* and /) of "
                     "numbers and parameters of the case%s%s%s, from 1 to %u",
                     l->path, (unsigned)lemma_line(l, key, s), key, s, *parameters ? " (" : "",
                     parameters, *parameters ? ")" : "", (unsigned)MOST_WIDTH);
            lemma_free_ports(ports);
            return false;
        }
        p->name = aig_copy_with(s, colon ? (size_t)(colon - s) : strlen(s), "");
        ++ports->n;
    }
    return true;
}

void lemma_free_ports(struct execute_ports *ports)
{
    for (uint32_t i = 0; i < ports->n; ++i)
        free(ports->port[i].name);
    free(ports->port);
    *ports = (struct execute_ports){0};
}
