#!/usr/bin/env bash
# test_regress.sh - regressions end to end, most of them on the model alone, which needs no build.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one

# --- all pass ---

cat >good.yaml <<'END'
entries:
  - block: dotmul
    params: [smallest, default]
    backend: model
    cycles: 2_000
    seeds: 2
    tags: [small]
  - block: dotmul
    params: smallest
    scenario: exhaustive
    backend: model
    cycles: 10_000
  - block: dpas
    backend: model
    cycles: 5000
    seeds: 7..8
    knobs: {stall: 10}
END
expect 0 '7 jobs: 7 passed, 0 failed, 0 timed out, 0 errors, 0 not run' 'seed base 1' \
    'functional coverage' -- bash -c '"$0" regress good.yaml --out out --jobs 2 | tee out.txt' "$assay"
check 'what compared nothing is said' grep -qx '7 passed, of them 7 compared nothing: model only' out.txt
expect 0 '"compared_nothing":	7' -- "$assay" report --out out --json
check 'nor is it hidden in the page' grep -q '<p>7 passed, of them 7 compared nothing: model only</p>' out/report.html
check 'output of each job' test -s out/jobs/1/stdout -a -s out/jobs/7/coverage.txt
check 'coverage is merged' grep -q '^run dotmul n=2,k=2,duplex=0 [0-9]* 3$' out/coverage.txt
check 'knobs reach the run' grep -q '^run dpas lanes=8,depth=4,profile=0,max_sd=8 10000 2$' out/coverage.txt
expect 0 '7 jobs: 7 passed' 'dotmul  smallest  model' -- "$assay" report --out out
expect 0 '"passed":	7' '"seed_base":	1' '"failures":	[]' -- "$assay" report --out out --json
expect 0 'dotmul: 5 runs' 'backpressure' -- "$assay" coverage out/coverage.txt
expect 0 'dpas: 2 runs' -- "$assay" coverage out/coverage.txt --block dpas --holes 1
expect 0 'dotmul: 10 runs' -- "$assay" coverage out/coverage.txt out/coverage.txt
expect 0 '"possible":' '"holes":' -- "$assay" coverage out/coverage.txt --json

# The reports beside it.
expect 0 'report: out/report.html, out/junit.xml' -- cat out.txt
check 'a page by itself' bash -c 'grep -q "<h2 id=\"coverage\">" out/report.html &&
    ! grep -Eq "src=|href=\"[^#]|https?://[^w]|<script" out/report.html'
check 'a test case a job' test "$(grep -c '<testcase ' out/junit.xml)" = 7
expect 0 '7 jobs' -- "$assay" report --out out --html page.html --junit cases.xml
check 'the same page' cmp page.html out/report.html
check 'the same cases' cmp cases.xml out/junit.xml
expect 2 'none/page.html: No such file' -- "$assay" report --out out --html none/page.html
if [ -n "$(type -P xmllint)" ]; then
    check 'well-formed XML' xmllint --noout cases.xml
    check 'valid by the schema' xmllint --noout --schema "$source_dir/tb/unit/junit.xsd" cases.xml
fi

# From a folder where nothing may be written, also with what a writer left that was killed.
cp -r out read-only
python3 - <<'END'
import os, shutil, sqlite3
os.mkdir('killed')
store = sqlite3.connect('read-only/results.db')
store.execute("UPDATE job SET status = 'error' WHERE id = 1")
store.commit()
for suffix in '', '-wal':
    shutil.copy('read-only/results.db' + suffix, 'killed/results.db' + suffix)
store.rollback()
END
cp out/results.db read-only/
rm -f read-only/results.db-*
chmod -R a-w read-only killed
check 'nothing can be written there' bash -c '! "$@" touch read-only/x 2>/dev/null' - $([ "$(id -u)" -ne 0 ] || echo setpriv --bounding-set=-dac_override)
expect 0 '7 jobs: 7 passed' -- ordinary "$assay" report --out read-only
expect 0 '7 jobs: 6 passed, 0 failed, 0 timed out, 1 errors' -- ordinary "$assay" report --out killed
check 'no other file is there' test "$(ls killed | tr '\n' ' ')" = 'results.db results.db-wal '
chmod -R u+w read-only killed

# Another one in the same folder: the report is of the newest, the older stays.
expect 0 '4 jobs: 4 passed' 'seed base 100' \
    -- "$assay" regress good.yaml --out out --tag small --seed-base 100
expect 0 '"jobs":	4' -- "$assay" report --out out --json
check 'the older jobs are there' test -s out/jobs/1/stdout -a -s out/jobs/11/stdout
check 'seeds count up from the base' grep -q '"seed":101' out/jobs/9/stdout
expect 0 '"passed":	7' -- "$assay" regress good.yaml --out json --json

# Piped, a regression that passes says early how far it is, in whole lines without control characters.
"$assay" regress good.yaml --out quiet 2>piped >/dev/null
check 'piped, how far it is' grep -qE '^assay: [1-7] of 7 jobs done, 0 failed' piped
check 'piped, whole lines' bash -c '! grep -qvE "^assay: [0-9]+ of [0-9]+ jobs done, |^assay: [0-9]+ of [0-9]+ variants built" piped &&
    ! grep -q "[[:cntrl:]]" piped'

# --- bad usage and bad input ---

expect 2 'expected a list' -- "$assay" regress
expect 2 "jobs '0': expected a number from 1" -- "$assay" regress good.yaml --jobs 0
expect 2 'none.yaml: No such file' -- "$assay" regress none.yaml --out none
printf 'entries:\n  - block: dotmul\n    cycles: many\n' >bad.yaml
expect 2 "assay: bad.yaml:3: cycles 'many': expected a number" \
    -- "$assay" regress bad.yaml --out none
expect 2 "assay: good.yaml: no entry has the tag 'big'" \
    -- "$assay" regress good.yaml --tag big --out none
check 'nothing was made for them' test ! -e none
expect 2 'none/results.db: No such file' -- "$assay" report --out none
expect 2 'expected one or more coverage stores' -- "$assay" coverage
expect 2 'none.txt: No such file' -- "$assay" coverage out/coverage.txt none.txt
head -c 100 out/coverage.txt >cut.txt
expect 2 'assay: cut.txt:' -- "$assay" coverage cut.txt
mkdir text && echo 'no database, whatever its name is' >text/results.db
cp text/results.db text/before
expect 2 'text/results.db: damaged' -- "$assay" regress good.yaml --out text
expect 2 'text/results.db: damaged' -- "$assay" report --out text
check 'a bad store is left alone' cmp text/results.db text/before
touch file
expect 2 'file/out: Not a directory: expected a folder to write to' -- "$assay" regress good.yaml --out file/out

# --- jobs that do not pass ---

# An end that is not reached is no pass, though all cycles ran.
cat >short.yaml <<'END'
entries:
  - {block: dotmul, scenario: exhaustive, backend: model, cycles: 1000}
END
expect 1 'fail: dotmul default exhaustive model seed 1: incomplete' '1 jobs: 0 passed, 1 failed' \
    'reproduce: ' '--scenario exhaustive --backend model --seed 1 --cycles 1000' \
    'said:      assay: scenario exhaustive did not reach its end in 1000 cycles: expected more' \
    -- "$assay" regress short.yaml --out short
check 'the command fails alike' bash -c '! "$0" run dotmul --scenario exhaustive --backend model --cycles 1000' "$assay"
sed -i 's/cycles: 1000/cycles: 1000, allow_partial: true/' short.yaml
expect 0 '1 jobs: 1 passed' -- "$assay" regress short.yaml --out partial
# Without that key it is another job: the pass does not stand for it.
sed -i 's/, allow_partial: true//' short.yaml
expect 2 'has other jobs' -- "$assay" regress short.yaml --out partial --resume
sed -i 's/cycles: 1000/cycles: 1000, allow_partial: true/; s/exhaustive/random/' short.yaml
expect 2 'short.yaml:2: allow_partial with scenario random, which has no end' -- "$assay" regress short.yaml --out partial

cat >endless.yaml <<'END'
entries:
  - {block: dotmul, backend: model, cycles: 1_000_000_000_000_000, timeout: 1}
  - {block: dpas, backend: model, cycles: 2000}
END
expect 1 'timeout: dotmul default random model seed 1: timeout' '1 passed, 0 failed, 1 timed out' \
    "reproduce: $assay run dotmul --params default --scenario random --backend model --seed 1" \
    -- "$assay" regress endless.yaml --out endless

# A run that was ended from outside leaves a replay that passes: there is nothing to shrink.
cat >slow.yaml <<'END'
entries:
  - {block: dotmul, params: smallest, cycles: 1_000_000_000_000_000, timeout: 2}
END
expect 1 '0 passed, 0 failed, 1 timed out' -- "$assay" regress slow.yaml --out slow
check 'no word of shrinking' [ "${output/shrunk/}" = "$output" ]
check 'the interrupted run has left a replay' test -s slow/jobs/1/dotmul-seed1.replay
check 'which is not shrunk' test ! -e slow/jobs/1/shrink.txt -a ! -e slow/jobs/1/shrink.stderr

# Stopped from outside: the children end, what is known is kept, the rest is not run.
cat >stop.yaml <<'END'
entries:
  - {block: dotmul, backend: model, cycles: 1_000_000_000_000_000, seeds: 3}
END
"$assay" regress stop.yaml --out stop --jobs 1 >stop.txt 2>&1 &
pid=$!
for _ in {1..200}; do
    [ -e stop/jobs/1/stdout ] && break
    sleep 0.05
done
kill -TERM "$pid"
wait "$pid"
status=$?
check 'a stopped regression says so by its exit status' test "$status" -eq 143
expect 0 '3 jobs: 0 passed, 0 failed, 0 timed out, 0 errors, 3 not run' 'not finished' \
    -- "$assay" report --out stop

# --- going on: test_regress_kills has what is left after a kill ---

cat >many.yaml <<'END'
entries:
  - {block: dotmul, params: [smallest, default], backend: model, cycles: 200_000, seeds: 12}
  - {block: dpas, backend: model, cycles: 100_000, seeds: 8}
END
expect 0 '32 jobs: 32 passed' -- "$assay" regress many.yaml --out whole
expect 0 '32 jobs: 32 passed' -- "$assay" regress many.yaml --out whole --resume
expect 2 'whole: holds no regression of good.yaml, the newest there is of many.yaml (number 1, begun ' 'expected one of good.yaml to go on with' \
    -- "$assay" regress good.yaml --out whole --resume
expect 2 'nowhere/results.db: No such file' -- "$assay" regress many.yaml --out nowhere --resume
expect 2 'nowhere/results.db: No such file or directory: expected a regression to run again' \
    -- "$assay" regress many.yaml --out nowhere --rerun-failed
check 'nothing was made for it' test ! -e nowhere
expect 2 'whole: holds no regression of good.yaml, the newest there is of many.yaml (number 1, begun ' 'expected one of good.yaml to go on with' \
    -- "$assay" regress good.yaml --out whole --rerun-failed
expect 0 'assay: whole: 0 jobs to run again, of 32: none failed, and nothing was checked now' '32 jobs: 32 passed' \
    -- "$assay" regress many.yaml --out whole --rerun-failed
# What is known of a job that does not run again is what the list says.
for reason in old new; do
    printf 'entries:\n  - {block: dotmul, backend: model, cycles: 500, known: %s}\n' "$reason" >reason.yaml
    [ "$reason" = new ] && again=--rerun-failed || again=
    expect 0 "1 passed, of 1 that are known to fail: $reason" -- "$assay" regress reason.yaml --out reason $again
done
# Those that have not run are left to --resume.
expect 3 'assay: stop: 0 jobs to run again, of 3' '3 not run' -- "$assay" regress stop.yaml --out stop --rerun-failed
# A job that ran out of time does so again, and the other one is not run again.
before=$(stat -c %Y.%i endless/jobs/2/stdout)
expect 1 'assay: endless: 1 job to run again, of 2' '1 passed, 0 failed, 1 timed out' -- "$assay" regress endless.yaml --out endless --rerun-failed
output=$(stat -c %Y.%i endless/jobs/2/stdout)
if [ "$output" = "$before" ]; then pass; else fail 'what passed is left alone'; fi
"$assay" regress stop.yaml --out busy --jobs 1 >/dev/null 2>&1 &
pid=$!
for _ in {1..200}; do
    [ -e busy/jobs/1/stdout ] && break
    sleep 0.05
done
expect 3 'busy: another regression is at work in this folder' -- "$assay" regress many.yaml --out busy
kill -TERM "$pid"
wait "$pid"

# --- limits ---

sed 's/cycles: 2000}/cycles: 2000, seeds: 50}/; s/cycles: 1_000_000_000_000_000/scenario: exhaustive, cycles: 1000/' endless.yaml >first.yaml
expect 1 'fail: dotmul default exhaustive model seed 1: incomplete' 'not run' \
    -- "$assay" regress first.yaml --out first --jobs 1 --stop-on-first
check 'no more were started' bash -c '[ "$(ls first/jobs | wc -l)" -le 3 ]'
expect 3 'error: ' -- "$assay" regress many.yaml --out memory --memory 8 --stop-on-first
expect 2 "memory '1': expected a number of MiB" -- "$assay" regress many.yaml --memory 1

# A queue that fails, whatever it prints.
mkdir failing
printf '#!/bin/sh\necho "7;cluster"\nexit 1\n' >failing/sbatch
chmod +x failing/sbatch
PATH=$PWD/failing:$PATH expect 3 'slurm does not take the jobs (status 1): 7;cluster' '7 not run' -- \
    "$assay" regress good.yaml --out refused --engine slurm

# RTL with a bug, in a source folder of its own: a mismatch, found and reported.
if [ -n "$(type -P iverilog)" ]; then
    mkdir broken
    cp -r "$source_dir/rtl" "$source_dir/tb" "$source_dir/model" broken/
    sed -i 's/res_valid <= op_valid;/res_valid <= ~op_valid;/' broken/rtl/dotmul/dotmul_block.v
    check 'the bug is in' bash -c '! cmp -s "$0" broken/rtl/dotmul/dotmul_block.v' \
        "$source_dir/rtl/dotmul/dotmul_block.v"
    cat >bug.yaml <<'END'
entries:
  - {block: dotmul, params: smallest, backend: icarus, cycles: 500, seeds: 4}
END
    export ASSAY_HOME=$work/broken ASSAY_CACHE=$work/cache
    expect 1 'fail: dotmul smallest random icarus seed 1: ' 'port res_valid' '0 passed, 4 failed' \
        '4 failures: fail: dotmul' "reproduce: $assay run dotmul --params smallest --scenario random --backend icarus --seed" \
        -- "$assay" regress bug.yaml --out bug
    expect 0 '"status":	"fail"' '"port":	"res_valid"' '"fail_cycle":' \
        -- "$assay" report --out bug --json
    check 'one bug is one bucket' test "$("$assay" report --out bug --json | grep -c '"failures":	4')" = 1
    expect 0 '"shrunk":	"bug/jobs/' -- "$assay" report --out bug --json
    expect 1 'MISMATCH' 'res_valid' -- "$assay" replay --backend icarus bug/jobs/*/dotmul-seed*.min.replay
    check 'one of the four is shrunk' test "$(ls bug/jobs/*/*.min.replay | wc -l)" = 1
    check 'with its picture' bash -c '
        [ "$(grep -c "<h3 class=\"bad\" id=\"bucket-1-name\">dotmul: mismatch, port res_valid" bug/report.html)" = 1 ] &&
            grep -q "^<figure class=\"cut\">" bug/report.html'
    check 'failures in JUnit' bash -c '[ "$(grep -Ec "<failure message=\"mismatch at cycle [0-9]+, port res_valid: expected [01], actual [01]\" type=\"fail\">" bug/junit.xml)" = 4 ]'
fi

done_checking
