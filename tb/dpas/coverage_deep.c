#include "dpas/coverage_deep.h"

enum { PASS_BINS = 6, LAYER_BINS = 3, PACKED_BINS = 3, LAST_BINS = 4 };
enum { ONE, SOME, ALL };

static const char *const sd_bins[] = {
    "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32",
    "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48",
    "49", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59", "60", "61", "62", "63", "64"};
static const char *const pass_bins[] = {"1", "2", "3_4", "5_8", "9_16", "17_32"};
static const char *const layer_bins[] = {"one", "some", "all"};
static const char *const packed_bins[] = {"1", "2", "4"};
static const char *const last_bins[] = {"1", "2", "3", "4"};
static const char *const octets_bins[] = {"1", "2", "3_4", "5_8"};
static const char *const octet_bins[] = {"first", "later"};
static const char *const supply_bins[] = {"taken", "missing", "waiting"};

const struct assay_cover_axis dpas_deep_sd = {"sd", DPAS_MAX_SD, sd_bins};
const struct assay_cover_axis dpas_deep_passes = {"passes", PASS_BINS, pass_bins};
const struct assay_cover_axis dpas_deep_layers = {"layers", LAYER_BINS, layer_bins};
const struct assay_cover_axis dpas_deep_packed = {"packed", PACKED_BINS, packed_bins};
const struct assay_cover_axis dpas_deep_last_row = {"last_row", LAST_BINS, last_bins};
const struct assay_cover_axis dpas_deep_octets = {"octets", DPAS_DEEP_OCTETS, octets_bins};
const struct assay_cover_axis dpas_deep_octet = {"octet", 2, octet_bins};
const struct assay_cover_axis dpas_deep_supply = {"src2", DPAS_DEEP_SUPPLIES, supply_bins};

/* log2, rounded up. */
static uint32_t log_up(uint32_t x)
{
    uint32_t n = 0;

    while (UINT32_C(1) << n < x)
        ++n;
    return n;
}

/* 17 to 32 passes need a depth of 2, where the last pass uses either one layer or all. */
bool dpas_deep_pass_impossible(const unsigned *bin)
{
    return bin[0] == PASS_BINS - 1 && bin[1] == SOME;
}

bool dpas_deep_row_impossible(const unsigned *bin)
{
    return bin[1] >= 1u << bin[0];
}

uint32_t dpas_deep_pass_bin(const struct dpas_params *p, const struct dpas_decoded *d)
{
    const uint32_t layers = d->cmd.sd - (d->passes - 1u) * p->depth;

    return log_up(d->passes) * LAYER_BINS + (layers == p->depth ? ALL : layers == 1 ? ONE : SOME);
}

uint32_t dpas_deep_row_bin(const struct dpas_decoded *d)
{
    const uint32_t last = (d->cmd.sd - 1u) % d->per_row;

    return (d->per_row / 2u * LAST_BINS + last) * DPAS_DEEP_OCTETS + dpas_deep_octets_bin(d);
}

uint32_t dpas_deep_octets_bin(const struct dpas_decoded *d)
{
    return log_up(d->octets);
}
