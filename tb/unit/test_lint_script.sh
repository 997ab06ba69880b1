#!/usr/bin/env bash
# test_lint_script.sh - scripts/lint finds what each of its tools is there for: in a copy of a block with one line changed.
. "$(dirname "$0")/check.bash"
cd "$work" || exit 1
mkdir scripts rtl
cp "$source_dir/scripts/lint" scripts/
cp -r "$source_dir/rtl/bypass" "$source_dir/rtl/lib" rtl/
top=rtl/bypass/bypass.v

expect 0 'ok    yosys     bypass  KMAX=8' 'ok    yosys     bypass  KMAX=24 is refused' -- scripts/lint bypass
expect 0 'ok    iverilog  bypass  KMAX=8' 'ok    yosys     bypass  KMAX=8' 'ok    iverilog  bypass  KMAX=64' \
    'ok    verilator bypass  KMAX=24 is refused' -- scripts/lint --quick bypass
lacks 'KMAX=32'
lacks 'yosys     bypass  KMAX=24'
expect 2 'rtl/nothing/nothing.f: no such list' -- scripts/lint nothing

# plant DECLARATION: the output row_ready depends on a net `planted`, which the declaration declares.
plant() {
    cp "$source_dir/$top" "$top"
    DECLARATION=$1 awk '/^ *assign row_ready = / {
        print ENVIRON["DECLARATION"]
        sub(/assign row_ready = /, "&planted ^ ")
    }
    { print }' "$source_dir/$top" >"$top"
    check 'something is planted' grep -q 'planted ^' "$top"
}

plant 'reg planted; always @* if (rst) planted = clk;'
expect 1 'FAIL  verilator bypass  KMAX=8' 'FAIL  yosys     bypass  KMAX=8' 'latch' 'lint: ' -- scripts/lint bypass
plant 'wire planted;'
expect 1 'FAIL  yosys     bypass  KMAX=8' 'planted is used but has no driver' -- scripts/lint bypass
plant 'wire [3:0] x, y; wire planted = x[0]; assign x = y + 4'"'"'d1; assign y = x ^ 4'"'"'d3;'
expect 1 'FAIL  yosys     bypass  KMAX=8' 'found logic loop' -- scripts/lint bypass
plant 'wire planted = nowhere;'
expect 1 'FAIL  iverilog  bypass  KMAX=8' -- scripts/lint bypass

# Parameters that nothing refuses any more.
sed 's/bypass_needs_[a-z0-9_A-Z]*/fifo/' "$source_dir/$top" >"$top"
check 'the check is gone' bash -c '! grep -q _needs_ "$1"' - "$top"
expect 1 'FAIL  yosys     bypass  KMAX=24 is refused' 'FAIL  verilator bypass  KMAX=24 is refused' \
    'FAIL  iverilog  bypass  KMAX=24 is refused' -- scripts/lint bypass

done_checking
