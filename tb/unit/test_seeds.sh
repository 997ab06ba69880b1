#!/usr/bin/env bash
# test_seeds.sh - run --seeds: a line for each run, the report and the files of the first that fails.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

expect 0 'seed 3        pass' 'seed 4        pass' 'seed 5        pass' '2000 cycles' \
    '3 seeds from 3: 3 passed, 0 failed, 0 errors' -- "$assay" run dotmul --params smallest --seed 3 --seeds 3 --cycles 2000 -j 2
"$assay" run dotmul --params smallest --seed 3 --seeds 5 --cycles 2000 -j 3 >order.txt 2>&1
check 'the seeds are told in their order' test "$(grep -o '^seed [0-9]*' order.txt | tr '\n' ' ')" = 'seed 3 seed 4 seed 5 seed 6 seed 7 '

# A fault that not every seed shows in so few cycles.
fault=carry_dropped cycles=40 first= failing=0
for seed in 1 2 3 4 5 6; do
    if ! "$assay" run dotmul --params smallest --fault $fault --seed $seed --cycles $cycles --trace never --out single >"single.$seed" 2>&1; then
        first=${first:-$seed} failing=$((failing + 1))
    fi
done
check "some seeds fail, not all: $failing" test "$failing" -gt 0
command=("$assay" run dotmul --params smallest --fault $fault --seeds 6 --cycles $cycles --out many)
expect 1 "6 seeds from 1: $((6 - failing)) passed, $failing failed, 0 errors" "seed $first        mismatch     at cycle" \
    "many/dotmul-seed$first.replay" "seed $first, backend verilator: MISMATCH" "reproduce:  $assay" \
    "replay:     many/dotmul-seed$first.replay" "waveform:   many/dotmul-seed$first.fst" -- "${command[@]}"
check 'a replay of each failure, a waveform of the first' test "$(ls many/*.replay | wc -l)" -eq $failing -a "$(ls many/*.fst)" = "many/dotmul-seed$first.fst"
expect 1 'MISMATCH' -- "$assay" replay "many/dotmul-seed$first.replay" --trace never

"${command[@]}" --json >object 2>/dev/null
status=$?
output=$(python3 - object "$first" "$failing" <<'END'
import json, sys
o = json.load(open(sys.argv[1]))
first, failing = int(sys.argv[2]), int(sys.argv[3])
runs = o['runs']
assert o['seed'] == 1 and o['seeds'] == 6 and len(runs) == 6, o
assert (o['passed'], o['failed'], o['errors']) == (6 - failing, failing, 0), o
assert o['interrupted'] is False
assert [r['seed'] for r in runs] == [1, 2, 3, 4, 5, 6]
assert all((r['status'] == 1) == (r['verdict'] == 'mismatch') for r in runs)
assert runs[first - 1]['files']['waveform'] == 'many/dotmul-seed%d.fst' % first
END
)
if [ $? -eq 0 ] && [ "$status" -eq 1 ]; then pass; else fail "one object with the runs, status $status"; fi

# A simulation that ends by itself: what it said stands below each seed.
mkdir ends
sed 's/^endmodule/    always @(posedge clk) if (op_valid) $error("not <ready> \\351 for %0d", op_a);\nendmodule/' \
    "$source_dir/tb/examples/own_rtl/dotmul_block.v" >ends/dotmul_block.v
command=("$assay" run dotmul --params smallest --rtl ends/dotmul_block.v --seeds 2 --cycles 100 --out ended)
"${command[@]}" >ended.txt 2>&1
for seed in 1 2; do
    lines=$(grep -A3 "^seed $seed " ended.txt)
    check "seed $seed: the verdict" grep -q '^    STOPPED: the RTL ended the simulation at cycle [0-9]* ($finish, $error' <<<"$lines"
    check "seed $seed: the message" grep -q '^    .*%Error: .*not <ready> ? for [0-9]*$' <<<"$lines"
done
"${command[@]}" --json >object 2>/dev/null
output=$(python3 - object <<'END' 2>&1
import json, sys
runs = json.load(open(sys.argv[1], encoding='utf-8'))['runs']
assert len(runs) == 2
for r in runs:
    assert 'not <ready> ? for ' in r['simulation'].split('\n')[0], r
    assert r['message'].startswith('STOPPED: the RTL ended the simulation at cycle %d' % r['fail_cycle']), r
END
)
if [ $? -eq 0 ]; then pass; else fail 'the object has both'; fi

# On other backends; another process for each run, so that an exec into a simulator is fine.
expect 0 '2 seeds from 1: 2 passed' -- "$assay" run dotmul --params smallest --backend icarus --seeds 2 --cycles 200
expect 0 '2 seeds from 18446744073709551614: 2 passed' '2 of those that passed compared nothing: model only' -- \
    "$assay" run dotmul --params smallest --backend model --seed 18446744073709551614 --seeds 2 --cycles 200

# What makes no sense.
expect 2 '--seed 18446744073709551615 with --seeds 2: expected seeds below 2^64' -- \
    "$assay" run dotmul --seed 18446744073709551615 --seeds 2
expect 2 "seeds '0': expected a number from 1" -- "$assay" run dotmul --seeds 0
expect 2 "jobs '61': expected a number from 1 to 60" -- "$assay" run dotmul --seeds 2 -j 61
expect 2 '--jobs without --seeds' -- "$assay" run dotmul -j 2
expect 2 '--coverage with --seeds: expected regress, which merges coverage' -- "$assay" run dotmul --seeds 2 --coverage c.txt
expect 2 '--code-coverage with --seeds: expected regress' -- "$assay" run dotmul --seeds 2 --code-coverage c.dat
expect 2 '--program with --seeds: expected one run' -- "$assay" run predicate --seeds 2 --program x.s
expect 2 '--vacuity with --seeds: expected one' -- "$assay" run dotmul --seeds 2 --vacuity
expect 2 "unknown scenario 'x'" -- "$assay" run dotmul --seeds 2 --scenario x
expect 2 'none.f: No such file' -- "$assay" run dotmul --seeds 2 --rtl none.f
check 'nothing was printed for a run' test "${output/seed 1/}" = "$output"

# Stopped from outside.
"$assay" run dotmul --params smallest --backend model --seeds 4 --cycles 1000000000000 >stopped 2>&1 &
pid=$!
for ((i = 0; i < 500; ++i)); do pgrep -P $pid >/dev/null && break; sleep 0.02; done
kill -TERM $pid
wait $pid
status=$?
output=$(cat stopped)
if [ $status -eq 143 ]; then pass; else fail "a signal ends it: $status"; fi
check 'the total says so' grep -qxF '4 seeds from 1: 0 passed, 0 failed, 0 errors, interrupted: 4 did not end' stopped

# After failures: the total and the object count what has ended, and the failures decide.
stop() { # OUT ARGUMENT...: end it by a signal when so many replays are there that some of two jobs have ended
    local out=$1
    shift
    "$assay" run dotmul --params smallest --fault $fault --seeds 1000000 -j 2 --cycles $cycles --out "$out" "$@" >"$out.out" 2>"$out.err" &
    pid=$!
    for ((i = 0; i < 1500; ++i)); do [ "$(find "$out" -name '*.replay' 2>/dev/null | wc -l)" -ge 8 ] && break; sleep 0.02; done
    kill -TERM $pid
    wait $pid
    status=$?
    output=$(tail -n 3 "$out.out" "$out.err")
    if [ $status -eq 1 ]; then pass; else fail "failures decide the status: $status"; fi
}
stop cut
check 'the total counts them' grep -qE '^1000000 seeds from 1: [0-9]+ passed, [1-9][0-9]* failed, 0 errors, interrupted: [0-9]+ did not end$' cut.out
stop object_cut --json
output=$(python3 - object_cut.out <<'END' 2>&1
import json, sys
o = json.load(open(sys.argv[1]))
assert o['interrupted'] is True and o['failed'] > 0 and o['errors'] == 0, o
assert len(o['runs']) == o['passed'] + o['failed'] < o['seeds'] == 1000000, o
assert all(r['verdict'] in ('pass', 'mismatch') for r in o['runs']), o
END
)
if [ $? -eq 0 ]; then pass; else fail 'one object with the runs that have ended'; fi

done_checking
