/* vectors_calls_judge.c - how the testbench of level `transfers` judges a source. */
#include <inttypes.h>

#include "vectors/vectors_calls_bench.h"

/* Returns the width of the field named by `match`, or 0
 * if there is none; *at is its offset in the fields. */
static unsigned match_field(const struct assay_vectors_layout *l, size_t stream, unsigned *at)
{
    const struct assay_stream_rules *r = l->in.block->rules ? &l->in.block->rules[stream] : NULL;

    *at = 0;
    for (size_t i = 0; i < l->in.block->model->n_ports && r && r->match_size; ++i) {
        const struct assay_port *p = &l->in.block->model->ports[i];

        if (p->role != ASSAY_PAYLOAD || p->stream != (int)stream)
            continue;
        if (p->offset - l->in.block->model->streams[stream].payload == r->match)
            return l->in.width[i];
        *at += l->in.width[i];
    }
    return 0;
}

/* Writes the search for the oldest response that matches, in `found`. */
static void write_find(const struct assay_vectors_layout *l, size_t stream, uint64_t base, FILE *f)
{
    const char *n = l->in.block->model->streams[stream].name;
    unsigned at, width = match_field(l, stream, &at);

    if (!width) {
        fprintf(f, "                found = %s__first < %s__due ? %s__first : -1;\n", n, n, n);
        return;
    }
    fprintf(f,
            "                found = -1;\n"
            "                for (i = %s__first; i < %s__due && found < 0; i = i + 1) begin\n"
            "                    want = responses[%" PRIu64 " + i];\n"
            "                    if (!came[%" PRIu64 " + i] && want[%u:%u] === %s__fields[%u:%u])\n"
            "                        found = i;\n"
            "                end\n",
            n, n, base, base, at + width - 1, at, n, at + width - 1, at);
}

void assay_vectors_judge(const struct assay_vectors_layout *l, size_t stream, uint64_t base,
                         FILE *f)
{
    const char *n = l->in.block->model->streams[stream].name;
    const unsigned high = l->payload[stream] ? l->payload[stream] - 1 : 0;

    fprintf(
        f,
        "    task judge_%s;\n        begin\n"
        "            if (pin_%s_valid !== 1'b0 && pin_%s_valid !== 1'b1) begin\n"
        "                $display(\"cycle %%0d: %s_valid is unknown\", cycle);\n"
        "                failures = failures + 1;\n            end\n"
        "            if (%s__stalled && (pin_%s_valid !== 1'b1 || %s__fields !== %s__held)) begin\n"
        "                $display(\"cycle %%0d: %s: valid and payload: expected them to stay "
        "until the transfer\", cycle);\n"
        "                failures = failures + 1;\n            end\n"
        "            %s__stalled = pin_%s_valid === 1'b1 && !pin_%s_ready;\n"
        "            %s__held = %s__fields;\n",
        n, n, n, n, n, n, n, n, n, n, n, n, n, n);
    fprintf(f,
            "            if (pin_%s_valid === 1'b1 && pin_%s_ready) begin\n                took = "
            "1'b1;\n",
            n, n);
    write_find(l, stream, base, f);
    fprintf(f,
            "                if (found < 0) begin\n"
            "                    $display(\"cycle %%0d: %s: %%h: expected no transfer\", cycle, "
            "%s__fields);\n"
            "                    failures = failures + 1;\n"
            "                end else begin\n"
            "                    want = responses[%" PRIu64 " + found];\n"
            "                    came[%" PRIu64 " + found] = 1'b1;\n"
            "                    %s__came = %s__came + 1;\n"
            "                    %s__compared = %s__compared + 1;\n"
            "                    compared = compared + 1;\n",
            n, n, base, base, n, n, n, n);
    if (l->payload[stream])
        fprintf(f,
                "                    if (%s__fields !== want[%u:0]) begin\n"
                "                        $display(\"cycle %%0d: %s: %%h: expected %%h\", cycle, "
                "%s__fields, want[%u:0]);\n"
                "                        failures = failures + 1;\n"
                "                    end\n",
                n, high, n, n, high);
    fprintf(f,
            "                    while (%s__first < %s__due && came[%" PRIu64 " + %s__first])\n"
            "                        %s__first = %s__first + 1;\n"
            "                end\n            end\n        end\n    endtask\n\n",
            n, n, base, n, n, n);
}
