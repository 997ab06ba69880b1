/* clocks.c - finds the clocks and resets among the inputs. */
#include <stdio.h>
#include <string.h>

#include "new_block/names.h"
#include "new_block/plan.h"

static bool is_input_bit(const struct assay_new_pin *pin)
{
    return pin->port->direction == ASSAY_RTL_INPUT && pin->port->width == 1;
}

static bool is_named_clock(const char *lower)
{
    static const char *const words[] = {"clk",  "clock", "ck",   "aclk", "wclk",
                                        "rclk", "clki",  "sclk", NULL};

    return assay_new_is_one_of(lower, words) || assay_new_ends_with(lower, "clk") ||
           assay_new_ends_with(lower, "clock") || assay_new_begins_with(lower, "clk_") ||
           assay_new_begins_with(lower, "clock_");
}

/* Whether a word between underscores names a reset: rst, arstn, sysrst and any word that contains
 * reset, but not first, burst or preset. */
static bool is_reset_word(const char *word, size_t n)
{
    static const char *const heads[] = {"",       "a",      "s",   "n",    "p",    "h",
                                        "m",      "sys",    "cpu", "core", "sync", "async",
                                        "soft",   "hard",   "por", "glbl", "hw",   "sw",
                                        "global", "master", "ext", "i",    NULL};
    static const char *const tails[] = {"", "n", "b", "x", "i", "ni", "0", "1", NULL};
    char text[16];

    for (const char *const *head = heads; *head; ++head)
        for (const char *const *tail = tails; *tail; ++tail) {
            snprintf(text, sizeof text, "%srst%s", *head, *tail);
            if (strlen(text) == n && memcmp(text, word, n) == 0)
                return true;
        }
    return memmem(word, n, "reset", 5) && !(n == 6 && memcmp(word, "preset", 6) == 0);
}

static bool is_named_reset(const char *lower)
{
    for (size_t n; *lower; lower += n + (lower[n] == '_')) {
        n = strcspn(lower, "_");
        if (is_reset_word(lower, n))
            return true;
    }
    return false;
}

bool assay_new_is_low(const char *lower)
{
    static const char *const tails[] = {"_n", "_ni", "rstn", "resetn", "rstb", "resetb",
                                        "_b", "_l",  "_low", "rst_x",  NULL};

    for (const char *const *tail = tails; *tail; ++tail)
        if (assay_new_ends_with(lower, *tail))
            return true;
    return assay_new_begins_with(lower, "nreset") || assay_new_begins_with(lower, "nrst") ||
           assay_new_begins_with(lower, "n_r") || strstr(lower, "_nrst") ||
           strstr(lower, "_nreset") || strstr(lower, "rst_n_") || strstr(lower, "rstn_") ||
           strstr(lower, "reset_n_") || strstr(lower, "resetn_");
}

void assay_new_find_clocks(struct assay_new_plan *p)
{
    size_t n = 0;

    /* An edge that never appears with another is a clock. Of two that appear together, the reset is
     * the one with a reset's name. */
    for (size_t i = 0; i < p->n_pins; ++i) {
        const struct assay_new_edge *e = assay_new_edge_of(p->design, p->pin[i].port->name);

        if (is_input_bit(&p->pin[i]) && e && e->rising && !is_named_reset(p->pin[i].lower) &&
            (e->alone || is_named_clock(p->pin[i].lower))) {
            p->pin[i].role = ASSAY_NEW_CLOCK;
            ++n;
        }
    }
    /* A clock behind a clock gate can only be recognized by name. */
    for (size_t i = 0; i < p->n_pins && n == 0; ++i)
        if (is_input_bit(&p->pin[i]) && is_named_clock(p->pin[i].lower) &&
            !assay_new_edge_of(p->design, p->pin[i].port->name)) {
            p->pin[i].role = ASSAY_NEW_CLOCK;
            ++n;
        }
}

/* Returns how likely the pin is to be the reset; 0: it is not one. */
static int rank(const struct assay_new_plan *p, const struct assay_new_pin *pin)
{
    static const char *const plain[] = {
        "rst",     "reset",   "rst_n",   "rstn",     "resetn", "reset_n", "nrst",      "nreset",
        "rst_ni",  "resetb",  "aresetn", "areset_n", "arst_n", "areset",  "arst",      "rst_b",
        "reset_b", "reset_l", "arstn",   "srst",     "sreset", "sys_rst", "sys_rst_n", NULL};
    const struct assay_new_edge *e = assay_new_edge_of(p->design, pin->port->name);
    const bool named = is_named_reset(pin->lower);

    if (!is_input_bit(pin) || pin->role != ASSAY_NEW_PLAIN)
        return 0;
    if (e && e->paired)
        return 4 + named;
    return !named ? 0 : assay_new_is_one_of(pin->lower, plain) ? 3 : 2;
}

void assay_new_find_reset(struct assay_new_plan *p)
{
    int best = 0;

    for (size_t i = 0; i < p->n_pins; ++i) {
        const int r = rank(p, &p->pin[i]);

        if (r > best) {
            best = r;
            p->reset = (int)i;
        }
    }
    if (best == 0)
        return;
    for (size_t i = 0; i < p->n_pins; ++i)
        if ((int)i != p->reset && rank(p, &p->pin[i]) > 0) {
            p->pin[i].role = ASSAY_NEW_IDLE;
            p->pin[i].high = assay_new_is_low(p->pin[i].lower);
        }
    p->pin[p->reset].role = ASSAY_NEW_RESET;
}
