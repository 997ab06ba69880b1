#include "sim/pins.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

struct pin {
    char name[160];
    unsigned width;
    enum assay_dir dir;
    bool known; /* the block has a pin of this name */
};

enum { MAX_PINS = 2 * ASSAY_MAX_PORTS };

/* VL_IN8(&clk,0,0); VL_OUT64(&p,63,0); VL_INW(&data,255,0,8); */
static bool parse_pin(const char *line, struct pin *pin)
{
    int msb, lsb;
    const char *at = line + strspn(line, " ");

    if (strncmp(at, "VL_IN", 5) == 0 && strncmp(at, "VL_INOUT", 8) != 0)
        pin->dir = ASSAY_IN;
    else if (strncmp(at, "VL_OUT", 6) == 0)
        pin->dir = ASSAY_OUT;
    else
        return false;
    if (sscanf(at, "%*[A-Z_0-9](&%159[^,],%d,%d", pin->name, &msb, &lsb) != 3)
        return false;
    pin->width = (unsigned)(msb - lsb + 1);
    pin->known = false;
    return true;
}

static void check_one(struct assay_text *t, struct pin *pins, size_t n, const char *name,
                      enum assay_dir dir, unsigned width)
{
    static const char *const dirs[] = {"input", "output"};

    for (size_t i = 0; i < n; ++i) {
        if (strcmp(pins[i].name, name) != 0)
            continue;
        pins[i].known = true;
        if (pins[i].dir != dir)
            assay_text_addf(t, "\n  %s: is an %s: expected an %s", name, dirs[pins[i].dir],
                            dirs[dir]);
        if (pins[i].width != width)
            assay_text_addf(t, "\n  %s: %u bit%s wide: expected %u", name, pins[i].width,
                            pins[i].width == 1 ? "" : "s", width);
        return;
    }
    assay_text_addf(t, "\n  %s: missing: expected an %s of %u bit%s", name, dirs[dir], width,
                    width == 1 ? "" : "s");
}

bool assay_pins_check(const struct assay_block *b, const struct assay_params *params,
                      const char *verilated_header, const char *rtl, char *why, size_t why_size)
{
    struct pin pins[MAX_PINS];
    unsigned width[ASSAY_MAX_PORTS];
    char line[512], values[ASSAY_PARAMS_TEXT];
    struct assay_text t = {0};
    size_t n = 0, head;
    bool same;
    FILE *f = fopen(verilated_header, "r");

    if (!f) {
        snprintf(why, why_size, "%s: not there: expected what Verilator makes of %s",
                 verilated_header, rtl);
        return false;
    }
    while (n < MAX_PINS && fgets(line, sizeof line, f))
        n += parse_pin(line, &pins[n]);
    fclose(f);
    assay_params_print(b, params, values, sizeof values);
    assay_text_addf(&t, "%s: pins of %s (%s) are not those of model/%s/block.yaml:", rtl,
                    b->model->top, values, b->model->name);
    head = t.n;
    check_one(&t, pins, n, "clk", ASSAY_IN, 1);
    b->model->widths(params, width);
    for (size_t i = 0; i < b->model->n_ports; ++i)
        check_one(&t, pins, n, b->model->ports[i].name, b->model->ports[i].dir, width[i]);
    for (size_t i = 0; i < n; ++i)
        if (!pins[i].known)
            assay_text_addf(&t, "\n  %s: extra: block.yaml has no such pin", pins[i].name);
    same = t.n == head && !t.failed;
    snprintf(why, why_size, "%s", same ? "" : assay_text_get(&t));
    assay_text_free(&t);
    return same;
}
