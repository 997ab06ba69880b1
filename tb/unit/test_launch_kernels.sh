#!/usr/bin/env bash
# test_launch_kernels.sh - each kernel of tb/slice/kernels once on model and RTL in lockstep, on arrays that are as small as it takes.
# What a kernel computes is compared with the host's by test_slice_kernels and test_slice_layers, on the model.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
export ASSAY_WAVES=0 # building them takes half of the time, and nothing here looks at one

export LC_ALL=C
kernels=$source_dir/tb/slice/kernels
# digits FILE TYPE ROWS COLS BYTES: a matrix of that many bytes, the digits of 1, 2, 3 and so on, half of them with bit 7.
digits() {
    npy "$1" "$2" "$3" "$4"
    seq 999 | head -c "$5" | tr '0-4' '\363-\367' >>"$1"
}
digits s8_8x64.npy '|i1' 8 64 512
digits s8_64x8.npy '|i1' 64 8 512
digits s8_9x8.npy '|i1' 9 8 72
digits s8_7x6.npy '|i1' 7 6 42
digits s8_12x8.npy '|i1' 12 8 96
digits s32_1x32.npy '<i4' 1 32 128
digits s32_16x8.npy '<i4' 16 8 512
cat >all.yaml <<END
arrays:
  places: {file: s8_8x64.npy}
  weights: {file: s8_64x8.npy, quads: true}
  kernel: {file: s8_9x8.npy}
  gathered: {file: s8_9x8.npy, quads: true, room: 64x8}
  picture: {file: s8_7x6.npy}
  channels: {file: s8_12x8.npy, room: 16x8}
  words: {file: s32_1x32.npy}
  matrix: {file: s32_16x8.npy}
  bias: {values: [1, -200, 3000, -4, 50, 60, 7, -8]}
  scales: {values: [1073741824, 2000000000, 1500000000, 1073741825, 1999999999, 1234567890, 1073741824, 2147483647,
                    -7, -8, -9, -10, -7, -8, -9, 0]}
  shape: {values: [3, 7, 6, 3, 2, 2, 1, 1, 7]}
  line: {values: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1065353216]}
  masks: {values: [-2130640511]}
  first: {values: [0]}
  out: {type: int32, shape: 8x64}
  sums: {type: int32, shape: 1x2}
  counts: {type: int32, shape: 1x64}
launches:
  - {kernel: $kernels/saxpy.s, with: {n: 32, x: words, y: matrix, a: 2.5, lanes: 8}}
  - {kernel: $kernels/gemm_s8.s, with: {m: 8, n: 8, k: 64, a: places, b: weights, y: out}}
  - {kernel: $kernels/gemm_bf16.s, with: {m: 8, n: 8, k: 64, a: places, b: matrix, y: out}}
  - {kernel: $kernels/conv_s8.s, groups: 2, with: {m: 16, n: 8, k: 9, x: picture, w: gathered, y: out, bias: bias, scales: scales,
     zero: -128, shape: shape}}
  - {kernel: $kernels/depthwise_s8.s, groups: 2, with: {m: 16, n: 8, x: channels, w: kernel, y: out, bias: bias, scales: scales,
     zero: 5, height: 4, width: 3, columns: 3, step: 1, top: 1, left: 1, offset: 128}}
  - {kernel: $kernels/pointwise_s8.s, with: {m: 8, n: 8, x: places, w: weights, y: out, bias: bias, scales: scales, zero: 7}}
  - {kernel: $kernels/dense_s8.s, with: {m: 8, n: 8, k: 64, x: places, w: weights, y: out, bias: bias, scales: scales, zero: -3}}
  - {kernel: $kernels/attention_s8.s, groups: 2, with: {m: 8, n: 8, k: 64, a: places, b: weights, y: out, scale: 0.001}}
  - {kernel: $kernels/pool_s8.s, with: {m: 12, n: 8, x: channels, y: out, lanes: 8}}
  - {kernel: $kernels/softmax_f32.s, groups: 2, with: {m: 2, n: 16, x: words, y: out, lanes: 8}}
  - {kernel: $kernels/reduce.s, warps: 2, with: {n: 32, x: words, y: sums, lanes: 8}}
  - {kernel: $kernels/reduce_by_memory.s, warps: 2, with: {n: 32, x: words, y: sums, z: out, lanes: 8}}
  - {kernel: $kernels/jacobi.s, with: {x: line, y: out, eps: 0.01, lanes: 8}}
  - {kernel: $kernels/histogram.s, groups: 2, with: {n: 32, x: words, y: counts, lanes: 8}}
  - {kernel: $kernels/spmv.s, with: {m: 1, n: 32, values: words, masks: masks, first: first, x: matrix, y: sums}}
  - {kernel: $kernels/sort.s, warps: 2, with: {n: 32, x: words, y: out, lanes: 8}}
  - {kernel: $kernels/mandelbrot.s, groups: 2, with: {n: 32, y: out, left: -2.0, across: 0.5, top: -1.0, down: 0.25, most: 20,
     columns: 8, lanes: 8}}
END
for kernel in "$kernels"/*.s; do
    check "$(basename "$kernel") is launched" grep -q "kernel: $kernel," all.yaml
done
expect 0 'pass' 'exit, 17 launches' -- "$assay" launch all.yaml --params default --stall 10

# What has been counted of a launch that has not ended is in the report.
grep -E '^[a-z]|^  (places|weights|out):|gemm_s8\.s' all.yaml >products.yaml
expect 1 'MISMATCH' 'products:   4096, ' -- \
    "$assay" launch products.yaml --fault cycles_without_wait --params smallest,lanes=8,rows=64

# Of a row that ends with empty columns eight words more are read.
sparse() { # WORDS: spmv with one element, and so many words
    cat >sparse.yaml <<END
arrays:
  values: {values: [3$(yes ', 0' | head -n $(($1 - 1)) | tr -d '\n')]}
  masks: {values: [1]}
  first: {values: [0]}
  x: {values: [5$(yes ', 0' | head -n 31 | tr -d '\n')]}
  y: {type: int32, shape: 1x1}
launches:
  - {kernel: $kernels/spmv.s, with: {m: 1, n: 32, values: values, masks: masks, first: first, x: x, y: y}}
END
}
sparse 9
expect 0 'exit' -- "$assay" launch sparse.yaml --params default --model --out y=product.npy
check 'the product of one element' [ "$(od -An -td4 -j128 product.npy | tr -d ' ')" = 15 ]
sparse 8
expect 2 'outside of all arrays' -- "$assay" launch sparse.yaml --params default --model

# --- a network, with random weights ---
random() { # N BYTES...: N times as many bytes as are given: r is any, n is one from 64 to 127, a number is itself
    awk -v n="$1" -v given="${*:2}" 'function draw(most) { x = (x * 69069 + 1) % 16777216; return int(x / 16777216 * most) }
        BEGIN {
            m = split(given, kind, " "); x = n + m
            for (i = 0; i < n; ++i) for (k = 1; k <= m; ++k)
                printf "\\%03o", kind[k] == "r" ? draw(256) : kind[k] == "n" ? 64 + draw(64) : kind[k] }'
}
matrix() { # FILE TYPE ROWS COLS BYTES...: the same
    npy "$1" "$2" "$3" "$4" "$(random $(($3 * $4)) "${@:5}")"
}
mkdir kws
matrix kws/input.npy '|i1' 49 10 r
for layer in conv1:40:64 dw{1..4}:9:64 pw{1..4}:64:64 fc:64:12; do
    IFS=: read -r name rows columns <<<"$layer"
    matrix "kws/${name}_weight.npy" '|i1' "$rows" "$columns" r
    matrix "kws/${name}_bias.npy" '<i4' 1 "$columns" r r 0 0
    matrix "kws/${name}_multiplier.npy" '<i4' 1 "$columns" r r r n
    matrix "kws/${name}_shift.npy" '<i4' 1 "$columns" 248 255 255 255
done
expect 0 'pass' 'exit, 11 launches' -- "$assay" launch "$source_dir/tb/slice/networks/ds_cnn_s.yaml" --data kws --out scores --params default
check 'scores of twelve words' [ "$(wc -c <scores.npy)" -eq 140 ]

done_checking
