#include "compute_block/lines.h"

#include <string.h>

void cb_lines_take(struct cb_lines *l, const struct compute_block_line *line)
{
    struct cb_lines_answer *a;

    if (l->n == CB_TAGS) {
        l->flooded = true;
        return;
    }
    a = &l->answer[l->n++];
    a->due = l->cycle + l->latency - 1;
    if (a->due < l->due)
        a->due = l->due;
    l->due = a->due + l->interval;
    a->line = *line;
}

const struct compute_block_line *cb_lines_next(const struct cb_lines *l)
{
    return l->n == 0 || l->cycle < l->answer[0].due ? NULL : &l->answer[0].line;
}

void cb_lines_answered(struct cb_lines *l)
{
    memmove(&l->answer[0], &l->answer[1], --l->n * sizeof l->answer[0]);
}
