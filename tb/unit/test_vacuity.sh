#!/usr/bin/env bash
# test_vacuity.sh - run --vacuity: output bits inverted one at a time, and the options that have no use there.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one

expect 0 'dotmul (n=2,k=2,duplex=0)' '10 output bits inverted, one at a time: all noticed' -- \
    "$assay" run dotmul --params smallest --vacuity
expect 0 '"verdict":"pass"' '"bits":10' '"unnoticed":0' '"names":""' -- \
    "$assay" run dotmul --params smallest --vacuity --json
expect 1 "the run ends with 'mismatch'" -- \
    "$assay" run dotmul --params smallest --vacuity --fault wide_sign_everywhere
expect 2 '--cycles with --vacuity' -- "$assay" run dotmul --vacuity --cycles 100
expect 2 '--out with --vacuity' -- "$assay" run dotmul --vacuity --out there
expect 2 'backend model' -- "$assay" run dotmul --vacuity --backend model
check 'nothing is left behind' bash -c '! ls -A | grep -q .'

# Every output bit of each fourth block of the tree; of all blocks with `scripts/test --nightly`.
blocks=$("$assay" list | awk '/^backends:/ { exit } NF { print $1 }')
check 'all blocks are there' test "$(wc -w <<<"$blocks")" -eq "$(find "$source_dir"/model -name block.yaml | wc -l)"
[ -n "${ASSAY_TEST_NIGHTLY-}" ] || blocks=$(awk 'NR % 4 == 1' <<<"$blocks")
for block in $blocks; do
    expect 0 ' output bits inverted, one at a time: all noticed' -- "$assay" run "$block" --params smallest --vacuity
done

done_checking
