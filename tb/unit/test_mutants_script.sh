#!/usr/bin/env bash
# test_mutants_script.sh - scripts/mutants on a tree of its own, whose `assay` says what a campaign would say.
. "$(dirname "$0")/check.bash"
mkdir -p "$work/tree/scripts" "$work/tree/build"
cp "$source_dir/scripts/mutants" "$work/tree/scripts/"
cd "$work/tree" || exit 1
cat >build/assay <<'END'
#!/bin/bash
echo "$@" >>asked
[ "$1" = list ] && { printf 'one   text\ntwo   text\n\nmore\n'; exit; }
[ ! -e "stop-$2" ] || { echo '{"verdict":"inte'; exit 143; }
while [ "$1" != --out ]; do shift; done
mkdir -p "$2" && : >"$2/mutants.sqlite"
echo '{"verdict":"pass","block":"one","build_seconds":1.25,"run_seconds":30.0,"found":199,"late":2,"survived":1,"equivalent":5,
"unobservable":3,"invalid":4,"waived":1,"control":{"found":90,"survived":0},"datapath":{"found":109,"survived":1},"mutants":[1,2,3]}'
END
chmod +x build/assay

row='| `one` | 3 | 197 | 2 | 5 | 3 | 4 | 1 | 1 | 98.5% | 99.5% | 90 of 90 | 109 of 110 | 1.3 | 6 |'
expect 0 '| block, seed 7 | mutants | smoke |' "$row" -- scripts/mutants 7
check 'a line for each block' test "$(grep -c '^| `' <<<"$output")" = 2
check 'the trials, then the proofs' diff - <(grep '^mutate one' asked) <<'END'
mutate one --params smallest --count 250 --seed 7 --out build/mutants/one-7 --json --triage 0
mutate one --params smallest --count 250 --seed 7 --out build/mutants/one-7 --json --triage 3 --resume
END

# What is there is not measured again. The program is asked whether it still holds.
rm asked
expect 0 "$row" -- scripts/mutants 7 one
check 'no trials and no proofs' diff - <(grep mutate asked) <<'END'
mutate one --params smallest --count 250 --seed 7 --out build/mutants/one-7 --json --triage 0 --resume
END
touch stop-one
expect 143 'mutants: one: status 143' -- scripts/mutants 7 one
rm stop-one
check 'what was measured is kept' test -s build/mutants/one-7.json

# A campaign that is stopped leaves nothing behind that counts as its result; then it goes on.
touch stop-two
expect 143 "$row" 'mutants: two: status 143' -- scripts/mutants --count 20 --triage 9 --out ../elsewhere 8
check 'no result of it' test ! -e ../elsewhere/two-8.tried.json
rm stop-two asked
expect 0 "$row" -- scripts/mutants --count 20 --triage 9 --out ../elsewhere 8
check 'the first block is only asked about' test "$(grep 'mutate one' asked)" = \
    "mutate one --params smallest --count 20 --seed 8 --out $work/elsewhere/one-8 --json --triage 0 --resume"
check 'with its options' grep -qx "mutate two --params smallest --count 20 --seed 8 --out $work/elsewhere/two-8 --json --triage 9 --resume" asked

expect 2 'nope: no such block: expected some of one two' -- scripts/mutants 7 nope
expect 2 'expected the number of a draw' -- scripts/mutants
expect 2 '--count: expected a value' -- scripts/mutants --count
expect 2 '--other: expected --out, --count or --triage' -- scripts/mutants --other 3
done_checking
