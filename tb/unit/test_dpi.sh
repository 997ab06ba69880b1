#!/usr/bin/env bash
# The golden models in SystemVerilog: every function, with wrong arguments too, and the bench of dpas with
# good RTL and with some known bugs. All bugs: tb/examples/dpas_faults.sh dpi --all.
. "$(dirname "$0")/check.bash"
build=$(dirname "$assay")
export ASSAY_BUILD=$build

for tool in verilator g++ patch; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
[ -e "$build/libassay_dpi.so" ] || { echo "skipped: no libassay_dpi.so (svdpi.h was not found)"; exit 77; }

# Verilator's makefile splits paths at blanks.
ln -s "$build/libassay_dpi.so" "$work/libassay_dpi.so"
check 'check_dpi.sv is built' verilator --binary --timing --top-module check_dpi --Mdir "$work/check" -o check_dpi \
    -MAKEFLAGS OPT_FAST=-O0 "$source_dir/tb/dpi/assay_dpi_pkg.sv" "$source_dir/tb/dpi/check_dpi.sv" \
    ../libassay_dpi.so -LDFLAGS "-Wl,-rpath,'\$\$ORIGIN/..'"
expect 0 ' 0 failed' $'\nPASS' -- "$work/check/check_dpi"

examples=$source_dir/tb/examples
expect 0 'clean   dpas' '3 of 3 caught' -- "$examples/dpas_faults.sh" dpi dot_shift_logical rsp_dropped_in_freeze \
    float_ties_up

# What is loaded exports the functions of the package and nothing of the models.
others=$(nm -D --defined-only "$build/libassay_dpi.so" | awk '$3 !~ /^assay_dpi_/ { print $3 }')
output=$others
if [ -z "$others" ]; then pass; else fail 'libassay_dpi.so exports more than assay_dpi_*'; fi

done_checking
