/* asm_report.c - a readable report of the uniformity pass. */
#include "predicate/asm_internal.h"

static const char *const causes[] = {
    [PREDICATE_PROMOTED] = "",
    [PREDICATE_BY_LANE] = "depends on the lane index",
    [PREDICATE_BY_LOAD] = "comes from data memory",
    [PREDICATE_BY_INITIAL] = "lanes may start with different values",
    [PREDICATE_BY_CONTROL] = "lanes may have parted",
    [PREDICATE_BY_GUARD] = "written under a guard that differs between lanes",
    [PREDICATE_BY_OUT] = "is an .out register of each lane",
    [PREDICATE_BY_VOTE] = "a vote, red or readlane looks at each lane",
    [PREDICATE_BY_KIND] = "comes from an instruction that writes R only",
    [PREDICATE_BY_REGISTERS] = "no uniform register is free",
    [PREDICATE_BY_REACH] = "never executed",
    [PREDICATE_BY_SIZE] = "control flow is too involved to follow",
};

const char *predicate_cause_name(uint8_t cause)
{
    return causes[cause];
}

static void place(FILE *f, const struct predicate_assembly *a, uint32_t pc)
{
    if (a->line[pc])
        fprintf(f, "line %u", a->line[pc]);
    else
        fprintf(f, "pc %u", pc);
}

void predicate_write_uniform(FILE *f, const struct predicate_assembly *a,
                             const struct predicate_uniform *u)
{
    for (uint32_t i = 0; i < u->n_compares; ++i) {
        const struct predicate_promotion *c = &u->compare[i];

        place(f, a, c->pc);
        if (c->cause == PREDICATE_PROMOTED) {
            fprintf(f, ": p%u becomes up%u\n", c->from, c->to);
            continue;
        }
        fprintf(f, ": p%u stays: %s%s%s", c->from, c->what, c->what[0] ? ": " : "",
                causes[c->cause]);
        if (c->has_pc) {
            fputs(" (", f);
            place(f, a, c->at_pc);
            fputc(')', f);
        }
        fputc('\n', f);
    }
    fprintf(f, "%u of %u compares promoted, %u other instructions moved to the scalar unit\n",
            u->n_promoted, u->n_compares, u->n_moved);
}
