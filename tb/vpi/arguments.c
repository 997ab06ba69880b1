#include "vpi/arguments.h"

#include <stdio.h>
#include <string.h>

#include "dpi/handles.h"

enum { MAX_WORDS = 1024 }; /* most words of a variable that can be written */

/* The vpi_user.h of some simulators lacks SystemVerilog's types. These numbers are those of the
 * standard. */
enum {
    LONG_INT_VAR = 610,
    SHORT_INT_VAR = 611,
    INT_VAR = 612,
    BYTE_VAR = 614,
    STRING_VAR = 616,
    BIT_VAR = 620
};

static int wrong(const struct assay_arguments *a, int i, int status, const char *what)
{
    char detail[160];

    snprintf(detail, sizeof detail, "argument %d %s", i + 1, what);
    return assay_handle_result(a->function, status, detail);
}

int assay_arguments_begin(struct assay_arguments *a, const char *function, int wanted)
{
    vpiHandle list;
    char detail[80];

    a->function = function;
    a->call = vpi_handle(vpiSysTfCall, NULL);
    a->n = 0;
    list = vpi_iterate(vpiArgument, a->call);
    if (list) {
        vpiHandle next;

        /* Scan to the end, which releases the iterator. */
        while ((next = vpi_scan(list)) != NULL) {
            if (a->n < ASSAY_MAX_ARGUMENTS)
                a->handle[a->n] = next;
            ++a->n;
        }
    }
    if (a->n == wanted)
        return 0;
    snprintf(detail, sizeof detail, "%d arguments, expected %d", a->n, wanted);
    return assay_handle_result(function, ASSAY_MODEL_RANGE, detail);
}

enum kind { OTHER, NUMBER, TEXT };

/* Reading the value of a scope or an event crashes some simulators, so only known kinds are
 * accepted. */
static enum kind kind_of(vpiHandle h, bool *writable)
{
    *writable = false;
    switch (vpi_get(vpiType, h)) {
    case vpiConstant:
    case vpiParameter: {
        const int constant = vpi_get(vpiConstType, h);

        return constant == vpiStringConst ? TEXT : constant == vpiRealConst ? OTHER : NUMBER;
    }
    case vpiNet:
    case vpiNetBit:
        return NUMBER;
    case vpiReg:
    case vpiRegBit:
    case vpiMemoryWord:
    case vpiPartSelect:
    case vpiIntegerVar:
    case vpiTimeVar:
    case LONG_INT_VAR:
    case SHORT_INT_VAR:
    case INT_VAR:
    case BYTE_VAR:
    case BIT_VAR:
        *writable = true;
        return NUMBER;
    case STRING_VAR:
        *writable = true;
        return TEXT;
    default:
        return OTHER;
    }
}

bool assay_argument_is_text(const struct assay_arguments *a, int i)
{
    bool writable;

    return kind_of(a->handle[i], &writable) == TEXT;
}

int assay_argument_text(const struct assay_arguments *a, int i, char text[ASSAY_MAX_TEXT])
{
    s_vpi_value value = {.format = vpiStringVal};
    bool writable;

    if (kind_of(a->handle[i], &writable) == OTHER)
        return wrong(a, i, ASSAY_MODEL_RANGE, "is no string");
    vpi_get_value(a->handle[i], &value);
    if (value.format != vpiStringVal || !value.value.str)
        return wrong(a, i, ASSAY_MODEL_RANGE, "is no string");
    if (strlen(value.value.str) >= ASSAY_MAX_TEXT)
        return wrong(a, i, ASSAY_MODEL_RANGE, "is a string of more than 255 characters");
    strcpy(text, value.value.str); /* NOLINT: its length is checked */
    return 0;
}

/* Returns the width of a numeric argument, or a negative status if it is not numeric. */
static int bits_of(const struct assay_arguments *a, int i)
{
    bool writable;
    int bits;

    if (kind_of(a->handle[i], &writable) != NUMBER)
        return wrong(a, i, ASSAY_MODEL_RANGE, "is no vector of bits");
    bits = vpi_get(vpiSize, a->handle[i]);
    return bits > 0 ? bits : wrong(a, i, ASSAY_MODEL_RANGE, "has no size");
}

int assay_argument_words(const struct assay_arguments *a, int i, uint32_t *word, size_t n)
{
    const int bits = bits_of(a, i);
    s_vpi_value value = {.format = vpiVectorVal};
    size_t words;

    if (bits < 0)
        return bits;
    vpi_get_value(a->handle[i], &value);
    if (value.format != vpiVectorVal || !value.value.vector)
        return wrong(a, i, ASSAY_MODEL_RANGE, "is no vector of bits");
    words = ((size_t)bits + 31) / 32;
    for (size_t w = 0; w < words; ++w) {
        const uint32_t mask =
            w + 1 < words || bits % 32 == 0 ? UINT32_MAX : (UINT32_C(1) << bits % 32) - 1;

        if ((uint32_t)value.value.vector[w].bval & mask)
            return wrong(a, i, ASSAY_MODEL_RANGE, "has bits that are X or Z");
        if (w >= n && ((uint32_t)value.value.vector[w].aval & mask))
            return wrong(a, i, ASSAY_MODEL_RANGE, "has bits beyond its range");
    }
    for (size_t w = 0; w < n; ++w) {
        const uint32_t mask =
            w + 1 < words || bits % 32 == 0 ? UINT32_MAX : (UINT32_C(1) << bits % 32) - 1;

        word[w] = w < words ? (uint32_t)value.value.vector[w].aval & mask : 0;
    }
    return 0;
}

int assay_argument_number(const struct assay_arguments *a, int i, int64_t *number)
{
    const int bits = bits_of(a, i);
    uint32_t word = 0;
    int status;

    if (bits < 0)
        return bits;
    status = assay_argument_words(a, i, &word, 1);
    if (status < 0)
        return status;
    *number = word;
    if (bits <= 32 && vpi_get(vpiSigned, a->handle[i]) && word >> (bits - 1) & 1)
        *number -= INT64_C(1) << bits;
    return 0;
}

int assay_argument_can_take(const struct assay_arguments *a, int i, unsigned bits)
{
    const int have = bits_of(a, i);
    char what[80];
    bool writable;

    if (have < 0)
        return have;
    kind_of(a->handle[i], &writable);
    if (!writable)
        return wrong(a, i, ASSAY_MODEL_RANGE, "is no variable");
    if ((unsigned)have < bits) {
        snprintf(what, sizeof what, "has %d bits, the value %u", have, bits);
        return wrong(a, i, ASSAY_MODEL_SIZE, what);
    }
    if (have > 32 * MAX_WORDS)
        return wrong(a, i, ASSAY_MODEL_SIZE, "has more than 32768 bits");
    return 0;
}

int assay_argument_put(const struct assay_arguments *a, int i, const uint32_t *word, size_t n)
{
    s_vpi_vecval vector[MAX_WORDS] = {0};
    s_vpi_value value = {.format = vpiVectorVal, .value.vector = vector};

    for (size_t w = 0; w < n && w < MAX_WORDS; ++w)
        vector[w].aval = (PLI_INT32)word[w];
    vpi_put_value(a->handle[i], &value, NULL, vpiNoDelay);
    return 0;
}

int assay_argument_put_text(const struct assay_arguments *a, int i, const char *text)
{
    char copy[512];
    s_vpi_value value = {.format = vpiStringVal, .value.str = copy};
    bool writable;

    if (kind_of(a->handle[i], &writable) == OTHER || !writable)
        return wrong(a, i, ASSAY_MODEL_RANGE, "is no variable");
    snprintf(copy, sizeof copy, "%s", text);
    vpi_put_value(a->handle[i], &value, NULL, vpiNoDelay);
    return 0;
}
