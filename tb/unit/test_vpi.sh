#!/usr/bin/env bash
# The golden models as system functions of Verilog: every function, with wrong arguments too, and the
# bench of dpas with good RTL and with all known bugs but the late ones.
. "$(dirname "$0")/check.bash"
build=$(dirname "$assay")
export ASSAY_BUILD=$build

for tool in iverilog vvp patch; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
[ -e "$build/assay_models.vpi" ] || { echo "skipped: no assay_models.vpi (ASSAY_VPI is off)"; exit 77; }

check 'check_vpi.v is compiled' iverilog -g2012 -L "$build" -m assay_models -s check_vpi -o "$work/check.vvp" \
    "$source_dir/tb/vpi/check_vpi.v"
expect 0 ' 0 failed' $'\nPASS' -- vvp -M "$build" -m assay_models "$work/check.vvp"

examples=$source_dir/tb/examples
for params in '4 2' '8 4'; do
    read -r lanes depth <<<"$params"
    expect 0 $'\nPASS' -- "$examples/vpi_dpas/run.sh" -l "$lanes" -d "$depth" +seed=2 +cycles=3000
done
n=$(grep -LE '^(Late: yes|Same:.*(profile=0|max_sd=8))' "$source_dir"/tb/dpas/faults/*.patch | wc -l)
expect 0 'clean   dpas' "$n of $n caught" -- "$examples/dpas_faults.sh" vpi
printf '%s\n' "$output"
expect 1 'clean   dpas' 'MISSED  no_such_bug' 'the patch does not apply' -- "$examples/dpas_faults.sh" vpi no_such_bug

done_checking
