#include "base/number.h"

#include <string.h>

enum assay_number assay_number_span(const char *text, size_t n, uint64_t most, uint64_t *value)
{
    uint64_t v = 0;
    bool large = false;

    if (n == 0 || text[0] == '_' || text[n - 1] == '_')
        return ASSAY_NO_NUMBER;
    for (size_t i = 0; i < n; ++i) {
        if (text[i] == '_')
            continue;
        if (text[i] < '0' || text[i] > '9')
            return ASSAY_NO_NUMBER;
        large = large || __builtin_mul_overflow(v, UINT64_C(10), &v) ||
                __builtin_add_overflow(v, (uint64_t)(text[i] - '0'), &v);
    }
    large = large || v > most;
    *value = large ? most : v;
    return large ? ASSAY_NUMBER_TOO_LARGE : ASSAY_NUMBER;
}

int assay_hex_digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c + 'a' - 'A' : c) : NULL;

    return at ? (int)(at - digits) : -1;
}

enum assay_number assay_number_prefix(const char **text, uint64_t most, uint64_t *value)
{
    const char *begin = *text;

    *text += strspn(begin, "0123456789");
    return assay_number_span(begin, (size_t)(*text - begin), most, value);
}

bool assay_parse_number(const char *text, uint64_t *value)
{
    return assay_number_span(text, strlen(text), UINT64_MAX, value) == ASSAY_NUMBER;
}

const char *assay_number_problem(const char *text, uint64_t least)
{
    uint64_t v;

    switch (assay_number_span(text, strlen(text), UINT64_MAX, &v)) {
    case ASSAY_NUMBER_TOO_LARGE:
        return "too large: expected a number up to 18446744073709551615";
    case ASSAY_NUMBER:
        return least ? "expected a number above 0" : "expected a number";
    default:
        return least ? "expected a number above 0, in decimal digits"
                     : "expected a number, in decimal digits";
    }
}
