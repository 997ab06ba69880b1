#!/usr/bin/env bash
# test_wave.sh - what a failing run leaves: waveform with expected beside actual, GTKWave file, picture
# and replay file; what happens when they can't be written; and that a signal leaves nothing running.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
awk_file=$source_dir/tb/unit/vcd_value.awk
late=$("$assay" list dpas | awk '$1 == "fault" && /watchdog.*\(late\)$/ { print $2 }') # at the smallest parameters as well
quick=$("$assay" list dotmul | awk '$1 == "fault" && !/\(late\)$/ { print $2; exit }')

# waveform FILE REPORT TIME-OF-CYCLE DUT-SCOPE REF-SCOPE: at the reported cycle the reported port differs,
# the markers say so, and in the cycle before they do not.
check_waveform() {
    local fst=$1 report=$2 offset=$3 dut=$4 ref=$5 cycle port values before
    cycle=$(sed -n 's/.*at cycle \([0-9]*\),.*/\1/p' <<<"$report" | head -n 1)
    port=$(awk '/^  [a-z]/ { print $1; exit }' <<<"$report")
    values=$(fst2vcd "$fst" | awk -v names="$ref.$port $dut.$port $ref.mismatch $ref.mismatch_$port" \
        -v at=$((10 * cycle + offset)) -f "$awk_file")
    before=$(fst2vcd "$fst" | awk -v names="$ref.mismatch" -v at=$((10 * cycle - 10 + offset)) -f "$awk_file")
    output="$report
$port at cycle $cycle:
$values
before: $before"
    case $values in
    *absent*)
        fail "$fst: a signal is missing"
        return
        ;;
    esac
    # shellcheck disable=SC2086
    set -- $values
    if [ "$2" != "$4" ] && [ "$6" = 1 ] && [ "$8" = 1 ] && [ "$before" = "$ref.mismatch 0" ]; then
        pass
    else
        fail "$fst: expected and actual of $port at cycle $cycle"
    fi
}

if [ -n "$late" ] && [ -n "$quick" ]; then pass; else fail 'the faults are there'; fi

# A fault that shows late: the window is there all the same.
expect 1 'MISMATCH at cycle' 'waveform:   late/dpas-seed1.fst' 'view:       gtkwave late/dpas-seed1.gtkw' \
    'picture:    late/dpas-seed1.svg' 'replay:     late/dpas-seed1.replay' 'actual' -- \
    env ASSAY_OPTIMISE=-O1 "$assay" run dpas --params smallest --fault "$late" --seed 1 --cycles 5_000_000 --out late
report=$output
cycle=$(sed -n 's/.*at cycle \([0-9]*\),.*/\1/p' <<<"$report" | head -n 1)
if [ "${cycle:-0}" -gt 500000 ]; then pass; else fail "the late fault shows at cycle $cycle"; fi
check 'all files are there' ls late/dpas-seed1.{fst,gtkw,sucl,svg,replay}
check_waveform late/dpas-seed1.fst "$report" 0 dpas ref
expect 0 "ref.mismatch" -- grep -m 1 ref.mismatch late/dpas-seed1.gtkw
# Surfer's commands name signals of the waveform, and the failing cycle.
expect 0 "cursor_set $((10 * cycle))" 'marker_set failure' 'load_file dpas-seed1.fst' -- cat late/dpas-seed1.sucl
fst2vcd late/dpas-seed1.fst 2>/dev/null | awk '
    $1 == "$scope" { path = path $3 "." }
    $1 == "$upscope" { sub(/[^.]*\.$/, "", path) }
    $1 == "$var" { name = $5; sub(/\[.*/, "", name); print path name }
    $1 == "$enddefinitions" { exit }' | sort -u >late/signals
sed -n 's/^variable_add //p' late/dpas-seed1.sucl | sort -u >late/wanted
output=$(comm -13 late/signals late/wanted)
if [ -s late/wanted ] && [ -z "$output" ]; then pass; else fail 'Surfer is to show signals that there are'; fi
window=$(sed -n 's/.*fst, cycles \([0-9]*\) to \([0-9]*\).*/\1 \2/p' <<<"$report")
output="window: $window"
if [ "$window" = "$((cycle - 200)) $((cycle + 8))" ]; then pass; else fail 'the window is 200 cycles before and 8 after'; fi

# Icarus, and a window of one's own.
expect 1 'MISMATCH at cycle' 'waveform:   ./dotmul-seed1.fst' -- \
    "$assay" run dotmul --fault "$quick" --backend icarus --window 30 --cycles 20000
check_waveform dotmul-seed1.fst "$output" 4 assay_top assay_top.ref
rm -f dotmul-seed1.*
# Built without waveforms: found all the same, at the same cycle, on both that Verilator makes.
for backend in verilator systemc; do
    [ $backend = verilator ] || "$assay" doctor | grep -q '^ok  *systemc' || continue
    wanted=$("$assay" run dotmul --fault "$quick" --backend $backend --trace never 2>&1 | grep -A 3 MISMATCH)
    expect 1 'this DUT does not write waveforms' -- \
        env ASSAY_WAVES=0 "$assay" run dotmul --fault "$quick" --backend $backend --out plain
    if [ -n "$wanted" ] && [ "$wanted" = "$(grep -A 3 MISMATCH <<<"$output")" ] && [ ! -e plain/dotmul-seed1.fst ]; then
        pass
    else
        fail "$backend without waveforms: another mismatch, or a waveform"
    fi
    expect 0 'pass' -- env ASSAY_WAVES=0 "$assay" run dotmul --backend $backend --cycles 1000
done

# RTL that ends the simulation, in the failing cycle or after it: Icarus does not go on past that, and its waveform ends there.
own_rtl() { # FILE.v STATEMENT: dotmul with it
    awk -v statement="$2" '{ print } /assign op_ready = / { print "reg [2:0] n = 0;"
        print "always @(posedge clk) begin n <= n + (op_valid || n); " statement " end" }' \
        "$source_dir/tb/examples/own_rtl/dotmul_block.v" >"$1"
}
for statement in "\$finish;" "\$stop;" "\$fatal;" "\$error;"; do
    own_rtl stop.v "if (n == 3) $statement"
    for trace in fail always; do
        rm -rf stop
        expect 1 'STOPPED: the RTL ended the simulation at cycle ' 'waveform:   stop/dotmul-seed1.fst, cycles 0 to ' -- \
            "$assay" run dotmul --rtl stop.v --backend icarus --out stop --trace $trace
        cycle=$(sed -n 's/.*STOPPED.* at cycle \([0-9]*\) .*/\1/p' <<<"$output")
        check "$statement, trace $trace: the waveform ends where the run does" grep -q "cycles 0 to $cycle\$" <<<"$output"
        check "$statement, trace $trace: its last edge is there" \
            bash -c "fst2vcd stop/dotmul-seed1.fst | grep '^#' | tail -n 1 | grep -x '#$((10 * cycle + 5))'"
        check "$statement, trace $trace: all files, and no other" test "$(cd stop && echo *)" = \
            'dotmul-seed1.fst dotmul-seed1.gtkw dotmul-seed1.replay dotmul-seed1.sucl dotmul-seed1.svg'
    done
done
own_rtl stop.v "if (n == 5) \$finish;"
sed -i 's/assign op_ready = .*/assign op_ready = n < 3;/' stop.v
expect 1 'MISMATCH at cycle ' 'waveform:   after/dotmul-seed1.fst, cycles 0 to ' -- \
    "$assay" run dotmul --rtl stop.v --backend icarus --out after
cycle=$(sed -n 's/.*MISMATCH at cycle \([0-9]*\),.*/\1/p' <<<"$output")
last=$(sed -n 's/^waveform:.* to //p' <<<"$output")
if [ "$last" -gt "$cycle" ] && [ "$last" -lt $((cycle + 8)) ]; then pass; else fail "cycle $cycle, waveform to $last"; fi
own_rtl stop.v ""
printf 'module now; initial $finish; endmodule\n' >>stop.v
sed -i 's/assign op_ready = .*/&\nnow now();/' stop.v
expect 1 'STOPPED: the RTL ended the simulation at cycle 0 ' 'the simulation ended in its first cycle' -- \
    "$assay" run dotmul --rtl stop.v --backend icarus --out now
check 'no part of a waveform is left' test "$(ls now)" = dotmul-seed1.replay

# Never: no waveform. Always: the whole run, also when it passes.
expect 1 'MISMATCH at cycle' -- "$assay" run dotmul --fault "$quick" --trace never
check 'no waveform' test ! -e dotmul-seed1.fst
for backend in verilator icarus; do
    rm -f dotmul-seed1.*
    expect 0 'pass' 'cycles 0 to 499' -- "$assay" run dotmul --trace always --cycles 500 --backend $backend
    check "the waveform goes to the end ($backend)" bash -c 'fst2vcd dotmul-seed1.fst | grep -q "^#499"'
    # Nothing is compared in reset, nor marked: on Icarus all of it is X there.
    for at in 0 4 10 14; do
        output=$(fst2vcd dotmul-seed1.fst | awk -v names='ref.mismatch assay_top.ref.mismatch' -v at=$at -f "$awk_file")
        if grep -q 'mismatch 0$' <<<"$output" && ! grep -q 'mismatch 1$' <<<"$output"; then
            pass
        else
            fail "$backend: a mismatch is marked at $at, in reset"
        fi
    done
done
expect 2 "unknown trace 'sometimes': expected never, fail or always" -- "$assay" run dotmul --trace sometimes
expect 2 "unknown fault 'nope': expected carry_dropped, " -- "$assay" run dotmul --fault nope
expect 2 'a fault goes with' -- "$assay" run dotmul --fault "$quick" --rtl "$source_dir/rtl/dotmul/dotmul.f"

# A place that can't be written: the report is there, and notes. (Under a file, since root may write
# anywhere else.)
touch file
mkdir blocked && mkdir blocked/dotmul-seed1.fst blocked/dotmul-seed1.replay blocked/dotmul-seed1.svg
expect 1 'MISMATCH at cycle' 'the waveform is not kept' 'the replay file is not kept' \
    'reproduce:' -- "$assay" run dotmul --fault "$quick" --out blocked
expect 2 'file/out: Not a directory: expected a folder to write to' -- "$assay" run dotmul --fault "$quick" --out file/out
# A full disk, where mounting one is possible.
mkdir full
if mount -t tmpfs -o size=16k tmpfs full 2>mount.txt; then
    expect 1 'MISMATCH at cycle' 'the waveform is not kept' 'reproduce:' -- \
        env ASSAY_OPTIMISE=-O1 "$assay" run dpas --params smallest --fault "$late" --cycles 5_000_000 --out full
    rm -f full/*
    head -c 12k /dev/zero >full/rest
    expect 3 'pass' 'dotmul-seed1.fst: No space left on device (the waveform is not kept)' -- \
        "$assay" run dotmul --trace always --cycles 5000 --out full
    check 'nothing is left of it' test "$(ls full)" = rest
    umount full
else
    printf 'skipped: full disk: %s\n' "$(cat mount.txt)"
fi

# The same for a waveform of the whole run, by a limit on the size of files.
limited() { (trap '' XFSZ && ulimit -f 1 && exec "$assay" "$@"); }
for backend in verilator icarus; do
    expect 3 'pass' 'was not written to its end (is the disk full?) (the waveform is not kept)' -- \
        limited run dotmul --trace always --cycles 5000 --backend $backend --out limit-$backend
    check "no part of a waveform is left ($backend)" test ! -e limit-$backend/dotmul-seed1.fst
done

# Arguments reach the program inside vvp, however many.
many=()
for seed in {1..300}; do many+=(--seed "$seed"); done
expect 0 'seed 300, backend icarus: pass' -- "$assay" run dotmul --cycles 100 --backend icarus --trace never "${many[@]}"

# Signals that are ignored stay so.
trap '' INT TERM
"$assay" run dotmul --cycles 20000000 --seed 8 --backend model >ignored.txt 2>&1 &
pid=$!
trap - INT TERM
kill -INT $pid
kill -TERM $pid
wait $pid
status=$?
output=$(cat ignored.txt)
[ $status -eq 0 ] && grep -q 'cycles:     20000000 run' ignored.txt && pass || fail "ignored signals end a run with status $status"

# TERM in the middle of a run: no child left, a replay file that works, and the run counts as cut short.
"$assay" build dotmul >build.txt 2>&1
for backend in verilator icarus; do
    "$assay" run dotmul --cycles 1_000_000_000_000 --seed 9 --backend $backend >term.txt 2>&1 &
    pid=$!
    for ((i = 0; i < 600; ++i)); do pgrep -P $pid >children.txt && break || sleep 0.1; done
    sleep 3
    pgrep -P $pid >children.txt # the snapshots
    kill -TERM $pid
    wait $pid
    status=$?
    output="status $status
$(cat term.txt children.txt)"
    if [ $status -eq 143 ] && [ -s children.txt ]; then pass; else fail "TERM ends a run ($backend)"; fi
    check "no child is left ($backend)" bash -c 'for p in $(cat children.txt); do ! kill -0 "$p" 2>/dev/null || exit 1; done'
    expect 0 'interrupted; all equal so far' -- cat term.txt
    check "the replay file names the cycles run ($backend)" grep -q '^cycles [1-9]' dotmul-seed9.replay
    rm dotmul-seed9.replay
done

done_checking
