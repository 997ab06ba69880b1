#include "sim/about.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/outfile.h"
#include "base/text.h"

/* The texts and their names in the file. */
static const struct field {
    const char *name;
    size_t at, size;
} fields[] = {
#define FIELD(f)                                                                \
    {                                                                           \
#f, offsetof(struct assay_about, f), sizeof((struct assay_about *)0)->f \
    }
    FIELD(kind), FIELD(block), FIELD(params), FIELD(rtl), FIELD(fault), FIELD(optimise),
#undef FIELD
};

enum { N_FIELDS = sizeof fields / sizeof fields[0] };

bool assay_about_write(const struct assay_about *a, const char *folder, char *why, size_t why_size)
{
    char path[PATH_MAX];
    struct assay_text t = {0};
    bool good;

    assay_path(path, sizeof path, "%s/" ASSAY_ABOUT_FILE, folder);
    for (int i = 0; i < N_FIELDS; ++i) {
        const char *text = (const char *)a + fields[i].at;

        if (*text)
            assay_text_addf(&t, "%s: %s\n", fields[i].name, text);
    }
    if (a->coverage)
        assay_text_add(&t, "coverage: yes\n");
    if (a->waves)
        assay_text_add(&t, "waves: yes\n");
    good = assay_outfile_save(path, &t, why, why_size);
    assay_text_free(&t);
    return good;
}

static void take_line(struct assay_about *a, const char *line)
{
    const size_t name = strcspn(line, ":");
    const char *const value = line + name + strspn(line + name, ": ");

    for (int i = 0; i < N_FIELDS; ++i)
        if (strlen(fields[i].name) == name && strncmp(line, fields[i].name, name) == 0)
            snprintf((char *)a + fields[i].at, fields[i].size, "%s", value);
    if (strncmp(line, "coverage:", 9) == 0)
        a->coverage = true;
    if (strncmp(line, "waves:", 6) == 0)
        a->waves = true;
}

bool assay_about_read(struct assay_about *a, const char *folder)
{
    char path[PATH_MAX + 16], line[PATH_MAX + 32];
    FILE *f;

    memset(a, 0, sizeof *a);
    snprintf(path, sizeof path, "%s/" ASSAY_ABOUT_FILE, folder);
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        take_line(a, line);
    }
    if (f)
        fclose(f);
    return a->kind[0] != '\0';
}
