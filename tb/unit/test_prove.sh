#!/usr/bin/env bash
# test_prove.sh - scripts/prove and proofs in regressions, on a small tree of lemmas of its own.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

if [ -z "$(type -P z3)" ]; then
    echo "skipped: no z3 on the path"
    exit 77
fi
lemmas=$work/tree/tb/depthcull/formal
mkdir -p "$lemmas" tree/scripts tree/rtl tree/model
cp "$source_dir/scripts/prove" tree/scripts/
prove=$work/tree/scripts/prove

# --- lemmas that hold ---

echo '(declare-const x Int)' >"$lemmas/x.inc"
printf '%s\n' '; expect: unsat sat' '; include: x.inc' '(push 1)' '(assert (and (> x 3) (< x 4)))' '(check-sat)' \
    '(pop 1)' '(check-sat)' >"$lemmas/good.smt2"
printf '%s\n' '; expect: sat' '; include: x.inc' '(assert (= x (- 7)))' '(check-sat)' '(get-value (x))' \
    >"$lemmas/example.smt2"
printf '%s\n' '/*' ' * expect: holds' ' * args: 7' ' * slow' ' */' '#include <stdio.h>' \
    'int main(int argc, char **argv) { printf("answer: %s\n", argc == 2 && *argv[1] == 55 ? "holds" : "fails"); }' \
    >"$lemmas/program.c"
expect 0 'ok    depthcull   good' 'unsat, sat' 'x -7' 'ok    depthcull   program' 'all 3 lemmas as expected' -- "$prove"
expect 0 'all 2 lemmas' -- "$prove" --quick depthcull
expect 0 'all 1 lemmas' -- "$prove" --only 'go*' --jobs 1

cat >list.yaml <<'END'
entries:
  - {block: depthcull, proofs: all, tags: [proofs]}
  - {block: dotmul, cycles: 1000, backend: model}
END
export ASSAY_HOME=$work/tree
expect 0 '2 jobs: 2 passed' 'depthcull  all      solver' -- "$assay" regress list.yaml --out out
check 'the lemmas are in its output' grep -q 'all 3 lemmas as expected' out/jobs/1/stdout
expect 0 '"verdict":"pass"' "\"reproduce\":\"$assay prove --quick depthcull\"" -- "$assay" prove --quick --json depthcull

# --- and such as do not ---

printf '%s\n' '; expect: unsat' '; include: x.inc' '(assert (> x 3))' '(check-sat)' >"$lemmas/wrong.smt2"
expect 1 'FAIL  depthcull   wrong' 'not all of 4 lemmas' -- "$prove"
expect 1 '2 jobs: 1 passed, 1 failed' 'assay prove depthcull' -- "$assay" regress list.yaml --out out
expect 1 '"verdict":"not-proved"' -- "$assay" prove --json

echo '(check-sat' >"$lemmas/wrong.smt2"
expect 1 'FAIL  depthcull   wrong' -- "$prove" --only wrong
printf '%s\n' '; expect: unsat' '; timeout: 1' '(declare-const a Int) (declare-const b Int) (declare-const c Int)' \
    '(assert (and (> a 2) (> b 2) (> c 2) (= (+ (* a a a) (* b b b)) (* c c c))))' '(check-sat)' >"$lemmas/wrong.smt2"
expect 1 'no answer in 1 s' -- "$prove" --only wrong
printf '%s\n' '; expect: unsat' '; solver: no-such-solver' '(check-sat)' >"$lemmas/wrong.smt2"
expect 3 'no no-such-solver: expected it on the path' -- "$prove"
expect 3 '1 errors' -- "$assay" regress list.yaml --out out --tag proofs

printf '%s\n' '; expect: unsat' '; include: none.inc' '(check-sat)' >"$lemmas/wrong.smt2"
expect 3 'none.inc' 'not all of 4 lemmas have come to a result' 'ok    depthcull   good' -- "$prove"
printf '%s\n' '; expect: unsat' '; solver: no-such-solver' '(check-sat)' >"$lemmas/wrong.smt2"
expect 77 'no no-such-solver' -- "$prove" --only wrong --missing 77

# A program that is killed leaves no solver.
hard=hard$$
printf '%s\n' '; expect: unsat' '(declare-const a Int) (declare-const b Int) (declare-const c Int)' \
    '(assert (and (> a 2) (> b 2) (> c 2) (= (+ (* a a a) (* b b b)) (* c c c))))' '(check-sat)' >"$lemmas/$hard.smt2"
rm "$lemmas/wrong.smt2"
solves() { pgrep -f "z3 .*$hard[.]smt2" >/dev/null; } # others that name the file, as sed does, come and go
"$assay" prove depthcull >killed.txt 2>&1 &
pid=$!
for ((i = 0; i < 3000; ++i)); do solves && break; sleep 0.02; done
solves && pass || fail 'no solver to leave'
kill -s KILL $pid
wait $pid 2>/dev/null
for ((i = 0; i < 3000; ++i)); do solves || break; sleep 0.02; done
output=$(pgrep -fa "$hard[.]smt2")
[ -z "$output" ] && pass || fail 'a solver goes on'

expect 2 "unknown block 'depthcul': expected " "did you mean 'depthcull'?" -- "$assay" prove depthcul
expect 2 "block 'dotmul' has no proofs: expected one that has: depthcull" -- "$assay" prove dotmul
check 'nothing of the script is said' bash -c '! "$0" prove dotmul 2>&1 | grep -q usage' "$assay"
expect 2 "--missing '0': expected an exit status" -- "$prove" --missing 0
expect 2 "unknown option '--all'" -- "$prove" --all
expect 2 "block 'dotmul' has no proofs" -- "$prove" dotmul
expect 2 "no lemma is called 'x'" -- "$prove" --only x
expect 2 'all lemmas are left out by --quick or --solver' -- "$prove" --quick --only program
expect 2 "--jobs '0': expected a number from 1" -- "$prove" --jobs 0
expect 2 "--solver 'vampire': expected z3 or cvc5" -- "$prove" --solver vampire
expect 2 '--only needs a value' -- "$prove" --only

done_checking
