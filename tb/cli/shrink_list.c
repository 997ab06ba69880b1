/* shrink_list.c - prints the stimulus of a shrunk run by line. */
#include <inttypes.h>

#include "cli/cli.h"
#include "stimulus/replay_lines.h"

struct lister {
    FILE *f;
    const struct assay_script *s;
    size_t reset, change; /* indices of the next ones */
};

/* Print all pins that change in the cycle of the next change. */
static void list_pins(struct lister *l)
{
    const struct assay_script *s = l->s;
    const uint64_t cycle = s->change[l->change].cycle;

    fprintf(l->f, "  %10" PRIu64 "  %-6s", cycle, "pins");
    for (; l->change < s->n_changes && s->change[l->change].cycle == cycle; ++l->change) {
        const struct assay_script_change *c = &s->change[l->change];

        fprintf(l->f, " %s=", s->block->model->ports[c->port].name);
        assay_replay_write_value(l->f, c->value);
    }
    fputc('\n', l->f);
}

/* Print resets, and changes of pins outside streams, up to a cycle. */
static void list_until(struct lister *l, uint64_t cycle)
{
    const struct assay_script *s = l->s;
    const size_t n_changes = assay_script_has_pins(s) ? s->n_changes : 0;

    for (;;) {
        const bool reset = l->reset < s->n_resets && s->reset[l->reset].cycle <= cycle;
        const bool change = l->change < n_changes && s->change[l->change].cycle <= cycle;

        if (!reset && !change)
            break;
        if (change && (!reset || s->change[l->change].cycle < s->reset[l->reset].cycle)) {
            list_pins(l);
            continue;
        }
        fprintf(l->f, "  %10" PRIu64 "  reset, %" PRIu64 " cycles\n", s->reset[l->reset].cycle,
                s->reset[l->reset].length);
        ++l->reset;
    }
}

static void list_item(struct lister *l, unsigned stream, size_t item)
{
    const struct assay_script *s = l->s;
    const struct assay_script_item *i = &s->stream[stream].item[item];
    const uint64_t reset = i->section < s->n_resets ? s->reset[i->section].cycle : 0;

    list_until(l, i->offered > reset ? i->offered : reset);
    fprintf(l->f, "  %10" PRIu64 "  %-6s", i->offered, s->block->model->streams[stream].name);
    assay_replay_write_fields(l->f, s, stream, assay_script_payload(s, stream, item), true);
    if (i->taken == ASSAY_SCRIPT_NEVER)
        fprintf(l->f, "  (not taken)");
    else if (i->taken != i->offered)
        fprintf(l->f, "  (taken at %" PRIu64 ")", i->taken);
    fputc('\n', l->f);
}

void assay_cli_shrink_list(FILE *f, const struct assay_script *s)
{
    struct lister l = {.f = f, .s = s};
    size_t next[ASSAY_MAX_STREAMS] = {0}, item;
    unsigned stream;

    fputs(s->block->model->n_streams
              ? "transactions (cycle offered, stream, fields that are not 0):\n"
              : "stimulus (cycle, pins that change; they are 0 at first):\n",
          f);
    while (assay_script_in_order(s, next, &stream, &item))
        list_item(&l, stream, item);
    list_until(&l, UINT64_MAX);
    for (unsigned i = 0; i < s->block->model->n_streams; ++i) {
        const struct assay_script_stream *t = &s->stream[i];
        uint64_t cycle = 0;

        for (size_t j = 0; j < t->n_runs; cycle += t->run[j++].length)
            if (!t->run[j].ready)
                fprintf(f, "  %10" PRIu64 "  %-6s not ready, %" PRIu64 " cycles\n", cycle,
                        s->block->model->streams[i].name, t->run[j].length);
    }
}
