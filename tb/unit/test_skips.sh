#!/usr/bin/env bash
# test_skips.sh - a skipped test is no passed one: what scripts/test says of it, with reports that ctest
# itself writes. And ASSAY_TEST_SEED: heeded, printed, and refused when it is no number.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
unset ASSAY_TEST_SEED
unit=$source_dir/tb/unit

# --- skips.awk ---

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(few NONE)
enable_testing()
add_test(NAME runs COMMAND true)
add_test(NAME may COMMAND bash -c "echo 'skipped: no <daemon> & no \"key\": x'; exit 77")
add_test(NAME must_not COMMAND bash -c "echo 'skipped: no tool'; exit 77")
add_test(NAME off COMMAND true)
add_test(NAME lost COMMAND /nowhere/at/all)
set_tests_properties(may must_not PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(off PROPERTIES DISABLED TRUE)
END
check 'a project of a few tests' cmake -S . -B few -G Ninja
of() { (cd few && ctest -R "^($1)\$" --output-junit ../report.xml >../ctest.txt 2>&1); }
skips() { awk -f "$unit/skips.awk" allowed.txt report.xml; }

printf '# who\tsays\twhy\nmay\tno <daemon> & no "key"\ta reason\n' >allowed.txt
of 'runs|may'
expect 0 'skips: may: allowed: a reason' -- skips
of runs
expect 0 -- skips
check 'nothing is said where nothing is skipped' test -z "$output"
of 'runs|may|must_not'
expect 1 'skips: may: allowed' 'skips: must_not: NOT RUN: skipped: no tool: expected it to run' -- skips
of off
expect 1 'skips: off: NOT RUN' -- skips
of lost
expect 1 'skips: lost: NOT RUN' -- skips
# The right test with another reason, and the right reason of another test.
printf 'may\tno cat\ta reason\nmust_not\tno <daemon>\ta reason\n' >allowed.txt
of 'may|must_not'
expect 1 'skips: may: NOT RUN' 'skips: must_not: NOT RUN' -- skips
printf 'may\tno <daemon>\n' >allowed.txt
expect 2 'allowed.txt:1: 2 columns: expected three' -- skips
: >allowed.txt
: >report.xml
expect 2 'report.xml: expected a report of ctest' -- skips
of none
expect 2 'expected a report of ctest with the tests of a run' -- skips
expect 2 -- awk -f "$unit/skips.awk" allowed.txt none.xml

# Each row is of a test that there is, and that can be skipped.
while IFS=$'\t' read -r test _; do
    check "skips.txt: $test can be skipped" grep -q 'exit 77' "$unit/$test.sh"
done < <(grep -v '^#' "$unit/skips.txt")

# --- scripts/test ---

expect 2 'test: --all: expected nothing, --nightly or --random' -- "$source_dir/scripts/test" --all
expect 2 'expected nothing, --nightly or --random' -- "$source_dir/scripts/test" --random again

# --- seeds ---

random=$(dirname "$assay")/tests/test_packer_model
expect 0 'seed 11400714819323198485 (' -- "$random"
expect 0 'seed 7 (' -- env ASSAY_TEST_SEED=7 "$random"
# cmocka exits with how many tests failed.
for bad in x 7x -7 99999999999999999999; do
    expect 3 "ASSAY_TEST_SEED=$bad: expected a number" -- env ASSAY_TEST_SEED="$bad" "$random"
done
# Nothing in the tests is seeded by the clock or by a process.
output=$(grep -nE 'time\(NULL\)|srand\(|\(rand\(\)|RANDOM=.*\$\$|SEED.*\$\$' "$unit"/*.c "$unit"/*.h "$unit"/*.sh | grep -v '^[^:]*test_skips.sh')
if [ -z "$output" ]; then pass; else fail 'a seed that differs from run to run'; fi

done_checking
