#include "base/number.h"

bool assay_parse_number(const char *text, uint64_t *value)
{
    uint64_t v = 0;

    if (*text < '0' || *text > '9')
        return false;
    for (; *text; ++text) {
        if (*text == '_' && text[1])
            continue;
        if (*text < '0' || *text > '9' || __builtin_mul_overflow(v, UINT64_C(10), &v) ||
            __builtin_add_overflow(v, (uint64_t)(*text - '0'), &v))
            return false;
    }
    *value = v;
    return true;
}
