/* vectors_possible.c - which blocks can have a vector set, and in which formats. */
#include <stdio.h>

#include "vectors/vectors.h"

bool assay_vectors_possible(const struct assay_vectors *v, char *why, size_t why_size)
{
    const struct assay_block *b = v->config.block;
    const bool calls = b->level == ASSAY_COMPARE_TRANSFERS;
    const char *wrong = NULL;

    if (b->level == ASSAY_COMPARE_NONE)
        wrong = "level none has no model: expected level cycle or transfers";
    else if (calls && v->format == ASSAY_VECTORS_CSV)
        wrong = "csv has a line for each cycle, of which level transfers says nothing: expected "
                "format memh or jsonl";
    else if (calls && v->format == ASSAY_VECTORS_MEMH && b->hooks->accept)
        wrong = "the model has its own comparison, accept, which a Verilog testbench cannot call: "
                "expected format jsonl";
    for (size_t i = 0; i < b->model->n_streams && !wrong; ++i) {
        const struct assay_stream_rules *r = b->rules ? &b->rules[i] : NULL;

        if (!r || !calls || v->format != ASSAY_VECTORS_MEMH)
            continue;
        if (r->adapter)
            wrong = "a stream is of kind adapter, which a Verilog testbench cannot call: expected "
                    "format jsonl";
        else if (b->model->streams[i].sink && (r->always || r->every_cycle))
            wrong = "a sink is of kind always, whose results come only while it goes on: expected "
                    "format jsonl";
    }
    if (wrong)
        snprintf(why, why_size, "block %s: %s", b->model->name, wrong);
    return !wrong;
}
