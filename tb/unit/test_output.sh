#!/usr/bin/env bash
# test_output.sh - no output is lost in silence: a full or closed standard output, a destination that can't be
# written to, and text that the RTL prints beside what the program prints.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1

dotmul=(run dotmul --params smallest --cycles 1000)
printf '%s\n' 'exit' >one.s
printf 'entries:\n  - {block: dotmul, params: smallest, cycles: 500, seeds: 1}\n' >list.yaml
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >one.obj
expect 0 'pass' -- "$assay" "${dotmul[@]}" --coverage points.txt --code-coverage lines.dat
expect 1 'MISMATCH' -- "$assay" run dotmul --params smallest --fault carry_dropped --trace never
expect 0 '1 passed' -- "$assay" regress list.yaml --out regression
failing="dotmul-seed1.replay"
npy two.npy '|u1' 2 2 '\x01\x00\x00\x01' # the identity

# --- standard output ---

to_full() { "$assay" "$@" >/dev/full; }
to_closed() { "$assay" "$@" >&-; }
lost='assay: standard output: No space left on device: expected to print everything there'
while read -r command; do
    read -ra words <<<"$command"
    expect 3 'assay: standard output: ' ': expected to print everything there' -- to_full "${words[@]}"
    expect 3 'assay: standard output: ' -- to_closed "${words[@]}"
done <<END
help
--help
--version
run --help
list
list --json
doctor
run dotmul --params smallest --cycles 1000
run dotmul --params smallest --cycles 1000 --json
run dotmul --params smallest --cycles 1000 --backend icarus
run dotmul --cycles 1000 --backend model
asm one.s
asm one.s -o -
asm one.s --json
coverage points.txt
coverage points.txt --json
coverage lines.dat
regress list.yaml --out regression
report --out regression
report --out regression --json
vectors dotmul --format csv --out set
gemm two.npy two.npy out.npy --software
gemm two.npy two.npy out.npy --backend model --json
scene one.obj --size 16x16 --backend model --out pictures
shrink $failing
build dotmul --params smallest
bench bypass --plots
faults dotmul --cycles 100000 --json
END
expect 1 "$lost" -- to_full run dotmul --params smallest --fault carry_dropped --trace never
expect 1 "$lost" -- to_full replay "$failing" --trace never
expect 2 'expected a number' -- to_full run dotmul --seed x
expect 3 'standard output' -- to_full prove depthcull --quick
# Where nobody reads any more, as behind `| head`, the program ends as others do, and has nothing to say.
exec 3> >(exit 0)
wait $!
expect 141 -- bash -c 'exec "$0" list 2>&1 >&3' "$assay"
exec 3>&-
check 'quietly' test -z "$output"
# A file that is opened does not get the number of a closed standard output.
"$assay" "${dotmul[@]}" --coverage closed.txt >&- 2>/dev/null
check 'coverage beside a closed standard output' cmp closed.txt points.txt

# --- destinations ---

mkdir folder
touch file
# refuses STATUS-AND-PATH is said before anything is built: the cache can't hold it.
refuses() {
    local path=$1
    shift
    expect 2 "assay: $path: " ': expected ' -- env ASSAY_CACHE=/proc/nowhere "$assay" "$@"
}
for path in folder none/x file/x /proc/x /sys/x; do
    refuses "$path" "${dotmul[@]}" --coverage "$path"
    refuses "$path" "${dotmul[@]}" --code-coverage "$path"
    refuses "$path" shrink "$failing" --out "$path"
    refuses "$path" replay "$failing" --expand 0:5 --out "$path"
    refuses "$path" gemm two.npy two.npy "$path"
    refuses "$path" asm one.s -o "$path"
    refuses "$path" asm one.s --listing "$path"
    refuses "$path" coverage lines.dat --lcov "$path"
    refuses "$path" report --out regression --html "$path"
    refuses "$path" report --out regression --junit "$path"
done
for path in file file/x /proc/x /sys/x; do
    refuses "$path" "${dotmul[@]}" --out "$path"
    refuses "$path" replay "$failing" --out "$path"
    refuses "$path" vectors dotmul --format csv --out "$path"
    refuses "$path" scene one.obj --out "$path"
    refuses "$path" regress list.yaml --out "$path"
    refuses "$path" faults dotmul --out "$path"
done
check 'nothing is left behind' test "$(find folder none file -mindepth 1 2>/dev/null | wc -l)" -eq 0
# A folder is made with those above it, by every command.
expect 1 'MISMATCH' -- "$assay" run dotmul --params smallest --fault carry_dropped --trace never --out deep/run/here
expect 1 'MISMATCH' -- "$assay" replay "$failing" --trace never --out deep/replay/here
expect 0 'vectors of dotmul' -- "$assay" vectors dotmul --format csv --count 10 --out deep/vectors/here
expect 0 'image' -- "$assay" scene one.obj --size 16x16 --backend model --out deep/scene/here
expect 0 '1 passed' -- "$assay" regress list.yaml --out deep/regress/here
check 'all of them' ls deep/{run,replay,vectors,scene,regress}/here
ln -s linked.txt link.txt
touch linked.txt
expect 0 'pass' -- "$assay" "${dotmul[@]}" --coverage link.txt
check 'a link stays, and leads to the file' bash -c 'test -L link.txt && cmp linked.txt points.txt'
for option in --coverage --code-coverage; do
    expect 3 'assay: /dev/full: No space left on device: expected' -- "$assay" "${dotmul[@]}" $option /dev/full
done
expect 3 'assay: /dev/full: No space left on device: expected' -- "$assay" coverage lines.dat --lcov /dev/full
expect 3 'assay: /dev/full: No space left on device: expected' -- "$assay" report --out regression --html /dev/full
expect 3 'assay: /dev/full: No space left on device: expected' -- "$assay" asm one.s -o /dev/full

# --- what the RTL prints ---

mkdir chatty
sed '/^endmodule/i\
    initial $display("chatty begins");\
    always @(posedge clk) if (op_valid & op_ready) begin\
        $display("chatty takes %d", op_a);\
        $fwrite(32'"'"'h8000_0001, "chatty descriptor\\n");\
    end\
    integer left = 900;\
    always @(posedge clk) begin left <= left - 1; if (left == 0) $finish; end' \
    "$source_dir/tb/examples/own_rtl/dotmul_block.v" >chatty/dotmul_block.v
echo dotmul_block.v >chatty/chatty.f
for backend in verilator icarus systemc; do
    "$assay" run dotmul --params smallest --cycles 500 --rtl chatty/chatty.f --backend $backend --json >out.json 2>err.txt
    check "$backend: passes" test $? -eq 0
    check "$backend: one line" test "$(wc -l <out.json)" -eq 1
    check "$backend: one object" grep -qx '{"block":"dotmul",.*"verdict":"pass",.*}' out.json
    check "$backend: what it says is on standard error" grep -qx 'chatty begins' err.txt
    check "$backend: by descriptor, too" grep -qx 'chatty descriptor' err.txt
    takes=$(grep -c '^chatty takes' err.txt)
    "$assay" run dotmul --params smallest --cycles 1000 --rtl chatty/chatty.f --backend $backend --json --trace never >out.json 2>err.txt
    check "$backend: ends" test $? -eq 1
    check "$backend: one line after \$finish" test "$(wc -l <out.json)" -eq 1
    check "$backend: stopped" grep -qx '{"block":"dotmul",.*"verdict":"stopped",.*}' out.json
    check "$backend: says more in more cycles" test "$(grep -c '^chatty takes' err.txt)" -gt "$takes"
done

# A waveform that was asked for and is lost.
mkdir -p lost/dotmul-seed1.fst
expect 3 'dotmul-seed1.fst: Is a directory (the waveform is not kept)' -- \
    env -u ASSAY_WAVES "$assay" run dotmul --params smallest --cycles 2000 --trace always --out lost

done_checking
