/* asm_image.c - reads an image, which has words in hexadecimal, into an assembly. */
#include <string.h>

#include "predicate/asm_internal.h"

/* Reads a word in hexadecimal. */
static bool read_hex(struct predicate_reader *r)
{
    const uint32_t n = predicate_word_at(r), column = predicate_column(r);
    uint64_t word = 0;

    for (uint32_t i = 0; i < n; ++i) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *d = strchr(digits, r->at[i]);

        if (!d || n > 16)
            return predicate_error(r, column, "expected a word of at most 16 digits");
        word = word << 4 | (uint64_t)((d - digits) & 15);
    }
    if (!n)
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
        }
        while (!predicate_at_end(&r))
            if (!read_hex(&r))
                return false;
    }
    return true;
}
