#!/usr/bin/env bash
# test_commit_list.sh - the list for every commit passes: each block at each of its parameter sets.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

expect 0 ' 0 failed, 0 timed out, 0 errors, 0 not run' -- \
    "$assay" regress "$source_dir/regress/commit.yaml" --out out --jobs "$(nproc)"
# What scripts/run shows is a part of it: every block is in both.
blocks=$("$assay" list --json | grep -B1 '"top":' | sed -n 's/.*"name":[[:space:]]*"\([a-z_]*\)".*/\1/p')
check 'blocks are listed' test -n "$blocks"
for block in $blocks; do
    for list in smoke commit; do
        grep -q "^ *- block: $block\$" "$source_dir/regress/$list.yaml" ||
            missing+="$list.yaml: no entry of $block"$'\n'
    done
done
check 'every block is in the lists' test -z "${missing:-}"
printf '%s' "${missing:-}"

done_checking
