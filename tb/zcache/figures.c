#include "zcache/figures.h"

int zcache_figures(struct assay_figures *f, char *why, size_t why_size)
{
    (void)f;
    (void)why;
    (void)why_size;
    return 0;
}
