/* coverage_groups.c - the groups of predicate's functional coverage. */
#include "predicate/coverage_groups.h"

#include "predicate/predicate.h"

static const char *const op_bins[] = {
    "mov",     "add",     "sub",      "mul",      "and",       "or",      "xor",     "shl",
    "shr",     "sar",     "min",      "max",      "sel",       "fadd",    "fsub",    "fmul",
    "ffma",    "cmp",     "vote_all", "vote_any", "vote_none", "bra",     "ssy",     "join",
    "ld",      "st",      "exit",     "mad",      "mulhi",     "mulhu",   "dp4a_ss", "dp4a_su",
    "dp4a_us", "dp4a_uu", "clz",      "popc",     "bfe",       "prmt",    "minu",    "maxu",
    "fmin",    "fmax",    "fdiv",     "cvt",      "red",       "readlane"};
static const char *const cross_bins[] = {"vote_all", "vote_any", "vote_none", "red", "readlane"};
static const char *const conversion_bins[] = {"s32", "u32", "f32", "f16", "bf16"};
static const char *const rounding_bins[] = {"nearest", "zero"};
static const char *const red_bins[] = {"add", "min", "max", "and", "or", "xor"};
static const char *const size_bins[] = {"b32", "s8", "u8", "s16", "u16"};
static const char *const byte_bins[] = {"0", "1", "2", "3"};
static const char *const long_bins[] = {"ld", "st", "red", "fdiv", "scalar_fdiv"};
static const char *const beside_bins[] = {"alone", "scalar", "vector", "scalar_fdiv"};
static const char *const access_trap_bins[] = {"address", "misaligned"};
static const char *const guard_bins[] = {"always", "p", "not_p", "up", "not_up"};
static const char *const class_bins[] = {"scalar", "vector"};
static const char *const hazard_bins[] = {"none", "source", "destination", "guard", "control"};
static const char *const refused_bins[] = {"beyond", "illegal", "not_uniform", "stack", "pending"};
static const char *const yes_bins[] = {"no", "yes"};
static const char *const type_bins[] = {"s32", "u32", "f32"};
static const char *const condition_bins[] = {"eq", "ne", "lt", "ge", "gt", "le", "z", "nz"};
static const char *const where_bins[] = {"p", "up"};
static const char *const way_bins[] = {"not_taken", "taken", "divergent"};
static const char *const side_bins[] = {"backward", "forward"};
static const char *const test_bins[] = {"none", "p", "up"};
static const char *const lanes_bins[] = {"none", "one", "some", "all"};
static const char *const depth_bins[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
static const char *const trap_bins[] = {"illegal", "not_uniform", "overflow", "underflow",
                                        "beyond",  "address",     "limit",    "misaligned"};
static const char *const part_bins[] = {"guard", "a_r",   "b_r",   "c_r",
                                        "a_lid", "b_lid", "c_lid", "sel_p"};
static const char *const access_bins[] = {"write", "read"};
static const char *const space_bins[] = {"code", "c", "r", "u", "p", "up", "data", "nothing"};
static const char *const memory_bins[] = {"ld", "st"};
static const char *const exit_bins[] = {"nobody", "some_stay", "pops", "ends"};
static const char *const host_bins[] = {"other", "write", "read", "start", "clear"};
static const char *const state_bins[] = {"fresh", "done", "trap"};
static const char *const kind_bins[] = {"r",   "u",    "c",     "imm",   "imm_high",
                                        "lid", "warp", "warps", "group", "groups"};
static const char *const place_bins[] = {"a", "b", "c"};

static const struct assay_cover_axis op = {"op", PREDICATE_OWN_OPS, op_bins};
static const struct assay_cover_axis guard = {"guard", 5, guard_bins};
static const struct assay_cover_axis first = {"first", 2, class_bins};
static const struct assay_cover_axis second = {"second", 2, class_bins};
static const struct assay_cover_axis hazard = {"hazard", 5, hazard_bins};
static const struct assay_cover_axis refused = {"because", 5, refused_bins};
static const struct assay_cover_axis sense = {"sense", 2, yes_bins};
static const struct assay_cover_axis type = {"type", 3, type_bins};
static const struct assay_cover_axis condition = {"condition", 8, condition_bins};
static const struct assay_cover_axis where = {"to", 2, where_bins};
static const struct assay_cover_axis way = {"way", 3, way_bins};
static const struct assay_cover_axis side = {"side", 2, side_bins};
static const struct assay_cover_axis test = {"test", 3, test_bins};
static const struct assay_cover_axis lanes = {"lanes", 4, lanes_bins};
static const struct assay_cover_axis depth = {"depth", PREDICATE_STACK + 1, depth_bins};
static const struct assay_cover_axis trap = {"trap", 8, trap_bins};
static const struct assay_cover_axis part = {"by", 8, part_bins};
static const struct assay_cover_axis space_access = {"access", 2, access_bins};
static const struct assay_cover_axis space = {"space", 8, space_bins};
static const struct assay_cover_axis memory = {"memory", 2, memory_bins};
static const struct assay_cover_axis leaving = {"exit", 4, exit_bins};
static const struct assay_cover_axis host_op = {"op", 5, host_bins};
static const struct assay_cover_axis host_state = {"state", 3, state_bins};
static const struct assay_cover_axis kind = {"kind", KINDS, kind_bins};
static const struct assay_cover_axis place = {"source", 3, place_bins};
static const struct assay_cover_axis vector_retires = {"vector", 2, yes_bins};
static const struct assay_cover_axis scalar_retires = {"scalar", 2, yes_bins};
static const struct assay_cover_axis paired = {"pair", 2, yes_bins};

static const struct assay_cover_axis across = {"op", 5, cross_bins};
static const struct assay_cover_axis writes = {"written", 2, yes_bins};
static const struct assay_cover_axis from = {"from", PREDICATE_TYPES, conversion_bins};
static const struct assay_cover_axis to = {"to", PREDICATE_TYPES, conversion_bins};
static const struct assay_cover_axis rounding = {"rounding", 2, rounding_bins};
static const struct assay_cover_axis by_unit = {"unit", 2, class_bins};
static const struct assay_cover_axis red = {"op", PREDICATE_REDS, red_bins};
static const struct assay_cover_axis size = {"size", PREDICATE_SIZES, size_bins};
static const struct assay_cover_axis byte = {"byte", 4, byte_bins};
static const struct assay_cover_axis long_one = {"long", 5, long_bins};
static const struct assay_cover_axis beside = {"beside", 4, beside_bins};
static const struct assay_cover_axis access_trap = {"trap", 2, access_trap_bins};

static bool no_conversion(const unsigned *bin)
{
    return bin[0] == bin[1];
}

static bool no_red(const unsigned *bin)
{
    return bin[0] >= PREDICATE_RED_AND && bin[1] == PREDICATE_F32;
}

static bool no_access(const unsigned *bin)
{
    const bool st = bin[0] == 1;
    const unsigned size_of = bin[1], at = bin[2];

    return (st && (size_of == PREDICATE_S8 || size_of == PREDICATE_S16)) ||
           (size_of == PREDICATE_B32 && at != 0) || (size_of >= PREDICATE_S16 && at % 2 != 0);
}

static bool no_beside(const unsigned *bin)
{
    return bin[0] == 4 ? bin[1] == 1 || bin[1] == 3 : bin[1] == 2;
}

static bool no_access_trap(const unsigned *bin)
{
    return (bin[0] == 1 && (bin[1] == PREDICATE_S8 || bin[1] == PREDICATE_S16)) ||
           (bin[2] == 1 && (bin[1] == PREDICATE_S8 || bin[1] == PREDICATE_U8));
}

static bool no_guard(const unsigned *bin)
{
    return (bin[0] + 1 == PREDICATE_SSY || bin[0] + 1 == PREDICATE_JOIN) && bin[1];
}

static bool no_pair(const unsigned *bin)
{
    return bin[0] == bin[1] || bin[2] != 0 ? bin[3] == 1 : false;
}

static bool no_branch(const unsigned *bin)
{
    return (bin[0] == 0 && bin[2] != 1) || (bin[0] == 2 && bin[2] == 2);
}

/* After a scalar instruction this would have to be a bra that diverges, which the pins do not
 * show. */
static bool no_refusal(const unsigned *bin)
{
    return bin[1] == 3 && bin[0] == 0;
}

/* At least one lane is active. */
static bool no_lanes(const unsigned *bin)
{
    return bin[0] == PREDICATE_ALWAYS && bin[2] == 0;
}

const struct assay_cover_group predicate_groups[PREDICATE_COVER_GROUPS] = {
    [ISSUED] = {"issued", "operations issued, by guard", 2, {&op, &guard}, no_guard},
    [PAIRS] = {"pairs",
               "two next instructions that could go: classes, what stands between, co-issued",
               4,
               {&first, &second, &hazard, &paired},
               no_pair},
    [REFUSED] = {"refused",
                 "a second that cannot go, by class of the first",
                 2,
                 {&first, &refused},
                 no_refusal},
    [GUARDS] =
        {"guards", "lanes that execute, by guard and sense", 3, {&guard, &sense, &lanes}, no_lanes},
    [COMPARES] = {"compares", "cmp", 3, {&type, &condition, &where}, NULL},
    [BRANCHES] =
        {"branches", "bra: its test, where to, which way", 3, {&test, &side, &way}, no_branch},
    [EXITS] = {"exits", "what exit leaves", 1, {&leaving}, NULL},
    [MEMORY] = {"memory", "executing lanes of ld and st", 2, {&memory, &lanes}, NULL},
    [DEPTH] = {"depth", "entries of the stack, running", 1, {&depth}, NULL},
    [TRAPS] = {"traps", "traps", 1, {&trap}, NULL},
    [SPACES] = {"spaces", "where the host writes and reads", 2, {&space_access, &space}, NULL},
    [HOST_OPS] = {"host", "what the host asks, by what stands", 2, {&host_op, &host_state}, NULL},
    [SOURCES] = {"sources", "kinds of sources of what issues", 2, {&place, &kind}, NULL},
    [RETIRED] =
        {"retired", "retire records of a cycle", 2, {&vector_retires, &scalar_retires}, NULL},
    [NOT_UNIFORM] =
        {"not_uniform", "the one thing that makes a uniform destination illegal", 1, {&part}, NULL},
    [CONVERSIONS] = {"conversions", "cvt", 4, {&from, &to, &rounding, &by_unit}, no_conversion},
    [REDUCTIONS] = {"reductions", "red, by lanes that execute", 3, {&red, &type, &lanes}, no_red},
    [CROSSED] = {"crossed", "retired: whether a lane executed", 2, {&across, &writes}, NULL},
    [ACCESSES] = {"accesses", "requests: where in a word", 3, {&memory, &size, &byte}, no_access},
    [LONG] =
        {"long", "what holds issue, and what issued with it", 2, {&long_one, &beside}, no_beside},
    [ACCESS_TRAPS] =
        {"access_traps", "traps of ld and st", 3, {&memory, &size, &access_trap}, no_access_trap},
};
