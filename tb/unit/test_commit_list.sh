#!/usr/bin/env bash
# test_commit_list.sh - the list for every commit passes: each block at its smaller parameter sets. Runs have a quarter
# of the list's cycles; `scripts/test --nightly` takes the list as it is.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

# What writes waveforms takes half of the time of building variants, and changes nothing of what is compared.
export ASSAY_WAVES=0
list=$source_dir/regress/commit.yaml
if [ -n "${ASSAY_TEST_NIGHTLY-}" ]; then
    unset ASSAY_OPTIMISE # as users build them
else
    # "distances" ends by itself, and is incomplete before.
    awk -F ': *' '
        /^ *- / { whole = 0 }
        $1 ~ /scenario$/ && $2 == "distances" { whole = 1 }
        $1 ~ /^ *cycles$/ && !whole { gsub("_", "", $2); print $1 ": " int($2 / 4); next }
        { print }' "$list" >list.yaml
    check 'runs are shorter' test "$(grep -c 'cycles: [1-9][0-9]*$' list.yaml)" -gt 40
    list=list.yaml
fi
expect 0 ' 0 failed, 0 timed out, 0 errors, 0 not run' -- "$assay" regress "$list" --out out --jobs "$(nproc)"

done_checking
