#!/usr/bin/env bash
# test_attach_transfers.sh - level `transfers` of attached designs: streams that are joined, plain outputs under a condition,
# models that do not come back, and vector sets with their testbench in two simulators.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one
own_cache
export ASSAY_SETTLE=2

# --- an adder: two sinks that are joined, a count that is right while nothing is under way ---

mkdir adder
cat >adder/adder.v <<'END'
module adder (
    input wire clk, input wire rst,
    input wire a_valid, output wire a_ready, input wire [7:0] a_x,
    input wire b_valid, output wire b_ready, input wire [7:0] b_y,
    output reg sum_valid, input wire sum_ready, output reg [8:0] sum_s,
    output wire idle, output reg [7:0] done, output reg [3:0] resets
);
    reg has_a, has_b;
    reg [7:0] x, y;
    wire go = has_a & has_b & (!sum_valid | sum_ready);
    assign a_ready = !has_a;
    assign b_ready = !has_b;
    assign idle = !has_a & !has_b & !sum_valid;
    initial resets = 0;
    always @(posedge clk)
        if (rst) begin
            has_a <= 0;
            has_b <= 0;
            sum_valid <= 0;
            done <= 0;
            if (resets != 15) resets <= resets + 1;
        end else begin
            resets <= 0;
            if (a_valid & a_ready) begin x <= a_x; has_a <= 1; end
            if (b_valid & b_ready) begin y <= b_y; has_b <= 1; end
            if (sum_valid & sum_ready) sum_valid <= 0;
            if (go) begin
                sum_valid <= 1;
                sum_s <= x + y;
                done <= done + 1;
                has_a <= 0;
                has_b <= 0;
            end
        end
endmodule
END
cat >adder/block.yaml <<'END'
rtl: adder.v
level: transfers
timeout: 300
reset: {pin: rst, cycles: 5}
streams:
  a: {direction: sink, join: pair, fields: {x: }}
  b: {direction: sink, join: pair, fields: {y: }}
  sum: {direction: source, fields: {s: }}
pins:
  idle: {direction: out}
  done: {direction: out, when: "idle & !(a_valid & b_valid)"}
  resets: {direction: out}
END
cat >adder/adder.c <<'END'
#include "adder_model.h"

struct adder_state {
    unsigned done;
};
ASSAY_MODEL(adder);

void adder_init(struct adder_state *s, const struct adder_params *p)
{
    (void)p;
    s->done = 0;
}

void adder_on_pair(struct adder_state *s, const struct adder_a *a, const struct adder_b *b, struct assay_emit *emit)
{
    ++s->done;
    adder_emit_sum(emit, &(struct adder_sum){.s = (uint16_t)(a->x + b->y)});
}

void adder_expect(const struct adder_state *s, struct adder_outputs *out)
{
    out->done = (uint8_t)s->done;
}
END
run=("$assay" run ./adder --cycles 3000)

expect 0 'adder, scenario random' 'backend verilator: pass' -- "${run[@]}"
unnoticed=${output##*inverted: }
expect 0 'backend icarus: pass' -- "${run[@]}" --backend icarus
case $unnoticed in
*done*) fail 'an output under a condition is not noticed' ;;
*) pass ;;
esac

broken() { # FILE and a sed script
    rm -rf w
    mkdir w
    cp -r adder w/
    rm -f w/adder/block.widths
    sed -i "$2" "w/adder/$1"
    if cmp -s "adder/$1" "w/adder/$1"; then output= fail "$2 changes nothing"; fi
}
bad=("$assay" run w/adder --cycles 3000 --out again)

broken adder.v 's/x + y/x - y/'
expect 1 'MISMATCH' 'on sum' 'request: ' -- "${bad[@]}"
broken adder.v 's/done <= done + 1/done <= done + (done == 20 ? 2 : 1)/'
expect 1 'MISMATCH at cycle' 'done  ' -- "${bad[@]}"
expect 1 'MISMATCH at cycle' 'done  ' -- "$assay" replay again/adder-seed1.replay --backend icarus --out again
expect 0 'port done' -- "$assay" shrink again/adder-seed1.replay
broken adder.c 's/(uint8_t)s->done/0/'
expect 1 'MISMATCH at cycle' 'done  ' -- "${bad[@]}"
broken adder.v 's/^            done <= 0;//'
expect 1 'UNKNOWN (X or Z)' 'done  ' -- "${bad[@]}" --backend icarus
broken block.yaml 's/idle & !(/idle \& sum_valid \& !(/'
expect 1 'NOTHING COMPARED on done, whose `when` never held' -- "${bad[@]}"
broken block.yaml 's/idle & !(/idel \& !(/'
expect 2 'w/adder/block.yaml:11: pin idel is missing in module adder' -- "${bad[@]}"
broken adder.c '/^void adder_expect/,$d'
expect 2 'undefined symbol: adder_expect: expected the sources of the model to define it' -- "${bad[@]}"
broken block.yaml 's/level: transfers/level: cycle/'
expect 2 'w/adder/block.yaml:6: stream a: join: expected level transfers' -- "${bad[@]}"
# The model that is written has a function for each thing that the description asks for: it compiles and loads.
broken adder.c 'd'
rm w/adder/adder.c
expect 0 'wrote w/adder/adder.c' -- "$assay" new-block w/adder --model
check 'it has what is under a condition' grep -q '^void adder_expect' w/adder/adder.c
expect 1 'of adder is not written' -- "${bad[@]}"
sed -i '/UNWRITTEN/d' w/adder/adder.c
expect 1 'MISMATCH' 'on sum' -- "${bad[@]}"

# A model may keep things beside its state, as the RTL may through a reset: each trial of shrinking begins afresh.
broken adder.v 's/^            done <= 0;//; s/initial resets = 0/initial begin resets = 0; done = 0; end/; s/x + y/x + y + (x == 8'"'"'h55)/'
sed -i 's/    s->done = 0;//; s/++s->done;/++kept;/; s/s->done/kept/; s/^struct adder_state/static unsigned kept;\n&/' w/adder/adder.c
sed -i 's/void adder_expect.*/&\n/; s/(uint8_t)kept/((void)s, (uint8_t)kept)/' w/adder/adder.c
expect 1 'MISMATCH at cycle' 'on sum' -- "${bad[@]}"
expect 0 'port sum_s' 'units 2,' -- "$assay" shrink again/adder-seed1.replay
sed -i 's/ + (x == 8.h55)//' w/adder/adder.v
expect 0 'pass' -- "$assay" replay again/adder-seed1.min.replay --out fixed
expect 0 'pass' -- "${bad[@]}"

# The reset is as long as it is said to be.
broken adder.v 's/assign idle = /assign idle = resets[3:0] != 5 \& resets[3:0] != 0 \& !rst ? 1'"'"'bx : /'
expect 0 'pass' -- "${bad[@]}" --backend icarus
broken block.yaml 's/, cycles: 5//'
sed -i 's/assign idle = /assign idle = resets[3:0] != 5 \& resets[3:0] != 0 \& !rst ? 1'"'"'bx : /' w/adder/adder.v
expect 1 'UNKNOWN' -- "${bad[@]}" --backend icarus

# --- a ready that depends on the payload, which is X while nothing is offered ---

broken adder.v 's/assign a_ready = !has_a;/assign a_ready = !has_a \& (a_x[0] | !a_x[0]);/'
expect 0 'backend icarus: pass' -- "${bad[@]}" --backend icarus

# --- models that do not come back ---

broken adder.c 's/^    s->done = 0;/    *(volatile int *)0 = 1;/'
for backend in verilator icarus model; do
    expect 1 'adder, scenario random' 'CRASHED: signal 11 (Segmentation fault) in the model at cycle 0, in adder_init' -- \
        "${bad[@]}" --backend $backend
done
broken adder.c 's/^    s->done = 0;/    for (volatile int i = 1; i; ) ;/'
expect 1 'adder, scenario random' 'DOES NOT SETTLE: the model in cycle 0' ', in adder_init' -- "${bad[@]}"
broken adder.c 's/^    s->done = 0;/    static int n; if (++n == 2) __builtin_abort();/'
expect 1 'CRASHED: signal 6 (Aborted) in the model at cycle' ', in adder_init' -- "${bad[@]}"
broken adder.c 's/^#include/#include <stdlib.h>\n&/; s/^    s->done = 0;/    exit(0);/'
expect 1 'adder, scenario random' 'CRASHED: the model called exit at cycle 0, in adder_init' -- "${bad[@]}"
expect 1 'CRASHED: the model called exit' -- "${bad[@]}" --backend icarus
broken adder.c 's/^#include/#include <unistd.h>\n&/; s/^    ++s->done;/    if (s->done == 9) _exit(0);\n&/'
expect 1 'adder, scenario random' 'CRASHED: the model called exit at cycle' -- "${bad[@]}"
expect 2 'the model of adder: crashed at cycle' -- "$assay" vectors w/adder --format memh --count 500 --out crashed
broken block.yaml 's/^streams:/parameters: {n: 1}\n&/'
sed -i 's/^module adder/& #(parameter N = 1)/' w/adder/adder.v
cat >>w/adder/adder.c <<'END'
#include <stdlib.h>
const char *adder_check_params(const struct adder_params *p)
{
    exit((int)p->n - 1);
}
END
expect 1 'the model called exit(0): expected it to return' -- "${bad[@]}"

# --- vectors: a testbench that compares in order ---

# simulate TOOL FOLDER SOURCE...: what the testbench of a set says.
simulate() {
    local tool=$1 folder=$2 files=() file
    shift 2
    for file in "$@"; do
        files+=("$(realpath "$file")")
    done
    (
        cd "$folder" || exit 1
        if [ "$tool" = icarus ]; then
            iverilog -g2012 -s tb -o tb.vvp tb.v "${files[@]}" 2>compile.log && vvp -n tb.vvp
        else
            verilator --binary -Wno-fatal -Wno-lint --top-module tb -CFLAGS -O0 -Mdir obj tb.v "${files[@]}" \
                >compile.log 2>&1 && obj/Vtb
        fi || cat compile.log
    )
}

expect 0 'vectors of adder, seed 1, transfers a ' -- "$assay" vectors ./adder --format memh --out adder_set
expect 0 'as the golden model makes it' -- "$assay" vectors --check adder_set
for tool in icarus verilator; do
    expect 0 'vectors: PASS: ' -- simulate $tool adder_set adder/adder.v
done
passes=${output#*PASS: }
[ "${passes%% *}" -gt 50 ] && pass || fail 'it compares some'
sed 's/x + y/x - y/' adder/adder.v >wrong.v
expect 0 'sum: ' ': expected ' 'vectors: FAIL' -- simulate icarus adder_set wrong.v
expect 0 'vectors: FAIL' -- simulate verilator adder_set wrong.v
# Lost, twice, without a transfer, never ready, not held, unknown.
sed 's/done <= done + 1;/& if (done == 9) sum_valid <= 0;/' adder/adder.v >wrong.v
expect 0 'vectors: FAIL' -- simulate icarus adder_set wrong.v
sed 's/if (sum_valid & sum_ready)/if (sum_valid \& sum_ready \& done != 9)/' adder/adder.v >wrong.v
expect 0 'vectors: FAIL' -- simulate icarus adder_set wrong.v
sed 's/sum_valid <= 1;/sum_valid <= 0;/' adder/adder.v >wrong.v
expect 0 ' transfers more' 'sum: nothing compared' 'vectors: FAIL' -- simulate icarus adder_set wrong.v
sed 's/a_ready = !has_a/a_ready = 0/' adder/adder.v >wrong.v
expect 0 'a: expected a transfer, which is offered' 'a: nothing compared' -- simulate icarus adder_set wrong.v
sed 's/if (sum_valid & sum_ready)/if (sum_valid)/' adder/adder.v >wrong.v
expect 0 'sum: valid and payload: expected them to stay' 'vectors: FAIL' -- simulate icarus adder_set wrong.v
sed 's/^            sum_valid <= 0;//' adder/adder.v >wrong.v
expect 0 'sum_valid is unknown' 'vectors: FAIL' -- simulate icarus adder_set wrong.v
# A file that is damaged or cut short.
cp -r adder_set damaged
line=$(awk -F '' '/[^0]/ { n = NR } END { print n }' damaged/response.memh)
sed -i "${line}y/0123456789abcdef/123456789abcdef0/" damaged/response.memh
expect 0 'vectors: FAIL' -- simulate icarus damaged adder/adder.v
expect 1 "damaged/response.memh:$line:1: '" -- "$assay" vectors --check damaged
head -n 9 adder_set/stimulus.memh >damaged/stimulus.memh
expect 0 'the vectors end: expected' 'vectors: FAIL' -- simulate icarus damaged adder/adder.v
: >damaged/stimulus.memh
expect 0 'vectors: FAIL' -- simulate icarus damaged adder/adder.v
# A set that compares nothing is none.
expect 2 'block adder: no transfer on ' 'expected at least one: use more cycles' -- \
    "$assay" vectors ./adder --format memh --count 3 --out none
expect 0 'vectors of adder' -- "$assay" vectors ./adder --format jsonl --count 200 --out lines
check 'a line a transfer, responses behind their call' grep -q '"stream":"sum","direction":"out"' lines/vectors.jsonl
expect 2 'csv has a line for each cycle' -- "$assay" vectors ./adder --format csv --out none

# The examples: responses by a tag, pins in expressions, the comparison of their own.
for name in fifo fifo_registered tagmem axil_regs sha256 axis_fifo uart cordic arbiter; do
    cp -r "$source_dir/tb/examples/attach/$name" .
done
for name in fifo fifo_registered tagmem axil_regs sha256 arbiter; do
    expect 0 "vectors of $name" -- "$assay" vectors "./$name" --format memh --count 600 --out "${name}_set"
    mapfile -t files < <(sed "s:^[^/]*:$name/&:" "$name/$name.f" | grep -E '\.s?v$')
    expect 0 'vectors: PASS' -- simulate icarus "${name}_set" "${files[@]}"
done
patch -s -p1 -d tagmem <tagmem/faults/lost_in_stall.patch
mapfile -t files < <(sed "s:^[^/]*:tagmem/&:" tagmem/tagmem.f | grep -E '\.s?v$')
expect 0 'vectors: FAIL' -- simulate icarus tagmem_set "${files[@]}"
expect 2 'its own comparison, accept' -- "$assay" vectors ./axis_fifo --format memh --out none
expect 2 'a stream is of kind adapter' -- "$assay" vectors ./uart --format memh --out none
expect 2 'its own comparison, accept' -- "$assay" vectors ./cordic --format memh --out none
expect 0 'vectors of cordic' -- "$assay" vectors ./cordic --format jsonl --out cordic_set

done_checking
