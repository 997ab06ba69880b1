#!/usr/bin/env bash
# test_prove_attached.sh - `assay prove` on the lemmas of a user's block: what names it, where its sources and headers are
# found, which proofs are stored; and the lemma of an example.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

. "$source_dir/tb/unit/prove.bash"
echo 'module plus(input wire [7:0] a, input wire [7:0] b, output wire [7:0] y); assign y = a + b; endmodule' >tree/rtl/lib/plus.v
# The headers that the generated source of a block includes.
ln -s "$source_dir"/tb/{base,engine} tree/tb/
ln -s "$source_dir"/model/{api,type} tree/model/
mkdir tree/model/numerics
echo 'static inline unsigned low_byte(unsigned x) { return x & 255; }' >tree/model/numerics/low.h

# A pipeline that adds a number to a byte. Its model as a whole needs functions of the program, and has parts that cannot
# be translated.
mkdir -p 'my blocks/sum/'{rtl,inc,formal/cells}
sum="$work/my blocks/sum"
echo 'rtl/sum.v rtl/cell.v' | tr ' ' '\n' >"$sum/sum.f"
cat >"$sum/rtl/cell.v" <<'END_OF'
module cell_add (input wire [7:0] a, output wire [7:0] y);
    plus u_plus (.a(a), .b(8'd3), .y(y));
endmodule
END_OF
echo 'module sum(input wire clk, input wire ce, input wire [7:0] a, output reg [7:0] y);
    always @(posedge clk) if (ce) y <= a + 3; endmodule' >"$sum/rtl/sum.v"
cat >"$sum/block.yaml" <<'END_OF'
top: sum
rtl: sum.f
reset: none
level: transfers
streams:
  in: {direction: sink, kind: always, valid: ce, fields: {a: {pin: a, width: 8}}}
  out: {direction: source, kind: always, after: 1, fields: {y: {pin: y, width: 8}}}
model: {sources: [sum.c], include: [inc], flags: [-DMORE=2, -L/nowhere, -lm]}
END_OF
echo '#define ONE 1' >"$sum/inc/one.h"
cat >"$sum/sum.c" <<'END_OF'
#include "sum_model.h"
#include "numerics/low.h"
#include "one.h"
struct sum_state { int none; };
ASSAY_MODEL(sum);
void sum_init(struct sum_state *s, const struct sum_params *p) { (void)s, (void)p; }
struct sum_out added(const struct sum_in *in);
struct sum_out added(const struct sum_in *in) { return (struct sum_out){.y = (uint8_t)low_byte(in->a + ONE + MORE)}; }
static void emit(struct assay_emit *e, struct sum_out y) { sum_emit_out(e, &y); }
static void (*const how)(struct assay_emit *, struct sum_out) = emit;
void sum_on_in(struct sum_state *s, const struct sum_in *in, struct assay_emit *e) { (void)s, how(e, added(in)); }
END_OF
cat >"$sum/formal/cells/add.c" <<'END_OF'
/*
 * add.c - the cell adds as the model does.
 *
 *     top:    cell_add
 *     rtl:    rtl/cell.v rtl/lib/plus.v
 *     model:  sum.c
 *     in:     a:8
 *     out:    y:8
 *     plant:  formal/cells/add.patch
 */
#include "sum_model.h"
bool spec(const uint32_t *in, uint32_t *out);
struct sum_out added(const struct sum_in *in);
bool spec(const uint32_t *in, uint32_t *out)
{
    out[0] = added(&(struct sum_in){.a = (uint8_t)in[0]}).y;
    return true;
}
END_OF
printf '%s\n' '--- a/rtl/cell.v' '+++ b/rtl/cell.v' '@@ -2,1 +2,1 @@' "-    plus u_plus (.a(a), .b(8'd3), .y(y));" \
    "+    plus u_plus (.a(a), .b(8'd5), .y(y));" >"$sum/formal/cells/add.patch"

# --- what names them, and stored proofs ---

expect 0 'ok    sum         add   ' 'ok    sum         add, planted' 'all 2 proofs of cells as expected, 0 kept' -- \
    "$assay" prove 'my blocks/sum'
ln -s -- "$sum" -linked
kept='all 2 proofs of cells as expected, 2 kept'
expect 0 "$kept" '"reproduce":"' " prove --quick '$sum/add'\"" '"block":"sum"' '"kept":true' -- \
    "$assay" prove 'my blocks/sum/add' --json --quick
expect 0 "$kept" -- "$assay" prove -- -linked/add -linked/ "$sum"
expect 0 "$kept" -- env -C "$sum/rtl" "$assay" prove ../add
expect 0 'all 2 proofs of cells as expected, 0 kept' -- "$assay" prove "$sum" --out files
check 'its files are kept' test -s files/sum/add/gate.aag -a -d files/sum/add-planted
# What the model includes has changed, though not what it means.
echo '/* more */' >>"$sum/inc/one.h"
expect 0 'all 2 proofs of cells as expected, 0 kept' -- "$assay" prove "$sum"
expect 0 "$kept" -- "$assay" prove "$sum"

# Macros of the file list, and flags that change what the model's sources mean.
mkdir macros
cp -r "$sum" macros/
sed -i "s/8'd3/\`N/" macros/sum/rtl/cell.v macros/sum/formal/cells/add.patch
sed -i 's/-L.nowhere/-funsigned-char, -Ihere, -L, nowhere/' macros/sum/block.yaml
sed -i 's/in->a + ONE/in->a + (char)200 \/ 200 + ZERO/; s/one.h/zero.h/' macros/sum/sum.c
mkdir here
echo '#define ZERO 0' >here/zero.h
echo '+define+N=3' >>macros/sum/sum.f
expect 0 'all 2 proofs of cells as expected' -- "$assay" prove macros/sum
sed -i 's/N=3/N=4/' macros/sum/sum.f
expect 1 'FAIL  sum         add  ' -- "$assay" prove macros/sum
sed -i 's/N=4/"N=4 "/' macros/sum/sum.f
expect 2 '+define+N=4 : expected a macro without blanks' -- "$assay" prove macros/sum
rm -r macros

# Another block of that name, with other RTL. Its RTL is beside its folder, as new-block leaves it.
mkdir other
cp -r "$sum" other/
mv other/sum/rtl other/sum/sum.f other/
sed -i 's/sum\.f/..\/&/' other/sum/block.yaml
expect 0 'all 2 proofs of cells as expected' -- "$assay" prove other/sum
sed -i "s/8'd3/8'd4/" other/rtl/cell.v
expect 1 'FAIL  sum         add  ' -- "$assay" prove other/sum
expect 0 "$kept" -- "$assay" prove "$sum"

# The harness gets the transfers of the model.
sed 's/add\.c/sent.c/; /model:/d; /^#include/,$d' "$sum/formal/cells/add.c" >"$sum/formal/cells/sent.c"
cat >>"$sum/formal/cells/sent.c" <<'END_OF'
#include "sum_model.h"
bool spec(const uint32_t *in, uint32_t *out);
static struct sum_out sent;
static bool was_sent;
void assay_emit(struct assay_emit *e, unsigned stream, const void *payload)
{
    (void)e, (void)stream;
    sent = *(const struct sum_out *)payload;
    was_sent = true;
}
static void on_in(struct assay_emit *e, const struct sum_in *in)
{
    if (in->a != 7)
        sum_emit_out(e, &(struct sum_out){.y = (uint8_t)(in->a + 3)});
}
bool spec(const uint32_t *in, uint32_t *out)
{
    was_sent = false;
    sent = (struct sum_out){0};
    on_in(NULL, &(struct sum_in){.a = (uint8_t)in[0]});
    out[0] = sent.y;
    return was_sent;
}
END_OF
expect 0 'ok    sum         sent' 'all 2 proofs of cells as expected' -- "$assay" prove "$sum/sent"
sed -i 's/return was_sent/return was_sent || 1/' "$sum/formal/cells/sent.c"
expect 1 'y: model 00000000, RTL 00001010' -- "$assay" prove "$sum/sent"
rm "$sum/formal/cells/sent.c"

# --- a job of a regression ---

mkdir lists
printf '%s\n' 'entries:' "  - {block: '../my blocks/sum', proofs: quick}" >lists/list.yaml
expect 0 '1 jobs: 1 passed' -- "$assay" regress lists/list.yaml --out regress
# What a lemma alone names may have changed.
sed -i 's/a + b/a - b/' tree/rtl/lib/plus.v
expect 1 '1 jobs: 0 passed, 1 failed' 'first:     not-proved: sum/add: differs, replayed' -- \
    "$assay" regress lists/list.yaml --out regress --resume
sed -i 's/a - b/a + b/' tree/rtl/lib/plus.v

# --- what is wrong ---

at=$sum/formal/cells
# bad NAME KEY VALUE: a lemma with another value for a key.
bad() { sed "s,^\( \*     $2:  *\).*,\1$3," "$at/add.c" >"$at/$1.c"; }
bad rtl rtl 'rtl/cell.v rtl/none.v'
bad above rtl ../rtl/cell.v
bad model model none.c
bad plant plant faults/none.patch
sed 's/return true/return tru/' "$at/add.c" >"$at/text.c"
expect 2 "$at/rtl.c:5: rtl: 'rtl/none.v': expected it in $sum or in $work/tree" \
    "$at/above.c:5: '../rtl/cell.v': expected a path in the folder of the block or in the tree" \
    "$at/model.c:6: model: 'none.c': expected it in $sum or in $work/tree" \
    "$sum/faults/none.patch: no planted bug: expected a patch" \
    "$at/text.c:17:12: error: use of undeclared identifier 'tru'" \
    '5 of 8 proofs' -- "$assay" prove "$sum"
rm "$at"/{rtl,above,model,plant,text}.c
sed 's/return true/return in[0] != 9 || in[0] \/ (in[0] - 9)/' "$at/add.c" >"$at/zero.c"
expect 1 "$at/zero.c:17: a trap: a division that overflows, or by zero" -- "$assay" prove "$sum/zero"
rm "$at/zero.c"
expect 0 "$kept" -- "$assay" prove "$sum" sum
expect 2 "unknown lemma of sum 'ad': expected add" -- "$assay" prove "$sum/ad"
expect 2 "unknown lemma of sum 'rtl': expected add" -- "$assay" prove "$sum/rtl"
expect 2 'my blocks: no block.yaml in it: expected a block' -- "$assay" prove './my blocks'
expect 2 'no/where: No such file or directory: expected a block' -- "$assay" prove no/where
mv "$sum/formal" formal
expect 2 "sum: no lemmas: expected them in $sum/formal/cells/*.c" '"verdict":"broken"' -- "$assay" prove "$sum" --json
expect 2 "sum has no proofs: expected a folder $sum/formal/cells" -- "$assay" regress lists/list.yaml --out again

# --- the example ---

expect 0 'ok    arbiter     winner N=2   ' 'ok    arbiter     winner N=2, planted' 'all 2 proofs' -- \
    env ASSAY_HOME="$source_dir" "$assay" prove --quick "$source_dir/tb/examples/attach/arbiter"

done_checking
