#include "regress/chunk.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/message.h"
#include "base/number.h"
#include "base/outfile.h"

static const char head[] = "assay-chunk 1\n";

/* Write the `end` file of a task. Returns false with a message in `why` on error. */
static bool write_end(const char *folder, const struct assay_task_end *end, char *why,
                      size_t why_size)
{
    struct assay_outfile o;
    char path[PATH_MAX];

    assay_path(path, sizeof path, "%s/end", folder);
    if (!assay_outfile_open(&o, path, why, why_size))
        return false;
    fprintf(o.f, "assay-end %d %d %d %d %d %.6f\n", end->started, end->error, end->exit,
            end->signal, end->timed_out, end->seconds);
    return assay_outfile_close(&o, why, why_size);
}

bool assay_chunk_end_read(const char *folder, struct assay_task_end *end)
{
    char path[PATH_MAX];
    int started, timed_out;
    bool good;
    FILE *f;

    memset(end, 0, sizeof *end);
    assay_path(path, sizeof path, "%s/end", folder);
    f = fopen(path, "r");
    if (!f)
        return false;
    good = fscanf(f, "assay-end %d %d %d %d %d %lf", &started, &end->error, &end->exit,
                  &end->signal, &timed_out, &end->seconds) == 6;
    fclose(f);
    end->started = good && started;
    end->timed_out = good && timed_out;
    return good;
}

/* --- running a chunk --- */

struct chunk {
    const char *path;
    FILE *f;
    char *line;
    size_t size;
    char folder[PATH_MAX]; /* of the running task */
    unsigned long number;  /* line number in the file */
    bool bad;
};

static bool malformed(struct chunk *c)
{
    assay_print_error("%s:%lu: expected FOLDER, TIMEOUT, MEMORY and arguments, separated by tabs",
                      c->path, c->number);
    c->bad = true;
    return false;
}

static bool next_line(void *any, struct assay_task *t)
{
    struct chunk *c = any;
    const ssize_t n = getline(&c->line, &c->size, c->f);
    char *rest = c->line, *word;
    uint64_t timeout, memory;

    if (n <= 0)
        return false;
    ++c->number;
    rest[strcspn(rest, "\n")] = '\0';
    word = strsep(&rest, "\t");
    snprintf(c->folder, sizeof c->folder, "%s", word);
    word = strsep(&rest, "\t");
    if (!word || !assay_parse_number(word, &timeout) || timeout > UINT32_MAX)
        return malformed(c);
    word = strsep(&rest, "\t");
    if (!word || !assay_parse_number(word, &memory) || !rest)
        return malformed(c);
    while ((word = strsep(&rest, "\t")))
        assay_task_arg(t, "%s", word);
    t->timeout = (uint32_t)timeout;
    t->memory = memory;
    t->out = assay_task_text(t, "%s/stdout", c->folder);
    t->err = assay_task_text(t, "%s/stderr", c->folder);
    return true;
}

static bool line_done(void *any, size_t tag, const struct assay_task_end *end)
{
    struct chunk *c = any;
    char why[PATH_MAX + 256];

    (void)tag;
    if (end->stopped) /* no result: the regression knows that this chunk was stopped */
        return true;
    if (write_end(c->folder, end, why, sizeof why))
        return true;
    assay_print_error("%s", why);
    c->bad = true;
    return false;
}

int assay_chunk_run(const char *path)
{
    struct chunk c = {.path = path, .f = fopen(path, "r"), .number = 1};
    struct assay_pool pool = {.at_once = 1, .next = next_line, .done = line_done, .arg = &c};
    int signal = 0;

    if (!c.f) {
        assay_print_error("%s: %s: expected a chunk of a regression", path, strerror(errno));
        return EXIT_USAGE;
    }
    if (getline(&c.line, &c.size, c.f) < 0 || strcmp(c.line, head) != 0) {
        assay_print_error("%s:1: expected 'assay-chunk 1'", path);
        c.bad = true;
    } else {
        signal = assay_pool_run(&pool);
    }
    free(c.line);
    fclose(c.f);
    return signal > 0 ? 128 + signal : c.bad ? EXIT_FAULT : EXIT_EQUAL;
}
