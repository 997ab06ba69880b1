#!/usr/bin/env bash
# test_attach_messages.sh - what attached blocks say: places in paths with blanks, patches that do not apply, widths that are
# not the RTL's, blocks without streams, and how these are shrunk.
. "$(dirname "$0")/check.bash"
mkdir "$work/a" "$work/a place" # `a`: what Verilator leaves of a name with a blank
cd "$work/a place" || exit 1
own_cache
export ASSAY_SETTLE=5

# --- a block without streams and parameters ---

mkdir steps
cat >steps/steps.v <<'END'
module steps(
    input wire clk, input wire rst,
    input wire go, input wire [15:0] add, input wire [3:0] mode,
    output reg [15:0] sum
);
    always @(posedge clk)
        if (rst) sum <= 0;
        else if (go) sum <= sum + add;
endmodule
END
cat >steps/block.yaml <<'END'
top: steps
rtl: steps.v
level: cycle
pins:
  go: {direction: in, width: 1}
  add: {direction: in, width: 16}
  mode: {direction: in, width: 4, range: [2, 9]}
  sum: {direction: out, width: 16}
END
cat >steps/steps.c <<'END'
#include "steps_model.h"

struct steps_state {
    unsigned sum;
};

ASSAY_MODEL(steps);

void steps_init(struct steps_state *s, const struct steps_params *params)
{
    (void)params;
    s->sum = 0;
}

void steps_step(struct steps_state *s, const struct steps_inputs *in, struct steps_outputs *out)
{
    out->sum = s->sum & 0xffff;
    s->sum = in->rst ? 0 : in->go ? s->sum + in->add : s->sum;
}
END
expect 0 'steps, scenario random, seed 1, backend verilator: pass' 'speed:' -- "$assay" run ./steps --cycles 1000
lacks 'transfers:'
lacks '()'
expect 0 'steps, scenario random, backend verilator: 16 output bits inverted' -- "$assay" run ./steps --vacuity
expect 0 'vectors of steps, seed 1' -- "$assay" vectors ./steps --format csv --count 20 --out vectors
lacks 'transfers'
expect 0 ' steps' -- "$assay" cache
lacks '()'

# A run is shrunk to the values that matter, and what the pins are is listed.
mkdir steps/faults
sed 's/sum + add/sum + add + (add[9] \& add[3])/' steps/steps.v >wrong.v
{
    echo 'Fault: a carry too many'
    diff -u --label a/steps.v --label b/steps.v steps/steps.v wrong.v
} >steps/faults/carry.patch
expect 1 'MISMATCH' -- "$assay" run ./steps --fault carry --cycles 10000
expect 0 'steps: mismatch at cycle 3' 'stimulus (cycle, pins that change; they are 0 at first):' \
    '           0  reset, 2 cycles' -- "$assay" shrink steps-seed1.replay
pins=$(grep '  pins ' <<<"$output" | tr -s ' ')
[ "$pins" = ' 0 pins add=208 mode=2
 2 pins go=1' ] && pass || fail 'the pins have other values than the least'

expect 1 'MISMATCH at cycle 3' -- "$assay" replay steps-seed1.min.replay --out again
expect 1 'MISMATCH' -- "$assay" run ./steps --fault carry --cycles 10000 --seed 5
expect 0 'pins ' 'add=208' 'mode=2' -- "$assay" shrink steps-seed5.replay

# --- places ---

sed 's/add: {direction: in, width: 16}/add: {direction: in, width: 17}/' steps/block.yaml >block.yaml
mkdir wide && sed 's/steps/wide/g' steps/steps.c >wide/wide.c && cp steps/steps.v wide/ && mv block.yaml wide/
expect 2 'wide/block.yaml:6: pin add is 16 bits wide at' "a place/wide/steps.v:3: expected 17" -- \
    "$assay" run ./wide --cycles 100
sed 's/posedge clk)/posedge clk) begin/' steps/steps.v >broken.v
expect 2 "a place/broken.v:9" -- "$assay" run ./steps --rtl broken.v
lacks "$work/a:"
expect 2 "broken.v:9" -- "$assay" new-block other --rtl broken.v --top steps
sed 's/mode,/&\n    inout wire both,/' steps/steps.v >both.v
expect 2 'assay: both.v:4: port both is an inout' -- "$assay" new-block other --rtl both.v --top steps
sed 's/<= sum + add;/<= #1 sum + add;/' steps/steps.v >late.v
expect 0 'the first at' 'a place/late.v:8' -- "$assay" run ./steps --rtl late.v --cycles 1000
lacks '()'
# A library, found in a folder whose name has a blank: in its key as well.
mkdir 'my cells'
printf 'module adder(input wire [15:0] a, b, output wire [15:0] y);\n    assign y = a + b;\nendmodule\n' >'my cells/adder.v'
sed -e 's/sum <= sum + add;/sum <= y;/' -e 's/^    always/    wire [15:0] y;\n    adder adder(sum, add, y);\n&/' steps/steps.v >parts.v
printf 'parts.v\n-y "my cells"\n' >parts.f
expect 0 'backend verilator: pass' -- "$assay" run ./steps --rtl parts.f --cycles 1000
sed -i 's/a + b/a - b/' 'my cells/adder.v'
expect 1 'MISMATCH' -- "$assay" run ./steps --rtl parts.f --cycles 1000 --out library
# A message of the RTL in the middle of a run: the name of its file is whole, with _ for blanks.
sed 's/else if (go)/else if (add == 3) $error("three"); else if (go)/' steps/steps.v >three.v
expect 1 'STOPPED' "a_place/three.v:8" -- "$assay" run ./steps --rtl three.v --cycles 1000000 --out three
check 'no link is left' bash -c "! find '$ASSAY_CACHE' -type l | grep -q ."

# --- a width that is another one in the RTL: before the errors of the compiler that follow from it ---

mkdir twice && cp steps/steps.v twice/
sed -e 's/add: {direction: in, width: 16}/add: {direction: in, width: 65}/' steps/block.yaml >twice/block.yaml
sed 's/steps/twice/g' steps/steps.c >twice/twice.c
expect 2 'twice/block.yaml:6: pin add is 16 bits wide at' 'twice.c:18' -- "$assay" run ./twice
said=$output
grep -q 'block.yaml:6: pin add' <<<"${said%%$'\n'*}" && pass || fail 'the description does not come first'
grep -q 'warning: ' <<<"${said#*$'\n'}" && pass || fail 'the compiler does not come behind it'
sed -i 's/in->go ? .*/in->add + 1.0 * in->add;/' twice/twice.c
expect 2 'twice/block.yaml:6: pin add is 16 bits wide at' 'does not compile' -- "$assay" run ./twice
grep -q 'block.yaml:6: pin add' <<<"${output%%$'\n'*}" && pass || fail 'the description does not come first'
sed -i 's/width: 65/width: 16/' twice/block.yaml
sed -i 's/^top: .*/top: step/' twice/block.yaml
sed -i 's/in->add + 1.0 .*/0;/' twice/twice.c
expect 2 'assay: twice: no module step in the RTL: expected one of its modules as the top' -- "$assay" run ./twice
sed -i 's/^top: .*/top: steps/' twice/block.yaml
echo 'int broken(' >>twice/twice.c
expect 2 'assay: twice/twice.c: the model of twice does not compile' -- "$assay" run ./twice

# A model without its line ASSAY_MODEL.
mkdir sizeless && cp steps/steps.v steps/block.yaml sizeless/
sed -e 's/steps/sizeless/g' -e '/^ASSAY_MODEL/d' steps/steps.c >sizeless/sizeless.c
expect 2 'sizeless/block.yaml: block sizeless: its model does not say how large its state is: expected ASSAY_MODEL(sizeless);' \
    -- "$assay" run ./sizeless --cycles 100

# A folder that may not be read; root may read it.
mkdir closed && cp steps/* closed/ 2>/dev/null
if [ "$(id -u)" -eq 0 ]; then
    chmod 755 "$work" "$work/a place"
    mkdir -m 777 others
    chmod 700 closed
    expect 2 './closed: Permission denied: expected a block' -- \
        setpriv --reuid 65534 --regid 65534 --clear-groups env ASSAY_CACHE="$PWD/others" "$assay" list ./closed
else
    chmod 000 closed
    expect 2 './closed: Permission denied: expected a block' -- "$assay" list ./closed
    chmod 700 closed
fi

# --- patches: RTL beside the folder of the block ---

mkdir -p project/rtl project/check/faults
cp steps/steps.v project/rtl/
echo steps.v >project/rtl/steps.f
sed 's/^rtl: .*/rtl: ..\/rtl\/steps.f/' steps/block.yaml >project/check/block.yaml
sed 's/steps/check/g' steps/steps.c >project/check/check.c
cp steps/faults/carry.patch project/check/faults/
sed 's/[ab]\/steps.v/&x/' steps/faults/carry.patch >project/check/faults/astray.patch
expect 1 'check, scenario random' 'MISMATCH' -- "$assay" run project/check --fault carry --out patched
for backend in verilator icarus; do
    expect 2 'check/faults/astray.patch: does not apply to the RTL as it is: expected paths such as a/FILE, of files below' \
        "a place/project/rtl:" -- "$assay" run project/check --fault astray --backend $backend
done
expect 2 'astray.patch: does not apply' -- "$assay" build project/check --fault astray

# --- a block as `new-block` leaves it: no sets, no faults, and below a folder with a blank in its name ---

mkdir -p 'two words' && cp -r steps 'two words/' && rm -r 'two words/steps/faults'
expect 2 '--coverage: steps has no streams, so nothing of it is counted' -- \
    "$assay" run './two words/steps' --cycles 2000 --coverage steps.txt
[ ! -e steps.txt ] && pass || fail 'a coverage store of nothing'
printf 'entries:\n  - {block: ./two words/steps, cycles: 2000}\n' >steps.yaml
expect 0 '1 passed, 0 failed' -- "$assay" regress steps.yaml --out steps_reg
expect 2 "unknown fault 'early': expected none, because there are none" -- "$assay" run './two words/steps' --fault early
expect 2 'no faults in' -- "$assay" faults './two words/steps'
expect 0 'steps (default): ' 'score ' -- "$assay" mutate './two words/steps' --count 20 --more 0 --triage 5
grep -q 'yosys' <<<"$output" && fail 'Yosys does not read RTL below a name with a blank' || pass

# Streams without back-pressure: what their handshakes cannot be is no hole. A register without its reset: its bits are named.
mkdir pipe
cat >pipe/pipe.v <<'END'
module pipe(input wire clk, input wire rst, input wire in_valid, input wire [3:0] in_a, output reg out_valid, output reg [3:0] out_a);
    reg valid;
    reg [3:0] a;
    always @(posedge clk) begin
        out_valid <= valid & ~rst;
        valid <= in_valid & ~rst;
        a <= in_a;
        out_a <= a;
    end
endmodule
END
cat >pipe/block.yaml <<'END'
rtl: pipe.v
level: transfers
streams:
  in: {direction: sink, kind: valid_only, fields: {a: 4}}
  out: {direction: source, kind: valid_only, fields: {a: 4}}
END
cat >pipe/pipe.c <<'END'
#include "pipe_model.h"
struct pipe_state {
    char none;
};
ASSAY_MODEL(pipe);
void pipe_init(struct pipe_state *s, const struct pipe_params *p)
{
    (void)s, (void)p;
}
void pipe_on_in(struct pipe_state *s, const struct pipe_in *in, struct assay_emit *emit)
{
    (void)s;
    pipe_emit_out(emit, &(struct pipe_out){.a = in->a});
}
END
expect 0 'pass' -- "$assay" run ./pipe --cycles 20000 --coverage pipe.txt
expect 0 '  default: 1 run' 'flow          4       4   100.0%' -- "$assay" coverage pipe.txt --require 100
sed 's/valid <= in_valid & ~rst/valid <= in_valid | rst \& valid/; s/out_valid <= valid & ~rst/out_valid <= valid/' pipe/pipe.v >pipe/open.v
expect 1 'UNKNOWN' 'bits     0' -- "$assay" run ./pipe --rtl pipe/open.v --check-x --cycles 2000 --out open
expect 2 'pipe-seed1.replay: does not fail: nothing to shrink, on backend verilator' -- \
    "$assay" shrink open/pipe-seed1.replay --backend verilator
expect 0 'pipe: unknown at cycle' '--backend check-x' -- "$assay" shrink open/pipe-seed1.replay
expect 1 'UNKNOWN' 'backend check-x' -- "$assay" replay open/pipe-seed1.min.replay

# --- what the RTL says in the trials of `shrink` is not printed ---

cp -r "$source_dir/tb/examples/attach/fifo" .
sed 's/^endmodule/always @(posedge clk) if (!rst \&\& count == 5) $error("five words");\n&/' fifo/rtl/fifo.v >five.v
expect 1 'five words' -- "$assay" run ./fifo --rtl five.v --out five
expect 0 'size:       units 5, ' -- "$assay" shrink five/fifo-seed1.replay
check 'only the run itself says it' test "$(grep -c 'Assertion failed.*five words' <<<"$output")" -eq 1

# --- what is wrong with the machine is no bad input, wherever the block is named ---

printf 'entries:\n  - {block: ./pipe, cycles: 2000}\n' >list.yaml
for command in 'run ./pipe' 'replay open/pipe-seed1.replay' 'shrink open/pipe-seed1.replay' \
    'explain open/pipe-seed1.replay --against pipe/pipe.v' 'vectors --check vectors' 'regress list.yaml --out none'; do
    # shellcheck disable=SC2086 # words
    TMPDIR=$work/nowhere expect 3 'nowhere: No such file or directory' -- "$assay" $command
done

done_checking
