#!/usr/bin/env bash
# test_prove_files.sh - `assay prove` and the machine: the folders of --out, the cache, temporary files, tools that are
# missing, a full disk; and the JSON object of lemmas that cannot be proved.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

. "$source_dir/tb/unit/prove.bash"
cat >tree/rtl/lib/toy.v <<'TOY'
module toy #(parameter W = 4) (input wire [W-1:0] a, input wire [W-1:0] b, output wire [W-1:0] y);
    assign y = (a | b) + (a & b);
endmodule
TOY
printf '%s\n' '--- a/rtl/lib/toy.v' '+++ b/rtl/lib/toy.v' '@@ -2,1 +2,1 @@' '-    assign y = (a | b) + (a & b);' \
    '+    assign y = a - b;' >$cells/toy.patch
# lemma SUM: that y is this sum.
lemma() {
    printf '%s\n' '/*' ' *     top:    toy' ' *     rtl:    rtl/lib/toy.v' ' *     in:     a:W b:W' ' *     out:    y:W' \
        ' *     cases:  W=4' ' *     plant:  tb/fp/formal/cells/toy.patch' ' */' '#include <stdbool.h>' '#include <stdint.h>' \
        'bool spec(const uint32_t *in, uint32_t *out);' \
        "bool spec(const uint32_t *in, uint32_t *out) { out[0] = ($1) & 15; return true; }"
}
lemma 'in[0] + in[1]' >$cells/toy.c
# A lemma of this name in another block.
mkdir -p tree/tb/dpas/formal/cells temporary
cp $cells/toy.c tree/tb/dpas/formal/cells/
export TMPDIR=$work/temporary

# --- the cache: in another folder, that can be read only, or that is none ---

expect 0 'all 4 proofs of cells as expected, 0 kept' -- env ASSAY_CACHE=relative "$assay" prove toy
expect 0 'left:     0, 0 B' -- env ASSAY_CACHE=relative "$assay" cache --prune all
expect 0 'as expected, 0 kept' -- "$assay" prove fp/toy
chmod a-w cache cache/proofs
expect 0 'as expected, 2 kept' -- ordinary "$assay" prove fp/toy
expect 0 'all 2 proofs of cells as expected, 0 kept' 'Permission denied' '(proofs are not kept)' -- \
    ordinary "$assay" prove dpas/toy
check 'which is said once' test "$(grep -c 'not kept' <<<"$output")" = 1
chmod u+w cache cache/proofs

# A proof that is killed leaves nothing in the cache, and one that is stopped nothing at all.
mkdir fake
printf '#!/bin/sh\ntouch %q; sleep 60\n' "$work/asked" >fake/cadical
chmod +x fake/cadical
for signal in KILL TERM; do
    rm -f asked
    PATH=$work/fake:$PATH "$assay" prove fp/toy --again >stopped.txt 2>&1 &
    for _ in {1..1200}; do [ -e asked ] && break || sleep 0.05; done
    expect 0 ' proof ' -- "$assay" cache
    expect 0 'left:     ' -- "$assay" cache --older 100
    [ $signal = KILL ] || check 'its files are elsewhere' test -n "$(ls -d temporary/assay-prove-"$!"-* 2>/dev/null)"
    kill -$signal $!
    wait $! 2>/dev/null
    [ $signal = KILL ] || check 'nothing is left' test -z "$(ls -d temporary/assay-prove-"$!"-* 2>/dev/null)"
    expect 0 'left:     ' -- "$assay" cache --older 100
done
rm fake/cadical

# So does one that is stopped while the model is translated, which here has no end.
mv $cells/toy.c .
lemma 'in[0] + in[1] + (x == 0)' | sed 's/cases:  W=4/cases:  W=4\n *     bound:  100000/
    s/{ out/{ uint64_t x = in[0] | 1; for (uint32_t i = 0; i < 100000; ++i) x = x * x + in[1]; out/' >$cells/toy.c
"$assay" prove fp/toy >stopped.txt 2>&1 &
for _ in {1..1200}; do
    ls temporary/assay-prove-"$!"-*/checked.ll >/dev/null 2>&1 && break || sleep 0.05
done
check "it is translated: $(<stopped.txt)" test -n "$(ls temporary/assay-prove-"$!"-*/checked.ll 2>/dev/null)"
sleep 1
kill -TERM $!
wait $!
check 'a signal ended it' test $? = 143
check 'nothing is left' test -z "$(ls -d temporary/assay-prove-"$!"-* 2>/dev/null)"
mv toy.c $cells/

# --- the folders of --out ---

mkdir -p 'my work=1/fp/toy-W-4'
touch 'my work=1/fp/toy-W-4/notes'
expect 2 'my work=1/fp/toy-W-4: has files that --out did not write: expected no such folder' -- \
    "$assay" prove fp/toy --out 'my work=1'
check 'they are left' test -e 'my work=1/fp/toy-W-4/notes' -a ! -e 'my work=1/fp/toy-W-4/gate.ys'
rm 'my work=1/fp/toy-W-4/notes'
for _ in 1 2; do
    expect 0 'all 4 proofs' -- "$assay" prove toy --out 'my work=1'
    check 'each block has a folder' test -s 'my work=1/fp/toy-W-4/query.cnf' -a -s 'my work=1/dpas/toy-W-4-planted/replay.v'
    touch 'my work=1/fp/toy-W-4/more'
done
check 'in that folder alone' test ! -e my-work-1

# --- tools and places that are missing ---

mkdir tools
for tool in bash clang-14 opt-14 llvm-link-14 yosys yosys-abc cadical iverilog vvp patch sh cc; do
    ln -s "$(type -P $tool)" tools/
done
for tool in sh patch vvp cc; do
    mv tools/$tool .
    expect 77 "no $tool: expected it on the path" -- env -u CC PATH="$work/tools" "$assay" prove fp/toy --missing 77
    mv $tool tools/
done
expect 3 'no none-such: expected it on the path' '"verdict":"broken"' '"error":"no none-such' -- \
    env CC=none-such "$assay" prove fp/toy --json
expect 0 'all 2 proofs' -- env CC= "$assay" prove fp/toy --again
expect 3 'TMPDIR /none: No such file or directory: expected a folder' -- env TMPDIR=/none "$assay" prove fp/toy
chmod a-w temporary
expect 3 'temporary files that TMPDIR names' -- ordinary "$assay" prove fp/toy --out "my work=1"
chmod u+w temporary
printf '#!/bin/sh\nkill -9 $$\n' >fake/yosys
chmod +x fake/yosys
expect 3 'the RTL is not read (yosys, status 137)' -- env PATH="$work/fake:$PATH" "$assay" prove fp/toy
rm fake/yosys
for tool in yosys-abc cadical; do
    printf '#!/bin/sh\nkill -9 $$\n' >fake/$tool
    chmod +x fake/$tool
    expect 3 "$tool: ended by signal 9: expected an answer" '"verdict":"broken"' -- \
        env PATH="$work/fake:$PATH" "$assay" prove fp/toy --again --json
    rm fake/$tool
done
mkdir full
if mount -t tmpfs -o size=64k tmpfs full 2>mount.txt; then
    expect 3 'full' 'the disk is full: expected room' -- "$assay" prove fp/toy --out full
    expect 3 'the disk is full: expected room' -- env TMPDIR="$work/full" "$assay" prove fp/toy
    umount full
else
    printf 'skipped: full disk: %s\n' "$(cat mount.txt)"
fi

# --- a limit that is shorter than the first one of abc ---

printf '#!/bin/sh\necho "$*" >>%q; exec %q "$@"\n' "$work/limits" "$(type -P sh)" >fake/sh
chmod +x fake/sh
sed 's/^ \* *cases:/ *     limit:  7\n&/' $cells/toy.c >$cells/soon.c
expect 0 'all 2 proofs' -- env PATH="$work/fake:$PATH" "$assay" prove fp/soon
check 'abc has it as well' grep -q ' 7 yosys-abc' limits
rm $cells/soon.c

# --- lemmas that cannot be proved are rows of the JSON object, and of a regression ---

lemma 'in[0] + in[1] +' >$cells/bad.c
expect 2 '"verdict":"broken","cells":5,"cells_failed":1,' '"got":"the model is not compiled (clang-14' '"lemma":"toy"' -- \
    "$assay" prove --json fp dpas
printf '%s\n' 'entries:' '  - {block: fp, proofs: quick}' >list.yaml
expect 3 '1 errors' 'broken' -- "$assay" regress list.yaml --out regress
check 'the page has the reason' grep -qF '<td class="bad">the model is not compiled' regress/report-proofs.html
sed -i 's/top:/tap:/' $cells/bad.c
expect 2 '"verdict":"broken"' '"lemma":"bad",' "bad.c:2: 'tap:    toy': expected top, " '"lemma":"toy",' -- "$assay" prove --json fp

done_checking
