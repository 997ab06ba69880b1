#!/usr/bin/env bash
# test_lint.sh - Verilator's warnings on RTL of a user's: shown once, found again, and a reason to stop with --lint.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
own_cache
export ASSAY_WAVES=0

own=$source_dir/tb/examples/own_rtl
sed 's/^endmodule/    wire [3:0] narrow = {res_p, 8'"'"'h55};\n    wire unused = \&narrow;\nendmodule/' "$own/dotmul_block.v" >wide.v
line=$(grep -n 'narrow =' wide.v | cut -d: -f1)
warning="assay: wide.v:$line:"
run=("$assay" run dotmul --params smallest --cycles 200 --rtl wide.v)

expect 2 "wide.v: --lint: expected no warning, Verilator gives 1:" "wide.v:$line:" '[WIDTH' -- "${run[@]}" --lint
"${run[@]}" --json >out 2>err
status=$?
output=$(cat out err)
if [ $status -eq 0 ] && grep -qF "$warning" err && grep -q '\[WIDTH' err; then pass; else fail 'shown when it is built'; fi
if [ "$(wc -l <out)" -eq 1 ] && ! grep -q WIDTH out; then pass; else fail 'not within the object'; fi
expect 0 "assay: wide.v: Verilator gave 1 warning when this was built, in $work/cache/" 'pass' -- "${run[@]}"
path=$(sed -n 's/.* when this was built, in //p' <<<"$output")
expect 0 "wide.v:$line:" -- cat "$path"
expect 2 "wide.v: --lint: expected no warning, Verilator gives 1:" "wide.v:$line:" -- "${run[@]}" --lint
expect 2 '--lint: expected no warning' -- "$assay" build dotmul --params smallest --rtl wide.v --lint

# RTL without warnings.
expect 0 pass -- "$assay" run dotmul --params smallest --cycles 200 --rtl "$own/dotmul_block.v" --lint
check 'no word of warnings' test "${output/warning/}" = "$output"

expect 2 "--lint with the project's own RTL" -- "$assay" run dotmul --lint
expect 2 '--lint with backend icarus' -- "${run[@]}" --lint --backend icarus
expect 2 'backend model has nothing to build' -- "$assay" build dotmul --lint --backend model

done_checking
