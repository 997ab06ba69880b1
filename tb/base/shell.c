#include "base/shell.h"

#include "base/text.h"

void assay_shell_quote(FILE *f, const char *text)
{
    struct assay_text t = {0};

    assay_text_add_quoted(&t, text);
    fputs(assay_text_get(&t), f);
    assay_text_free(&t);
}
