/*
 * put_file.h - writes a file of given bytes or of a text, and reads a whole file.
 */
#ifndef PUT_FILE_H
#define PUT_FILE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"

static inline void put_file(const char *path, const void *data, size_t size)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static inline void put_text(const char *path, const char *text)
{
    put_file(path, text, strlen(text));
}

/* Returns the contents, with a NUL after their end; free them. */
static inline char *get_file(const char *path, size_t *size)
{
    char reason[512] = "", *text = NULL;

    if (assay_read_file(path, SIZE_MAX, "a file", &text, size, reason, sizeof reason) != ASSAY_OK)
        fail_msg("%s", reason);
    return text;
}

#endif
