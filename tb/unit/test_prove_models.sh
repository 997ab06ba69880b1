#!/usr/bin/env bash
# test_prove_models.sh - `assay prove` on copies of models of the tree: one changed in a line is refuted, and undefined
# behaviour that changes no value is found.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

. "$source_dir/tb/unit/prove.bash"
mkdir tree/tb/fp/faults
cp "$source_dir"/rtl/lib/*.v tree/rtl/lib/
cp -r "$source_dir"/model/numerics "$source_dir"/model/type tree/model/
cp "$source_dir"/tb/fp/faults/*.patch tree/tb/fp/faults/
for lemma in to_bf16 from_f16 to_f16; do
    cp "$source_dir/${cells#tree/}/$lemma.c" $cells/
done
cp "$source_dir/${cells#tree/}"/*.patch $cells/
model=tree/model/numerics

# change FILE OLD NEW: the line with OLD in it, which has to be one.
change() {
    cp "$source_dir/model/numerics/$1" $model/
    [ "$(grep -cF -- "$2" $model/$1)" = 1 ] && pass || fail "$1 has no line, or several, with $2"
    OLD=$2 NEW=$3 awk 'BEGIN { old = ENVIRON["OLD"]; new = ENVIRON["NEW"] }
        (at = index($0, old)) { $0 = substr($0, 1, at - 1) new substr($0, at + length(old)) } { print }' \
        "$source_dir/model/numerics/$1" >$model/$1
}
restore() { cp "$source_dir/model/numerics/$1" $model/; }

expect 0 'all 2 proofs of cells as expected' -- "$assay" prove fp/to_bf16

# --- a line changed: a rounding constant, a shift, a comparison ---

change convert.c '0x7FFF + (a >> 16 & 1)' '0x8000 + (a >> 16 & 0)'
expect 1 'FAIL  fp          to_bf16 ' 'differs, replayed' 'y: model ' -- "$assay" prove fp/to_bf16
change convert.c 'frac << 13' 'frac << 12'
expect 1 'FAIL  fp          from_f16 ' 'differs, replayed' 'y: model ' -- "$assay" prove fp/from_f16
restore convert.c
change internal.h 'rest > half ||' 'rest >= half ||'
expect 1 'FAIL  fp          to_f16 ' 'differs, replayed' 'y: model ' -- "$assay" prove fp/to_f16

# --- undefined behaviour: the value is the same, where the machine gives one ---

restore internal.h
change convert.c 'frac ? round_pack(sign, -24, frac, F32_FORMAT) : sign << 31' \
    'frac ? round_pack(sign, -24, frac, F32_FORMAT) : (uint32_t)((int)sign << 31)'
expect 1 'FAIL  fp          from_f16 ' 'differs, replayed' 'model: model/numerics/convert.c:' -- \
    "$assay" prove fp/from_f16
restore convert.c
change internal.h 'if (n > 63)' 'if (n > 64)'
expect 1 'FAIL  fp          to_f16 ' 'differs, replayed' 'model: model/numerics/internal.h:' -- \
    "$assay" prove fp/to_f16

done_checking
