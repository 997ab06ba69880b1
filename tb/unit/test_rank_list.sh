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

# So is a folder of a block, so that both can be moved; what was absolute stays so.
mkdir -p tree/lists tree/blocks
cp -r "$source_dir/tb/examples/attach/fifo" tree/blocks/
printf 'entries:\n  - {block: ../blocks/fifo, backend: model, cycles: 500}\n' >tree/lists/relative.yaml
printf 'entries:\n  - {block: ., backend: model, cycles: 500}\n' >tree/blocks/fifo/inside.yaml
printf 'entries:\n  - {block: %s/tree/blocks/fifo, backend: model, cycles: 500}\n' "$work" >tree/lists/absolute.yaml
sed "s,rtl: .*own.f,rtl: $work/rtl/own.f," lists/rtl.yaml >rooted.yaml
ranked() { # LIST TO LINE: the line that it writes for the folder
    expect 0 'jobs: ' -- "$assay" regress "$1" --out tree.out
    expect 0 'written: ' -- "$assay" regress "$1" --out tree.out --rank "$2"
    output=$(cat "$2")
    check "$1 to $2" grep -qxF "$3" "$2"
}
for list in tree/lists/relative.yaml "$work/tree/lists/relative.yaml"; do
    ranked "$list" tree/lists/ranked.yaml '  - block: "../blocks/fifo"'
done
ranked tree/lists/relative.yaml tree/blocks/ranked.yaml '  - block: "./fifo"'
ranked tree/lists/relative.yaml tree/ranked.yaml '  - block: "blocks/fifo"'
ranked tree/blocks/fifo/inside.yaml tree/blocks/fifo/ranked.yaml '  - block: "."'
mkdir tree/blocks/fifo/lists
ranked tree/blocks/fifo/inside.yaml tree/blocks/fifo/lists/ranked.yaml '  - block: ".."'
ranked tree/lists/absolute.yaml tree/lists/rooted.yaml "  - block: \"$work/tree/blocks/fifo\""
ranked rooted.yaml tree/lists/own.yaml "    rtl: \"$work/rtl/own.f\""
check 'no other path is absolute' bash -c '! grep -rl "$0" tree --include=ranked.yaml' "$work"
mv tree moved
for list in moved/lists/ranked.yaml moved/blocks/ranked.yaml moved/ranked.yaml moved/blocks/fifo/ranked.yaml moved/blocks/fifo/lists/ranked.yaml; do
    expect 0 '1 jobs: 1 passed' -- "$assay" regress "$list" --out moved.out
done

# --- refusals ---

expect 2 'nowhere/results.db: No such file or directory: expected a regression to rank' \
    -- "$assay" regress list.yaml --out nowhere --rank x.yaml
expect 2 'quick: holds no regression of list.yaml, the newest there is of quick.yaml' -- "$assay" regress list.yaml --out quick --rank x.yaml
expect 2 'out: the newest regression of list.yaml there' 'has other jobs; job 1 is dotmul ' -- "$assay" regress list.yaml --seed-base 7 --out out --rank x.yaml
expect 2 '--rank runs no jobs' -- "$assay" regress list.yaml --out out --rank x.yaml --resume
expect 2 '--rank runs no jobs' -- "$assay" regress list.yaml --out out --rank x.yaml --jobs 2
expect 2 'list.yaml' 'expected another file' -- "$assay" regress list.yaml --out out --rank list.yaml
expect 2 'out/results.db: is the input out/results.db: expected another file for the output' -- "$assay" regress list.yaml --out out --rank out/results.db
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
