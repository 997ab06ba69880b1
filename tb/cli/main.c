#include "base/json.h"
#include "base/program.h"
#include "base/stdout.h"
#include "cli/cli.h"

int main(int argc, char **argv)
{
    assay_stdout_begin();
    assay_json_begin();
    return assay_main(argc, argv);
}
