#include "sim/tool.h"

#include <stdio.h>
#include <string.h>

enum { TOOL_TEXT = 2000 };

const char *assay_tool_rtl_name(const struct assay_variant *v)
{
    return v->rtl ? v->rtl : v->block->model->name;
}

bool assay_tool_is_users(const struct assay_variant *v)
{
    return v->rtl || v->block->folder;
}

enum assay_error assay_tool_failed(const struct assay_variant *v, const char *tool, int status,
                                   const struct assay_output *out, char *why, size_t why_size)
{
    if (status == ASSAY_NOT_STARTED) {
        snprintf(why, why_size,
                 "%s: cannot be run: expected it to be installed (scripts/setup "
                 "does)",
                 tool);
        return ASSAY_ENVIRONMENT;
    }
    if (out && out->text && strstr(out->text, "Specified --top-module"))
        snprintf(why, why_size,
                 "%s: no module %s in the RTL: expected one of its modules as the top",
                 assay_tool_rtl_name(v), v->block->model->top);
    else
        snprintf(why, why_size, "%s: %s rejects it (status %d):\n%.*s", assay_tool_rtl_name(v),
                 tool, status, TOOL_TEXT, out && out->text ? out->text : "");
    return assay_tool_is_users(v) ? ASSAY_BAD_INPUT : ASSAY_ENVIRONMENT;
}
