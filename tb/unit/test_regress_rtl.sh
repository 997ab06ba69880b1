#!/usr/bin/env bash
# test_regress_rtl.sh - RTL of one's own and known bugs in a regression: results of different RTL stay apart, and those of RTL
# that has changed are not taken over.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0

mkdir lists rtl
cp "$source_dir/tb/examples/own_rtl/dotmul_block.v" rtl/
echo dotmul_block.v >rtl/own.f
cat >lists/mine.yaml <<'END'
entries:
  - {block: dotmul, params: smallest, cycles: 300, seeds: 2}
  - {block: dotmul, params: smallest, cycles: 300, seeds: 2, rtl: ../rtl/own.f}
  - {block: dotmul, params: smallest, cycles: 3000, fault: carry_dropped, seeds: 1}
END
expect 1 'fault carry_dropped' 'rtl/own.f' 'own' -- "$assay" regress lists/mine.yaml --out out
report=$("$assay" report --out out --json | tr -d '\n\t')
check 'three groups' [ "$(grep -o '"backend":"verilator"' <<<"${report%%\"buckets\"*}" | wc -l)" -eq 3 ]
check 'with the list' grep -q "\"rtl\":\"$work/rtl/own.f\"" <<<"$report"
check 'with the fault' grep -q '"fault":"carry_dropped"' <<<"$report"
check 'the page names the known bug' grep -q '>dotmul: mismatch of fault carry_dropped, port' out/report.html
check 'JUnit keeps them apart' grep -q "testsuite name=\"dotmul.smallest.verilator.$work/rtl/own.f\"" out/junit.xml

# The stored command is enough to see it again.
reproduce=$(grep -o '"reproduce":"[^"]*"' <<<"$report" | head -n 1 | cut -d'"' -f4)
check 'with its fault' grep -q -- '--fault carry_dropped' <<<"$reproduce"

# Nothing runs again as long as the RTL is the same, comments included.
times() { sqlite3 out/results.db 'SELECT id, sources, seconds, status FROM job ORDER BY id'; }
before=$(times)
sed -i '1i // changed' rtl/dotmul_block.v
expect 1 'fault carry_dropped' -- "$assay" regress lists/mine.yaml --out out --resume
check 'no word of changes' [ "${output/have changed/}" = "$output" ]
after=$(times)
check 'the results stay' [ "$after" = "$before" ]
sed -i 's/product = a \* b/product = a + b/' rtl/dotmul_block.v
expect 1 'out: the sources of 2 jobs have changed since they ran: they run again' 'res_p' -- "$assay" regress lists/mine.yaml --out out --resume
after=$(times)
check 'two have failed' [ "$(grep -c fail <<<"$after")" -eq 3 ]
check 'the others stay' [ "$(head -n 2 <<<"$after")" = "$(head -n 2 <<<"$before")" ]

# Only what failed runs again, with the same seeds; its files of then are gone.
cp -r out half
check 'a failure has files' bash -c 'ls half/jobs/3/dotmul-seed1.replay half/jobs/[34]/*.min.replay'
expect 1 'assay: half: 3 jobs to run again, of 5' '2 passed, 3 failed' -- "$assay" regress lists/mine.yaml --out half --rerun-failed
check 'and has them again' bash -c 'ls half/jobs/3/dotmul-seed1.replay half/jobs/[34]/*.min.replay'
sed -i 's/product = a + b/product = a * b/' rtl/dotmul_block.v
expect 1 'assay: half: 3 jobs to run again, of 5' '4 passed, 1 failed' 'fault carry_dropped' -- "$assay" regress lists/mine.yaml --out half --rerun-failed
check 'what passes has no files of a failure' bash -c '! ls half/jobs/[34]/*.replay'
check 'the store says so' [ "$(sqlite3 half/results.db "SELECT group_concat(status) FROM job")" = pass,pass,pass,pass,fail ]
# What passed with other RTL is not called checked in silence.
sed -i 's/product = a \* b/product = a + b/' rtl/dotmul_block.v
expect 1 'half: 1 job to run again, of 5' 'the sources of 2 jobs that passed have changed since they ran: they do not run again without --resume' \
    -- "$assay" regress lists/mine.yaml --out half --rerun-failed
expect 1 'half: 1 job to run again, of 5' 'the sources of 2 jobs have changed since they ran: they run again' '2 passed, 3 failed' \
    -- "$assay" regress lists/mine.yaml --out half --rerun-failed --resume

# A proof is of the RTL, too.
mkdir tree
cp -r "$source_dir/rtl" "$source_dir/tb" "$source_dir/model" tree
printf 'entries:\n  - {block: dotmul, proofs: quick}\n' >proofs.yaml
export ASSAY_HOME=$work/tree
expect 0 '1 jobs: 1 passed' -- "$assay" regress proofs.yaml --out proofs
expect 0 '1 jobs: 1 passed' -- "$assay" regress proofs.yaml --out proofs --resume
check 'no word of changes' [ "${output/have changed/}" = "$output" ]
sed -i "s/x \* g_element/x + g_element/" tree/rtl/dotmul/dotmul.v
expect 1 'proofs: the sources of 1 job have changed since' ': not-proved' -- "$assay" regress proofs.yaml --out proofs --resume
sed -i "s/x + g_element\(.*\);/x * (g_element\1);/" tree/rtl/dotmul/dotmul.v # the same, but not for a patch
expect 3 'proofs: the sources of 1 job have changed since' 'the planted bug does not apply' -- "$assay" regress proofs.yaml --out proofs --resume
# So is a search for known bugs, and it is of their patches.
cp "$source_dir/rtl/dotmul/dotmul.v" tree/rtl/dotmul
printf 'entries:\n  - {block: dotmul, params: smallest, faults: quick, cycles: 2000}\n' >bugs.yaml
expect 0 '1 jobs: 1 passed' -- "$assay" regress bugs.yaml --out bugs
expect 0 '1 jobs: 1 passed' -- "$assay" regress bugs.yaml --out bugs --resume
check 'no word of changes' [ "${output/have changed/}" = "$output" ]
rm tree/tb/dotmul/faults/carry_dropped.patch
expect 0 'bugs: the sources of 1 job have changed since' -- "$assay" regress bugs.yaml --out bugs --resume
export ASSAY_HOME=$source_dir

# What an earlier regression left in the folder is not taken for the result of one that is killed.
printf 'entries:\n  - {block: dotmul, params: smallest, cycles: 300}\n' >quick.yaml
expect 0 '1 jobs: 1 passed' -- "$assay" regress quick.yaml --out killed
check 'reports' test -s killed/junit.xml -a -s killed/report.html -a -s killed/coverage.txt
sed -i 's/300/100_000_000_000/' quick.yaml
"$assay" regress quick.yaml --out killed >killed.txt 2>&1 &
pid=$!
for ((i = 0; i < 600; ++i)); do # as long as it takes to begin
    if pgrep -f '[r]un dotmul .*--cycles=100000000000 ' >/dev/null; then break; fi
    sleep 0.1
done
kill -KILL $pid
wait $pid 2>/dev/null
for ((i = 0; i < 600; ++i)); do
    pgrep -f '[r]un dotmul .*--cycles=100000000000 ' >/dev/null || break
    sleep 0.1
done
check 'no run is left' bash -c "! pgrep -f '[r]un dotmul .*--cycles=100000000000 '"
check 'none is left' test ! -e killed/junit.xml -a ! -e killed/report.html -a ! -e killed/coverage.txt
expect 0 '1 not run' 'none stored' -- "$assay" report --out killed
mkdir -p blocked/junit.xml/x
expect 3 'blocked/junit.xml: Directory not empty: expected to remove that of an earlier regression' -- \
    "$assay" regress quick.yaml --out blocked

expect 2 "lists/bad.yaml:2: rtl lists/own.f: No such file" -- sh -c \
    'printf "entries:\n  - {block: dotmul, cycles: 1, rtl: own.f}\n" >lists/bad.yaml; exec "$0" regress lists/bad.yaml' "$assay"

# Its speed.
expect 2 '--rtl: expected --speed and one block' -- "$assay" bench dotmul --rtl rtl/own.f
sed -i 's/product = a + b/product = a * b/' rtl/dotmul_block.v
expect 0 'dotmul' -- "$assay" bench dotmul --speed --seconds 1 --params smallest --rtl rtl/own.f

done_checking
