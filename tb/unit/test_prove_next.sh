#!/usr/bin/env bash
# test_prove_next.sh - `assay prove` on registers, in a small tree of its own: steps of an induction that are proved,
# that are found wrong, and that are refused.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

. "$source_dir/tb/unit/prove.bash"
rtl=tree/rtl/lib/toy.v

# A sum, and the number that was added last, which no reset clears.
cat >toy.v <<'END'
module toy (
    input wire clk, input wire rst, input wire go, input wire [3:0] x,
    output wire [3:0] y, output wire odd, output reg valid, output wire [3:0] seen
);
    reg [3:0] sum;
    reg [3:0] last;
    always @(posedge clk)
        if (rst) sum <= 4'd0;
        else if (go) sum <= sum + x;
    always @(posedge clk)
        if (rst) valid <= 1'b0;
        else valid <= valid | go;
    always @(posedge clk)
        if (go) last <= x;
    assign y = sum;
    assign odd = sum[0];
    assign seen = last;
endmodule
END
# The planted bug is in the state after the cycle alone.
cat >$cells/toy.patch <<'END'
--- a/rtl/lib/toy.v
+++ b/rtl/lib/toy.v
@@ -9,1 +9,1 @@
-        else if (go) sum <= sum + x;
+        else if (go) sum <= sum + x + (sum == 4'd8);
END

# lemma BODY: a lemma about it, with $ports, $keys and $holds. $kept sets what was added last.
lemma() {
    printf '/*\n * toy.c - a sum.\n *\n *     top:    toy\n *     rtl:    rtl/lib/toy.v\n%s\n%s\n' "$ports" "$keys"
    printf '%s\n' ' *     plant:  tb/fp/formal/cells/toy.patch' ' */' '#include <assert.h>' '#include <stdbool.h>' \
        '#include <stdint.h>' 'bool holds(const uint32_t *state);' 'bool spec(const uint32_t *in, uint32_t *out);' \
        "bool holds(const uint32_t *state) { return $holds; }" 'bool spec(const uint32_t *in, uint32_t *out)' '{' \
        '    const uint32_t rst = in[0], go = in[1], x = in[2], sum = in[3], valid = in[4], last = in[5];' \
        '    out[0] = sum; out[1] = sum & 1; out[2] = valid; out[3] = last;' \
        '    out[4] = rst ? 0 : go ? (sum + x) & 15 : sum; out[5] = rst ? 0 : valid || go;' \
        "    $kept $1" '    return true;' '}'
}
good_ports=' *     in:     rst go x:4 sum.q:4 valid.q last.m:4
 *     out:    y:4 odd valid seen:4 sum.d:4 valid.d last.d:4'
good_keys=' *     next:   sum valid last
 *     where:  last:valid seen:valid'
holds=true
good_kept='out[6] = rst ? 0 : go ? x : last;'
kept=$good_kept

# try BODY STATUS PATTERN...: prove the lemma of this body.
try() {
    local body=$1
    shift
    lemma "$body" >$cells/toy.c
    expect "$@" -- "$assay" prove toy
}

# --- what holds ---

cp toy.v $rtl
ports=$good_ports keys=$good_keys
try '' 0 'abc+cadical  equal' 'toy, planted' 'differs, replayed' 'sum.d: model ' 'all 2 proofs of cells as expected, 0 kept'
expect 0 'as expected, 2 kept' -- "$assay" prove toy
for solver in cadical z3 cvc5; do
    [ -n "$(type -P "$solver")" ] || continue
    expect 0 "$solver" 'all 2 proofs' -- "$assay" prove toy --solver "$solver"
done

# A register of which any value will do; of a module inside; and one that another wire shows as well.
ports=${good_ports/last.m/last.i} ports=${ports/ last.d:4/}
keys=' *     next:   sum valid
 *     cut:    last
 *     where:  seen:valid'
kept=
try '' 0 'all 2 proofs'
kept=$good_kept
ports=$good_ports keys=$good_keys
sed '6s/.*/    wire [3:0] last; toy_last u (.clock(clk), .go(go), .x(x), .kept(last));/; 13,14d' toy.v >$rtl
cat >>$rtl <<'END'
module toy_last (input wire clock, input wire go, input wire [3:0] x, output reg [3:0] kept);
    always @(posedge clock)
        if (go) kept <= x;
endmodule
END
ports=${good_ports//last./u.kept.} keys=${good_keys//last/u.kept}
try '' 0 'all 2 proofs'
cp toy.v $rtl
ports=$good_ports keys=$good_keys

# What is compared where any of two conditions holds; the register has to be as well.
keys="$good_keys last:sum[0] seen:odd"
try '' 0 'all 2 proofs'
keys="$good_keys seen:odd"
try '' 1 'valid.q=0' 'seen: model '
keys=$good_keys

# A module without a reset: what holds from any state on. Of a memory, each word is a register.
sed 's/input wire rst, //; s/if (rst) /if (0) /' toy.v >bare.v
cp bare.v $rtl
ports=${good_ports/in:     rst/in:     none.m}
kept='out[4] = go ? (sum + x) & 15 : sum; out[5] = valid || go; out[6] = go ? x : last;'
try '' 0 'all 2 proofs'
try 'if (go && sum == 7) out[4] = (out[4] + 1) & 15;' 1 'sum.q=7' 'sum.d: model '
keys=$good_keys'
 *     holds'
holds=true
try '' 2 'holds: expected the input rst'
sed 's/assign seen = last;/reg [3:0] m [0:1]; always @(posedge clk) if (go) m[x[0]] <= x; assign seen = last ^ m[x[1]];/' \
    bare.v >$rtl
ports=${ports/last.m:4/last.m:4 m[0].q:4 m[1].q:4} ports=${ports/last.d:4/last.d:4 m[0].d:4 m[1].d:4}
keys=${good_keys/valid last/valid last m[0] m[1]}
kept="$kept out[3] = last ^ in[6 + (x >> 1 & 1)];"
kept="$kept out[7] = go && !(x & 1) ? x : in[6]; out[8] = go && x & 1 ? x : in[7];"
try '' 0 'all 2 proofs'
try 'if (!go) out[8] = 3;' 1 'm[1].d: model 0011'
cp toy.v $rtl
ports=$good_ports keys=$good_keys kept=$good_kept

# An invariant, thanks to which no output is odd, as long as even numbers are added.
even='out[1] = 0; if (x & 1 && !rst) return false;'
holds='!(state[0] & 1)'
keys=$good_keys'
 *     holds'
try "$even" 0 'all 2 proofs'

# --- what does not hold ---

try 'out[1] = 0;' 1 'FAIL  fp          toy ' 'differs, replayed' 'model: the invariant does not hold after the cycle'
keys=$good_keys
try "$even" 1 'FAIL  fp          toy ' 'differs, replayed' 'odd: model 0, RTL 1'
# The invariant does not hold after a reset.
keys=$good_keys'
 *     holds'
holds='state[0] != 0'
try 'if (!rst && ((sum + x) & 15) == 0) return false;' 1 'differs, replayed' 'inputs: rst=1' \
    'the invariant does not hold after the cycle'
holds='state[0] & 1'
try "$even" 1 'the invariant does not hold after the cycle'
keys=$good_keys holds=true

# What is wrong in the state after the cycle alone, and in an output alone.
try 'if (!rst && go && sum == 7) out[4] = (out[4] + 1) & 15;' 1 'differs, replayed' 'sum.q=7' 'sum.d: model '
try 'if (sum == 7) out[0] = 3;' 1 'differs, replayed' 'sum.q=7' 'y: model 0011, RTL 0111'
# The reset: to another value; of nothing; and what only the model clears.
try 'if (rst) out[4] = 5;' 1 'inputs: rst=1' 'sum.d: model 0101, RTL 0000'
sed 's/if (rst) valid <= .*/if (0) valid <= 0;/' toy.v >$rtl
try '' 1 'inputs: rst=1' 'valid.d: model 0, RTL 1'
cp toy.v $rtl
for before in q m; do
    keys=${good_keys/last:valid /} ports=${good_ports/last.m/last.$before}
    try '' 1 'inputs: rst=1' 'last.d: model '
done
ports=$good_ports keys=${good_keys/ seen:valid/}
try '' 1 'last.m=' 'last.q=' 'seen: model '
keys=$good_keys
try 'if (rst) return false;' 1 'inputs: rst=1' 'model: nothing is claimed of a cycle with rst'
try 'if (!rst) return false;' 1 'nothing is claimed'
try 'assert(!rst || !go || sum != 3);' 1 'toy.c:23: '
# An assertion about a state that cannot occur.
keys=$good_keys'
 *     holds'
holds='!(state[0] & 1)'
try "assert(rst || !(sum & 1)); $even" 0 'all 2 proofs'
keys=$good_keys holds=true

# --- what is claimed, and of what ---

# An output is compared for nothing that is claimed; or only in states that never follow a reset; or no such state is
# claimed at all.
try 'if (!rst && (go || valid)) return false;' 1 'nothing is claimed of seen' 'seen: compared for no inputs that are claimed'
try 'if (!rst && go && !valid) return false;' 1 'nothing is claimed of seen' 'seen: compared in none of ' ' claimed cycles'
try 'if (!rst && !valid) return false;' 1 'nothing is claimed  ' 'after a reset, none of ' ' random cycles is claimed'
# What no random inputs show, a solver finds.
ports=${good_ports/last.m:4/last.m:4 key.m:32}
try 'if (!rst && go && in[6] != 123456789) return false;' 0 'all 2 proofs'
try 'if (!rst && (!go || in[6] != 123456789)) return false;' 0 'all 2 proofs'
ports=$good_ports

# --- what is refused ---

# A reset that keeps something, in both.
sed 's/if (rst) sum <= 4.d0;/if (rst) sum <= sum;/' toy.v >$rtl
try 'if (rst) out[4] = sum;' 2 "sum: the model's state after a cycle with rst depends on it"
cp toy.v $rtl

# Registers that are in none of the lists, with their places.
ports=${good_ports/ last.m:4/} ports=${ports/ last.d:4/}
keys=' *     next:   sum valid'
try '' 2 'toy.c: rtl/lib/toy.v:6: the register last of toy: expected it in next, or in cut'
ports=' *     in:     rst go x:4 sum.i:4 valid.i last.i
 *     out:    y:4 odd seen:4'
keys=' *     cut:    sum valid
 *     except: valid'
try '' 2 'toy.c: rtl/lib/toy.v:6: the register last of toy: expected it in next, or in cut'
ports=$good_ports keys=$good_keys
for edge in 'negedge clk' 'posedge go' 'posedge clk or posedge rst'; do
    sed "7s/posedge clk/$edge/" toy.v >$rtl
    try '' 2 'rtl/lib/toy.v:7: a register of toy that does not change at the rising edge of clk alone'
done
# A memory as well.
sed 's/assign seen = last;/reg [3:0] m [0:1]; always @(negedge clk) if (go) m[x[0]] <= x; assign seen = last ^ m[x[1]];/' \
    toy.v >$rtl
try '' 2 'a register of toy that does not change at the rising edge of clk alone'
cp toy.v $rtl

# Ports and keys.
ports=${good_ports/sum.q/sum.r}
try '' 2 "in: 'sum.r:4': expected an input of toy, or the .q or .m of a register in next"
ports=${good_ports/ sum.q:4/}
try '' 2 'next: sum: expected it in `in`, either .q or .m'
ports=${good_ports/sum.q:4/sum.q:4 sum.m:4}
try '' 2 'next: sum: expected it in `in`, either .q or .m'
ports=${good_ports/sum.d:4 valid.d/valid.d sum.d:4}
try '' 2 'next: sum: expected its .d in `out`'
ports=${good_ports/sum.d:4/sum.d:3}
try '' 2 'next: sum: expected its .d in `out`'
ports=${good_ports/in:     rst/in:     reset}
try '' 2 "in: 'reset': expected an input of toy"
ports=${good_ports/in:     rst/in:    }
try '' 2 'next: expected the input rst'
ports=${good_ports//last./past.} keys=${good_keys//last/past}
try '' 2 'rtl/lib/toy.v:6: the register last of toy'
ports=${good_ports//sum./some.} keys=${good_keys//sum/some}
try '' 2 'rtl/lib/toy.v:5: the register sum of toy'
ports=${good_ports/ last.m:4/ last.q:4 y.m:4} ports=${ports/ last.d:4/ last.d:4 y.d:4} keys=${good_keys/valid last/valid last y}
try '' 2 'next: y: the module has no such register'
ports=$good_ports
for where in last:seen last:y last:last last:valid[1] last:more seen:last seen:seen seen:y[4] seen:odd[ sum:valid \
    other:valid last seen: odd:seen; do
    keys="$good_keys $where"
    try '' 2 "where: '$where': expected OUTPUT:OUTPUT, or REGISTER:REGISTER"
done
keys=' *     holds'
try '' 2 'holds and where are about registers: expected them in next'
keys=$good_keys'
 *     holds'
holds='state[0] < 9 ? true : state[1] / (state[0] - state[0]) == 1'
try '' 2 'holds: expected a function without a trap or an assertion'
sed 's/^bool holds.*//' $cells/toy.c >toy.c
cp toy.c $cells/toy.c
expect 2 'no holds of 1 pointers: expected the harness to define it' -- "$assay" prove toy

done_checking
