/*
 * toy_float.c - checks every pair of planes in float formats small enough to enumerate. It works
 * from the definition of rounding and shares nothing with the written proof.
 *
 * expect: holds
 * args: 2 2 3 1 -2 3
 * timeout: 120
 *
 * Arguments: pairs of exponent and fraction bits. With a minus sign only the wrong variants are
 * tried, and each must fail in at least one of the formats. A format is like f32, with subnormal
 * numbers, infinity and ties to even. A tile is 4x4. Values are integers in units of the least
 * number. Depths are keys: the position among all numbers, infinities included. Only GE is tried,
 * because LE is GE with source and destination exchanged.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { T = 4, PX = T * T, MOST = 64, SUMS = 4096 };

static int fraction;              /* width of the fraction in bits */
static int top;                   /* key of the greatest finite number; top + 1 is infinity */
static int value[2 * MOST];       /* values of the keys 0 to top + 1 */
static int rounded[2 * SUMS + 1]; /* key of a sum, at SUMS + sum */
static int n;                     /* number of finite numbers */

struct plane {
    int8_t z[PX];   /* keys */
    int8_t x_field; /* exponent field at (XE,0) */
};
static struct plane *planes; /* [cx][cy][cref], each index starting at -top */

static int magnitude(int key)
{
    return key < 0 ? -key : key;
}

/* Returns the exponent field, at least 1. */
static int field(int key)
{
    const int f = magnitude(key) >> fraction;

    return f ? f : 1;
}

static int value_of(int key)
{
    return key < 0 ? -value[-key] : value[key];
}

static int nearest(int sum)
{
    int k = 0;

    if (sum < 0)
        return -nearest(-sum);
    while (k <= top && 2 * sum > value[k] + value[k + 1])
        ++k;
    /* Halfway: round to even. */
    if (k <= top && 2 * sum == value[k] + value[k + 1] && k % 2 == 1)
        ++k;
    return k;
}

/* Returns fma(times, slope, start) as a key; slope and start are keys. */
static int fma_key(int times, int slope, int start)
{
    if (magnitude(start) > top)
        return start;
    return rounded[SUMS + times * value_of(slope) + value_of(start)];
}

static struct plane *plane_at(int cx, int cy, int cref)
{
    return &planes[((cx + top) * n + cy + top) * n + cref + top];
}

static void make_format(int exponent_bits, int fraction_bits)
{
    fraction = fraction_bits;
    top = (((1 << exponent_bits) - 1) << fraction) - 1;
    n = 2 * top + 1;
    for (int k = 0; k <= top + 1; ++k) {
        const int hidden = k >> fraction ? 1 << fraction : 0;

        value[k] = (hidden + (k & ((1 << fraction) - 1))) << (field(k) - 1);
    }
    for (int sum = -SUMS; sum <= SUMS; ++sum)
        rounded[SUMS + sum] = nearest(sum);
    free(planes);
    planes = calloc((size_t)n * (size_t)n * (size_t)n, sizeof *planes);
    if (!planes)
        exit(3);
    for (int cx = -top; cx <= top; ++cx)
        for (int cy = -top; cy <= top; ++cy)
            for (int cref = -top; cref <= top; ++cref) {
                struct plane *p = plane_at(cx, cy, cref);

                for (int y = 0; y < T; ++y)
                    for (int x = 0; x < T; ++x)
                        p->z[y * T + x] = (int8_t)fma_key(y, cy, fma_key(x, cx, cref));
                p->x_field = (int8_t)field(p->z[T - 1]);
            }
}

enum rule {
    SLOPE,
    XEND,
    YEND,
    END3,
    SOUND,
    SLOPE_GT = SOUND,
    XEND_EQUAL,
    YEND_1,
    YEND_ANY,
    END3_1,
    END3_2,
    END3_ANY,
    END,
    CLAIM5,
    RULES
};

static const struct {
    const char *name;
    int dx, dy; /* the source's slopes against the destination's: 1 not below, -1 not above */
} rules[RULES] = {
    [SLOPE] = {"slope", 1, 1},
    [XEND] = {"xend", -1, 1},
    [YEND] = {"yend", 1, -1},
    [END3] = {"end3", -1, -1},
    [SLOPE_GT] = {"slope, concludes GT", 1, 1},
    [XEND_EQUAL] = {"xend with >=", -1, 1},
    [YEND_1] = {"yend, margin 1", 1, -1},
    [YEND_ANY] = {"yend, any exponent", 1, -1},
    [END3_1] = {"end3, margin 1", -1, -1},
    [END3_2] = {"end3, margin 2", -1, -1},
    [END3_ANY] = {"end3, any exponent", -1, -1},
    [END] = {"end", -1, -1},
    [CLAIM5] = {"claim5", 1, 1},
};

static int least(const struct plane *p)
{
    const int a = p->z[0] < p->z[T - 1] ? p->z[0] : p->z[T - 1];
    const int b = p->z[PX - T] < p->z[PX - 1] ? p->z[PX - T] : p->z[PX - 1];

    return a < b ? a : b;
}

static int greatest(const struct plane *p)
{
    const int a = p->z[0] > p->z[T - 1] ? p->z[0] : p->z[T - 1];
    const int b = p->z[PX - T] > p->z[PX - 1] ? p->z[PX - T] : p->z[PX - 1];

    return a > b ? a : b;
}

/* Whether s exceeds d by at least `margin` at a corner; `edge` != 0 adds the exponent condition. */
static int beyond(int s, int d, int margin, int edge)
{
    return s - d >= margin && magnitude(s) <= top && magnitude(d) <= top && field(s) >= edge &&
           field(d) >= edge;
}

/* Whether the rule applies to these planes, whose slopes are already known to be as it requires. */
static int applies(enum rule rule, const struct plane *s, const struct plane *d)
{
    const int y = PX - T, xy = PX - 1;
    int edge = field(s->z[0]) > field(d->z[0]) ? field(s->z[0]) : field(d->z[0]);

    edge = s->x_field > edge ? s->x_field : edge;
    edge = d->x_field > edge ? d->x_field : edge;
    switch (rule) {
    case SLOPE:
        return s->z[0] >= d->z[0];
    case SLOPE_GT:
        return s->z[0] > d->z[0];
    case XEND:
        return s->z[T - 1] > d->z[T - 1];
    case XEND_EQUAL:
        return s->z[T - 1] >= d->z[T - 1];
    case YEND:
        return beyond(s->z[y], d->z[y], 2, edge);
    case YEND_1:
        return beyond(s->z[y], d->z[y], 1, edge);
    case YEND_ANY:
        return beyond(s->z[y], d->z[y], 2, 0);
    case END3:
        return beyond(s->z[xy], d->z[xy], 3, edge);
    case END3_1:
        return beyond(s->z[xy], d->z[xy], 1, edge);
    case END3_2:
        return beyond(s->z[xy], d->z[xy], 2, edge);
    case END3_ANY:
        return beyond(s->z[xy], d->z[xy], 3, 0);
    case END:
        return s->z[0] > d->z[0] && s->z[xy] > d->z[xy];
    default:
        return least(s) >= least(d);
    }
}

/* Whether any pixel contradicts the rule. Tests all pixels at once. */
static int contradicted(enum rule rule, const struct plane *s, const struct plane *d)
{
    typedef int8_t pixels __attribute__((vector_size(PX)));
    pixels a, b;
    uint64_t half[2];

    memcpy(&a, s->z, sizeof a);
    memcpy(&b, d->z, sizeof b);
    a = rule == SLOPE_GT ? a <= b : a < b;
    memcpy(half, &a, sizeof half);
    return (half[0] | half[1]) != 0;
}

static unsigned long long applied, wrong;

static void all_starts(enum rule rule, int scx, int scy, int dcx, int dcy)
{
    const struct plane *s = plane_at(scx, scy, -top), *d = plane_at(dcx, dcy, -top);

    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
            if (!applies(rule, &s[i], &d[k]))
                continue;
            ++applied;
            if (!contradicted(rule, &s[i], &d[k]))
                continue;
            if (wrong++ == 0 && rule < SOUND)
                printf("%s: source %d %d %d, destination %d %d %d (keys)\n", rules[rule].name, scx,
                       scy, i - top, dcx, dcy, k - top);
        }
}

static int suits(enum rule rule, int s, int d, int way)
{
    return rule == CLAIM5 ? s > d : way > 0 ? s >= d : s <= d;
}

static void all_pairs(enum rule rule)
{
    applied = wrong = 0;
    for (int scx = -top; scx <= top; ++scx)
        for (int dcx = -top; dcx <= top; ++dcx)
            for (int scy = -top; suits(rule, scx, dcx, rules[rule].dx) && scy <= top; ++scy)
                for (int dcy = -top; dcy <= top; ++dcy)
                    if (suits(rule, scy, dcy, rules[rule].dy)) {
                        all_starts(rule, scx, scy, dcx, dcy);
                        /* One counterexample is enough to refute a wrong rule. */
                        if (rule >= SOUND && wrong)
                            return;
                    }
}

/* For range: counts the planes whose least or greatest depth is not at a corner. */
static unsigned long long beyond_corners(void)
{
    unsigned long long count = 0;

    for (int i = 0; i < n * n * n; ++i) {
        const struct plane *p = &planes[i];
        const int most = greatest(p);

        for (int k = 0; k < PX; ++k)
            count += p->z[k] < least(p) || p->z[k] > most;
    }
    return count;
}

int main(int argc, char **argv)
{
    int refuted[RULES] = {0}, good = argc > 2;

    for (int a = 1; a + 1 < argc; a += 2) {
        const int exponent = atoi(argv[a]), bits = atoi(argv[a + 1]);

        make_format(magnitude(exponent), bits);
        const unsigned long long outside = beyond_corners();

        good &= outside == 0;
        printf("%d exponent and %d fraction bits, %d numbers: wrong of applied: range %llu of %d",
               magnitude(exponent), bits, n, outside, n * n * n);
        for (int r = exponent < 0 ? SOUND : 0; r < RULES; ++r) {
            if (refuted[r])
                continue;
            all_pairs((enum rule)r);
            refuted[r] = r >= SOUND && wrong;
            if (r < SOUND) {
                good &= applied && !wrong;
                printf(", %s %llu of %llu", rules[r].name, wrong, applied);
            }
        }
        printf("\n");
    }
    printf("refuted:");
    for (int r = SOUND; r < RULES; ++r) {
        good &= refuted[r];
        printf("%s %s%s", r == SOUND ? "" : ",", refuted[r] ? "" : "NOT ", rules[r].name);
    }
    printf("\nanswer: %s\n", good ? "holds" : "fails");
    free(planes);
    return 0;
}
