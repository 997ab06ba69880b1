#!/usr/bin/env bash
# test_mutate_cli.sh - `assay mutate`: scores, survivors, going on after a kill, one mutant by itself, and what it
# says of bad input and of designs that can't be measured.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

few=(--count 40 --cycles 3000 --seeds 1 --more 0 --triage 0)

# The same draw gives the same results.
expect 0 'dotmul (smallest): 40 mutants of ' '0 statements not parsed' 'score ' ' 0 invalid' -- \
    "$assay" mutate dotmul "${few[@]}"
"$assay" mutate dotmul "${few[@]}" --json >one 2>err
"$assay" mutate dotmul "${few[@]}" --json --jobs 3 --out kept >two 2>err
strip() { sed 's/"\(build\|run\)_seconds":[^,]*,//g' "$1"; }
check 'the same results with any number of jobs' cmp <(strip one) <(strip two)
expect 0 '"verdict":"pass"' '"block":"dotmul"' '"not-run":0' '"invalid":0' '"broken":0' '"control":{' '"verdict":"found"' \
    '"how":"mismatch","scenario":"random","seed":1,' '"port":"res_p"' '"file":"rtl/dotmul/dotmul.v"' -- cat one
found=$(grep -o '"verdict":"found"' one | wc -l)
check "most are found ($found)" test "$found" -ge 25
"$assay" mutate dotmul "${few[@]}" --seed 9 --json >other 2>err
differs() { ! cmp -s <(strip one) <(strip other); }
check 'another seed draws others' differs

# Weaker stimulus finds less, and --require says so.
expect 1 'score ' ': expected 99.90% or more' 'survived: ' -- \
    "$assay" mutate dotmul --count 40 --cycles 4 --seeds 1 --more 0 --require 99.9 --triage 0
expect 0 -- "$assay" mutate dotmul --count 40 --cycles 3000 --seeds 1 --more 0 --require 10 --triage 0
# Of survivors it says how often the stimulus got there.
"$assay" mutate dotmul --count 40 --cycles 4 --seeds 1 --more 0 --triage 0 --json --out brief >three 2>err
expect 0 '"verdict":"survived","cycles":8,"infected":0}' -- cat three
check 'each survivor has a count' test "$(grep -o '"verdict":"survived","cycles":8,"infected":[0-8]}' three | wc -l)" = \
    "$(grep -o '"verdict":"survived"' three | wc -l)"
check 'some made a difference' grep -q '"infected":[1-4]}' three
check 'the counts are stored' test "$(sqlite3 brief/mutants.sqlite 'SELECT count(*) FROM mutant WHERE infected >= 0')" = \
    "$(grep -o '"verdict":"survived"' three | wc -l)"
expect 0 ' (8 cycles, never differs)' ' (8 cycles, differs in up to ' ', 4 cycles, resets 50' -- \
    "$assay" mutate dotmul --count 40 --cycles 4 --seeds 1 --more 0 --triage 0
# They are not counted again.
sqlite3 brief/mutants.sqlite 'UPDATE mutant SET infected = 7 WHERE infected = 0'
expect 0 ' (8 cycles, differs in up to 7 of them)' -- \
    "$assay" mutate dotmul --count 40 --cycles 4 --seeds 1 --more 0 --triage 0 --out brief --resume
# The same for an attached block, which no list has.
expect 0 'fifo (smallest): 20 mutants of ' 'random, seed 2, 20000 cycles' 'longer random, seed 1001, 2000 cycles' '0 statements not parsed' -- \
    "$assay" mutate "$source_dir/tb/examples/attach/fifo" --count 20 --triage 0 --more 2000
expect 2 './none: ' -- "$assay" mutate ./none
# What the longer runs find of the survivors is found late.
expect 0 'longer random, seed 1001, 3000 cycles' ' found (' -- \
    "$assay" mutate dotmul --count 40 --cycles 4 --seeds 1 --more 3000 --triage 0
check 'found late' sh -c "'$assay' mutate dotmul --count 40 --cycles 4 --seeds 1 --more 3000 --triage 0 --json 2>err | grep -q '\"late\":true'"

# Survivors can be waived with a reason.
expect 1 'survivors have no waiver: expected one for each' -- \
    "$assay" mutate dotmul "${few[@]}" --cycles 4 --require-waivers --unwaived new.yaml
cp new.yaml reasons.yaml
expect 2 '--unwaived reasons.yaml: there is such a file, which may have reasons: expected a new one' -- \
    "$assay" mutate dotmul "${few[@]}" --unwaived reasons.yaml
check 'the file is as it was' cmp -s new.yaml reasons.yaml
expect 2 'none/new.yaml: ' 'expected a file to write' -- "$assay" mutate dotmul "${few[@]}" --unwaived none/new.yaml
sed '/why:/d' new.yaml >without.yaml
expect 2 'without.yaml:2: a waiver without why: expected it' -- "$assay" mutate dotmul "${few[@]}" --waivers without.yaml
expect 2 'new.yaml:6: why is nothing: expected a word' -- "$assay" mutate dotmul "${few[@]}" --cycles 4 --waivers new.yaml
sed 's/why:.*/why: runs of 4 cycles/' new.yaml >waivers.yaml
expect 0 '    waived: runs of 4 cycles' ' of them waived), ' -- \
    "$assay" mutate dotmul "${few[@]}" --cycles 4 --waivers waivers.yaml --require-waivers
"$assay" mutate dotmul "${few[@]}" --cycles 4 --waivers waivers.yaml --json >waived 2>err
check 'all survivors are waived' test "$(grep -o '"survived":[0-9]*' waived | head -n 1 | cut -d: -f2)" = \
    "$(grep -o '"waiver":"runs of 4 cycles"' waived | wc -l)"
check 'a waiver changes no score' test "$(grep -o '"score":[0-9.]*' waived | head -n 1)" = \
    "$("$assay" mutate dotmul "${few[@]}" --cycles 4 --json 2>err | grep -o '"score":[0-9.]*' | head -n 1)"
# A waiver of what was found is wrong, as is one of another design or of another line.
expect 1 'waivers.yaml:2: mutant ' ' was found, by random with seed 1: expected a change that cannot be observed, or no waiver' -- \
    "$assay" mutate dotmul "${few[@]}" --waivers waivers.yaml
sed "0,/line: '/s//&x /" waivers.yaml >moved.yaml
expect 2 'moved.yaml:2: rtl/dotmul/' ' has no such change: expected file, line and change of a mutant, or no waiver' -- \
    "$assay" mutate dotmul "${few[@]}" --waivers moved.yaml
sed 's/params: .*/params: none/' waivers.yaml >others.yaml
expect 2 'others.yaml:2: ' "'none'" -- "$assay" mutate dotmul "${few[@]}" --waivers others.yaml
# A design in a folder of its own has its waivers there, with files relative to it.
cp -r "$source_dir/tb/examples/attach/fifo" fifo
short=(--count 20 --cycles 3 --seeds 1 --triage 0 --more 0)
expect 0 -- "$assay" mutate ./fifo "${short[@]}" --unwaived folder.yaml
check 'files are relative' test "$(grep -c "file: '/" folder.yaml)" = 0
# RTL beside the folder has a name that holds wherever both are.
mkdir near && cp -r fifo near/fifo && mv near/fifo/rtl/fifo.v near/fifo.v
sed -i 's,rtl/fifo.v,../fifo.v,' near/fifo/fifo.f
expect 0 -- "$assay" mutate near/fifo "${short[@]}" --unwaived near.yaml
check 'relative, above the folder' grep -q "file: '../fifo.v'" near.yaml
sed 's/why:.*/why: three cycles/' near.yaml >near/fifo/waivers.yaml
expect 0 -- "$assay" mutate near/fifo "${short[@]}" --require-waivers
# What is asked for has to have runs of the block.
printf 'entries:\n  - {block: fp, params: smallest, cycles: 100}\n' >fp.yaml
for block in ./fifo dotmul; do
    expect 2 'fp.yaml: no run of ' ' in Verilator: expected one, or another --list' -- \
        "$assay" mutate "$block" --list fp.yaml --cycles 100 --count 5 --triage 0
done
sed 's/why:.*/why: three cycles \& <no> more/' folder.yaml >fifo/waivers.yaml
expect 0 '    waived: three cycles & <no> more' -- "$assay" mutate ./fifo "${short[@]}" --require-waivers
rm fifo/waivers.yaml
# Of several changes that agree in line and change, it names one.
all=(--count 300 --cycles 4 --seeds 1 --more 0 --triage 0)
expect 0 -- "$assay" mutate dotmul "${all[@]}" --unwaived all.yaml
check 'some have a number' test "$(grep -c '    nth: 2$' all.yaml)" -ge 1
sed 's/why:.*/why: runs of 4 cycles/' all.yaml >numbered.yaml
expect 0 -- "$assay" mutate dotmul "${all[@]}" --waivers numbered.yaml --require-waivers
sed '/nth:/d' numbered.yaml >unnumbered.yaml
expect 2 ' such changes: expected nth, 1 to 2' -- "$assay" mutate dotmul "${all[@]}" --waivers unnumbered.yaml
sed 's/nth: 2/nth: 9/' numbered.yaml >beyond.yaml
expect 2 ' has no such change: ' -- "$assay" mutate dotmul "${all[@]}" --waivers beyond.yaml
# It counts only for its parameters.
sed 's/params: .*/params: default/' waivers.yaml >others.yaml
expect 1 'survivors have no waiver' -- \
    "$assay" mutate dotmul "${few[@]}" --cycles 4 --require-waivers --waivers others.yaml
expect 2 'none.yaml: No such file' -- "$assay" mutate dotmul "${few[@]}" --waivers none.yaml
for bad in 'waivers: []' 'waivers: x' 'other: []' '' 'waivers: [x]' 'waivers: [{file: a, file: b}]' 'waivers: [{fille: a}]'; do
    echo "$bad" >bad.yaml
    expect 2 'bad.yaml:1: ' -- "$assay" mutate dotmul "${few[@]}" --waivers bad.yaml
done

# A campaign goes on: what is stored is not tried again.
expect 2 'kept/mutants.sqlite: exists: expected --resume' -- "$assay" mutate dotmul "${few[@]}" --out kept
sqlite3 kept/mutants.sqlite "DELETE FROM mutant WHERE number > 10; UPDATE mutant SET verdict = 'survived' WHERE number = 3"
expect 0 'mutant 3 in dotmul' ' 0 invalid' -- "$assay" mutate dotmul "${few[@]}" --out kept --resume
check 'all are stored' test "$(sqlite3 kept/mutants.sqlite 'SELECT count(*) FROM mutant')" = 40
expect 2 'holds another campaign' -- "$assay" mutate dotmul "${few[@]}" --seed 2 --out kept --resume
# Results of another program may be those of other models or other stimulus.
cp "$assay" assay-other
printf 'x' >>assay-other
expect 2 'holds another campaign: expected the same program, block' -- ./assay-other mutate dotmul "${few[@]}" --out kept --resume
expect 2 'No such file' 'expected the store of a campaign' -- "$assay" mutate dotmul "${few[@]}" --out absent --resume
mkdir -p damaged && echo 'no database, and long enough to be taken for one' >damaged/mutants.sqlite
expect 2 'damaged/mutants.sqlite: file is not a database: expected a store of' -- \
    "$assay" mutate dotmul "${few[@]}" --out damaged --resume
# A database of another program stays as it is.
mkdir foreign
sqlite3 foreign/mutants.sqlite 'CREATE TABLE song (name TEXT)'
before=$(sha256sum <foreign/mutants.sqlite)
for choice in --resume '--show 1'; do
    # shellcheck disable=SC2086 # an option and its value
    expect 2 "foreign/mutants.sqlite: another program's database: expected a store of" -- \
        "$assay" mutate dotmul "${few[@]}" --out foreign $choice
    check "it is unchanged after $choice" test "$(sha256sum <foreign/mutants.sqlite)" = "$before"
done
# A campaign that cannot go on reports what it has.
mkdir stuck
sqlite3 kept/mutants.sqlite ".backup stuck/mutants.sqlite"
sqlite3 stuck/mutants.sqlite "DELETE FROM mutant WHERE number > 10;
    CREATE TRIGGER no_more BEFORE INSERT ON mutant WHEN NEW.number > 10 BEGIN SELECT RAISE(ABORT, 'no more'); END"
expect 3 'no more: expected to write results there' 'score so far ' ' not run' -- \
    "$assay" mutate dotmul "${few[@]}" --jobs 2 --out stuck --resume --unwaived stuck.yaml
expect 0 'waivers:' "change: '" -- cat stuck.yaml
expect 3 '"verdict":"broken"' -- "$assay" mutate dotmul "${few[@]}" --out stuck --resume --json

# Stopped: what stands is told of and stored, no process is left, and the rest follows.
"$assay" mutate dotmul --count 200 --cycles 10000000 --seeds 1 --more 0 --triage 0 --jobs 2 --out stopped >out 2>err &
pid=$!
for _ in $(seq 3000); do # the log of the store grows by a page a result
    [ "$(stat -c %s stopped/mutants.sqlite-wal 2>nothing || echo 0)" -ge 150000 ] && break
    sleep 0.1
done
kill -TERM $pid
wait $pid
check 'exit status of an interrupt' test $? = 143
expect 0 ' not run' 'score so far ' -- cat out
expect 0 'interrupted: the score is that of the results so far; the same command with --resume completes them' -- cat err
check 'no process is left' sh -c "! pgrep -f '[m]utate dotmul --count 200 --cycles 10000000'"
before=$(sqlite3 stopped/mutants.sqlite 'SELECT count(*) FROM mutant')
check "some are stored ($before)" test "$before" -ge 20
# Killed without a word, too.
"$assay" mutate dotmul --count 200 --cycles 10000000 --seeds 1 --more 0 --triage 0 --jobs 2 --out stopped --resume >out 2>err &
pid=$!
sleep 2
kill -KILL $pid
wait $pid 2>err
for ((i = 0; i < 100; ++i)); do
    pgrep -f '[m]utate dotmul --count 200 --cycles 10000000' >/dev/null || break
    sleep 0.1
done
check 'no process is left after SIGKILL' sh -c "! pgrep -f '[m]utate dotmul --count 200 --cycles 10000000'"
check 'nothing stored is lost' test "$(sqlite3 stopped/mutants.sqlite 'SELECT count(*) FROM mutant')" -ge "$before"

# One mutant by itself, as Verilog to be read and with what a failing run leaves.
number=$(sed 's/{"mutant":/\n&/g' one | grep '"verdict":"found"' | head -n 1 | sed 's/{"mutant":\([0-9]*\),.*/\1/')
expect 1 'MISMATCH at cycle' -- "$assay" mutate dotmul "${few[@]}" --out shown --show "$number"
# Without a result, or for a survivor, it tries all runs: here those of three seeds, with resets and without.
short=(--count 40 --cycles 4 --seeds 3 --more 0 --triage 0)
silent=$("$assay" mutate dotmul "${short[@]}" 2>err | sed -n '0,/ survived: /s/.*: mutant \([0-9]*\) in .* survived: .*/\1/p')
"$assay" mutate dotmul "${short[@]}" --out survivor --show "$silent" >out 2>err
check 'each run is tried' test "$(grep -c ', scenario random, seed [1-3], backend verilator: pass' out)" = 6
# One campaign at a time in a folder.
mkdir held
flock held/lock sleep 60 &
pid=$!
for _ in $(seq 100); do [ -e held/lock ] && break; sleep 0.1; done
expect 3 'held: another campaign is at work in this folder: expected to be alone' -- \
    "$assay" mutate dotmul "${few[@]}" --out held
kill $pid
# A signal before the first trial leaves no folder.
mkdir early
TMPDIR=$PWD/early "$assay" mutate dotmul --count 40 --more 0 --triage 0 >out 2>err &
pid=$!
for _ in $(seq 200); do [ -n "$(ls early)" ] && break; sleep 0.05; done
kill -TERM $pid
wait $pid
check 'exit status of an early interrupt' test $? = 143
check 'no folder is left' test -z "$(ls early)"
check 'its files' test -s "shown/mutant-$number.v" -a -s "shown/mutant-$number.f" -a -s shown/dotmul-seed1.replay -a -s shown/dotmul-seed1.fst
expect 1 MISMATCH -- "$assay" replay shown/dotmul-seed1.replay

# RTL of one's own: the unchanged design has to pass, and to be one.
mkdir own
sed 's/a_signed & (dot/a_signed \& (~dot/' "$source_dir/rtl/dotmul/dotmul.v" >own/dotmul.v
cp "$source_dir"/rtl/dotmul/dotmul_{duplex,block}.v own
printf '%s\n' dotmul.v dotmul_duplex.v dotmul_block.v >own/own.f
expect 1 'the unchanged design fails: mismatch in cycle' 'expected a design that passes' -- \
    "$assay" mutate dotmul "${few[@]}" --rtl own/own.f
# What only looks like an expression to be changed is left out, and the rest is measured.
cp "$source_dir/rtl/dotmul/dotmul.v" own/dotmul.v
sed 's/^module dotmul_block/typedef logic [3:0] pair_t [0:1];\n&/; s/^endmodule/    pair_t one, two;\n    assign one = two;\n&/' \
    "$source_dir/rtl/dotmul/dotmul_block.v" >own/dotmul_block.v
check 'it is there' grep -q 'assign one = two' own/dotmul_block.v
expect 0 'dotmul (smallest): 40 mutants of' -- "$assay" mutate dotmul "${few[@]}" --rtl own/own.f
# Only those of a line are refused that are no Verilog: here a number in place of a value of an enumeration.
sed 's/^endmodule/    states u_states (.clk(clk), .rst(rst), .go(res_valid), .at());\n&/' \
    "$source_dir/rtl/dotmul/dotmul_block.v" >own/dotmul_block.v
cat >>own/dotmul_block.v <<'END'
typedef enum logic [1:0] {IDLE, BUSY} state_t;
module states (input wire clk, input wire rst, input wire go, output state_t at);
    always @(posedge clk) if (rst) at <= IDLE; else if (go && at == IDLE) at <= BUSY;
endmodule
END
expect 0 '  refused ' 'own/dotmul_block.v:' ' in states survived: condition `rst` ' -- \
    "$assay" mutate dotmul --count 1000 --cycles 4 --seeds 1 --more 0 --triage 0 --rtl own/own.f
expect 2 'own/none.f: ' -- "$assay" mutate dotmul "${few[@]}" --rtl own/none.f

# Seeds have 64 bits.
printf 'entries:\n  - {block: dotmul, params: smallest, cycles: 100, seeds: 18446744073709551615..18446744073709551615}\n' >last.yaml
expect 2 "assay: last.yaml: seed '18446744073709551615': expected one that leaves room for 2 seeds below 2^64" -- \
    "$assay" mutate dotmul --list last.yaml --count 5 --seeds 2 --more 0 --triage 0
expect 0 '5 mutants of' -- "$assay" mutate dotmul --list last.yaml --count 5 --seeds 1 --more 0 --triage 0

# Searches for stimulus are runs only if they are asked for.
short=(-p smallest --count 1 --seeds 1 --cycles 1000 --more 1000 --triage 0)
longer() { "$assay" mutate depthcull "${short[@]}" "$@" 2>err | sed -n 's/^  longer \([a-z]*\), .*/\1/p' | tr '\n' ' '; }
check 'no searches unasked' test "$(longer)" = 'random throughput random '
check 'a search that is asked for' test "$(longer --scenario soundness)" = 'soundness '

# In two cycles of reset nothing is compared: that is no score.
expect 1 'a run of the unchanged design compares nothing: expected more --cycles' -- \
    "$assay" mutate dotmul --count 5 --cycles 2 --seeds 1 --more 0

mkdir solverless
printf '#!/bin/sh\nexit 127\n' >solverless/yosys-abc
chmod +x solverless/yosys-abc
# Proofs take survivors out that change nothing, or nothing that is compared, or read what is not there; the others
# stay: of all mutants of this design none is open, and one is unobservable.
if command -v yosys >nothing && command -v yosys-abc >nothing; then
    hidden='in dotmul_block unobservable: `op_valid & op_ready` becomes `op_ready`'
    expect 0 'score 100.0%: ' ' 0 survived' ' equivalent, 1 unobservable' "$hidden" 'invalid: operands of - exchanged in `N-1`' -- \
        "$assay" mutate dotmul --count 1000 --cycles 20000 --seeds 1 --more 0 --out proved
    number=$(sqlite3 proved/mutants.sqlite "SELECT number FROM mutant WHERE verdict = 'unobservable'")
    expect 0 '"survived":0,' '"unobservable":1,' '"score":100,' '"verdict":"unobservable"' -- \
        "$assay" mutate dotmul --count 1000 --cycles 20000 --seeds 1 --more 0 --out proved --resume --json
    # It is shown with its class, and nothing is to be seen of it.
    expect 0 "mutant $number $hidden" ' pass' -- \
        "$assay" mutate dotmul --count 1000 --cycles 20000 --seeds 1 --more 0 --out proved --show "$number"
    expect 2 'holds another campaign' -- "$assay" mutate dotmul --count 900 --more 0 --out proved --show "$number"
    # What the stimulus never shows is neither equivalent nor unobservable.
    expect 0 'survived: ' -- "$assay" mutate dotmul --count 40 --cycles 4 --seeds 1 --more 0
    check 'a proof is no excuse for weak stimulus' test "$(grep -c ' survived: ' <<<"$output")" -ge 5
    # The same for a design in a folder of its own, whose outputs are compared where its own module ends.
    expect 0 ' survived: ' -- "$assay" mutate ./fifo --count 60 --cycles 3 --seeds 1 --more 0
    check 'nor is it there' test "$(grep -c ' survived: ' <<<"$output")" -ge 20
    expect 0 ' equivalent' -- "$assay" mutate ./fifo --count 300 --cycles 2000
    # Without the solver the mutant stays a survivor, and that is said.
    PATH=$PWD/solverless:$PATH expect 0 'no mutant is classed unobservable by the contract: yosys-abc: cannot be run: expected it to be installed' \
        ' 1 survived' 'survived: `op_valid & op_ready` becomes `op_ready`' -- \
        "$assay" mutate dotmul --count 1000 --cycles 20000 --seeds 1 --more 0
    # One that is killed gives no answer, and that is said too.
    mkdir killed
    printf '#!/bin/sh\nkill -KILL $$\n' >killed/yosys-abc
    chmod +x killed/yosys-abc
    PATH=$PWD/killed:$PATH expect 0 'yosys-abc was ended by signal 9, ' ' 1 survived' -- \
        "$assay" mutate dotmul --count 1000 --cycles 20000 --seeds 1 --more 0
    # So is a tool without the time for a large design, and its modules are counted.
    mkdir slow
    # shellcheck disable=SC2016
    printf '#!/bin/sh\n! grep -q techmap prove.ys || exec sleep 100\nexec %s "$@"\n' "$(command -v yosys)" >slow/yosys
    chmod +x slow/yosys
    PATH=$PWD/slow:$PATH expect 0 'lead to an output: yosys had no time to map the design to gates' \
        'yosys had no time for 2 modules of the design: a larger --triage may prove more' ' 5 survived' -- \
        "$assay" mutate dotmul --count 5 --cycles 4 --seeds 1 --more 0 --triage 1
    # A design of a user's, with the pins that its folder names.
    cp -r "$source_dir/tb/examples/attach/fifo_registered" .
    expect 0 'score ' -- "$assay" mutate ./fifo_registered --count 30 --more 0
    lacks 'classed unobservable by the contract: ' 'the contract of an attached design is not stated'
fi
# As jobs of a regression: one passes, the other finds less than it has to, as one mutant stays a survivor without the
# solver. The report has the lines that survivors are in.
cat >list.yaml <<'END'
entries:
  - {block: fp, mutate: 10, cycles: 3000, require: 50, params: smallest}
  - {block: dotmul, mutate: 1000, cycles: 3000, require: 100, params: smallest}
END
PATH=$PWD/solverless:$PATH expect 1 '1 passed' ' mutate dotmul --params smallest --count 1000 --seed 1 --cycles 3000 --require 100' -- \
    "$assay" regress list.yaml --out regression
expect 0 '"verdict":"pass"' '"block":"fp"' -- cat regression/jobs/1/stdout
expect 0 '"verdict":"failed"' '"block":"dotmul"' -- cat regression/jobs/2/stdout
expect 0 '<h2 id="mutants">Mutants</h2>' '<th scope="row">fp</th><td>smallest</td><td class="n">10</td>' \
    '<th scope="col" class="n">unobservable' '<a href="report-mutants.html">' -- cat regression/report.html
expect 0 '<h1>Mutants</h1>' '<a href="report.html">' '<b>rtl/dotmul/dotmul' ' survived</span> <code>' ' cycles, ' 'dotmul.v</b>: ' 'endmodule' -- \
    cat regression/report-mutants.html
# So has the reason in a waiver, as it stands there.
PATH=$PWD/solverless:$PATH expect 0 -- "$assay" mutate ./fifo --count 300 --params default --unwaived folder_all.yaml
sed 's/why:.*/why: same <at> \& after/' folder_all.yaml >fifo/waivers.yaml
echo 'entries: [{block: ./fifo, mutate: 300}]' >waived.yaml
PATH=$PWD/solverless:$PATH expect 0 '1 passed' -- "$assay" regress waived.yaml --out explained
expect 0 '<br>waived: same &lt;at&gt; &amp; after' -- cat explained/report-mutants.html
expect 2 'm-mutants.html: is the file of --junit' -- "$assay" report --out regression --html m.html --junit m-mutants.html
# Another draw, or another goal, is another job.
cp list.yaml kept.yaml
for change in 's/mutate: 10,/mutate: 11,/' 's/require: 50/require: 51/' 's/, require: 50//'; do
    sed "$change" kept.yaml >list.yaml
    expect 2 'has other jobs; job 1, fp ' -- "$assay" regress list.yaml --out regression --resume
done
cp kept.yaml list.yaml
PATH=$PWD/solverless:$PATH expect 1 '1 passed' -- "$assay" regress list.yaml --out regression --resume

expect 2 "unknown block 'dotmull'" -- "$assay" mutate dotmull
expect 2 "unknown parameter set 'huge'" -- "$assay" mutate dotmul --params huge
expect 2 "unknown scenario 'none'" -- "$assay" mutate dotmul --scenario none
expect 2 "count '0': expected a number from 1" -- "$assay" mutate dotmul --count 0
expect 2 "--require '101': expected a percentage" -- "$assay" mutate dotmul --require 101
expect 2 '--resume without --out' -- "$assay" mutate dotmul --resume
expect 2 '--show without --out' -- "$assay" mutate dotmul --show 3
expect 2 '--show 41: expected a mutant from 1 to 40' -- "$assay" mutate dotmul "${few[@]}" --out shown --show 41
expect 2 'nowhere.yaml: No such file' -- "$assay" mutate dotmul --list nowhere.yaml
expect 2 'expected a block' -- "$assay" mutate
done_checking
