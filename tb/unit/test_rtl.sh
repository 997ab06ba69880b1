#!/usr/bin/env bash
# test_rtl.sh - the program on real RTL: both simulators, a user's RTL good and bad.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
rtl=$source_dir/rtl

# Counts of a run, without what differs by machine and backend.
counts() {
    "$assay" run "$@" --json | sed 's/.*"cycles"/"cycles"/; s/,"seconds".*//'
}

# Icarus runs the same stimulus as Verilator: identical transaction counts for the same seed.
for choice in 'dotmul --params default --cycles 4000' 'dotmul --params duplex --cycles 4000' \
    'dpas --params smallest --cycles 1500'; do
    # shellcheck disable=SC2086
    verilator=$(counts $choice --seed 11) icarus=$(counts $choice --seed 11 --backend icarus)
    output="verilator: $verilator
icarus:    $icarus"
    if [ -n "$verilator" ] && [ "$verilator" = "$icarus" ]; then pass; else fail "$choice: counts differ"; fi
done

# Exhaustive: every operand pair in every mode and signedness at n*k <= 8.
for params in smallest default n2k4 duplex n=2,k=2,duplex=1 n=2,k=4,duplex=1; do
    expect 0 'pass' -- "$assay" run dotmul --scenario exhaustive --params "$params"
done

# RTL of somebody else's with the same pins, without our parameter DUPLEX.
own=$source_dir/tb/examples/own_rtl/own.f
expect 0 'pass' -- "$assay" run dotmul --rtl "$own"
expect 0 'pass' -- "$assay" run dotmul --rtl "$own" --backend icarus --cycles 1000

# The same of many compilation units as of one or two: model and RTL agree, and a waveform has the hierarchy.
for params in smallest duplex; do
    expect 0 'pass' -- env ASSAY_UNIT_KIB=1 "$assay" run dotmul --params $params --out units --trace always
done
output=$(fst2vcd units/dotmul-seed1.fst | sed -n 's/^\$scope module \(.*\) \$end/\1/p' | sort -u | tr '\n' ' ')
case $output in
*dotmul_block*ref*) pass ;;
*) fail 'the waveform lacks a scope' ;;
esac

# A list of any length, folders and definitions included.
mkdir many
for i in $(seq 700); do
    printf 'module part%d; endmodule\n' "$i" >"many/part$i.v"
    printf 'part%d.v +incdir+. +define+PART%d\n' "$i" "$i"
done >many/many.f
sed 's/^`default_nettype none/&\n`ifndef PART700\nonly with the last definition\n`endif/' "${own%/*}/dotmul_block.v" >many/own.v
echo own.v >>many/many.f
expect 0 'pass' -- "$assay" run dotmul --rtl many/many.f --cycles 1000
expect 0 'pass' -- "$assay" run dotmul --rtl many/many.f --backend icarus --cycles 1000

# A copy of dpas with one sign extension removed.
mkdir rtl && cp -r "$rtl/dpas" "$rtl/dotmul" "$rtl/fdot" "$rtl/lib" rtl/
sed -i 's/{{15{products\[18\]}}, products}/{15'"'"'b0, products}/' rtl/dpas/dpas_unit.v
check 'the sign extension was there to be removed' bash -c '! cmp -s rtl/dpas/dpas_unit.v "$0/dpas/dpas_unit.v"' "$rtl"
for backend in verilator icarus; do
    expect 1 'MISMATCH at cycle' 'dst_data' 'expected' 'actual' 'last transactions' \
        "reproduce:  $assay run dpas --params smallest --scenario random --backend $backend --seed 1 --cycles 100000 --rtl rtl/dpas/dpas.f" \
        'replay:     ./dpas-seed1.replay' -- "$assay" run dpas --params smallest --rtl rtl/dpas/dpas.f --backend $backend
    mv dpas-seed1.replay "$backend.replay"
    printf '%s\n' "$output" | sed -n '/MISMATCH/s/.*MISMATCH/MISMATCH/p' >"$backend.txt"
done
output=$(cat verilator.txt icarus.txt)
if cmp -s verilator.txt icarus.txt; then pass; else fail 'both simulators fail at the same cycle'; fi
cycle=$(sed 's/.*at cycle \([0-9]*\),.*/\1/' verilator.txt)
expect 1 "MISMATCH at cycle $cycle" -- "$assay" replay verilator.replay
expect 1 "MISMATCH at cycle $cycle" -- "$assay" replay verilator.replay --backend icarus
# The file on the good RTL: equal.
expect 0 'pass' -- "$assay" replay verilator.replay --rtl "$rtl/dpas/dpas.f"
sed -i 's/^seed 1$/seed 2/' verilator.replay
expect 2 'verilator.replay:' 'checksum' -- "$assay" replay verilator.replay

# An X on a compared output. Verilator has none, so only Icarus can see it.
sed 's/res_p <= /res_p <= (op_a == 8'"'"'h55) ? 16'"'"'hxxxx : /' "${own%/*}/dotmul_block.v" >x.v
printf 'x.v\n' >x.f
expect 1 'UNKNOWN (X or Z)' 'res_p' 'actual   xxxx' -- \
    "$assay" run dotmul --rtl x.f --backend icarus --seed 3
# RTL that looks at a payload whose valid is low.
sed 's/op_valid & op_ready/op_ready \& (op_valid | op_a[0])/; s/res_valid <= op_valid;/res_valid <= op_valid | op_a[0];/' \
    "${own%/*}/dotmul_block.v" >peek.v
printf 'peek.v\n' >peek.f
expect 1 'UNKNOWN (X or Z)' -- "$assay" run dotmul --rtl peek.f --backend icarus

# Pins that differ are listed one by one.
sed 's/output reg  \[2\*N\*K-1:0\] res_p/output reg [2*N*K:0] res_p, input wire spare/; s/op_dot/op_mode/' \
    "${own%/*}/dotmul_block.v" >pins.v
printf 'pins.v\n' >pins.f
for backend in verilator icarus; do
    expect 2 'res_p: 17 bits wide: expected 16' 'op_dot: missing' 'op_mode: extra' 'spare: extra' -- \
        "$assay" run dotmul --rtl pins.f --backend $backend
done
printf 'module dotmul_block(\n' >broken.v
printf 'broken.v\n' >broken.f
expect 2 'broken.v' -- "$assay" run dotmul --rtl broken.f
printf 'module other; endmodule\n' >other.v
printf 'other.v\n' >other.f
expect 2 'other.f' 'dotmul_block' -- "$assay" run dotmul --rtl other.f

# RTL that stops the simulation.
sed 's/assign op_ready = .*/&\nalways @(posedge clk) if (op_valid \& op_a == 8'"'"'h77) $fatal;/' \
    "${own%/*}/dotmul_block.v" >stop.v
printf 'stop.v\n' >stop.f
for backend in verilator icarus; do
    expect 1 'STOPPED: the RTL ended the simulation at cycle' -- \
        "$assay" run dotmul --rtl stop.f --backend $backend
done
# $error ends it as well, and says what it was given.
sed 's/assign op_ready = .*/&\nalways @(posedge clk) if (op_valid \& op_a == 8'"'"'h77) $error("%h: %0d of %m, 100%%", op_a, op_a, 3);/' \
    "${own%/*}/dotmul_block.v" >error.v
printf 'error.v\n' >error.f
for backend in verilator icarus; do
    expect 1 'STOPPED: the RTL ended the simulation at cycle' '77: 119 of ' ', 100%' -- \
        "$assay" run dotmul --rtl error.f --backend $backend
done
expect 1 'ERROR: ' 'error.v:46: 77: 119 of assay_top.dut, 100%3' -- "$assay" run dotmul --rtl error.f --backend icarus
# All that its message can have: no argument, other conversions, strings, reals.
for message in '' '"%s|%0b|%o|%5d|%g|%c", "txt", 8'"'"'h5, 8'"'"'o17, 8'"'"'d9, 1.5, "Z"' '"50%"' '"a", 8'"'"'d7, "b%h", 8'"'"'hcd'; do
    awk -v message="$message" '{ print } /assign op_ready = / { print "always @(posedge clk) if (op_valid) $error(" message ");" }' \
        "${own%/*}/dotmul_block.v" >error.v
    expect 1 'ERROR: ' 'STOPPED: the RTL ended the simulation' -- "$assay" run dotmul --rtl error.f --backend icarus --trace never
    printf '%s\n' "$output" | sed -n 's/^.*error.v:[0-9]*: //p' >>messages.txt
done
check 'what they say' diff messages.txt - <<<$'\ntxt|00000101|017|9|1.5|Z\n50%\na7bcd'
# RTL that never answers.
sed 's/assign op_ready = .*/assign op_ready = 1'"'"'b0;/' "${own%/*}/dotmul_block.v" >dead.v
printf 'dead.v\n' >dead.f
expect 1 'MISMATCH at cycle 2,' 'op_ready' -- "$assay" run dotmul --rtl dead.f

done_checking
