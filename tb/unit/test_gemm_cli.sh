#!/usr/bin/env bash
# test_gemm_cli.sh - `assay gemm` from outside: types, pruning, what it says to bad requests. Through the
# golden model alone: no RTL is built here.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

gemm() { "$assay" gemm "$@" --backend model; }

one='\x00\x00\x80\x3f' minus_one='\x00\x00\x80\xbf' two='\x00\x00\x00\x40'
npy a.npy '<f4' 2 2 "$one$two$minus_one$one"   # 1 2; -1 1
npy b.npy '<f4' 2 1 "$two\xcd\xcc\xcc\x3e"     # 2; 0.4
npy d.npy '<f8' 2 1 '\x00\x00\x00\x00\x00\x00\x00\x40\x9a\x99\x99\x99\x99\x99\xd9\x3f' # the same
npy h.npy '<f2' 2 2 '\x00\x3c\x00\x40\x00\xbc\x00\x3c' # 1 2; -1 1
npy u.npy '|u1' 2 2 '\x01\x02\x03\xff'
npy s.npy '|i1' 2 2 '\x01\xff\x02\x80'
npy i.npy '<i4' 2 2 '\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00'
npy wide.npy '<f4' 1 3 "$one$one$one"
npy one.npy '<f4' 1 2 "$one$one"
npy big.npy '<f4' 2 1 '\x00\xe0\x7f\x47\x00\xf0\x7f\x47' # 65504 and 65520

expect 0 '2x2 f32 * 2x1 f32 = 2x1 float32' 'the fma chain over ascending k' 'nothing was compared' \
    -- gemm a.npy b.npy out.npy --type f32
gives out.npy 33333340 cdccccbf # 2.8, -1.6
expect 0 '2x2 bf16' -- gemm a.npy b.npy out.npy --type bf16
gives out.npy 00403340 00c0ccbf # 0.4 in bf16 is 0x3ECD: 2.80078125, -1.599609375
expect 0 '2x2 f16' -- gemm a.npy b.npy out.npy --type f16
gives out.npy 00303340 00d0ccbf # in f16 0x3666: 2.7998046875, -1.60009765625
expect 0 'pass' -- gemm h.npy d.npy out64.npy --type f16 --json
check 'float16 and float64 files give what float32 ones do' cmp out.npy out64.npy
expect 0 '"a_type":"uint8","b_type":"int8"' '"wrapped":0' -- gemm u.npy s.npy out.npy --json
gives out.npy 05000000 fffeffff 01020000 7d80ffff # 5 -257; 513 -32643

expect 0 'big.npy: warning: 1 elements are beyond f16 and became infinite' 'warning: 1 elements are infinite or NaN' \
    -- gemm one.npy big.npy out.npy --type f16
expect 0 'pruned:     1 of 2 blocks of 1x1 (1,0.5), 50.0% of B is zero' \
    -- gemm a.npy b.npy out.npy --type f32 --prune 1,0.5
gives out.npy 00000040 000000c0
expect 0 '"prune":{"blocks":1,"pruned":1,"elements":4,"zeros":4}' -- gemm u.npy s.npy out.npy --prune 4,127 --json
gives out.npy 00000000 00000000 00000000 00000000
expect 0 '0 of 1 blocks of 4x4 (4,127,abs), 0.0% of B is zero' -- gemm u.npy s.npy out.npy --prune 4,127,abs

# By the library: the same files, and nothing that is an array's.
for type in int8 bf16 f16 f32; do
    if [ $type = int8 ]; then files=(u.npy s.npy); else files=(a.npy b.npy); fi
    expect 0 'computed:   by libassay_model' -- "$assay" gemm "${files[@]}" software.npy --type $type --software
    expect 0 'pass' -- gemm "${files[@]}" out.npy --type $type --json
    check "$type: the library's file is the array's" cmp software.npy out.npy
done
expect 0 '"software":true' '"exact":true' -- "$assay" gemm u.npy s.npy software.npy --software --json
expect 2 "--software with an array's option" -- gemm u.npy s.npy software.npy --software
expect 2 "--software with an array's option" -- "$assay" gemm u.npy s.npy software.npy --software --stall 3

# Through the other array, with and without its zero bypass.
inf='\x00\x00\x80\x7f' zero='\x00\x00\x00\x00' minus_zero='\x00\x00\x00\x80'
for type in bf16 f16 f32; do
    expect 0 'pass' -- gemm a.npy b.npy out.npy --type $type --json
    expect 0 'pass' -- gemm a.npy b.npy out64.npy --type $type --array loopback --params smallest --json
    check "$type: both arrays give the same" cmp out.npy out64.npy
done
npy z.npy '<f4' 2 2 "$zero$one$minus_zero$two"         # 0 1; -0 2
npy inf.npy '<f4' 2 2 "$inf$minus_one$two$minus_zero"  # inf -1; 2 -0
expect 0 'the fma chain over ascending k, bit for bit' 'against:' 'multiplies: 2' 'skipped:    6' \
    -- gemm z.npy inf.npy out.npy --type f32 --array loopback --sparse --strict
gives out.npy 0000c07f 00000000 0000c07f 00000000 # NaN +0; NaN +0
expect 0 'without zeros, bit for bit' -- gemm z.npy inf.npy out.npy --type f32 --array loopback --sparse
gives out.npy 00000040 00000000 00008040 00000000 # 2 0; 4 0
expect 0 '"multiplies":4' '"skipped":4' '"dense_cycles":' '"speedup":' \
    -- gemm u.npy s.npy out.npy --array loopback --sparse --prune 1,1.5 --json
gives out.npy 04000000 00ffffff fe010000 8080ffff # 4 -256; 510 -32640

rm out.npy
expect 2 '--sparse with array dpas: expected --array loopback' -- gemm u.npy s.npy out.npy --sparse
expect 2 '--strict without --sparse: expected both' -- gemm u.npy s.npy out.npy --array loopback --strict
expect 2 "b.npy: dtype float32: expected uint8 or int8, or --type bf16, f16 or f32" \
    -- gemm u.npy b.npy out.npy
expect 2 "i.npy: dtype int32: expected uint8 or int8" -- gemm u.npy i.npy out.npy
expect 2 "u.npy: dtype uint8: expected float16, float32 or float64 for --type bf16" \
    -- gemm u.npy s.npy out.npy --type bf16
expect 2 "wide.npy: shape (1, 3) does not go with (2, 2) of a.npy: expected 2 rows" \
    -- gemm a.npy wide.npy out.npy --type f32
expect 2 'none.npy: No such file' -- gemm none.npy b.npy out.npy --type f32
expect 2 "unknown type 'f64': expected int8, bf16, f16 or f32" -- gemm a.npy b.npy out.npy --type f64
expect 2 "unknown array 'cube': expected dpas or loopback" -- gemm a.npy b.npy out.npy --array cube
for wrong in 4 4,x 0,1 ,1 4,nan 4,1,sum -1,1; do
    expect 2 "prune '$wrong': expected B,T or B,T,abs" -- gemm u.npy s.npy out.npy --prune "$wrong"
done
check 'nothing is written after an error' test ! -e out.npy

done_checking
