#!/usr/bin/env bash
# test_options.sh - an option that can have no effect is bad usage, and no output takes an input's place.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

# --- run ---

run() { "$assay" run dotmul --params smallest "$@"; }
none=' with backend model, which runs no RTL: expected verilator, icarus, systemc or check-x'
printf 'here.v\n' >list.f
expect 2 "--rtl$none" -- run --backend model --rtl list.f
expect 2 "--fault$none" -- run --backend model --fault carry_dropped
for when in fail always; do
    expect 2 "--trace $when on backend model, which writes no waveforms" -- run --backend model --trace $when
done
expect 0 'nothing was compared' -- run --backend model --trace never --cycles 100
expect 2 '--window on backend model, which writes no waveforms' -- run --backend model --window 9
expect 2 '--window on backend systemc-model, which writes no waveforms' -- run --backend systemc-model --window 9
expect 2 '--window with ASSAY_WAVES=0' -- env ASSAY_WAVES=0 "$assay" run dotmul --window 9
for when in never always; do
    expect 2 "--window with --trace $when: expected --trace fail" -- run --trace $when --window 9
done
# The points of the streams stand beside the block's own.
expect 0 -- "$assay" run gateway_baseline --backend model --cycles 2000 --coverage points.txt
expect 0 'flow           8       8   100.0%' 'kinds         32' -- "$assay" coverage points.txt
expect 2 "knob 'resets=1' with scenario exhaustive, which has no resets" \
    -- run --backend model --scenario exhaustive --knobs resets=1
expect 0 'nothing was compared' -- run --backend model --scenario exhaustive --knobs resets=0
expect 2 "knob 'stall' again: expected each knob once" -- run --backend model --knobs stall=1,corner=2,stall=1
expect 2 'parameter n of dotmul again: expected each parameter once' \
    -- "$assay" run dotmul --backend model --params n=2,k=2,n=4
# The same option twice is no list: the last one counts.
expect 0 'seed 4' -- run --backend model --cycles 100 --seed 3 --seed 4

program=$source_dir/tb/predicate/programs/listing_branch.s
model() { "$assay" run predicate --params smallest --backend model "$@"; }
expect 2 '--seed with --program, where it is that of the stalls: expected --knobs stall=N too' -- model --program "$program" --seed 2
expect 0 'ended:      exit' -- model --program "$program" --seed 2 --knobs stall=30
for knob in illegal corner resets; do
    expect 2 'with --program: expected only stall' -- model --program "$program" --knobs $knob=1
done
expect 2 '--allow-partial with --program: expected a program that exits' \
    -- model --program "$program" --cycles 100 --allow-partial
expect 0 'written: image.hex' -- "$assay" asm "$program" --out image.hex
expect 2 '--as-written with image.hex, which is an image' -- model --program image.hex --as-written

cp "$program" own.s
for option in coverage code-coverage; do
    expect 2 'own.s: is the input own.s: expected another file' \
        -- "$assay" run predicate --program own.s --$option own.s
done
expect 2 'both: for --coverage and --code-coverage: expected two files' -- run --coverage both --code-coverage both
expect 2 'for --coverage and --code-coverage: expected two files' -- run --coverage both --code-coverage ./both
check 'the program is as it was' cmp own.s "$program"

# --- replay and shrink ---

expect 0 'nothing was compared' -- run --backend model --cycles 100
cat >head.replay <<'END'
assay-replay 1
kind random
block dotmul
params n=2,k=2,duplex=0
scenario random
seed 3
cycles 90
knobs stall=50,illegal=0,corner=40,resets=1
END
{ cat head.replay; printf 'sha256 %s\n' "$(sha256sum <head.replay | cut -d' ' -f1)"; } >full.replay
cp full.replay before
expect 0 'nothing was compared' 'cycles:     90 run' -- "$assay" replay full.replay --backend model
ln full.replay hard.replay && ln -s full.replay soft.replay
for name in full.replay ./full.replay hard.replay soft.replay; do
    expect 2 "$name: is the input full.replay" -- "$assay" replay full.replay --expand 0:9 --out $name
    expect 2 "$name: is the input full.replay" -- "$assay" shrink full.replay --out $name
done
for option in '--backend model' '--rtl list.f' '--fault carry_dropped' '--trace never' '--window 3' --json; do
    # shellcheck disable=SC2086
    expect 2 '--expand with an option of a run' -- "$assay" replay full.replay --expand 0:9 $option
done
expect 2 "--rtl$none" -- "$assay" replay full.replay --backend model --rtl list.f
expect 0 'written:    new.replay' -- "$assay" replay full.replay --expand 0:9 --out new.replay
# There --out names a file; of a run it names a folder, which must leave room for names in it.
long=$(printf './%.0s' {1..1600})
expect 0 'written:    ./' -- "$assay" replay full.replay --out "${long}long.replay" --expand 0:9
check 'a long name is that of the same file' cmp new.replay long.replay
expect 2 'the name is too long: expected 3000 characters at most' \
    -- "$assay" replay full.replay --backend model --out "$long"
expect 2 'the name is too long: expected less than 4096 characters' \
    -- "$assay" replay full.replay --out "$long$long" --expand 0:9
expect 2 "--out '': it is empty: expected the name of a file" -- "$assay" replay full.replay --out '' --expand 0:9
check 'the replay file is as it was' cmp full.replay before

# --- vectors, bench ---

for option in '--format csv' '--out out' '--seed 2' '--count 9' '--params smallest' '--scenario random' '--knobs stall=1'; do
    # shellcheck disable=SC2086
    expect 2 "${option%% *} with --check" -- "$assay" vectors --check none $option
done
expect 2 "knob 'resets=1' with scenario exhaustive" \
    -- "$assay" vectors dotmul --scenario exhaustive --format csv --out out --knobs resets=1
for option in --speed --figures --summary '--seconds 1' '--params smallest'; do
    # shellcheck disable=SC2086
    expect 2 '--plots with an option of other figures' -- "$assay" bench gateway --plots $option
done
expect 2 '--plots: fp draws none' -- "$assay" bench fp --plots
expect 2 '--plots: scaling draws none' -- "$assay" bench scaling --plots
expect 2 '--seconds with --figures' -- "$assay" bench --figures --seconds 1
expect 2 '--params with --figures' -- "$assay" bench --figures --params smallest
expect 2 '--figures: nothing is claimed of gemm' -- "$assay" bench gemm --figures
expect 2 '--params with no block' -- "$assay" bench gemm --params smallest
expect 2 '--summary with --speed' -- "$assay" bench --speed --summary
expect 2 '--summary with --json' -- "$assay" bench --summary --json

# --- gemm, scene, asm, report ---

npy a.npy '|u1' 2 2 '\x01\x02\x03\x04'
npy b.npy '|i1' 2 2 '\x01\x00\x00\x01'
cp a.npy a.kept && cp b.npy b.kept
ln a.npy a.hard && ln -s b.npy b.soft
for out in a.npy ./b.npy a.hard b.soft; do
    expect 2 "$out: is the input " -- "$assay" gemm a.npy b.npy $out --software
done
check 'the matrices are as they were' bash -c 'cmp a.npy a.kept && cmp b.npy b.kept'
expect 0 'written:    c.npy' -- "$assay" gemm a.npy b.npy c.npy --software
expect 0 'written:    c.npy' -- "$assay" gemm a.npy a.npy c.npy --software
for threshold in 4,-1 4,-0.5,abs 4,-inf; do
    expect 2 "prune '$threshold': expected B,T or B,T,abs" -- "$assay" gemm a.npy b.npy c.npy --prune $threshold
done
expect 2 '--seed without --stall' -- "$assay" gemm a.npy b.npy c.npy --seed 2
for option in '--array dpas' '--backend verilator' '--seed 2'; do
    # shellcheck disable=SC2086
    expect 2 "--software with an array's option" -- "$assay" gemm a.npy b.npy c.npy --software $option
done
expect 2 '--strict with integers' -- "$assay" gemm a.npy b.npy c.npy --array loopback --sparse --strict

printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >mesh.obj
mkdir pictures && ln mesh.obj pictures/legend.txt
expect 2 'pictures/legend.txt: is the input mesh.obj' \
    -- "$assay" scene mesh.obj --size 32x32 --params smallest --backend model --out pictures
expect 2 '--seed without --stall and with one instance' -- "$assay" scene mesh.obj --seed 2 --out pictures
expect 2 "tests 'range,range': expected names from" -- "$assay" scene mesh.obj --tests range,range --out pictures

expect 2 'own.s: is the input own.s' -- "$assay" asm own.s --out own.s
expect 2 'own.s: is the input own.s' -- "$assay" asm own.s --listing own.s
ln -s own.s own.hex
expect 2 'own.hex: is the input own.s' -- "$assay" asm own.s
rm own.hex
expect 2 'x: for --out and --listing: expected two files' -- "$assay" asm own.s --out x --listing x
expect 2 'x: for --out and --listing: expected two files' -- "$assay" asm own.s --out x --listing ./x
expect 2 '--json and a result on standard output' -- "$assay" asm own.s --out - --json
expect 2 'image.hex: is the input image.hex' -- "$assay" asm --disasm image.hex --out image.hex
check 'the program is as it was, still' cmp own.s "$program"

expect 2 "--html and --junit 'x': expected two files" -- "$assay" report --html x --junit x
: >own.exclude
expect 2 'own.exclude: is the input own.exclude' -- "$assay" report --exclude own.exclude --html own.exclude
expect 2 "require '-1': expected a number from 0 to 100" -- "$assay" coverage full.replay --require -1
printf 'entries:\n  - {block: dotmul, scenario: exhaustive, cycles: 9000, knobs: {resets: 1}}\n' >list.yaml
expect 2 'list.yaml:2: knob resets with scenario exhaustive, which has no resets' -- "$assay" regress list.yaml

done_checking
