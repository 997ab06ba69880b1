#!/usr/bin/env bash
# test_prove_heads.sh - `assay prove` on heads of lemmas that are wrong, on headers of RTL, and what it says of broken
# obligations and of planted bugs that are not asked for.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

. "$source_dir/tb/unit/prove.bash"

mkdir tree/rtl/inc
echo "\`define ONE 8'd1" >tree/rtl/inc/one.vh
printf '%s\n' '`ifndef MORE' '`define MORE' 'function [7:0] plus(input [7:0] a, input [7:0] b); plus = a + b; endfunction' \
    '`endif' >tree/rtl/lib/more.vh
# rtl VALUE: a module with this output, and the patch of a bug in it.
rtl() {
    printf '%s\n' '`include "../inc/one.vh"' '`include "more.vh"' \
        'module toy (input wire [7:0] a, output wire [7:0] y);' "    assign y = $1;" 'endmodule' >tree/rtl/lib/toy.v
    printf '%s\n' '--- a/rtl/lib/toy.v' '+++ b/rtl/lib/toy.v' '@@ -4,1 +4,1 @@' "-    assign y = $1;" \
        "+    assign y = a == 77 ? 8'd0 : $1;" >$cells/toy.patch
}
rtl 'plus(a, `ONE)'

# lemma NAME [LINE [BODY]]: a lemma with one more line at the end of its head, and a body that sets y.
lemma() {
    printf '%s\n' '/*' " * $1.c - the next number. It holds" ' * slow: and where the numbers end.' ' *' ' *     top:    toy ' \
        ' *     rtl:    rtl/lib/toy.v rtl/inc/one.vh rtl/lib/more.vh' ' *     in:     a:8' ' *     out:    y:8' \
        ' *     plant:  tb/fp/formal/cells/toy.patch  ' "${2- *}" ' */' '#include <assert.h>' '#include <stdbool.h>' \
        '#include <stdint.h>' 'bool spec(const uint32_t *in, uint32_t *out);' 'bool spec(const uint32_t *in, uint32_t *out)' \
        '{' "${3-    const uint32_t y = (in[0] + 1) & 255;}" '    out[0] = y;' '    return true;' '}' >$cells/$1.c
}

# --- headers, and blanks after values ---

lemma toy ' *     slow  '
expect 0 'all 2 proofs of cells as expected, 0 kept' -- "$assay" prove --quick fp/toy
sed 's/ rtl.inc.one.vh//' $cells/toy.c >$cells/lost.c
expect 2 'one.vh' -- "$assay" prove fp/lost
rm $cells/lost.c

# --- what is wrong with one head is said of its lemma alone ---

while IFS='|' read -r line expected; do
    lemma bad "$line"
    expect 2 "bad.c:10: '$(sed 's/^ \*[ \t]*//' <<<"$line")': expected $expected" -- "$assay" prove fp/bad
done <<'END'
 *     limit:  0|a number from 1 to 100000
 *     bound:  3x|a number from 1 to 100000
 *     slow:   yes|this key without a colon and a value
 *     cut:|a value after the colon
 *     plant:  x.patch|this key once
 *     plent:  x.patch|top, rtl, model
 *     Slow|a key in small letters, indented
 *	slow|a key in small letters, indented
 *   limit:  7|a key in small letters, indented
 *             b:8|top, rtl, model
 *     slow now|KEY: VALUE
END
lemma bad
for key in top plant; do
    sed "/ $key:/d" $cells/bad.c >$cells/worse.c
    expect 2 "worse.c:1: no '$key': expected ' *     $key: VALUE'" -- "$assay" prove fp/worse
done
ln -s nowhere $cells/dangling.c
mkdir $cells/folder.c
expect 0 'all 2 proofs of cells as expected, 2 kept' -- "$assay" prove fp/toy
expect 2 'ok    fp          toy  ' 'ok    fp          toy, planted' 'worse.c:1: no' 'dangling.c' 'folder.c' \
    '3 of 7 proofs of cells did not come out' -- "$assay" prove fp
rm -r $cells/dangling.c $cells/folder.c $cells/worse.c $cells/bad.c

# --- ports are those of the module ---

while IFS='|' read -r from to expected; do
    lemma bad
    sed -i "s/ $from/ $to/" $cells/bad.c
    expect 2 "$cells/bad.c:$expected" -- "$assay" prove fp/bad
done <<'END'
a:8|a:9|7: in: 'a:9' is of 9 bits here: expected 8, as in toy
a:8|a:7|7: in: 'a:7' is of 7 bits here: expected 8, as in toy
a:8|a:8 b|7: in: 'b': expected an input of toy
a:8|a:8 y:8|7: in: 'y:8': expected an input of toy
y:8|y:7|8: out: 'y:7' is of 7 bits here: expected 8, as in toy
y:8|y:9|8: out: 'y:9' is of 9 bits here: expected 8, as in toy
y:8|y:8 z:8|8: out: 'z:8': expected an output of toy
END
rm $cells/bad.c

# --- obligations that are broken, and what a planted bug is compared with ---

lemma toy ' *' '    const uint32_t y = in[0] + 1;'
expect 1 "model: ${cells#tree/}/toy.c:20: a bit above an output's width: bit 8 of y:8" \
    'FAIL  fp          toy, planted ' 'not asked: not proved without it' '2 of 2 proofs' -- "$assay" prove fp/toy
# Two sums share one trap, which has no line.
lemma toy ' *' '    int n = 2147483640 + (int)(in[0] & 7); const uint32_t y = (in[0] + 1 + 0 * (uint32_t)n) & 255;
    n = n + (int)(in[0] & 15);'
expect 1 'toy.c: a trap: a sum that overflows' 'toy.c:19:' 'runtime error: signed integer overflow: ' -- \
    "$assay" prove fp/toy
lemma toy ' *' '    assert(in[0] != 9); const uint32_t y = (in[0] + 1) & 255;'
expect 1 'toy.c:18: an assertion that fails' "Assertion \`in[0] != 9' failed" -- "$assay" prove fp/toy
# The RTL gives an undefined value: the difference is there with and without the bug.
lemma toy
rtl "a == 3 ? 8'bx : plus(a, \`ONE)"
expect 1 'FAIL  fp          toy  ' 'not asked: not proved without it' -- "$assay" prove fp/toy

done_checking
