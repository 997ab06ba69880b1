#!/usr/bin/env bash
# test_launch_zero.sh - arrays whose zero lines are not moved: outputs are those without the option, byte for byte, and
# as many lines stay where they are as must, at several latencies, on the model and in lockstep on a slice with two surfaces.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one

export LC_ALL=C
times() { printf "$2%.0s" $(seq "$1"); }
zero=$(times 64 '\\0')
full=$(times 16 '\\1\\2\\3\\4')
part=$(times 21 '\\0')\\7$(times 42 '\\0')
minus=$(times 16 '\\377\\377\\377\\377')
# 64 lines of 16 words: four by four one that is zero, one that is not, one that is in part, and one that the kernel makes zero.
npy x.npy '<i4' 64 16 "$(for _ in {1..16}; do echo -n "$zero$full$part$minus"; done)"
npy five.npy '<i4' 5 16 "$zero$full$zero$part$minus"

walk() { # FILE INSTRUCTIONS: a kernel that goes through n words, with the offset of a lane's word in r2
    printf '.target core\n.arg n, c0\n.arg x, c1\n.arg lanes, c15, is, lanes\n%b' "$2" >"$1"
}
begin='mov u0, 0\nshl u1, c15, 2\nshl u2, c0, 2\nshl r1, lid, 2\nagain: add r2, r1, u0\n'
end='add u0, u0, u1\ncmp.lt.s32 up0, u0, u2\n@up0 bra again\nexit\n'
walk relu.s ".arg y, c2\n${begin}ld r3, r2, c1\nmax r3, r3, 0\nst r2, c2, r3\n$end"
walk here.s "${begin}ld r3, r2, c1\nmax r3, r3, 0\nst r2, c1, r3\n$end"
walk plus.s ".arg k, c2\n${begin}ld r3, r2, c1\nadd r3, r3, c2\nst r2, c1, r3\n$end"

# memory REPORT: lines read, written and not moved.
memory() { awk '/^memory:/ { print $2, $5, $7 }' <<<"$output" | tr -d ';'; }
# same WHAT LINES FILE... -- ARGUMENTS...: launches with these arguments and with --zero x (and y), at several timings, and
# holds the outputs against those without. LINES are those read, written and not moved, of the launches with --zero.
same() {
    local what=$1 lines=$2 files=() file timing zeros=()
    shift 2
    while [ "$1" != -- ]; do files+=("$1") && shift; done
    shift
    for file in "${files[@]}"; do zeros+=(--zero "${file%.npy}"); done
    expect 0 'exit' ' 0 not moved because zero' -- "$assay" launch "$@" --model --params smallest
    for file in "${files[@]}"; do cp "out_$file" "plain_$file"; done
    for backend in model verilator; do
        for timing in '--latency 1' '--latency 64' '--latency 300 --stall 20'; do
            rm -f "${files[@]/#/out_}"
            # shellcheck disable=SC2086
            expect 0 'exit' -- "$assay" launch "$@" --backend $backend --params smallest "${zeros[@]}" $timing
            [ "$(memory)" = "$lines" ] && pass || fail "$what, $backend $timing: $(memory), expected $lines"
            for file in "${files[@]}"; do
                check "$what, $backend $timing: $file" cmp "plain_$file" "out_$file"
            done
        done
    done
}
given=(--in x=x.npy --out x,out_x.npy --arg n=1024)
# Of x 16 lines are zero from the start. No line of y is read, and 32 are zero at the end.
same 'from one array to another' '48 32 80' x.npy y.npy -- relu.s "${given[@]}" --out y=int32:64x16,out_y.npy
# 16 lines become zero in the cache: memory keeps what they were.
same 'in place' '48 32 32' x.npy -- here.s "${given[@]}"
# A kernel without a loop: in the lines 0 and 2 atomics begin from zero, in line 2 they also end with it; of line 3 the
# kernel writes a word, and zeros to the words of line 1 that are not zero, all but one.
cat >atoms.s <<'END'
        .target core
        .arg    x, c0
        .arg    k, c1
        .arg    less, c2
        .arg    one, c3
        shl     r1, lid, 2
        add     r1, r1, c0
        add     r2, r1, 128
        atom.add r3, r1, c1
        atom.add r4, r2, c1
        atom.add r5, r2, c2
        mov     r6, 0
        add     r7, r1, 64
        st      r7, 0, r6
        st      r7, 16, r6
        st      r7, 32, r6
        cmp.ne.s32 p0, lid, 3
        @p0 st  r7, 48, r6
        add     r8, r1, 192
        cmp.eq.s32 p1, lid, 1
        @p1 st  r8, 0, c3
        add     r9, r1, 256
        st      r9, 16, r3
        st      r9, 32, r4
        st      r9, 48, r5
        exit
END
npy atoms.npy '<i4' 5 16 "$zero$full$zero$zero$zero"
# Read: line 1. Written: 0, 1, 3 and 4. Not read: 0, 2, 3 and 4; not written: 2.
same 'atomics and parts of lines' '1 4 5' x.npy -- atoms.s --in x=atoms.npy --out x,out_x.npy --arg k=7 --arg less=-7 --arg one=9
output=$(words out_x.npy)
none='0 0 0 0 '
check 'what they are' [ "$output" = "7 7 7 7 $none$none$none$none$none${none}0 0 0 67305985 $none$none$none${none}\
0 9 0 0 $none$none$none$none$none${none}7 7 7 7 " ]

# --- two arrays, and one between them that stays as it is ---
cat >three.s <<'END'
        .target core
        .arg    x, c0
        .arg    between, c1
        .arg    y, c2
        shl     r1, lid, 2
        add     r2, r1, c0
        ld      r6, r2, 0
        ld      r3, r2, 256
        ld      r4, r1, c1
        ld      r5, r1, c2
        add     r7, r3, r4
        st      r1, c2, r7
        exit
END
lines() { sed -n 's/^memory: *//p' <<<"$output"; }
# holds WHAT LINES: the launch before moved that.
holds() { [ "$(lines)" = "$2" ] && pass || fail "$1: $(lines), expected $2"; }
given=(three.s --in x=five.npy --in between=five.npy --in y=five.npy)
expect 0 'exit' -- "$assay" launch --model --params smallest "${given[@]}"
holds 'without: all are moved' '4 lines read, 1 written; 0 not moved because zero'
expect 0 'exit' -- "$assay" launch --model --params smallest "${given[@]}" --zero x --zero y --zero x
holds 'with: those of x and y are not read' \
    '2 lines read, 1 written; 2 not moved because zero; metadata: 1 lines read, 1 written'
expect 0 '"lines_zero":2' '"metadata_lines_read":1' '"metadata_lines_written":1' \
    -- "$assay" launch --model --params smallest --json "${given[@]}" --zero x --zero y
expect 2 '3 arrays with zero: expected at most 2, or a larger slice, as far as there is one (--params surfaces=...)' \
    -- "$assay" launch --model --params smallest "${given[@]}" --zero x --zero between --zero y
expect 0 'exit' -- "$assay" launch --model --params smallest,surfaces=3 "${given[@]}" --zero x --zero between --zero y
expect 2 '--zero x: no --in or --out before it' -- "$assay" launch --model three.s --zero x "${given[@]:1}"
expect 2 '--zero z: no --in or --out before it' -- "$assay" launch --model "${given[@]}" --zero z
# The lines from its end to that of its last block are in no array, though they have metadata.
printf '.target core\n.arg x, c0\nmov r1, c0\nld r2, r1, 320\nexit\n' >beyond.s
expect 2 'beyond.s:4: a load of 4 bytes at 0x1140' 'the nearest, x, has 0x1000 to 0x113f' \
    -- "$assay" launch --model beyond.s --in x=five.npy --zero x

# --- networks: surfaces stay enabled from launch to launch ---
network() { # ZERO: what the arrays x and y say of it
    cat <<END
arrays:
  x: {file: x.npy$1}
  y: {type: int32, shape: 64x16$1}
launches:
  - {kernel: here.s, with: {x: x, n: 1024}}
  - {kernel: relu.s, with: {x: x, y: y, n: 1024}}
  - {kernel: plus.s, with: {x: x, k: -5, n: 1024}}
  - {kernel: plus.s, with: {x: x, k: 5, n: 1024}}
END
}
network '' >plain.yaml
network ', zero: false' >no.yaml
network ', zero: true' >zero.yaml
# The numbers read, written and not moved of each launch.
table() { awk '$1 ~ /^(here|relu|plus)\.s$/ { printf "%s %s %s, ", $9, $10, $11 }' <<<"$output"; }
# tabled WHAT NUMBERS: the launches before moved that.
tabled() { [ "$(table)" = "$2" ] && pass || fail "$1: $(table), expected $2"; }
for network in plain no; do
    expect 0 'exit, 4 launches' -- "$assay" launch --model --params smallest $network.yaml --out x=plain_x.npy --out y=plain_y.npy
    tabled $network '64 64 0, 128 64 0, 64 64 0, 64 64 0, '
done
for backend in model verilator; do
    for timing in '--latency 1' '--latency 100'; do
        # shellcheck disable=SC2086
        expect 0 'exit, 4 launches' -- \
            "$assay" launch --backend $backend --params smallest zero.yaml --out x=x2.npy --out y=y2.npy $timing
        tabled "zero, $backend $timing" '48 32 32, 32 32 96, 32 64 32, 64 32 32, '
        check "zero, $backend $timing: metadata" grep -q '^metadata:   [1-9][0-9]* lines read, [1-9][0-9]* written$' <<<"$output"
        check "zero, $backend $timing: x" cmp x2.npy plain_x.npy
        check "zero, $backend $timing: y" cmp y2.npy plain_y.npy
    done
done
expect 0 'exit, 4 launches' -- "$assay" launch --model --params smallest plain.yaml --zero x --out x=x2.npy --out y=y2.npy
tabled '--zero of an array of a network' '48 32 32, 96 64 32, 32 64 32, 64 32 32, '
check 'which is the same' cmp x2.npy plain_x.npy
expect 2 "--zero z: plain.yaml has no array of that name" -- "$assay" launch --model plain.yaml --zero z
sed -i '2s/true/2/' zero.yaml
expect 2 "zero.yaml:2: zero '2': expected true or false" -- "$assay" launch --model zero.yaml

# --- the mover: a product on the default set, with an input and an output that are in part zero ---
npy a.npy '|i1' 8 64 "$zero$zero$full$part$minus$full$minus$full"
npy b.npy '|i1' 64 8 "$minus$minus$minus$minus$zero$zero$zero$zero"
cat >gemm.yaml <<END
arrays:
  a: {file: a.npy}
  b: {file: b.npy, quads: true}
  y: {type: int32, shape: 8x8}
launches:
  - {kernel: $source_dir/tb/slice/kernels/gemm_s8.s, with: {a: a, b: b, y: y, m: 8, n: 8, k: 64}}
END
expect 0 'exit' -- "$assay" launch --model gemm.yaml --out y=plain_y.npy
holds 'a product: all are moved' '20 lines read, 4 written; 0 not moved because zero'
expect 0 'exit' -- "$assay" launch gemm.yaml --out y=y2.npy --zero a --zero b --zero y
holds 'a product' \
    '10 lines read, 3 written; 10 not moved because zero; metadata: 1 lines read, 1 written'
check 'the product' cmp y2.npy plain_y.npy

done_checking
