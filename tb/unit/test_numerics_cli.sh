#!/usr/bin/env bash
# test_numerics_cli.sh - `assay gemm --numerics`, with the library, the model and RTL, and `assay numerics`: on sums that
# were worked out by hand, and what they say to bad requests.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

gemm() { "$assay" gemm "$@" --backend model; }
soft() { "$assay" gemm "$@" --software; }

# 2^24 + 1 + 1 + 1 + 1 + 1. volta cuts each 1 off beside 2^24. The others of F 24 and 25 keep them; 2^24 + 5 is
# truncated to 2^24 + 4. cdna1: (2^24 + 1) + (1 + 1) is 2^24 + 2, and 1 + 1 more 2^24 + 4.
one='\x00\x00\x80\x3f' large='\x00\x00\x80\x45'
npy a.npy '<f4' 1 6 "$large$one$one$one$one$one"
npy b.npy '<f4' 6 1 "$large$one$one$one$one$one"
for profile in volta turing ampere ada hopper blackwell; do
    want=0200804b
    [ $profile != volta ] || want=0000804b
    expect 0 "bit for bit that of $profile" 'array:      fdot' -- gemm a.npy b.npy out.npy --type f16 --numerics $profile
    gives out.npy $want
    expect 0 'checked against assay_fdot, element by element' -- \
        soft a.npy b.npy soft.npy --type f16 --numerics $profile
    check "$profile: the library's file is the model's" cmp soft.npy out.npy
done
for profile in cdna1 cdna2 cdna3; do
    expect 0 "that of $profile" -- soft a.npy b.npy out.npy --type f16 --numerics $profile
    gives out.npy 0200804b
done

# In RTL, with 4 products.
expect 0 'of RTL (verilator)' 'all equal' 'groups:     2' -- \
    "$assay" gemm a.npy b.npy out.npy --type f16 --numerics volta --params smallest --stall 30 --seed 4
gives out.npy 0000804b

# bytes COUNT FIRST STEP MODULO: numbers modulo MODULO, as printf takes bytes.
bytes() {
    local i
    for ((i = 0; i < $1; ++i)); do printf '\\x%02x' $((($2 + i * $3) % $4)); done
}

# f16 on hopper, three groups per element, the last one short; without infinities and NaNs: high bytes below 7c.
npy wide.npy '<f2' 3 40 "$(bytes 240 3 59 124)"
npy high.npy '<f2' 40 2 "$(bytes 160 7 41 124)"
expect 0 'of RTL (verilator)' 'all equal' 'groups:     18' 'bit for bit that of hopper' -- \
    "$assay" gemm wide.npy high.npy out.npy --type f16 --numerics hopper --params k16 --stall 20 --seed 9
expect 0 'element by element' -- soft wide.npy high.npy soft.npy --type f16 --numerics hopper
check 'hopper: the file of the library is that of RTL' cmp soft.npy out.npy

# With scales, three groups per element of 32, 32 and 6 products.
npy a8.npy '|u1' 3 70 "$(bytes 210 1 31 127)"
npy b4.npy '|u1' 70 5 "$(bytes 350 2 7 16)"
npy sa.npy '|u1' 3 3 "$(bytes 9 120 3 140)"
npy sb.npy '|u1' 3 5 "$(bytes 15 118 5 140)"
scaled=(a8.npy b4.npy --type e4m3,e2m1 --numerics blackwell_scaled --a-scales sa.npy --b-scales sb.npy)
expect 0 '3x70 e4m3 * 70x5 e2m1 = 3x5 float32' 'groups:     45' -- gemm "${scaled[@]:0:2}" out.npy "${scaled[@]:2}"
expect 0 'element by element' -- soft "${scaled[@]:0:2}" soft.npy "${scaled[@]:2}"
check 'scaled: the file of the library is that of the model' cmp soft.npy out.npy
npy sa.npy '|u1' 3 3 "$(bytes 9 120 4 140)"
expect 0 'pass' -- soft "${scaled[@]:0:2}" soft.npy "${scaled[@]:2}" --json
check 'other scales give another product' sh -c '! cmp -s soft.npy out.npy'

# Formats, outputs: 5 * 1 in f16, in e8m13, in e4m3 times e2m1; scales 2^1 and 2^-2; patterns.
npy five.npy '<f4' 1 1 '\x00\x00\xa0\x40'
npy one.npy '<f4' 1 1 "$one"
expect 0 '1x1 f16 * 1x1 f16 = 1x1 float16' -- gemm five.npy one.npy out.npy --type f16 --numerics ampere --output f16
gives out.npy 0045
expect 0 '"output":"e8m13"' '"numerics":"hopper"' -- gemm five.npy one.npy out.npy --type e5m2,e4m3 --numerics hopper --json
gives out.npy 0000a040
npy s1.npy '|u1' 1 1 '\x80'
npy s2.npy '|u1' 1 1 '\x7d'
expect 0 '1x1 e4m3 * 1x1 e2m1 = 1x1 float32' -- gemm five.npy one.npy out.npy --type e4m3,e2m1 --numerics blackwell_scaled \
    --a-scales s1.npy --b-scales s2.npy
gives out.npy 00002040 # 2.5
npy pattern.npy '|u1' 1 1 '\x05'
expect 0 'pass' -- gemm pattern.npy pattern.npy out.npy --type e2m1 --numerics blackwell --json
gives out.npy 00001041 # 3 * 3
for type in tf32 bf16; do
    expect 0 'pass' -- gemm five.npy one.npy out.npy --type $type --numerics ada --json
    gives out.npy 0000a040
done
npy huge.npy '<f4' 1 1 '\x00\x00\x00\x44' # 512
expect 0 'beyond e4m3 and became NaN' 'warning: 1 elements are infinite or NaN' -- \
    gemm huge.npy one.npy out.npy --type e4m3 --numerics ada
expect 0 'beyond e2m1 and became the greatest that it has' -- gemm huge.npy one.npy out.npy --type e2m1 --numerics blackwell
gives out.npy 0000c040

# --- bad requests ---

rm out.npy
run=(gemm a.npy b.npy out.npy)
expect 2 "unknown numerics 'hoper': expected volta" "did you mean 'hopper'" -- "${run[@]}" --type f16 --numerics hoper
expect 2 '--numerics without --type: expected both' -- "${run[@]}" --numerics hopper
expect 2 "unknown type 'int8': expected f16" -- "${run[@]}" --type int8 --numerics hopper
expect 2 "unknown type 'e4'" -- "${run[@]}" --type f16,e4 --numerics hopper
expect 2 "unknown output 's32': expected f32, f16 or e8m13" -- "${run[@]}" --type f16 --numerics hopper --output s32
expect 2 '--numerics volta has no product of bf16 with bf16: expected a type' -- "${run[@]}" --type bf16 --numerics volta
expect 2 '--numerics hopper has no product of e4m3 with e4m3 into f32' -- "${run[@]}" --type e4m3 --numerics hopper --output f32
expect 2 '--output without --numerics: expected both' -- "${run[@]}" --type f16 --output f16
expect 2 '--a-scales or --b-scales without --numerics' -- "${run[@]}" --type f16 --a-scales s1.npy
expect 2 'expected both --a-scales and --b-scales' -- "${run[@]}" --type e4m3 --numerics blackwell_scaled --a-scales s1.npy
expect 2 'expected neither --a-scales and --b-scales' -- "${run[@]}" --type e4m3 --numerics blackwell --a-scales s1.npy
expect 2 'a.npy: (1, 6) of float32: expected scales, (1, 1) of uint8' -- \
    "${run[@]}" --type e4m3 --numerics blackwell_scaled --a-scales a.npy --b-scales s1.npy
for option in '--array dpas' --sparse '--prune 1,1'; do
    # shellcheck disable=SC2086
    expect 2 '--numerics with --array, --sparse or --prune' -- "${run[@]}" --type f16 --numerics hopper $option
done
expect 2 '--numerics cdna3 without --software: expected it' -- "${run[@]}" --type f16 --numerics cdna3
expect 2 'a group of hopper has 16 products of f16: expected k=16 or more' -- \
    "${run[@]}" --type f16 --numerics hopper --params k8
expect 2 'b.npy: shape (6, 1) does not go with (6, 1)' -- gemm b.npy b.npy out.npy --type f16 --numerics hopper
expect 2 's1.npy: dtype uint8: expected float16, float32 or float64 for type f16' -- \
    gemm s1.npy s1.npy out.npy --type f16 --numerics hopper
expect 2 's1.npy: the element in row 0, column 0 is 0x80: expected patterns of e2m1, which has 4 bits' -- \
    gemm s1.npy s1.npy out.npy --type e2m1 --numerics blackwell
npy nan.npy '<f4' 1 1 '\x00\x00\xc0\x7f'
expect 2 'nan.npy: the element in row 0, column 0 is NaN: expected numbers' -- \
    gemm nan.npy one.npy out.npy --type e2m1 --numerics blackwell
check 'nothing is written after an error' test ! -e out.npy

# --- side by side ---

# dpas loses each 1 as well, to the even 2^24; the exact sum is 2^24 + 5, to nearest 2^24 + 4.
numerics() { "$assay" numerics "$@"; }
expect 0 '1x6 f16 * 6x1 f16' 'not nearest' -- numerics a.npy b.npy
# side NAME K F NOT_NEAREST BITS ERROR ULPS: of the product in `of`.
of=(a.npy b.npy)
side() {
    local name=$1
    shift
    output=$(numerics "${of[@]}" | awk -v name="$name" '$1 == name && NF == 9 { print $2, $3, $5, $6, $7, $8; exit }')
    [ "$output" = "$*" ] && pass || fail "the line of $name: expected $*"
}
side dpas 1 - 1 1 5 2.5
side volta 4 23 1 1 5 2.5
side turing 8 24 0 0 1 0.5
side hopper 16 25 0 0 1 0.5
side cdna1 4 - 0 0 1 0.5

# Roundings and units of the last place are those of a unit's own output: 448 * 448 + 1 * 1 is 200704 in e8m13, whose
# unit is 16 there, and so is what a sum of 12 more is cut off to, which is nearer to 200720.
npy m.npy '<f4' 1 2 '\x00\x00\xe0\x43'"$one"
of=(m.npy m1.npy --type e4m3)
npy m1.npy '<f4' 2 1 '\x00\x00\xe0\x43'"$one"
side ada 16 13 0 0 1 0.0625
side blackwell 32 25 0 0 0 0
npy m1.npy '<f4' 2 1 '\x00\x00\xe0\x43\x00\x00\x40\x41'
side ada 16 13 1 1 12 0.75
# 2048 + 1 is 2048 in f16, to even; 1.5 * 2^-24 is 2^-23 there.
npy m.npy '<f4' 1 2 '\x00\x00\x00\x45'"$one"
npy m1.npy '<f4' 2 1 "$one$one"
of=(m.npy m1.npy --output f16)
side turing 8 24 0 0 1 0.5
npy m.npy '<f4' 1 1 '\x00\x00\x80\x33'
npy m1.npy '<f4' 1 1 '\x00\x00\xc0\x3f'
side turing 8 24 0 0 2.98023e-08 0.5
expect 0 'row 0, column 0' 'exact        4b800002 16777221' 'volta        4b800000 16777216' 'turing       4b800002 16777220' \
    'volta, k 0 to 3: greatest exponent 24, terms cut off to multiples of 2^1' \
    '         1 3c00       3c00                      1                0                1' \
    'volta: 2 of 2 groups lose bits' 'turing: 1 of 1 groups lose bits' -- numerics a.npy b.npy --profiles volta,turing
expect 0 'volta: 2 of 2 groups lose bits; the first are shown' -- numerics a.npy b.npy --profiles volta,turing --groups 1
expect 0 'all matrix units give the same' 'no element is taken apart' -- numerics a.npy b.npy --profiles turing,hopper

# Where no two units differ, the first element that is not the nearest is taken apart.
expect 0 'first element that is not the nearest: row 0, column 0' 'volta, k 0 to 3: greatest exponent 24' \
    'volta: 2 of 2 groups lose bits; the first are shown' -- numerics a.npy b.npy --profiles volta --groups 1
expect 0 '"first_difference":null' -- numerics a.npy b.npy --profiles volta --json

# Two NaNs do not differ, whatever their patterns.
nan='\x00\x00\xc0\x7f'
npy n.npy '<f4' 2 6 "$nan$one$one$one$one$one$large$one$one$one$one$one"
expect 0 'differs between matrix units: row 1, column 0' 'turing                                         0' \
    -- numerics n.npy b.npy --profiles volta,turing,cdna1
expect 0 'all matrix units give the same' -- numerics n.npy b.npy --profiles turing,cdna1

# cdna1 step by step: 1 of the first pair is lost, 2^24 + 1 to even.
expect 0 'cdna1, k 0 to 3: each step is rounded' \
    'first pair                    16777217         16777216                1' \
    'both pairs                    16777218         16777218                0' \
    'with c                        16777218         16777218                0' 'cdna1: 1 of 2 groups lose bits' \
    -- numerics a.npy b.npy --profiles volta,cdna1
# cdna3 floors c: 2^30 and a c of -1 give 2^30 - 64.
zero='\x00\x00\x00\x00' zeros=
for _ in 1 2 3 4 5 6 7; do zeros+=$zero; done
npy f.npy '<f4' 1 16 '\x00\x00\x80\xbf'"$zeros"'\x00\x00\x00\x47'"$zeros"
npy f1.npy '<f4' 16 1 "$one$zeros"'\x00\x00\x00\x47'"$zeros"
expect 0 'cdna3, k 8 to 15: greatest exponent of the products 30, with c 30' \
    'products are cut off to multiples of 2^6, then their sum is floored to 2^-1, and c to 2^6' \
    'sum of the products     1.07374182e+09   1.07374182e+09                0' \
    'c bf800000                            -1              -64               63' \
    'result 4e7fffff                1.07374176e+09' 'cdna3: 1 of 2 groups lose bits' -- numerics f.npy f1.npy --profiles cdna3
# A group that is not finite loses no bits: two of volta's, where turing's one has a sum of 0.
most='\x00\xe0\x7f\x47' least='\x00\xe0\x7f\xc7' # 65504, -65504
npy o.npy '<f4' 1 6 "$most$most$zero$zero$least$least"
npy o1.npy '<f4' 6 1 "$one$one$one$one$one$one"
expect 0 'volta, k 4 to 5: not finite, not taken apart' 'volta: 0 of 2 groups lose bits, 2 are not finite' \
    'turing: 0 of 1 groups lose bits' -- numerics o.npy o1.npy --profiles volta,turing --output f16
expect 0 '"first_difference":{"row":0,"column":0,"exact":"0x4b800002"' '"volta":"0x4b800000"' '"differing":{"dpas":0,"turing":1}' \
    -- numerics a.npy b.npy --profiles volta,turing --json
expect 0 'cdna1_1k' 'ampere' -- numerics a.npy b.npy --type bf16
expect 0 'e8m13' 'f32' -- numerics five.npy one.npy --type e4m3,e5m2
expect 0 'f16' 'all matrix units give the same' -- numerics five.npy one.npy --output f16
npy inf.npy '<f4' 1 1 '\x00\x00\x80\x7f'
expect 0 '1 elements have an infinity or a NaN among their factors' -- numerics inf.npy one.npy
expect 2 '1 files: expected two' -- numerics a.npy
expect 2 "unexpected argument 'b.npy': expected two files" -- numerics a.npy b.npy b.npy
expect 2 "unknown profile of --profiles 'x'" -- numerics a.npy b.npy --profiles volta,x
expect 2 "unknown profile of --profiles ''" -- numerics a.npy b.npy --profiles volta,
expect 2 '--profiles: volta has no product of bf16 into f32' -- numerics a.npy b.npy --type bf16 --profiles volta,hopper
expect 2 '--profiles blackwell_scaled, which has scales' -- numerics a.npy b.npy --profiles blackwell_scaled
expect 2 'type e2m1,f16 with output f32: no matrix unit has it' -- numerics a.npy b.npy --type e2m1,f16
expect 2 '--output e8m13: expected f32 or f16' -- numerics a.npy b.npy --output e8m13
expect 2 "groups '0': expected a number above 0" -- numerics a.npy b.npy --groups 0
expect 2 '--groups with --json' -- numerics a.npy b.npy --groups 3 --json
expect 2 'none.npy: No such file' -- numerics none.npy b.npy
expect 2 'does not go with' -- numerics b.npy b.npy

done_checking
