/* program.h - the program as a function. */
#ifndef ASSAY_PROGRAM_H
#define ASSAY_PROGRAM_H

/* Run a command line and return the exit status. Called by main() and, inside vvp, by the VPI
 * module. Defined in tb/cli. */
int assay_main(int argc, char **argv);

#endif
