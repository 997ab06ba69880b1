/*
 * npy_header.c - the header of an .npy file: a Python dict with the keys descr, fortran_order and
 * shape.
 */
#include "gemm/npy_header.h"

#include <stdint.h>
#include <string.h>

#include "base/number.h"

static const char *const key_names[ASSAY_NPY_KEYS] = {"descr", "fortran_order", "shape"};

/* On failure, `expected` is what was expected at `at`. */
struct parser {
    const char *at, *end;
    const char *expected;
};

static bool want(struct parser *p, const char *expected)
{
    p->expected = expected;
    return false;
}

static void skip_space(struct parser *p)
{
    while (p->at < p->end && strchr(" \t\r\n", *p->at) && *p->at)
        ++p->at;
}

/* Skips space, and takes `c` if it comes next. */
static bool take(struct parser *p, char c)
{
    skip_space(p);
    if (p->at == p->end || *p->at != c)
        return false;
    ++p->at;
    return true;
}

static bool take_word(struct parser *p, const char *word)
{
    const size_t length = strlen(word);

    skip_space(p);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, word, length) != 0)
        return false;
    p->at += length;
    return true;
}

bool assay_npy_span_is(const struct assay_npy_span *s, const char *text)
{
    return s->length == strlen(text) && memcmp(s->text, text, s->length) == 0;
}

static bool parse_string(struct parser *p, struct assay_npy_span *s, const char *expected)
{
    const char *close;
    char quote;

    skip_space(p);
    if (p->at == p->end || (*p->at != '\'' && *p->at != '"'))
        return want(p, expected);
    quote = *p->at++;
    close = memchr(p->at, quote, (size_t)(p->end - p->at));
    if (!close)
        return want(p, "a closing quote");
    s->text = p->at;
    s->length = (size_t)(close - p->at);
    p->at = close + 1;
    return true;
}

static bool is_digit(const struct parser *p)
{
    return p->at < p->end && *p->at >= '0' && *p->at <= '9';
}

static bool parse_dimension(struct parser *p, struct assay_npy_header *h)
{
    const char *begin;
    uint64_t value;

    skip_space(p);
    for (begin = p->at; is_digit(p);)
        ++p->at;
    switch (assay_number_span(begin, (size_t)(p->at - begin), SIZE_MAX, &value)) {
    case ASSAY_NO_NUMBER:
        return want(p, "a dimension");
    case ASSAY_NUMBER_TOO_LARGE:
        h->huge = true;
        break;
    default:
        break;
    }
    if (p->at < p->end && *p->at == 'L') /* a long integer of Python 2 */
        ++p->at;
    if (h->n_dims < 2)
        h->dim[h->n_dims] = value;
    ++h->n_dims;
    return true;
}

/* Parses items separated by commas, with an optional trailing comma, up to `close`; `expected`
 * describes what may follow an item. */
static bool parse_items(struct parser *p, struct assay_npy_header *h,
                        bool (*item)(struct parser *, struct assay_npy_header *), char close,
                        const char *expected)
{
    while (!take(p, close)) {
        if (!item(p, h))
            return false;
        if (take(p, ',') || (skip_space(p), p->at < p->end && *p->at == close))
            continue;
        return want(p, expected);
    }
    return true;
}

static bool parse_shape(struct parser *p, struct assay_npy_header *h)
{
    skip_space(p);
    h->shape.text = p->at;
    if (!take(p, '('))
        return want(p, "a shape in parentheses");
    if (!parse_items(p, h, parse_dimension, ')', "a comma or a closing parenthesis"))
        return false;
    h->shape.length = (size_t)(p->at - h->shape.text);
    return true;
}

static bool parse_value(struct parser *p, struct assay_npy_header *h, enum assay_npy_key k)
{
    switch (k) {
    case ASSAY_NPY_DESCR:
        skip_space(p);
        if (p->at < p->end && (*p->at == '[' || *p->at == '(')) {
            h->structured = true; /* such a file is rejected whatever the rest is */
            h->descr.text = p->at;
            while (p->at < p->end && *p->at != ']' && *p->at != '}')
                ++p->at;
            h->descr.length = (size_t)(p->at - h->descr.text) + (p->at < p->end && *p->at == ']');
            return false;
        }
        return parse_string(p, &h->descr, "a dtype in quotes");
    case ASSAY_NPY_FORTRAN_ORDER:
        h->fortran = take_word(p, "True");
        return h->fortran || take_word(p, "False") || want(p, "True or False");
    default:
        return parse_shape(p, h);
    }
}

static bool parse_item(struct parser *p, struct assay_npy_header *h)
{
    const char *begun;
    struct assay_npy_span name;
    unsigned k = 0;

    skip_space(p);
    begun = p->at;
    if (!parse_string(p, &name, "a key in quotes"))
        return false;
    while (k < ASSAY_NPY_KEYS && !assay_npy_span_is(&name, key_names[k]))
        ++k;
    if (k == ASSAY_NPY_KEYS || h->seen[k]) {
        p->at = begun;
        return want(p, "descr, fortran_order and shape, once each");
    }
    h->seen[k] = true;
    if (!take(p, ':'))
        return want(p, "a colon");
    return parse_value(p, h, (enum assay_npy_key)k);
}

static bool parse_dict(struct parser *p, struct assay_npy_header *h)
{
    if (!take(p, '{'))
        return want(p, "a dict in braces");
    if (!parse_items(p, h, parse_item, '}', "a comma or a closing brace"))
        return false;
    skip_space(p);
    if (p->at != p->end)
        return want(p, "nothing after the dict");
    for (unsigned k = 0; k < ASSAY_NPY_KEYS; ++k)
        if (!h->seen[k])
            return want(p, "descr, fortran_order and shape, once each");
    return true;
}

bool assay_npy_parse_header(const char *dict, size_t size, struct assay_npy_header *h,
                            struct assay_npy_damage *d)
{
    struct parser p = {dict, dict + size, NULL};
    bool good;

    memset(h, 0, sizeof *h);
    good = parse_dict(&p, h) || h->structured;
    d->at = (size_t)(p.at - dict);
    d->expected = p.expected;
    return good;
}
