#include "sim/settings.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

const char *assay_settings_level(void)
{
    static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3", "-Os"};
    const char *wanted = getenv("ASSAY_OPTIMISE");

    if (!wanted || !*wanted)
        return ASSAY_SETTINGS_FAST;
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; ++i)
        if (strcmp(wanted, levels[i]) == 0)
            return levels[i];
    return NULL;
}

unsigned long assay_settings_unit_kib(void)
{
    const char *wanted = getenv("ASSAY_UNIT_KIB");
    uint64_t kib = 0;

    if (!wanted || !*wanted)
        return ASSAY_SETTINGS_UNIT_KIB;
    return assay_number_span(wanted, strlen(wanted), ASSAY_SETTINGS_UNIT_MOST, &kib) ? 0 : kib;
}

int assay_settings_waves(void)
{
    const char *wanted = getenv("ASSAY_WAVES");

    if (!wanted || !*wanted || strcmp(wanted, "1") == 0)
        return 1;
    return strcmp(wanted, "0") == 0 ? 0 : -1;
}

bool assay_settings_with_waves(const struct assay_variant *v)
{
    return assay_settings_waves() > 0 && !v->no_waves;
}
