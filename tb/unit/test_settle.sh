#!/usr/bin/env bash
# test_settle.sh - RTL that loops inside one evaluation: the run ends with a verdict of its own, in every
# backend; and what signals do, to such RTL and else.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_SETTLE=0.3
backends='verilator icarus'
! "$assay" doctor | grep -q '^ok  *systemc' || backends+=' systemc'

# own NAME CYCLE MISMATCH STATEMENT: dotmul in a folder NAME. In the edge of CYCLE it makes the file `here`
# and, if there is a file `loop`, runs STATEMENT without an end. What it takes in cycle MISMATCH goes wrong.
own() {
    mkdir -p "$1"
    sed -e "s/^    reg signed \[N:0\] x, y;/    reg [31:0] count = 0, turns = 0;\n    integer here, loop = 0;\n&/" \
        -e "s/res_p <= op_dot/res_p <= count == $3 ? ~op_a : op_dot/" -e "/^endmodule/i\\
    always @(posedge clk) begin\\
        count <= count + 1;\\
        if (count == $2) begin\\
            here = \$fopen(\"here\", \"w\");\\
            loop = \$fopen(\"loop\", \"r\");\\
            while (loop != 0) $4\\
        end\\
    end" "$source_dir/tb/examples/own_rtl/dotmul_block.v" >"$1/dotmul_block.v"
    echo dotmul_block.v >"$1/own.f"
}

own plain 200 100000000 'turns = turns + 1;'
own wordy 40 100000000 'begin turns = turns + 1; $display("turn %0d", turns); end'
own wrong 200 195 'turns = turns + 1;'
touch loop

for backend in $backends; do
    expect 1 'DOES NOT SETTLE: the evaluation of cycle 200 took more than 0.3 s of processor time' \
        'last transactions' 'contract:' "assay run dotmul --params default --scenario random --backend $backend" \
        "replay:     $backend/dotmul-seed1.replay" "waveform:   $backend/dotmul-seed1.fst, cycles 0 to 199" \
        'cycles:     201 run, 198 compared' -- \
        "$assay" run dotmul --rtl plain/own.f --backend $backend --out $backend
    check "the waveform can be read ($backend)" bash -c "fst2vcd $backend/dotmul-seed1.fst | grep -q '^#1995'"
    expect 1 '"verdict":"does-not-settle"' '"cycles":201' '"fail_cycle":200' '"differences":[]' -- \
        "$assay" run dotmul --rtl plain/own.f --backend $backend --out $backend --json
    expect 1 "backend $backend: DOES NOT SETTLE: the evaluation of cycle 200" -- \
        "$assay" replay $backend/dotmul-seed1.replay --backend $backend --out again
    # Left while the simulator writes: what it has not ended may stand before the verdict in its line.
    expect 1 'DOES NOT SETTLE: the evaluation of cycle 40' 'replay:     wordy/dotmul-seed1.replay' -- \
        bash -c "'$assay' run dotmul --rtl wordy/own.f --backend $backend --out wordy 2>&1 | grep -v '^turn [0-9]*\$'; exit \${PIPESTATUS[0]}"
    # A mismatch comes first; going on past it for its waveform comes to the loop, too.
    expect 1 'MISMATCH at cycle 196' 'replay:     wrong/dotmul-seed1.replay' -- \
        "$assay" run dotmul --rtl wrong/own.f --backend $backend --out wrong
    if [ $backend = icarus ]; then
        expect 0 'the DUT did not settle after its failure' -- echo "$output"
        check 'nothing is left of that waveform' test ! -e wrong/dotmul-seed1.fst
    else
        expect 0 'cycles 0 to 199' -- echo "$output"
        check 'that waveform can be read' bash -c "fst2vcd wrong/dotmul-seed1.fst | grep -q '^#1995'"
    fi
    rm -f wrong/*.fst
done
expect 1 'DOES NOT SETTLE' 'waveform:   all/dotmul-seed1.fst, cycles 0 to 199' -- \
    "$assay" run dotmul --rtl plain/own.f --trace always --out all
check 'a waveform of the whole run can be read' bash -c "fst2vcd all/dotmul-seed1.fst | grep -q '^#1995'"
expect 1 'DOES NOT SETTLE' 'the simulator was lost' 'the waveform is not kept' -- \
    "$assay" run dotmul --rtl plain/own.f --trace always --backend icarus --out whole
expect 1 'does-not-settle' 'the DUT and its counts are lost' -- \
    "$assay" run dotmul --rtl plain/own.f --code-coverage code.dat --json --out all

# Shrinking: a trial takes less, and the result fails the same way.
expect 0 'dotmul: does-not-settle at cycle 40' 'size:       units 0, transactions 0, cycles 41' -- \
    "$assay" shrink wordy/dotmul-seed1.replay --rtl wordy/own.f --out min.replay --backend verilator
expect 1 'DOES NOT SETTLE: the evaluation of cycle 40' -- \
    bash -c "'$assay' replay min.replay 2>&1 | grep -v '^turn [0-9]*\$'; exit \${PIPESTATUS[0]}"
expect 0 'dotmul: does-not-settle at cycle 200' 'size:       units 0, transactions 0, cycles 201' -- \
    "$assay" shrink verilator/dotmul-seed1.replay --backend icarus --out min.replay
expect 1 'DOES NOT SETTLE: the evaluation of cycle 200' -- "$assay" replay min.replay --backend icarus --out again
if [[ $backends = *systemc* ]]; then
    expect 2 'fails with does-not-settle, after which this simulator runs no other trial' -- \
        "$assay" shrink verilator/dotmul-seed1.replay --backend systemc
fi

for bad in x -1 '' 1e9 nan; do
    expect 2 "ASSAY_SETTLE=$bad: expected seconds" -- env ASSAY_SETTLE="$bad" "$assay" run dotmul
done

# --- signals ---

# Start COMMAND in the background, with the signals of a program in the foreground, and wait until `ready`
# succeeds. Sets $pid.
begin() {
    rm -f here dotmul-seed1.replay
    env --default-signal=INT,TERM,HUP "$@" >told.txt 2>&1 &
    pid=$!
    until ready; do
        kill -0 "$pid" 2>/dev/null || break # it has ended: its status says why
        read -rt 0.02 <> <(:)
    done
}
ended() { # NAME STATUS...
    local name=$1 status
    shift
    wait "$pid"
    status=$?
    output="exit status $status
$(cat told.txt)"
    case " $* " in *" $status "*) pass ;; *) fail "$name: exit status $status, expected $*" ;; esac
}
says() {
    if grep -qF -- "$1" told.txt; then pass; else fail "expected to read '$1'"; fi
}
goes_on() { # PID
    kill -0 "$1" 2>/dev/null && ! grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2>/dev/null
}
gone() { # PID...: they end
    local p tries
    for p; do
        for ((tries = 0; tries < 6000; ++tries)); do
            goes_on "$p" || break
            read -rt 0.02 <> <(:)
        done
        if goes_on "$p"; then
            fail "process $p goes on"
            return
        fi
    done
    pass
}

ready() { [ -e here ]; }
export ASSAY_SETTLE=0
for backend in verilator icarus; do
    for signal in INT:130 TERM:143 HUP:129; do
        # In an evaluation that does not end: it is left.
        touch loop
        begin "$assay" run dotmul --rtl plain/own.f --backend $backend
        kill -${signal%:*} "$pid"
        ended "$signal in an evaluation ($backend)" "${signal#*:}"
        says 'interrupted in the evaluation of cycle 200; all equal so far'
        check "the replay file names the cycles run ($signal, $backend)" grep -q '^cycles 200$' dotmul-seed1.replay
        # In one of many.
        rm loop
        begin "$assay" run dotmul --rtl plain/own.f --backend $backend --cycles 1_000_000_000_000
        kill -${signal%:*} "$pid"
        ended "$signal in a run ($backend)" "${signal#*:}"
        says 'interrupted; all equal so far'
        check "the replay file names the cycles run ($signal, $backend)" grep -q '^cycles [1-9]' dotmul-seed1.replay
    done
    # The same one again at once is the same request: timeout(1) sends each twice.
    begin "$assay" run dotmul --rtl plain/own.f --backend $backend --cycles 1_000_000_000_000
    for _ in 1 2 3 4 5; do
        kill -INT "$pid" 2>/dev/null || break
    done
    ended "INT several times at once ($backend)" 130
    says 'interrupted; all equal so far'
    touch loop
    begin "$assay" run dotmul --rtl plain/own.f --backend $backend
    children=$(pgrep -P "$pid") # the snapshots
    kill -STOP "$pid" # so that the second one comes before the first is done with
    kill -INT "$pid"
    kill -TERM "$pid"
    kill -CONT "$pid"
    ended "the second signal ends a run at once ($backend)" 130 143
    check "it leaves no replay file ($backend)" test ! -e dotmul-seed1.replay
    # shellcheck disable=SC2086
    gone $children
done
begin "$assay" run dotmul --rtl plain/own.f --json
kill -TERM "$pid"
ended 'TERM, for programs' 143
says '"verdict":"interrupted"'
begin "$assay" shrink verilator/dotmul-seed1.replay
kill -INT "$pid"
ended 'INT in a shrink' 130
says 'stopped before the run failed'
begin "$assay" shrink verilator/dotmul-seed1.replay --backend icarus
kill -HUP "$pid"
ended 'HUP in a shrink inside vvp' 129
# A mismatch outranks them.
begin "$assay" run dotmul --rtl wrong/own.f --trace never
kill -TERM "$pid"
ended 'a mismatch before the loop' 1
says 'MISMATCH at cycle 196'
rm loop

# Commands that are long in other ways; `ready` once they catch signals.
ready() {
    [ "$(readlink "/proc/$pid/exe")" = "$(realpath "$assay")" ] &&
        (((0x$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$pid/status") >> 14) & 1))
}
npy a.npy '|u1' 2000 2000
npy b.npy '|i1' 2000 2000
head -c 4000000 /dev/zero | tee -a a.npy >>b.npy
begin "$assay" gemm a.npy b.npy c.npy --backend model --stall 50
kill -TERM "$pid"
ended 'TERM in gemm' 143
says 'c.npy: not written'
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >one.obj
begin "$assay" scene one.obj --size 2000x2000 --instances 40 --backend model --out pictures
kill -HUP "$pid"
ended 'HUP in scene' 129
ready() { [ "$(readlink "/proc/$pid/exe")" = "$(realpath "$assay")" ]; }
begin "$assay" vectors dotmul --format memh --count 10_000_000 --out vectors
kill -INT "$pid"
ended 'INT in vectors' 130

# --- regressions ---

mkdir tree
cp -r "$source_dir/rtl" "$source_dir/tb" "$source_dir/model" tree
own short 40 100000000 'turns = turns + 1;'
# The tree's own RTL has all of the block's parameters.
sed 's/^    parameter K = 2$/    parameter K = 2, DUPLEX = 0/' short/dotmul_block.v >tree/rtl/dotmul/dotmul_block.v
cp short/own.f tree/rtl/dotmul/dotmul.f
export ASSAY_HOME=$work/tree
cat >list.yaml <<'END'
entries:
  - {block: dotmul, cycles: 2000, seeds: 2}
END
touch loop
expect 1 '2 jobs: 0 passed, 2 failed, 0 timed out, 0 errors' '2 failures: fail: dotmul default random verilator seed' \
    'does-not-settle at cycle 40' "shrunk:    $assay replay out/jobs/" -- \
    env ASSAY_SETTLE=0.3 "$assay" regress list.yaml --out out
check 'the JUnit file says so' grep -q '<failure message="does-not-settle' out/junit.xml
check 'the page says so' grep -q 'does-not-settle' out/report.html
expect 1 $'"verdict":\t"does-not-settle"' $'"fail_cycle":\t40' -- env ASSAY_SETTLE=0.3 "$assay" regress list.yaml --out out --json

# What is stopped is not judged, and can go on.
ready() { [ -e here ]; }
for signal in HUP:129 INT:130; do
    touch loop
    begin "$assay" regress list.yaml --jobs 1 --out "stop-$signal"
    kill -${signal%:*} "$pid"
    ended "$signal stops a regression" "${signal#*:}"
    says '2 jobs: 0 passed, 0 failed, 0 timed out, 0 errors, 2 not run'
    rm loop
    expect 0 '2 jobs: 2 passed' -- "$assay" regress list.yaml --out "stop-$signal" --resume
done
# The second signal makes jobs end that would not.
touch loop
begin "$assay" regress list.yaml --jobs 1 --out stop-twice
jobs=$(pgrep -P "$pid")
# shellcheck disable=SC2086
kill -STOP $jobs
kill -HUP "$pid"
kill -TERM "$pid"
ended 'the second signal ends a regression at once' 129 143
# shellcheck disable=SC2086
gone $jobs
rm loop
expect 0 '2 jobs: 2 passed' -- "$assay" regress list.yaml --out stop-twice --resume

# The ticks that look for such RTL end with the run: a simulator unloads their code before it ends itself. With a tick
# every 10 ms about one run in thirty would crash.
for _ in {1..60}; do
    ASSAY_SETTLE=0.04 expect 0 'backend icarus: pass' -- "$assay" run gateway --params smallest --backend icarus --cycles 300
done

done_checking
