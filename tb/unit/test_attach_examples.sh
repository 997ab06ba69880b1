#!/usr/bin/env bash
# test_attach_examples.sh - the examples of attached designs, taken by the installed program in a folder outside the tree:
# they pass, their planted bugs are found, shrunk and replayed elsewhere, and a regression takes them all.
. "$(dirname "$0")/check.bash"

# Each with a small set of parameters that has its bugs, and the most transactions that a bug is shrunk to.
examples='fifo smallest 3
axis_fifo default 3
arbiter smallest 0
tagmem default 6
axil_regs smallest 4
sha256 default 2
fifo_registered default 20
uart smallest 3
cordic default 25'

check 'installation' cmake --install "$(dirname "$assay")" --prefix "$work/prefix"
installed=$work/prefix/bin/assay examples_from=$work/prefix/share/assay/tb/examples/attach
export ASSAY_CACHE=$work/cache ASSAY_OPTIMISE=-O0
unset ASSAY_HOME ASSAY_VPI ASSAY_PROGRAM
here="$work/of somebody"
mkdir "$work/of" "$here" "$work/elsewhere" # `of`: what Verilator leaves of a path with a blank
cd "$here" || exit 1

# found BLOCK SET FAULT MOST: a planted bug is found, replayed from another folder and shrunk.
found() {
    local block=$1 set=$2 fault=$3 most=$4 size
    expect 1 "$block (" "replay:     $fault/$block-seed1.replay" -- \
        "$installed" run "./$block" --params "$set" --fault "$fault" --out "$fault"
    (
        cd "$work/elsewhere" || exit 1
        "$installed" replay "$here/$fault/$block-seed1.replay" --out . >said 2>&1
        [ $? -eq 1 ]
    ) && pass || fail "$block, $fault: replayed from another folder"
    expect 0 'units ' -- "$installed" shrink "$fault/$block-seed1.replay"
    size=$(sed -n 's/^size: .* transactions \([0-9]*\),.*/\1/p' <<<"$output")
    [ -n "$size" ] && [ "$size" -le "$most" ] && pass || fail "$block, $fault: shrunk to at most $most transactions"
    expect 1 "$block (" -- "$installed" replay "$fault/$block-seed1.min.replay" --out "$work/elsewhere"
}

entries=entries:
while read -r block set most; do
    cp -r "$examples_from/$block" .
    entries+=$'\n'"  - {block: './$block', params: $set, cycles: 3000, seeds: 2}"
    expect 0 "$block (" ', backend verilator: pass' -- "$installed" run "./$block" --params "$set"
    check "$block: every output bit is noticed" [ "${output/notices/}" = "$output" ]
    expect 0 ', backend icarus: pass' -- "$installed" run "./$block" --params "$set" --backend icarus --cycles 1000
    n=0
    for patch in "$block"/faults/*.patch; do
        found "$block" "$set" "$(basename "$patch" .patch)" "$most"
        n=$((n + 1))
    done
    check "$block: two planted bugs" [ "$n" -eq 2 ]
done <<<"$examples"

# --- a response that is lost ---

output=$("$installed" replay lost_in_stall/tagmem-seed1.min.replay --out "$work/elsewhere" 2>&1)
check 'the lost response is named' grep -q resp <<<"$output"

# --- a stream that is never compared ---

cp -r fifo silent
sed -i 's/= count == 0/= 1/' silent/rtl/fifo.v
sed 's/fifo/silent/g; s/silent_emit_pop.*/(void)push, (void)emit;/' fifo/fifo.c >silent/silent.c
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
