#!/usr/bin/env bash
# test_bench.sh - `assay bench`: what it refuses, and that text and JSON have what scripts read. One claim and
# two speeds only: the claims of zcache need no RTL; dotmul and the FIFO, an attached block at level transfers, are small.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

expect 2 "unknown block 'nope'" -- "$assay" bench nope
expect 2 "seconds '0': expected a number from 1 to 600" -- "$assay" bench --seconds 0
expect 2 "--speed and --figures: expected one of them" -- "$assay" bench --speed --figures
expect 2 "unknown parameter set 'huge'" -- "$assay" bench dotmul --speed --params huge
expect 2 'weights.npy' -- env ASSAY_WEIGHTS=weights.npy "$assay" bench zcache --figures

# An object a line, each with all fields.
fields='^\{"part":"(machine|claims|speed|details)","head":("[^"]*"|null),"name":"[^"]*","value":(-?[0-9.e+-]+|null),"unit":("[^"]*"|null)'
fields+=',"low":(-?[0-9.e+-]+|null),"high":(-?[0-9.e+-]+|null),"stated":("[^"]*"|null),"goal":("[^"]*"|null),"met":(true|false|null)'
fields+=',"source":("[^"]*"|null),"note":("[^"]*"|null)(,"columns":\{[^}]*\})?\},?$'
objects() { # FILE: it has some, all as they should be
    local n
    n=$(sed '1d;$d' "$1" | wc -l)
    [ "$n" -gt 0 ] && [ "$(sed '1d;$d' "$1" | grep -Ec "$fields")" -eq "$n" ]
}

expect 0 -- bash -c '"$0" bench zcache --figures --json >claims.json' "$assay"
check 'an array' test "$(sed -n '1p;$p' claims.json | tr -d '\n')" = '[]'
check 'all fields in each object' objects claims.json
check 'a claim that is met' grep -q '"part":"claims".*"met":true,"source":"\[systolic disaggregation ¶370' claims.json
check 'the table behind it' grep -q '"part":"details".*"columns":{"zero lines":0.5,' claims.json
expect 0 'CLAIMS' 'zcache:' '¶370 to ¶373' 'DETAILS' -- "$assay" bench zcache --figures
expect 0 'CLAIMS' -- bash -c '! "$0" bench zcache --figures --summary | grep DETAILS &&
    "$0" bench zcache --figures --summary' "$assay"

expect 0 -- bash -c '"$0" bench dotmul --speed --seconds 1 --params smallest --json >speed.json' "$assay"
check 'all fields in each object' objects speed.json
for name in 'speed of lockstep, bare = 1' 'time with snapshots, without = 1' 'overhead of lockstep' \
    'speed of the model alone, bare = 1' 'bare Verilated model'; do
    check "$name" grep -q "\"name\":\"dotmul: $name\",\"value\":-*[0-9]" speed.json
done
# Whatever was measured, the overhead is what lockstep takes beyond the bare model. It is below 0 where measuring is rough.
value() { # NAME FILE
    sed -n "s/.*\"name\":\"$1\",\"value\":\([^,]*\),.*/\1/p" "$2"
}
subtracted() { # BLOCK FILE
    awk -v o="$(value "$1: overhead of lockstep" "$2")" -v l="$(value "$1: lockstep" "$2")" \
        -v b="$(value "$1: bare Verilated model" "$2")" \
        'BEGIN { d = o - (l - b); exit !(o != "" && b > 0 && l > 0 && d * d < 1e-6 * (l * l + b * b)) }'
}
check 'the overhead is the difference' subtracted dotmul speed.json
check 'a spread' grep -q '"name":"dotmul: time with snapshots.*"low":[0-9].*"high":[0-9].*"goal":"1.02"' speed.json

# Sizes after synthesis: of the small block, and without the tool.
expect 0 -- bash -c '"$0" bench dotmul --figures --json >gates.json' "$assay"
check 'all fields in each object' objects gates.json
check 'fewer gates' grep -q '"part":"claims".*gates, the duplex multiplier.*"met":true' gates.json
mkdir empty
expect 3 'yosys: cannot be run: expected it to be installed' -- env PATH="$PWD/empty" "$assay" bench fdot --figures

# assay_gemm beside oneDNN, which may not be installed, or whose products may differ on this processor.
expect 0 's8: assay_gemm on one thread, stepped model = 1' 's8: oneDNN on one thread' -- "$assay" bench gemm
expect 0 's8: oneDNN on one thread' -- env DNNL_MAX_CPU_ISA=AVX2 "$assay" bench gemm
expect 0 -- bash -c '"$0" bench gemm --json >gemm.json' "$assay"
check 'all fields in each object' objects gemm.json
check 'oneDNN' grep -q '"name":"s8: oneDNN on one thread' gemm.json

# The library's products in the arithmetic of matrix units, each compared with the stepped model's.
expect 0 -- bash -c '"$0" bench numerics --json >numerics.json' "$assay"
check 'all fields in each object' objects numerics.json
for name in 'volta f16 to f32' 'hopper f16 to f16' 'hopper e4m3 to e8m13' 'blackwell e2m1 to f32'; do
    check "$name" grep -q "\"name\":\"$name: assay_gemm on one thread, stepped model = 1\",\"value\":[0-9]" numerics.json
done

# --- an attached block at level transfers, which has no cycles of a model alone ---

cp -r "$source_dir/tb/examples/attach/fifo" fifo
expect 2 "nope: No such file or directory: expected a block's folder" -- "$assay" bench --speed ./nope
expect 2 "unknown parameter set 'huge'" -- "$assay" bench ./fifo --speed --params huge
expect 0 -- bash -c '"$0" bench ./fifo --speed --seconds 1 --params smallest --json >fifo.json' "$assay"
check 'all fields in each object' objects fifo.json
for name in 'speed of lockstep, bare = 1' 'time with snapshots, without = 1' 'overhead of lockstep' \
    'bare Verilated model' 'lockstep'; do
    check "fifo: $name" grep -q "\"name\":\"fifo: $name\",\"value\":-*[0-9]" fifo.json
done
check 'fifo: the overhead is the difference' subtracted fifo fifo.json
check 'no model alone' test "$(grep -c '"name":"fifo: model alone' fifo.json)" = 0
expect 0 'SPEED' 'transfers 0.85' '  fifo   ' -- "$assay" bench ./fifo --speed --seconds 1 --params smallest
done_checking
