#!/usr/bin/env bash
# test_core_cli.sh - `assay run core --program` from outside: launches, what a kernel that goes wrong gets to read, and
# a bug in the RTL. The largest part goes through the golden model alone.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

kernels=$source_dir/tb/core/kernels
core() { "$assay" run core --backend model "$@"; }
of() { # TEXT ARGUMENTS...: a kernel from its lines
    printf '.target core\n%b' "$1" >kernel.s
    shift
    core --program kernel.s "$@"
}

# --- what is launched ---
expect 0 'launch:     1 group of 1 warp, on 4 warps of 8 lanes' 'ended:      exit' \
    ' 256: 40400000 40b00000 41000000 41280000' -- core --program "$kernels/saxpy.s"
expect 0 'launch:     2 groups of 2 warps' '1 of 1 compares promoted' ' 256: 40400000 40b00000' \
    -- core --program "$kernels/saxpy.s" --groups 2 --warps 2
expect 0 '64 bits of lanes tested, 0 uniform tests' -- core --program "$kernels/saxpy.s" --as-written
expect 0 '20 barriers' ' 256: fffffc18 ffffff9d ffffffe1 fffffffd .        00000001' \
    ' 288: 00000008 00000008 00000011' -- core --program "$kernels/sort.s" --warps 2
expect 0 '"groups":2,"warps":2,"trap":0' '"done":true' '"data":{"256":1077936128,' \
    -- core --program "$kernels/saxpy.s" --groups 2 --warps 2 --json
expect 0 'written: saxpy.hex' -- "$assay" asm "$kernels/saxpy.s" -o saxpy.hex
expect 0 ' 256: 40400000 40b00000 41000000' -- core --program saxpy.hex --groups 2 --warps 2
expect 2 '--as-written with saxpy.hex, which is an image' -- core --program saxpy.hex --as-written
expect 0 '65504: .        .        .        .        .        .        .        00000007' -- of '.data 65528, 1, 2\n.const c0, 65532\nmov r1, 7\n st c0, 0, r1\n exit\n'
# Each of more groups than there is room for writes its number.
expect 0 '   0: .        00000001 00000002 00000003 00000004 00000005 00000006' 'launch:     7 groups of 3 warps' \
    -- of 'shl u0, group, 2\n mul r1, group, 4\n st r1, 0, group\n exit\n' --groups 7 --warps 3

# Quotients of barriers: of 0 to 3, and of -3 to 0 in 64 bits.
expect 0 '   0: 00000001 00000001 00000001' -- of '.const c0, 0\nmov u1, warp\n bar.variance.u32 u6, c0, u1\n shl r1, lid, 2\n mov r3, u6\n st r1, 0, r3\n exit\n' --warps 4
expect 0 '   0: ffffffff ffffffff ffffffff' -- of '.const c0, 0\nsub u1, warp, 3\n sar u2, u1, 31\n bar.mean.s64 u6, c0, u1, u2\n shl r1, lid, 2\n mov r3, u6\n st r1, 0, r3\n exit\n' --warps 4

# Each kernel stands by itself, on any number of lanes and warps.
for kernel in "$kernels"/*.s; do
    for shape in default:1 default:4 lanes=4:2 largest:1; do
        expect 0 'ended:      exit' -- core --program "$kernel" --params "${shape%:*}" --warps "${shape#*:}"
    done
done
expect 0 '1024: 000001e7 00000005' -- core --program "$kernels/histogram.s" --groups 2 --warps 2
expect 0 '   0: 00000004 00000008 0000000c 00000010' -- of '.arg x, c3, is, 2 * groups * warps\n shl r1, lid, 2\n add r2, lid, 1\n mul r2, r2, c3\n st r1, 0, r2\n exit\n' --groups 2

# --- what it refuses ---
expect 2 '--warps 5: expected at most 4, or a core with more of them' -- of 'exit\n' --warps 5
expect 0 'on 16 warps of 32 lanes' -- of 'exit\n' --warps 5 --params largest
expect 2 "groups '0': expected a number from 1 to 4294967295" -- of 'exit\n' --groups 0
expect 2 "warps 'two'" -- of 'exit\n' --warps two
expect 2 'expected a number from 1 to 4294967295' -- of 'exit\n' --groups 4294967296
expect 2 '--groups without --program: expected both' -- core --groups 2
expect 2 '--warps without --program: expected both' -- core --warps 2
expect 2 '--groups or --warps with predicate, which has one warp' \
    -- "$assay" run predicate --backend model --program "$source_dir/tb/predicate/programs/saxpy.s" --groups 2
expect 2 'saxpy.s: has no .target core: expected a program for core' \
    -- core --program "$source_dir/tb/predicate/programs/saxpy.s"
expect 2 'has .group, which is for' -- of '.group warps, 1\n exit\n'
expect 2 'has .group, which is for' -- of '.group lanes, 8\n exit\n'
expect 2 'kernel.s:2: .arg n is for' "expected .const c3, or a rule 'is'" -- of '.arg n, c3, least, 1\n exit\n'
expect 2 'kernel.s:2: x is 2: expected at least 5 (least, 5)' -- of '.arg x, c3, is, 2, least, 5\nexit\n'
expect 2 'kernel.s:2: x is 6: expected a power of two (power)' \
    -- of '.arg x, c3, is, 2 * groups, power\nexit\n' --groups 3
expect 2 'kernel.s:2: x is 0: expected 4294967296 (is, 65536 * groups)' \
    -- of '.arg x, c3, is, 65536 * groups\nexit\n' --groups 65536
expect 2 'kernel.s: has .reg, but' -- of '.reg r1, 4\nexit\n'
expect 2 'kernel.s: has .out, but' -- of '.out x, r1\nexit\n'
expect 2 'kernel.s:2:7: expected an address below 65536' -- of '.data 65536, 1\nexit\n'
expect 2 'kernel.s:2:1: .target predicate after .target core' -- of '.target predicate\nexit\n'
printf '.target core\nagain: bra again\n' >forever.s
expect 2 '--hang 99 with --program: expected at least 100 cycles' -- core --program forever.s --hang 99
expect 2 'forever.s:2: trap 7, cycle limit' ': expected exit, or a larger --hang' -- core --program forever.s --hang 100
{ echo .target core && yes exit | head -n 300; } >long.s
expect 2 'kernel.s:3: pack, and a core by itself has no packer: expected none of' -- of 'mov r1, 1\n pack.mask r2, lid, lid\n exit\n'
expect 130 -- timeout --preserve-status --signal=INT 2 "$assay" run core --backend model --program forever.s --hang 4000000000 --cycles 4000000000
expect 2 'long.s: 300 words: expected at most 256, or a larger instruction memory' \
    -- core --program long.s --params smallest
expect 0 'long.s, 300 words' -- core --program long.s

# --- what goes wrong while it runs ---
expect 2 'kernel.s:3: trap 14, error of memory, at pc 1, group 0, warp 0, lane 1: expected exit' 'ended:      trap 14' \
    -- of 'mul r1, lid, 65536\n ld r2, r1, 0\n exit\n'
expect 2 'kernel.s:2: trap 8, misaligned address, at pc 0, group 0, warp 0, lane 1' -- of 'ld r2, lid, 0\n exit\n'
expect 2 'kernel.s:3: trap 6, address out of range, at pc 1, group 0, warp 0, lane 0' \
    -- of 'mov r1, 65536\n ld.local r2, r1, 0\n exit\n'
expect 2 'kernel.s:3: trap 6' -- of '.const c0, 32768\n ld.local r2, c0, 0\n exit\n' --warps 2
expect 0 'ended:      exit' -- of '.const c0, 32768\n ld.local r2, c0, 0\n exit\n' --warps 3
expect 2 'kernel.s:5: trap 9, barrier with live lanes inactive, at pc 3' \
    -- of 'cmp.z.s32 p0, lid\n ssy x\n @p0 bra y\n bar u0\ny: join\nx: exit\n'
expect 2 'kernel.s:4: trap 10, barrier that cannot complete, at pc 2, group 0, warp 1' \
    -- of 'cmp.z.s32 up0, warp\n @up0 exit\n bar u0\n exit\n' --warps 2
expect 2 'kernel.s:3: trap 12, outside the group, at pc 1' -- of 'mov u0, 4\n bar u0\n exit\n'
expect 0 'ended:      exit' -- of 'mov u0, 4\n bar u0\n exit\n' --warps 2
expect 2 'kernel.s:2: trap 7, cycle limit, at pc 0, group 0, warp 0, lane 0: expected exit' \
    -- of 'again: bra again\n' --hang 5000
expect 2 'kernel.s: still running after' -- of 'again: bra again\n' --cycles 5000
expect 2 '"alone":true' '"trap_name":"error of memory"' '"trap":14,"trap_pc":1,"trap_line":3,"trap_group":0,"trap_warp":0,"trap_lane":1' \
    -- of 'mul r1, lid, 65536\n ld r2, r1, 0\n exit\n' --json

# --- against the RTL, and a bug in it ---
expect 0 ': pass' ' 256: fffffc18' -- "$assay" run core --program "$kernels/sort.s" --params warps=2,lanes=8,imem=256 --warps 2
expect 1 'MISMATCH' "reproduce:  $assay run core --params warps=2,lanes=8,imem=256 --backend verilator --program" \
    '--groups 2 --warps 2' 'replay:     ./core-seed1.replay' \
    -- "$assay" run core --program "$kernels/saxpy.s" --params warps=2,lanes=8,imem=256 --groups 2 --warps 2 \
    --fault one_lane_a_request
expect 1 'MISMATCH' -- "$assay" replay core-seed1.replay --trace never
# A later run does not replace the replay file of a failure.
for kind in replay fst gtkw sucl svg; do cp core-seed1.$kind failed.$kind; done
expect 0 'replay:     ./core-seed1.passed.replay' 'waveform:   ./core-seed1.passed.fst' \
    -- "$assay" run core --program "$kernels/saxpy.s" --params warps=2,lanes=8,imem=256 --groups 2 --warps 2 --trace always
expect 1 'NOTHING COMPARED' 'replay:     ./core-seed1.nothing.replay' 'waveform:   ./core-seed1.nothing.fst' \
    'view:       gtkwave ./core-seed1.nothing.gtkw' 'picture:    ./core-seed1.nothing.svg' \
    -- "$assay" run core --params warps=2,lanes=8,imem=256 --cycles 2 --trace always
check 'nothing else is left' bash -c '! ls *.new.*'
for kind in replay fst gtkw sucl svg; do
    check "the failure's $kind is as it was" cmp failed.$kind core-seed1.$kind
done
# A kernel that is stopped before anything has come out.
expect 2 'INCOMPLETE: all equal so far' -- \
    "$assay" run core --params warps=2,lanes=8,imem=256 --program forever.s --cycles 5000
expect 130 'interrupted; all equal so far' -- timeout --preserve-status --signal=INT 10 \
    "$assay" run core --params warps=2,lanes=8,imem=256 --program forever.s --hang 4000000000 --cycles 4000000000
done_checking
