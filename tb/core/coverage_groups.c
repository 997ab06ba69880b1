/* coverage_groups.c - axes and groups of core's coverage. */
#include "core/coverage_groups.h"

#include "predicate/instructions.h"

static const char *const op_bins[PREDICATE_OPS - 1] = {
    "mov",      "add",      "sub",       "mul",     "and",     "or",      "xor",     "shl",  "shr",
    "sar",      "min",      "max",       "sel",     "fadd",    "fsub",    "fmul",    "ffma", "cmp",
    "vote_all", "vote_any", "vote_none", "bra",     "ssy",     "join",    "ld",      "st",   "exit",
    "mad",      "mulhi",    "mulhu",     "dp4a_ss", "dp4a_su", "dp4a_us", "dp4a_uu", "clz",  "popc",
    "bfe",      "prmt",     "minu",      "maxu",    "fmin",    "fmax",    "fdiv",    "cvt",  "red",
    "readlane", "ldu",      "atom",      "fence",   "bar",     "msg",     "recv",    "dpas", "move",
    "row",      "pack",     "wait"};
static const char *const guard_bins[] = {"always", "p", "not_p", "up", "not_up"};
static const char *const turn_bins[] = {"same", "next", "further"};
static const char *const running_bins[RUNNING_BINS] = {"none", "one", "two", "three_or_four",
                                                       "more"};
static const char *const kind_bins[] = {"scalar", "vector", "both"};
static const char *const cause_bins[] = {"no_warp", "memory", "barrier", "array", "hazard"};
static const char *const access_bins[] = {"load", "store", "atomic"};
static const char *const line_bins[LINE_BINS] = {"1", "2", "3_4", "5_8", "more"};
static const char *const two_port_bins[] = {"mem", "local"};
static const char *const port_bins[] = {"mem_rsp", "local_rsp", "value"};
static const char *const busy_bins[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
static const char *const order_bins[] = {"oldest", "younger"};
static const char *const valid_bins[] = {"none", "m",       "l",       "m_and_l",
                                         "v",    "m_and_v", "l_and_v", "all"};
static const char *const outcome_bins[OUTCOMES] = {"good", "error", "stray"};
static const char *const memory_bins[] = {"load", "store", "fence", "exch", "add",  "and", "or",
                                          "xor",  "smin",  "smax",  "umin", "umax", "cas", "fadd"};
static const char *const size_bins[] = {"byte", "half", "word"};
static const char *const merge_bins[] = {
    "none",    "add",  "sub",      "and",   "or",        "xor",  "min",  "max",
    "product", "mean", "variance", "range", "predicate", "op13", "op14", "op15"};
static const char *const scope_bins[] = {"none", "local", "global", "both"};
static const char *const type_bins[] = {"u32",   "s32",   "f32",   "u64",   "s64",
                                        "u32x2", "s32x2", "f32x2", "f16x2", "bf16x2"};
static const char *const counted_bins[] = {"no_lanes", "lanes"};
static const char *const release_bins[RELEASE_BINS] = {"complete", "aborted", "other_beat"};
static const char *const reply_bins[REPLY_BINS] = {"writes", "stale", "refuses", "ignored"};
static const char *const message_bins[] = {"dpas", "move", "get", "put", "pack", "drop"};
static const char *const under_way_bins[] = {"one", "some", "all"};
static const char *const waited_bins[] = {"at_once", "waited"};
static const char *const trap_bins[] = {"none",       "illegal",   "not_uniform", "overflow",
                                        "underflow",  "beyond",    "address",     "limit",
                                        "misaligned", "divergent", "incomplete",  "refused",
                                        "outside",    "message",   "memory"};
static const char *const warps_bins[] = {"one_warp", "more_warps"};
static const char *const start_bins[START_BINS] = {"good", "no_warps", "beyond", "place", "in_use"};
static const char *const depth_bins[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8"};
static const char *const yes_bins[] = {"no", "yes"};

static const struct assay_cover_axis op = {"op", PREDICATE_OPS - 1, op_bins};
static const struct assay_cover_axis guard = {"guard", 5, guard_bins};
static const struct assay_cover_axis turn = {"warp", 3, turn_bins};
static const struct assay_cover_axis running = {"running", RUNNING_BINS, running_bins};
static const struct assay_cover_axis kind = {"issue", 3, kind_bins};
static const struct assay_cover_axis cause = {"because", 5, cause_bins};
static const struct assay_cover_axis access = {"access", 3, access_bins};
static const struct assay_cover_axis line = {"lines", LINE_BINS, line_bins};
static const struct assay_cover_axis two_ports = {"port", 2, two_port_bins};
static const struct assay_cover_axis busy = {"busy", CORE_SLOTS, busy_bins};
static const struct assay_cover_axis order = {"answer", 2, order_bins};
static const struct assay_cover_axis valid = {"valid", 8, valid_bins};
static const struct assay_cover_axis port = {"port", 3, port_bins};
static const struct assay_cover_axis outcome = {"answer", OUTCOMES, outcome_bins};
static const struct assay_cover_axis memory = {"op", 14, memory_bins};
static const struct assay_cover_axis size = {"size", 3, size_bins};
static const struct assay_cover_axis merge = {"op", 16, merge_bins};
static const struct assay_cover_axis scope = {"fence", 4, scope_bins};
static const struct assay_cover_axis type = {"type", 10, type_bins};
static const struct assay_cover_axis counted = {"counted", 2, counted_bins};
static const struct assay_cover_axis release = {"wb", RELEASE_BINS, release_bins};
static const struct assay_cover_axis reply = {"reply", REPLY_BINS, reply_bins};
static const struct assay_cover_axis asked = {"scope", 3, scope_bins + 1};
static const struct assay_cover_axis message = {"kind", 6, message_bins};
static const struct assay_cover_axis waited = {"taken", 2, waited_bins};
static const struct assay_cover_axis under_way = {"messages", 3, under_way_bins};
static const struct assay_cover_axis note = {"note", OUTCOMES, outcome_bins};
static const struct assay_cover_axis trap = {"trap", 15, trap_bins};
static const struct assay_cover_axis warps = {"group", 2, warps_bins};
static const struct assay_cover_axis start = {"start", START_BINS, start_bins};
static const struct assay_cover_axis depth = {"depth", PREDICATE_STACK + 1, depth_bins};
static const struct assay_cover_axis vector_retires = {"vector", 2, yes_bins};
static const struct assay_cover_axis scalar_retires = {"scalar", 2, yes_bins};
static const struct assay_cover_axis answered = {"from_outside", 2, yes_bins};

bool core_no_flow(const unsigned *bin)
{
    const bool always = bin[0] == core_stream_start || bin[0] == core_stream_wb ||
                        bin[0] == core_stream_reply || bin[0] == core_stream_fence ||
                        bin[0] == core_stream_note;

    return always && !(bin[1] & 1);
}

static bool no_guard(const unsigned *bin)
{
    const uint32_t o = bin[0] + 1;
    const bool of_lanes = bin[1] == PREDICATE_IF_P || bin[1] == PREDICATE_IF_NOT_P;

    if (predicate_instructions[o].guards == PREDICATE_NO_GUARD)
        return bin[1] != PREDICATE_ALWAYS;
    return of_lanes &&
           (predicate_instructions[o].guards == PREDICATE_EVEN_GUARD || o == PREDICATE_LDU);
}

/* If no warp runs, nothing issues. */
static bool no_running(const unsigned *bin)
{
    return bin[1] == 0;
}

static bool no_loss(const unsigned *bin)
{
    return (bin[0] == 0) != (bin[1] == 0);
}

static bool no_port(const unsigned *bin)
{
    return !(bin[0] >> bin[1] & 1);
}

static bool no_memory(const unsigned *bin)
{
    return bin[0] == 2;
}

static bool no_local(const unsigned *bin)
{
    return bin[0] == 2 || (bin[0] > 2 && bin[1] != 2);
}

static bool no_trap(const unsigned *bin)
{
    return bin[0] == CORE_INCOMPLETE && bin[1] == 0;
}

const struct assay_cover_group core_groups[CORE_COVER_GROUPS] = {
    [ISSUED] = {"issued", "operations issued, by guard", 2, {&op, &guard}, no_guard},
    [TURNS] = {"turns",
               "the warp that issues after the one before, by warps that run",
               2,
               {&turn, &running},
               no_running},
    [KINDS] = {"kinds", "what issues, by warps that run", 2, {&kind, &running}, no_running},
    [LOST] = {"lost", "cycles in which nothing issues", 2, {&cause, &running}, no_loss},
    [LINES] = {"lines", "requests of an access to global memory", 2, {&access, &line}, NULL},
    [SLOTS] = {"slots", "requests of the warp that are under way", 2, {&two_ports, &busy}, NULL},
    [ORDER] =
        {"order", "answers among those that the warp waits for", 2, {&two_ports, &order}, NULL},
    [PORTS] = {"ports", "answers that are there, and which is taken", 2, {&valid, &port}, no_port},
    [ANSWERS] = {"answers", "what is answered", 2, {&port, &outcome}, NULL},
    [GLOBALS] = {"globals", "requests to memory", 1, {&memory}, no_memory},
    [LOCALS] = {"locals", "requests to local memory", 2, {&memory, &size}, no_local},
    [BARRIERS] = {"barriers", "barrier messages: operation, fence", 2, {&merge, &scope}, NULL},
    [TYPES] = {"types", "barrier messages: type, lanes counted", 2, {&type, &counted}, NULL},
    [RELEASES] = {"releases", "broadcasts of the gateway", 1, {&release}, NULL},
    [REPLIES] = {"replies", "replies of the gateway", 1, {&reply}, NULL},
    [FENCES] = {"fences", "fences that the gateway asks for", 2, {&asked, &waited}, NULL},
    [MESSAGES] = {"messages", "messages to other units", 2, {&message, &waited}, NULL},
    [UNDER_WAY] = {"under_way",
                   "messages of a warp without a note, up to as many as there can be",
                   1,
                   {&under_way},
                   NULL},
    [NOTES] = {"notes", "notes about messages", 1, {&note}, NULL},
    [TRAPS] = {"traps", "ends of groups", 2, {&trap, &warps}, no_trap},
    [STARTS] = {"starts", "starts, and why they are refused", 1, {&start}, NULL},
    [DEPTH] = {"depth", "entries of the stack after an issue", 1, {&depth}, NULL},
    [RETIRED] =
        {"retired", "records of a cycle", 3, {&vector_retires, &scalar_retires, &answered}, NULL},
};
