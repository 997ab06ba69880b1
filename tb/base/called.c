#include "base/called.h"

static const char *called = "assay";

void assay_set_called(const char *argv0)
{
    called = argv0 && *argv0 ? argv0 : "assay";
}

const char *assay_called(void)
{
    return called;
}

void assay_text_add_command(struct assay_text *t, const char *command)
{
    assay_text_add_quoted(t, called);
    assay_text_addf(t, " %s", command);
}
