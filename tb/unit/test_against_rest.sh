#!/usr/bin/env bash
# test_against_rest.sh - run --against at level transfers where a design does not come to rest by itself, where it moves only as it is
# enabled, with joins, with outputs that have a condition, and with scripts.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one
against() { timeout 100 "$assay" run "$@" --level transfers --out out; }

# --- a pipeline with an enable; the other version has more stages, and needs more enabled cycles for a result ---

mkdir enabled
cat >enabled/old.v <<'END'
module enabled #(parameter STAGES = 2) (
    input wire clk, input wire rst, input wire [7:0] mask,
    input wire ce, input wire [7:0] x, output wire out_valid, output wire [7:0] y
);
    reg [STAGES-1:0] v;
    reg [8*STAGES-1:0] d;
    assign out_valid = v[STAGES-1] & ce;
    assign y = d[8*STAGES-1 -: 8] & mask;
    always @(posedge clk) begin
        if (rst) v <= 0; else if (ce) v <= {v[STAGES-2:0], ~x[0]};
        if (ce) d <= {d[8*STAGES-9:0], x + 8'd1};
    end
endmodule
END
sed 's/STAGES = 2/STAGES = 7/' enabled/old.v >longer.v
sed "s/x + 8'd1/x + 8'd1 + {7'd0, x == 8'h80}/" longer.v >wrong.v
sed "s/~x\[0\]/~x[0] \& x != 8'h80/" longer.v >lost.v
cat >enabled/block.yaml <<'END'
top: enabled
rtl: old.v
reset: rst
level: none
timeout: 50
streams:
  a: {direction: sink, kind: always, valid: ce, fields: {x: {pin: x, width: 8}}}
  b: {direction: source, kind: valid_only, valid: out_valid, fields: {y: {pin: y, width: 8}}}
pins:
  mask: {direction: in, width: 8, drive: per_cycle}
END
for resets in 0 5 60; do
    expect 0 'pass' -- against ./enabled --rtl longer.v --against enabled/old.v --knobs resets=$resets --cycles 30000
    expect 0 'pass' -- against ./enabled --rtl enabled/old.v --against longer.v --knobs resets=$resets --cycles 30000
done
lacks 'given up' 'resets given up in a pipeline with an enable'
lacks ' 1 resets' 'no reset in a pipeline with an enable'
expect 1 'on b: payloads differ' -- against ./enabled --rtl wrong.v --against enabled/old.v --cycles 30000
expect 1 'on b: ' -- against ./enabled --rtl lost.v --against enabled/old.v --cycles 30000
expect 1 'on b: ' -- against ./enabled --rtl enabled/old.v --against lost.v --cycles 30000

# --- the same without an enable: it takes a payload in every cycle, and is never silent ---

mkdir every
sed 's/module enabled/module every/; s/input wire ce, //; s/ & ce;/;/; s/else if (ce)/else/; s/if (ce) //' enabled/old.v >every/old.v
sed 's/STAGES = 2/STAGES = 7/' every/old.v >every_longer.v
sed "s/x + 8'd1/x + 8'd1 + {7'd0, x == 8'h80}/" every_longer.v >every_wrong.v
sed 's/^top: enabled/top: every/; s/ valid: ce,//' enabled/block.yaml >every/block.yaml
expect 0 'pass' -- against ./every --rtl every_longer.v --against every/old.v --knobs resets=20 --cycles 30000
lacks 'given up' 'resets given up where a payload is taken in every cycle'
lacks ' 1 resets' 'no reset where a payload is taken in every cycle'
expect 1 'on b: payloads differ' -- against ./every --rtl every_wrong.v --against every/old.v --cycles 30000

# --- a source that goes on by itself: resets are given up, and the report says so ---

mkdir ticks
cat >ticks/old.v <<'END'
module ticks (
    input wire clk, input wire rst,
    input wire a_valid, output wire a_ready, input wire [7:0] a_x,
    output reg b_valid, input wire b_ready, output reg [7:0] b_x,
    output reg t_valid, output reg [7:0] t_n
);
    reg [2:0] n;
    assign a_ready = ~b_valid | b_ready;
    always @(posedge clk) begin
        if (rst) b_valid <= 0; else if (a_ready) b_valid <= a_valid;
        if (a_ready) b_x <= a_x;
        n <= rst ? 3'd0 : n + 3'd1;
        t_valid <= ~rst & (n == 3'd5);
        t_n <= rst ? 8'd0 : t_n + {7'd0, t_valid};
    end
endmodule
END
sed "s/3'd5/3'd7/" ticks/old.v >later.v
sed "s/t_n + {7'd0, t_valid}/t_n + {7'd0, t_valid} + {7'd0, t_n == 8'd40}/" later.v >miscounts.v
cat >ticks/block.yaml <<'END'
top: ticks
rtl: old.v
reset: rst
level: none
streams:
  a: {direction: sink, fields: {x: 8}}
  b: {direction: source, fields: {x: 8}}
  t: {direction: source, kind: valid_only, fields: {n: 8}}
END
expect 0 'pass' 'given up:   ' ' resets, 0 changes of pins outside streams: a side did not become idle in 10000 cycles' \
    'at the end: a side did not become idle in 10000 cycles' \
    -- against ./ticks --rtl later.v --against ticks/old.v --knobs resets=20 --cycles 60000
expect 0 '"resets_given_up":' '"restless":true' \
    -- against ./ticks --rtl later.v --against ticks/old.v --knobs resets=20 --cycles 60000 --json
lacks '"resets_given_up":0' 'no reset was given up'
expect 1 'on t: payloads differ' -- against ./ticks --rtl miscounts.v --against ticks/old.v --cycles 30000

# --- a join: the model, which shapes the stimulus, gets both transfers together ---

mkdir joined
cat >joined/old.v <<'END'
module joined (
    input wire clk, input wire rst,
    input wire k_valid, output wire k_ready, input wire [1:0] k_key,
    input wire v_valid, output wire v_ready, input wire [7:0] v_value,
    input wire r_valid, output wire r_ready, input wire [1:0] r_key,
    output reg q_valid, input wire q_ready, output reg [7:0] q_value
);
    reg [7:0] value[0:3]; // without a reset
    assign k_ready = v_valid;
    assign v_ready = k_valid;
    assign r_ready = ~q_valid | q_ready;
    always @(posedge clk) begin
        if (k_valid & v_valid & ~rst) value[k_key] <= v_value;
        if (rst) q_valid <= 0; else if (r_ready) q_valid <= r_valid;
        if (r_ready & r_valid) q_value <= value[r_key];
    end
endmodule
END
cat >joined/block.yaml <<'END'
top: joined
rtl: old.v
reset: rst
level: transfers
streams:
  k: {direction: sink, join: write, fields: {key: 2}}
  v: {direction: sink, join: write, fields: {value: 8}}
  r: {direction: sink, fields: {key: 2}}
  q: {direction: source, fields: {value: 8}}
END
# Nothing is read before it was written, because it has no value then. Each is written once, so that no write is under way with a read
# of it.
cat >joined/joined.c <<'END'
#include "joined_model.h"

struct joined_state {
    unsigned char written[4], value[4];
};

ASSAY_MODEL(joined);

void joined_init(struct joined_state *s, const struct joined_params *p)
{
    (void)s;
    (void)p;
}

void joined_on_write(struct joined_state *s, const struct joined_k *k, const struct joined_v *v,
                     struct assay_emit *emit)
{
    (void)emit;
    if (!s->written[k->key])
        s->value[k->key] = v->value;
    s->written[k->key] = 1;
}

void joined_on_r(struct joined_state *s, const struct joined_r *r, struct assay_emit *emit)
{
    joined_emit_q(emit, &(struct joined_q){.value = s->value[r->key]});
}

bool joined_legal(const struct joined_state *s, unsigned stream, void *payload)
{
    const struct joined_r *r = payload;

    return stream != joined_stream_r || s->written[r->key];
}
END
sed -i 's/if (k_valid & v_valid & ~rst)/if (k_valid \& v_valid \& ~rst \& ~written[k_key])/; s/reg \[7:0\] value\[0:3\];/reg [7:0] value[0:3]; reg [3:0] written;/; s/^    always.*/&\n        if (rst) written <= 0; else if (k_valid \& v_valid) written[k_key] <= 1;/' joined/old.v
sed "s/q_value <= value\[r_key\]/q_value <= value[r_key] ^ {7'd0, r_key == 2'd3}/" joined/old.v >joined_wrong.v
expect 0 'pass' -- "$assay" run ./joined --cycles 20000
for level in cycle transfers; do
    expect 0 'pass' -- "$assay" run ./joined --against joined/old.v --level $level --cycles 20000 --out out
    lacks ' r 0 q 0' "level $level: the model was not told of joined transfers"
    expect 1 'MISMATCH' 'q_value' -- \
        "$assay" run ./joined --rtl joined_wrong.v --against joined/old.v --level $level --cycles 20000 --out out
done

# --- an output with a condition ---

mkdir sums
cat >sums/old.v <<'END'
module sums #(parameter STAGES = 1) (
    input wire clk, input wire rst,
    input wire a_valid, output wire a_ready, input wire [7:0] a_x,
    output wire b_valid, input wire b_ready,
    output wire [7:0] b_x, output reg [7:0] sum, output wire idle
);
    reg [STAGES-1:0] v;
    reg [8*STAGES-1:0] d;
    wire go = ~v[STAGES-1] | b_ready;
    assign a_ready = go;
    assign b_valid = v[STAGES-1];
    assign b_x = d[8*STAGES-1 -: 8];
    assign idle = v == 0;
    always @(posedge clk) begin
        if (rst) v <= 0; else if (go) v <= {v, a_valid};
        if (go) d <= {d, a_x};
        if (rst) sum <= 0; else if (b_valid & b_ready) sum <= sum + b_x;
    end
endmodule
END
cat >sums/block.yaml <<'END'
top: sums
rtl: old.v
reset: rst
level: transfers
streams:
  a: {direction: sink, fields: {x: 8}}
  b: {direction: source, fields: {x: 8}}
pins:
  sum: {direction: out, width: 8, when: "idle & !a_valid"}
  idle: {direction: out, width: 1}
END
cat >sums/sums.c <<'END'
#include "sums_model.h"

struct sums_state {
    unsigned char sum;
};

ASSAY_MODEL(sums);

void sums_init(struct sums_state *s, const struct sums_params *p)
{
    (void)s;
    (void)p;
}

void sums_on_a(struct sums_state *s, const struct sums_a *a, struct assay_emit *emit)
{
    s->sum = (unsigned char)(s->sum + a->x);
    sums_emit_b(emit, &(struct sums_b){.x = a->x});
}

void sums_expect(const struct sums_state *s, struct sums_outputs *out)
{
    out->sum = s->sum;
}
END
sed 's/STAGES = 1/STAGES = 5/' sums/old.v >sums_longer.v
sed "s/sum <= sum + b_x/sum <= sum + b_x + {7'd0, b_x == 8'h80}/" sums_longer.v >sums_wrong.v
sed 's/assign idle = v == 0/assign idle = 1'"'b0/" sums_longer.v >sums_busy.v
expect 0 'pass' -- "$assay" run ./sums --cycles 5000
expect 0 'pass' 'and what outputs show last under their `when` after the same transfers' -- \
    against ./sums --rtl sums_longer.v --against sums/old.v --cycles 20000
expect 1 'MISMATCH' 'sum ' 'output:     shown after the same transfers: new in cycle ' ', old in cycle ' -- \
    against ./sums --rtl sums_wrong.v --against sums/old.v --cycles 20000
expect 1 '"verdict":"mismatch"' '"output":{"new":' '"port":"sum"' -- \
    against ./sums --rtl sums_wrong.v --against sums/old.v --cycles 20000 --json
expect 1 'MISMATCH' 'sum ' -- against ./sums --rtl sums/old.v --against sums_wrong.v --cycles 20000
expect 1 'sum ' -- "$assay" replay out/sums-seed1.replay --out again
expect 0 'sum ' 'transactions 1' -- "$assay" shrink out/sums-seed1.replay
expect 1 'sum ' -- "$assay" replay out/sums-seed1.min.replay --out again
expect 1 'NOTHING COMPARED on sum, whose `when` never held on both sides after the same transfers' -- \
    against ./sums --rtl sums_busy.v --against sums/old.v --cycles 5000
expect 1 'MISMATCH' 'sum ' -- \
    against ./sums --rtl sums_wrong.v --against sums/old.v --cycles 5000 --backend icarus

# --- sinks that wait for one another: it is not the design that hangs while the bench offers on one of them alone ---

mkdir both
cat >both/old.v <<'END'
module both (
    input wire clk, input wire rst,
    input wire k_valid, output wire k_ready, input wire [1:0] k_key,
    input wire v_valid, output wire v_ready, input wire [7:0] v_value,
    output reg q_valid, input wire q_ready, output reg [7:0] q_value
);
    wire go = (~q_valid | q_ready) & ~stuck;
    reg stuck;
    assign k_ready = v_valid & go;
    assign v_ready = k_valid & go;
    always @(posedge clk) begin
        stuck <= 1'b0;
        if (rst) q_valid <= 0; else if (go) q_valid <= k_valid & v_valid;
        else if (q_ready) q_valid <= 0;
        if (go) q_value <= v_value ^ {6'd0, k_key};
    end
endmodule
END
cat >both/block.yaml <<'END'
top: both
rtl: old.v
reset: rst
level: none
timeout: 50
streams:
  k: {direction: sink, fields: {key: 2}}
  v: {direction: sink, fields: {value: 8}}
  q: {direction: source, fields: {value: 8}}
END
sed "s/stuck <= 1'b0/stuck <= ~rst \& (stuck | q_value == 8'h80)/" both/old.v >both_stuck.v
expect 0 'pass' -- against ./both --against both/old.v --cycles 60000 --knobs resets=20
expect 1 'HANG' ' of new for 50 cycles' -- against ./both --rtl both_stuck.v --against both_stuck.v --cycles 60000
expect 1 'HANG' ' of old for 50 cycles' -- against ./both --rtl both/old.v --against both_stuck.v --cycles 60000
expect 0 'pass' -- "$assay" run ./both --cycles 60000 --out out
expect 1 'HANG' -- "$assay" run ./both --rtl both_stuck.v --cycles 60000 --out out
expect 0 'both: hang at cycle' -- "$assay" shrink out/both-seed1.replay
expect 1 'HANG' -- "$assay" replay out/both-seed1.min.replay

# --- a group of two sinks, one of which waits for a third that is not of the group ---

cp -r "$source_dir/tb/examples/attach/axil_regs" grouped
rm grouped/axil_regs.c
sed -i 's/^top: .*/&\nname: grouped/; s/level: transfers/level: none/; /join: write/d; /valid_waits/d
    s/^    valid: s_axi_a[rw]valid/&\n    outstanding: 1\n    group: access/' grouped/block.yaml
sed "s/^    assign s_axi_arready = .*/    reg [1:0] rest;\\
    always @(posedge aclk) rest <= aresetn ? {rest[0], s_axi_rvalid \& s_axi_rready} : 2'b0;\\
    assign s_axi_arready = ~s_axi_rvalid \& ~|rest;/" grouped/rtl/axil_regs.v >regs_slow.v
sed "s/if (strb\[b\])/if (strb[b] | strb[0])/" regs_slow.v >regs_wrong.v
expect 0 'pass' -- against ./grouped --rtl regs_slow.v --against grouped/axil_regs.f --cycles 100000
expect 1 'on r: payloads differ' -- against ./grouped --rtl regs_wrong.v --against grouped/axil_regs.f --cycles 100000

# --- adapters: the models of both sides are told of the parameters before the first cycle ---

cp -r "$source_dir/tb/examples/attach/uart" .
expect 0 'pass' 'line_in ' -- against ./uart --rtl uart/uart.f --against uart/uart.f --cycles 20000

# --- outputs that no payload and no condition covers are named ---

sed -i '/when:/s/, when: .*}/}/' sums/block.yaml
expect 0 'pass' 'left out:   sum, idle (no `when` says' -- \
    against ./sums --rtl sums_wrong.v --against sums/old.v --cycles 5000
expect 0 '"left_out":["sum","idle"]' -- against ./sums --rtl sums_wrong.v --against sums/old.v --cycles 5000 --json
expect 1 'MISMATCH' -- "$assay" run ./sums --rtl sums_wrong.v --against sums/old.v --level cycle --cycles 5000 --out out

# --- responses out of order ---

cp -r "$source_dir/tb/examples/attach/tagmem" .
sed 's/HIT = 3, MISS = 7/HIT = 2, MISS = 5/' tagmem/rtl/tagmem.sv >tagmem_soon.sv
sed "s/resp_data <= data\[i\]/resp_data <= data[i] ^ {15'd0, \&done}/" tagmem_soon.sv >tagmem_wrong.sv
expect 0 'pass' 'the payloads of each source, in order or by `match`' -- \
    against ./tagmem --rtl tagmem_soon.sv --against tagmem/tagmem.f --cycles 20000
expect 1 'on resp: payloads differ' -- against ./tagmem --rtl tagmem_wrong.sv --against tagmem/tagmem.f --cycles 60000

# --- a model that is lost while it shapes the stimulus is named, and not a side ---

# ends NAME STATEMENT: a block whose model does this at its 300th transfer.
ends() {
    cp -r "$source_dir/tb/examples/attach/fifo" "$1"
    sed -i "s/^top: .*/&\nname: $1/" "$1/block.yaml"
    sed "s/fifo/$1/g; s/^    (void)s;/    static int n;\n    if (++n == 300)\n        $2\n&/" "$1/fifo.c" >"$1/$1.c"
    rm "$1/fifo.c"
}
ends crashes '*(volatile int *)0 = 1;'
ends spins 'for (volatile int i = 0;;) ++i;'
for level in cycle transfers; do
    expect 1 'CRASHED: signal 11 (Segmentation fault) in the model at cycle ' -- \
        "$assay" run ./crashes --against crashes/fifo.f --level $level --out out
    expect 1 'DOES NOT SETTLE: the model in cycle ' -- \
        env ASSAY_SETTLE=1 "$assay" run ./spins --against spins/fifo.f --level $level --out out
done
sed -i 's/^    s->params = \*params;/    *(volatile int *)0 = 1;/' crashes/crashes.c
for level in cycle transfers; do
    expect 1 'CRASHED: signal 11 (Segmentation fault) in the model at cycle 0, in crashes_init' -- \
        "$assay" run ./crashes --against crashes/fifo.f --level $level --out out
done

# --- scripts: a reset, and another value of a pin, wait until nothing is under way in either design ---

mkdir written
cat >written/old.v <<'END'
module written #(parameter STAGES = 1) (
    input wire clk, input wire rst, input wire [7:0] mask,
    input wire a_valid, output wire a_ready, input wire [7:0] a_x,
    output wire b_valid, input wire b_ready, output wire [7:0] b_x
);
    reg [STAGES-1:0] v;
    reg [8*STAGES-1:0] d;
    reg [7:0] sum; // without a reset
    wire go = ~v[STAGES-1] | b_ready;
    assign a_ready = go;
    assign b_valid = v[STAGES-1];
    assign b_x = (d[8*STAGES-1 -: 8] + sum) & mask;
    initial sum = 0;
    always @(posedge clk) begin
        if (rst) v <= 0; else if (go) v <= {v, a_valid};
        if (go) d <= {d, a_x};
        if (b_valid & b_ready & ~rst) sum <= sum + d[8*STAGES-1 -: 8];
    end
endmodule
END
cat >written/block.yaml <<'END'
top: written
rtl: old.v
reset: rst
level: none
streams:
  a: {direction: sink, fields: {x: 8}}
  b: {direction: source, fields: {x: 8}}
pins:
  mask: {direction: in, width: 8, drive: per_cycle}
END
sed 's/STAGES = 1/STAGES = 6/' written/old.v >written_longer.v
expect 0 'pass' -- against ./written --rtl written_longer.v --against written/old.v --cycles 20000
cat >script.replay <<END
assay-replay 1
kind transactions
block written
folder $work/written
content 00000000000000000000000000000000
params default
cycles 40
rtl written_longer.v
against written/old.v
level transfers
sides 00000000000000000000000000000000 00000000000000000000000000000000
plain mask 0 ff
reset 0 2
a 0 x=1
a 0 x=2
a 0 x=4
a 0 x=8
plain mask 4 f
reset 8 2
a 0 x=10
a 0 x=20
a 0 x=40
a 0 x=81
sha256 none
END
expect 0 'pass' '2 resets' 'a 8 b 8' -- "$assay" replay script.replay --out again
sed "s/sum <= sum + /sum <= sum + {7'd0, d[7:0] == 8'h81} + /" written_longer.v >written_wrong.v
expect 1 'on b: payloads differ' -- "$assay" replay script.replay --rtl written_wrong.v --out again

done_checking
