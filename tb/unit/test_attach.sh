#!/usr/bin/env bash
# test_attach.sh - a block is a folder: found, compiled, run, replayed and taken through a regression, from outside the tree.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one
own_cache
export ASSAY_SETTLE=2

# --- a FIFO that the tree does not have ---

mkdir fifo
cat >fifo/my_fifo.v <<'END'
module my_fifo #(parameter DEPTH = 4, parameter WIDTH = 8) (
    input wire clk, input wire rst_n,
    input wire wr_en, input wire [WIDTH-1:0] wr_data, output wire full,
    input wire rd_en, output wire [WIDTH-1:0] rd_data, output wire empty,
    output wire [$clog2(DEPTH):0] count
);
    localparam A = $clog2(DEPTH);
    reg [WIDTH-1:0] mem [0:DEPTH-1];
    reg [A:0] head, tail;
    assign count = head - tail;
    assign full = count == DEPTH;
    assign empty = head == tail;
    assign rd_data = mem[tail[A-1:0]];
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            head <= #1 0;
            tail <= #1 0;
        end else begin
            if (wr_en & !full) begin
                mem[head[A-1:0]] <= #1 wr_data;
                head <= #1 head + 1'b1;
            end
            if (rd_en & !empty)
                tail <= #1 tail + 1'b1;
        end
endmodule
END
cat >fifo/block.yaml <<'END'
top: my_fifo
summary: a FIFO of somebody's
rtl: my_fifo.v
parameters:
  depth: 4
  width: 8
sets:
  wide: {depth: 8, width: 100}
reset: {pin: rst_n, active: low, async: true}
level: cycle
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
pins:
  count: {direction: out}
END
cat >fifo/fifo.c <<'END'
#include "fifo_model.h"

#include <string.h>

struct fifo_state {
    struct fifo_params p;
    unsigned char data[64][sizeof(((struct fifo_push *)0)->data)];
    unsigned head, tail;
};

ASSAY_MODEL(fifo);

void fifo_init(struct fifo_state *s, const struct fifo_params *p)
{
    s->p = *p;
    s->head = s->tail = 0;
}

void fifo_step(struct fifo_state *s, const struct fifo_inputs *in, struct fifo_outputs *out)
{
    memset(out, 0, sizeof *out);
    out->count = (unsigned char)(s->head - s->tail);
    out->push_ready = out->count < s->p.depth;
    out->pop_valid = out->count > 0;
    memcpy(&out->pop.data, s->data[s->tail % 64], sizeof out->pop.data);
    if (in->rst) {
        s->head = s->tail = 0;
        return;
    }
    if (in->push_valid && out->push_ready) {
        memcpy(s->data[s->head % 64], &in->push.data, sizeof in->push.data);
        s->head++;
    }
    if (out->pop_valid && in->pop_ready)
        s->tail++;
}
END
run=("$assay" run ./fifo --cycles 3000)

expect 0 'fifo (depth=4,width=8), scenario random, seed 1, backend verilator: pass' \
    '5 delays are ignored, the first at' -- "${run[@]}"
output=$(cat fifo/block.widths)
check 'widths are recorded' grep -qx 'push_data 8' fifo/block.widths
expect 0 pass -- "${run[@]}"
check 'all of it is in the cache' [ "${output/building/}" = "$output" ]
expect 0 'width=100' pass -- "${run[@]}" --params wide
verilator=$("${run[@]}" | grep transfers) icarus=$("${run[@]}" --backend icarus | grep transfers)
output="$verilator / $icarus"
if [ -n "$verilator" ] && [ "$verilator" = "$icarus" ]; then pass; else fail 'Icarus counts other transfers'; fi
expect 0 'a FIFO of somebody' 'set        wide' -- "$assay" list ./fifo
expect 0 dut.so -- "$assay" build fifo/
expect 0 pass -- sh -c 'cd fifo && "$0" run . --cycles 500' "$assay"
expect 0 '1000 vectors of fifo' -- "$assay" vectors ./fifo --format csv --out vectors
expect 0 'as the golden model makes it' -- "$assay" vectors --check vectors

# --- a bug: found, replayed from elsewhere, shrunk ---

sed -i 's/wr_en & !full/wr_en/' fifo/my_fifo.v
expect 1 'MISMATCH' 'push_ready' "run $work/fifo --params default" -- "${run[@]}" --out bug
check 'the replay file names the folder' grep -qx "folder ../fifo" bug/fifo-seed1.replay
expect 1 'MISMATCH' -- sh -c 'cd / && "$0" replay "$1" --out "$2"' "$assay" "$work/bug/fifo-seed1.replay" "$work/again"
expect 1 'MISMATCH' -- "$assay" replay bug/fifo-seed1.replay --backend icarus --out again
expect 0 'units 5' -- "$assay" shrink bug/fifo-seed1.replay
mkdir moved
cp -r fifo moved/
cp bug/fifo-seed1.replay moved/
mv fifo away
expect 1 'MISMATCH' -- "$assay" replay moved/fifo-seed1.replay --out again
mv away fifo
echo '/* changed */ int fifo_unused;' >>moved/fifo/fifo.c
mv fifo away
expect 1 'moved/fifo-seed1.replay: block fifo has changed since' 'MISMATCH' -- \
    "$assay" replay moved/fifo-seed1.replay --out again
mv away fifo
rm -r moved/fifo
sed -i 's/if (wr_en)/if (wr_en \& !full)/' fifo/my_fifo.v
expect 0 'pass' -- "$assay" replay bug/fifo-seed1.replay

# A user's RTL of the same pins in its place, and a known bug.
mkdir other
sed 's/head == tail/head == tail || count == 3/' fifo/my_fifo.v >other/new.v
echo new.v >other/new.f
expect 1 'pop_valid' -- "${run[@]}" --rtl other/new.f --out again
mkdir fifo/faults a b
cp fifo/my_fifo.v a
sed 's/count == DEPTH/count >= DEPTH - 1/' fifo/my_fifo.v >b/my_fifo.v
{ echo 'Fault: full one too early'; diff -u a/my_fifo.v b/my_fifo.v; } >fifo/faults/early.patch
expect 0 early -- "$assay" faults ./fifo --params default --cycles 2000

# --- regressions ---

mkdir lists
cat >lists/fifo.yaml <<'END'
entries:
  - {block: ../fifo, cycles: 400_000, seeds: 3, backend: [verilator, model]}
  - {block: ../fifo, cycles: 500, backend: icarus}
  - {block: ../fifo, cycles: 500, fault: early}
END
# The block changes while its jobs run: they go on with what it was.
cp -r fifo keep
"$assay" regress lists/fifo.yaml --out reg --jobs 1 >reg.txt 2>&1 &
for _ in $(seq 600); do
    [ "$(grep -c '^variant' reg/pinned 2>/dev/null)" = 3 ] && break
    sleep 0.1
done
sed -i 's/head + 1/head + 2/' fifo/my_fifo.v
sed -i 's/s->head++/s->head += 3/' fifo/fifo.c
sed -i 's/^  pop:/  pup:/' fifo/block.yaml
wait $!
status=$? output=$(cat reg.txt)
check 'it fails for the fault' [ $status -eq 1 ]
output=$(cat reg.txt)
check 'and for that alone' grep -q '8 jobs: 7 passed, 1 failed' reg.txt
expect 0 '7 passed, 1 failed' 'fifo  ' 'fault early' 'functional coverage' -- "$assay" report --out reg
rm -rf fifo
mv keep fifo
expect 0 'group' 'flow' -- "$assay" coverage reg/coverage.txt --block ./fifo

# Nothing of it runs again until the model or the RTL changes.
expect 1 '7 passed, 1 failed' -- "$assay" regress lists/fifo.yaml --out reg --resume
check 'nothing has changed' [ "${output/have changed/}" = "$output" ]
sed -i 's/s->tail++/s->tail += 1/' fifo/fifo.c
expect 1 'the sources of 8 jobs have changed since they ran' '7 passed, 1 failed' -- \
    "$assay" regress lists/fifo.yaml --out reg --resume

# --- what is wrong with a folder ---

broken() { # with a sed script for a file
    rm -rf w
    mkdir w
    cp -r fifo w/
    rm -f w/fifo/block.widths
    sed -i "$2" "w/fifo/$1"
}
bad=("$assay" run w/fifo --cycles 3000 --out again)

broken block.yaml 's/wr_en$/wr_enable/; s/pin: rd_data/pin: rd_data, width: 9/'
expect 2 'w/fifo/block.yaml:12: pin wr_enable is missing in module my_fifo: expected an input of 1 bit' \
    'pin rd_data is 8 bits wide at' 'my_fifo.v:3: port wr_en is not in w/fifo/block.yaml' -- "${bad[@]}"
# A parameter that the module lacks; Icarus would go on with the module's own value.
broken my_fifo.v 's/DEPTH/DEEP/g'
expect 2 'w/fifo/block.yaml:5: parameter DEPTH is missing in module my_fifo: expected DEEP or WIDTH' -- "${bad[@]}"
expect 2 'w/fifo/block.yaml:5: parameter DEPTH is missing in module my_fifo: expected DEEP or WIDTH' -- \
    "${bad[@]}" --backend icarus
broken my_fifo.v 's/input wire clk,/input wire clk, inout wire z, input wire [7:0] u [0:3],/'
expect 2 'my_fifo.v:2: port z is an inout' 'my_fifo.v:2: port u is not a vector of bits' -- "${bad[@]}"
broken block.yaml 's/my_fifo.v/my_fifo.vhd/'
mv w/fifo/my_fifo.v w/fifo/my_fifo.vhd
expect 2 'w/fifo/block.yaml:3: my_fifo.vhd is VHDL: expected Verilog' -- "${bad[@]}"
broken fifo.c 's/return;/retrn;/'
expect 2 'w/fifo/fifo.c: the model of fifo does not compile' "fifo.c:2" "'retrn'" -- env LC_ALL=C "${bad[@]}"
broken fifo.c 's/^void fifo_init/static int nobody(void) { return 1; }\n&/'
expect 0 'fifo.c:1' 'warning' 'pass' -- "${bad[@]}"
broken fifo.c '/^void fifo_step/,$d'
expect 2 'undefined symbol: fifo_step: expected the sources of the model to define it' -- "${bad[@]}"
broken fifo.c 's/^    memset(out/    if (s->head > 300) *(volatile int *)0 = 1;\n&/'
for backend in verilator icarus model; do
    expect 1 'fifo (' 'CRASHED: signal 11' 'in the model at cycle' -- "${bad[@]}" --backend $backend
done
broken fifo.c 's/^    memset(out/    while (s->head > 300) ;\n&/'
expect 1 'DOES NOT SETTLE: the model in cycle' -- "${bad[@]}"
broken fifo.c 's/out->count = .*/& unsigned n = out->count; if (s->head > 40) out->count |= 0x40;/; s/out->count </n </; s/out->count >/n >/'
expect 1 'BAD MODEL at cycle' 'count of block fifo has bits above its width of 3' -- "${bad[@]}"
# That is no find of a known bug of the RTL.
broken fifo.c 's/out->count = .*/& unsigned n = out->count; if (s->head > 0) out->count |= 0x40;/; s/out->count </n </; s/out->count >/n >/'
expect 3 'BROKEN  fifo     early' 'count of block fifo has bits above its width of 3' '0 of 1 caught, 0 missed, 1 broken' -- "$assay" faults w/fifo --fault early --cycles 2000
broken my_fifo.v 's/WIDTH = 8/WIDTH = 9/'
cp fifo/block.widths w/fifo/
sed -i 's/  width: 8/  width: 9/' w/fifo/block.yaml
expect 0 'widths in the RTL differ from those in w/fifo/block.widths: push_data 9, pop_data 9 (were push_data 8, pop_data 8)' -- "${bad[@]}"
expect 0 pass -- "${bad[@]}"
check 'that is said once' [ "${output/others/}" = "$output" ]

rm -r w/fifo/block.yaml
expect 2 'w/fifo: no block.yaml in it' -- "${bad[@]}"
expect 2 'w/none: No such file' -- "$assay" run w/none
expect 2 "unknown block 'fifo': expected ./fifo for the folder" -- "$assay" run fifo
mkdir dotmul
cp fifo/* dotmul/ 2>/dev/null
expect 2 'the name dotmul is also that of a built-in block' -- "$assay" run ./dotmul
expect 3 'nowhere-cc: cannot be run: expected a C compiler' -- env CC=nowhere-cc "$assay" run ./fifo

# --- the installed program, with nothing of the tree ---

check 'installation' cmake --install "$(dirname "$assay")" --prefix "$work/prefix"
installed=$work/prefix/bin/assay
expect 0 pass -- env -u ASSAY_HOME -u ASSAY_VPI "$installed" run ./fifo --cycles 500
expect 0 pass -- env -u ASSAY_HOME -u ASSAY_VPI "$installed" run ./fifo --cycles 500 --backend icarus

# --- a library that the flags link: when it changes, the model is another ---

mkdir lib
mkdir linked && cp -r "$source_dir/tb/examples/attach/fifo" linked/fifo
printf 'model: {flags: [-L%s, -ltwist]}\n' "$PWD/lib" >>linked/fifo/block.yaml
sed -i 's/^ASSAY_MODEL(fifo);/&\nuint8_t twist(void);/; s/\.data = payload->data/& ^ twist()/' linked/fifo/fifo.c
twist() { # VALUE: the library
    printf '#include <stdint.h>\nuint8_t twist(void);\nuint8_t twist(void) { return %s; }\n' "$1" >lib/twist.c
    cc -fPIC -c lib/twist.c -o lib/twist.o && ar rcs lib/libtwist.a lib/twist.o
}
twist 0
expect 0 'pass' -- "$assay" run ./linked/fifo --cycles 2000
twist 1
expect 1 'MISMATCH' -- "$assay" run ./linked/fifo --cycles 2000
sed -i 's/-ltwist/-l:libtwist.a/' linked/fifo/block.yaml
twist 0
expect 0 'pass' -- "$assay" run ./linked/fifo --cycles 2000
twist 1
expect 1 'MISMATCH' -- "$assay" run ./linked/fifo --cycles 2000

done_checking
