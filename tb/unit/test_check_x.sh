#!/usr/bin/env bash
# test_check_x.sh - run --check-x: a reset that is missing is found, and the register named, in a built-in block and in an
# attached design; what needs no reset passes.
. "$(dirname "$0")/check.bash"
export ASSAY_WAVES=0
cd "$work" || exit 1

run() { "$assay" run dotmul --params smallest "$@"; }

# --- a built-in block: its result register has no reset, and needs none ---

expect 0 'dotmul (n=2,k=2,duplex=0)' 'backend check-x: pass' -- run --check-x --cycles 3000
expect 1 'NOTHING COMPARED' -- run --check-x --cycles 2

cp -r "$source_dir/rtl/dotmul" own
sed -i "s/if (rst) res_valid <= 1'b0;/if (rst) ;/" own/dotmul_block.v
line=$(grep -n 'output reg .*res_valid' own/dotmul_block.v | cut -d: -f1)
check 'a reset is gone' [ -n "$line" ]
expect 1 'backend check-x: UNKNOWN' "reproduce:" '--backend check-x' \
    "between starts from zeros and from ones: depends on the start of dotmul_block.res_valid (own/dotmul_block.v:$line)" \
    -- run --check-x --rtl own/dotmul.f --cycles 3000
expect 1 '"start":{"port":"' '"depends_on":[{"name":"dotmul_block.res_valid","declared":"own/dotmul_block.v:' '"verdict":"unknown"' \
    -- run --check-x --rtl own/dotmul.f --cycles 3000 --json --out failed
expect 1 'UNKNOWN' 'res_valid' -- "$assay" replay failed/dotmul-seed1.replay --backend check-x --out failed
expect 0 'units ' '--backend check-x' -- "$assay" shrink failed/dotmul-seed1.replay --backend check-x

# --- a known bug, found as in any run ---

expect 1 'backend check-x: MISMATCH' -- run --check-x --fault wide_sign_everywhere --out failed

# --- an attached design: a memory without a reset passes, a pointer without one does not ---

cp -r "$source_dir/tb/examples/attach/fifo" .
expect 0 'backend check-x: pass' -- "$assay" run ./fifo --check-x --params odd --cycles 3000
cp -r fifo forgotten
sed -i 's/^top: fifo/&\nname: forgotten/' forgotten/block.yaml
sed -i 's/fifo/forgotten/g' forgotten/fifo.c
mv forgotten/fifo.c forgotten/forgotten.c
sed -i '/rd_ptr <= 0;/d' forgotten/rtl/fifo.v
# Icarus does not take `inside`.
sed -i 's/^endmodule/    always @(posedge clk) assert (rst || !(count inside {[DEPTH + 1:31]}));\n&/' forgotten/rtl/fifo.v
line=$(grep -n 'wr_ptr, rd_ptr;' forgotten/rtl/fifo.v | cut -d: -f1)
expect 1 'forgotten (' 'UNKNOWN' "start of assay_forgotten.dut.rd_ptr (forgotten/rtl/fifo.v:$line)" \
    -- "$assay" run ./forgotten --check-x --params odd --cycles 3000 --out failed

# --- without a model ---

expect 0 'wrote unwritten/block.yaml' -- "$assay" new-block unwritten --rtl "$work/forgotten/rtl/fifo.v" --top fifo
expect 1 'the model of unwritten is not written' -- "$assay" run ./unwritten
expect 1 'UNKNOWN' "start of assay_unwritten.dut.rd_ptr (forgotten/rtl/fifo.v:$line)" \
    -- "$assay" run ./unwritten --check-x --cycles 3000 --out failed
expect 0 'units ' -- "$assay" shrink failed/unwritten-seed1.replay
expect 1 'UNKNOWN' -- "$assay" replay failed/unwritten-seed1.min.replay
sed -i 's/^            wr_ptr <= 0;/&\n            rd_ptr <= 0;/' forgotten/rtl/fifo.v
expect 0 'pass' 'zeros: all registers from zeros; every output in each cycle' \
    -- "$assay" run ./unwritten --check-x --cycles 3000

# --- two bits without a reset, of which it matters only whether they are equal ---

mkdir toggles
cat >toggles/toggles.v <<'END'
module toggles (
    input wire clk, input wire rst,
    input wire wr_en, input wire [7:0] wr_data, output wire full,
    input wire rd_en, output wire [7:0] rd_data, output wire empty
);
    reg [7:0] d;
    reg w, r;
    assign full = w ^ r;
    assign empty = ~full;
    assign rd_data = d;
    always @(posedge clk) begin
        if (wr_en & !full & !rst) begin w <= ~w; d <= wr_data; end
        if (rd_en & !empty & !rst) r <= ~r;
    end
endmodule
END
cat >toggles/block.yaml <<'END'
top: toggles
rtl: toggles.v
level: none
streams:
  push: {direction: sink, valid: wr_en, ready: "!full", fields: {data: {pin: wr_data}}}
  pop: {direction: source, valid: "!empty", ready: rd_en, fields: {data: {pin: rd_data}}}
END
expect 1 'UNKNOWN' 'between starts from zeros and from random values: depends on the start of assay_toggles.dut.' \
    -- "$assay" run ./toggles --check-x --cycles 3000 --out failed
expect 0 'units ' -- "$assay" shrink failed/toggles-seed1.replay
sed -i 's/^    always.*/&\n        if (rst) {w, r} <= 0;/' toggles/toggles.v
expect 0 'pass' -- "$assay" run ./toggles --check-x --cycles 3000

# --- in a list ---

cat >list.yaml <<'END'
entries:
  - {block: dotmul, params: smallest, backend: [check-x, model], cycles: 2000, seeds: 2}
END
expect 0 'check-x' -- "$assay" regress list.yaml --out results

# --- resets left out one by one ---

expect 0 'icarus unknown at 2' 'check-x unknown at 2, start of dotmul_block.res_valid' \
    'dotmul               1 faults, icarus finds 1, check-x 1, both 1' -- "$source_dir/scripts/resets" dotmul
expect 2 '--nothing: expected' -- "$source_dir/scripts/resets" --nothing
for option in faults seed icarus check-x; do
    expect 2 "--$option '1x': expected a number from " -- "$source_dir/scripts/resets" --$option 1x dotmul
    expect 2 "--$option without a value: expected one" -- "$source_dir/scripts/resets" --$option
done
expect 2 "--icarus '0': expected a number from 1" -- "$source_dir/scripts/resets" --icarus 0 dotmul
expect 2 "block 'dotmull': expected one with a list" -- "$source_dir/scripts/resets" dotmul dotmull

# --- options that have no place there ---

expect 2 '--check-x with --backend icarus' -- run --check-x --backend icarus
expect 2 '--check-x with --backend model' -- run --check-x --backend model
expect 2 '--against on backend check-x' -- run --check-x --against own/dotmul.f
expect 2 '--check-x with --vacuity' -- run --check-x --vacuity
expect 2 '--code-coverage on backend check-x' -- run --check-x --code-coverage lines
expect 2 '--window with ASSAY_WAVES=0' -- run --check-x --window 9
expect 0 '"path":"' -- "$assay" build dotmul --params smallest --backend check-x --json

# A program without stalls: the seed is that of the registers' start.
expect 0 ', seed 2, backend check-x: pass' -- "$assay" run predicate --params smallest --check-x --seed 2 \
    --program "$source_dir/tb/predicate/programs/listing_branch.s"
done_checking
