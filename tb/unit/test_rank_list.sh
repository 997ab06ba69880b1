#!/usr/bin/env bash
# test_rank_list.sh - `regress --rank`: a list of the seeds that are worth their time, and that it has all their coverage.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

cat >list.yaml <<'END'
entries:
  - {block: dotmul, params: [smallest, default], backend: model, cycles: 2000, seeds: 6, tags: [small]}
  - {block: packer, params: smallest, backend: model, cycles: 300, seeds: 3..6, knobs: {stall: 10}, known: "says \"n\": #7"}
  - {block: dotmul, params: smallest, scenario: exhaustive, backend: model, cycles: 10_000}
END
expect 0 '17 jobs: 17 passed' -- "$assay" regress list.yaml --out out
expect 0 'before: 17 runs' 'after:' 'written: quick.yaml' -- "$assay" regress list.yaml --out out --rank quick.yaml
before=$(sed -n 's/^before: .* \([0-9]*\) points$/\1/p' <<<"$output")
after=$(sed -n 's/^after: .* \([0-9]*\) points$/\1/p' <<<"$output")
kept=$(sed -n 's/^after: *\([0-9]*\) runs.*/\1/p' <<<"$output")
if [ -n "$before" ] && [ "$before" = "$after" ] && [ "$kept" -lt 17 ]; then pass; else fail 'all points, fewer runs'; fi

# The new list runs as it is, and covers the same points.
expect 0 "$kept jobs: $kept passed" -- "$assay" regress quick.yaml --out quick
points() { awk '$1 == "hit" { print $2, $3, $4 }' "$1/coverage.txt" | sort; }
points out >out.txt
points quick >quick.txt
check 'the same points' cmp out.txt quick.txt
check 'there are some' test -s out.txt
check 'tags and knobs stay' bash -c 'grep -q "tags: \[small\]" quick.yaml && grep -q "stall: 10" quick.yaml'
check 'and what is known' grep -qF '    known: "says \"n\": #7"' quick.yaml
# What is ranked again has nothing spare.
expect 0 "before: $kept runs" "after:  $kept runs" -- "$assay" regress quick.yaml --out quick --rank again.yaml
expect 0 '"points_kept":' '"written":"json.yaml"' -- "$assay" regress list.yaml --out out --rank json.yaml --json
check 'the same list' cmp <(tail -n +2 quick.yaml) <(tail -n +2 json.yaml)

# A folder with a line end in its name.
folder=$'two\nlines'
mkdir "$folder"
cp -r "$source_dir/tb/examples/attach/fifo" "$folder"
printf 'entries:\n  - {block: "two\\nlines/fifo", backend: model, cycles: 1000}\n' >lines.yaml
expect 0 '1 jobs: 1 passed' -- "$assay" regress lines.yaml --out lines
expect 0 'after:  1 runs' -- "$assay" regress lines.yaml --out lines --rank lines.out.yaml
expect 0 '1 jobs: 1 passed' -- "$assay" regress lines.out.yaml --out lines.again

# RTL of one's own is named as a list names it, seen from where the new list stands.
export ASSAY_WAVES=0
mkdir rtl lists
cp "$source_dir/tb/examples/own_rtl/dotmul_block.v" rtl/
echo dotmul_block.v >rtl/own.f
cat >lists/rtl.yaml <<'END'
entries:
  - {block: dotmul, params: smallest, cycles: 300, rtl: ../rtl/own.f}
  - {block: dotmul, params: smallest, cycles: 300}
END
expect 0 '2 jobs: 2 passed' -- "$assay" regress lists/rtl.yaml --out rtl.out
expect 0 'adds  RTL' "  $work/rtl/own.f" '  own' -- "$assay" regress lists/rtl.yaml --out rtl.out --rank lists/kept.yaml
check 'seen from the list' grep -qx '    rtl: "../rtl/own.f"' lists/kept.yaml
expect 0 "\"rtl\":\"$work/rtl/own.f\"" -- "$assay" regress lists/rtl.yaml --out rtl.out --rank lists/kept.yaml --json
expect 0 '2 jobs: 2 passed' -- "$assay" regress lists/kept.yaml --out rtl.kept

# --- refusals ---

expect 2 'nowhere/results.db: No such file or directory: expected a regression to rank' \
    -- "$assay" regress list.yaml --out nowhere --rank x.yaml
expect 2 'quick: the newest regression there has' -- "$assay" regress list.yaml --out quick --rank x.yaml
expect 2 'out: the newest regression there has other jobs' -- "$assay" regress list.yaml --seed-base 7 --out out --rank x.yaml
expect 2 '--rank runs no jobs' -- "$assay" regress list.yaml --out out --rank x.yaml --resume
expect 2 '--rank runs no jobs' -- "$assay" regress list.yaml --out out --rank x.yaml --jobs 2
expect 2 'list.yaml' 'expected another file' -- "$assay" regress list.yaml --out out --rank list.yaml
expect 2 'none/x.yaml: No such file or directory' -- "$assay" regress list.yaml --out out --rank none/x.yaml
sed 's/cycles: 10_000/cycles: 100/' list.yaml >short.yaml
expect 1 'incomplete' -- "$assay" regress short.yaml --out short
expect 2 'has the status fail: expected a regression whose jobs all passed' -- "$assay" regress short.yaml --out short --rank x.yaml
check 'nothing was written' test ! -e x.yaml
# Seeds by A..B are apart, or refused.
printf 'entries:\n  - {block: fp, backend: model, cycles: 10, seeds: 1..3}\n  - {block: fp, backend: model, cycles: 10, seeds: 3..4}\n' >twice.yaml
expect 2 'twice.yaml:3: ' 'expected it once' -- "$assay" regress twice.yaml
sed -i 's/3\.\.4/4..4/' twice.yaml
expect 0 '4 jobs: 4 passed' -- "$assay" regress twice.yaml --out twice

done_checking
