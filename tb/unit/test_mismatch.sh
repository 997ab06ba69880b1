#!/usr/bin/env bash
# test_mismatch.sh - what a mismatch says: the request, values by name, the lines that drive the pins; and `explain`.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
rtl=$source_dir/rtl/packer

expect 1 'after transaction 1 (res)' 'res_status  expected 0 (ok)' 'actual   3 (bad_n)' 'request:    cmd at cycle 2 op=expand' \
    'last transactions (cycle, stream; outputs as expected):' 'status=ok tag=49' 'driven:     res_status by ' \
    -- "$assay" run packer --params smallest --fault all_of_n_refused --seed 3
line=$(grep -n '  *res_status *<=' "$rtl/packer.v" | cut -d: -f1)
check 'the line that drives it' grep -q "packer.v:$line\$" <<<"$(grep '^driven:' <<<"$output")"
expect 1 '"request":{"stream":"cmd","cycle":2,"payload":{"op":"1"' -- "$assay" replay packer-seed3.replay --json
expect 0 'mismatch at cycle 4' -- "$assay" shrink packer-seed3.replay

# --- lines are those of the files that the user has ---

# A pin of a constant: the line of its assignment, in the block's module and behind the module that is put around a user's design.
own=$source_dir/tb/examples/own_rtl/dotmul_block.v
sed "s/assign op_ready = .*/assign op_ready = 1'b0;/" "$own" >constant.v
expect 1 "driven:     op_ready by constant.v:$(grep -n 'assign op_ready' "$own" | cut -d: -f1)" \
    -- "$assay" run dotmul --params smallest --rtl constant.v --seed 1 --trace never
cp -r "$source_dir/tb/examples/attach/fifo" .
data=$(grep -n 'assign rd_data' fifo/rtl/fifo.v | cut -d: -f1)
sed 's/assign rd_data = .*/assign rd_data = 0;/' fifo/rtl/fifo.v >constant.v
expect 1 "driven:     pop_data by constant.v:$data" -- "$assay" run ./fifo --rtl constant.v --seed 1 --trace never

# A known bug changes how many lines a file has: above the line it adds one, and the line itself becomes two; or it adds one above alone.
sed "/^    reg \[A:0\]/i\    // none" fifo/rtl/fifo.v >added.v
sed 's/assign rd_data = .*/wire [WIDTH-1:0] word = mem[rd_ptr];\n    assign rd_data = word ^ (rd_ptr == 1);/' added.v >changed.v
sed 's/mem\[wr_ptr\] <= wr_data/mem[wr_ptr] <= wr_data ^ (wr_ptr == 1)/' added.v >away.v
for bug in changed away; do
    diff -u --label a/rtl/fifo.v --label b/rtl/fifo.v fifo/rtl/fifo.v $bug.v >fifo/faults/$bug.patch
done
expect 1 "driven:     pop_data by fifo/rtl/fifo.v:$data (changed by the known bug)" \
    -- "$assay" run ./fifo --fault changed --seed 1 --out lines
expect 1 "driven:     pop_data by fifo/rtl/fifo.v:$data (changed by the known bug)" -- "$assay" replay lines/fifo-seed1.replay --trace never
expect 0 "1  fifo/rtl/fifo.v:$data  sets assay_fifo.dut.rd_data (changed by the known bug)" \
    -- "$assay" explain lines/fifo-seed1.replay --against fifo/rtl/fifo.v
expect 0 "\"file\":\"fifo/rtl/fifo.v\",\"line\":$data,\"changed\":true" \
    -- "$assay" explain lines/fifo-seed1.replay --against fifo/rtl/fifo.v --json
expect 1 "driven:     pop_data by fifo/rtl/fifo.v:$data"$'\n' -- "$assay" run ./fifo --fault away --seed 1 --out away
mem=$(grep -n 'mem\[wr_ptr\]' fifo/rtl/fifo.v | cut -d: -f1)
expect 0 "fifo/rtl/fifo.v:$mem  sets assay_fifo.dut.mem (changed by the known bug)" \
    -- "$assay" explain away/fifo-seed1.replay --against fifo/rtl/fifo.v
# RTL beside the block's folder is shown where it is.
mkdir -p beside/hw && cp -r fifo beside/ && mv beside/fifo/rtl/fifo.v beside/hw/ && rm -r beside/fifo/rtl
sed -i 's|^rtl:.*|rtl: [../hw/fifo.v]|' beside/fifo/block.yaml
sed -i 's| \([ab]\)/rtl/| \1/|' beside/fifo/faults/changed.patch
expect 1 "driven:     pop_data by beside/hw/fifo.v:$data (changed by the known bug)" \
    -- "$assay" run beside/fifo --fault changed --seed 1 --trace never
rm -r fifo

# The part of the design to which an output belongs, if the description has it.
cp -r "$source_dir/tb/examples/attach/arbiter" .
sed -i 's/grant: {direction: out,/& part: turns,/' arbiter/block.yaml
bug=$(basename "$(find arbiter/faults -name '*.patch' | sort | head -n 1)" .patch)
expect 1 'grant ' '         part     turns' -- "$assay" run ./arbiter --fault "$bug" --seed 1 --trace never
expect 1 '{"port":"grant","part":"turns",' -- "$assay" run ./arbiter --fault "$bug" --seed 1 --trace never --json
expect 0 "$bug " "  grant of turns" -- "$assay" faults ./arbiter --fault "$bug"
rm -r arbiter

# --- explain: the version that passes is the block's own RTL ---

good=$rtl/packer.f
expect 0 'packer: mismatch at cycle 4, port res_status; compared with ' 'of the same name' 'packer.status: 3, good 0' \
    -- "$assay" explain packer-seed3.min.replay --against "$good"
changed=$(grep -n 'n > most' "$rtl/packer.v" | cut -d: -f1)
check 'the changed line is the first' grep -q "^ *1 .*packer.v:$changed  sets packer.status" <<<"$output"
expect 0 '"lines":[{' "\"line\":$changed" \
    -- bash -c 'echo $$ >process; exec "$@"' - "$assay" explain packer-seed3.min.replay --against "$good" --json
if grep -q assay-explain <<<"$output"; then fail 'a file that is gone is not named'; else pass; fi
check 'nothing is left' bash -c '! ls -d "${TMPDIR:-/tmp}/assay-explain-$(cat process)-"*'

expect 2 'expected --against GOOD' -- "$assay" explain packer-seed3.min.replay
expect 2 'expected a replay file' -- "$assay" explain --against "$good"
expect 2 'absent.replay' -- "$assay" explain absent.replay --against "$good"
expect 2 'absent.f' -- "$assay" explain packer-seed3.min.replay --against absent.f
expect 2 'passes: expected a run that fails' -- "$assay" explain packer-seed3.min.replay --against "$good" --rtl "$good"
sed 's/^cycles .*/cycles 2/; s/^sha256 .*/sha256 none/' packer-seed3.replay >short.replay
expect 2 'short.replay: compares nothing: expected a run that fails' -- "$assay" explain short.replay --against "$good"
expect 2 '--rtl and --fault: expected one of them' \
    -- "$assay" explain packer-seed3.min.replay --against "$good" --rtl "$good" --fault all_of_n_refused
sed 's/^cycles .*/cycles 30000/; s/^sha256 .*/sha256 none/' packer-seed3.replay >long.replay
expect 2 'long.replay: has 30000 cycles: expected at most 20000' -- "$assay" explain long.replay --against "$good"
# What the run of a version says is heard: here where its source is wrong.
mkdir wrong
sed 's/^endmodule/    assign = ;\nendmodule/' "$rtl/packer.v" >wrong/packer.v
cp "$rtl/packer_lanes.v" "$good" wrong/
expect 2 "wrong/packer.v:$(grep -n 'assign = ;' wrong/packer.v | cut -d: -f1)" \
    'the run with wrong/packer.f ended with status 2: expected it to run' \
    -- "$assay" explain packer-seed3.min.replay --against wrong/packer.f
# A version with the same bug fails as well.
mkdir -p same/rtl
cp -r "$source_dir/rtl/packer" "$source_dir/rtl/lib" same/rtl/
sed -n '/^--- /,$p' "$source_dir/tb/packer/faults/all_of_n_refused.patch" | patch -s -p1 -d same
expect 2 'same/rtl/packer/packer.f: fails as well (mismatch at cycle 4): expected a version that passes' \
    -- "$assay" explain packer-seed3.min.replay --against same/rtl/packer/packer.f

# A failure before there is anything to compare: the good version has nothing to compare up to there.
stuck=$source_dir/tb/examples/own_rtl
sed "s/assign op_ready = .*/assign op_ready = 1'b0;/" "$stuck/dotmul_block.v" >stuck.v
echo stuck.v >stuck.f
expect 1 'MISMATCH at cycle 2, ' 'op_ready' -- "$assay" run dotmul --params smallest --rtl stuck.f --cycles 1000 --out stuck
expect 0 'dotmul: mismatch at cycle 2, port op_ready' -- "$assay" explain stuck/dotmul-seed1.replay --against "$stuck/own.f"

# A user's design: the bench answers to a wrong full, so its inputs differ as well; neither they nor the module around it are causes.
for version in fifo good; do
    cp -r "$source_dir/tb/examples/attach/fifo" $version
done
sed -n '/^--- /,$p' fifo/faults/count_drifts.patch | patch -s -p1 -d fifo
rm -r fifo/faults
expect 1 'MISMATCH' -- "$assay" run ./fifo --seed 1 --cycles 2000 --out fifo.out
expect 0 'assay_fifo.dut.' -- "$assay" explain fifo.out/fifo-seed1.replay --against good/fifo.f
if grep -Eq 'assay_fifo\.(v|push_)' <<<"$output"; then fail 'inputs or the module around are named'; else pass; fi

# On Icarus both run there: X and Z are values. Arrays are in none of its waveforms.
expect 1 'op=expand width=bits' -- "$assay" run packer --params smallest --fault all_of_n_refused --seed 3 --backend icarus --out icarus
expect 0 'packer: mismatch at cycle 4, port res_status; compared with ' 'packer.status: 3, good 0' \
    -- "$assay" explain icarus/packer-seed3.replay --against "$good"
check 'the changed line is the first' grep -q "^ *1 .*packer.v:$changed  sets packer.status" <<<"$output"
expect 1 'UNKNOWN (X or Z)' -- "$assay" run slm --params smallest --fault answer_kept --seed 1 --backend icarus --out icarus
expect 0 'slm: unknown at cycle' 'slm.gathered, register: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, good 0' '; 8 in no waveform' \
    -- "$assay" explain icarus/slm-seed1.replay --against "$source_dir/rtl/slm/slm.f"

sed 's/^backend .*/backend check-x/; s/^sha256 .*/sha256 none/' icarus/packer-seed3.replay >x.replay
expect 2 'x.replay: is a run of check-x, which names the registers itself' -- "$assay" explain x.replay --against "$good"

# A memory of more than 32 words is in no waveform: where its own line is wrong, what is read from it is not called the cause.
mkdir memory && cp -r good memory/fifo
sed -i 's/mem\[wr_ptr\] <= wr_data/mem[wr_ptr] <= wr_data ^ {63'"'"'d0, wr_ptr == 50}/' memory/fifo/rtl/fifo.v
expect 1 'MISMATCH' -- "$assay" run ./memory/fifo --params largest --seed 1 --out memory.out
expect 0 'assay_fifo.dut.rd_data: ' '; 1 in no waveform' \
    'made of assay_fifo.dut.mem, which is in no waveform: that may have differed before' \
    "rtl/fifo.v:$(grep -n 'wr_ptr == 50' memory/fifo/rtl/fifo.v | cut -d: -f1)  sets assay_fifo.dut.mem" \
    -- "$assay" explain memory.out/fifo-seed1.replay --against good/fifo.f
expect 0 '"hidden":1' '"hidden":"assay_fifo.dut.mem"' \
    -- "$assay" explain memory.out/fifo-seed1.replay --against good/fifo.f --json

# The script that measures it refuses what it cannot use.
expect 2 "--faults '0': expected a number from 1" -- "$source_dir/scripts/explain" --faults 0
expect 2 "block 'packers': expected one with a folder" -- "$source_dir/scripts/explain" packer packers

done_checking
