#!/usr/bin/env bash
# test_replay.sh - transactions: written out of a random run, by hand, and shrunk, on both simulators.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
rtl=$source_dir/rtl

# A copy of dpas that takes the wrong bank of src1 after a command with an error.
mkdir rtl && cp -r "$rtl/dpas" "$rtl/dotmul" "$rtl/fdot" "$rtl/lib" rtl/
sed -i 's/push & good & odd_octets) bank/push \& odd_octets) bank/' rtl/dpas/dpas_queue.v
check 'the bank was there to be changed' bash -c '! cmp -s rtl/dpas/dpas_queue.v "$0/dpas/dpas_queue.v"' "$rtl"
expect 1 'MISMATCH at cycle' -- \
    "$assay" run dpas --params smallest --seed 3 --rtl rtl/dpas/dpas.f --trace never
mv dpas-seed3.replay whole.replay
cycle=$(sed -n 's/^note mismatch at cycle \([0-9]*\),.*/\1/p' whole.replay)
port=$(sed -n 's/^note .*, port //p' whole.replay)
check 'the failing cycle and port are known' test -n "$cycle" -a -n "$port"

# The whole run as transactions fails in the same cycle, on either simulator and on the same port.
expect 0 "written:    whole.expanded.replay, cycles 0 to $cycle" -- \
    "$assay" replay --expand "0:$cycle" whole.replay -o whole.expanded.replay
for backend in verilator icarus; do
    expect 1 "MISMATCH at cycle $cycle," "$port" 'scenario transactions' -- \
        "$assay" replay whole.expanded.replay --backend "$backend" --trace never --out again
done
expect 0 'pass' -- "$assay" replay whole.expanded.replay --rtl "$rtl/dpas/dpas.f"
check 'the limit for hangs of the run is in it, which transactions alone do not have' grep -qx 'hang 10000' whole.expanded.replay
# From the last reset on; the default name; a script is expanded like any other run.
expect 0 'written:    whole.expanded.expanded.replay' -- \
    "$assay" replay --expand "$cycle:$cycle" whole.expanded.replay
expect 1 'MISMATCH at cycle' "$port" -- \
    "$assay" replay whole.expanded.expanded.replay --trace never --out again
# What a failing replay leaves is a replay file again.
again=$(ls again/*.replay | head -n 1)
expect 1 'MISMATCH at cycle' "$port" -- "$assay" replay "$again" --trace never --out again

for range in 5 "3:2" "0:$((cycle + 1))" x:y :; do
    expect 2 "--expand $range: expected FROM:TO" -- "$assay" replay --expand "$range" whole.replay
done

# A minimal case, from the random run and from its transactions.
for file in whole whole.expanded; do
    expect 0 "dpas: mismatch at cycle" "port $port" 'transactions (cycle offered' 'expected' 'actual' \
        'trials' "written:    $file.min.replay" "reproduce:  $assay replay $file.min.replay" -- \
        "$assay" shrink "$file.replay"
    units=$(printf '%s\n' "$output" | sed -n 's/^size: *units \([0-9]*\),.*/\1/p')
    shrunk=$(printf '%s\n' "$output" | sed -n 's/^dpas: mismatch at cycle \([0-9]*\),.*/\1/p')
    check "$file shrinks to three commands or fewer: $units" test "${units:-9}" -le 3
    for backend in verilator icarus; do
        expect 1 "MISMATCH at cycle $shrunk," "$port" -- \
            "$assay" replay "$file.min.replay" --backend "$backend" --trace never --out again
    done
    expect 0 'pass' -- "$assay" replay "$file.min.replay" --rtl "$rtl/dpas/dpas.f"
done
cp whole.min.replay first.replay
expect 0 '"verdict":"mismatch"' '"complete":true' "\"reproduce\":\"$assay replay second.replay\"" -- \
    "$assay" shrink whole.replay -o second.replay --json
check 'twice the same result' cmp first.replay second.replay

expect 2 'does not fail: nothing to shrink' -- "$assay" shrink whole.replay --rtl "$rtl/dpas/dpas.f"
expect 2 'No such file' -- "$assay" shrink nowhere.replay
expect 2 "unknown backend 'model': expected verilator, icarus, systemc or check-x" -- "$assay" shrink whole.replay -b model
expect 2 "seconds 'x'" -- "$assay" shrink whole.replay --seconds x
expect 2 'nowhere/min.replay' -- "$assay" shrink whole.replay -o nowhere/min.replay

# An X, which Icarus alone can see.
own=$source_dir/tb/examples/own_rtl
sed 's/res_p <= /res_p <= (op_a == 8'"'"'h55) ? 16'"'"'hxxxx : /' "$own/dotmul_block.v" >x.v
printf 'x.v\n' >x.f
expect 1 'UNKNOWN (X or Z)' -- "$assay" run dotmul --rtl x.f --backend icarus --seed 3 --out x
expect 0 'dotmul: unknown at cycle 3' 'op     a=55' 'units 1, transactions 1, cycles 4' \
    "reproduce:  $assay replay x.min.replay --backend icarus" -- \
    "$assay" shrink x/*.replay -b icarus -o x.min.replay
expect 1 'UNKNOWN (X or Z)' -- "$assay" replay x.min.replay --backend icarus --out x
# The file names its backend, where it is not the usual one; another can be asked for.
check 'the backend is in the file' bash -c 'grep -qx "backend icarus" x.min.replay && grep -qx "backend icarus" x/dotmul-seed3.replay'
expect 1 'backend icarus: UNKNOWN (X or Z)' -- "$assay" replay x.min.replay --out x
sed 's/^backend .*/backend icaruss/; s/^sha256 .*/sha256 none/' x.min.replay >misspelt.replay
expect 2 "unknown backend 'icaruss'" -- "$assay" replay misspelt.replay
expect 2 "unknown backend 'icaruss'" -- "$assay" shrink misspelt.replay

# By hand.
cat >hand.replay <<'END'
assay-replay 1
kind transactions
block dotmul
params default
cycles 8

# 3 * 5 = 0x0f, shown in cycle 3 and taken in cycle 5
ready res 0x5 1x-
reset 0 2
op 0 a=3 b=5
sha256 none
END
expect 0 'pass' 'op 1 res 1' -- "$assay" replay hand.replay
expect 0 'op 1 res 1' -- "$assay" replay hand.replay --backend model
sed -i 's/b=5/b=105/' hand.replay
expect 2 'hand.replay:10: b=105: more than 8 bits' -- "$assay" replay hand.replay

# What would be offered after the end of the run is refused, and nothing passes without it.
sed -e 's/^cycles 8/cycles 9/' -e 's/b=105/b=5/' -e '/^op/a op 100 a=3 b=6' hand.replay >beyond.replay
expect 2 'beyond.replay:11: op begins in cycle 103 at the earliest: expected a cycle below 9, where the run ends' -- \
    "$assay" replay beyond.replay
sed -i 's/^cycles 9/cycles 110/' beyond.replay
expect 0 'pass' 'op 2 res 2' -- "$assay" replay beyond.replay
# A failing replay ends before its script does: what it leaves can be run again.
sed 's/res_p <= /res_p <= (op_a == 8'"'"'h55) ? 16'"'"'h1234 : /' "$own/dotmul_block.v" >late.v
sed -e 's/a=3 b=5/a=55 b=1/' -e 's/^rtl.*//' beyond.replay >late.replay
expect 1 'MISMATCH at cycle 3' -- "$assay" replay late.replay --rtl late.v --trace never --out late
check 'it ends there' bash -c '[ "$(grep -c "^op" late/late.replay)" -eq 1 ]'
expect 1 'MISMATCH at cycle 3' -- "$assay" replay late/late.replay --trace never --out late

# RTL of one's own is found from any folder, and when the file is moved, or both are.
mkdir -p seen/mine seen/bug elsewhere
sed 's/res_valid <= op_valid;/res_valid <= ~op_valid;/' "$source_dir/tb/examples/own_rtl/dotmul_block.v" >seen/mine/dotmul_block.v
echo dotmul_block.v >seen/mine/mine.f
expect 1 'MISMATCH at cycle 3' -- "$assay" run dotmul --params smallest --seed 3 --rtl seen/mine/mine.f --out seen/bug
real=$(realpath .)
expect 1 'MISMATCH at cycle 3' -- "$assay" run dotmul --params smallest --seed 3 --rtl seen/mine/mine.f --out rooted
check 'an absolute name is read as well' sed -i -e "s,^rtl .*,rtl $real/seen/mine/mine.f," -e 's/^sha256 .*/sha256 none/' rooted/dotmul-seed3.replay
expect 1 'MISMATCH at cycle 3' "--rtl $real/seen/mine/mine.f" -- "$assay" replay rooted/dotmul-seed3.replay --out rooted
expect 0 "rtl ../mine/mine.f" -- cat seen/bug/dotmul-seed3.replay
expect 1 'MISMATCH at cycle 3' "--rtl ../seen/bug/../mine/mine.f" 'waveform:   ./dotmul-seed3.fst' -- \
    bash -c 'cd elsewhere && "$0" replay ../seen/bug/dotmul-seed3.replay' "$assay"
expect 0 'written:' -- bash -c 'cd elsewhere && "$0" shrink ../seen/bug/dotmul-seed3.replay --out least.replay' "$assay"
expect 0 "rtl ../seen/mine/mine.f" -- cat elsewhere/least.replay
expect 0 'written:' -- "$assay" shrink elsewhere/least.replay --out seen/least.replay
expect 0 'rtl mine/mine.f' -- cat seen/least.replay
mv seen moved
expect 1 'MISMATCH at cycle 3' 'elsewhere/least.again.fst' 'elsewhere/least.again.replay' -- \
    "$assay" replay moved/least.replay --out elsewhere
expect 1 'MISMATCH at cycle 3' -- "$assay" replay moved/bug/dotmul-seed3.replay --out moved/bug --trace never
line=$(grep -n '^rtl ' elsewhere/least.replay | cut -d: -f1)
for command in replay shrink; do
    expect 2 "assay: elsewhere/least.replay:$line: elsewhere/../seen/mine/mine.f: No such file or directory: expected the RTL" -- \
        "$assay" $command elsewhere/least.replay
done
expect 0 'nothing was compared' -- "$assay" replay elsewhere/least.replay --backend model

# What a replay leaves is named after its file, and replaces nothing that another run has left.
expect 1 'waveform:   moved/least.fst' 'view:       gtkwave moved/least.gtkw' 'picture:    moved/least.svg' -- \
    "$assay" replay moved/least.replay --out moved
sum=$(cat moved/least.{fst,gtkw,sucl,svg,replay} | sha256sum)
expect 1 'waveform:   moved/least.again.fst' 'replay:     moved/least.again.replay' -- \
    "$assay" replay moved/least.replay --backend icarus --out moved
output=$(cat moved/least.{fst,gtkw,sucl,svg,replay} | sha256sum)
if [ "$output" = "$sum" ]; then pass; else fail 'the files of the run stay'; fi
# Nor what the replay before it has left, be it one file.
sum=$(cat moved/least.*{fst,gtkw,sucl,svg,replay} | sha256sum)
expect 1 'waveform:   moved/least.again2.fst' 'replay:     moved/least.again2.replay' -- \
    "$assay" replay moved/least.replay --rtl moved/mine/mine.f --out moved
rm moved/least.again2.*
echo mine >moved/least.again2.svg
expect 1 'waveform:   moved/least.again3.fst' 'replay:     moved/least.again3.replay' 'picture:    moved/least.again3.svg' -- \
    "$assay" replay moved/least.replay --rtl moved/mine/mine.f --out moved
expect 1 'waveform:   elsewhere/least.again2.fst' 'replay:     elsewhere/least.again2.replay' -- \
    "$assay" replay moved/least.replay --out elsewhere
mkdir strange
echo mine >strange/least.svg
expect 1 'picture:    strange/least.again.svg' 'replay:     strange/least.again.replay' -- "$assay" replay moved/least.replay --out strange
check 'a file of no replay stays' grep -qx mine strange/least.svg
rm moved/least.again[23].*
output=$(cat moved/least.*{fst,gtkw,sucl,svg,replay} | sha256sum)
if [ "$output" = "$sum" ]; then pass; else fail 'the files of both runs stay'; fi
# A Verilog source stands for a list of one.
expect 1 'MISMATCH at cycle 3' -- "$assay" run dotmul --params smallest --seed 3 --rtl moved/mine/dotmul_block.v --out moved

# What a failing run has left stays when the same seed runs again and does not fail.
cp moved/bug/dotmul-seed3.replay kept.replay
long=(run dotmul --params smallest --seed 3 --cycles 1000000000000 --out moved/bug)
"$assay" "${long[@]}" >interrupted.txt 2>&1 &
pid=$!
for ((i = 0; i < 3000; ++i)); do pgrep -P $pid >/dev/null && break; sleep 0.02; done # a snapshot: it runs
kill -TERM $pid
wait $pid
output=$(cat interrupted.txt)
check 'the replay file of the failure stays' cmp kept.replay moved/bug/dotmul-seed3.replay

# The names of the files, for scripts.
expect 0 '{"block":"dotmul","params":"n=2,k=2,duplex=0","rtl":"moved/mine/mine.f","code_coverage":false,"path":"/' -- \
    "$assay" build dotmul --params smallest --rtl moved/mine/mine.f --json
expect 1 '"files":{"replay":"moved/json/dotmul-seed3.replay","waveform":"moved/json/dotmul-seed3.fst","view":"moved/json/dotmul-seed3.gtkw","surfer":"moved/json/dotmul-seed3.sucl","picture":"moved/json/dotmul-seed3.svg"}' -- \
    "$assay" run dotmul --params smallest --seed 3 --rtl moved/mine/mine.f --out moved/json --json
check 'they are there' ls moved/json/dotmul-seed3.{replay,fst,gtkw,sucl,svg}

# --- a run that passes, traced by vvp, beside the files of a failure ---
mkdir beside
expect 1 'MISMATCH' -- "$assay" run dotmul --params smallest --seed 3 --fault carry_dropped --out beside
cp -r beside failed
expect 0 'replay:     beside/dotmul-seed3.passed.replay' 'waveform:   beside/dotmul-seed3.again.fst' -- \
    "$assay" run dotmul --params smallest --seed 3 --backend icarus --cycles 500 --trace always --out beside
for kind in replay fst gtkw sucl svg; do
    check "the failure's $kind is as it was" cmp failed/dotmul-seed3.$kind beside/dotmul-seed3.$kind
done
done_checking
