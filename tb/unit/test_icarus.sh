#!/usr/bin/env bash
# test_icarus.sh - the backend icarus where vvp has its own ways: X in what a report prints, names of files that it does not take, and a
# vvp that dies, whose exit status must not be taken for that of a mismatch.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
cp -r "$source_dir/tb/examples/attach/fifo" .

# The fifo with another line in its RTL: changed FOLDER SED
changed() {
    rm -rf "$1"
    mkdir "$1"
    cp -r fifo "$1/"
    sed -i "$2" "$1/fifo/rtl/fifo.v"
    if cmp -s fifo/rtl/fifo.v "$1/fifo/rtl/fifo.v"; then output='' fail "$2 changes nothing"; fi
}

# --- X in the last transactions ---

changed x 's/mem\[wr_ptr\] <= wr_data/mem[wr_ptr] <= wr_data[7:4] == 5 ? {wr_data[7:4], 4'"'"'bx} : wr_data/'
expect 1 'UNKNOWN (X or Z) on a compared output' '  pop_data ' 'actual   5x' -- "$assay" run x/fifo --backend icarus --out x
cycle=$(sed -n 's/.*UNKNOWN.* at cycle \([0-9]*\),.*/\1/p' <<<"$output")
check 'the last transactions show it' grep -qx " *$cycle  pop    data=5x" <<<"$output"
# Of RTL against RTL as well, where both sides have it.
sed "s|^\([^#/ ]\)|$PWD/x/fifo/\1|" x/fifo/fifo.f >x/old.f
expect 1 'UNKNOWN (X or Z) on a compared output' 'data=5x' -- \
    "$assay" run x/fifo --backend icarus --against x/old.f --level transfers --out x

# --- names of files ---

number=0
for name in 'a b' 'a\b' 'a$HOME' 'a%d' -a $'a\tb' aé $'a\xffb' a,b "a'b" 'a"b' $'a\nb'; do
    changed "./$name" "s/^endmodule/localparam NUMBER = $((++number));\n&/" # no variant of another path serves
    case $name in
    *[$'\n"']*)
        expect 2 'fifo.v: a quotation mark or a line end in a path, which vvp cannot read: expected none' -- \
            "$assay" run "./$name/fifo" --backend icarus --cycles 100
        expect 3 '/cache: a ' 'expected none; ASSAY_CACHE names another folder' -- \
            env ASSAY_CACHE="$PWD/$name/cache" "$assay" run ./fifo --backend icarus --cycles 100
        check "$name: no variant is built" test -z "$(find "./$name" -name top.vvp)"
        ;;
    *)
        expect 0 'pass' -- "$assay" run "./$name/fifo" --backend icarus --cycles 100
        expect 0 'pass' -- env ASSAY_CACHE="$PWD/$name/cache" "$assay" run ./fifo --backend icarus --cycles 100
        ;;
    esac
    expect 1 'MISMATCH' 'waveform:   ./' -- "$assay" run ./fifo --backend icarus --fault count_drifts --out "./$name/out"
    check "$name: the waveform is whole" bash -c 'fst2vcd "$1" | grep -q "^#"' - "./$name/out/fifo-seed1.fst"
done
# The same paths with Verilator, which has others that it does not take.
for name in 'a$HOME' $'a\nb' 'a"b'; do
    expect 0 'pass' -- "$assay" run "./$name/fifo" --cycles 100
done
expect 3 "a line end in the cache's path: expected none; ASSAY_CACHE names another folder" -- \
    env ASSAY_CACHE="$PWD/"$'a\nb/cache' "$assay" run ./fifo --cycles 100

# --- a vvp that dies ---

# An image that it does not run: vvp's own exit status is 1.
mkdir broken
image=$(ASSAY_CACHE=$PWD/broken "$assay" build ./fifo --backend icarus 2>&1 | tail -n 1)
for image in broken/*/top.vvp; do printf 'nonsense\n' >>"$image"; done
expect 3 'syntax error' 'vvp ended before the run began' -- \
    env ASSAY_CACHE="$PWD/broken" "$assay" run ./fifo --backend icarus

# One that is stuck in the RTL is killed: that of this run, and that of the other side.
changed stuck 's/^endmodule/reg s = 0; always @(posedge clk) if (wr_en \&\& wr_data == 8'"'"'h5a) begin $fdisplay(32'"'"'h8000_0002, "is stuck"); while (!s) s = 0; end\n&/'
sed "s|^\([^#/ ]\)|$PWD/stuck/fifo/\1|" stuck/fifo/fifo.f >stuck/old.f
export ASSAY_SETTLE=0
# The processes of this run that answer for the other side.
other_side() { pgrep -P "$1" | while read -r pid; do ! grep -qz serve-dut "/proc/$pid/environ" || echo "$pid"; done; }
when_stuck() { # SIGNAL SIDE RUN...: the signal to the run's vvp or to that of the other side, once the design says that it is stuck
    local signal=$1 side=$2 pid status
    shift 2
    : >told.txt
    "$assay" run "$@" >told.txt 2>&1 &
    pid=$!
    until grep -q 'is stuck' told.txt || ! kill -0 "$pid" 2>/dev/null; do read -rt 0.02 <> <(:); done
    kill -"$signal" $([ "$side" = other ] && other_side $pid || echo $pid)
    wait "$pid"
    status=$?
    cat told.txt
    return $status
}
expect 3 'CRASHED: signal 11 (Segmentation fault) in the DUT' \
    'vvp crashed with signal 11 (Segmentation fault), which may not be due to the RTL' -- \
    when_stuck SEGV own stuck/fifo --backend icarus --out stuck
expect 3 'the vvp of the RTL of --against was ended by signal 9 (Killed)' -- \
    when_stuck KILL other ./fifo --backend icarus --against stuck/old.f --level cycle --out stuck
# Killed by itself it has the status that a shell gives.
expect 137 -- when_stuck KILL own stuck/fifo --backend icarus --out stuck
# RTL can do it, too, by a recursion without an end: the run is not compared to its end, and the next seed follows.
changed deep 's/^endmodule/`ifdef __ICARUS__\nfunction automatic [31:0] deep(input [31:0] n); deep = n == 0 ? 0 : deep(n + 1) + 1; endfunction\nalways @(posedge clk) if (wr_en \&\& wr_data == 8'"'"'h5a) $display("%0d", deep(1));\n`endif\n&/'
expect 3 'CRASHED: signal 11 (Segmentation fault) in the DUT' 'which may not be due to the RTL' -- \
    "$assay" run deep/fifo --backend icarus --out deep
expect 3 'seed 1        crashed ' 'seed 2        crashed ' '2 seeds from 1: 0 passed, 0 failed, 2 errors' -- \
    "$assay" run deep/fifo --backend icarus --out deep --seeds 2
# RTL of the other side that ends the simulation, or does not settle, is still what is to blame.
changed ends 's/^endmodule/always @(posedge clk) if (wr_en \&\& wr_data == 8'"'"'h5a) $finish;\n&/'
sed "s|^\([^#/ ]\)|$PWD/ends/fifo/\1|" ends/fifo/fifo.f >ends/old.f
expect 1 'STOPPED: the old ended the simulation at cycle ' -- \
    "$assay" run ./fifo --backend icarus --against ends/old.f --level cycle --out ends
expect 1 'DOES NOT SETTLE' -- env ASSAY_SETTLE=0.3 "$assay" run stuck/fifo --backend icarus --out stuck
expect 1 'the RTL of --against: the evaluation of cycle' -- \
    env ASSAY_SETTLE=0.3 "$assay" run ./fifo --backend icarus --against stuck/old.f --level cycle --out stuck

done_checking
