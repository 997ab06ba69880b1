#include "base/program.h"
#include "cli/cli.h"

int main(int argc, char **argv)
{
    return assay_main(argc, argv);
}
