#!/usr/bin/env bash
# test_regress_bug.sh - one bug in a regression of 500 jobs is one bucket, with one command that shows
# it again and one stimulus shrunk to the least.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

mkdir broken
cp -r "$source_dir/rtl" "$source_dir/tb" "$source_dir/model" broken/
patch -s -p1 -d broken <"$source_dir/tb/dpas/faults/dot_shift_logical.patch"
export ASSAY_HOME=$work/broken
cat >many.yaml <<'END'
entries:
  - {block: dpas, params: smallest, cycles: 2_000, seeds: 300}
  - {block: dpas, params: smallest, cycles: 20_000, seeds: 301..350, knobs: {stall: 80}}
  - {block: dotmul, params: smallest, cycles: 500, seeds: 100}
  - {block: dotmul, params: smallest, backend: model, cycles: 500, seeds: 50}
END
output=$("$assay" regress many.yaml --out out 2>&1)
status=$?
check 'the regression fails' test $status -eq 1
report=$("$assay" report --out out --json | tr -d '\n\t')
printf '%s\n' "$report" >report.json
number() { grep -o "\"$1\":[0-9]*" <<<"$2" | head -n 1 | cut -d: -f2; } # the first of that name
jobs=${report%%\"groups\"*} buckets=${report#*\"buckets\":} failures=${report#*\"failures\":[}
buckets=${buckets%%],\"failures\":\[*}
output=$jobs
check '500 jobs' test "$(number jobs "$jobs")" = 500
wrong=$(number failed "$jobs")
check 'all of those with the bug fail' test "$wrong" = 350
check 'and all else passes' test "$(number passed "$jobs")" = 150
output=$buckets
check 'one bucket' test "$(grep -o '"block":' <<<"$buckets" | wc -l)" = 1
check 'of dpas, on its result' grep -q '"block":"dpas","verdict":"mismatch","port":"dst_data"' <<<"$buckets"
check 'with all failures in it' test "$(number failures "$buckets")" = "$wrong"
check 'one stimulus is shrunk' test "$(find out -name '*.min.replay' | wc -l)" = 1
units=$(sed -n 's/^size: *units \([0-9]*\),.*/\1/p' out/jobs/*/shrink.txt)
check 'to one command' test "$units" = 1

# The command of the bucket, and its stimulus, fail in the same way.
command=$(sed 's/.*"reproduce":"\([^"]*\)".*/\1/' <<<"$buckets")
cycle=$(number fail_cycle "${failures#*\"job\":$(number job "$buckets"),}")
check 'the command is of the program' grep -q "^$assay run dpas --params smallest " <<<"$command"
expect 1 "MISMATCH at cycle $cycle," 'dst_data' -- bash -c "$command --out again"
shrunk=$(sed 's/.*"shrunk":"\([^"]*\)".*/\1/' <<<"$buckets")
expect 1 'MISMATCH' 'dst_data' -- "$assay" replay "$shrunk" --out again
echo "$wrong of 500 jobs failed: one bucket; $command; shrunk to $units"

done_checking
