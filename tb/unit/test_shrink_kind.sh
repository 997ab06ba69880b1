#!/usr/bin/env bash
# test_shrink_kind.sh - at level `transfers` a shrunk run fails in the same way, and a waveform goes back to the request.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
cp -r "$source_dir/tb/examples/attach/fifo" .

# A word is lost: the next one comes in its place, or nothing does if there is none.
sed 's/^    wire push = .*/&\n    wire kept = push \& (wr_data[2:0] != 5);/
    s/if (push) /if (kept) /; s/if (push & ~pop)/if (kept \& ~pop)/; s/if (pop & ~push)/if (pop \& ~kept)/' fifo/rtl/fifo.v >lost.v
for seed in 1 2; do
    expect 1 'on pop: payload differs' -- "$assay" run ./fifo --rtl lost.v --seed $seed --out out
    expect 0 'fifo: mismatch at cycle 4, port pop_data, differs' 'size:       units 2, transactions 2, ' \
        -- "$assay" shrink out/fifo-seed$seed.replay
    expect 1 'on pop: payload differs' -- "$assay" replay out/fifo-seed$seed.min.replay --trace never
done
printf '{"stream":"push","fields":{"data":"%s"}}\n' 1 2 5 >last.jsonl
expect 1 'on pop: expected transfer is missing' 'request:    push at cycle 4 data=05' -- "$assay" run ./fifo --rtl lost.v --stimulus last.jsonl --out out
expect 0 'fifo: mismatch at cycle 1002, port pop_valid, missing' 'transactions 1, ' -- "$assay" shrink out/last.replay

# Of RTL against RTL, too.
sed 's/assign rd_data = .*/assign rd_data = mem[rd_ptr] ^ (rd_ptr == 3);/' fifo/rtl/fifo.v >wrong.v
expect 1 'on pop: payloads differ' -- "$assay" run ./fifo --rtl wrong.v --against fifo/rtl/fifo.v --out out
expect 0 'fifo: mismatch at cycle' ', port pop_data, differs' -- "$assay" shrink out/fifo-seed1.replay
# There it stays the side.
sed 's/assign empty *=.*/assign empty = count == 0 | rd_ptr == 3;/' fifo/rtl/fifo.v >stuck.v
expect 1 'transfer is missing in old' -- "$assay" run ./fifo --against stuck.v --knobs resets=0 --out out
expect 0 'fifo: mismatch at cycle' ', missing' -- "$assay" shrink out/fifo-seed1.replay
expect 1 'transfer is missing in old' -- "$assay" replay out/fifo-seed1.min.replay --trace never

# --- Icarus: each trial begins at power-up ---

if command -v vvp >/dev/null; then
    # An X that the first cycles replace, and that no reset brings back.
    expect 1 'UNKNOWN' 'res_valid' -- \
        "$assay" run packer --params smallest --fault reset_keeps_first --backend icarus --out power
    expect 0 'packer: unknown at cycle 3, port res_valid' 'transactions 0, ' -- "$assay" shrink power/packer-seed1.replay
    expect 1 'UNKNOWN' 'at cycle 3' -- "$assay" replay power/packer-seed1.min.replay --backend icarus --trace never
    # In the other RTL, too, which runs in a vvp of its own.
    sed 's/^    assign empty *=.*/    reg z;\n    always @(posedge clk) if (!rst) z <= 0;\n    assign empty = count == 0 \& ~z;/' \
        fifo/rtl/fifo.v >late_zero.v
    for level in cycle transfers; do
        expect 1 'UNKNOWN' -- "$assay" run ./fifo --rtl fifo/rtl/fifo.v --against late_zero.v --level $level \
            --backend icarus --out power
        expect 0 'fifo: unknown at cycle 2' -- "$assay" shrink power/fifo-seed1.replay
        expect 1 'UNKNOWN' 'cycle 2' -- "$assay" replay power/fifo-seed1.min.replay --backend icarus --trace never
    done
fi

# --- the waveform ---

# It begins 200 cycles before the failure, or with the request that has no right answer: here 1000 before.
expect 1 'MISMATCH at cycle 1004' 'request:    push at cycle 4' 'waveform:   out/last.fst, cycles 0 to 1012' -- "$assay" replay out/last.replay --out out
expect 1 'waveform:   out/last.fst, cycles 804 to 1012' -- "$assay" replay out/last.replay --out out --window 200
expect 1 'waveform:   out/last.fst, cycles 4 to 1012' -- "$assay" replay out/last.replay --out out --window 1000
# So it does in the middle of a longer run, and no more than 20000 cycles of it.
sed 's/^timeout: .*/timeout: 30000/' -i fifo/block.yaml
sed 's/assign full *=.*/assign full = count == DEPTH[A:0] | wait_for != 0;/
    s/assign empty *=.*/assign empty = count == 0 | wait_for != 0;/
    s/^    reg \[A:0\] .*/&\n    reg [14:0] n, wait_for;\n    always @(posedge clk) if (rst) begin n <= 0; wait_for <= 0; end else begin\n        n <= n + 1;\n        wait_for <= n == 3000 ? LATE : wait_for != 0 ? wait_for - 1 : 0;\n    end/
    s/assign rd_data = .*/assign rd_data = mem[rd_ptr] ^ (n > 3002);/' fifo/rtl/fifo.v >late.v
for late in 5000 25000; do
    sed "s/LATE/15'd$late/" late.v >late$late.v
    expect 1 'on pop: payload differs' -- "$assay" run ./fifo --rtl late$late.v --knobs resets=0,stall=0 --hang 40000 --out late
    request=$(sed -n 's/^request: *push at cycle \([0-9]*\) .*/\1/p' <<<"$output")
    from=$(sed -n 's/^waveform: .* cycles \([0-9]*\) to .*/\1/p' <<<"$output")
    at=$(sed -n 's/.*MISMATCH at cycle \([0-9]*\),.*/\1/p' <<<"$output")
    check "begins at $from, request at $request, failure at $at" [ "$from" -eq $((at - request + 8 < 20000 ? request - 8 : at - 20000)) ]
done

done_checking
