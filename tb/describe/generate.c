/*
 * generate.c - assay-generate, which writes the C sources that follow from a block's block.yaml.
 *
 *     assay-generate FOLDER BLOCK.yaml...
 *     assay-generate --user FOLDER BLOCK.yaml...
 *
 * For each block, FOLDER/<block>/ gets <block>_pins.h, <block>_model.c, <block>_block.h and
 * <block>_systemc.h (describe.h); with --user it gets <block>_model.h and <block>_block.c. All
 * widths must be given. Exit status: 0 done, 2 bad usage or a bad description, 3 an error of the
 * environment.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "describe/describe.h"

static int generate(const char *folder, const char *path, bool user)
{
    struct assay_description *d;
    char why[2048], to[PATH_MAX];
    enum assay_error e = assay_describe_read(path, &d, why, sizeof why);

    if (e == ASSAY_OK && assay_describe_left_out(d, 0) < d->n_ports) {
        const struct assay_describe_port *p = &d->port[assay_describe_left_out(d, 0)];

        snprintf(why, sizeof why, "%s:%lu: width of %s is missing: expected it", path, p->line,
                 p->name);
        e = ASSAY_BAD_INPUT;
    }
    if (e == ASSAY_OK) {
        assay_path(to, sizeof to, "%s/%s", folder, d->name);
        if (!assay_make_folders(to, why, sizeof why) ||
            !(user ? assay_describe_write_files : assay_describe_write_tree_files)(d, to, why,
                                                                                   sizeof why))
            e = ASSAY_ENVIRONMENT;
    }
    assay_describe_free(d);
    if (e != ASSAY_OK)
        fprintf(stderr, "assay-generate: %s\n", why);
    return (int)e;
}

int main(int argc, char **argv)
{
    const bool user = argc > 1 && strcmp(argv[1], "--user") == 0;
    const int folder = user ? 2 : 1;
    int status = 0;

    if (argc < folder + 2) {
        fprintf(stderr, "assay-generate: too few arguments: expected FOLDER BLOCK.yaml...\n");
        return EXIT_USAGE;
    }
    for (int i = folder + 1; i < argc; ++i) {
        const int one = generate(argv[folder], argv[i], user);

        status = one > status ? one : status;
    }
    return status;
}
