#include "new_block/fit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- one parameter --- */

static int64_t bits_for(int64_t n)
{
    int64_t bits = 0;

    while (bits < 62 && INT64_C(1) << bits < n)
        ++bits;
    return bits;
}

/* Formats "x", "x + c" or "x - c". */
static void with_rest(char *text, size_t size, const char *x, int64_t rest)
{
    if (rest == 0)
        snprintf(text, size, "%s", x);
    else
        snprintf(text, size, "%s %c %lld", x, rest > 0 ? '+' : '-',
                 (long long)(rest > 0 ? rest : -rest));
}

/* width = k * value + rest */
static bool linear(const char *name, const uint32_t *v, const uint32_t *w, char *text, size_t size)
{
    const int64_t dv = (int64_t)v[1] - v[0], dw = (int64_t)w[1] - w[0];
    char product[160];
    int64_t k;

    if (dv == 0 || dw % dv != 0 || dw / dv <= 0)
        return false;
    k = dw / dv;
    for (int i = 0; i < ASSAY_NEW_POINTS; ++i)
        if (k * v[i] - w[i] != k * v[0] - w[0])
            return false;
    if (k == 1)
        snprintf(product, sizeof product, "%s", name);
    else
        snprintf(product, sizeof product, "%lld * %s", (long long)k, name);
    with_rest(text, size, product, (int64_t)w[0] - k * v[0]);
    return true;
}

/* width = value / k + rest, rounded down or up */
static bool quotient(const char *name, const uint32_t *v, const uint32_t *w, char *text,
                     size_t size)
{
    const int64_t dv = (int64_t)v[1] - v[0], dw = (int64_t)w[1] - w[0];
    char part[160];

    if (dw == 0 || dv / dw < 2)
        return false;
    for (int up = 0; up < 2; ++up)
        for (int64_t k = dv / dw; k <= dv / dw + 1; ++k) {
            const int64_t more = up ? k - 1 : 0, rest = (int64_t)w[0] - (v[0] + more) / k;

            bool good = true;

            for (int i = 1; i < ASSAY_NEW_POINTS; ++i)
                good = good && (v[i] + more) / k + rest == w[i];
            if (!good)
                continue;
            if (up)
                snprintf(part, sizeof part, "(%s + %lld) / %lld", name, (long long)more,
                         (long long)k);
            else
                snprintf(part, sizeof part, "%s / %lld", name, (long long)k);
            with_rest(text, size, part, rest);
            return true;
        }
    return false;
}

/* width = clog2(value + more) + rest */
static bool logarithm(const char *name, const uint32_t *v, const uint32_t *w, char *text,
                      size_t size)
{
    static const int64_t mores[] = {0, 1, -1};
    char part[160], inner[140];

    for (int64_t rest = 0; rest < 8; ++rest) /* 0, 1, -1, 2, ... */
        for (size_t m = 0; m < sizeof mores / sizeof mores[0]; ++m) {
            const int64_t r = rest % 2 ? (rest + 1) / 2 : -rest / 2;
            bool good = true;

            for (int i = 0; i < ASSAY_NEW_POINTS; ++i)
                good = good && bits_for(v[i] + mores[m]) + r == w[i];
            if (!good)
                continue;
            with_rest(inner, sizeof inner, name, mores[m]);
            snprintf(part, sizeof part, "clog2(%s)", inner);
            with_rest(text, size, part, r);
            return true;
        }
    return false;
}

/* width = k << value, or value * value */
static bool power(const char *name, const uint32_t *v, const uint32_t *w, char *text, size_t size)
{
    bool shifts = v[0] < 20 && w[0] % (UINT32_C(1) << v[0]) == 0, squares = true;
    const uint32_t k = shifts ? w[0] >> v[0] : 0;

    for (int i = 0; i < ASSAY_NEW_POINTS; ++i) {
        shifts = shifts && v[i] < 20 && (uint64_t)k << v[i] == w[i];
        squares = squares && (uint64_t)v[i] * v[i] == w[i];
    }
    if (shifts)
        snprintf(text, size, "%u << %s", k, name);
    else if (squares)
        snprintf(text, size, "%s * %s", name, name);
    return shifts || squares;
}

bool assay_new_fit(const char *name, const uint32_t value[ASSAY_NEW_POINTS],
                   const uint32_t width[ASSAY_NEW_POINTS], char *text, size_t size)
{
    return linear(name, value, width, text, size) || logarithm(name, value, width, text, size) ||
           quotient(name, value, width, text, size) || power(name, value, width, text, size);
}

/* --- several parameters --- */

struct fitter {
    struct assay_new_plan *p;
    assay_new_elaborate *elaborate;
    void *arg;
    /* Values of each parameter. The second is 0 if not enough values were found. */
    uint32_t (*value)[ASSAY_NEW_POINTS];
    uint32_t *width; /* [(param * ASSAY_NEW_POINTS + point) * n_pins + pin] */
    uint32_t *joint; /* with two parameters at their second values */
};

static uint32_t width_at(const struct fitter *f, size_t param, int point, size_t pin)
{
    return f->width[(param * ASSAY_NEW_POINTS + (size_t)point) * f->p->n_pins + pin];
}

static bool depends(const struct fitter *f, size_t param, size_t pin)
{
    bool differs = false;

    for (int i = 1; i < ASSAY_NEW_POINTS && f->value[param][1]; ++i)
        differs |= width_at(f, param, i, pin) != width_at(f, param, 0, pin);
    return differs;
}

/* Finds values besides the default that the design accepts. Powers of two distinguish sums,
 * multiples and quotients; the values between them distinguish clog2(n) + 1 from clog2(n + 1). */
static void probe(struct fitter *f, size_t param)
{
    const uint32_t n = f->p->design->param[param].value;
    const uint64_t tries[] = {2 * (uint64_t)n, 3 * (uint64_t)n, 4 * (uint64_t)n,
                              (uint64_t)n + 1, (uint64_t)n + 2, n / 2,
                              (uint64_t)n + 3, n / 4,           8 * (uint64_t)n};
    int got = 1;

    f->value[param][0] = n;
    for (size_t i = 0; i < f->p->n_pins; ++i)
        f->width[param * ASSAY_NEW_POINTS * f->p->n_pins + i] = f->p->pin[i].port->width;
    for (size_t t = 0; t < sizeof tries / sizeof tries[0] && got < ASSAY_NEW_POINTS; ++t) {
        const uint32_t v = (uint32_t)tries[t];

        bool known = tries[t] == 0 || tries[t] > INT32_MAX;

        for (int i = 0; i < got; ++i)
            known |= f->value[param][i] == v;
        if (known)
            continue;
        if (!f->elaborate(f->arg, 1, &param, &v,
                          &f->width[(param * ASSAY_NEW_POINTS + (size_t)got) * f->p->n_pins]))
            continue;
        f->value[param][got++] = v;
    }
    if (got < ASSAY_NEW_POINTS)
        f->value[param][1] = 0;
}

/* The widths of a pin at the defaults, with either of
 * two parameters at its second value, and with both. */
struct corner {
    int64_t a0, a1, b0, b1;
    int64_t w, wa, wb, wab;
};

static bool product(const struct corner *c, const char *x, const char *y, char *text, size_t size)
{
    const int64_t k = c->a0 && c->b0 ? c->w / (c->a0 * c->b0) : 0;

    if (k > 0 && c->w == k * c->a0 * c->b0 && c->wa == k * c->a1 * c->b0 &&
        c->wb == k * c->a0 * c->b1 && c->wab == k * c->a1 * c->b1) {
        if (k == 1)
            snprintf(text, size, "%s * %s", x, y);
        else
            snprintf(text, size, "%lld * %s * %s", (long long)k, x, y);
        return true;
    }
    for (int64_t part = 2; part <= 64; part *= 2)
        if (c->a0 * c->b0 / part == c->w && c->a1 * c->b0 / part == c->wa &&
            c->a0 * c->b1 / part == c->wb && c->a1 * c->b1 / part == c->wab) {
            snprintf(text, size, "%s * %s / %lld", x, y, (long long)part);
            return true;
        }
    if (c->b0 && c->b1 && c->a0 / c->b0 == c->w && c->a1 / c->b0 == c->wa &&
        c->a0 / c->b1 == c->wb && c->a1 / c->b1 == c->wab) {
        snprintf(text, size, "%s / %s", x, y);
        return true;
    }
    return false;
}

/* Finds a sum of one expression in each parameter. For use if the change with both parameters is
 * the sum of the changes with each. */
static bool sum(const struct fitter *f, size_t a, size_t b, size_t pin, char *text, size_t size)
{
    const char *const x = f->p->design->param[a].key, *const y = f->p->design->param[b].key;
    const uint32_t width = width_at(f, a, 0, pin);
    uint32_t of_a[ASSAY_NEW_POINTS], of_b[ASSAY_NEW_POINTS];
    char one[150], other[150];

    /* `part` is what the second parameter contributes to the width. */
    for (uint32_t part = 0; part <= width; ++part) {
        for (int i = 0; i < ASSAY_NEW_POINTS; ++i) {
            of_a[i] = width_at(f, a, i, pin) - part;
            of_b[i] = width_at(f, b, i, pin) - (width - part);
        }
        if (assay_new_fit(x, f->value[a], of_a, one, sizeof one) &&
            assay_new_fit(y, f->value[b], of_b, other, sizeof other) && !strpbrk(other, "+-")) {
            snprintf(text, size, "%s + %s", one, other);
            return true;
        }
    }
    return false;
}

static bool two(struct fitter *f, size_t a, size_t b, size_t pin, char *text, size_t size)
{
    const char *const x = f->p->design->param[a].key, *const y = f->p->design->param[b].key;
    const size_t both[] = {a, b};
    const uint32_t value[] = {f->value[a][1], f->value[b][1]};
    struct corner c = {.a0 = f->value[a][0],
                       .a1 = f->value[a][1],
                       .b0 = f->value[b][0],
                       .b1 = f->value[b][1],
                       .w = width_at(f, a, 0, pin),
                       .wa = width_at(f, a, 1, pin),
                       .wb = width_at(f, b, 1, pin)};

    if (!f->elaborate(f->arg, 2, both, value, f->joint))
        return false;
    c.wab = f->joint[pin];
    return product(&c, x, y, text, size) || product(&c, y, x, text, size) ||
           (c.wab - c.wa == c.wb - c.w && sum(f, a, b, pin, text, size));
}

static void fit_pin(struct fitter *f, size_t pin)
{
    const struct assay_new_design *d = f->p->design;
    struct assay_new_pin *to = &f->p->pin[pin];
    size_t on[2] = {0}, n = 0;
    uint32_t points[ASSAY_NEW_POINTS];
    char text[ASSAY_NEW_WIDTH];
    bool good = false;

    for (size_t k = 0; k < d->n_params; ++k)
        if (depends(f, k, pin)) {
            on[n < 2 ? n : 1] = k;
            ++n;
        }
    if (n == 0)
        return;
    for (int i = 0; i < ASSAY_NEW_POINTS; ++i)
        points[i] = width_at(f, on[0], i, pin);
    if (n == 1)
        good = assay_new_fit(d->param[on[0]].key, f->value[on[0]], points, text, sizeof text);
    else if (n == 2)
        good = two(f, on[0], on[1], pin, text, sizeof text);
    if (good)
        snprintf(to->width, sizeof to->width, "%s", text);
    else
        to->width_note = "depends on parameters";
}

bool assay_new_fit_widths(struct assay_new_plan *p, assay_new_elaborate *elaborate, void *arg)
{
    const size_t n = p->design->n_params;
    struct fitter f = {.p = p, .elaborate = elaborate, .arg = arg};
    bool good;

    f.value = calloc(n + 1, sizeof *f.value);
    f.width = calloc((n + 1) * ASSAY_NEW_POINTS * (p->n_pins + 1), sizeof *f.width);
    f.joint = calloc(p->n_pins + 1, sizeof *f.joint);
    good = f.value && f.width && f.joint;
    for (size_t i = 0; good && i < n; ++i)
        if (!p->design->param[i].stays)
            probe(&f, i);
    for (size_t i = 0; good && i < p->n_pins; ++i)
        fit_pin(&f, i);
    free(f.value);
    free(f.width);
    free(f.joint);
    return good;
}
