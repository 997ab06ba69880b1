#!/usr/bin/env bash
# test_code_coverage.sh - line and toggle coverage of the RTL: counted, merged, excluded, exported.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

run() { "$assay" run dotmul --params smallest --trace never "$@"; }

expect 0 ': pass' -- run --cycles 5000 --code-coverage long.dat
expect 0 ': pass' -- run --cycles 6 --knobs stall=0 --code-coverage short.dat
expect 0 'rtl/dotmul/dotmul.v' 'rtl/dotmul/dotmul_block.v' 'total' '100.0%' -- "$assay" coverage long.dat
expect 0 'holes:' 'toggle' -- "$assay" coverage short.dat
expect 0 '"line":' '"toggle":' '"possible":' -- "$assay" coverage long.dat --json
hits() { "$assay" coverage "$@" --json | tr -d '[:space:]' | sed 's/.*"toggle":{"possible":[0-9]*,"hit":\([0-9]*\).*/\1/'; }
check 'merging adds up' test "$(hits short.dat long.dat)" -ge "$(hits long.dat)"
check 'and a short run hits less' test "$(hits short.dat)" -lt "$(hits long.dat)"
# Functional and code coverage in one report.
expect 0 ': pass' -- run --cycles 5000 --coverage points.txt
expect 0 'dotmul: 1 run' 'lines and branches' -- "$assay" coverage points.txt long.dat

expect 0 'total' -- "$assay" coverage long.dat --lcov lines.info
check 'an lcov trace' bash -c '
    grep -q "^SF:.*/rtl/dotmul/dotmul_block.v$" lines.info && grep -q "^DA:[0-9]*,[1-9]" lines.info &&
        [ "$(grep -c ^SF: lines.info)" = "$(grep -c ^end_of_record lines.info)" ]'

# In a regression: counted by the entries that ask for it, merged, and in all reports.
cat >code.yaml <<'END'
entries:
  - {block: dotmul, params: smallest, cycles: 8, knobs: {stall: 0, resets: 0}, seeds: 2, code_coverage: true}
  - {block: dotmul, params: smallest, cycles: 2000}
END
expect 0 '3 jobs: 3 passed' 'RTL coverage' 'lines' 'toggles' -- "$assay" regress code.yaml --out code
check 'by the two that ask' test "$(ls code/jobs/*/code.dat | wc -l)" = 2
expect 0 'rtl/dotmul/dotmul_block.v' -- "$assay" coverage code/code.dat
check 'merged' test "$(hits code/code.dat)" = "$(hits code/jobs/1/code.dat code/jobs/2/code.dat)"
check 'in the page' grep -q '<h2 id="code">RTL coverage</h2>' code/report.html
check 'file by file' grep -q '<th scope="row">rtl/dotmul/dotmul_block.v</th>' code/report.html
check 'with the holes' grep -q '<summary><b>rtl/dotmul/[a-z_]*.v</b>: [0-9]* toggles not hit' code/report.html
expect 0 '"code":	{' -- "$assay" report --out code --json
sed -i 's/, code_coverage: true//; 3d' code.yaml
expect 0 '2 jobs: 2 passed' -- "$assay" regress code.yaml --out code
check 'what an earlier one counted is not of this one' test ! -e code/code.dat

# Exclusions.
hole=$("$assay" coverage short.dat | sed -n 's/^    \(rtl[^:]*\):[0-9]*:[0-9]*: toggle \(.*\)$/\1 \2/p' | head -n 1)
file=${hole% *} bit=${hole#* }
printf '# for the test\ntoggle %s %s : the run is too short\n' "$file" "$bit" >own.exclude
expect 0 "toggle $bit: the run is too short" -- "$assay" coverage short.dat --exclude own.exclude
expect 2 "own.exclude:2: $file" 'was hit: expected no exclusion' -- "$assay" coverage long.dat --exclude own.exclude
printf 'toggle %s nothing : no reason\n' "$file" >own.exclude
expect 2 "own.exclude:1: no point of $file matches 'nothing'" -- "$assay" coverage short.dat --exclude own.exclude
printf 'toggle %s/gone.v x : its file was removed\n' "${file%/*}" >own.exclude
expect 2 "own.exclude:1: no point of ${file%/*}/gone.v matches 'x'" -- "$assay" coverage short.dat --exclude own.exclude
printf 'toggle elsewhere/other.v x : of another block\n' >own.exclude
expect 0 'total' -- "$assay" coverage short.dat --exclude own.exclude
printf 'toggle %s %s\n' "$file" "$bit" >own.exclude
expect 2 "own.exclude:1: expected 'KIND FILE TEXT : REASON'" -- "$assay" coverage short.dat --exclude own.exclude
expect 2 'none.exclude: No such file' -- "$assay" coverage short.dat --exclude none.exclude

# Of functional points: the reasons are printed, the rest is what counts, in all reports.
expect 0 'model alone' -- "$assay" run dpas --backend model --cycles 20 --coverage few.txt
possible() { "$assay" coverage few.txt --exclude own.exclude --json | tr -d '[:space:]' | sed 's/.*"cycles":20,"possible":\([0-9]*\).*/\1/'; }
printf '# none\n' >own.exclude
all=$(possible)
printf 'point dpas shape.8.* : eight is too deep here\ntoggle %s x* : of the other kind\n' "$file" >own.exclude
expect 0 'excluded:' 'shape: sd=8 rc=1: eight is too deep here' -- "$assay" coverage few.txt --exclude own.exclude
check 'they do not count' test "$(possible)" = $((all - 8))
expect 0 '"excluded_points":' '"reason":	"eight is too deep here"' -- "$assay" coverage few.txt --exclude own.exclude --json
expect 0 'model alone' -- "$assay" run dpas --backend model --cycles 20000 --coverage many.txt
expect 0 'hit, though excluded:' 'shape: sd=8 rc=1: eight is too deep here' -- "$assay" coverage many.txt --exclude own.exclude
printf 'entries:\n  - {block: dpas, backend: model, cycles: 20}\n' >few.yaml
expect 0 ', 8 excluded' -- "$assay" regress few.yaml --out few --exclude own.exclude
check 'in the page, with the reason' grep -q 'shape.8.1</code>: eight is too deep here' few/report.html
expect 0 '"excluded":	8' -- "$assay" report --out few --exclude own.exclude --json
printf 'point dpas shape.8.9 : no such thing\n' >own.exclude
expect 2 "own.exclude:1: '9' is not a bin of axis rc of group shape" -- "$assay" coverage few.txt --exclude own.exclude
expect 2 "own.exclude:1: '9' is not a bin of axis rc of group shape" -- "$assay" regress few.yaml --out never --exclude own.exclude
check 'before anything is run' test ! -e never
expect 2 "own.exclude:1: '9' is not a bin of axis rc of group shape" -- "$assay" report --out few --exclude own.exclude
printf 'point dpas shape.8.8\n' >own.exclude
expect 2 'own.exclude:1: no reason' -- "$assay" coverage few.txt --exclude own.exclude
expect 0 'total' -- "$assay" coverage few.txt

# A goal to hold.
expect 0 'total' -- "$assay" coverage long.dat --require 100
expect 1 'dpas: ' '% of its points covered: expected 60%' -- "$assay" coverage few.txt long.dat --require 60
expect 0 'total' -- "$assay" coverage few.txt long.dat --require 1
sed "/v_line\|v_branch/s/' [0-9]*\$/' 0/" long.dat >unhit.dat
expect 1 'lines and branches: 0.0% covered: expected 100%' -- "$assay" coverage unhit.dat --require 100
expect 2 "require '101': expected a number from 0 to 100" -- "$assay" coverage long.dat --require 101

# Of an attached design the user's own files are counted, not the module that is written around them.
cp -r "$source_dir/tb/examples/attach/fifo" .
expect 0 ': pass' -- "$assay" run ./fifo --params smallest --trace never --code-coverage own.dat
expect 0 'rtl/fifo.v' '100.0%' -- "$assay" coverage own.dat
check 'the wrapper is not counted' [ "${output/assay_fifo/}" = "$output" ]

# Bad input.
head -n 3 long.dat >cut.dat
echo 'nonsense' >>cut.dat
expect 2 'cut.dat:4: expected a coverage point' -- "$assay" coverage cut.dat
expect 2 'lines.info: no line coverage' -- "$assay" coverage points.txt --lcov lines.info
expect 2 '--code-coverage on backend model: expected verilator' -- run --backend model --code-coverage x.dat
expect 2 'nowhere/x.dat' -- run --cycles 100 --code-coverage nowhere/x.dat

done_checking
