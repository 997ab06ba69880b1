#!/usr/bin/env bash
# test_systemc.sh - SystemC: both backends run as Verilator does, on blocks that differ in their interfaces (on every
# block with `scripts/test --nightly`); what they do not do; the TLM targets; the example platform.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

if ! "$assay" doctor | grep -q '^ok  *systemc'; then
    echo 'skipped: SystemC is not installed (package libsystemc-dev)'
    exit 77
fi

# Counts of a run, without what differs by backend.
counts() {
    "$assay" run "$@" --json | sed 's/.*"verdict"/"verdict"/; s/,"seconds".*//'
}

# same CHOICE...: the backends run the same stimulus, and pass. Short runs: building takes the time.
same() {
    local backend wanted
    wanted=$(counts "$@" --seed 11)
    for backend in systemc systemc-model; do
        output="verilator: $wanted
$backend:   $(ASSAY_WAVES=0 counts "$@" --seed 11 --backend "$backend")"
        case $output in
        *'"verdict":"pass"'*"$backend:   $wanted") pass ;;
        *) fail "$*: $backend runs differently" ;;
        esac
    done
}

same dpas --cycles 20000
blocks='dotmul zcache'
[ -z "${ASSAY_TEST_NIGHTLY-}" ] || blocks=$("$assay" list | awk '!NF { exit } { print $1 }')
for block in $blocks; do
    same "$block" --params smallest --cycles 2000
done

# A known bug: the same report as from Verilator, a waveform, a replay, a minimal stimulus.
for backend in verilator systemc; do
    expect 1 'MISMATCH at cycle' "--backend $backend" "waveform:   $backend/dpas-seed1.fst" -- \
        "$assay" run dpas --params smallest --fault dot_shift_logical --backend $backend --out $backend
    printf '%s\n' "$output" | sed -n '/MISMATCH/,/^$/p' | sed "s/backend $backend//; /^speed:/d" >$backend.txt
done
check 'the same mismatch' diff verilator.txt systemc.txt
# In one waveform: what the RTL put out, and what was expected.
cycle=$(sed -n 's/.*at cycle \([0-9]*\),.*/\1/p' systemc.txt)
output=$(fst2vcd systemc/dpas-seed1.fst | awk -v at=$((10 * cycle)) -f "$source_dir/tb/unit/vcd_value.awk" \
    -v names='ref.dst_data dpas.dpas.dst_data ref.mismatch ref.mismatch_dst_data')
case $output in
*absent*) fail 'a signal is missing in the waveform' ;;
*'ref.mismatch 1'*'ref.mismatch_dst_data 1'*) pass ;;
*) fail 'the waveform does not show the mismatch' ;;
esac
expect 0 'dpas.dpas.dst_data' -- grep -m 1 actual systemc/dpas-seed1.gtkw
expect 0 'written:    least.replay' "$assay replay least.replay --backend systemc" -- \
    "$assay" shrink systemc/dpas-seed1.replay --backend systemc --out least.replay
expect 1 'MISMATCH' -- "$assay" replay least.replay --backend systemc --out again
expect 0 'pass' -- "$assay" replay least.replay --backend systemc-model

# Somebody else's RTL, without one of our parameters, and RTL with other pins.
own=$source_dir/tb/examples/own_rtl/own.f
expect 0 'pass' -- "$assay" run dotmul --rtl "$own" --backend systemc --cycles 1000
sed 's/op_dot/op_mode/' "${own%/*}/dotmul_block.v" >pins.v
printf 'pins.v\n' >pins.f
expect 2 'op_dot: missing' 'op_mode: extra' -- "$assay" run dotmul --rtl pins.f --backend systemc
sed 's/assign op_ready = .*/&\nalways @(posedge clk) if (op_valid \& op_a == 8'"'"'h77) $fatal;/' \
    "${own%/*}/dotmul_block.v" >stop.v
printf 'stop.v\n' >stop.f
expect 1 'STOPPED: the RTL ended the simulation at cycle' -- "$assay" run dotmul --rtl stop.f --backend systemc

# What a backend does not do, it says.
expect 2 'expected no RTL of your own, fault or code coverage' -- \
    "$assay" run dotmul --rtl "$own" --backend systemc-model
expect 2 'expected no RTL of your own, fault or code coverage' -- \
    "$assay" run dpas --fault dot_shift_logical --backend systemc-model
expect 2 'on backend systemc-model, which writes no waveforms' -- \
    "$assay" run dpas --trace always --backend systemc-model
expect 2 '--code-coverage on backend systemc: expected verilator' -- \
    "$assay" run dpas --code-coverage x.dat --backend systemc
expect 3 'SYSTEMC_HOME=/nowhere: expected include/systemc' 'libsystemc-dev' -- \
    env SYSTEMC_HOME=/nowhere ASSAY_CACHE="$work/cache" "$assay" run dotmul --backend systemc
mkdir bin
printf '#!/bin/sh\necho libsystemc.so\n' >bin/g++ # as it answers when it has none
chmod +x bin/g++
expect 3 'SystemC is not installed: expected the package libsystemc-dev' -- \
    env PATH="$PWD/bin:$PATH" ASSAY_CACHE="$work/cache" "$assay" run dotmul --backend systemc
expect 0 'absent   systemc      package libsystemc-dev' -- env SYSTEMC_HOME=/nowhere "$assay" doctor

# The golden models as modules and targets: clean under our warnings, and as documented.
models=$(dirname "$assay")/libassay_model.a
flags=(-std=c++17 -O1 -Wall -Wextra -Wconversion -Wshadow -Werror -I"$source_dir/model" -I"$source_dir/tb" -I"$(dirname "$assay")/generated")
for description in "$source_dir"/model/*/block.yaml; do
    block=$(basename "$(dirname "$description")")
    printf '#include "%s/%s_systemc.h"\n' "$block" "$block"
    printf 'void make_%s() { assay::sc::%s_signals<> s("s"); assay::sc::%s<> m("m"); s.bind(m); }\n' "$block" "$block" "$block"
done >modules.cpp
check 'the modules of all golden models compile' g++ "${flags[@]}" -fsyntax-only modules.cpp
check 'the tests of the targets compile' g++ "${flags[@]}" "$source_dir/tb/systemc/test_targets.cpp" "$models" -lsystemc -o targets
expect 0 '0 failed' -- ./targets

check 'the example is configured' cmake -G Ninja -D CMAKE_BUILD_TYPE=Debug -D ASSAY_BUILD="$(dirname "$assay")" \
    -S "$source_dir/tb/examples/systemc" -B example
check 'the example is built' cmake --build example
expect 0 'dpas:    command 1, status 0, 27 cycles' 'gateway: status 0, 18 cycles' 'as computed here' 'time:    132 ns' -- \
    example/platform
expect 0 'model, RTL and transactions agree' -- example/agree 300

done_checking
