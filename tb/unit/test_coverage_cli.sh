#!/usr/bin/env bash
# test_coverage_cli.sh - `assay coverage` on stores that hold nothing: that is a failed check, never silence.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one

printf 'assay-coverage 1\n' >empty.txt
printf 'assay-coverage 1\nrun dotmul n=2,k=2,duplex=0 2\n' >nohit.txt
printf '# SystemC::Coverage-3\n' >empty.dat
printf "# SystemC::Coverage-3\nC '\001page\002v_line/dotmul\001f\002%s\001l\00220\001n\0021\001o\002block\001h\002TOP' %%s\n" \
    rtl/dotmul/dotmul.v >line
# shellcheck disable=SC2059
printf "$(cat line)\n" 0 >nohit.dat
expect 0 'nothing was compared' -- "$assay" run dotmul --params smallest --backend model --cycles 2000 --coverage full.txt

for options in '' '--json' '--require 0' '--require 100' '--json --require 100' '--block dotmul' '--holes 1'; do
    # shellcheck disable=SC2086
    for store in empty.txt nohit.txt; do
        expect 1 "$store: no coverage stored" -- "$assay" coverage $store $options
    done
    # shellcheck disable=SC2086
    expect 1 'the stores: no coverage stored' -- "$assay" coverage empty.txt nohit.txt empty.txt $options
done
for options in '' '--json' '--require 0' '--require 100' '--lcov out.info'; do
    # shellcheck disable=SC2086
    expect 1 'empty.dat: no coverage stored' -- "$assay" coverage empty.dat $options
    # shellcheck disable=SC2086
    expect 1 'no coverage stored: expected a run that hits a line' -- "$assay" coverage empty.dat nohit.dat $options
done
rm -f out.info
expect 1 'empty.dat: no coverage stored' -- "$assay" coverage empty.dat --lcov none.info
check 'no trace file of nothing' test ! -e none.info
expect 1 'lines and branches: 0.0% covered: expected 1%' -- "$assay" coverage full.txt empty.dat --require 1
expect 1 'of lines and toggles: no coverage stored' -- "$assay" coverage full.txt empty.dat
expect 1 'the stores: no coverage stored of fp' -- "$assay" coverage full.txt empty.txt --block fp
expect 2 '--block with stores of lines and toggles alone' -- "$assay" coverage nohit.dat --block dotmul

# One that holds something is enough, and 0 is a goal as well.
expect 0 'dotmul: 1 run' -- "$assay" coverage full.txt empty.txt
expect 0 'dotmul: 1 run' -- "$assay" coverage full.txt --require 0

# Nothing that is read is written over.
cp full.txt kept.txt && ln full.txt hard.txt && ln -s full.txt soft.txt && cp nohit.dat kept.dat
for name in full.txt ./full.txt hard.txt soft.txt; do
    expect 2 'is the input full.txt: expected another file' -- "$assay" coverage nohit.dat full.txt --lcov $name
done
expect 2 'is the input nohit.dat' -- "$assay" coverage nohit.dat --lcov nohit.dat
check 'the stores are as they were' bash -c 'cmp full.txt kept.txt && cmp nohit.dat kept.dat'

# A regression in which nothing ran stores none, and its report says so.
printf 'entries:\n  - {block: dotmul, params: smallest, cycles: 100}\n' >list.yaml
expect 3 'not-built' 'functional coverage' 'none stored' -- env ASSAY_CACHE=/proc/nowhere "$assay" regress list.yaml --out none
expect 1 'none/coverage.txt: no coverage stored' -- "$assay" coverage none/coverage.txt --require 100
printf 'entries:\n  - {block: dotmul, params: smallest, cycles: 2, backend: model}\n' >short.yaml
expect 0 'dotmul        0.0%  0 of ' -- "$assay" regress short.yaml --out short
expect 1 'short/coverage.txt: no coverage stored' -- "$assay" coverage short/coverage.txt

done_checking
