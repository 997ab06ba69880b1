#!/usr/bin/env bash
# test_new_block.sh - folders that `assay new-block` writes: for the example designs from their RTL alone, held
# against the examples' own block.yaml, and for small designs of other styles (new_block/); what it refuses. What it writes of
# the examples is on their pages, too, which test_attach_pages.sh runs.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
examples=$source_dir/tb/examples/attach designs=$source_dir/tb/unit/new_block

# "NAME DIRECTION KIND" of each stream of a block.yaml, in order.
streams() {
    awk '
        function value(line, key) {
            if (!match(line, key ": *[a-z_]+"))
                return ""
            line = substr(line, RSTART, RLENGTH)
            sub(/.*: */, "", line)
            return line
        }
        function say() { if (name != "") print name, direction, kind; name = "" }
        /^[^ #]/ { say(); inside = /^streams:/ }
        inside && /^  [A-Za-z_0-9]+:/ {
            say()
            name = $1
            sub(/:.*/, "", name)
            direction = ""
            kind = "ready_valid"
        }
        inside && value($0, "direction") != "" { direction = value($0, "direction") }
        inside && value($0, "kind") != "" { kind = value($0, "kind") }
        END { say() }' "$1"
}

# holds FILE LINE...: each line is in the file, whatever comment follows it.
holds() {
    local file=$1 line
    shift
    for line; do
        output=$(cat "$file")
        grep -qxE "$(sed 's/[][(){}.*+?|^$\\]/\\&/g' <<<"$line")( #.*)?" "$file" && pass || fail "$file lacks: $line"
    done
}

# --- the examples, from their RTL alone ---

mkdir examples
for name in axil_regs sha256; do # the others are on their pages
    path=$examples/$name
    cp -r "$path/rtl" "$path/$name.f" examples/
    expect 0 "wrote examples/$name/block.yaml" "wrote examples/$name/$name.c" "assay run examples/$name" -- \
        "$assay" new-block "$name" --rtl "examples/$name.f" --top "$name" --out "examples/$name"
    expect 0 "top        $name" 'set        default' -- "$assay" list "examples/$name"
    expect 1 "examples/$name/$name.c:" "the model of $name is not written" -- "$assay" run "examples/$name"
    output=$(diff <(streams "examples/$name/block.yaml") <(streams "$path/block.yaml"))
    [ -z "$output" ] && pass || fail "$name: other streams than in its own block.yaml"
    # clock, reset, level and the pins of fields are as the owner has them
    output=$(diff <(sed -nE '/^(clock|reset|level):/{s/ *#.*//;p}' "examples/$name/block.yaml") \
        <(sed -nE '/^(clock|reset|level):/{s/ *#.*//;p}' "$path/block.yaml")) && pass ||
        fail "$name: another clock, reset or level than in its own block.yaml"
    output=$(diff <(grep -oE '\{pin: [a-z_]+, width: [^}]+' "examples/$name/block.yaml") \
        <(grep -oE '\{pin: [a-z_]+, width: [^}]+' "$path/block.yaml"))
    [ -z "$output" ] && pass || fail "$name: other fields than in its own block.yaml"
done
expect 1 'the model of axil_regs is not written' -- "$assay" vectors examples/axil_regs --format csv --out vectors
expect 1 'the model of axil_regs is not written' -- "$assay" faults examples/axil_regs

# --- other styles ---

make() { # NAME TOP FILE OPTION...
    local name=$1 top=$2 file=$3
    shift 3
    expect 0 "wrote $name/block.yaml" -- "$assay" new-block "$name" --rtl "$designs/$file" --top "$top" "$@"
    expect 0 "top        $top" -- "$assay" list "./$name"
}

make packed packed_top packed.sv
holds packed/block.yaml '      body: {pin: req_body, width: 18}' '      op: {pin: rsp_op, width: 2}' \
    '    kind: valid_only' 'reset: rst'
holds packed/packed.c '    PACKED_SUB = 2'

make wide wide wide.v
holds wide/block.yaml '      bits: {pin: in_bits, width: 1500}' 'reset: {pin: rst_n, active: low, async: true}'

make pins200 pins200 pins200.v
holds pins200/block.yaml '  a98: {direction: in, width: 1, drive: per_cycle}' '  q98: {direction: out, width: 1}'
holds pins200/pins200.c '    out->q98 = 0;'

make pipeline pipeline pipeline.v
holds pipeline/block.yaml 'reset: none' 'clock: clock' 'level: cycle' '  sum: {direction: out, width: w + 1}' \
    '  product: {direction: out, width: 2 * w}'

make flow pipeline pipeline.v --level transfers
holds flow/block.yaml '  in:' '    kind: always' '    after: 1' '  out:' '      sum: {pin: sum, width: w + 1}'
expect 1 'the model of flow is not written' -- "$assay" run ./flow --cycles 100

make wishbone wishbone wishbone.v
holds wishbone/block.yaml '    valid: stb_i' '    ready: ack_o' '    drives: {cyc_i: valid}' \
    '      we: {pin: we_i, width: 1}' '      adr: {pin: adr_i, width: 3}' '    valid: ack_o' \
    '      dat: {pin: dat_o, width: w}'
[ "$(streams wishbone/block.yaml)" = 'req sink ready_valid
resp source valid_only' ] && pass || fail 'wishbone: other streams'

# An APB has no streams; the page says how to write them, and what it says works.
make regs apb apb.v
holds regs/block.yaml 'level: cycle' '  psel: {direction: in, width: 1, drive: per_cycle}' \
    'reset: {pin: presetn, active: low}'
grep -q '^# psel belongs to an APB' regs/block.yaml && pass || fail 'regs: nothing is said of the APB'
sed -n '/^## APB/,/^## Speed/{s/^    //p;/^$/p}' "$source_dir/tb/attach/README.md" >page
sed -n '/^level:/,/^  answer:/p' page >streams
sed -i -e '/^level:/{r streams' -e 'd}' regs/block.yaml
{ echo '#include "regs_model.h"' && sed -n '/^enum phase/,$p' page; } >regs/regs.c
expect 0 'regs (words=16), scenario random, seed 1, backend verilator: pass' 'transfers:  access ' -- \
    "$assay" run ./regs --cycles 3000
sed "s/word\[paddr\] <= pwdata/& \& ~32'h100/" "$designs/apb.v" >lost_bit.v
expect 1 'MISMATCH' 'rdata' -- "$assay" run ./regs --rtl lost_bit.v --cycles 3000

make many_edges many_edges many_edges.v
holds many_edges/block.yaml 'reset: {pin: rst_n, active: low, async: true}'

make divide divide divide.v
holds divide/block.yaml '  start:' '    kind: valid_only' '    valid: start_i' '    outstanding: 1' \
    '      dividend: {pin: dividend_i, width: w}' '      signed: {pin: signed_i, width: 1}' '  done:' \
    '    valid: "rise(done_o)"' '      quotient: {pin: quotient_o, width: w}' \
    '  trace_o: {direction: out, width: 1}'
[ "$(streams divide/block.yaml)" = 'start sink valid_only
done source valid_only' ] && pass || fail 'divide: other streams'

# --- the model again, of a block.yaml that was edited ---

expect 2 'divide/divide.c: exists' -- "$assay" new-block divide --model
expect 2 'no other option' -- "$assay" new-block divide --model --top divide
expect 2 'block.yaml' -- "$assay" new-block nowhere --model
rm divide/divide.c
sed -i 's/^streams:/&\n  line: {direction: source, kind: adapter, fields: {bit: 1}}\n  key: {direction: sink, kind: adapter, fields: {bit: 1}}/' \
    divide/block.yaml
expect 0 'wrote divide/divide.c' -- "$assay" new-block divide --model
expect 1 'the model of divide is not written' -- "$assay" run ./divide --cycles 100
output=$(cat divide/divide.c)
case $output in
*'bool divide_line_sample('*'bool divide_key_drive('*) pass ;;
*) fail 'divide.c: no functions of the adapters' ;;
esac

make camel camel camel.v
holds camel/block.yaml '    valid: inValid' '    ready: inReady' '      last: {pin: inLast, width: 1}' '  result:' \
    '      data: {pin: resultdata, width: 16}' 'reset: {pin: resetn, active: low}'

make two_clocks two_clocks two_clocks.v
holds two_clocks/block.yaml 'clock: [wr_clk, rd_clk]' 'reset: {pin: arst_n, active: low, async: true}' \
    '      data: {pin: din, width: w}' '      data: {pin: dout, width: w}'

make traffic traffic traffic.f
holds traffic/block.yaml '  mode: {direction: in, width: 3, drive: per_cycle, range: [0, 2]}' \
    '  soft_reset: {direction: in, width: 1, drive: constant, value: 0}' \
    '  first: {direction: in, width: 1, drive: per_cycle}'
grep -q '# STOP 0, RUN 1, BLINK 2' traffic/block.yaml && pass || fail 'traffic: no names of values'
holds traffic/traffic.c '    TRAFFIC_YELLOW = 3' '    out->light = 1;'

make typed typed typed.sv
holds typed/block.yaml '  depth: {verilog: DEPTH, default: 16}' '# Parameter NAME keeps its default: it is a string.' \
    '# Parameter STYLE keeps its default: it is a string.' '# Parameter RATE keeps its default: it is real.' \
    '      lanes: {pin: op_lanes, width: lanes * bits}' '      keep: {pin: op_keep, width: lanes * bits / 8}' \
    '      level: {pin: op_level, width: clog2(depth) + 1}' '      index: {pin: op_index, width: clog2(depth)}' \
    '      sum: {pin: op_sum, width: lanes + bits}' '      twice: {pin: op_twice, width: 2 * bits + 2}' \
    '      odd: {pin: res_odd, width: 48}'

make marked marked marked.sv
holds marked/block.yaml 'clock: clk_i' 'reset: {pin: rst_ni, active: low, async: true}' '  in:' '    ready: ready_o' \
    '  out:' '      data: {pin: data_o, width: 8}' \
    '  flush_i: {direction: in, width: 1, drive: constant, value: 0}' \
    '  int__x: {direction: in, width: 1, drive: per_run}'

make bridge bridge bridge.v
output=$(streams bridge/block.yaml)
[ "$output" = 's_axi_ar sink ready_valid
m_axi_ar source ready_valid
irq sink ready_valid
log_push sink ready_valid
log_pop source pull
event source valid_only' ] && pass || fail 'bridge: other streams'
holds bridge/block.yaml '      id: {pin: m_axi_arid, width: idw}' '  log_almost_full: {direction: out, width: 1}'

# --- level none has no model; what is given is taken ---

make bare camel camel.v --level none --reset resetn:low --clock clk
holds bare/block.yaml 'level: none' 'reset: {pin: resetn, active: low}'
[ ! -e bare/bare.c ] && pass || fail 'level none: a model'
expect 0 'wrote deep/block.yaml' 'wrote deep/other.c' -- \
    "$assay" new-block other --rtl "$designs/camel.v" --top camel --out deep
expect 0 'other: module camel' -- "$assay" list ./deep

# --- refused, and nothing is written ---

refuse() { # NAME FILE PATTERN
    expect 2 "$3" -- "$assay" new-block "$1" --rtl "$designs/$2" --top "$1"
    [ ! -e "$1" ] && pass || fail "$1: a folder is there"
}
refuse refused_inout refused_inout.v 'refused_inout.v:3: port pad is an inout'
refuse refused_unpacked refused_unpacked.sv 'refused_unpacked.sv:3: port word is not a vector of bits'
refuse refused_interface refused_interface.sv 'refused_interface.sv:7: a port is an interface'
refuse refused_clock refused_clock.v 'refused_clock.v:2: module refused_clock has no clock'
refuse refused_escaped refused_escaped.v 'refused_escaped.v:3: port data.in: expected a name'
refuse refused_dollar refused_dollar.v 'refused_dollar.v:3: port bus$x: expected a name'
refuse refused_reset refused_reset.v 'refused_reset.v:4: reset rst: the simulation shows neither level'
refuse refused_vhdl refused_vhdl.vhd 'refused_vhdl.vhd:1: VHDL'
refuse no_module wide.v "no_module"
expect 0 'active high' -- "$assay" new-block refused_reset --rtl "$designs/refused_reset.v" --top refused_reset --reset rst

# The arguments of functions and tasks are no pins.
cat >inner.v <<'END'
module inner (input clk, input rst, input [3:0] a, output reg [3:0] y);
    function [3:0] inverted(input [3:0] z);
        inverted = ~z;
    endfunction
    task put(input [3:0] value);
        y <= value;
    endtask
    always @(posedge clk) if (rst) y <= 0; else put(inverted(a));
endmodule
END
expect 0 'wrote inner/block.yaml' -- "$assay" new-block inner --rtl inner.v --top inner --reset rst
check 'two pins' test "$(sed -n '/^pins:/,$p' inner/block.yaml | grep -c direction)" = 2
expect 2 'wide: contains block.yaml' -- "$assay" new-block wide --rtl "$designs/wide.v" --top wide
expect 2 'not a block name' -- "$assay" new-block 2wide --rtl "$designs/wide.v" --top wide
expect 2 './wide: is a path: expected the name of a block, and its folder after --out' -- \
    "$assay" new-block ./wide --rtl "$designs/wide.v" --top wide
expect 2 'no --top: expected it' -- "$assay" new-block x --rtl "$designs/wide.v"
expect 2 '--clock ck: no such port' -- "$assay" new-block x --rtl "$designs/wide.v" --top wide --clock ck
expect 2 "'sync': expected NAME" -- "$assay" new-block x --rtl "$designs/wide.v" --top wide --reset rst_n:sync
expect 2 'level' -- "$assay" new-block x --rtl "$designs/wide.v" --top wide --level some
expect 2 'absent.f' -- "$assay" new-block x --rtl absent.f --top wide
expect 2 'assay: absent.v: No such file' -- "$assay" new-block x --rtl absent.v --top wide
sed 's/endmodule/endmodul/' "$designs/wide.v" >broken.v
expect 2 'broken.v:' 'syntax error' -- "$assay" new-block x --rtl broken.v --top wide
touch file
expect 2 'file/x: Not a directory' -- "$assay" new-block x --rtl "$designs/wide.v" --top wide --out file/x
[ ! -e x ] && pass || fail 'a folder is left of what was refused'

# --- an odd place: paths with blanks, another working folder, an interruption, no compiler ---

mkdir -p 'my designs/rtl' elsewhere
cp "$designs/camel.v" 'my designs/rtl/'
echo '"rtl/camel.v"' >'my designs/camel list.f'
cd elsewhere || exit 1
expect 0 "  assay run '../my designs/a block'" -- env -u HOME LC_ALL=de_DE.UTF-8 \
    "$assay" new-block camel --rtl '../my designs/camel list.f' --top camel --out '../my designs/a block'
expect 0 'camel: module camel' -- "$assay" list '../my designs/a block'
cd ..
# A source in a folder below the working folder: its name is relative to this one.
expect 0 'wrote below/block.yaml' -- "$assay" new-block below --rtl 'my designs/rtl/camel.v' --top camel
holds below/block.yaml 'rtl: "../my designs/rtl/camel.v"'
expect 2 'assay: my designs/absent.v: No such file' -- "$assay" new-block x --rtl 'my designs/absent.v' --top camel
[ -z "$(ls elsewhere)" ] && pass || fail 'something is written to the working folder'
for delay in 0.1 1; do
    timeout --signal=INT "$delay" "$assay" new-block cut --rtl "$designs/camel.v" --top camel >said 2>&1
    case $? in
    124) check 'interrupted: no half of it' [ ! -e cut ] ;;
    *) check 'not interrupted' [ -e cut/block.yaml ] ;;
    esac
    rm -rf cut
done
expect 2 'assay: fp: the name of a built-in block: expected another' -- "$assay" new-block fp --rtl "$designs/camel.v" --top camel
[ ! -e fp ] && pass || fail 'a folder whose name no block may have'
mkdir bin
for tool in verilator verilator_bin perl timeout; do
    ln -s "$(command -v "$tool")" bin/
done
expect 3 'g++' -- env PATH="$work/bin" CC= ASSAY_CACHE="$work/none" "$assay" new-block x --rtl "$designs/camel.v" --top camel
[ ! -e x ] && pass || fail 'a folder is left where there is no compiler'

done_checking
