#!/usr/bin/env bash
# test_commit_list.sh - the list for every commit passes: each block at its smaller parameter sets.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

# Building the variants takes nearly all of the time, and half of that is what writes waveforms, which change nothing of
# what is compared.
export ASSAY_WAVES=0
[ -z "${ASSAY_TEST_NIGHTLY-}" ] || unset ASSAY_OPTIMISE # as users build them
expect 0 ' 0 failed, 0 timed out, 0 errors, 0 not run' -- \
    "$assay" regress "$source_dir/regress/commit.yaml" --out out --jobs "$(nproc)"

done_checking
