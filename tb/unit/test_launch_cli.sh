#!/usr/bin/env bash
# test_launch_cli.sh - `assay launch` from outside: arrays from files and to files, numbers, what it says to bad requests and
# to kernels that go wrong, and a bug in the RTL. The largest part goes through the golden model alone.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one

kernels=$source_dir/tb/slice/kernels
launch() { "$assay" launch --model "$@"; }
of() { # TEXT ARGUMENTS...: a kernel from its lines
    printf '.target core\n%b' "$1" >kernel.s
    shift
    launch kernel.s "$@"
}

# --- what is launched ---
npy x.npy '<i4' 1 8 '\001\0\0\0\002\0\0\0\003\0\0\0\004\0\0\0\005\0\0\0\006\0\0\0\007\0\0\0\010\0\0\0'
expect 0 'launch:     3 groups of 1 warp, on 4 warps of 8 lanes' 'ended:      exit' 'memory:     ' \
    -- launch "$kernels/reduce.s" --groups 3 --in x=x.npy --out y=int32:3,sum.npy --arg n=8 --arg lanes=8
output=$(words sum.npy)
check 'the sum of each group' [ "$output" = '36 36 36 ' ]
add='.arg x, c0\n.arg k, c1\nshl r1, lid, 2\nadd r2, r1, c0\nld r3, r2, 0\nadd r3, r3, c1\nst r2, 0, r3\nexit\n'
expect 0 'exit' -- of "$add" --in x=x.npy --out x,y.npy --arg k=-3
output=$(words y.npy)
check 'an array that is read and written' [ "$output" = '-2 -1 0 1 2 3 4 5 ' ]
output=$(words x.npy)
check 'what is read stays' [ "$output" = '1 2 3 4 5 6 7 8 ' ]
expect 0 '"program_cycles":' '"lines_read":' '"done":' '"products":0,' '"percent_of_peak":0' -- of "$add" --in x=x.npy --out x,y.npy --arg k=1 --json
expect 0 'exit' -- of "$add" --in x=x.npy --out x,y.npy --arg k=1.5 --latency 300 --stall 20 --seed 3
loop='mov u0, 1000\nagain: sub u0, u0, 1\ncmp.nz.s32 up0, u0\n@up0 bra again\nexit\n'
expect 0 'exit' -- of "$loop" --groups 60 --hang 20000
cycles=$(awk '/^ended:/ { print $3 }' <<<"$output")
check 'many groups may compute for longer than one may' [ "$cycles" -gt 40000 ]
slow=$(of "$add" --in x=x.npy --arg k=1 --latency 300 | awk '/^ended:/ { print $3 }')
fast=$(of "$add" --in x=x.npy --arg k=1 --latency 10 | awk '/^ended:/ { print $3 }')
output="$fast $slow"
check 'latency is obeyed' [ "$slow" -ge $((fast + 290)) ]

# --- what a kernel says of its launch ---
expect 2 'kernel.s:2: 1 warps a group: expected 2 (--warps 2)' -- of '.group warps, 2\nexit\n'
expect 0 'exit' -- of '.group warps, 2\nexit\n' --warps 2
expect 2 'kernel.s:2: 8 lanes a warp: expected 4 (--params lanes=4)' -- of '.group lanes, 4\nexit\n'
expect 0 'exit' -- of '.group lanes, 4\nexit\n' --params lanes=4
expect 2 'kernel.s:2:15: expected 4, 8, 16 or 32' -- of '.group lanes, 7\nexit\n'
sizes='.arg n, c0, multiple, 2 * lanes * groups, least, 1\n.arg l, c1, is, lanes\n.arg x, c2\nmul r1, lid, 4\nst r1, c2, c1\nexit\n'
expect 0 'exit' -- of "$sizes" --groups 3 --arg n=96 --out x=int32:8
output=$(words x.npy)
check 'a number that the launch knows is filled in' [ "$output" = '8 8 8 8 8 8 8 8 ' ]
back='.arg l, c0, is, -8 * lanes, most, -1\n.arg x, c1\nmul r1, lid, 4\nst r1, c1, c0\nexit\n'
expect 0 'exit' -- of "$back" --out x=int32:8
output=$(words x.npy)
check 'and one below 0' [ "$output" = '-64 -64 -64 -64 -64 -64 -64 -64 ' ]
expect 2 'kernel.s:2: l is 64: expected -64 (is, -8 * lanes)' -- of "$back" --arg l=64 --out x=int32:8
npy x.npy '<i4' 1 8 '\001\0\0\0\002\0\0\0\003\0\0\0\004\0\0\0\005\0\0\0\006\0\0\0\007\0\0\0\010\0\0\0'
expect 0 'exit' -- of "$sizes" --groups 3 --arg n=96 --arg l=8 --out x=int32:8,z.npy
expect 2 'kernel.s:2: n is 16: expected a multiple of 48 (multiple, 2 * lanes * groups)' \
    -- of "$sizes" --groups 3 --arg n=16 --out x=int32:8
expect 2 'kernel.s:2: n is 0: expected at least 1' -- of "$sizes" --groups 3 --arg n=0 --out x=int32:8
expect 2 'kernel.s:2: n is -48: expected at least 1' -- of "$sizes" --groups 3 --arg n=-48 --out x=int32:8
expect 2 'kernel.s:3: l is 4: expected 8 (is, lanes)' -- of "$sizes" --groups 3 --arg n=96 --arg l=4 --out x=int32:8
expect 2 'kernel.s:2: n is an array: expected a whole number' -- of "$sizes" --in n=x.npy --out x=int32:8,z.npy
expect 2 'kernel.s:2: n is a float: expected a whole number' -- of "$sizes" --arg n=96.0 --out x=int32:8,z.npy
for kernel in gemm_s8 gemm_bf16; do
    given=(--in a=x.npy --in b=x.npy --out y=int32:8x8)
    expect 2 "$kernel.s:" '2 warps a group: expected 1 (--warps 1)' \
        -- launch "$kernels/$kernel.s" --warps 2 "${given[@]}" --arg m=8 --arg n=8 --arg k=64
    expect 2 "$kernel.s:" '4 lanes a warp: expected 8' \
        -- launch "$kernels/$kernel.s" --params lanes=4 "${given[@]}" --arg m=8 --arg n=8 --arg k=64
    expect 2 "$kernel.s:" 'm is 12: expected a multiple of 8' \
        -- launch "$kernels/$kernel.s" "${given[@]}" --arg m=12 --arg n=8 --arg k=64
    expect 2 "$kernel.s:" 'k is 96: expected a multiple of 64' \
        -- launch "$kernels/$kernel.s" "${given[@]}" --arg m=8 --arg n=8 --arg k=96
done
expect 2 'reduce.s:' 'lanes is 4: expected 8 (is, lanes)' \
    -- launch "$kernels/reduce.s" --in x=x.npy --out y=int32:1 --arg n=8 --arg lanes=4
expect 2 'a float in the range of f32' -- launch "$kernels/reduce.s" --in x=x.npy --out y=int32:1 --arg n=1e-50
expect 2 'reduce.s:' 'n is 0: expected at least 1' -- launch "$kernels/reduce.s" --in x=x.npy --out y=int32:1 --arg n=0
expect 2 'saxpy.s:' 'n is 0: expected at least 1' \
    -- launch "$kernels/saxpy.s" --in x=x.npy --out y=int32:64 --arg n=0 --arg a=2.0
expect 2 'histogram.s:' 'n is 0: expected at least 1' \
    -- launch "$kernels/histogram.s" --in x=x.npy --out y=int32:64 --arg n=0
expect 2 'pool_s8.s:' 'm is 0: expected at least 1' \
    -- launch "$kernels/pool_s8.s" --in x=x.npy --out y=int8:8 --arg m=0 --arg n=8
expect 2 'sort.s:' 'n is 12: expected a power of two' -- launch "$kernels/sort.s" --in x=x.npy --out y=int32:8 --arg n=12
expect 2 'sort.s:' 'n is 64: expected a multiple of 48' \
    -- launch "$kernels/sort.s" --in x=x.npy --out y=int32:64 --arg n=64 --warps 3
for kernel in conv depthwise pointwise dense; do
    cat >sizes.yaml <<END
arrays:
  x: {file: x.npy}
launches:
  - {kernel: $kernels/reduce.s, with: {x: x, y: x, n: 8}}
  - {kernel: $kernels/${kernel}_s8.s, warps: 2, with: {x: x, w: x, y: x, bias: x, scales: x, zero: 0, m: 8, n: 8}}
END
    case $kernel in
    conv) sed -i 's/m: 8,/m: 8, k: 8, shape: x,/' sizes.yaml ;;
    dense) sed -i 's/m: 8,/m: 8, k: 64,/' sizes.yaml ;;
    depthwise) sed -i 's/m: 8,/m: 8, height: 1, width: 1, columns: 1, step: 1, top: 0, left: 0, offset: 0,/' sizes.yaml ;;
    esac
    expect 2 "sizes.yaml:5: $kernels/${kernel}_s8.s:" '2 warps a group: expected 1 (warps: 1)' -- launch sizes.yaml
    sed -i 's/warps: 2, //; s/zero: 0/zero: 200/' sizes.yaml
    expect 2 "sizes.yaml:5: $kernels/${kernel}_s8.s:" 'zero is 200: expected at most 127' -- launch sizes.yaml
    sed -i 's/zero: 200/zero: 2.0/' sizes.yaml
    expect 2 "sizes.yaml:5: $kernels/${kernel}_s8.s:" 'zero is a float' -- launch sizes.yaml
done
small() { # some files fit, a later one does not
    (trap '' XFSZ; ulimit -f 2 && "$assay" launch --model kernel.s --out y=int32:8,o1.npy --out z=int32:9999,o2.npy)
}
printf '.target core\n.arg y, c0\n.arg z, c1\nexit\n' >kernel.s
expect 3 'o2.npy: File too large' -- small
output=$(ls)
check 'of several outputs all are written, or none' [ -z "$(ls | grep '^o[12].npy')" ]

# --- networks ---
printf '.target core\n%b' "$add" >add.s
cat >net.yaml <<'END'
arrays:
  x: {file: x.npy, type: int32, shape: 1x8}
launches:
  - {kernel: add.s, with: {x: x, k: 10}}
  - {kernel: add.s, with: {x: x, k: -1}}
END
expect 0 'add.s' 'ended:      exit, 2 launches' -- launch net.yaml --out x=y.npy
output=$(words y.npy)
check 'each launch works on what the last has left' [ "$output" = '10 11 12 13 14 15 16 17 ' ]
expect 0 '"launches":' '"lines_read":' -- launch net.yaml --in x=y.npy --out x=z.npy --json
output=$(words z.npy)
check 'another file for an array' [ "$output" = '19 20 21 22 23 24 25 26 ' ]
cat >parts.yaml <<'END'
arrays:
  x: {files: [x.npy, x.npy], type: int32, shape: 2x8}
  n: {values: [7, 8]}
launches:
  - {kernel: add.s, with: {x: x, k: 100}}
  - {kernel: none.s, with: {n: n}}
END
printf '.target core\n.arg n, c0\nexit\n' >none.s
npy two.npy '<i4' 1 2 '\001\0\0\0\002\0\0\0'
npy all.npy '<i4' 2 8 "$(printf '\\005\\0\\0\\0%.0s' {1..16})"
expect 0 'exit' -- launch parts.yaml --in n=two.npy --in x=all.npy --out n=n.npy --out x=all2.npy
output="$(words n.npy)$(words all2.npy)"
check 'another file for values and for files' [ "$output" = "1 2 105 105 105 105 105 105 105 105 5 5 5 5 5 5 5 5 " ]
expect 2 'int32:1x8 for n: expected int32:1x2' -- launch parts.yaml --in n=x.npy
expect 2 'int32:1x8 for x: expected int32:2x8' -- launch parts.yaml --in x=x.npy
mkdir folder && mv y.npy folder/x.npy
expect 0 'exit' -- launch net.yaml --data folder --out x
output=$(words x.npy)
check 'a folder with the arrays' [ "$output" = '19 20 21 22 23 24 25 26 ' ]
expect 2 'int32:1x3 for x: expected int32:1x8' -- launch net.yaml --in x=sum.npy
expect 2 'y: net.yaml has no array of that name' -- launch net.yaml --out y
expect 2 "--out 'x=int32:8': a network says what its arrays are: expected NAME or NAME=FILE.npy" -- launch net.yaml --out x=int32:8
check 'no file of that name' [ ! -e int32:8 ]
expect 2 'x again' -- launch net.yaml --in x=x.npy --in x=y.npy
expect 2 '--groups with a network' -- launch net.yaml --groups 2
expect 2 'a network says what its kernels get' -- launch net.yaml --arg k=1
expect 2 '--data with a kernel' -- launch add.s --data folder
expect 2 'x.npy: is the input x.npy: expected another file for the output' -- launch net.yaml --out x
cp net.yaml two.yaml
sed -i 's/, k: -1//' net.yaml
expect 2 'net.yaml:5: no k, for' 'add.s:3' 'below `with`' -- launch net.yaml
sed -i '5s/x: x/x: x, k: 1, n: 1/' net.yaml
expect 2 'net.yaml:5: ' 'has no .arg n' -- launch net.yaml
sed -i '5s/.*/  - {kernel: trap.s}/' net.yaml
printf '.target core\nmov r1, 2\nld r2, r1, 0\nexit\n' >trap.s
rm z.npy
expect 2 'net.yaml:5: ' 'trap.s:3: trap 8' 'ended:      trap 8' ', 2 launches' -- launch net.yaml --out x=z.npy
check 'nothing is written after a trap' [ ! -e z.npy ]
sed -i '4,5s/.*/  - {kernel: trap.s, with: {x: x}}/' net.yaml # the first of two
printf '.arg x, c0\n' >>trap.s
expect 2 'net.yaml:4: ' 'trap.s:3: trap 8' 'ended:      trap 8' ', 1 launches' -- launch net.yaml
printf '.target core\nadds r1, 2\nexit\n.arg x, c0\n' >trap.s
expect 2 'net.yaml:4: ' 'trap.s:2:1: unknown instruction' -- launch net.yaml
printf '.target core\nmov r1, hi(65536)\nld r2, r1, 0\nexit\n.arg x, c0\n' >trap.s
expect 2 'net.yaml:4: ' 'trap.s:3: a load of 4 bytes at 0x1000000' 'ended:      outside of all arrays' -- launch net.yaml
sed -i '4s/trap.s,/trap.s, warps: 5,/' net.yaml
expect 2 'net.yaml:4: ' 'trap.s: 5 warps a group' -- launch net.yaml
npy x.npy '<i4' 1 8 '\001\0\0\0\002\0\0\0\003\0\0\0\004\0\0\0\005\0\0\0\006\0\0\0\007\0\0\0\010\0\0\0'

# --- model and RTL ---
expect 0 'pass' 'ended:      exit' -- "$assay" launch add.s --params smallest --in x=x.npy --out x,y.npy --arg k=9
output=$(words y.npy)
check 'the RTL gives the same' [ "$output" = '10 11 12 13 5 6 7 8 ' ]
expect 0 'pass' 'exit, 2 launches' -- "$assay" launch two.yaml --params smallest --stall 20 --out x=two.npy
output=$(words two.npy)
check 'and of a network' [ "$output" = '10 11 12 13 5 6 7 8 ' ]
printf '.target core\n%b' "$loop" >loop.s
expect 0 'pass' 'ended:      exit' -- "$assay" launch loop.s --params smallest --groups 20 --hang 20000
rm -f z.npy
expect 1 'MISMATCH' 'reproduce:' ' launch --params smallest --fault cycles_without_wait' -- "$assay" launch add.s --params smallest \
    --fault cycles_without_wait --in x=x.npy --out x,z.npy --arg k=9
fill=$(grep -m 1 '^ *[0-9]*  fill ' <<<"$output")
report=$output
check 'what had been counted up to there is in the report' grep -q 'issued:     [1-9]' <<<"$report"
check 'and the cycles' grep -q 'ended:      .*, [1-9][0-9]* cycles' <<<"$report"
check 'nothing is written after a mismatch' [ ! -e z.npy ]
expect 1 'MISMATCH' '            add.s   ' '1 launches, ' -- "$assay" launch two.yaml --params smallest --fault cycles_without_wait
expect 1 '"launches":[{' -- "$assay" launch two.yaml --params smallest --fault cycles_without_wait --json
check 'the first line of memory is there' [ -n "$fill" ]
expect 1 'MISMATCH' "$fill" -- "$assay" replay slice-seed1.replay

# --- kernels that go wrong ---
expect 2 'kernel.s:3: trap 8' 'group 0, warp 0, lane 0' -- of 'mov r1, 2\nld r2, r1, 0\nexit\n'
expect 2 'kernel.s:3: a load of 4 bytes at 0x2000, group 0, warp 0, lane 0, outside of all arrays' 'the nearest, x, has 0x1000 to 0x101f' \
    -- of '.arg x, c0\nld r2, c0, 4096\nexit\n' --in x=x.npy
beyond='.arg x, c0\nshl r1, lid, 2\nadd r1, r1, c0\n'
expect 2 'kernel.s:5: a load of 4 bytes at 0x1020, group 0, warp 0, lane 7' -- of "${beyond}ld r2, r1, 4\nexit\n" --in x=x.npy
expect 2 'kernel.s:5: a store of 4 bytes at 0xffc, group 0, warp 0, lane 0' -- of "${beyond}st r1, -4, r1\nexit\n" --in x=x.npy --warps 2
expect 2 'kernel.s:5: a load of 1 byte at 0x1020' -- of "${beyond}ldu.u8 u1, c0, 32\nexit\n" --in x=x.npy
expect 2 'kernel.s:6: an atomic of 4 bytes at 0x1020, group 0, warp 0, lane 7' -- of "${beyond}add r1, r1, 4\natom.add r2, r1, r1\nexit\n" --in x=x.npy
expect 2 '"done":false,"error":"kernel.s:5: a load of 4 bytes at 0x1020,' -- of "${beyond}ld r2, r1, 4\nexit\n" --in x=x.npy --json
expect 0 'exit' -- of "${beyond}cmp.lt.s32 p0, lid, 7\n@p0 ld r2, r1, 4\nexit\n" --in x=x.npy
expect 0 'exit' -- of "${beyond}ld.u8 r2, r1, 3\nst.u8 r1, 3, r2\natom.add r2, r1, r1\nexit\n" --in x=x.npy
expect 2 'a store of 4 bytes at 0x0' 'expected none, since the launch has no arrays' -- of 'mov r1, 0\nst r1, 0, r1\nexit\n'
zeros=$(printf '\\0%.0s' {1..512})
npy a.npy '|i1' 8 64 "$zeros" && npy short.npy '|i1' 8 32 "${zeros:0:512}" && npy b.npy '|i1' 64 8 "$zeros"
gemm() { launch "$kernels/gemm_s8.s" --arg m=8 --arg n=8 --arg k=64 --in b=b.npy "$@"; }
expect 0 'exit' -- gemm --in a=a.npy --out y=int32:8x8
expect 2 'gemm_s8.s:' ': a move from memory of 32 bytes at 0x1340, group 0, warp 0, item 4, outside of all arrays' -- gemm --in a=short.npy --out y=int32:8x8
expect 2 'gemm_s8.s:' ': a move to memory of 32 bytes at 0x' 'item 7' 'the nearest, y, ' -- gemm --in a=a.npy --out y=int32:7x8
expect 2 'kernel.s:5: trap 13, error of a message, status 6 (rows that there are not' \
    -- of '.group rows, 4\nmov u1, 0\nmov u2, 0\ndpas u1, u2, u2\nwait 0\nexit\n'
expect 2 'kernel.s:5: trap 13' 'status 9 (rows, local memory or addresses outside of the group)' \
    -- of '.group rows, 4\nmov u1, 66645\nmov u2, 4\ndpas u1, u2, u2\nwait 0\nexit\n'
expect 2 'kernel.s:3: a load of 4 bytes at 0x10000, group 0, warp 0, lane 1, outside of memory: expected one below 0x10000' \
    'ended:      outside of memory' -- bash -c 'printf ".target core\nmul r1, lid, 65536\nld r2, r1, 0\nexit\n" >kernel.s &&
    "$0" run slice --backend model --program kernel.s' "$assay"
# two groups, of which one traps and the other accesses memory outside: what comes first is reported
for first in 0 1; do
    late=".arg x, c0\ncmp.eq.s32 up0, group, $first\nmov u0, 50\n@!up0 bra again\nmov u0, 1\n"
    late+='again: sub u0, u0, 1\ncmp.nz.s32 up1, u0\n@up1 bra again\n'
    late+='cmp.eq.s32 up0, group, 0\n@up0 bra trap\nld r2, c0, 4096\nexit\ntrap: mov r1, 2\nld r2, r1, 0\nexit\n'
    case $first in
    0) message='kernel.s:15: trap 8, misaligned address, at pc 12, group 0' ;;
    1) message='kernel.s:12: a load of 4 bytes at 0x2000, group 1, warp 0, lane 0, outside of all arrays' ;;
    esac
    for latency in 1 64 400; do
        expect 2 "$message" -- of "$late" --in x=x.npy --groups 2 --latency "$latency"
    done
done
expect 2 'kernel.s:2: trap 7' ': expected exit, or a larger --hang' -- of 'again: bra again\n' --hang 20000
expect 2 'kernel.s:2:1: unknown instruction' -- of 'adds r1, r2, r3\n'
expect 2 'kernel.s: 300 rows a group: expected at most 256' '--params rows=...' -- of '.group rows, 300\nexit\n'
expect 2 'kernel.s: 5 warps a group: expected at most 4' -- of 'exit\n' --warps 5
expect 2 'has .data: expected arrays, by --in' -- of '.data 0, 1\nexit\n'
expect 2 'has .reg' -- of '.reg u0, 1\nexit\n'
expect 2 'has .out' -- of '.out x, u0\nexit\n'

long=$(printf '%0200d/' 1 2 3)
mkdir -p "$long" && cp trap.s "$long"
expect 2 "${long}trap.s:3: a load of 4 bytes at 0x1000000" -- launch "${long}trap.s" --in x=x.npy

# --- bad requests ---
for hang in 1 50 10879; do
    expect 2 "kernel.s: --hang $hang: expected at least 10880 cycles" -- of "$loop" --hang "$hang"
done
expect 0 'exit' -- of "$loop" --hang 10880
expect 2 'kernel.s: --hang 1000000: expected at least 30010240 cycles' 'latency 3000000' -- of "$loop" --latency 3000000
expect 2 '--hang 50: expected at least 10880' -- "$assay" run slice --backend model --program kernel.s --hang 50
both='.arg y, c0\n.arg z, c1\nexit\n'
expect 2 'expected a kernel' -- launch
expect 2 'kernel.s:2: .arg x: expected --in x=, --out x= or --arg x=' -- of '.arg x, c0\nexit\n'
expect 2 'kernel.s: has no .arg x: expected one for the array' -- of 'exit\n' --in x=x.npy
expect 2 'kernel.s: has no .arg n: expected one for the number' -- of 'exit\n' --arg n=1
expect 2 'none.npy: No such file' -- of "$add" --in x=none.npy --arg k=1
expect 2 'not an npy file' -- of "$add" --in x=kernel.s --arg k=1
expect 2 "expected NAME=FILE.npy" -- launch kernel.s --in x
expect 2 "expected a name of letters" -- launch kernel.s --in x-y=x.npy
for name in _c 1 1x ''; do
    expect 2 'that begins with a letter' -- launch kernel.s --in "$name=x.npy"
done
expect 2 'x again' -- launch kernel.s --in x=x.npy --in x=y.npy
expect 2 'x again' -- launch kernel.s --in x=x.npy --out x=int32:8
expect 2 'x: no --in before it' -- launch kernel.s --out x
for shape in int64:8 int32 int32:0 int32:8x int32:8x8x8 int32:99999999999; do
    expect 2 "expected NAME=TYPE:ROWSxCOLS" -- launch kernel.s --out "x=$shape"
done
expect 2 'x: 536870912 bytes: expected at most 268435456' -- of '.arg x, c0\nexit\n' --out x=float64:67108864
expect 2 'of at most 268435456 elements' -- launch kernel.s --out x=int8:268435457
expect 2 'y: the arrays have more than 268435456 bytes' -- of "$both" --out z=int8:1 --out y=int8:268435456
for number in '' x 4294967296 -2147483649 1.5.2 1e99 1e-60 -0.01e-50 nan; do
    expect 2 'expected NAME=NUMBER' -- launch kernel.s --arg "k=$number"
done
for number in ' 1.5' '1.5 ' $'\t1.5' +1.5 -+1.5 '- 1.5' ' 15' '15 ' +15 +.5 +1e3; do
    expect 2 "'k=$number': expected NAME=NUMBER" 'without blanks and without a plus sign' -- launch kernel.s --arg "k=$number"
done
for number in 0.0 -0e9 1e-40 1e+5 -.5 1.e-3; do
    expect 0 'exit' -- of '.arg k, c0\nexit\n' --arg "k=$number"
done
expect 2 '--seed with a launch, where it is that of the stalls: expected --stall N too' -- of 'exit\n' --seed 3
expect 2 'k again' -- launch kernel.s --arg k=1 --arg k=2
expect 2 "groups '0'" -- launch kernel.s --groups 0
expect 2 "stall '101'" -- launch kernel.s --stall 101
expect 2 '--backend model and verilator' -- launch kernel.s --backend verilator
expect 2 'x.npy: is the input x.npy: expected another file for the output' -- of "$add" --in x=x.npy --out x --arg k=1
expect 2 'kernel.s: is the input kernel.s: expected another file for the output' -- of "$add" --in x=x.npy --out x,kernel.s --arg k=1
mkdir sub && ln -s sub other && : >old.npy && ln -s old.npy link.npy
for pair in 'z.npy z.npy' 'z.npy ./z.npy' 'sub/z.npy other/z.npy' 'old.npy link.npy' "z.npy $PWD/z.npy"; do
    expect 2 '--out z: ' 'is that of --out y: expected another file' -- of "$both" --out "y=int32:8,${pair% *}" --out "z=int32:8,${pair#* }"
done
expect 0 'exit' -- of "$both" --out y=int32:8,z.npy --out z=int32:8,sub/z.npy
cp "$source_dir/rtl/slice/slice.v" slice.v
expect 2 'slice.v: is the input slice.v: expected another file for the output' -- \
    "$assay" launch kernel.s --rtl slice.v --out y=int32:8,slice.v
# On icarus the program starts again, and would read an empty pipe.
mkfifo pipe
expect 2 'array x: pipe on backend icarus, which reads it twice: expected a file' -- \
    "$assay" launch kernel.s --in x=pipe --backend icarus
printf 'arrays:\n  x: {file: x.npy}\nlaunches:\n  - {kernel: pipe, with: {x: x}}\n' >piped.yaml
expect 2 'kernel pipe on backend icarus, which reads it twice: expected a file' -- "$assay" launch piped.yaml --backend icarus
expect 2 'pipe on backend icarus, which reads it twice: expected a file' -- "$assay" launch pipe --backend icarus
# Whoever closes the report early has the arrays.
printf '%s\n' 'arrays: {x: {type: int32, shape: 1x8}}' 'launches:' >many.yaml
for ((i = 0; i < 200; ++i)); do echo '  - {kernel: add.s, with: {x: x, k: 1}}' >>many.yaml; done
printf '.target core\n%b' "$add" >add.s
"$assay" launch --model many.yaml --out x=many.npy --json | head -c 1 >/dev/null
output=$(words many.npy 2>&1)
check 'outputs are written before the report' [ "$output" = '200 200 200 200 200 200 200 200 ' ]
# A network of one launch has the text of a kernel, and the JSON of a network.
printf '%s\n' 'arrays: {x: {type: int32, shape: 1x8}}' 'launches: [{kernel: add.s, with: {x: x, k: 1}}]' >one.yaml
expect 0 'launch:     1 group' -- launch one.yaml --out x=one.npy
expect 0 '"launches":' -- launch one.yaml --out x=one.npy --json
# What the gateway refuses is a status, not a lane.
expect 2 'kernel.s:5: trap 11, refused or aborted by the gateway, status 4 (operation or type), at pc 2, group 0, warp 0: expected exit' -- \
    of '.group bars, 1\nmov u1, 13\nmov u3, 0\nbar.by.u32 u0, u3, u2, u1\nexit\n'
expect 2 'm is 0: expected at least 1 (least, 1)' -- launch "$kernels/softmax_f32.s" --in x=x.npy --out y=float32:8 --arg m=0 --arg n=8

done_checking
