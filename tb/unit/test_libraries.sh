#!/usr/bin/env bash
# test_libraries.sh - RTL by file lists as industry writes them: libraries, variables, delays.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
own_cache
export ASSAY_WAVES=0
own=$source_dir/tb/examples/own_rtl/dotmul_block.v

# The block of tb/examples/own_rtl with its product taken from a library, that of a header in turn, and with delays.
mkdir -p core/lib core/include core/extra
sed -e 's/^ *wire signed \[2\*N\*K+1:0\] product = a \* b;/    wire signed [2*N*K+1:0] product;\n    product_of #(N*K) cell_of (.a(a), .b(b), .p(product));/' \
    -e 's/res_valid <= 1/res_valid <= #1 1/' "$own" >core/dotmul_block.v
output=$(grep "product_of\|#1" core/dotmul_block.v)
check 'the example is cut as expected' [ "$(grep -c . <<<"$output")" -eq 2 ]
cat >core/lib/product_of.sv <<'END'
`include "product.vh"
module product_of #(parameter W = 1) (input signed [W:0] a, b, output signed [2*W+1:0] p);
    assign p = `PRODUCT;
endmodule
END
echo '`define PRODUCT a * b' >core/include/product.vh
cat >core/core.f <<'END'
/* A core with a library. */
$CORE/dotmul_block.v   // the top
-y "${CORE}/lib" +libext+.v+.sv
+incdir+$(CORE)/include+$CORE/lib
END
export CORE=$work/core
run=(run dotmul --params smallest --cycles 500 --rtl core/core.f)
expect 0 pass 'is ignored, the first at' -- "$assay" "${run[@]}"
check 'delays are told of once' [ "$(grep -c 'ignored' <<<"$output")" -eq 1 ]
expect 0 pass 'is ignored, the first at' -- "$assay" "${run[@]}"
check 'what is in the cache is not built again' [ "${output/building/}" = "$output" ]

# What a library's file includes belongs to the design as well.
echo '`define PRODUCT a + b' >core/include/product.vh
expect 1 res_p -- "$assay" "${run[@]}"
expect 1 res_p -- "$assay" "${run[@]}" --backend icarus
echo '`define PRODUCT a * b' >core/include/product.vh
expect 0 pass -- "$assay" "${run[@]}" --backend icarus
sed -i 's/`PRODUCT/a - b/' core/lib/product_of.sv
expect 1 res_p -- "$assay" "${run[@]}"
expect 1 res_p -- "$assay" "${run[@]}" --backend icarus

# A library that is named.
mv core/lib/product_of.sv core/extra/cells.sv
sed -i 's/a - b/`PRODUCT/' core/extra/cells.sv
printf '%s\n' dotmul_block.v '-v extra/cells.sv' +incdir+include >core/named.f
run[7]=core/named.f
expect 0 pass -- "$assay" "${run[@]}"
expect 0 pass -- "$assay" "${run[@]}" --backend icarus
sed -i 's/`PRODUCT/a - b/' core/extra/cells.sv
expect 1 res_p -- "$assay" "${run[@]}"
expect 1 res_p -- "$assay" "${run[@]}" --backend icarus

# Verilator would take a module from a folder of include files, and nothing would tell of its changes.
sed 's/a - b/a * b/' core/extra/cells.sv >core/include/product_of.sv
printf '%s\n' dotmul_block.v +incdir+include >core/hidden.f
run[7]=core/hidden.f
expect 2 'core/hidden.f: a module is taken from' 'product_of.sv' 'or its folder after -y' -- "$assay" "${run[@]}"
sed 1d core/include/product_of.sv >product_of.sv
printf '%s\n' core/dotmul_block.v >here.f
run[7]=here.f
expect 2 'here.f: a module is taken from' -- "$assay" "${run[@]}"

unset CORE
run[7]=core/core.f
expect 2 'core/core.f:2: variable CORE is not set' -- "$assay" "${run[@]}"

# Lists of lists, from another folder.
printf '%s\n' '-f core/named2.f' >outer.f
printf '%s\n' core/dotmul_block.v '-v core/include/product_of.sv' +incdir+core/include >core/named2.f
run[7]=outer.f
expect 0 pass -- "$assay" "${run[@]}"

done_checking
