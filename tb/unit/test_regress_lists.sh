#!/usr/bin/env bash
# test_regress_lists.sh - several lists in one folder, each of which goes on with its own regression; and which seeds entries
# may have beside each other. On the model alone, which needs no build.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

cat >a.yaml <<'END'
entries:
  - {block: dotmul, params: smallest, backend: model, cycles: 500, seeds: 3, tags: [small]}
  - {block: dpas, backend: model, cycles: 500}
END
sed 's/seeds: 3/seeds: 5/' a.yaml >b.yaml
cp a.yaml c.yaml
expect 0 '4 jobs: 4 passed' -- "$assay" regress a.yaml --out out
expect 0 '3 jobs: 3 passed' -- "$assay" regress a.yaml --tag small --out out
expect 0 '6 jobs: 6 passed' -- "$assay" regress b.yaml --out out

# --- the newest of the list, not of the folder ---

for option in --resume --rerun-failed; do
    expect 0 'assay: out: goes on with regression 1, begun ' 'a.yaml, begun ' '4 jobs: 4 passed' -- "$assay" regress a.yaml --out out $option
    expect 0 'a.yaml, begun ' '4 jobs: 4 passed' -- "$assay" report --out out
    expect 0 'assay: out: goes on with regression 2, begun ' '3 jobs: 3 passed' -- "$assay" regress a.yaml --tag small --out out $option
    expect 0 'assay: out: goes on with regression 3, begun ' 'b.yaml, begun ' '6 jobs: 6 passed' -- "$assay" regress b.yaml --out out $option
    check 'the page is of that list' grep -q '<title>[^<]*b.yaml' out/report.html
    expect 0 '6 jobs: 6 passed' -- "$assay" regress b.yaml --out out $option
    check 'nothing is said of what is the newest anyway' [ "${output/goes on with/}" = "$output" ]
done
expect 0 'before: 4 runs' 'written: ranked.yaml' -- "$assay" regress a.yaml --out out --rank ranked.yaml
expect 0 'before: 6 runs' -- "$assay" regress b.yaml --out out --rank ranked.yaml
output=$(sqlite3 out/results.db 'SELECT count(*) FROM run')
check 'none was added' test "$output" = 3
expect 0 '4 jobs: 4 passed' -- "$assay" regress a.yaml --out out
expect 0 'a.yaml, begun ' '4 jobs: 4 passed' -- "$assay" report --out out
output=$(sqlite3 out/results.db 'SELECT count(*) FROM run')
check 'a new one is the newest' test "$output" = 4

# What was cut goes on, whatever has run in the folder since.
sqlite3 out/results.db "UPDATE run SET finished = NULL WHERE id = 4; UPDATE job SET status = 'not-run' WHERE run = 4 AND seed = 2"
expect 0 'b.yaml, begun ' -- "$assay" regress b.yaml --out out
expect 0 'goes on with regression 4, begun ' '4 jobs: 4 passed' -- "$assay" regress a.yaml --out out --resume
output=$(sqlite3 out/results.db "SELECT count(*) FROM run JOIN job ON job.run = run.id WHERE finished IS NULL OR status != 'pass'")
check 'all have run' test "$output" = 0

# --- which list it is ---

mkdir elsewhere
expect 0 '4 jobs: 4 passed' -- "$assay" regress "$work/a.yaml" --out out --resume
expect 0 '4 jobs: 4 passed' -- bash -c 'cd elsewhere && "$0" regress ../a.yaml --out ../out --resume' "$assay"
cp -r out a.yaml elsewhere
expect 0 '4 jobs: 4 passed' -- bash -c 'cd elsewhere && "$0" regress a.yaml --out out --resume' "$assay"
mkdir other
sed 's/500/400/' a.yaml >other/a.yaml
expect 2 'out: holds no regression of a.yaml, the newest there is of a.yaml (number 4, begun ' -- \
    bash -c 'cd other && "$0" regress a.yaml --out ../out --resume' "$assay"
# A copy has other results, though its jobs are the same.
for option in --resume --rerun-failed '--rank x.yaml'; do
    expect 2 'assay: out: holds no regression of c.yaml, the newest there is of a.yaml (number 4, begun ' \
        ', seed base 1): expected one of c.yaml to ' -- "$assay" regress c.yaml --out out $option
done
check 'no list is written' test ! -e x.yaml

# The run before is the last of the file that was begun or continued, however the file was called, and whatever its number is.
before() { # NAME: of the run that the newest one is compared with, in run.started
    output=$("$assay" report --out named --json)
    check "compared with $1" grep -q "\"against\":	\"$1\"" <<<"$output"
}
started() { sqlite3 named/results.db "UPDATE run SET started = '$2' WHERE id = $1"; }
cp a.yaml named.yaml
expect 0 '4 jobs: 4 passed' -- "$assay" regress named.yaml --out named
started 1 first
expect 0 'against the run of first: 0 no longer pass' -- "$assay" regress ./named.yaml --out named
started 2 second
before first
expect 0 '6 jobs: 6 passed' -- "$assay" regress b.yaml --out named
check 'another list has none before it' bash -c '! grep -q "against the run of" <<<"$0"' "$output"
expect 0 'goes on with regression 2, begun second: the newest there is of another list or has other jobs' 'against the run of first' -- \
    "$assay" regress named.yaml --out named --resume
expect 0 'against the run of second' -- "$assay" regress "$work/named.yaml" --tag small --out named
expect 0 'goes on with regression 2, begun second: the newest there is of another list or has other jobs' -- \
    "$assay" regress named.yaml --out named --resume
started 4 fourth
before fourth
check 'from elsewhere, too' bash -c 'cd elsewhere && "$0" report --out ../named --json | grep -q "\"against\":	\"fourth\""' "$assay"
# One that was cut is not compared with.
sqlite3 named/results.db 'UPDATE run SET finished = NULL WHERE id = 4'
before first

# A list that was edited has other jobs, and the message says which.
sed 's/seeds: 3/seeds: 4/' c.yaml >a.yaml
expect 2 'out: the newest regression of a.yaml there (number 4, begun ' \
    'has other jobs; job 4 is dpas lanes=8,depth=4,profile=0,max_sd=8 random model seed 1 cycles 500 there, and dotmul n=2,k=2,duplex=0 random model seed 4 cycles 500 in the list: expected the same list, tag and seed base to go on with' \
    -- "$assay" regress a.yaml --out out --resume
expect 2 'has other jobs; job 1 is ' 'seed 1 cycles 500 there, and ' 'seed 7 cycles 500 in the list' -- \
    "$assay" regress b.yaml --seed-base 7 --out out --rerun-failed
sqlite3 out/results.db "DELETE FROM job WHERE run = 2"
sed '/dpas/d' c.yaml >a.yaml
expect 2 'has other jobs; it has more jobs than the list, which has 3: expected the same list' -- "$assay" regress a.yaml --out out --resume
sed '$a\  - {block: fp, backend: model, cycles: 500}' c.yaml >a.yaml
expect 2 'has other jobs; it has 4 jobs, and the list 5: expected the same list' -- "$assay" regress a.yaml --out out --rank x.yaml
# One that is as it was goes on with the one of then.
cp c.yaml a.yaml
expect 0 '4 jobs: 4 passed' -- "$assay" regress a.yaml --out out --resume

# The parameters are there in full, however many there are.
printf 'entries:\n  - {block: slice, params: smallest, backend: model, cycles: 100}\n' >long.yaml
expect 0 '1 jobs: 1 passed' -- "$assay" regress long.yaml --out long
sed -i 's/smallest/"smallest,distance=5"/' long.yaml
expect 2 'queue=2,distance=0 random model seed 1 cycles 100 there, and ' 'queue=2,distance=5 random model seed 1 cycles 100 in the list' -- \
    "$assay" regress long.yaml --out long --resume

# A store of before names no file of the list.
sqlite3 out/results.db "DELETE FROM fact WHERE name LIKE '.%'"
expect 0 'goes on with regression 4' '4 jobs: 4 passed' -- "$assay" regress ./a.yaml --out out --resume

# --- seeds ---

# They have 64 bits.
last=18446744073709551615
expect 0 "seed base 18446744073709551613" '4 jobs: 4 passed' -- "$assay" regress a.yaml --seed-base 18446744073709551613 --out large
check 'in the run' grep -q "\"seed\":$last," large/jobs/3/stdout
check 'in JUnit' grep -q "name=\"random seed $last\"" large/junit.xml
expect 0 '"seed_base":	18446744073709551613' -- "$assay" report --out large --json
expect 0 '4 jobs: 4 passed' -- "$assay" regress a.yaml --seed-base 18446744073709551613 --out large --resume
expect 2 'holds no regression of b.yaml' -- "$assay" regress b.yaml --seed-base 18446744073709551600 --out large --resume
expect 0 "18446744073709551614 " -- "$assay" regress a.yaml --seed-base 18446744073709551613 --out large --rank ranked.yaml
expect 0 ' passed, 0 failed' -- "$assay" regress ranked.yaml --out large
check 'in a ranked list' grep -qE '^    seeds: 1844674407370955161[345]\.\.1844674407370955161[345]$' ranked.yaml
expect 2 'assay: a.yaml: seed base 18446744073709551614: expected one that leaves room for 3 seeds below 2^64' -- \
    "$assay" regress a.yaml --seed-base 18446744073709551614 --out none
expect 2 "seed-base '18446744073709551616': too large: expected a number up to 18446744073709551615" -- \
    "$assay" regress a.yaml --seed-base 18446744073709551616 --out none
printf 'entries:\n  - {block: dotmul, faults: quick, cycles: 10}\n' >faults.yaml
expect 2 "seed base $last: expected one that leaves room for 2 seeds below 2^64" -- "$assay" regress faults.yaml --seed-base $last --out none
expect 2 "seed '$last': expected one that leaves room for 2 seeds below 2^64" -- "$assay" faults dotmul --seed $last
sed "s/seeds: 3/seeds: 18446744073709551614..$last/" a.yaml >range.yaml
expect 0 '3 jobs: 3 passed' -- "$assay" regress range.yaml --out large
check 'in a range' grep -q "name=\"random seed $last\"" large/junit.xml
sed -i "s/$last/18446744073709551616/" range.yaml
expect 2 "range.yaml:2: seeds '18446744073709551614..18446744073709551616': expected seeds up to $last" -- "$assay" regress range.yaml --out none

# Entries that differ in nothing else have no seed in common; with which base, the command says.
cat >beside.yaml <<'END'
entries:
  - {block: dotmul, backend: model, cycles: 500, seeds: 3}
  - {block: dotmul, backend: model, cycles: 600, seeds: 4..5, tags: [more]}
  - {block: dotmul, backend: model, cycles: 600, seeds: 100..101}
END
expect 0 '7 jobs: 7 passed' -- "$assay" regress beside.yaml --out beside
expect 0 '7 jobs: 7 passed' -- "$assay" regress beside.yaml --seed-base 102 --out beside
for base in 2 5; do
    expect 2 "assay: beside.yaml:3: dotmul with n=4,k=2,duplex=0, scenario random, backend model and the same knobs has seeds 4..5, and $base..$((base + 2)) in line 2: expected each seed once, or another seed base" \
        -- "$assay" regress beside.yaml --seed-base $base --out beside
done
expect 0 '2 jobs: 2 passed' -- "$assay" regress beside.yaml --seed-base 2 --tag more --out beside
expect 2 'beside.yaml:4: ' 'has seeds 100..101, and 101..103 in line 2' -- "$assay" regress beside.yaml --seed-base 101 --out beside
sed -i 's/seeds: 4\.\.5/seeds: 1/' beside.yaml
expect 2 'assay: beside.yaml:3: dotmul with n=4,k=2,duplex=0, scenario random, backend model and the same knobs is in line 2 already: expected it once' \
    -- "$assay" regress beside.yaml --out beside
check 'nothing was made for what is refused' test ! -e none

done_checking
