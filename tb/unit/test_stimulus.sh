#!/usr/bin/env bash
# test_stimulus.sh - run --stimulus: a user's inputs from CSV, transfers from JSON lines, and what is wrong with such files.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

# What `vectors` writes, cycle by cycle.
expect 0 '60 vectors of dotmul' -- "$assay" vectors dotmul --params smallest --format csv --count 60 --out set
run=("$assay" run dotmul --params smallest)
taken=$(sed -n 's/.*transfers \(.*\)/\1/p' <<<"$output")
expect 0 'pass' 'cycles:     60 run' "transfers:  $taken" -- "${run[@]}" --stimulus set/vectors.csv
expect 0 'pass' 'cycles:     60 run' "transfers:  $taken" -- bash -c '"$@" --stimulus - <set/vectors.csv' - "${run[@]}"
expect 0 'pass' "transfers:  $taken" -- "${run[@]}" --stimulus set/vectors.csv --backend icarus
# Other order of columns, no outputs, and CRLF.
awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i }
    { print $at["op_b"] "," $at["op_a"] "," $at["op_dot"] "," $at["op_a_signed"] "," $at["op_b_signed"] "," $at["op_valid"] "," $at["res_ready"] "," $at["rst"] "\r" }' set/vectors.csv >mine.csv
expect 0 'pass' "transfers:  $taken" -- "${run[@]}" --stimulus mine.csv

# A failure's replay file says all.
mkdir own
sed 's/res_p <= /res_p <= (op_a == op_b) ? 8'"'"'h1 : /' "$source_dir/tb/examples/own_rtl/dotmul_block.v" >own/bad.v
cat >few.csv <<'END'
rst,op_valid,op_a,op_b,op_dot,op_a_signed,op_b_signed,res_ready
1,0,,,,,,0
1,0,,,,,,0
0,1,3,2,0,0,0,1
0,1,3,3,0,0,0,1
0,0,,,,,,1
0,0,,,,,,1
END
expect 1 'MISMATCH at cycle 4' 'replay:     out/few.replay' 'waveform:   out/few.fst' \
    "run dotmul --params smallest --backend verilator --stimulus few.csv --rtl own/bad.v" -- "${run[@]}" --rtl own/bad.v --stimulus few.csv --out out
mv few.csv gone.csv
expect 1 'MISMATCH at cycle 4' -- "$assay" replay out/few.replay --trace never
expect 0 'written:' -- "$assay" shrink out/few.replay
mv gone.csv few.csv
# What was read from a pipe can't be read again: the replay file repeats the run.
expect 1 'MISMATCH at cycle 4' ' replay out/stimulus.replay --backend verilator --rtl own/bad.v' -- \
    bash -c '"$@" --rtl own/bad.v --stimulus - --out out <few.csv' - "${run[@]}"
eval "again=($(sed -n 's/^reproduce: *//p' <<<"$output"))"
expect 1 'MISMATCH at cycle 4' -- "${again[@]}" --trace never
mkfifo named
cat few.csv >named &
expect 1 'MISMATCH at cycle 4' ' replay out/named.replay --backend verilator --rtl own/bad.v' -- \
    "${run[@]}" --rtl own/bad.v --stimulus named --out out
check 'no limit for hangs in the file' bash -c '! grep -q ^hang out/few.replay'

# Files that differ behind the first dot leave files of their own, and a replay that is there stays.
cp few.csv mine.one.csv
sed 's/3,3/4,4/' few.csv >mine.two.csv
for name in mine.one mine.two mine.one.again mine.one.again2 mine.two.again mine.one.again3; do
    expect 1 'MISMATCH at cycle 4' "replay:     out/$name.replay" "waveform:   out/$name.fst" -- \
        "${run[@]}" --rtl own/bad.v --stimulus "${name%.again*}.csv" --out out
done
check 'each has its own operands' bash -c 'grep -q "a=3 b=3" out/mine.one.replay && grep -q "a=4 b=4" out/mine.two.replay &&
    grep -q "a=3 b=3" out/mine.one.again2.replay && grep -q "a=4 b=4" out/mine.two.again.replay'

# What is wrong, with its line.
bad() { # MESSAGE SED-COMMAND
    sed "$2" few.csv >bad.csv
    expect 2 "assay: bad.csv:$1" -- "${run[@]}" --stimulus bad.csv
}
bad "1: unknown pin 'op_c': expected pins of block dotmul" '1s/op_b,/op_c,/'
bad "1: no column for the input op_b: expected all inputs" '1s/op_b,/res_p,/'
bad "1: 'op_a' again: expected each name once" '1s/op_b,/op_a,/'
bad "4: op_a '13': more than 4 bits" '4s/,3,2/,13,2/'
bad "4: op_a 'g': expected hexadecimal digits" '4s/,3,2/,g,2/'
bad "4: op_b is empty: expected hexadecimal digits" '4s/,3,2/,3,/'
bad "6: res_ready is empty" '6s/1$//'
bad "5: 7 values: expected 8, one for each name" '5s/,1$//'
bad "5: 9 values: expected 8, one for each name" '5s/$/,1/'
bad "2: rst is 0: expected the first cycle in reset" '2s/^1/0/'
bad "3: op_valid is 1 in reset: expected 0" '3s/^1,0/1,1/'
bad "1: no cycles: expected a line for each after the names" '2,$d'
bad "3: cycle 2: expected 1, a line for each cycle" '1s/^/cycle,/; 2s/^/0,/; 3s/^/2,/; 4,$s/^/9,/'
: >bad.csv
expect 2 'bad.csv: is empty: expected a line of names' -- "${run[@]}" --stimulus bad.csv
# What is offered and not taken stays.
bad "6: op is not what was offered in the cycle before and not taken: expected its valid and payload to stay" '4,7s/1$/0/'
expect 2 'none.csv: No such file or directory: expected stimulus' -- "${run[@]}" --stimulus none.csv
expect 2 'JSON: expected CSV, a line for each cycle' -- bash -c 'echo "{}" | "$@" --stimulus -' - "${run[@]}"
for option in '--scenario random' '--seed 1' '--knobs stall=1' '--cycles 5' --vacuity; do
    expect 2 "${option%% *} with --stimulus" -- "${run[@]}" --stimulus few.csv $option
done
expect 2 '--stimulus with --seeds' -- "${run[@]}" --stimulus few.csv --seeds 2
expect 2 'which reads it twice: expected a file' -- "${run[@]}" --stimulus - --backend icarus

# A byte-order mark before the first name is skipped, and is no text by itself.
(printf '\357\273\277' && cat few.csv) >marked.csv
expect 0 'pass' 'cycles:     6 run' -- "${run[@]}" --stimulus marked.csv
printf '\357\273\277' >marked.csv
expect 2 'marked.csv: is empty: expected a line of names' -- "${run[@]}" --stimulus marked.csv
# Messages name standard input by one name.
for standard_input in out /dev/null; do
    expect 2 'assay: standard input: ' -- bash -c '"${@:2}" --stimulus - <"$1"' - $standard_input "${run[@]}"
done

# Level transfers: JSON lines.
cp -r "$source_dir/tb/examples/attach/fifo" fifo
fifo=("$assay" run ./fifo)
expect 0 'vectors of fifo' -- "$assay" vectors ./fifo --format jsonl --count 40 --knobs resets=0 --out jset
n=$(grep -c '"stream":"push"' jset/vectors.jsonl)
(printf '\357\273\277' && cat jset/vectors.jsonl) >marked.jsonl
expect 0 'pass' "push $n pop $n" -- "${fifo[@]}" --stimulus marked.jsonl
expect 0 'pass' "push $n pop $n" -- "${fifo[@]}" --stimulus jset/vectors.jsonl
expect 0 'pass' "push $n pop $n" -- bash -c 'grep -v pop jset/vectors.jsonl | "$@" --stimulus -' - "${fifo[@]}"
# `--cycles` bounds the script: what is not offered by then is told, and so is what was meant.
expect 1 "of $n transfers on push were taken in" 'expected all, or more --cycles' -- "${fifo[@]}" --stimulus jset/vectors.jsonl --cycles 8
expect 0 'pass' "push $n pop $n" -- "${fifo[@]}" --stimulus jset/vectors.jsonl --cycles 5000
# A design that takes no more than three, and is right in all that it does.
sed 's/assign full *=.*/assign full = count == DEPTH[A:0] | wr_ptr == 3;/' fifo/rtl/fifo.v >stuck.v
expect 1 "jset/vectors.jsonl: 3 of $n transfers on push were taken in" 'expected all, or more --cycles' -- \
    "${fifo[@]}" --rtl stuck.v --stimulus jset/vectors.jsonl --cycles 400
# The verdict says so too, for people and for scripts.
for part in '--cycles 8' '--rtl stuck.v --cycles 400'; do
    expect 1 'INCOMPLETE: all equal so far, but the design did not take all of the stimulus in' "of $n transfers on push were taken in" -- \
        "${fifo[@]}" --stimulus jset/vectors.jsonl $part
    check "no run passes: $part" bash -c '! grep -q ": pass" <<<"$0"' "$output"
    expect 1 '"verdict":"incomplete"' '"transactions":' -- "${fifo[@]}" --stimulus jset/vectors.jsonl $part --json
    check 'that is one JSON object and a message' test "$(grep -c '^{.*}$' <<<"$output")" -eq 1
done
check 'and leaves no replay' test ! -e vectors.replay
# A failure's replay file says all; a faulty design fails.
sed 's/mem\[wr_ptr\] <= wr_data/mem[wr_ptr] <= wr_data ^ (wr_ptr == 5)/' fifo/rtl/fifo.v >wrong.v
expect 1 'MISMATCH' 'replay:     ./vectors.replay' -- "${fifo[@]}" --rtl wrong.v --stimulus jset/vectors.jsonl
expect 1 'MISMATCH' -- "$assay" replay vectors.replay --trace never
fails() { # MESSAGE LINE
    printf '{"reset":true}\n%s\n' "$2" >bad.jsonl
    expect 2 "assay: bad.jsonl:2: $1" -- "${fifo[@]}" --stimulus bad.jsonl
}
fails "unknown stream 'x': expected one of block fifo" '{"stream":"x"}'
fails "unknown field 'x': expected one of stream push" '{"stream":"push","fields":{"x":"1"}}'
fails "push_data 'fff': more than 8 bits" '{"stream":"push","fields":{"data":"fff"}}'
fails "no field for push_data" '{"stream":"push","fields":{}}'
fails "field 'data': expected a text of hexadecimal digits" '{"stream":"push","fields":{"data":1}}'
fails "direction 'out' of stream push: expected in" '{"stream":"push","direction":"out"}'
fails "unknown key 'gap'" '{"stream":"push","gap":1}'
fails "'x': expected a JSON object" 'x'
fails 'stream beside reset: expected a line of its own' '{"reset":true,"stream":"push","fields":{"data":"1"}}'
fails "no transfer on a sink: expected at least one" '{"stream":"pop","direction":"out","fields":{"data":"00"}}'
printf '{"stream":"push","fields":{"data":"1"}}\n{"reset":true}\n' >bad.jsonl
expect 2 'bad.jsonl:2: a reset after a transfer' -- "${fifo[@]}" --stimulus bad.jsonl
expect 2 "expected JSON, a line for each transfer" -- "${fifo[@]}" --stimulus few.csv

# --- a pipe without end ends at its first wrong line ---

endless() { # MESSAGE BLOCK COMMAND
    expect 2 "assay: standard input$1" -- \
        timeout 120 bash -c "$3 | '$assay' run '$2' --stimulus -; exit \${PIPESTATUS[-1]}"
}
endless ":1: unknown pin 'y': expected pins of block dotmul" dotmul yes
endless ":1: 'y': expected JSON" ./fifo yes
endless ': contains a NUL: expected text' dotmul 'cat /dev/zero'
endless ': line 1 is longer than 16777216 bytes: expected stimulus in CSV or JSON lines' dotmul "yes | tr -d '\n'"
left=$(yes | head -c 6000000 | { "$assay" run dotmul --stimulus - 2>/dev/null; wc -c; })
check 'the rest of the pipe is not read' test "$left" -gt 5000000
mkdir folder
expect 2 'assay: folder: Is a directory: expected stimulus in CSV or JSON lines' -- "$assay" run dotmul --stimulus folder

# A user's model that crashes ends the reading with a message, not the program.
mkdir crash && cp -r "$source_dir/tb/examples/attach/arbiter" crash/arbiter
sed -i 's/^    out->grant = s->grant;/    if (in->req == 3) { volatile int *nowhere = 0; *nowhere = 1; }\n&/' crash/arbiter/arbiter.c
printf 'rst,req\n1,0\n1,0\n0,1\n0,3\n0,0\n' >crash.csv
expect 2 'crash.csv' 'the model crashed at cycle 3: expected 5 cycles' -- "$assay" run ./crash/arbiter --stimulus crash.csv

done_checking
