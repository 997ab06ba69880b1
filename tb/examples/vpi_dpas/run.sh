#!/usr/bin/env bash
# run.sh - compile the bench with Icarus Verilog and run it.
#
#     tb/examples/vpi_dpas/run.sh [-r LIST] [-o FOLDER] [-l LANES] [-d DEPTH] [+seed=N +cycles=N ...]
#
# The options are those of dpas_bench.bash. ASSAY_BUILD is the folder with assay_models.vpi (default:
# build). Exit status: 0 PASS, 1 FAIL, 2 bad usage, 3 the build failed.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../dpas_bench.bash" || exit 3

# Names in the list are relative to it.
(cd "$(dirname "$list")" && iverilog -g2012 -L "$build" -m assay_models -s vpi_dpas -P "vpi_dpas.LANES=$lanes" \
    -P "vpi_dpas.DEPTH=$depth" -o "$out/vpi_dpas.vvp" -c "$(basename "$list")" "$root/tb/examples/dpas_random.v" \
    "$here/vpi_dpas.v") >"$out/build.log" 2>&1 || {
    grep -v sorry "$out/build.log" | tail -n 20 >&2
    exit 3
}
vvp -M "$build" -m assay_models "$out/vpi_dpas.vvp" "$@" | tee "$out/run.log"
grep -qx PASS "$out/run.log"
