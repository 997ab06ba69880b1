#!/usr/bin/env bash
# test_again.sh - the commands that the program prints work as printed: from the same folder, with blanks and
# quotes in names, however long, with every option that decides the run.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0

# again STATUS PATTERN...: the command after `reproduce:` in the last output ends with STATUS and says PATTERN.
again() {
    local command
    command=$(sed -n 's/^ *reproduce: *//p' <<<"$output" | tail -n 1)
    [ -n "$command" ] || { fail 'no command to run again'; return; }
    expect "$1" "${@:2}" -- bash -c "$command"
}

# Called by another name, in a folder with a blank.
mkdir "it's here" && ln -s "$assay" "it's here/assay"
ours="it's here/assay"
mkdir "own rtl"
cp -r "$source_dir/rtl" "own rtl/"
sed -i 's/res_valid <= op_valid;/res_valid <= ~op_valid;/' "own rtl/rtl/dotmul/dotmul_block.v"
list="own rtl/rtl/dotmul/dotmul.f"

if [ -n "$(type -P iverilog)" ]; then
    expect 1 'MISMATCH at cycle 3' "reproduce:  'it'\\''s here/assay' run dotmul --params smallest" "--rtl '$list'" \
        -- "$ours" run dotmul --params smallest --backend icarus --cycles 200 --rtl "$list"
    again 1 'MISMATCH at cycle 3'

    # Longer than any line that a person would write.
    long="own rtl/$(printf './%.0s' {1..800})rtl/dotmul/dotmul.f"
    expect 1 'MISMATCH at cycle 3' "--rtl '$long'" \
        -- "$ours" run dotmul --params smallest --backend icarus --cycles 200 --rtl "$long"
    again 1 'MISMATCH at cycle 3'

    # Transactions written out, on RTL that the file does not name.
    expect 0 'written:' -- "$ours" replay dotmul-seed1.replay --expand 0:3 --out "out of it.replay"
    expect 1 'MISMATCH' "replay 'out of it.replay' --backend icarus --rtl '$long'" \
        -- "$ours" replay "out of it.replay" --backend icarus
    again 1 'MISMATCH'
    expect 0 'pass' -- "$ours" replay "out of it.replay" --backend icarus --rtl "$source_dir/rtl/dotmul/dotmul.f"

    # A result that is shrunk has the backend on which it fails.
    expect 0 "reproduce:  'it'\\''s here/assay' replay 'the least.replay' --backend icarus" \
        -- "$ours" shrink dotmul-seed1.replay --backend icarus --out 'the least.replay'
    again 1 'MISMATCH'
fi

# What makes it a hang is part of the command.
printf 'loop: bra loop\n    exit\n' >'for ever.s'
expect 1 'HANG: no transfer on any stream for 300 cycles' '--hang 300' "--program 'for ever.s' --as-written" \
    -- "$ours" run predicate --params smallest --backend model --program 'for ever.s' --as-written --hang 300
again 1 'HANG: no transfer on any stream for 300 cycles'

# A regression's own rows, for a job that could say nothing itself.
printf 'entries:\n  - {block: dotmul, backend: model, cycles: 1_000_000_000_000_000, timeout: 1}\n' >endless.yaml
expect 1 "reproduce: 'it'\\''s here/assay' run dotmul --params default" -- "$ours" regress endless.yaml --out 'all of it'
expect 0 "'it'\\\\''s here/assay' run dotmul" -- "$ours" report --out 'all of it' --json

# Names that do not fit are refused, not cut.
deep=$(printf 'd%.0s' {1..3100})
expect 2 "--out 'dddd" 'the name is too long: expected 3000 characters at most' \
    -- "$assay" run dotmul --backend model --out "$deep"
check 'no file left by a name cut short' bash -c '! ls | grep -q ddd'

done_checking
