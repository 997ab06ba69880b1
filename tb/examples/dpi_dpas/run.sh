#!/usr/bin/env bash
# run.sh - build the bench with Verilator and run it.
#
#     tb/examples/dpi_dpas/run.sh [-r LIST] [-o FOLDER] [-l LANES] [-d DEPTH] [+seed=N +cycles=N ...]
#
# The options are those of dpas_bench.bash. ASSAY_BUILD is the folder with libassay_dpi.so (default:
# build), OPT the compiler's optimisation (default: -O1), RUNTIME a folder with Verilator's own objects
# from an earlier build (FOLDER/obj). Exit status: 0 PASS, 1 FAIL, 2 bad usage, 3 the build failed.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../dpas_bench.bash" || exit 3

# One C++ file: most of a build's time is reading headers.
make="OPT_FAST=${OPT:--O1} OPT_SLOW=-O0 VM_PARALLEL_BUILDS=0" runtime=()
if [ -n "${RUNTIME-}" ]; then
    runtime=("$RUNTIME"/verilated*.o)
    make+=" VM_GLOBAL_FAST="
fi
# Verilator's makefile splits paths at blanks, so the library is linked by a symbolic link beside the obj folder.
ln -sfn "$build/libassay_dpi.so" "$out/libassay_dpi.so"
verilator --binary --timing --top-module dpi_dpas -GLANES="$lanes" -GDEPTH="$depth" --Mdir "$out/obj" -o dpi_dpas \
    -MAKEFLAGS "$make" ${runtime[@]+"${runtime[@]}"} "$root/tb/dpi/assay_dpi_pkg.sv" "$root/tb/examples/dpas_random.v" \
    "$here/dpi_dpas.sv" -F "$list" ../libassay_dpi.so -LDFLAGS "-Wl,-rpath,'\$\$ORIGIN/..'" >"$out/build.log" 2>&1 || {
    tail -n 20 "$out/build.log" >&2
    exit 3
}
"$out/obj/dpi_dpas" "$@" | tee "$out/run.log"
grep -qx PASS "$out/run.log"
