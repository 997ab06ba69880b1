/*
 * commands.h - the subcommands of the program. Each takes argc and argv like main, with "assay
 * NAME" as argv[0], and returns an exit status (base/error.h).
 */
#ifndef ASSAY_COMMANDS_H
#define ASSAY_COMMANDS_H

int assay_cmd_list(int argc, char **argv);
int assay_cmd_new_block(int argc, char **argv);
int assay_cmd_run(int argc, char **argv);
int assay_cmd_replay(int argc, char **argv);
int assay_cmd_shrink(int argc, char **argv);
int assay_cmd_explain(int argc, char **argv);
int assay_cmd_build(int argc, char **argv);
int assay_cmd_cache(int argc, char **argv);
int assay_cmd_bench(int argc, char **argv);
int assay_cmd_vectors(int argc, char **argv);
int assay_cmd_launch(int argc, char **argv);
int assay_cmd_gemm(int argc, char **argv);
int assay_cmd_numerics(int argc, char **argv);
int assay_cmd_scene(int argc, char **argv);
int assay_cmd_asm(int argc, char **argv);
int assay_cmd_coverage(int argc, char **argv);
int assay_cmd_regress(int argc, char **argv);
int assay_cmd_report(int argc, char **argv);
int assay_cmd_faults(int argc, char **argv);
int assay_cmd_mutate(int argc, char **argv);
int assay_cmd_prove(int argc, char **argv);
int assay_cmd_doctor(int argc, char **argv);

#endif
