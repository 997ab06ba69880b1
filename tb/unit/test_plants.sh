#!/usr/bin/env bash
# test_plants.sh - a bug that a lemma about a cell must refute is one that lockstep finds as well, in a block that has the
# cell. Bugs from a block's folder of known bugs are for faults.bash.
#
# A run takes four of them, spread over their names: each is a build of its own. `scripts/test --nightly` takes all.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0

# The block and the set that show the bug of a cell in rtl/lib, or in a part that the smallest set does not have.
declare -A shown=(
    [dotmul/duplex]='dotmul duplex'
    [fp/block_div]='fp default'
    [fp/fifo]='bypass smallest'
    [fp/fifo_three]='dpas smallest'
    [fp/lowest_one]='loopback smallest'
    [fp/to_bf16]='gateway smallest'
    [fp/unpack]='fp default'
)
# No block shows two of them. A layer above the last slice does not use what the bug of dpas/src2 puts there, and what
# uses fp_from_bf16 makes each NaN the canonical one.
mapfile -t patches < <(cd "$source_dir" && ls tb/*/formal/cells/*.patch |
    grep -v -e '^tb/dpas/formal/cells/src2.patch$' -e '^tb/fp/formal/cells/from_bf16.patch$')
check 'there are some' test "${#patches[@]}" -ge 36
n=${#patches[@]} most=4
[ -z "${ASSAY_TEST_NIGHTLY-}" ] || most=$n

for ((i = 0; i < n; ++i)); do
    ((most * (i + 1) / n > most * i / n)) || continue
    patch=${patches[i]}
    block=${patch#tb/} block=${block%%/*}
    name=$block/$(basename "$patch" .patch)
    read -r block set <<<"${shown[$name]:-$block smallest}"
    rm -rf tree && mkdir tree && cp -r "$source_dir/rtl" tree/ || exit 1
    if ! patch -s -d tree -p1 <"$source_dir/$patch"; then
        fail "$patch does not apply"
        continue
    fi
    output=$("$assay" run "$block" --params "$set" --rtl "tree/rtl/$block/$block.f" --cycles 300000 --seed 1 \
        --out "found-$i" 2>&1)
    status=$?
    if [ $status -eq 1 ] && grep -q ': MISMATCH at cycle ' <<<"$output"; then
        pass
    else
        fail "$name, $block ($set): exit status $status, expected a difference"
    fi
    ((most < n)) || echo "$name: $(grep -m 1 'cycle' <<<"$output")"
done
done_checking
