/* program.h - the program as a function. */
#ifndef ASSAY_PROGRAM_H
#define ASSAY_PROGRAM_H

/* From command line to exit status. main() calls it, and inside vvp the VPI module does. The command
 * line, tb/cli, defines it. */
int assay_main(int argc, char **argv);

#endif
