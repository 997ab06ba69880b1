/* asm_bench.h - checks for the assembler of predicate: texts that it refuses, and round trips
 * through an image or a text. */
#ifndef ASM_BENCH_H
#define ASM_BENCH_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "predicate/asm.h"

static struct predicate_assembly a, b;
static struct predicate_asm_error e;

/* Asserts that `text` is refused, and checks where the first error is and that it contains
 * `words`. */
static inline void refused(const char *text, uint32_t line, uint32_t column, const char *words)
{
    if (predicate_assemble(text, &a, &e))
        fail_msg("%s: accepted", text);
    if (e.line != line || e.column != column || !strstr(e.text, words))
        fail_msg("%s: %" PRIu32 ":%" PRIu32 ": %s", text, e.line, e.column, e.text);
}

/* Returns what `write` prints of a program. The caller frees it. */
static inline char *text_of(const struct predicate_assembly *p,
                            void (*write)(FILE *, const struct predicate_assembly *))
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    assert_non_null(f);
    write(f, p);
    fclose(f);
    return text;
}

/* Reads `text` into `b` and asserts that it has the same words as `a`. */
static inline void back_again(const char *text,
                              bool (*read)(const char *, struct predicate_assembly *,
                                           struct predicate_asm_error *))
{
    if (!read(text, &b, &e))
        fail_msg("%" PRIu32 ":%" PRIu32 ": %s", e.line, e.column, e.text);
    assert_int_equal(b.length, a.length);
    for (uint32_t i = 0; i < a.length; ++i)
        if (a.code[i] != b.code[i])
            fail_msg("word %" PRIu32 ": %016" PRIx64 " came back as %016" PRIx64, i, a.code[i],
                     b.code[i]);
}

#endif
