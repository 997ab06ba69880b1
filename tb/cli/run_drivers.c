/* run_drivers.c - prints the lines of RTL that drive the differing pins. */
#include "base/message.h"
#include "cli/cli.h"
#include "sim/netlist.h"

enum { PINS = 4, LINES = 3 };

void assay_cli_drivers(FILE *f, const struct assay_result *result,
                       const struct assay_variant *variant)
{
    struct assay_netlist n;
    char why[4096], text[2048];
    bool any = false;

    if (assay_netlist_open(variant, &n, why, sizeof why) != ASSAY_OK) {
        assay_print_error("%s (which lines drive the pins is not known)", why);
        return;
    }
    for (size_t i = 0; i < result->n_differences && i < PINS; ++i) {
        assay_netlist_drivers(&n, result->difference[i].port->name, LINES, text, sizeof text);
        if (!*text)
            continue;
        fprintf(f, "%s%s by %s\n",
                any ? "            " : "driven:     ", result->difference[i].port->name, text);
        any = true;
    }
    assay_netlist_free(&n);
}
