#!/usr/bin/env bash
# test_asm_cli.sh - `assay asm` and `assay run --program` from outside: files, listing, errors, traps. The
# largest part goes through the golden model alone.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

programs=$source_dir/tb/predicate/programs

# --- assembling ---
expect 0 'line 14: p0 becomes up0' '1 of 1 compares promoted' 'written: branch.hex, 12 words' \
    -- "$assay" asm "$programs/listing_branch.s" -o branch.hex --listing branch.lst
expect 0 'cmp.eq.s32 up0, u0, u1' ' 14  cmp' -- cat branch.lst
expect 0 '.out result, r2, s32' '@!up0 bra L' -- "$assay" asm --disasm branch.hex
expect 0 'written: plain.hex' -- "$assay" asm "$programs/listing_branch.s" --as-written -o plain.hex
expect 0 '@!p0 bra L' -- "$assay" asm --disasm plain.hex
check 'disassembled and assembled again' bash -c "
    '$assay' asm --disasm plain.hex -o again.s && '$assay' asm --as-written again.s && cmp plain.hex again.hex"
expect 0 '"promoted":1' '"line":14' '"up":0' -- "$assay" asm "$programs/listing_branch.s" -o x.hex --json
expect 0 '00000000' -- "$assay" asm "$programs/saxpy.s" -o -
expect 0 'p0 stays: r3: lanes may start with different values' -- "$assay" asm "$programs/lighting.s" -o x.hex

# --- what it says to bad sources ---
bad() { # TEXT MESSAGE
    printf '%b' "$1" >bad.s
    expect 2 "assay: bad.s:$2" -- "$assay" asm bad.s
    check 'no image of a bad source' test ! -e bad.hex
}
bad 'exit\n  jump 3\n' "2:3: unknown instruction 'jump'"
bad 'mov r1, 0x12345678\nexit\n' '1:9: 0x12345678 does not fit'
bad 'bra 9\nexit\n' '1:5: jump to 9, outside the program of 2 words'
bad 'bra there\n' "1:5: no label 'there'"
bad 'exit\nbar u1\nexit\n' "2:1: predicate has no bar: expected .target core before the first instruction"
bad 'mov u1, lid\n' '1:5: a destination u or up needs'
bad '.const c0, 1\nexit\n.const c0, 2\n' '3:8: c0 has a value from line 1: expected one line with a value for it'
bad '.data 8, 1, 2\n.data 12, 3\nexit\n' '2:7: the word at address 12 has a value from line 1'
bad '.data 4092, 1, 2\nexit\n' '1:16: past the end of data memory: expected at most 1 number from 4092'
bad '; nothing\n' ' no instruction'
yes exit | head -n 257 >long.s
expect 2 'long.s:257:1: the program is longer than 256 words' -- "$assay" asm long.s
expect 2 'one for a core, with .target core, has up to 4096' -- "$assay" asm long.s
{ echo .target core && head -n 256 long.s && yes 'bra 4095' | head -n 3840; } >kernel.s
expect 0 'written: kernel.hex, 4096 words' -- "$assay" asm kernel.s --listing kernel.lst
expect 0 '4095  ' '  4097  bra 4095' -- cat kernel.lst
check 'disassembled and assembled again' bash -c "
    '$assay' asm --disasm kernel.hex -o again.s && '$assay' asm --as-written again.s && cmp kernel.hex again.hex"
echo exit >>kernel.s
expect 2 'kernel.s:4098:1: the program is longer than 4096 words' -- "$assay" asm kernel.s
printf '\357\273\277exit\n' >mark.s
expect 0 'written: mark.hex, 1 word' -- "$assay" asm mark.s
printf 'exit\n' >without.s
check 'the same image without the mark' bash -c "'$assay' asm without.s && cmp mark.hex without.hex"
printf '\357\273\277 mvo r1, 1\n' >mark.s
expect 2 "mark.s:1:2: unknown instruction 'mvo'" -- "$assay" asm mark.s
printf 'exit\0' >zero.s
expect 2 'zero.s: has bytes that are 0' -- "$assay" asm zero.s
expect 2 'nowhere.s: No such file' -- "$assay" asm nowhere.s
expect 2 'expected a file' -- "$assay" asm
expect 2 'expected an image' -- "$assay" asm --disasm "$programs/saxpy.s"
expect 2 'is an image already' -- "$assay" asm plain.hex
expect 2 'expected it alone' -- "$assay" asm --disasm plain.hex --json
printf '0123 xyz\n' >bad.hex
expect 2 'bad.hex:1:6: expected a word' -- "$assay" asm --disasm bad.hex
expect 2 'no/such/folder.hex: No such file or directory: expected a file to write, in folder no/such' -- "$assay" asm "$programs/saxpy.s" -o no/such/folder.hex

# --- running ---
model() { "$assay" run predicate --backend model "$@"; }
expect 0 'result (r2)' '0 bits of lanes tested, 1 uniform tests' '1 of 1 compares promoted' \
    -- model --program "$programs/listing_branch.s" --params largest
expect 0 '32 bits of lanes tested, 0 uniform tests' \
    -- model --program "$programs/listing_branch.s" --params largest --as-written
expect 0 '32 bits of lanes tested' -- model --program plain.hex --params largest
expect 0 '"predicate_bits_tested":0' '"result":[1,1,1,1,1,1,1,1]' '"data":{"0":1,"4":1' \
    -- model --program "$programs/listing_branch.s" --json
expect 0 '-1000        -500' -- model --program "$programs/bitonic.s" --params largest
printf 'mov r1, 5\nld r2, r1, 5000\nexit\n' >trap.s
expect 2 'ended:      trap 6, address out of range, at pc 1' \
    'assay: trap.s:2: trap 6, address out of range, at pc 1: expected exit' -- model --program trap.s
printf 'ld.u16 r2, r1, 3\nexit\n' >odd.s
expect 2 'odd.s:1: trap 8, misaligned address, at pc 0: expected exit' -- model --program odd.s
printf '.target core\nld r1, 64, c0\ncmp.z.s32 p0, r1\n@p0 exit\nbar u1\nexit\n' >core.s
expect 0 'line 3: p0 becomes up0' 'written: core.hex, 5 words' -- "$assay" asm core.s
expect 0 '.target core' 'ldu u0, 64, c0' 'bar u' -- "$assay" asm --disasm core.hex
expect 2 'core.s: has .target core: expected a program for predicate' -- model --program core.s
printf 'join\n' >under.s
expect 2 'under.s:1: trap 4, stack underflow, at pc 0' -- model --program under.s
printf 'mov r1, 5\n' >beyond.s
expect 2 'beyond.s: trap 5, pc beyond the program, at pc 1' -- model --program beyond.s
printf 'again: bra again\n' >ever.s
expect 2 'ever.s: still running after' -- model --program ever.s --cycles 5000
expect 1 'HANG' -- model --program ever.s
expect 2 'bad.s: no instruction' -- model --program bad.s
expect 2 'dotmul runs no programs' -- "$assay" run dotmul --program "$programs/saxpy.s" --backend model
expect 2 'expected one of them' -- model --program "$programs/saxpy.s" --scenario whole
expect 2 'without --program' -- model --as-written

# --- against the RTL, and a bug in it ---
expect 0 ': pass' 'trips (r4)' -- "$assay" run predicate --program "$programs/mandelbrot.s" --params smallest
expect 0 ': pass' -- "$assay" run predicate --program "$programs/lighting.s" --params smallest --backend icarus
expect 1 'MISMATCH' "reproduce:  $assay run predicate --params smallest --backend verilator --program" \
    'replay:     ./predicate-seed1.replay' \
    -- "$assay" run predicate --program "$programs/mandelbrot.s" --params smallest --fault backward_like_forward
expect 1 'MISMATCH' -- "$assay" replay predicate-seed1.replay --trace never
done_checking
