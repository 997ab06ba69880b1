/* asm_image.c - reads an image, which has words in hexadecimal, into an assembly. */
#include <string.h>

#include "predicate/asm_internal.h"

/* Reads a word in hexadecimal. */
static bool read_hex(struct predicate_reader *r)
{
    const uint32_t n = predicate_word_at(r), column = predicate_column(r);
    uint64_t word;

    if (!predicate_hex(r->at, n, &word))
        return predicate_error(r, column, "expected a word of at most 16 digits");
    r->at += n;
    return predicate_add_word(r, column, word);
}

bool predicate_read_image(const char *text, struct predicate_assembly *a,
                          struct predicate_asm_error *e)
{
    struct predicate_reader r = {.a = a, .e = e};

    memset(a, 0, sizeof *a);
    for (const char *line = text; line; line = predicate_next_line(line)) {
        r.line = r.at = line;
        ++r.number;
        predicate_skip(&r);
        if (strncmp(r.at, "// .", 4) == 0) {
            r.at += 3;
            if (!predicate_directive(&r))
                return false;
            if (!predicate_at_end(&r))
                return predicate_error(&r, predicate_column(&r),
                                       "unexpected '%c': expected the end of the line", *r.at);
        }
        while (!predicate_at_end(&r))
            if (!read_hex(&r))
                return false;
    }
    return true;
}
