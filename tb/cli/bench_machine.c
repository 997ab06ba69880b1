/* bench_machine.c - describes the machine and the tools: processor, cores, date, versions. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/tool.h"
#include "cli/bench.h"
#include "cli/cli.h"

enum { LINE = 160 };

static void processor(char out[LINE])
{
    FILE *from = fopen("/proc/cpuinfo", "r");
    char line[LINE];

    snprintf(out, LINE, "unknown processor");
    while (from && fgets(line, sizeof line, from)) {
        const char *value = strchr(line, ':');

        if (strncmp(line, "model name", 10) != 0 || !value)
            continue;
        value += 1 + strspn(value + 1, " \t");
        snprintf(out, LINE, "%.*s", (int)strcspn(value, "\n"), value);
        break;
    }
    if (from)
        fclose(from);
}

static void today(char out[LINE])
{
    const time_t t = time(NULL);
    struct tm parts;

    if (!localtime_r(&t, &parts) || !strftime(out, LINE, "%Y-%m-%d", &parts))
        *out = '\0';
}

/* The version of a tool, without the parts in parentheses. */
static void tool(char out[LINE], const char *name, const char *option)
{
    char *open;

    if (!assay_tool_version(name, option, out, LINE) || !*out) {
        snprintf(out, LINE, "no %s", name);
        return;
    }
    while ((open = strchr(out, '('))) {
        const char *rest = strchr(open, ')');

        rest = rest ? rest + 1 : open + strlen(open);
        if (open > out && open[-1] == ' ')
            --open;
        memmove(open, rest, strlen(rest) + 1);
    }
    for (size_t n = strlen(out); n && out[n - 1] == ' ';)
        out[--n] = '\0';
}

void bench_machine(struct assay_figures *f)
{
    static const struct {
        const char *name, *option;
    } tools[] = {
        {"verilator", "--version"}, {"iverilog", "-V"}, {"g++", "--version"}, {"yosys", "-V"}};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    char line[LINE], date[LINE], text[LINE + 32];
    FILE *to;

    f->part = ASSAY_FIGURES_MACHINE;
    to = assay_figures_text(f);
    processor(line);
    today(date);
    fprintf(to, "%s, %ld core%s, %s\n", line, cores, cores == 1 ? "" : "s", date);
    assay_figures_object(
        f, &(struct assay_figure){
               .name = "cores", .value = (double)cores, .unit = "cores", .note = line});
    assay_figures_remark(f, "date", date);
    snprintf(text, sizeof text, "Assay %s, %.120s", ASSAY_VERSION, assay_cli_compiler());
    assay_figures_remark(f, "assay", text);
    fputs(text, to);
    for (size_t i = 0; i < sizeof tools / sizeof tools[0]; ++i) {
        tool(line, tools[i].name, tools[i].option);
        assay_figures_remark(f, tools[i].name, line);
        fprintf(to, "; %s", line);
    }
    fputc('\n', to);
}
