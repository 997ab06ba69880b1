#!/usr/bin/env bash
# test_against.sh - run --against: a design compared with other RTL, at both levels, in Verilator and Icarus, replayed and shrunk.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

# --- a FIFO of somebody's, without a model, and what became of it ---

mkdir fifo
cat >fifo/old.v <<'END'
module my_fifo #(parameter DEPTH = 8, parameter WIDTH = 8) (
    input wire clk, input wire rst,
    input wire wr_en, input wire [WIDTH-1:0] wr_data, output wire full,
    input wire rd_en, output wire [WIDTH-1:0] rd_data, output wire empty
);
    localparam A = $clog2(DEPTH);
    reg [WIDTH-1:0] mem [0:DEPTH-1];
    reg [A:0] head, tail;
    wire [A:0] count = head - tail;
    assign full = count == DEPTH;
    assign empty = head == tail;
    assign rd_data = mem[tail[A-1:0]];
    always @(posedge clk) begin
        if (rst) head <= 0; else if (wr_en & !full) head <= head + 1'b1;
        if (rst) tail <= 0; else if (rd_en & !empty) tail <= tail + 1'b1;
        if (wr_en & !full) mem[head[A-1:0]] <= wr_data;
    end
endmodule
END
cat >fifo/block.yaml <<'END'
top: my_fifo
summary: a FIFO of somebody's
rtl: old.v
parameters:
  depth: 8
  width: 8
reset: rst
level: none
streams:
  push:
    direction: sink
    valid: wr_en
    ready: "!full"
    fields:
      data: {pin: wr_data}
  pop:
    direction: source
    valid: "!empty"
    ready: rd_en
    fields:
      data: {pin: rd_data}
END
# With one more register behind it: a word comes a cycle later. STAGE is what the register takes.
reworked() {
    sed 's/^module my_fifo /module inner /' fifo/old.v
    cat <<END
module my_fifo #(parameter DEPTH = 8, parameter WIDTH = 8) (
    input wire clk, input wire rst,
    input wire wr_en, input wire [WIDTH-1:0] wr_data, output wire full,
    input wire rd_en, output wire [WIDTH-1:0] rd_data, output wire empty
);
    wire none;
    wire [WIDTH-1:0] data;
    reg valid;
    reg [WIDTH-1:0] q;
    reg [9:0] n;
    wire take = ~none & (~valid | rd_en);
    inner #(.DEPTH(DEPTH), .WIDTH(WIDTH)) u_inner (.clk(clk), .rst(rst), .wr_en(wr_en), .wr_data(wr_data),
        .full(full), .rd_en(take), .rd_data(data), .empty(none));
    assign empty = ~valid;
    assign rd_data = q;
    always @(posedge clk) begin
        n <= rst ? 10'd0 : n + {9'd0, take};
        valid <= ~rst & ($2 | valid & ~rd_en);
        if (take) q <= $1;
        ${3-}
    end
endmodule
END
}
reworked data take >new.v
reworked "data ^ {7'd0, data == 8'h03}" take >bit.v             # one bit of one word
reworked data "take & (n != 10'd100)" >lost.v                    # a word is lost
reworked data "take & (n != 10'd1000)" "if (n == 10'd1000) n <= n;" >stuck.v    # from one word on, none comes out
reworked data take "if (n == 10'd500) \$finish;" >ends.v
reworked "n == 10'd500 ? 8'hx : data" take >x.v

both() { # both STATUS_AT_CYCLE STATUS_AT_TRANSFERS ARGUMENT...
    local cycle=$1 transfers=$2
    shift 2
    expect "$cycle" 'every output in each cycle' -- "$assay" run "$@" --level cycle --out cycle
    expect "$transfers" 'the payloads of each source, in order' -- \
        "$assay" run "$@" --level transfers --out transfers
}

both 0 0 ./fifo --rtl fifo/old.v --against fifo/old.v
expect 0 'pass' 'new: '"$work/fifo, old: fifo/old.v; the payloads" -- \
    "$assay" run ./fifo --against fifo/old.v # without --level: streams are what there is of a block without a model
both 1 0 ./fifo --rtl new.v --against fifo/old.v
both 1 0 ./fifo --rtl fifo/old.v --against new.v
both 1 1 ./fifo --rtl bit.v --against new.v
both 1 1 ./fifo --rtl new.v --against bit.v
both 1 1 ./fifo --rtl bit.v --against fifo/old.v
both 1 0 ./fifo --rtl new.v --against fifo/old.v --backend icarus --cycles 3000
both 0 0 ./fifo --rtl new.v --against new.v --backend icarus --cycles 3000
both 1 1 ./fifo --rtl bit.v --against new.v --backend icarus --cycles 3000

# The two sides by name, and where the transfer was.
expect 1 'MISMATCH at cycle' ' on pop: payloads differ' 'pop_data  old      03' 'new      02' \
    'since the reset: new in cycle ' ', old in cycle ' 'transfers/fifo-seed1.old.fst, of the old side' -- \
    "$assay" run ./fifo --rtl bit.v --against fifo/old.v --level transfers --out transfers
expect 1 '"verdict":"mismatch"' '"sides":{"new":"bit.v","old":"fifo/old.v"}' '"level":"transfers"' \
    '"kind":"differs"' -- \
    "$assay" run ./fifo --rtl bit.v --against fifo/old.v --level transfers --json --out transfers
for wave in transfers/fifo-seed1.fst transfers/fifo-seed1.old.fst cycle/fifo-seed1.fst; do
    check "$wave" test -s $wave
done
expect 1 'payloads differ' -- "$assay" run ./fifo --rtl lost.v --against new.v --out transfers

# --- one side that goes wrong ---

expect 1 'missing in new' ', old in cycle' -- \
    "$assay" run ./fifo --rtl stuck.v --against new.v --knobs resets=0 --out transfers
expect 1 'missing in old' -- \
    "$assay" run ./fifo --rtl new.v --against stuck.v --knobs resets=0 --out transfers
expect 1 'STOPPED: the old ended the simulation' -- \
    "$assay" run ./fifo --rtl new.v --against ends.v --knobs resets=0 --out transfers
expect 1 'STOPPED: the new ended the simulation' -- \
    "$assay" run ./fifo --rtl ends.v --against new.v --knobs resets=0 --out transfers
expect 1 'STOPPED: the old ended the simulation' -- \
    "$assay" run ./fifo --rtl new.v --against ends.v --level cycle --knobs resets=0 --out cycle
expect 1 'STOPPED: the old ended the simulation' -- \
    "$assay" run ./fifo --rtl new.v --against ends.v --backend icarus --cycles 5000 --knobs resets=0 --out cycle
expect 1 'UNKNOWN' 'on pop of old' -- \
    "$assay" run ./fifo --rtl new.v --against x.v --backend icarus --cycles 5000 --knobs resets=0 --out transfers
expect 1 'UNKNOWN' 'pop_data  old      xx' -- \
    "$assay" run ./fifo --rtl new.v --against x.v --level cycle --backend icarus --cycles 5000 --knobs resets=0 \
    --out cycle
expect 1 'UNKNOWN' 'on pop of new' -- \
    "$assay" run ./fifo --rtl x.v --against new.v --backend icarus --cycles 5000 --knobs resets=0 --out transfers

# --- replay and shrink find both sides again ---

for level in cycle transfers; do
    mkdir -p there
    "$assay" run ./fifo --rtl bit.v --against new.v --level $level --out there >/dev/null 2>&1
    expect 1 'pop_data  old      03' "--level $level" -- "$assay" replay there/fifo-seed1.replay --out again
    expect 0 'pop_data     old      03' 'transactions 1' -- "$assay" shrink there/fifo-seed1.replay
    again=$(sed -n 's/^reproduce: *//p' <<<"$output")
    expect 1 'pop_data  old      03' -- bash -c "$again --out again"
    again=$(sed -n 's/^reproduce: *//p' <<<"$output") # of a replay, which the file says all of
    expect 1 'pop_data  old      03' -- bash -c "$again --out again"
    expect 0 'pass' -- "$assay" replay there/fifo-seed1.min.replay --rtl new.v --out again
    expect 2 'RTL compared with RTL' -- "$assay" replay there/fifo-seed1.replay --expand 0:10
    expect 2 '--against on backend model' -- "$assay" replay there/fifo-seed1.replay --backend model
    expect 2 'expected backend verilator or icarus' -- "$assay" shrink there/fifo-seed1.replay --backend systemc
done
expect 1 'pop_data  old      03' -- "$assay" replay there/fifo-seed1.replay --backend icarus --out again
expect 0 'pop_data     old      03' -- "$assay" shrink there/fifo-seed1.replay --backend icarus --seconds 20
cp new.v kept.v
echo '// not what it was' >>new.v
expect 1 -- "$assay" replay there/fifo-seed1.replay --out again # a comment is no change
sed 's/rd_en)$/rd_en )/; s/10.d0 :/10'"'d1 :/" kept.v >new.v
expect 1 'the old side, there/../new.v, has changed since this file was written' -- \
    "$assay" replay there/fifo-seed1.replay --out again
cp kept.v new.v
sed -i 's/^sha256 .*/sha256 none/; s/^level transfers/level none/' there/fifo-seed1.replay
expect 2 "unknown level 'none'" -- "$assay" replay there/fifo-seed1.replay

# --- what does not go together ---

expect 2 '--level cycle without --against' -- "$assay" run ./fifo --level cycle
expect 2 "unknown level 'none'" -- "$assay" run ./fifo --against new.v --level none
expect 2 '--vacuity with --against' -- "$assay" run ./fifo --against new.v --vacuity
expect 2 '--coverage with --against' -- "$assay" run ./fifo --against new.v --coverage c
expect 2 '--program with --against' -- \
    "$assay" run predicate --against new.v --program "$source_dir/tb/predicate/programs/listing_branch.s"
expect 2 '--against on backend model' -- "$assay" run ./fifo --against new.v --backend model
expect 2 '--against on backend systemc' -- "$assay" run ./fifo --against new.v --backend systemc
expect 2 '--window with --against on backend icarus' -- \
    "$assay" run ./fifo --against new.v --backend icarus --window 10
expect 2 'nowhere.v' -- "$assay" run ./fifo --against nowhere.v
expect 2 'nowhere.v' -- "$assay" run ./fifo --against nowhere.v --backend icarus
expect 2 'is the input new.v' -- "$assay" run ./fifo --against new.v --code-coverage new.v

# --- streams that depend on how they interleave, and pins outside streams ---

# Writes and reads of one register; without order between the two, what a read gives depends on their times.
mkdir register
cat >register/old.v <<'END'
module register (
    input wire clk, input wire rst, input wire [7:0] mask,
    input wire w_valid, output wire w_ready, input wire [7:0] w_data,
    input wire r_valid, output wire r_ready, input wire r_any,
    output reg q_valid, input wire q_ready, output reg [7:0] q_data
);
    reg [7:0] value;
    assign w_ready = 1'b1;
    assign r_ready = ~q_valid | q_ready;
    always @(posedge clk) begin
        if (rst) value <= 0; else if (w_valid) value <= w_data;
        if (rst) q_valid <= 0; else if (r_ready) q_valid <= r_valid;
        if (r_ready & r_valid) q_data <= value & mask;
    end
endmodule
END
# Writes take effect three cycles later.
sed 's/if (rst) value <= 0; else if (w_valid) value <= w_data;/v <= {v[1:0], w_valid \& ~rst}; d <= {d[15:0], w_data};\n        if (rst) value <= 0; else if (v[2]) value <= d[23:16];/; s/reg \[7:0\] value;/reg [7:0] value; reg [2:0] v; reg [23:0] d;/' \
    register/old.v >slow.v
cat >register/block.yaml <<'END'
top: register
rtl: old.v
reset: rst
level: none
streams:
  w: {direction: sink, fields: {data: 8}}
  r: {direction: sink, fields: {any: 1}}
  q: {direction: source, fields: {data: 8}}
pins:
  mask: {direction: in, width: 8, drive: per_cycle}
END
expect 0 'pass' -- "$assay" run ./register --against register/old.v
expect 1 'on q: payloads differ' -- "$assay" run ./register --rtl slow.v --against register/old.v --out transfers
sed -i 's/\(  [wr]: {direction: sink, \)/\1outstanding: 1, group: all, /' register/block.yaml
expect 0 'pass' -- "$assay" run ./register --rtl slow.v --against register/old.v
expect 0 'pass' -- "$assay" run ./register --rtl register/old.v --against slow.v --backend icarus --cycles 5000

# A design that takes a payload in each cycle, and is never silent.
mkdir every
cat >every/old.v <<'END'
module every (input wire clk, input wire rst, input wire [7:0] x, output reg [7:0] y);
    always @(posedge clk) y <= rst ? 8'd0 : x + 8'd1;
endmodule
END
sed "s/x + 8'd1/x + 8'd1 + {7'd0, x == 8'h80}/" every/old.v >other.v
cat >every/block.yaml <<'END'
top: every
rtl: old.v
reset: rst
level: none
streams:
  a: {direction: sink, kind: always, fields: {x: {pin: x, width: 8}}}
  b: {direction: source, kind: always, after: 1, fields: {y: {pin: y, width: 8}}}
END
both 0 0 ./every --against every/old.v
both 1 1 ./every --rtl other.v --against every/old.v

# --- a reworked dpas, with one more stage in front of dst ---

mkdir dpas
cp -r "$source_dir/rtl" dpas
patch -s -p1 -d dpas -i "$source_dir/tb/unit/dpas_stage.patch" || fail 'dpas_stage.patch does not apply'
both 1 0 dpas --params smallest --cycles 20000 --rtl dpas/rtl/dpas/dpas.f --against "$source_dir/rtl/dpas/dpas.f"
both 1 1 dpas --params smallest --cycles 20000 --fault dot_shift_logical --against "$source_dir/rtl/dpas/dpas.f"
expect 1 'on dst: payloads differ' 'new: dpas, fault dot_shift_logical' -- \
    "$assay" run dpas --params smallest --cycles 20000 --fault dot_shift_logical --against dpas/rtl/dpas/dpas.f \
    --level transfers --out transfers

# With seeds the known bug is that of the design alone, not of the RTL that it is compared with.
expect 1 'failed' -- "$assay" run dotmul --params smallest --fault carry_dropped --against "$source_dir/rtl/dotmul/dotmul.f" \
    --seeds 2 --cycles 2000

done_checking
