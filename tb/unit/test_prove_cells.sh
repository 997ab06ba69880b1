#!/usr/bin/env bash
# test_prove_cells.sh - `assay prove` on cells, in a small tree of its own: what is proved, what is found, and what is
# refused.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

. "$source_dir/tb/unit/prove.bash"

cat >tree/rtl/lib/toy.v <<'END'
module toy #(parameter W = 8) (input wire [W-1:0] a, input wire [W-1:0] b, output wire [W-1:0] y, output wire high);
    assign y = (a > b) ? a - b : b - a;
    assign high = y[W-1];
endmodule
END
cat >$cells/toy.patch <<'END'
--- a/rtl/lib/toy.v
+++ b/rtl/lib/toy.v
@@ -1,4 +1,4 @@
 module toy #(parameter W = 8) (input wire [W-1:0] a, input wire [W-1:0] b, output wire [W-1:0] y, output wire high);
-    assign y = (a > b) ? a - b : b - a;
+    assign y = (a > 0) ? a - b : b - a;
     assign high = y[W-1];
 endmodule
END

# lemma 'HEAD LINES' 'BODY': a lemma about it, of these lines and of a body that sets y.
lemma() {
    printf '/*\n * toy.c - a difference.\n *\n *     top:    toy\n *     rtl:    rtl/lib/toy.v\n'
    printf '%s\n' ' *     in:     a:W b:W' "$1" ' */' '#include <stdbool.h>' '#include <stdint.h>' \
        'bool spec(const uint32_t *in, uint32_t *out);' 'bool spec(const uint32_t *in, uint32_t *out)' '{' \
        '    const uint32_t a = in[0], b = in[1];' "$2" '    out[0] = y; out[1] = y >> (W - 1);' \
        '    return true;' '}'
}
head=' *     cases:  W=8, W=13
 *     out:    y:W high
 *     plant:  tb/fp/formal/cells/toy.patch'
both=$head
head=${head/, W=13/} # one case from here on, where another would tell no more
good='    const uint32_t y = a > b ? a - b : b - a;'

# --- what holds ---

lemma "$both" "$good" >$cells/toy.c
expect 0 'ok    fp          toy W=8   ' 'toy W=13                      abc+cadical  equal' 'toy W=13, planted' 'differs, replayed' \
    'all 3 proofs of cells as expected, 0 kept' -- "$assay" prove fp
expect 0 'equal (kept)' 'differs, replayed (kept)' 'as expected, 3 kept' -- "$assay" prove toy
expect 0 '"verdict":"pass","cells":3,"cells_failed":0,"cells_kept":3' -- "$assay" prove --json toy
# They can be listed and removed as built variants are.
expect 0 ' proof ' '  fp' -- "$assay" cache
expect 0 'removed:  3, ' 'left:     0, 0 B' -- "$assay" cache --prune all
lemma "$head" "$good" >$cells/toy.c
expect 0 'as expected, 0 kept' -- "$assay" prove fp/toy
expect 0 'as expected, 0 kept' -- "$assay" prove fp/toy --again
expect 2 "unknown lemma of fp 'toys': expected toy" -- "$assay" prove fp/toys
mkdir unkept && touch unkept/proofs # no folder: a proof holds and cannot be kept
expect 0 'ok    fp          toy W=8 ' "$work/unkept/proofs" '(proofs are not kept)' 'all 2 proofs' -- env ASSAY_CACHE="$work/unkept" "$assay" prove fp/toy
for solver in abc cadical z3 cvc5; do
    [ -n "$(type -P "$solver")$([ $solver = abc ] && echo 1)" ] || continue
    expect 0 "$solver" 'as expected, 0 kept' -- "$assay" prove toy --solver "$solver"
done
echo '// another text' >>tree/rtl/lib/toy.v
expect 0 'as expected, 0 kept' -- "$assay" prove toy --out files
check 'the files are kept' test -s files/fp/toy-W-8/query.aig -a -s files/fp/toy-W-8-planted/replay.v
rm -r files
expect 0 'as expected, 0 kept' -- "$assay" prove toy --out files
check 'also of what is kept as proved' test -s files/fp/toy-W-8/query.aig -a -s files/fp/toy-W-8-planted/replay.v
expect 2 "--out '': it is empty: expected the name of a folder" -- "$assay" prove toy --out ''

# In a regression, and on the page of its report; a slow lemma is left out, and said to be.
sed 's/^ \*     plant/ *     slow\n&/' $cells/toy.c >$cells/slow_toy.c
printf '%s\n' 'entries:' '  - {block: fp, proofs: quick}' '  - {block: fp, proofs: all, solver: cadical}' >list.yaml
expect 0 '2 jobs: 2 passed' 'fp     quick   solver' 'fp     all     cadical' -- "$assay" regress list.yaml --out regress
for row in '<th scope="row">fp</th><td>toy</td><td>W=8</td><td></td><td class="good">equal (kept)</td><td>abc+cadical</td>' \
    '<th scope="row">fp</th><td>toy</td><td>W=8</td><td>planted bug</td><td class="good">differs, replayed (kept)</td><td>cadical</td>' \
    '<th scope="row">fp</th><td>slow_toy</td><td>W=8</td><td></td><td class="good">equal</td><td>cadical</td>' \
    'Left out, as they are slow: fp/slow_toy<'; do
    check "the page has $row" grep -qF "$row" regress/report-proofs.html
done
check 'the report counts them' grep -qF '<th scope="row">fp</th><td>cadical</td><td class="n">2</td><td class="n">2</td><td class="n dim">0</td>' \
    regress/report.html
check 'with each solver' grep -qE \
    '<th scope="row">fp</th><td>(abc\+cadical, cadical|cadical, abc\+cadical)</td><td class="n">1</td><td class="n">1</td>' regress/report.html
check 'and leads there' grep -qF '<a href="report-proofs.html">' regress/report.html
rm $cells/slow_toy.c

# In parts, and with widths that are worked out. A bug is in one part alone.
for keys in 'each:   a[7:4] b[0]' 'first:  a b' 'first:  b[6:2]' 'each:   a[7]'; do
    lemma "${head/y:W/y:W*16/8/2}
 *     $keys" "$good" >$cells/toy.c
    expect 0 'all 2 proofs' -- "$assay" prove toy
    lemma "$head
 *     $keys" '    const uint32_t y = a > b ? a - b : a == 77 && b == 200 ? 0 : b - a;' >$cells/toy.c
    expect 1 'FAIL  fp          toy W=8 ' 'differs, replayed' 'inputs: a=4d b=c8' -- "$assay" prove toy
done

# Variables of which the inputs are made: a is b and something, modulo 2^W.
vary() {
    lemma "$head
 *     vary:   b:W more:W
 *     each:   more[7:5]" "$2" | sed 's/^bool spec.*;/&\nbool inputs_of(const uint32_t *var, uint32_t *in);\nbool variables_of(const uint32_t *in, uint32_t *var);/'
    printf '%s\n' 'bool inputs_of(const uint32_t *var, uint32_t *in)' \
        "{ in[0] = (var[0] + var[1]) & 255; in[1] = var[0]; return $1; }" \
        'bool variables_of(const uint32_t *in, uint32_t *var)' '{ var[0] = in[1]; var[1] = (in[0] - in[1]) & 255; return true; }'
}
vary true "$good" >$cells/toy.c
expect 0 'all 2 proofs' -- "$assay" prove toy
vary true '    const uint32_t y = a > b ? a - b : a == 77 && b == 200 ? 0 : b - a;' >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'differs, replayed' 'inputs: a=4d b=c8' -- "$assay" prove toy
# The planted bug is where the variables make no inputs, or where they make others: refused.
for made in 'false' 'var[1] != 3' 'in[0] != 9'; do
    vary "$made" "$good" >$cells/toy.c
    expect 2 'the variables do not make all inputs' -- "$assay" prove toy
done
vary true "$good" | sed 's/in\[1\] = var\[0\];/in[1] = var[0] | 1;/' >$cells/toy.c
expect 2 'the variables do not make all inputs' -- "$assay" prove toy
vary true "$good" | sed 's/var\[0\] = in\[1\];/var[0] = in[1] + 256;/' >$cells/toy.c
expect 2 'the variables do not make all inputs' -- "$assay" prove toy
vary true "$good if (a == a) return false;" >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'nothing is claimed' -- "$assay" prove toy
lemma "$head
 *     vary:   b:W more:W" "$good" >$cells/toy.c
expect 2 'inputs_of' -- "$assay" prove toy
vary true "$good" | sed 's/each:   more\[7:5\]/each:   a/' >$cells/toy.c
expect 2 "'a': expected bits of an input" -- "$assay" prove toy

# A product that is any value where both sides have it; where they have not, it is what it is.
cp tree/rtl/lib/toy.v toy.v
cat >tree/rtl/lib/toy.v <<'END'
module toy #(parameter W = 8) (input wire [W-1:0] a, input wire [W-1:0] b, output wire [W-1:0] y, output wire high);
    wire [2*W-1:0] product = {{W{1'b0}}, a} * {{W{1'b0}}, b};
    assign y = product[W-1:0] ^ {W{product[2*W-1]}};
    assign high = y[W-1];
endmodule
END
printf '%s\n' '--- a/rtl/lib/toy.v' '+++ b/rtl/lib/toy.v' '@@ -3,1 +3,1 @@' \
    '-    assign y = product[W-1:0] ^ {W{product[2*W-1]}};' '+    assign y = product[W-1:0] ^ {W{product[2*W-2]}};' \
    >$cells/product.patch
times() {
    lemma "${head/toy.patch/product.patch}
 *     free:   ${2-product:W*2}
 *     sweep
 *     first:  a b" "$1 const uint32_t y = (p ^ (p >> 7 ? 15 : 0)) & 15;" | sed 's/W=8/W=4/' >$cells/toy.c
}
times '    const uint32_t p = a * b;'
expect 0 'all 2 proofs' 'differs, replayed' -- "$assay" prove toy
# A product of numbers that are not 0 is not 0: that is kept.
times '    const uint32_t p = a * b + (a && b && a * b == 0);'
expect 0 'all 2 proofs' -- "$assay" prove toy
times '    const uint32_t p = a * (b + 1) - a;'
expect 0 'all 2 proofs' -- "$assay" prove toy
times '    const uint32_t p = a == 7 && b == 5 ? 0 : a * b;'
expect 1 'FAIL  fp          toy W=4 ' 'differs, replayed' 'inputs: a=7 b=5' -- "$assay" prove toy
# Such a wire can be an output as well.
times '    const uint32_t p = a * b;' 'product:W*2
 *     show:   product'
sed -i 's/^ \*     out: .*/& product:W*2/; s/out\[1\] = /out[2] = p; &/' $cells/toy.c
expect 0 'all 2 proofs' -- "$assay" prove toy
sed -i 's/out\[2\] = p;/out[2] = p == 36 ? 0 : p;/' $cells/toy.c
expect 1 'FAIL  fp          toy W=4 ' 'differs, replayed' 'product: model 00000000, RTL 00100100' -- "$assay" prove toy
times '    const uint32_t p = a * b;' products:W
expect 2 'free: products[0]: toy has no such wire' -- "$assay" prove toy
times '    const uint32_t p = a * b;' product:W
expect 2 'bits of outputs' -- "$assay" prove toy
cp toy.v tree/rtl/lib/toy.v

# Inner wires as outputs, which the replay looks at as well.
cp tree/rtl/lib/toy.v toy.v
sed 's/^endmodule/    wire [W-1:0] both = a \& b;\n&/' toy.v >tree/rtl/lib/toy.v
printf '%s\n' '--- a/rtl/lib/toy.v' '+++ b/rtl/lib/toy.v' '@@ -4,1 +4,1 @@' '-    wire [W-1:0] both = a & b;' \
    '+    wire [W-1:0] both = a | b;' >$cells/inner.patch
lemma "${head/toy.patch/inner.patch}
 *     show:   both" "$good out[2] = a & b;" | sed 's/y:W high/y:W high both:W/' >$cells/toy.c
expect 0 'all 2 proofs' 'both: model ' -- "$assay" prove toy
lemma "${head/toy.patch/inner.patch}
 *     show:   both" "$good out[2] = a & b & 127;" | sed 's/y:W high/y:W high both:W/' >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'differs, replayed' 'both: model 0' -- "$assay" prove toy
cp toy.v tree/rtl/lib/toy.v

# A domain, in which the bug is not; and one of which random inputs find nothing.
lemma "$head" "$good if (a == 0) return false;" >$cells/toy.c
expect 0 'all 2 proofs' -- "$assay" prove toy
lemma "${head/W=8/W=30}" "$good if (a != 77 || b != 123456789) return false;" >$cells/toy.c
expect 0 'all 2 proofs' -- "$assay" prove toy

# --- what is kept is kept of what is proved, not of its sources alone ---

# Headers of the system are no dependencies that a compiler lists, and no lemma lists what RTL includes.
mkdir system
export C_INCLUDE_PATH=$work/system
set_offset() { echo "#define OFFSET $1" >system/offset.h; }
set_flip() { echo "\`define FLIP 1'b$1" >system/flip.vh; }
set_offset 0
set_flip 0
cp tree/rtl/lib/toy.v toy.v
sed "1 i \`include \"$work/system/flip.vh\"" toy.v | sed 's/= y\[W-1\]/= y[W-1] ^ `FLIP/' >tree/rtl/lib/toy.v
printf '%s\n' '--- a/rtl/lib/toy.v' '+++ b/rtl/lib/toy.v' '@@ -3,1 +3,1 @@' '-    assign y = (a > b) ? a - b : b - a;' \
    '+    assign y = (a > 0) ? a - b : b - a;' >$cells/line.patch
lemma "${head/toy.patch/line.patch}" '
#include <offset.h>
    const uint32_t y = a > b ? a - b : a == b ? OFFSET : b - a;' >$cells/toy.c
expect 0 'as expected, 0 kept' -- "$assay" prove toy
expect 0 'as expected, 2 kept' -- "$assay" prove toy
set_offset 1
expect 1 'FAIL  fp          toy W=8 ' 'differs, replayed' -- "$assay" prove toy
set_offset 0
expect 0 'as expected, 2 kept' -- "$assay" prove toy
set_flip 1
expect 1 'FAIL  fp          toy W=8 ' 'high: model 0, RTL 1' -- "$assay" prove toy
cp toy.v tree/rtl/lib/toy.v
lemma "$head" "$good" >$cells/toy.c

# Yosys reads a module again if an instance drives a word of an array, and gives it another name then.
cat >tree/rtl/lib/words.v <<'END'
module words #(parameter W = 8) (input wire [W-1:0] a, input wire [W-1:0] b, input wire at, output wire [W-1:0] y);
    wire [W-1:0] word [0:1];
    wire         high [0:1];
    toy #(.W(W)) u_left (.a(a), .b(b), .y(word[0]), .high(high[0]));
    toy #(.W(W)) u_right (.a(b), .b(8'd77), .y(word[1]), .high(high[1]));
    assign y = word[at];
endmodule
END
cat >$cells/words.patch <<'END'
--- a/rtl/lib/words.v
+++ b/rtl/lib/words.v
@@ -6,1 +6,1 @@
-    assign y = word[at];
+    assign y = word[0];
END
lemma "${head/y:W high/y:W}" '    const uint32_t c = in[2] ? b : a, d = in[2] ? 77 : b, y = c > d ? c - d : d - c;' |
    sed 's/top:    toy/top:    words/; s/b:W/b:W at/; s/toy\.v/words.v rtl\/lib\/toy.v/; s/toy\.patch/words.patch/; s/ out.1. =.*//' \
        >$cells/words.c
expect 0 'ok    fp          words W=8  ' 'ok    fp          words W=8, planted' -- "$assay" prove words
rm $cells/words.*

# --- what does not hold ---

# Nothing is claimed in the first case; the planted bug is in the last.
lemma "$both" "$good if (W == 8) return false;" >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'nothing is claimed' 'ok    fp          toy W=13, planted' '1 of 3 proofs' -- \
    "$assay" prove toy
lemma "$both" "$good if (W == 8 && (a * a) % 16 != 5) return false;" >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'nothing is claimed' '1 of 3 proofs' -- "$assay" prove toy

# A product in another form takes longer than a second of each solver.
sed 's/a > b. ? a - b : b - a/a * b)/' toy.v >tree/rtl/lib/toy.v
lemma "${head/W=8/W=28}
 *     limit:  1" '    const uint32_t y = ((a + 5) * (b + 3) - 3 * a - 5 * b - 15) & ((1u << W) - 1);' >$cells/toy.c
expect 1 'FAIL  fp          toy W=28 ' 'no answer in time' '"verdict":"not-proved"' -- "$assay" prove toy --json
cp toy.v tree/rtl/lib/toy.v

lemma "$head" '    const uint32_t y = a > b ? a - b : b == 77 ? 0 : b - a;' >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'differs, replayed' 'inputs: a=' ' b=4d' 'y: model 00000000, RTL' \
    'not asked' '2 of 2 proofs of cells did not' -- "$assay" prove toy
expect 1 '"verdict":"not-proved","cells":2,"cells_failed":2' -- "$assay" prove toy --json
lemma "$head" '    const uint32_t y = a > b ? a - b : b + (1u << 31 >> 8) - a - (1u << 31 >> 8) + (b == 3) * 256;' >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' "a bit above an output's width" -- "$assay" prove toy
lemma "$head" '    const int x = (int)(a << 23) + (int)(b << 23); const uint32_t y = x == 7 ? 7 : a > b ? a - b : b - a;' >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'toy.c:17: ' -- "$assay" prove toy
lemma "$head" '    uint32_t t[9] = {0}; t[a > 200 ? 9 : 1] = 1; const uint32_t y = (a > b ? a - b : b - a) + t[0];' >$cells/toy.c
expect 1 'an index outside an array' 'runtime error: index 9 out of bounds' -- "$assay" prove toy
# What the optimiser removes: nobody reads it.
lemma "$head" "$good uint32_t t[9], *p = t; p[a > 200 ? 9 : 1] = 1;" >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'toy.c:17: a write outside an object' -- "$assay" prove toy
# A variable that some paths do not set, of which LLVM would take the value of the others; also by a pointer, and in a
# loop, where it had a value before.
for set in 'uint32_t u; if (a != 77) u = 1;' 'uint32_t u, *p = &u; if (a != 77) *p = 1;' \
    'uint32_t u = 0; for (uint32_t i = 0; i < 3; ++i) { uint32_t v; if (i != 2 || a != 77) v = 1; u = v; }'; do
    lemma "$head" "    $set const uint32_t y = (a > b ? a - b : b - a) * u;" >$cells/toy.c
    expect 1 'FAIL  fp          toy W=8 ' 'an output that is not set, or undefined: y' -- "$assay" prove toy
done
# A branch and an address by such a variable.
lemma "$head" '    bool c; if (a != 77) c = true; const uint32_t y = c ? a > b ? a - b : b - a : b;' >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'toy.c:17: a branch that depends on an undefined value' 'inputs: a=4d' -- "$assay" prove toy
lemma "$head" '    uint32_t u, t[2] = {0}, *p = t; if (a != 77) u = 1; const uint32_t y = (a > b ? a - b : b - a) + p[u & 1];' >$cells/toy.c
expect 1 'FAIL  fp          toy W=8 ' 'toy.c:17: an undefined address' 'inputs: a=4d' -- "$assay" prove toy
# One whose type has a number of bits.
if echo 'unsigned _BitInt(12) u;' | clang-14 -std=c2x -fsyntax-only -xc - 2>/dev/null; then
    lemma "$head" '    unsigned _BitInt(12) u; if (a != 77) u = 1; const uint32_t y = (a > b ? a - b : b - a) * (uint32_t)u;' >$cells/toy.c
    expect 1 'FAIL  fp          toy W=8 ' 'an output that is not set, or undefined: y' -- env CC=clang-14 "$assay" prove toy
fi
# A variable after its life, in a case that random inputs do not show; and a copy of bytes onto some of them.
lemma "$head" "$good const uint32_t *p = in; { uint32_t x[1] = {in[0]}; if (a == 7 && b == 9) p = x; }
    if (*p != in[0]) return false;" >$cells/toy.c
expect 1 'toy.c:18: an access to a variable whose life is over' -- "$assay" prove toy
lemma "$head" "$good uint8_t t[9] = {0}; uint8_t *p = t + (a == 7 && b == 9 ? 1 : 4); __builtin_memcpy(p, t, 4); if (p[0]) return false;" >$cells/toy.c
expect 1 'toy.c:17: a copy of bytes onto some of them' -- "$assay" prove toy
lemma "$head
 *     bound:  9" '    uint32_t y = a > b ? a - b : b - a; for (uint32_t i = 0; i < (a & 15); ++i) y ^= b >> (i & 31) << i;' >$cells/toy.c
expect 1 'more iterations than the bound' -- "$assay" prove toy
lemma "$head" "$good if (a == 3) return true;" >$cells/toy.c
expect 1 'an output that is not set' -- "$assay" prove toy

# The planted bug is none where nothing is claimed.
lemma "$head" "$good if (a <= b) return false;" | sed 's/a > 0/a > 1/' >$cells/toy.c
sed 's/a > 0) ? a - b : b - a/a >= b) ? a - b : b - a/' $cells/toy.patch >$cells/same.patch
lemma "${head/toy.patch/same.patch}" "$good" >$cells/toy.c
expect 1 'FAIL  fp          toy W=8, planted' '1 of 2 proofs' -- "$assay" prove toy

# --- what is refused, with its place ---

lemma "$head" '    uint32_t u; if (a > 9) u = a; else if (a > 7) u = b; const uint32_t y = a > b ? a - b : b - a + (u & 1);' >$cells/toy.c
expect 2 'toy.c:17: undef' 'expected no such value' -- "$assay" prove toy
# A variable whose declaration is passed in a later round, where it is not set; and one that is the compiler's.
for body in 'for (int i = 0; i < 3; ++i) switch (i == 2 && a == 77) { uint32_t v; case 0: v = 3; default: u = v; }' \
    'for (int i = 0; i < 3; ++i) { if (i == 2 && a == 77) goto use; uint32_t v = 3; use: u = v; }' \
    'int i = 0; again:; uint32_t v; if (i == 0 || a != 77) v = 3; u = v; if (++i < 3) goto again;'; do
    lemma "$head" "    uint32_t u = 3; $body const uint32_t y = (a > b ? a - b : b - a) + u - 3;" >$cells/toy.c
    expect 2 'toy.c: the function spec: a switch or goto passes the declaration of a variable' -- "$assay" prove toy
done
lemma "$head" '    uint32_t y = a > b ? a - b : b - a;
    for (int i = 0; i < 3; ++i) { uint32_t t[2] = {y, b}; const uint32_t *p = &(uint32_t){t[0]}; if (i == 1 && a == 9) continue;
    switch (i) { case 0: { uint32_t v = *p; y = v; } break; default: if (t[1] == 256) return false; } }' >$cells/toy.c
expect 0 -- "$assay" prove toy
lemma "$head" '    uint32_t u[2]; if (a == 3) u[1] = 4; const uint32_t y = a > b ? a - b : b - a + (u[b & 1] & 1);' >$cells/toy.c
expect 2 'toy.c:17: a variable that is not set' 'expected no such value' -- "$assay" prove toy
lemma "$head" '    const uint32_t y = (uint32_t)((float)a - (float)b);' >$cells/toy.c
expect 2 'toy.c:17: ' 'expected an instruction on integers' -- "$assay" prove toy
lemma "$head" '    extern uint32_t other(uint32_t); const uint32_t y = other(a - b);' >$cells/toy.c
expect 2 'toy.c:17: a call of @other: expected a function that is defined' -- "$assay" prove toy
lemma "$head" '    static uint32_t kept; kept += a; const uint32_t y = kept + b;' >$cells/toy.c
expect 2 'kept before it is set' 'expected no such value' -- "$assay" prove toy
lemma "$head" '    static uint32_t kept; kept = a > b; const uint32_t y = kept ? a - b : b - a;' >$cells/toy.c
expect 0 -- "$assay" prove toy
lemma "$head" '    const uint32_t y = a - ;' >$cells/toy.c
expect 2 'the model is not compiled' 'toy.c:17' -- "$assay" prove toy

lemma "${head/ high/}" "$good" >$cells/toy.c
expect 2 'the output high of toy is not compared: expected it in out or except' -- "$assay" prove toy
lemma "${head/ high/ low}" "$good" >$cells/toy.c
expect 2 "out: 'low': expected an output of toy" -- "$assay" prove toy
lemma "${head/toy.patch/none.patch}" "$good" >$cells/toy.c
expect 2 'none.patch' -- "$assay" prove toy
lemma "${head/plant:/plent:}" "$good" >$cells/toy.c
expect 2 "'plent:" 'expected top, rtl' -- "$assay" prove toy
lemma "${head/W=8/X=8}" "$good" >$cells/toy.c
expect 2 "'a:W': expected PORT:WIDTH" -- "$assay" prove toy
for width in 'W*' 'W/3' '*W' 'W*0' 'W*99999' 'W-1'; do
    lemma "${head/y:W/y:$width}" "$good" >$cells/toy.c
    expect 2 "'y:$width': expected PORT:WIDTH" -- "$assay" prove toy
done
for key in 'each:   a[9:0]' 'each:   a[1:2]' 'first:  c' 'each:   a[3' 'first:  a[]' 'each:   y'; do
    lemma "$head
 *     $key" "$good" >$cells/toy.c
    expect 2 "'${key##* }': expected bits of an input" -- "$assay" prove toy
done
lemma "${head/W=8/W=13}
 *     each:   a" "$good" >$cells/toy.c
expect 2 "'a': expected bits of an input" -- "$assay" prove toy
lemma "$head
 *     show:   inner" "$good" >$cells/toy.c
expect 2 "'inner' is shown and not compared: expected it in out" -- "$assay" prove toy
lemma "${head/high/high inner}
 *     show:   inner" "$good" >$cells/toy.c
expect 2 'toy has no such output' -- "$assay" prove toy
printf '/*\n * toy.c\n *\n *     top:    toy\n */\n' >$cells/toy.c
expect 2 "no 'rtl': expected ' *     rtl: VALUE'" -- "$assay" prove toy
lemma "$head" "$good" >$cells/toy.c
for operator in / %; do
    sed "s|a - b : b - a|a $operator b : b|" toy.v >tree/rtl/lib/toy.v
    expect 2 'the RTL divides, by cell ' 'expected none' -- "$assay" prove toy
done
# A patch that is in the RTL already is not taken back.
cp toy.v tree/rtl/lib/toy.v
patch -s -d tree -p1 <"$cells/toy.patch"
lemma "$head" '    const uint32_t y = (a > 0 ? a - b : b - a) & 255;' >$cells/toy.c
expect 2 "toy.patch: the planted bug does not apply: expected a patch of a/PATH, where PATH is rtl/lib/toy.v" -- "$assay" prove toy
cp toy.v tree/rtl/lib/toy.v
# What is wrong is said of each lemma and of each case, and does not hide an answer.
lemma "$both" "${good/y =/y = W == 8 ? *(const uint32_t *)(uintptr_t)a :}" >$cells/toy.c
expect 2 'FAIL  fp          toy W=8  ' 'fp/toy W=8: ' 'ok    fp          toy W=13  ' 'toy W=13, planted' '1 of 3 proofs' \
    '"verdict":"broken"' -- "$assay" prove toy --json
sed 's|a - b : b - a|a - b : b + 1 - a|' toy.v >tree/rtl/lib/toy.v
lemma "$head" "$good" | sed 's/top:    toy/top:    tay/' >$cells/tay.c
expect 1 'FAIL  fp          tay W=8 ' "fp/tay W=8: the RTL is not read (yosys, status 1): ERROR: Module \`tay' not found!" \
    'FAIL  fp          toy W=8 ' 'differs, replayed' '"verdict":"not-proved"' -- "$assay" prove fp --json
rm $cells/tay.c
sed '/assign y/c always @* if (a > b) y = a - b;' toy.v | sed '/output.* y/s/wire/reg/' >tree/rtl/lib/toy.v
expect 2 "rtl/lib/toy.v:" ': a latch of toy: expected none' -- "$assay" prove toy
cp toy.v tree/rtl/lib/toy.v
lemma "$head" "$good" | sed 's/a:W b:W/a:W/; s/in.1./in[0]/' >$cells/toy.c
expect 2 'y: Icarus has no value to compare' 'not to depend on inputs that `in` does not name: b' -- "$assay" prove toy
lemma "$head" "$good" >$cells/toy.c
echo 'module toy(' >tree/rtl/lib/toy.v
expect 2 'the RTL is not read' 'rtl/lib/toy.v:1: ERROR: ' -- "$assay" prove toy --again

expect 2 "unknown block 'toi'" -- "$assay" prove toi
expect 2 "--solver 'vampire': expected abc, cadical, z3 or cvc5" -- "$assay" prove --solver vampire
expect 2 "--missing '0': expected an exit status" -- "$assay" prove --missing 0
PATH=/nowhere:$(dirname "$(type -P bash)") expect 3 'no ' 'expected it on the path' -- \
    env PATH=/nowhere "$assay" prove toy
expect 77 'expected it on the path' -- env PATH=/nowhere "$assay" prove toy --missing 77

done_checking
