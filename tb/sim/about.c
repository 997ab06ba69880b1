#include "sim/about.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
    char path[PATH_MAX + 16];
    bool ok;
    FILE *f;

    snprintf(path, sizeof path, "%s/" ASSAY_ABOUT_FILE, folder);
    f = fopen(path, "w");
    ok = f != NULL;
    for (int i = 0; ok && i < N_FIELDS; ++i) {
        const char *text = (const char *)a + fields[i].at;

        if (*text)
            fprintf(f, "%s: %s\n", fields[i].name, text);
    }
    if (ok && a->coverage)
        fputs("coverage: yes\n", f);
    if (ok && a->waves)
        fputs("waves: yes\n", f);
    if (f) {
        ok = !ferror(f);
        ok = fclose(f) == 0 && ok;
    }
    if (!ok)
        snprintf(why, why_size, "%s: %s", path, strerror(errno));
    return ok;
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
