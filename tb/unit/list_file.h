/*
 * list_file.h - writes a regression list from a text, for the tests of lists.
 */
#ifndef LIST_FILE_H
#define LIST_FILE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "regress/list.h"
#include "unit/put_file.h"

static char path[] = "/tmp/test_list.XXXXXX";
static char why[8192];

static inline int make_file(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static inline int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

static inline enum assay_error read_list(const char *text, struct assay_list *list)
{
    put_text(path, text);
    return assay_list_read(path, list, why, sizeof why);
}

#endif
