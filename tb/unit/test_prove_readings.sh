#!/usr/bin/env bash
# test_prove_readings.sh - `assay prove` on RTL that Yosys and a simulator read differently, that has no single meaning,
# or of which the lemma names what is not there.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

. "$source_dir/tb/unit/prove.bash"

# try RTL BODY KEYS STATUS PATTERN...: prove a lemma, of these keys and a body that sets the outputs, about toy, which has
# this RTL and negates y if `flip`, the planted bug, is 1.
try() {
    local header='input wire a, input wire [3:0] b, output wire [3:0] y'
    [[ $3 != *next:* ]] || header="input wire clk, input wire rst, $header"
    printf 'module toy (%s);\n    wire flip = 0;\n%s\n    assign y = t ^ {4{flip}};\nendmodule\n' "$header" "$1" >tree/rtl/lib/toy.v
    printf '%s\n' '--- a/rtl/lib/toy.v' '+++ b/rtl/lib/toy.v' '@@ -2,1 +2,1 @@' '-    wire flip = 0;' '+    wire flip = 1;' \
        >$cells/toy.patch
    printf '%s\n' '/*' ' * toy.c - a toy.' ' *' ' *     top:    toy' ' *     rtl:    rtl/lib/toy.v' "$3" \
        ' *     plant:  tb/fp/formal/cells/toy.patch' ' */' '#include <stdbool.h>' '#include <stdint.h>' \
        'bool spec(const uint32_t *in, uint32_t *out);' 'bool spec(const uint32_t *in, uint32_t *out)' \
        "{ $2 return true; }" >$cells/toy.c
    shift 3
    expect "$@" -- "$assay" prove toy
}
plain=' *     in:     a b:4
 *     out:    y:4'
clocked=' *     in:     rst a b:4 r.q
 *     out:    y:4 r.d
 *     next:   r'
apart='Yosys and Icarus read the RTL differently: '

# --- what a simulator reads differently ---

# One input that a process does not wait for: of wires, of what is cut, and with a register.
try 'reg [3:0] t; always @(a) t = b;' 'out[0] = in[1];' "$plain" 3 "$apart" 'y: Yosys '
try 'reg [3:0] t; always @(b) t = a ? b : 4'"'d3;" 'out[0] = in[0] ? in[1] : 3;' "$plain" 3 "$apart" 'y: Yosys '
try 'wire [3:0] w = b * b; reg [3:0] t; always @(a) t = w;' 'out[0] = in[2];' "${plain/ b:4/ b:4 w.i:4}
 *     cut:    w" 3 "$apart" 'w.i='
try 'reg r; always @(posedge clk) r <= a & ~rst; reg [3:0] t; always @(r) t = r ? b : 0;' \
    'out[0] = in[3] ? in[2] : 0; out[1] = in[1] & ~in[0];' "$clocked" 3 "$apart" 'y: Yosys ' 'r.q='
# The next value of a register alone.
try 'reg r, n; always @(a) n = a ^ b[0]; always @(posedge clk) r <= n & ~rst; wire [3:0] t = {4{r}};' \
    'out[0] = in[3] ? 15 : 0; out[1] = (in[1] ^ in[2]) & ~in[0] & 1;' "$clocked" 3 "$apart" 'r.d: Yosys '
# Cases that overlap.
try 'reg [3:0] t; always @* begin t = 0; unique case (1) b[0]: t = 1; b[1]: t = 2; default: t = 0; endcase end' \
    'out[0] = in[1] & 3;' "$plain" 3 "$apart" 'y: Yosys 0011, Icarus 0001: expected the same for a=' ' b='
# Only where the harness makes a claim, which no random inputs show.
try 'reg [3:0] t; always @* t = b; wire [31:0] w = b * 3; reg [3:0] s; always @(a) s = w == 32'"'d123456789 ? b : 0;" \
    'out[0] = in[1]; if (in[2] != 123456789) return false; out[1] = in[1];' ' *     in:     a b:4 w.i:32
 *     out:    y:4 s:4
 *     show:   s
 *     cut:    w' 3 "$apart" 's: Yosys ' 'w.i=075bcd15'
# A delay; a wire that is cut and is another name of an input; and no value at all, as nothing starts the process.
try 'reg r; always @(posedge clk) r <= #3 a & ~rst; wire [3:0] t = {4{r}};' \
    'out[0] = in[3] ? 15 : 0; out[1] = in[1] & ~in[0];' "$clocked" 3 "$apart"
try 'wire [3:0] w = b; wire [3:0] t = b + 1;' 'out[0] = (in[2] + 1) & 15;' "${plain/ b:4/ b:4 w.i:4}
 *     cut:    w" 3 "$apart" 'y: Yosys '
try 'reg [3:0] t; always @* t = 5;' 'out[0] = 5;' "$plain" 3 "$apart" 'y: Yosys 0101, Icarus xxxx'
# Macros of synthesis are not defined.
try '`ifdef SYNTHESIS
    wire [3:0] t = b;
`else
    wire [3:0] t = ~b;
`endif' 'out[0] = ~in[1] & 15;' "$plain" 0 'all 2 proofs'
# What depends on an undefined value is not compared; the rest is.
try 'wire [3:0] t = {a, 3'"'bx} | 4'd7;" 'out[0] = in[0] << 3 | 7;' "$plain" 0 'all 2 proofs'

# --- what has no single meaning ---

try 'wire [3:0] t; assign t = b; assign t = ~b;' 'out[0] = in[1];' "$plain" 2 'multiple conflicting drivers' 'toy.v:3'
try 'wire [3:0] t; assign t = t & b;' 'out[0] = 0;' "$plain" 2 'found logic loop' 'toy.v:3'

# --- what is not there, and what is there twice ---

product='wire [3:0] w = b * b; wire [3:0] t = w;'
try "$product" 'out[0] = in[1] * in[1] & 15;' "$plain
 *     cut:    ww" 2 "toy.c:8: cut: 'ww': expected a wire of toy"
try "$product" 'out[0] = in[1] * in[1] & 15; out[1] = out[0];' "${plain/y:4/y:4 y}" 2 \
    "toy.c:7: out: 'y' is there twice: expected it once"
try "$product" 'out[0] = in[1] * in[1] & 15;' "${plain/b:4/b:4 b:4}" 2 "toy.c:6: in: 'b' is there twice: expected it once"

done_checking
