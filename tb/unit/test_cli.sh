#!/usr/bin/env bash
# test_cli.sh - what the program says to good and bad command lines; no RTL is built here.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

expect 2 'Usage: assay COMMAND' -- "$assay"
expect 0 'regress' 'replay' -- "$assay" --help
expect 0 'assay 0.' -- "$assay" --version
expect 2 "unknown command 'simulate': expected list, run" ' or help' -- "$assay" simulate
expect 0 'Usage: assay COMMAND' 'regress' -- "$assay" help
expect 0 'Usage: assay COMMAND' -- "$assay" -h
expect 0 'assay 0.' -- "$assay" -V
expect 2 "unknown command 'rnu'" "did you mean 'run'?" -- "$assay" help rnu
expect 2 "unexpected argument 'dpas': expected one command" -- "$assay" help run dpas
mapfile -t commands < <("$assay" help | awk '/^  [a-z]/ { print $1 }')
check 'the commands are listed' [ ${#commands[@]} -ge 17 ]
for command in "${commands[@]}"; do
    expect 0 "Usage: assay $command" -- "$assay" "$command" --help
    full=$output
    expect 0 "Usage: assay $command" -- "$assay" "$command" -h
    check "$command -h is --help" [ "$output" = "$full" ]
    expect 0 "Usage: assay $command" -- "$assay" help "$command"
    expect 0 'assay 0.' -- "$assay" "$command" -V
    expect 0 'assay 0.' -- "$assay" "$command" --version
    expect 0 "Usage: assay $command" -- "$assay" "$command" --usage
    printf '%s\n' "$full" | sed -nE "s/^  (-., |    )--([a-z-]+).*/$command \1 \2/p" | tr -d , >>options.txt
done
# A short form is one option, and an option has one short form, in every command.
check 'short forms mean one thing' awk '
    NF == 3 { if ($2 in full && full[$2] != $3) { print $0; wrong = 1 }; full[$2] = $3; short[$3] = $2; ++n }
    { name[NR] = $NF; has[NR] = NF == 3; line[NR] = $0 }
    END {
        for (i = 1; i <= NR; ++i)
            if (name[i] in short && !has[i]) { print line[i] ": no short form"; wrong = 1 }
        exit wrong || n < 40
    }' options.txt
rm options.txt

expect 0 'ok       verilator' 'ok       zlib.h' 'ok       assay.vpi' 'ok       sources' -- "$assay" doctor
mkdir -p bin && ln -s "$(type -P sh)" bin/sh
expect 3 'MISSING  verilator    package verilator' 'to install: apt-get install verilator' 'zlib1g-dev' \
    'absent   llvm-link-14 package llvm-14' 'absent   yosys-abc    package yosys' 'absent   fst2vcd      package gtkwave' \
    'absent   cvc5         package cvc5' -- env PATH="$PWD/bin" "$assay" doctor
# A tool that is there and does not work: to install it again would not help.
printf '#!/bin/sh\necho broken; exit 7\n' >bin/z3
chmod +x bin/z3
expect 0 'FAILS    z3           `z3 --version` ends with status 7: broken: expected its version, for `assay prove`' -- \
    env PATH="$PWD/bin:$PATH" "$assay" doctor
check 'it is not to be installed' bash -c '! grep -q "to install.* z3" <<<"$0"' "$output"
cp bin/z3 bin/verilator
expect 3 'FAILS    verilator    `verilator --version` ends with status 7' -- env PATH="$PWD/bin:$PATH" "$assay" doctor
rm -r bin
# A locale that is not installed, as ssh can bring along.
expect 0 'ok       verilator    Verilator' -- env LC_ALL=xx_XX.UTF-8 "$assay" doctor
expect 0 'ok       verilator    Verilator' -- env -u LC_ALL LANG=xx_XX.UTF-8 "$assay" doctor
# A cache that can only be read serves for what is there.
mkdir cache && chmod a-w cache
expect 0 "other    cache        $work/cache: can only be read" -- ordinary env ASSAY_CACHE="$work/cache" "$assay" doctor
expect 3 "MISSING  cache        $work/cache/new: not writable" -- ordinary env ASSAY_CACHE="$work/cache/new" "$assay" doctor
expect 3 "assay: $work/cache/" '.lock: Permission denied: expected a lock file to write; ASSAY_CACHE names another folder' -- \
    ordinary env ASSAY_CACHE="$work/cache" "$assay" build dotmul --backend icarus
rmdir cache
# One that is not there will be made, also in / and in the working folder.
expect 0 'ok       cache        caches/new' -- env ASSAY_CACHE=caches/new "$assay" doctor
if [ -w / ]; then
    expect 0 'ok       cache        /assay-no-such-folder' -- env ASSAY_CACHE=/assay-no-such-folder "$assay" doctor
else
    expect 3 'MISSING  cache        /assay-no-such-folder: not writable' -- env ASSAY_CACHE=/assay-no-such-folder "$assay" doctor
fi
check 'doctor --json' bash -c '"$0" doctor --json | python3 -c "
import json, sys
o = json.load(sys.stdin)
states = {f[\"name\"]: f[\"state\"] for f in o[\"findings\"]}
assert o[\"good\"] and states[\"verilator\"] == states[\"cache\"] == \"ok\", o
"' "$assay"
expect 2 "unexpected argument 'x'" -- "$assay" doctor x
expect 0 'built by gcc' 'optimized' "files $source_dir" 'variants /' -- "$assay" --version

expect 0 'dotmul  ' 'dpas  ' 'backends: verilator, icarus, systemc, systemc-model, check-x or model' '`assay list BLOCK`' -- "$assay" list
check 'list fits a screen of 80 by 24' awk '/[^ -~]/ || length > 80 { wrong = 1 } END { exit wrong || NR < 10 || NR > 23 }' <<<"$output"
for block in $("$assay" list | awk '!NF { exit } { print $1 }'); do
    expect 0 "$block: " '  top  ' '  set        default ' '  scenario ' -- "$assay" list "$block"
done
expect 0 'lanes=16,depth=8' '  parameter  lanes ' '  fault      dot_shift_logical ' -- "$assay" list dpas
expect 0 '"name":	"dpas"' '"name":	"zcache"' '"dot_shift_logical":' '"backends"' -- "$assay" list --json
expect 0 '"name":	"dpas"' '"sets"' '"scenarios"' '"dot_shift_logical":' '"lanes":	8' -- "$assay" list dpas --json
expect 0 -- "$assay" list core --json
check 'late faults are marked as in the text' \
    test "$(grep '"late":' <<<"$output" | grep -o '"[a-z_]*"' | grep -vc '"late"')" = "$("$assay" list core | grep -c '(late)')"
expect 0 "\"upper_result_unchecked\":	\"traps\"" -- "$assay" list core --json
expect 0 'upper register of its result (scenario traps)' -- "$assay" list core
expect 0 -- "$assay" list core --json
check 'the JSON of one block alone' [ "${output/zcache/}" = "$output" ]
expect 2 "unexpected argument 'dotmul': expected one block" -- "$assay" list dpas dotmul
mkdir -p tree/rtl tree/tb/dotmul/faults/x.patch tree/model
expect 3 'faults/x.patch: Is a directory: expected to read a known bug' -- env ASSAY_HOME="$work/tree" "$assay" list dotmul
rm -r tree

expect 2 'expected a block' -- "$assay" run
expect 2 "unknown block 'dpaz': expected dotmul, dpas, loopback" "compute_block or slice; did you mean 'dpas'?" -- "$assay" run dpaz
for size in 0 -1 x 4k 99999999999; do
    expect 2 "ASSAY_UNIT_KIB=$size: expected a number from 1 to" -- \
        env ASSAY_UNIT_KIB=$size "$assay" run dotmul --params smallest
done
expect 2 'ASSAY_WAVES=no: expected 0 or 1' -- env ASSAY_WAVES=no "$assay" run dotmul --params smallest
expect 2 '--trace always with ASSAY_WAVES=0' 'expected one of them' -- \
    env ASSAY_WAVES=0 "$assay" run dotmul --params smallest --trace always
expect 2 'ASSAY_OPTIMISE=-O9: expected -O0' -- env ASSAY_OPTIMISE=-O9 "$assay" run dotmul --params smallest
expect 2 'unexpected argument' -- "$assay" run dpas dotmul
expect 2 "unknown parameter 'lane': expected lanes, depth, profile or max_sd; did you mean 'lanes'?" -- "$assay" run dpas --params lane=4
expect 2 "unknown parameter set 'huge': expected smallest, default, largest, hopper, volta, ampere, deep_smallest, deep, deep_largest or key=value,..." -- "$assay" run dpas --params huge
expect 0 'dotmul (n=2,k=4,duplex=0)' -- "$assay" run dotmul --params smallest,k=4 --backend model --cycles 10
expect 2 "parameter set 'smallest' after another item: expected it first" -- "$assay" run dotmul --params k=4,smallest
expect 2 "unknown parameter set 'huge': expected smallest" -- "$assay" run dpas --params huge,lanes=4
expect 2 "'x' is not a number" -- "$assay" run dpas --params lanes=x
expect 2 "'4294967296' is too large: expected 4294967295 at most" -- "$assay" run dpas --params lanes=4294967296
expect 2 'parameters of dpas' -- "$assay" run dpas --params lanes=5
expect 2 'parameters of dotmul' -- "$assay" run dotmul --params n=16,k=8
expect 2 "unknown scenario 'fast': expected random or throughput" -- "$assay" run dpas --scenario fast
expect 2 "unknown backend 'vcs': expected verilator, icarus, systemc, systemc-model, check-x or model" -- "$assay" run dpas --backend vcs
expect 2 "cycles '0': expected a number above 0" -- "$assay" run dpas --cycles 0
expect 2 "seed '-1': expected a number" -- "$assay" run dpas --seed -1
expect 2 "knob 'stall=101': expected a number from 0 to 100" -- "$assay" run dpas --knobs stall=101
expect 2 "knob 'stall= 5': expected a number from 0 to 100" -- "$assay" run dpas --knobs 'stall= 5'
expect 2 "unknown knob 'speed': expected stall, illegal, corner or resets" -- "$assay" run dpas --knobs speed=1
expect 2 "knob 'stall': expected NAME=0..100" -- "$assay" run dpas --knobs stall
# The nearest name is proposed, wherever a name is taken.
expect 2 "did you mean 'replay'?" -- "$assay" reply
expect 2 "did you mean 'random'?" -- "$assay" run dpas --scenario radnom
expect 2 "did you mean 'largest'?" -- "$assay" run dpas --params largets
expect 2 "did you mean 'icarus'?" -- "$assay" run dpas --backend icraus
expect 2 "did you mean 'always'?" -- "$assay" run dpas --trace alway
expect 2 "did you mean 'dot_shift_logical'?" -- "$assay" run dpas --fault dot_shift_logicl
expect 2 "did you mean 'fp'?" -- "$assay" list fq
expect 2 "did you mean 'scaling'?" -- "$assay" bench scalling
expect 2 "did you mean 'dotmul'?" -- "$assay" build dotmol
expect 2 "did you mean 'dotmul'?" -- "$assay" faults dotmol
expect 2 "did you mean 'dotmul'?" -- "$assay" vectors dotmol --format csv --out x
expect 2 "did you mean 'jsonl'?" -- "$assay" vectors dotmul --format json --out x
expect 2 "did you mean 'dotmul'?" -- "$assay" coverage --block dotmol store
expect 2 "did you mean 'f16'?" -- "$assay" gemm --type f1 a b c
expect 2 "did you mean 'front'?" -- "$assay" scene x.obj --order fornt
expect 2 "did you mean 'slurm'?" -- "$assay" regress x.yaml --engine slrum
expect 2 "unknown backend 'zzz': expected verilator, icarus, systemc, systemc-model, check-x or model" -- "$assay" run dpas --backend zzz
check 'no name is proposed for one that is near to none' [ "${output/did you mean/}" = "$output" ]
expect 2 'nowhere.f: No such file' -- "$assay" run dpas --rtl nowhere.f
printf 'here.v\n' >list.f
expect 2 'list.f:1: here.v: No such file' -- "$assay" run dpas --rtl list.f
printf '// nothing\n\n' >empty.f
expect 2 'names no source file' -- "$assay" run dpas --rtl empty.f
printf '%s\n' '-notify lib' >flag.f
expect 2 "flag.f:1: unknown item '-notify'" -- "$assay" run dpas --rtl flag.f
printf '%s\n' '-f loop.f' >loop.f
expect 2 'nest too deeply' -- "$assay" run dpas --rtl loop.f
expect 2 'absent.replay: No such file' -- "$assay" replay absent.replay

# An empty name is no name: nothing may be written into the root folder, or taken for a default.
: >file
for option in out rtl coverage code-coverage program; do
    expect 2 "--$option '': it is empty: expected the name of a" -- "$assay" run dotmul --backend model --$option=
done
for option in out rtl; do
    expect 2 "--$option '': it is empty" -- "$assay" replay file --$option ''
    expect 2 "--$option '': it is empty" -- "$assay" shrink file --$option ''
done
for option in out listing; do
    expect 2 "--$option '': it is empty" -- "$assay" asm file --$option ''
done
expect 2 "--rtl '': it is empty" -- "$assay" build dotmul --rtl ''
for option in out check; do
    expect 2 "--$option '': it is empty" -- "$assay" vectors dotmul --format csv --$option ''
done
expect 2 "--rtl '': it is empty" -- "$assay" gemm a b c --rtl ''
for option in out rtl; do
    expect 2 "--$option '': it is empty" -- "$assay" scene file --$option ''
done
for option in lcov exclude; do
    expect 2 "--$option '': it is empty" -- "$assay" coverage file --$option ''
done
for option in out exclude chunk; do
    expect 2 "--$option '': it is empty" -- "$assay" regress file --$option ''
done
for option in out html junit exclude; do
    expect 2 "--$option '': it is empty" -- "$assay" report --$option ''
done
expect 2 "--out '': it is empty" -- "$assay" faults dotmul --out ''
for command in replay shrink asm; do
    expect 2 "file '': it is empty: expected the name of a file" -- "$assay" $command ''
done
expect 2 "file '': it is empty" -- "$assay" gemm file '' file
expect 2 "file '': it is empty" -- "$assay" scene '' --out out
expect 2 "store '': it is empty" -- "$assay" coverage file ''
expect 2 "list '': it is empty" -- "$assay" regress ''
expect 2 "unknown block ''" -- "$assay" run ''
for variable in ASSAY_HOME ASSAY_VPI ASSAY_CACHE SYSTEMC_HOME; do
    expect 2 "$variable: it is empty: expected the name of a folder" -- env $variable= "$assay" list
done
rm file

# Bytes that are no text are shown as numbers; names in other scripts as they are.
printf '\177ELF\001\377 x\n' >binary.f
expect 2 'binary.f:1: \x7fELF\x01\xff: No such file' -- "$assay" run dotmul --rtl binary.f
expect 2 'größer.f: No such file' -- "$assay" run dotmul --rtl größer.f
rm binary.f
expect 2 'none.sv: No such file or directory: expected a Verilog source or a file list (.f)' -- "$assay" run dotmul --rtl none.sv

# The model alone compares nothing, and says so.
expect 130 'interrupted; ran the model alone: nothing was compared' -- \
    timeout --preserve-status -s INT 1 env --default-signal=INT "$assay" run dotmul --backend model --cycles 1000000000000
expect 0 'nothing was compared' -- "$assay" run dpas --backend model --cycles 2000
expect 0 '"verdict":"pass","alone":true' '"compared":0' -- "$assay" run dotmul --backend model --json
# A scenario with an end has to reach it, unless that is said to be meant.
part=(run dotmul --params smallest --backend model --scenario exhaustive)
expect 0 'nothing was compared' 'cycles:     2051 run' -- "$assay" "${part[@]}"
expect 0 'nothing was compared' 'cycles:     2051 run' -- "$assay" "${part[@]}" --cycles 2051
expect 1 'INCOMPLETE: nothing compared so far, but the scenario did not reach its end in 2050 cycles' \
    'expected more of them, or --allow-partial' -- "$assay" "${part[@]}" --cycles 2050
expect 1 '"verdict":"incomplete"' '"reproduce":' -- "$assay" "${part[@]}" --cycles 1000 --json
expect 0 'nothing was compared' 'cycles:     1000 run' -- "$assay" "${part[@]}" --cycles 1000 --allow-partial
expect 2 'exhaustive has an end and nothing cuts it short' -- "$assay" "${part[@]}" --allow-partial
expect 2 'scenario random has no end' -- "$assay" run dotmul --backend model --cycles 9 --allow-partial
# The same seed gives the same run.
check 'same seed, same run' bash -c '
    a=$("$0" run dpas --backend model --seed 5 --cycles 3000 --json | sed "s/\"seconds\".*//")
    b=$("$0" run dpas --backend model --seed 5 --cycles 3000 --json | sed "s/\"seconds\".*//")
    c=$("$0" run dpas --backend model --seed 6 --cycles 3000 --json | sed "s/\"seconds\".*//")
    [ -n "$a" ] && [ "$a" = "$b" ] && [ "$a" != "$c" ]' "$assay"

# Colours: on a terminal alone, and not where they are not wanted. `script` gives the program a terminal.
on_terminal() { script -qec "$1" /dev/null </dev/null 2>&1 | tr -d '\r'; }
coloured() { case $1 in *$'\033['[0-9]*m*) ;; *) return 1 ;; esac; }
plain() { ! coloured "$1"; }
export TERM=xterm
unset NO_COLOR
doctor="'$assay' doctor"
output=$(on_terminal "$doctor")
check 'doctor is green on a terminal' coloured "$output"
check 'not in a file' plain "$("$assay" doctor)"
check 'not with NO_COLOR' plain "$(NO_COLOR=1 on_terminal "$doctor")"
check 'an empty NO_COLOR is none' coloured "$(NO_COLOR='' on_terminal "$doctor")"
check 'not with TERM=dumb' plain "$(TERM=dumb on_terminal "$doctor")"
check 'not without TERM' plain "$(on_terminal "env -u TERM $doctor")"
short="'$assay' run dotmul --params smallest --backend model --scenario exhaustive --cycles 1000"
check 'a failed verdict is red' grep -qF $'\033[1;31mINCOMPLETE' <<<"$(on_terminal "$short")"
check 'not with NO_COLOR, either' plain "$(NO_COLOR=1 on_terminal "$short")"

check 'run --help says what --hang counts' bash -c '"$0" run --help | tr -s " \n" " " | grep -q "at level transfers cycles in which nothing is offered do not count"' "$assay"

# Every option of --help is completed.
check 'completion knows all options' bash -c '
    source "$1" || exit 1
    PATH=$(dirname "$0"):$PATH
    for command in $("$0" help | awk "/^  [a-z]/ { print \$1 }"); do
        COMP_WORDS=("$0" "$command" --) COMP_CWORD=2 COMPREPLY=()
        _assay
        for option in $("$0" "$command" --help | sed -nE "s/^  (-., |    )(--[a-z-]+).*/\2/p"); do
            [[ " ${COMPREPLY[*]} " == *" $option "* ]] || { echo "$command $option"; exit 1; }
        done
    done' "$assay" "$source_dir/tb/cli/assay.bash"

# Nothing of all this left a file behind.
check 'no file left behind' bash -c '[ "$(ls | tr "\n" " ")" = "empty.f flag.f list.f loop.f " ]'

done_checking
