#include "mutate/around.h"

#include <stdlib.h>

#include "base/signals.h"
#include "mutate/instances.h"

enum answer { UNKNOWN, YES, NO };

struct asker {
    struct assay_prover *p;
    assay_around_question *question;
    enum answer *answer; /* by number of the module */
    char *why;
    size_t why_size;
};

static bool holds(const struct asker *a, size_t part);

static bool holds_around(const struct asker *a, size_t part)
{
    const char *const name = assay_instances_module(a->p, part);
    bool all = true, any = false;

    for (size_t at = 0; all && assay_instances_parent(a->p, name, &at) != NULL; ++at) {
        all = holds(a, at);
        any = true;
    }
    return all && any;
}

static bool holds(const struct asker *a, size_t part)
{
    const char *const name = assay_instances_module(a->p, part);

    if (assay_interrupted())
        return false;
    if (a->answer[part] == UNKNOWN)
        a->answer[part] =
            a->question(a->p, name, a->why, a->why_size) || holds_around(a, part) ? YES : NO;
    return a->answer[part] == YES;
}

bool assay_around(struct assay_prover *p, const char *module, assay_around_question *question,
                  char *why, size_t why_size)
{
    struct asker a = {.p = p, .question = question, .why = why, .why_size = why_size};
    const char *part;
    size_t n = 0;
    bool all = true, any = false;

    while (assay_instances_module(p, n))
        ++n;
    a.answer = calloc(n + 1, sizeof *a.answer);
    for (size_t at = 0; a.answer && all && (part = assay_instances_module(p, at)) != NULL; ++at)
        if (assay_prover_is_of(part, module)) {
            all = holds(&a, at);
            any = true;
        }
    free(a.answer);
    return all && any;
}
