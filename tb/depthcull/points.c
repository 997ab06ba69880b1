/* points.c - the functional coverage points of depthcull. */
#include "depthcull/points.h"

#include "depthcull/depthcull.h"

static const char *const func_bins[] = {"never",   "less",     "equal",  "lequal",
                                        "greater", "notequal", "gequal", "always"};
static const char *const decision_bins[] = {"cull", "pass", "ambiguous", "error"};
static const char *const test_bins[] = {"none", "range", "slope",  "xend",     "yend",
                                        "end3", "end",   "claim5", "function", "empty"};
static const char *const yes_bins[] = {"no", "yes"};
static const char *const kind_bins[] = {"clear", "planes", "pixels"};
static const char *const planes_bins[] = {"pixels", "1", "2", "3", "4", "more"};
static const char *const share_bins[] = {"none", "some", "all"};
static const char *const prim_bins[] = {"other", "same"};
static const char *const command_bins[] = {"clear", "config", "read"};
static const char *const flow_bins[] = {"flowing", "stalled"};
static const char *const stale_bins[] = {"none", "older", "swept"};
static const char *const number_bins[] = {"none", "one", "more"};
static const char *const way_bins[] = {"read", "write"};
static const char *const part_bins[] = {"first", "further"};
static const char *const to_bins[] = {"read", "write", "nobody"};
static const char *const side_bins[] = {"beyond", "before", "either"};
static const char *const again_bins[] = {"new", "read", "not_read"};
static const char *const where_bins[] = {"fetched", "not_fetched", "outside"};
static const char *const by_bins[] = {"flush", "cleaning", "any"};
static const char *const turn_bins[] = {"oldest", "newer"};

static const struct assay_cover_axis func = {"func", 8, func_bins};
static const struct assay_cover_axis decision = {"decision", 4, decision_bins};
static const struct assay_cover_axis two_decisions = {"decision", 2, decision_bins};
static const struct assay_cover_axis test = {"test", 10, test_bins};
static const struct assay_cover_axis write = {"write", 2, yes_bins};
static const struct assay_cover_axis full = {"full", 2, yes_bins};
static const struct assay_cover_axis share = {"passing", 3, share_bins};
static const struct assay_cover_axis kind = {"kind", 3, kind_bins};
static const struct assay_cover_axis after = {"after", 3, kind_bins};
static const struct assay_cover_axis planes = {"planes", 6, planes_bins};
static const struct assay_cover_axis then_planes = {"then", 6, planes_bins};
static const struct assay_cover_axis unknown = {"unknown", 2, yes_bins};
static const struct assay_cover_axis error = {"error", 2, yes_bins};
static const struct assay_cover_axis tile = {"tile", 2, prim_bins};
static const struct assay_cover_axis command = {"command", 3, command_bins};
static const struct assay_cover_axis waits = {"waits", 2, yes_bins};
static const struct assay_cover_axis result_flow = {"result", 2, flow_bins};
static const struct assay_cover_axis pixels_flow = {"pixels", 2, flow_bins};
static const struct assay_cover_axis three_decisions = {"decision", 3, decision_bins};
static const struct assay_cover_axis fetched = {"fetched", 2, yes_bins};
static const struct assay_cover_axis stale = {"record", 3, stale_bins};
static const struct assay_cover_axis sweep = {"sweep", 2, yes_bins};
static const struct assay_cover_axis records = {"records", 3, number_bins};
static const struct assay_cover_axis fetching = {"fetched", 3, share_bins};
static const struct assay_cover_axis writing = {"written", 3, share_bins};
static const struct assay_cover_axis way = {"way", 2, way_bins};
static const struct assay_cover_axis part = {"line", 2, part_bins};
static const struct assay_cover_axis just = {"just_written", 2, yes_bins};
static const struct assay_cover_axis to = {"to", 3, to_bins};
static const struct assay_cover_axis side = {"side", 3, side_bins};
static const struct assay_cover_axis where = {"record", 3, where_bins};
static const struct assay_cover_axis again = {"before", 3, again_bins};
static const struct assay_cover_axis by = {"by", 3, by_bins};
static const struct assay_cover_axis turn = {"turn", 2, turn_bins};

/* A test can decide only certain functions, in certain ways. */
static bool test_impossible(const unsigned *bin)
{
    const unsigned f = bin[0], t = bin[1], d = bin[2];
    const bool united = f == DEPTHCULL_EQUAL || f == DEPTHCULL_NOTEQUAL;

    if (t == DEPTHCULL_NONE)
        return true; /* ambiguous and error are sampled in DP_EFFECTS */
    if (t == DEPTHCULL_EMPTY)
        return d != DEPTHCULL_CULL;
    if (f == DEPTHCULL_NEVER || f == DEPTHCULL_ALWAYS)
        return t != DEPTHCULL_BY_FUNC || (d == DEPTHCULL_PASS) != (f == DEPTHCULL_ALWAYS);
    if (t == DEPTHCULL_BY_FUNC)
        return true;
    if (t == DEPTHCULL_RANGE)
        return false;
    /* Needs GE and LE; one of them may come from an earlier test. Only range yields GT and LT. */
    if (united)
        return t > DEPTHCULL_END || (d == DEPTHCULL_PASS) != (f == DEPTHCULL_EQUAL);
    if (t == DEPTHCULL_CLAIM5) /* yields GE only */
        return !((f == DEPTHCULL_LESS && d == DEPTHCULL_CULL) ||
                 (f == DEPTHCULL_GEQUAL && d == DEPTHCULL_PASS));
    /* The test yields GE and LE only. */
    return (d == DEPTHCULL_PASS) != (f == DEPTHCULL_LEQUAL || f == DEPTHCULL_GEQUAL);
}

static bool effect_impossible(const unsigned *bin)
{
    switch (bin[0]) {
    case DEPTHCULL_CULL:
    case DEPTHCULL_ERROR:
        return bin[3] != 0;
    case DEPTHCULL_PASS:
        return bin[3] != (bin[2] ? 2u : 1u);
    default:
        return bin[3] == 2 && !bin[2]; /* a partial mask cannot make all pixels pass */
    }
}

static bool read_impossible(const unsigned *bin)
{
    return bin[2] && (bin[0] || bin[1]);
}

/* A test can turn a tile only into certain kinds. */
static bool state_impossible(const unsigned *bin)
{
    const unsigned before = bin[0], t = bin[1], then = bin[2];

    if (t == DEPTHCULL_EMPTY)
        return then != before;
    if (t >= DEPTHCULL_SLOPE && t <= DEPTHCULL_CLAIM5 && before == DEPTHCULL_PIXELS)
        return true;
    return then == DEPTHCULL_CLEAR && before != DEPTHCULL_CLEAR;
}

/* A primitive adds at most one plane, and PLANES is 1, 2, 4 or 8. */
static bool planes_impossible(const unsigned *bin)
{
    if (bin[0] == 0)
        return bin[1] > 1;
    if (bin[1] == 0)
        return bin[0] == 3;
    return bin[1] > bin[0] + 1;
}

/* A CLEAR tile has no record. */
static bool record_impossible(const unsigned *bin)
{
    return bin[0] == DEPTHCULL_CLEAR && bin[1];
}

/* The line being sent counts, so at least one is in flight. */
static bool memory_impossible(const unsigned *bin)
{
    return bin[0] == 0 && bin[1] == 0;
}

/* Only the first line of a record waits for a write to be acknowledged. */
static bool line_impossible(const unsigned *bin)
{
    return bin[2] && bin[1];
}

static bool reply_impossible(const unsigned *bin)
{
    return bin[0] == 2 && bin[1];
}

const struct assay_cover_group depthcull_groups[DEPTHCULL_GROUPS] = {
    [DP_DECIDED] = {"decided",
                    "function by deciding test by decision",
                    3,
                    {&func, &test, &two_decisions},
                    test_impossible},
    [DP_STATES] = {"states",
                   "kind of tile by deciding test by kind after",
                   3,
                   {&kind, &test, &after},
                   state_impossible},
    [DP_PLANES] = {"planes",
                   "planes that a written tile shows before and after, 0: PIXELS",
                   2,
                   {&planes, &then_planes},
                   planes_impossible},
    [DP_EFFECTS] = {"effects",
                    "decision by write, full coverage and pixels that pass",
                    4,
                    {&decision, &write, &full, &share},
                    effect_impossible},
    [DP_READS] = {"reads", "tiles that were read", 3, {&kind, &unknown, &error}, read_impossible},
    [DP_BURSTS] = {"bursts",
                   "primitives in consecutive cycles: function by tile of the one before",
                   2,
                   {&func, &tile},
                   NULL},
    [DP_COMMANDS] = {"commands",
                     "clear, config, read: while a primitive is offered",
                     2,
                     {&command, &waits},
                     NULL},
    [DP_FLOW] = {"backpressure",
                 "result and pixels while they wait",
                 2,
                 {&result_flow, &pixels_flow},
                 NULL},
    [DP_RECORDS] = {"records",
                    "kind of tile by whether its record was fetched for the primitive by decision",
                    3,
                    {&kind, &fetched, &three_decisions},
                    record_impossible},
    [DP_EPOCHS] =
        {"epochs", "a CLEAR tile: the record that memory still has of it", 1, {&stale}, NULL},
    [DP_CLEARS] = {"clears",
                   "clear: whether it sweeps, records written since the one before",
                   2,
                   {&sweep, &records},
                   NULL},
    [DP_FLUSHES] = {"flushes", "flush: records that it wrote", 1, {&records}, NULL},
    [DP_MEMORY] = {"memory",
                   "a line is sent: how many records are being fetched and written",
                   2,
                   {&fetching, &writing},
                   memory_impossible},
    [DP_LINES] = {"lines",
                  "a line is sent: of which kind, whether its record was written just before",
                  3,
                  {&way, &part, &just},
                  line_impossible},
    [DP_REPLIES] = {"replies",
                    "reply: to what, in which order, whether it waited",
                    3,
                    {&to, &turn, &waits},
                    reply_impossible},
    [DP_GONE] = {"gone",
                 "range culls a tile with a record: on which side, and whether the record is "
                 "fetched, is not, or is not although others have taken its place",
                 2,
                 {&side, &where},
                 NULL},
    [DP_WRITES] = {"writes",
                   "a record is written: whether memory's was read, and what wrote it: cleaning if "
                   "the next primitive that range does not cull needs no read",
                   2,
                   {&again, &by},
                   NULL},
};
