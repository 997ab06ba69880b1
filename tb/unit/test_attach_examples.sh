#!/usr/bin/env bash
# test_attach_examples.sh - the examples of attached designs, taken by the installed program in a folder outside the tree:
# they pass in two simulators, a bug is found, shrunk and replayed elsewhere, and a regression takes them all.
. "$(dirname "$0")/check.bash"

# Their pages' commands, and with them their planted bugs, are tested by test_attach_pages.sh.
examples='fifo smallest
axis_fifo default
arbiter smallest
tagmem default
axil_regs smallest
sha256 default
fifo_registered default
uart smallest
cordic default'

check 'installation' cmake --install "$(dirname "$assay")" --prefix "$work/prefix"
installed=$work/prefix/bin/assay examples_from=$work/prefix/share/assay/tb/examples/attach
own_cache
unset ASSAY_HOME ASSAY_VPI ASSAY_PROGRAM
here="$work/of somebody"
mkdir "$work/of" "$here" "$work/elsewhere" # `of`: what Verilator leaves of a path with a blank
cd "$here" || exit 1

entries=entries:
while read -r block set; do
    cp -r "$examples_from/$block" .
    entries+=$'\n'"  - {block: './$block', params: $set, cycles: 3000, seeds: 2}"
    expect 0 "$block" ', backend verilator: pass' -- "$installed" run "./$block" --params "$set"
    check "$block: every output bit is noticed" [ "${output/notices/}" = "$output" ]
    expect 0 ', backend icarus: pass' -- "$installed" run "./$block" --params "$set" --backend icarus --cycles 1000
done <<<"$examples"

# --- a planted bug, replayed from another folder and shrunk: a response that is lost ---

bug=lost_in_stall/tagmem-seed1
expect 1 'tagmem (' "replay:     $bug.replay" -- "$installed" run ./tagmem --fault lost_in_stall --out lost_in_stall
cd "$work/elsewhere" || exit 1
expect 1 'tagmem (' -- "$installed" replay "$here/$bug.replay" --out .
cd "$here" || exit 1
expect 0 'units ' -- "$installed" shrink "$bug.replay"
size=$(sed -n 's/^size: .* transactions \([0-9]*\),.*/\1/p' <<<"$output")
check 'shrunk to at most 6 transactions' [ "${size:-99}" -le 6 ]
expect 1 'resp' -- "$installed" replay "$bug.min.replay" --out "$work/elsewhere"

# --- a stream that is never compared ---

cp -r fifo silent
sed -i 's/= count == 0/= 1/' silent/rtl/fifo.v
sed 's/fifo/silent/g; s/silent_emit_pop.*/(void)payload, (void)emit;/' fifo/fifo.c >silent/silent.c
expect 1 'silent (' 'pop' 'compared' -- "$installed" run ./silent --params smallest --cycles 1000 --out elsewhere

# --- an output that no comparison looks at ---

cp -r axis_fifo careless
sed 's/axis_fifo/careless/g; s/ && e->last == a->last//' axis_fifo/axis_fifo.c >careless/careless.c
run=("$installed" run ./careless --params smallest --cycles 1000)
expect 0 'no comparison notices when these output bits are inverted: m_axis_last[0]' 'vacuity.txt' -- "${run[@]}"
expect 0 'inverted: m_axis_last[0]' -- "${run[@]}"
expect 1 '1 NOT NOTICED' 'm_axis_last[0]' -- "$installed" run ./careless --params smallest --vacuity
echo 'm_axis_last the reader does not use it' >careless/vacuity.txt
expect 0 pass -- "${run[@]}"
check 'it is listed' [ "${output/inverted/}" = "$output" ]
expect 0 'listed:' -- "$installed" run ./careless --params smallest --vacuity

# --- a regression of all, with two workers ---

printf '%s\n' "$entries" >all.yaml
expect 0 '18 jobs: 18 passed, 0 failed' -- "$installed" regress all.yaml --out reg --jobs 2
expect 0 'fifo: 2 runs' 'sha256: 2 runs' 'flow' -- "$installed" coverage reg/coverage.txt
mv fifo fifo_moved
expect 2 'reg/coverage.txt:' 'expected a block' -- "$installed" coverage reg/coverage.txt
mv fifo_moved fifo

done_checking
