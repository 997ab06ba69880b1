#!/usr/bin/env bash
# test_hang.sh - hangs: what the report says of each stream, and runs, replays and shrunk runs with a limit of their own.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
cp -r "$source_dir/tb/examples/attach/fifo" .
sed 's/assign full *=.*/assign full = count == DEPTH[A:0] | wr_ptr == 3;/' fifo/rtl/fifo.v >stuck.v
fifo=("$assay" run ./fifo --rtl stuck.v --knobs resets=0)

# --- the report ---

push='push  valid without ready, valid high since cycle 7; last transfer in cycle 6: data=81'
pop='pop   ready without valid, valid low since cycle 8; last transfer in cycle 7: data=81'
expect 1 'HANG: no transfer on any stream for 300 cycles, up to cycle 336' "streams in cycle 336:
  $push
  $pop
cycles:" 'waveform:   few/fifo-seed1.fst' -- "${fifo[@]}" --hang 300 --out few
expect 1 "  $push" "  $pop" -- "${fifo[@]}" --hang 300 --backend icarus --trace never
# Long after its last transfer a stream is still known.
expect 1 'HANG: no transfer on any stream for 20000 cycles' "  $push" "  $pop" -- "${fifo[@]}" --hang 20000 --trace never
expect 1 '"streams":[{"stream":"push","valid":true,"ready":false,"since":7,"last":{"cycle":6,"payload":{"data":"81"}}},' \
    '{"stream":"pop","valid":false,"ready":true,"since":8,"last":{"cycle":7,"payload":{"data":"81"}}}]' -- "${fifo[@]}" --hang 300 --json --trace never
# What is still to come. It is late after 1000 cycles.
sed 's/assign empty *=.*/assign empty = count == 0 | rd_ptr == 2;/' stuck.v >both.v
expect 1 'HANG' 'pop   ready without valid, valid low since cycle 7; 1 outstanding, the oldest since cycle 6, from push; last transfer in cycle 6: data=62' \
    -- "$assay" run ./fifo --rtl both.v --knobs resets=0 --hang 300 --trace never
# Of two designs: the side that hangs, and what the other one has made.
expect 1 'HANG: no transfer on any stream of old for 300 cycles' 'push  valid without ready' \
    'pop   ready without valid, valid low since cycle 8; ' ' outstanding, the oldest since cycle ' -- \
    "$assay" run ./fifo --against stuck.v --knobs resets=0 --hang 300 --trace never
expect 1 'NOTHING COMPARED on' -- "$assay" run ./fifo --rtl stuck.v --params smallest --cycles 2 --trace never
check 'streams are said of hangs alone' bash -c '! grep -q "streams in cycle" <<<"$0"' "$output"
# At level `cycle` it is the model that makes no transfers.
printf 'again: bra again\n' >ever.s
expect 1 'HANG: no transfer on any stream for 300 cycles' 'host   valid without ready, valid high since cycle 4; last transfer in cycle 3: op=start' \
    'rdata  ready without valid, valid low since cycle 0; no transfer' \
    -- "$assay" run predicate --params smallest --program ever.s --as-written --hang 300 --out few

# --- the limit is kept ---

check 'the file has the limit' grep -qx 'hang 300' few/fifo-seed1.replay
expect 1 'HANG: no transfer on any stream for 300 cycles, up to cycle 336' '--hang 300' -- "$assay" replay few/fifo-seed1.replay --trace never
expect 0 'fifo: hang at cycle 320' 'size:       units 4, ' -- "$assay" shrink few/fifo-seed1.replay
check 'the shrunk file has the limit' grep -qx 'hang 300' few/fifo-seed1.min.replay
expect 1 'HANG: no transfer on any stream for 300 cycles, up to cycle 320' -- "$assay" replay few/fifo-seed1.min.replay --trace never
expect 0 'written:' -- "$assay" replay few/fifo-seed1.replay --expand 0:336 --out few/whole.replay
expect 1 'HANG: no transfer on any stream for 300 cycles' -- "$assay" replay few/whole.replay --trace never
expect 1 'HANG: no transfer on any stream for 300 cycles' -- "$assay" replay few/predicate-seed1.replay --trace never
# A limit at level `cycle` is that of the trials, too.
expect 2 'fails with hang: expected a failure that an output shows' -- "$assay" shrink few/predicate-seed1.replay
# A file that does not say it has the block's.
expect 1 'HANG: no transfer on any stream for 1000 cycles' -- "${fifo[@]}" --out usual
check 'the usual limit is not in the file' bash -c '! grep -q ^hang usual/fifo-seed1.replay'
sed '/^hang/d; s/^cycles .*/cycles 1500/; s/^sha256 .*/sha256 none/' few/fifo-seed1.min.replay >few/old.replay
expect 1 'HANG: no transfer on any stream for 1000 cycles' -- "$assay" replay few/old.replay --trace never
for wrong in "0'hang 0: expected at least 1" "x'hang 'x': expected"; do
    sed "s/^hang .*/hang ${wrong%%\'*}/; s/^sha256 .*/sha256 none/" few/fifo-seed1.min.replay >wrong.replay
    expect 2 "wrong.replay:8: ${wrong#*\'}" -- "$assay" replay wrong.replay
done

# --- stimulus of a user's ---

expect 0 'vectors of fifo' -- "$assay" vectors ./fifo --format jsonl --count 40 --knobs resets=0 --out set
stimulus=("$assay" run ./fifo --stimulus set/vectors.jsonl)
expect 1 'HANG: no transfer on any stream for 1000 cycles' 'push  valid without ready, valid high since cycle 5; ' \
    'replay:     user/vectors.replay' 'waveform:   user/vectors.fst' -- "${stimulus[@]}" --rtl stuck.v --out user
again=$(sed -n 's/^reproduce: *//p' <<<"$output")
expect 1 'HANG: no transfer on any stream for 1000 cycles' -- bash -c "$again --trace never"
expect 1 'HANG: no transfer on any stream for 1000 cycles' -- "$assay" replay user/vectors.replay --trace never
expect 0 'fifo: hang at cycle' -- "$assay" shrink user/vectors.replay
# The limit may be longer than such a run is.
expect 1 'HANG: no transfer on any stream for 20000 cycles' '--hang 20000' -- "${stimulus[@]}" --rtl stuck.v --hang 20000 --out user
again=$(sed -n 's/^reproduce: *//p' <<<"$output")
expect 1 'HANG: no transfer on any stream for 20000 cycles' -- bash -c "$again --trace never"
expect 1 'HANG: no transfer on any stream of new for 1000 cycles' -- \
    "${stimulus[@]}" --rtl stuck.v --against fifo/rtl/fifo.v --trace never
# At level `cycle` a file without a limit never hangs: any limit is in the file, the usual one as well.
(printf 'rst,op_valid,op_a,op_b,op_dot,op_a_signed,op_b_signed,res_ready\n1,0,,,,,,0\n0,1,3,2,0,0,0,1\n' && yes 0,0,,,,,,1 | head -n 10100) >idle.csv
idle=("$assay" run dotmul --params smallest --backend icarus --stimulus idle.csv --trace never --out user)
expect 0 'pass' -- "${idle[@]}"
for limit in 10000 5000; do
    expect 1 "HANG: no transfer on any stream for $limit cycles, up to cycle $((limit + 2))" -- "${idle[@]}" --hang $limit
    replay=$(sed -n 's/^replay: *//p' <<<"$output")
    check "the file has the limit $limit" grep -qx "hang $limit" "$replay"
    expect 1 "HANG: no transfer on any stream for $limit cycles, up to cycle $((limit + 2))" -- "$assay" replay "$replay" --trace never
done
# With --cycles there is time up to there, and it may be too short for that.
expect 1 'INCOMPLETE' -- "${stimulus[@]}" --rtl stuck.v --cycles 500
again=$(sed -n 's/^reproduce: *//p' <<<"$output")
expect 1 'INCOMPLETE' -- bash -c "$again"
expect 1 'HANG: no transfer on any stream for 100 cycles' -- "${stimulus[@]}" --rtl stuck.v --cycles 500 --hang 100 --trace never
# One that takes a word in 500 cycles is slow and takes all.
sed 's/assign full *=.*/assign full = count == DEPTH[A:0] | slow != 0;/; s/^    reg \[A:0\].*/&\n    reg [8:0] slow;\n    always @(posedge clk) slow <= rst ? 0 : slow + 1;/' \
    fifo/rtl/fifo.v >slow.v
expect 0 'pass' "push $(grep -c '"stream":"push"' set/vectors.jsonl) " -- "${stimulus[@]}" --rtl slow.v

done_checking
