# prove.bash - for the tests of `assay prove`: skips them if a tool is missing, and makes a small tree of their own, in
# which the lemmas of block fp are in the folder $cells.
for tool in clang-14 opt-14 llvm-link-14 yosys yosys-abc cadical iverilog; do
    if [ -z "$(type -P "$tool")" ]; then
        echo "skipped: no $tool on the path"
        exit 77
    fi
done
cells=tree/tb/fp/formal/cells
mkdir -p tree/rtl/lib tree/model tree/scripts $cells
export ASSAY_HOME=$work/tree ASSAY_CACHE=$work/cache
